// SPDX-License-Identifier: MIT
// The manual page gestalt(1), with macros that both groff and mandoc support.
#include "help.h"

#include <ctype.h>
#include <string.h>

enum { LINE_SIZE = 78 }; // length of source lines; mandoc warns about longer ones

// Write text for roff: escape backslashes and hyphens, show `code` in bold.
static void put_roff_byte(text_out *out, char byte, bool *code)
{
    if (byte == '`') {
        *code = !*code;
        text_put(out, *code ? "\\fB" : "\\fR");
    } else if (byte == '\\') {
        text_put(out, "\\e");
    } else if (byte == '-') {
        text_put(out, "\\-");
    } else {
        text_write(out, &byte, 1);
    }
}

// Start a line, which must not start with a control character.
static void start_line(text_out *out, char first)
{
    if (first == '.' || first == '\'')
        text_put(out, "\\&");
}

// Write one line without filling.
static void put_line(text_out *out, const char *text, size_t size)
{
    bool code = false;
    start_line(out, text[0]);
    for (size_t i = 0; i < size; i++)
        put_roff_byte(out, text[i], &code);
    text_put(out, "\n");
}

// Write text that roff fills, on several lines.
static void put_text(text_out *out, const char *text, size_t size)
{
    bool code = false;
    size_t column = 0;
    start_line(out, text[0]);
    for (size_t i = 0; i < size; i++) {
        size_t word = 1;
        while (text[i] == ' ' && i + word < size && text[i + word] != ' ')
            word++;
        // An escape takes more than one column.
        column += text[i] == '`' || text[i] == '\\' ? 3 : text[i] == '-' ? 2 : 1;
        if (text[i] != ' ' || column + 2 * word < LINE_SIZE) {
            put_roff_byte(out, text[i], &code);
            continue;
        }
        text_put(out, "\n");
        start_line(out, text[i + 1]);
        column = 0;
    }
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
    bool code = false;
    for (const char *at = info->name; *at; at++)
        put_roff_byte(out, *at, &code);
    text_put(out, "\\fR");
    bool may_lack = option_may_lack(info);
    if (info->argument[0])
        text_print(out, "%s=\\fI%s\\fR%s", may_lack ? "[" : "", info->argument,
                   may_lack ? "]" : "");
    text_put(out, "\n");
    char text[512];
    help_describe_option(info, text, sizeof text);
    put_text(out, text, strlen(text));
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
    text_put(out, info->name);
    text_put(out, help_has_options(command) ? " [OPTION...]" : "");
    text_print(out, "%s%s\"\n", info->synopsis[0] ? " " : "", info->synopsis);
    const char *paragraph, *separator = "";
    size_t size;
    for (const char *at = info->description; help_next_paragraph(&at, &paragraph, &size);) {
        text_put(out, separator);
        put_text(out, paragraph, size);
        separator = ".PP\n";
    }
    put_options(out, command);
    help_example example;
    for (const char *at = info->examples; help_next_example(&at, &example);) {
        text_put(out, ".PP\n.RS 4\n.nf\n");
        put_line(out, example.command, example.command_size);
        text_put(out, ".fi\n.RE\n.RS 8\n");
        put_text(out, example.text, example.text_size);
        text_put(out, ".RE\n");
    }
}

void help_write_man(text_out *out)
{
    text_put(out, ".\\\" SPDX-License-Identifier: MIT\n"
                  ".\\\" Generated from src/tool/options.def. Do not edit.\n");
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
        put_text(out, exit_code_table[i].when, strlen(exit_code_table[i].when));
    }
    for (size_t i = 0; i < note_count; i++) {
        put_section(out, note_table[i].title);
        put_text(out, note_table[i].text, strlen(note_table[i].text));
    }
}
