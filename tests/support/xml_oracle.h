// SPDX-License-Identifier: MIT
// Compare the XML reader with expat: both must accept the same texts, and read the same elements,
// attributes, texts and values. Without expat, only the reader itself is checked: its positions
// must fit the text.
#ifndef XML_ORACLE_H
#define XML_ORACLE_H

#include <stdbool.h>
#include <stddef.h>

/// Describe the first difference, or return NULL. These may differ:
/// - Only expat accepts a document type declaration, UTF-16, and elements that are nested deeper
///   than the reader's limit.
/// - Only the reader accepts a bare `<` or `&` in the value of an attribute. With references
///   instead, expat must read the same value.
/// - Only the reader accepts names with letters that XML 1.0 allows since its fifth edition.
const char *xml_oracle_difference(const char *text, size_t size);

/// Whether the tests were built with expat.
extern const bool xml_oracle_has_expat;

/// Number of texts that xml_oracle_difference has found the reader to accept.
extern unsigned xml_oracle_accepted;

#endif
