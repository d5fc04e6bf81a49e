// SPDX-License-Identifier: MIT
// The layout of JSON that people read: two spaces for each level, and an array or object that fits
// into 100 columns stands on one line. The outermost one never does.
//
// It takes valid JSON piece by piece, whatever white space that has, and keeps no more of it than
// the decision about one line needs. Columns are characters.
#ifndef JSON_LAYOUT_H
#define JSON_LAYOUT_H

#include "text.h"

enum { JSON_LAYOUT_COLUMNS = 100, JSON_LAYOUT_BUFFER_SIZE = 1024 };

typedef struct json_layout_string {
    bool in_string; // a closing quote is outside
    bool escaped;   // behind a backslash
} json_layout_string;

typedef struct json_layout {
    text_out *out;
    size_t depth;  // arrays and objects that are open and not on one line
    size_t column; // of the line that is being written
    json_layout_string read, written;
    size_t used;
    char buffer[JSON_LAYOUT_BUFFER_SIZE]; // read, but not yet written
} json_layout;

void json_layout_start(json_layout *layout, text_out *out);

/// Return the writer that takes the JSON.
gestalt_writer json_layout_writer(json_layout *layout);

/// Writes what is left, and ends the last line.
void json_layout_finish(json_layout *layout);

#endif
