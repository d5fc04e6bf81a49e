// SPDX-License-Identifier: MIT
// gestalt run --repeats: a scene with many seeds, and how what comes out varies.
#ifndef RUN_REPEATS_H
#define RUN_REPEATS_H

#include "scene_input.h"

exit_code run_repeats(scene_input *in);

#endif
