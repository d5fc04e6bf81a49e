// SPDX-License-Identifier: MIT
// Mutations of JSON texts by tokens, for libFuzzer and for driver.c: remove, repeat, copy, swap and
// wrap values and members, and replace them by words of the language. Nearly always the text stays
// JSON. Sometimes bytes change as in an ordinary mutation.
#include "words.h"

#include <stdbool.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size, const uint8_t *other,
                                 size_t other_size, uint8_t *to, size_t most, unsigned seed);

enum { TOKENS_MOST = 8192, DEPTH_MOST = 512, TRIES = 8 };

typedef struct token {
    uint32_t begin, end; // positions in the text
    uint32_t last;       // index of the token that closes it, or of itself
    bool is_value, is_key;
} token;

typedef struct tokens {
    token list[TOKENS_MOST];
    uint32_t count;
} tokens;

// A text that is mutated in place.
typedef struct text {
    char *bytes;
    size_t size, most;
    uint64_t random;
    tokens tokens;
} text;

// A range of the text.
typedef struct span {
    size_t begin, end;
} span;

// ---- tokens

static uint32_t scan_string(const char *bytes, uint32_t at, uint32_t size)
{
    for (at++; at < size && bytes[at] != '"' && bytes[at] != '\n'; at++)
        at += bytes[at] == '\\';
    return at < size ? at + 1 : size;
}

static uint32_t scan_word(const char *bytes, uint32_t at, uint32_t size)
{
    uint32_t begin = at;
    while (at < size && !strchr("{}[]:,\" \n\t\r", bytes[at]))
        at++;
    return at > begin ? at : at + 1;
}

// Decide whether a token is a value, a key or neither.
static void classify(tokens *t, const char *bytes)
{
    for (uint32_t i = 0; i < t->count; i++) {
        token *k = &t->list[i];
        bool is_text = bytes[k->begin] == '"';
        bool names = i + 1 < t->count && bytes[t->list[i + 1].begin] == ':';
        k->is_key = is_text && names;
        k->is_value = !k->is_key && !strchr("}]:,", bytes[k->begin]);
    }
}

static void scan(tokens *t, const char *bytes, size_t size)
{
    uint32_t open[DEPTH_MOST], depth = 0, at = 0;
    t->count = 0;
    while (at < size && t->count < TOKENS_MOST) {
        char c = bytes[at];
        if (c == '\0' || strchr(" \n\t\r", c)) {
            at++;
            continue;
        }
        uint32_t end = c == '"'              ? scan_string(bytes, at, (uint32_t)size)
                       : strchr("{}[]:,", c) ? at + 1
                                             : scan_word(bytes, at, (uint32_t)size);
        t->list[t->count] = (token){.begin = at, .end = end, .last = t->count};
        if ((c == '}' || c == ']') && depth > 0)
            t->list[open[--depth]].last = t->count;
        if ((c == '{' || c == '[') && depth < DEPTH_MOST)
            open[depth++] = t->count;
        t->count++;
        at = end;
    }
    classify(t, bytes);
}

// ---- finding

static bool find(text *t, bool wants_key, uint32_t *found)
{
    for (int i = 0; i < TRIES && t->tokens.count > 0; i++) {
        *found = words_below(&t->random, t->tokens.count);
        const token *k = &t->tokens.list[*found];
        if (wants_key ? k->is_key : k->is_value)
            return true;
    }
    return false;
}

static span value_at(const tokens *t, uint32_t index)
{
    const token *k = &t->list[index];
    return (span){k->begin, t->list[k->last].end};
}

// The range of a value's whole element: with its key, if it has one.
static span element_at(const text *t, uint32_t index)
{
    const tokens *k = &t->tokens;
    span s = value_at(k, index);
    if (k->list[index].is_key && index + 2 < k->count)
        s.end = value_at(k, index + 2).end;
    else if (index >= 2 && k->list[index - 2].is_key)
        s.begin = k->list[index - 2].begin;
    return s;
}

// ---- changing

static void splice(text *t, span s, const char *bytes, size_t size)
{
    if (s.end > t->size || s.begin > s.end || t->size - (s.end - s.begin) + size > t->most)
        return;
    memmove(t->bytes + s.begin + size, t->bytes + s.end, t->size - s.end);
    memcpy(t->bytes + s.begin, bytes, size);
    t->size = t->size - (s.end - s.begin) + size;
}

static char scratch[1 << 17];

static size_t keep(const text *t, span s)
{
    size_t size = s.end - s.begin;
    if (size > sizeof scratch / 2)
        size = 0;
    memcpy(scratch, t->bytes + s.begin, size);
    return size;
}

static void leave_out(text *t, uint32_t index)
{
    span s = element_at(t, index);
    while (s.end < t->size && strchr(" \n", t->bytes[s.end]))
        s.end++;
    if (s.end < t->size && t->bytes[s.end] == ',') {
        s.end++;
    } else {
        while (s.begin > 0 && strchr(" \n", t->bytes[s.begin - 1]))
            s.begin--;
        s.begin -= s.begin > 0 && t->bytes[s.begin - 1] == ',';
    }
    splice(t, s, "", 0);
}

static void repeat(text *t, uint32_t index)
{
    span s = element_at(t, index);
    size_t size = keep(t, s);
    memmove(scratch + 1, scratch, size);
    scratch[0] = ',';
    for (uint32_t i = 1 + words_below(&t->random, words_below(&t->random, 8) ? 2 : 40); i > 0; i--)
        splice(t, (span){s.end, s.end}, scratch, size + 1);
}

static void copy(text *t, uint32_t index)
{
    uint32_t other;
    if (find(t, false, &other)) {
        size_t size = keep(t, value_at(&t->tokens, other));
        splice(t, value_at(&t->tokens, index), scratch, size);
    }
}

static void exchange(text *t, uint32_t index)
{
    uint32_t other;
    if (!find(t, false, &other))
        return;
    span a = value_at(&t->tokens, index), b = value_at(&t->tokens, other);
    if (a.begin > b.begin) {
        span c = a;
        a = b;
        b = c;
    }
    if (a.end > b.begin || b.end - a.begin > sizeof scratch / 2)
        return;
    size_t size = b.end - b.begin;
    memcpy(scratch, t->bytes + b.begin, size);
    memcpy(scratch + size, t->bytes + a.end, b.begin - a.end);
    size += b.begin - a.end;
    memcpy(scratch + size, t->bytes + a.begin, a.end - a.begin);
    splice(t, (span){a.begin, b.end}, scratch, size + (a.end - a.begin));
}

static void replace_value(text *t, uint32_t index)
{
    splice(t, value_at(&t->tokens, index), scratch, words_value(&t->random, scratch));
}

static void replace_key(text *t)
{
    uint32_t index;
    if (find(t, true, &index)) {
        const token *k = &t->tokens.list[index];
        splice(t, (span){k->begin, k->end}, scratch, words_key(&t->random, scratch));
    }
}

// Add a member or an element to the object or list that contains a value.
static void add(text *t, uint32_t index)
{
    char c = t->bytes[t->tokens.list[index].begin];
    size_t at = t->tokens.list[index].end;
    if ((c != '{' && c != '[') || at >= t->size)
        return;
    size_t size = c == '{' ? words_member(&t->random, scratch) : words_value(&t->random, scratch);
    if (!strchr("}]", t->bytes[at]))
        scratch[size++] = ',';
    splice(t, (span){at, at}, scratch, size);
}

static void wrap(text *t, uint32_t index)
{
    static const char *const around[][2] = {
        {"{\"type\":\"invert\",\"child\":", "}"},
        {"{\"type\":\"sequence\",\"children\":[", "]}"},
        {"{\"type\":\"concurrent\",\"children\":[{\"type\":\"wait\",\"ticks\":2},", "]}"},
        {"{\"type\":\"repeat\",\"count\":3,\"child\":", "}"},
        {"{\"type\":\"timeout\",\"seconds\":0.5,\"child\":", "}"},
        {"{\"type\":\"once\",\"child\":", "}"},
        {"[", "]"},
        {"{\"x\":", "}"},
    };
    const char *const *w = around[words_below(&t->random, sizeof around / sizeof *around)];
    span s = value_at(&t->tokens, index);
    uint32_t most = words_below(&t->random, 16) ? 2 : 300;
    for (uint32_t i = 1 + words_below(&t->random, most); i > 0; i--) {
        if (t->size + strlen(w[0]) + strlen(w[1]) > t->most)
            return;
        splice(t, (span){s.end, s.end}, w[1], strlen(w[1]));
        splice(t, (span){s.begin, s.begin}, w[0], strlen(w[0]));
        s.end += strlen(w[0]) + strlen(w[1]);
    }
}

// Replace a part of a text in quotes as if it were an expression, or insert something.
static void change_expression(text *t, uint32_t index)
{
    const token *k = &t->tokens.list[index];
    if (t->bytes[k->begin] != '"' || k->end - k->begin < 2)
        return;
    uint32_t room = k->end - k->begin - 1;
    size_t begin = k->begin + 1 + words_below(&t->random, room), end = begin;
    bool is_word = strchr("+-*/%<>=!&|()?:,. ", t->bytes[begin]) == NULL;
    while (words_below(&t->random, 3) && end < k->end - 1 &&
           (strchr("+-*/%<>=!&|()?:,. ", t->bytes[end]) == NULL) == is_word)
        end++;
    splice(t, (span){begin, end}, scratch, words_token(&t->random, scratch));
}

static void change(text *t)
{
    uint32_t index;
    scan(&t->tokens, t->bytes, t->size);
    if (words_below(&t->random, 12) == 0 || !find(t, false, &index)) {
        t->size = LLVMFuzzerMutate((uint8_t *)t->bytes, t->size, t->most);
        return;
    }
    switch (words_below(&t->random, 11)) {
    case 0: leave_out(t, index); break;
    case 1: repeat(t, index); break;
    case 2: copy(t, index); break;
    case 3: exchange(t, index); break;
    case 4: replace_value(t, index); break;
    case 5: replace_key(t); break;
    case 6: wrap(t, index); break;
    case 7: add(t, index); break;
    default: change_expression(t, index); break;
    }
}

static text mutated;

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    text *t = &mutated;
    t->bytes = (char *)data;
    t->size = size;
    t->most = most;
    t->random = seed;
    for (uint32_t i = 1 + words_below(&t->random, 3); i > 0; i--)
        change(t);
    return t->size;
}

// Replace a value of the first text by a value of the other text.
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size, const uint8_t *other,
                                 size_t other_size, uint8_t *to, size_t most, unsigned seed)
{
    text *t = &mutated;
    uint32_t from, index;
    t->random = seed;
    size_t size = one_size < most ? one_size : most;
    memcpy(to, one, size);
    scan(&t->tokens, (const char *)other, other_size);
    if (!find(t, false, &from))
        return size;
    span s = value_at(&t->tokens, from);
    size_t piece = s.end - s.begin < sizeof scratch ? s.end - s.begin : 0;
    memcpy(scratch, other + s.begin, piece);
    t->bytes = (char *)to;
    t->size = size;
    t->most = most;
    scan(&t->tokens, t->bytes, t->size);
    if (find(t, false, &index))
        splice(t, value_at(&t->tokens, index), scratch, piece);
    return t->size;
}
