// SPDX-License-Identifier: MIT
// The translator for BehaviorTree.CPP, as the importer calls it. A translator for another system
// has a function of the same form.
#ifndef BTCPP_IMPORT_H
#define BTCPP_IMPORT_H

#include "draft.h"
#include "import_state.h"

/// Make a document of files, of which the first has the tree to run. `*place` becomes the position
/// of that tree. Returns false if something was refused.
bool btcpp_import(import_state *m, const import_file *files, uint32_t count, draft_node *document,
                  gestalt_span *place);

#endif
