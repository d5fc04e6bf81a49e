// SPDX-License-Identifier: MIT
// A document whose trees stand for nodes of another system that have children (--library). The
// trees that are used are copied into the imported document, with everything that they need.
#ifndef IMPORT_LIBRARY_H
#define IMPORT_LIBRARY_H

#include "draft.h"
#include "import_keys.h"
#include "json.h"

typedef struct import_library import_library;

/// Read the library of the options. Returns NULL if there is none, or after an error.
import_library *library_read(import_state *m);

/// Return whether a library, which may be NULL, has a tree with that name.
bool library_has(const import_library *l, const char *tree);
/// Add the names of its trees to names in the document, so that no other tree gets them.
void library_reserve(import_library *l, names *taken);

/// Return a param of a tree: its JSON, and JSON_NONE if there is none.
json_value library_param(const import_library *l, const char *tree, const char *param);
/// Return the type of a param that is a key, else KEY_UNKNOWN.
key_type library_key_type(json_value param);
bool library_is_node(json_value param);

/// Use a tree.
void library_use(import_library *l, const char *tree);
/// Add the trees that are used to `trees`, and the actions and keys that they name to the other
/// two, unless these have such a member.
void library_add(const import_library *l, draft_node *trees, draft_node *actions,
                 draft_node *blackboard);

#endif
