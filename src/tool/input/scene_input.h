// SPDX-License-Identifier: MIT
// Scenes given as operands: recognising, reading and reporting them. In an MPI job, the first rank
// reads all files; functions that read are for all ranks together.
#ifndef SCENE_INPUT_H
#define SCENE_INPUT_H

#include "cli.h"
#include "plugin.h"
#include "text_buffer.h"

#include <gestalt/worlds/world.h>

typedef struct scene_input {
    cli *c;
    const char *path; // path for messages
    const char *name; // name of the scene if it has none itself; NULL: the stem of the file's name
    const char *folder;
    bool has_text; // whether the file could be read
    char *text;    // text of the file; NULL on ranks that do not read it
    size_t size;
    text_buffer changed; // text with the values of --set, or that the first rank has passed on
    world_plugin plugin; // plugin of the command line; edited scenes share it
    gestalt_scene *scene;
    gestalt_result result; // result of reading the file, or the scene
    gestalt_error error;   // error of reading, unless `found` contains it
    gestalt_scene_findings found;
    uint32_t errors, warnings;
} scene_input;

/// Other values in the text of a scene, and other trees for some of its groups.
typedef struct scene_changes {
    const gestalt_scene_setting *settings;
    uint32_t setting_count;
    const gestalt_scene_tree *trees;
    uint32_t tree_count;
} scene_changes;

/// Return whether the operand is a scene; the caller then releases it. The bytes of a stream that
/// is not a scene are stored for input_load. A file that could not be read, because of memory or a
/// disk error, counts as a scene, and scene_input_read reports the error.
bool scene_input_open(scene_input *in, cli *c, const char *path);

/// Load the plugin of the command line, if there is one and it is not loaded yet. Errors are
/// reported.
exit_code scene_input_plugin(scene_input *in);

/// Set the values of --set in the text of the scene, if there is a text. Errors are reported.
exit_code scene_input_change(scene_input *in);

/// Set a value in the text of the scene.
gestalt_result scene_input_set(scene_input *in, const char *path, const char *value,
                               gestalt_error *error);

/// Return the text to read.
static inline const char *scene_input_text(const scene_input *in)
{
    return in->changed.bytes ? in->changed.bytes : in->text;
}

static inline size_t scene_input_size(const scene_input *in)
{
    return in->changed.bytes ? in->changed.size : in->size;
}

/// Read the scene. Prints a message only if it cannot be read or memory has run out.
exit_code scene_input_read(scene_input *in);

/// Read the scene of `first` again with changes, without a message. The plugin of `first` must be
/// loaded. Several threads may do this at the same time. Release the result like any other, before
/// `first`.
gestalt_result scene_input_vary(scene_input *in, const scene_input *first,
                                const scene_changes *changes);

/// Return the exit code of reading. Prints a message as scene_input_read does.
exit_code scene_input_verdict(const scene_input *in);

/// Print the findings to standard error.
void scene_input_report(const scene_input *in);
void scene_input_release(scene_input *in);

#endif
