// SPDX-License-Identifier: MIT
// The manual page gestalt(1), for man(1), in the macros that groff and mandoc both know.
#include "help.h"

#include <ctype.h>
#include <string.h>

// Text for roff: backslashes and hyphens escaped, `code` in bold. A line must not start with a
// control character.
static void put_roff(text_out *out, const char *text, size_t size)
{
    bool code = false;
    if (size > 0 && (text[0] == '.' || text[0] == '\''))
        text_put(out, "\\&");
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '`') {
            code = !code;
            text_put(out, code ? "\\fB" : "\\fR");
        } else if (text[i] == '\\') {
            text_put(out, "\\e");
        } else if (text[i] == '-') {
            text_put(out, "\\-");
        } else {
            text_write(out, text + i, 1);
        }
    }
}

static void put_roff_line(text_out *out, const char *text)
{
    put_roff(out, text, strlen(text));
    text_put(out, "\n");
}

static void put_section(text_out *out, const char *title)
{
    text_put(out, ".SH ");
    for (; *title; title++) {
        char upper = (char)toupper((unsigned char)*title);
        text_write(out, &upper, 1);
    }
    text_put(out, "\n");
}

static void put_option(text_out *out, const option_info *info)
{
    text_put(out, ".TP\n");
    if (info->letter)
        text_print(out, "\\fB\\-%c\\fR, ", info->letter);
    text_put(out, "\\fB\\-\\-");
    put_roff(out, info->name, strlen(info->name));
    text_put(out, "\\fR");
    if (info->argument[0])
        text_print(out, "=\\fI%s\\fR", info->argument);
    text_put(out, "\n");
    put_roff(out, info->help, strlen(info->help));
    bool choice = info->kind == KIND_CHOICE, has_default = info->default_text[0] != '\0';
    text_put(out, choice || has_default ? " (" : "");
    if (choice)
        text_print(out, "\\fB%s\\fR%s", info->accepts, has_default ? "; " : "");
    if (has_default)
        text_print(out, "default \\fB%s\\fR", info->default_text);
    text_put(out, choice || has_default ? ")\n" : "\n");
}

static void put_options(text_out *out, command_id command)
{
    for (option_id id = 0; id < OPTION_COUNT; id++)
        if (help_shows(id, command))
            put_option(out, &option_table[id]);
}

static void put_command(text_out *out, command_id command)
{
    const command_info *info = &command_table[command];
    text_put(out, ".SS \"gestalt ");
    put_roff(out, info->name, strlen(info->name));
    text_put(out, help_has_options(command) ? " [OPTION...]" : "");
    text_print(out, "%s%s\"\n", info->synopsis[0] ? " " : "", info->synopsis);
    const char *paragraph, *separator = "";
    size_t size;
    for (const char *at = info->description; help_next_paragraph(&at, &paragraph, &size);) {
        text_put(out, separator);
        put_roff(out, paragraph, size);
        text_put(out, "\n");
        separator = ".PP\n";
    }
    put_options(out, command);
    help_example example;
    for (const char *at = info->examples; help_next_example(&at, &example);) {
        text_put(out, ".PP\n.RS 4\n.nf\n");
        put_roff(out, example.command, example.command_size);
        text_put(out, "\n.fi\n.RE\n.RS 8\n");
        put_roff(out, example.text, example.text_size);
        text_put(out, "\n.RE\n");
    }
}

void help_write_man(text_out *out)
{
    text_put(out, ".\\\" SPDX-License-Identifier: MIT\n"
                  ".\\\" Generated from src/cli/options.def. Do not edit.\n");
    text_print(out, ".TH GESTALT 1 \"\" \"gestalt %s\" \"Gestalt\"\n", gestalt_version());
    put_section(out, "name");
    text_put(out, "gestalt \\- compile and run behavior trees for very large populations\n");
    put_section(out, "synopsis");
    text_put(out, "\\fBgestalt\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIFILE\\fR...]\n");
    put_section(out, "commands");
    for (command_id id = 0; id < COMMAND_COUNT; id++)
        put_command(out, id);
    put_section(out, "options of all commands");
    put_options(out, COMMAND_NONE);
    put_section(out, "exit status");
    for (size_t i = 0; i < exit_code_count; i++) {
        text_print(out, ".TP\n.B %d\n", (int)exit_code_table[i].code);
        put_roff_line(out, exit_code_table[i].when);
    }
    for (size_t i = 0; i < note_count; i++) {
        put_section(out, note_table[i].title);
        put_roff_line(out, note_table[i].text);
    }
}
