// SPDX-License-Identifier: MIT
// Reading JSON: from text to tape.
//
// Functions take the position where they begin and return the one where they ended, or NULL after
// an error. While a container is open, its `next` on the tape holds the index of the enclosing
// container, so the tape also serves as the stack. The code that explains errors comes after the
// fast path.
#include "json.h"

#include "memory.h"
#include "number.h"
#include "utf8.h"

#include <string.h>

enum {
    SIZE_DEFAULT = 256 << 20,
    SIZE_LARGEST = INT32_MAX,
    SAMPLE_TOKENS = 1 << 16,
};

#define NOWHERE UINT32_MAX

typedef enum reader_state {
    READ_VALUE,
    READ_FIRST_VALUE, // or the end of the array
    READ_KEY,
    READ_FIRST_KEY, // or the end of the object
    READ_COLON,
    READ_SEPARATOR,
} reader_state;

typedef struct reader {
    const char *text, *end;
    uint32_t *tokens;
    uint32_t count, capacity;
    uint32_t open; // token of the innermost open container, or NOWHERE
    char closer;   // closing bracket of that container
    uint32_t depth, depth_limit;
    const gestalt_allocator *allocator;
    json_error *error;
} reader;

static const char *fail(reader *r, json_error_kind kind, const char *begin, const char *end,
                        const char *expected);
static const char *fail_unexpected(reader *r, const char *p, reader_state state);
static const char *fail_number(reader *r, const char *p);
static const char *fail_escape(reader *r, const char *string, const char *p);
static const char *fail_in_string(reader *r, const char *string, const char *p);
static const char *fail_memory(reader *r);

// ---- the tape

// The tape starts with capacity for one token per eight bytes of text, but at most SAMPLE_TOKENS.
// When that is used up, the token density so far predicts the rest. So a large text takes two
// allocations, the second of about the right size, and little is copied.
static bool reader_grow(reader *r, const char *p)
{
    uint64_t size = (uint64_t)(r->end - r->text), done = (uint64_t)(p - r->text) + 1;
    uint64_t wanted = r->count * size / done;
    wanted += wanted / 32 + 64;
    if (wanted < (uint64_t)r->capacity + r->capacity / 4)
        wanted = (uint64_t)r->capacity + r->capacity / 4;
    if (r->capacity == 0)
        wanted = size / 8 < SAMPLE_TOKENS ? size / 8 + 16 : SAMPLE_TOKENS;
    if (wanted > UINT32_MAX || wanted > SIZE_MAX / sizeof *r->tokens) // unreachable: 2 GiB of text
        return false;
    uint32_t *tokens = memory_resize(r->allocator, r->tokens, r->capacity * sizeof *tokens,
                                     (size_t)wanted * sizeof *tokens);
    if (!tokens)
        return false;
    r->tokens = tokens;
    r->capacity = (uint32_t)wanted;
    return true;
}

static inline bool reader_push(reader *r, const char *p)
{
    if (r->count == r->capacity && !reader_grow(r, p)) {
        fail_memory(r);
        return false;
    }
    r->tokens[r->count++] = (uint32_t)(p - r->text);
    return true;
}

static const char *reader_open(reader *r, const char *p)
{
    if (r->depth == r->depth_limit)
        return fail(r, JSON_TOO_DEEP, p, p + 1, NULL);
    if (!reader_push(r, p) || !reader_push(r, p))
        return NULL;
    r->tokens[r->count - 1] = r->open;
    r->open = r->count - 2;
    r->closer = (char)(*p + 2); // in ASCII, `[` + 2 is `]`, and `{` + 2 is `}`
    r->depth++;
    return p + 1;
}

static const char *reader_close(reader *r, const char *p)
{
    if (!reader_push(r, p))
        return NULL;
    uint32_t outer = r->tokens[r->open + 1];
    r->tokens[r->open + 1] = r->count;
    r->open = outer;
    r->depth--;
    if (outer != NOWHERE)
        r->closer = (char)(r->text[r->tokens[outer]] + 2);
    return p + 1;
}

// ---- eight bytes at a time

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

static inline uint64_t load_eight(const char *p)
{
    uint64_t bytes;
    memcpy(&bytes, p, sizeof bytes);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

// Return the high bit of each byte that is a quote, a backslash, a control character or not ASCII.
// A byte above a marked one may be marked by mistake, but the lowest mark is always correct.
static inline uint64_t special_bytes(uint64_t bytes)
{
    uint64_t quotes = (bytes ^ EACH('"')) - EACH(1);
    uint64_t backslashes = (bytes ^ EACH('\\')) - EACH(1);
    uint64_t controls = bytes - EACH(0x20);
    return (quotes | backslashes | controls | bytes) & EACH(0x80);
}

static inline bool is_special(char c)
{
    return c == '"' || c == '\\' || (unsigned char)c < 0x20 || (unsigned char)c >= 0x80;
}

static inline bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline const char *skip_space(const char *p, const char *end)
{
    while (p < end && is_space(*p)) {
        p++;
        while (end - p >= 8 && load_eight(p) == EACH(' '))
            p += 8;
    }
    return p;
}

// ---- values

static inline bool is_hex(char c)
{
    return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

// Return the value of four hexadecimal digits, or UINT32_MAX.
static uint32_t read_hex(const char *p, const char *end)
{
    uint32_t value = 0;
    if (end - p < 4)
        return UINT32_MAX;
    for (int i = 0; i < 4; i++) {
        if (!is_hex(p[i]))
            return UINT32_MAX;
        value = value << 4 | (uint32_t)(is_digit(p[i]) ? p[i] - '0' : (p[i] | 0x20) - 'a' + 10);
    }
    return value;
}

// Return the position after a valid escape, or NULL without setting an error: fail_escape finds the
// reason.
static const char *check_escape(const char *p, const char *end)
{
    if (end - p < 2)
        return NULL;
    if (p[1] != 'u')
        return p[1] && strchr("\"\\/bfnrt", p[1]) ? p + 2 : NULL;
    uint32_t unit = read_hex(p + 2, end);
    if (unit == 0 || unit == UINT32_MAX || (unit >= 0xdc00 && unit < 0xe000))
        return NULL;
    if (unit < 0xd800 || unit >= 0xe000)
        return p + 6;
    if (end - p < 12 || p[6] != '\\' || p[7] != 'u')
        return NULL;
    uint32_t low = read_hex(p + 8, end);
    return low >= 0xdc00 && low < 0xe000 ? p + 12 : NULL;
}

static const char *read_string(reader *r, const char *string)
{
    const char *p = string + 1, *end = r->end;
    for (;;) {
        while (end - p >= 8) {
            uint64_t special = special_bytes(load_eight(p));
            if (special) {
                p += __builtin_ctzll(special) >> 3;
                break;
            }
            p += 8;
        }
        while (p < end && !is_special(*p))
            p++;
        if (p == end)
            return fail_in_string(r, string, p);
        if (*p == '"')
            return p + 1;
        if (*p == '\\') {
            const char *behind = check_escape(p, end);
            if (!behind)
                return fail_escape(r, string, p);
            p = behind;
        } else {
            uint32_t character;
            size_t width =
                (unsigned char)*p < 0x20 ? 0 : utf8_decode(p, (size_t)(end - p), &character);
            if (width == 0)
                return fail_in_string(r, string, p);
            p += width;
        }
    }
}

static bool is_number_character(char c)
{
    return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '.' || c == '+' ||
           c == '-' || c == '_';
}

static inline const char *skip_digits(const char *p, const char *end)
{
    while (p < end && is_digit(*p))
        p++;
    return p;
}

static const char *read_number(reader *r, const char *number)
{
    const char *end = r->end, *p = number + (*number == '-');
    const char *digits = p;
    p = skip_digits(p, end);
    if (p == digits || (*digits == '0' && p - digits > 1))
        return fail_number(r, number);
    bool large = p - digits > 300;
    if (p < end && *p == '.') {
        digits = ++p;
        p = skip_digits(p, end);
        if (p == digits)
            return fail_number(r, number);
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        large = true;
        p++;
        if (p < end && (*p == '+' || *p == '-'))
            p++;
        digits = p;
        p = skip_digits(p, end);
        if (p == digits)
            return fail_number(r, number);
    }
    if (p < end && is_number_character(*p))
        return fail_number(r, number);
    if (large && number_overflows(number, (size_t)(p - number)))
        return fail(r, JSON_NUMBER_RANGE, number, p, NULL);
    return p;
}

static const char *read_word(reader *r, const char *p, const char *word, size_t size)
{
    bool same = (size_t)(r->end - p) >= size && memcmp(p, word, size) == 0;
    if (!same || (p + size < r->end && is_number_character(p[size])))
        return fail_unexpected(r, p, READ_VALUE);
    return p + size;
}

static const char *read_scalar(reader *r, const char *p, reader_state state)
{
    if (!reader_push(r, p))
        return NULL;
    switch (*p) {
    case '"': return read_string(r, p);
    case 't': return read_word(r, p, "true", 4);
    case 'f': return read_word(r, p, "false", 5);
    case 'n': return read_word(r, p, "null", 4);
    default: return *p == '-' || is_digit(*p) ? read_number(r, p) : fail_unexpected(r, p, state);
    }
}

static const char *read_key(reader *r, const char *p, reader_state state)
{
    if (*p != '"')
        return fail_unexpected(r, p, state);
    if (!reader_push(r, p) || !(p = read_string(r, p)))
        return NULL;
    p = skip_space(p, r->end);
    return p < r->end && *p == ':' ? p + 1 : fail_unexpected(r, p, READ_COLON);
}

// Read up to the end of the outermost value.
static const char *read_items(reader *r, const char *p)
{
    reader_state state = READ_VALUE;
    do {
        p = skip_space(p, r->end);
        if (p == r->end)
            return fail_unexpected(r, p, state);
        if (state != READ_VALUE && state != READ_KEY && *p == r->closer) {
            p = reader_close(r, p);
            state = READ_SEPARATOR;
        } else if (state == READ_SEPARATOR) {
            if (*p != ',')
                return fail_unexpected(r, p, state);
            state = r->closer == '}' ? READ_KEY : READ_VALUE;
            p++;
        } else if (state == READ_KEY || state == READ_FIRST_KEY) {
            p = read_key(r, p, state);
            state = READ_VALUE;
        } else if (*p == '{' || *p == '[') {
            state = *p == '{' ? READ_FIRST_KEY : READ_FIRST_VALUE;
            p = reader_open(r, p);
        } else {
            p = read_scalar(r, p, state);
            state = READ_SEPARATOR;
        }
    } while (p && (state != READ_SEPARATOR || r->open != NOWHERE));
    return p;
}

// ---- errors

static const char *fail_at(reader *r, json_error_kind kind, const char *begin, const char *end,
                           const char *expected, uint32_t opened)
{
    if (end > r->end)
        end = r->end;
    *r->error = (json_error){.kind = kind,
                             .begin = (uint32_t)(begin - r->text),
                             .end = (uint32_t)(end - r->text),
                             .opened = opened,
                             .expected = expected};
    return NULL;
}

static const char *fail(reader *r, json_error_kind kind, const char *begin, const char *end,
                        const char *expected)
{
    bool in_container =
        r->open != NOWHERE && (kind == JSON_UNEXPECTED || kind == JSON_UNEXPECTED_END);
    return fail_at(r, kind, begin, end, expected, in_container ? r->tokens[r->open] : NOWHERE);
}

static const char *fail_memory(reader *r)
{
    return fail(r, JSON_NO_MEMORY, r->text, r->text, NULL);
}

// Return the end of what looks like one word or number; at least one character.
static const char *word_end(const reader *r, const char *p)
{
    const char *behind = p;
    while (behind < r->end && is_number_character(*behind))
        behind++;
    return behind;
}

static const char *fail_number(reader *r, const char *p)
{
    return fail(r, JSON_BAD_NUMBER, p, word_end(r, p), NULL);
}

static bool is_comment(const reader *r, const char *p)
{
    return *p == '#' || (*p == '/' && r->end - p > 1 && (p[1] == '/' || p[1] == '*'));
}

static const char *fail_comment(reader *r, const char *p)
{
    bool block = *p == '/' && p[1] == '*';
    const char *end = p + (*p == '/') + 1;
    if (block) {
        const char *close = memmem(end, (size_t)(r->end - end), "*/", 2);
        return fail(r, JSON_COMMENT, p, close ? close + 2 : end, NULL);
    }
    while (end < r->end && *end != '\n' && *end != '\r')
        end++;
    return fail(r, JSON_COMMENT, p, end, NULL);
}

static const char *fail_single_quotes(reader *r, const char *p)
{
    const char *end = p + 1;
    while (end < r->end && *end != '\'' && *end != '\n')
        end++;
    bool closed = end < r->end && *end == '\'';
    return fail(r, JSON_SINGLE_QUOTES, p, closed ? end + 1 : p + 1, NULL);
}

static const char *fail_word(reader *r, const char *p)
{
    static const struct {
        const char *word, *meant;
    } known[] = {{"True", "`true`"},   {"TRUE", "`true`"}, {"False", "`false`"},
                 {"FALSE", "`false`"}, {"None", "`null`"}, {"NULL", "`null`"},
                 {"Null", "`null`"},   {"nil", "`null`"},  {"undefined", "`null`"}};
    const char *end = word_end(r, p), *meant = NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].word) == (size_t)(end - p) &&
            memcmp(known[i].word, p, (size_t)(end - p)) == 0)
            meant = known[i].meant;
    return fail(r, JSON_BAD_WORD, p, end, meant);
}

// Return what is allowed in this state.
static const char *expected_in(const reader *r, reader_state state)
{
    switch (state) {
    case READ_VALUE: return "a value";
    case READ_FIRST_VALUE: return "a value or `]`";
    case READ_KEY: return "a key in double quotes";
    case READ_FIRST_KEY: return "a key in double quotes or `}`";
    case READ_COLON: return "`:`";
    case READ_SEPARATOR: break;
    }
    return r->closer == '}' ? "`,` or `}`" : "`,` or `]`";
}

// Handle a closing bracket after a comma: the comma is the error.
static const char *fail_closer(reader *r, const char *p, reader_state state)
{
    const char *before = p - 1;
    while (is_space(*before))
        before--;
    if (*before == ',')
        return fail(r, JSON_TRAILING_COMMA, before, before + 1, NULL);
    return fail(r, JSON_UNEXPECTED, p, p + 1, expected_in(r, state));
}

// Return whether only white space precedes the position.
static bool is_first(const reader *r, const char *p)
{
    while (p > r->text && (p[-1] == ' ' || p[-1] == '\t' || p[-1] == '\n' || p[-1] == '\r'))
        p--;
    return p == r->text;
}

// Detect UTF-16 by its byte order mark, or by a zero in one of the first two bytes.
static bool is_utf16(const reader *r, const char *p)
{
    const unsigned char *first = (const unsigned char *)r->text;
    if (p - r->text > 1 || r->end - r->text < 2)
        return false;
    unsigned mark = (unsigned)first[0] << 8 | first[1];
    return mark == 0xfffe || mark == 0xfeff || (first[0] == 0) != (first[1] == 0);
}

static const char *fail_unexpected(reader *r, const char *p, reader_state state)
{
    const char *expected = expected_in(r, state);
    bool value = state == READ_VALUE || state == READ_FIRST_VALUE;
    if (p == r->end)
        return fail(r, JSON_UNEXPECTED_END, p, p, expected);
    if (is_comment(r, p))
        return fail_comment(r, p);
    if (*p == '<' && is_first(r, p))
        return fail(r, JSON_XML, p, p + 1, NULL);
    if (is_utf16(r, p))
        return fail(r, JSON_UTF16, r->text, r->text + 2, NULL);
    if (*p == '\0')
        return fail(r, JSON_ZERO_BYTE, p, p + 1, NULL);
    if (*p == '\'' && state < READ_COLON)
        return fail_single_quotes(r, p);
    if (r->open != NOWHERE && *p == r->closer)
        return fail_closer(r, p, state);
    if (is_number_character(*p)) {
        bool letter = (*p | 0x20) >= 'a'; // or a `_`
        if (value)
            return letter ? fail_word(r, p) : fail_number(r, p);
        return fail(r, JSON_UNEXPECTED, p, word_end(r, p), expected);
    }
    uint32_t character;
    size_t width = utf8_decode(p, (size_t)(r->end - p), &character);
    if (width == 0)
        return fail(r, JSON_BAD_UTF8, p, p + 1, NULL);
    if (character == 0xfeff)
        return fail(r, JSON_BYTE_ORDER_MARK, p, p + width, NULL);
    return fail(r, JSON_UNEXPECTED, p, p + width, expected);
}

static const char *fail_in_string(reader *r, const char *string, const char *p)
{
    uint32_t opened = (uint32_t)(string - r->text);
    if (p == r->end)
        return fail_at(r, JSON_UNEXPECTED_END, p, p, "`\"`", opened);
    if (*p == '\0')
        return fail(r, JSON_ZERO_BYTE, p, p + 1, NULL);
    if ((unsigned char)*p < 0x20)
        return fail_at(r, JSON_CONTROL_CHARACTER, p, p + 1, NULL, opened);
    return fail(r, JSON_BAD_UTF8, p, p + 1, NULL);
}

static const char *fail_escape(reader *r, const char *string, const char *p)
{
    if (r->end - p < 2)
        return fail_in_string(r, string, r->end);
    if (p[1] != 'u') {
        uint32_t character;
        size_t width = utf8_decode(p + 1, (size_t)(r->end - p - 1), &character);
        bool shown = width > 0 && (unsigned char)p[1] >= 0x20;
        return fail(r, JSON_BAD_ESCAPE, p, p + 1 + (shown ? width : 0), NULL);
    }
    uint32_t unit = read_hex(p + 2, r->end);
    if (unit == UINT32_MAX) {
        const char *end = p + 2;
        while (end < r->end && is_hex(*end))
            end++;
        return end == r->end ? fail_in_string(r, string, end)
                             : fail(r, JSON_BAD_ESCAPE, p, end, NULL);
    }
    return fail(r, unit == 0 ? JSON_NUL : JSON_BAD_SURROGATE, p, p + 6, NULL);
}

// ---- the whole

// Free the unused capacity of the tape. On failure the tape keeps its size.
static void reader_fit(reader *r)
{
    uint32_t *tokens = memory_resize(r->allocator, r->tokens, r->capacity * sizeof *tokens,
                                     r->count * sizeof *tokens);
    if (tokens) {
        r->tokens = tokens;
        r->capacity = r->count;
    }
}

static bool reader_run(reader *r)
{
    const char *p = read_items(r, r->text);
    if (!p)
        return false;
    p = skip_space(p, r->end);
    if (p == r->end)
        return true;
    if (is_comment(r, p))
        return fail_comment(r, p);
    if (*p == '\0')
        return fail(r, JSON_ZERO_BYTE, p, p + 1, NULL);
    const char *end = word_end(r, p);
    return fail(r, JSON_TRAILING, p, end > p ? end : p + 1, NULL);
}

bool json_read(const char *text, size_t size, json_limits limits,
               const gestalt_allocator *allocator, json_document *document, json_error *error)
{
    size_t size_limit = limits.size ? limits.size : SIZE_DEFAULT;
    *document = (json_document){0};
    *error = (json_error){.opened = NOWHERE};
    if (size > size_limit || size > SIZE_LARGEST) {
        error->kind = JSON_TOO_LARGE;
        return false;
    }
    if (size == 0)
        text = ""; // an empty text may be NULL
    reader r = {.text = text,
                .end = text + size,
                .open = NOWHERE,
                .depth_limit = limits.depth ? limits.depth : JSON_DEPTH_MAX,
                .allocator = allocator,
                .error = error};
    if (!reader_run(&r)) {
        memory_release(allocator, r.tokens, r.capacity * sizeof *r.tokens);
        return false;
    }
    reader_fit(&r);
    *document = (json_document){.text = text,
                                .size = size,
                                .tokens = r.tokens,
                                .token_count = r.count,
                                .token_capacity = r.capacity};
    return true;
}

void json_destroy(json_document *document, const gestalt_allocator *allocator)
{
    memory_release(allocator, document->tokens,
                   document->token_capacity * sizeof *document->tokens);
    *document = (json_document){0};
}
