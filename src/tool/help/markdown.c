// SPDX-License-Identifier: MIT
// Writes docs/command.md.
#include "help.h"

#include <string.h>

enum { PAGE_WIDTH = 100 };

// Write the text of a table cell; a bar is escaped, as it would end the cell.
static void put_cell(text_out *out, const char *text)
{
    for (; *text; text++)
        text_write(out, *text == '|' ? "\\|" : text, *text == '|' ? 2 : 1);
}

static void put_option(text_out *out, const option_info *info)
{
    text_put(out, "| ");
    if (info->letter)
        text_print(out, "`-%c`, ", info->letter);
    char argument[48], text[512];
    option_show_argument(info, argument, sizeof argument);
    text_print(out, "`--%s%s` | ", info->name, argument);
    help_describe_option(info, text, sizeof text);
    put_cell(out, text);
    text_put(out, " |\n");
}

static void put_options(text_out *out, command_id command)
{
    text_put(out, "\n| option | |\n|---|---|\n");
    for (option_id id = 0; id < OPTION_COUNT; id++)
        if (help_shows(id, command))
            put_option(out, &option_table[id]);
}

static void put_examples(text_out *out, const char *examples)
{
    help_example example;
    text_put(out, "\n```sh\n");
    for (const char *at = examples; help_next_example(&at, &example);) {
        text_put(out, "# ");
        for (size_t i = 0; i < example.text_size; i++)
            if (example.text[i] != '`')
                text_write(out, example.text + i, 1);
        text_put(out, "\n");
        text_write(out, example.command, example.command_size);
        text_put(out, "\n");
    }
    text_put(out, "```\n");
}

// Write paragraphs, wrapped into lines of at most PAGE_WIDTH columns.
static void put_wrapped(text_out *out, const char *text)
{
    size_t column = 0;
    while (*text) {
        size_t size = strcspn(text, " \n");
        if (column > 0 && column + 1 + size > PAGE_WIDTH) {
            text_put(out, "\n");
            column = 0;
        }
        text_put(out, column > 0 ? " " : "");
        text_write(out, text, size);
        column += size + (column > 0);
        for (text += size; *text == ' ' || *text == '\n'; text++) {
            text_put(out, *text == '\n' ? "\n" : "");
            column = *text == '\n' ? 0 : column;
        }
    }
}

static void put_command(text_out *out, command_id command)
{
    const command_info *info = &command_table[command];
    bool has_options = help_has_options(command);
    text_print(out, "\n## gestalt %s\n\n`gestalt %s%s%s%s`:\n%s.\n", info->name, info->name,
               has_options ? " [OPTION...]" : "", info->synopsis[0] ? " " : "", info->synopsis,
               info->summary);
    put_examples(out, info->examples);
    text_put(out, "\n");
    put_wrapped(out, info->description);
    text_put(out, "\n");
    if (has_options)
        put_options(out, command);
}

void help_write_markdown(text_out *out)
{
    text_put(out, "<!-- Generated from src/tool/options.def. Do not edit. -->\n"
                  "# The command\n\n"
                  "This page lists all commands and options. `gestalt help` and the manual page "
                  "gestalt(1) have the\n"
                  "same text.\n\n"
                  "| command | |\n|---|---|\n");
    for (command_id id = 0; id < COMMAND_COUNT; id++)
        text_print(out, "| [`%s`](#gestalt-%s) | %s |\n", command_table[id].name,
                   command_table[id].name, command_table[id].summary);
    for (command_id id = 0; id < COMMAND_COUNT; id++)
        put_command(out, id);
    text_put(out, "\n## Options of all commands\n");
    put_options(out, COMMAND_NONE);
    text_put(out, "\n## Exit codes\n\n| code | when |\n|---|---|\n");
    for (size_t i = 0; i < exit_code_count; i++)
        text_print(out, "| %d | %s |\n", (int)exit_code_table[i].code, exit_code_table[i].when);
    for (size_t i = 0; i < note_count; i++) {
        text_print(out, "\n## %s\n\n", note_table[i].title);
        put_wrapped(out, note_table[i].text);
        text_put(out, "\n");
    }
}
