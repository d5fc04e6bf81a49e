// SPDX-License-Identifier: MIT
// Diagnostics as they are shown: every form, every kind of line, and without memory.
#include "diagnostic.h"
#include "kept_text.h"
#include "memory.h"
#include "short_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

static gestalt_diagnostics *fresh(void)
{
    gestalt_diagnostics *d = diagnostics_new(NULL);
    assert_non_null(d);
    if (setjmp(diagnostics_arena(d)->escape))
        abort();
    return d;
}

static const char *shown(gestalt_diagnostics *d, gestalt_diagnostics_form form)
{
    assert_true(gestalt_diagnostics_write(d, form, false, kept_text()));
    return written;
}

// ---- one diagnostic in a line

#define REPEAT_10(text) text text text text text text text text text text

typedef struct line_case {
    const char *text;
    uint32_t begin, end;
    const char *headline; // the position in the headline
    const char *lines;    // the line and its carets
} line_case;

// clang-format off
static const line_case line_cases[] = {
    // the whole token is marked
    {"{ \"type\": 12 }", 10, 12, "a.json:1:11: ",
     "    1 | { \"type\": 12 }\n"
     "      |           ^~\n"},
    {"x\n\n  abc\ny\n", 5, 8, "a.json:3:3: ",
     "    3 |   abc\n"
     "      |   ^~~\n"},
    // an empty range: one caret, also at the end of the line or text
    {"abc", 1, 1, "a.json:1:2: ",
     "    1 | abc\n"
     "      |  ^\n"},
    {"abc\ndef", 3, 3, "a.json:1:4: ",
     "    1 | abc\n"
     "      |    ^\n"},
    {"abc\ndef", 7, 7, "a.json:2:4: ",
     "    2 | def\n"
     "      |    ^\n"},
    {"abc\n", 4, 4, "a.json:2:1: ",
     "    2 |\n"
     "      | ^\n"},
    {"", 0, 0, "a.json:1:1: ",
     "    1 |\n"
     "      | ^\n"},
    // several lines: marked to the end of the first one, without trailing blanks
    {"[ {  \r\n  1 } ]", 2, 12, "a.json:1:3: ",
     "    1 | [ {  \n"
     "      |   ^\n"},
    {"[ { 1,\n  1 } ]", 2, 11, "a.json:1:3: ",
     "    1 | [ { 1,\n"
     "      |   ^~~~\n"},
    // the newline itself
    {"ab\ncd", 2, 3, "a.json:1:3: ",
     "    1 | ab\n"
     "      |   ^\n"},
    {"ab\r\ncd", 2, 4, "a.json:1:3: ",
     "    1 | ab\n"
     "      |   ^\n"},
    {"ab\r\ncd", 4, 6, "a.json:2:1: ",
     "    2 | cd\n"
     "      | ^~\n"},
    // a return that ends no line is a control character
    {"a\rb", 2, 3, "a.json:1:3: ",
     "    1 | a\\rb\n"
     "      |    ^\n"},
    // tabs are kept, and copied to the line of carets
    {"\t\tx: 1", 5, 6, "a.json:1:6: ",
     "    1 | \t\tx: 1\n"
     "      | \t\t   ^\n"},
    {"a\tb c", 0, 3, "a.json:1:1: ",
     "    1 | a\tb c\n"
     "      | ^~~~~~~~~\n"},
    {"\"\t\"", 1, 2, "a.json:1:2: ",
     "    1 | \"\t\"\n"
     "      |  ^~~~~~~\n"},
    // the position counts characters, not bytes; carets count columns of the terminal
    {"gr\xc3\xbc\xc3\x9f x", 7, 8, "a.json:1:6: ",
     "    1 | gr\xc3\xbc\xc3\x9f x\n"
     "      |      ^\n"},
    {"\"\xe6\xbc\xa2\xe5\xad\x97\" x", 9, 10, "a.json:1:6: ",
     "    1 | \"\xe6\xbc\xa2\xe5\xad\x97\" x\n"
     "      |        ^\n"},
    {"\"\xe6\xbc\xa2\xe5\xad\x97\" x", 0, 8, "a.json:1:1: ",
     "    1 | \"\xe6\xbc\xa2\xe5\xad\x97\" x\n"
     "      | ^~~~~~\n"},
    {"e\xcc\x81x y", 5, 6, "a.json:1:5: ",
     "    1 | e\xcc\x81x y\n"
     "      |    ^\n"},
    // a position inside a character is that of the character
    {"\xe6\xbc\xa2x", 1, 2, "a.json:1:1: ",
     "    1 | \xe6\xbc\xa2x\n"
     "      | ^~\n"},
    // control characters are escaped, and the carets still fit
    {"\x1b[31m x", 6, 7, "a.json:1:7: ",
     "    1 | \\x1b[31m x\n"
     "      |          ^\n"},
    {"a\x1b" "b", 1, 2, "a.json:1:2: ",
     "    1 | a\\x1b" "b\n"
     "      |  ^~~~\n"},
    {"\xe2\x80\xae x", 4, 5, "a.json:1:3: ",
     "    1 | \\u202e x\n"
     "      |        ^\n"},
    {"\xff\xfe x", 3, 4, "a.json:1:4: ",
     "    1 | \\xff\\xfe x\n"
     "      |          ^\n"},
    {"\xe6\xbc x", 3, 4, "a.json:1:4: ",
     "    1 | \\xe6\\xbc x\n"
     "      |          ^\n"},
    // a line of 100 columns is shown as a whole, of a longer one the part around the caret
    {REPEAT_10("0123456789"), 0, 2, "a.json:1:1: ",
     "    1 | " REPEAT_10("0123456789") "\n"
     "      | ^~\n"},
    {REPEAT_10("0123456789") "x", 0, 2, "a.json:1:1: ",
     "    1 | " REPEAT_10("0123456789") "...\n"
     "      | ^~\n"},
    {REPEAT_10("0123456789") "x", 100, 101, "a.json:1:101: ",
     "    1 | ...1234567890123456789012345678901234567890123456789"
     "01234567890123456789012345678901234567890123456789x\n"
     "      |                                                     "
     "                                                  ^\n"},
    {REPEAT_10("0123456789") REPEAT_10("0123456789"), 100, 180, "a.json:1:101: ",
     "    1 | ...789012345678901234567890123456789" "0123456789012345678901234567890123456789012345678901234567890123456...\n"
     "      |                                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"},
};
// clang-format on

static void test_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof line_cases / sizeof *line_cases; i++) {
        const line_case *one = &line_cases[i];
        gestalt_diagnostics *d = fresh();
        char *text = strdup(one->text); // freed before the diagnostic is shown
        uint32_t source = diagnostics_source(d, "a.json", text, strlen(text));
        diagnostics_add(d, DIAGNOSTIC_WRONG_KIND, (span){source, one->begin, one->end}, "oh");
        diagnostics_finish(d);
        free(text);
        char wanted[2000];
        snprintf(wanted, sizeof wanted, "%serror: oh [E0201]\n%s", one->headline, one->lines);
        assert_string_equal(shown(d, GESTALT_DIAGNOSTICS_HUMAN), wanted);
        gestalt_diagnostics_destroy(d);
    }
}

// ---- lines and columns, compared with counting from the start

static void assert_same_places(const char *text, size_t size)
{
    gestalt_diagnostics *d = fresh();
    uint32_t source = diagnostics_source(d, "a", text, size);
    uint32_t line = 1, column = 1;
    for (uint32_t offset = 0; offset <= size; offset++) {
        bool inside = offset > 0 && offset < size && ((unsigned char)text[offset] & 0xc0) == 0x80;
        if (offset > 0 && text[offset - 1] == '\n') {
            line++;
            column = 1;
        } else if (offset > 0 && !inside) {
            column++;
        }
        if (offset % 4096 > 20 && offset % 17 != 0)
            continue; // all of them take too long
        uint32_t got_line, got_column;
        diagnostics_locate(d, source, offset, &got_line, &got_column);
        assert_int_equal(got_line, line);
        assert_int_equal(got_column, column);
    }
    gestalt_diagnostics_destroy(d);
}

static void test_places(void **state)
{
    (void)state;
    enum { SIZE = 3 * 4096 + 10 };
    static char text[SIZE];
    static const char *const pieces[] = {
        "a", "\n", "\xc3\xbc", "\xe6\xbc\xa2", "\xf0\x9f\x98\x80", "\r\n", "0123456789"};
    for (size_t first = 0; first < sizeof pieces / sizeof *pieces; first++) {
        size_t size = 0;
        for (size_t i = first; size < SIZE - 10; i += 1 + i % 3) {
            const char *piece = pieces[(i * i + first) % (sizeof pieces / sizeof *pieces)];
            memcpy(text + size, piece, strlen(piece));
            size += strlen(piece);
        }
        assert_same_places(text, size);
        for (size_t i = 0; i < size; i++) // must be one line
            text[i] = text[i] == '\n' ? ' ' : text[i];
        assert_same_places(text, size);
    }
}

static void test_a_huge_line_is_no_problem(void **state)
{
    (void)state;
    enum { SIZE = 50 * 1000 * 1000, COUNT = 10000 };
    char *text = malloc(SIZE);
    assert_non_null(text);
    memset(text, 'x', SIZE);
    short_memory b = {.left = SIZE_MAX};
    gestalt_allocator allocator = short_memory_allocator(&b);
    gestalt_diagnostics *d = diagnostics_new(&allocator);
    assert_non_null(d);
    if (setjmp(diagnostics_arena(d)->escape))
        abort();
    uint32_t source = diagnostics_source(d, "a", text, SIZE);
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t begin = SIZE - 1 - i * 2000;
        diagnostics_add(d, DIAGNOSTIC_WRONG_KIND, (span){source, begin, SIZE}, "oh");
    }
    diagnostics_finish(d);
    free(text);
    assert_in_range(b.held, 1, 32 * 1000 * 1000);
    written_limit = sizeof written - 1;
    assert_false(gestalt_diagnostics_write(d, GESTALT_DIAGNOSTICS_SHORT, false, kept_text()));
    const char *first = "a:1:30002000: error: oh [E0201]\n";
    assert_memory_equal(written, first, strlen(first));
    gestalt_diagnostics_destroy(d);
    assert_int_equal(b.held, 0);
}

// ---- the forms

// Two sources, a repetition, and every part of a diagnostic, added out of order.
static void fill(gestalt_diagnostics *d)
{
    static const char text[] = "{ \"a\": 1,\n  \"a\": \"\x1b\" }";
    uint32_t main = diagnostics_source(d, "ma\nin.json", text, sizeof text - 1);
    uint32_t other = diagnostics_source(d, "lib/b.json", "{}", 2);
    diagnostic *late = diagnostics_add(d, DIAGNOSTIC_UNKNOWN_TYPE, (span){other, 0, 2},
                                       "unknown node type `%s`", "se\x1b[1mq\"");
    diagnostics_help(d, late, "did you mean `%s`?", "sequence");
    diagnostics_help(d, late, "or not");
    diagnostics_add(d, DIAGNOSTIC_NEVER_RUNS, (span){main, 17, 20}, "child that can never run");
    diagnostics_add(d, DIAGNOSTIC_UNKNOWN_TYPE, (span){main, 12, 15}, "second");
    for (int i = 0; i < 2; i++) { // as in a tree that is copied twice
        diagnostic *twice =
            diagnostics_add(d, DIAGNOSTIC_JSON_DUPLICATE, (span){main, 12, 15}, "key given twice");
        diagnostics_note(d, twice, (span){main, 2, 5}, "first given here");
        diagnostics_note(d, twice, (span){other, 0, 2}, "and here");
    }
    diagnostics_add(d, DIAGNOSTIC_UNKNOWN_TYPE, (span){main, 12, 15}, "third");
}

static void test_human(void **state)
{
    (void)state;
    gestalt_diagnostics *d = fresh();
    fill(d);
    assert_int_equal(diagnostics_errors(d), 5);
    diagnostics_finish(d);
    assert_int_equal(gestalt_diagnostics_error_count(d), 4);
    assert_int_equal(gestalt_diagnostics_warning_count(d), 1);
    assert_string_equal(shown(d, GESTALT_DIAGNOSTICS_HUMAN),
                        "ma\\nin.json:2:3: error: second [E0203]\n"
                        "    2 |   \"a\": \"\\x1b\" }\n"
                        "      |   ^~~\n"
                        "ma\\nin.json:2:3: error: key given twice [E0117]\n"
                        "    2 |   \"a\": \"\\x1b\" }\n"
                        "      |   ^~~\n"
                        "ma\\nin.json:1:3: note: first given here\n"
                        "    1 | { \"a\": 1,\n"
                        "      |   ^~~\n"
                        "lib/b.json:1:1: note: and here\n"
                        "    1 | {}\n"
                        "      | ^~\n"
                        "ma\\nin.json:2:3: error: third [E0203]\n"
                        "    2 |   \"a\": \"\\x1b\" }\n"
                        "      |   ^~~\n"
                        "ma\\nin.json:2:8: warning: child that can never run [W0102]\n"
                        "    2 |   \"a\": \"\\x1b\" }\n"
                        "      |        ^~~~~~\n"
                        "lib/b.json:1:1: error: unknown node type `se\\x1b[1mq\"` [E0203]\n"
                        "    1 | {}\n"
                        "      | ^~\n"
                        "   help: did you mean `sequence`?; or not\n");
    gestalt_diagnostics_destroy(d);
}

static void test_short(void **state)
{
    (void)state;
    gestalt_diagnostics *d = fresh();
    fill(d);
    diagnostics_finish(d);
    assert_string_equal(
        shown(d, GESTALT_DIAGNOSTICS_SHORT),
        "ma\\nin.json:2:3: error: second [E0203]\n"
        "ma\\nin.json:2:3: error: key given twice [E0117] (ma\\nin.json:1:3: first given here) "
        "(lib/b.json:1:1: and here)\n"
        "ma\\nin.json:2:3: error: third [E0203]\n"
        "ma\\nin.json:2:8: warning: child that can never run [W0102]\n"
        "lib/b.json:1:1: error: unknown node type `se\\x1b[1mq\"` [E0203] (did you mean "
        "`sequence`?; or not)\n");
    gestalt_diagnostics_destroy(d);
}

static void test_json(void **state)
{
    (void)state;
    gestalt_diagnostics *d = fresh();
    fill(d);
    diagnostics_finish(d);
    shown(d, GESTALT_DIAGNOSTICS_JSON);
    uint32_t count = 0;
    json_t *lines[5];
    for (char *line = strtok(written, "\n"); line; line = strtok(NULL, "\n")) {
        assert_in_range(count, 0, 4);
        lines[count] = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(lines[count++]);
    }
    assert_int_equal(count, 5);
    json_t *twice =
        json_pack("{ss si si si si ss ss ss sn s[{ss si si si si ss} {ss si si si si ss}]}", "file",
                  "ma\nin.json", "line", 2, "column", 3, "end_line", 2, "end_column", 6, "severity",
                  "error", "code", "E0117", "message", "key given twice", "help", "notes", "file",
                  "ma\nin.json", "line", 1, "column", 3, "end_line", 1, "end_column", 6, "message",
                  "first given here", "file", "lib/b.json", "line", 1, "column", 1, "end_line", 1,
                  "end_column", 3, "message", "and here");
    assert_non_null(twice);
    assert_true(json_equal(twice, lines[1]));
    json_decref(twice);
    assert_string_equal(json_string_value(json_object_get(lines[3], "severity")), "warning");
    assert_string_equal(json_string_value(json_object_get(lines[4], "message")),
                        "unknown node type `se\x1b[1mq\"`");
    assert_string_equal(json_string_value(json_object_get(lines[4], "help")),
                        "did you mean `sequence`?; or not");
    for (uint32_t i = 0; i < count; i++)
        json_decref(lines[i]);
    gestalt_diagnostics_destroy(d);
}

static void test_colors(void **state)
{
    (void)state;
    gestalt_diagnostics *d = fresh();
    uint32_t source = diagnostics_source(d, "a", "xyz", 3);
    diagnostics_add(d, DIAGNOSTIC_WRONG_KIND, (span){source, 1, 3}, "oh");
    diagnostics_finish(d);
    assert_true(gestalt_diagnostics_write(d, GESTALT_DIAGNOSTICS_HUMAN, true, kept_text()));
    assert_string_equal(written,
                        "\x1b[1ma:1:2: \x1b[0m\x1b[1;31merror: \x1b[0m\x1b[1moh\x1b[0m [E0201]\n"
                        "    1 | xyz\n"
                        "      |  \x1b[1;31m^~\x1b[0m\n");
    gestalt_diagnostics_destroy(d);
}

static void test_warnings_are_errors(void **state)
{
    (void)state;
    for (int after = 0; after < 2; after++) {
        gestalt_diagnostics *d = fresh();
        uint32_t source = diagnostics_source(d, "a", "xyz", 3);
        diagnostics_add(d, DIAGNOSTIC_NEVER_RUNS, (span){source, 1, 3}, "never");
        diagnostics_add(d, DIAGNOSTIC_WRONG_KIND, (span){source, 0, 1}, "oh");
        assert_int_equal(diagnostics_errors(d), 1);
        if (after)
            diagnostics_finish(d);
        diagnostics_promote_warnings(d);
        assert_int_equal(diagnostics_errors(d), 2);
        if (!after)
            diagnostics_finish(d);
        assert_int_equal(gestalt_diagnostics_error_count(d), 2);
        assert_int_equal(gestalt_diagnostics_warning_count(d), 0);
        assert_string_equal(shown(d, GESTALT_DIAGNOSTICS_SHORT),
                            "a:1:1: error: oh [E0201]\n"
                            "a:1:2: error: never [W0102, -Werror]\n");
        gestalt_diagnostics_destroy(d);
    }
}

static void test_no_diagnostics(void **state)
{
    (void)state;
    assert_int_equal(gestalt_diagnostics_error_count(NULL), 0);
    gestalt_diagnostics_destroy(NULL);
    gestalt_diagnostics *d = fresh();
    diagnostics_source(d, "a", "x", 1);
    diagnostics_finish(d);
    assert_string_equal(shown(d, GESTALT_DIAGNOSTICS_HUMAN), "");
    assert_string_equal(shown(d, GESTALT_DIAGNOSTICS_JSON), "");
    gestalt_diagnostics_destroy(d);
}

// ---- the edges

static void test_long_messages_are_cut_between_characters(void **state)
{
    (void)state;
    static char long_name[5000];
    for (size_t shift = 0; shift < 3; shift++) {
        memset(long_name, 'x', shift);
        for (size_t i = shift; i + 3 < sizeof long_name; i += 3)
            memcpy(long_name + i, "\xe6\xbc\xa2", 4);
        gestalt_diagnostics *d = fresh();
        uint32_t source = diagnostics_source(d, "a", "x", 1);
        diagnostics_add(d, DIAGNOSTIC_WRONG_KIND, (span){source, 0, 1}, "%s", long_name);
        diagnostics_finish(d);
        shown(d, GESTALT_DIAGNOSTICS_SHORT);
        assert_in_range(written_size, 2000, 2100);
        assert_non_null(strstr(written, "\xe6\xbc\xa2... [E0201]\n"));
        assert_null(strstr(written, "\\x"));
        gestalt_diagnostics_destroy(d);
    }
}

static void test_the_number_is_bounded(void **state)
{
    (void)state;
    gestalt_diagnostics *d = fresh();
    static char text[100101];
    memset(text, ' ', sizeof text);
    for (size_t i = 0; i < sizeof text; i += 50)
        text[i] = '\n';
    uint32_t source = diagnostics_source(d, "a", text, sizeof text);
    for (uint32_t i = 0; i < 100100; i++) {
        diagnostic *one = diagnostics_add(d, DIAGNOSTIC_WRONG_KIND, (span){source, i, i}, "oh");
        diagnostics_note(d, one, (span){source, i, i}, "here");
        diagnostics_help(d, one, "help");
    }
    diagnostics_finish(d);
    assert_int_equal(gestalt_diagnostics_error_count(d), 20000);
    gestalt_diagnostics_destroy(d);
}

static void test_the_memory_is_bounded(void **state)
{
    (void)state;
    short_memory b = {.left = SIZE_MAX};
    gestalt_allocator allocator = short_memory_allocator(&b);
    gestalt_diagnostics *d = diagnostics_new(&allocator);
    assert_non_null(d);
    if (setjmp(diagnostics_arena(d)->escape))
        abort();
    static char text[20000], message[2001];
    memset(text, ' ', sizeof text);
    memset(message, 'm', sizeof message - 1);
    uint32_t source = diagnostics_source(d, "a", text, sizeof text);
    for (uint32_t i = 0; i < sizeof text; i++) {
        span place = {source, i, i};
        diagnostic *one = diagnostics_add(d, DIAGNOSTIC_WRONG_KIND, place, "%s", message);
        for (int k = 0; k < 10; k++)
            diagnostics_note(d, one, place, "%s", message);
        diagnostics_help(d, one, "%s", message);
    }
    diagnostics_finish(d);
    assert_in_range(b.held, 1, 48 * 1000 * 1000);
    assert_in_range(gestalt_diagnostics_error_count(d), 500, 2000);
    gestalt_diagnostics_destroy(d);
}

static void test_a_full_writer_is_an_error(void **state)
{
    (void)state;
    gestalt_diagnostics *d = fresh();
    fill(d);
    diagnostics_finish(d);
    gestalt_writer writer = kept_text();
    written_limit = 10;
    assert_false(gestalt_diagnostics_write(d, GESTALT_DIAGNOSTICS_HUMAN, false, writer));
    gestalt_diagnostics_destroy(d);
}

// Do everything that allocates, with a limited number of allocations. Return true if it was enough.
static bool work_with(short_memory *b)
{
    gestalt_allocator allocator = short_memory_allocator(b);
    gestalt_diagnostics *d = diagnostics_new(&allocator);
    if (!d)
        return false;
    if (setjmp(diagnostics_arena(d)->escape)) {
        gestalt_diagnostics_destroy(d);
        return false;
    }
    static char text[20000];
    memset(text, 'x', sizeof text);
    uint32_t source = diagnostics_source(d, "a", text, sizeof text);
    for (uint32_t i = 0; i < 500; i++) {
        span place = {source, i * 40, i * 40 + 1};
        diagnostic *one = diagnostics_add(d, DIAGNOSTIC_WRONG_KIND, place, "number %u", i);
        diagnostics_note(d, one, place, "here");
        diagnostics_help(d, one, "help");
    }
    diagnostics_finish(d);
    gestalt_diagnostics_destroy(d);
    return true;
}

static void test_without_memory(void **state)
{
    (void)state;
    size_t allowed = 0;
    for (;; allowed++) {
        short_memory b = {.left = allowed};
        bool enough = work_with(&b);
        assert_int_equal(b.held, 0);
        if (enough)
            break;
        assert_in_range(allowed, 0, 1000);
    }
    assert_in_range(allowed, 5, 1000);
}

// ---- the table

static void test_codes(void **state)
{
    (void)state;
    for (size_t i = 0; i < DIAGNOSTIC_COUNT; i++) {
        const diagnostic_info *info = &diagnostic_table[i];
        assert_int_equal(strlen(info->code), 5);
        assert_true(info->code[0] == 'E' || info->code[0] == 'W');
        if (i > 0)
            assert_true(strcmp(diagnostic_table[i - 1].code, info->code) < 0);
        assert_true(*info->title && *info->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_a_huge_line_is_no_problem),
        cmocka_unit_test(test_human),
        cmocka_unit_test(test_short),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_colors),
        cmocka_unit_test(test_warnings_are_errors),
        cmocka_unit_test(test_no_diagnostics),
        cmocka_unit_test(test_long_messages_are_cut_between_characters),
        cmocka_unit_test(test_the_number_is_bounded),
        cmocka_unit_test(test_the_memory_is_bounded),
        cmocka_unit_test(test_a_full_writer_is_an_error),
        cmocka_unit_test(test_without_memory),
        cmocka_unit_test(test_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
