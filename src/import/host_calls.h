// SPDX-License-Identifier: MIT
// Host functions that an imported tree calls, when the source has no types for their arguments.
//
// The type of an argument follows from all calls of its function, so calls are collected first.
// host_calls_finish determines the types, and then writes the arguments of each call and the
// document's declarations.
#ifndef HOST_CALLS_H
#define HOST_CALLS_H

#include "draft.h"
#include "import_keys.h"

/// What a function is used as. Functions of different kinds are different functions, even if they
/// have one name in the source.
typedef enum host_kind {
    HOST_ACTION,
    HOST_PREDICATE,
    HOST_EXIT, // called when a node has finished
    HOST_HOOK, // an action that is cancelled when a node is abandoned
    HOST_KIND_COUNT,
} host_kind;

typedef enum host_value_kind {
    HOST_BOOL,
    HOST_NUMBER,
    HOST_TEXT,
    HOST_KEY,
    HOST_EXPRESSION, // of type bool
} host_value_kind;

/// The value that a call gives to an argument.
typedef struct host_value {
    host_value_kind kind;
    bool is_true;     // value of a HOST_BOOL
    double number;    // value of a HOST_NUMBER
    const char *text; // a HOST_TEXT, the name of a HOST_KEY, or a HOST_EXPRESSION
    gestalt_span place;
} host_value;

typedef struct host_function host_function;
typedef struct host_call host_call;

typedef struct host_calls {
    import_state *m;
    import_scope keys; // keys that calls read
    names taken_keys;  // their names in the document
    names index[HOST_KIND_COUNT];
    names taken; // names of functions
    host_function *functions, **last_function;
    host_function **numbered;
    uint32_t count, capacity;
    host_call *calls, **last_call;
} host_calls;

void host_calls_start(host_calls *h, import_state *m);

/// Return the value that a JSON value stands for, and set `*is_null` for `null` and a missing one.
/// Lists and objects become texts with their JSON.
host_value host_value_of_json(import_state *m, json_value value, bool *is_null);

/// Return the function with that name; it is created if it is new.
host_function *host_function_of(host_calls *h, const char *name, host_kind kind);
/// Return the name of a function in the document.
const char *host_function_name(const host_function *f);

/// Add a call to a node: the members `do` or `call`, and `args`, whose content is written later.
host_call *host_call_add(host_calls *h, draft_node *node, host_function *f);
/// Add an argument, unless the function has one with that name.
void host_call_expect(host_calls *h, host_call *call, const char *argument, gestalt_span place);
/// Give a value to the argument with that name.
void host_call_give(host_calls *h, host_call *call, const char *argument, host_value value);
/// Give a function's argument the value that calls without it use.
void host_function_preset(host_calls *h, host_function *f, const char *argument, host_value value);

/// Determine all types, and write the arguments of all calls.
void host_calls_finish(host_calls *h);
/// Add the declarations of keys to a blackboard, and those of functions to an object.
void host_calls_declare_keys(const host_calls *h, draft_node *blackboard);
void host_calls_declare(host_calls *h, draft_node *actions);

#endif
