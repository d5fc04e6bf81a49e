// SPDX-License-Identifier: MIT
#include "json_layout.h"

#include <string.h>

enum { LAYOUT_INDENT = 2 };

typedef enum layout_fit { FIT_YES, FIT_NO, FIT_UNKNOWN } layout_fit;

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// Count one column per character: continuation bytes, 10xxxxxx, count 0.
static size_t columns_of(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

static void layout_put(json_layout *l, char c)
{
    text_write(l->out, &c, 1);
    l->column += columns_of(c);
}

static void layout_new_line(json_layout *l)
{
    text_put(l->out, "\n");
    text_fill(l->out, ' ', l->depth * LAYOUT_INDENT);
    l->column = l->depth * LAYOUT_INDENT;
}

// Track whether the current byte is inside a string.
static void string_byte(json_layout_string *s, char c)
{
    if (c == '"' && !s->escaped)
        s->in_string = !s->in_string;
    s->escaped = s->in_string && c == '\\' && !s->escaped;
}

// Does the array or object at `i`, with a comma after it, fit into the rest of the line? If so,
// `*end` is the index after its end.
static layout_fit layout_fits(const json_layout *l, size_t i, size_t *end)
{
    size_t columns = l->column + 1;
    size_t depth = 0;
    json_layout_string string = {false, false};
    for (; i < l->used && columns <= JSON_LAYOUT_COLUMNS; i++) {
        char c = l->buffer[i];
        string_byte(&string, c);
        bool is_wide = !string.in_string && (c == '{' || c == '}' || c == ',' || c == ':');
        columns += is_wide ? 2 : columns_of(c);
        if (string.in_string)
            continue;
        if (c == '{' || c == '[')
            depth++;
        else if ((c == '}' || c == ']') && --depth == 0) {
            *end = i + 1;
            return columns <= JSON_LAYOUT_COLUMNS ? FIT_YES : FIT_NO;
        }
    }
    return columns > JSON_LAYOUT_COLUMNS ? FIT_NO : FIT_UNKNOWN;
}

// Write the bytes from `i` to `end` on one line.
static void layout_one_line(json_layout *l, size_t i, size_t end)
{
    json_layout_string string = {false, false};
    bool is_empty = false;
    for (; i < end; i++) {
        char c = l->buffer[i];
        string_byte(&string, c);
        if (string.in_string) {
            layout_put(l, c);
            continue;
        }
        if (c == '}' && !is_empty)
            layout_put(l, ' ');
        layout_put(l, c);
        is_empty = c == '{' && l->buffer[i + 1] == '}';
        if (c == ',' || c == ':' || (c == '{' && !is_empty))
            layout_put(l, ' ');
    }
}

// Write an array or object on one line, or only its opening bracket and a newline. Returns the
// index after what was written, or `i` when more input is needed to decide.
static size_t layout_open(json_layout *l, size_t i, bool is_all)
{
    if (l->used - i < 2 && !is_all)
        return i;
    if (i + 1 < l->used && (l->buffer[i + 1] == '}' || l->buffer[i + 1] == ']')) {
        layout_one_line(l, i, i + 2);
        return i + 2;
    }
    size_t end = i;
    layout_fit fit = l->depth == 0 ? FIT_NO : layout_fits(l, i, &end);
    if (fit == FIT_UNKNOWN && i > 0 && !is_all)
        return i;
    if (fit == FIT_YES) {
        layout_one_line(l, i, end);
        return end;
    }
    layout_put(l, l->buffer[i]);
    l->depth++;
    layout_new_line(l);
    return i + 1;
}

static void layout_byte(json_layout *l, char c)
{
    string_byte(&l->written, c);
    if (l->written.in_string) {
        layout_put(l, c);
    } else if (c == '}' || c == ']') {
        if (l->depth > 0)
            l->depth--;
        layout_new_line(l);
        layout_put(l, c);
    } else {
        layout_put(l, c);
        if (c == ',')
            layout_new_line(l);
        else if (c == ':')
            layout_put(l, ' ');
    }
}

// Write as much of the buffer as can be decided.
static void layout_drain(json_layout *l, bool is_all)
{
    size_t i = 0;
    while (i < l->used) {
        char c = l->buffer[i];
        if (!l->written.in_string && (c == '{' || c == '[')) {
            size_t next = layout_open(l, i, is_all);
            if (next == i)
                break;
            i = next;
        } else {
            layout_byte(l, c);
            i++;
        }
    }
    memmove(l->buffer, l->buffer + i, l->used - i);
    l->used -= i;
}

// White space is dropped at once, so the buffer never contains any.
static bool layout_write(void *user, const char *text, size_t size)
{
    json_layout *l = user;
    for (size_t i = 0; i < size; i++) {
        if (!l->read.in_string && is_space(text[i]))
            continue;
        string_byte(&l->read, text[i]);
        l->buffer[l->used++] = text[i];
        if (l->used == sizeof l->buffer)
            layout_drain(l, false);
    }
    return !l->out->failed;
}

void json_layout_start(json_layout *layout, text_out *out)
{
    layout->out = out;
    layout->depth = 0;
    layout->column = 0;
    layout->read = layout->written = (json_layout_string){false, false};
    layout->used = 0;
}

gestalt_writer json_layout_writer(json_layout *layout)
{
    return (gestalt_writer){.write = layout_write, .user = layout};
}

void json_layout_finish(json_layout *layout)
{
    layout_drain(layout, true);
    text_put(layout->out, "\n");
}
