// SPDX-License-Identifier: MIT
// Writing the tree of a group as a chunk: nodes, and the keys to record.
#include "tree_source.h"
#include "tree_writer.h"

#include <gestalt/calls.h>
#include <stdio.h>

static uint64_t hash_of_shape(const gestalt_shape *shape)
{
    uint64_t hash = 0;
    size_t size;
    const char *image = gestalt_shape_image(shape, &size);
    if (image && size >= 2 * sizeof hash)
        // the hash follows the magic: docs/shape-format.md
        memcpy(&hash, image + sizeof hash, sizeof hash);
    return hash;
}

static uint32_t nodes_of(const gestalt_shape *shape)
{
    return gestalt_shape_specification(shape)->node_count;
}

bool tree_source_has_changed(tree_source *s, const gestalt_allocator *a, bool *is_well)
{
    const gestalt_shape *shape = gestalt_population_shape(s->population, s->group);
    uint32_t nodes = nodes_of(shape);
    *is_well = ARRAY_RESERVE(a, s->now_masks, s->now_room, nodes);
    if (!*is_well || nodes != s->node_count)
        return true;
    uint32_t masks = gestalt_population_masks(s->population, s->group, s->now_masks, nodes);
    return masks != s->engine_masks || hash_of_shape(shape) != s->shape_hash ||
           memcmp(s->now_masks, s->node_masks, nodes * sizeof *s->now_masks) != 0;
}

// ---- keys

// Return the size of a name without its component: "home" in "home.x".
static size_t size_of_base(const char *name)
{
    const char *dot = strchr(name, '.');
    return dot ? (size_t)(dot - name) : strlen(name);
}

// Return the index of a key in a shape, or the shape's key count if it does not exist.
static uint32_t find_key(const gestalt_shape *shape, const char *name)
{
    uint32_t count = gestalt_shape_key_count(shape);
    for (uint32_t i = 0; i < count; i++) {
        const char *key = gestalt_shape_key_at(shape, i).name;
        if (strlen(key) == size_of_base(name) && strncmp(key, name, size_of_base(name)) == 0)
            return i;
    }
    return count;
}

bool tree_source_key_name(const tree_source *s, uint32_t index, char name[TREE_NAME_MAX + 1])
{
    const char part[] = {'.', s->component[index], '\0'};
    int size = snprintf(name, TREE_NAME_MAX + 1, "%s%s", s->names[s->from[index]],
                        s->component[index] ? part : "");
    return size <= TREE_NAME_MAX;
}

// Add a key or a component of it, if the group has the key.
static void choose_key(tree_source *s, uint32_t from, char component)
{
    char name[TREE_NAME_MAX + 1];
    uint32_t i = s->key_count;
    gestalt_key *key = &s->keys[i];
    if (i == TREE_KEYS_MAX)
        return;
    s->from[i] = from;
    s->component[i] = component;
    if (!tree_source_key_name(s, i, name) ||
        !gestalt_population_key(s->population, s->group, name, key))
        return;
    if (key->capacity > 0)
        key->type = GESTALT_INT;
    if (key->type > GESTALT_FLOAT)
        return;
    s->key_count++;
    if (key->shared)
        return;
    if (key->type == GESTALT_BOOL)
        s->state.mask_count++;
    else
        s->state.column_count++;
}

// Choose the keys that the group has. Bools become masks after those of the population. A whole
// vector is recorded as its components, and a list as its number of elements.
static void choose_keys(tree_source *s, const gestalt_tree_recorder_options *o)
{
    gestalt_key key;
    s->names = o->keys;
    s->key_count = 0;
    s->state.mask_count = s->engine_masks;
    s->state.column_count = 0;
    for (uint32_t i = 0; i < o->key_count; i++) {
        bool is_vector = gestalt_population_key(s->population, s->group, o->keys[i], &key) &&
                         key.type > GESTALT_FLOAT && key.capacity == 0;
        const char *components = !is_vector ? "" : key.type == GESTALT_VEC2 ? "xy" : "xyz";
        if (!is_vector)
            choose_key(s, i, 0);
        for (; *components; components++)
            choose_key(s, i, *components);
    }
}

static void add_key(const tree_source *s, uint32_t index, chunk_bytes *to)
{
    char name[TREE_NAME_MAX + 1];
    const gestalt_shape *shape = gestalt_population_shape(s->population, s->group);
    const gestalt_key *key = &s->keys[index];
    tree_source_key_name(s, index, name);
    uint32_t number = find_key(shape, name);
    bool can_be_enum = key->type == GESTALT_INT && key->capacity == 0;
    uint32_t words = can_be_enum ? gestalt_shape_key_word_count(shape, number) : 0;
    tree_writer_key(to, name, key->type, key->shared, words);
    for (uint32_t i = 0; i < words; i++)
        tree_writer_word(to, gestalt_shape_key_word(shape, number, (int32_t)i));
}

static void add_keys(const tree_source *s, bool shared, chunk_bytes *to)
{
    for (uint32_t i = 0; i < s->key_count; i++)
        if (s->keys[i].shared == shared)
            add_key(s, i, to);
}

// ---- nodes

static bool add_node(const tree_source *s, const gestalt_shape *shape, const gestalt_node *nodes,
                     uint32_t i, chunk_bytes *to)
{
    char label[TREE_LABEL_MAX] = "";
    if (!gestalt_shape_label(shape, i, label, sizeof label))
        return false;
    const char *name = nodes[i].name ? nodes[i].name : "";
    gestalt_tree_node node = {nodes[i].type, name, label, nodes[i].parent, s->node_masks[i]};
    tree_writer_node(to, &node);
    return true;
}

static bool add_nodes(const tree_source *s, const gestalt_shape *shape, chunk_bytes *to)
{
    gestalt_node *nodes = memory_new(&to->allocator, s->node_count * sizeof *nodes);
    bool is_well = nodes;
    if (nodes)
        gestalt_shape_nodes(shape, nodes, s->node_count);
    for (uint32_t i = 0; is_well && i < s->node_count; i++)
        is_well = add_node(s, shape, nodes, i, to);
    memory_release(&to->allocator, nodes, s->node_count * sizeof *nodes);
    return is_well;
}

// Start to count from now on. After an edit, the tick since the edit is included.
static void start_counts(tree_source *s, bool is_edit)
{
    gestalt_node_counts *all = s->last, *last = all + s->node_count;
    size_t size = s->node_count * sizeof *all;
    memset(all, 0, 2 * size);
    if (gestalt_population_node_counts(s->population, s->group, true, all, s->node_count, NULL) !=
            GESTALT_OK ||
        !is_edit)
        return;
    gestalt_population_node_counts(s->population, s->group, false, last, s->node_count, NULL);
    for (uint32_t i = 0; i < s->node_count; i++) {
        all[i].succeeded -= last[i].succeeded;
        all[i].failed -= last[i].failed;
        all[i].running -= last[i].running;
        all[i].abandoned -= last[i].abandoned;
    }
}

// Allocate room for the group's current tree, and store the positions of its masks.
static bool source_start(tree_source *s, const gestalt_tree_recorder_options *o,
                         const gestalt_allocator *a)
{
    const gestalt_shape *shape = gestalt_population_shape(s->population, s->group);
    uint32_t nodes = nodes_of(shape);
    if (!ARRAY_RESERVE(a, s->node_masks, s->node_room, nodes) ||
        !ARRAY_RESERVE(a, s->now_masks, s->now_room, nodes) ||
        !ARRAY_RESERVE(a, s->last, s->counts_room, 3 * (size_t)nodes))
        return false;
    bool is_edit = s->node_count > 0;
    tree_state_release(&s->state, a);
    s->node_count = nodes;
    s->shape_hash = hash_of_shape(shape);
    s->engine_masks = gestalt_population_masks(s->population, s->group, s->node_masks, nodes);
    s->needs_key = true;
    choose_keys(s, o);
    start_counts(s, is_edit);
    return true;
}

static bool source_describe(tree_source *s, const gestalt_tree_recorder_options *o, chunk_bytes *to)
{
    const gestalt_shape *shape = gestalt_population_shape(s->population, s->group);
    if (!source_start(s, o, &to->allocator))
        return false;
    const char *tree = gestalt_shape_name(shape);
    tree_entry entry = {.group = s->group,
                        .node_count = s->node_count,
                        .mask_count = s->engine_masks,
                        .key_count = s->key_count,
                        .name_size = (uint32_t)strlen(s->name),
                        .tree_size = tree ? (uint32_t)strlen(tree) : 0};
    chunk_bytes_add(to, &entry, sizeof entry);
    chunk_bytes_add(to, s->name, entry.name_size);
    chunk_bytes_add(to, tree, entry.tree_size);
    if (!add_nodes(s, shape, to))
        return false;
    add_keys(s, false, to);
    add_keys(s, true, to);
    return !to->has_failed;
}

bool tree_source_describe(tree_source *s, const gestalt_tree_recorder_options *o, chunk_bytes *to)
{
    bool is_well = source_describe(s, o, to);
    if (!is_well)
        s->node_count = 0; // so that the tree still counts as changed
    return is_well;
}

void tree_source_follow(tree_source *s, gestalt_population *population)
{
    s->population = population;
    s->needs_key = true;
    if (s->node_count == 0)
        return;
    memset(s->last, 0, s->node_count * sizeof *s->last);
    if (nodes_of(gestalt_population_shape(population, s->group)) == s->node_count)
        gestalt_population_node_counts(population, s->group, true, s->last, s->node_count, NULL);
}

void tree_source_release(tree_source *s, const gestalt_allocator *a)
{
    ARRAY_RELEASE(a, s->node_masks, s->node_room);
    ARRAY_RELEASE(a, s->now_masks, s->now_room);
    ARRAY_RELEASE(a, s->last, s->counts_room);
    tree_runs_release(&s->runs, a);
    tree_state_release(&s->state, a);
}
