// SPDX-License-Identifier: MIT
// The translator for mistreevous, as the importer calls it.
#ifndef MISTREEVOUS_IMPORT_H
#define MISTREEVOUS_IMPORT_H

#include "draft.h"
#include "import_state.h"

/// Translate files into a document. The tree to run is in the first file, and its position is
/// stored in `*place`. Returns false if something was refused.
bool mistreevous_import(import_state *m, const import_file *files, uint32_t count,
                        draft_node *document, gestalt_span *place);

#endif
