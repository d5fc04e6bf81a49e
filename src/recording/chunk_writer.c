// SPDX-License-Identifier: MIT
#include "chunk_writer.h"

#include "error.h"
#include "hash.h"
#include "misuse.h"

#include <string.h>

void chunk_writer_begin(chunk_writer *w, gestalt_writer sink, gestalt_allocator allocator)
{
    *w = (chunk_writer){.sink = sink, .chunk = {.allocator = allocator}};
}

void chunk_writer_release(chunk_writer *w)
{
    chunk_bytes_release(&w->chunk);
}

bool chunk_writer_is_busy(const char *function, const chunk_writer *w, gestalt_error *error)
{
    return __builtin_expect(w->is_writing, 0) &&
           misuse_tell(function, error,
                       "the sink of the recording must not call this: call it after the sink has "
                       "returned") != GESTALT_OK;
}

void chunk_writer_start(chunk_writer *w)
{
    const record_header header = {.version = RECORD_VERSION};
    const record_chunk head = {0};
    chunk_bytes_clear(&w->chunk);
    if (w->count == 0)
        chunk_bytes_add(&w->chunk, &header, sizeof header);
    chunk_bytes_add(&w->chunk, &head, sizeof head);
}

// Complete the header, which is at the beginning of the first chunk's bytes.
static void put_header(chunk_writer *w)
{
    record_header h;
    const size_t hashed = offsetof(record_header, version);
    memcpy(&h, w->chunk.bytes, sizeof h);
    memcpy(h.magic, RECORD_MAGIC, sizeof h.magic);
    h.hash = hash_bytes((const unsigned char *)&h + hashed, sizeof h - hashed);
    memcpy(w->chunk.bytes, &h, sizeof h);
    w->hash = h.hash;
}

gestalt_result chunk_writer_end(chunk_writer *w, record_chunk head, gestalt_error *error)
{
    const size_t hashed = offsetof(record_chunk, kind);
    if (w->chunk.has_failed)
        return error_no_memory(error);
    if (w->count == 0)
        put_header(w);
    unsigned char *chunk = w->chunk.bytes + (w->count == 0 ? sizeof(record_header) : 0);
    uint64_t size = w->chunk.size - (uint64_t)(chunk - w->chunk.bytes);
    head.size = size - sizeof head;
    memcpy(chunk, &head, sizeof head);
    head.hash = XXH3_64bits_withSeed(chunk + hashed, (size_t)size - hashed, w->hash);
    memcpy(chunk, &head.hash, sizeof head.hash);
    if (!w->has_failed) {
        w->is_writing = true;
        w->has_failed =
            !w->sink.write(w->sink.user, (const char *)w->chunk.bytes, (size_t)w->chunk.size);
        w->is_writing = false;
    }
    if (w->has_failed)
        return error_set(error, GESTALT_IO, 0, "nothing more can be recorded: the sink has failed");
    w->hash = head.hash;
    w->kinds |= 1u << head.kind;
    w->count++;
    return GESTALT_OK;
}

gestalt_result chunk_writer_finish(chunk_writer *w, gestalt_error *error)
{
    if (w->is_finished)
        return GESTALT_OK;
    w->is_finished = true;
    chunk_writer_start(w);
    return chunk_writer_end(w, (record_chunk){.kind = RECORD_CHUNK_END, .count = w->count}, error);
}
