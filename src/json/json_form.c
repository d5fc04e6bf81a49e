// SPDX-License-Identifier: MIT
#include "json_form.h"

#include "memory.h"
#include "names.h"
#include "nearest.h"
#include "shape_limits.h"
#include "utf8.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const diagnostic_codes[DIAGNOSTIC_COUNT] = {
#define DIAGNOSTIC(code, name, title, explanation, wrong, right) code,
#include "diagnostics.def"
};

// ---- adding diagnostics

enum { MESSAGE_SIZE = 4096 }; // longer than any message that is kept

static _Noreturn void form_escape(const json_form *f)
{
    longjmp(f->memory->escape, 1);
}

gestalt_span json_form_span(const json_form *f, json_value value)
{
    return (gestalt_span){f->source, json_begin(value), json_end(value)};
}

gestalt_diagnostic *json_form_wrong(const json_form *f, gestalt_span place, diagnostic_code code,
                                    const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    gestalt_diagnostic *added =
        gestalt_diagnostics_add(f->diagnostics, diagnostic_codes[code], place, message);
    if (!added)
        form_escape(f);
    return added;
}

void json_form_note(const json_form *f, gestalt_diagnostic *to, gestalt_span place,
                    const char *message)
{
    if (!gestalt_diagnostics_note(f->diagnostics, to, place, message))
        form_escape(f);
}

void json_form_help(const json_form *f, gestalt_diagnostic *to, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (!gestalt_diagnostics_help(f->diagnostics, to, message))
        form_escape(f);
}

// ---- syntax errors of JSON

static const struct {
    diagnostic_code code;
    const char *message; // NULL: the message is made from what was expected
    const char *help;
} json_messages[] = {
    [JSON_UNEXPECTED] = {DIAGNOSTIC_JSON_UNEXPECTED, NULL, NULL},
    [JSON_UNEXPECTED_END] = {DIAGNOSTIC_JSON_END, NULL, NULL},
    [JSON_TRAILING] = {DIAGNOSTIC_JSON_TRAILING, "nothing may follow the document's value", NULL},
    [JSON_BAD_NUMBER] = {DIAGNOSTIC_JSON_NUMBER, "malformed number",
                         "JSON numbers look like `-12`, `0.5` or `1e-3`"},
    [JSON_NUMBER_RANGE] = {DIAGNOSTIC_JSON_NUMBER_RANGE, "this number is too large", NULL},
    [JSON_BAD_ESCAPE] = {DIAGNOSTIC_JSON_ESCAPE, "unknown escape in a string",
                         "write a backslash as `\\\\`; `\\u` needs four hexadecimal digits"},
    [JSON_BAD_SURROGATE] = {DIAGNOSTIC_JSON_SURROGATE, "half of a surrogate pair",
                            "characters above U+FFFF are written as they are, or as two `\\u` "
                            "escapes"},
    [JSON_NUL] = {DIAGNOSTIC_JSON_NUL, "a string can't hold the zero character", NULL},
    [JSON_ZERO_BYTE] =
        {DIAGNOSTIC_JSON_NUL, "a zero byte, which JSON does not have",
         "the size of a text in memory does not include the terminating zero: strlen, not sizeof"},
    [JSON_CONTROL_CHARACTER] = {DIAGNOSTIC_JSON_CONTROL, "control character in a string",
                                "write `\\n` for a new line, `\\t` for a tab; or is a quote "
                                "missing?"},
    [JSON_BAD_UTF8] = {DIAGNOSTIC_JSON_UTF8, "this is not UTF-8", "save the document as UTF-8"},
    [JSON_BAD_WORD] = {DIAGNOSTIC_JSON_WORD, "unknown word", "strings need double quotes"},
    [JSON_TOO_DEEP] = {DIAGNOSTIC_JSON_DEPTH, "nested too deep", NULL},
    [JSON_TOO_LARGE] = {DIAGNOSTIC_JSON_SIZE, "the document is too large", NULL},
    [JSON_COMMENT] = {DIAGNOSTIC_JSON_COMMENT, "JSON has no comments",
                      "use the key `doc` of a document, a node or a blackboard key"},
    [JSON_TRAILING_COMMA] = {DIAGNOSTIC_JSON_COMMA, "there is no element after this comma",
                             "remove it"},
    [JSON_BYTE_ORDER_MARK] = {DIAGNOSTIC_JSON_UNEXPECTED,
                              "a byte order mark (BOM), which JSON does not have",
                              "save the document as UTF-8 without it"},
    [JSON_UTF16] = {DIAGNOSTIC_JSON_UTF8, "this is UTF-16, not UTF-8",
                    "save the document as UTF-8"},
    [JSON_XML] = {DIAGNOSTIC_JSON_UNEXPECTED, "this is XML, and a document is JSON",
                  "a document begins with `{ \"gestalt\": 1, `; `gestalt import` reads trees of "
                  "BehaviorTree.CPP"},
    [JSON_SINGLE_QUOTES] = {DIAGNOSTIC_JSON_QUOTES, "single quotes", "strings need double quotes"},
};

static const char *json_opened_text(const json_error *error)
{
    bool string =
        error->kind == JSON_CONTROL_CHARACTER || (error->expected && error->expected[1] == '"');
    return string ? "the string begins here" : "opened here";
}

// An opening bracket nearby in the same line needs no note: the reader sees it.
static bool is_in_view(const json_form *f, const json_error *error)
{
    enum { NEAR = 80 };
    uint32_t line, opened_line, column;
    if (!gestalt_diagnostics_locate(f->diagnostics, f->source, error->begin, &line, &column) ||
        !gestalt_diagnostics_locate(f->diagnostics, f->source, error->opened, &opened_line,
                                    &column))
        form_escape(f);
    return line == opened_line && error->begin - error->opened < NEAR;
}

void json_form_report(const json_form *f, const json_error *error)
{
    if (error->kind == JSON_NO_MEMORY)
        form_escape(f);
    gestalt_span place = {f->source, error->begin, error->end};
    diagnostic_code code = json_messages[error->kind].code;
    const char *message = json_messages[error->kind].message;
    const char *help = json_messages[error->kind].help;
    gestalt_diagnostic *added;
    if (message)
        added = json_form_wrong(f, place, code, "%s", message);
    else if (error->kind == JSON_UNEXPECTED_END)
        added = json_form_wrong(f, place, code, "the text ends here, but %s is missing",
                                error->expected);
    else
        added = json_form_wrong(f, place, code, "expected %s", error->expected);
    if (error->opened != UINT32_MAX && !is_in_view(f, error))
        json_form_note(f, added, (gestalt_span){f->source, error->opened, error->opened + 1},
                       json_opened_text(error));
    if (error->kind == JSON_BAD_WORD && error->expected)
        json_form_help(f, added, "did you mean %s?", error->expected);
    else if (help)
        json_form_help(f, added, "%s", help);
}

typedef struct duplicate_report {
    json_form form;
    bool failed;
} duplicate_report;

// The search owns memory, so running out of memory must not jump out of this callback.
static void report_duplicate(void *user, json_value key, json_value first)
{
    duplicate_report *report = user;
    const json_form *f = &report->form;
    jmp_buf escape;
    if (report->failed)
        return;
    memcpy(&escape, &f->memory->escape, sizeof escape);
    if (setjmp(f->memory->escape) == 0) {
        gestalt_diagnostic *added =
            json_form_wrong(f, json_form_span(f, key), DIAGNOSTIC_JSON_DUPLICATE,
                            "the key `%s` is given twice", json_form_text(f, key));
        json_form_note(f, added, json_form_span(f, first), "first given here");
    } else {
        report->failed = true;
    }
    memcpy(&f->memory->escape, &escape, sizeof escape);
}

void json_form_report_duplicates(const json_form *f, const json_document *document,
                                 const gestalt_allocator *allocator)
{
    duplicate_report report = {.form = *f};
    bool enough = json_duplicates(document, allocator, report_duplicate, &report);
    if (!enough || report.failed)
        form_escape(f);
}

// ---- values of the wrong kind

const char *json_form_text(const json_form *f, json_value string)
{
    size_t size = json_string_size(string);
    if (f->charge)
        f->charge(f->user, size);
    char *text = arena_allocate(f->memory, size + 1);
    json_string_copy(string, text);
    return text;
}

const char *json_kind_text(json_kind kind)
{
    static const char *const texts[] = {
        [JSON_NONE] = "nothing",   [JSON_NULL] = "null",        [JSON_FALSE] = "a bool",
        [JSON_TRUE] = "a bool",    [JSON_NUMBER] = "a number",  [JSON_STRING] = "a string",
        [JSON_ARRAY] = "an array", [JSON_OBJECT] = "an object",
    };
    return texts[kind];
}

bool json_form_expect(const json_form *f, json_value value, json_kind kind, const char *what)
{
    json_kind found = json_kind_of(value);
    if (found == kind)
        return true;
    json_form_wrong(f, json_form_span(f, value), DIAGNOSTIC_WRONG_KIND, "%s must be %s, not %s",
                    what, json_kind_text(kind), json_kind_text(found));
    return false;
}

const char *json_name_fault(const char *name)
{
    size_t size = strlen(name);
    if (size == 0)
        return "must not be empty";
    if (size > LIMIT_NAME_SIZE)
        return "has more than 255 bytes";
    if (utf8_valid_prefix(name, size) != size)
        return "must be UTF-8";
    return utf8_is_plain(name, size) ? NULL : "must not contain control characters";
}

const char *json_form_name(const json_form *f, json_value value, const char *what, bool identifier)
{
    if (!json_form_expect(f, value, JSON_STRING, what))
        return NULL;
    if (json_string_size(value) > LIMIT_NAME_SIZE) {
        json_form_wrong(f, json_form_span(f, value), DIAGNOSTIC_TOO_LONG,
                        "%s has more than %d bytes", what, LIMIT_NAME_SIZE);
        return NULL;
    }
    const char *name = json_form_text(f, value);
    const char *why = json_name_fault(name);
    if (!why && identifier && !names_is_identifier(name))
        why = "must consist of letters, digits and _, and not start with a digit";
    if (!why)
        return name;
    json_form_wrong(f, json_form_span(f, value), DIAGNOSTIC_BAD_NAME, "%s %s", what, why);
    return NULL;
}

bool json_form_check_text(const json_form *f, json_value value, const char *what)
{
    if (json_kind_of(value) == JSON_NONE)
        return true;
    if (!json_form_expect(f, value, JSON_STRING, what))
        return false;
    if (json_string_size(value) <= LIMIT_TEXT_SIZE)
        return true;
    json_form_wrong(f, json_form_span(f, value), DIAGNOSTIC_TOO_LONG, "%s has more than %d bytes",
                    what, LIMIT_TEXT_SIZE);
    return false;
}

static const char *nearest_known(const json_form *f, const char *name, const char *const *known)
{
    nearest best;
    nearest_start(&best, name, strlen(name), f->suggestions);
    for (; *known; known++)
        nearest_offer(&best, *known, strlen(*known));
    return best.name;
}

// Write a list of words for people, into a local buffer: a file may have many errors.
static void list_words(char list[MESSAGE_SIZE], const char *const *words, const char *last)
{
    size_t used = 0;
    list[0] = '\0';
    for (size_t i = 0; words[i] && used < MESSAGE_SIZE; i++) {
        const char *between = i == 0 ? "" : words[i + 1] ? ", " : last;
        used += (size_t)snprintf(list + used, MESSAGE_SIZE - used, "%s%s", between, words[i]);
    }
}

static void report_unknown_key(const json_form *f, json_value key, const char *what,
                               const char *const *known)
{
    const char *name = json_form_text(f, key);
    const char *best = nearest_known(f, name, known);
    gestalt_diagnostic *report = json_form_wrong(f, json_form_span(f, key), DIAGNOSTIC_UNKNOWN_KEY,
                                                 "%s has no key `%s`", what, name);
    if (best) {
        json_form_help(f, report, "did you mean `%s`?", best);
        return;
    }
    char list[MESSAGE_SIZE];
    list_words(list, known, ", ");
    json_form_help(f, report, "it takes %s", list);
}

static bool is_known(json_value key, const char *const *known)
{
    for (; *known; known++)
        if (json_is(key, *known))
            return true;
    return false;
}

void json_form_check_keys(const json_form *f, json_value object, const char *what,
                          const char *const *known)
{
    for (json_value key = json_first(object); json_kind_of(key) != JSON_NONE;
         key = json_next(json_next(key)))
        if (!is_known(key, known))
            report_unknown_key(f, key, what, known);
}

json_value json_form_member(const json_form *f, json_value object, const char *name,
                            const char *const *known, json_value *key)
{
    enum { TRIED_MAX = 64 }; // most unknown keys to try; an object with more is not just misspelt
    json_value member = json_member(object, name, key);
    if (json_kind_of(member) != JSON_NONE)
        return member;
    json_value k = json_first(object);
    nearest paid; // draws on the budget for suggestions, so that an object with many unknown keys
                  // stays cheap
    nearest_start(&paid, name, strlen(name), f->suggestions);
    size_t known_count = 0;
    while (known[known_count])
        known_count++;
    for (int tried = 0; json_kind_of(k) != JSON_NONE && tried < TRIED_MAX;
         k = json_next(json_next(k))) {
        if (!nearest_may_walk(&paid, known_count))
            break;
        if (is_known(k, known))
            continue;
        tried++;
        const char *meant = nearest_known(f, json_form_text(f, k), known);
        if (!meant || strcmp(meant, name) != 0)
            continue;
        if (key)
            *key = k;
        return json_next(k);
    }
    return member;
}

int json_form_word(const json_form *f, json_value value, const char *what, const char *const *words)
{
    if (!json_form_expect(f, value, JSON_STRING, what))
        return -1;
    nearest best;
    const char *text = json_form_text(f, value);
    nearest_start(&best, text, strlen(text), f->suggestions);
    for (int i = 0; words[i]; i++) {
        if (json_is(value, words[i]))
            return i;
        nearest_offer(&best, words[i], strlen(words[i]));
    }
    char list[MESSAGE_SIZE];
    list_words(list, words, " or ");
    gestalt_diagnostic *report = json_form_wrong(
        f, json_form_span(f, value), DIAGNOSTIC_UNKNOWN_WORD, "%s can't be `%s`", what, text);
    if (best.name)
        json_form_help(f, report, "did you mean `%s`?", best.name);
    else
        json_form_help(f, report, "write %s", list);
    return -1;
}
