// SPDX-License-Identifier: MIT
#include "recorded.h"

#include <gestalt/calls.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS_MAX = 16 };

uint64_t recorded_nodes, recorded_frames;

struct recorded {
    gestalt_population *population;
    gestalt_tree_recorder *recorder;
    gestalt_tree_recording *recording;
    unsigned char *bytes;
    size_t size, read;
    uint32_t every;
    char keys[KEYS_MAX][256];
    const char *names[KEYS_MAX];
    uint32_t key_count;
    bool has_begun; // the first frame was read
    char *difference;
};

static bool recorded_differs(recorded *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool recorded_differs(recorded *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->difference, RECORDED_TEXT_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

// ---- bytes

static bool recorded_write(void *user, const char *text, size_t size)
{
    recorded *r = user;
    r->bytes = realloc(r->bytes, r->size + size);
    if (!r->bytes)
        abort();
    memcpy(r->bytes + r->size, text, size);
    r->size += size;
    return true;
}

static gestalt_result recorded_read(void *user, void *bytes, size_t size, size_t *count,
                                    gestalt_error *error)
{
    (void)error;
    recorded *r = user;
    *count = r->size - r->read < size ? r->size - r->read : size;
    memcpy(bytes, r->bytes + r->read, *count);
    r->read += *count;
    return GESTALT_OK;
}

// Choose all keys. Vectors are represented by a component, and lists by their number of elements.
static void choose_all_keys(recorded *r)
{
    const gestalt_shape *shape = gestalt_population_shape(r->population, 0);
    for (uint32_t i = 0; i < gestalt_shape_key_count(shape) && r->key_count < KEYS_MAX; i++) {
        gestalt_shape_key key = gestalt_shape_key_at(shape, i);
        if (key.shared)
            continue;
        snprintf(r->keys[r->key_count], sizeof r->keys[0], "%s%s", key.name,
                 key.type > GESTALT_FLOAT && key.capacity == 0 ? ".y" : "");
        r->names[r->key_count] = r->keys[r->key_count];
        r->key_count++;
    }
}

recorded *recorded_start(gestalt_population *population, uint32_t every)
{
    recorded *r = calloc(1, sizeof *r);
    if (!r)
        abort();
    r->population = population;
    r->every = every;
    choose_all_keys(r);
    gestalt_tree_recorder_options options = {.population = population,
                                             .sink = {recorded_write, r},
                                             .every = every,
                                             .keys = r->names,
                                             .key_count = r->key_count};
    if (gestalt_tree_recorder_create(&options, &r->recorder, NULL) != GESTALT_OK ||
        gestalt_tree_recording_open_source((gestalt_record_source){recorded_read, r}, NULL,
                                           &r->recording, NULL) != GESTALT_OK)
        abort();
    return r;
}

void recorded_stop(recorded *r)
{
    if (!r)
        return;
    gestalt_tree_recorder_destroy(r->recorder);
    gestalt_tree_recording_close(r->recording);
    free(r->bytes);
    free(r);
}

// ---- comparing

static bool compare_nodes(recorded *r, uint64_t agent, const gestalt_tree_group *group,
                          const gestalt_tree_block *block, uint32_t lane)
{
    size_t count, found = 0;
    uint32_t *nodes = malloc((group->node_count + 1) * sizeof *nodes);
    bool good = nodes && gestalt_actor_live_nodes(r->population, agent, nodes, group->node_count,
                                                  &count, NULL) == GESTALT_OK;
    for (uint32_t i = 0; good && i < group->node_count; i++) {
        uint32_t mask = group->nodes[i].mask;
        if (mask == GESTALT_NO_NODE || !(block->masks[mask] >> lane & 1))
            continue;
        good = found < count && nodes[found] == i;
        found++;
    }
    recorded_nodes += found;
    free(nodes);
    return (good && found == count) ||
           recorded_differs(r, "recording: other nodes are live in agent %d", (int)agent);
}

static bool compare_answer(recorded *r, uint64_t agent, const gestalt_tree_block *block,
                           uint32_t lane)
{
    gestalt_status status = gestalt_population_status(r->population, agent);
    bool is_running = block->masks[GESTALT_MASK_RUNNING] >> lane & 1;
    bool has_succeeded = block->masks[GESTALT_MASK_SUCCEEDED] >> lane & 1;
    gestalt_status found = is_running      ? GESTALT_RUNNING
                           : has_succeeded ? GESTALT_SUCCESS
                                           : GESTALT_FAILURE;
    return found == status ||
           recorded_differs(r, "recording: the root of agent %d has answered otherwise",
                            (int)agent);
}

// Read a value, or the number of elements of a list.
static bool read_key(const recorded *r, uint64_t agent, const char *name, gestalt_value *value)
{
    gestalt_key key;
    size_t count = 0;
    if (!gestalt_population_key(r->population, 0, name, &key))
        return false;
    if (key.capacity == 0)
        return gestalt_population_read(r->population, agent, name, value, NULL) == GESTALT_OK;
    gestalt_population_read_list(r->population, agent, name, NULL, 0, &count, NULL);
    *value = (gestalt_value){.type = GESTALT_INT, .integer = (int32_t)count};
    return true;
}

static bool compare_value(recorded *r, uint64_t agent, const gestalt_tree_key *key,
                          const gestalt_tree_block *block, uint32_t lane)
{
    gestalt_value value = {0};
    uint32_t bits;
    if (!read_key(r, agent, key->name, &value))
        return recorded_differs(r, "recording: there is no key %s", key->name);
    if (key->type == GESTALT_BOOL)
        return (block->masks[key->index] >> lane & 1) == value.boolean ||
               recorded_differs(r, "recording: %s of agent %d", key->name, (int)agent);
    memcpy(&bits, &value.integer, sizeof bits);
    return block->columns[key->index * 64 + lane] == bits ||
           recorded_differs(r, "recording: %s of agent %d", key->name, (int)agent);
}

static bool compare_agent(recorded *r, uint64_t agent)
{
    uint32_t number, lane;
    uint64_t index;
    gestalt_tree_group group;
    gestalt_tree_block block;
    if (!gestalt_tree_recording_find(r->recording, agent, &number, &index, &lane) ||
        !gestalt_tree_recording_group(r->recording, number, &group) ||
        !gestalt_tree_recording_block(r->recording, number, index, &block) ||
        block.agents[lane] != agent)
        return recorded_differs(r, "recording: agent %d is not there", (int)agent);
    bool good =
        compare_nodes(r, agent, &group, &block, lane) && compare_answer(r, agent, &block, lane);
    for (uint32_t i = 0; good && i < group.key_count; i++)
        good = compare_value(r, agent, &group.keys[i], &block, lane);
    return good;
}

// Compare the counts of the last tick, if every tick has a frame. The counts in the first frame
// cover all ticks before it.
static bool compare_recorded_counts(recorded *r)
{
    gestalt_tree_group group;
    gestalt_tree_recording_group(r->recording, 0, &group);
    gestalt_node_counts *last = calloc(group.node_count, sizeof *last);
    bool is_counted = gestalt_population_node_counts(r->population, 0, false, last,
                                                     group.node_count, NULL) == GESTALT_OK;
    bool good = is_counted == (group.counts != NULL);
    if (good && is_counted && r->every == 1 && r->has_begun)
        good = memcmp(last, group.counts, group.node_count * sizeof *last) == 0;
    free(last);
    return good || recorded_differs(r, "recording: other counts");
}

static bool compare_frame(recorded *r, const gestalt_tree_frame *frame)
{
    recorded_frames++;
    if (frame->agents != gestalt_population_count(r->population) ||
        frame->tick != gestalt_population_ticks(r->population))
        return recorded_differs(r, "recording: %d agents in tick %d", (int)frame->agents,
                                (int)frame->tick);
    bool good = compare_recorded_counts(r);
    for (uint64_t agent = gestalt_population_next(r->population, 0); good && agent != UINT64_MAX;
         agent = gestalt_population_next(r->population, agent + 1))
        good = compare_agent(r, agent);
    return good;
}

bool recorded_agrees(recorded *r, char difference[RECORDED_TEXT_SIZE])
{
    gestalt_error error = {0};
    gestalt_tree_next next;
    gestalt_tree_frame frame = {0}, last = {0};
    bool has_frame = false;
    r->difference = difference;
    if (gestalt_tree_recorder_tick(r->recorder, &error) != GESTALT_OK)
        return recorded_differs(r, "recording: %s", error.message);
    do {
        if (gestalt_tree_recording_next(r->recording, &next, &frame, &error) != GESTALT_OK)
            return recorded_differs(r, "recording: at %d: %s", (int)error.offset, error.message);
        if (next == GESTALT_TREE_HAS_FRAME) {
            last = frame;
            has_frame = frame.tick == gestalt_population_ticks(r->population);
        }
    } while (next != GESTALT_TREE_CUT);
    if (has_frame != (gestalt_population_ticks(r->population) % r->every == 0))
        return recorded_differs(r, "recording: there is a frame, or there is none");
    bool good = !has_frame || compare_frame(r, &last);
    r->has_begun = true;
    return good;
}
