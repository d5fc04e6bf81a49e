// SPDX-License-Identifier: MIT
// The table of options is consistent, and command lines mean what users of GNU tools expect.
#include "options.h"
#include "value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static char last_message[4096];

static void keep_message(void *user, const char *message)
{
    (void)user;
    strncpy(last_message, message, sizeof last_message - 1);
}

// Parse words separated by one space each. They are stored in `words`.
static exit_code parse(options *o, const char *line, char words[256])
{
    char *arguments[32];
    int count = 0;
    last_message[0] = '\0';
    strcpy(words, line);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        arguments[count++] = word;
    return options_parse(o, count, arguments, keep_message, NULL);
}

// Find mistakes of the table that users would find otherwise: a default that is refused, or a name
// or letter that two options of one command share.
static void test_the_table_is_sound(void **state)
{
    (void)state;
    for (option_id id = 0; id < OPTION_COUNT; id++) {
        const option_info *info = &option_table[id];
        assert_true((info->kind == KIND_FLAG) == (info->argument[0] == '\0'));
        assert_true(info->kind != KIND_CHOICE || info->accepts[0] != '\0');
        if (info->kind == KIND_CHOICE && info->default_text[0])
            assert_true(value_choice(info->default_text, info->accepts) >= 0);
        for (option_id other = 0; other < id; other++) {
            if (!(option_table[other].commands & info->commands))
                continue;
            assert_string_not_equal(option_table[other].name, info->name);
            assert_true(!info->letter || option_table[other].letter != info->letter);
        }
    }
}

// Every default, given as a user would, is accepted and has the effect of the default.
static void test_defaults_are_accepted(void **state)
{
    (void)state;
    for (option_id id = 0; id < OPTION_COUNT; id++) {
        const option_info *info = &option_table[id];
        if (!info->default_text[0])
            continue;
        for (command_id command = 0; command < COMMAND_COUNT; command++) {
            if (!option_is_of(id, command))
                continue;
            options o, none;
            char line[256], words[256], no_words[256];
            snprintf(line, sizeof line, "%s -h --%s=%s", command_table[command].name, info->name,
                     info->default_text);
            assert_int_equal(parse(&o, line, words), EXIT_FINE);
            assert_int_equal(parse(&none, "", no_words), EXIT_FINE);
            assert_int_equal(options_number(&o, id), options_number(&none, id));
            options_destroy(&o);
            options_destroy(&none);
        }
    }
}

static void test_ways_to_write_the_same(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "compile a.json --output=b -q --max-nodes=1k",
        "compile --output b --quiet a.json --max-nodes 1000",
        "compile -ob -q --max-nodes=1e3 -- a.json",
        "compile -qob a.json --max-nodes 1.0k",
        "compile -qo b a.json --max-nodes 5 --max-nodes=1000",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        options o;
        char words[256];
        assert_int_equal(parse(&o, lines[i], words), EXIT_FINE);
        assert_int_equal(o.command, COMMAND_COMPILE);
        assert_int_equal(o.operand_count, 1);
        assert_string_equal(o.operands[0], "a.json");
        assert_string_equal(options_text(&o, OPTION_COMPILE_OUTPUT), "b");
        assert_true(options_flag(&o, OPTION_QUIET));
        assert_false(options_flag(&o, OPTION_STRIP));
        assert_int_equal(options_number(&o, OPTION_MAX_NODES), 1000);
        options_destroy(&o);
    }
}

static void test_texts_are_kept_in_order(void **state)
{
    (void)state;
    options o;
    char words[256];
    uint32_t at = 0;
    assert_int_equal(parse(&o, "run --stub=a=1 x.json -sb=2 --hash --stub c=3", words), EXIT_FINE);
    assert_string_equal(options_next_text(&o, OPTION_STUB, &at), "a=1");
    assert_string_equal(options_next_text(&o, OPTION_STUB, &at), "b=2");
    assert_string_equal(options_next_text(&o, OPTION_STUB, &at), "c=3");
    assert_null(options_next_text(&o, OPTION_STUB, &at));
    assert_true(options_is_given(&o, OPTION_STUB));
    assert_false(options_is_given(&o, OPTION_TICKS));
    assert_int_equal(options_number(&o, OPTION_TICKS), 100);
    options_destroy(&o);
}

static void test_lists_of_counts(void **state)
{
    (void)state;
    options o;
    char words[256];
    uint64_t count = 0;
    assert_int_equal(parse(&o, "bench a --agents=1k,64,1.5M", words), EXIT_FINE);
    assert_true(options_count_at(&o, OPTION_BENCH_AGENTS, 0, &count));
    assert_int_equal(count, 1000);
    assert_true(options_count_at(&o, OPTION_BENCH_AGENTS, 2, &count));
    assert_int_equal(count, 1500000);
    assert_false(options_count_at(&o, OPTION_BENCH_AGENTS, 3, &count));
    assert_true(options_count_at(&o, OPTION_BENCH_LANES, 1, &count)); // the default
    assert_int_equal(count, 64);
    // the option has no default
    assert_false(options_count_at(&o, OPTION_BENCH_THREADS, 0, &count));
    options_destroy(&o);
    static const char *const wrong[] = {"bench a --agents=", "bench a --agents=1,,2",
                                        "bench a --agents=1k,0", "bench a --agents=,1",
                                        "bench a --lanes=64,0.5"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(parse(&o, wrong[i], words), EXIT_USAGE);
        options_destroy(&o);
    }
}

static void test_operands(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        const char *first;
        uint32_t count;
    } cases[] = {
        {"check -", "-", 1},
        {"check - -- --json -x", "-", 3},
        {"check -- --", "--", 1},
        {"check a --json b", "a", 2},
        {"--color=never check a", "a", 1},
        {"--color never -- check a", "a", 1},
        {"check -Werror a", "a", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        options o;
        char words[256];
        assert_int_equal(parse(&o, cases[i].line, words), EXIT_FINE);
        assert_int_equal(o.command, COMMAND_CHECK);
        assert_int_equal(o.operand_count, cases[i].count);
        assert_string_equal(o.operands[0], cases[i].first);
        options_destroy(&o);
    }
}

static void test_mistakes(void **state)
{
    (void)state;
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"chekc a", "there is no command `chekc`; did you mean `check`?"},
        {"comp a", "there is no command `comp`; did you mean `compile`?"},
        {"version", "there is no command `version`; did you mean `--version`?"},
        {"xyzzy", "there is no command `xyzzy`"},
        {"check --jsn a", "`check` has no option `--jsn`; did you mean `--json`?"},
        {"check --diag=short a", "`check` has no option `--diag`; did you mean `--diagnostics`?"},
        {"check -json a", "`check` has no option `-json`; did you mean `--json`?"},
        {"check --strip a", "`check` has no option `--strip`, but other commands have it"},
        {"check -z a", "`check` has no option `-z`"},
        {"check -qz a", "`check` has no option `-z`"},
        {"--json check a", "write `--json` after the command"},
        {"-q check a", "write `-q` after the command"},
        {"check --json=yes a", "--json has no value"},
        {"compile a -o", "--output needs a value: --output=PATH"},
        {"compile a --output=", "--output needs the name of a file"},
        {"check --color=allways a",
         "--color cannot be `allways`; did you mean `always`? It must be one of auto|always|never"},
        {"check --color= a", "--color cannot be ``: it must be one of auto|always|never"},
        {"check -Wfoo a", "--warnings cannot be `foo`: it must be one of show|error"},
        {"check --max-nodes=x a",
         "--max-nodes cannot be `x`: a count is written as 1000, 1e6, 64k or 1Mi"},
        {"check --max-nodes=1.5 a", "--max-nodes cannot be `1.5`: it must be a whole number"},
        {"check --max-nodes=1e99 a", "--max-nodes cannot be `1e99`: it is too large"},
        {"check --max-nodes=0 a", "--max-nodes cannot be `0`: it must be in 1..1000000"},
        {"check --max-nodes=1000001 a",
         "--max-nodes cannot be `1000001`: it must be in 1..1000000"},
        {"check --max-size=2x a",
         "--max-size cannot be `2x`: a size is written as 4096, 64MiB or 10MB"},
        {"check", "`check` needs DOC|IMAGE|SCENE|FOLDER..."},
        {"help a b", "`help` takes only [COMMAND]; `b` is too much"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        options o;
        char words[256];
        assert_int_equal(parse(&o, cases[i].line, words), EXIT_USAGE);
        assert_string_equal(last_message, cases[i].message);
        options_destroy(&o);
    }
}

static void test_help_needs_nothing_else(void **state)
{
    (void)state;
    options o;
    char words[256];
    assert_int_equal(parse(&o, "check -h", words), EXIT_FINE);
    assert_true(options_flag(&o, OPTION_HELP));
    options_destroy(&o);
    assert_int_equal(parse(&o, "", words), EXIT_FINE);
    assert_int_equal(o.command, COMMAND_NONE);
    options_destroy(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_table_is_sound),
        cmocka_unit_test(test_defaults_are_accepted),
        cmocka_unit_test(test_ways_to_write_the_same),
        cmocka_unit_test(test_texts_are_kept_in_order),
        cmocka_unit_test(test_lists_of_counts),
        cmocka_unit_test(test_operands),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_help_needs_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
