// SPDX-License-Identifier: MIT
#include "json_report.h"

#include "memory.h"

static const struct {
    diagnostic_code code;
    const char *message; // NULL: what was expected
    const char *help;
} json_messages[] = {
    [JSON_UNEXPECTED] = {DIAGNOSTIC_JSON_UNEXPECTED, NULL, NULL},
    [JSON_UNEXPECTED_END] = {DIAGNOSTIC_JSON_END, NULL, NULL},
    [JSON_TRAILING] = {DIAGNOSTIC_JSON_TRAILING, "nothing may follow the document's value", NULL},
    [JSON_BAD_NUMBER] = {DIAGNOSTIC_JSON_NUMBER, "malformed number",
                         "JSON writes numbers as `-12`, `0.5` or `1e-3`"},
    [JSON_NUMBER_RANGE] = {DIAGNOSTIC_JSON_NUMBER_RANGE, "this number is too large", NULL},
    [JSON_BAD_ESCAPE] = {DIAGNOSTIC_JSON_ESCAPE, "unknown escape in a string",
                         "a backslash itself is written `\\\\`, and `\\u` takes four hexadecimal "
                         "digits"},
    [JSON_BAD_SURROGATE] = {DIAGNOSTIC_JSON_SURROGATE, "half of a surrogate pair",
                            "characters above U+FFFF are written as they are, or as two `\\u` "
                            "escapes"},
    [JSON_NUL] = {DIAGNOSTIC_JSON_NUL, "a string can't hold the zero character", NULL},
    [JSON_CONTROL_CHARACTER] = {DIAGNOSTIC_JSON_CONTROL, "control character in a string",
                                "write `\\n` for a new line, `\\t` for a tab; or is a quote "
                                "missing?"},
    [JSON_BAD_UTF8] = {DIAGNOSTIC_JSON_UTF8, "this is not UTF-8", "save the document as UTF-8"},
    [JSON_BAD_WORD] = {DIAGNOSTIC_JSON_WORD, "unknown word", "strings stand in double quotes"},
    [JSON_TOO_DEEP] = {DIAGNOSTIC_JSON_DEPTH, "nested too deep", NULL},
    [JSON_TOO_LARGE] = {DIAGNOSTIC_JSON_SIZE, "the document is too large", NULL},
    [JSON_COMMENT] = {DIAGNOSTIC_JSON_COMMENT, "JSON has no comments",
                      "use the key `doc` of a document, a node or a blackboard key"},
    [JSON_TRAILING_COMMA] = {DIAGNOSTIC_JSON_COMMA, "nothing follows this comma", "remove it"},
    [JSON_SINGLE_QUOTES] = {DIAGNOSTIC_JSON_QUOTES, "single quotes",
                            "strings stand in double quotes"},
};

static const char *json_opened_text(const json_error *error)
{
    bool string =
        error->kind == JSON_CONTROL_CHARACTER || (error->expected && error->expected[1] == '"');
    return string ? "the string begins here" : "opened here";
}

// A bracket in the same line and near needs no note: everybody sees it.
static bool is_in_view(gestalt_diagnostics *d, uint32_t source, const json_error *error)
{
    enum { NEAR = 80 };
    uint32_t line, opened_line, column;
    diagnostics_locate(d, source, error->begin, &line, &column);
    diagnostics_locate(d, source, error->opened, &opened_line, &column);
    return line == opened_line && error->begin - error->opened < NEAR;
}

void json_report(gestalt_diagnostics *d, uint32_t source, const json_error *error)
{
    if (error->kind == JSON_NO_MEMORY)
        longjmp(diagnostics_arena(d)->escape, 1);
    span place = {.source = source, .begin = error->begin, .end = error->end};
    diagnostic_code code = json_messages[error->kind].code;
    const char *message = json_messages[error->kind].message;
    const char *help = json_messages[error->kind].help;
    diagnostic *added;
    if (message)
        added = diagnostics_add(d, code, place, "%s", message);
    else if (error->kind == JSON_UNEXPECTED_END)
        added = diagnostics_add(d, code, place, "the text ends, but %s is missing here",
                                error->expected);
    else
        added = diagnostics_add(d, code, place, "expected %s", error->expected);
    if (error->opened != UINT32_MAX && !is_in_view(d, source, error))
        diagnostics_note(d, added,
                         (span){.source = source, .begin = error->opened, .end = error->opened + 1},
                         "%s", json_opened_text(error));
    if (error->kind == JSON_BAD_WORD && error->expected)
        diagnostics_help(d, added, "did you mean %s?", error->expected);
    else if (help)
        diagnostics_help(d, added, "%s", help);
}

typedef struct duplicate_report {
    gestalt_diagnostics *diagnostics;
    uint32_t source;
    bool failed;
} duplicate_report;

static span json_span(uint32_t source, json_value value)
{
    return (span){.source = source, .begin = json_begin(value), .end = json_end(value)};
}

static void json_add_duplicate(const duplicate_report *report, json_value key, json_value first)
{
    arena *a = diagnostics_arena(report->diagnostics);
    char *name = ARENA_ARRAY(a, char, json_string_size(key) + 1);
    json_string_copy(key, name);
    diagnostic *added =
        diagnostics_add(report->diagnostics, DIAGNOSTIC_JSON_DUPLICATE,
                        json_span(report->source, key), "the key `%s` is given twice", name);
    diagnostics_note(report->diagnostics, added, json_span(report->source, first),
                     "first given here");
}

// The search holds memory of its own: a lack of memory must not jump over it.
static void json_catch_duplicate(void *user, json_value key, json_value first)
{
    duplicate_report *report = user;
    arena *a = diagnostics_arena(report->diagnostics);
    jmp_buf escape;
    memcpy(&escape, &a->escape, sizeof escape);
    if (report->failed)
        return;
    if (setjmp(a->escape) == 0)
        json_add_duplicate(report, key, first);
    else
        report->failed = true;
    memcpy(&a->escape, &escape, sizeof escape);
}

void json_report_duplicates(gestalt_diagnostics *d, uint32_t source, const json_document *document,
                            const gestalt_allocator *allocator)
{
    duplicate_report report = {.diagnostics = d, .source = source};
    bool enough = json_duplicates(document, allocator, json_catch_duplicate, &report);
    if (!enough || report.failed)
        longjmp(diagnostics_arena(d)->escape, 1);
}
