// SPDX-License-Identifier: MIT
// Scenes of every part of worlds, and of every pair of parts, made from the input (made_scenes.h).
// While they run, agents are born and die, snapshots are saved and loaded, and trees are edited.
// Two worlds with different lanes, threads and instruction sets must stay equal, bit for bit.
//
// The first two bytes of the input choose the kinds of groups, and the third the snapshots and
// edits. If the environment variable FUZZ_SHOW is set, the scenes are printed.
#include "accepted.h"
#include "made_scenes.h"
#include "two_worlds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 24, EDITIONS = 2 };

static uint64_t steps_done, pairs_seen[MADE_KINDS][MADE_KINDS];

static void parts_tell(void)
{
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < MADE_KINDS; i++)
        for (uint32_t k = 0; k < MADE_KINDS; k++)
            pairs += pairs_seen[i][k] > 0;
    printf("%llu steps, %u of %u pairs of kinds\n", (unsigned long long)steps_done, pairs,
           (unsigned)MADE_KINDS * MADE_KINDS);
}

// Load a snapshot into the worlds or edit them before a step, as the input chooses.
static void parts_intervene(two_worlds *w, gestalt_scene *const scenes[EDITIONS], uint8_t what,
                            uint32_t step)
{
    if (step % (2 + what % 5) == 1)
        two_worlds_resume(w);
    if ((what & 0x80) && scenes[1] && step % (4 + what / 8 % 8) == 3)
        two_worlds_edit(w, scenes[(step / 4 + 1) % EDITIONS]);
}

static bool parts_run(gestalt_scene *const scenes[EDITIONS], uint8_t what, bool has_threads)
{
    if (!scenes[0])
        return false;
    two_worlds w = two_worlds_make(scenes[0], has_threads);
    if (!w.one)
        return false;
    for (uint32_t step = 0; step < STEPS; step++) {
        parts_intervene(&w, scenes, what, step);
        two_worlds_step(&w);
        if (step % 8 == 7)
            two_worlds_look(&w, step + 1);
    }
    steps_done += STEPS;
    two_worlds_destroy(&w);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[MADE_SCENE_SIZE];
    static bool has_begun;
    gestalt_scene *scenes[EDITIONS];
    made_dice d = made_dice_of(data, size);
    if (!has_begun)
        atexit(parts_tell);
    has_begun = true;
    for (unsigned i = 0; i < EDITIONS; i++) {
        made_scene(d, i, text);
        if (getenv("FUZZ_SHOW"))
            puts(text);
        scenes[i] = two_worlds_read(text, strlen(text));
    }
    uint8_t what = size > 2 ? data[2] : 0;
    bool is_good = parts_run(scenes, what, what % 8 == 0);
    if (is_good && size > 1)
        pairs_seen[data[0] % MADE_KINDS][data[1] % MADE_KINDS]++;
    for (unsigned i = 0; i < EDITIONS; i++)
        gestalt_scene_destroy(scenes[i]);
    accepted(is_good);
    return 0;
}
