// SPDX-License-Identifier: MIT
// The calls of a shape: which keys and host functions the shape uses, which nodes call them, and
// with which constant arguments. A host can use this to check that it fits a shape, or to prepare
// work for every call. Worlds do both: they precompute the constant arguments of each steering
// action.
#ifndef GESTALT_CALLS_H
#define GESTALT_CALLS_H

#include <gestalt/host.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A blackboard key that a shape declares. An enum is an int whose values have words.
typedef struct gestalt_shape_key {
    const char *name;
    gestalt_type type;
    bool shared;
    bool host; ///< the document states that the host reads or writes the key
    /// Most elements of a list, whose elements have the type; 0: the key is not a list.
    uint32_t capacity;
} gestalt_shape_key;

GESTALT_API uint32_t gestalt_shape_key_count(const gestalt_shape *shape);
GESTALT_API gestalt_shape_key gestalt_shape_key_at(const gestalt_shape *shape, uint32_t index);

/// Return the number of words of an enum key, or of a list of enum elements; 0 for other keys.
GESTALT_API uint32_t gestalt_shape_key_word_count(const gestalt_shape *shape, uint32_t index);
/// Return the word for a value of an enum key; NULL when the value has no word or the key is not an
/// enum.
GESTALT_API const char *gestalt_shape_key_word(const gestalt_shape *shape, uint32_t index,
                                               int32_t value);
/// Get the value of a word. Returns false when the key has no such word.
GESTALT_API bool gestalt_shape_key_value(const gestalt_shape *shape, uint32_t index,
                                         const char *word, int32_t *value);

/// A host function that a shape calls.
typedef struct gestalt_shape_function {
    const char *name;
    gestalt_kind kind;
    uint32_t argument_count; ///< number of arguments that the shape passes, the same in all calls
} gestalt_shape_function;

GESTALT_API uint32_t gestalt_shape_function_count(const gestalt_shape *shape);
GESTALT_API gestalt_shape_function gestalt_shape_function_at(const gestalt_shape *shape,
                                                             uint32_t function);
/// Return an argument of a function as the shape passes it. A float parameter of the host function
/// may be an int here.
GESTALT_API gestalt_parameter gestalt_shape_argument(const gestalt_shape *shape, uint32_t function,
                                                     uint32_t argument);

/// Words of an argument that is an enum, as for keys. The host receives an int.
GESTALT_API uint32_t gestalt_shape_argument_word_count(const gestalt_shape *shape,
                                                       uint32_t function, uint32_t argument);
GESTALT_API const char *gestalt_shape_argument_word(const gestalt_shape *shape, uint32_t function,
                                                    uint32_t argument, int32_t value);

/// A call of a host function. The zero value is the position before the first call.
typedef struct gestalt_shape_call {
    uint32_t node;     ///< an action, or the node whose expression calls a predicate
    uint32_t function; ///< index of the function, for gestalt_shape_function_at
    uint32_t next;     ///< private to gestalt_shape_next_call
} gestalt_shape_call;

/// Advance to the next call, in the order of nodes. Returns false when there are no more.
GESTALT_API bool gestalt_shape_next_call(const gestalt_shape *shape, gestalt_shape_call *call);

/// What a call passes for an argument.
typedef enum gestalt_given {
    GESTALT_GIVEN_NOT,      ///< nothing: the shape passes no such argument
    GESTALT_GIVEN_CONSTANT, ///< a constant number
    GESTALT_GIVEN_VALUE,    ///< the value of an expression or key at the time of the call
} gestalt_given;

/// Return what a call passes for the argument with that name. For a constant, this sets `*value` to
/// an int, a float, or the place of a text.
GESTALT_API gestalt_given gestalt_shape_given(const gestalt_shape *shape,
                                              const gestalt_shape_call *call, const char *argument,
                                              gestalt_value *value);

/// The source position of a node.
typedef struct gestalt_shape_place {
    const char *file;
    uint32_t line, column; ///< from 1
} gestalt_shape_place;

/// Get the source position of a node. Returns false when source positions were stripped.
GESTALT_API bool gestalt_shape_node_place(const gestalt_shape *shape, uint32_t node,
                                          gestalt_shape_place *place);

/// Write a label of a node for people: the node's name, or else its type and what it does,
/// truncated if long. The label is UTF-8 with a terminating zero, at most `capacity` bytes, which
/// should be 80 or more. Returns false when memory runs out.
GESTALT_API bool gestalt_shape_label(const gestalt_shape *shape, uint32_t node, char *label,
                                     size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
