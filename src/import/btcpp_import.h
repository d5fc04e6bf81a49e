// SPDX-License-Identifier: MIT
// The translator for BehaviorTree.CPP, as the importer calls it. A translator for another system
// has a function of the same form.
#ifndef BTCPP_IMPORT_H
#define BTCPP_IMPORT_H

#include "draft.h"
#include "import_state.h"

/// Translate files into a document. The tree to run is in the first file, and its position is
/// stored in `*place`. Returns false if something was refused.
bool btcpp_import(import_state *m, const import_file *files, uint32_t count, draft_node *document,
                  gestalt_span *place);

#endif
