// SPDX-License-Identifier: MIT
#include "tree_parse.h"

#include "utf8.h"

// The rest of the payload. After an error it is empty.
typedef struct tree_cursor {
    const unsigned char *bytes;
    uint64_t size, used;
    arena *a;
    const char *wrong;
} tree_cursor;

static void cursor_fail(tree_cursor *c, const char *wrong)
{
    if (!c->wrong)
        c->wrong = wrong;
}

static const void *cursor_take(tree_cursor *c, uint64_t size)
{
    if (!c->wrong && size > c->size - c->used)
        cursor_fail(c, "the tree ends too early");
    if (c->wrong)
        return NULL;
    c->used += size;
    return c->bytes + (c->used - size);
}

static void cursor_take_into(tree_cursor *c, void *value, size_t size)
{
    const void *bytes = cursor_take(c, size);
    if (bytes)
        memcpy(value, bytes, size);
}

static const char *cursor_take_text(tree_cursor *c, uint32_t size)
{
    const char *bytes = cursor_take(c, size);
    if (!bytes)
        return "";
    if (size > TREE_NAME_MAX || !utf8_is_plain(bytes, size))
        cursor_fail(c, "a text is too long, not UTF-8 or has control characters");
    return arena_copy_text(c->a, bytes, size);
}

// Return whether `count` entries can follow, so that arrays are never much larger than the payload.
static bool cursor_can_have(tree_cursor *c, uint64_t count, size_t size)
{
    if (!c->wrong && count > (c->size - c->used) / size)
        cursor_fail(c, "the tree is too short for its entries");
    return !c->wrong;
}

// ---- nodes

// Return whether a node's parent is valid. Nodes are in preorder: the parent is the previous node
// or one of that node's ancestors.
static bool is_parent(const gestalt_tree_node *nodes, uint32_t i)
{
    if (i == 0)
        return nodes[0].parent == GESTALT_NO_NODE;
    uint32_t above = i - 1;
    while (above != nodes[i].parent && above != GESTALT_NO_NODE)
        above = nodes[above].parent;
    return above != GESTALT_NO_NODE;
}

// Store the enclosing mask of a node's mask. All nodes that share a mask must have the same
// enclosing mask. A mask whose enclosing node is never live must be empty (tree_take_block).
static void check_mask(tree_cursor *c, tree_parsed *p, const gestalt_tree_node *nodes, uint32_t i)
{
    uint32_t mask = nodes[i].mask, above = i > 0 ? nodes[nodes[i].parent].mask : 0;
    if (mask == GESTALT_NO_NODE)
        return;
    if (mask < GESTALT_MASK_NODES || mask >= p->tree.mask_count)
        cursor_fail(c, "a node's mask does not exist");
    else if (mask != above) {
        if (p->parents[mask] != 0 && p->parents[mask] != above)
            cursor_fail(c, "nodes with different enclosing nodes share a mask");
        else
            p->parents[mask] = above;
    }
}

static void take_nodes(tree_cursor *c, tree_parsed *p)
{
    uint32_t count = p->tree.node_count;
    if (!cursor_can_have(c, count, sizeof(tree_node_entry)))
        return;
    if (count == 0 || p->tree.mask_count < GESTALT_MASK_NODES ||
        p->tree.mask_count - GESTALT_MASK_NODES > count) {
        cursor_fail(c, "a tree has no nodes, or a wrong number of masks");
        return;
    }
    gestalt_tree_node *nodes = ARENA_ARRAY(c->a, gestalt_tree_node, count);
    for (uint32_t i = 0; i < count && !c->wrong; i++) {
        tree_node_entry entry = {0};
        cursor_take_into(c, &entry, sizeof entry);
        nodes[i] = (gestalt_tree_node){.parent = entry.parent, .mask = entry.mask};
        nodes[i].type = cursor_take_text(c, entry.type_size);
        nodes[i].name = cursor_take_text(c, entry.name_size);
        nodes[i].label = cursor_take_text(c, entry.label_size);
        if (entry.zero != 0)
            cursor_fail(c, "a reserved field is not 0");
        if (!is_parent(nodes, i))
            cursor_fail(c, "the nodes are not in preorder");
        if (!c->wrong)
            check_mask(c, p, nodes, i);
    }
    p->tree.nodes = nodes;
}

// ---- keys

static const char *const *take_words(tree_cursor *c, uint32_t count, gestalt_type type)
{
    if (count > TREE_WORDS_MAX || (count > 0 && type != GESTALT_INT))
        cursor_fail(c, "a key has too many words, or words for values that are not ints");
    if (!cursor_can_have(c, count, sizeof(uint32_t)))
        return NULL;
    const char **words = ARENA_ARRAY(c->a, const char *, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = 0;
        cursor_take_into(c, &size, sizeof size);
        words[i] = cursor_take_text(c, size);
    }
    return words;
}

// Read a key. Shared keys go into a separate list.
static void take_key(tree_cursor *c, tree_parsed *p, gestalt_tree_key *keys)
{
    tree_key_entry entry = {0};
    cursor_take_into(c, &entry, sizeof entry);
    bool is_shared = entry.type & TREE_KEY_SHARED;
    gestalt_type type = (gestalt_type)(entry.type & ~TREE_KEY_SHARED);
    if (type > GESTALT_FLOAT) {
        cursor_fail(c, "a key is not a bool, an int or a float");
        return;
    }
    const char *name = cursor_take_text(c, entry.name_size);
    const char *const *words = take_words(c, entry.word_count, type);
    if (is_shared) {
        p->shared[p->shared_count++] =
            (gestalt_tree_shared){name, {.type = type}, words, entry.word_count};
        return;
    }
    uint32_t index = type == GESTALT_BOOL ? p->tree.mask_count++ : p->tree.column_count++;
    keys[p->tree.key_count++] = (gestalt_tree_key){name, type, index, words, entry.word_count};
}

static void take_keys(tree_cursor *c, tree_parsed *p)
{
    uint32_t count = p->tree.key_count;
    p->tree.key_count = 0;
    if (!cursor_can_have(c, count, sizeof(tree_key_entry)))
        return;
    gestalt_tree_key *keys = ARENA_ARRAY(c->a, gestalt_tree_key, count);
    p->shared = ARENA_ARRAY(c->a, gestalt_tree_shared, count);
    for (uint32_t i = 0; i < count && !c->wrong; i++)
        take_key(c, p, keys);
    p->tree.keys = keys;
}

static void check_sizes(tree_cursor *c, const tree_entry *e, const gestalt_limits *limits,
                        bool *is_limit)
{
    if (e->node_count > TREE_NODES_MAX || e->key_count > TREE_KEYS_MAX)
        cursor_fail(c, "the tree has too many nodes or keys");
    *is_limit = !c->wrong && (e->node_count > limits->nodes || e->key_count > limits->keys);
    if (*is_limit)
        cursor_fail(c, "a tree has more nodes or keys than the limit");
}

const char *tree_parse(const unsigned char *bytes, uint64_t size, const gestalt_limits *limits,
                       arena *a, tree_parsed *p, uint64_t *at, bool *is_limit)
{
    tree_cursor c = {.bytes = bytes, .size = size, .a = a};
    tree_entry e = {0};
    cursor_take_into(&c, &e, sizeof e);
    *p = (tree_parsed){
        .group = e.group,
        .tree = {.node_count = e.node_count, .mask_count = e.mask_count, .key_count = e.key_count}};
    p->tree.name = cursor_take_text(&c, e.name_size);
    p->tree.tree = cursor_take_text(&c, e.tree_size);
    check_sizes(&c, &e, limits, is_limit);
    if (cursor_can_have(&c, e.mask_count, 1))
        p->parents = ARENA_ARRAY(a, uint32_t, (uint64_t)e.mask_count + TREE_KEYS_MAX);
    take_nodes(&c, p);
    take_keys(&c, p);
    if (!c.wrong && c.used != size)
        c.wrong = "the tree has bytes after its end";
    *at = c.used;
    return c.wrong;
}
