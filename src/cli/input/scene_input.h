// SPDX-License-Identifier: MIT
// Scenes given as operands: which files are, and what is wrong with them.
#ifndef SCENE_INPUT_H
#define SCENE_INPUT_H

#include "cli.h"
#include "plugin.h"
#include "text_buffer.h"

#include <gestalt/worlds/world.h>

typedef struct scene_input {
    cli *c;
    const char *path; // as people are told of it
    const char *name; // of the scene, should it give none; NULL: the file's stem
    const char *folder;
    char *text;
    size_t size;
    text_buffer changed; // the text with the values of --set
    world_plugin plugin; // of the command line; edits share it
    gestalt_scene *scene;
    gestalt_result result; // of reading it
    gestalt_error error;   // without a text
    gestalt_scene_findings found;
    uint32_t errors, warnings;
} scene_input;

/// Return whether the operand is a scene; then it is the caller's to release. A stream that is none
/// is held for input_load. A file that can't be read, as memory runs out or a disk fails, counts as
/// one, and scene_input_read says so.
bool scene_input_open(scene_input *in, cli *c, const char *path);

/// Loads the plugin of the command line, if there is one, and gives what it has to those who read
/// the scene. Mistakes are reported.
exit_code scene_input_plugin(scene_input *in, gestalt_scene_options *how);

/// Puts the values of --set into its text. Mistakes are reported.
exit_code scene_input_change(scene_input *in);

/// The text that is read.
static inline const char *scene_input_text(const scene_input *in)
{
    return in->changed.bytes ? in->changed.bytes : in->text;
}

static inline size_t scene_input_size(const scene_input *in)
{
    return in->changed.bytes ? in->changed.size : in->size;
}

/// Return how the command line wants trees of scenes to be compiled.
gestalt_compile_options scene_input_compile(const options *o);

/// Reads it. Nothing is printed but that it can't be read, or that memory has run out.
exit_code scene_input_read(scene_input *in);

/// Read the scene that `first` is, with other trees for some groups. To be released like any.
exit_code scene_input_read_edited(scene_input *in, const scene_input *first,
                                  const gestalt_scene_tree *trees, uint32_t tree_count);

/// Prints what was found to standard error.
void scene_input_report(const scene_input *in);
void scene_input_release(scene_input *in);

#endif
