// SPDX-License-Identifier: MIT
// The recording that a command reads, and what of it the command line asks for.
#ifndef RECORDING_H
#define RECORDING_H

#include "cli.h"
#include "stable_input.h"

#include <gestalt/recorder/recorder.h>

typedef struct id_range {
    uint64_t first, last;
} id_range;

enum { RECORDING_HEAD_SIZE = 20 }; // bytes, up to the version

typedef struct recording {
    cli *c;
    const char *path;
    gestalt_allocator allocator;
    file_input input;
    bool is_open;
    stable_input again; // of a file that is read twice
    bool is_stable;
    char *held; // the whole of a pipe that is read twice
    size_t held_size, held_used;
    unsigned char head[RECORDING_HEAD_SIZE]; // read before, to see which sort it is
    size_t head_size, head_used;
    gestalt_recording *reader;
    const gestalt_record_description *description;
    gestalt_tree_recording *trees; // instead of the two
    gestalt_tree_frame tree_frame;

    id_range *ranges; // of agents, in order; none: all
    uint32_t range_count, range_capacity;
    bool skims; // frames have no agents, only how many there are
    uint64_t from, to, every;
    uint64_t frames_seen; // from `from` on

    gestalt_record_frame frame; // with those agents that are wanted
    uint64_t *ids;              // of it, if not all are
    uint32_t *groups, *values;
    uint64_t capacity; // of agents
    size_t values_size;
    const void *columns[GESTALT_RECORD_COLUMNS_MAX];
} recording;

/// Opens a file, or standard input. With `reads_twice`, recording_rewind works for pipes too.
/// Errors are reported; recording_close must be called in any case. `skims` can be set behind it.
/// Either `reader` or `trees` is there then.
exit_code recording_open(recording *r, cli *c, const char *path, bool reads_twice);
void recording_close(recording *r);

/// Starts again with the first frame. Bytes that have changed since they were read are an error.
exit_code recording_rewind(recording *r);

/// The next wanted frame, into `frame`. Behind the last wanted step the recording is at its end.
exit_code recording_next(recording *r, gestalt_record_next *what);

/// The same of a recording of trees, into `tree_frame`. Steps of agents that are watched come from
/// all wanted ticks.
exit_code recording_next_trees(recording *r, gestalt_tree_next *what);

/// Return whether more may come behind what is there: not so in a pipe that has ended.
bool recording_can_grow(const recording *r);

/// Refuses an output that is the recording itself: it would be emptied before it is read.
exit_code recording_check_output(const recording *r, const char *path);

/// Reports that the recording is cut off.
void recording_tell_cut(const recording *r);

/// Return whether an agent is wanted: all are, unless single ones were asked for.
bool recording_wants(const recording *r, uint64_t agent);

/// The number of a column that an option names. EXIT_USAGE, reported, when there is none.
exit_code recording_find(const recording *r, option_id option, const char *name, size_t size,
                         uint32_t *column);

#endif
