// SPDX-License-Identifier: MIT
// A recording as input of a command, and the options that select parts of it.
#ifndef RECORDING_H
#define RECORDING_H

#include "cli.h"
#include "stable_input.h"

#include <gestalt/recorder/recorder.h>

typedef struct id_range {
    uint64_t first, last;
} id_range;

enum {
    RECORDING_HEAD_SIZE = 36
}; // number of bytes up to and including the kind of the first chunk

/// What options select of a recording.
typedef struct recording_selection {
    id_range *ranges; // selected agents, in order; none: all
    uint32_t range_count, range_capacity;
    uint64_t from, to, every;
    uint64_t frames_seen; // frames since `from`
} recording_selection;

/// Copies of the selected agents of a frame, if not all agents are selected.
typedef struct recording_chosen {
    uint64_t *ids;
    uint32_t *groups, *values;
    uint64_t capacity; // in agents
    size_t values_size;
    const void *columns[GESTALT_RECORD_COLUMNS_MAX];
} recording_chosen;

/// The bytes of a recording.
typedef struct recording_bytes {
    file_input input;
    bool is_open;
    stable_input again; // for a file that is read twice
    bool is_stable;
    char *held; // contents of a pipe that is read twice
    size_t held_size, held_used;
    bool is_held_elsewhere; // `held` belongs to the recording of the world
    // read first, to find out what the recording has
    unsigned char head[RECORDING_HEAD_SIZE];
    size_t head_size, head_used;
} recording_bytes;

typedef struct recording {
    cli *c;
    const char *path;
    gestalt_allocator allocator;
    recording_bytes bytes;
    bool wants_trees; // the trees are read, even if there is a world
    gestalt_recording *reader;
    const gestalt_record_description *description;
    gestalt_tree_recording *trees; // if trees are read, instead of the two above
    gestalt_tree_frame tree_frame;
    recording_selection selected;
    bool skims;                 // frames have no agents, only their number
    gestalt_record_frame frame; // frame with the selected agents
    recording_chosen chosen;
} recording;

/// Open a file, or standard input. With `reads_twice`, recording_rewind also works for pipes.
/// Reads the world, if there is one, otherwise or with `wants_trees` the trees. Errors are
/// reported; call recording_close in any case. `skims` can be set after opening. On success either
/// `reader` or `trees` is not NULL.
exit_code recording_open(recording *r, cli *c, const char *path, bool reads_twice,
                         bool wants_trees);

/// Open the trees of a recording that is read twice, as well as its world. Close them before it.
/// `*has_trees` is false if there are none.
exit_code recording_open_trees(recording *r, const recording *world, bool *has_trees);

void recording_close(recording *r);

/// Start again with the first frame. Returns an error if bytes have changed since they were first
/// read.
exit_code recording_rewind(recording *r);

/// Read the next selected frame into `frame`. After the last selected step the recording is at its
/// end.
exit_code recording_next(recording *r, gestalt_record_next *what);

/// Read the next selected frame of a recording of trees into `tree_frame`. Steps of watched agents
/// are returned for all ticks in the selected range.
exit_code recording_next_trees(recording *r, gestalt_tree_next *what);

/// Return whether more data may follow. A pipe that has ended cannot grow.
bool recording_can_grow(const recording *r);

/// Refuse an output file that is the recording itself: it would be emptied before it is read.
exit_code recording_check_output(const recording *r, const char *path);

/// Report that the recording is truncated.
void recording_tell_cut(const recording *r);

/// Return whether an agent is selected: all are, unless options select some.
bool recording_wants(const recording *r, uint64_t agent);

/// Find the column that an option names. Returns EXIT_USAGE, with a message, if there is none.
exit_code recording_find(const recording *r, option_id option, const char *name, size_t size,
                         uint32_t *column);

#endif
