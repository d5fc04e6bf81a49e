// SPDX-License-Identifier: MIT
// Imports the examples of codes that are trees of other systems.
#ifndef EXPLAIN_IMPORT_H
#define EXPLAIN_IMPORT_H

#include <gestalt/compiler.h>

/// If a text is a tree of another system, import and compile it, write its diagnostics, and set the
/// result. Each file that it includes exists below its folder.
bool explain_import(const char *text, gestalt_writer writer, gestalt_result *result);

#endif
