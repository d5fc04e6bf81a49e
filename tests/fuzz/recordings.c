// SPDX-License-Identifier: MIT
#include "recordings.h"

#include "both_recordings.h"
#include "flock.h"

#include <stdlib.h>

static byte_buffer bases[RECORDINGS];

static void recordings_start(void)
{
    if (bases[0].bytes)
        return;
    for (uint32_t i = 0; i < RECORDINGS_OF_WORLDS; i++) {
        flock f;
        gestalt_recorder *w;
        flock_start(&f, &(flock_options){.count = i ? 5 + i * 13 : 0,
                                         .dimension = 2 + i % 2,
                                         .coding = (gestalt_record_coding)(i % 3),
                                         .comes_and_goes = i > 2,
                                         .has_lights = i == 4,
                                         .every_agent = i / 2});
        if (gestalt_recorder_create(&f.description, buffer_writer(&bases[i]), NULL, &w, NULL))
            abort();
        for (int step = 0; step < 6; step++) {
            gestalt_record_frame frame = flock_frame(&f);
            if (gestalt_recorder_frame(w, &frame, NULL) != GESTALT_OK)
                abort();
            flock_step(&f);
        }
        if (gestalt_recorder_finish(w, NULL) != GESTALT_OK)
            abort();
        gestalt_recorder_destroy(w);
        flock_release(&f);
    }
    for (unsigned i = RECORDINGS_OF_WORLDS; i < RECORDINGS; i++)
        both_record(i - RECORDINGS_OF_WORLDS + 3, &bases[i], NULL);
}

const byte_buffer *recording_at(unsigned index)
{
    recordings_start();
    return &bases[index % RECORDINGS];
}
