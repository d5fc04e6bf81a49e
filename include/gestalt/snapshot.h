// SPDX-License-Identifier: MIT
// Snapshots: a whole population as bytes, in a file or anywhere else. docs/snapshots.md draws them.
//
// A snapshot holds all that the coming ticks depend on, and the requests that are waiting to be
// read: what comes after a restore is the same, to the last bit, as if there had been none. Lanes,
// threads and kernels are no part of it. The same history gives the same bytes.
//
// It does not hold hooks, nor an error that a leaf function has reported since the last tick, nor
// what hosts keep for themselves, unless they attach it.
#ifndef GESTALT_SNAPSHOT_H
#define GESTALT_SNAPSHOT_H

#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Sets the bytes that hosts want snapshots to carry along: a copy is kept. They replace those of
/// before; none when `size` is 0.
GESTALT_API gestalt_result gestalt_population_attach(gestalt_population *population,
                                                     const void *bytes, size_t size,
                                                     gestalt_error *error);
/// The bytes that were attached, here or where the snapshot was taken; valid until they are
/// replaced. NULL: none.
GESTALT_API const void *gestalt_population_attached(const gestalt_population *population,
                                                    size_t *size);

/// Looks at what was attached, and at the agents that it is about, before a snapshot takes effect:
/// `read` is what the population becomes on GESTALT_OK; else it stays as it is, and loading returns
/// that result. Only calls that ask, and change nothing, may be made on `read`.
typedef gestalt_result gestalt_attached_check(void *user, const gestalt_population *read,
                                              gestalt_error *error);

/// Sets who looks at snapshots that are loaded; NULL: nobody.
GESTALT_API void gestalt_population_check_attached(gestalt_population *population,
                                                   gestalt_attached_check *check, void *user);

/// Replaces the file at `path` by a snapshot: a temporary file beside it, synced, renamed, the
/// folder synced. Whatever goes wrong, the old file is as it was. To be called between ticks.
GESTALT_API gestalt_result gestalt_population_save(gestalt_population *population, const char *path,
                                                   gestalt_error *error);

/// Hands the same bytes to a writer, in pieces of less than a megabyte or so. GESTALT_IO when it
/// takes no more.
GESTALT_API gestalt_result gestalt_population_save_to(gestalt_population *population,
                                                      gestalt_writer writer, gestalt_error *error);

/// Makes the population what it was when the snapshot was taken: agents, seed, time, shared values,
/// requests. It must have as many groups, with the same shapes; names of nodes and documents, docs,
/// messages and source positions may differ. On any error the population is as it was:
/// GESTALT_BAD_FILE, with the offset, when the snapshot is damaged, cut off, foreign, of a newer
/// version or of other shapes.
GESTALT_API gestalt_result gestalt_population_load(gestalt_population *population, const char *path,
                                                   gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_load_memory(gestalt_population *population,
                                                          const void *bytes, size_t size,
                                                          gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
