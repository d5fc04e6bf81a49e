// SPDX-License-Identifier: MIT
// Expressions of the language (docs/expressions.md) for a host's own files: compile once, with
// names defined by the host, and evaluate any number of times. Types, functions, errors and results
// are the same as in documents, to the last bit.
//
// An expression is immutable: any number of threads may evaluate it at the same time.
#ifndef GESTALT_EXPRESSION_H
#define GESTALT_EXPRESSION_H

#include <gestalt/host.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gestalt_expression gestalt_expression;

/// The meaning of a name: a constant, or a variable whose value is passed at evaluation. A vector
/// is read by component, such as `home.x`, and by functions of vectors.
typedef struct gestalt_expression_name {
    bool is_constant; ///< `value` is the constant: a bool, an int or a float
    bool is_wrong; ///< an error was already reported for this name; its uses are not reported again
    gestalt_value value; ///< the constant's value, which is not a vector. For a variable only
                         ///< `type` is read: the type of its values
    uint32_t number;     ///< the host's number for a variable, see gestalt_expression_used
    uint32_t word_count; ///< number of words of an enum, whose values are ints
    const char *const *words;
    const char *nearest; ///< for an unknown name: the name that was probably meant, or NULL
} gestalt_expression_name;

/// A callback that looks up a name; false: the name is unknown. It is not called for `time`, `dt`,
/// `tick` and `agent`.
typedef bool gestalt_expression_lookup(void *user, const char *name,
                                       gestalt_expression_name *meaning);

/// A callback that receives an error, at bytes `begin` to `end` - 1 of the text. `help` may be
/// NULL. The strings are valid only during the call.
typedef void gestalt_expression_report(void *user, const char *code, uint32_t begin, uint32_t end,
                                       const char *message, const char *help);

typedef enum gestalt_expression_wanted {
    GESTALT_EXPRESSION_ANY,   ///< any type
    GESTALT_EXPRESSION_BOOL,  ///< a bool; anything else is an error
    GESTALT_EXPRESSION_INT,   ///< an int; with `words`, the number of one of the words
    GESTALT_EXPRESSION_FLOAT, ///< a float; an int is converted
} gestalt_expression_wanted;

/// Options for compiling. The zero value is the default: a constant expression of any type.
typedef struct gestalt_expression_options {
    gestalt_allocator allocator;
    gestalt_expression_wanted wanted;
    const char *const *words; ///< words of the enum that is wanted; NULL: none
    uint32_t word_count;
    bool varies; ///< allow rand(), `time` and variables; otherwise the expression must be constant
    gestalt_expression_lookup *lookup; ///< NULL: no names are known
    void *lookup_user;
    gestalt_expression_report *report; ///< may be NULL
    void *report_user;
} gestalt_expression_options;

/// Compile an expression. Returns GESTALT_REJECTED when the text has errors, which were reported.
GESTALT_API gestalt_result gestalt_expression_compile(const char *text, size_t size,
                                                      const gestalt_expression_options *options,
                                                      gestalt_expression **expression,
                                                      gestalt_error *error);
GESTALT_API void gestalt_expression_destroy(gestalt_expression *expression);

/// Return the type of the result: bool, int or float.
GESTALT_API gestalt_type gestalt_expression_type(const gestalt_expression *expression);
/// Return whether the value is always the same. `value` may be NULL.
GESTALT_API bool gestalt_expression_constant(const gestalt_expression *expression,
                                             gestalt_value *value);
/// Return a hash of the computation. Constants count by their values, and variables by the order of
/// their first use.
GESTALT_API uint64_t gestalt_expression_hash(const gestalt_expression *expression);
/// Return the number of variables that the expression uses, and the host's number of each, in the
/// order of first use.
GESTALT_API uint32_t gestalt_expression_used_count(const gestalt_expression *expression);
GESTALT_API uint32_t gestalt_expression_used(const gestalt_expression *expression, uint32_t index);

/// The inputs of an evaluation besides variables. The zero value sets all of them to 0, and then
/// rand() returns 0.
typedef struct gestalt_expression_moment {
    float time, dt; ///< seconds
    int32_t tick, agent;
    uint64_t *random; ///< state of the random stream, which is advanced; any number is a valid seed
} gestalt_expression_moment;

/// Evaluate an expression. `values` are those of the used variables, in the order of
/// gestalt_expression_used, each with the type declared for its name. `values` may be NULL when
/// there are none; `moment` may be NULL.
GESTALT_API gestalt_value gestalt_expression_compute(const gestalt_expression *expression,
                                                     const gestalt_value *values,
                                                     const gestalt_expression_moment *moment);

#ifdef __cplusplus
}
#endif

#endif
