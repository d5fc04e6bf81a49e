// SPDX-License-Identifier: MIT
// Scenes among the examples of codes. In a file of its own, since it includes headers of worlds,
// and test_explain.c those of the engine.
#ifndef EXPLAIN_SCENE_H
#define EXPLAIN_SCENE_H

#include <gestalt/base.h>

/// Returns whether a text is a scene; then it was read, and everything that was found was written.
bool explain_scene(const char *text, gestalt_writer writer, gestalt_result *result);

#endif
