// SPDX-License-Identifier: MIT
#include "tree_seek.h"

#include "error.h"
#include "tree_format.h"

#include <gestalt/calls.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---- nodes

// Return a mask of the names that match a node. Sets `*is_well` to false if memory runs out.
static uint32_t marks_of(const tree_seek *s, const gestalt_shape *shape, const gestalt_node *nodes,
                         uint32_t node, bool *is_well)
{
    char number[16], label[TREE_LABEL_MAX];
    const char *name = nodes[node].name ? nodes[node].name : "";
    uint32_t marks = 0;
    snprintf(number, sizeof number, "%" PRIu32, node);
    *is_well = *is_well && gestalt_shape_label(shape, node, label, sizeof label);
    for (uint32_t i = 0; *is_well && i < s->count; i++)
        if (strcmp(s->names[i], number) == 0 || strcmp(s->names[i], label) == 0 ||
            strcmp(s->names[i], name) == 0)
            marks |= UINT32_C(1) << i;
    return marks;
}

bool seek_renew(tree_seek *s, const gestalt_population *population, uint32_t group)
{
    if (!s->groups)
        return true;
    seek_group *g = &s->groups[group];
    const gestalt_shape *shape = gestalt_population_shape(population, group);
    uint32_t count = gestalt_shape_specification(shape)->node_count;
    gestalt_node *nodes = memory_new(&s->allocator, count * sizeof *nodes);
    bool is_well = nodes && ARRAY_RESERVE(&s->allocator, g->marks, g->room, count);
    g->node_count = is_well ? count : 0;
    if (is_well)
        gestalt_shape_nodes(shape, nodes, count);
    for (uint32_t i = 0; i < g->node_count; i++)
        g->marks[i] = marks_of(s, shape, nodes, i, &is_well);
    memory_release(&s->allocator, nodes, nodes ? count * sizeof *nodes : 0);
    return is_well;
}

static bool is_anywhere(const tree_seek *s, uint32_t number)
{
    for (uint32_t i = 0; i < s->group_count; i++)
        for (uint32_t k = 0; k < s->groups[i].node_count; k++)
            if (s->groups[i].marks[k] >> number & 1)
                return true;
    return false;
}

static bool start_groups(tree_seek *s, const gestalt_population *population)
{
    if (s->groups)
        return true;
    s->group_count = gestalt_population_group_count(population);
    s->groups = memory_new(&s->allocator, s->group_count * sizeof *s->groups);
    if (s->groups)
        memset(s->groups, 0, s->group_count * sizeof *s->groups);
    return s->groups;
}

void seek_drop(tree_seek *s)
{
    char *name = s->names[--s->count];
    s->left &= ~(UINT32_C(1) << s->count);
    memory_release(&s->allocator, name, strlen(name) + 1);
}

gestalt_result seek_add(tree_seek *s, const gestalt_population *population, const char *name,
                        gestalt_error *error)
{
    uint32_t number = s->count;
    char quoted[ERROR_QUOTE_SIZE];
    if (number == SEEK_NODES_MAX)
        return error_set(error, GESTALT_LIMIT, 0, "up to %d nodes can be waited for",
                         SEEK_NODES_MAX);
    char *copy = memory_new(&s->allocator, strlen(name) + 1);
    if (!copy || !start_groups(s, population)) {
        memory_release(&s->allocator, copy, copy ? strlen(name) + 1 : 0);
        return error_no_memory(error);
    }
    s->first[number] = UINT64_MAX;
    s->names[s->count++] = memcpy(copy, name, strlen(name) + 1);
    s->left |= UINT32_C(1) << number;
    bool is_well = *name;
    for (uint32_t i = 0; i < s->group_count && is_well; i++)
        is_well = seek_renew(s, population, i);
    if (is_well && is_anywhere(s, number))
        return GESTALT_OK;
    seek_drop(s);
    return is_well || !*name ? error_set(error, GESTALT_BAD_ARGUMENT, 0,
                                         "no node has the number, name or label \"%s\"",
                                         error_quote(quoted, name, strlen(name)))
                             : error_no_memory(error);
}

void seek_release(tree_seek *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        memory_release(&s->allocator, s->names[i], strlen(s->names[i]) + 1);
    for (uint32_t i = 0; i < s->group_count && s->groups; i++)
        ARRAY_RELEASE(&s->allocator, s->groups[i].marks, s->groups[i].room);
    memory_release(&s->allocator, s->groups, s->groups ? s->group_count * sizeof *s->groups : 0);
    ARRAY_RELEASE(&s->allocator, s->steps, s->steps_room);
    *s = (tree_seek){.allocator = s->allocator};
}

// ---- steps

bool seek_has(const tree_seek *s, uint64_t agent)
{
    for (uint32_t left = s->left; left; left &= left - 1)
        if (s->first[__builtin_ctz(left)] == agent)
            return true;
    return false;
}

bool seek_note(tree_seek *s, const watched_step *step, bool *reached)
{
    const seek_group *g = &s->groups[step->group];
    bool enters = step->kind == GESTALT_TREE_ENTERED;
    bool is_into_root = step->node == 0 && (enters || step->kind == GESTALT_TREE_RESUMED);
    *reached = false;
    if (is_into_root && !s->is_entering)
        s->step_count = 0;
    s->is_entering = is_into_root;
    if (!ARRAY_RESERVE(&s->allocator, s->steps, s->steps_room, s->step_count + 1))
        return false;
    s->steps[s->step_count++] = *step;
    uint32_t found = enters && step->node < g->node_count ? g->marks[step->node] & s->left : 0;
    for (; found; found &= found - 1) {
        uint64_t *first = &s->first[__builtin_ctz(found)];
        *reached = *reached || step->agent < *first;
        *first = step->agent < *first ? step->agent : *first;
    }
    return true;
}
