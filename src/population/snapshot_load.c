// SPDX-License-Identifier: MIT
// Loading snapshots. Nothing in the bytes is trusted. A new state is built next to the population's
// own, and replaces it once everything has been verified. snapshot_load_agents.c reads the agents.
#include "snapshot_loader.h"

#include "actor.h"
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
#include "request_order.h"
#include "requests.h"
#include "shape_limits.h"
#include "shared_values.h"
#include "text.h"
#include "tick.h"

#include <gestalt/snapshot.h>
#include <gestalt/snapshot_parts.h>
#include <string.h>

// ---- errors

gestalt_result load_bad(const loader *l, uint64_t offset, const char *what)
{
    return error_set(l->error, GESTALT_BAD_FILE, offset, "%s", what);
}

// Report an error at the current position in the payload.
static gestalt_result bad_here(const loader *l, const char *what)
{
    return load_bad(l, l->payload + l->used, what);
}

// ---- bytes

enum { WINDOW_SIZE = 1 << 20, WINDOW_MOST = 16 << 20 };

// Make the buffer larger if a chunk needs it, or if several threads can use more chunks at a time.
static bool window_grow(const loader *l, window *w, size_t size)
{
    size_t wanted = size > WINDOW_SIZE ? size : WINDOW_SIZE;
    if (w->capacity && w->size == w->capacity && l->p->threads > 1 && w->capacity < WINDOW_MOST)
        wanted = wanted > 2 * w->capacity ? wanted : 2 * w->capacity;
    if (wanted <= w->capacity)
        return true;
    unsigned char *buffer = memory_resize(&l->p->memory.counting, w->buffer, w->capacity, wanted);
    if (!buffer)
        return size <= w->capacity;
    w->bytes = w->buffer = buffer;
    w->capacity = wanted;
    return true;
}

bool window_reach(loader *l, size_t size, gestalt_result *result)
{
    window *w = &l->window;
    size_t count, rest = w->size - w->used;
    if (rest >= size || w->has_all)
        return rest >= size;
    if (rest > 0)
        memmove(w->buffer, w->bytes + w->used, rest);
    bool has_room = window_grow(l, w, size);
    w->size = rest;
    w->used = 0;
    *result = has_room ? w->from.read(w->from.user, w->buffer + rest, w->capacity - rest, &count,
                                      l->error)
                       : error_no_memory(l->error);
    if (*result != GESTALT_OK)
        return false;
    w->size += count;
    w->has_all = w->size < w->capacity;
    return w->size >= size;
}

gestalt_result window_need(loader *l, size_t size)
{
    gestalt_result result = GESTALT_OK;
    if (window_reach(l, size, &result) || result != GESTALT_OK)
        return result;
    return load_bad(l, l->offset + (l->window.size - l->window.used),
                    "the snapshot is cut off here");
}

// Return the next bytes of the payload, or NULL if fewer remain.
static const void *take(loader *l, size_t size)
{
    if (size > l->chunk.size - l->used)
        return NULL;
    l->used += size;
    return l->bytes + (l->used - size);
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
           version == SNAPSHOT_VERSION_PLAIN_INTERRUPTED ||
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
    if (version == SNAPSHOT_VERSION || version == SNAPSHOT_VERSION_PLAIN ||
        version == SNAPSHOT_VERSION_NAMELESS || version_is_interrupted(version) ||
        (version == VERSION_WITHOUT_LAUNCHES && !launching))
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
    const size_t first = offsetof(snapshot_header, group_count);
    gestalt_result result = GESTALT_OK;
    if (!window_reach(l, sizeof h.magic, &result) ||
        memcmp(window_at(l), SNAPSHOT_MAGIC, sizeof h.magic) != 0)
        return result == GESTALT_OK ? load_bad(l, 0, "this is not a snapshot") : result;
    result = window_need(l, first);
    if (result != GESTALT_OK)
        return result;
    memcpy(&h, window_at(l), first);
    result = check_version(l, h.version);
    l->has_no_launches = h.version == VERSION_WITHOUT_LAUNCHES;
    l->is_nameless = h.version < SNAPSHOT_VERSION_PLAIN;
    l->is_plain = h.version < SNAPSHOT_VERSION;
    if (result == GESTALT_OK)
        result = window_need(l, sizeof h);
    if (result != GESTALT_OK)
        return result;
    memcpy(&h, window_at(l), sizeof h);
    result = check_header(l, &h);
    if (result != GESTALT_OK)
        return result;
    window_pass(l, sizeof h);
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

// The kinds of chunks: their names, and their order in a snapshot.
static const struct {
    const char *name;
    unsigned order;
} kinds[] = {[CHUNK_GROUP] = {"group", 1},   [CHUNK_ATTACHED] = {"attached", 2},
             [CHUNK_AGENTS] = {"agents", 3}, [CHUNK_COLUMNS] = {"values", 3},
             [CHUNK_HELD] = {"requests", 4}, [CHUNK_COMING] = {"requests", 5},
             [CHUNK_INDEX] = {"index", 6},   [CHUNK_END] = {"end", 7}};

// Read the header of the next chunk.
static gestalt_result peek_chunk(loader *l)
{
    const uint32_t most = l->is_plain ? CHUNK_END : CHUNK_INDEX;
    gestalt_result result = window_need(l, sizeof l->chunk);
    if (result != GESTALT_OK)
        return result;
    memcpy(&l->chunk, window_at(l), sizeof l->chunk);
    if (l->chunk.kind < CHUNK_GROUP || l->chunk.kind > most ||
        (l->chunk.size > l->payload_most && l->chunk.kind != CHUNK_COLUMNS))
        return load_bad(l, l->offset, "the snapshot is damaged: no chunk begins here");
    return GESTALT_OK;
}

// Read the chunk whose header has been read, as a whole.
static gestalt_result load_chunk(loader *l)
{
    const size_t first = offsetof(chunk_header, kind);
    gestalt_result result = window_need(l, sizeof l->chunk + l->chunk.size);
    if (result != GESTALT_OK)
        return result;
    const unsigned char *chunk = window_at(l);
    if (l->chunk.hash != hash_bytes(chunk + first, sizeof l->chunk - first + l->chunk.size))
        return error_set(l->error, GESTALT_BAD_FILE, l->offset,
                         "the snapshot is damaged: the hash of this chunk (%s) is wrong",
                         kinds[l->chunk.kind].name);
    l->payload = l->offset + sizeof l->chunk;
    l->bytes = chunk + sizeof l->chunk;
    l->used = 0;
    window_pass(l, sizeof l->chunk + l->chunk.size);
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
    kind = group_kind_after(g, kind);
    group_release_agents(&l->next, g);
    *g = (group){.number = number};
    gestalt_result result = group_make(&l->next, g, given, kind, l->error);
    if (result != GESTALT_OK)
        return result;
    size_t needed = payload_size_of(g);
    l->payload_most = needed > l->payload_most ? needed : l->payload_most;
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
    gestalt_result result = peek_chunk(l);
    if (result == GESTALT_OK)
        result = load_chunk(l);
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

// ---- requests

static bool is_deferred(const group *g, uint32_t node)
{
    return node < g->shape->specification->node_count &&
           node_is(item_type_of(g->shape->items[g->shape->nodes[node]]), NODE_IS_LAUNCHING);
}

static gestalt_result check_request(const loader *l, const loose_request *r, bool is_first)
{
    const gestalt_population *next = &l->next;
    place where;
    if (r->agent >= next->state.next_id || r->group >= next->group_count ||
        !is_deferred(&next->groups[r->group], r->node))
        return bad_here(l, "a request names an agent or a node that does not exist");
    if (!is_first && !REQUEST_IS_BEFORE(&l->last_request, r))
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

static gestalt_result load_index(loader *l)
{
    const uint64_t count = l->chunk.size / sizeof(gestalt_snapshot_entry);
    l->index.offset = l->index.listed_count == 0 ? l->payload - sizeof l->chunk : l->index.offset;
    l->index.listed_count += count;
    XXH3_64bits_update(&l->index.listed, l->bytes, count * sizeof(gestalt_snapshot_entry));
    l->used = count * sizeof(gestalt_snapshot_entry);
    return end_chunk(l, count);
}

static gestalt_result check_index(const loader *l, const chunk_end *end)
{
    if (!l->is_plain &&
        (l->index.offset != end->index || l->index.listed_count != l->index.found_count ||
         XXH3_64bits_digest(&l->index.listed) != XXH3_64bits_digest(&l->index.found)))
        return load_bad(l, l->payload,
                        "the snapshot is damaged: its index does not list the chunks before it");
    return GESTALT_OK;
}

static gestalt_result load_end(loader *l)
{
    chunk_end end = {0};
    const size_t size = l->is_plain ? (size_t)CHUNK_END_PLAIN_SIZE : sizeof end;
    gestalt_result result = GESTALT_OK;
    if (!take_into(l, &end, size) || l->used != l->chunk.size || l->chunk.count != 1)
        return bad_here(l, "the end has a wrong size");
    if (end.chunk_count != l->chunk_count || end.agent_count != l->agent_count ||
        end.request_count != l->request_count || end.hash != XXH3_64bits_digest(&l->chain))
        return load_bad(l, l->payload,
                        "the snapshot is damaged: chunks are missing or in the wrong order");
    if (window_reach(l, 1, &result))
        return load_bad(l, l->offset, "the snapshot has bytes after its end");
    return result == GESTALT_OK ? check_index(l, &end) : result;
}

// Announce to the host that the values follow which it keeps for the agents.
static gestalt_result load_begin_values(loader *l)
{
    const gestalt_kept_values *kept = &l->p->hosted.kept;
    if (l->has_begun || !kept->size)
        return GESTALT_OK;
    l->has_begun = true;
    if (!kept->begin)
        return GESTALT_OK;
    population_phase before = population_enter(&l->next, POPULATION_IS_READ);
    gestalt_result result = kept->begin(kept->user, &l->next, l->error);
    population_enter(&l->next, before);
    return result;
}

// Load the chunk whose header has been read.
static gestalt_result load_any(loader *l)
{
    gestalt_result result = GESTALT_OK;
    if (l->chunk.kind != CHUNK_ATTACHED)
        result = load_begin_values(l);
    if (result == GESTALT_OK && l->chunk.kind == CHUNK_AGENTS)
        return load_agents(l);
    if (result == GESTALT_OK)
        result = load_chunk(l);
    if (result != GESTALT_OK)
        return result;
    switch (l->chunk.kind) {
    case CHUNK_ATTACHED: return load_attached(l);
    case CHUNK_HELD: return load_requests(l, &l->next.state.given);
    case CHUNK_COMING: return load_requests(l, &l->next.state.coming);
    case CHUNK_INDEX: return load_index(l);
    default: return load_end(l);
    }
}

static gestalt_result load_groups(loader *l)
{
    gestalt_result result = load_header(l);
    for (uint32_t i = 0; result == GESTALT_OK && i < l->next.group_count; i++)
        result = load_group(l, &l->next.groups[i]);
    return result;
}

static gestalt_result load_all(loader *l)
{
    gestalt_result result = load_groups(l);
    uint32_t kind = CHUNK_ATTACHED;
    while (result == GESTALT_OK && kind != CHUNK_END) {
        result = peek_chunk(l);
        if (result != GESTALT_OK)
            return result;
        if (kinds[l->chunk.kind].order < kinds[kind].order || l->chunk.kind == CHUNK_COLUMNS)
            return load_bad(l, l->offset, "the chunks are not in order");
        kind = l->chunk.kind;
        result = load_any(l);
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

static bool load_start(loader *l)
{
    const gestalt_allocator *a = &l->p->memory.counting;
    l->payload_most = payload_size_max(l->p);
    XXH3_64bits_reset(&l->chain);
    XXH3_64bits_reset(&l->index.found);
    XXH3_64bits_reset(&l->index.listed);
    l->reports = memory_new(a, l->p->group_count * sizeof *l->reports);
    if (l->reports)
        memset(l->reports, 0, l->p->group_count * sizeof *l->reports);
    return l->reports && population_start_next(&l->next, l->p) && load_agents_start(l);
}

// Do everything that can fail before the new state becomes that of the population.
static gestalt_result load_finish(loader *l)
{
    gestalt_population *p = l->p;
    gestalt_result result = load_edit(l);
    if (result == GESTALT_OK && p->hosted.check) {
        population_enter(&l->next, POPULATION_IS_READ);
        result = p->hosted.check(p->hosted.user, &l->next, l->error);
    }
    return result;
}

// Make the new state that of the population if the result is GESTALT_OK, and release the other one.
static void load_stop(loader *l, gestalt_result result)
{
    gestalt_population *p = l->p;
    if (result == GESTALT_OK) {
        population_exchange(p, &l->next);
        counts_forget(p);
    }
    if (l->has_begun && p->hosted.kept.end)
        p->hosted.kept.end(p->hosted.kept.user, result == GESTALT_OK);
    if (l->next.groups)
        population_release_state(&l->next);
    load_give_reports(l, result);
    load_agents_stop(l);
    memory_release(&p->memory.counting, l->window.buffer, l->window.capacity);
}

static const gestalt_load_options no_options;

static gestalt_result load_whole(gestalt_population *p, window from,
                                 const gestalt_load_options *options, gestalt_error *error)
{
    loader l = {.p = p, .options = options ? options : &no_options, .error = error, .window = from};
    gestalt_result result = load_start(&l) ? load_all(&l) : error_no_memory(error);
    if (result == GESTALT_OK)
        result = load_finish(&l);
    load_stop(&l, result);
    return result;
}

static gestalt_result load_population(gestalt_population *p, window from,
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
static gestalt_result load_alone(gestalt_population *p, window from,
                                 const gestalt_load_options *options, gestalt_error *error)
{
    population_enter(p, POPULATION_CHANGES);
    gestalt_result result = load_population(p, from, options, error);
    population_enter(p, population_resting(p));
    return result;
}

// ---- from memory and from files

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
    const window all = {.bytes = bytes, .size = size, .has_all = true};
    if (population_refuse(function, p, CALLS_GOING_ON, error) != GESTALT_OK ||
        (!bytes && misuse_tell_null(function, "bytes", error)) ||
        load_options_are_wrong(function, options, error))
        return GESTALT_MISUSE;
    return load_alone(p, all, options, error);
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
    result = load_alone(p, (window){.from = {read_file, &input}}, options, error);
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

// ---- in parts

struct gestalt_loading {
    loader l;
    void *block; // memory of this struct, which needs more alignment than an allocator's
    floats_environment floats;
    bool has_failed, is_finished;
};

enum {
    LOADING_ALIGNMENT = _Alignof(gestalt_loading),
    LOADING_SIZE = sizeof(gestalt_loading) + LOADING_ALIGNMENT - 1
};

// Read the whole window as chunks of one kind.
static gestalt_result load_window(loader *l, uint32_t kind)
{
    gestalt_result result = GESTALT_OK;
    while (result == GESTALT_OK && l->window.used < l->window.size) {
        result = peek_chunk(l);
        if (result == GESTALT_OK && l->chunk.kind != kind)
            result = load_bad(l, l->offset, "the chunks are not in order");
        if (result == GESTALT_OK)
            result = load_any(l);
    }
    return result;
}

static gestalt_result loading_start(gestalt_loading *g)
{
    loader *l = &g->l;
    if (!load_start(l))
        return error_no_memory(l->error);
    gestalt_result result = load_groups(l);
    if (result == GESTALT_OK && l->is_plain)
        return load_bad(l, offsetof(snapshot_header, version),
                        "the snapshot has an old version, without an index: it cannot be loaded in "
                        "parts");
    return result == GESTALT_OK ? load_window(l, CHUNK_ATTACHED) : result;
}

static void loading_stop(gestalt_loading *g, gestalt_result result)
{
    gestalt_population *p = g->l.p;
    load_stop(&g->l, result);
    population_enter(p, population_resting(p));
    memory_release(&p->memory.counting, g->block, LOADING_SIZE);
}

gestalt_result gestalt_population_load_begin(gestalt_population *p, const void *head, size_t size,
                                             const gestalt_load_options *options,
                                             gestalt_loading **loading, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_GOING_ON, error) || MISUSE_NULL(head, "head", error) ||
        load_options_are_wrong(__func__, options, error) || MISUSE_NULL(loading, "loading", error))
        return GESTALT_MISUSE;
    void *block = memory_new(&p->memory.counting, LOADING_SIZE);
    if (!block)
        return error_no_memory(error);
    gestalt_loading *g = (gestalt_loading *)(((uintptr_t)block + LOADING_ALIGNMENT - 1) &
                                             ~(uintptr_t)(LOADING_ALIGNMENT - 1));
    population_enter(p, POPULATION_CHANGES);
    *g = (gestalt_loading){.block = block,
                           .l = {.p = p,
                                 .options = options ? options : &no_options,
                                 .error = error,
                                 .window = {.bytes = head, .size = size, .has_all = true}}};
    floats_begin(&g->floats);
    gestalt_result result = loading_start(g);
    floats_end(&g->floats);
    if (result != GESTALT_OK)
        loading_stop(g, result);
    else
        *loading = g;
    return result;
}

// Refuse a call on a loading that is finished or has failed.
static bool loading_is_wrong(const char *function, const gestalt_loading *g, gestalt_error *error)
{
    if (!g)
        return misuse_tell_null(function, "loading", error);
    return (g->has_failed || g->is_finished) &&
           misuse_tell(function, error, "the loading has failed, or is finished") != GESTALT_OK;
}

gestalt_result gestalt_loading_blocks(gestalt_loading *g, const void *bytes, size_t size,
                                      uint64_t offset, gestalt_error *error)
{
    if (loading_is_wrong(__func__, g, error) || (size > 0 && MISUSE_NULL(bytes, "bytes", error)))
        return GESTALT_MISUSE;
    loader *l = &g->l;
    l->error = error;
    l->window = (window){.bytes = bytes, .size = size, .has_all = true};
    l->offset = offset;
    floats_begin(&g->floats);
    gestalt_result result = load_window(l, CHUNK_AGENTS);
    floats_end(&g->floats);
    g->has_failed = result != GESTALT_OK;
    return result;
}

gestalt_result gestalt_loading_requests(gestalt_loading *g, gestalt_saved_requests kind,
                                        const gestalt_saved_request *requests, uint64_t count,
                                        gestalt_error *error)
{
    if (loading_is_wrong(__func__, g, error) ||
        (count > 0 && MISUSE_NULL(requests, "requests", error)) ||
        (kind > GESTALT_SAVED_COMING &&
         MISUSE(error, "%u is not a kind of saved requests", (unsigned)kind)))
        return GESTALT_MISUSE;
    loader *l = &g->l;
    bool is_held = kind == GESTALT_SAVED_HELD;
    l->error = error;
    l->chunk = (chunk_header){.kind = is_held ? CHUNK_HELD : CHUNK_COMING,
                              .count = (uint32_t)count,
                              .size = count * sizeof *requests};
    l->bytes = (const unsigned char *)requests;
    l->payload = l->used = 0;
    gestalt_result result =
        load_requests(l, is_held ? &l->next.state.given : &l->next.state.coming);
    g->has_failed = result != GESTALT_OK;
    return result;
}

uint64_t gestalt_loading_agents(const gestalt_loading *g)
{
    return MISUSE_NULL(g, "loading", NULL) ? 0 : g->l.agent_count;
}

gestalt_result gestalt_loading_finish(gestalt_loading *g, gestalt_error *error)
{
    if (loading_is_wrong(__func__, g, error))
        return GESTALT_MISUSE;
    g->l.error = error;
    gestalt_result result = load_begin_values(&g->l);
    floats_begin(&g->floats);
    if (result == GESTALT_OK)
        result = load_finish(&g->l);
    floats_end(&g->floats);
    g->has_failed = result != GESTALT_OK;
    g->is_finished = !g->has_failed;
    return result;
}

void gestalt_loading_commit(gestalt_loading *g)
{
    if (MISUSE_NULL(g, "loading", NULL) ||
        (!g->is_finished && MISUSE(NULL, "the loading is not finished: first call "
                                         "gestalt_loading_finish") != GESTALT_OK))
        return;
    loading_stop(g, GESTALT_OK);
}

void gestalt_loading_abandon(gestalt_loading *g)
{
    if (g)
        loading_stop(g, GESTALT_MISUSE);
}
