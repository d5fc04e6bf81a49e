// SPDX-License-Identifier: MIT
// A recording of where the agents of a scene are.
#ifndef PLACE_RECORD_H
#define PLACE_RECORD_H

#include "output.h"

#include <gestalt/worlds/world.h>

typedef struct place_record {
    cli *c;
    const char *path; // NULL: nothing is recorded
    output out;
    gestalt_recorder *recorder;
} place_record;

/// Start recording to the file of --record, if the option is given, and write a frame. A `world` of
/// NULL has no places, and nothing is recorded. Errors are reported. Call place_record_end in any
/// case.
exit_code place_record_begin(place_record *r, cli *c, gestalt_world *world);

/// Write a frame, if this step is recorded.
exit_code place_record_frame(place_record *r, gestalt_world *world);

/// End the recording, whatever has ended the run. Returns the worse of both exit codes.
exit_code place_record_end(place_record *r, exit_code verdict);

#endif
