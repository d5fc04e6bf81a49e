// SPDX-License-Identifier: MIT
// Printing to a gestalt_writer through a small buffer. An error of the writer sticks, so that
// callers print as they like and ask once, at the end.
#ifndef TEXT_H
#define TEXT_H

#include <gestalt/base.h>
#include <stdarg.h>

typedef struct text_out {
    gestalt_writer writer;
    bool failed;
    bool color;
    size_t used;
    char buffer[4096];
} text_out;

void text_start(text_out *out, gestalt_writer writer, bool color);
/// Hands on what is buffered. False when the writer has ever failed.
bool text_finish(text_out *out);

void text_write(text_out *out, const char *text, size_t size);
void text_put(text_out *out, const char *text);
void text_fill(text_out *out, char c, size_t count);
void text_print(text_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// A JSON string with its quotes; what is not UTF-8 in `text` becomes U+FFFD.
void text_json(text_out *out, const char *text, size_t size);

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
