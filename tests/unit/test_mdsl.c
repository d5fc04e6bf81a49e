// SPDX-License-Identifier: MIT
// The MDSL reader: errors with positions, and what is read. That it agrees with mistreevous is
// checked where mistreevous runs; here are the cases that this has found worth keeping.
#include "mdsl.h"

#include "counting.h"
#include "mdsl_print.h"
#include "short_memory.h"

#include "memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))
#define NOWHERE       UINT32_MAX

static const gestalt_allocator *plain(void)
{
    static gestalt_allocator allocator;
    allocator = memory_allocator(NULL);
    return &allocator;
}

// A copy of exactly this size, so that reads past its end are detected.
static char *exact_copy(const char *text, size_t size)
{
    char *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    return copy;
}

static mdsl_document read_good(const char *text)
{
    mdsl_document document;
    mdsl_error error;
    if (!mdsl_read(text, strlen(text), (mdsl_limits){0}, plain(), &document, &error))
        fail_msg("%s: error %d at %u", text, (int)error.kind, error.begin);
    return document;
}

static void check_sound(const char *text, size_t size)
{
    char *copy = exact_copy(text, size);
    const char *wrong = mdsl_wrong(copy, size);
    if (wrong)
        fail_msg("%s: %.*s", wrong, (int)size, text);
    free(copy);
}

// ---- errors

#define LITERAL "a string, a number, `true`, `false`, `null` or a property"

static const struct reject {
    const char *text;
    mdsl_error_kind kind;
    uint32_t begin, end;
    uint32_t other;
    const char *expected;
} rejects[] = {
    {"", MDSL_UNEXPECTED_END, 0, 0, NOWHERE, "`root`"},
    {" /* x */ ", MDSL_UNEXPECTED_END, 9, 9, NOWHERE, "`root`"},
    {"}", MDSL_UNEXPECTED, 0, 1, NOWHERE, "`root`"},
    {"\"root\"", MDSL_UNEXPECTED, 0, 6, NOWHERE, "`root`"},
    {"wait", MDSL_OUTSIDE_ROOT, 0, 4, NOWHERE, "`root`"},
    {"root", MDSL_UNEXPECTED_END, 4, 4, NOWHERE, "`{`"},
    {"root wait", MDSL_UNEXPECTED, 5, 9, NOWHERE, "`{`"},
    {"root {", MDSL_UNEXPECTED_END, 6, 6, 0, "a node or `}`"},
    {"root { wait", MDSL_UNEXPECTED_END, 11, 11, 0, "a node or `}`"},
    {"root { wait } }", MDSL_UNEXPECTED, 14, 15, NOWHERE, "`root`"},
    {"root { wait } wait", MDSL_OUTSIDE_ROOT, 14, 18, NOWHERE, "`root`"},
    {"root { , }", MDSL_UNEXPECTED, 7, 8, 0, "a node or `}`"},
    {"root { waiting }", MDSL_UNKNOWN_NODE, 7, 14, 0, NULL},
    {"root { then }", MDSL_UNKNOWN_NODE, 7, 11, 0, NULL},
    {"root { }", MDSL_NO_CHILD, 0, 4, 0, NULL},
    {"root { flip { } }", MDSL_NO_CHILD, 7, 11, 7, NULL},
    {"root { sequence { } }", MDSL_NO_CHILD, 7, 15, 7, NULL},
    {"root { wait wait }", MDSL_SECOND_CHILD, 12, 16, 0, "`}`"},
    {"root { flip { wait wait } }", MDSL_SECOND_CHILD, 19, 23, 7, "`}`"},
    {"root { root { wait } }", MDSL_ROOT_BELOW, 7, 11, 0, NULL},
    // arguments
    {"root [1] { wait }", MDSL_BAD_ARGUMENT, 6, 7, 5, "a name"},
    {"root [a, b] { wait }", MDSL_TOO_MANY_ARGUMENTS, 9, 10, 5, NULL},
    {"root [a, 1] { wait }", MDSL_TOO_MANY_ARGUMENTS, 9, 10, 5, NULL},
    {"root { branch }", MDSL_UNEXPECTED, 14, 15, 0, "`[`"},
    {"root { branch [] }", MDSL_MISSING_ARGUMENT, 15, 16, 14, "a name"},
    {"root { branch [a, b] }", MDSL_TOO_MANY_ARGUMENTS, 18, 19, 14, NULL},
    {"root { branch [\"a\"] }", MDSL_BAD_ARGUMENT, 15, 18, 14, "a name"},
    {"root { branch [a] while(b) }", MDSL_UNKNOWN_NODE, 18, 23, 0, NULL},
    {"root { action }", MDSL_UNEXPECTED, 14, 15, 0, "`[`"},
    {"root { action [] }", MDSL_MISSING_ARGUMENT, 15, 16, 14, "a name"},
    {"root { action [$a] }", MDSL_BAD_ARGUMENT, 15, 17, 14, "a name"},
    {"root { action [null] }", MDSL_BAD_ARGUMENT, 15, 19, 14, "a name"},
    {"root { action [a, b] }", MDSL_BAD_ARGUMENT, 18, 19, 14, LITERAL},
    {"root { condition [a, b] }", MDSL_BAD_ARGUMENT, 21, 22, 17, LITERAL},
    {"root { action [a b] }", MDSL_UNEXPECTED, 17, 18, 14, "`,` or `]`"},
    {"root { action [a) }", MDSL_UNEXPECTED, 16, 17, 14, "`,` or `]`"},
    {"root { action (a] }", MDSL_UNEXPECTED, 16, 17, 14, "`,` or `)`"},
    {"root { action [a\"b\"] }", MDSL_UNEXPECTED, 16, 19, 14, "`,` or `]`"},
    {"root { action [,] }", MDSL_UNEXPECTED, 15, 16, 14, "an argument"},
    {"root { action [a,,] }", MDSL_UNEXPECTED, 17, 18, 14, "an argument"},
    {"root { action [a, {] }", MDSL_UNEXPECTED, 18, 19, 14, "an argument"},
    {"root { action [a, @@0@@] }", MDSL_UNEXPECTED, 18, 23, 14, "an argument"},
    {"root { action [", MDSL_UNEXPECTED_END, 15, 15, 14, "an argument"},
    {"root { action [a", MDSL_UNEXPECTED_END, 16, 16, 14, "`,` or `]`"},
    {"root { sequence [1] { wait } }", MDSL_UNEXPECTED, 16, 17, 0, "`{`"},
    {"root { wait [a] }", MDSL_BAD_ARGUMENT, 13, 14, 12, "a whole number"},
    {"root { wait [1.5] }", MDSL_BAD_ARGUMENT, 13, 16, 12, "a whole number"},
    {"root { wait [1e3] }", MDSL_BAD_ARGUMENT, 13, 16, 12, "a whole number"},
    {"root { wait [.0] }", MDSL_BAD_ARGUMENT, 13, 15, 12, "a whole number"},
    {"root { wait [\"1\"] }", MDSL_BAD_ARGUMENT, 13, 16, 12, "a whole number"},
    {"root { wait [$a] }", MDSL_BAD_ARGUMENT, 13, 15, 12, "a whole number"},
    {"root { wait [-1] }", MDSL_NEGATIVE, 13, 15, 12, NULL},
    {"root { wait [1, -1] }", MDSL_NEGATIVE, 16, 18, 12, NULL},
    {"root { wait [2, 1] }", MDSL_BAD_RANGE, 16, 17, 12, NULL},
    {"root { wait [1, 2, 3] }", MDSL_TOO_MANY_ARGUMENTS, 19, 20, 12, NULL},
    {"root { repeat [1, 2, 3] { wait } }", MDSL_TOO_MANY_ARGUMENTS, 21, 22, 14, NULL},
    {"root { retry [-2] { wait } }", MDSL_NEGATIVE, 14, 16, 13, NULL},
    {"root { lotto [1, -1] { wait } }", MDSL_NEGATIVE, 17, 19, 13, NULL},
    {"root { lotto [1, true] { wait } }", MDSL_BAD_ARGUMENT, 17, 21, 13, "a whole number"},
    {"root { lotto [1, 2] { wait } }", MDSL_WRONG_WEIGHTS, 7, 12, 7, NULL},
    {"root { lotto [1] { wait wait } }", MDSL_WRONG_WEIGHTS, 7, 12, 7, NULL},
    {"root { action [a, 0x10] }", MDSL_BAD_NUMBER, 18, 22, 14, NULL},
    {"root { action [0b1] }", MDSL_BAD_NUMBER, 15, 18, 14, NULL},
    {"root { action [a, 0O17] }", MDSL_BAD_NUMBER, 18, 22, 14, NULL},
    {"root { action [a, -Infinity] }", MDSL_BAD_NUMBER, 18, 27, 14, NULL},
    {"root { action [a, 1e309] }", MDSL_NUMBER_RANGE, 18, 23, 14, NULL},
    {"root { action [a, -1e309] }", MDSL_NUMBER_RANGE, 18, 24, 14, NULL},
    // attributes
    {"root while { wait }", MDSL_UNEXPECTED, 11, 12, NOWHERE, "`(`"},
    {"root while() { wait }", MDSL_MISSING_ARGUMENT, 11, 12, 10, "a name"},
    {"root while(1) { wait }", MDSL_BAD_ARGUMENT, 11, 12, 10, "a name"},
    {"root while(a, b) { wait }", MDSL_BAD_ARGUMENT, 14, 15, 10, LITERAL},
    {"root while(a) then { wait }", MDSL_UNEXPECTED, 19, 20, NOWHERE, "`succeed` or `fail`"},
    {"root while(a) then", MDSL_UNEXPECTED_END, 18, 18, NOWHERE, "`succeed` or `fail`"},
    {"root entry(a) then fail { wait }", MDSL_UNEXPECTED, 14, 18, NOWHERE, "`{`"},
    {"root { wait exit(a) exit(b) }", MDSL_DUPLICATE_ATTRIBUTE, 20, 24, 12, NULL},
    {"root { wait while(a) }  x", MDSL_UNKNOWN_NODE, 24, 25, NOWHERE, NULL},
    // strings, comments, characters
    {"root { action [a, \"b", MDSL_UNEXPECTED_END, 20, 20, 18, "`\"`"},
    {"root { action [a, \"b\\", MDSL_UNEXPECTED_END, 21, 21, 18, "`\"`"},
    {"root { action [a, \"b\\\"", MDSL_UNEXPECTED_END, 22, 22, 18, "`\"`"},
    {"root { action [a, \"b\\\n\"] }", MDSL_BAD_ESCAPE, 20, 21, 18, NULL},
    {"root { action [a, \"b\\\xe2\x80\xa8\"] }", MDSL_BAD_ESCAPE, 20, 21, 18, NULL},
    {"root { action [a, \"/* b */\"] }", MDSL_COMMENT_IN_STRING, 19, 21, 18, NULL},
    {"root { action [a, \"/*\"] /* b */ }", MDSL_COMMENT_IN_STRING, 19, 21, 18, NULL},
    {"root /* { wait }", MDSL_UNEXPECTED_END, 16, 16, 5, "`*/`"},
    {"root /*/ { wait }", MDSL_UNEXPECTED_END, 17, 17, 5, "`*/`"},
    {"root { wait } */", MDSL_UNKNOWN_NODE, 14, 16, NOWHERE, NULL},
    {"root { wait /**/ } /", MDSL_UNKNOWN_NODE, 19, 20, NOWHERE, NULL},
    {"root \x01{ wait }", MDSL_BAD_CHARACTER, 5, 6, NOWHERE, NULL},
    {"root { wait\x7f }", MDSL_BAD_CHARACTER, 11, 12, 0, NULL},
    {"root /* \xc2\x85 */ { wait }", MDSL_BAD_CHARACTER, 8, 10, NOWHERE, NULL},
    {"root { action [\"\x1f\"] }", MDSL_BAD_CHARACTER, 16, 17, 14, NULL},
    {"root \xff{ wait }", MDSL_BAD_UTF8, 5, 6, NOWHERE, NULL},
    {"root { action [a\xc3] }", MDSL_BAD_UTF8, 16, 17, 14, NULL},
    {"\xff\xfer", MDSL_UTF16, 0, 2, NOWHERE, NULL},
};

static void test_rejects(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rejects); i++) {
        const struct reject *r = &rejects[i];
        size_t size = strlen(r->text);
        char *text = exact_copy(r->text, size);
        mdsl_document document;
        mdsl_error error;
        assert_false(mdsl_read(text, size, (mdsl_limits){0}, plain(), &document, &error));
        bool same_words =
            r->expected ? error.expected && !strcmp(error.expected, r->expected) : !error.expected;
        if (error.kind != r->kind || error.begin != r->begin || error.end != r->end ||
            error.other != r->other || !same_words)
            fail_msg("%s: kind %d, %u to %u, other %d, expected %s", r->text, (int)error.kind,
                     error.begin, error.end, (int)error.other, error.expected);
        assert_null(document.nodes);
        check_sound(text, size);
        free(text);
    }
}

static void test_zero_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        mdsl_error_kind kind;
        uint32_t begin;
    } cases[] = {
        {"\0", 1, MDSL_BAD_CHARACTER, 0},
        {"r\0o\0", 4, MDSL_UTF16, 0},
        {"\0r\0o", 4, MDSL_UTF16, 0},
        {"root\0{", 6, MDSL_BAD_CHARACTER, 4},
        {"root { action [\"\0\"] }", 21, MDSL_BAD_CHARACTER, 16},
        {"root { action [0x\0] }", 21, MDSL_BAD_CHARACTER, 17},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        mdsl_document document;
        mdsl_error error;
        assert_false(
            mdsl_read(cases[i].text, cases[i].size, (mdsl_limits){0}, plain(), &document, &error));
        assert_int_equal(error.kind, cases[i].kind);
        assert_int_equal(error.begin, cases[i].begin);
    }
}

// ---- what is read

static const struct accept {
    const char *text, *printed;
} accepts[] = {
    {"root{wait}", "root { wait }"},
    {"\xef\xbb\xbfROOT\n{\tWait\r\n}\v\f", "root { wait }"},
    {"root\xc2\xa0{\xe2\x80\x83wait\xe3\x80\x80}\xe2\x80\xa8", "root { wait }"},
    {"/* a */ root /*{*/ { /* \"b\n\r* / */ wait /***/ }/**/", "root { wait }"},
    {"root/**/{wait/**/}", "root { wait }"},
    {"root [] { wait () }", "root { wait }"},
    {"root (A,) { branch [B , ] }", "root [A] { branch [B] }"},
    {"root { wait } root[B]{ wait }", "root { wait } root [B] { wait }"},
    {"root { wait [1] }", "root { wait [1] }"},
    {"root { wait(1,2,) }", "root { wait [1, 2] }"},
    {"root { wait [0, 0] }", "root { wait [0, 0] }"},
    {"root { repeat { retry [3] { repeat [2, 4] { wait } } } }",
     "root { repeat { retry [3] { repeat [2, 4] { wait } } } }"},
    {"root { sequence { selector { wait } parallel { wait wait } race { wait } all { wait } } }",
     "root { sequence { selector { wait } parallel { wait wait } race { wait } all { wait } } }"},
    {"root { flip { succeed { fail { lotto { wait } } } } }",
     "root { flip { succeed { fail { lotto { wait } } } } }"},
    {"root { lotto [1, 0, 2] { wait wait wait } }", "root { lotto [1, 0, 2] { wait wait wait } }"},
    {"root { action [a.b-c, 1, -.5, \"\", \"x, ]\", true, false, null, $p, $_p-1] }",
     "root { action [a.b-c, 1, -.5, \"\", \"x, ]\", true, false, null, $p, $_p-1] }"},
    {"root { condition [$1] }", "root { condition [$1] }"},
    {"root { condition [True, \"/*\"] }", "root { condition [True, \"/*\"] }"},
    {"root { condition [3d, \"*/ /\"] }", "root { condition [3d, \"*/ /\"] }"},
    {"root { action [0xg] } root { action [0b2] } root { action [Infinit] }",
     "root { action [0xg] } root { action [0b2] } root { action [Infinit] }"},
    {"root { action [\xc3\xbc] }", "root { action [\xc3\xbc] }"},
    {"root while(a, 1) UNTIL [b] then FAIL exit(c)Entry(d)step(e,\"f\"){ wait while(g)then succeed "
     "}",
     "root while(a, 1) until(b) then fail exit(c) entry(d) step(e, \"f\") "
     "{ wait while(g) then succeed }"},
    {"root { wait entry(while) }", "root { wait entry(while) }"},
    {"root [root] { branch [root] }", "root [root] { branch [root] }"},
};

static void test_accepts(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(accepts); i++) {
        char printed[1000] = "";
        mdsl_document document = read_good(accepts[i].text);
        FILE *to = fmemopen(printed, sizeof printed, "w");
        assert_non_null(to);
        mdsl_print(&document, to);
        fclose(to);
        assert_string_equal(printed, accepts[i].printed);
        mdsl_destroy(&document, plain());
        check_sound(accepts[i].text, strlen(accepts[i].text));
    }
}

static void assert_place(mdsl_place place, uint32_t begin, uint32_t end)
{
    assert_int_equal(place.begin, begin);
    assert_int_equal(place.end, end);
}

static void test_places(void **state)
{
    (void)state;
    const char *text = "root [A] { sequence while(G, 1) then fail { wait action [B, $c] } }";
    mdsl_document d = read_good(text);
    assert_int_equal(d.node_count, 4);
    assert_place(d.nodes[0].place, 0, 4);
    assert_place(d.nodes[0].name, 6, 7);
    assert_int_equal(d.nodes[0].end, strlen(text));
    assert_int_equal(d.nodes[0].after, 4);
    const mdsl_node *sequence = &d.nodes[1];
    assert_int_equal(sequence->type, MDSL_SEQUENCE);
    assert_place(sequence->place, 11, 19);
    assert_place(sequence->name, 0, 0);
    assert_int_equal(sequence->end, strlen(text) - 2);
    assert_int_equal(sequence->child_count, 2);
    assert_int_equal(sequence->arguments.count, 0);
    assert_int_equal(sequence->attributes.count, 1);
    const mdsl_attribute *guard = &d.attributes[sequence->attributes.first];
    assert_int_equal(guard->kind, MDSL_WHILE);
    assert_false(guard->succeeds);
    assert_place(guard->place, 20, 25);
    assert_place(guard->name, 26, 27);
    assert_place(guard->then, 37, 41);
    assert_int_equal(guard->arguments.count, 1);
    assert_place(d.arguments[guard->arguments.first].place, 29, 30);
    assert_int_equal(d.nodes[2].type, MDSL_WAIT);
    assert_int_equal(d.nodes[2].end, 48);
    assert_int_equal(d.nodes[2].after, 3);
    const mdsl_node *action = &d.nodes[3];
    assert_place(action->name, 57, 58);
    assert_int_equal(action->end, 63);
    assert_int_equal(d.arguments[action->arguments.first].kind, MDSL_PROPERTY);
    assert_place(d.arguments[action->arguments.first].place, 60, 62);
    mdsl_destroy(&d, plain());
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double number;
        bool is_integer;
    } cases[] = {
        {"0", 0, true},
        {"-0", 0, true},
        {"+7", 7, true},
        {"007", 7, true},
        {"1.0", 1, true},
        {"1.", 1, true},
        {"1e0", 1, true},
        {"1e1", 10, false},
        {"10e-1", 1, false},
        {".5", 0.5, false},
        {"-.5", -0.5, false},
        {".0", 0, false},
        {"-2.5E+1", -25, false},
        {"1.5", 1.5, false},
        {"1e-400", 0, false},
        {"12345678901234567890", 12345678901234567890.0, true},
        {"1.7976931348623157e308", 1.7976931348623157e308, false},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[100];
        sprintf(text, "root { action [a, %s] }", cases[i].text);
        mdsl_document document = read_good(text);
        assert_int_equal(document.arguments[0].kind, MDSL_NUMBER);
        assert_true(document.arguments[0].number == cases[i].number);
        assert_int_equal(document.arguments[0].is_integer, cases[i].is_integer);
        mdsl_destroy(&document, plain());
    }
    static const char *const names[] = {"1e",    "1e+", ".",  "-",  "+",
                                        "1.2.3", "--1", "1x", "e1", "+-1"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        char text[100];
        sprintf(text, "root { action [%s] }", names[i]);
        mdsl_document document = read_good(text);
        assert_place(document.nodes[1].name, 15, 15 + (uint32_t)strlen(names[i]));
        mdsl_destroy(&document, plain());
    }
}

static void test_strings(void **state)
{
    (void)state;
    // `places` has the position in the string of each decoded byte, and of the end.
    static const struct {
        const char *text, *decoded;
        unsigned char places[16];
    } cases[] = {
        {"\"\"", "", {1}},
        {"\"abc\"", "abc", {1, 2, 3, 4}},
        {"\"a\\\"b\"", "a\"b", {1, 2, 4, 5}},
        {"\"\\\"\"", "\"", {1, 3}},
        {"\"\\\"\\\"a\"", "\"\\\"a", {1, 3, 4, 5, 6}},
        {"\"\\n\\\\\"", "\\n\\\\", {1, 2, 3, 4, 5}},
        {"\"\\\\\\\"\"", "\\\\\"", {1, 2, 3, 5}},
        {"\"a\n\t\xc3\xbc\"", "a\n\t\xc3\xbc", {1, 2, 3, 4, 5, 6}},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[100], decoded[16] = "";
        sprintf(text, "root { action [a, %s] }", cases[i].text);
        mdsl_document document = read_good(text);
        const mdsl_argument *string = document.arguments;
        size_t size = mdsl_string_size(&document, string);
        assert_int_equal(size, strlen(cases[i].decoded));
        mdsl_string_copy(&document, string, decoded);
        assert_string_equal(decoded, cases[i].decoded);
        for (size_t k = 0; k <= size; k++)
            assert_int_equal(mdsl_string_place(&document, string, k),
                             string->place.begin + cases[i].places[k]);
        mdsl_destroy(&document, plain());
    }
}

static void test_type_names(void **state)
{
    (void)state;
    assert_string_equal(mdsl_type_name(MDSL_ROOT), "root");
    assert_string_equal(mdsl_type_name(MDSL_RETRY), "retry");
}

// ---- limits

// Write a root above `depth - 2` decorators above a leaf.
static size_t write_deep(char *text, uint32_t depth)
{
    char *p = stpcpy(text, "root{");
    for (uint32_t i = 2; i < depth; i++)
        p = stpcpy(p, "flip{");
    p = stpcpy(p, "wait");
    for (uint32_t i = 1; i < depth; i++)
        p = stpcpy(p, "}");
    return (size_t)(p - text);
}

static void test_depth(void **state)
{
    (void)state;
    static char text[100000];
    mdsl_document document;
    mdsl_error error;
    for (uint32_t limit = 2; limit <= 256; limit += 254) {
        mdsl_limits limits = {.depth = limit == 256 ? 0 : limit};
        assert_true(mdsl_read(text, write_deep(text, limit), limits, plain(), &document, &error));
        mdsl_destroy(&document, plain());
        assert_false(
            mdsl_read(text, write_deep(text, limit + 1), limits, plain(), &document, &error));
        assert_int_equal(error.kind, MDSL_TOO_DEEP);
        assert_int_equal(error.begin, 5 * limit);
        assert_int_equal(error.end, 5 * limit + 4);
    }
    assert_false(
        mdsl_read(text, write_deep(text, 15000), (mdsl_limits){0}, plain(), &document, &error));
    assert_int_equal(error.kind, MDSL_TOO_DEEP);
    // Nodes side by side are not nested.
    char *p = stpcpy(text, "root{sequence{");
    for (int i = 0; i < 1000; i++)
        p = stpcpy(p, "flip{wait}");
    stpcpy(p, "}}");
    document = read_good(text);
    assert_int_equal(document.nodes[1].child_count, 1000);
    mdsl_destroy(&document, plain());
}

static void test_size_limit(void **state)
{
    (void)state;
    short_memory s = {.left = 0};
    gestalt_allocator allocator = short_memory_allocator(&s);
    mdsl_document document;
    mdsl_error error;
    const char *text = "root{wait}";
    assert_false(mdsl_read(text, 10, (mdsl_limits){.size = 9}, &allocator, &document, &error));
    assert_int_equal(error.kind, MDSL_TOO_LARGE);
    assert_true(mdsl_read(text, 10, (mdsl_limits){.size = 10}, plain(), &document, &error));
    mdsl_destroy(&document, plain());
    // Neither text is read to the end of its stated size: both are refused first.
    assert_false(
        mdsl_read("r", ((size_t)256 << 20) + 1, (mdsl_limits){0}, &allocator, &document, &error));
    assert_int_equal(error.kind, MDSL_TOO_LARGE);
    assert_false(mdsl_read("r", (size_t)1 << 31, (mdsl_limits){.size = SIZE_MAX}, &allocator,
                           &document, &error));
    assert_int_equal(error.kind, MDSL_TOO_LARGE);
}

// ---- damage

static const char rich[] =
    "/* a */ root [A] while(G, \"x \\\" y\") then succeed entry(E) {\n"
    "  lotto [1, 2] { action [\xc3\xbc, -1.5e3, null, $p, true] exit(X, false) /* \"b */\n"
    "    repeat [1, 3] until(H) step (S) { branch [B] } }\n}\nroot (B) { wait [0] } ";

// Only texts that end after a root are complete.
static void test_cut(void **state)
{
    (void)state;
    size_t size = sizeof rich - 1, first_end = (size_t)(strstr(rich, "\nroot (B)") - rich);
    for (size_t end = 0; end <= size; end++) {
        char *text = exact_copy(rich, end);
        mdsl_document document;
        mdsl_error error;
        bool read = mdsl_read(text, end, (mdsl_limits){0}, plain(), &document, &error);
        bool is_whole = end == first_end || end == first_end + 1 || end >= size - 1;
        assert_int_equal(read, is_whole);
        if (read)
            mdsl_destroy(&document, plain());
        check_sound(text, end);
        free(text);
    }
}

static void test_changed(void **state)
{
    (void)state;
    mdsl_accepted = 0;
    for (size_t at = 0; at < sizeof rich - 1; at++) {
        char text[sizeof rich];
        memcpy(text, rich, sizeof rich);
        for (unsigned byte = 0; byte < 256; byte++) {
            text[at] = (char)byte;
            check_sound(text, sizeof rich - 1);
        }
    }
    assert_true(mdsl_accepted > 2000);
}

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t bound)
{
    uint64_t z = random_state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ (z >> 31)) >> 32) % bound;
}

static const char *const pieces[] = {
    "root ",     "root{",    "sequence{", "flip{",    "}",     " wait ", "wait[1]", "wait[1,2]",
    "action[a]", "[",        "]",         "(",        ")",     "{",      ",",       " ",
    "\n",        "\"",       "\"s\"",     "\\",       "/*",    "*/",     "/* */",   "while(a)",
    " then ",    "succeed ", "fail{",     "1",        "-1",    "1.5",    "$p",      "true",
    "null",      "a",        "branch[b]", "exit(a)",  "lotto", "[1,1]{", "repeat{", "\xc3\xbc",
    "\xff",      "0x1",      "condition", "\xc2\xa0",
};

static void test_pieces(void **state)
{
    (void)state;
    mdsl_accepted = 0;
    for (int i = 0; i < 100000; i++) {
        char text[400];
        size_t size = 0;
        for (uint32_t count = random_below(12) + 1; count > 0; count--)
            size = (size_t)(stpcpy(text + size, pieces[random_below(LENGTH(pieces))]) - text);
        check_sound(text, size);
    }
    for (int i = 0; i < 30000; i++) {
        char text[2000];
        const char *origin = accepts[random_below(LENGTH(accepts))].text;
        size_t size = strlen(origin);
        memcpy(text, origin, size);
        for (uint32_t count = random_below(3) + 1; count > 0; count--) {
            size_t at = random_below((uint32_t)size + 1), cut = random_below(4);
            const char *piece = pieces[random_below(LENGTH(pieces))];
            size_t piece_size = strlen(piece);
            cut = cut < size - at ? cut : size - at;
            memmove(text + at + piece_size, text + at + cut, size - at - cut);
            memcpy(text + at, piece, piece_size);
            size += piece_size - cut;
        }
        check_sound(text, size);
    }
    assert_true(mdsl_accepted > 500);
}

// ---- without memory

static gestalt_result read_trial(void *user, counting *c)
{
    const char *text = user;
    gestalt_allocator allocator = counting_allocator(c);
    mdsl_document document;
    mdsl_error error;
    if (!mdsl_read(text, strlen(text), (mdsl_limits){0}, &allocator, &document, &error))
        return error.kind == MDSL_NO_MEMORY ? GESTALT_NO_MEMORY : GESTALT_BAD_FILE;
    mdsl_destroy(&document, &allocator);
    return GESTALT_OK;
}

static void test_no_memory(void **state)
{
    (void)state;
    static char text[100000];
    char *p = stpcpy(text, "root { sequence {");
    for (int i = 0; i < 1000; i++)
        p = stpcpy(p, " action [a, 1, \"b\"] while(c, 2) exit(d, null)");
    strcpy(p, " } }");
    counting c = {0};
    counting_fail_each(read_trial, text, "a tree", &c, GESTALT_OK);
    *p = '\0';
    counting_fail_each(read_trial, text, "a text that is cut off", &c, GESTALT_BAD_FILE);
    assert_int_equal(c.live_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rejects),    cmocka_unit_test(test_zero_bytes),
        cmocka_unit_test(test_accepts),    cmocka_unit_test(test_places),
        cmocka_unit_test(test_numbers),    cmocka_unit_test(test_strings),
        cmocka_unit_test(test_type_names), cmocka_unit_test(test_depth),
        cmocka_unit_test(test_size_limit), cmocka_unit_test(test_cut),
        cmocka_unit_test(test_changed),    cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests_name("mdsl", tests, NULL, NULL);
}
