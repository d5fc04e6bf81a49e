// SPDX-License-Identifier: MIT
#include "both_recordings.h"

#include "flock.h"

#include <stdlib.h>

static void must(gestalt_result result)
{
    if (result != GESTALT_OK)
        abort();
}

void both_record(unsigned kind, byte_buffer *world, byte_buffer *trees)
{
    flock f;
    tree_life l;
    gestalt_recorder *frames;
    gestalt_tree_recorder *states;
    flock_start(&f, &(flock_options){.count = 9,
                                     .dimension = 2,
                                     .coding = (gestalt_record_coding)(kind % 3),
                                     .comes_and_goes = kind > 2,
                                     .has_lights = kind == 4});
    tree_life_start(&l, kind);
    must(gestalt_recorder_create(&f.description, buffer_writer(world), NULL, &frames, NULL));
    gestalt_tree_recorder_options options =
        tree_life_options(&l, trees ? buffer_writer(trees) : (gestalt_writer){0});
    options.recorder = trees ? NULL : frames;
    must(tree_life_record(&options, kind, &states));
    if (kind >= 2)
        must(gestalt_tree_recorder_watch(states, 5, NULL));
    while (l.ticks < BOTH_TICKS) {
        gestalt_record_frame frame = flock_frame(&f);
        must(gestalt_recorder_frame(frames, &frame, NULL));
        flock_step(&f);
        tree_life_tick(&l);
        must(gestalt_tree_recorder_tick(states, NULL));
    }
    must(gestalt_tree_recorder_finish(states, NULL));
    must(gestalt_recorder_finish(frames, NULL));
    gestalt_tree_recorder_destroy(states);
    gestalt_recorder_destroy(frames);
    tree_life_end(&l);
    flock_release(&f);
}

const byte_buffer *both_recording_at(unsigned kind)
{
    static byte_buffer made[BOTH_RECORDINGS];
    kind %= BOTH_RECORDINGS;
    if (!made[kind].bytes)
        both_record(kind, &made[kind], NULL);
    return &made[kind];
}
