// SPDX-License-Identifier: MIT
// Loading snapshots. Nothing in the bytes is trusted. A new state is built next to the population's
// own, and replaces it once everything has been verified.
#include "snapshot_format.h"

#include "actor.h"
#include "agents.h"
#include "attached.h"
#include "compact.h"
#include "counts.h"
#include "edit.h"
#include "edit_report.h"
#include "error.h"
#include "file.h"
#include "floats.h"
#include "group.h"
#include "hash.h"
#include "memory.h"
#include "nodes.h"
#include "old_shapes.h"
#include "place.h"
#include "population_checks.h"
#include "population_state.h"
#include "requests.h"
#include "shape_limits.h"
#include "shared_values.h"
#include "text.h"
#include "tick.h"

#include <gestalt/snapshot.h>
#include <string.h>

// A source of bytes. `read` returns `size` bytes, or fewer at the end.
typedef struct source {
    gestalt_result (*read)(void *user, void *bytes, size_t size, size_t *count,
                           gestalt_error *error);
    void *user;
} source;

typedef struct loader {
    const gestalt_population *p;
    const gestalt_load_options *options;
    source from;
    gestalt_error *error;
    uint64_t offset; // offset of the next byte to read

    unsigned char *buffer; // payload of a chunk
    size_t capacity;
    chunk_header chunk;
    uint64_t payload; // offset of the payload
    size_t used;      // number of bytes of the payload that were read

    XXH3_state_t chain; // combined hashes of the chunks so far
    uint64_t chunk_count, agent_count, request_count;
    uint64_t last_agent; // greatest id so far
    loose_request last_request;
    // the new state of the population: the groups' agents, ids, times
    gestalt_population next;
    gestalt_edit_report **reports;
    bool has_no_launches, is_nameless; // the snapshot has an old version
} loader;

// ---- errors

static gestalt_result load_bad(const loader *l, uint64_t offset, const char *what)
{
    return error_set(l->error, GESTALT_BAD_FILE, offset, "%s", what);
}

// Report an error at the current position in the payload.
static gestalt_result bad_here(const loader *l, const char *what)
{
    return load_bad(l, l->payload + l->used, what);
}

// ---- bytes

static gestalt_result read_exactly(loader *l, void *bytes, size_t size)
{
    size_t count;
    gestalt_result result = l->from.read(l->from.user, bytes, size, &count, l->error);
    if (result != GESTALT_OK)
        return result;
    l->offset += count;
    return count == size ? GESTALT_OK : load_bad(l, l->offset, "the snapshot is cut off here");
}

// Return the next bytes of the payload, or NULL if fewer remain.
static const void *take(loader *l, size_t size)
{
    if (size > l->chunk.size - l->used)
        return NULL;
    l->used += size;
    return l->buffer + (l->used - size);
}

static bool take_into(loader *l, void *value, size_t size)
{
    const void *bytes = take(l, size);
    if (bytes)
        memcpy(value, bytes, size);
    return bytes;
}

// ---- header

static gestalt_result check_times(const loader *l, const snapshot_header *h)
{
    const int64_t most = LIMIT_TIME;
    bool is_good = h->ticks <= (uint64_t)most && h->last <= most && h->last >= -most &&
                   h->now <= most && h->now >= -most && (h->ticks == 0 || h->now >= h->last);
    if (!is_good)
        return load_bad(l, offsetof(snapshot_header, ticks),
                        "the times in the header contradict each other");
    return GESTALT_OK;
}

static gestalt_result check_header(const loader *l, const snapshot_header *h)
{
    const size_t hashed = offsetof(snapshot_header, version);
    if (h->hash != hash_bytes((const unsigned char *)h + hashed, sizeof *h - hashed))
        return load_bad(l, offsetof(snapshot_header, hash),
                        "the snapshot's header is damaged: its hash is wrong");
    if (h->group_count != l->p->group_count)
        return error_set(l->error, GESTALT_BAD_FILE, offsetof(snapshot_header, group_count),
                         "the snapshot has %u group%s, but the population has %u",
                         (unsigned)h->group_count, text_plural(h->group_count, "", "s"),
                         (unsigned)l->p->group_count);
    if (h->next_id == UINT64_MAX)
        return load_bad(l, offsetof(snapshot_header, next_id), "the next agent's id is not valid");
    return check_times(l, h);
}

static bool version_is_interrupted(uint32_t version)
{
    return version == SNAPSHOT_VERSION_INTERRUPTED ||
           version == SNAPSHOT_VERSION_NAMELESS_INTERRUPTED;
}

static gestalt_result check_version(const loader *l, uint32_t version)
{
    const group *launching = NULL;
    const uint64_t at = offsetof(snapshot_header, version);
    if (version_is_interrupted(version) && !l->p->interruptible)
        return error_set(l->error, GESTALT_BAD_FILE, at,
                         "the snapshot was saved in the middle of a tick: only an `interruptible` "
                         "population can continue it");
    for (uint32_t i = 0; i < l->p->group_count; i++)
        if (l->p->groups[i].plan->deferred_count > 0)
            launching = &l->p->groups[i];
    if (version == SNAPSHOT_VERSION || version == SNAPSHOT_VERSION_NAMELESS ||
        version_is_interrupted(version) || (version == VERSION_WITHOUT_LAUNCHES && !launching))
        return GESTALT_OK;
    if (version == VERSION_WITHOUT_LAUNCHES)
        return error_set(l->error, GESTALT_BAD_FILE, at,
                         "the snapshot has version %d, which can be read only for shapes without "
                         "deferred actions, but group %u has some: save the snapshot again",
                         VERSION_WITHOUT_LAUNCHES, (unsigned)launching->number);
    return error_set(l->error, GESTALT_BAD_FILE, at,
                     "the snapshot has version %u; this library reads %d", (unsigned)version,
                     SNAPSHOT_VERSION);
}

static gestalt_result load_header(loader *l)
{
    snapshot_header h;
    size_t count;
    const size_t first = offsetof(snapshot_header, group_count);
    gestalt_result result = l->from.read(l->from.user, &h, first, &count, l->error);
    if (result != GESTALT_OK)
        return result;
    l->offset = count;
    if (count < sizeof h.magic || memcmp(h.magic, SNAPSHOT_MAGIC, sizeof h.magic) != 0)
        return load_bad(l, 0, "this is not a snapshot");
    if (count < first)
        return load_bad(l, count, "the snapshot is cut off here");
    result = check_version(l, h.version);
    l->has_no_launches = h.version == VERSION_WITHOUT_LAUNCHES;
    l->is_nameless = h.version < SNAPSHOT_VERSION;
    if (result == GESTALT_OK)
        result = read_exactly(l, (unsigned char *)&h + first, sizeof h - first);
    if (result == GESTALT_OK)
        result = check_header(l, &h);
    if (result != GESTALT_OK)
        return result;
    XXH3_64bits_update(&l->chain, &h.hash, sizeof h.hash);
    l->next.state.seed = h.seed;
    l->next.state.ticks = h.ticks;
    l->next.state.last = h.last;
    l->next.state.now = h.now;
    l->next.state.next_id = h.next_id;
    l->next.state.is_interrupted = version_is_interrupted(h.version);
    return GESTALT_OK;
}

// ---- chunks

static const char *const chunk_names[] = {NULL,       "group",    "attached", "agents",
                                          "requests", "requests", "end"};

static uint64_t chunk_hash(const loader *l)
{
    XXH3_state_t state;
    const size_t first = offsetof(chunk_header, kind);
    XXH3_64bits_reset(&state);
    XXH3_64bits_update(&state, (const unsigned char *)&l->chunk + first, sizeof l->chunk - first);
    XXH3_64bits_update(&state, l->buffer, l->chunk.size);
    return XXH3_64bits_digest(&state);
}

// Read the next chunk as a whole.
static gestalt_result load_chunk(loader *l)
{
    uint64_t at = l->offset;
    gestalt_result result = read_exactly(l, &l->chunk, sizeof l->chunk);
    if (result != GESTALT_OK)
        return result;
    if (l->chunk.kind < CHUNK_GROUP || l->chunk.kind > CHUNK_END || l->chunk.size > l->capacity)
        return load_bad(l, at, "the snapshot is damaged: no chunk begins here");
    l->payload = l->offset;
    l->used = 0;
    result = read_exactly(l, l->buffer, l->chunk.size);
    if (result != GESTALT_OK)
        return result;
    if (l->chunk.hash != chunk_hash(l))
        return error_set(l->error, GESTALT_BAD_FILE, at,
                         "the snapshot is damaged: the hash of this chunk (%s) is wrong",
                         chunk_names[l->chunk.kind]);
    if (l->chunk.kind != CHUNK_END) {
        XXH3_64bits_update(&l->chain, &l->chunk.hash, sizeof l->chunk.hash);
        l->chunk_count++;
    }
    return GESTALT_OK;
}

static gestalt_result end_chunk(const loader *l, uint64_t count)
{
    if (l->used != l->chunk.size)
        return bad_here(l, "this chunk has bytes after its last part");
    if (count != l->chunk.count)
        return load_bad(l, l->payload,
                        "this chunk does not have as many parts as its header counts");
    return GESTALT_OK;
}

// ---- groups

static size_t payload_size_of(const group *g)
{
    return SNAPSHOT_CHUNK_SIZE + sizeof(chunk_run) + sizeof(uint32_t) + actor_size_max(g->plan);
}

static gestalt_result other_shape(const loader *l, const chunk_group *first, const char *name,
                                  const group *g)
{
    const char *own = gestalt_shape_name(g->shape);
    char one[ERROR_QUOTE_SIZE], two[ERROR_QUOTE_SIZE];
    return error_set(
        l->error, GESTALT_BAD_FILE, l->payload,
        "group %u has another shape: in the snapshot `%.40s` (%016llx), in the population `%.40s` "
        "(%016llx); to convert it, give its old shape as well (`old_shapes`, or `--from`)",
        (unsigned)g->number, error_quote(one, name, first->name_size),
        (unsigned long long)first->identity, error_quote(two, own, strlen(own)),
        (unsigned long long)g->identity);
}

static gestalt_result load_shared(loader *l, group *g, const chunk_group *first)
{
    const gestalt_specification *spec = g->shape->specification;
    if (first->number_count != spec->shared_number_columns ||
        first->bool_count != spec->shared_bool_columns || first->edited > 1)
        return load_bad(l, l->payload, "this group does not have its shape's shared keys");
    if (!group_new_shared(&l->next, g))
        return error_no_memory(l->error);
    size_t size = l->chunk.size - l->used;
    const char *wrong = shared_load(g, take(l, size), size);
    return wrong ? bad_here(l, wrong) : end_chunk(l, 1);
}

// Replace a borrowed group by one of its own, for an old shape or for agents from one.
static gestalt_result load_own_group(loader *l, group *g, const gestalt_group *given,
                                     group_kind kind)
{
    uint16_t number = g->number;
    group_release_agents(&l->next, g);
    *g = (group){.number = number};
    gestalt_result result = group_make(&l->next, g, given, kind, l->error);
    if (result != GESTALT_OK)
        return result;
    size_t needed = payload_size_of(g);
    if (needed <= l->capacity)
        return GESTALT_OK;
    unsigned char *buffer = memory_resize(&l->p->memory.counting, l->buffer, l->capacity, needed);
    if (!buffer)
        return error_no_memory(l->error);
    l->buffer = buffer;
    l->capacity = needed;
    return GESTALT_OK;
}

static gestalt_result check_old_launches(const loader *l, const group *g)
{
    if (!l->has_no_launches || g->plan->deferred_count == 0)
        return GESTALT_OK;
    return load_bad(l, l->payload,
                    "the old shape of this group has deferred actions, and snapshots of version 1 "
                    "store too little about them");
}

// Choose or make the group that fits what the snapshot contains.
static gestalt_result load_choose_group(loader *l, group *g, const chunk_group *first,
                                        const char *name)
{
    group_kind kind = first->edited ? GROUP_EDITED : GROUP_PLAIN;
    const saved_shape saved = {first->identity, first->edit_identity, !l->is_nameless};
    const gestalt_group *old;
    const char *why;
    gestalt_result result = old_shapes_find(&saved, g, l->options, &old, &why);
    if (result == GESTALT_BAD_FILE)
        return other_shape(l, first, name, g);
    if (result != GESTALT_OK)
        return error_set(l->error, result, l->payload, "group %u: %s", (unsigned)g->number, why);
    if (!old)
        return (first->edited != 0) != (g->edited != NULL)
                   ? load_own_group(l, g, &l->p->groups[g->number].given, kind)
                   : GESTALT_OK;
    if (l->next.state.is_interrupted)
        return load_bad(l, l->payload,
                        "the snapshot was saved in the middle of a tick: finish the tick with this "
                        "group's old shape before converting it");
    result = load_own_group(l, g, old, old->host ? kind : kind | GROUP_UNBOUND);
    return result == GESTALT_OK ? check_old_launches(l, g) : result;
}

static bool load_is_edited(const loader *l, uint32_t number)
{
    return l->next.groups[number].given.shape != l->p->groups[number].given.shape;
}

// Return whether a rename applies to a group. If several groups are edited, each gets the renames
// of its own names.
static bool rename_is_for(const loader *l, const gestalt_rename *rename, uint32_t number)
{
    return load_is_edited(l, number) &&
           edit_rename_fits(rename, l->next.groups[number].shape, l->p->groups[number].shape);
}

static gestalt_result load_check_renames(const loader *l)
{
    char was[ERROR_QUOTE_SIZE], is[ERROR_QUOTE_SIZE];
    for (uint32_t i = 0; i < l->options->rename_count; i++) {
        const gestalt_rename *r = &l->options->renames[i];
        uint32_t number = 0;
        while (number < l->p->group_count && !rename_is_for(l, r, number))
            number++;
        if (number == l->p->group_count)
            return error_set(l->error, GESTALT_BAD_ARGUMENT, 0,
                             "a rename names `%s` and `%s`, but no group changes from a shape with "
                             "a key or node of the first name to a shape with the second",
                             r->old_name ? error_quote(was, r->old_name, strlen(r->old_name)) : "",
                             r->new_name ? error_quote(is, r->new_name, strlen(r->new_name)) : "");
    }
    return GESTALT_OK;
}

// Begin the edit of a group: do everything that can fail.
static gestalt_result load_begin_edit(loader *l, uint32_t number, gestalt_rename *chosen,
                                      edit_work **work)
{
    gestalt_group given = l->p->groups[number].given;
    gestalt_edit edit = {.group = number,
                         .shape = given.shape,
                         .host = given.host,
                         .renames = chosen ? chosen : l->options->renames,
                         .rename_count = l->options->rename_count};
    if (chosen)
        edit.rename_count = 0;
    for (uint32_t i = 0; chosen && i < l->options->rename_count; i++)
        if (rename_is_for(l, &l->options->renames[i], number))
            chosen[edit.rename_count++] = l->options->renames[i];
    return edit_begin(&l->next, &edit, (edit_manner){0}, work, l->error);
}

static gestalt_result load_begin_edits(loader *l, edit_work **works, gestalt_rename *chosen)
{
    gestalt_result result = chosen ? load_check_renames(l) : GESTALT_OK;
    for (uint32_t i = 0; i < l->p->group_count && result == GESTALT_OK; i++)
        if (load_is_edited(l, i))
            result = load_begin_edit(l, i, chosen, &works[i]);
    return result == GESTALT_OK ? edit_keep_room(&l->next, works, l->p->group_count, l->error)
                                : result;
}

// Edit the groups of old shapes: either all or none, because edits call functions of the host.
static gestalt_result load_edit(loader *l)
{
    const gestalt_allocator *a = &l->p->memory.counting;
    uint32_t count = l->p->group_count, edited = 0;
    for (uint32_t i = 0; i < count; i++)
        edited += load_is_edited(l, i);
    size_t size = count * sizeof(edit_work *);
    size_t chosen_size = edited > 1 ? l->options->rename_count * sizeof(gestalt_rename) : 0;
    edit_work **works = memory_new(a, size);
    gestalt_rename *chosen = chosen_size ? memory_new(a, chosen_size) : NULL;
    gestalt_result result = GESTALT_NO_MEMORY;
    if (works)
        memset(works, 0, size);
    if (works && (chosen || !chosen_size))
        result = load_begin_edits(l, works, chosen);
    for (uint32_t i = 0; works && i < count; i++) {
        if (works[i] && result == GESTALT_OK)
            edit_commit(works[i], &l->reports[i]);
        else if (works[i])
            edit_abandon(works[i]);
    }
    memory_release(a, chosen, chosen_size);
    memory_release(a, works, size);
    return result == GESTALT_NO_MEMORY ? error_no_memory(l->error) : result;
}

static gestalt_result load_group(loader *l, group *g)
{
    chunk_group first = {0};
    const size_t size = l->is_nameless ? (size_t)CHUNK_GROUP_NAMELESS_SIZE : sizeof first;
    const char *name;
    gestalt_result result = load_chunk(l);
    if (result != GESTALT_OK)
        return result;
    if (l->chunk.kind != CHUNK_GROUP)
        return load_bad(l, l->payload - sizeof l->chunk, "a group is missing here");
    if (!take_into(l, &first, size) || !(name = take(l, first.name_size)))
        return bad_here(l, "this group ends too early");
    result = load_choose_group(l, g, &first, name);
    return result == GESTALT_OK ? load_shared(l, g, &first) : result;
}

static gestalt_result load_attached(loader *l)
{
    if (!attached_add(&l->next, take(l, l->chunk.size), l->chunk.size))
        return error_no_memory(l->error);
    return end_chunk(l, 1);
}

// ---- agents

static gestalt_result load_actor(loader *l, uint64_t id, bool is_done)
{
    uint32_t size;
    place where;
    const unsigned char *actor = NULL;
    if (!take_into(l, &size, sizeof size) || !(actor = take(l, size)))
        return bad_here(l, "this chunk ends too early");
    population_find(&l->next, id, &where);
    const group *g = where.group;
    const char *wrong = actor_put(g->plan, &g->layout, where.cohort, where.lane, actor, size);
    if (wrong)
        return error_set(l->error, GESTALT_BAD_FILE, l->payload + l->used - size,
                         "agent %llu is wrong: %s", (unsigned long long)id, wrong);
    if (is_done)
        g->agents.done[where.index] |= UINT64_C(1) << where.lane;
    return GESTALT_OK;
}

static gestalt_result load_run(loader *l)
{
    chunk_run run;
    if (!take_into(l, &run, sizeof run))
        return bad_here(l, "this chunk ends too early");
    bool is_done = l->next.state.is_interrupted && run.group & RUN_IS_DONE;
    run.group = is_done ? run.group & ~RUN_IS_DONE : run.group;
    if (run.group >= l->next.group_count)
        return bad_here(l, "a run's group does not exist");
    // All agents get their lanes at once, so first check that there are enough bytes for them.
    size_t least = sizeof(uint32_t) + actor_size_min(l->next.groups[run.group].plan);
    if (run.count == 0 || run.count > (l->chunk.size - l->used) / least)
        return bad_here(l, "a run has too many agents");
    uint64_t end = l->next.state.next_id; // next id of the population
    if ((l->agent_count > 0 && run.first <= l->last_agent) || run.first >= end ||
        run.count > end - run.first)
        return bad_here(l, "the ids are not in order, or are larger than the last id");
    l->next.state.next_id = run.first;
    gestalt_result result =
        agents_add(&l->next, &l->next.groups[run.group], run.count, false, l->error);
    l->next.state.next_id = end;
    for (uint32_t i = 0; result == GESTALT_OK && i < run.count; i++)
        result = load_actor(l, run.first + i, is_done);
    l->last_agent = run.first + (run.count - 1);
    l->agent_count += run.count;
    return result;
}

static gestalt_result load_agents(loader *l)
{
    uint64_t before = l->agent_count;
    gestalt_result result = GESTALT_OK;
    while (result == GESTALT_OK && l->used < l->chunk.size)
        result = load_run(l);
    return result == GESTALT_OK ? end_chunk(l, l->agent_count - before) : result;
}

// ---- requests

static bool is_deferred(const group *g, uint32_t node)
{
    return node < g->shape->specification->node_count &&
           node_is(item_type_of(g->shape->items[g->shape->nodes[node]]), NODE_IS_LAUNCHING);
}

// Order by agent, then cancels before launches, then by node.
static bool comes_before(const loose_request *a, const loose_request *b)
{
    if (a->agent != b->agent)
        return a->agent < b->agent;
    if (a->launch != b->launch)
        return b->launch;
    return a->node < b->node;
}

static gestalt_result check_request(const loader *l, const loose_request *r, bool is_first)
{
    const gestalt_population *next = &l->next;
    place where;
    if (r->agent >= next->state.next_id || r->group >= next->group_count ||
        !is_deferred(&next->groups[r->group], r->node))
        return bad_here(l, "a request names an agent or a node that does not exist");
    if (!is_first && !comes_before(&l->last_request, r))
        return bad_here(l, "the requests are not in order");
    if (population_find(next, r->agent, &where) && where.group->number != r->group)
        return bad_here(l, "a request names another group than its agent's");
    bool is_held = l->chunk.kind == CHUNK_HELD;
    if (next->state.is_interrupted ? r->launch || !is_held
        : is_held                  ? requests_is_marked(next, r)
                                   : r->launch)
        return bad_here(l, "a request is at a position where there can be none");
    return GESTALT_OK;
}

static gestalt_result load_requests(loader *l, loose_list *list)
{
    uint64_t count = l->chunk.size / sizeof(chunk_request);
    bool is_first = list->count == 0;
    if (!loose_reserve(&l->next, list, count))
        return error_no_memory(l->error);
    for (uint64_t i = 0; i < count; i++) {
        chunk_request given;
        take_into(l, &given, sizeof given);
        if (given.launch > 1)
            return bad_here(l, "a request is neither a launch nor a cancel");
        loose_request r = {given.agent, given.group, given.node, given.launch_id, given.launch};
        gestalt_result result = check_request(l, &r, is_first);
        if (result != GESTALT_OK)
            return result;
        is_first = false;
        l->last_request = list->entries[list->count++] = r;
    }
    l->request_count += count;
    return end_chunk(l, count);
}

// ---- the whole snapshot

static gestalt_result load_end(loader *l)
{
    chunk_end end;
    unsigned char more;
    size_t count;
    if (!take_into(l, &end, sizeof end) || l->used != l->chunk.size || l->chunk.count != 1)
        return bad_here(l, "the end has a wrong size");
    if (end.chunk_count != l->chunk_count || end.agent_count != l->agent_count ||
        end.request_count != l->request_count || end.hash != XXH3_64bits_digest(&l->chain))
        return load_bad(l, l->payload,
                        "the snapshot is damaged: chunks are missing or in the wrong order");
    gestalt_result result = l->from.read(l->from.user, &more, 1, &count, l->error);
    if (result != GESTALT_OK)
        return result;
    return count == 0 ? GESTALT_OK : load_bad(l, l->offset, "the snapshot has bytes after its end");
}

static gestalt_result load_all(loader *l)
{
    gestalt_result result = load_header(l);
    for (uint32_t i = 0; result == GESTALT_OK && i < l->next.group_count; i++)
        result = load_group(l, &l->next.groups[i]);
    uint32_t kind = CHUNK_ATTACHED;
    while (result == GESTALT_OK && kind != CHUNK_END) {
        result = load_chunk(l);
        if (result != GESTALT_OK)
            return result;
        if (l->chunk.kind < kind)
            return load_bad(l, l->payload - sizeof l->chunk, "the chunks are not in order");
        kind = l->chunk.kind;
        switch (kind) {
        case CHUNK_ATTACHED: result = load_attached(l); break;
        case CHUNK_AGENTS: result = load_agents(l); break;
        case CHUNK_HELD: result = load_requests(l, &l->next.state.given); break;
        case CHUNK_COMING: result = load_requests(l, &l->next.state.coming); break;
        default: result = load_end(l); break;
        }
    }
    return result;
}

// Return the size of the largest payload that the population's own snapshots can have.
static size_t payload_size_max(const gestalt_population *p)
{
    size_t most = SNAPSHOT_GROUP_SIZE_MAX;
    for (uint32_t i = 0; i < p->group_count; i++) {
        size_t size = payload_size_of(&p->groups[i]);
        most = size > most ? size : most;
    }
    return most;
}

// Pass the reports to the caller, or destroy them.
static void load_give_reports(loader *l, gestalt_result result)
{
    bool takes = result == GESTALT_OK && l->options->reports;
    for (uint32_t i = 0; l->reports && i < l->p->group_count; i++) {
        if (takes)
            l->options->reports[i] = l->reports[i];
        else
            gestalt_edit_report_destroy(l->reports[i]);
    }
    memory_release(&l->p->memory.counting, l->reports, l->p->group_count * sizeof *l->reports);
}

static gestalt_result load_whole(gestalt_population *p, source from,
                                 const gestalt_load_options *options, gestalt_error *error)
{
    static const gestalt_load_options none;
    loader l = {.p = p,
                .options = options ? options : &none,
                .from = from,
                .error = error,
                .capacity = payload_size_max(p)};
    XXH3_64bits_reset(&l.chain);
    l.buffer = memory_new(&p->memory.counting, l.capacity);
    l.reports = memory_new(&p->memory.counting, p->group_count * sizeof *l.reports);
    if (l.reports)
        memset(l.reports, 0, p->group_count * sizeof *l.reports);
    bool has_memory = l.buffer && l.reports && population_start_next(&l.next, p);
    gestalt_result result = has_memory ? load_all(&l) : error_no_memory(error);
    if (result == GESTALT_OK)
        result = load_edit(&l);
    if (result == GESTALT_OK && p->checking.run) {
        population_enter(&l.next, POPULATION_IS_READ);
        result = p->checking.run(p->checking.user, &l.next, error);
    }
    if (result == GESTALT_OK)
        population_exchange(p, &l.next);
    if (result == GESTALT_OK)
        counts_forget(p);
    if (l.next.groups)
        population_release_state(&l.next);
    load_give_reports(&l, result);
    memory_release(&p->memory.counting, l.buffer, l.capacity);
    return result;
}

static gestalt_result load_population(gestalt_population *p, source from,
                                      const gestalt_load_options *options, gestalt_error *error)
{
    floats_environment floats;
    floats_begin(&floats);
    gestalt_result result = load_whole(p, from, options, error);
    floats_end(&floats);
    return result;
}

// Change the phase while functions of the host may run: readers, checks, and functions that an edit
// cancels.
static gestalt_result load_alone(gestalt_population *p, source from,
                                 const gestalt_load_options *options, gestalt_error *error)
{
    population_enter(p, POPULATION_CHANGES);
    gestalt_result result = load_population(p, from, options, error);
    population_enter(p, population_resting(p));
    return result;
}

// ---- from memory and from files

typedef struct memory_source {
    const unsigned char *bytes;
    size_t left;
} memory_source;

static gestalt_result read_memory(void *user, void *bytes, size_t size, size_t *count,
                                  gestalt_error *error)
{
    memory_source *m = user;
    (void)error;
    *count = size < m->left ? size : m->left;
    if (*count)
        memcpy(bytes, m->bytes, *count);
    m->bytes += *count;
    m->left -= *count;
    return GESTALT_OK;
}

static gestalt_result read_file(void *user, void *bytes, size_t size, size_t *count,
                                gestalt_error *error)
{
    return file_input_read(user, bytes, size, count, error);
}

// Load from memory; `function` is the public function to name in errors.
static gestalt_result load_memory(const char *function, gestalt_population *p, const void *bytes,
                                  size_t size, const gestalt_load_options *options,
                                  gestalt_error *error)
{
    memory_source m = {bytes, size};
    if (population_refuse(function, p, CALLS_GOING_ON, error) != GESTALT_OK ||
        (!bytes && misuse_tell_null(function, "bytes", error)) ||
        load_options_are_wrong(function, options, error))
        return GESTALT_MISUSE;
    return load_alone(p, (source){read_memory, &m}, options, error);
}

gestalt_result gestalt_population_load_memory_with(gestalt_population *p, const void *bytes,
                                                   size_t size, const gestalt_load_options *options,
                                                   gestalt_error *error)
{
    return load_memory(__func__, p, bytes, size, options, error);
}

gestalt_result gestalt_population_load_memory(gestalt_population *p, const void *bytes, size_t size,
                                              gestalt_error *error)
{
    return load_memory(__func__, p, bytes, size, NULL, error);
}

static gestalt_result load_file(const char *function, gestalt_population *p, const char *path,
                                const gestalt_load_options *options, gestalt_error *error)
{
    file_input input;
    if (population_refuse(function, p, CALLS_GOING_ON, error) != GESTALT_OK ||
        (!path && misuse_tell_null(function, "path", error)) ||
        load_options_are_wrong(function, options, error))
        return GESTALT_MISUSE;
    gestalt_result result = file_input_begin(&input, path, error);
    if (result != GESTALT_OK)
        return result;
    result = load_alone(p, (source){read_file, &input}, options, error);
    file_input_end(&input);
    return result;
}

gestalt_result gestalt_population_load_with(gestalt_population *p, const char *path,
                                            const gestalt_load_options *options,
                                            gestalt_error *error)
{
    return load_file(__func__, p, path, options, error);
}

gestalt_result gestalt_population_load(gestalt_population *p, const char *path,
                                       gestalt_error *error)
{
    return load_file(__func__, p, path, NULL, error);
}
