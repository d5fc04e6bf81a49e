// SPDX-License-Identifier: MIT
// The layout of JSON: what fits on one line. It does not depend on how the text is split into
// writes, nor on its white space.
#include "json_layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static char written[100000];
static size_t written_size;

static bool keep(void *user, const char *text, size_t size)
{
    (void)user;
    if (written_size + size >= sizeof written)
        return false;
    memcpy(written + written_size, text, size);
    written_size += size;
    written[written_size] = '\0';
    return true;
}

static const char *lay_out(const char *text, size_t piece)
{
    static char result[sizeof written];
    written_size = 0;
    text_out out;
    text_start(&out, (gestalt_writer){.write = keep}, false);
    json_layout layout;
    json_layout_start(&layout, &out);
    gestalt_writer writer = json_layout_writer(&layout);
    size_t size = strlen(text);
    for (size_t i = 0; i < size; i += piece)
        writer.write(writer.user, text + i, size - i < piece ? size - i : piece);
    json_layout_finish(&layout);
    assert_true(text_finish(&out));
    memcpy(result, written, written_size + 1);
    return result;
}

static void test_lines(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"1", "1\n"},
        {"{}", "{}\n"},
        {" [ ] ", "[]\n"},
        {"{\"a\":1}", "{\n  \"a\": 1\n}\n"},
        {"[[1,2],{\"b\":{}}]", "[\n  [1, 2],\n  { \"b\": {} }\n]\n"},
        {"{\"a\" : { \"b\" :\n[ true , null ] } }", "{\n  \"a\": { \"b\": [true, null] }\n}\n"},
        {"[\"{[,:\\\"}\",{\"\\\\\":\"\\\\\"}]",
         "[\n  \"{[,:\\\"}\",\n  { \"\\\\\": \"\\\\\" }\n]\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_string_equal(lay_out(cases[i].text, 1000), cases[i].expected);
        assert_string_equal(lay_out(cases[i].text, 1), cases[i].expected);
        char once[1000];
        strcpy(once, cases[i].expected);
        assert_string_equal(lay_out(once, 7), cases[i].expected);
    }
}

// [["é...é"]]: the inner list needs two columns of indent, four of punctuation, and one for a
// comma.
static void test_the_last_column(void **state)
{
    (void)state;
    for (int count = 92; count <= 94; count++) {
        char text[500] = "[[\"";
        for (int i = 0; i < count; i++)
            strcat(text, "\xc3\xa9");
        strcat(text, "\"]]");
        const char *lines = lay_out(text, 3);
        assert_int_equal(strncmp(lines, "[\n  [\"", 6) == 0, count <= 93);
    }
}

static void test_what_is_larger_than_the_buffer(void **state)
{
    (void)state;
    char text[20000] = "{\"a\":[";
    for (int i = 0; i < 1000; i++)
        sprintf(text + strlen(text), "{\"n\":%d},", i);
    strcat(text, "\"");
    memset(text + strlen(text), 'x', 3000);
    strcat(text, "\"]}");
    char all[sizeof written];
    strcpy(all, lay_out(text, sizeof text));
    assert_non_null(strstr(all, "\n    { \"n\": 0 },\n    { \"n\": 1 },\n"));
    assert_non_null(strstr(all, "\n    { \"n\": 999 },\n    \"xxxx"));
    assert_string_equal(lay_out(text, 1), all);
    assert_string_equal(lay_out(all, 13), all);
}

static void test_deep_nesting(void **state)
{
    (void)state;
    char text[301];
    memset(text, '[', 150);
    memset(text + 150, ']', 150);
    text[300] = '\0';
    const char *lines = lay_out(text, 100);
    size_t brackets = 0;
    for (const char *c = lines; *c; c++)
        brackets += *c == '[';
    assert_int_equal(brackets, 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_the_last_column),
        cmocka_unit_test(test_what_is_larger_than_the_buffer),
        cmocka_unit_test(test_deep_nesting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
