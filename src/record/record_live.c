// SPDX-License-Identifier: MIT
#include "record_live.h"

#include "error.h"
#include "memory.h"
#include "show.h"
#include "snapshot_format.h"
#include "utf8.h"

#include <gestalt/actor.h>

// ---- labels

enum { LABEL_SIZE = 72 };

typedef struct label {
    char text[LABEL_SIZE];
    size_t size;
} label;

// Takes what fits.
static bool label_write(void *user, const char *text, size_t size)
{
    label *l = user;
    size_t part = size < LABEL_SIZE - l->size ? size : LABEL_SIZE - l->size;
    memcpy(l->text + l->size, text, part);
    l->size += part;
    return true;
}

static const char *label_of(arena *a, const gestalt_shape *shape, uint32_t node)
{
    const char *name = shape->names ? shape_string(shape, shape->names[node].name) : NULL;
    if (name)
        return arena_copy_text(a, name, strlen(name));
    label l = {.size = 0};
    text_out out;
    text_start(&out, (gestalt_writer){label_write, &l}, false);
    show_title(&out, shape, node);
    show_attributes(&out, shape, node);
    if (!text_finish(&out))
        longjmp(a->escape, 1);
    return arena_copy_text(a, l.text, utf8_valid_prefix(l.text, l.size));
}

const char *const *record_labels(arena *a, const gestalt_shape *shape)
{
    uint32_t count = gestalt_shape_specification(shape)->node_count;
    const char **labels = ARENA_ARRAY(a, const char *, count);
    for (uint32_t i = 0; i < count; i++)
        labels[i] = label_of(a, shape, i);
    return labels;
}

// ---- live nodes

// An actor begins with the root's answer, the number of live entries, and their items in order:
// docs/snapshots.md.
static uint32_t first_live(const gestalt_shape *shape, const unsigned char *actor)
{
    uint32_t count, item;
    const unsigned char *bytes = actor + sizeof(actor_header) + 1;
    memcpy(&count, bytes, sizeof count);
    if (count == 0)
        return RECORD_NO_NODE;
    memcpy(&item, bytes + sizeof count, sizeof item);
    return shape_node_of_item(shape, item);
}

static size_t actor_room(const gestalt_population *population, uint32_t group_count)
{
    size_t most = 0;
    for (uint32_t i = 0; i < group_count; i++) {
        size_t size = gestalt_actor_size_max(population, i);
        most = size > most ? size : most;
    }
    return most;
}

gestalt_result record_live_nodes(const gestalt_population *population,
                                 const gestalt_shape *const *shapes, uint32_t group_count,
                                 const record_frame *who, const gestalt_allocator *allocator,
                                 uint32_t *nodes, gestalt_error *error)
{
    gestalt_allocator memory = memory_allocator(allocator);
    size_t room = actor_room(population, group_count), size;
    unsigned char *actor = memory_new(&memory, room);
    if (!actor)
        return error_no_memory(error);
    gestalt_result result = GESTALT_OK;
    for (uint64_t i = 0; i < who->count && result == GESTALT_OK; i++) {
        result = gestalt_actor_take(population, who->ids[i], actor, room, &size, error);
        if (result == GESTALT_OK)
            nodes[i] = first_live(shapes[who->groups[i]], actor);
    }
    memory_release(&memory, actor, room);
    return result;
}
