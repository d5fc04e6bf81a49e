// SPDX-License-Identifier: MIT
// Values as CSV and as JSON.
#include "export.h"

#include "number.h"

#include <string.h>
#include <time.h>

void export_unsigned(text_out *out, uint64_t number)
{
    char text[24], *at = text + sizeof text;
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    text_write(out, at, (size_t)(text + sizeof text - at));
}

void export_int(text_out *out, int32_t number)
{
    int64_t wide = number;
    text_put(out, wide < 0 ? "-" : "");
    export_unsigned(out, (uint64_t)(wide < 0 ? -wide : wide));
}

void export_seconds(text_out *out, int64_t microseconds)
{
    char text[NUMBER_TEXT_SIZE];
    if (microseconds < 0)
        text_put(out, "-");
    text_write(out, text,
               number_print_seconds(text, microseconds < 0 ? -microseconds : microseconds));
}

// Write a float. JSON has no numbers for infinity and NaN, so they become strings.
void export_float(text_out *out, float number, bool is_json)
{
    char text[NUMBER_TEXT_SIZE];
    size_t size = number_print_float(text, number);
    bool is_word = is_json && (number != number || number - number != 0);
    text_put(out, is_word ? "\"" : "");
    text_write(out, text, size);
    text_put(out, is_word ? "\"" : "");
}

void export_bool(text_out *out, bool is_true, bool is_json)
{
    text_put(out, is_json ? (is_true ? "true" : "false") : (is_true ? "1" : "0"));
}

void export_json_text(text_out *out, const char *text)
{
    text_json(out, text ? text : "", text ? strlen(text) : 0);
}

void export_word(text_out *out, const char *word, bool is_json)
{
    if (is_json && word)
        export_json_text(out, word);
    else if (is_json)
        text_put(out, "null");
    else if (word)
        output_csv_text(out, word);
}

void export_wait(output *out)
{
    const struct timespec a_while = {.tv_nsec = 50000000};
    output_keep(out);
    nanosleep(&a_while, NULL);
}
