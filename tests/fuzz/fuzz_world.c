// SPDX-License-Identifier: MIT
// Damaged snapshots of worlds, one of each kind. Each is refused and changes nothing; or the loaded
// world is the same with other options, and after it is saved, loaded and run. All of its later
// states can be saved and loaded. The first byte of the input chooses a snapshot; the rest
// describes the damage (damage.h). Hashes are repaired; otherwise nearly all snapshots would be
// refused for their hash.
//
// Scenes are read from examples/scenes, relative to the working folder.
#include "accepted.h"
#include "damage.h"
#include "running.h"
#include "small_scenes.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BASES = 18, STEPS = 6 };

// Number of steps after which the snapshot of a scene is saved.
static const struct {
    int scene;
    uint64_t steps;
} taken[BASES] = {
    {SMALL_FLOCK, 3},      {SMALL_SPACE, 3},     {SMALL_ROADS, 0},      {SMALL_ROADS, 90},
    {SMALL_ROADS, 300},    {SMALL_FORCES, 40},   {SMALL_AIRPORT, 0},    {SMALL_AIRPORT, 200},
    {SMALL_AIRPORT, 500},  {SMALL_AIRPORT, 900}, {SMALL_AIRPORT, 1400}, {SMALL_AIRPORT, 3000},
    {SMALL_AIRPORT, 4200}, {SMALL_CROWD, 0},     {SMALL_CROWD, 100},    {SMALL_CROWD, 180},
    {SMALL_LIFE, 1},       {SMALL_LIFE, 12},
};

// Worlds of a scene into which one snapshot after the other is loaded.
static running ones[SMALL_SCENES], others[SMALL_SCENES];
static byte_buffer bases[BASES];

static byte_buffer saved(const running *r)
{
    byte_buffer bytes = {0};
    if (r->is->snapshots.save_to(r->world, buffer_writer(&bytes), NULL) != GESTALT_OK)
        abort();
    return bytes;
}

static void start(void)
{
    if (bases[0].bytes)
        return;
    running_folder = "../../examples/scenes";
    for (int i = 0; i < BASES; i++) {
        int which = taken[i].scene;
        running *one = &ones[which];
        if (!one->world) {
            char *text = small_scene(which);
            *one = running_of_text(text, &(world_options){.lanes = 64});
            others[which] = running_of_text(text, &(world_options){.lanes = 3, .kernels = "plain"});
            free(text);
        }
        running_go_on(one, taken[i].steps - one->is->steps(one->world));
        bases[i] = saved(one);
    }
}

static bool is_taken(const running *from, const running *to)
{
    byte_buffer bytes = saved(from);
    gestalt_result result = to->is->snapshots.load_memory(to->world, bytes.bytes, bytes.size, NULL);
    free(bytes.bytes);
    return result == GESTALT_OK;
}

// Run both worlds. Numbers may be too large for some agents to move: the same agents in both
// worlds.
static void go_on(const running *one, const running *other)
{
    for (int i = 0; i < STEPS; i++) {
        gestalt_error error = {0}, of_other = {0};
        gestalt_result result = one->is->step(one->world, &error);
        if (other->is->step(other->world, &of_other) != result ||
            strcmp(error.message, of_other.message) != 0 ||
            (result != GESTALT_OK && result != GESTALT_REJECTED))
            abort();
    }
}

static void use(const running *one, const running *other)
{
    if (!is_taken(one, other) || running_hash(one) != running_hash(other))
        abort();
    go_on(one, other);
    running_outcome(one);
    if (running_hash(one) != running_hash(other) || !is_taken(one, other) ||
        running_hash(one) != running_hash(other))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    start();
    if (size == 0)
        return 0;
    int base = data[0] % BASES;
    const running *one = &ones[taken[base].scene];
    byte_buffer b = damaged(&bases[base], data + 1, size - 1, resize_snapshot_chunk);
    repair_snapshot(b.bytes, b.size);
    gestalt_error error = {0};
    uint64_t before = running_hash(one);
    gestalt_result result = one->is->snapshots.load_memory(one->world, b.bytes, b.size, &error);
    free(b.bytes);
    accepted(result == GESTALT_OK);
    if (result == GESTALT_OK)
        use(one, &others[taken[base].scene]);
    else if (result != GESTALT_BAD_FILE || !error.message[0] || running_hash(one) != before)
        abort();
    return 0;
}
