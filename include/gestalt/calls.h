// SPDX-License-Identifier: MIT
// Calls of a shape: which keys and functions of a host it wants, which nodes call them, and with
// which constants. So a host can be made to fit a shape, and work can be prepared for every call.
// Worlds do both: each steering action is a call whose constant arguments are settled beforehand.
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
} gestalt_shape_key;

GESTALT_API uint32_t gestalt_shape_key_count(const gestalt_shape *shape);
GESTALT_API gestalt_shape_key gestalt_shape_key_at(const gestalt_shape *shape, uint32_t index);

/// Tells how many words an enum has; 0 for a key that is none.
GESTALT_API uint32_t gestalt_shape_key_word_count(const gestalt_shape *shape, uint32_t index);
/// The word of a value of an enum; NULL for a value that has none, and for a key that is no enum.
GESTALT_API const char *gestalt_shape_key_word(const gestalt_shape *shape, uint32_t index,
                                               int32_t value);
/// The value of a word. False when the key has no such word.
GESTALT_API bool gestalt_shape_key_value(const gestalt_shape *shape, uint32_t index,
                                         const char *word, int32_t *value);

/// A function that a shape calls.
typedef struct gestalt_shape_function {
    const char *name;
    gestalt_kind kind;
    uint32_t argument_count; ///< that the shape gives, the same in all calls
} gestalt_shape_function;

GESTALT_API uint32_t gestalt_shape_function_count(const gestalt_shape *shape);
GESTALT_API gestalt_shape_function gestalt_shape_function_at(const gestalt_shape *shape,
                                                             uint32_t function);
/// An argument of a function as the shape gives it. A float of a host's function may be an int
/// here.
GESTALT_API gestalt_parameter gestalt_shape_argument(const gestalt_shape *shape, uint32_t function,
                                                     uint32_t argument);

/// The same of an argument that is an enum: to the host it is an int.
GESTALT_API uint32_t gestalt_shape_argument_word_count(const gestalt_shape *shape,
                                                       uint32_t function, uint32_t argument);
GESTALT_API const char *gestalt_shape_argument_word(const gestalt_shape *shape, uint32_t function,
                                                    uint32_t argument, int32_t value);

/// A call. The zero value stands before the first one.
typedef struct gestalt_shape_call {
    uint32_t node;     ///< an action, or the node with an expression that asks a predicate
    uint32_t function; ///< as gestalt_shape_function_at counts
    uint32_t next;     ///< for gestalt_shape_next_call alone
} gestalt_shape_call;

/// Goes on to the next call, in the order of nodes. False when there is none.
GESTALT_API bool gestalt_shape_next_call(const gestalt_shape *shape, gestalt_shape_call *call);

/// The kind of thing that a call gives for an argument.
typedef enum gestalt_given {
    GESTALT_GIVEN_NOT,      ///< nothing: the function has no such argument here
    GESTALT_GIVEN_CONSTANT, ///< the same number every time
    GESTALT_GIVEN_VALUE,    ///< what an expression is then, or a key
} gestalt_given;

/// Tells what a call gives for the argument of that name. `*value` is set for a constant, which is
/// an int or a float.
GESTALT_API gestalt_given gestalt_shape_given(const gestalt_shape *shape,
                                              const gestalt_shape_call *call, const char *argument,
                                              gestalt_value *value);

/// The place where a node is written.
typedef struct gestalt_shape_place {
    const char *file;
    uint32_t line, column; ///< from 1
} gestalt_shape_place;

/// Tells where a node is written. False when the shape was stripped of that.
GESTALT_API bool gestalt_shape_node_place(const gestalt_shape *shape, uint32_t node,
                                          gestalt_shape_place *place);

/// Writes what a node is called, for people: its name, else its type and what it does, cut when it
/// is long. UTF-8 with a zero behind it; at most `capacity` bytes, which should be 80 or more.
/// False when there is no memory.
GESTALT_API bool gestalt_shape_label(const gestalt_shape *shape, uint32_t node, char *label,
                                     size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
