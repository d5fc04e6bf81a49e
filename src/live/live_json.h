// SPDX-License-Identifier: MIT
// Values in responses: texts, and numbers that JSON can represent; others are null.
#ifndef LIVE_JSON_H
#define LIVE_JSON_H

#include "text.h"
#include "text_buffer.h"

#include <gestalt/base.h>

/// Write a text; NULL is written as null.
void answer_text(text_out *out, const char *text);
void answer_number(text_out *out, double number);
void answer_seconds(text_out *out, int64_t microseconds);
void answer_float(text_out *out, float number);

#endif
