// SPDX-License-Identifier: MIT
// The texts that a run is made of: a document or scene, and the files that were read to compile it.
// The log of a run has them, and nothing else; a replay writes them to a folder of its own.
#ifndef LIVE_FILES_H
#define LIVE_FILES_H

#include "cli.h"
#include "json.h"

enum {
    LIVE_FILES_MAX = 1000,
    LIVE_FILES_SIZE_MAX = 64 << 20, // bytes, of all texts together
    LIVE_PATH_MAX = 1000,           // bytes of a name
};

typedef struct live_file {
    char *name; // from the first one's folder on, as "trees/sheep.json"
    char *text; // with a zero behind it
    size_t size;
} live_file;

/// The first one is the document or the scene.
typedef struct live_files {
    live_file *list;
    size_t count, capacity;
    size_t size; // of all texts
} live_files;

/// Adds a file that was read. One that is there already stays; `*is_other` is set when its text was
/// another one.
gestalt_result live_files_note(live_files *f, const char *name, const char *text, size_t size,
                               bool *is_other, gestalt_error *error);
void live_files_release(live_files *f);

/// Return whether both have the same texts under the same names.
bool live_files_are_same(const live_files *a, const live_files *b);

/// Writes them as an array of objects, the first one first.
void live_files_json(text_out *out, const live_files *f);

/// Takes them from such an array. The offset of an error is the place in its text.
gestalt_result live_files_parse(live_files *f, json_value array, gestalt_error *error);

/// Writes all files below a folder that is there; `folder` ends with `/`.
gestalt_result live_files_write(const live_files *f, const char *folder, gestalt_error *error);
/// Removes them from it, with the folders that they were in; the folder itself stays.
void live_files_remove(const live_files *f, const char *folder);

/// Return the bytes of a path up to its last `/`, that among them.
size_t live_files_folder(const char *path);

/// A copy of some bytes with a zero behind them, to be released by its size + 1; NULL: no memory.
char *live_copy(const char *text, size_t size);

/// The text of a JSON string with a zero behind it, as live_copy.
char *live_string(json_value string, size_t *size);

#endif
