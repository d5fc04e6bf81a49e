// SPDX-License-Identifier: MIT
// A recording that may still grow, of a scene or of trees: what of it has been verified, where its
// key frames are, how agents were spread over time, and a view of one frame. A file that is cut,
// emptied or replaced is another recording, which begins anew. Memory grows with the number of
// frames, by 16 bytes each, and with one frame; never with the file.
//
// The file may change at any time. Each chunk is read twice at most: by the reader at the end,
// which verifies it, and by the view, which compares it with the hash that is kept of it. Nothing
// else about chunks is read from the file: their headers are kept as they pass to the reader.
#ifndef GROWING_H
#define GROWING_H

#include "live_json.h"

#include <gestalt/recorder/recorder.h>
#include <sys/types.h>

enum { GROWING_MOMENTS_MAX = 256, GROWING_NUMBERS_MAX = 1 << 16, GROWING_STEPS_MAX = 20000 };

enum { GROWING_HEAD_SIZE = 52 }; // bytes: the header of a chunk, and the group of a tree's

/// The header of a chunk, as it stands in the file; the group is the first word of its payload.
typedef struct growing_head {
    uint64_t hash;
    uint32_t kind, flags;
    uint64_t size, tick;
    int64_t time;
    uint64_t count;
    uint32_t group;
} growing_head;

/// A chunk that has passed to the reader.
typedef struct growing_chunk {
    growing_head head;
    uint64_t offset;
} growing_chunk;

/// A frame that depends on none before.
typedef struct growing_key {
    uint64_t frame, offset;
    uint64_t before; // hash of the chunk before it
    size_t trees;    // how many trees came before it
} growing_key;

typedef struct growing_tree {
    uint64_t offset, frame; // the first frame that has it
    uint64_t before, hash;  // of the chunk before it, and of its own
    uint32_t group;
} growing_tree;

/// A group or a node at a moment, or the values of a column.
typedef struct growing_spread {
    uint64_t count;
    double mean, low, high, deviation;
} growing_spread;

typedef struct growing_moment {
    uint64_t frame, tick;
    size_t trees, count;
    growing_spread *list; // groups; nodes of each group, one behind the other; columns of each
} growing_moment;

typedef struct growing_step {
    uint64_t tick;
    gestalt_tree_step step;
} growing_step;

struct growing;

/// A frame as it is shown: a reader that goes through a part of the recording.
typedef struct growing_view {
    const struct growing *of;
    gestalt_recording *scene; // one of both
    gestalt_tree_recording *trees;
    uint64_t frame; // UINT64_MAX: none
    gestalt_record_frame scene_frame;
    gestalt_tree_frame tree_frame;
    uint64_t next_frame; // that the reader comes to
    size_t known_trees;  // that came before the frame
    size_t first_group;  // of trees that the reader has got yet
    size_t *latest;      // tree of each group
    size_t latest_capacity;
    uint64_t offset;       // of the chunk that the reader gets next
    uint64_t before;       // hash of the chunk before that one in the file
    uint64_t loaded_frame; // number of the frame that is loaded next
    uint64_t hash;         // of what the reader got last, as it was made for the reader
    unsigned char *piece;  // which it is reading
    size_t capacity, size, used;
    bool has_begun;
    growing_step *steps; // since the frame before
    size_t step_count, step_capacity;
    bool is_cut;    // there were more steps
    bool is_broken; // the file is not what was verified: there is nothing to show
} growing_view;

typedef struct growing {
    const char *path;
    gestalt_limits limits;
    int descriptor; // -1: it is not there
    dev_t device;
    ino_t node;
    bool has_trees;
    gestalt_recording *scene; // which reads on at the end; one of both
    gestalt_tree_recording *trees;
    uint64_t reader_at;                    // the byte that it gets next
    uint64_t passing;                      // offset of the chunk of that byte
    unsigned char head[GROWING_HEAD_SIZE]; // of that chunk, as far as it has passed
    growing_chunk *passed; // chunks that passed to the reader and are not indexed yet
    size_t passed_count, passed_capacity;
    uint64_t begin, whole;    // behind what holds for all frames; behind the last one
    uint64_t begin_hash;      // of what ends at `begin`
    uint64_t mark, mark_hash; // a hash and where it is: another one is another recording
    uint64_t chunk_most;      // bytes of the largest chunk that was verified
    uint64_t frame_count;
    uint64_t *ticks, *hashes; // of each frame
    size_t tick_capacity, hash_capacity;
    int64_t first_time, last_time;
    growing_key *keys;
    growing_tree *tree_list;
    size_t key_count, key_capacity, tree_count, tree_capacity;
    growing_moment moments[GROWING_MOMENTS_MAX];
    uint32_t moment_count;
    uint64_t every;                        // frames from moment to moment
    uint64_t generation;                   // grows with each recording of this name
    uint64_t size;                         // of the file, when it was looked at
    bool is_complete, has_failed, is_none; // is_none: a file that is no recording
    gestalt_error failure;
    growing_view view;
} growing;

void growing_start(growing *g, const char *path, const gestalt_limits *limits);
void growing_close(growing *g);

/// The news of a file.
typedef enum growing_news { GROWING_SAME, GROWING_MORE, GROWING_OTHER } growing_news;

/// Looks at the file. It need not be there; then, or while its beginning has not come, there are
/// no frames.
growing_news growing_look(growing *g);
static inline bool growing_is_open(const growing *g)
{
    return g->scene || g->trees;
}
/// Return whether there are bytes that were not read yet, and can be.
bool growing_has_more(const growing *g);
/// Reads on, by one frame at most. Return whether anything came.
bool growing_read(growing *g);

/// Return the last frame at or before a tick, or the first one; frame_count where there is none.
uint64_t growing_frame_at(const growing *g, uint64_t tick);

/// Brings the view nearer to a frame that there is. Return whether it has to go on. A view that
/// fails shows no frame, and `failure` is set.
bool growing_view_step(growing *g, uint64_t frame);
void growing_view_close(growing_view *v);
static inline bool growing_shows(const growing *g)
{
    return g->view.frame != UINT64_MAX;
}

/// Keeps how agents are spread in the frame that the reader has come to, if it is one of those.
void growing_note(growing *g, const gestalt_record_frame *frame);
void growing_forget(growing *g);

/// A value of a scene's column as a number.
double growing_value(const gestalt_record_column *column, const void *values, uint64_t row);

#endif
