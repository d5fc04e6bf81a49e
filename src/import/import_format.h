// SPDX-License-Identifier: MIT
// Which system a text is from.
//
// - XML is BehaviorTree.CPP.
// - A JSON object with `gestalt` is a document. Others with a list `trees` or an object `nodes` are
//   behavior3, also inside of `data`; with `"type": "root"`, or a list of such, mistreevous.
// - A text that begins with the word `root` is MDSL.
#ifndef IMPORT_FORMAT_H
#define IMPORT_FORMAT_H

#include "import_options.h"

/// Return the format of a text. Only the outermost level of JSON is read. `*is_cut` is set if the
/// text ends before the format is certain; `is_cut` may be NULL.
import_format import_format_of_start(const char *text, size_t size, bool *is_cut);
import_format import_format_of(const char *text, size_t size);

#endif
