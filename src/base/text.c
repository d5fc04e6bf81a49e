// SPDX-License-Identifier: MIT
#include "text.h"

#include "utf8.h"

#include <stdio.h>
#include <string.h>

void text_start(text_out *out, gestalt_writer writer, bool color)
{
    out->writer = writer;
    out->failed = out->is_out_of_memory = false;
    out->color = color;
    out->used = 0;
}

static void text_flush(text_out *out)
{
    if (out->used && !out->failed)
        out->failed = !out->writer.write(out->writer.user, out->buffer, out->used);
    out->used = 0;
}

bool text_finish(text_out *out)
{
    text_flush(out);
    return !out->failed;
}

void text_fail_memory(text_out *out)
{
    out->failed = out->is_out_of_memory = true;
}

void text_finish_into(text_out *text, text_out *out)
{
    text_finish(text);
    out->failed = out->failed || text->failed;
    out->is_out_of_memory = out->is_out_of_memory || text->is_out_of_memory;
}

void text_write(text_out *out, const char *text, size_t size)
{
    if (size > sizeof out->buffer - out->used)
        text_flush(out);
    if (size > sizeof out->buffer) {
        if (!out->failed)
            out->failed = !out->writer.write(out->writer.user, text, size);
        return;
    }
    if (size > 0) // otherwise `text` may be NULL
        memcpy(out->buffer + out->used, text, size);
    out->used += size;
}

void text_put(text_out *out, const char *text)
{
    text_write(out, text, strlen(text));
}

void text_fill(text_out *out, char c, size_t count)
{
    for (; count > 0; count--)
        text_write(out, &c, 1);
}

// Longer output is truncated: anything that can be long is printed with text_write.
enum { PRINT_SIZE_MAX = 4096 };

__attribute__((format(printf, 2, 0), noinline)) static void
text_print_long(text_out *out, const char *format, va_list arguments)
{
    char text[PRINT_SIZE_MAX];
    vsnprintf(text, sizeof text, format, arguments);
    text_write(out, text, strlen(text));
}

// Print into the rest of the buffer. Returns false when it does not fit.
__attribute__((format(printf, 2, 0))) static bool text_print_here(text_out *out, const char *format,
                                                                  va_list arguments)
{
    size_t room = sizeof out->buffer - out->used;
    int size = vsnprintf(out->buffer + out->used, room, format, arguments);
    if (size < 0)
        return true;
    if ((size_t)size >= room)
        return false;
    out->used += (size_t)size;
    return true;
}

void text_print(text_out *out, const char *format, ...)
{
    va_list arguments, again, at_last;
    va_start(arguments, format);
    va_copy(again, arguments);
    va_copy(at_last, arguments);
    if (!text_print_here(out, format, arguments)) {
        text_flush(out);
        if (!text_print_here(out, format, again))
            text_print_long(out, format, at_last);
    }
    va_end(at_last);
    va_end(again);
    va_end(arguments);
}

// Return the character of a short escape for a control character, quote or backslash, or 0.
static char text_short_escape(uint32_t c)
{
    switch (c) {
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return 0;
    }
}

void text_json(text_out *out, const char *text, size_t size)
{
    text_put(out, "\"");
    for (size_t i = 0; i < size;) {
        uint32_t c;
        size_t width = utf8_decode(text + i, size - i, &c);
        if (width == 0) {
            text_put(out, "\xef\xbf\xbd");
            width = 1;
        } else if (c == '"' || c == '\\') {
            text_print(out, "\\%c", (char)c);
        } else if (text_short_escape(c)) {
            text_print(out, "\\%c", text_short_escape(c));
        } else if (utf8_is_control(c)) {
            text_print(out, "\\u%04x", (unsigned)c);
        } else {
            text_write(out, text + i, width);
        }
        i += width;
    }
    text_put(out, "\"");
}

// XML 1.0 excludes control characters except these, and also U+FFFE and U+FFFF.
static bool text_is_xml(uint32_t c)
{
    return c >= 0x20 ? c != 0xfffe && c != 0xffff : c == '\t' || c == '\n' || c == '\r';
}

static void text_xml_character(text_out *out, const char *text, size_t width, uint32_t c)
{
    switch (c) {
    case '<': text_put(out, "&lt;"); break;
    case '>': text_put(out, "&gt;"); break;
    case '&': text_put(out, "&amp;"); break;
    case '"': text_put(out, "&quot;"); break;
    default: text_write(out, text, width);
    }
}

void text_xml(text_out *out, const char *text, size_t size)
{
    for (size_t i = 0, width; i < size; i += width) {
        uint32_t c;
        width = utf8_decode(text + i, size - i, &c);
        if (width > 0 && text_is_xml(c))
            text_xml_character(out, text + i, width, c);
        else
            text_put(out, "\xef\xbf\xbd");
        width += width == 0;
    }
}

// Directional overrides and other invisible formatting characters could make a terminal show
// something misleading.
static bool text_is_hidden(uint32_t c)
{
    return (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff;
}

void text_escaped(text_out *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size;) {
        uint32_t c;
        size_t width = utf8_decode(text + i, size - i, &c);
        if (width == 0) {
            text_print(out, "\\x%02x", (unsigned)(unsigned char)text[i]);
            width = 1;
        } else if (text_short_escape(c)) {
            text_print(out, "\\%c", text_short_escape(c));
        } else if (c < 0x20 || c == 0x7f) {
            text_print(out, "\\x%02x", (unsigned)c);
        } else if (utf8_is_control(c) || text_is_hidden(c)) {
            text_print(out, "\\u%04x", (unsigned)c);
        } else {
            text_write(out, text + i, width);
        }
        i += width;
    }
}

void text_style(text_out *out, text_color color)
{
    static const char *const codes[] = {
        [COLOR_OFF] = "\x1b[0m",      [COLOR_BOLD] = "\x1b[1m",       [COLOR_DIM] = "\x1b[2m",
        [COLOR_ERROR] = "\x1b[1;31m", [COLOR_WARNING] = "\x1b[1;35m", [COLOR_NOTE] = "\x1b[1;36m",
        [COLOR_NAME] = "\x1b[1;34m",  [COLOR_VALUE] = "\x1b[32m",     [COLOR_KIND] = "\x1b[36m",
    };
    if (out->color)
        text_put(out, codes[color]);
}
