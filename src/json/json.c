// SPDX-License-Identifier: MIT
// Access to a JSON text after reading. The text is known to be valid, so nothing is checked again:
// every string has its closing quote, every escape is complete.
#include "json.h"

#include "array.h"
#include "hash.h"
#include "number.h"
#include "sort.h"
#include "utf8.h"

#include <string.h>

static const json_value json_nothing;

static const char *json_at(json_value value)
{
    return value.document->text + value.document->tokens[value.index];
}

// ---- the tape

// Return the value at an index, or JSON_NONE at a closing bracket or at the end.
static json_value json_value_at(const json_document *document, uint32_t index)
{
    if (index >= document->token_count)
        return json_nothing;
    char c = document->text[document->tokens[index]];
    return c == ']' || c == '}' ? json_nothing : (json_value){.document = document, .index = index};
}

json_value json_root(const json_document *document)
{
    return json_value_at(document, 0);
}

json_kind json_kind_of(json_value value)
{
    if (!value.document)
        return JSON_NONE;
    switch (*json_at(value)) {
    case '{': return JSON_OBJECT;
    case '[': return JSON_ARRAY;
    case '"': return JSON_STRING;
    case 't': return JSON_TRUE;
    case 'f': return JSON_FALSE;
    case 'n': return JSON_NULL;
    default: return JSON_NUMBER;
    }
}

static bool json_is_container(json_value value)
{
    char c = *json_at(value);
    return c == '{' || c == '[';
}

// Return the index after a value and everything inside it.
static uint32_t json_behind(json_value value)
{
    return json_is_container(value) ? value.document->tokens[value.index + 1] : value.index + 1;
}

json_value json_first(json_value value)
{
    if (!value.document || !json_is_container(value))
        return json_nothing;
    return json_value_at(value.document, value.index + 2);
}

json_value json_next(json_value value)
{
    return value.document ? json_value_at(value.document, json_behind(value)) : json_nothing;
}

uint32_t json_count(json_value value)
{
    uint32_t count = 0;
    for (json_value item = json_first(value); item.document; item = json_next(item))
        count++;
    return json_kind_of(value) == JSON_OBJECT ? count / 2 : count;
}

uint32_t json_begin(json_value value)
{
    return value.document ? value.document->tokens[value.index] : 0;
}

// ---- strings

static const char *json_string_end(const char *string)
{
    const char *p = string + 1;
    while (*p != '"')
        p += *p == '\\' ? 2 : 1;
    return p + 1;
}

static uint32_t json_hex(const char *p)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++)
        value = value << 4 | (uint32_t)(p[i] <= '9' ? p[i] - '0' : (p[i] | 0x20) - 'a' + 10);
    return value;
}

// Decode the escape at `*p` and advance `*p` past it. Returns the number of bytes.
static size_t json_unescape(const char **p, char bytes[4])
{
    const char *escape = *p;
    *p += 2;
    switch (escape[1]) {
    case 'b': bytes[0] = '\b'; return 1;
    case 'f': bytes[0] = '\f'; return 1;
    case 'n': bytes[0] = '\n'; return 1;
    case 'r': bytes[0] = '\r'; return 1;
    case 't': bytes[0] = '\t'; return 1;
    case 'u': break;
    default: bytes[0] = escape[1]; return 1;
    }
    uint32_t character = json_hex(escape + 2);
    *p += 4;
    if (character >= 0xd800 && character < 0xdc00) {
        character = 0x10000 + ((character - 0xd800) << 10) + (json_hex(escape + 8) - 0xdc00);
        *p += 6;
    }
    return utf8_encode(character, bytes);
}

// An iteration over the decoded bytes of a string.
typedef struct json_bytes {
    const char *next; // next character in the text
    size_t used, count;
    char bytes[4]; // decoded bytes of an escape
} json_bytes;

static json_bytes json_bytes_of(json_value string)
{
    return (json_bytes){.next = json_at(string) + 1};
}

// Return the next byte, or -1 at the end.
static int json_next_byte(json_bytes *b)
{
    if (b->used < b->count)
        return (unsigned char)b->bytes[b->used++];
    if (*b->next == '"')
        return -1;
    if (*b->next != '\\')
        return (unsigned char)*b->next++;
    b->count = json_unescape(&b->next, b->bytes);
    b->used = 1;
    return (unsigned char)b->bytes[0];
}

bool json_is(json_value string, const char *text)
{
    if (json_kind_of(string) != JSON_STRING)
        return false;
    json_bytes b = json_bytes_of(string);
    for (; *text; text++)
        if (json_next_byte(&b) != (unsigned char)*text)
            return false;
    return json_next_byte(&b) < 0;
}

// Compare two strings after decoding, like memcmp.
static int json_compare_strings(json_value a, json_value b)
{
    json_bytes left = json_bytes_of(a), right = json_bytes_of(b);
    for (;;) {
        int byte = json_next_byte(&left), other = json_next_byte(&right);
        if (byte != other)
            return byte < other ? -1 : 1;
        if (byte < 0)
            return 0;
    }
}

bool json_same_string(json_value a, json_value b)
{
    return json_compare_strings(a, b) == 0;
}

size_t json_string_size(json_value string)
{
    size_t size = 0;
    char bytes[4];
    for (const char *p = json_at(string) + 1; *p != '"';) {
        if (*p == '\\')
            size += json_unescape(&p, bytes);
        else
            size++, p++;
    }
    return size;
}

void json_string_copy(json_value string, char *bytes)
{
    for (const char *p = json_at(string) + 1; *p != '"';) {
        if (*p == '\\') {
            char decoded[4];
            size_t count = json_unescape(&p, decoded);
            memcpy(bytes, decoded, count);
            bytes += count;
        } else {
            *bytes++ = *p++;
        }
    }
}

// Return how many of the next bytes of a string, at most `most`, need no decoding. Searches short
// pieces, because the string can have many escapes before its end.
static size_t json_plain(const char *p, size_t most)
{
    enum { PIECE = 64 };
    for (size_t size = 0; size < most;) {
        size_t piece = most - size < PIECE ? most - size : PIECE;
        const char *quote = memchr(p + size, '"', piece);
        const char *end = quote ? quote : p + size + piece;
        const char *escape = memchr(p + size, '\\', (size_t)(end - (p + size)));
        if (escape || quote)
            return (size_t)((escape ? escape : quote) - p);
        size += piece;
    }
    return most;
}

uint32_t json_string_place(json_value string, size_t index)
{
    const char *p = json_at(string) + 1, *end = string.document->text + string.document->size;
    for (size_t size = 0; *p != '"';) {
        size_t left = (size_t)(end - p), ahead = index - size;
        size_t plain = json_plain(p, ahead < left ? ahead : left);
        p += plain;
        size += plain;
        if (*p == '"')
            break;
        const char *next = p + 1;
        char bytes[4];
        if (*p == '\\') {
            next = p;
            size += json_unescape(&next, bytes);
        } else {
            size++;
        }
        if (size > index)
            break;
        p = next;
    }
    return (uint32_t)(p - string.document->text);
}

// ---- numbers, and the ends of values

static const char *json_number_end(json_value number)
{
    const char *p = json_at(number), *end = number.document->text + number.document->size;
    while (p < end && ((*p >= '0' && *p <= '9') || *p == '-' || *p == '+' || *p == '.' ||
                       *p == 'e' || *p == 'E'))
        p++;
    return p;
}

uint32_t json_end(json_value value)
{
    uint32_t begin = json_begin(value);
    switch (json_kind_of(value)) {
    case JSON_NONE: return 0;
    case JSON_NULL:
    case JSON_TRUE: return begin + 4;
    case JSON_FALSE: return begin + 5;
    case JSON_NUMBER: return (uint32_t)(json_number_end(value) - value.document->text);
    case JSON_STRING: return (uint32_t)(json_string_end(json_at(value)) - value.document->text);
    case JSON_ARRAY:
    case JSON_OBJECT: break;
    }
    return value.document->tokens[json_behind(value) - 1] + 1;
}

double json_double(json_value number)
{
    return number_double(json_at(number), json_end(number) - json_begin(number));
}

bool json_int64(json_value number, int64_t *value)
{
    return number_int64(json_at(number), json_end(number) - json_begin(number), value);
}

// ---- members

json_value json_member(json_value object, const char *name, json_value *key)
{
    if (key)
        *key = json_nothing;
    if (json_kind_of(object) != JSON_OBJECT)
        return json_nothing;
    for (json_value k = json_first(object); k.document; k = json_next(json_next(k))) {
        if (json_is(k, name)) {
            if (key)
                *key = k;
            return json_next(k);
        }
    }
    return json_nothing;
}

// ---- duplicate keys

// Objects with few keys compare all pairs; larger ones use a hash table, of which half of the
// buckets are free.
enum { FEW_KEYS = 12, SEARCH_PROBES = 32 };

typedef struct key_search {
    const gestalt_allocator *allocator;
    void (*report)(void *user, json_value key, json_value first);
    void *user;
    json_value *buckets; // open addressing
    size_t bucket_capacity;
    char *scratch; // buffer for a decoded key
    size_t scratch_capacity;
    json_value *overflow; // keys that found no free bucket after some probes
    size_t overflow_count, overflow_capacity;
} key_search;

static void search_few(const key_search *s, json_value object)
{
    json_value keys[FEW_KEYS];
    uint32_t count = 0;
    for (json_value k = json_first(object); k.document; k = json_next(json_next(k))) {
        uint32_t i = 0;
        while (i < count && !json_same_string(keys[i], k))
            i++;
        if (i < count)
            s->report(s->user, k, keys[i]);
        else
            keys[count++] = k;
    }
}

// Hash the decoded key. Keys without escapes are hashed in place.
static bool search_hash(key_search *s, json_value key, uint64_t *hash)
{
    const char *raw = json_at(key) + 1;
    size_t size = (size_t)(json_string_end(raw - 1) - raw - 1);
    if (memchr(raw, '\\', size)) {
        if (!ARRAY_RESERVE(s->allocator, s->scratch, s->scratch_capacity, size))
            return false;
        size = json_string_size(key);
        json_string_copy(key, s->scratch);
        raw = s->scratch;
    }
    *hash = hash_bytes(raw, size);
    return true;
}

static bool key_is_before(const void *one, const void *other, const void *user)
{
    const json_value *a = one, *b = other;
    (void)user;
    int order = json_compare_strings(*a, *b);
    return order != 0 ? order < 0 : a->index < b->index;
}

// Handle the keys that did not fit into the table: an attacker may choose keys that all have the
// same hash. Equal keys have the same hash, so a duplicate of one of these is here, too.
static void search_overflow(key_search *s)
{
    json_value *first = s->overflow;
    sort_heap(s->overflow, s->overflow_count, sizeof *s->overflow, key_is_before, NULL);
    for (size_t i = 1; i < s->overflow_count; i++)
        if (json_same_string(*first, s->overflow[i]))
            s->report(s->user, s->overflow[i], *first);
        else
            first = &s->overflow[i];
    s->overflow_count = 0;
}

static bool search_many(key_search *s, json_value object, uint32_t count)
{
    size_t capacity = 64;
    while (capacity < (size_t)count * 2)
        capacity *= 2;
    if (!ARRAY_RESERVE(s->allocator, s->buckets, s->bucket_capacity, capacity))
        return false;
    json_value *buckets = s->buckets;
    memset(buckets, 0, capacity * sizeof *buckets);
    for (json_value k = json_first(object); k.document; k = json_next(json_next(k))) {
        uint64_t hash;
        if (!search_hash(s, k, &hash))
            return false;
        size_t bucket = (size_t)hash & (capacity - 1), probes = 1;
        while (buckets[bucket].document && !json_same_string(buckets[bucket], k) &&
               probes++ < SEARCH_PROBES)
            bucket = (bucket + 1) & (capacity - 1);
        if (probes > SEARCH_PROBES) {
            if (!ARRAY_RESERVE(s->allocator, s->overflow, s->overflow_capacity,
                               s->overflow_count + 1))
                return false;
            s->overflow[s->overflow_count++] = k;
        } else if (buckets[bucket].document) {
            s->report(s->user, k, buckets[bucket]);
        } else {
            buckets[bucket] = k;
        }
    }
    search_overflow(s);
    return true;
}

bool json_duplicates(const json_document *document, const gestalt_allocator *allocator,
                     void (*report)(void *user, json_value key, json_value first), void *user)
{
    key_search s = {.allocator = allocator, .report = report, .user = user};
    bool enough_memory = true;
    for (uint32_t index = 0; index < document->token_count && enough_memory; index++) {
        char c = document->text[document->tokens[index]];
        if (c == '{') {
            json_value object = {.document = document, .index = index};
            uint32_t count = json_count(object);
            if (count <= FEW_KEYS)
                search_few(&s, object);
            else
                enough_memory = search_many(&s, object, count);
        }
        index += c == '{' || c == '['; // skip `next`, which is not a position
    }
    ARRAY_RELEASE(allocator, s.buckets, s.bucket_capacity);
    ARRAY_RELEASE(allocator, s.scratch, s.scratch_capacity);
    ARRAY_RELEASE(allocator, s.overflow, s.overflow_capacity);
    return enough_memory;
}
