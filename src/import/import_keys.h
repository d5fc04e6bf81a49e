// SPDX-License-Identifier: MIT
// Blackboard keys of imported trees: their scopes, their types, and their names in the document.
//
// A scope has the keys that one tree sees under its own names. Keys of different scopes that are
// remapped to one another share one type: they are joined (union-find). Evidence about the type of
// a key is collected from the whole source first, and the types are asked for afterwards.
#ifndef IMPORT_KEYS_H
#define IMPORT_KEYS_H

#include "import_state.h"
#include "names.h"

typedef enum key_type {
    KEY_UNKNOWN, // no evidence
    KEY_BOOL,
    KEY_INT,
    KEY_FLOAT,
    KEY_TEXT,   // an int here: the index of a text in the table of texts
    KEY_OPAQUE, // an int here: whatever the host keeps
} key_type;

/// Where evidence comes from, the strongest first.
typedef enum key_evidence {
    EVIDENCE_MODEL,
    EVIDENCE_SCRIPT,
    EVIDENCE_LITERAL,
    EVIDENCE_COUNT
} key_evidence;

typedef struct import_key import_key;
struct import_key {
    const char *name;     // in the source
    const char *spelling; // in the document
    import_key *joined;   // NULL for the representative of joined keys
    key_type types[EVIDENCE_COUNT];
    gestalt_span places[EVIDENCE_COUNT];
    bool is_param;             // the tree's use names the key
    bool is_root_use;          // a key of the main tree that another tree uses as `{@key}`
    const char *literal_param; // constant param with the initial value, or NULL
    bool is_read;
    import_key *next;
};

typedef struct import_scope import_scope;
struct import_scope {
    import_scope *main; // scope of the main tree
    names index;
    import_key *keys, **last;
    import_key **numbered;
    uint32_t count, capacity;
};

void scope_start(import_scope *s, import_scope *main);
/// Return the key with that name, which may begin with `@`; it is created if it is new.
import_key *scope_key(import_state *m, import_scope *s, const char *name);
/// Return the key with that name, or NULL.
import_key *scope_find(const import_scope *s, const char *name);

/// Give two keys one type.
void keys_join(import_state *m, import_key *a, import_key *b, gestalt_span place);
/// Add evidence. Contradictions with evidence of the same kind are reported.
void key_evidence_add(import_state *m, import_key *key, key_evidence from, key_type type,
                      gestalt_span place);
/// The type by all evidence; KEY_OPAQUE if there is none.
key_type key_type_of(const import_key *key);
/// The type by all evidence; KEY_UNKNOWN if there is none.
key_type key_type_known(const import_key *key);

/// Return the more general of two types, and KEY_UNKNOWN if there is none, as of a number and a
/// text.
key_type key_type_join(key_type a, key_type b);
/// The name of a type in a document, and in messages.
const char *key_type_name(key_type type);
const char *key_type_text(key_type type);
/// Return the type that a literal has: `true`, `12`, `0.5`, or any other text.
key_type literal_type(const char *text);
/// Write a literal as an expression of a type.
const char *literal_print(import_state *m, const char *text, key_type type);
/// Return the type that a port type of BehaviorTree.CPP stands for; KEY_UNKNOWN for one that says
/// nothing.
key_type port_type(const char *text);

/// Make a name that the language allows, which is not in `taken`, and add it there.
const char *spell_name(import_state *m, names *taken, const char *name);

#endif
