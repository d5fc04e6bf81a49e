// SPDX-License-Identifier: MIT
// Printing to a gestalt_writer through a small buffer. Errors of the writer, or of code that
// prints, are sticky: callers print without checking, and check once at the end.
//
// A text_out is a local variable, and calls may nest several of them. So the buffer is only as
// large as needed to keep calls of the writer rare.
#ifndef TEXT_H
#define TEXT_H

#include <gestalt/base.h>
#include <stdarg.h>

enum { TEXT_BUFFER_SIZE = 1024 };

typedef struct text_out {
    gestalt_writer writer;
    bool failed;
    bool is_out_of_memory; // the failure was that printing code had no memory
    bool color;
    size_t used;
    char buffer[TEXT_BUFFER_SIZE];
} text_out;

void text_start(text_out *out, gestalt_writer writer, bool color);
/// Flush the buffer. Returns false if the writer ever failed or memory ran out.
bool text_finish(text_out *out);

/// Record that memory ran out while preparing what to print.
void text_fail_memory(text_out *out);
/// Finish `text`, whose writer prints to `out`, and record its failure in `out`.
void text_finish_into(text_out *text, text_out *out);

void text_write(text_out *out, const char *text, size_t size);
void text_put(text_out *out, const char *text);
void text_fill(text_out *out, char c, size_t count);
void text_print(text_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Return the form of a word for a count: "%u node%s" takes `text_plural(n, "", "s")`. Use it for
/// every count before a noun.
static inline const char *text_plural(uint64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

/// Print a JSON string with its quotes; bytes that are not UTF-8 become U+FFFD.
void text_json(text_out *out, const char *text, size_t size);

/// Print text for XML and HTML, also for attributes; characters that XML cannot hold become U+FFFD.
void text_xml(text_out *out, const char *text, size_t size);

/// Print text from a document, safe for a terminal: control characters are shown as \n, \t, \x1b or
/// \u0085, and bytes that are not UTF-8 as \xNN.
void text_escaped(text_out *out, const char *text, size_t size);

/// The colours of output; each is empty when `out->color` is false. End with COLOR_OFF.
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
