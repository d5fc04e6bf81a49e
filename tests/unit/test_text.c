// SPDX-License-Identifier: MIT
// Text that is printed for terminals and as JSON: escapes, and errors of the writer.
#include "kept_text.h"
#include "text.h"

#include <gestalt/base.h>
#include <gestalt/version.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static text_out *fresh(text_out *out)
{
    text_start(out, kept_text(), false);
    return out;
}

static void test_escapes(void **state)
{
    (void)state;
    static const struct {
        const char *text, *json, *escaped;
    } cases[] = {
        {"plain", "\"plain\"", "plain"},
        {"a\"b\\", "\"a\\\"b\\\\\"", "a\"b\\"},
        {"\n\t\x1b[31m", "\"\\n\\t\\u001b[31m\"", "\\n\\t\\x1b[31m"},
        {"\x7f", "\"\\u007f\"", "\\x7f"},
        {"\xc2\x9b", "\"\\u009b\"", "\\u009b"},
        {"gr\xc3\xbc\xc3\x9f", "\"gr\xc3\xbc\xc3\x9f\"", "gr\xc3\xbc\xc3\x9f"},
        {"\xff", "\"\xef\xbf\xbd\"", "\\xff"},
        {"\xe2\x80\xae", "\"\xe2\x80\xae\"", "\\u202e"},
        {"\xe2\x80\x8f.", "\"\xe2\x80\x8f.\"", "\\u200f."},
        {"\xe2\x81\xa0.", "\"\xe2\x81\xa0.\"", "\\u2060."},
        {"\xef\xbb\xbf.", "\"\xef\xbb\xbf.\"", "\\ufeff."},
        {"\xe2\x80\x90\xe2\x80\xaf\xe2\x81\xb0", "\"\xe2\x80\x90\xe2\x80\xaf\xe2\x81\xb0\"",
         "\xe2\x80\x90\xe2\x80\xaf\xe2\x81\xb0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_out out;
        text_json(fresh(&out), cases[i].text, strlen(cases[i].text));
        assert_true(text_finish(&out));
        assert_string_equal(written, cases[i].json);
        text_escaped(fresh(&out), cases[i].text, strlen(cases[i].text));
        assert_true(text_finish(&out));
        assert_string_equal(written, cases[i].escaped);
    }
}

static void test_xml(void **state)
{
    (void)state;
    // Control characters, U+FFFE, U+FFFF and invalid UTF-8 are not allowed in XML. U+FFFD and
    // U+1FFFE are.
    static const char text[] =
        "a<b>&\"c\t\x01\xef\xbf\xbe\xef\xbf\xbf\xff|\xef\xbf\xbd\xf0\x9f\xbf\xbe";
    text_out out;
    text_xml(fresh(&out), text, sizeof text - 1);
    assert_true(text_finish(&out));
    assert_string_equal(written,
                        "a&lt;b&gt;&amp;&quot;c\t\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd|"
                        "\xef\xbf\xbd\xf0\x9f\xbf\xbe");
}

static void test_long_text_keeps_its_order(void **state)
{
    (void)state;
    text_out out;
    fresh(&out);
    text_put(&out, "<");
    text_fill(&out, 'x', 5000);
    text_print(&out, "%d", 42);
    char large[4500];
    memset(large, 'y', sizeof large);
    text_write(&out, large, sizeof large);
    text_put(&out, ">");
    assert_true(text_finish(&out));
    assert_int_equal(written_size, 1 + 5000 + 2 + 4500 + 1);
    assert_memory_equal(written + 5000, "x42y", 4);
    assert_int_equal(written[written_size - 1], '>');
}

static void test_an_error_sticks(void **state)
{
    (void)state;
    text_out out;
    fresh(&out);
    written_limit = 100;
    text_fill(&out, 'x', 5000);
    written_limit = sizeof written - 1;
    text_put(&out, "more");
    assert_false(text_finish(&out));
    assert_int_equal(written_size, 0);
}

static void test_colors_only_when_wanted(void **state)
{
    (void)state;
    text_out out;
    text_style(fresh(&out), COLOR_ERROR);
    assert_true(text_finish(&out));
    assert_string_equal(written, "");
    fresh(&out)->color = true;
    text_style(&out, COLOR_ERROR);
    assert_true(text_finish(&out));
    assert_string_equal(written, "\x1b[1;31m");
}

// Each result has its own text, and invalid results have another one.
static void test_results(void **state)
{
    (void)state;
    const char *unknown = gestalt_result_text((gestalt_result)(GESTALT_INTERRUPTED + 1));
    assert_string_equal(unknown, "unknown result");
    for (int a = GESTALT_OK; a <= GESTALT_INTERRUPTED; a++) {
        assert_string_not_equal(gestalt_result_text((gestalt_result)a), unknown);
        for (int b = GESTALT_OK; b < a; b++)
            assert_string_not_equal(gestalt_result_text((gestalt_result)a),
                                    gestalt_result_text((gestalt_result)b));
    }
    assert_string_equal(gestalt_version(), GESTALT_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_xml),
        cmocka_unit_test(test_long_text_keeps_its_order),
        cmocka_unit_test(test_an_error_sticks),
        cmocka_unit_test(test_colors_only_when_wanted),
        cmocka_unit_test(test_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
