// SPDX-License-Identifier: MIT
// A recording of a scene or of trees that may still grow: the part that has been verified, the
// positions of key frames, the distribution of agents over time, and a view of one frame. A file
// that is truncated, emptied or replaced counts as another recording, which is read from its
// beginning. Memory grows by 16 bytes per frame and with the size of one frame, but not with the
// file.
//
// The file may change at any time. Each chunk is read at most twice: by the reader at the end,
// which verifies it, and by the view, which compares it with the stored hash. Nothing else about
// chunks is read from the file: their headers are stored when they are passed to the reader.
#ifndef GROWING_H
#define GROWING_H

#include "live_json.h"

#include <gestalt/recorder/recorder.h>
#include <sys/types.h>

enum { GROWING_MOMENTS_MAX = 256, GROWING_NUMBERS_MAX = 1 << 16, GROWING_STEPS_MAX = 20000 };

enum { GROWING_HEAD_SIZE = 52 }; // bytes: the header of a chunk, and the group of a tree's chunk

/// The header of a chunk, as in the file; the group is the first word of the payload.
typedef struct growing_head {
    uint64_t hash;
    uint32_t kind, flags;
    uint64_t size, tick;
    int64_t time;
    uint64_t count;
    uint32_t group;
} growing_head;

/// A chunk that has been passed to the reader.
typedef struct growing_chunk {
    growing_head head;
    uint64_t offset;
} growing_chunk;

/// A frame that does not depend on earlier frames.
typedef struct growing_key {
    uint64_t frame, offset;
    uint64_t before; // hash of the preceding chunk
    size_t trees;    // number of trees before the frame
} growing_key;

typedef struct growing_tree {
    uint64_t offset, frame; // frame: the first frame with this tree
    uint64_t before, hash;  // hashes of the preceding chunk and of this chunk
    uint32_t group;
} growing_tree;

/// Statistics of a group, a node or a column at a moment.
typedef struct growing_spread {
    uint64_t count;
    double mean, low, high, deviation;
} growing_spread;

typedef struct growing_moment {
    uint64_t frame, tick;
    size_t trees, count;
    growing_spread *list; // groups; the nodes of all groups, group by group; columns of each group
} growing_moment;

typedef struct growing_step {
    uint64_t tick;
    gestalt_tree_step step;
} growing_step;

struct growing;

/// The shown frame: a reader that reads a part of the recording.
typedef struct growing_view {
    const struct growing *of;
    gestalt_recording *scene; // exactly one of these two is used
    gestalt_tree_recording *trees;
    uint64_t frame; // UINT64_MAX: none
    gestalt_record_frame scene_frame;
    gestalt_tree_frame tree_frame;
    uint64_t next_frame; // frame that the reader reaches next
    size_t known_trees;  // number of trees before the frame
    size_t first_group;  // number of trees that the reader has already got
    size_t *latest;      // current tree of each group
    size_t latest_capacity;
    uint64_t offset;       // offset of the next chunk for the reader
    uint64_t before;       // hash of the chunk before that one in the file
    uint64_t loaded_frame; // number of the next frame to load
    uint64_t hash;        // hash of the last chunk passed to the reader, as computed for the reader
    unsigned char *piece; // bytes that the reader is reading
    size_t capacity, size, used;
    bool has_begun;
    growing_step *steps; // steps since the previous frame
    size_t step_count, step_capacity;
    bool is_cut;    // whether there were more steps
    bool is_broken; // whether the file no longer matches what was verified, so nothing can be shown
} growing_view;

typedef struct growing {
    const char *path;
    gestalt_limits limits;
    int descriptor; // -1: the file does not exist
    dev_t device;
    ino_t node;
    bool has_trees;
    gestalt_recording *scene; // reader at the end of the file; exactly one of these two is used
    gestalt_tree_recording *trees;
    uint64_t reader_at;                    // next byte for the reader
    uint64_t passing;                      // offset of the chunk that contains this byte
    unsigned char head[GROWING_HEAD_SIZE]; // header of this chunk, as far as it has been passed
    growing_chunk *passed; // chunks that were passed to the reader and are not indexed yet
    size_t passed_count, passed_capacity;
    uint64_t begin, whole; // end of the part that applies to all frames; end of the last frame
    uint64_t begin_hash;   // hash that ends at `begin`
    // a hash and its position: if it changes, the file is another recording
    uint64_t mark, mark_hash;
    uint64_t chunk_most; // size of the largest verified chunk
    uint64_t frame_count;
    uint64_t *ticks, *hashes; // by frame
    size_t tick_capacity, hash_capacity;
    int64_t first_time, last_time;
    growing_key *keys;
    growing_tree *tree_list;
    size_t key_count, key_capacity, tree_count, tree_capacity;
    growing_moment moments[GROWING_MOMENTS_MAX];
    uint32_t moment_count;
    uint64_t every;                        // number of frames between two moments
    uint64_t generation;                   // grows with each recording of this name
    uint64_t size;                         // size of the file at the last check
    bool is_complete, has_failed, is_none; // is_none: the file is not a recording
    gestalt_error failure;
    growing_view view;
} growing;

void growing_start(growing *g, const char *path, const gestalt_limits *limits);
void growing_close(growing *g);

/// The result of checking a file.
typedef enum growing_news { GROWING_SAME, GROWING_MORE, GROWING_OTHER } growing_news;

/// Check the file. If it does not exist, or its beginning is not complete, there are no frames.
growing_news growing_look(growing *g);
static inline bool growing_is_open(const growing *g)
{
    return g->scene || g->trees;
}
/// Return whether there are unread bytes that can be read.
bool growing_has_more(const growing *g);
/// Read at most one frame. Returns whether anything was read.
bool growing_read(growing *g);

/// Return the last frame at or before a tick, or else the first one; frame_count if there are no
/// frames.
uint64_t growing_frame_at(const growing *g, uint64_t tick);

/// Move the view towards an existing frame. Returns whether to call this again. A view that fails
/// shows no frame, and sets `failure`.
bool growing_view_step(growing *g, uint64_t frame);
void growing_view_close(growing_view *v);
static inline bool growing_shows(const growing *g)
{
    return g->view.frame != UINT64_MAX;
}

/// Store the statistics of the frame that the reader has reached, if it is one of the moments.
void growing_note(growing *g, const gestalt_record_frame *frame);
void growing_forget(growing *g);

/// Return a value of a scene's column as a number.
double growing_value(const gestalt_record_column *column, const void *values, uint64_t row);

#endif
