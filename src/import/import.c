// SPDX-License-Identifier: MIT
#include "import.h"

#include "behavior3_import.h"
#include "btcpp_import.h"
#include "import_state.h"
#include "mistreevous_import.h"

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

static void *resize_in_arena(void *user, void *block, size_t old_size, size_t new_size)
{
    if (new_size == 0)
        return NULL;
    if (new_size <= old_size)
        return block;
    void *grown = arena_allocate(user, new_size);
    if (old_size)
        memcpy(grown, block, old_size);
    return grown;
}

gestalt_allocator import_allocator(import_state *m)
{
    return (gestalt_allocator){resize_in_arena, m->memory};
}

void import_source(import_state *m, const import_file *file)
{
    if (!gestalt_diagnostics_source(m->form.diagnostics, file->path, file->text, file->size,
                                    &m->form.source))
        longjmp(m->memory->escape, 1);
    import_file *copy = ARENA_NEW(m->memory, import_file);
    *copy = *file;
    while (m->source_count <= m->form.source)
        *ARENA_PUSH(m->memory, m->sources, m->source_count, m->source_capacity) = copy;
}

bool import_json(import_state *m, const import_file *file, json_value *root)
{
    gestalt_allocator in_arena = import_allocator(m);
    json_limits limits = {.size = m->options->size_limit};
    json_document *document = ARENA_NEW(m->memory, json_document);
    json_error error;
    import_source(m, file);
    if (!json_read(file->text, file->size, limits, &in_arena, document, &error)) {
        m->is_refused = true;
        json_form_report(&m->form, &error);
        return false;
    }
    json_form_report_duplicates(&m->form, document, &in_arena);
    m->is_refused |= gestalt_diagnostics_error_count(m->form.diagnostics) > 0;
    *root = json_root(document);
    return true;
}

void import_note_tree(import_state *m, const char *id, gestalt_span whole)
{
    import_findings *f = m->options->findings;
    if (!f)
        return;
    gestalt_diagnostics *d = m->form.diagnostics;
    const char *path = m->sources[whole.source]->path;
    import_tree_place tree = {.id = arena_copy_text(f->memory, id, strlen(id)),
                              .path = arena_copy_text(f->memory, path, strlen(path))};
    if (!gestalt_diagnostics_locate(d, whole.source, whole.begin, &tree.line, &tree.column) ||
        !gestalt_diagnostics_locate(d, whole.source, whole.end, &tree.end_line, &tree.end_column))
        longjmp(m->memory->escape, 1);
    *ARENA_PUSH(f->memory, f->trees, f->tree_count, f->tree_capacity) = tree;
}

void import_note_hook(import_state *m, const char *action)
{
    import_findings *f = m->options->findings;
    if (f)
        *ARENA_PUSH(f->memory, f->hooks, f->hook_count, f->hook_capacity) =
            arena_copy_text(f->memory, action, strlen(action));
}

static void note_texts(import_state *m)
{
    import_findings *f = m->options->findings;
    if (!f)
        return;
    f->text_count = m->text_count;
    f->texts = ARENA_ARRAY(f->memory, const char *, m->text_count + 1);
    for (uint32_t i = 0; i < m->text_count; i++)
        f->texts[i] = arena_copy_text(f->memory, m->text_list[i], strlen(m->text_list[i]));
}

void import_check_memory(import_state *m, gestalt_span place)
{
    size_t limit = m->options->memory_limit;
    if (limit == 0 || arena_size(m->memory) <= limit)
        return;
    gestalt_diagnostic *d =
        import_refuse(m, place, DIAGNOSTIC_TOO_MANY, "the document would become too large here");
    json_form_help(&m->form, d, "--max-nodes allows larger documents");
    longjmp(m->stop, 1);
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

// Call the translator for the format of the first file.
static bool import_any(import_state *m, const import_file *files, uint32_t count,
                       draft_node *document, gestalt_span *place)
{
    import_format format = m->options->format;
    if (format == IMPORT_NONE)
        format = import_format_of(files[0].text, files[0].size);
    switch (format) {
    case IMPORT_BEHAVIOR3: return behavior3_import(m, files, count, document, place);
    case IMPORT_MISTREEVOUS:
    case IMPORT_MDSL: return mistreevous_import(m, files, count, document, place);
    case IMPORT_NONE:
    case IMPORT_BTCPP: break;
    }
    return btcpp_import(m, files, count, document, place);
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
    if (setjmp(m->stop) != 0)
        return false;
    if (!import_any(m, files, count, root, &place))
        return false;
    note_texts(m);
    uint32_t node_limit = options->node_limit ? options->node_limit : UINT32_MAX;
    if (draft_write(a, root, place, options->size_limit, node_limit, document))
        return true;
    if (document->node_count > node_limit) {
        gestalt_diagnostic *d =
            import_refuse(m, place, DIAGNOSTIC_NODE_BUDGET,
                          "the document would have more than %u nodes", node_limit);
        json_form_help(&m->form, d, "--max-nodes allows larger documents");
        return false;
    }
    import_refuse(m, place, DIAGNOSTIC_JSON_SIZE, "the document would be too large");
    return false;
}
