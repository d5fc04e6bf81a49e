// SPDX-License-Identifier: MIT
// Snapshots: a whole population as bytes, in a file or in memory. docs/snapshots.md shows the
// format.
//
// A snapshot contains everything that the coming ticks depend on, and the requests that have not
// been read: a restored population continues exactly, to the last bit. Lanes, threads and kernels
// do not affect the bytes; the same history gives the same bytes.
//
// A snapshot does not contain hooks, a leaf function's error since the last tick, or data of the
// host, unless the host attaches it, or keeps it for each agent.
#ifndef GESTALT_SNAPSHOT_H
#define GESTALT_SNAPSHOT_H

#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Set the bytes that the host wants to store in snapshots, replacing earlier ones. The bytes are
/// copied. With `size` 0, nothing is attached.
GESTALT_API gestalt_result gestalt_population_attach(gestalt_population *population,
                                                     const void *bytes, size_t size,
                                                     gestalt_error *error);
/// Return the attached bytes, which were set here or came from a snapshot; valid until they are
/// replaced. NULL: none.
GESTALT_API const void *gestalt_population_attached(const gestalt_population *population,
                                                    size_t *size);

/// A callback that checks the attached bytes, and the agents that they belong to, before a loaded
/// snapshot takes effect. `read` is the population as it will be after GESTALT_OK. On any other
/// result the population stays unchanged, and loading returns that result. Only functions that
/// change nothing may be called on `read`.
typedef gestalt_result gestalt_attached_check(void *user, const gestalt_population *read,
                                              gestalt_error *error);

/// Set the callback for loaded snapshots, or remove it (NULL).
GESTALT_API void gestalt_population_check_attached(gestalt_population *population,
                                                   gestalt_attached_check *check, void *user);

/// Values that a host keeps for each agent: a record of `size` bytes, which snapshots and hashes
/// include after the agent. They must not contain pointers.
typedef struct gestalt_kept_values {
    size_t size; ///< bytes of a record, from 1 to 65,536
    /// Write the records of the agents `first` to `first + count - 1`, which all are of this group.
    /// `records` need not be aligned.
    /// Any thread of the population may call this, several at a time.
    void (*take)(void *user, uint32_t group, uint64_t first, uint32_t count, void *records);
    /// Called when a snapshot that is loaded has been read up to its first agent, with the attached
    /// bytes; may be NULL. `read` is the population as it will be (gestalt_attached_check). Any
    /// result but GESTALT_OK ends the loading, which returns that result.
    gestalt_result (*begin)(void *user, const gestalt_population *read, gestalt_error *error);
    /// Read the records of agents from a snapshot, which is not trusted. The calling thread calls
    /// this for all agents, in order of ids. The results are those of `begin`. The records must not
    /// take effect before the whole snapshot has been checked, in gestalt_attached_check or `end`.
    /// Snapshots before version 6 have no records.
    gestalt_result (*put)(void *user, const gestalt_population *read, uint32_t group,
                          uint64_t first, uint32_t count, const void *records,
                          gestalt_error *error);
    /// Called at the end of each loading for which `begin` was called; may be NULL. If `is_loaded`,
    /// the population has changed.
    void (*end)(void *user, bool is_loaded);
    void *user;
} gestalt_kept_values;

/// Keep values for each agent, or none (NULL). Loading a snapshot with kept values of another size,
/// or with some while the host keeps none, or the reverse, is GESTALT_BAD_FILE.
GESTALT_API gestalt_result gestalt_population_keep_values(gestalt_population *population,
                                                          const gestalt_kept_values *kept,
                                                          gestalt_error *error);

/// Replace the file at `path` with a snapshot, atomically: write and sync a temporary file next to
/// it, rename it, and sync the folder. On any error the old file is unchanged. Call this between
/// ticks.
GESTALT_API gestalt_result gestalt_population_save(gestalt_population *population, const char *path,
                                                   gestalt_error *error);

/// Write the same bytes to a writer, in pieces of up to about a megabyte. Returns GESTALT_IO when
/// the writer fails.
GESTALT_API gestalt_result gestalt_population_save_to(gestalt_population *population,
                                                      gestalt_writer writer, gestalt_error *error);

/// Restore a population from a snapshot: agents, seed, time, shared values and requests. The
/// population must have the same number of groups, with the same shapes; names of nodes and
/// documents, docs, messages and source positions may differ. Returns GESTALT_BAD_FILE, with the
/// offset, when the snapshot is damaged, truncated, not a snapshot, of a newer version or of other
/// shapes. On any error the population is unchanged.
GESTALT_API gestalt_result gestalt_population_load(gestalt_population *population, const char *path,
                                                   gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_load_memory(gestalt_population *population,
                                                          const void *bytes, size_t size,
                                                          gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
