// SPDX-License-Identifier: MIT
#include "plan.h"

#include "analyse.h"
#include "carving.h"
#include "columns.h"
#include "hash.h"
#include "nodes.h"
#include "walk.h"

uint32_t plan_argument_words(const image_argument *a)
{
    return a->by_key ? 0 : key_width(a->type);
}

// ---- columns of launches

// A number of columns of both kinds.
typedef struct launch_room {
    uint32_t slots, words;
} launch_room;

static launch_room room_of_launch(const gestalt_shape *shape, uint32_t item)
{
    const image_host *host = &shape->hosts[item_argument(shape->items[item])];
    launch_room room = {.slots = 1};
    for (uint32_t i = 0; i < host->argument_count; i++)
        room.words += plan_argument_words(&shape->arguments[host->first_argument + i]);
    return room;
}

// Return the columns that a node needs, given those of its children; `room` is by node id.
static launch_room room_of_node(const plan *p, uint32_t id, const launch_room *room)
{
    const uint64_t *items = p->shape->items;
    node_view v = walk_node(items, p->shape->nodes[id]);
    launch_room all = {0};
    if (node_is(v.type, NODE_IS_LAUNCHING))
        return room_of_launch(p->shape, p->shape->nodes[id]);
    for (uint32_t child = v.first_child; child < v.end; child = item_end(items[child])) {
        launch_room one = room[p->node_ids[child]];
        if (node_keeps_apart(v.type)) {
            all.slots += one.slots;
            all.words += one.words;
        } else {
            all.slots = all.slots > one.slots ? all.slots : one.slots;
            all.words = all.words > one.words ? all.words : one.words;
        }
    }
    return all;
}

// Distribute a node's columns to its children. `at` has the first columns of a node, by node id.
static void plan_place_launches(plan *p, uint32_t id, const launch_room *room, launch_room *at)
{
    const uint64_t *items = p->shape->items;
    uint32_t item = p->shape->nodes[id];
    node_view v = walk_node(items, item);
    launch_room next = at[id];
    if (node_is(v.type, NODE_IS_LAUNCHING)) {
        p->launch_slots[p->deferred[item]] = next.slots;
        p->launch_words[p->deferred[item]] = next.words;
    }
    for (uint32_t child = v.first_child; child < v.end; child = item_end(items[child])) {
        uint32_t child_id = p->node_ids[child];
        at[child_id] = next;
        if (node_keeps_apart(v.type)) {
            next.slots += room[child_id].slots;
            next.words += room[child_id].words;
        }
    }
}

// Assign columns to each deferred node. Returns false when memory runs out.
static bool plan_share_launches(plan *p, const gestalt_allocator *allocator)
{
    uint32_t nodes = p->shape->specification->node_count;
    launch_room *room, *at;
    carving from = {0};
    do {
        CARVE(&from, room, nodes);
        CARVE(&from, at, nodes);
    } while (carve_again(&from, allocator));
    if (!from.memory)
        return false;
    for (uint32_t id = nodes; id-- > 0;)
        room[id] = room_of_node(p, id, room);
    for (uint32_t id = 0; id < nodes; id++)
        plan_place_launches(p, id, room, at);
    p->launch_slot_count = room[0].slots;
    p->launch_word_count = room[0].words;
    memory_release(allocator, from.memory, from.size);
    return true;
}

// ---- nodes

static void plan_add_children(plan *p, uint32_t item, const node_view *v)
{
    const uint64_t *items = p->shape->items;
    bool reaches = true;
    uint32_t number = 0;
    for (uint32_t child = v->first_child; child < v->end; child = item_end(items[child])) {
        unsigned flags = item_flags(items[child]);
        p->parents[child] = item;
        p->can_be_live[child] =
            shape_child_can_run(items, v, number++, flags, p->shape->is_edited, &reaches) &&
            p->can_be_live[item] && (flags & ITEM_CAN_RUN);
    }
}

static void plan_add_node(plan *p, uint32_t id)
{
    uint32_t item = p->shape->nodes[id], parent = p->parents[item];
    node_view v = walk_node(p->shape->items, item);
    p->is_passive[item] =
        parent == SHAPE_NONE || (p->is_passive[parent] && node_is_passive(p->shape->items[parent]));
    for (uint32_t i = item; i < v.first_child; i++)
        p->node_ids[i] = id;
    plan_add_children(p, item, &v);
    if (node_has(v.type, 'o'))
        p->once_items[v.argument] = item;
    if (!node_is(v.type, NODE_IS_LAUNCHING))
        return;
    p->deferred_items[p->deferred_count] = item;
    p->deferred[item] = p->deferred_count++;
}

bool plan_can_rest(const plan *p, uint32_t item)
{
    return shape_can_rest(p->shape->items, item, p->shape->is_edited);
}

// Return whether a node can be live, even if only within a tick until a node above abandons it.
static bool can_run(const plan *p, uint32_t item)
{
    return item_flags(p->shape->items[item]) & ITEM_CAN_RUN;
}

// Return the only child that can be live, or SHAPE_NONE if there is none or more than one.
static uint32_t only_live_child(const plan *p, const node_view *v)
{
    const uint64_t *items = p->shape->items;
    uint32_t found = SHAPE_NONE;
    for (uint32_t child = v->first_child; child < v->end; child = item_end(items[child])) {
        if (!can_run(p, child))
            continue;
        if (found != SHAPE_NONE)
            return SHAPE_NONE;
        found = child;
    }
    return found;
}

// Give a node its own slot, or its child's. Children come before their parents, so slots are
// counted from the end.
static void plan_add_slot(plan *p, uint32_t id)
{
    uint32_t item = p->shape->nodes[id];
    p->slots[id] = PLAN_NO_SLOT;
    if (!can_run(p, item))
        return;
    node_view v = walk_node(p->shape->items, item);
    bool rests = plan_can_rest(p, item);
    uint32_t child = rests ? SHAPE_NONE : only_live_child(p, &v);
    p->slots[id] = child == SHAPE_NONE ? p->slot_count++ : p->slots[p->node_ids[child]];
    p->rest_count += rests && p->can_be_live[item];
}

// Renumber the slots in the order of nodes, and list the nodes that can be at rest.
static void plan_number_slots(plan *p)
{
    uint32_t rest = 0;
    for (uint32_t id = 0; id < p->shape->specification->node_count; id++) {
        uint32_t item = p->shape->nodes[id];
        if (p->slots[id] == PLAN_NO_SLOT)
            continue;
        p->slots[id] = p->slot_count - 1 - p->slots[id];
        p->owners[p->slots[id]] = id; // descendants are visited later
        if (p->can_be_live[item] && plan_can_rest(p, item))
            p->rests[rest++] = id;
    }
}

// Return the slot that implies this one's node: that of its first child.
static uint32_t plan_slot_child(const plan *p, uint32_t slot)
{
    uint32_t id = p->owners[slot], item = p->shape->nodes[id];
    bool has_child = id + 1 < p->shape->specification->node_count &&
                     p->shape->nodes[id + 1] < item_end(p->shape->items[item]);
    if (!plan_can_rest(p, item))
        return slot;
    return has_child ? p->slots[id + 1] : PLAN_NO_SLOT;
}

// Link a slot; all later slots are already linked.
static void plan_link_slot(plan *p, uint32_t slot)
{
    p->slot_items[slot] = p->shape->nodes[p->owners[slot]];
    p->slot_below[slot] = plan_slot_child(p, slot);
    uint32_t item = p->slot_items[slot], end = item_end(p->shape->items[item]);
    uint32_t parent = slot, behind = slot + 1;
    for (; item != SHAPE_NONE && parent == slot; item = p->parents[item])
        parent = p->slots[p->node_ids[item]];
    while (behind < p->slot_count && p->shape->nodes[p->owners[behind]] < end)
        behind = p->slot_ends[behind];
    p->slot_parents[slot] = parent == slot ? PLAN_NO_SLOT : parent;
    p->slot_ends[slot] = behind;
}

static void plan_add_keys(plan *p)
{
    for (uint32_t i = 0; i < p->shape->key_count; i++) {
        const image_key *key = &p->shape->keys[i];
        bool is_list = key_is_list(key);
        if (key->shared)
            continue;
        if (is_list)
            p->lists.keys[p->lists.count++] = key;
        for (uint32_t k = is_list; key_is_float(key->type) && k < columns_width(key); k++)
            p->is_float[key->column + k] = 1;
    }
}

plan *plan_create(const gestalt_shape *shape, const gestalt_allocator *allocator)
{
    size_t items = shape->specification->item_count;
    uint32_t columns = shape->specification->number_columns;
    uint32_t statuses = shape->specification->persistent_statuses;
    uint32_t nodes = shape->specification->node_count;
    plan *p, parts = {.shape = shape};
    carving from = {0};
    do {
        CARVE(&from, p, 1);
        CARVE(&from, parts.node_ids, items);
        CARVE(&from, parts.parents, items);
        CARVE(&from, parts.deferred, items);
        CARVE(&from, parts.deferred_items, items);
        CARVE(&from, parts.launch_slots, items);
        CARVE(&from, parts.launch_words, items);
        CARVE(&from, parts.once_items, statuses);
        CARVE(&from, parts.slots, nodes);
        CARVE(&from, parts.rests, nodes);
        CARVE(&from, parts.owners, nodes);
        CARVE(&from, parts.slot_parents, nodes);
        CARVE(&from, parts.slot_ends, nodes);
        CARVE(&from, parts.slot_items, nodes);
        CARVE(&from, parts.slot_below, nodes);
        CARVE(&from, parts.lists.keys, shape->key_count);
        CARVE(&from, parts.is_float, columns);
        CARVE(&from, parts.is_passive, items);
        CARVE(&from, parts.can_be_live, items);
    } while (carve_again(&from, allocator));
    if (!p)
        return NULL;
    parts.size = from.size;
    *p = parts;
    plan_add_keys(p);
    p->parents[0] = SHAPE_NONE;
    p->can_be_live[0] = (item_flags(shape->items[0]) & ITEM_CAN_RUN) != 0;
    for (uint32_t id = 0; id < shape->specification->node_count; id++)
        plan_add_node(p, id);
    if (p->deferred_count > 0 && !plan_share_launches(p, allocator)) {
        plan_destroy(p, allocator);
        return NULL;
    }
    for (uint32_t id = shape->specification->node_count; id-- > 0;)
        plan_add_slot(p, id);
    plan_number_slots(p);
    for (uint32_t slot = p->slot_count; slot-- > 0;)
        plan_link_slot(p, slot);
    return p;
}

void plan_destroy(plan *p, const gestalt_allocator *allocator)
{
    if (p)
        memory_release(allocator, p, p->size);
}

uint64_t plan_identity(const plan *p)
{
    uint64_t parts[] = {
        p->slot_count,
        hash_bytes(p->slots, p->shape->specification->node_count * sizeof *p->slots),
        hash_bytes(p->owners, p->slot_count * sizeof *p->owners),
        hash_bytes(p->slot_ends, p->slot_count * sizeof *p->slot_ends),
    };
    return hash_bytes(parts, sizeof parts);
}
