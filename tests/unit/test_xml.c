// SPDX-License-Identifier: MIT
// The XML reader: errors with positions, items, values, and the same results as expat.
#include "xml.h"

#include "counting.h"
#include "short_memory.h"
#include "utf8.h"
#include "xml_oracle.h"

#include "memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
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

static xml_document read_good(const char *text)
{
    xml_document document;
    xml_error error;
    if (!xml_read(text, strlen(text), (xml_limits){0}, plain(), &document, &error))
        fail_msg("%s: error %d at %u", text, (int)error.kind, error.begin);
    return document;
}

static void check_same(const char *text, size_t size)
{
    char *copy = exact_copy(text, size);
    const char *difference = xml_oracle_difference(copy, size);
    if (difference)
        fail_msg("%s: %.*s", difference, (int)size, text);
    free(copy);
}

// ---- errors

static const struct reject {
    const char *text;
    xml_error_kind kind;
    uint32_t begin, end;
    uint32_t other;
    const char *expected;
} rejects[] = {
    {"", XML_UNEXPECTED_END, 0, 0, NOWHERE, "an element"},
    {" \n", XML_UNEXPECTED_END, 2, 2, NOWHERE, "an element"},
    {"<!-- a -->", XML_UNEXPECTED_END, 10, 10, NOWHERE, "an element"},
    {"text", XML_UNEXPECTED, 0, 1, NOWHERE, "an element"},
    {"&amp;", XML_UNEXPECTED, 0, 1, NOWHERE, "an element"},
    {"</a>", XML_UNEXPECTED, 0, 3, 0, "an element"},
    // tags
    {"<", XML_UNEXPECTED_END, 1, 1, 0, "a name"},
    {"< a/>", XML_UNEXPECTED, 1, 2, 0, "a name"},
    {"<1/>", XML_UNEXPECTED, 1, 2, 0, "a name"},
    {"<-a/>", XML_UNEXPECTED, 1, 2, 0, "a name"},
    {"<\xc2\xb7/>", XML_UNEXPECTED, 1, 3, 0, "a name"},
    {"<\xc3\x97/>", XML_UNEXPECTED, 1, 3, 0, "a name"},
    {"<a", XML_UNEXPECTED_END, 2, 2, 0, "an attribute, `>` or `/>`"},
    {"<a ", XML_UNEXPECTED_END, 3, 3, 0, "an attribute, `>` or `/>`"},
    {"<a\xc3\x97/>", XML_UNEXPECTED, 2, 4, 0, "white space, `>` or `/>`"},
    {"<a$/>", XML_UNEXPECTED, 2, 3, 0, "white space, `>` or `/>`"},
    {"<a /", XML_UNEXPECTED_END, 4, 4, 0, "`>`"},
    {"<a/ >", XML_UNEXPECTED, 3, 4, 0, "`>`"},
    {"<a><b></b>", XML_UNEXPECTED_END, 10, 10, 0, "an end tag"},
    {"<a>text", XML_UNEXPECTED_END, 7, 7, 0, "an end tag"},
    {"<a></", XML_UNEXPECTED_END, 5, 5, 3, "a name"},
    {"<a></a", XML_UNEXPECTED_END, 6, 6, 3, "`>`"},
    {"<a></a b>", XML_UNEXPECTED, 7, 8, 3, "`>`"},
    {"<a></ a>", XML_UNEXPECTED, 5, 6, 3, "a name"},
    {"<a><b></a>", XML_WRONG_END_TAG, 8, 9, 3, NULL},
    {"<ab></a>", XML_WRONG_END_TAG, 6, 7, 0, NULL},
    {"<a></ab>", XML_WRONG_END_TAG, 5, 7, 0, NULL},
    {"<a\xc3\xbc></a>", XML_WRONG_END_TAG, 7, 8, 0, NULL},
    {"<a/><b/>", XML_TRAILING, 4, 6, 4, NULL},
    {"<a/>text", XML_TRAILING, 4, 5, NOWHERE, "an element"},
    {"<a/></a>", XML_TRAILING, 4, 7, 4, NULL},
    // attributes
    {"<a b/>", XML_UNEXPECTED, 4, 5, 0, "`=`"},
    {"<a b", XML_UNEXPECTED_END, 4, 4, 0, "`=`"},
    {"<a b=", XML_UNEXPECTED_END, 5, 5, 0, "a value in quotes"},
    {"<a b=1/>", XML_UNEXPECTED, 5, 6, 0, "a value in quotes"},
    {"<a =\"1\"/>", XML_UNEXPECTED, 3, 4, 0, "a name"},
    {"<a b=\"1", XML_UNEXPECTED_END, 7, 7, 5, "`\"`"},
    {"<a b='1\"/>", XML_UNEXPECTED_END, 10, 10, 5, "`'`"},
    {"<a b=\"1\"c=\"2\"/>", XML_UNEXPECTED, 8, 9, 0, "white space, `>` or `/>`"},
    {"<a b=\"1\" c=\"2\" b='3'/>", XML_DUPLICATE, 15, 16, 3, NULL},
    {"<a \xc3\xbc=\"1\" \xc3\xbc=\"2\"/>", XML_DUPLICATE, 10, 12, 3, NULL},
    // references
    {"<a>a & b</a>", XML_BAD_REFERENCE, 5, 6, 0, "`&amp;`"},
    {"<a>&nbsp;</a>", XML_BAD_REFERENCE, 3, 9, 0, "`&amp;`"},
    {"<a>&amp</a>", XML_BAD_REFERENCE, 3, 7, 0, "`&amp;`"},
    {"<a>&", XML_BAD_REFERENCE, 3, 4, 0, "`&amp;`"},
    {"<a>&#;</a>", XML_BAD_REFERENCE, 3, 6, 0, NULL},
    {"<a>&#x;</a>", XML_BAD_REFERENCE, 3, 7, 0, NULL},
    {"<a>&#X41;</a>", XML_BAD_REFERENCE, 3, 9, 0, NULL},
    {"<a>&#6a;</a>", XML_BAD_REFERENCE, 3, 8, 0, NULL},
    {"<a>&#65</a>", XML_BAD_REFERENCE, 3, 7, 0, NULL},
    {"<a>&#0;</a>", XML_BAD_REFERENCE, 3, 7, 0, NULL},
    {"<a>&#11;</a>", XML_BAD_REFERENCE, 3, 8, 0, NULL},
    {"<a>&#xd800;</a>", XML_BAD_REFERENCE, 3, 11, 0, NULL},
    {"<a>&#xdfff;</a>", XML_BAD_REFERENCE, 3, 11, 0, NULL},
    {"<a>&#xfffe;</a>", XML_BAD_REFERENCE, 3, 11, 0, NULL},
    {"<a>&#x110000;</a>", XML_BAD_REFERENCE, 3, 13, 0, NULL},
    {"<a>&#18446744073709551681;</a>", XML_BAD_REFERENCE, 3, 26, 0, NULL},
    {"<a b=\"&#x;\"/>", XML_BAD_REFERENCE, 6, 10, 5, NULL},
    // comments, instructions, CDATA
    {"<a><!-- ", XML_UNEXPECTED_END, 8, 8, 3, "`-->`"},
    {"<a><!-- -", XML_UNEXPECTED_END, 9, 9, 3, "`-->`"},
    {"<a><!-- --", XML_UNEXPECTED_END, 10, 10, 3, "`-->`"},
    {"<a><!-- -- --></a>", XML_BAD_COMMENT, 8, 10, 3, "`-->`"},
    {"<a><!-- ---></a>", XML_BAD_COMMENT, 8, 10, 3, "`-->`"},
    {"<!", XML_UNEXPECTED_END, 2, 2, 0, "`<!--`"},
    {"<!-", XML_UNEXPECTED_END, 3, 3, 0, "`<!--`"},
    {"<!- a -->", XML_UNEXPECTED, 0, 2, 0, "`<!--`"},
    {"<![CDATA[]]>", XML_UNEXPECTED, 0, 2, 0, "`<!--`"},
    {"<a><![CD", XML_UNEXPECTED_END, 8, 8, 3, "`<!--` or `<![CDATA[`"},
    {"<a><![cdata[]]></a>", XML_UNEXPECTED, 3, 5, 3, "`<!--` or `<![CDATA[`"},
    {"<a><![CDATA[ ]]", XML_UNEXPECTED_END, 15, 15, 3, "`]]>`"},
    {"<a>]]></a>", XML_BRACKETS, 3, 6, 0, "`]]&gt;`"},
    {"<a>]]]></a>", XML_BRACKETS, 4, 7, 0, "`]]&gt;`"},
    {"<?", XML_UNEXPECTED_END, 2, 2, 0, "a name"},
    {"<?a", XML_UNEXPECTED_END, 3, 3, 0, "white space or `?>`"},
    {"<?a?b?><a/>", XML_UNEXPECTED, 3, 4, 0, "white space or `?>`"},
    {"<?a b", XML_UNEXPECTED_END, 5, 5, 0, "`?>`"},
    {"<? a?><a/>", XML_UNEXPECTED, 2, 3, 0, "a name"},
    {"<!DOCTYPE a><a/>", XML_DOCTYPE, 0, 9, 0, NULL},
    {"<a><!ENTITY></a>", XML_DOCTYPE, 3, 11, 3, NULL},
    // the declaration
    {" <?xml version=\"1.0\"?><a/>", XML_MISPLACED_DECLARATION, 1, 6, 1, NULL},
    {"<a><?xml version=\"1.0\"?></a>", XML_MISPLACED_DECLARATION, 3, 8, 3, NULL},
    {"<?XML version=\"1.0\"?><a/>", XML_MISPLACED_DECLARATION, 0, 5, 0, NULL},
    {"<?xml?><a/>", XML_UNEXPECTED, 5, 6, 0, "`version`"},
    {"<?xml encoding=\"UTF-8\"?><a/>", XML_UNEXPECTED, 6, 7, 0, "`version`"},
    {"<?xml version?><a/>", XML_UNEXPECTED, 13, 14, 0, "`=`"},
    {"<?xml version=1.0?><a/>", XML_UNEXPECTED, 14, 15, 0, "a value in quotes"},
    {"<?xml version=\"1 0\"?><a/>", XML_UNEXPECTED, 16, 17, 0, "`\"`"},
    {"<?xml version='1.0\"?><a/>", XML_UNEXPECTED, 18, 19, 0, "`'`"},
    {"<?xml version=\"1.0\"encoding=\"UTF-8\"?><a/>", XML_UNEXPECTED, 19, 20, 0,
     "white space or `?>`"},
    {"<?xml version=\"1.0\" x=\"1\"?><a/>", XML_UNEXPECTED, 20, 21, 0,
     "`encoding`, `standalone` or `?>`"},
    {"<?xml version=\"1.0\" encoding=\"8\"?><a/>", XML_BAD_DECLARATION, 30, 31, 0,
     "the name of an encoding"},
    {"<?xml version=\"1.0\" encoding=\"\"?><a/>", XML_BAD_DECLARATION, 30, 30, 0,
     "the name of an encoding"},
    {"<?xml version=\"1.0\" encoding=\"A\" encoding=\"A\"?><a/>", XML_UNEXPECTED, 33, 34, 0,
     "`standalone` or `?>`"},
    {"<?xml version=\"1.0\" standalone=\"on\"?><a/>", XML_BAD_DECLARATION, 32, 34, 0,
     "`yes` or `no`"},
    {"<?xml version=\"1.0\" standalone=\"yet\"?><a/>", XML_BAD_DECLARATION, 32, 35, 0,
     "`yes` or `no`"},
    {"<?xml version=\"1.0\" standalone=\"no\" a?><a/>", XML_UNEXPECTED, 36, 37, 0, "`?>`"},
    {"<?xml version=\"1.0\"", XML_UNEXPECTED_END, 19, 19, 0, "`encoding`, `standalone` or `?>`"},
    // characters
    {"<a>\x01</a>", XML_BAD_CHARACTER, 3, 4, 0, NULL},
    {"<a b=\"\x1f\"/>", XML_BAD_CHARACTER, 6, 7, 5, NULL},
    {"<a>\xef\xbf\xbe</a>", XML_BAD_CHARACTER, 3, 6, 0, NULL},
    {"<a><!--\xef\xbf\xbf--></a>", XML_BAD_CHARACTER, 7, 10, 3, NULL},
    {"\x01<a/>", XML_BAD_CHARACTER, 0, 1, NOWHERE, NULL},
    {"<a/>\x01", XML_BAD_CHARACTER, 4, 5, NOWHERE, NULL},
    {"<a \x01/>", XML_BAD_CHARACTER, 3, 4, 0, NULL},
    {"<a>\xff</a>", XML_BAD_UTF8, 3, 4, 0, NULL},
    {"<a>\xed\xa0\x80</a>", XML_BAD_UTF8, 3, 4, 0, NULL},
    {"<a>\xc3", XML_BAD_UTF8, 3, 4, 0, NULL},
    {"<a\xff/>", XML_BAD_UTF8, 2, 3, 0, NULL},
    {"<\xff/>", XML_BAD_UTF8, 1, 2, 0, NULL},
    {"<a></a\xff>", XML_BAD_UTF8, 6, 7, 3, NULL},
    {"<?a \xc0\x80?><a/>", XML_BAD_UTF8, 4, 5, 0, NULL},
    {" \xef\xbb\xbf<a/>", XML_UNEXPECTED, 1, 4, NOWHERE, "an element"},
    {"\xff\xfe<a/>", XML_UTF16, 0, 2, NOWHERE, NULL},
    {"\xfe\xff<a/>", XML_UTF16, 0, 2, NOWHERE, NULL},
};

static void test_rejects(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rejects); i++) {
        const struct reject *r = &rejects[i];
        size_t size = strlen(r->text);
        char *text = exact_copy(r->text, size);
        xml_document document;
        xml_error error;
        assert_false(xml_read(text, size, (xml_limits){0}, plain(), &document, &error));
        bool same_words =
            r->expected ? error.expected && !strcmp(error.expected, r->expected) : !error.expected;
        if (error.kind != r->kind || error.begin != r->begin || error.end != r->end ||
            error.other != r->other || error.bare != NOWHERE || !same_words)
            fail_msg("%s: kind %d, %u to %u, other %d, expected %s", r->text, (int)error.kind,
                     error.begin, error.end, (int)error.other, error.expected);
        assert_null(document.tokens);
        check_same(text, size);
        free(text);
    }
}

static void test_zero_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        xml_error_kind kind;
        uint32_t begin;
    } cases[] = {
        {"\0", 1, XML_BAD_CHARACTER, 0},     {"\0\0", 2, XML_BAD_CHARACTER, 0},
        {"<\0a\0", 4, XML_UTF16, 0},         {"\0<\0a", 4, XML_UTF16, 0},
        {"<a\0/>", 5, XML_BAD_CHARACTER, 2}, {"<a>\0</a>", 8, XML_BAD_CHARACTER, 3},
        {"<a/>\0", 5, XML_BAD_CHARACTER, 4}, {"<a b='\0'/>", 10, XML_BAD_CHARACTER, 6},
        {"<!--\0", 5, XML_BAD_CHARACTER, 4}, {"<?xml\0", 6, XML_BAD_CHARACTER, 5},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        xml_document document;
        xml_error error;
        assert_false(
            xml_read(cases[i].text, cases[i].size, (xml_limits){0}, plain(), &document, &error));
        assert_int_equal(error.kind, cases[i].kind);
        assert_int_equal(error.begin, cases[i].begin);
        check_same(cases[i].text, cases[i].size);
    }
}

// If a closing quote is missing, the value continues to the next quote, and the error is reported
// there. The first bare `<` shows where the quote may be missing.
static void test_missing_quote(void **state)
{
    (void)state;
    const char *text = "<a>\n<b c=\"1/>\n<d/><e f=\"<\"/></a>";
    xml_document document;
    xml_error error;
    assert_false(xml_read(text, strlen(text), (xml_limits){0}, plain(), &document, &error));
    assert_int_equal(error.kind, XML_UNEXPECTED);
    assert_int_equal(error.begin, 24);
    assert_int_equal(error.other, 4);
    assert_int_equal(error.bare, 14);
    text = "<a b=\"<\"><c d/></a>";
    assert_false(xml_read(text, strlen(text), (xml_limits){0}, plain(), &document, &error));
    assert_int_equal(error.bare, NOWHERE);
}

// ---- what is accepted

static const char *const accepts[] = {
    "<a/>",
    "<a></a>",
    "<a ></a >",
    "<a\n\r\t />",
    "\xef\xbb\xbf<a/>",
    "\xef\xbb\xbf<?xml version=\"1.0\"?><a/>",
    "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<a/>",
    "<?xml\tversion = \"1.1\" standalone = \"no\"?><a/>",
    "<?xml version=\"\" encoding=\"ISO-8859-1\"?><a/>",
    "<!-- a --><?b?><?b c ? > ?> <a/> <!----><?xml-b ? ?><?xmla?>\n",
    "<a><!-- <b> & ' -> - --></a>",
    "<a><!--> --></a>",
    "<a><!---> --></a>",
    "<a><![CDATA[ <b> & ]] ]> ]]]]></a>",
    "<a><b/>text<b c=\"1\">more</b> text </a>",
    "<a> x <!-- --> y <?b?> z <![CDATA[ ]]> &#32; &amp; ] ]] ></a>",
    "<_><:a/><a.b-c:d_1/><\xc3\xbc\xc3\xa9 \xce\xb1='1'/><a\xc2\xb7/></_>",
    "<a b='1' B=\"2\" bb='' c:d='e'/>",
    "<a b = \"x\" c= 'y'\nd ='\"' e=\"'\"></a>",
    "<a b='&lt;&gt;&amp;&quot;&apos;&#65;&#x41;&#x1F600;&#0000000000000000000065;'/>",
    "<a b='&#9;&#10;&#13;&#32;&#127;&#x80;&#xfffd;&#x10ffff;'/>",
    "<a b='\t1\n2\r\n3\r4\r\r\n'>\t1\n2\r\n3\r4\r\r\n</a>",
    "<a b='\x7f\xc2\x80 \xe2\x82\xac \xf0\x9f\x98\x80 >'>\x7f > \xf0\x9f\x98\x80\xef\xbf\xbd</a>",
    // what only this reader accepts
    "<a b='1 < 2 && 3 <= 4' c=\"<\" d='&' e='&&amp;&' f='&nbsp;' g='<b/>'/>",
    "<a b='&amp c &lt' d='&;&a;' e='&'/>",
};

static void test_accepts(void **state)
{
    (void)state;
    xml_oracle_accepted = 0;
    for (size_t i = 0; i < LENGTH(accepts); i++)
        check_same(accepts[i], strlen(accepts[i]));
    assert_int_equal(xml_oracle_accepted, LENGTH(accepts));
}

static void test_depth(void **state)
{
    (void)state;
    static char text[1000000];
    xml_document document;
    xml_error error;
    for (uint32_t limit = 1; limit <= 256; limit += 255) {
        xml_limits limits = {.depth = limit == 256 ? 0 : limit};
        for (uint32_t extra = 0; extra < 2; extra++) {
            char *p = text;
            for (uint32_t i = 1; i < limit + extra; i++)
                p = stpcpy(p, "<a>");
            p = stpcpy(p, limit + extra == 1 ? "<b/>" : "<b/><b/>");
            for (uint32_t i = 1; i < limit + extra; i++)
                p = stpcpy(p, "</a>");
            bool read = xml_read(text, (size_t)(p - text), limits, plain(), &document, &error);
            assert_int_equal(read, extra == 0);
            if (read) {
                xml_destroy(&document, plain());
                continue;
            }
            assert_int_equal(error.kind, XML_TOO_DEEP);
            assert_int_equal(error.begin, 3 * limit);
            assert_int_equal(error.end, 3 * limit + 2);
        }
    }
    for (size_t i = 0; i + 3 < sizeof text; i += 3)
        memcpy(text + i, "<a>", 3);
    assert_false(xml_read(text, sizeof text, (xml_limits){0}, plain(), &document, &error));
    assert_int_equal(error.kind, XML_TOO_DEEP);
    assert_int_equal(error.begin, 768);
}

static void test_size_limit(void **state)
{
    (void)state;
    xml_document document;
    xml_error error;
    assert_false(xml_read("<a/>", 4, (xml_limits){.size = 3}, plain(), &document, &error));
    assert_int_equal(error.kind, XML_TOO_LARGE);
    assert_true(xml_read("<a/>", 4, (xml_limits){.size = 4}, plain(), &document, &error));
    xml_destroy(&document, plain());
    // Neither text is read to the end of its stated size: both are refused first.
    assert_false(
        xml_read("<", ((size_t)256 << 20) + 1, (xml_limits){0}, plain(), &document, &error));
    assert_int_equal(error.kind, XML_TOO_LARGE);
    assert_false(
        xml_read("<", (size_t)1 << 31, (xml_limits){.size = SIZE_MAX}, plain(), &document, &error));
    assert_int_equal(error.kind, XML_TOO_LARGE);
}

// ---- items and values

static void assert_range(xml_item item, xml_kind kind, uint32_t begin, uint32_t end)
{
    assert_int_equal(xml_kind_of(item), kind);
    assert_int_equal(xml_begin(item), begin);
    assert_int_equal(xml_end(item), end);
}

static void test_walk(void **state)
{
    (void)state;
    const char *text = "<?b?><a>\n  <b x = '1' yy=\"2\"/> t<!-- -->u <c>v</c >\n</a> <!-- -->";
    xml_document document = read_good(text);
    size_t size;
    xml_item root = xml_root(&document);
    assert_range(root, XML_ELEMENT, 5, 56);
    assert_int_equal(document.bare_count, 0);
    xml_item b = xml_first(root);
    assert_range(b, XML_ELEMENT, 11, 30);
    assert_true(xml_is(b, "b"));
    assert_ptr_equal(xml_name(b, &size), text + 12);
    assert_int_equal(size, 1);
    assert_int_equal(xml_kind_of(xml_first(b)), XML_NONE);
    xml_item t = xml_next(b), u = xml_next(t), c = xml_next(u);
    assert_range(t, XML_TEXT, 30, 32);
    assert_true(xml_value_is(t, " t"));
    assert_range(u, XML_TEXT, 40, 42);
    assert_range(c, XML_ELEMENT, 42, 51);
    assert_range(xml_first(c), XML_TEXT, 45, 46);
    assert_int_equal(xml_kind_of(xml_next(xml_first(c))), XML_NONE);
    assert_int_equal(xml_kind_of(xml_first_element(c)), XML_NONE);
    assert_int_equal(xml_kind_of(xml_next(c)), XML_NONE);
    assert_int_equal(xml_kind_of(xml_next(root)), XML_NONE);
    assert_int_equal(xml_first_element(root).index, b.index);
    assert_int_equal(xml_next_element(b).index, c.index);
    assert_int_equal(xml_kind_of(xml_next_element(c)), XML_NONE);

    xml_item x = xml_first_attribute(b), y = xml_next_attribute(x);
    assert_range(x, XML_ATTRIBUTE, 14, 21);
    assert_range(y, XML_ATTRIBUTE, 22, 28);
    assert_ptr_equal(xml_name(y, &size), text + 22);
    assert_int_equal(size, 2);
    assert_int_equal(xml_value_place(x, 0), 19);
    assert_int_equal(xml_value_place(x, 1), 20);
    assert_int_equal(xml_kind_of(xml_next_attribute(y)), XML_NONE);
    assert_int_equal(xml_kind_of(xml_next(x)), XML_NONE);
    assert_int_equal(xml_attribute(b, "yy").index, y.index);
    assert_int_equal(xml_kind_of(xml_attribute(b, "y")), XML_NONE);
    assert_int_equal(xml_kind_of(xml_attribute(b, "")), XML_NONE);
    assert_int_equal(xml_kind_of(xml_first_attribute(root)), XML_NONE);
    assert_int_equal(xml_kind_of(xml_first_attribute(t)), XML_NONE);
    xml_destroy(&document, plain());
}

// An element without a following text is followed by the end of its parent, and an empty element
// by the next start tag.
static void test_adjacent(void **state)
{
    (void)state;
    xml_document document = read_good("<a><b>x</b><c/><d></d>y</a>");
    xml_item b = xml_first(xml_root(&document)), c = xml_next(b), d = xml_next(c);
    assert_true(xml_is(b, "b") && xml_is(c, "c") && xml_is(d, "d"));
    assert_true(xml_value_is(xml_first(b), "x"));
    assert_int_equal(xml_kind_of(xml_first(c)), XML_NONE);
    assert_int_equal(xml_kind_of(xml_first(d)), XML_NONE);
    assert_true(xml_value_is(xml_next(d), "y"));
    xml_destroy(&document, plain());
}

static void test_nothing(void **state)
{
    (void)state;
    xml_item nothing = {0};
    size_t size = 7;
    assert_range(nothing, XML_NONE, 0, 0);
    assert_int_equal(xml_kind_of(xml_first(nothing)), XML_NONE);
    assert_int_equal(xml_kind_of(xml_next(nothing)), XML_NONE);
    assert_int_equal(xml_kind_of(xml_first_element(nothing)), XML_NONE);
    assert_int_equal(xml_kind_of(xml_next_element(nothing)), XML_NONE);
    assert_int_equal(xml_kind_of(xml_first_attribute(nothing)), XML_NONE);
    assert_int_equal(xml_kind_of(xml_next_attribute(nothing)), XML_NONE);
    assert_int_equal(xml_kind_of(xml_attribute(nothing, "a")), XML_NONE);
    xml_name(nothing, &size);
    assert_int_equal(size, 0);
    assert_false(xml_is(nothing, ""));
    assert_int_equal(xml_value_size(nothing), 0);
    assert_int_equal(xml_value_place(nothing, 0), 0);
    assert_false(xml_value_is(nothing, ""));
}

static void test_values(void **state)
{
    (void)state;
    // `places` has the position in the text of each decoded byte, and of the end.
    static const struct {
        const char *text, *decoded;
        unsigned char places[16];
    } cases[] = {
        {"<a b=''/>", "", {6}},
        {"<a b='abc'/>", "abc", {6, 7, 8, 9}},
        {"<a b='a&lt;b'/>", "a<b", {6, 7, 11, 12}},
        {"<a b='&quot;&apos;&gt;'/>", "\"'>", {6, 12, 18, 22}},
        {"<a b='&#65;&amp;.'/>", "A&.", {6, 11, 16, 17}},
        {"<a b='&#xfc;.'/>", "\xc3\xbc.", {6, 6, 12, 13}},
        {"<a b='&#8364;.'/>", "\xe2\x82\xac.", {6, 6, 6, 13, 14}},
        {"<a b='&#x1F600;.'/>", "\xf0\x9f\x98\x80.", {6, 6, 6, 6, 15, 16}},
        {"<a b='\xc3\xbc.'/>", "\xc3\xbc.", {6, 7, 8, 9}},
        {"<a b='\r\n.\n\t\r&#10;'/>", " .   \n", {6, 8, 9, 10, 11, 12, 17}},
        {"<a>\r\n.\n\t\r&#13;</a>", "\n.\n\t\n\r", {3, 5, 6, 7, 8, 9, 14}},
        {"<a b='<&&amp;&'/>", "<&&&", {6, 7, 8, 13, 14}},
        {"<a>.&amp;]</a>", ".&]", {3, 4, 9, 10}},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        xml_document document = read_good(cases[i].text);
        xml_item item = xml_first_attribute(xml_root(&document));
        if (!item.document)
            item = xml_first(xml_root(&document));
        char decoded[16] = {0};
        size_t size = xml_value_size(item);
        assert_int_equal(size, strlen(cases[i].decoded));
        xml_value_copy(item, decoded);
        assert_string_equal(decoded, cases[i].decoded);
        assert_true(xml_value_is(item, cases[i].decoded));
        decoded[size] = 'x';
        assert_false(xml_value_is(item, decoded));
        if (size > 0) {
            decoded[size - 1] = '\0';
            assert_false(xml_value_is(item, decoded));
        }
        for (size_t k = 0; k <= size; k++)
            assert_int_equal(xml_value_place(item, k), cases[i].places[k]);
        xml_destroy(&document, plain());
    }
}

typedef struct found {
    uint32_t count;
    uint32_t places[8];
} found;

static void note_bare(void *user, uint32_t place)
{
    found *f = user;
    f->places[f->count++ % LENGTH(f->places)] = place;
}

static void test_bare_characters(void **state)
{
    (void)state;
    xml_document document =
        read_good("<a b='1<2'>x<c d=\"&&amp;<\" e=''/><f>&lt;</f><g h='&x;'/></a>");
    found f = {0};
    xml_bare_characters(&document, note_bare, &f);
    assert_int_equal(document.bare_count, 4);
    assert_int_equal(f.count, 4);
    static const uint32_t places[] = {7, 18, 24, 50};
    assert_memory_equal(f.places, places, sizeof places);
    xml_destroy(&document, plain());
}

// ---- duplicates

// Write an element with `count` attributes. If `repeated` is not 0, the attributes with the numbers
// `repeated` and `count - 1` have the same name as another one.
static size_t write_attributes(char *text, unsigned count, unsigned repeated)
{
    size_t size = (size_t)sprintf(text, "<a");
    for (unsigned i = 0; i < count; i++) {
        unsigned number = repeated && (i == repeated || i == count - 1) ? repeated - 1 : i;
        size += (size_t)sprintf(text + size, " n%u='%u'", number * 7919 % 100003, i);
    }
    return size + (size_t)sprintf(text + size, "/>");
}

static void test_duplicates(void **state)
{
    (void)state;
    static char text[2000000];
    for (unsigned count = 3; count <= 100000; count = count * 3 / 2) {
        for (unsigned repeated = 0; repeated < count - 1; repeated += 1 + count / 3) {
            size_t size = write_attributes(text, count, repeated);
            xml_document document;
            xml_error error;
            bool read = xml_read(text, size, (xml_limits){0}, plain(), &document, &error);
            assert_int_equal(read, repeated == 0);
            if (read) {
                assert_true(xml_value_is(xml_attribute(xml_root(&document), "n0"), "0"));
                xml_destroy(&document, plain());
                continue;
            }
            char name[20];
            int name_size = sprintf(name, "n%u=", (repeated - 1) * 7919 % 100003);
            assert_int_equal(error.kind, XML_DUPLICATE);
            assert_int_equal(error.end - error.begin, name_size - 1);
            assert_memory_equal(text + error.begin, name, (size_t)name_size);
            assert_memory_equal(text + error.other, name, (size_t)name_size);
            char value[20];
            int value_size = sprintf(value, "'%u'", repeated);
            assert_memory_equal(text + error.begin + name_size, value, (size_t)value_size);
            value_size = sprintf(value, "'%u'", repeated - 1);
            assert_memory_equal(text + error.other + name_size, value, (size_t)value_size);
        }
    }
}

// The first duplicate is reported, whatever its name is.
static void test_first_duplicate(void **state)
{
    (void)state;
    for (int many = 0; many < 2; many++) {
        char text[400];
        sprintf(text, "<a z='' a='' b='' z='' b='' a=''%s/>",
                many ? " c='' d='' e='' f='' g='' h='' i='' j=''" : "");
        xml_document document;
        xml_error error;
        assert_false(xml_read(text, strlen(text), (xml_limits){0}, plain(), &document, &error));
        assert_int_equal(error.kind, XML_DUPLICATE);
        assert_int_equal(error.begin, 18);
        assert_int_equal(error.other, 3);
    }
}

// ---- damage

static const char rich[] =
    "\xef\xbb\xbf<?xml version=\"1.0\" encoding='UTF-8'?>\n<!-- a -->\n<r a='1' b=\"x &lt; y\">\n"
    "  t&#x41;\xc3\xbc<?p q?><![CDATA[<&]]>\n  <c d='1 < 2 &&amp; 3'/>\n  <e\t>f\r\n</e "
    "></r>\n<!---->";

// Nothing but the text without what follows the root element is complete.
static void test_cut(void **state)
{
    (void)state;
    size_t size = sizeof rich - 1, root_end = size - strlen("\n<!---->");
    for (size_t end = 0; end <= size; end++) {
        char *text = exact_copy(rich, end);
        xml_document document;
        xml_error error;
        bool read = xml_read(text, end, (xml_limits){0}, plain(), &document, &error);
        bool is_whole = end == root_end || end == root_end + 1 || end == size;
        assert_int_equal(read, is_whole);
        if (read)
            xml_destroy(&document, plain());
        check_same(text, end);
        free(text);
    }
}

static void test_changed(void **state)
{
    (void)state;
    for (size_t at = 0; at < sizeof rich - 1; at++) {
        char text[sizeof rich];
        memcpy(text, rich, sizeof rich);
        for (unsigned byte = 0; byte < 256; byte++) {
            text[at] = (char)byte;
            check_same(text, sizeof rich - 1);
        }
    }
}

// ---- expat

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t bound)
{
    uint64_t z = random_state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ (z >> 31)) >> 32) % bound;
}

// Skip a comparison with expat if this build has no expat. In CI, expat must be there.
static void need_expat(void)
{
    if (xml_oracle_has_expat)
        return;
    if (getenv("CI"))
        fail_msg("expat is missing: install libexpat1-dev");
    skip();
}

// Every character at the start of a name, inside of a name, in a value and in a text.
static void test_every_character(void **state)
{
    (void)state;
    static const char *const forms[] = {"<%s/>", "<a%s/>", "<a b='%s'/>", "<a>%s</a>"};
    need_expat();
    for (uint32_t character = 1; character < 0x110000;) {
        char bytes[5] = {0}, text[32];
        utf8_encode(character, bytes);
        for (size_t i = 0; i < LENGTH(forms); i++)
            check_same(text, (size_t)sprintf(text, forms[i], bytes));
        character += character < 0x800 ? 1 : character < 0x10000 ? 1 + random_below(16) : 4099;
        if (character >= 0xd800 && character < 0xe000)
            character = 0xe000;
    }
}

static const char *const pieces[] = {
    "<",
    "</",
    "<a",
    "<a>",
    "</a>",
    "<b ",
    "/>",
    ">",
    "=",
    "x='1'",
    " y=\"2\"",
    "'",
    "\"",
    "&",
    "&lt;",
    "&amp;",
    "&#65;",
    "&#x41;",
    "&#",
    ";",
    "&x;",
    "<!--",
    "-->",
    "--",
    "<?p ",
    "?>",
    "<![CDATA[",
    "]]>",
    "]",
    " ",
    "\n",
    "\r",
    "\t",
    "text",
    "-",
    "<!",
    "<?xml ",
    "version='1.0'",
    "<?xml version='1.0'?>",
    "\xc3\xbc",
    "\xff",
    "\xef\xbb\xbf",
    "\xef\xbf\xbf",
    "\x01",
    "a",
    ":",
    ".",
    "1",
    "<!DOCTYPE a>",
    "</b>",
};

static void test_pieces(void **state)
{
    (void)state;
    need_expat();
    for (int i = 0; i < 30000; i++) {
        char text[400];
        size_t size = 0;
        for (uint32_t count = random_below(12) + 1; count > 0; count--)
            size = (size_t)(stpcpy(text + size, pieces[random_below(LENGTH(pieces))]) - text);
        check_same(text, size);
    }
}

typedef struct writer {
    char *text;
    size_t size;
} writer;

static void write_one(writer *w, const char *const *choices, uint32_t count)
{
    w->size = (size_t)(stpcpy(w->text + w->size, choices[random_below(count)]) - w->text);
}
#define WRITE_ONE(w, ...)                                                                          \
    do {                                                                                           \
        static const char *const choices[] = {__VA_ARGS__};                                        \
        write_one((w), choices, LENGTH(choices));                                                  \
    } while (0)

static void write_space(writer *w)
{
    for (uint32_t i = random_below(3); i > 0; i--)
        WRITE_ONE(w, " ", "\n", "\t", "\r\n", "\r", "    ");
}

static void write_value(writer *w)
{
    bool is_single = random_below(2);
    w->text[w->size++] = is_single ? '\'' : '"';
    for (uint32_t i = random_below(6); i > 0; i--) {
        if (random_below(4) == 0)
            WRITE_ONE(w, "&lt;", "&amp;", "&quot;", "&apos;", "&gt;", "&#10;", "&#x20AC;", "&#9;");
        else
            WRITE_ONE(w, "a", "{key}", "12", " ", "\n", "\t", "\r\n", "\r", "\xc3\xbc", ">", "/>",
                      "]]>", "--", "\xf0\x9f\x98\x80", ";");
        if (random_below(16) == 0)
            WRITE_ONE(w, "<", "&", " && ", "&x;", "<b>");
    }
    w->text[w->size++] = is_single ? '\'' : '"';
}

static void write_between(writer *w, bool is_outside)
{
    switch (random_below(is_outside ? 4 : 8)) {
    case 0: WRITE_ONE(w, "<!-- a -->", "<!---->", "<!-- <b c='1'> & -->", "<!--\n- ->-->"); break;
    case 1: WRITE_ONE(w, "<?p?>", "<?p q ? > ?>", "<?xml-p\n?>"); break;
    case 2:
    case 3: write_space(w); break;
    case 4: WRITE_ONE(w, "<![CDATA[]]>", "<![CDATA[<a>&]]]>", "<![CDATA[ ]] ]]>"); break;
    case 5: WRITE_ONE(w, "&lt;", "&#65;", "&#32;", "&amp;"); break;
    default: WRITE_ONE(w, "text", "a b\r\nc", "]]", " > ", "\xc3\xbc", "\"'"); break;
    }
}

static void write_element(writer *w, uint32_t depth)
{
    char name[20];
    sprintf(name, "%s%u",
            random_below(4)   ? "N"
            : random_below(2) ? "\xc3\xa4.-"
                              : ":_",
            random_below(9));
    w->size += (size_t)sprintf(w->text + w->size, "<%s", name);
    for (uint32_t i = 0, count = random_below(4) ? random_below(4) : random_below(20); i < count;
         i++) {
        WRITE_ONE(w, " ", "\n", "\t ", "\r\n");
        w->size +=
            (size_t)sprintf(w->text + w->size, "%s%u", random_below(3) ? "a" : "\xce\xb1", i);
        write_space(w);
        w->text[w->size++] = '=';
        write_space(w);
        write_value(w);
    }
    write_space(w);
    if (random_below(3) == 0) {
        WRITE_ONE(w, "/>");
        return;
    }
    w->text[w->size++] = '>';
    for (uint32_t i = random_below(5); i > 0; i--)
        if (depth > 0 && random_below(2))
            write_element(w, depth - 1);
        else
            write_between(w, false);
    w->size += (size_t)sprintf(w->text + w->size, "</%s", name);
    write_space(w);
    w->text[w->size++] = '>';
}

// Write a text that the reader accepts.
static size_t write_document(char *text)
{
    writer w = {.text = text};
    WRITE_ONE(&w, "", "", "\xef\xbb\xbf");
    WRITE_ONE(&w, "", "<?xml version='1.0'?>", "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>");
    for (uint32_t i = random_below(3); i > 0; i--)
        write_between(&w, true);
    write_element(&w, 4);
    for (uint32_t i = random_below(3); i > 0; i--)
        write_between(&w, true);
    return w.size;
}

static void test_generated(void **state)
{
    (void)state;
    static char text[1 << 20];
    xml_oracle_accepted = 0;
    for (int i = 0; i < 4000; i++)
        check_same(text, write_document(text));
    assert_int_equal(xml_oracle_accepted, 4000);
}

static void test_damaged(void **state)
{
    (void)state;
    static char text[1 << 20];
    need_expat();
    xml_oracle_accepted = 0;
    for (int i = 0; i < 20000; i++) {
        size_t size = write_document(text);
        for (uint32_t count = random_below(3) + 1; count > 0; count--) {
            size_t at = random_below((uint32_t)size + 1), cut = random_below(4);
            const char *piece = random_below(4) ? pieces[random_below(LENGTH(pieces))] : "";
            size_t piece_size = strlen(piece);
            cut = cut < size - at ? cut : size - at;
            memmove(text + at + piece_size, text + at + cut, size - at - cut);
            memcpy(text + at, piece, piece_size);
            size += piece_size - cut;
        }
        check_same(text, size);
    }
    assert_in_range(xml_oracle_accepted, 2000, 18000);
}

// ---- without memory

typedef struct trial_text {
    const char *text;
    size_t size;
} trial_text;

static gestalt_result read_trial(void *user, counting *c)
{
    const trial_text *t = user;
    gestalt_allocator allocator = counting_allocator(c);
    xml_document document;
    xml_error error;
    if (!xml_read(t->text, t->size, (xml_limits){0}, &allocator, &document, &error))
        return error.kind == XML_NO_MEMORY ? GESTALT_NO_MEMORY : GESTALT_BAD_FILE;
    xml_destroy(&document, &allocator);
    return GESTALT_OK;
}

static void test_no_memory(void **state)
{
    (void)state;
    static char text[2000000];
    counting c = {0};
    trial_text t = {.text = text, .size = write_attributes(text, 100, 0)};
    counting_fail_each(read_trial, &t, "attributes", &c, GESTALT_OK);
    t.size = write_attributes(text, 100, 50);
    counting_fail_each(read_trial, &t, "duplicate attributes", &c, GESTALT_BAD_FILE);
    char *p = stpcpy(text, "<a>");
    for (int i = 0; i < 100000; i++)
        p = stpcpy(p, "<b/>");
    t.size = (size_t)(stpcpy(p, "</a>") - text);
    counting_fail_each(read_trial, &t, "elements", &c, GESTALT_OK);
    t.size -= 4;
    counting_fail_each(read_trial, &t, "a text that is cut off", &c, GESTALT_BAD_FILE);
    assert_int_equal(c.live_bytes, 0);
}

// The tape is full at each kind of token, as the text grows.
static void test_no_room(void **state)
{
    (void)state;
    static const char *const kinds[] = {"<b/>", "<b></b>", "x<c/>", "<b c=''/>", "<d>y</d>"};
    unsigned refused = 0;
    for (unsigned kind = 0; kind < LENGTH(kinds); kind++) {
        for (unsigned count = 1; count < 100; count++) {
            char text[1024] = "<a>";
            for (unsigned i = 0; i < count; i++)
                strcat(text, kinds[(kind + i) % LENGTH(kinds)]);
            strcat(text, "</a>");
            short_memory s = {.left = 1};
            gestalt_allocator allocator = short_memory_allocator(&s);
            xml_document document;
            xml_error error;
            if (xml_read(text, strlen(text), (xml_limits){0}, &allocator, &document, &error)) {
                xml_destroy(&document, &allocator);
            } else {
                assert_int_equal(error.kind, XML_NO_MEMORY);
                refused++;
            }
            assert_int_equal(s.held, 0);
        }
    }
    assert_true(refused > 50);
}

// The size is checked before anything is allocated.
static void test_size_before_memory(void **state)
{
    (void)state;
    short_memory s = {.left = 0};
    gestalt_allocator allocator = short_memory_allocator(&s);
    xml_document document;
    xml_error error;
    assert_false(xml_read("<a/>", 4, (xml_limits){.size = 3}, &allocator, &document, &error));
    assert_int_equal(error.kind, XML_TOO_LARGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rejects),
        cmocka_unit_test(test_zero_bytes),
        cmocka_unit_test(test_missing_quote),
        cmocka_unit_test(test_accepts),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_size_limit),
        cmocka_unit_test(test_walk),
        cmocka_unit_test(test_adjacent),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_bare_characters),
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_first_duplicate),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_changed),
        cmocka_unit_test(test_every_character),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_generated),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_size_before_memory),
    };
    return cmocka_run_group_tests_name("xml", tests, NULL, NULL);
}
