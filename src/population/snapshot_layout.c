// SPDX-License-Identifier: MIT
// Finding the parts of a snapshot, for hosts that read only some of them. Everything is checked but
// the chunks that INDEX lists, and the contents of the head: their loading checks these.
#include "error.h"
#include "hash.h"
#include "misuse.h"
#include "snapshot_format.h"

#include <gestalt/snapshot_parts.h>

enum {
    ELEMENT_SIZE = sizeof(gestalt_snapshot_entry),
    // Elements of a full chunk: it ends after the one that reaches SNAPSHOT_CHUNK_SIZE.
    FULL_COUNT = (SNAPSHOT_CHUNK_SIZE + ELEMENT_SIZE - 1) / ELEMENT_SIZE,
    FULL_SIZE = sizeof(chunk_header) + FULL_COUNT * ELEMENT_SIZE,
    END_SIZE = sizeof(chunk_header) + sizeof(chunk_end),
};
_Static_assert(sizeof(gestalt_saved_request) == ELEMENT_SIZE, "all elements have one size");

typedef struct finder {
    const gestalt_snapshot_reader *reader;
    gestalt_snapshot_layout *layout;
    gestalt_error *error;
    XXH3_state_t chain; // combined hashes of the chunks that INDEX does not list
    uint64_t chunk_count;
    chunk_end end;
} finder;

static gestalt_result find_bad(const finder *f, uint64_t offset, const char *what)
{
    return error_set(f->error, GESTALT_BAD_FILE, offset, "%s", what);
}

static gestalt_result find_read(const finder *f, uint64_t offset, void *bytes, size_t size)
{
    const gestalt_snapshot_reader *r = f->reader;
    if (offset > r->size || size > r->size - offset)
        return find_bad(f, offset, "the snapshot is cut off here");
    return r->read(r->user, offset, bytes, size, f->error);
}

static gestalt_result find_header(finder *f)
{
    snapshot_header h;
    const size_t hashed = offsetof(snapshot_header, version);
    gestalt_result result = find_read(f, 0, &h, sizeof h);
    if (result != GESTALT_OK)
        return result;
    if (memcmp(h.magic, SNAPSHOT_MAGIC, sizeof h.magic) != 0)
        return find_bad(f, 0, "this is not a snapshot");
    if (h.version != SNAPSHOT_VERSION && h.version != SNAPSHOT_VERSION_INTERRUPTED)
        return error_set(f->error, GESTALT_BAD_FILE, hashed,
                         "the snapshot has version %u, but only version %d has an index and can be "
                         "loaded in parts: load it as a whole and save it again",
                         (unsigned)h.version, SNAPSHOT_VERSION);
    if (h.hash != hash_bytes((const unsigned char *)&h + hashed, sizeof h - hashed))
        return find_bad(f, offsetof(snapshot_header, hash),
                        "the snapshot's header is damaged: its hash is wrong");
    f->layout->next_id = h.next_id;
    f->layout->is_interrupted = h.version == SNAPSHOT_VERSION_INTERRUPTED;
    XXH3_64bits_update(&f->chain, &h.hash, sizeof h.hash);
    return GESTALT_OK;
}

// Read the header of the chunk at an offset, which must end before the snapshot does.
static gestalt_result find_chunk(const finder *f, uint64_t at, chunk_header *chunk)
{
    gestalt_result result = find_read(f, at, chunk, sizeof *chunk);
    if (result == GESTALT_OK && chunk->size > f->reader->size - at - sizeof *chunk)
        return find_bad(f, at, "the snapshot is damaged: no chunk begins here");
    return result;
}

// Check the payload of a chunk.
static gestalt_result find_payload(const finder *f, uint64_t at, const chunk_header *chunk)
{
    unsigned char piece[4096];
    XXH3_state_t state;
    XXH3_INITSTATE(&state);
    XXH3_64bits_reset(&state);
    XXH3_64bits_update(&state, &chunk->kind, sizeof *chunk - offsetof(chunk_header, kind));
    for (uint64_t i = 0; i < chunk->size; i += sizeof piece) {
        uint64_t left = chunk->size - i;
        size_t size = left < sizeof piece ? (size_t)left : sizeof piece;
        gestalt_result result = find_read(f, at + sizeof *chunk + i, piece, size);
        if (result != GESTALT_OK)
            return result;
        XXH3_64bits_update(&state, piece, size);
    }
    if (XXH3_64bits_digest(&state) != chunk->hash)
        return find_bad(f, at, "the snapshot is damaged: the hash of this chunk is wrong");
    return GESTALT_OK;
}

static void find_count(finder *f, const chunk_header *chunk)
{
    f->chunk_count++;
    XXH3_64bits_update(&f->chain, &chunk->hash, sizeof chunk->hash);
}

static gestalt_result find_end(finder *f)
{
    chunk_header chunk;
    uint64_t at = f->reader->size - END_SIZE;
    if (f->reader->size < sizeof(snapshot_header) + END_SIZE)
        return find_bad(f, f->reader->size, "the snapshot is cut off here");
    gestalt_result result = find_read(f, at, &chunk, sizeof chunk);
    if (result == GESTALT_OK && (chunk.kind != CHUNK_END || chunk.size != sizeof f->end))
        return find_bad(f, at, "the snapshot is cut off, or has bytes after its end");
    if (result == GESTALT_OK)
        result = find_payload(f, at, &chunk);
    return result == GESTALT_OK ? find_read(f, at + sizeof chunk, &f->end, sizeof f->end) : result;
}

static gestalt_result find_head(finder *f)
{
    uint64_t at = sizeof(snapshot_header);
    chunk_header chunk;
    gestalt_result result;
    while ((result = find_chunk(f, at, &chunk)) == GESTALT_OK &&
           (chunk.kind == CHUNK_GROUP || chunk.kind == CHUNK_ATTACHED)) {
        find_count(f, &chunk);
        at += sizeof chunk + chunk.size;
    }
    f->layout->head_size = at;
    return result;
}

// Find the lists of elements of one kind that begin at an offset. All chunks but the last are full.
static gestalt_result find_list(finder *f, uint64_t *at, uint32_t kind, uint64_t *count)
{
    chunk_header chunk;
    gestalt_result result;
    *count = 0;
    while ((result = find_chunk(f, *at, &chunk)) == GESTALT_OK && chunk.kind == kind) {
        if (chunk.size != (uint64_t)chunk.count * ELEMENT_SIZE || chunk.count == 0 ||
            chunk.count > FULL_COUNT || *count % FULL_COUNT != 0)
            return find_bad(f, *at, "the snapshot is damaged: this chunk has a wrong size");
        result = find_payload(f, *at, &chunk);
        if (result != GESTALT_OK)
            return result;
        find_count(f, &chunk);
        *count += chunk.count;
        *at += sizeof chunk + chunk.size;
    }
    return result;
}

// Return the offset of an element of lists that begin at `at`.
static uint64_t element_at(uint64_t at, uint64_t number)
{
    return at + number / FULL_COUNT * FULL_SIZE + sizeof(chunk_header) +
           number % FULL_COUNT * ELEMENT_SIZE;
}

// Find the end of the chunks that INDEX lists: the number of its entries follows from its size.
static gestalt_result find_blocks(finder *f)
{
    gestalt_snapshot_layout *l = f->layout;
    gestalt_snapshot_entry first, last;
    chunk_header chunk;
    l->index = f->end.index;
    l->blocks_end = l->head_size;
    if (l->index == 0)
        return GESTALT_OK;
    uint64_t end = f->reader->size - END_SIZE, size = end - l->index;
    if (l->index < l->head_size || l->index > end - sizeof chunk - ELEMENT_SIZE)
        return find_bad(f, end, "the snapshot is damaged: its index is not where its end says");
    l->entry_count = size / FULL_SIZE * FULL_COUNT;
    if (size % FULL_SIZE > 0)
        l->entry_count += (size % FULL_SIZE - sizeof chunk) / ELEMENT_SIZE;
    gestalt_result result = find_read(f, element_at(l->index, 0), &first, sizeof first);
    if (result == GESTALT_OK)
        result = find_read(f, element_at(l->index, l->entry_count - 1), &last, sizeof last);
    if (result == GESTALT_OK && (first.offset != l->head_size || last.offset >= l->index))
        return find_bad(f, l->index, "the snapshot is damaged: its index lists other chunks");
    if (result == GESTALT_OK)
        result = find_chunk(f, last.offset, &chunk);
    if (result == GESTALT_OK)
        l->blocks_end = last.offset + sizeof chunk + chunk.size;
    return result;
}

static gestalt_result find_lists(finder *f)
{
    gestalt_snapshot_layout *l = f->layout;
    uint64_t at = l->blocks_end, entries;
    gestalt_result result = GESTALT_OK;
    for (int kind = 0; kind < 2 && result == GESTALT_OK; kind++) {
        l->requests[kind] = at;
        result = find_list(f, &at, kind == GESTALT_SAVED_HELD ? CHUNK_HELD : CHUNK_COMING,
                           &l->request_counts[kind]);
    }
    if (result == GESTALT_OK && l->index > 0 && at != l->index)
        return find_bad(f, at, "the snapshot is damaged: its index is not where its end says");
    if (result == GESTALT_OK)
        result = find_list(f, &at, CHUNK_INDEX, &entries);
    if (result == GESTALT_OK && (entries != l->entry_count || at != f->reader->size - END_SIZE))
        return find_bad(f, at, "the snapshot is damaged: its chunks are not in order");
    return result;
}

static gestalt_result find_all(finder *f)
{
    gestalt_snapshot_layout *l = f->layout;
    gestalt_result result = find_header(f);
    if (result == GESTALT_OK)
        result = find_end(f);
    if (result == GESTALT_OK)
        result = find_head(f);
    if (result == GESTALT_OK)
        result = find_blocks(f);
    if (result == GESTALT_OK)
        result = find_lists(f);
    l->agent_count = f->end.agent_count;
    if (result == GESTALT_OK &&
        (f->end.chunk_count != f->chunk_count + l->entry_count ||
         f->end.request_count != l->request_counts[0] + l->request_counts[1] ||
         f->end.hash != XXH3_64bits_digest(&f->chain)))
        return find_bad(f, f->reader->size - END_SIZE,
                        "the snapshot is damaged: chunks are missing or in the wrong order");
    return result;
}

gestalt_result gestalt_snapshot_find(const gestalt_snapshot_reader *reader,
                                     gestalt_snapshot_layout *layout, gestalt_error *error)
{
    if (MISUSE_NULL(reader, "reader", error) || MISUSE_NULL(reader->read, "reader->read", error) ||
        MISUSE_NULL(layout, "layout", error))
        return GESTALT_MISUSE;
    *layout = (gestalt_snapshot_layout){0};
    finder f = {.reader = reader, .layout = layout, .error = error};
    XXH3_INITSTATE(&f.chain);
    XXH3_64bits_reset(&f.chain);
    return find_all(&f);
}

// ---- elements

// Read elements of lists that begin at `at` and have `most` elements.
static gestalt_result read_elements(const gestalt_snapshot_reader *reader, uint64_t at,
                                    uint64_t most, uint64_t first, uint64_t count, void *elements,
                                    gestalt_error *error)
{
    const finder f = {.reader = reader, .error = error};
    unsigned char *to = elements;
    if (first > most || count > most - first)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the list has only %llu elements",
                         (unsigned long long)most);
    while (count > 0) {
        uint64_t part = FULL_COUNT - first % FULL_COUNT;
        part = part < count ? part : count;
        size_t size = (size_t)part * ELEMENT_SIZE;
        gestalt_result result = find_read(&f, element_at(at, first), to, size);
        if (result != GESTALT_OK)
            return result;
        to += size;
        first += part;
        count -= part;
    }
    return GESTALT_OK;
}

static bool lists_are_wrong(const char *function, const gestalt_snapshot_reader *reader,
                            const gestalt_snapshot_layout *layout, const void *elements,
                            uint64_t count, gestalt_error *error)
{
    return misuse_if_null(!reader, function, "reader", error) ||
           misuse_if_null(!reader->read, function, "reader->read", error) ||
           misuse_if_null(!layout, function, "layout", error) ||
           misuse_if_null(count > 0 && !elements, function, "elements", error);
}

gestalt_result gestalt_snapshot_entries(const gestalt_snapshot_reader *reader,
                                        const gestalt_snapshot_layout *layout, uint64_t first,
                                        uint64_t count, gestalt_snapshot_entry *entries,
                                        gestalt_error *error)
{
    if (lists_are_wrong(__func__, reader, layout, entries, count, error))
        return GESTALT_MISUSE;
    return read_elements(reader, layout->index, layout->entry_count, first, count, entries, error);
}

gestalt_result gestalt_snapshot_requests(const gestalt_snapshot_reader *reader,
                                         const gestalt_snapshot_layout *layout,
                                         gestalt_saved_requests kind, uint64_t first,
                                         uint64_t count, gestalt_saved_request *requests,
                                         gestalt_error *error)
{
    if (lists_are_wrong(__func__, reader, layout, requests, count, error) ||
        MISUSE_BEYOND(kind, 2, "kind", error))
        return GESTALT_MISUSE;
    return read_elements(reader, layout->requests[kind], layout->request_counts[kind], first, count,
                         requests, error);
}
