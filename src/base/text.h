// SPDX-License-Identifier: MIT
// Printing to a gestalt_writer through a small buffer. An error sticks, of the writer or of those
// who print, so that callers print as they like and ask once, at the end.
//
// Text outs stand on the stack, often one behind the other: so the buffer is no larger than it has
// to be for few calls of the writer.
#ifndef TEXT_H
#define TEXT_H

#include <gestalt/base.h>
#include <stdarg.h>

enum { TEXT_BUFFER_SIZE = 1024 };

typedef struct text_out {
    gestalt_writer writer;
    bool failed;
    bool is_out_of_memory; // the reason, if it failed because who prints had no memory
    bool color;
    size_t used;
    char buffer[TEXT_BUFFER_SIZE];
} text_out;

void text_start(text_out *out, gestalt_writer writer, bool color);
/// Hand on what is buffered. Return false when the writer has ever failed, or memory was missing.
bool text_finish(text_out *out);

/// Note that there was no memory for what was to be printed.
void text_fail_memory(text_out *out);
/// Finish a text whose writer prints to `out`, and note there what failed.
void text_finish_into(text_out *text, text_out *out);

void text_write(text_out *out, const char *text, size_t size);
void text_put(text_out *out, const char *text);
void text_fill(text_out *out, char c, size_t count);
void text_print(text_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Return the form of a word that fits a count: "%u node%s" takes `text_plural(n, "", "s")`.
/// All counts before a noun are written with it.
static inline const char *text_plural(uint64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

/// A JSON string with its quotes; what is not UTF-8 in `text` becomes U+FFFD.
void text_json(text_out *out, const char *text, size_t size);

/// Text of XML and HTML, also in attributes; what XML cannot hold becomes U+FFFD.
void text_xml(text_out *out, const char *text, size_t size);

/// Text from a document, safe for a terminal: control characters are shown as \n, \t, \x1b or
/// \u0085, and bytes that are not UTF-8 as \xNN.
void text_escaped(text_out *out, const char *text, size_t size);

/// The colours that output uses; each is empty when `out->color` is false. End with COLOR_OFF.
typedef enum text_color {
    COLOR_OFF,
    COLOR_BOLD,
    COLOR_DIM,
    COLOR_ERROR,
    COLOR_WARNING,
    COLOR_NOTE,
    COLOR_NAME,
    COLOR_VALUE,
    COLOR_KIND,
} text_color;
void text_style(text_out *out, text_color color);

#endif
