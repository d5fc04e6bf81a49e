// SPDX-License-Identifier: MIT
// Diagnostics for code outside the compiler: the same functions, but they return an error when
// memory runs out instead of jumping out.
#include "diagnostic.h"
#include "misuse.h"

#include <string.h>

// The arguments and results of a call.
typedef struct diagnostic_work {
    gestalt_diagnostics *diagnostics;
    gestalt_diagnostic *one;
    const char *path, *text;
    diagnostic_code code;
    span place;
    size_t size;
    uint32_t *number, *column;
} diagnostic_work;

typedef void diagnostic_call(diagnostic_work *w);

// Run a call; returns false if it jumped out. Then restores the arena's previous escape, such as
// that of a compilation that is reading JSON.
static bool diagnostic_guard(diagnostic_call *call, diagnostic_work *w)
{
    arena *a = diagnostics_arena(w->diagnostics);
    jmp_buf before;
    memcpy(&before, &a->escape, sizeof before);
    bool failed = setjmp(a->escape) != 0;
    if (!failed)
        call(w);
    memcpy(&a->escape, &before, sizeof before);
    return !failed;
}

// Report misuse: a collection that is NULL, or already finished.
static bool is_over(const char *function, const gestalt_diagnostics *d)
{
    if (misuse_if_null(!d, function, "diagnostics", NULL))
        return true;
    return __builtin_expect(diagnostics_are_finished(d), 0) &&
           misuse_tell(function, NULL,
                       "the diagnostics are finished: add diagnostics and look up positions before "
                       "gestalt_diagnostics_finish") != GESTALT_OK;
}

static bool is_no_place(const char *function, const gestalt_diagnostics *d, span place)
{
    return __builtin_expect(!diagnostics_have(d, place), 0) &&
           misuse_tell(function, NULL,
                       "bytes %u to %u of source %u do not exist: see gestalt_diagnostics_source",
                       (unsigned)place.begin, (unsigned)place.end,
                       (unsigned)place.source) != GESTALT_OK;
}

static bool is_of_others(const char *function, const gestalt_diagnostics *d, const diagnostic *one)
{
    return __builtin_expect(!diagnostics_own(d, one), 0) &&
           misuse_tell(function, NULL,
                       "`to` is not a diagnostic of this collection: gestalt_diagnostics_add "
                       "returns its diagnostics") != GESTALT_OK;
}

gestalt_diagnostics *gestalt_diagnostics_create(const gestalt_allocator *allocator)
{
    return diagnostics_new(allocator);
}

static void call_source(diagnostic_work *w)
{
    *w->number = diagnostics_source(w->diagnostics, w->path, w->text, w->size);
}

bool gestalt_diagnostics_source(gestalt_diagnostics *d, const char *path, const char *text,
                                size_t size, uint32_t *source)
{
    if (is_over(__func__, d) || MISUSE_NULL(path, "path", NULL) ||
        (size > 0 && MISUSE_NULL(text, "text", NULL)) || MISUSE_NULL(source, "source", NULL))
        return false;
    diagnostic_work w = {
        .diagnostics = d, .path = path, .text = text, .size = size, .number = source};
    return diagnostic_guard(call_source, &w);
}

// Return DIAGNOSTIC_COUNT for an unknown code.
static diagnostic_code code_of(const char *code)
{
    int i = 0;
    while (i < DIAGNOSTIC_COUNT && strcmp(diagnostic_table[i].code, code) != 0)
        i++;
    return (diagnostic_code)i;
}

static void call_add(diagnostic_work *w)
{
    w->one = diagnostics_add(w->diagnostics, w->code, w->place, "%s", w->text);
}

gestalt_diagnostic *gestalt_diagnostics_add(gestalt_diagnostics *d, const char *code,
                                            gestalt_span place, const char *message)
{
    if (is_over(__func__, d) || MISUSE_NULL(code, "code", NULL) ||
        MISUSE_NULL(message, "message", NULL) || is_no_place(__func__, d, place))
        return NULL;
    diagnostic_work w = {.diagnostics = d, .code = code_of(code), .place = place, .text = message};
    if (w.code == DIAGNOSTIC_COUNT) {
        MISUSE(NULL, "`%.20s` is not a code: see gestalt_explain_list", code);
        return NULL;
    }
    return diagnostic_guard(call_add, &w) ? w.one : NULL;
}

static void call_note(diagnostic_work *w)
{
    diagnostics_note(w->diagnostics, w->one, w->place, "%s", w->text);
}

bool gestalt_diagnostics_note(gestalt_diagnostics *d, gestalt_diagnostic *to, gestalt_span place,
                              const char *message)
{
    if (is_over(__func__, d) || MISUSE_NULL(to, "to", NULL) ||
        MISUSE_NULL(message, "message", NULL) || is_of_others(__func__, d, to) ||
        is_no_place(__func__, d, place))
        return false;
    diagnostic_work w = {.diagnostics = d, .one = to, .place = place, .text = message};
    return diagnostic_guard(call_note, &w);
}

static void call_help(diagnostic_work *w)
{
    diagnostics_help(w->diagnostics, w->one, "%s", w->text);
}

bool gestalt_diagnostics_help(gestalt_diagnostics *d, gestalt_diagnostic *to, const char *message)
{
    if (is_over(__func__, d) || MISUSE_NULL(to, "to", NULL) ||
        MISUSE_NULL(message, "message", NULL) || is_of_others(__func__, d, to))
        return false;
    diagnostic_work w = {.diagnostics = d, .one = to, .text = message};
    return diagnostic_guard(call_help, &w);
}

static void call_locate(diagnostic_work *w)
{
    diagnostics_locate(w->diagnostics, w->place.source, w->place.begin, w->number, w->column);
}

bool gestalt_diagnostics_locate(gestalt_diagnostics *d, uint32_t source, uint32_t offset,
                                uint32_t *line, uint32_t *column)
{
    if (is_over(__func__, d) || MISUSE_NULL(line, "line", NULL) ||
        MISUSE_NULL(column, "column", NULL) ||
        is_no_place(__func__, d, (span){source, offset, offset}))
        return false;
    diagnostic_work w = {
        .diagnostics = d, .place = {source, offset, offset}, .number = line, .column = column};
    return diagnostic_guard(call_locate, &w);
}

static void call_finish(diagnostic_work *w)
{
    diagnostics_finish(w->diagnostics);
}

bool gestalt_diagnostics_finish(gestalt_diagnostics *d)
{
    if (is_over(__func__, d))
        return false;
    diagnostic_work w = {.diagnostics = d};
    return diagnostic_guard(call_finish, &w);
}
