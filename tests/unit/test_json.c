// SPDX-License-Identifier: MIT
// The JSON reader: errors with positions, values, and the same results as jansson.
#define XXH_INLINE_ALL
#include "colliding.h"
#include "json.h"
#include "short_memory.h"

#include "diagnostic.h"
#include "json_form.h"
#include "json_oracle.h"
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

static json_document read_good(const char *text)
{
    json_document document;
    json_error error;
    if (!json_read(text, strlen(text), (json_limits){0}, plain(), &document, &error))
        fail_msg("%s: error %d at %u", text, (int)error.kind, error.begin);
    return document;
}

// ---- verdicts

static const struct reject {
    const char *text;
    json_error_kind kind;
    uint32_t begin, end;
    uint32_t opened;
    const char *expected;
} rejects[] = {
    {"", JSON_UNEXPECTED_END, 0, 0, NOWHERE, "a value"},
    {" \n", JSON_UNEXPECTED_END, 2, 2, NOWHERE, "a value"},
    {"[", JSON_UNEXPECTED_END, 1, 1, 0, "a value or `]`"},
    {"[1", JSON_UNEXPECTED_END, 2, 2, 0, "`,` or `]`"},
    {" [1, [2]", JSON_UNEXPECTED_END, 8, 8, 1, "`,` or `]`"},
    {"[1,", JSON_UNEXPECTED_END, 3, 3, 0, "a value"},
    {"{", JSON_UNEXPECTED_END, 1, 1, 0, "a key in double quotes or `}`"},
    {"{\"a\"", JSON_UNEXPECTED_END, 4, 4, 0, "`:`"},
    {"{\"a\":", JSON_UNEXPECTED_END, 5, 5, 0, "a value"},
    {"{\"a\":1", JSON_UNEXPECTED_END, 6, 6, 0, "`,` or `}`"},
    {"{\"a\":1,", JSON_UNEXPECTED_END, 7, 7, 0, "a key in double quotes"},
    {"[\"abc", JSON_UNEXPECTED_END, 5, 5, 1, "`\"`"},
    {"\"\\", JSON_UNEXPECTED_END, 2, 2, 0, "`\"`"},
    {"\"\\u12", JSON_UNEXPECTED_END, 5, 5, 0, "`\"`"},
    {"]", JSON_UNEXPECTED, 0, 1, NOWHERE, "a value"},
    {",", JSON_UNEXPECTED, 0, 1, NOWHERE, "a value"},
    {"[1}", JSON_UNEXPECTED, 2, 3, 0, "`,` or `]`"},
    {"{\"a\":1]", JSON_UNEXPECTED, 6, 7, 0, "`,` or `}`"},
    {"[1 2]", JSON_UNEXPECTED, 3, 4, 0, "`,` or `]`"},
    {"[1 true]", JSON_UNEXPECTED, 3, 7, 0, "`,` or `]`"},
    {"[,1]", JSON_UNEXPECTED, 1, 2, 0, "a value or `]`"},
    {"[1,,2]", JSON_UNEXPECTED, 3, 4, 0, "a value"},
    {"{\"a\" 1}", JSON_UNEXPECTED, 5, 6, 0, "`:`"},
    {"{\"a\":}", JSON_UNEXPECTED, 5, 6, 0, "a value"},
    {"{1:2}", JSON_UNEXPECTED, 1, 2, 0, "a key in double quotes or `}`"},
    {"{\"a\":1,b:2}", JSON_UNEXPECTED, 7, 8, 0, "a key in double quotes"},
    {"\xef\xbb\xbf{}", JSON_BYTE_ORDER_MARK, 0, 3, NOWHERE, NULL},
    {"[\xef\xbb\xbf 1]", JSON_BYTE_ORDER_MARK, 1, 4, NOWHERE, NULL},
    {"\xff\xfe{", JSON_UTF16, 0, 2, NOWHERE, NULL},
    {"\xfe\xff", JSON_UTF16, 0, 2, NOWHERE, NULL},
    {" \n<a>", JSON_XML, 2, 3, NOWHERE, NULL},
    {"\t\r<a>", JSON_XML, 2, 3, NOWHERE, NULL},
    {"[<a>]", JSON_UNEXPECTED, 1, 2, 0, "a value or `]`"},
    {"[\xc3\xbc]", JSON_UNEXPECTED, 1, 3, 0, "a value or `]`"},
    {"1 2", JSON_TRAILING, 2, 3, NOWHERE, NULL},
    {"{}}", JSON_TRAILING, 2, 3, NOWHERE, NULL},
    {"[] end", JSON_TRAILING, 3, 6, NOWHERE, NULL},
    {"01", JSON_BAD_NUMBER, 0, 2, NOWHERE, NULL},
    {"[-01.5e3]", JSON_BAD_NUMBER, 1, 8, NOWHERE, NULL},
    {"1.", JSON_BAD_NUMBER, 0, 2, NOWHERE, NULL},
    {".5", JSON_BAD_NUMBER, 0, 2, NOWHERE, NULL},
    {"+1", JSON_BAD_NUMBER, 0, 2, NOWHERE, NULL},
    {"-", JSON_BAD_NUMBER, 0, 1, NOWHERE, NULL},
    {"1e", JSON_BAD_NUMBER, 0, 2, NOWHERE, NULL},
    {"1e+", JSON_BAD_NUMBER, 0, 3, NOWHERE, NULL},
    {"0x1F", JSON_BAD_NUMBER, 0, 4, NOWHERE, NULL},
    {"1.2.3", JSON_BAD_NUMBER, 0, 5, NOWHERE, NULL},
    {"-Infinity", JSON_BAD_NUMBER, 0, 9, NOWHERE, NULL},
    {"[1e309]", JSON_NUMBER_RANGE, 1, 6, NOWHERE, NULL},
    {"-1e999999999999", JSON_NUMBER_RANGE, 0, 15, NOWHERE, NULL},
    {"\"\\x41\"", JSON_BAD_ESCAPE, 1, 3, NOWHERE, NULL},
    {"\"\\'\"", JSON_BAD_ESCAPE, 1, 3, NOWHERE, NULL},
    {"\"\\\xc3\xbc\"", JSON_BAD_ESCAPE, 1, 4, NOWHERE, NULL},
    {"\"\\u12g4\"", JSON_BAD_ESCAPE, 1, 5, NOWHERE, NULL},
    {"\"\\ud800\"", JSON_BAD_SURROGATE, 1, 7, NOWHERE, NULL},
    {"\"a\\udc00\\ud800\"", JSON_BAD_SURROGATE, 2, 8, NOWHERE, NULL},
    {"\"\\ud800\\u0041\"", JSON_BAD_SURROGATE, 1, 7, NOWHERE, NULL},
    {"\"\\u0000\"", JSON_NUL, 1, 7, NOWHERE, NULL},
    {"\"a\nb\"", JSON_CONTROL_CHARACTER, 2, 3, 0, NULL},
    {"[\"0123456\t89\"]", JSON_CONTROL_CHARACTER, 9, 10, 1, NULL},
    {"\"01234567\x1f\"", JSON_CONTROL_CHARACTER, 9, 10, 0, NULL},
    {"\"\x80\"", JSON_BAD_UTF8, 1, 2, NOWHERE, NULL},
    {"\"abc\xc0\x80\"", JSON_BAD_UTF8, 4, 5, NOWHERE, NULL},
    {"\"\xed\xa0\x80\"", JSON_BAD_UTF8, 1, 2, NOWHERE, NULL},
    {"\"\xf4\x90\x80\x80\"", JSON_BAD_UTF8, 1, 2, NOWHERE, NULL},
    {"\"\xe2\x82\"", JSON_BAD_UTF8, 1, 2, NOWHERE, NULL},
    {"\xff", JSON_BAD_UTF8, 0, 1, NOWHERE, NULL},
    {"True", JSON_BAD_WORD, 0, 4, NOWHERE, "`true`"},
    {"[False]", JSON_BAD_WORD, 1, 6, NOWHERE, "`false`"},
    {"None", JSON_BAD_WORD, 0, 4, NOWHERE, "`null`"},
    {"NaN", JSON_BAD_WORD, 0, 3, NOWHERE, NULL},
    {"Infinity", JSON_BAD_WORD, 0, 8, NOWHERE, NULL},
    {"nul", JSON_BAD_WORD, 0, 3, NOWHERE, NULL},
    {"nullx", JSON_BAD_WORD, 0, 5, NOWHERE, NULL},
    {"_null", JSON_BAD_WORD, 0, 5, NOWHERE, NULL},
    {"[truefalse]", JSON_BAD_WORD, 1, 10, NOWHERE, NULL},
    {"// x\n1", JSON_COMMENT, 0, 4, NOWHERE, NULL},
    {"[1, /* x */ 2]", JSON_COMMENT, 4, 11, NOWHERE, NULL},
    {"[1 /* x", JSON_COMMENT, 3, 5, NOWHERE, NULL},
    {"{ # x\r\n}", JSON_COMMENT, 2, 5, NOWHERE, NULL},
    {"1 // x", JSON_COMMENT, 2, 6, NOWHERE, NULL},
    {"{\"a\" /**/: 1}", JSON_COMMENT, 5, 9, NOWHERE, NULL},
    {"/", JSON_UNEXPECTED, 0, 1, NOWHERE, "a value"},
    {"[1,]", JSON_TRAILING_COMMA, 2, 3, NOWHERE, NULL},
    {"{\"a\":1 , \n }", JSON_TRAILING_COMMA, 7, 8, NOWHERE, NULL},
    {"[1 'a']", JSON_UNEXPECTED, 3, 4, 0, "`,` or `]`"},
    {"{'a':1}", JSON_SINGLE_QUOTES, 1, 4, NOWHERE, NULL},
    {"['it", JSON_SINGLE_QUOTES, 1, 2, NOWHERE, NULL},
    {"['it\n']", JSON_SINGLE_QUOTES, 1, 2, NOWHERE, NULL},
};

static void test_rejects(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rejects); i++) {
        const struct reject *r = &rejects[i];
        size_t size = strlen(r->text);
        char *text = exact_copy(r->text, size);
        json_document document;
        json_error error;
        assert_false(json_read(text, size, (json_limits){0}, plain(), &document, &error));
        bool same_words =
            r->expected ? error.expected && !strcmp(error.expected, r->expected) : !error.expected;
        if (error.kind != r->kind || error.begin != r->begin || error.end != r->end ||
            error.opened != r->opened || !same_words)
            fail_msg("%s: kind %d, %u to %u, opened %d, expected %s", r->text, (int)error.kind,
                     error.begin, error.end, (int)error.opened, error.expected);
        assert_null(document.tokens);
        assert_null(json_oracle_difference(text, size));
        free(text);
    }
}

static void test_zero_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        json_error_kind kind;
        uint32_t begin;
    } cases[] = {
        {"\0", 1, JSON_ZERO_BYTE, 0},
        {"1\0", 2, JSON_ZERO_BYTE, 1},
        {"\"a\0\"", 4, JSON_ZERO_BYTE, 2},
        {"\"\\\0\"", 4, JSON_BAD_ESCAPE, 1},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        json_document document;
        json_error error;
        assert_false(
            json_read(cases[i].text, cases[i].size, (json_limits){0}, plain(), &document, &error));
        assert_int_equal(error.kind, cases[i].kind);
        assert_int_equal(error.begin, cases[i].begin);
        const char *difference = json_oracle_difference(cases[i].text, cases[i].size);
        if (difference)
            fail_msg("case %zu: %s", i, difference);
    }
}

static const char *const accepts[] = {
    "0",
    "-0",
    "-0.0e-0",
    "1e-999999999999",
    "1.7976931348623158e308",
    "123456789012345678901234567890",
    "true",
    " false\r\n\t",
    "null",
    "\"\"",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\\u00fC\\uD83D\\uDE00\"",
    "\"gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80 \xef\xbb\xbf \x7f \xef\xbf\xbf\"",
    "\"012345678901234567890123456789\\n\"",
    "[]",
    "[ ]",
    "{}",
    "{ \n }",
    "[[],{},[[]],[{}]]",
    "{\"\":{\"\":[]},\"a\":1,\"A\":2}",
    "{\"a\":1,\"b\":{\"a\":[1,2,{\"a\":null}]},\"c\":[true,false]}",
    "                                   [                 1             ]                   ",
};

static void test_accepts(void **state)
{
    (void)state;
    json_oracle_accepted = 0;
    unsigned expected = 0;
    for (size_t i = 0; i < LENGTH(accepts); i++) {
        size_t size = strlen(accepts[i]);
        char *text = exact_copy(accepts[i], size);
        const char *difference = json_oracle_difference(text, size);
        if (difference)
            fail_msg("%s: %s", text, difference);
        expected++;
        free(text);
    }
    assert_int_equal(json_oracle_accepted, expected);
}

static void test_depth(void **state)
{
    (void)state;
    static char text[1000000];
    json_document document;
    json_error error;
    for (uint32_t limit = 1; limit <= 256; limit += 255) {
        memset(text, '[', limit + 1);
        memset(text + limit + 1, ']', limit + 1);
        json_limits limits = {.depth = limit == 256 ? 0 : limit};
        assert_true(json_read(text + 1, 2 * limit, limits, plain(), &document, &error));
        json_destroy(&document, plain());
        assert_false(json_read(text, 2 * limit + 2, limits, plain(), &document, &error));
        assert_int_equal(error.kind, JSON_TOO_DEEP);
        assert_int_equal(error.begin, limit);
        assert_int_equal(error.end, limit + 1);
    }
    memset(text, '[', sizeof text);
    assert_false(json_read(text, sizeof text, (json_limits){0}, plain(), &document, &error));
    assert_int_equal(error.kind, JSON_TOO_DEEP);
    assert_int_equal(error.begin, 256);
}

static void test_size_limit(void **state)
{
    (void)state;
    json_document document;
    json_error error;
    assert_false(json_read("[1]", 3, (json_limits){.size = 2}, plain(), &document, &error));
    assert_int_equal(error.kind, JSON_TOO_LARGE);
    assert_true(json_read("[1]", 3, (json_limits){.size = 3}, plain(), &document, &error));
    json_destroy(&document, plain());
    // Neither text is read to the end of its stated size: both are refused first.
    assert_false(
        json_read("1", ((size_t)256 << 20) + 1, (json_limits){0}, plain(), &document, &error));
    assert_int_equal(error.kind, JSON_TOO_LARGE);
    assert_false(json_read("1", (size_t)1 << 31, (json_limits){.size = SIZE_MAX}, plain(),
                           &document, &error));
    assert_int_equal(error.kind, JSON_TOO_LARGE);
}

// ---- values

static void test_walk(void **state)
{
    (void)state;
    const char *text = " { \"a\" : [ 1 , [ ] , { } ] , \"b\" : true , \"c\" : null } ";
    json_document document = read_good(text);
    json_value root = json_root(&document), key;
    assert_int_equal(json_kind_of(root), JSON_OBJECT);
    assert_int_equal(json_begin(root), 1);
    assert_int_equal(json_end(root), strlen(text) - 1);
    assert_int_equal(json_count(root), 3);
    assert_int_equal(json_kind_of(json_next(root)), JSON_NONE);

    json_value a = json_member(root, "a", &key);
    assert_int_equal(json_kind_of(a), JSON_ARRAY);
    assert_int_equal(json_begin(key), 3);
    assert_int_equal(json_end(key), 6);
    assert_int_equal(json_count(a), 3);
    json_value item = json_first(a);
    assert_int_equal(json_kind_of(item), JSON_NUMBER);
    assert_int_equal(json_end(item) - json_begin(item), 1);
    item = json_next(item);
    assert_int_equal(json_kind_of(item), JSON_ARRAY);
    assert_int_equal(json_count(item), 0);
    assert_int_equal(json_kind_of(json_first(item)), JSON_NONE);
    assert_int_equal(json_end(item) - json_begin(item), 3);
    item = json_next(item);
    assert_int_equal(json_kind_of(item), JSON_OBJECT);
    assert_int_equal(json_kind_of(json_next(item)), JSON_NONE);

    assert_int_equal(json_kind_of(json_member(root, "b", NULL)), JSON_TRUE);
    assert_int_equal(json_kind_of(json_member(root, "c", NULL)), JSON_NULL);
    assert_int_equal(json_end(json_member(root, "c", NULL)), strlen(text) - 3);
    assert_int_equal(json_kind_of(json_member(root, "d", &key)), JSON_NONE);
    assert_int_equal(json_kind_of(key), JSON_NONE);
    assert_int_equal(json_kind_of(json_member(a, "a", NULL)), JSON_NONE);
    assert_int_equal(json_kind_of(json_first(json_member(root, "b", NULL))), JSON_NONE);

    json_value nothing = {0};
    assert_int_equal(json_kind_of(nothing), JSON_NONE);
    assert_int_equal(json_kind_of(json_next(nothing)), JSON_NONE);
    assert_int_equal(json_kind_of(json_first(nothing)), JSON_NONE);
    assert_int_equal(json_count(nothing), 0);
    assert_int_equal(json_end(nothing), 0);
    assert_false(json_is(nothing, ""));
    json_destroy(&document, plain());
}

static void test_strings(void **state)
{
    (void)state;
    // `places` has the position in the text of each decoded byte, and of the end.
    static const struct {
        const char *text, *decoded;
        unsigned char places[16];
    } cases[] = {
        {"\"\"", "", {1}},
        {"\"abc\"", "abc", {1, 2, 3, 4}},
        {"\"a\\nb\"", "a\nb", {1, 2, 4, 5}},
        {"\"\\u0041\\\"\"", "A\"", {1, 7, 9}},
        {"\"\\u00fc.\"", "\xc3\xbc.", {1, 1, 7, 8}},
        {"\"\\u20AC.\"", "\xe2\x82\xac.", {1, 1, 1, 7, 8}},
        {"\"\\ue000.\"", "\xee\x80\x80.", {1, 1, 1, 7, 8}},
        {"\"\\ud83d\\ude00.\"", "\xf0\x9f\x98\x80.", {1, 1, 1, 1, 13, 14}},
        {"\"\xc3\xbc.\"", "\xc3\xbc.", {1, 2, 3, 4}},
        {"\"\\\\\\/\\b\\f\\r\\t\"", "\\/\b\f\r\t", {1, 3, 5, 7, 9, 11, 13}},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        json_document document = read_good(cases[i].text);
        json_value string = json_root(&document);
        char decoded[16] = {0};
        size_t size = json_string_size(string);
        assert_int_equal(size, strlen(cases[i].decoded));
        json_string_copy(string, decoded);
        assert_string_equal(decoded, cases[i].decoded);
        assert_true(json_is(string, cases[i].decoded));
        decoded[size] = 'x';
        assert_false(json_is(string, decoded));
        for (size_t k = 0; k <= size; k++)
            assert_int_equal(json_string_place(string, k), cases[i].places[k]);
        assert_int_equal(json_end(string), strlen(cases[i].text));
        json_destroy(&document, plain());
    }
}

static void test_escaped_is_not_raw(void **state)
{
    (void)state;
    json_document document = read_good("[\"a\\n\", \"a\\u000a\", \"a\\\\n\"]");
    json_value first = json_first(json_root(&document));
    json_value second = json_next(first), third = json_next(second);
    assert_true(json_is(first, "a\n"));
    assert_false(json_is(first, "a\\n"));
    assert_true(json_is(third, "a\\n"));
    assert_true(json_same_string(first, second));
    assert_false(json_same_string(first, third));
    json_destroy(&document, plain());
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double number;
        bool is_int;
        int64_t integer;
    } cases[] = {
        {"0", 0.0, true, 0},
        {"-17", -17.0, true, -17},
        {"9223372036854775807", 9223372036854775807.0, true, INT64_MAX},
        {"9223372036854775808", 9223372036854775808.0, false, 0},
        {"1.0", 1.0, false, 0},
        {"1e2", 100.0, false, 0},
        {"-2.5E-1", -0.25, false, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        json_document document = read_good(cases[i].text);
        int64_t integer = 0;
        assert_true(json_double(json_root(&document)) == cases[i].number);
        assert_int_equal(json_int64(json_root(&document), &integer), cases[i].is_int);
        assert_true(integer == cases[i].integer);
        json_destroy(&document, plain());
    }
}

// ---- jansson

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t bound)
{
    uint64_t z = random_state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ (z >> 31)) >> 32) % bound;
}

static const char *const pieces[] = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"a\"",
    "\"\\u0061\"",
    "1",
    "-2.5",
    "1e5",
    "1e308",
    "0.1e-310",
    "true",
    "false",
    "null",
    " ",
    "\n",
    "\"\"",
    "\"\\n\"",
    "\"",
    "\\",
    "0",
    "-",
    "\t",
    "\"b\"",
    "\"c\":",
    "\xc3\xbc",
    "\xff",
    "\\ud83d\\ude00",
    "\\u0000",
    "e",
    ".",
    "12345678901234567890",
    "\"aaaaaaaaaaaa\"",
};

static void check_same(const char *text, size_t size)
{
    char *copy = exact_copy(text, size);
    const char *difference = json_oracle_difference(copy, size);
    if (difference)
        fail_msg("%s: %.*s", difference, (int)size, text);
    free(copy);
}

static void test_pieces(void **state)
{
    (void)state;
    for (int i = 0; i < 20000; i++) {
        char text[400];
        size_t size = 0;
        for (uint32_t count = random_below(12) + 1; count > 0; count--) {
            const char *piece = pieces[random_below(LENGTH(pieces))];
            memcpy(text + size, piece, strlen(piece));
            size += strlen(piece);
        }
        check_same(text, size);
    }
}

// Strings are scanned eight bytes at a time: test every byte at every position.
static void test_every_byte(void **state)
{
    (void)state;
    for (unsigned byte = 0; byte < 256; byte++) {
        for (size_t at = 1; at < 20; at++) {
            char text[] = "\"abcdefghijklmnopqrst\"";
            text[at] = (char)byte;
            check_same(text, strlen("\"abcdefghijklmnopqrst\""));
        }
    }
}

static void test_long_numbers(void **state)
{
    (void)state;
    char text[400];
    memset(text, '9', sizeof text);
    for (size_t size = 300; size < 320; size++)
        check_same(text, size);
    text[1] = '.';
    check_same(text, sizeof text);
}

static void test_mutations(void **state)
{
    (void)state;
    json_oracle_accepted = 0;
    for (int i = 0; i < 10000; i++) {
        const char *origin = accepts[random_below(LENGTH(accepts))];
        char text[400];
        size_t size = strlen(origin);
        memcpy(text, origin, size);
        for (uint32_t count = random_below(3) + 1; count > 0; count--) {
            uint32_t at = random_below((uint32_t)size + 1);
            const char *piece = pieces[random_below(LENGTH(pieces))];
            size_t piece_size = strlen(piece);
            size_t cut = random_below(3);
            if (cut > size - at)
                cut = size - at;
            memmove(text + at + piece_size, text + at + cut, size - at - cut);
            memcpy(text + at, piece, piece_size);
            size += piece_size - cut;
        }
        check_same(text, size);
    }
    assert_true(json_oracle_accepted > 100);
}

// Generate a value that is valid, except that keys may repeat.
static size_t generate(char *text, uint32_t depth)
{
    size_t size = 0;
    uint32_t choice = random_below(depth ? 10 : 6);
    if (choice < 6) {
        static const char *const scalars[] = {"1", "-0.5e-7", "\"x\\u0041\"", "true", "null", "{}"};
        memcpy(text, scalars[choice], strlen(scalars[choice]));
        return strlen(scalars[choice]);
    }
    bool object = choice < 8;
    text[size++] = object ? '{' : '[';
    for (uint32_t i = 0, count = random_below(5); i < count; i++) {
        if (i)
            text[size++] = ',';
        size += (size_t)sprintf(text + size, "%*s", (int)random_below(12), "");
        if (object)
            size += (size_t)sprintf(
                text + size, random_below(2) ? "\"k%u\":" : "\"\\u006b%u\":", random_below(20));
        size += generate(text + size, depth - 1);
    }
    text[size++] = object ? '}' : ']';
    return size;
}

static void test_generated(void **state)
{
    (void)state;
    static char text[200000];
    json_oracle_accepted = 0;
    for (int i = 0; i < 3000; i++)
        check_same(text, generate(text, 6));
    assert_int_equal(json_oracle_accepted, 3000);
}

// ---- keys given twice

typedef struct found {
    uint32_t count;
    uint32_t key, first; // positions of the last duplicate, and of its first occurrence
} found;

static void note_duplicate(void *user, json_value key, json_value first)
{
    found *f = user;
    f->count++;
    f->key = json_begin(key);
    f->first = json_begin(first);
}

static void test_duplicates(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        found expected;
    } cases[] = {
        {"{\"a\":1,\"b\":2}", {0, 0, 0}},
        {"{\"a\":1,\"a\":2}", {1, 7, 1}},
        {"{\"a\":1,\"\\u0061\":2,\"a\":3}", {2, 18, 1}},
        {"{\"a\":{\"a\":1},\"b\":{\"a\":1}}", {0, 0, 0}},
        {"[[{\"x\":{\"a\":1,\"b\":{},\"a\":2}}]]", {1, 21, 8}},
        {"\"a\"", {0, 0, 0}},
        // The `next` of the array is 9, and an object starts at byte 9.
        {"[1,\"k\",  {},\"k\"]", {0, 0, 0}},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        json_document document = read_good(cases[i].text);
        found f = {0};
        assert_true(json_duplicates(&document, plain(), note_duplicate, &f));
        assert_memory_equal(&f, &cases[i].expected, sizeof f);
        json_destroy(&document, plain());
    }
}

// Write an object with `count` keys. If `repeats`, the last key is the same as the first.
static size_t write_large_object(char *text, unsigned count, bool repeat)
{
    size_t size = 0;
    text[size++] = '{';
    for (unsigned i = 0; i < count; i++)
        size += (size_t)sprintf(text + size, "\"\\u006b%u\":[%u],", i, i);
    size += (size_t)sprintf(text + size, "\"k%u\":0}", repeat ? 0 : count);
    return size;
}

static void test_duplicates_of_many_keys(void **state)
{
    (void)state;
    static char text[4000000];
    for (unsigned count = 10; count <= 100000; count *= 10) {
        for (int repeat = 0; repeat < 2; repeat++) {
            text[write_large_object(text, count, repeat)] = '\0';
            json_document document = read_good(text);
            found f = {0};
            assert_true(json_duplicates(&document, plain(), note_duplicate, &f));
            assert_int_equal(f.count, repeat);
            if (repeat)
                assert_int_equal(f.first, 1);
            json_destroy(&document, plain());
        }
    }
}

// ---- keys that were chosen to collide

enum { CHOSEN = 4000, CHOSEN_BITS = 13, CHOSEN_TIMES = 40 };

// Return the time that the search takes, the minimum of a few runs. If `again` is set, one key is
// repeated.
static double time_of_search(colliding_name *keys, unsigned again)
{
    static char text[CHOSEN * 20];
    size_t size = 0;
    double least = 1e9;
    for (unsigned i = 0; i < CHOSEN; i++)
        size += (size_t)sprintf(text + size, "%c\"%s\":0", i ? ',' : '{', keys[i]);
    if (again)
        size += (size_t)sprintf(text + size, ",\"\\u00%02x%s\":0", keys[again][0], keys[again] + 1);
    strcpy(text + size, "}");
    json_document document = read_good(text);
    for (int round = 0; round < 5; round++) {
        found f = {0};
        double begin = colliding_clock();
        assert_true(json_duplicates(&document, plain(), note_duplicate, &f));
        double took = colliding_clock() - begin;
        least = took < least ? took : least;
        assert_int_equal(f.count, again > 0);
    }
    json_destroy(&document, plain());
    return least;
}

static void test_chosen_keys(void **state)
{
    (void)state;
    static colliding_name chosen[CHOSEN], others[CHOSEN];
    colliding_names(chosen, CHOSEN, CHOSEN_BITS);
    for (unsigned i = 0; i < CHOSEN; i++)
        sprintf(others[i], "n%07u", i);
    double usual = time_of_search(others, 0), took = time_of_search(chosen, 0);
    if (took > usual * CHOSEN_TIMES)
        fail_msg("chosen keys take %.0f times as long as others", took / usual);
    for (unsigned again = 1; again < CHOSEN; again += 500)
        time_of_search(chosen, again);
}

// ---- without memory

static void test_no_memory(void **state)
{
    (void)state;
    static char text[2000000];
    size_t size = write_large_object(text, 50000, true);
    unsigned allocations = 0;
    for (bool done = false; !done; allocations++) {
        short_memory s = {.left = allocations};
        gestalt_allocator allocator = short_memory_allocator(&s);
        json_document document;
        json_error error;
        found f = {0};
        bool read = json_read(text, size, (json_limits){0}, &allocator, &document, &error);
        if (read) {
            done = json_duplicates(&document, &allocator, note_duplicate, &f);
            json_destroy(&document, &allocator);
        } else {
            assert_int_equal(error.kind, JSON_NO_MEMORY);
        }
        assert_int_equal(s.held, 0);
    }
    assert_true(allocations > 4);
}

// The buffer ends inside each kind of token, as the text grows.
static void test_no_room(void **state)
{
    (void)state;
    static const char *const kinds[] = {"{\"a\":1}", "{\"\":{}}", "[[]]", "\"\"", "7"};
    unsigned refused = 0;
    for (unsigned kind = 0; kind < LENGTH(kinds); kind++) {
        for (unsigned count = 1; count < 100; count++) {
            char text[1024] = "[";
            for (unsigned i = 0; i < count; i++) {
                strcat(text, i ? "," : "");
                strcat(text, kinds[(kind + i) % LENGTH(kinds)]);
            }
            strcat(text, "]");
            short_memory s = {.left = 1};
            gestalt_allocator allocator = short_memory_allocator(&s);
            json_document document;
            json_error error;
            if (json_read(text, strlen(text), (json_limits){0}, &allocator, &document, &error)) {
                json_destroy(&document, &allocator);
            } else {
                assert_int_equal(error.kind, JSON_NO_MEMORY);
                refused++;
            }
            assert_int_equal(s.held, 0);
        }
    }
    assert_true(refused > 50);
}

// An allocator may fail to make a block smaller.
static void *growing_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    (void)user;
    if (new_size && new_size < old_size)
        return NULL;
    if (new_size)
        return realloc(block, new_size);
    free(block);
    return NULL;
}

static void test_no_shrinking(void **state)
{
    (void)state;
    gestalt_allocator allocator = {.resize = growing_resize};
    json_document document;
    json_error error;
    assert_true(json_read("[1, 2]", 6, (json_limits){0}, &allocator, &document, &error));
    assert_int_equal(json_count(json_root(&document)), 2);
    json_destroy(&document, &allocator);
}

// ---- as diagnostics

static bool collect(void *user, const char *text, size_t size)
{
    strncat(user, text, size);
    return true;
}

static void test_report(void **state)
{
    (void)state;
    static const struct {
        const char *text, *shown;
    } cases[] = {
        {"[1\n", "t.json:2:1: error: the text ends here, but `,` or `]` is missing [E0102]"},
        {"{\"a\" 1}", "t.json:1:6: error: expected `:` [E0101]"},
        {"{\"a\":1,\"a\":2}", "t.json:1:8: error: the key `a` is given twice [E0117]"},
        {"[True]", "t.json:1:2: error: unknown word [E0111] (did you mean `true`?)"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        gestalt_diagnostics *d = diagnostics_new(plain());
        json_document document;
        json_error error;
        char shown[1000] = "";
        assert_non_null(d);
        assert_int_equal(setjmp(diagnostics_arena(d)->escape), 0);
        size_t size = strlen(cases[i].text);
        json_form form = {.diagnostics = d, .memory = diagnostics_arena(d)};
        form.source = diagnostics_source(d, "t.json", cases[i].text, size);
        if (json_read(cases[i].text, size, (json_limits){0}, plain(), &document, &error)) {
            json_form_report_duplicates(&form, &document, plain());
            json_destroy(&document, plain());
        } else {
            json_form_report(&form, &error);
        }
        diagnostics_finish(d);
        assert_int_equal(gestalt_diagnostics_error_count(d), 1);
        gestalt_diagnostics_write(d, GESTALT_DIAGNOSTICS_SHORT, false,
                                  (gestalt_writer){.write = collect, .user = shown});
        if (strncmp(shown, cases[i].shown, strlen(cases[i].shown)) != 0)
            fail_msg("%s", shown);
        gestalt_diagnostics_destroy(d);
    }
}

// The search for duplicates must release its memory even if it is left by a jump: the report needs
// more memory for the name of the key than a block of the diagnostics has.
static void test_report_without_memory(void **state)
{
    (void)state;
    static char text[300000];
    enum { NAME_SIZE = 100000 };
    size_t size = write_large_object(text, 100, false);
    text[size - 1] = ',';
    for (int i = 0; i < 2; i++) {
        text[size++] = '"';
        memset(text + size, 'x', NAME_SIZE);
        size += NAME_SIZE;
        size += (size_t)sprintf(text + size, "\":%d%c", i, i ? '}' : ',');
    }
    json_document document;
    json_error error;
    assert_true(json_read(text, size, (json_limits){0}, plain(), &document, &error));
    volatile bool done = false;
    volatile unsigned allocations = 0;
    for (; !done; allocations++) {
        short_memory s = {.left = allocations};
        gestalt_allocator allocator = short_memory_allocator(&s);
        gestalt_diagnostics *d = diagnostics_new(&allocator);
        if (d && setjmp(diagnostics_arena(d)->escape) == 0) {
            json_form form = {.diagnostics = d, .memory = diagnostics_arena(d)};
            form.source = diagnostics_source(d, "t.json", text, size);
            json_form_report_duplicates(&form, &document, &allocator);
            assert_int_equal(diagnostics_errors(d), 1);
            done = true;
        }
        gestalt_diagnostics_destroy(d);
        assert_int_equal(s.held, 0);
    }
    assert_true(allocations > 3);
    json_destroy(&document, plain());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rejects),     cmocka_unit_test(test_zero_bytes),
        cmocka_unit_test(test_accepts),     cmocka_unit_test(test_depth),
        cmocka_unit_test(test_size_limit),  cmocka_unit_test(test_walk),
        cmocka_unit_test(test_strings),     cmocka_unit_test(test_escaped_is_not_raw),
        cmocka_unit_test(test_numbers),     cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_every_byte),  cmocka_unit_test(test_long_numbers),
        cmocka_unit_test(test_mutations),   cmocka_unit_test(test_generated),
        cmocka_unit_test(test_duplicates),  cmocka_unit_test(test_duplicates_of_many_keys),
        cmocka_unit_test(test_chosen_keys), cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_no_room),     cmocka_unit_test(test_no_shrinking),
        cmocka_unit_test(test_report),      cmocka_unit_test(test_report_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
