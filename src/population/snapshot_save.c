// SPDX-License-Identifier: MIT
// Saving snapshots: as a whole, and in parts. snapshot_blocks.c writes the agents; of everything
// else, only one chunk at a time is in memory.
#include "snapshot_format.h"

#include "array.h"
#include "error.h"
#include "file.h"
#include "group.h"
#include "hash.h"
#include "id_blocks.h"
#include "memory.h"
#include "population_state.h"
#include "requests.h"
#include "shared_values.h"
#include "snapshot_blocks.h"

#include <gestalt/snapshot.h>
#include <string.h>

typedef struct saver {
    gestalt_population *p;
    gestalt_writer writer;
    unsigned char *buffer; // the chunk: its header, then its payload
    size_t capacity, used;
    chunk_header head;
    XXH3_state_t chain; // combined hashes of the header and of the chunks that INDEX does not list
    uint64_t chunk_count, request_count;
    uint64_t offset; // number of bytes written
    bool failed;
} saver;

static void save_emit(saver *s, const void *bytes, size_t size)
{
    s->failed = s->failed || !s->writer.write(s->writer.user, bytes, size);
    s->offset += size;
}

// ---- chunks

static void chunk_finish(saver *s)
{
    if (s->head.count == 0)
        return;
    s->head.size = s->used - sizeof s->head;
    uint64_t hash = chunk_seal(s->buffer, s->head);
    XXH3_64bits_update(&s->chain, &hash, sizeof hash);
    save_emit(s, s->buffer, s->used);
    s->chunk_count++;
    s->head.count = 0;
}

static void chunk_begin(saver *s, chunk_kind kind)
{
    s->head = (chunk_header){.kind = kind};
    s->used = sizeof s->head;
}

static void chunk_add(saver *s, const void *bytes, size_t size)
{
    memcpy(s->buffer + s->used, bytes, size);
    s->used += size;
}

// Count an element that is complete. A chunk that is full is finished, and a new one begins.
static void chunk_count(saver *s)
{
    s->head.count++;
    if (s->used - sizeof s->head < SNAPSHOT_CHUNK_SIZE)
        return;
    chunk_finish(s);
    chunk_begin(s, (chunk_kind)s->head.kind);
}

// ---- groups

static void save_group(saver *s, const group *g)
{
    const gestalt_specification *spec = g->shape->specification;
    const char *name = gestalt_shape_name(g->shape);
    chunk_group first = {.identity = g->identity,
                         .number_count = spec->shared_number_columns,
                         .bool_count = spec->shared_bool_columns,
                         .name_size = (uint32_t)strlen(name),
                         .edited = g->edited != NULL,
                         .edit_identity = g->edit_identity};
    chunk_begin(s, CHUNK_GROUP);
    chunk_add(s, &first, sizeof first);
    chunk_add(s, name, first.name_size);
    s->used += shared_save(g, s->buffer + s->used);
    s->head.count = 1;
    chunk_finish(s);
}

// ---- attached bytes

static void save_attached(saver *s)
{
    const attached_bytes *a = &s->p->state.attached;
    for (size_t i = 0; i < a->size && !s->failed; i += SNAPSHOT_CHUNK_SIZE) {
        chunk_begin(s, CHUNK_ATTACHED);
        chunk_add(s, a->bytes + i,
                  a->size - i < SNAPSHOT_CHUNK_SIZE ? a->size - i : SNAPSHOT_CHUNK_SIZE);
        s->head.count = 1;
        chunk_finish(s);
    }
}

// ---- requests

_Static_assert(sizeof(gestalt_saved_request) == sizeof(chunk_request), "saved as they are");

static gestalt_saved_request saved_request(const loose_request *r)
{
    return (gestalt_saved_request){r->agent, r->group, r->node, r->launch, r->launch_id};
}

// A list of requests that is read from a place on.
typedef struct request_pages {
    uint64_t *at;
    gestalt_saved_request *to;
    uint64_t capacity, count;
} request_pages;

static void list_loose(const loose_list *from, request_pages *pages)
{
    for (; pages->count < pages->capacity && *pages->at < from->count; ++*pages->at)
        pages->to[pages->count++] = saved_request(&from->entries[*pages->at]);
}

// List the requests of the last tick that actors do not contain, because their agents were
// cancelled between two ticks or removed.
static gestalt_result list_held(gestalt_population *p, request_pages *pages, gestalt_error *error)
{
    if (!p->state.requests.are_built && p->state.given.count == 0)
        return GESTALT_OK;
    gestalt_result result = requests_build(p, error);
    if (result != GESTALT_OK)
        return result;
    for (; pages->count < pages->capacity && *pages->at < p->state.requests.count; ++*pages->at) {
        const gestalt_request *given = &p->state.requests.list[*pages->at];
        loose_request r = {given->agent, given->group, given->node, given->launch_id,
                           given->launch};
        if (!requests_is_marked(p, &r))
            pages->to[pages->count++] = saved_request(&r);
    }
    return GESTALT_OK;
}

// In an interrupted tick, the requests with which the tick began are held. Actors contain all
// others: those of agents that are done, and those that remain from the last tick.
static gestalt_result list_requests(gestalt_population *p, gestalt_saved_requests kind,
                                    request_pages *pages, gestalt_error *error)
{
    loose_list *list = kind == GESTALT_SAVED_COMING ? &p->state.coming : &p->state.given;
    if (kind == GESTALT_SAVED_HELD && !p->state.is_interrupted)
        return list_held(p, pages, error);
    if (*pages->at == 0)
        requests_sort_loose(list);
    list_loose(list, pages);
    return GESTALT_OK;
}

gestalt_result gestalt_population_list_saved(gestalt_population *p, gestalt_saved_requests kind,
                                             uint64_t *at, gestalt_saved_request *requests,
                                             uint64_t capacity, uint64_t *count,
                                             gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_GOING_ON, error) ||
        (kind > GESTALT_SAVED_COMING &&
         MISUSE(error, "%u is not a kind of saved requests", (unsigned)kind)) ||
        MISUSE_NULL(at, "at", error) ||
        (capacity > 0 && MISUSE_NULL(requests, "requests", error)) ||
        MISUSE_NULL(count, "count", error))
        return GESTALT_MISUSE;
    request_pages pages = {at, requests, capacity, 0};
    gestalt_result result = list_requests(p, kind, &pages, error);
    *count = pages.count;
    return result;
}

// ---- the tail

enum { ELEMENTS_AT_ONCE = 64 };

static gestalt_result save_requests(saver *s, const gestalt_snapshot_tail *tail,
                                    gestalt_saved_requests kind, gestalt_error *error)
{
    gestalt_saved_request list[ELEMENTS_AT_ONCE];
    uint64_t count = 1;
    chunk_begin(s, kind == GESTALT_SAVED_HELD ? CHUNK_HELD : CHUNK_COMING);
    while (count > 0 && !s->failed) {
        gestalt_result result =
            tail->requests(tail->user, kind, list, ELEMENTS_AT_ONCE, &count, error);
        if (result != GESTALT_OK)
            return result;
        for (uint64_t i = 0; i < count; i++) {
            chunk_add(s, &list[i], sizeof list[i]);
            chunk_count(s);
        }
        s->request_count += count;
    }
    chunk_finish(s);
    return GESTALT_OK;
}

static gestalt_result save_index(saver *s, const gestalt_snapshot_tail *tail, uint64_t *listed,
                                 gestalt_error *error)
{
    gestalt_snapshot_entry list[ELEMENTS_AT_ONCE];
    uint64_t count = 1;
    *listed = 0;
    chunk_begin(s, CHUNK_INDEX);
    while (count > 0 && !s->failed) {
        gestalt_result result = tail->entries(tail->user, list, ELEMENTS_AT_ONCE, &count, error);
        if (result != GESTALT_OK)
            return result;
        for (uint64_t i = 0; i < count; i++) {
            chunk_add(s, &list[i], sizeof list[i]);
            chunk_count(s);
        }
        *listed += count;
    }
    chunk_finish(s);
    return GESTALT_OK;
}

static gestalt_result save_tail(saver *s, const gestalt_snapshot_tail *tail, gestalt_error *error)
{
    uint64_t listed = 0;
    gestalt_result result = save_requests(s, tail, GESTALT_SAVED_HELD, error);
    if (result == GESTALT_OK)
        result = save_requests(s, tail, GESTALT_SAVED_COMING, error);
    chunk_end end = {
        .agent_count = tail->agent_count, .request_count = s->request_count, .index = s->offset};
    if (result == GESTALT_OK)
        result = save_index(s, tail, &listed, error);
    if (result != GESTALT_OK)
        return result;
    end.chunk_count = s->chunk_count + listed;
    end.index = listed ? end.index : 0;
    end.hash = XXH3_64bits_digest(&s->chain);
    chunk_begin(s, CHUNK_END);
    chunk_add(s, &end, sizeof end);
    s->head.count = 1;
    chunk_finish(s);
    return GESTALT_OK;
}

// ---- the whole snapshot

static void save_header(saver *s)
{
    const gestalt_population *p = s->p;
    snapshot_header header = {.version = p->state.is_interrupted ? SNAPSHOT_VERSION_INTERRUPTED
                                                                 : SNAPSHOT_VERSION,
                              .group_count = p->group_count,
                              .seed = p->state.seed,
                              .ticks = p->state.ticks,
                              .last = p->state.last,
                              .now = p->state.now,
                              .next_id = p->state.next_id};
    const size_t hashed = offsetof(snapshot_header, version);
    memcpy(header.magic, SNAPSHOT_MAGIC, sizeof header.magic);
    header.hash = hash_bytes((const unsigned char *)&header + hashed, sizeof header - hashed);
    XXH3_64bits_update(&s->chain, &header.hash, sizeof header.hash);
    save_emit(s, &header, sizeof header);
}

static void save_head(saver *s)
{
    XXH3_64bits_reset(&s->chain);
    save_header(s);
    for (uint32_t i = 0; i < s->p->group_count; i++)
        save_group(s, &s->p->groups[i]);
    save_attached(s);
}

// The population itself as the source of a tail.
typedef struct own_tail {
    gestalt_population *p;
    gestalt_snapshot_entry *entries;
    uint64_t entry_count, entries_given;
    size_t entry_room;
    uint64_t places[2]; // next request of each kind
} own_tail;

static bool own_add(void *user, const gestalt_snapshot_entry *entries, uint64_t count)
{
    own_tail *own = user;
    if (!ARRAY_RESERVE(&own->p->memory.counting, own->entries, own->entry_room,
                       own->entry_count + count))
        return false;
    memcpy(own->entries + own->entry_count, entries, count * sizeof *entries);
    own->entry_count += count;
    return true;
}

static gestalt_result own_entries(void *user, gestalt_snapshot_entry *entries, uint64_t capacity,
                                  uint64_t *count, gestalt_error *error)
{
    own_tail *own = user;
    uint64_t rest = own->entry_count - own->entries_given;
    (void)error;
    *count = rest < capacity ? rest : capacity;
    if (*count)
        memcpy(entries, own->entries + own->entries_given, *count * sizeof *entries);
    own->entries_given += *count;
    return GESTALT_OK;
}

static gestalt_result own_requests(void *user, gestalt_saved_requests kind,
                                   gestalt_saved_request *requests, uint64_t capacity,
                                   uint64_t *count, gestalt_error *error)
{
    own_tail *own = user;
    request_pages pages = {&own->places[kind], requests, capacity, 0};
    gestalt_result result = list_requests(own->p, kind, &pages, error);
    *count = pages.count;
    return result;
}

static gestalt_result save_all(saver *s, own_tail *own, gestalt_error *error)
{
    save_head(s);
    if (s->failed)
        return GESTALT_OK;
    gestalt_result result = blocks_save(s->p, 0, ID_BLOCKS_MOST, s->writer,
                                        (gestalt_entry_list){own_add, own}, &s->offset, error);
    const gestalt_snapshot_tail tail = {.offset = s->offset,
                                        .agent_count = s->p->state.agent_count,
                                        .user = own,
                                        .entries = own_entries,
                                        .requests = own_requests};
    return result == GESTALT_OK ? save_tail(s, &tail, error) : result;
}

static bool saver_start(saver *s, gestalt_population *p, gestalt_writer writer)
{
    *s = (saver){.p = p, .writer = writer, .capacity = SNAPSHOT_GROUP_SIZE_MAX + sizeof s->head};
    s->buffer = memory_new(&p->memory.counting, s->capacity);
    return s->buffer;
}

static gestalt_result saver_stop(const saver *s, gestalt_result result, gestalt_error *error)
{
    memory_release(&s->p->memory.counting, s->buffer, s->capacity);
    if (result == GESTALT_OK && s->failed)
        return error_set(error, GESTALT_IO, 0, "the snapshot's writer failed");
    return result;
}

static gestalt_result save_to(gestalt_population *p, gestalt_writer writer, gestalt_error *error)
{
    saver s;
    own_tail own = {.p = p};
    if (!saver_start(&s, p, writer))
        return error_no_memory(error);
    gestalt_result result = saver_stop(&s, save_all(&s, &own, error), error);
    ARRAY_RELEASE(&p->memory.counting, own.entries, own.entry_room);
    return result;
}

gestalt_result gestalt_population_save_to(gestalt_population *p, gestalt_writer writer,
                                          gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_GOING_ON, error) ||
        MISUSE_NULL(writer.write, "writer.write", error))
        return GESTALT_MISUSE;
    population_phase before = population_enter(p, POPULATION_CHANGES);
    gestalt_result result = save_to(p, writer, error);
    population_enter(p, before);
    return result;
}

// ---- parts

gestalt_result gestalt_population_save_head(gestalt_population *p, gestalt_writer writer,
                                            gestalt_error *error)
{
    saver s;
    if (POPULATION_IS_WRONG(p, CALLS_GOING_ON, error) ||
        MISUSE_NULL(writer.write, "writer.write", error))
        return GESTALT_MISUSE;
    if (!saver_start(&s, p, writer))
        return error_no_memory(error);
    population_phase before = population_enter(p, POPULATION_CHANGES);
    save_head(&s);
    population_enter(p, before);
    return saver_stop(&s, GESTALT_OK, error);
}

gestalt_result gestalt_population_save_blocks(gestalt_population *p, uint64_t first, uint64_t end,
                                              gestalt_writer writer, gestalt_entry_list entries,
                                              gestalt_error *error)
{
    uint64_t offset = 0;
    if (POPULATION_IS_WRONG(p, CALLS_GOING_ON, error) ||
        MISUSE_NULL(writer.write, "writer.write", error) ||
        MISUSE_NULL(entries.add, "entries.add", error))
        return GESTALT_MISUSE;
    population_phase before = population_enter(p, POPULATION_CHANGES);
    gestalt_result result = blocks_save(p, first, end, writer, entries, &offset, error);
    population_enter(p, before);
    return result;
}

static bool write_nothing(void *user, const char *bytes, size_t size)
{
    (void)user, (void)bytes, (void)size;
    return true;
}

gestalt_result gestalt_population_save_tail(gestalt_population *p,
                                            const gestalt_snapshot_tail *tail,
                                            gestalt_writer writer, gestalt_error *error)
{
    saver s;
    if (POPULATION_IS_WRONG(p, CALLS_GOING_ON, error) || MISUSE_NULL(tail, "tail", error) ||
        MISUSE_NULL(tail->entries, "tail->entries", error) ||
        MISUSE_NULL(tail->requests, "tail->requests", error) ||
        MISUSE_NULL(writer.write, "writer.write", error))
        return GESTALT_MISUSE;
    if (!saver_start(&s, p, (gestalt_writer){write_nothing, NULL}))
        return error_no_memory(error);
    population_phase before = population_enter(p, POPULATION_CHANGES);
    save_head(&s); // for its hashes
    s.writer = writer;
    s.offset = tail->offset;
    gestalt_result result = save_tail(&s, tail, error);
    population_enter(p, before);
    return saver_stop(&s, result, error);
}

// ---- files

typedef struct snapshot_file {
    file_output output;
    gestalt_result result;
    gestalt_error *error;
} snapshot_file;

static bool write_file(void *user, const char *bytes, size_t size)
{
    snapshot_file *f = user;
    f->result = file_output_write(&f->output, bytes, size, f->error);
    return f->result == GESTALT_OK;
}

gestalt_result gestalt_population_save(gestalt_population *p, const char *path,
                                       gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_GOING_ON, error) || MISUSE_NULL(path, "path", error))
        return GESTALT_MISUSE;
    gestalt_error reason = {0};
    snapshot_file f = {.error = &reason};
    gestalt_result result = file_output_begin(&f.output, path, error);
    if (result != GESTALT_OK)
        return result;
    result = save_to(p, (gestalt_writer){write_file, &f}, error);
    if (result == GESTALT_OK)
        return file_output_commit(&f.output, error);
    file_output_abandon(&f.output);
    if (f.result != GESTALT_OK && error) // the reason why the writer failed
        *error = reason;
    return result;
}
