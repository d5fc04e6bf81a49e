// SPDX-License-Identifier: MIT
#include "expression_slips.h"

// Words that other languages use instead of this language's signs.
static const struct {
    const char *word, *help;
} word_slips[] = {
    {"and", "write `&&`"},
    {"or", "write `||`"},
    {"not", "write `!`"},
    {"is", "write `==`"},
    {"mod", "write `%`"},
    {"if", "write `condition ? value : other value`"},
    {"then", "write `condition ? value : other value`"},
    {"else", "write `condition ? value : other value`"},
};

const char *slip_of_word(const char *word, size_t size)
{
    for (size_t i = 0; i < sizeof word_slips / sizeof *word_slips; i++) {
        size_t k = 0;
        while (k < size && (word[k] | 0x20) == word_slips[i].word[k])
            k++;
        if (k == size && !word_slips[i].word[k])
            return word_slips[i].help;
    }
    return NULL;
}

// ---- units

bool slip_is_unit(const char *word, size_t size)
{
    static const char *const units[] = {
        "s",  "sec",  "secs",  "second", "seconds", "ms",   "us",    "min",    "mins",
        "h",  "hr",   "hrs",   "hour",   "hours",   "tick", "ticks", "msec",   "msecs",
        "ns", "usec", "usecs", "minute", "minutes", "day",  "days",  "millis",
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strlen(units[i]) == size && memcmp(units[i], word, size) == 0)
            return true;
    return false;
}

const char *slip_of_number_and_name(arena *a, const char *number, size_t number_size,
                                    const char *name, size_t name_size)
{
    if (slip_is_unit(name, name_size))
        return "numbers have no units: the attribute `seconds` takes seconds, `ticks` takes ticks";
    return arena_print(a, "numbers have no units; to multiply, write `%.*s * %.*s`",
                       (int)number_size, number, (int)name_size, name);
}

// ---- assignments

// Assignments in other languages. `op` is the operator to apply before assigning: "" for a plain
// assignment, NULL if this language lacks the operator. If `operand` is set, no value follows the
// sign.
static const struct {
    const char *sign, *op, *operand;
} assignments[] = {
    {"=", "", NULL},     {":=", "", NULL},    {"+=", "+", NULL},   {"-=", "-", NULL},
    {"*=", "*", NULL},   {"/=", "/", NULL},   {"%=", "%", NULL},   {"&=", "&&", NULL},
    {"&&=", "&&", NULL}, {"|=", "||", NULL},  {"||=", "||", NULL}, {"^=", NULL, NULL},
    {"**=", NULL, NULL}, {"//=", NULL, NULL}, {"<<=", NULL, NULL}, {">>=", NULL, NULL},
    {"++", "+", "1"},    {"--", "-", "1"},
};
static const size_t assignment_count = sizeof assignments / sizeof *assignments;

static bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
}

// A part of a text.
typedef struct slice {
    const char *text;
    size_t size;
} slice;

static slice slice_trim(const char *text, size_t size)
{
    for (; size && strchr(" \t\r\n", text[0]); text++)
        size--;
    while (size && strchr(" \t\r\n", text[size - 1]))
        size--;
    return (slice){text, size};
}

static bool slice_is_name(slice s)
{
    for (size_t i = 0; i < s.size; i++)
        if (!is_name_character(s.text[i]))
            return false;
    return s.size > 0;
}

// Return the value to assign, as in `hp + 1`.
static const char *assigned_value(arena *a, slice key, const char *op, slice value)
{
    if (!op[0])
        return arena_print(a, "%.*s", (int)value.size, value.text);
    return arena_print(a, slice_is_name(value) ? "%.*s %s %.*s" : "%.*s %s (%.*s)", (int)key.size,
                       key.text, op, (int)value.size, value.text);
}

const char *slip_of_assignment(arena *a, const char *text, size_t size, size_t begin, size_t end)
{
    enum { PART_MAX = 60 }; // longest quotation of the key and of the value, in bytes
    size_t i = 0;
    while (i < assignment_count && (strlen(assignments[i].sign) != end - begin ||
                                    memcmp(assignments[i].sign, text + begin, end - begin) != 0))
        i++;
    slice key = slice_trim(text, begin), value = slice_trim(text + end, size - end);
    if (assignments[i].operand) {
        key = key.size ? key : value;
        value = (slice){assignments[i].operand, strlen(assignments[i].operand)};
    }
    if (!value.size || value.size > PART_MAX || memchr(value.text, '"', value.size))
        value = (slice){"...", 3};
    const char *node = "{ \"type\": \"set\", \"key\": ..., \"to\": ... }";
    if (slice_is_name(key) && key.size <= PART_MAX && assignments[i].op)
        node =
            arena_print(a, "{ \"type\": \"set\", \"key\": \"%.*s\", \"to\": \"%s\" }",
                        (int)key.size, key.text, assigned_value(a, key, assignments[i].op, value));
    return arena_print(a,
                       end - begin == 1
                           ? "to compare, write `==`; to assign, write a node, as `%s`"
                           : "an expression cannot assign; to assign, write a node, as `%s`",
                       node);
}

// ---- signs

// Signs from other languages or notations. The longest match wins.
static const struct {
    const char *sign, *help;
} sign_slips[] = {
    {"===", "write `==`"},
    {"!==", "write `!=`"},
    {"~=", "write `!=`"},
    {"=>", "write `>=`"},
    {"=<", "write `<=`"},
    {"<>", "write `!=`"},
    {"&", "write `&&`"},
    {"|", "write `||`"},
    {"**", "there is no power operator; multiply, as in `x * x`"},
    {"^", "there is no power operator; multiply, as in `x * x`"},
    {"<<", "there is no shift operator; multiply"},
    {">>", "there is no shift operator; divide"},
    {"~", "there are no bitwise operators"},
    {"//", "put the comment into the node's `doc`"},
    {"/*", "put the comment into the node's `doc`"},
    {"#", "put the comment into the node's `doc`"},
    {";", "an expression is one value"},
    {"\"", "a word of an enum is written `'word'`"},
    {"`", "a word of an enum is written `'word'`"},
    {"{", "group with `(` and `)`"},
    {"}", "group with `(` and `)`"},
    {".", "a component is written without spaces, as in `home.x`"},
    {"$", "write the name without a prefix"},
    {"@", "write the name without a prefix"},
    {"\xe2\x89\xa4", "write `<=`"},     // less or equal
    {"\xe2\x89\xa5", "write `>=`"},     // greater or equal
    {"\xe2\x89\xa0", "write `!=`"},     // not equal
    {"\xe2\x88\x92", "write `-`"},      // minus
    {"\xe2\x80\x93", "write `-`"},      // en dash
    {"\xc3\x97", "write `*`"},          // times
    {"\xc2\xb7", "write `*`"},          // middle dot
    {"\xc3\xb7", "write `/`"},          // division
    {"\xc2\xac", "write `!`"},          // not
    {"\xe2\x88\xa7", "write `&&`"},     // and
    {"\xe2\x88\xa8", "write `||`"},     // or
    {"\xe2\x88\x9a", "write `sqrt()`"}, // root
    {"\xc2\xa0", "this is a no-break space; write an ordinary space"},
};

// Return whether a sign that is longer than `shortest` bytes is at the start of a text.
static bool sign_stands(const char *sign, const char *text, size_t size, size_t shortest)
{
    size_t length = strlen(sign);
    return length <= size && length > shortest && memcmp(text, sign, length) == 0;
}

const char *slip_of_sign(arena *a, const char *text, size_t size, size_t at, size_t *sign_size)
{
    const char *help = NULL;
    bool assigns = false;
    *sign_size = 0;
    for (size_t i = 0; i < sizeof sign_slips / sizeof *sign_slips; i++)
        if (sign_stands(sign_slips[i].sign, text + at, size - at, *sign_size)) {
            *sign_size = strlen(sign_slips[i].sign);
            help = sign_slips[i].help;
        }
    for (size_t i = 0; i < assignment_count; i++)
        if (sign_stands(assignments[i].sign, text + at, size - at, *sign_size) &&
            strcmp(assignments[i].sign, "--") != 0) { // two minus signs are valid
            *sign_size = strlen(assignments[i].sign);
            assigns = true;
        }
    return assigns ? slip_of_assignment(a, text, size, at, at + *sign_size) : help;
}
