// SPDX-License-Identifier: MIT
#include "chunk_reader.h"

#include "array.h"
#include "error.h"
#include "hash.h"

#include <string.h>

// memory grows with the bytes that arrive, not with the sizes that they announce
enum { READ_AT_ONCE = 1 << 20 };

// ---- errors

gestalt_result chunk_reader_bad(chunk_reader *in, uint64_t offset, const char *what)
{
    return error_set(&in->failure, GESTALT_BAD_FILE, offset, "%s", what);
}

gestalt_result chunk_reader_no_memory(chunk_reader *in)
{
    return error_no_memory(&in->failure);
}

// Set an error if the source has returned a failure without setting one.
static gestalt_result source_failed(chunk_reader *in, gestalt_result result)
{
    if (in->failure.result != result)
        error_set(&in->failure, result, 0, "the source failed without an error message");
    return result;
}

// ---- bytes

// Fill the buffer up to `size` bytes. Sets `*is_cut` if the input ends before that.
static gestalt_result want(chunk_reader *in, uint64_t size, bool *is_cut)
{
    *is_cut = false;
    while (in->filled < size && !*is_cut) {
        uint64_t more = size - in->filled < READ_AT_ONCE ? size - in->filled : READ_AT_ONCE;
        size_t count = 0;
        if (!ARRAY_RESERVE(&in->allocator, in->buffer, in->capacity, in->filled + more))
            return chunk_reader_no_memory(in);
        gestalt_result result = in->source.read(in->source.user, in->buffer + in->filled,
                                                (size_t)more, &count, &in->failure);
        if (result != GESTALT_OK)
            return source_failed(in, result);
        if (count > more)
            return error_set(&in->failure, GESTALT_BAD_ARGUMENT, 0,
                             "the source returned more bytes than were requested");
        in->filled += count;
        *is_cut = count < more;
    }
    return GESTALT_OK;
}

// ---- chunks

// Return whether a chunk of a kind may follow the chunks that were read.
static bool is_in_place(const chunk_reader *in, uint32_t kind)
{
    const uint32_t world = 1u << RECORD_CHUNK_WORLD, trees = 1u << RECORD_CHUNK_TREES;
    if (kind == RECORD_CHUNK_WORLD)
        return in->count == 0;
    if (kind == RECORD_CHUNK_TREES)
        return in->count == 0 || (in->count == 1 && in->kinds == world);
    if (kind == RECORD_CHUNK_FRAME)
        return in->kinds & world;
    if (kind == RECORD_CHUNK_END)
        return in->count > 0;
    return kind > RECORD_CHUNK_END && kind <= RECORD_CHUNK_STEPS && in->kinds & trees;
}

static gestalt_result check_head(chunk_reader *in, const record_chunk *c)
{
    if (!is_in_place(in, c->kind))
        return chunk_reader_bad(in, in->offset,
                                "the recording is damaged: no chunk of this kind can be here");
    if (c->size > RECORD_CHUNK_SIZE_MAX)
        return chunk_reader_bad(in, in->offset + offsetof(record_chunk, size),
                                "the chunk is too large");
    if (c->kind != RECORD_CHUNK_END)
        return GESTALT_OK;
    if (c->flags || c->size || c->step || c->time)
        return chunk_reader_bad(in, in->offset + offsetof(record_chunk, flags),
                                "a reserved field is not 0");
    if (c->count != in->count)
        return chunk_reader_bad(in, in->offset + offsetof(record_chunk, count),
                                "the number of chunks before the end is wrong");
    return GESTALT_OK;
}

static gestalt_result read_head(chunk_reader *in, record_chunk *c, bool *is_cut)
{
    gestalt_result result = want(in, sizeof *c, is_cut);
    if (result != GESTALT_OK || *is_cut)
        return result;
    memcpy(c, in->buffer, sizeof *c);
    return check_head(in, c);
}

gestalt_result chunk_reader_payload(chunk_reader *in, const record_chunk *c, bool *is_cut)
{
    const size_t hashed = offsetof(record_chunk, kind);
    size_t size = sizeof *c + (size_t)c->size;
    gestalt_result result = want(in, size, is_cut);
    if (result != GESTALT_OK || *is_cut)
        return result;
    if (c->hash != XXH3_64bits_withSeed(in->buffer + hashed, size - hashed, in->hash))
        return chunk_reader_bad(in, in->offset,
                                "the recording is damaged: the hash of this chunk is wrong");
    return GESTALT_OK;
}

gestalt_result chunk_reader_pass(chunk_reader *in, const record_chunk *c)
{
    in->offset += in->filled;
    in->filled = 0;
    in->hash = c->hash;
    in->kinds |= 1u << c->kind;
    in->count++;
    if (c->kind != RECORD_CHUNK_END)
        return GESTALT_OK;
    bool is_cut;
    gestalt_result result = want(in, 1, &is_cut);
    if (result == GESTALT_OK && !is_cut)
        return chunk_reader_bad(in, in->offset, "the recording has bytes after its end");
    return result;
}

gestalt_result chunk_reader_find(chunk_reader *in, uint32_t kinds, record_chunk *c, bool *is_cut)
{
    for (;;) {
        gestalt_result result = read_head(in, c, is_cut);
        if (result != GESTALT_OK || *is_cut || (kinds | 1u << RECORD_CHUNK_END) >> c->kind & 1)
            return result;
        result = chunk_reader_payload(in, c, is_cut);
        if (result != GESTALT_OK || *is_cut)
            return result;
        result = chunk_reader_pass(in, c);
        if (result != GESTALT_OK)
            return result;
    }
}

// ---- the beginning

static gestalt_result is_cut_off(chunk_reader *in)
{
    return chunk_reader_bad(in, in->offset + in->filled, "the recording is cut off here");
}

static gestalt_result read_header(chunk_reader *in)
{
    const size_t hashed = offsetof(record_header, version);
    bool is_cut;
    record_header h = {0};
    gestalt_result result = want(in, sizeof h, &is_cut);
    if (result != GESTALT_OK)
        return result;
    memcpy(&h, in->buffer, (size_t)in->filled);
    if (in->filled < sizeof h.magic || memcmp(h.magic, RECORD_MAGIC, sizeof h.magic) != 0)
        return chunk_reader_bad(in, 0, "this is not a recording");
    if (in->filled >= offsetof(record_header, zero) && h.version != RECORD_VERSION)
        return error_set(&in->failure, GESTALT_BAD_FILE, hashed,
                         "the recording has version %u, and this version of Gestalt reads %d: "
                         "record the run again",
                         (unsigned)h.version, RECORD_VERSION);
    if (is_cut)
        return is_cut_off(in);
    if (h.hash != hash_bytes((const unsigned char *)&h + hashed, sizeof h - hashed) || h.zero)
        return chunk_reader_bad(in, offsetof(record_header, hash),
                                "the recording's header is damaged: its hash is wrong");
    in->hash = h.hash;
    in->offset = sizeof h;
    in->filled = 0;
    return GESTALT_OK;
}

// Set an error because the wanted description is missing.
static gestalt_result is_missing(chunk_reader *in, record_chunk_kind kind)
{
    return error_set(&in->failure, GESTALT_BAD_ARGUMENT, 0, "the recording has no %s",
                     kind == RECORD_CHUNK_WORLD ? "world, only trees" : "trees, only a world");
}

gestalt_result chunk_reader_open(chunk_reader *in, record_chunk_kind kind, record_chunk *c)
{
    bool is_cut = false;
    gestalt_result result = read_header(in);
    while (result == GESTALT_OK) {
        result = read_head(in, c, &is_cut);
        if (result == GESTALT_OK && !is_cut && c->kind != kind &&
            (kind == RECORD_CHUNK_WORLD || c->kind != RECORD_CHUNK_WORLD))
            return is_missing(in, kind);
        if (result == GESTALT_OK && !is_cut && c->size > RECORD_DESCRIPTION_SIZE_MAX)
            return chunk_reader_bad(in, in->offset + offsetof(record_chunk, size),
                                    "the description is too large");
        if (result == GESTALT_OK && !is_cut && (c->flags || c->step || c->time || c->count))
            return chunk_reader_bad(in, in->offset + offsetof(record_chunk, flags),
                                    "a reserved field is not 0");
        if (result == GESTALT_OK && !is_cut)
            result = chunk_reader_payload(in, c, &is_cut);
        if (result == GESTALT_OK && is_cut)
            return is_cut_off(in);
        if (result != GESTALT_OK || c->kind == kind)
            return result;
        result = chunk_reader_pass(in, c);
    }
    return result;
}

// ---- sources

static gestalt_result take_file(void *user, void *bytes, size_t size, size_t *count,
                                gestalt_error *error)
{
    chunk_reader *in = user;
    return file_input_read(&in->file, bytes, size, count, error);
}

static gestalt_result take_memory(void *user, void *bytes, size_t size, size_t *count,
                                  gestalt_error *error)
{
    (void)error;
    chunk_reader *in = user;
    *count = size < in->rest_size ? size : in->rest_size;
    if (*count == 0)
        return GESTALT_OK;
    memcpy(bytes, in->rest, *count);
    in->rest += *count;
    in->rest_size -= *count;
    return GESTALT_OK;
}

gestalt_result chunk_reader_begin(chunk_reader *in, gestalt_allocator allocator,
                                  record_origin origin)
{
    *in = (chunk_reader){.allocator = allocator,
                         .source = origin.source,
                         .rest = origin.bytes,
                         .rest_size = origin.size};
    if (in->source.read)
        return GESTALT_OK;
    in->source.user = in;
    in->source.read = origin.path ? take_file : take_memory;
    if (!origin.path)
        return GESTALT_OK;
    gestalt_result result = file_input_begin(&in->file, origin.path, &in->failure);
    in->has_file = result == GESTALT_OK;
    return result;
}

void chunk_reader_end(chunk_reader *in)
{
    if (in->has_file)
        file_input_end(&in->file);
    ARRAY_RELEASE(&in->allocator, in->buffer, in->capacity);
}
