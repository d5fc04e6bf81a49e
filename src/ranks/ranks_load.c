// SPDX-License-Identifier: MIT
// Loading a snapshot into a job. Rank 0 checks the end, the requests and the index of the file.
// Afterwards the id blocks are dealt: each rank owns consecutive ones, which are consecutive in the
// file as well. It finds them in the index by binary search, and reads nothing of the other ranks
// except the head and the requests.
#include "array.h"
#include "error.h"
#include "file.h"
#include "memory.h"
#include "misuse.h"
#include "ranks_state.h"

#include <gestalt/snapshot_parts.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    READ_SIZE = 1 << 20, // bytes of chunks that are read at once, and the rest of their id block
    ENTRIES_AT_ONCE = 4096,
    REQUESTS_AT_ONCE = 4096,
};

typedef struct file_loading {
    gestalt_ranks *ranks;
    ranks_load_check *check;
    void *user;
    int descriptor;
    gestalt_snapshot_reader reader;
    gestalt_snapshot_layout layout; // found by rank 0
    gestalt_loading *loading;
    uint64_t first_id, end_id; // of this rank

    unsigned char *bytes;
    size_t bytes_room;
    gestalt_snapshot_entry *entries; // some entries, from number `entries_first` on
    uint64_t entries_first, entries_count;
    gestalt_saved_request *requests;
} file_loading;

// ---- the file

static gestalt_result read_at(void *user, uint64_t offset, void *bytes, size_t size,
                              gestalt_error *error)
{
    const file_loading *f = user;
    unsigned char *to = bytes;
    while (size > 0) {
        ssize_t done = pread(f->descriptor, to, size, (off_t)offset);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return error_set(error, GESTALT_IO, 0, "cannot read the snapshot: %s",
                             done < 0 ? error_of_system(errno) : "it has become shorter");
        to += done;
        offset += (uint64_t)done;
        size -= (size_t)done;
    }
    return GESTALT_OK;
}

static gestalt_result open_file(file_loading *f, const char *path, gestalt_error *error)
{
    struct stat status;
    char quoted[ERROR_QUOTE_SIZE];
    f->descriptor = file_open(AT_FDCWD, path, O_RDONLY, 0);
    if (f->descriptor < 0 || fstat(f->descriptor, &status) != 0)
        return error_set(error, GESTALT_IO, 0, "cannot open `%s`: %s",
                         error_quote(quoted, path, strlen(path)), error_of_system(errno));
    if (!S_ISREG(status.st_mode))
        return error_set(error, GESTALT_IO, 0,
                         "cannot open `%s`: a job is loaded from an ordinary file, which all ranks "
                         "can open",
                         error_quote(quoted, path, strlen(path)));
    f->reader = (gestalt_snapshot_reader){(uint64_t)status.st_size, read_at, f};
    return GESTALT_OK;
}

static gestalt_result load_prepare(file_loading *f, const char *path, gestalt_error *error)
{
    const gestalt_allocator *a = &f->ranks->allocator;
    gestalt_result result = open_file(f, path, error);
    if (result != GESTALT_OK)
        return result;
    f->entries = memory_new(a, ENTRIES_AT_ONCE * sizeof *f->entries);
    f->requests = memory_new(a, REQUESTS_AT_ONCE * sizeof *f->requests);
    if (!f->entries || !f->requests)
        return error_no_memory(error);
    return f->ranks->job.rank == 0 ? gestalt_snapshot_find(&f->reader, &f->layout, error)
                                   : GESTALT_OK;
}

// ---- the index

// Get an entry of the index. Entries after it are read with it.
static gestalt_result get_entry(file_loading *f, uint64_t number, gestalt_snapshot_entry *entry,
                                gestalt_error *error)
{
    if (number - f->entries_first >= f->entries_count) {
        uint64_t left = f->layout.entry_count - number;
        f->entries_first = number;
        f->entries_count = left < ENTRIES_AT_ONCE ? left : ENTRIES_AT_ONCE;
        gestalt_result result = gestalt_snapshot_entries(&f->reader, &f->layout, number,
                                                         f->entries_count, f->entries, error);
        if (result != GESTALT_OK) {
            f->entries_count = 0;
            return result;
        }
    }
    *entry = f->entries[number - f->entries_first];
    return GESTALT_OK;
}

// Find the first entry of an id block, or of one after it.
static gestalt_result find_entry(const file_loading *f, uint64_t block, uint64_t *number,
                                 gestalt_error *error)
{
    uint64_t low = 0, high = f->layout.entry_count;
    while (low < high) {
        gestalt_snapshot_entry entry;
        uint64_t middle = low + (high - low) / 2;
        gestalt_result result =
            gestalt_snapshot_entries(&f->reader, &f->layout, middle, 1, &entry, error);
        if (result != GESTALT_OK)
            return result;
        if (entry.block >= block)
            high = middle;
        else
            low = middle + 1;
    }
    *number = low;
    return GESTALT_OK;
}

// ---- chunks

static gestalt_result index_is_wrong(const gestalt_snapshot_entry *entry, gestalt_error *error)
{
    return error_set(error, GESTALT_BAD_FILE, entry->offset,
                     "the snapshot is damaged: its index does not list this chunk");
}

// Return the end of the chunk of an entry.
static gestalt_result chunk_end(file_loading *f, uint64_t number, uint64_t *end,
                                gestalt_error *error)
{
    gestalt_snapshot_entry next;
    gestalt_result result = GESTALT_OK;
    *end = f->layout.blocks_end;
    if (number + 1 == f->layout.entry_count)
        return GESTALT_OK;
    result = get_entry(f, number + 1, &next, error);
    *end = next.offset;
    return result;
}

// Read the chunk of an entry, after the bytes that have been read. A chunk begins with its hash.
static gestalt_result read_chunk(file_loading *f, uint64_t number,
                                 const gestalt_snapshot_entry *entry, size_t *used,
                                 gestalt_error *error)
{
    uint64_t end;
    gestalt_result result = chunk_end(f, number, &end, error);
    if (result != GESTALT_OK)
        return result;
    if (end > f->layout.blocks_end || entry->offset > end ||
        end - entry->offset < sizeof entry->hash)
        return index_is_wrong(entry, error);
    size_t size = (size_t)(end - entry->offset);
    if (!ARRAY_RESERVE(&f->ranks->allocator, f->bytes, f->bytes_room, *used + size))
        return error_no_memory(error);
    result = read_at(f, entry->offset, f->bytes + *used, size, error);
    if (result == GESTALT_OK && memcmp(f->bytes + *used, &entry->hash, sizeof entry->hash) != 0)
        return index_is_wrong(entry, error);
    *used += size;
    return result;
}

// Load the chunks of some id blocks, from the entry `*number` on and before `end`.
static gestalt_result load_some(file_loading *f, uint64_t *number, uint64_t end,
                                gestalt_error *error)
{
    gestalt_snapshot_entry entry;
    uint64_t offset = 0, block = 0;
    size_t used = 0;
    for (; *number < end; ++*number) {
        gestalt_result result = get_entry(f, *number, &entry, error);
        if (result == GESTALT_OK && used > 0 && entry.offset != offset + used)
            result = index_is_wrong(&entry, error);
        if (result == GESTALT_OK && used >= READ_SIZE && entry.block != block)
            break;
        offset = used == 0 ? entry.offset : offset;
        block = entry.block;
        if (result == GESTALT_OK)
            result = read_chunk(f, *number, &entry, &used, error);
        if (result != GESTALT_OK)
            return result;
    }
    return gestalt_loading_blocks(f->loading, f->bytes, used, offset, error);
}

static gestalt_result load_blocks(file_loading *f, gestalt_error *error)
{
    uint64_t at, end;
    gestalt_result result = find_entry(f, f->first_id / ID_BLOCK, &at, error);
    if (result == GESTALT_OK)
        result = find_entry(f, f->end_id / ID_BLOCK, &end, error);
    while (result == GESTALT_OK && at < end)
        result = load_some(f, &at, end, error);
    return result;
}

// ---- the other parts

static gestalt_result load_head(file_loading *f, const gestalt_load_options *options,
                                gestalt_error *error)
{
    size_t size = (size_t)f->layout.head_size;
    if (!ARRAY_RESERVE(&f->ranks->allocator, f->bytes, f->bytes_room, size))
        return error_no_memory(error);
    gestalt_result result = read_at(f, 0, f->bytes, size, error);
    return result == GESTALT_OK ? gestalt_population_load_begin(f->ranks->own, f->bytes, size,
                                                                options, &f->loading, error)
                                : result;
}

// Load the requests of this rank's agents.
static gestalt_result load_requests(file_loading *f, gestalt_saved_requests kind,
                                    gestalt_error *error)
{
    uint64_t all = f->layout.request_counts[kind];
    for (uint64_t i = 0; i < all; i += REQUESTS_AT_ONCE) {
        uint64_t count = all - i < REQUESTS_AT_ONCE ? all - i : REQUESTS_AT_ONCE, own = 0;
        gestalt_result result =
            gestalt_snapshot_requests(&f->reader, &f->layout, kind, i, count, f->requests, error);
        if (result != GESTALT_OK)
            return result;
        for (uint64_t k = 0; k < count; k++)
            if (f->requests[k].agent >= f->first_id && f->requests[k].agent < f->end_id)
                f->requests[own++] = f->requests[k];
        if (own > 0)
            result = gestalt_loading_requests(f->loading, kind, f->requests, own, error);
        if (result != GESTALT_OK)
            return result;
    }
    return GESTALT_OK;
}

static gestalt_result load_own(file_loading *f, const gestalt_load_options *options,
                               gestalt_error *error)
{
    gestalt_result result = load_head(f, options, error);
    if (result == GESTALT_OK)
        result = load_blocks(f, error);
    for (int kind = 0; kind < 2 && result == GESTALT_OK; kind++)
        result = load_requests(f, (gestalt_saved_requests)kind, error);
    return result == GESTALT_OK ? gestalt_loading_finish(f->loading, error) : result;
}

// ---- the whole

// Load this rank's part, and agree whether it takes effect.
static gestalt_result load_all(file_loading *f, ownership owners,
                               const gestalt_load_options *options, gestalt_error *error)
{
    gestalt_ranks *r = f->ranks;
    preparation p = prepare_call(r, CALL_load);
    agreement a = {0};
    f->first_id = first_dealt(owners, r->job.rank) * ID_BLOCK;
    f->end_id = first_dealt(owners, r->job.rank + 1) * ID_BLOCK;
    p.result = load_own(f, options, &p.error);
    a.sum = f->loading ? gestalt_loading_agents(f->loading) : 0;
    gestalt_result result = prepare_agree_with(&p, &a, error);
    if (result == GESTALT_OK && a.sum != f->layout.agent_count)
        return error_set(error, GESTALT_BAD_FILE, f->layout.blocks_end,
                         "the snapshot is damaged: its index does not list all agents");
    return result == GESTALT_OK && f->check ? f->check(f->user, error) : result;
}

// The state of the ranks is now that of the snapshot.
static void load_commit(file_loading *f, ownership owners)
{
    gestalt_ranks *r = f->ranks;
    gestalt_loading_commit(f->loading);
    f->loading = NULL;
    r->owners = owners;
    r->is_filled = f->layout.next_id > 0;
    r->agent_count = f->layout.agent_count;
    r->next_id = f->layout.next_id;
    r->ticks = gestalt_population_ticks(r->own);
    r->is_interrupted = f->layout.is_interrupted;
    ranks_wake(r);
}

static void load_close(file_loading *f)
{
    const gestalt_allocator *a = &f->ranks->allocator;
    gestalt_loading_abandon(f->loading);
    if (f->descriptor >= 0)
        close(f->descriptor);
    ARRAY_RELEASE(a, f->bytes, f->bytes_room);
    memory_release(a, f->entries, ENTRIES_AT_ONCE * sizeof *f->entries);
    memory_release(a, f->requests, REQUESTS_AT_ONCE * sizeof *f->requests);
}

gestalt_result ranks_load(gestalt_ranks *r, const char *path, const gestalt_load_options *options,
                          ranks_load_check *check, void *user, gestalt_error *error)
{
    preparation p = prepare_call(r, CALL_load);
    file_loading f = {.ranks = r, .check = check, .user = user, .descriptor = -1};
    if (misuse_if_null(!path, job_call_name(CALL_load), "path", &p.error))
        p.result = GESTALT_MISUSE;
    else
        prepare_argument(&p, path, strlen(path));
    if (p.result == GESTALT_OK)
        p.result = load_prepare(&f, path, &p.error);
    gestalt_result result = prepare_agree(&p, error);
    if (result == GESTALT_OK) {
        MPI_Bcast(&f.layout, sizeof f.layout, MPI_BYTE, 0, r->job.communicator);
        const ownership owners = {block_count(f.layout.next_id), r->job.size};
        result = load_all(&f, owners, options, error);
        if (result == GESTALT_OK)
            load_commit(&f, owners);
    }
    load_close(&f);
    return result;
}

gestalt_result gestalt_ranks_load(gestalt_ranks *r, const char *path,
                                  const gestalt_load_options *options, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    return ranks_load(r, path, options, NULL, NULL, error);
}
