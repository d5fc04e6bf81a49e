// SPDX-License-Identifier: MIT
#include "options.h"

#include "value.h"

#include <gestalt/compiler.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define WITHOUT  "no-" // prefix of the code of a warning
#define EVERY    COMMANDS_ALL
#define IN(name) (1u << COMMAND_##name)

const option_info option_table[OPTION_COUNT] = {
#define OPTION(enumerator, name, letter, argument, kind, accepts, default_text, commands, help)    \
    {name, letter, argument, KIND_##kind, accepts, default_text, commands, help},
#include "tables.def"
};

// ---- names

static const char *option_nearest(const char *name, size_t size, command_id command)
{
    nearest n;
    const char *longer = NULL;
    nearest_start(&n, name, size, NULL);
    for (option_id id = 0; id < OPTION_COUNT; id++)
        if (option_is_of(id, command))
            command_offer_name(&n, &longer, option_table[id].name);
    return longer ? longer : n.name;
}

static bool option_is_called(option_id id, const char *name, size_t size)
{
    return strlen(option_table[id].name) == size && memcmp(option_table[id].name, name, size) == 0;
}

// Return the option with that name of a command, or of all commands (COMMAND_NONE), or OPTION_COUNT
// if there is none.
static option_id option_find(const char *name, size_t size, command_id command)
{
    option_id id = 0;
    while (id < OPTION_COUNT && !(option_is_of(id, command) && option_is_called(id, name, size)))
        id++;
    return id;
}

static option_id option_find_letter(char letter, command_id command)
{
    option_id id = 0;
    while (id < OPTION_COUNT && !(option_is_of(id, command) && option_table[id].letter == letter))
        id++;
    return id;
}

// Return whether any command has such an option.
static bool option_exists(const char *name, size_t size)
{
    option_id id = 0;
    while (id < OPTION_COUNT && !option_is_called(id, name, size))
        id++;
    return id < OPTION_COUNT;
}

static bool option_letter_exists(char letter)
{
    option_id id = 0;
    while (id < OPTION_COUNT && option_table[id].letter != letter)
        id++;
    return id < OPTION_COUNT;
}

// ---- parsing

typedef struct parser {
    options *options;
    char **arguments;
    int count, at; // `at` is the index of the current argument
    options_report *report;
    void *user;
} parser;

__attribute__((format(printf, 2, 3))) static exit_code wrong(parser *p, const char *format, ...)
{
    char message[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    p->report(p->user, message);
    return EXIT_USAGE;
}

static const char *unit_hint(option_kind kind)
{
    switch (kind) {
    case KIND_COUNT: return "a count is written as 1000, 1e6, 64k or 1Mi";
    case KIND_COUNTS:
    case KIND_MAYBE_COUNTS:
        return "counts are written as 1000, 64k or 1e6, with commas between them";
    case KIND_SIZE: return "a size is written as 4096, 64MiB or 10MB";
    case KIND_DURATION: return "a duration is written as 30s, 5ms or 2min";
    default: return "";
    }
}

static value_verdict read_number(option_kind kind, const char *text, uint64_t *number)
{
    switch (kind) {
    case KIND_COUNT:
    case KIND_COUNTS:
    case KIND_MAYBE_COUNTS: return value_count(text, number);
    case KIND_SIZE: return value_size(text, number);
    default: return value_duration(text, number);
    }
}

static bool in_range(const option_info *info, uint64_t number)
{
    const char *dots = strstr(info->accepts, "..");
    char least_text[32] = "";
    uint64_t least = 0, most = UINT64_MAX;
    if (!dots)
        return true;
    memcpy(least_text, info->accepts, (size_t)(dots - info->accepts));
    read_number(info->kind, least_text, &least);
    read_number(info->kind, dots + 2, &most);
    return least <= number && number <= most;
}

static exit_code wrong_choice(parser *p, const option_info *info, const char *text, size_t length)
{
    nearest n;
    nearest_start(&n, text, length, NULL);
    const char *words = info->accepts, *word;
    size_t size;
    while ((word = value_next_word(&words, &size)))
        nearest_offer(&n, word, size);
    if (!n.name)
        return wrong(p, "--%s cannot be `%.*s`: it must be one of %s", info->name, (int)length,
                     text, info->accepts);
    return wrong(p, "--%s cannot be `%.*s`; did you mean `%.*s`? It must be one of %s", info->name,
                 (int)length, text, (int)strcspn(n.name, "|"), n.name, info->accepts);
}

static exit_code check_choice(parser *p, const option_info *info, given_option *given)
{
    int which = value_choice(given->text, info->accepts);
    if (which < 0)
        return wrong_choice(p, info, given->text, strlen(given->text));
    given->number = (uint64_t)which;
    return EXIT_FINE;
}

static exit_code check_choices(parser *p, const option_info *info, const char *list)
{
    size_t size;
    const char *part;
    exit_code verdict = EXIT_FINE;
    for (uint32_t i = 0; verdict == EXIT_FINE && (part = value_part_at(list, i, &size)); i++)
        if (value_choice_part(part, size, info->accepts) < 0)
            verdict = wrong_choice(p, info, part, size);
    return verdict;
}

// Check a WARNINGS value. The code of a warning to be left out follows "no-".
static exit_code check_warnings(parser *p, const option_info *info, given_option *given)
{
    const char *code = given->text + strlen(WITHOUT);
    if (strncmp(given->text, WITHOUT, strlen(WITHOUT)) != 0)
        return check_choice(p, info, given);
    given->number = UINT64_MAX; // not a word of the list
    given->text = gestalt_warning_code(code);
    if (given->text)
        return EXIT_FINE;
    const char *near = gestalt_explain_nearest(code);
    if (gestalt_warning_code(near ? near : ""))
        return wrong(p, "no warning has the code `%s`; did you mean `%s`?", code, near);
    return wrong(p, "no warning has the code `%s`; `gestalt explain` lists all", code);
}

static exit_code check_number(parser *p, const option_info *info, const char *text,
                              value_verdict verdict, uint64_t number)
{
    switch (verdict) {
    case VALUE_GOOD: break;
    case VALUE_NO_NUMBER:
    case VALUE_UNKNOWN_UNIT:
        return wrong(p, "--%s cannot be `%s`: %s", info->name, text, unit_hint(info->kind));
    case VALUE_NOT_WHOLE:
        return wrong(p, "--%s cannot be `%s`: it must be a whole number%s", info->name, text,
                     info->kind == KIND_DURATION ? " of microseconds" : "");
    case VALUE_TOO_LARGE: return wrong(p, "--%s cannot be `%s`: it is too large", info->name, text);
    }
    if (!in_range(info, number))
        return wrong(p, "--%s cannot be `%s`: it must be in %s", info->name, text, info->accepts);
    return EXIT_FINE;
}

static exit_code check_counts(parser *p, const option_info *info, const char *list)
{
    exit_code verdict = EXIT_FINE;
    bool is_there = true;
    for (uint32_t i = 0; is_there && verdict == EXIT_FINE; i++) {
        uint64_t count = 0;
        value_verdict read = value_count_at(list, i, &is_there, &count);
        if (is_there)
            verdict = check_number(p, info, list, read, count);
    }
    return verdict;
}

static exit_code check_value(parser *p, const option_info *info, given_option *given)
{
    if (info->kind == KIND_CHOICE)
        return check_choice(p, info, given);
    if (info->kind == KIND_WARNINGS)
        return check_warnings(p, info, given);
    if ((info->kind == KIND_FILE || info->kind == KIND_MAYBE_FILES) && given->text[0] == '\0')
        return wrong(p, "--%s needs the name of a file", info->name);
    if (info->kind == KIND_COUNTS || info->kind == KIND_MAYBE_COUNTS)
        return check_counts(p, info, given->text);
    if (info->kind == KIND_CHOICES)
        return check_choices(p, info, given->text);
    if (info->kind < KIND_COUNT)
        return EXIT_FINE;
    value_verdict verdict = read_number(info->kind, given->text, &given->number);
    return check_number(p, info, given->text, verdict, given->number);
}

// Add an option. `attached` is the value in the same argument, or NULL.
static exit_code take_option(parser *p, option_id id, const char *attached)
{
    const option_info *info = &option_table[id];
    given_option given = {.option = id};
    if (info->kind == KIND_FLAG) {
        if (attached)
            return wrong(p, "--%s has no value", info->name);
    } else if (option_may_lack(info) && !attached) {
        given.text = "";
    } else {
        given.text = attached ? attached : p->at + 1 < p->count ? p->arguments[++p->at] : NULL;
        if (!given.text)
            return wrong(p, "--%s needs a value: --%s=%s", info->name, info->name, info->argument);
        exit_code verdict = check_value(p, info, &given);
        if (verdict != EXIT_FINE)
            return verdict;
    }
    p->options->given[p->options->given_count++] = given;
    return EXIT_FINE;
}

// Report an option that the command does not have. `dashes` are the dashes as they were typed;
// `elsewhere` is whether other commands have the option.
static exit_code unknown_option(parser *p, const char *dashes, const char *name, size_t size,
                                bool elsewhere)
{
    command_id command = p->options->command;
    const char *of = command >= COMMAND_FIRST ? program_name : command_table[command].name;
    if (elsewhere && command == COMMAND_NONE)
        return wrong(p, "write `%s%.*s` after the command", dashes, (int)size, name);
    const char *near = size > 1 ? option_nearest(name, size, command) : NULL;
    if (near)
        return wrong(p, "`%s` has no option `%s%.*s`; did you mean `--%s`?", of, dashes, (int)size,
                     name, near);
    return wrong(p, "`%s` has no option `%s%.*s`%s", of, dashes, (int)size, name,
                 elsewhere ? ", but other commands have it" : "");
}

static exit_code take_long(parser *p, const char *name)
{
    size_t size = strcspn(name, "=");
    option_id id = option_find(name, size, p->options->command);
    if (id == OPTION_COUNT)
        return unknown_option(p, "--", name, size, option_exists(name, size));
    return take_option(p, id, name[size] == '=' ? name + size + 1 : NULL);
}

// Report an unknown letter. It may be the start of a long name after a single dash: -json.
static exit_code unknown_letter(parser *p, const char *letters, const char *at)
{
    size_t size = strcspn(letters, "=");
    if (at == letters && option_find(letters, size, p->options->command) < OPTION_COUNT)
        return unknown_option(p, "-", letters, size, false);
    return unknown_option(p, "-", at, 1, option_letter_exists(*at));
}

static exit_code take_letters(parser *p, const char *letters)
{
    for (const char *at = letters; *at; at++) {
        option_id id = option_find_letter(*at, p->options->command);
        if (id == OPTION_COUNT)
            return unknown_letter(p, letters, at);
        if (option_table[id].kind != KIND_FLAG)
            return take_option(p, id, at[1] ? at + 1 : NULL);
        take_option(p, id, NULL); // cannot fail for flags
    }
    return EXIT_FINE;
}

static exit_code take_command(parser *p, const char *name)
{
    p->options->command = command_find(name);
    if (p->options->command != COMMAND_NONE)
        return EXIT_FINE;
    const char *near = command_nearest(name);
    if (near)
        return wrong(p, "there is no command `%s`; did you mean `%s`?", name, near);
    if (option_find(name, strlen(name), COMMAND_NONE) < OPTION_COUNT)
        return wrong(p, "there is no command `%s`; did you mean `--%s`?", name, name);
    return wrong(p, "there is no command `%s`", name);
}

static exit_code take_argument(parser *p, bool *operands_only)
{
    const char *argument = p->arguments[p->at];
    if (!*operands_only && strcmp(argument, "--") == 0) {
        *operands_only = true;
        return EXIT_FINE;
    }
    if (!*operands_only && strncmp(argument, "--", 2) == 0)
        return take_long(p, argument + 2);
    if (!*operands_only && argument[0] == '-' && argument[1] != '\0')
        return take_letters(p, argument + 1);
    if (p->options->command == COMMAND_NONE)
        return take_command(p, argument);
    p->options->operands[p->options->operand_count++] = argument;
    return EXIT_FINE;
}

static exit_code check_operands(parser *p)
{
    const options *o = p->options;
    if (o->command == COMMAND_NONE || options_flag(o, OPTION_HELP) ||
        options_flag(o, OPTION_VERSION))
        return EXIT_FINE;
    const command_info *info = &command_table[o->command];
    if (o->operand_count < info->least)
        return wrong(p, "`%s` needs %s", info->name, info->synopsis);
    if (o->operand_count > info->most)
        return wrong(p, "`%s` takes %s%s; `%s` is too much", info->name,
                     info->most ? "only " : "no operands", info->most ? info->synopsis : "",
                     o->operands[info->most]);
    return EXIT_FINE;
}

exit_code options_parse(options *o, int count, char **arguments, options_report *report, void *user)
{
    *o = (options){.allocator = memory_allocator(NULL), .command = COMMAND_FIRST};
    // The number of options can only exceed the number of arguments through bundled flags, one
    // letter each.
    o->capacity = 1;
    for (int i = 0; i < count; i++)
        o->capacity += strlen(arguments[i]) + 1;
    o->given = memory_new(&o->allocator, o->capacity * sizeof *o->given);
    o->operands = memory_new(&o->allocator, o->capacity * sizeof *o->operands);
    parser p = {o, arguments, count, 0, report, user};
    if (!o->given || !o->operands)
        return wrong(&p, "out of memory"), EXIT_LIMIT;
    bool operands_only = false;
    for (; p.at < count; p.at++) {
        exit_code verdict = take_argument(&p, &operands_only);
        if (verdict != EXIT_FINE)
            return verdict;
    }
    return check_operands(&p);
}

void options_destroy(options *o)
{
    memory_release(&o->allocator, o->given, o->capacity * sizeof *o->given);
    memory_release(&o->allocator, o->operands, o->capacity * sizeof *o->operands);
}

// ---- queries

void option_show_argument(const option_info *info, char *text, size_t size)
{
    bool may_lack = option_may_lack(info);
    snprintf(text, size, "%s%s%s%s", may_lack ? "[" : "", info->argument[0] ? "=" : "",
             info->argument, may_lack ? "]" : "");
}

static bool is_left_out(const given_option *given)
{
    return option_table[given->option].kind == KIND_WARNINGS && given->number == UINT64_MAX;
}

static const given_option *find_given(const options *o, option_id option)
{
    for (uint32_t i = o->given_count; i > 0; i--)
        if (o->given[i - 1].option == option && !is_left_out(&o->given[i - 1]))
            return &o->given[i - 1];
    return NULL;
}

bool options_flag(const options *o, option_id option)
{
    return find_given(o, option) != NULL;
}

const char *options_text(const options *o, option_id option)
{
    const given_option *given = find_given(o, option);
    if (given)
        return given->text;
    const char *text = option_table[option].default_text;
    return text[0] ? text : NULL;
}

uint64_t options_number(const options *o, option_id option)
{
    const given_option *given = find_given(o, option);
    const option_info *info = &option_table[option];
    uint64_t number = 0;
    if (given)
        return given->number;
    if (info->kind == KIND_CHOICE || info->kind == KIND_WARNINGS)
        return (uint64_t)value_choice(info->default_text, info->accepts);
    read_number(info->kind, info->default_text, &number);
    return number;
}

const char *options_next_text(const options *o, option_id option, uint32_t *at)
{
    while (*at < o->given_count) {
        const given_option *given = &o->given[(*at)++];
        if (given->option == option)
            return given->text;
    }
    return NULL;
}

const char *options_next_silent(const options *o, option_id option, uint32_t *at)
{
    while (*at < o->given_count) {
        const given_option *given = &o->given[(*at)++];
        if (given->option == option && is_left_out(given))
            return given->text;
    }
    return NULL;
}

bool options_choice_at(const options *o, option_id option, uint32_t index, int *choice)
{
    size_t size;
    const char *part = value_part_at(options_text(o, option), index, &size);
    if (part)
        *choice = value_choice_part(part, size, option_table[option].accepts);
    return part != NULL;
}

bool options_count_at(const options *o, option_id option, uint32_t index, uint64_t *count)
{
    bool is_there = false;
    const char *list = options_text(o, option);
    if (list && list[0])
        value_count_at(list, index, &is_there, count);
    return is_there;
}
