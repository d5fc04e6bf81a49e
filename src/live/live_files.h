// SPDX-License-Identifier: MIT
// The files that a run is made of: a document or scene, and the files that were read to compile it.
// The log of a run contains their texts; a replay writes them to a separate folder.
#ifndef LIVE_FILES_H
#define LIVE_FILES_H

#include "json.h"
#include "text.h"

#include <gestalt/base.h>

enum {
    LIVE_FILES_MAX = 1000,
    LIVE_FILES_SIZE_MAX = 64 << 20, // bytes of all texts together
    LIVE_PATH_MAX = 1000,           // bytes of a name
};

typedef struct live_file {
    char *name; // relative to the folder of the first file, such as "trees/sheep.json"
    char *text; // terminated by a zero
    size_t size;
} live_file;

/// The files; the first one is the document or the scene.
typedef struct live_files {
    live_file *list;
    size_t count, capacity;
    size_t size; // bytes of all texts
} live_files;

/// Add a file that was read. A file that is already in the list stays; `*is_other` is set if its
/// text was different.
gestalt_result live_files_note(live_files *f, const char *name, const char *text, size_t size,
                               bool *is_other, gestalt_error *error);
void live_files_release(live_files *f);

/// Return whether both have the same texts under the same names.
bool live_files_are_same(const live_files *a, const live_files *b);

/// Write the files as an array of objects, the first file first.
void live_files_json(text_out *out, const live_files *f);

/// Read the files from such an array. The offset of an error is the position in its text.
gestalt_result live_files_parse(live_files *f, json_value array, gestalt_error *error);

/// Write all files to an existing folder; `folder` ends with `/`.
gestalt_result live_files_write(const live_files *f, const char *folder, gestalt_error *error);
/// Remove the files from a folder, including the folders that they were in; the folder itself
/// remains.
void live_files_remove(const live_files *f, const char *folder);

/// Return the number of bytes of a path up to and including its last `/`.
size_t live_files_folder(const char *path);

/// Return a copy of some bytes, terminated by a zero; release size + 1 bytes. Returns NULL when out
/// of memory.
char *live_copy(const char *text, size_t size);

/// Return the text of a JSON string, terminated by a zero, like live_copy.
char *live_string(json_value string, size_t *size);

#endif
