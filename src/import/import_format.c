// SPDX-License-Identifier: MIT
#include "import_format.h"

#include <string.h>

typedef struct format_scan {
    const char *at, *end;
    bool is_cut; // the text ended inside of a value
} format_scan;

// A string as it is written, without its quotes.
typedef struct format_string {
    const char *text; // NULL: there is none
    size_t size;
} format_string;

static bool skip_space(format_scan *s)
{
    while (s->at < s->end && strchr(" \t\r\n", *s->at) && *s->at)
        s->at++;
    s->is_cut |= s->at == s->end;
    return s->at < s->end;
}

static bool skip_character(format_scan *s, char c)
{
    if (!skip_space(s) || *s->at != c)
        return false;
    s->at++;
    return true;
}

// Skip a string, and return it.
static format_string skip_string(format_scan *s)
{
    if (!skip_character(s, '"'))
        return (format_string){0};
    const char *start = s->at;
    while (s->at < s->end && *s->at != '"')
        s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
    if (s->at == s->end) {
        s->is_cut = true;
        return (format_string){0};
    }
    return (format_string){start, (size_t)(s->at++ - start)};
}

static void skip_value(format_scan *s)
{
    size_t depth = 0;
    while (skip_space(s)) {
        char c = *s->at;
        if (depth == 0 && (c == ',' || c == '}' || c == ']'))
            return;
        if (c == '"') {
            if (!skip_string(s).text)
                return;
        } else {
            depth += c == '{' || c == '[';
            depth -= c == '}' || c == ']';
            s->at++;
        }
    }
}

static bool is_word(format_string string, const char *word)
{
    return string.size == strlen(word) && memcmp(string.text, word, string.size) == 0;
}

static import_format object_format(format_scan *s, bool is_inner);

// Return the format that a member shows, at its value.
static import_format member_format(format_scan value, format_string key, bool is_inner)
{
    if (!skip_space(&value))
        return IMPORT_NONE;
    if (is_word(key, "trees"))
        return *value.at == '[' ? IMPORT_BEHAVIOR3 : IMPORT_NONE;
    if (is_word(key, "nodes"))
        return *value.at == '{' ? IMPORT_BEHAVIOR3 : IMPORT_NONE;
    if (is_word(key, "data") && !is_inner)
        return object_format(&value, true);
    if (is_word(key, "type")) {
        format_string type = skip_string(&value);
        return type.text && is_word(type, "root") ? IMPORT_MISTREEVOUS : IMPORT_NONE;
    }
    return IMPORT_NONE;
}

static import_format object_format(format_scan *s, bool is_inner)
{
    import_format format = IMPORT_NONE;
    if (!skip_character(s, '{'))
        return IMPORT_NONE;
    for (;;) {
        format_string key = skip_string(s);
        if (!key.text || is_word(key, "gestalt") || is_word(key, "scene"))
            return key.text ? IMPORT_NONE : format;
        if (!skip_character(s, ':'))
            return format;
        import_format shown = member_format(*s, key, is_inner);
        if (shown != IMPORT_NONE && format != IMPORT_BEHAVIOR3)
            format = shown;
        skip_value(s);
        if (!skip_character(s, ','))
            return format;
    }
}

static import_format json_format(format_scan *s)
{
    if (*s->at == '{')
        return object_format(s, false);
    s->at++;
    return object_format(s, true) == IMPORT_MISTREEVOUS ? IMPORT_MISTREEVOUS : IMPORT_NONE;
}

// Skip spaces and comments of MDSL.
static bool skip_comments(format_scan *s)
{
    while (skip_space(s) && *s->at == '/') {
        for (s->at++; s->at < s->end && (s->at[0] != '/' || s->at[-1] != '*');)
            s->at++;
        if (s->at < s->end)
            s->at++;
    }
    return s->at < s->end;
}

static bool begins_with_root(format_scan *s)
{
    static const char word[] = "root";
    if (!skip_comments(s))
        return false;
    for (size_t i = 0; i < sizeof word - 1; i++, s->at++) {
        s->is_cut |= s->at == s->end;
        if (s->at == s->end || (*s->at | 0x20) != word[i])
            return false;
    }
    return s->at == s->end || (*s->at && strchr(" \t\r\n\v\f[]{}()/", *s->at));
}

import_format import_format_of_start(const char *text, size_t size, bool *is_cut)
{
    format_scan s = {.at = text, .end = text + size};
    import_format format = IMPORT_NONE;
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        s.at += 3;
    if (skip_space(&s)) {
        if (*s.at == '<')
            format = IMPORT_BTCPP;
        else if (*s.at == '{' || *s.at == '[')
            format = json_format(&s);
        else if (begins_with_root(&s))
            format = IMPORT_MDSL;
    }
    if (is_cut)
        *is_cut = s.is_cut;
    return format;
}

import_format import_format_of(const char *text, size_t size)
{
    return import_format_of_start(text, size, NULL);
}
