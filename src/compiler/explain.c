// SPDX-License-Identifier: MIT
// Explanations of codes: diagnostics.def as text for the terminal, as JSON, and as docs/errors.md.
#include "diagnostic.h"
#include "misuse.h"
#include "nearest.h"
#include "text.h"

enum { EXPLAIN_WIDTH = 80 };

static bool same_code(const char *a, const char *b)
{
    return strlen(a) == strlen(b) && (a[0] == b[0] || a[0] == b[0] - 'A' + 'a') &&
           strcmp(a + 1, b + 1) == 0;
}

static const diagnostic_info *find_code(const char *code)
{
    for (size_t i = 0; i < DIAGNOSTIC_COUNT; i++)
        if (same_code(code, diagnostic_table[i].code))
            return &diagnostic_table[i];
    return NULL;
}

const char *gestalt_explain_nearest(const char *code)
{
    if (MISUSE_NULL(code, "code", NULL))
        return NULL;
    nearest n;
    nearest_start(&n, code, strlen(code), NULL);
    for (size_t i = 0; i < DIAGNOSTIC_COUNT; i++)
        nearest_offer(&n, diagnostic_table[i].code, strlen(diagnostic_table[i].code));
    return n.name;
}

static bool info_is_warning(const diagnostic_info *info)
{
    return info->code[0] == 'W';
}

// Wrap a text into lines of at most EXPLAIN_WIDTH columns.
static void write_wrapped(text_out *out, const char *text)
{
    size_t column = 0;
    while (*text) {
        size_t size = strcspn(text, " ");
        if (column > 0 && column + 1 + size > EXPLAIN_WIDTH) {
            text_put(out, "\n");
            column = 0;
        }
        if (column > 0)
            text_put(out, " ");
        text_write(out, text, size);
        column += size + (column > 0);
        text += size;
        text += strspn(text, " ");
    }
    text_put(out, "\n");
}

// Write line by line and escaped for a terminal, since an example may contain invalid UTF-8.
static void write_lines(text_out *out, const char *indent, const char *text)
{
    while (*text) {
        size_t size = strcspn(text, "\n");
        text_put(out, indent);
        text_escaped(out, text, size);
        text_put(out, "\n");
        text += size + (text[size] != '\0');
    }
}

static void write_example(text_out *out, const char *title, text_color color, const char *example)
{
    text_put(out, "\n");
    text_style(out, color);
    text_put(out, title);
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
    write_lines(out, "    ", example);
}

gestalt_result gestalt_explain(const char *code, bool color, gestalt_writer writer)
{
    if (MISUSE_NULL(code, "code", NULL) || MISUSE_NULL(writer.write, "writer.write", NULL))
        return GESTALT_MISUSE;
    const diagnostic_info *info = find_code(code);
    if (!info)
        return GESTALT_BAD_ARGUMENT;
    text_out out;
    text_start(&out, writer, color);
    text_style(&out, info_is_warning(info) ? COLOR_WARNING : COLOR_ERROR);
    text_put(&out, info->code);
    text_style(&out, COLOR_OFF);
    text_style(&out, COLOR_BOLD);
    text_print(&out, ": %s\n\n", info->title);
    text_style(&out, COLOR_OFF);
    write_wrapped(&out, info->explanation);
    write_example(&out, "Wrong:", COLOR_ERROR, info->wrong);
    write_example(&out, "Right:", COLOR_VALUE, info->right);
    return text_finish(&out) ? GESTALT_OK : GESTALT_IO;
}

static void write_code_json(text_out *out, const diagnostic_info *info)
{
    const struct {
        const char *key, *value;
    } members[] = {
        {"code", info->code},   {"severity", info_is_warning(info) ? "warning" : "error"},
        {"title", info->title}, {"explanation", info->explanation},
        {"wrong", info->wrong}, {"right", info->right},
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        text_print(out, "%s\"%s\":", i == 0 ? "{" : ",", members[i].key);
        text_json(out, members[i].value, strlen(members[i].value));
    }
    text_put(out, "}");
}

static void write_code_line(text_out *out, const diagnostic_info *info)
{
    text_style(out, info_is_warning(info) ? COLOR_WARNING : COLOR_ERROR);
    text_put(out, info->code);
    text_style(out, COLOR_OFF);
    text_print(out, "  %s\n", info->title);
}

gestalt_result gestalt_explain_list(bool json, bool color, gestalt_writer writer)
{
    if (MISUSE_NULL(writer.write, "writer.write", NULL))
        return GESTALT_MISUSE;
    text_out out;
    text_start(&out, writer, color);
    for (size_t i = 0; i < DIAGNOSTIC_COUNT; i++) {
        if (json) {
            text_put(&out, i == 0 ? "[" : ",\n ");
            write_code_json(&out, &diagnostic_table[i]);
        } else {
            write_code_line(&out, &diagnostic_table[i]);
        }
    }
    text_put(&out, json ? "]\n" : "");
    return text_finish(&out) ? GESTALT_OK : GESTALT_IO;
}

// ---- docs/errors.md

static const char markdown_intro[] =
    "<!-- Generated from src/json/diagnostics.def. Do not edit. -->\n"
    "# Errors and warnings\n"
    "\n"
    "This page is for authors of trees and scenes. It explains every error and warning that the\n"
    "compiler can report, with a wrong and a right example. `gestalt explain CODE` prints the "
    "same.\n"
    "\n"
    "A code that starts with E is an error: the document is not compiled. A code that starts with "
    "W\n"
    "is a warning; `-Werror` turns warnings into errors. A code never changes its meaning and is\n"
    "never reused.\n"
    "\n"
    "| code | what |\n"
    "|---|---|\n";

static void write_markdown_example(text_out *out, const char *title, const char *example)
{
    text_print(out, "\n%s:\n\n```%s\n", title, *example == '<' ? "xml" : "json");
    write_lines(out, "", example);
    text_put(out, "```\n");
}

bool diagnostics_write_markdown(gestalt_writer writer)
{
    text_out out;
    text_start(&out, writer, false);
    text_put(&out, markdown_intro);
    for (size_t i = 0; i < DIAGNOSTIC_COUNT; i++) {
        const diagnostic_info *info = &diagnostic_table[i];
        text_print(&out, "| [%s](#%c%s) | %s |\n", info->code, info->code[0] - 'A' + 'a',
                   info->code + 1, info->title);
    }
    for (size_t i = 0; i < DIAGNOSTIC_COUNT; i++) {
        const diagnostic_info *info = &diagnostic_table[i];
        text_print(&out, "\n## %s\n\n*%s*\n\n", info->code, info->title);
        write_wrapped(&out, info->explanation);
        write_markdown_example(&out, "Wrong", info->wrong);
        write_markdown_example(&out, "Right", info->right);
    }
    return text_finish(&out);
}
