// SPDX-License-Identifier: MIT
// Runs the examples of error codes that are scenes. This is a separate file because it includes
// headers of worlds, while test_explain.c includes headers of the engine.
#ifndef EXPLAIN_SCENE_H
#define EXPLAIN_SCENE_H

#include <gestalt/base.h>

/// Return whether a text is a scene. If so, read it, and write all diagnostics.
bool explain_scene(const char *text, gestalt_writer writer, gestalt_result *result);

#endif
