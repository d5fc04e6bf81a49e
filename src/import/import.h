// SPDX-License-Identifier: MIT
// The importer: reads trees of other systems and makes a document of them.
//
//     files --readers--> source trees --translator--> draft --draft_write--> JSON with positions
//
// - A reader for each syntax (xml.h, mdsl.h, json.h) keeps the position of everything. The result
//   becomes nodes with types and attributes (source_tree.h).
// - A translator for each system (btcpp.h, mistreevous.h, behavior3.h) has a table with a row for
// each node type of that
//   system. It makes a draft of a document (draft.h), mostly by the constructs in constructs.h.
// - The draft is written as JSON, with the position in the source of each value. The compiler reads
//   this text like any document, and shows the positions of the source (compile_generated.h).
//
// What the import cannot copy exactly is a warning, and what it cannot copy at all an error, so the
// report of an import is its diagnostics.
//
// This layer does no input or output. It sees only base, json, and the public headers.
#ifndef IMPORT_H
#define IMPORT_H

#include "draft.h"
#include "import_format.h"
#include "import_options.h"

/// Import files; the first one has the tree to run. All memory is from the arena. Diagnostics go to
/// a collection, which is not finished. Returns false if something was refused; then there is no
/// document.
bool import_files(arena *a, const import_file *files, uint32_t count, const import_options *options,
                  gestalt_diagnostics *diagnostics, draft_output *document);

#endif
