// SPDX-License-Identifier: MIT
// Saving a job in one file, which is the snapshot of one population with all agents. Rank 0 creates
// a temporary file in the folder of the snapshot, which all ranks can open; each rank writes its id
// blocks at their places there; rank 0 writes the head and the tail, and publishes the file.
//
//     head | blocks in the order of their numbers | requests, index, end
//
// The place of a block follows from the sizes of all blocks before it. No rank has a list of them:
// the blocks of the first spawn are in the order of ranks, and the later ones in turns of one block
// for each rank, so the sizes of some turns at a time are added up over the ranks. Blocks are
// encoded twice, first to know their sizes, so that a rank needs memory only for a part of a block.
#include "array.h"
#include "error.h"
#include "file.h"
#include "memory.h"
#include "merge.h"
#include "misuse.h"
#include "ranks_state.h"
#include "request_order.h"

#include <gestalt/snapshot_parts.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    TURNS = 1 << 10, // turns whose sizes are added up at once
    PATH_MOST = 4096,
    AT_ONCE = 256, // requests that are listed at once
};

/// A block of this rank.
typedef struct saved_block {
    uint64_t number;
    uint64_t begin; // offset in the bytes of this rank
    uint64_t end;
    uint64_t place; // offset in the file
} saved_block;

typedef struct saving {
    gestalt_ranks *ranks;
    char path[PATH_MOST]; // path of the temporary file
    file_output output;   // on rank 0
    bool has_output;
    int descriptor; // descriptor of the temporary file, or -1

    gestalt_snapshot_entry *entries; // of this rank, and their number
    size_t entries_room;
    uint64_t entry_count;
    saved_block *blocks;
    size_t blocks_room;
    uint64_t block_count;
    uint64_t size, head_size, all_size; // bytes of this rank's blocks, of the head, of all blocks

    gestalt_saved_request *requests[2]; // by gestalt_saved_requests
    size_t requests_room[2];
    uint64_t request_count[2];
    merge merges[3]; // requests of both kinds, entries

    // writing
    uint64_t written;  // bytes of this rank's blocks
    uint64_t writing;  // index of the block
    uint64_t position; // in the file, of the head and the tail
    gestalt_error error;
} saving;

// ---- writing

static bool write_at(saving *s, const char *bytes, size_t size, uint64_t place)
{
    while (size > 0) {
        ssize_t done = pwrite(s->descriptor, bytes, size, (off_t)place);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            error_set(&s->error, GESTALT_IO, 0, "can't write the snapshot: %s",
                      error_of_system(done < 0 ? errno : ENOSPC));
            return false;
        }
        bytes += done;
        size -= (size_t)done;
        place += (uint64_t)done;
    }
    return true;
}

// Write bytes of this rank's blocks, each block at its place.
static bool write_blocks(void *user, const char *bytes, size_t size)
{
    saving *s = user;
    while (size > 0) {
        while (s->written >= s->blocks[s->writing].end)
            s->writing++;
        const saved_block *b = &s->blocks[s->writing];
        size_t left = (size_t)(b->end - s->written), part = size < left ? size : left;
        if (!write_at(s, bytes, part, b->place + (s->written - b->begin)))
            return false;
        bytes += part;
        size -= part;
        s->written += part;
    }
    return true;
}

static bool write_next(void *user, const char *bytes, size_t size)
{
    saving *s = user;
    bool is_written = write_at(s, bytes, size, s->position);
    s->position += size;
    return is_written;
}

static bool count_bytes(void *user, const char *bytes, size_t size)
{
    (void)bytes;
    *(uint64_t *)user += size;
    return true;
}

static bool add_entries(void *user, const gestalt_snapshot_entry *entries, uint64_t count)
{
    saving *s = user;
    if (!ARRAY_RESERVE(&s->ranks->allocator, s->entries, s->entries_room, s->entry_count + count))
        return false;
    memcpy(s->entries + s->entry_count, entries, count * sizeof *entries);
    s->entry_count += count;
    return true;
}

static bool add_nothing(void *user, const gestalt_snapshot_entry *entries, uint64_t count)
{
    (void)user, (void)entries, (void)count;
    return true;
}

// The reason why a writer has failed is that of the system.
static gestalt_result reason_of(const saving *s, gestalt_result result, gestalt_error *error)
{
    if (result == GESTALT_IO && s->error.result == GESTALT_IO)
        *error = s->error;
    return result;
}

// ---- the temporary file

// Create the file on rank 0, and find its path for the other ranks.
static gestalt_result file_begin(saving *s, const char *path, gestalt_error *error)
{
    char link[64];
    gestalt_result result = file_output_begin(&s->output, path, error);
    if (result != GESTALT_OK)
        return result;
    s->has_output = true;
    if (s->output.folder < 0)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "a job can only be saved in an ordinary file, which all ranks can open");
    snprintf(link, sizeof link, "/proc/self/fd/%d", s->output.folder);
    size_t room = sizeof s->path - FILE_NAME_SIZE - 1;
    ssize_t size = readlink(link, s->path, room);
    if (size < 0 || (size_t)size == room)
        return error_set(error, GESTALT_IO, 0, "can't find the folder of the snapshot");
    snprintf(s->path + size, sizeof s->path - (size_t)size, "/%s", s->output.temporary);
    return GESTALT_OK;
}

static gestalt_result file_join(saving *s, gestalt_error *error)
{
    char quoted[ERROR_QUOTE_SIZE];
    s->descriptor =
        s->ranks->job.rank == 0 ? s->output.descriptor : file_open(AT_FDCWD, s->path, O_WRONLY, 0);
    if (s->descriptor >= 0)
        return GESTALT_OK;
    return error_set(error, GESTALT_IO, 0,
                     "can't open `%s`, a file of rank 0: %s. All ranks must share the folder",
                     error_quote(quoted, s->path, strlen(s->path)), error_of_system(errno));
}

static gestalt_result file_end(saving *s, gestalt_error *error)
{
    if (s->ranks->job.rank > 0 && !file_sync_descriptor(s->descriptor))
        return error_set(error, GESTALT_IO, 0, "can't write the snapshot: %s",
                         error_of_system(errno));
    return GESTALT_OK;
}

// ---- sizes and places

// Encode all blocks, to know their entries and sizes.
static gestalt_result measure_blocks(saving *s, gestalt_error *error)
{
    const gestalt_allocator *a = &s->ranks->allocator;
    gestalt_result result = gestalt_population_save_blocks(
        s->ranks->own, 0, UINT64_MAX, (gestalt_writer){count_bytes, &s->size},
        (gestalt_entry_list){add_entries, s}, error);
    if (result != GESTALT_OK)
        return result;
    for (uint64_t i = 0; i < s->entry_count; i++) {
        const gestalt_snapshot_entry *e = &s->entries[i];
        if (i > 0 && e->block == e[-1].block)
            continue;
        if (!ARRAY_RESERVE(a, s->blocks, s->blocks_room, s->block_count + 1))
            return error_no_memory(error);
        if (s->block_count > 0)
            s->blocks[s->block_count - 1].end = e->offset;
        s->blocks[s->block_count++] =
            (saved_block){.number = e->block, .begin = e->offset, .end = s->size};
    }
    return GESTALT_OK;
}

static uint64_t size_of(const saved_block *b)
{
    return b->end - b->begin;
}

// Set the places of the blocks below `dealt`. Returns the end of those of all ranks.
static uint64_t place_dealt(saving *s, uint64_t at, uint64_t *next)
{
    const job *j = &s->ranks->job;
    uint64_t size = 0, before = 0, all;
    for (*next = 0; *next < s->block_count; ++*next) {
        saved_block *b = &s->blocks[*next];
        if (b->number >= s->ranks->owners.dealt)
            break;
        b->place = size;
        size += size_of(b);
    }
    MPI_Exscan(&size, &before, 1, MPI_UINT64_T, MPI_SUM, j->communicator);
    MPI_Allreduce(&size, &all, 1, MPI_UINT64_T, MPI_SUM, j->communicator);
    for (uint64_t i = 0; i < *next; i++)
        s->blocks[i].place += at + (j->rank > 0 ? before : 0);
    return at + all;
}

static uint64_t turn_of(const saving *s, const saved_block *b)
{
    return (b->number - s->ranks->owners.dealt) / s->ranks->job.size;
}

// Set the places of the blocks in the next turns. `*at` is the place of the first one. Returns
// false when no rank has more blocks.
static bool place_turns(saving *s, uint64_t *at, uint64_t *next)
{
    static uint64_t sizes[TURNS], before[TURNS], all[TURNS];
    const job *j = &s->ranks->job;
    uint64_t turn = *next < s->block_count ? turn_of(s, &s->blocks[*next]) : UINT64_MAX, first;
    MPI_Allreduce(&turn, &first, 1, MPI_UINT64_T, MPI_MIN, j->communicator);
    if (first == UINT64_MAX)
        return false;
    memset(sizes, 0, sizeof sizes);
    memset(before, 0, sizeof before);
    uint64_t end = *next;
    for (; end < s->block_count && turn_of(s, &s->blocks[end]) - first < TURNS; end++)
        sizes[turn_of(s, &s->blocks[end]) - first] = size_of(&s->blocks[end]);
    MPI_Exscan(sizes, before, TURNS, MPI_UINT64_T, MPI_SUM, j->communicator);
    MPI_Allreduce(sizes, all, TURNS, MPI_UINT64_T, MPI_SUM, j->communicator);
    for (uint64_t i = 0; i < TURNS; i++) {
        if (*next < end && turn_of(s, &s->blocks[*next]) - first == i)
            s->blocks[(*next)++].place = *at + (j->rank > 0 ? before[i] : 0);
        *at += all[i];
    }
    return true;
}

static void place_all(saving *s)
{
    uint64_t next, at = place_dealt(s, s->head_size, &next);
    while (place_turns(s, &at, &next))
        ;
    s->all_size = at;
    // Entries have the offsets of their chunks in the file.
    uint64_t block = 0;
    for (uint64_t i = 0; i < s->entry_count; i++) {
        gestalt_snapshot_entry *e = &s->entries[i];
        while (e->offset >= s->blocks[block].end)
            block++;
        e->offset = s->blocks[block].place + (e->offset - s->blocks[block].begin);
    }
}

// ---- the tail

static bool entry_is_before(const void *one, const void *other, const void *user)
{
    const gestalt_snapshot_entry *a = one, *b = other;
    (void)user;
    return a->offset < b->offset;
}

static bool saved_is_before(const void *one, const void *other, const void *user)
{
    (void)user;
    return REQUEST_IS_BEFORE((const gestalt_saved_request *)one,
                             (const gestalt_saved_request *)other);
}

static gestalt_result list_saved(saving *s, gestalt_saved_requests kind, gestalt_error *error)
{
    uint64_t at = 0, count;
    do {
        if (!ARRAY_RESERVE(&s->ranks->allocator, s->requests[kind], s->requests_room[kind],
                           s->request_count[kind] + AT_ONCE))
            return error_no_memory(error);
        gestalt_result result = gestalt_population_list_saved(
            s->ranks->own, kind, &at, s->requests[kind] + s->request_count[kind], AT_ONCE, &count,
            error);
        if (result != GESTALT_OK)
            return result;
        s->request_count[kind] += count;
    } while (count == AT_ONCE);
    return GESTALT_OK;
}

static gestalt_result open_merges(saving *s, gestalt_error *error)
{
    const gestalt_ranks *r = s->ranks;
    bool is_open = true;
    for (int i = 0; i < 2; i++)
        is_open = is_open && merge_open(&s->merges[i], &r->job, r->allocator,
                                        sizeof(gestalt_saved_request), saved_is_before);
    is_open = is_open && merge_open(&s->merges[2], &r->job, r->allocator,
                                    sizeof(gestalt_snapshot_entry), entry_is_before);
    return is_open ? GESTALT_OK : error_no_memory(error);
}

static gestalt_result next_requests(void *user, gestalt_saved_requests kind,
                                    gestalt_saved_request *requests, uint64_t capacity,
                                    uint64_t *count, gestalt_error *error)
{
    saving *s = user;
    (void)error;
    *count = merge_next(&s->merges[kind], requests, capacity);
    return GESTALT_OK;
}

static gestalt_result next_entries(void *user, gestalt_snapshot_entry *entries, uint64_t capacity,
                                   uint64_t *count, gestalt_error *error)
{
    saving *s = user;
    (void)error;
    *count = merge_next(&s->merges[2], entries, capacity);
    return GESTALT_OK;
}

// Write the tail on rank 0, which gets the lists of all ranks in the order of the file.
static gestalt_result write_tail(saving *s, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    gestalt_snapshot_tail tail = {.offset = s->all_size,
                                  .agent_count = s->ranks->agent_count,
                                  .user = s,
                                  .entries = next_entries,
                                  .requests = next_requests};
    for (int i = 0; i < 2; i++)
        merge_begin(&s->merges[i], s->requests[i], s->request_count[i]);
    merge_begin(&s->merges[2], s->entries, s->entry_count);
    s->position = s->all_size;
    if (s->ranks->job.rank == 0)
        result = gestalt_population_save_tail(s->ranks->own, &tail, (gestalt_writer){write_next, s},
                                              error);
    for (int i = 0; i < 3; i++)
        merge_rest(&s->merges[i]);
    return reason_of(s, result, error);
}

// ---- the whole

// Measure this rank's blocks, and create the file.
static gestalt_result save_prepare(saving *s, const char *path, gestalt_error *error)
{
    gestalt_result result = measure_blocks(s, error);
    for (int kind = 0; kind < 2 && result == GESTALT_OK; kind++)
        result = list_saved(s, (gestalt_saved_requests)kind, error);
    if (result == GESTALT_OK)
        result = open_merges(s, error);
    if (result == GESTALT_OK && s->ranks->job.rank == 0)
        result = file_begin(s, path, error);
    return result;
}

// Write the head on rank 0. Its size is the sum of the agreement.
static gestalt_result save_head(saving *s, agreement *a, gestalt_error *error)
{
    gestalt_result result = file_join(s, error);
    if (result != GESTALT_OK || s->ranks->job.rank > 0)
        return result;
    result = gestalt_population_save_head(s->ranks->own, (gestalt_writer){write_next, s}, error);
    a->sum = s->position;
    return reason_of(s, result, error);
}

static gestalt_result save_blocks(saving *s, gestalt_error *error)
{
    place_all(s);
    gestalt_result result = gestalt_population_save_blocks(
        s->ranks->own, 0, UINT64_MAX, (gestalt_writer){write_blocks, s},
        (gestalt_entry_list){add_nothing, s}, error);
    return reason_of(s, result, error);
}

static gestalt_result save_all(saving *s, gestalt_error *error)
{
    gestalt_ranks *r = s->ranks;
    preparation head = prepare_call(r, CALL_save), blocks = head, tail = head, end = head;
    agreement a = {0};
    MPI_Bcast(s->path, sizeof s->path, MPI_BYTE, 0, r->job.communicator);
    head.result = save_head(s, &a, &head.error);
    gestalt_result result = prepare_agree_with(&head, &a, error);
    if (result != GESTALT_OK)
        return result;
    s->head_size = a.sum;
    blocks.result = save_blocks(s, &blocks.error);
    result = prepare_agree(&blocks, error);
    if (result != GESTALT_OK)
        return result;
    tail.result = write_tail(s, &tail.error);
    if (tail.result == GESTALT_OK)
        tail.result = file_end(s, &tail.error);
    result = prepare_agree(&tail, error);
    if (result != GESTALT_OK)
        return result;
    if (r->job.rank == 0) {
        s->has_output = false;
        end.result = file_output_commit(&s->output, &end.error);
    }
    return prepare_agree(&end, error);
}

static void save_close(saving *s)
{
    const gestalt_allocator *a = &s->ranks->allocator;
    if (s->has_output)
        file_output_abandon(&s->output);
    if (s->descriptor >= 0 && s->ranks->job.rank > 0)
        close(s->descriptor);
    for (int i = 0; i < 3; i++)
        merge_close(&s->merges[i]);
    for (int i = 0; i < 2; i++)
        ARRAY_RELEASE(a, s->requests[i], s->requests_room[i]);
    ARRAY_RELEASE(a, s->entries, s->entries_room);
    ARRAY_RELEASE(a, s->blocks, s->blocks_room);
    memory_release(a, s, sizeof *s);
}

gestalt_result gestalt_ranks_save(gestalt_ranks *r, const char *path, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_call(r, CALL_save);
    saving *s = memory_new(&r->allocator, sizeof *s);
    if (s)
        *s = (saving){.ranks = r, .descriptor = -1};
    if (p.result == GESTALT_OK && MISUSE_NULL(path, "path", &p.error))
        p.result = GESTALT_MISUSE;
    if (path)
        prepare_argument(&p, path, strlen(path));
    if (p.result == GESTALT_OK)
        p.result = s ? save_prepare(s, path, &p.error) : error_no_memory(&p.error);
    gestalt_result result = prepare_agree(&p, error);
    if (result == GESTALT_OK)
        result = save_all(s, error);
    if (s)
        save_close(s);
    return result;
}
