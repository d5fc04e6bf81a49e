// SPDX-License-Identifier: MIT
// Errors of the XML reader as diagnostics.
#ifndef XML_REPORT_H
#define XML_REPORT_H

#include "json_form.h"
#include "xml.h"

void xml_report(const json_form *f, const xml_error *error);
/// Warn about bare `<` and `&` in the values of attributes.
void xml_report_bare(const json_form *f, const xml_document *document);

#endif
