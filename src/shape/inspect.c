// SPDX-License-Identifier: MIT
// What programs that show agents can query about a shape: its nodes and named persistent values.
#include "image.h"
#include "misuse.h"
#include "nodes.h"
#include "text.h"

#include <gestalt/inspect.h>

static const char *log_text(const gestalt_shape *shape, uint32_t node)
{
    uint64_t head = shape->items[shape->nodes[node]];
    return node_has(item_type_of(head), 's') ? shape_string(shape, item_argument(head)) : NULL;
}

// Return the innermost earlier node whose subtree contains this one.
static uint32_t parent_of(const gestalt_node *nodes, uint32_t node)
{
    uint32_t above = node - 1;
    while (nodes[above].end <= node)
        above = nodes[above].parent;
    return above;
}

uint32_t gestalt_shape_nodes(const gestalt_shape *shape, gestalt_node *nodes, size_t capacity)
{
    if (MISUSE_NULL(shape, "shape", NULL) || MISUSE_NULL(nodes, "nodes", NULL))
        return 0;
    uint32_t count = shape->specification->node_count;
    if (capacity < count) {
        MISUSE(NULL, "the shape has %u node%s, but there is room for fewer", (unsigned)count,
               text_plural(count, "", "s"));
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint64_t head = shape->items[shape->nodes[i]];
        uint32_t parent = i > 0 ? parent_of(nodes, i) : GESTALT_NO_NODE;
        nodes[i] =
            (gestalt_node){.type = node_table[item_type_of(head)].name,
                           .name = shape->names ? shape_string(shape, shape->names[i].name) : NULL,
                           .text = log_text(shape, i),
                           .parent = parent,
                           .depth = i > 0 ? nodes[parent].depth + 1 : 0,
                           .end = shape_node_of_item(shape, item_end(head) - 1) + 1};
    }
    return count;
}

const char *gestalt_shape_log_text(const gestalt_shape *shape, uint32_t node)
{
    if (MISUSE_NULL(shape, "shape", NULL) ||
        MISUSE_BEYOND(node, shape->specification->node_count, "node", NULL))
        return NULL;
    return log_text(shape, node);
}

uint32_t gestalt_shape_persistent_count(const gestalt_shape *shape)
{
    return MISUSE_NULL(shape, "shape", NULL) ? 0 : shape->persistent_count;
}

const char *gestalt_shape_persistent_at(const gestalt_shape *shape, uint32_t index)
{
    if (MISUSE_NULL(shape, "shape", NULL) ||
        MISUSE_BEYOND(index, shape->persistent_count, "persistent status", NULL))
        return NULL;
    return shape_string(shape, shape->persistents[index].name);
}
