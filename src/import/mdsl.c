// SPDX-License-Identifier: MIT
//
// A token is read when the previous one has been used, so `token` is always the next one. While a
// node is open, its `after` is the index of its parent.
#include "mdsl.h"

#include "array.h"
#include "number.h"
#include "utf8.h"

#include <math.h>
#include <string.h>

enum {
    SIZE_DEFAULT = 256 << 20,
    SIZE_LARGEST = INT32_MAX,
    RANGE_MOST = 2, // arguments for a minimum and a maximum
};

#define NOWHERE UINT32_MAX

typedef enum mdsl_token {
    TOKEN_END,
    TOKEN_MARK, // one of ( ) [ ] { } ,
    TOKEN_STRING,
    TOKEN_WORD,
} mdsl_token;

typedef struct mdsl_reader {
    const char *text, *end;
    const char *last_close; // the last `*/` in the text, or NULL
    mdsl_token token;
    const char *begin; // start of the token
    const char *next;  // end of the token
    uint32_t used_end; // end of the token before it
    uint32_t open;     // index of the innermost open node, or NOWHERE
    uint32_t list;     // position of the open list of arguments, or NOWHERE
    uint32_t depth, depth_limit;
    mdsl_document document;
    const gestalt_allocator *allocator;
    mdsl_error *error;
} mdsl_reader;

// What the arguments of a node are.
typedef enum mdsl_takes {
    TAKES_NOTHING,
    TAKES_ROOT,    // a name, or nothing
    TAKES_BRANCH,  // a name
    TAKES_CALL,    // a name and any arguments
    TAKES_RANGE,   // nothing, a whole number, or a minimum and a maximum
    TAKES_WEIGHTS, // any whole numbers
} mdsl_takes;

typedef enum mdsl_children { NO_CHILDREN, ONE_CHILD, MANY_CHILDREN } mdsl_children;

static const struct {
    const char *name;
    mdsl_takes takes;
    mdsl_children children;
} mdsl_types[] = {
    [MDSL_ROOT] = {"root", TAKES_ROOT, ONE_CHILD},
    [MDSL_BRANCH] = {"branch", TAKES_BRANCH, NO_CHILDREN},
    [MDSL_ACTION] = {"action", TAKES_CALL, NO_CHILDREN},
    [MDSL_CONDITION] = {"condition", TAKES_CALL, NO_CHILDREN},
    [MDSL_WAIT] = {"wait", TAKES_RANGE, NO_CHILDREN},
    [MDSL_SEQUENCE] = {"sequence", TAKES_NOTHING, MANY_CHILDREN},
    [MDSL_SELECTOR] = {"selector", TAKES_NOTHING, MANY_CHILDREN},
    [MDSL_PARALLEL] = {"parallel", TAKES_NOTHING, MANY_CHILDREN},
    [MDSL_RACE] = {"race", TAKES_NOTHING, MANY_CHILDREN},
    [MDSL_ALL] = {"all", TAKES_NOTHING, MANY_CHILDREN},
    [MDSL_LOTTO] = {"lotto", TAKES_WEIGHTS, MANY_CHILDREN},
    [MDSL_FLIP] = {"flip", TAKES_NOTHING, ONE_CHILD},
    [MDSL_SUCCEED] = {"succeed", TAKES_NOTHING, ONE_CHILD},
    [MDSL_FAIL] = {"fail", TAKES_NOTHING, ONE_CHILD},
    [MDSL_REPEAT] = {"repeat", TAKES_RANGE, ONE_CHILD},
    [MDSL_RETRY] = {"retry", TAKES_RANGE, ONE_CHILD},
};

static const char *const mdsl_attribute_names[] = {
    [MDSL_WHILE] = "while", [MDSL_UNTIL] = "until", [MDSL_ENTRY] = "entry",
    [MDSL_STEP] = "step",   [MDSL_EXIT] = "exit",
};

enum {
    TYPE_COUNT = sizeof mdsl_types / sizeof *mdsl_types,
    ATTRIBUTE_COUNT = sizeof mdsl_attribute_names / sizeof *mdsl_attribute_names,
};

// ---- errors

static uint32_t place_of(const mdsl_reader *r, const char *p)
{
    return (uint32_t)(p - r->text);
}

static bool fail_at(mdsl_reader *r, mdsl_error_kind kind, mdsl_place place, const char *expected)
{
    uint32_t other = r->list;
    if (other == NOWHERE && r->open != NOWHERE)
        other = r->document.nodes[r->open].place.begin;
    *r->error = (mdsl_error){
        .kind = kind, .begin = place.begin, .end = place.end, .other = other, .expected = expected};
    return false;
}

static bool fail_other(mdsl_reader *r, mdsl_error_kind kind, mdsl_place place, const char *expected,
                       uint32_t other)
{
    fail_at(r, kind, place, expected);
    r->error->other = other;
    return false;
}

static mdsl_place token_place(const mdsl_reader *r)
{
    return (mdsl_place){.begin = place_of(r, r->begin), .end = place_of(r, r->next)};
}

static bool fail_token(mdsl_reader *r, const char *expected)
{
    return fail_at(r, r->token == TOKEN_END ? MDSL_UNEXPECTED_END : MDSL_UNEXPECTED, token_place(r),
                   expected);
}

static bool fail_memory(mdsl_reader *r)
{
    return fail_at(r, MDSL_NO_MEMORY, (mdsl_place){0}, NULL);
}

// ---- tokens

// Return the size of the white space at `p`, as JavaScript defines it; 0 if there is none.
static size_t space_size(const mdsl_reader *r, const char *p)
{
    if ((unsigned char)*p < 0x80)
        return *p == ' ' || (*p >= '\t' && *p <= '\r');
    uint32_t c;
    size_t width = utf8_decode(p, (size_t)(r->end - p), &c);
    bool is_space = c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 ||
                    c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000 || c == 0xfeff;
    return width > 0 && is_space ? width : 0;
}

static bool is_mark(char c)
{
    return c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}' || c == ',';
}

static bool opens_comment(const mdsl_reader *r, const char *p)
{
    return *p == '/' && r->end - p > 1 && p[1] == '*';
}

// Return the position after the character at `p`, or NULL after an error.
static const char *read_character(mdsl_reader *r, const char *p)
{
    uint32_t character;
    size_t width = utf8_decode(p, (size_t)(r->end - p), &character);
    if (width > 0 && (!utf8_is_control(character) || space_size(r, p) > 0))
        return p + width;
    mdsl_place place = {.begin = place_of(r, p), .end = place_of(r, p + (width ? width : 1))};
    fail_at(r, width ? MDSL_BAD_CHARACTER : MDSL_BAD_UTF8, place, NULL);
    return NULL;
}

// Return the position after white space and comments, or NULL after an error.
static const char *skip_space(mdsl_reader *r, const char *p)
{
    while (p < r->end) {
        size_t size = space_size(r, p);
        if (size > 0) {
            p += size;
            continue;
        }
        if (!opens_comment(r, p))
            break;
        const char *comment = p;
        if (!r->last_close || p + 2 > r->last_close) {
            mdsl_place place = {.begin = place_of(r, r->end), .end = place_of(r, r->end)};
            fail_other(r, MDSL_UNEXPECTED_END, place, "`*/`", place_of(r, comment));
            return NULL;
        }
        for (p += 2; p[0] != '*' || p[1] != '/';)
            if (!(p = read_character(r, p)))
                return NULL;
        p += 2;
    }
    return p;
}

// Return the position after the string at `string`, or NULL after an error.
static const char *read_string(mdsl_reader *r, const char *string)
{
    const char *p = string + 1;
    while (p < r->end && *p != '"') {
        if (opens_comment(r, p) && r->last_close && p + 2 <= r->last_close) {
            mdsl_place place = {.begin = place_of(r, p), .end = place_of(r, p + 2)};
            fail_other(r, MDSL_COMMENT_IN_STRING, place, NULL, place_of(r, string));
            return NULL;
        }
        const char *escape = *p == '\\' ? p++ : NULL;
        if (p == r->end)
            break;
        const char *after = read_character(r, p);
        if (!after)
            return NULL;
        bool ends_line = *p == '\n' || *p == '\r' ||
                         (after - p == 3 &&
                          (memcmp(p, "\xe2\x80\xa8", 3) == 0 || memcmp(p, "\xe2\x80\xa9", 3) == 0));
        if (escape && ends_line) {
            mdsl_place place = {.begin = place_of(r, escape), .end = place_of(r, p)};
            fail_other(r, MDSL_BAD_ESCAPE, place, NULL, place_of(r, string));
            return NULL;
        }
        p = after;
    }
    if (p < r->end)
        return p + 1;
    mdsl_place place = {.begin = place_of(r, p), .end = place_of(r, p)};
    fail_other(r, MDSL_UNEXPECTED_END, place, "`\"`", place_of(r, string));
    return NULL;
}

static const char *read_word(mdsl_reader *r, const char *p)
{
    while (p && p < r->end && !is_mark(*p) && *p != '"' && space_size(r, p) == 0 &&
           !opens_comment(r, p))
        p = read_character(r, p);
    return p;
}

// Read the next token.
static bool advance(mdsl_reader *r)
{
    r->used_end = place_of(r, r->next);
    const char *p = skip_space(r, r->next);
    if (!p)
        return false;
    r->begin = p;
    if (p == r->end) {
        r->token = TOKEN_END;
    } else if (is_mark(*p)) {
        r->token = TOKEN_MARK;
        p++;
    } else if (*p == '"') {
        r->token = TOKEN_STRING;
        p = read_string(r, p);
    } else {
        r->token = TOKEN_WORD;
        p = read_word(r, p);
    }
    r->next = p;
    return p != NULL;
}

static bool is_token(const mdsl_reader *r, char mark)
{
    return r->token == TOKEN_MARK && *r->begin == mark;
}

static bool token_is(const mdsl_reader *r, const char *word)
{
    size_t size = (size_t)(r->next - r->begin);
    return r->token == TOKEN_WORD && size == strlen(word) && memcmp(r->begin, word, size) == 0;
}

// Compare like token_is, for words in lower case, but ignore the case of the token.
static bool token_is_keyword(const mdsl_reader *r, const char *word)
{
    size_t size = (size_t)(r->next - r->begin);
    if (r->token != TOKEN_WORD || size != strlen(word))
        return false;
    for (size_t i = 0; i < size; i++)
        if ((r->begin[i] >= 'A' && r->begin[i] <= 'Z' ? r->begin[i] | 0x20 : r->begin[i]) !=
            word[i])
            return false;
    return true;
}

// ---- words as arguments

static const char *skip_digits(const char *p, const char *end)
{
    while (p < end && *p >= '0' && *p <= '9')
        p++;
    return p;
}

// Return whether JavaScript takes the word for a number that is not decimal.
static bool is_odd_number(const char *word, const char *end)
{
    static const struct {
        char letter;
        const char *digits;
    } bases[] = {{'x', "0123456789abcdefABCDEF"}, {'o', "01234567"}, {'b', "01"}};
    size_t sign = *word == '-' || *word == '+', size = (size_t)(end - word);
    if (size - sign == strlen("Infinity") && memcmp(word + sign, "Infinity", size - sign) == 0)
        return true;
    for (size_t i = 0; size > 2 && i < sizeof bases / sizeof *bases; i++) {
        const char *p = word + 2;
        if (word[0] != '0' || (word[1] | 0x20) != bases[i].letter)
            continue;
        while (p < end && strchr(bases[i].digits, *p)) // a word has no zero bytes
            p++;
        return p == end;
    }
    return false;
}

// Return whether the word is a decimal number, and its value.
static bool word_number(const char *word, const char *end, mdsl_argument *argument)
{
    const char *p = word + (*word == '-' || *word == '+'), *digits = p;
    p = skip_digits(p, end);
    const char *whole_end = p, *fraction = p;
    if (p < end && *p == '.') {
        fraction = p + 1;
        p = skip_digits(fraction, end);
    }
    if (whole_end == digits && p == fraction)
        return false;
    if (p < end && (*p == 'e' || *p == 'E')) {
        const char *exponent = p + 1;
        exponent += exponent < end && (*exponent == '-' || *exponent == '+');
        p = skip_digits(exponent, end);
        if (p == exponent)
            return false;
    }
    if (p < end)
        return false;
    const char *number = word + (*word == '+');
    argument->kind = MDSL_NUMBER;
    argument->number = number_double(number, (size_t)(end - number));
    argument->is_integer = whole_end > digits &&
                           number_double(number, (size_t)(whole_end - number)) == argument->number;
    return true;
}

// mistreevous replaces strings by such words.
static bool is_placeholder(const char *word, const char *end)
{
    return end - word > 4 && memcmp(word, "@@", 2) == 0 && memcmp(end - 2, "@@", 2) == 0 &&
           skip_digits(word + 2, end) == end - 2;
}

// Return what kind of argument the token is. A name is not an argument: then `is_name` is true.
static bool classify(mdsl_reader *r, mdsl_argument *argument, bool *is_name)
{
    *argument = (mdsl_argument){.place = token_place(r)};
    *is_name = false;
    const char *word = r->begin;
    if (r->token == TOKEN_STRING) {
        argument->kind = MDSL_STRING;
        return true;
    }
    if (r->token != TOKEN_WORD || is_placeholder(word, r->next))
        return fail_token(r, "an argument");
    if (token_is(r, "true") || token_is(r, "false")) {
        argument->kind = MDSL_BOOLEAN;
        argument->is_true = *word == 't';
        return true;
    }
    if (token_is(r, "null"))
        return true; // MDSL_NULL is 0
    if (word_number(word, r->next, argument))
        return isfinite(argument->number) || fail_at(r, MDSL_NUMBER_RANGE, token_place(r), NULL);
    if (is_odd_number(word, r->next))
        return fail_at(r, MDSL_BAD_NUMBER, token_place(r), NULL);
    bool is_property = *word == '$' && r->next - word > 1 &&
                       (((word[1] | 0x20) >= 'a' && (word[1] | 0x20) <= 'z') || word[1] == '_');
    *is_name = !is_property;
    argument->kind = MDSL_PROPERTY;
    return true;
}

// ---- lists of arguments

static bool push_argument(mdsl_reader *r, const mdsl_argument *argument)
{
    mdsl_document *d = &r->document;
    if (!ARRAY_RESERVE(r->allocator, d->arguments, d->argument_room, d->argument_count + 1))
        return fail_memory(r);
    d->arguments[d->argument_count++] = *argument;
    return true;
}

// Check an argument after the name, if there is one. `rank` is the number of arguments before it.
static bool check_argument(mdsl_reader *r, mdsl_takes takes, const mdsl_argument *argument,
                           bool is_name, uint32_t rank)
{
    const mdsl_place place = argument->place;
    if (takes == TAKES_CALL)
        return !is_name || fail_at(r, MDSL_BAD_ARGUMENT, place,
                                   "a string, a number, `true`, `false`, `null` or a property");
    if (takes == TAKES_ROOT || takes == TAKES_BRANCH ||
        (takes == TAKES_RANGE && rank == RANGE_MOST))
        return fail_at(r, MDSL_TOO_MANY_ARGUMENTS, place, NULL);
    if (is_name || argument->kind != MDSL_NUMBER || !argument->is_integer)
        return fail_at(r, MDSL_BAD_ARGUMENT, place, "a whole number");
    if (argument->number < 0)
        return fail_at(r, MDSL_NEGATIVE, place, NULL);
    const mdsl_document *d = &r->document;
    if (takes == TAKES_RANGE && rank > 0 &&
        argument->number < d->arguments[d->argument_count - 1].number)
        return fail_at(r, MDSL_BAD_RANGE, place, NULL);
    return true;
}

static bool is_list(const mdsl_reader *r)
{
    return is_token(r, '[') || is_token(r, '(');
}

// Read an argument. The first one may have to be a name.
static bool read_argument(mdsl_reader *r, mdsl_takes takes, mdsl_place *name, uint32_t rank)
{
    mdsl_argument argument;
    bool is_name, has_name = takes == TAKES_ROOT || takes == TAKES_BRANCH || takes == TAKES_CALL;
    if (!classify(r, &argument, &is_name))
        return false;
    if (!has_name || name->end > 0)
        return check_argument(r, takes, &argument, is_name, rank) && push_argument(r, &argument);
    if (!is_name)
        return fail_at(r, MDSL_BAD_ARGUMENT, argument.place, "a name");
    *name = argument.place;
    return true;
}

// Read a list in brackets. A comma may come after the last argument.
static bool read_list(mdsl_reader *r, mdsl_takes takes, mdsl_place *name, mdsl_range *arguments)
{
    bool is_square = is_token(r, '[');
    char close = is_square ? ']' : ')';
    arguments->first = r->document.argument_count;
    r->list = place_of(r, r->begin);
    if (!advance(r))
        return false;
    while (!is_token(r, close)) {
        if (!read_argument(r, takes, name, arguments->count) || !advance(r))
            return false;
        arguments->count = r->document.argument_count - arguments->first;
        if (is_token(r, close))
            break;
        if (!is_token(r, ','))
            return fail_token(r, is_square ? "`,` or `]`" : "`,` or `)`");
        if (!advance(r))
            return false;
    }
    if ((takes == TAKES_CALL || takes == TAKES_BRANCH) && name->end == 0)
        return fail_at(r, MDSL_MISSING_ARGUMENT, token_place(r), "a name");
    r->list = NOWHERE;
    return advance(r);
}

// ---- attributes

static bool push_attribute(mdsl_reader *r, const mdsl_attribute *attribute)
{
    mdsl_document *d = &r->document;
    if (!ARRAY_RESERVE(r->allocator, d->attributes, d->attribute_room, d->attribute_count + 1))
        return fail_memory(r);
    d->attributes[d->attribute_count++] = *attribute;
    return true;
}

static bool read_then(mdsl_reader *r, mdsl_attribute *guard)
{
    if (!advance(r))
        return false;
    guard->succeeds = token_is_keyword(r, "succeed");
    if (!guard->succeeds && !token_is_keyword(r, "fail"))
        return fail_token(r, "`succeed` or `fail`");
    guard->then = token_place(r);
    return advance(r);
}

static bool read_attribute(mdsl_reader *r, mdsl_attribute_kind kind, const mdsl_range *earlier)
{
    mdsl_attribute attribute = {.kind = kind, .place = token_place(r)};
    for (uint32_t i = 0; i < earlier->count; i++) {
        const mdsl_attribute *other = &r->document.attributes[earlier->first + i];
        if (other->kind == kind)
            return fail_other(r, MDSL_DUPLICATE_ATTRIBUTE, attribute.place, NULL,
                              other->place.begin);
    }
    if (!advance(r))
        return false;
    if (!is_list(r))
        return fail_token(r, "`(`");
    if (!read_list(r, TAKES_CALL, &attribute.name, &attribute.arguments))
        return false;
    bool is_guard = kind == MDSL_WHILE || kind == MDSL_UNTIL;
    if (is_guard && token_is_keyword(r, "then") && !read_then(r, &attribute))
        return false;
    return push_attribute(r, &attribute);
}

static bool read_attributes(mdsl_reader *r, mdsl_range *attributes)
{
    attributes->first = r->document.attribute_count;
    for (;;) {
        unsigned kind = 0;
        while (kind < ATTRIBUTE_COUNT && !token_is_keyword(r, mdsl_attribute_names[kind]))
            kind++;
        if (kind == ATTRIBUTE_COUNT)
            return true;
        if (!read_attribute(r, (mdsl_attribute_kind)kind, attributes))
            return false;
        attributes->count++;
    }
}

// ---- nodes

// Check that a node of this type may begin at the current token.
static bool check_start(mdsl_reader *r, mdsl_type type)
{
    if (r->open == NOWHERE)
        return type == MDSL_ROOT || fail_at(r, MDSL_OUTSIDE_ROOT, token_place(r), "`root`");
    const mdsl_node *parent = &r->document.nodes[r->open];
    if (type == MDSL_ROOT)
        return fail_at(r, MDSL_ROOT_BELOW, token_place(r), NULL);
    if (mdsl_types[parent->type].children == ONE_CHILD && parent->child_count > 0)
        return fail_at(r, MDSL_SECOND_CHILD, token_place(r), "`}`");
    return true;
}

// Read the arguments and attributes of a node, up to its `{`.
static bool read_head(mdsl_reader *r, mdsl_node *node)
{
    mdsl_takes takes = mdsl_types[node->type].takes;
    node->arguments.first = r->document.argument_count;
    if (takes != TAKES_NOTHING && is_list(r)) {
        if (!read_list(r, takes, &node->name, &node->arguments))
            return false;
    } else if (takes == TAKES_CALL || takes == TAKES_BRANCH) {
        return fail_token(r, "`[`");
    }
    if (takes == TAKES_BRANCH)
        node->attributes.first = r->document.attribute_count;
    else if (!read_attributes(r, &node->attributes))
        return false;
    node->end = r->used_end;
    return mdsl_types[node->type].children == NO_CHILDREN || is_token(r, '{') ||
           fail_token(r, "`{`");
}

static bool read_node(mdsl_reader *r)
{
    mdsl_node node = {.place = token_place(r)};
    unsigned type = 0;
    while (type < TYPE_COUNT && !token_is_keyword(r, mdsl_types[type].name))
        type++;
    if (type == TYPE_COUNT && r->token == TOKEN_WORD)
        return fail_at(r, MDSL_UNKNOWN_NODE, node.place, NULL);
    if (type == TYPE_COUNT)
        return fail_token(r, r->open == NOWHERE ? "`root`" : "a node or `}`");
    node.type = (mdsl_type)type;
    if (!check_start(r, node.type))
        return false;
    if (r->depth == r->depth_limit)
        return fail_at(r, MDSL_TOO_DEEP, node.place, NULL);
    if (!advance(r) || !read_head(r, &node))
        return false;
    mdsl_document *d = &r->document;
    if (!ARRAY_RESERVE(r->allocator, d->nodes, d->node_room, d->node_count + 1))
        return fail_memory(r);
    if (r->open != NOWHERE)
        d->nodes[r->open].child_count++;
    uint32_t index = d->node_count++;
    bool is_leaf = mdsl_types[type].children == NO_CHILDREN;
    node.after = is_leaf ? index + 1 : r->open;
    d->nodes[index] = node;
    if (is_leaf)
        return true;
    r->open = index;
    r->depth++;
    return advance(r);
}

// Close the innermost node at its `}`.
static bool close_node(mdsl_reader *r)
{
    mdsl_node *node = &r->document.nodes[r->open];
    if (node->child_count == 0)
        return fail_at(r, MDSL_NO_CHILD, node->place, NULL);
    if (node->type == MDSL_LOTTO && node->arguments.count > 0 &&
        node->arguments.count != node->child_count)
        return fail_at(r, MDSL_WRONG_WEIGHTS, node->place, NULL);
    r->open = node->after;
    r->depth--;
    node->after = r->document.node_count;
    node->end = place_of(r, r->next);
    return advance(r);
}

static bool read_nodes(mdsl_reader *r)
{
    if (!advance(r))
        return false;
    while (r->token != TOKEN_END || r->open != NOWHERE || r->document.node_count == 0) {
        bool closes = is_token(r, '}') && r->open != NOWHERE;
        if (!(closes ? close_node(r) : read_node(r)))
            return false;
    }
    return true;
}

// ---- the whole

// Detect UTF-16 by its byte order mark, or by a zero in one of the first two bytes.
static bool is_utf16(const char *text, size_t size)
{
    const unsigned char *first = (const unsigned char *)text;
    if (size < 2)
        return false;
    unsigned mark = (unsigned)first[0] << 8 | first[1];
    return mark == 0xfffe || mark == 0xfeff || (first[0] == 0) != (first[1] == 0);
}

static const char *find_last_close(const char *text, size_t size)
{
    for (const char *p = text + size; p - text >= 2; p--)
        if (p[-2] == '*' && p[-1] == '/')
            return p - 2;
    return NULL;
}

bool mdsl_read(const char *text, size_t size, mdsl_limits limits,
               const gestalt_allocator *allocator, mdsl_document *document, mdsl_error *error)
{
    size_t size_limit = limits.size ? limits.size : SIZE_DEFAULT;
    *document = (mdsl_document){0};
    *error = (mdsl_error){.other = NOWHERE};
    if (size > size_limit || size > SIZE_LARGEST) {
        error->kind = MDSL_TOO_LARGE;
        return false;
    }
    if (size == 0)
        text = ""; // an empty text may be NULL
    if (is_utf16(text, size)) {
        error->kind = MDSL_UTF16;
        error->end = 2;
        return false;
    }
    mdsl_reader r = {.text = text,
                     .end = text + size,
                     .last_close = find_last_close(text, size),
                     .next = text,
                     .open = NOWHERE,
                     .list = NOWHERE,
                     .depth_limit = limits.depth ? limits.depth : MDSL_DEPTH_MAX,
                     .document = {.text = text, .size = size},
                     .allocator = allocator,
                     .error = error};
    if (!read_nodes(&r)) {
        mdsl_destroy(&r.document, allocator);
        return false;
    }
    *document = r.document;
    return true;
}

void mdsl_destroy(mdsl_document *document, const gestalt_allocator *allocator)
{
    ARRAY_RELEASE(allocator, document->nodes, document->node_room);
    ARRAY_RELEASE(allocator, document->arguments, document->argument_room);
    ARRAY_RELEASE(allocator, document->attributes, document->attribute_room);
    *document = (mdsl_document){0};
}

const char *mdsl_type_name(mdsl_type type)
{
    return mdsl_types[type].name;
}

// ---- strings

// Return the size of a string as it is written, without its quotes, and the position in it of the
// first `\"`: the size if there is none.
static size_t string_written(const mdsl_document *document, const mdsl_argument *string,
                             size_t *escape)
{
    const char *first = document->text + string->place.begin + 1;
    size_t size = string->place.end - string->place.begin - 2;
    const char *found = memmem(first, size, "\\\"", 2);
    *escape = found ? (size_t)(found - first) : size;
    return size;
}

size_t mdsl_string_size(const mdsl_document *document, const mdsl_argument *string)
{
    size_t escape, size = string_written(document, string, &escape);
    return size - (escape < size);
}

void mdsl_string_copy(const mdsl_document *document, const mdsl_argument *string, char *bytes)
{
    const char *first = document->text + string->place.begin + 1;
    size_t escape, size = string_written(document, string, &escape);
    memcpy(bytes, first, escape);
    if (escape < size)
        memcpy(bytes + escape, first + escape + 1, size - escape - 1);
}

uint32_t mdsl_string_place(const mdsl_document *document, const mdsl_argument *string, size_t index)
{
    size_t escape, size = string_written(document, string, &escape);
    index += index > escape && escape < size;
    return string->place.begin + 1 + (uint32_t)(index < size ? index : size);
}
