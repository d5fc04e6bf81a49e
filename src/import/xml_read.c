// SPDX-License-Identifier: MIT
// Reading XML: from text to tape.
//
// Functions take the position where they begin and return the one where they ended, or NULL after
// an error. While an element is open, its `next` on the tape holds the index of the enclosing
// element, so the tape also serves as the stack. The code that explains errors comes last.
#include "xml.h"

#include "memory.h"
#include "sort.h"
#include "utf8.h"

#include <string.h>

enum {
    SIZE_DEFAULT = 256 << 20,
    SIZE_LARGEST = INT32_MAX,
    SAMPLE_TOKENS = 1 << 16,
    FEW_ATTRIBUTES = 12, // elements with more sort their attributes to find duplicates
};

#define NOWHERE UINT32_MAX

typedef struct xml_reader {
    const char *text, *end;
    const char *start; // first character after the byte order mark
    uint32_t *tokens;
    uint32_t count, capacity;
    uint32_t open; // token of the innermost open element, or NOWHERE
    uint32_t depth, depth_limit;
    uint32_t bare_count;
    const char *construct; // start of the tag, value or comment that is being read, or NULL
    const char *bare;      // first bare `<` in the current tag, or NULL
    const gestalt_allocator *allocator;
    xml_error *error;
} xml_reader;

static const char *fail(xml_reader *r, xml_error_kind kind, const char *begin, const char *end,
                        const char *expected);
static const char *fail_unexpected(xml_reader *r, const char *p, const char *expected);
static const char *fail_reference(xml_reader *r, const char *p);
static const char *fail_markup(xml_reader *r, const char *p);
static const char *fail_wrong_end(xml_reader *r, const char *name, const char *end);
static const char *fail_memory(xml_reader *r);

// ---- the tape

// The tape starts with capacity for one token per eight bytes of text, but at most SAMPLE_TOKENS.
// When that is used up, the token density so far predicts the rest. So a large text takes two
// allocations, the second of about the right size, and little is copied.
static bool tape_grow(xml_reader *r, const char *p)
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

static inline bool tape_push(xml_reader *r, const char *p)
{
    if (r->count == r->capacity && !tape_grow(r, p)) {
        fail_memory(r);
        return false;
    }
    r->tokens[r->count++] = (uint32_t)(p - r->text);
    return true;
}

// Free the unused capacity of the tape. On failure the tape keeps its size.
static void tape_fit(xml_reader *r)
{
    uint32_t *tokens = memory_resize(r->allocator, r->tokens, r->capacity * sizeof *tokens,
                                     r->count * sizeof *tokens);
    if (tokens) {
        r->tokens = tokens;
        r->capacity = r->count;
    }
}

// ---- characters

static inline bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static inline bool is_letter(char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

static inline bool is_name_ascii(char c)
{
    return is_letter(c) || (c >= '0' && c <= ':') || c == '_' || c == '-' || c == '.';
}

static inline const char *skip_space(const char *p, const char *end)
{
    while (p < end && is_space(*p))
        p++;
    return p;
}

static bool starts_with(const xml_reader *r, const char *p, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(r->end - p) >= size && memcmp(p, word, size) == 0;
}

// Return the position after a character that XML allows.
static const char *read_character(xml_reader *r, const char *p)
{
    uint32_t character;
    size_t width = utf8_decode(p, (size_t)(r->end - p), &character);
    return width > 0 && xml_allows(character) ? p + width : fail_unexpected(r, p, NULL);
}

// Return the position of the next character that is one of three, or the end of the text.
static inline const char *read_until(xml_reader *r, const char *p, char one, char two, char three)
{
    for (;;) {
        while (p < r->end && (signed char)*p >= ' ' && *p != one && *p != two && *p != three)
            p++;
        if (p == r->end || *p == one || *p == two || *p == three)
            return p;
        p = is_space(*p) ? p + 1 : read_character(r, p);
        if (!p)
            return NULL;
    }
}

// Return whether a character that is not ASCII may be part of a name, or its start. These are the
// ranges of XML 1.0, fifth edition.
static bool is_name_character(uint32_t character, bool first)
{
    static const struct {
        uint32_t from, to;
        bool first;
    } ranges[] = {
        {0xb7, 0xb7, false},    {0xc0, 0xd6, true},     {0xd8, 0xf6, true},
        {0xf8, 0x2ff, true},    {0x300, 0x36f, false},  {0x370, 0x37d, true},
        {0x37f, 0x1fff, true},  {0x200c, 0x200d, true}, {0x203f, 0x2040, false},
        {0x2070, 0x218f, true}, {0x2c00, 0x2fef, true}, {0x3001, 0xd7ff, true},
        {0xf900, 0xfdcf, true}, {0xfdf0, 0xfffd, true}, {0x10000, 0xeffff, true},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (character >= ranges[i].from && character <= ranges[i].to)
            return ranges[i].first || !first;
    return false;
}

static const char *read_name(xml_reader *r, const char *name)
{
    const char *p = name;
    if (p < r->end && (unsigned char)*p < 0x80 && !is_letter(*p) && *p != '_' && *p != ':')
        return fail_unexpected(r, p, "a name");
    for (;;) {
        uint32_t character;
        while (p < r->end && is_name_ascii(*p))
            p++;
        if (p == r->end || (unsigned char)*p < 0x80)
            break;
        size_t width = utf8_decode(p, (size_t)(r->end - p), &character);
        if (width == 0 || !is_name_character(character, p == name))
            break;
        p += width;
    }
    return p > name ? p : fail_unexpected(r, p, "a name");
}

// ---- duplicate attributes

// Return the end of a name that is known to be valid: white space or `=` follows.
static const char *name_end(const char *name)
{
    while (*name != '=' && !is_space(*name))
        name++;
    return name;
}

static int name_compare(const char *a, const char *b)
{
    size_t a_size = (size_t)(name_end(a) - a), b_size = (size_t)(name_end(b) - b);
    int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
    return order != 0 ? order : (a_size > b_size) - (a_size < b_size);
}

static bool attribute_is_before(const void *one, const void *other, const void *text)
{
    uint32_t a, b;
    memcpy(&a, one, sizeof a);
    memcpy(&b, other, sizeof b);
    int order = name_compare((const char *)text + a, (const char *)text + b);
    return order != 0 ? order < 0 : a < b;
}

static bool fail_duplicate(xml_reader *r, uint32_t attribute, uint32_t first)
{
    const char *name = r->text + attribute;
    fail(r, XML_DUPLICATE, name, name_end(name), NULL);
    r->error->other = first;
    return false;
}

static bool check_few(xml_reader *r, const uint32_t *attributes, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (name_compare(r->text + attributes[i], r->text + attributes[k]) == 0)
                return fail_duplicate(r, attributes[i], attributes[k]);
    return true;
}

static bool check_many(xml_reader *r, const uint32_t *attributes, uint32_t count)
{
    size_t size = count * sizeof *attributes;
    uint32_t *sorted = memory_new(r->allocator, size);
    if (!sorted) {
        fail_memory(r);
        return false;
    }
    memcpy(sorted, attributes, size);
    sort_heap(sorted, count, sizeof *sorted, attribute_is_before, r->text);
    uint32_t duplicate = NOWHERE, first = NOWHERE;
    for (uint32_t i = 1; i < count; i++) {
        if (sorted[i] < duplicate &&
            name_compare(r->text + sorted[i], r->text + sorted[i - 1]) == 0) {
            duplicate = sorted[i];
            first = sorted[i - 1];
        }
    }
    memory_release(r->allocator, sorted, size);
    return duplicate == NOWHERE || fail_duplicate(r, duplicate, first);
}

// Check that all attributes of an element, the tokens from `first`, have different names. Report
// the first duplicate in the text.
static bool check_attributes(xml_reader *r, uint32_t first)
{
    uint32_t count = r->count - first;
    return count <= FEW_ATTRIBUTES ? check_few(r, r->tokens + first, count)
                                   : check_many(r, r->tokens + first, count);
}

// ---- tags

static const char *read_value(xml_reader *r, const char *open)
{
    const char *tag = r->construct;
    r->construct = open;
    for (const char *p = open + 1;; p++) {
        p = read_until(r, p, *open, '<', '&');
        if (!p)
            return NULL;
        if (p == r->end)
            return fail_unexpected(r, p, *open == '"' ? "`\"`" : "`'`");
        if (*p == *open) {
            r->construct = tag;
            return p + 1;
        }
        uint32_t character;
        size_t size = *p == '&' ? xml_reference(p, r->end, &character) : 0;
        if (size > 0) {
            p += size - 1;
            continue;
        }
        if (*p == '&' && r->end - p > 1 && p[1] == '#')
            return fail_reference(r, p);
        if (*p == '<' && !r->bare)
            r->bare = p;
        r->bare_count++;
    }
}

static const char *read_attribute(xml_reader *r, const char *p)
{
    if (!tape_push(r, p))
        return NULL;
    p = read_name(r, p);
    if (!p)
        return NULL;
    p = skip_space(p, r->end);
    if (p == r->end || *p != '=')
        return fail_unexpected(r, p, "`=`");
    p = skip_space(p + 1, r->end);
    if (p == r->end || (*p != '"' && *p != '\''))
        return fail_unexpected(r, p, "a value in quotes");
    return read_value(r, p);
}

// Close the innermost element, whose last token is at `p`.
static bool element_close(xml_reader *r, const char *p)
{
    if (!tape_push(r, p))
        return false;
    uint32_t outer = r->tokens[r->open + 1];
    r->tokens[r->open + 1] = r->count;
    r->open = outer;
    r->depth--;
    return true;
}

static bool element_open(xml_reader *r, const char *p)
{
    if (!tape_push(r, p) || !tape_push(r, p))
        return false;
    r->tokens[r->count - 1] = r->open;
    r->open = r->count - 2;
    r->depth++;
    return true;
}

static const char *read_start_tag(xml_reader *r, const char *tag)
{
    const char *p = read_name(r, tag + 1);
    if (!p)
        return NULL;
    if (r->open == NOWHERE && r->count > 0)
        return fail(r, XML_TRAILING, tag, p, NULL);
    if (r->depth == r->depth_limit)
        return fail(r, XML_TOO_DEEP, tag, p, NULL);
    if (!element_open(r, tag))
        return NULL;
    uint32_t first = r->count;
    for (;;) {
        const char *after = skip_space(p, r->end);
        if (after == r->end)
            return fail_unexpected(r, after, "an attribute, `>` or `/>`");
        if (*after == '>')
            return check_attributes(r, first) ? after + 1 : NULL;
        if (*after == '/') {
            if (r->end - after < 2 || after[1] != '>')
                return fail_unexpected(r, after + 1, "`>`");
            return check_attributes(r, first) && element_close(r, after) ? after + 2 : NULL;
        }
        if (after == p)
            return fail_unexpected(r, p, "white space, `>` or `/>`");
        p = read_attribute(r, after);
        if (!p)
            return NULL;
    }
}

static const char *read_end_tag(xml_reader *r, const char *tag)
{
    const char *name = tag + 2, *end = read_name(r, name);
    if (!end)
        return NULL;
    if (r->open == NOWHERE)
        return r->count > 0 ? fail(r, XML_TRAILING, tag, end, NULL)
                            : fail(r, XML_UNEXPECTED, tag, end, "an element");
    const char *opened = r->text + r->tokens[r->open] + 1;
    size_t size = (size_t)(end - name);
    // The start tag is complete, so the text continues after its name.
    if (memcmp(opened, name, size) != 0 || is_name_ascii(opened[size]) ||
        (unsigned char)opened[size] >= 0x80)
        return fail_wrong_end(r, name, end);
    const char *p = skip_space(end, r->end);
    if (p == r->end || *p != '>')
        return fail_unexpected(r, p, "`>`");
    return element_close(r, tag) ? p + 1 : NULL;
}

// ---- what leaves no token

static const char *read_comment(xml_reader *r, const char *p)
{
    for (p += strlen("<!--");; p++) {
        p = read_until(r, p, '-', '-', '-');
        if (!p)
            return NULL;
        if (starts_with(r, p, "-->"))
            return p + strlen("-->");
        if (starts_with(r, p, "--") && r->end - p > 2)
            return fail(r, XML_BAD_COMMENT, p, p + 2, "`-->`");
        if (p == r->end)
            return fail_unexpected(r, p, "`-->`");
    }
}

// Return the position after a terminator whose first character is `c`.
static const char *read_to(xml_reader *r, const char *p, char c, const char *terminator,
                           const char *expected)
{
    for (;; p++) {
        p = read_until(r, p, c, c, c);
        if (!p)
            return NULL;
        if (starts_with(r, p, terminator))
            return p + strlen(terminator);
        if (p == r->end)
            return fail_unexpected(r, p, expected);
    }
}

static bool is_declaration_value(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

// Read `= "value"` in the declaration. `rank` is that of the name before it.
static const char *read_declared(xml_reader *r, const char *p, unsigned rank)
{
    p = skip_space(p, r->end);
    if (p == r->end || *p != '=')
        return fail_unexpected(r, p, "`=`");
    p = skip_space(p + 1, r->end);
    if (p == r->end || (*p != '"' && *p != '\''))
        return fail_unexpected(r, p, "a value in quotes");
    char quote = *p++;
    const char *value = p;
    while (p < r->end && is_declaration_value(*p))
        p++;
    if (p == r->end || *p != quote)
        return fail_unexpected(r, p, quote == '"' ? "`\"`" : "`'`");
    size_t size = (size_t)(p - value);
    bool is_encoding = size > 0 && is_letter(*value);
    bool is_standalone =
        (size == 3 && memcmp(value, "yes", 3) == 0) || (size == 2 && memcmp(value, "no", 2) == 0);
    if ((rank == 1 && !is_encoding) || (rank == 2 && !is_standalone))
        return fail(r, XML_BAD_DECLARATION, value, p,
                    rank == 1 ? "the name of an encoding" : "`yes` or `no`");
    return p + 1;
}

// Read the declaration after its `<?xml`. The encoding that it names is ignored, because the text
// must be UTF-8, whatever the declaration claims.
static const char *read_declaration(xml_reader *r, const char *p)
{
    static const char *const names[] = {"version", "encoding", "standalone"};
    static const char *const expected[] = {"`version`", "`encoding`, `standalone` or `?>`",
                                           "`standalone` or `?>`", "`?>`"};
    for (unsigned next = 0;;) {
        const char *after = skip_space(p, r->end);
        if (next > 0 && starts_with(r, after, "?>"))
            return after + strlen("?>");
        unsigned rank = next;
        while (rank < 3 && !starts_with(r, after, names[rank]))
            rank++;
        if (rank == 3 || (next == 0 && rank > 0))
            return fail_unexpected(r, after, expected[next]);
        if (after == p)
            return fail_unexpected(r, after, "white space or `?>`");
        p = read_declared(r, after + strlen(names[rank]), rank);
        if (!p)
            return NULL;
        next = rank + 1;
    }
}

static const char *read_instruction(xml_reader *r, const char *tag)
{
    const char *name = tag + 2, *p = read_name(r, name);
    if (!p)
        return NULL;
    if (p - name == 3 && (name[0] | 0x20) == 'x' && (name[1] | 0x20) == 'm' &&
        (name[2] | 0x20) == 'l') {
        if (tag != r->start || memcmp(name, "xml", 3) != 0)
            return fail(r, XML_MISPLACED_DECLARATION, tag, p, NULL);
        return read_declaration(r, p);
    }
    if (starts_with(r, p, "?>"))
        return p + strlen("?>");
    if (p == r->end || !is_space(*p))
        return fail_unexpected(r, p, "white space or `?>`");
    return read_to(r, p, '?', "?>", "`?>`");
}

// ---- the whole

static const char *read_markup(xml_reader *r, const char *p)
{
    r->construct = p;
    r->bare = NULL;
    if (starts_with(r, p, "</"))
        p = read_end_tag(r, p);
    else if (starts_with(r, p, "<?"))
        p = read_instruction(r, p);
    else if (starts_with(r, p, "<!--"))
        p = read_comment(r, p);
    else if (starts_with(r, p, "<![CDATA[") && r->open != NOWHERE)
        p = read_to(r, p + strlen("<![CDATA["), ']', "]]>", "`]]>`");
    else if (starts_with(r, p, "<!"))
        p = fail_markup(r, p);
    else
        p = read_start_tag(r, p);
    r->construct = NULL;
    return p;
}

// Read the text after a tag, or after anything else that ends in `>`, up to the next `<`.
static const char *read_text(xml_reader *r, const char *text)
{
    const char *p = skip_space(text, r->end);
    if (p == r->end || *p == '<')
        return p;
    if (!tape_push(r, text - 1))
        return NULL;
    for (;; p++) {
        p = read_until(r, p, '<', '&', ']');
        if (!p || p == r->end || *p == '<')
            return p;
        if (*p == ']' && starts_with(r, p, "]]>"))
            return fail(r, XML_BRACKETS, p, p + strlen("]]>"), "`]]&gt;`");
        uint32_t character;
        size_t size = *p == '&' ? xml_reference(p, r->end, &character) : 1;
        if (size == 0)
            return fail_reference(r, p);
        p += size - 1;
    }
}

static bool read_items(xml_reader *r)
{
    for (const char *p = r->start;;) {
        p = r->open == NOWHERE ? skip_space(p, r->end) : read_text(r, p);
        if (!p)
            return false;
        bool is_complete = r->open == NOWHERE && r->count > 0;
        if (p == r->end && is_complete)
            return true;
        if (p == r->end || *p != '<') {
            fail_unexpected(r, p, r->open == NOWHERE ? "an element" : "an end tag");
            if (is_complete && r->error->kind == XML_UNEXPECTED)
                r->error->kind = XML_TRAILING;
            return false;
        }
        p = read_markup(r, p);
        if (!p)
            return false;
    }
}

// Detect UTF-16 by its byte order mark, or by a zero in one of the first two bytes.
static bool is_utf16(const char *text, size_t size)
{
    const unsigned char *first = (const unsigned char *)text;
    if (size < 2)
        return false;
    unsigned mark = (unsigned)first[0] << 8 | first[1];
    return mark == 0xfffe || mark == 0xfeff || (first[0] == 0) != (first[1] == 0);
}

bool xml_read(const char *text, size_t size, xml_limits limits, const gestalt_allocator *allocator,
              xml_document *document, xml_error *error)
{
    size_t size_limit = limits.size ? limits.size : SIZE_DEFAULT;
    *document = (xml_document){0};
    *error = (xml_error){.other = NOWHERE, .bare = NOWHERE};
    if (size > size_limit || size > SIZE_LARGEST) {
        error->kind = XML_TOO_LARGE;
        return false;
    }
    if (size == 0)
        text = ""; // an empty text may be NULL
    if (is_utf16(text, size)) {
        error->kind = XML_UTF16;
        error->end = 2;
        return false;
    }
    bool has_mark = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    xml_reader r = {.text = text,
                    .end = text + size,
                    .start = text + (has_mark ? 3 : 0),
                    .open = NOWHERE,
                    .depth_limit = limits.depth ? limits.depth : XML_DEPTH_MAX,
                    .allocator = allocator,
                    .error = error};
    if (!read_items(&r)) {
        memory_release(allocator, r.tokens, r.capacity * sizeof *r.tokens);
        return false;
    }
    tape_fit(&r);
    *document = (xml_document){.text = text,
                               .size = size,
                               .tokens = r.tokens,
                               .token_count = r.count,
                               .token_capacity = r.capacity,
                               .bare_count = r.bare_count};
    return true;
}

void xml_destroy(xml_document *document, const gestalt_allocator *allocator)
{
    memory_release(allocator, document->tokens,
                   document->token_capacity * sizeof *document->tokens);
    *document = (xml_document){0};
}

// ---- errors

static const char *fail(xml_reader *r, xml_error_kind kind, const char *begin, const char *end,
                        const char *expected)
{
    uint32_t other = r->open == NOWHERE ? NOWHERE : r->tokens[r->open];
    if (r->construct)
        other = (uint32_t)(r->construct - r->text);
    *r->error = (xml_error){.kind = kind,
                            .begin = (uint32_t)(begin - r->text),
                            .end = (uint32_t)(end - r->text),
                            .other = other,
                            .bare = r->bare ? (uint32_t)(r->bare - r->text) : NOWHERE,
                            .expected = expected};
    return NULL;
}

static const char *fail_memory(xml_reader *r)
{
    return fail(r, XML_NO_MEMORY, r->text, r->text, NULL);
}

// Report the character at `p`. `expected` is NULL if XML does not allow the character anywhere.
static const char *fail_unexpected(xml_reader *r, const char *p, const char *expected)
{
    uint32_t character;
    if (p == r->end)
        return fail(r, XML_UNEXPECTED_END, p, p, expected);
    size_t width = utf8_decode(p, (size_t)(r->end - p), &character);
    if (width == 0)
        return fail(r, XML_BAD_UTF8, p, p + 1, NULL);
    bool is_allowed = xml_allows(character);
    return fail(r, is_allowed ? XML_UNEXPECTED : XML_BAD_CHARACTER, p, p + width,
                is_allowed ? expected : NULL);
}

static const char *fail_wrong_end(xml_reader *r, const char *name, const char *end)
{
    fail(r, XML_WRONG_END_TAG, name, end, NULL);
    r->error->other = r->tokens[r->open];
    return NULL;
}

// Report a `&` that begins no reference, up to its `;` if there is one.
static const char *fail_reference(xml_reader *r, const char *p)
{
    const char *end = p + 1;
    end += end < r->end && *end == '#';
    while (end < r->end && is_name_ascii(*end))
        end++;
    end += end < r->end && *end == ';';
    return fail(r, XML_BAD_REFERENCE, p, end, p + 1 < r->end && p[1] == '#' ? NULL : "`&amp;`");
}

// Report a `<!` that begins neither a comment nor, inside of an element, CDATA.
static const char *fail_markup(xml_reader *r, const char *p)
{
    const char *end = p + 2, *expected = r->open == NOWHERE ? "`<!--`" : "`<!--` or `<![CDATA[`";
    while (end < r->end && is_letter(*end))
        end++;
    if (end > p + 2)
        return fail(r, XML_DOCTYPE, p, end, NULL);
    const char *words[] = {"<!--", r->open == NOWHERE ? "<!--" : "<![CDATA["};
    for (int i = 0; i < 2; i++)
        if ((size_t)(r->end - p) < strlen(words[i]) &&
            memcmp(p, words[i], (size_t)(r->end - p)) == 0)
            return fail_unexpected(r, r->end, expected);
    return fail(r, XML_UNEXPECTED, p, p + 2, expected);
}
