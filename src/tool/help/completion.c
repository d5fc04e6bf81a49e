// SPDX-License-Identifier: MIT
// Completions for bash, zsh and fish.
#include "diagnostic.h"
#include "help.h"
#include "value.h"

#include <string.h>

static bool takes_value(option_id id)
{
    return option_table[id].kind != KIND_FLAG;
}

// Return whether the value of an option can be the next word.
static bool needs_value(option_id id)
{
    return takes_value(id) && !option_may_lack(&option_table[id]);
}

static bool takes_file(option_id id)
{
    return option_table[id].kind == KIND_FILE || option_table[id].kind == KIND_MAYBE_FILES;
}

// Return whether to complete an option, including the common ones, which help lists separately.
static bool option_completes(option_id id, command_id command)
{
    return option_table[id].help[0] && option_is_of(id, command);
}

static void put_words(text_out *out, const char *words, const char *separator)
{
    const char *word, *between = "";
    size_t size;
    while ((word = value_next_word(&words, &size))) {
        text_put(out, between);
        text_write(out, word, size);
        between = separator;
    }
}

static void put_choices(text_out *out, const option_info *info)
{
    put_words(out, info->accepts, " ");
    for (int i = 0; info->kind == KIND_WARNINGS && i < DIAGNOSTIC_COUNT; i++)
        if (gestalt_warning_code(diagnostic_table[i].code))
            text_print(out, " no-%s", diagnostic_table[i].code);
}

static void put_commands(text_out *out)
{
    for (command_id id = 0; id < COMMAND_COUNT; id++)
        text_print(out, "%s%s", id ? " " : "", command_table[id].name);
}

// Write all topics of `gestalt help`.
static void put_topics(text_out *out)
{
    put_commands(out);
    text_put(out, " limits");
}

static void put_codes(text_out *out)
{
    for (int i = 0; i < DIAGNOSTIC_COUNT; i++)
        text_print(out, "%s%s", i ? " " : "", diagnostic_table[i].code);
}

static const char header[] = "# SPDX-License-Identifier: MIT\n"
                             "# Generated from options.def by `gestalt help --completion`.\n";

// ---- bash

// Bash splits `--as=dot` into three words, so the option of a value is up to two words back.
static const char bash_start[] =
    "_gestalt_files() {\n"
    "    compopt -o filenames\n"
    "    local pattern\n"
    "    for pattern; do\n"
    "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -X \"!*$pattern\" -- "
    "\"$current\")\n"
    "    done\n"
    "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- \"$current\")\n"
    "}\n"
    "\n"
    "_gestalt_words() {\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$current\")\n"
    "    case ${COMPREPLY[0]:-} in\n"
    "    *=) compopt -o nospace ;;\n"
    "    esac\n"
    "}\n"
    "\n"
    "_gestalt() {\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local command='' i\n"
    "    COMPREPLY=()\n"
    "    if [ \"$current\" = = ]; then\n"
    "        current=''\n"
    "    elif [ \"$option\" = = ]; then\n"
    "        option=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        case ${COMP_WORDS[i]} in\n";

static const char bash_command[] =
    ") ((i += 1 + (${#COMP_WORDS[i + 1]} == 1))) ;; # and perhaps `=`\n"
    "        -*) ;;\n"
    "        *)\n"
    "            command=${COMP_WORDS[i]}\n"
    "            break\n"
    "            ;;\n"
    "        esac\n"
    "    done\n"
    "    case $command:$option in\n";

static void bash_value(text_out *out, command_id command, option_id id)
{
    const option_info *info = &option_table[id];
    const char *name = command == COMMAND_NONE ? "*" : command_table[command].name;
    text_print(out, "    %s:--%s", name, info->name);
    if (info->letter)
        text_print(out, " | %s:-%c", name, info->letter);
    text_put(out, ")\n        ");
    if (option_has_words(info)) {
        text_put(out, "_gestalt_words '");
        put_choices(out, info);
        text_put(out, "'");
    } else {
        text_put(out, takes_file(id) ? "_gestalt_files ''" : ":");
    }
    text_put(out, "\n        return\n        ;;\n");
}

static void bash_values(text_out *out)
{
    for (option_id id = 0; id < OPTION_COUNT; id++) {
        if (!takes_value(id) || !option_table[id].help[0])
            continue;
        if (option_table[id].commands == COMMANDS_ALL) {
            bash_value(out, COMMAND_NONE, id);
            continue;
        }
        for (command_id command = 0; command < COMMAND_COUNT; command++)
            if (option_is_of(id, command))
                bash_value(out, command, id);
    }
}

static void bash_options(text_out *out, command_id command)
{
    text_print(out, "    %s:-*)\n        _gestalt_words '",
               command == COMMAND_NONE ? "" : command_table[command].name);
    const char *between = "";
    for (option_id id = 0; id < OPTION_COUNT; id++) {
        if (!option_completes(id, command))
            continue;
        text_print(out, "%s--%s%s", between, option_table[id].name, needs_value(id) ? "=" : "");
        between = " ";
    }
    text_put(out, "'\n        ;;\n");
}

static void bash_operands(text_out *out, command_id command)
{
    text_print(out, "    %s:*) ", command_table[command].name);
    switch (command_table[command].operands) {
    case OPERANDS_NONE: text_put(out, ":"); break;
    case OPERANDS_DOCUMENTS: text_put(out, "_gestalt_files .json .gst"); break;
    case OPERANDS_FILES: text_put(out, "_gestalt_files .json"); break;
    case OPERANDS_RECORDINGS: text_put(out, "_gestalt_files .gsr"); break;
    case OPERANDS_SNAPSHOTS: text_put(out, "_gestalt_files .gss"); break;
    case OPERANDS_SAVED: text_put(out, "_gestalt_files .json .gst .gss"); break;
    case OPERANDS_COMMANDS:
        text_put(out, "_gestalt_words '");
        put_topics(out);
        text_put(out, "'");
        break;
    case OPERANDS_CODES:
        text_put(out, "_gestalt_words '");
        put_codes(out);
        text_put(out, "'");
        break;
    }
    text_put(out, " ;;\n");
}

// Write the options that take a value and are allowed before the command.
static void bash_common_values(text_out *out)
{
    const char *between = "        ";
    for (option_id id = 0; id < OPTION_COUNT; id++) {
        if (!takes_value(id) || !option_completes(id, COMMAND_NONE))
            continue;
        text_print(out, "%s--%s", between, option_table[id].name);
        between = " | ";
    }
}

static void write_bash(text_out *out)
{
    text_put(out, header);
    text_put(out, bash_start);
    bash_common_values(out);
    text_put(out, bash_command);
    bash_values(out);
    text_put(out, "    esac\n    case $command:$current in\n");
    bash_options(out, COMMAND_NONE);
    text_put(out, "    :*) _gestalt_words '");
    put_commands(out);
    text_put(out, "' ;;\n");
    for (command_id command = 0; command < COMMAND_COUNT; command++) {
        bash_options(out, command);
        bash_operands(out, command);
    }
    text_put(out, "    esac\n}\n\ncomplete -F _gestalt gestalt\n");
}

// ---- zsh

// Write text inside '...[text]...': escape quotes, brackets, colons and backslashes, and drop
// backticks.
static void zsh_text(text_out *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            text_put(out, "'\\''");
        else if (strchr("[]:\\", *text))
            text_print(out, "\\%c", *text);
        else if (*text != '`')
            text_write(out, text, 1);
    }
}

static void zsh_option(text_out *out, const option_info *info)
{
    option_id id = (option_id)(info - option_table);
    bool value = takes_value(id);
    text_put(out, " \\\n            ");
    if (info->kind == KIND_TEXTS || info->kind == KIND_MAYBE_FILES)
        text_put(out, "'*'");
    else if (info->letter)
        text_print(out, "'(-%c --%s)'", info->letter, info->name);
    if (info->letter)
        text_print(out, "{-%c%s,--%s%s}'[", info->letter, value ? "+" : "", info->name,
                   value ? "=" : "");
    else
        text_print(out, "'--%s%s[", info->name, !value ? "" : needs_value(id) ? "=" : "=-");
    zsh_text(out, info->help);
    text_put(out, "]");
    if (value) {
        text_put(out, needs_value(id) ? ":" : "::");
        zsh_text(out, info->argument);
        text_put(out, ":");
    }
    if (takes_file(id))
        text_put(out, "_files");
    if (option_has_words(info)) {
        text_put(out, "(");
        put_choices(out, info);
        text_put(out, ")");
    }
    text_put(out, "'");
}

static void zsh_operands(text_out *out, operand_kind kind)
{
    switch (kind) {
    case OPERANDS_NONE: break;
    case OPERANDS_DOCUMENTS:
        text_put(out, " \\\n            '*:document or image:_files -g \"*.(json|gst)\"'");
        break;
    case OPERANDS_FILES: text_put(out, " \\\n            '*:document:_files -g \"*.json\"'"); break;
    case OPERANDS_RECORDINGS:
        text_put(out, " \\\n            '*:recording:_files -g \"*.gsr\"'");
        break;
    case OPERANDS_SNAPSHOTS:
        text_put(out, " \\\n            '1:snapshot:_files -g \"*.gss\"'");
        break;
    case OPERANDS_SAVED:
        text_put(out, " \\\n            '1:document or image:_files -g \"*.(json|gst)\"'"
                      " \\\n            '2:snapshot:_files -g \"*.gss\"'");
        break;
    case OPERANDS_COMMANDS:
        text_put(out, " \\\n            '1:command:(");
        put_topics(out);
        text_put(out, ")'");
        break;
    case OPERANDS_CODES:
        text_put(out, " \\\n            '*:code:(");
        put_codes(out);
        text_put(out, ")'");
        break;
    }
}

static void zsh_arguments(text_out *out, command_id command)
{
    for (option_id id = 0; id < OPTION_COUNT; id++)
        if (option_completes(id, command))
            zsh_option(out, &option_table[id]);
}

static void write_zsh(text_out *out)
{
    text_put(out, "#compdef gestalt\n");
    text_put(out, header);
    text_put(out, "_gestalt() {\n"
                  "    local curcontext=\"$curcontext\" state line\n"
                  "    local -a commands\n"
                  "    commands=(\n");
    for (command_id id = 0; id < COMMAND_COUNT; id++) {
        text_print(out, "        '%s:", command_table[id].name);
        zsh_text(out, command_table[id].summary);
        text_put(out, "'\n");
    }
    text_put(out, "    )\n    _arguments -C -s -S");
    zsh_arguments(out, COMMAND_NONE);
    text_put(out, " \\\n            '1:command:->command' '*::argument:->argument'\n"
                  "    case $state in\n"
                  "    command) _describe -t commands command commands ;;\n"
                  "    argument)\n"
                  "        case $words[1] in\n");
    for (command_id id = 0; id < COMMAND_COUNT; id++) {
        text_print(out, "        %s)\n            _arguments -s -S", command_table[id].name);
        zsh_arguments(out, id);
        zsh_operands(out, command_table[id].operands);
        text_put(out, "\n            ;;\n");
    }
    text_put(out, "        esac\n        ;;\n    esac\n}\n\n"
                  "if [ \"${funcstack[1]}\" = _gestalt ]; then\n"
                  "    _gestalt \"$@\"\n"
                  "else\n"
                  "    compdef _gestalt gestalt\n"
                  "fi\n");
}

// ---- fish

// Write a word in single quotes.
static void fish_quoted(text_out *out, const char *text)
{
    text_put(out, "'");
    for (; *text; text++)
        if (*text == '\'' || *text == '\\')
            text_print(out, "\\%c", *text);
        else if (*text != '`')
            text_write(out, text, 1);
    text_put(out, "'");
}

static void fish_option(text_out *out, const option_info *info)
{
    if (info->letter)
        text_print(out, " -s %c", info->letter);
    text_print(out, " -l %s", info->name);
    if (info->kind == KIND_FILE)
        text_put(out, " -r -F");
    else if (info->kind != KIND_FLAG && !option_may_lack(info))
        text_put(out, " -x");
    if (option_has_words(info)) {
        text_put(out, " -a '");
        put_choices(out, info);
        text_put(out, "'");
    }
    text_put(out, " -d ");
    fish_quoted(out, info->help);
    text_put(out, "\n");
}

static void fish_command(text_out *out, command_id command)
{
    const command_info *info = &command_table[command];
    text_print(out, "complete -c gestalt -n __fish_use_subcommand -a %s -d ", info->name);
    fish_quoted(out, info->summary);
    text_put(out, "\n");
    for (option_id id = 0; id < OPTION_COUNT; id++) {
        if (!help_shows(id, command))
            continue;
        text_print(out, "complete -c gestalt -n '__fish_seen_subcommand_from %s'", info->name);
        fish_option(out, &option_table[id]);
    }
    if (info->operands == OPERANDS_NONE)
        return;
    text_print(out, "complete -c gestalt -n '__fish_seen_subcommand_from %s'", info->name);
    void (*put_words_of)(text_out *) = info->operands == OPERANDS_COMMANDS ? put_topics
                                       : info->operands == OPERANDS_CODES  ? put_codes
                                                                           : NULL;
    if (!put_words_of) {
        text_put(out, " -F\n");
        return;
    }
    text_put(out, " -a '");
    put_words_of(out);
    text_put(out, "'\n");
}

static void write_fish(text_out *out)
{
    text_put(out, header);
    text_put(out, "complete -c gestalt -f\n");
    for (option_id id = 0; id < OPTION_COUNT; id++) {
        if (!help_shows(id, COMMAND_NONE))
            continue;
        text_put(out, "complete -c gestalt");
        fish_option(out, &option_table[id]);
    }
    for (command_id id = 0; id < COMMAND_COUNT; id++)
        fish_command(out, id);
}

void help_write_completion(text_out *out, help_shell shell)
{
    switch (shell) {
    case SHELL_BASH: write_bash(out); break;
    case SHELL_ZSH: write_zsh(out); break;
    case SHELL_FISH: write_fish(out); break;
    }
}
