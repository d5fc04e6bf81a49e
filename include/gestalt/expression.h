// SPDX-License-Identifier: MIT
// Expressions of the language (docs/expressions.md) in a host's own files: compiled once, with
// names that the host gives a meaning, and computed as often as wanted. They have the same types,
// functions and mistakes as those of documents, and the same results, to the last bit.
//
// An expression never changes: any number of threads may compute it at a time.
#ifndef GESTALT_EXPRESSION_H
#define GESTALT_EXPRESSION_H

#include <gestalt/host.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gestalt_expression gestalt_expression;

/// The meaning of a name: a constant, or something whose value is known when the expression is
/// computed. A vector is read by its components, as `home.x`, and by functions of vectors.
typedef struct gestalt_expression_name {
    bool is_constant;    ///< then `value` is it: a bool, an int or a float
    bool is_wrong;       ///< a mistake of its own was reported, and nothing is said of its uses
    gestalt_value value; ///< of a constant: its value, which is no vector. Otherwise only `type` is
                         ///< read: the type of the values that the name will have
    uint32_t number;     ///< the host's own, of what is no constant: gestalt_expression_used
    uint32_t word_count; ///< of an enum, which is an int
    const char *const *words;
    const char *nearest; ///< of a name that means nothing: what was meant, or NULL
} gestalt_expression_name;

/// Tells what a name means; false: nothing. `time`, `dt`, `tick` and `agent` are not asked for.
typedef bool gestalt_expression_lookup(void *user, const char *name,
                                       gestalt_expression_name *meaning);

/// Takes a mistake: bytes `begin` to `end` - 1 of the text, `help` may be NULL. All is gone after
/// that.
typedef void gestalt_expression_report(void *user, const char *code, uint32_t begin, uint32_t end,
                                       const char *message, const char *help);

typedef enum gestalt_expression_wanted {
    GESTALT_EXPRESSION_ANY,   ///< what comes
    GESTALT_EXPRESSION_BOOL,  ///< else a mistake
    GESTALT_EXPRESSION_INT,   ///< or, with words, the number of one of them
    GESTALT_EXPRESSION_FLOAT, ///< an int becomes one
} gestalt_expression_wanted;

/// Options of compiling. The zero value is the default: a constant expression of any type.
typedef struct gestalt_expression_options {
    gestalt_allocator allocator;
    gestalt_expression_wanted wanted;
    const char *const *words; ///< of the enum that is wanted; NULL: none is
    uint32_t word_count;
    bool varies;                       ///< rand(), `time` and what is no constant may stand in it
    gestalt_expression_lookup *lookup; ///< NULL: there are no names
    void *lookup_user;
    gestalt_expression_report *report; ///< or NULL
    void *report_user;
} gestalt_expression_options;

/// Compiles a text. GESTALT_REJECTED when it has mistakes, which were reported.
GESTALT_API gestalt_result gestalt_expression_compile(const char *text, size_t size,
                                                      const gestalt_expression_options *options,
                                                      gestalt_expression **expression,
                                                      gestalt_error *error);
GESTALT_API void gestalt_expression_destroy(gestalt_expression *expression);

/// Return what it gives: a bool, an int or a float.
GESTALT_API gestalt_type gestalt_expression_type(const gestalt_expression *expression);
/// Return whether its value is always the same. `value` may be NULL.
GESTALT_API bool gestalt_expression_constant(const gestalt_expression *expression,
                                             gestalt_value *value);
/// A hash of what it computes, in which constants count by their values and other names by the
/// order of their first use.
GESTALT_API uint64_t gestalt_expression_hash(const gestalt_expression *expression);
/// The names that are no constants, in the order of their first use: how many there are, and the
/// number that the host gave to each.
GESTALT_API uint32_t gestalt_expression_used_count(const gestalt_expression *expression);
GESTALT_API uint32_t gestalt_expression_used(const gestalt_expression *expression, uint32_t index);

/// All that expressions know besides names. The zero value is all zeros, and rand() gives 0.
typedef struct gestalt_expression_moment {
    float time, dt; ///< seconds
    int32_t tick, agent;
    uint64_t *random; ///< a stream, which goes on; any number starts one
} gestalt_expression_moment;

/// Computes it. `values` are those of the used names, in their order; each has the type that its
/// name was given. It may be NULL when there are none, and so may `moment`.
GESTALT_API gestalt_value gestalt_expression_compute(const gestalt_expression *expression,
                                                     const gestalt_value *values,
                                                     const gestalt_expression_moment *moment);

#ifdef __cplusplus
}
#endif

#endif
