// SPDX-License-Identifier: MIT
// The explanations of codes: their examples have the stated errors, and every form of them is
// valid.
#include "diagnostic.h"
#include "explain_import.h"
#include "explain_scene.h"
#include "kept_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

// ---- the examples

// The files that the examples include.
static const struct {
    const char *path, *text;
} files[] = {
    {"lib/fight.json", "{ \"gestalt\": 1, \"root\": { \"type\": \"wait\", \"seconds\": 1 } }"},
    {"lib/float-health.json",
     "{ \"gestalt\": 1, \"blackboard\": { \"health\": \"float\" }, \"root\": \"health > 50\" }"},
    {"lib/health-50.json",
     "{ \"gestalt\": 1, \"blackboard\": { \"health\": { \"type\": \"float\", \"init\": 50 } },"
     "  \"root\": \"health > 10\" }"},
    {"lib/large.json",
     "{ \"gestalt\": 1,"
     "  \"doc\": \"This document is longer than it has to be, for the sake of this example.\","
     "  \"root\": { \"type\": \"wait\", \"seconds\": 1 } }"},
    {"lib/turn-float.json",
     "{ \"gestalt\": 1, \"actions\": { \"turn\": { \"args\": { \"angle\": \"float\" } } },"
     "  \"root\": { \"type\": \"action\", \"do\": \"turn\", \"args\": { \"angle\": 22.5 } } }"},
};

static gestalt_result read_file(void *user, const char *path, const gestalt_allocator *allocator,
                                char **text, size_t *size, gestalt_error *error)
{
    (void)user;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (strcmp(path, files[i].path) != 0)
            continue;
        *size = strlen(files[i].text);
        *text = allocator->resize(allocator->user, NULL, 0, *size);
        assert_non_null(*text);
        memcpy(*text, files[i].text, *size);
        return GESTALT_OK;
    }
    snprintf(error->message, sizeof error->message, "no such file");
    return GESTALT_IO;
}

// Codes that a small document can't have by itself.
static const struct {
    const char *code;
    bool part; // the example leaves out long parts; the golden documents have all of them
    bool no_includes;
    uint32_t node_budget, depth_limit;
    size_t size_limit;
} special[] = {
    {.code = "E0112", .depth_limit = 8}, {.code = "E0113", .size_limit = 128},
    {.code = "E0414", .part = true},     {.code = "E0505", .node_budget = 8},
    {.code = "E0506", .part = true},     {.code = "E0514", .no_includes = true},
    {.code = "E0701", .part = true},     {.code = "E0702", .part = true},
};

static bool has_only_a_part(const char *code)
{
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (strcmp(code, special[i].code) == 0)
            return special[i].part;
    return false;
}

static gestalt_result compile(const char *code, const char *text)
{
    gestalt_result of_scene;
    if (explain_scene(text, kept_text(), &of_scene) || explain_import(text, kept_text(), &of_scene))
        return of_scene;
    gestalt_compile_options options = {.include = read_file};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        if (strcmp(code, special[i].code) != 0)
            continue;
        options.node_budget = special[i].node_budget;
        options.depth_limit = special[i].depth_limit;
        options.size_limit = special[i].size_limit;
        options.forbid_includes = special[i].no_includes;
    }
    gestalt_shape *shape;
    gestalt_diagnostics *diagnostics;
    gestalt_error error = {0};
    gestalt_result result = gestalt_compile_text("main.json", text, strlen(text), &options, &shape,
                                                 &diagnostics, &error);
    kept_text();
    if (result != GESTALT_OK && result != GESTALT_REJECTED)
        fail_msg("%s: %s", code, error.message);
    assert_true(
        gestalt_diagnostics_write(diagnostics, GESTALT_DIAGNOSTICS_SHORT, false, kept_text()));
    gestalt_diagnostics_destroy(diagnostics);
    gestalt_shape_destroy(shape);
    return result;
}

// Return whether there were diagnostics, and all of them have that code.
static bool has_only(const char *code)
{
    char mark[16];
    snprintf(mark, sizeof mark, "[%s]", code);
    bool right = *written;
    for (const char *line = written; right && *line; line = strchr(line, '\n') + 1) {
        const char *found = strstr(line, mark);
        right = found && found < strchr(line, '\n');
    }
    return right;
}

static void test_wrong_examples_have_their_code(void **state)
{
    (void)state;
    int failures = 0;
    for (size_t i = 0; i < DIAGNOSTIC_COUNT; i++) {
        const diagnostic_info *info = &diagnostic_table[i];
        if (has_only_a_part(info->code))
            continue;
        gestalt_result result = compile(info->code, info->wrong);
        bool warning = info->code[0] == 'W';
        if (has_only(info->code) && result == (warning ? GESTALT_OK : GESTALT_REJECTED))
            continue;
        print_error("%s, the wrong example, gives %s:\n%s\n", info->code,
                    gestalt_result_text(result), written);
        failures++;
    }
    assert_int_equal(failures, 0);
}

static void test_right_examples_are_right(void **state)
{
    (void)state;
    int failures = 0;
    for (size_t i = 0; i < DIAGNOSTIC_COUNT; i++) {
        const diagnostic_info *info = &diagnostic_table[i];
        if (compile(info->code, info->right) == GESTALT_OK && !*written)
            continue;
        print_error("%s, the right example, gives:\n%s\n", info->code, written);
        failures++;
    }
    assert_int_equal(failures, 0);
}

// ---- the calls

static void test_explain(void **state)
{
    (void)state;
    for (size_t i = 0; i < DIAGNOSTIC_COUNT; i++) {
        const diagnostic_info *info = &diagnostic_table[i];
        assert_true(strlen(info->explanation) > 40);
        assert_int_equal(gestalt_explain(info->code, false, kept_text()), GESTALT_OK);
        assert_non_null(strstr(written, info->title));
        assert_null(strchr(written, '\x1b'));
        for (const char *line = written; *line; line = strchr(line, '\n') + 1)
            assert_in_range(strcspn(line, "\n"), 0, 84);
    }
    assert_int_equal(gestalt_explain("e0115", false, kept_text()), GESTALT_OK);
    assert_string_equal(
        written, "E0115: trailing comma\n"
                 "\n"
                 "Commas separate elements, so JSON does not allow one after the last element.\n"
                 "Remove the comma, or add the missing element.\n"
                 "\n"
                 "Wrong:\n"
                 "    { \"gestalt\": 1,\n"
                 "      \"root\": { \"type\": \"success\", } }\n"
                 "\n"
                 "Right:\n"
                 "    { \"gestalt\": 1,\n"
                 "      \"root\": { \"type\": \"success\" } }\n");
    assert_int_equal(gestalt_explain("E0110", false, kept_text()), GESTALT_OK);
    assert_non_null(strstr(written, "\"caf\\xe9\""));
    assert_int_equal(gestalt_explain("w0101", true, kept_text()), GESTALT_OK);
    assert_memory_equal(written, "\x1b[1;35mW0101\x1b[0m", 14);
}

static void test_unknown_codes(void **state)
{
    (void)state;
    static const struct {
        const char *code, *nearest;
    } cases[] = {
        {"E0230", "E0203"}, {"E020", "E0201"},  {"", NULL},          {"E", NULL},
        {"W0203", "E0203"}, {"sequence", NULL}, {"E02033", "E0203"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(gestalt_explain(cases[i].code, false, kept_text()), GESTALT_BAD_ARGUMENT);
        assert_string_equal(written, "");
        const char *nearest = gestalt_explain_nearest(cases[i].code);
        if (cases[i].nearest)
            assert_string_equal(nearest, cases[i].nearest);
        else
            assert_null(nearest);
    }
}

static void test_list(void **state)
{
    (void)state;
    assert_int_equal(gestalt_explain_list(false, false, kept_text()), GESTALT_OK);
    assert_memory_equal(written, "E0101  unexpected character\n", 28);
    assert_int_equal(gestalt_explain_list(true, false, kept_text()), GESTALT_OK);
    json_t *list = json_loads(written, JSON_REJECT_DUPLICATES, NULL);
    assert_int_equal(json_array_size(list), DIAGNOSTIC_COUNT);
    for (size_t i = 0; i < DIAGNOSTIC_COUNT; i++) {
        json_t *one = json_array_get(list, i);
        const diagnostic_info *info = &diagnostic_table[i];
        assert_int_equal(json_object_size(one), 6);
        assert_string_equal(json_string_value(json_object_get(one, "code")), info->code);
        assert_string_equal(json_string_value(json_object_get(one, "severity")),
                            info->code[0] == 'W' ? "warning" : "error");
        assert_string_equal(json_string_value(json_object_get(one, "title")), info->title);
        assert_string_equal(json_string_value(json_object_get(one, "right")), info->right);
    }
    json_decref(list);
}

static void test_markdown(void **state)
{
    (void)state;
    assert_true(diagnostics_write_markdown(kept_text()));
    for (size_t i = 0; i < DIAGNOSTIC_COUNT; i++) {
        char heading[32];
        snprintf(heading, sizeof heading, "\n## %s\n", diagnostic_table[i].code);
        assert_non_null(strstr(written, heading));
        assert_non_null(strstr(written, diagnostic_table[i].title));
    }
}

static void test_a_full_writer_is_an_error(void **state)
{
    (void)state;
    gestalt_writer writer = kept_text();
    written_limit = 10;
    assert_int_equal(gestalt_explain("E0101", false, writer), GESTALT_IO);
    assert_int_equal(gestalt_explain_list(true, false, writer), GESTALT_IO);
    assert_false(diagnostics_write_markdown(writer));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong_examples_have_their_code),
        cmocka_unit_test(test_right_examples_are_right),
        cmocka_unit_test(test_explain),
        cmocka_unit_test(test_unknown_codes),
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_markdown),
        cmocka_unit_test(test_a_full_writer_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
