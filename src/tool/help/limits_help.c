// SPDX-License-Identifier: MIT
// gestalt help limits: the table of limits, for people and for docs/limits.md.
#include "help.h"

#include <stdio.h>
#include <string.h>

typedef struct limit_row {
    const char *name, *usual, *untrusted, *unit, *what, *error;
} limit_row;

// Rows of limits.def; a FIXED row has no name and the same limit for all files.
static const limit_row limit_rows[] = {
#define LIMIT(member, usual, untrusted, unit, what, error)                                         \
    {#member, #usual, #untrusted, unit, what, error},
#define FIXED(what, most, error) {NULL, most, NULL, NULL, what, error},
#include "limits.def"
#undef LIMIT
#undef FIXED
};
enum { LIMIT_ROWS = sizeof limit_rows / sizeof *limit_rows };

// Group digits by three: "10,000,000".
static const char *limit_number(const char *digits, char *text)
{
    size_t size = strlen(digits), at = 0;
    for (size_t i = 0; i < size; i++) {
        if (i > 0 && (size - i) % 3 == 0)
            text[at++] = ',';
        text[at++] = digits[i];
    }
    text[at] = '\0';
    return text;
}

static void limits_markdown(text_out *out)
{
    char usual[64], untrusted[64];
    text_put(out,
             "| limit | default | `untrusted` | unit | of | error |\n|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < LIMIT_ROWS; i++) {
        const limit_row *row = &limit_rows[i];
        if (row->name)
            text_print(out, "| `%s` | %s | %s | %s | %s | %s |\n", row->name,
                       limit_number(row->usual, usual), limit_number(row->untrusted, untrusted),
                       row->unit, row->what, row->error);
    }
    text_put(out, "\n| what | at most | error |\n|---|---|---|\n");
    for (size_t i = 0; i < LIMIT_ROWS; i++)
        if (!limit_rows[i].name)
            text_print(out, "| %s | %s | %s |\n", limit_rows[i].what, limit_rows[i].usual,
                       limit_rows[i].error);
}

static void limits_text(text_out *out)
{
    char usual[64], untrusted[64];
    text_put(out, "Limits that can be set, their defaults, and those of --limits=untrusted:\n\n");
    for (size_t i = 0; i < LIMIT_ROWS; i++) {
        const limit_row *row = &limit_rows[i];
        if (row->name)
            text_print(out, "  %-8s %13s %10s  %s: %s\n", row->name,
                       limit_number(row->usual, usual), limit_number(row->untrusted, untrusted),
                       row->unit, row->what);
    }
    text_put(out,
             "\n--max-size sets `bytes`, --max-nodes `nodes`, --max-visits `visits`; a program\n"
             "sets them all by a gestalt_limits.\n\nLimits that are fixed:\n\n");
    for (size_t i = 0; i < LIMIT_ROWS; i++)
        if (!limit_rows[i].name)
            text_print(out, "  %s: %s\n", limit_rows[i].what, limit_rows[i].usual);
}

void help_write_limits(text_out *out, bool markdown)
{
    if (markdown)
        limits_markdown(out);
    else
        limits_text(out);
}
