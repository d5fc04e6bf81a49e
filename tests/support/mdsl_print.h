// SPDX-License-Identifier: MIT
// Print what the MDSL reader reads, and check that it fits the text.
#ifndef MDSL_PRINT_H
#define MDSL_PRINT_H

#include "mdsl.h"

#include <stdio.h>

/// Print a document as MDSL on one line, without comments, and with keywords in lower case.
void mdsl_print(const mdsl_document *document, FILE *to);

/// Read a text and describe the first thing that is wrong with the result, or return NULL: ranges
/// that do not fit, and a document that is printed as another one.
const char *mdsl_wrong(const char *text, size_t size);

/// Number of texts that mdsl_wrong has found to be read.
extern unsigned mdsl_accepted;

#endif
