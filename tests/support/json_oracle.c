// SPDX-License-Identifier: MIT
#include "json_oracle.h"

#include "json.h"
#include "memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

unsigned json_oracle_accepted;

static void dump_string(json_value value, FILE *out)
{
    size_t size = json_string_size(value);
    char *bytes = malloc(size + 1);
    if (!bytes)
        abort();
    json_string_copy(value, bytes);
    fprintf(out, "s%zu:", size);
    fwrite(bytes, 1, size, out);
    free(bytes);
}

static void dump(json_value value, FILE *out)
{
    json_kind kind = json_kind_of(value);
    double number;
    uint64_t bits;
    switch (kind) {
    case JSON_NONE: fputs("none", out); break;
    case JSON_OBJECT:
    case JSON_ARRAY:
        fputc(kind == JSON_OBJECT ? '{' : '[', out);
        for (json_value item = json_first(value); item.document; item = json_next(item))
            dump(item, out);
        fputc(kind == JSON_OBJECT ? '}' : ']', out);
        break;
    case JSON_STRING: dump_string(value, out); break;
    case JSON_NUMBER:
        number = json_double(value);
        memcpy(&bits, &number, sizeof bits);
        fprintf(out, "n%016" PRIx64, bits);
        break;
    case JSON_TRUE: fputc('t', out); break;
    case JSON_FALSE: fputc('f', out); break;
    case JSON_NULL: fputc('0', out); break;
    }
}

static void count_duplicate(void *user, json_value key, json_value first)
{
    if (!json_same_string(key, first) || key.index <= first.index)
        abort();
    ++*(size_t *)user;
}

// Return whether the positions of all values are inside the text, in order, and inside the value
// that contains them.
static bool places_are_nested(json_value value)
{
    uint32_t last = json_begin(value) + 1;
    for (json_value item = json_first(value); item.document; item = json_next(item)) {
        if (json_begin(item) < last || !places_are_nested(item))
            return false;
        last = json_end(item);
    }
    return json_first(value).document ? json_end(value) > last : json_end(value) >= last;
}

// A file in memory, which is rewritten for each document: opening a stream takes longer than
// reading a short text.
typedef struct memory_file {
    FILE *file;
    char *text;
    size_t size;
} memory_file;

static void memory_begin(memory_file *m)
{
    if (m->file)
        rewind(m->file);
    else
        m->file = open_memstream(&m->text, &m->size);
    if (!m->file)
        abort();
}

static bool jansson_accepts(const char *text, size_t size, bool reject_duplicates)
{
    return json_jansson_dump(text, size, reject_duplicates, NULL);
}

static const char *compare_dumps(const char *text, size_t size, const json_document *document)
{
    static memory_file ours, theirs;
    memory_begin(&ours);
    memory_begin(&theirs);
    dump(json_root(document), ours.file);
    if (!json_jansson_dump(text, size, true, theirs.file))
        return "only jansson finds a key that is given twice";
    fflush(ours.file);
    fflush(theirs.file);
    bool same = ours.size == theirs.size && memcmp(ours.text, theirs.text, ours.size) == 0;
    return same ? NULL : "the values differ";
}

static const char *compare_values(const char *text, size_t size, const json_document *document)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    size_t duplicates = 0;
    if (!json_duplicates(document, &allocator, count_duplicate, &duplicates))
        abort();
    if (!jansson_accepts(text, size, false))
        return "only jansson rejects it";
    if (!places_are_nested(json_root(document)))
        return "the places of the values are not nested";
    if (duplicates == 0)
        return compare_dumps(text, size, document);
    return jansson_accepts(text, size, true) ? "only we find a key that is given twice" : NULL;
}

static bool error_is_inside(const json_error *error, size_t size)
{
    bool opened = error->opened == UINT32_MAX || error->opened <= error->begin;
    return error->begin <= error->end && error->end <= size && opened;
}

const char *json_oracle_difference(const char *text, size_t size)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    json_document document;
    json_error error;
    if (json_read(text, size, (json_limits){0}, &allocator, &document, &error)) {
        const char *difference = memchr(text, '\0', size) ? "a zero byte is accepted"
                                                          : compare_values(text, size, &document);
        json_destroy(&document, &allocator);
        json_oracle_accepted += !difference;
        return difference;
    }
    if (!error_is_inside(&error, size))
        return "the place of the error is not in the text";
    if (error.kind == JSON_TOO_DEEP || memchr(text, '\0', size))
        return NULL;
    return jansson_accepts(text, size, false) ? "only jansson accepts it" : NULL;
}
