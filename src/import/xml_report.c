// SPDX-License-Identifier: MIT
#include "xml_report.h"

static const char *xml_message(const xml_error *error)
{
    switch (error->kind) {
    case XML_OK:
    case XML_NO_MEMORY:
    case XML_UNEXPECTED:
    case XML_UNEXPECTED_END: break;
    case XML_TRAILING: return "text after the end of the outermost element";
    case XML_WRONG_END_TAG: return "this end tag does not belong to the element that is open";
    case XML_DUPLICATE: return "an attribute is given twice";
    case XML_BAD_REFERENCE: return "`&` begins a reference that is unknown or incomplete";
    case XML_BAD_COMMENT: return "`--` is not allowed in a comment";
    case XML_BRACKETS: return "`]]>` is not allowed in a text";
    case XML_DOCTYPE: return "document type declarations are not allowed";
    case XML_BAD_DECLARATION: return "a wrong value in the XML declaration";
    case XML_MISPLACED_DECLARATION: return "an XML declaration must be at the start of the file";
    case XML_BAD_CHARACTER: return "XML does not allow this character";
    case XML_BAD_UTF8: return "these bytes are not UTF-8";
    case XML_UTF16: return "the file is UTF-16; save it as UTF-8";
    case XML_TOO_DEEP: return "elements are nested too deeply";
    case XML_TOO_LARGE: return "the file is too large";
    }
    return NULL;
}

void xml_report(const json_form *f, const xml_error *error)
{
    gestalt_span place = {f->source, error->begin, error->end};
    const char *message = xml_message(error);
    gestalt_diagnostic *d;
    if (error->kind == XML_NO_MEMORY)
        longjmp(f->memory->escape, 1);
    if (message)
        d = json_form_wrong(f, place, DIAGNOSTIC_IMPORT_XML, "%s", message);
    else if (error->kind == XML_UNEXPECTED_END)
        d = json_form_wrong(f, place, DIAGNOSTIC_IMPORT_XML,
                            "the file ends here, but %s is missing",
                            error->expected ? error->expected : "something");
    else
        d = json_form_wrong(f, place, DIAGNOSTIC_IMPORT_XML, "expected %s",
                            error->expected ? error->expected : "something else");
    if (error->other != UINT32_MAX && error->other != error->begin)
        json_form_note(f, d, (gestalt_span){f->source, error->other, error->other + 1},
                       error->kind == XML_DUPLICATE ? "the first one" : "this is open");
    if (error->bare != UINT32_MAX)
        json_form_help(f, d, "a value in this tag contains `<`: is a quotation mark missing?");
}

static void report_bare(void *user, uint32_t place)
{
    const json_form *f = user;
    json_form_wrong(f, (gestalt_span){f->source, place, place + 1}, DIAGNOSTIC_IMPORT_BARE,
                    "a bare `<` or `&` in a value; XML writes `&lt;` and `&amp;`");
}

void xml_report_bare(const json_form *f, const xml_document *document)
{
    json_form form = *f;
    xml_bare_characters(document, report_bare, &form);
}
