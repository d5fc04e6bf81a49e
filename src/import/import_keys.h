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
#include "source_tree.h"

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

/// What a tree does first with a key.
typedef enum key_access { KEY_UNUSED, KEY_READ, KEY_WRITTEN } key_access;

/// A node that may assign a key.
typedef struct key_write {
    const source_node *node;
    struct key_write *next;
} key_write;

typedef struct import_key import_key;
struct import_key {
    const char *name;      // in the source
    const char *spelling;  // in the document
    import_key *joined;    // NULL for the representative of joined keys
    uint32_t joined_count; // keys that have this representative
    key_type types[EVIDENCE_COUNT];
    gestalt_span places[EVIDENCE_COUNT];
    bool is_param;             // the tree's use names the key
    bool is_root_use;          // a key of the main tree that another tree uses as `{@key}`
    const char *literal_param; // constant param with the initial value, or NULL
    key_access first;          // in the order of the source
    bool is_sure;              // that happens before anything else can happen
    gestalt_span access;       // place of that
    struct key_write *writes;
    uint32_t write_count;
    bool is_written;     // a node may assign a key that is joined with this one; kept at the
                         // representative
    bool is_counted;     // assignments must be counted; kept at the representative
    const char *counter; // key that counts the assignments, in the document
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

/// Note an access of a key; only the first one counts. `is_sure`: it happens in the first tick,
/// whatever the leaves answer.
void key_access_add(import_key *key, key_access access, bool is_sure, gestalt_span place);
/// Note that a node may assign a key.
void key_write_add(import_state *m, import_key *key, const source_node *node);
/// Let assignments of a key be counted.
void key_count(import_key *key);
/// Return whether a node may assign a key, or one that is remapped to it.
bool key_is_written(const import_key *key);
bool key_is_counted(const import_key *key);

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
