// SPDX-License-Identifier: MIT
// gestalt run --repeats: run a scene with many seeds, and show how the outcome varies.
#ifndef RUN_REPEATS_H
#define RUN_REPEATS_H

#include "scene_input.h"

exit_code run_repeats(scene_input *in);

#endif
