// SPDX-License-Identifier: MIT
// The layout of JSON for people: two spaces for each level. An array or object that fits into 100
// columns is on one line, except the outermost one.
//
// The input is valid JSON in pieces, with any white space. Only as much is buffered as the decision
// about one line needs. Columns count characters.
#ifndef JSON_LAYOUT_H
#define JSON_LAYOUT_H

#include "text.h"

enum { JSON_LAYOUT_COLUMNS = 100, JSON_LAYOUT_BUFFER_SIZE = 1024 };

typedef struct json_layout_string {
    bool in_string; // a closing quote is already outside
    bool escaped;   // the next character follows a backslash
} json_layout_string;

typedef struct json_layout {
    text_out *out;
    size_t depth;  // number of open arrays and objects that are not on one line
    size_t column; // column in the line that is being written
    json_layout_string read, written;
    size_t used;
    char buffer[JSON_LAYOUT_BUFFER_SIZE]; // input not yet written
} json_layout;

void json_layout_start(json_layout *layout, text_out *out);

/// Return the writer for the JSON input.
gestalt_writer json_layout_writer(json_layout *layout);

/// Write the rest of the buffer, and end the last line.
void json_layout_finish(json_layout *layout);

#endif
