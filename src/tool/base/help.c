// SPDX-License-Identifier: MIT
#include "help.h"

#include "output.h"

#include <stdio.h>
#include <string.h>

enum { HELP_WIDTH = 80, HELP_INDENT = 2, HELP_COLUMN = 26 };

// ---- shared

bool help_next_example(const char **examples, help_example *example)
{
    const char *at = *examples;
    if (*at == '\0')
        return false;
    example->command = at;
    example->command_size = strcspn(at, "\t");
    example->text = at + example->command_size + 1;
    example->text_size = strcspn(example->text, "\n");
    *examples = example->text + example->text_size + 1;
    return true;
}

bool help_next_paragraph(const char **text, const char **paragraph, size_t *size)
{
    if (**text == '\0')
        return false;
    const char *end = strstr(*text, "\n\n");
    *paragraph = *text;
    *size = end ? (size_t)(end - *text) : strlen(*text);
    *text = end ? end + 2 : *text + *size;
    return true;
}

bool help_shows(option_id option, command_id command)
{
    const option_info *info = &option_table[option];
    if (info->help[0] == '\0')
        return false;
    bool common = info->commands == COMMANDS_ALL;
    return command == COMMAND_NONE ? common : !common && option_is_of(option, command);
}

bool help_has_options(command_id command)
{
    for (option_id id = 0; id < OPTION_COUNT; id++)
        if (help_shows(id, command))
            return true;
    return false;
}

// ---- for the terminal

static void help_heading(text_out *out, const char *text)
{
    text_style(out, COLOR_BOLD);
    text_put(out, text);
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
}

// Return the width of a word in columns. Backticks have no width if they are shown as colour.
static size_t word_width(const text_out *out, const char *word, size_t size)
{
    size_t width = 0;
    for (size_t i = 0; i < size; i++)
        width += !(out->color && word[i] == '`');
    return width;
}

static void put_word(text_out *out, const char *word, size_t size, bool *code)
{
    for (size_t i = 0; i < size; i++) {
        if (word[i] != '`' || !out->color) {
            text_write(out, word + i, 1);
            continue;
        }
        *code = !*code;
        text_style(out, *code ? COLOR_KIND : COLOR_OFF);
    }
}

// Print a paragraph with line breaks between words. The first line starts at `column`, further
// lines at `indent`.
static void put_wrapped(text_out *out, const char *text, size_t text_size, size_t column,
                        size_t indent)
{
    bool first = true, code = false;
    for (const char *end = text + text_size; text < end;) {
        size_t size = 0;
        while (text + size < end && text[size] != ' ')
            size++;
        size_t width = word_width(out, text, size);
        if (!first && column + 1 + width > HELP_WIDTH) {
            text_put(out, "\n");
            text_fill(out, ' ', indent);
            column = indent;
        } else if (!first) {
            text_put(out, " ");
            column++;
        }
        put_word(out, text, size, &code);
        column += width;
        first = false;
        text += size + (text + size < end);
    }
    text_put(out, "\n");
}

// Print " name text"; the text starts on a new line if the name is long.
static void put_row(text_out *out, const char *name, size_t name_size, const char *text,
                    size_t text_size, size_t column)
{
    text_fill(out, ' ', HELP_INDENT);
    text_style(out, COLOR_NAME);
    text_write(out, name, name_size);
    text_style(out, COLOR_OFF);
    size_t used = HELP_INDENT + name_size;
    if (used + 2 > column) {
        text_put(out, "\n");
        used = 0;
    }
    text_fill(out, ' ', column - used);
    put_wrapped(out, text, text_size, column, column);
}

static void put_examples(text_out *out, const char *examples)
{
    help_heading(out, "Examples:");
    size_t widest = 0;
    help_example example;
    for (const char *at = examples; help_next_example(&at, &example);)
        if (example.command_size > widest)
            widest = example.command_size;
    size_t column = HELP_INDENT + widest + 2;
    for (const char *at = examples; help_next_example(&at, &example);)
        if (column <= HELP_WIDTH / 2)
            put_row(out, example.command, example.command_size, example.text, example.text_size,
                    column);
        else
            put_row(out, example.command, example.command_size, example.text, example.text_size,
                    HELP_INDENT + 4);
    text_put(out, "\n");
}

void help_describe_option(const option_info *info, char *text, size_t size)
{
    bool choice = option_has_words(info);
    bool has_default = info->default_text[0] != '\0';
    snprintf(text, size, "%s%s%s%s%s%s%s", info->help, choice || has_default ? " (" : "",
             choice ? info->accepts : "", choice && has_default ? "; " : "",
             has_default ? "default " : "", info->default_text, choice || has_default ? ")" : "");
}

static void put_option(text_out *out, const option_info *info)
{
    char name[96], argument[48], text[512];
    option_show_argument(info, argument, sizeof argument);
    if (info->letter)
        snprintf(name, sizeof name, "-%c, --%s%s", info->letter, info->name, argument);
    else
        snprintf(name, sizeof name, "    --%s%s", info->name, argument);
    help_describe_option(info, text, sizeof text);
    put_row(out, name, strlen(name), text, strlen(text), HELP_COLUMN);
}

static void put_options(text_out *out, const char *title, command_id command)
{
    help_heading(out, title);
    for (option_id id = 0; id < OPTION_COUNT; id++)
        if (help_shows(id, command))
            put_option(out, &option_table[id]);
}

static void put_command_help(text_out *out, command_id command)
{
    const command_info *info = &command_table[command];
    char typed[COMMAND_TYPED_SIZE];
    put_examples(out, info->examples);
    bool has_options = help_has_options(command);
    help_heading(out, "Usage:");
    text_print(out, "  %s%s%s%s\n\n", command_typed(command, typed),
               has_options ? " [OPTION...]" : "", info->synopsis[0] ? " " : "", info->synopsis);
    const char *paragraph;
    size_t size;
    for (const char *at = info->description; help_next_paragraph(&at, &paragraph, &size);) {
        put_wrapped(out, paragraph, size, 0, 0);
        text_put(out, "\n");
    }
    if (has_options) {
        put_options(out, "Options:", command);
        text_put(out, "\n");
    }
    put_options(out, "Options of all commands:", COMMAND_NONE);
}

static void put_commands(text_out *out)
{
    help_heading(out, "Commands:");
    for (command_id id = 0; id < COMMAND_COUNT; id++) {
        const command_info *info = &command_table[id];
        put_row(out, info->name, strlen(info->name), info->summary, strlen(info->summary), 12);
    }
}

static void put_general_help(text_out *out)
{
    text_print(out, "%s\n\n", program_purpose);
    help_heading(out, "Examples:");
    for (command_id id = 0; id < COMMAND_COUNT; id++) {
        const char *examples = command_table[id].examples;
        help_example example;
        if (help_next_example(&examples, &example))
            put_row(out, example.command, example.command_size, example.text, example.text_size,
                    36);
    }
    text_put(out, "\n");
    help_heading(out, "Usage:");
    text_put(out, "  gestalt COMMAND [OPTION...] [FILE...]\n\n");
    put_commands(out);
    text_put(out, "\n");
    put_options(out, "Options of all commands:", COMMAND_NONE);
    text_put(out, "\n");
    help_heading(out, "Exit codes:");
    for (size_t i = 0; i < exit_code_count; i++) {
        char code[16];
        snprintf(code, sizeof code, "%3d", (int)exit_code_table[i].code);
        put_row(out, code, strlen(code), exit_code_table[i].when, strlen(exit_code_table[i].when),
                7);
    }
    for (size_t i = 0; i < note_count; i++) {
        text_put(out, "\n");
        text_style(out, COLOR_BOLD);
        text_print(out, "%s:\n", note_table[i].title);
        text_style(out, COLOR_OFF);
        text_fill(out, ' ', HELP_INDENT);
        put_wrapped(out, note_table[i].text, strlen(note_table[i].text), HELP_INDENT, HELP_INDENT);
    }
    text_put(out, "\n`gestalt COMMAND -h` explains a command.\n");
}

exit_code help_print(cli *c, command_id command)
{
    output out;
    output_start(&out, c, NULL);
    if (command == COMMAND_NONE)
        put_general_help(&out.text);
    else
        put_command_help(&out.text, command);
    return output_finish(&out, c);
}

void help_print_short(text_out *out)
{
    text_put(out, "usage: gestalt COMMAND [OPTION...] [FILE...]\n\n");
    put_commands(out);
    text_put(out, "\nSee `gestalt help`.\n");
}
