// SPDX-License-Identifier: MIT
// The error of a rejected document. It describes the first mistake and its position to programs
// that do not read diagnostics. Zero bytes, which C programs put into documents if they count the
// end of a string, have a separate message.
#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "misused.h"

static bool write_nowhere(void *user, const char *text, size_t size)
{
    (void)user, (void)text, (void)size;
    return true;
}

static const gestalt_writer nowhere = {.write = write_nowhere};

typedef struct kept {
    char text[4096];
    size_t size;
} kept;

static bool keep(void *user, const char *text, size_t size)
{
    kept *to = user;
    if (size >= sizeof to->text - to->size)
        return false;
    memcpy(to->text + to->size, text, size);
    to->size += size;
    to->text[to->size] = '\0';
    return true;
}

static void check_has(const char *text, const char *wanted)
{
    if (!strstr(text, wanted))
        fail_msg("`%s` has no `%s`", text, wanted);
}

// A document in an array, and the start of its first error.
#define ROW(text, place)                                                                           \
    {                                                                                              \
        text, sizeof(text) - 1, place                                                              \
    }
static const struct {
    const char *text;
    size_t size;
    const char *place;
} zero_cases[] = {
    ROW("{\"gestalt\":1,\"root\":{\"type\":\"success\"}}\0", "1:40"),
    ROW("{\"gestalt\":1,\"root\":{\"type\":\"success\"}}\n\0\0", "2:1"),
    ROW("{\"gestalt\":1,\"root\":{\"type\":\"success\"\0}}", "1:38"),
    ROW("{\"gestalt\":1,\n\"ro\0ot\":{\"type\":\"success\"}}", "2:4"),
    ROW("{\"gestalt\":1,\n\"root\":\"1 \0< 2\"}", "2:11"),
    ROW("{\"gestalt\":\0001}", "1:12"),
    ROW("{\"gestalt\":1,\0\"root\":{\"type\":\"success\"}}", "1:14"),
    ROW("{\"gestalt\":1, \"root\" \0:{\"type\":\"success\"}}", "1:22"),
};

static void test_zero_bytes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof zero_cases / sizeof *zero_cases; i++) {
        const char *text = zero_cases[i].text;
        size_t size = zero_cases[i].size;
        char wanted[128];
        snprintf(wanted, sizeof wanted,
                 "the document has 1 error, the first at z.json:%s: a zero byte, which JSON does "
                 "not have [E0108]",
                 zero_cases[i].place);
        gestalt_error error = {0};
        gestalt_shape *shape = NULL;
        assert_int_equal(gestalt_compile_text("z.json", text, size, NULL, &shape, NULL, &error),
                         GESTALT_REJECTED);
        assert_null(shape);
        assert_string_equal(error.message, wanted);
        assert_int_equal(
            gestalt_schema_write_text("z.json", text, size, NULL, nowhere, NULL, &error),
            GESTALT_REJECTED);
        assert_string_equal(error.message, wanted);
        gestalt_diagnostics *d = NULL;
        assert_int_equal(gestalt_format_text("z.json", text, size, NULL, nowhere, &d, &error),
                         GESTALT_REJECTED);
        assert_string_equal(error.message, wanted);
        kept human = {.size = 0};
        assert_true(gestalt_diagnostics_write(d, GESTALT_DIAGNOSTICS_HUMAN, false,
                                              (gestalt_writer){.write = keep, .user = &human}));
        check_has(human.text, "error: a zero byte, which JSON does not have [E0108]");
        check_has(human.text, "strlen, not sizeof");
        check_has(human.text, "\\x00");
        gestalt_diagnostics_destroy(d);
    }
}

static void test_several(void **state)
{
    (void)state;
    static const char text[] = "{\"gestalt\":1,\"blackboard\":{\"gr\xc3\xb6\xc3\x9f"
                               "e\":\"int\"},\n\"root\":{\"type\":\"sequnce\"}}";
    gestalt_error error = {0};
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *d = NULL;
    assert_int_equal(
        gestalt_compile_text("s.json", text, sizeof text - 1, NULL, &shape, &d, &error),
        GESTALT_REJECTED);
    check_has(error.message, "the document has 2 errors, the first at s.json:1:28: ");
    char whole[256], cut[256];
    assert_true(gestalt_diagnostics_first_error(d, whole, sizeof whole));
    check_has(error.message, whole);
    for (size_t size = 1; size <= strlen(whole); size++) {
        memset(cut, 'x', sizeof cut);
        assert_true(gestalt_diagnostics_first_error(d, cut, size));
        assert_true(strlen(cut) < size && strlen(cut) + 2 >= size);
        assert_memory_equal(cut, whole, strlen(cut));
    }
    gestalt_diagnostics_destroy(d);
}

static void test_none(void **state)
{
    (void)state;
    static const char text[] = "{\"gestalt\":1,\"blackboard\":{\"n\":\"int\"},"
                               "\"root\":{\"type\":\"success\"}}";
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *d = NULL;
    char first[64] = "x";
    assert_int_equal(gestalt_compile_text("n.json", text, sizeof text - 1, NULL, &shape, &d, NULL),
                     GESTALT_OK);
    assert_int_equal(gestalt_diagnostics_warning_count(d), 1);
    assert_false(gestalt_diagnostics_first_error(d, first, sizeof first));
    assert_string_equal(first, "");
    assert_false(gestalt_diagnostics_first_error(NULL, first, sizeof first));
    gestalt_diagnostics_promote(d);
    assert_true(gestalt_diagnostics_first_error(d, first, sizeof first));
    check_has(first, "n.json:1:28: ");
    gestalt_diagnostics_destroy(d);
    gestalt_shape_destroy(shape);
}

static void test_unfinished(void **state)
{
    (void)state;
    gestalt_diagnostics *d = gestalt_diagnostics_create(NULL);
    char first[64];
    misused m;
    misused_begin(&m);
    assert_false(gestalt_diagnostics_first_error(d, first, sizeof first));
    assert_false(gestalt_diagnostics_write(d, GESTALT_DIAGNOSTICS_SHORT, false, nowhere));
    assert_int_equal(m.count, 2);
    misused_end();
    gestalt_diagnostics_destroy(d);
}

static void test_expression(void **state)
{
    (void)state;
    gestalt_error error = {0};
    gestalt_expression *e = NULL;
    assert_int_equal(gestalt_expression_compile("1 + \0", 5, NULL, &e, &error), GESTALT_REJECTED);
    assert_string_equal(error.message,
                        "the expression has an error at byte 4: unexpected character U+0000");
    assert_int_equal(gestalt_expression_compile("1 +", 3, NULL, &e, &error), GESTALT_REJECTED);
    assert_string_equal(error.message,
                        "the expression has an error at byte 3: a value is missing at the end");
    assert_null(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zero_bytes), cmocka_unit_test(test_several),
        cmocka_unit_test(test_none),       cmocka_unit_test(test_unfinished),
        cmocka_unit_test(test_expression),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
