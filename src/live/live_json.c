// SPDX-License-Identifier: MIT
#include "live_json.h"

#include "number.h"

#include <math.h>
#include <string.h>

void answer_text(text_out *out, const char *text)
{
    if (text)
        text_json(out, text, strlen(text));
    else
        text_put(out, "null");
}

void answer_number(text_out *out, double number)
{
    char text[NUMBER_TEXT_SIZE];
    if (isfinite(number))
        text_write(out, text, number_print_double(text, number));
    else
        text_put(out, "null");
}

void answer_seconds(text_out *out, int64_t microseconds)
{
    answer_number(out, (double)microseconds / 1e6);
}

void answer_float(text_out *out, float number)
{
    char text[NUMBER_TEXT_SIZE];
    if (isfinite(number))
        text_write(out, text, number_print_float(text, number));
    else
        text_put(out, "null");
}
