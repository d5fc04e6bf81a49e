// SPDX-License-Identifier: MIT
// `gestalt fmt`: the order of members; nothing is lost; a second run changes nothing.
#include <gestalt/compiler.h>

#include "memory.h"
#include "short_memory.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

typedef struct page {
    char text[100000];
    size_t size;
    size_t limit; // the writer accepts no more bytes
} page;

static bool page_write(void *user, const char *text, size_t size)
{
    page *p = user;
    if (p->size + size >= p->limit)
        return false;
    memcpy(p->text + p->size, text, size);
    p->size += size;
    p->text[p->size] = '\0';
    return true;
}

static gestalt_result format(page *p, const char *text, const gestalt_allocator *allocator,
                             gestalt_diagnostics **diagnostics)
{
    p->size = 0;
    p->text[0] = '\0';
    if (!p->limit)
        p->limit = sizeof p->text;
    gestalt_error error;
    return gestalt_format_text("t.json", text, strlen(text), allocator,
                               (gestalt_writer){.write = page_write, .user = p}, diagnostics,
                               &error);
}

static void format_good(page *p, const char *text)
{
    gestalt_diagnostics *diagnostics;
    assert_int_equal(format(p, text, NULL, &diagnostics), GESTALT_OK);
    assert_int_equal(gestalt_diagnostics_error_count(diagnostics), 0);
    gestalt_diagnostics_destroy(diagnostics);
}

static const struct {
    const char *text, *formatted;
} cases[] = {
    // Members of the document.
    {"{\"root\":\"a\",\"trees\":{},\"x\":[1,2],\"actions\":{},\"blackboard\":{},\"doc\":\"d\","
     "\"name\":\"n\",\"gestalt\":1}",
     "{\n  \"gestalt\": 1,\n  \"name\": \"n\",\n  \"doc\": \"d\",\n  \"blackboard\": {},\n"
     "  \"actions\": {},\n  \"trees\": {},\n  \"root\": \"a\",\n  \"x\": [1, 2]\n}\n"},
    // Members of a node. Unknown members come after known ones, in their order.
    {"{\"root\":{\"children\":[],\"z\":1,\"order\":\"random\",\"doc\":\"\",\"a\":2,\"name\":\"n\","
     "\"type\":\"sequence\"}}",
     "{\n  \"root\": {\n    \"type\": \"sequence\",\n    \"name\": \"n\",\n    \"doc\": \"\",\n"
     "    \"order\": \"random\",\n    \"children\": [],\n    \"z\": 1,\n    \"a\": 2\n  }\n}\n"},
    // Children, of known and unknown types, in trees and branches.
    {"{\"trees\":{\"b\":{\"root\":{\"else\":{\"name\":\"e\",\"type\":\"success\"},\"then\":\"t\","
     "\"if\":\"c\",\"type\":\"decide\"},\"params\":{\"y\":1,\"x\":2}},\"a\":{\"include\":\"i\"}}}",
     "{\n  \"trees\": {\n    \"b\": {\n      \"params\": { \"y\": 1, \"x\": 2 },\n"
     "      \"root\": {\n        \"type\": \"decide\",\n        \"if\": \"c\",\n"
     "        \"then\": \"t\",\n        \"else\": { \"type\": \"success\", \"name\": \"e\" }\n"
     "      }\n    },\n    \"a\": { \"include\": \"i\" }\n  }\n}\n"},
    {"{\"root\":{\"children\":[{\"ticks\":1,\"type\":\"wait\"}],\"type\":\"sequnce\"}}",
     "{\n  \"root\": { \"type\": \"sequnce\", \"children\": [{ \"type\": \"wait\", \"ticks\": 1 }] "
     "}\n}\n"},
    // Arguments, blackboard and actions keep their order; the members of each entry are sorted.
    {"{\"root\":{\"args\":{\"name\":1,\"doc\":2,\"do\":3,\"type\":4},\"do\":\"f\","
     "\"type\":\"action\"}}",
     "{\n  \"root\": { \"type\": \"action\", \"do\": \"f\", \"args\": { \"name\": 1, \"doc\": 2, "
     "\"do\": 3, \"type\": 4 } }\n}\n"},
    {"{\"actions\":{\"g\":{\"args\":{\"b\":\"int\",\"a\":\"int\"},\"kind\":\"deferred\"},\"f\":{}},"
     "\"blackboard\":{\"y\":{\"doc\":\"\",\"shared\":true,\"init\":1,\"type\":\"int\"},"
     "\"x\":\"bool\"}}",
     "{\n  \"blackboard\": { \"y\": { \"type\": \"int\", \"init\": 1, \"shared\": true, \"doc\": "
     "\"\" "
     "}, \"x\": \"bool\" },\n  \"actions\": { \"g\": { \"kind\": \"deferred\", \"args\": { \"b\": "
     "\"int\", \"a\": \"int\" } }, \"f\": {} }\n}\n"},
    {"{\"trees\":{\"a\":{\"root\":1,\"doc\":\"d\"}},\"actions\":{\"f\":{\"z\":1,\"doc\":\"d\","
     "\"args\":{}}}}",
     "{\n  \"actions\": { \"f\": { \"args\": {}, \"doc\": \"d\", \"z\": 1 } },\n  \"trees\": { "
     "\"a\": "
     "{ \"doc\": \"d\", \"root\": 1 } }\n}\n"},
    // Values keep their bytes, and a repeated key is written twice.
    {"{\"root\":{\"if\":\"\\u0061\\/\",\"if\":1.50e+0,\"\\u0074ype\":\"condition\",\"if\":-0}}",
     "{\n  \"root\": { \"\\u0074ype\": \"condition\", \"if\": \"\\u0061\\/\", \"if\": 1.50e+0, "
     "\"if\": -0 }\n}\n"},
    // Texts that are not documents.
    {"[]", "[]\n"},
    {" \"x\" ", "\"x\"\n"},
    {"{\"root\":[[{\"name\":1,\"type\":{\"name\":1,\"type\":2}}]],\"blackboard\":3}",
     "{\n  \"blackboard\": 3,\n  \"root\": [[{ \"type\": { \"name\": 1, \"type\": 2 }, \"name\": 1 "
     "}]]\n}\n"},
};

static void test_order(void **state)
{
    (void)state;
    static page p, again;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        format_good(&p, cases[i].text);
        assert_string_equal(p.text, cases[i].formatted);
        format_good(&again, p.text);
        assert_string_equal(again.text, p.text);
    }
}

// ---- generated documents

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t bound)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 33) % bound;
}

static void generate(char *text, size_t *size, uint32_t depth)
{
    static const char *const keys[] = {
        "type", "name", "doc", "child", "children", "then", "else", "order",      "args",    "do",
        "root", "with", "if",  "init",  "trees",    "kind", "zzz",  "blackboard", "actions", "a"};
    static const char *const scalars[] = {"\"sequence\"",      "\"action\"", "1.50", "true",
                                          "\"a, {b: [c\\\"\"", "{}",         "[ ]",  "\"\\u00fc\""};
    uint32_t choice = random_below(depth ? 4 : 2);
    if (choice < 2) {
        *size += (size_t)sprintf(text + *size, "%s", scalars[random_below(LENGTH(scalars))]);
        return;
    }
    text[(*size)++] = choice == 2 ? '[' : '{';
    uint32_t first = random_below(LENGTH(keys));
    for (uint32_t i = 0, count = random_below(6); i < count; i++) {
        *size += (size_t)sprintf(text + *size, "%s%*s", i ? "," : "", (int)random_below(4), "");
        if (choice == 3) // 7 and 20 have no common divisor, so no key is repeated
            *size += (size_t)sprintf(text + *size, "\"%s\" :", keys[(first + i * 7) % 20]);
        generate(text, size, depth - 1);
    }
    text[(*size)++] = choice == 2 ? ']' : '}';
}

static void assert_same_values(const char *a, const char *b)
{
    json_t *left = json_loads(a, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    json_t *right = json_loads(b, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(left);
    assert_non_null(right);
    assert_true(json_equal(left, right));
    json_decref(left);
    json_decref(right);
}

static void test_nothing_is_lost(void **state)
{
    (void)state;
    static char text[100000];
    static page p, again;
    for (int i = 0; i < 2000; i++) {
        size_t size = (size_t)sprintf(text, "{\"name\": \"n\", \"root\": ");
        generate(text, &size, 5);
        strcpy(text + size, "}");
        format_good(&p, text);
        assert_same_values(text, p.text);
        format_good(&again, p.text);
        assert_string_equal(again.text, p.text);
        for (char *line = strtok(again.text, "\n"); line; line = strtok(NULL, "\n"))
            assert_true(line[strlen(line) - 1] != ' ');
    }
}

// ---- what can go wrong

static void test_bad_json(void **state)
{
    (void)state;
    static page p;
    gestalt_diagnostics *diagnostics;
    assert_int_equal(format(&p, "{\"root\": [1,]}", NULL, &diagnostics), GESTALT_REJECTED);
    assert_int_equal(gestalt_diagnostics_error_count(diagnostics), 1);
    assert_int_equal(p.size, 0);
    assert_true(gestalt_diagnostics_write(diagnostics, GESTALT_DIAGNOSTICS_SHORT, false,
                                          (gestalt_writer){.write = page_write, .user = &p}));
    assert_non_null(strstr(p.text, "t.json:1:12: error:"));
    gestalt_diagnostics_destroy(diagnostics);
}

static void test_writer_that_fails(void **state)
{
    (void)state;
    static page p;
    gestalt_diagnostics *diagnostics;
    p.limit = 10;
    assert_int_equal(format(&p, cases[0].text, NULL, &diagnostics), GESTALT_IO);
    gestalt_diagnostics_destroy(diagnostics);
}

static void test_no_memory(void **state)
{
    (void)state;
    static page p;
    static const char *const texts[] = {"{\"root\": {\"type\": \"success\"}}", "{\"root\": [1,]}"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        gestalt_result result = GESTALT_NO_MEMORY;
        unsigned allocations = 0;
        for (; result == GESTALT_NO_MEMORY; allocations++) {
            short_memory s = {.left = allocations};
            gestalt_allocator allocator = short_memory_allocator(&s);
            gestalt_diagnostics *diagnostics;
            result = format(&p, texts[i], &allocator, &diagnostics);
            assert_int_equal(diagnostics == NULL, result == GESTALT_NO_MEMORY);
            gestalt_diagnostics_destroy(diagnostics);
            assert_int_equal(s.held, 0);
        }
        assert_int_equal(result, i == 0 ? GESTALT_OK : GESTALT_REJECTED);
        assert_true(allocations > 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),     cmocka_unit_test(test_nothing_is_lost),
        cmocka_unit_test(test_bad_json),  cmocka_unit_test(test_writer_that_fails),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
