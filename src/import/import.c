// SPDX-License-Identifier: MIT
#include "import.h"

#include "btcpp_import.h"
#include "import_state.h"

#include <stdarg.h>
#include <stdio.h>

// ---- what all parts share

static gestalt_diagnostic *report(import_state *m, gestalt_span place, diagnostic_code code,
                                  const char *format, va_list arguments)
{
    char message[1024];
    vsnprintf(message, sizeof message, format, arguments);
    return json_form_wrong(&m->form, place, code, "%s", message);
}

gestalt_diagnostic *import_refuse(import_state *m, gestalt_span place, diagnostic_code code,
                                  const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    gestalt_diagnostic *d = report(m, place, code, format, arguments);
    va_end(arguments);
    m->is_refused = true;
    return d;
}

gestalt_diagnostic *import_approximate(import_state *m, gestalt_span place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    gestalt_diagnostic *d = report(m, place, DIAGNOSTIC_IMPORT_APPROXIMATE, format, arguments);
    va_end(arguments);
    return d;
}

uint32_t import_text(import_state *m, const char *text)
{
    uint32_t number = names_find(&m->texts, text, strlen(text));
    if (number != NAMES_MISSING)
        return number;
    names_add(&m->texts, m->memory, text, strlen(text), m->text_count);
    *ARENA_PUSH(m->memory, m->text_list, m->text_count, m->text_capacity) = text;
    return m->text_count - 1;
}

const char *import_enum(const import_state *m, const char *name)
{
    import_list enums = m->options->enums;
    size_t size = strlen(name);
    for (uint32_t i = 0; i < enums.count; i++)
        if (strncmp(enums.texts[i], name, size) == 0 && enums.texts[i][size] == '=')
            return enums.texts[i] + size + 1;
    return NULL;
}

bool import_listed(const char *const *lists, uint32_t count, const char *name)
{
    size_t size = strlen(name);
    for (uint32_t i = 0; i < count; i++)
        for (const char *at = lists[i]; *at; at += *at == ',') {
            size_t length = strcspn(at, ",");
            if (length == size && memcmp(at, name, size) == 0)
                return true;
            at += length;
        }
    return false;
}

// ---- an import

import_format import_format_of(const char *text, size_t size)
{
    size_t at = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (at < size &&
           (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r'))
        at++;
    return at < size && text[at] == '<' ? IMPORT_BTCPP : IMPORT_NONE;
}

bool import_files(arena *a, const import_file *files, uint32_t count, const import_options *options,
                  gestalt_diagnostics *diagnostics, draft_output *document)
{
    import_state *m = ARENA_NEW(a, import_state);
    draft_node *root = draft_object(a);
    gestalt_span place = {0};
    m->memory = a;
    m->options = options;
    nearest_budget_start(&m->suggestions);
    m->form = (json_form){.diagnostics = diagnostics, .memory = a, .suggestions = &m->suggestions};
    if (!btcpp_import(m, files, count, root, &place))
        return false;
    if (draft_write(a, root, place, options->size_limit, document))
        return true;
    import_refuse(m, place, DIAGNOSTIC_JSON_SIZE, "the document would be too large");
    return false;
}
