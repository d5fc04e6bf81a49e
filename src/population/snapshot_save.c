// SPDX-License-Identifier: MIT
// Saving snapshots. Only one chunk at a time is in memory.
#include "snapshot_format.h"

#include "actor.h"
#include "error.h"
#include "file.h"
#include "group.h"
#include "hash.h"
#include "memory.h"
#include "place.h"
#include "population_state.h"
#include "requests.h"
#include "shared_values.h"

#include <gestalt/snapshot.h>
#include <string.h>

typedef struct saver {
    gestalt_population *p;
    gestalt_writer writer;
    unsigned char *buffer; // the chunk: its header, then its payload
    size_t capacity, used;
    chunk_header head;
    XXH3_state_t chain; // combined hashes of the chunks so far
    uint64_t chunk_count, agent_count, request_count;
    // The run of agents that is being written.
    uint32_t group;
    uint64_t next_id;
    size_t run; // offset of the run's chunk_run in the buffer, or 0
    bool failed;
} saver;

static void save_emit(saver *s, const void *bytes, size_t size)
{
    s->failed = s->failed || !s->writer.write(s->writer.user, bytes, size);
}

// ---- chunks

static void chunk_finish(saver *s)
{
    if (s->head.count == 0)
        return;
    s->head.size = s->used - sizeof s->head;
    memcpy(s->buffer, &s->head, sizeof s->head);
    s->head.hash = hash_bytes(s->buffer + sizeof s->head.hash, s->used - sizeof s->head.hash);
    memcpy(s->buffer, &s->head.hash, sizeof s->head.hash);
    XXH3_64bits_update(&s->chain, &s->head.hash, sizeof s->head.hash);
    save_emit(s, s->buffer, s->used);
    s->chunk_count++;
    s->head.count = 0;
}

static void chunk_begin(saver *s, chunk_kind kind)
{
    s->head = (chunk_header){.kind = kind};
    s->used = sizeof s->head;
    s->run = 0;
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

// ---- agents

// Append the agent to the current run, or begin a new run.
static void run_extend(saver *s, uint64_t id, uint32_t number)
{
    chunk_run run = {.first = id, .group = number};
    if (s->run == 0 || id != s->next_id || number != s->group) {
        s->run = s->used;
        chunk_add(s, &run, sizeof run);
    }
    memcpy(&run, s->buffer + s->run, sizeof run);
    run.count++;
    memcpy(s->buffer + s->run, &run, sizeof run);
    s->next_id = id + 1;
    s->group = number;
}

// Return the group as a chunk_run contains it.
static uint32_t run_group_of(const place *where)
{
    const group *g = where->group;
    bool is_done = g->agents.done && g->agents.done[where->index] >> where->lane & 1;
    return is_done ? g->number | RUN_IS_DONE : g->number;
}

static void save_agents(saver *s)
{
    uint64_t id;
    place where;
    agents_walk walk = {.population = s->p};
    chunk_begin(s, CHUNK_AGENTS);
    while (!s->failed && agents_walk_next(&walk, &id, &where)) {
        const group *g = where.group;
        run_extend(s, id, run_group_of(&where));
        unsigned char *actor = s->buffer + s->used + sizeof(uint32_t);
        uint32_t size = (uint32_t)actor_take(g->plan, &g->layout, where.cohort, where.lane, actor);
        chunk_add(s, &size, sizeof size);
        s->used += size;
        s->agent_count++;
        chunk_count(s);
    }
    chunk_finish(s);
}

// ---- requests

static void save_request(saver *s, const loose_request *r)
{
    chunk_request request = {.agent = r->agent,
                             .group = r->group,
                             .node = r->node,
                             .launch = r->launch,
                             .launch_id = r->launch_id};
    chunk_add(s, &request, sizeof request);
    s->request_count++;
    chunk_count(s);
}

// Save the requests with which an interrupted tick began. Actors contain all others: those of
// agents that are done, and those that remain from the last tick.
static void save_given(saver *s)
{
    loose_list *given = &s->p->state.given;
    requests_sort_loose(given);
    chunk_begin(s, CHUNK_HELD);
    for (uint64_t i = 0; i < given->count; i++)
        save_request(s, &given->entries[i]);
    chunk_finish(s);
}

// Save the requests of the last tick that actors do not contain, because their agents were
// cancelled between two ticks or removed.
static gestalt_result save_held(saver *s, gestalt_error *error)
{
    gestalt_population *p = s->p;
    chunk_begin(s, CHUNK_HELD);
    if (!p->state.requests.are_built && p->state.given.count == 0)
        return GESTALT_OK;
    gestalt_result result = requests_build(p, error);
    for (uint64_t i = 0; result == GESTALT_OK && i < p->state.requests.count; i++) {
        const gestalt_request *given = &p->state.requests.list[i];
        loose_request r = {given->agent, given->group, given->node, given->launch_id,
                           given->launch};
        if (!requests_is_marked(p, &r))
            save_request(s, &r);
    }
    chunk_finish(s);
    return result;
}

static void save_coming(saver *s)
{
    requests_sort_loose(&s->p->state.coming);
    chunk_begin(s, CHUNK_COMING);
    for (uint64_t i = 0; i < s->p->state.coming.count; i++)
        save_request(s, &s->p->state.coming.entries[i]);
    chunk_finish(s);
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

static void save_end(saver *s)
{
    chunk_end end = {.chunk_count = s->chunk_count,
                     .agent_count = s->agent_count,
                     .request_count = s->request_count,
                     .hash = XXH3_64bits_digest(&s->chain)};
    chunk_begin(s, CHUNK_END);
    chunk_add(s, &end, sizeof end);
    s->head.count = 1;
    chunk_finish(s);
}

static gestalt_result save_all(saver *s, gestalt_error *error)
{
    XXH3_64bits_reset(&s->chain);
    save_header(s);
    for (uint32_t i = 0; i < s->p->group_count; i++)
        save_group(s, &s->p->groups[i]);
    save_attached(s);
    save_agents(s);
    gestalt_result result = GESTALT_OK;
    if (s->p->state.is_interrupted)
        save_given(s);
    else
        result = save_held(s, error);
    if (result != GESTALT_OK)
        return result;
    save_coming(s);
    save_end(s);
    return GESTALT_OK;
}

// Return the size of the largest possible chunk.
static size_t chunk_size_max(const gestalt_population *p)
{
    size_t size = SNAPSHOT_GROUP_SIZE_MAX, most = 0;
    for (uint32_t i = 0; i < p->group_count; i++) {
        size_t actor = actor_size_max(p->groups[i].plan);
        most = actor > most ? actor : most;
    }
    most += SNAPSHOT_CHUNK_SIZE + sizeof(chunk_run) + sizeof(uint32_t);
    return (size > most ? size : most) + sizeof(chunk_header);
}

static gestalt_result save_to(gestalt_population *p, gestalt_writer writer, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    saver s = {.p = p, .writer = writer, .capacity = chunk_size_max(p)};
    s.buffer = memory_new(&p->memory.counting, s.capacity);
    if (!s.buffer)
        return error_no_memory(error);
    result = save_all(&s, error);
    memory_release(&p->memory.counting, s.buffer, s.capacity);
    if (result == GESTALT_OK && s.failed)
        return error_set(error, GESTALT_IO, 0, "the snapshot's writer failed");
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
