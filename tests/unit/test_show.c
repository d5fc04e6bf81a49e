// SPDX-License-Identifier: MIT
// Showing: escapes in each context, weights computed from running sums, and writers that refuse.
#include "scalar.h"
#include "show.h"

#include <gestalt/gestalt.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "misused.h"

typedef struct sink {
    char text[400000];
    size_t size;
    size_t limit; // bytes that the writer accepts
} sink;

static bool sink_write(void *user, const char *text, size_t size)
{
    sink *s = user;
    if (s->size + size > s->limit)
        return false;
    memcpy(s->text + s->size, text, size);
    s->size += size;
    s->text[s->size] = '\0';
    return true;
}

static gestalt_shape *compile(const char *document)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_error error;
    gestalt_result result = gestalt_compile_text("test.json", document, strlen(document), NULL,
                                                 &shape, &diagnostics, &error);
    gestalt_diagnostics_destroy(diagnostics);
    assert_int_equal(result, GESTALT_OK);
    return shape;
}

static const char *show(const char *document, gestalt_show_form form, bool color)
{
    static sink s;
    s.size = 0;
    s.limit = sizeof s.text - 1;
    gestalt_shape *shape = compile(document);
    gestalt_error error;
    assert_int_equal(
        gestalt_shape_show(shape, form, color, (gestalt_writer){sink_write, &s}, &error),
        GESTALT_OK);
    gestalt_shape_destroy(shape);
    return s.text;
}

#define AWKWARD                                                                                    \
    "{\"gestalt\":1,\"name\":\"a \\\"b\\\"\",\"root\":{\"type\":\"debug\","                        \
    "\"message\":\"<#`\\\\\\n\\u001b[0m\\\"&>\",\"child\":{\"type\":\"success\"}}}"

static void test_escapes(void **state)
{
    (void)state;
    static const struct {
        gestalt_show_form form;
        const char *expected;
    } cases[] = {
        {GESTALT_SHOW_OUTLINE, "debug says \"<#`\\\\n\\x1b[0m\\\"&>\"\n"},
        {GESTALT_SHOW_ASM, "debug \"<#`\\\\n\\x1b[0m\\\"&>\""},
        {GESTALT_SHOW_DOT, "[label=\"debug\\nsays \\\"<#`\\\\\\\\n\\\\x1b[0m\\\\\\\"&amp;>\\\"\","},
        {GESTALT_SHOW_MERMAID,
         "{{\"debug<br>says #quot;#lt;#35;#96;#92;#92;n#92;x1b[0m#92;#quot;#amp;"
         "#gt;#quot;\"}}:::decorator"},
        {GESTALT_SHOW_JSON, "\"message\": \"<#`\\\\\\n\\u001b[0m\\\"&>\""},
        {GESTALT_SHOW_BTCPP, "message=\"&lt;#`\\&#10;\\u001b[0m&quot;&amp;&gt;\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = show(AWKWARD, cases[i].form, false);
        if (!strstr(text, cases[i].expected))
            assert_string_equal(text, cases[i].expected);
    }
}

static void test_colors_add_nothing_else(void **state)
{
    (void)state;
    char plain[4096], stripped[4096];
    strcpy(plain, show(AWKWARD, GESTALT_SHOW_OUTLINE, false));
    assert_null(strchr(plain, '\x1b'));
    const char *colored = show(AWKWARD, GESTALT_SHOW_OUTLINE, true);
    assert_non_null(strchr(colored, '\x1b'));
    size_t size = 0;
    for (; *colored; colored++) {
        if (*colored == '\x1b')
            colored = strchr(colored, 'm');
        else
            stripped[size++] = *colored;
    }
    stripped[size] = '\0';
    assert_string_equal(stripped, plain);
}

static uint64_t weight_item(float sum, bool is_positive)
{
    return item_make(ITEM_WEIGHT, is_positive ? ITEM_POSITIVE : 0, 0, scalar_float_bits(sum));
}

static void test_weights_bring_the_sums_back(void **state)
{
    (void)state;
    static const float weights[] = {0.1f, 0.2f,   0.3f,  0.4f,     1e8f,      1.0f,
                                    3.0f, 1e-30f, 1e30f, 123.456f, 0.333333f, 16777216,
                                    1.0f, 7e-5f,  0.0f,  2.5f,     1e-45f,    3e38f};
    enum { COUNT = sizeof weights / sizeof *weights };
    for (size_t first = 0; first < COUNT; first++) {
        float sum = 0;
        for (size_t i = first; i < COUNT; i++) {
            float next = sum + weights[i];
            float shown = show_weight(sum, weight_item(next, weights[i] > 0));
            assert_true(sum + shown == next);
            assert_true((shown > 0) == (weights[i] > 0));
            sum = next;
        }
    }
    static const struct {
        float before, sum, weight;
    } simple[] = {
        {0, 0.1f, 0.1f},
        {0.1f, 0.1f + 0.2f, 0.2f},
        {0.1f + 0.2f + 0.3f, 0.1f + 0.2f + 0.3f + 0.4f, 0.4f},
        {3, 4.5f, 1.5f},
        {1e8f, 1e8f, 0},
    };
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++)
        assert_true(show_weight(simple[i].before, weight_item(simple[i].sum, false)) ==
                    simple[i].weight);
}

// A writer refuses after each possible number of bytes.
static void test_refusing_writers(void **state)
{
    (void)state;
    static sink s;
    gestalt_shape *shape = compile(AWKWARD);
    for (int form = GESTALT_SHOW_OUTLINE; form <= GESTALT_SHOW_BTCPP; form++) {
        size_t size = strlen(show(AWKWARD, (gestalt_show_form)form, false));
        for (size_t limit = 0; limit <= size; limit += limit + 100 < size ? 100 : 1) {
            s.size = 0;
            s.limit = limit;
            gestalt_error error = {0};
            gestalt_result result = gestalt_shape_show(shape, (gestalt_show_form)form, false,
                                                       (gestalt_writer){sink_write, &s}, &error);
            assert_int_equal(result, limit < size ? GESTALT_IO : GESTALT_OK);
            assert_int_equal(error.result, limit < size ? GESTALT_IO : GESTALT_OK);
        }
    }
    gestalt_shape_destroy(shape);
}

static void test_unknown_form(void **state)
{
    (void)state;
    static sink s;
    gestalt_shape *shape = compile(AWKWARD);
    MISUSED(gestalt_shape_show(shape, (gestalt_show_form)17, false,
                               (gestalt_writer){sink_write, &s}, &error),
            "`form` is 17");
    gestalt_shape_destroy(shape);
}

// A chain of 250 nodes is too deep for a document of nested values.
static void test_deep_trees_are_cut(void **state)
{
    (void)state;
    static const char document[] =
        "{\"gestalt\":1,\"trees\":{"
        "\"t5\":{\"root\":{\"type\":\"invert\",\"child\":{\"type\":\"success\"}}},"
        "\"t4\":{\"root\":{\"type\":\"invert\",\"child\":{\"type\":\"subtree\",\"tree\":\"t5\"}}}},"
        "\"root\":{\"type\":\"subtree\",\"tree\":\"t4\"}}";
    assert_null(strstr(show(document, GESTALT_SHOW_JSON, false), "trees"));
    char deep[20000] = "{\"gestalt\":1,\"trees\":{\"low\":{\"root\":";
    for (int i = 0; i < 120; i++)
        strcat(deep, "{\"type\":\"invert\",\"child\":");
    strcat(deep, "{\"type\":\"success\"}");
    for (int i = 0; i < 120; i++)
        strcat(deep, "}");
    strcat(deep, "}},\"root\":");
    for (int i = 0; i < 120; i++)
        strcat(deep, "{\"type\":\"invert\",\"child\":");
    strcat(deep, "{\"type\":\"subtree\",\"tree\":\"low\"}");
    for (int i = 0; i < 120; i++)
        strcat(deep, "}");
    strcat(deep, "}");
    const char *json = show(deep, GESTALT_SHOW_JSON, false);
    assert_non_null(strstr(json, "\"below_100\": {"));
    assert_non_null(strstr(json, "\"below_200\": {"));
    assert_non_null(strstr(json, "\"tree\": \"below_200\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_colors_add_nothing_else),
        cmocka_unit_test(test_weights_bring_the_sums_back),
        cmocka_unit_test(test_refusing_writers),
        cmocka_unit_test(test_unknown_form),
        cmocka_unit_test(test_deep_trees_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
