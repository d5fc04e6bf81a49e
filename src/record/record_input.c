// SPDX-License-Identifier: MIT
#include "record_input.h"

#include "array.h"
#include "error.h"
#include "hash.h"

#include <string.h>

// memory grows with the bytes that arrive, not with the sizes that they announce
enum { READ_AT_ONCE = 1 << 20 };

// ---- errors

gestalt_result record_input_bad(record_input *in, uint64_t offset, const char *what)
{
    return error_set(&in->failure, GESTALT_BAD_FILE, offset, "%s", what);
}

gestalt_result record_input_no_memory(record_input *in)
{
    return error_no_memory(&in->failure);
}

// Set an error if the source has returned a failure without setting one.
static gestalt_result source_failed(record_input *in, gestalt_result result)
{
    if (in->failure.result != result)
        error_set(&in->failure, result, 0, "the source has failed, and does not say why");
    return result;
}

// ---- bytes

gestalt_result record_input_want(record_input *in, uint64_t size, bool *is_cut)
{
    *is_cut = false;
    while (in->filled < size && !*is_cut) {
        uint64_t more = size - in->filled < READ_AT_ONCE ? size - in->filled : READ_AT_ONCE;
        size_t count = 0;
        if (!ARRAY_RESERVE(&in->allocator, in->buffer, in->capacity, in->filled + more))
            return record_input_no_memory(in);
        gestalt_result result = in->source.read(in->source.user, in->buffer + in->filled,
                                                (size_t)more, &count, &in->failure);
        if (result != GESTALT_OK)
            return source_failed(in, result);
        if (count > more)
            return error_set(&in->failure, GESTALT_BAD_ARGUMENT, 0,
                             "the source says that it gave more bytes than it was asked for");
        in->filled += count;
        *is_cut = count < more;
    }
    return GESTALT_OK;
}

gestalt_result record_input_want_all(record_input *in, uint64_t size)
{
    bool is_cut;
    gestalt_result result = record_input_want(in, size, &is_cut);
    if (result == GESTALT_OK && is_cut)
        return record_input_bad(in, in->filled, "the recording is cut off here");
    return result;
}

void record_input_pass(record_input *in)
{
    in->offset += in->filled;
    in->filled = 0;
}

gestalt_result record_input_check(record_input *in, const record_chunk *c, uint64_t before)
{
    const size_t hashed = offsetof(record_chunk, kind);
    size_t size = sizeof *c + (size_t)c->size;
    if (c->hash != XXH3_64bits_withSeed(in->buffer + hashed, size - hashed, before))
        return record_input_bad(in, in->offset,
                                "the recording is damaged: the hash of this frame is wrong");
    return GESTALT_OK;
}

gestalt_result record_input_check_end(record_input *in)
{
    bool is_cut;
    gestalt_result result = record_input_want(in, 1, &is_cut);
    if (result == GESTALT_OK && !is_cut)
        return record_input_bad(in, in->offset, "the recording goes on behind its end");
    return result;
}

// ---- sources

static gestalt_result take_file(void *user, void *bytes, size_t size, size_t *count,
                                gestalt_error *error)
{
    record_input *in = user;
    return file_input_read(&in->file, bytes, size, count, error);
}

static gestalt_result take_memory(void *user, void *bytes, size_t size, size_t *count,
                                  gestalt_error *error)
{
    (void)error;
    record_input *in = user;
    *count = size < in->rest_size ? size : in->rest_size;
    if (*count == 0)
        return GESTALT_OK;
    memcpy(bytes, in->rest, *count);
    in->rest += *count;
    in->rest_size -= *count;
    return GESTALT_OK;
}

gestalt_result record_input_begin(record_input *in, gestalt_allocator allocator,
                                  record_origin origin)
{
    *in = (record_input){.allocator = allocator,
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

void record_input_end(record_input *in)
{
    if (in->has_file)
        file_input_end(&in->file);
    ARRAY_RELEASE(&in->allocator, in->buffer, in->capacity);
}
