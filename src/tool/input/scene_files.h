// SPDX-License-Identifier: MIT
// The documents that a scene refers to: files of trees, and the files that these include. The first
// rank of an MPI job reads them, and the others get them in the same order.
#ifndef SCENE_FILES_H
#define SCENE_FILES_H

#include "text_buffer.h"

#include <gestalt/worlds/world.h>

typedef struct scene_files {
    text_buffer bytes; // for each file: path, with a zero; size, in 8 bytes; text
    size_t next;       // position of the file that is read next
} scene_files;

/// Let a scene that is read with these options collect its files, on the first rank; or read them
/// from here, on the others.
void scene_files_use(scene_files *f, gestalt_scene_options *how);

/// Pass the files on from the first rank to the others.
gestalt_result scene_files_share(scene_files *f, gestalt_error *error);

void scene_files_release(scene_files *f);

/// Pass a text on from the first rank to the others, which get it in `copy`.
gestalt_result text_share(const char *text, size_t size, text_buffer *copy, gestalt_error *error);

#endif
