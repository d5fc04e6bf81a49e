// SPDX-License-Identifier: MIT
// The leaves of W1H as a plugin, and what python_leaves.py needs besides in C: the world of W1H,
// which moves between ticks, and ticks without Python.
#include "workload.h"

#define LEAVES     python_plugin_leaves
#define LEAVES_SET "python"
#include "leaves_body.h"

#include <gestalt/gestalt.h>
#include <gestalt/plugin.h>
#include <time.h>

static const gestalt_parameter all_keys[KEY_END] = {
    [KEY_HEALTH] = {"health", GESTALT_FLOAT, false, false},
    [KEY_DIST] = {"dist", GESTALT_FLOAT, false, false},
    [KEY_FATIGUE] = {"fatigue", GESTALT_FLOAT, false, false},
    [KEY_TIMER] = {"timer", GESTALT_INT, false, false},
    [KEY_CUR] = {"cur", GESTALT_INT, false, false},
    [KEY_DONE] = {"done", GESTALT_INT, false, false},
    [KEY_WORK] = {"work", GESTALT_INT, false, false},
    [KEY_ABORTS] = {"aborts", GESTALT_INT, false, false},
    [KEY_KEY] = {"key", GESTALT_INT, false, false},
    [KEY_VISIBLE] = {"visible", GESTALT_BOOL, false, false},
};

static gestalt_result add(gestalt_host *host, gestalt_error *error)
{
    for (int i = 0; i < LEAF_ROWS; i++) {
        const leaf_row *row = &LEAVES.rows[i];
        gestalt_parameter keys[LEAF_KEYS];
        gestalt_function f = {
            .name = row->name, .kind = row->kind, .batch = row->function, .keys = keys};
        for (; row->keys[f.key_count]; f.key_count++)
            keys[f.key_count] = all_keys[row->keys[f.key_count]];
        gestalt_result result = gestalt_host_add(host, &f, error);
        if (result != GESTALT_OK)
            return result;
    }
    return GESTALT_OK;
}

const gestalt_plugin *gestalt_plugin_entry(void)
{
    static const gestalt_plugin plugin = {.abi = GESTALT_PLUGIN_ABI, .add = add};
    return &plugin;
}

// ---- the world

enum { HEALTH, DIST, FATIGUE, KEY_OF, VISIBLE, COLUMNS };

static bool open_block(gestalt_population *p, uint64_t index, gestalt_column columns[COLUMNS],
                       gestalt_block *block)
{
    static const char *const names[COLUMNS] = {"health", "dist", "fatigue", "key", "visible"};
    if (!gestalt_population_block(p, 0, index, block))
        return false;
    for (int i = 0; i < COLUMNS; i++) {
        gestalt_key key;
        gestalt_population_key(p, 0, names[i], &key);
        columns[i] = gestalt_population_column(p, 0, index, key);
    }
    return true;
}

// Give the agents their first values. `rngs` has room for a number of each agent.
void python_plugin_start(gestalt_population *p, uint32_t *rngs)
{
    gestalt_column c[COLUMNS];
    gestalt_block block;
    for (uint64_t index = 0; open_block(p, index, c, &block); index++) {
        uint64_t visible = 0;
        for (GESTALT_LANES_EACH(lane, block.lanes)) {
            agent a = workload_start(block.first_agent + lane);
            rngs[block.first_agent + lane] = a.rng;
            c[HEALTH].floats[lane] = a.health;
            c[DIST].floats[lane] = a.dist;
            c[FATIGUE].floats[lane] = a.fatigue;
            c[KEY_OF].ints[lane] = a.key;
            visible |= (uint64_t)a.visible << lane;
        }
        gestalt_lanes_set_bool(c[VISIBLE].bools, block.lanes, visible);
    }
}

// Move the world, as before each tick of W1H.
void python_plugin_move(gestalt_population *p, uint32_t *rngs)
{
    gestalt_column c[COLUMNS];
    gestalt_block block;
    for (uint64_t index = 0; open_block(p, index, c, &block); index++) {
        uint64_t visible = *c[VISIBLE].bools;
        for (GESTALT_LANES_EACH(lane, block.lanes)) {
            uint64_t bit = UINT64_C(1) << lane;
            bool sees = visible & bit;
            workload_move_values(&rngs[block.first_agent + lane], &c[HEALTH].floats[lane],
                                 &c[DIST].floats[lane], &c[FATIGUE].floats[lane], &sees,
                                 &c[KEY_OF].ints[lane]);
            visible = sees ? visible | bit : visible & ~bit;
        }
        *c[VISIBLE].bools = visible;
    }
}

// Tick without Python. Returns the seconds of the processor that it took, or a negative number if
// it failed.
double python_plugin_tick(gestalt_population *p, int64_t now)
{
    struct timespec begin, end;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    gestalt_result result = gestalt_population_tick(p, now, NULL);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    double seconds =
        (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    return result == GESTALT_OK ? seconds : -1;
}
