// SPDX-License-Identifier: MIT
// Recordings of trees that several populations share out: each has some of the agents, in one
// process or in many, and all have the same groups, shapes and ticks. Each population has a
// recorder, and the recorders write one recording together: the bytes are those of one population
// with all agents.
//
// All recorders are created with the same options, except for `sink`, `recorder` and allocators,
// and make the same calls in the same order. In each call they meet in functions of a
// gestalt_tree_share, by which a host connects them over any transport. All have the same result.
// The host edits all populations alike, between the same ticks.
#ifndef GESTALT_RECORDER_SHARE_H
#define GESTALT_RECORDER_SHARE_H

#include <gestalt/recorder/recorder.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The connection of a recorder with the others. All recorders call the same functions in the same
/// order, from the thread that called the recorder, and a function returns when all have called it.
///
/// During a frame, agents whose ids differ only in the lowest 6 bits must belong to the same
/// population, and to the same one in each frame.
struct gestalt_tree_share {
    void *user;
    /// This recorder writes. It gets memory for one frame of all agents. Exactly one recorder is
    /// the first, and only this one needs a sink.
    bool is_first;
    /// Return GESTALT_OK if that is the result of all recorders; otherwise, to all of them, the
    /// result and the error of one that has failed. `error` may be NULL.
    gestalt_result (*agree)(void *user, gestalt_result result, gestalt_error *error);
    /// Replace each number by its sum over all recorders, or by the least of all recorders.
    void (*sum)(void *user, uint64_t *numbers, size_t count);
    void (*least)(void *user, uint64_t *numbers, size_t count);
    /// Send bytes to the first recorder: `all`, which is NULL for the others, receives those of all
    /// recorders, one after another, in any order of recorders.
    void (*gather)(void *user, const void *bytes, size_t size, void *all);
    /// Move agents between the populations for a frame (`is_frame`), and back after it. Results
    /// must be the same for all recorders. NULL: agents never move.
    gestalt_result (*arrange)(void *user, bool is_frame, gestalt_error *error);
};

/// Continue with other populations in which the same agents live on, as
/// gestalt_tree_recorder_follow, and with other functions, which may move agents between these
/// populations. All recorders call this together, and meet in the old functions for the last time.
GESTALT_API gestalt_result gestalt_tree_recorder_follow_share(gestalt_tree_recorder *recorder,
                                                              gestalt_population *population,
                                                              const gestalt_tree_share *share,
                                                              gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
