// SPDX-License-Identifier: MIT
// An earlier measurement to compare with, written by `gestalt bench --json`.
#ifndef SAVED_H
#define SAVED_H

#include "cli.h"
#include "json.h"
#include "machine.h"
#include "noise.h"

typedef struct saved {
    const char *path;
    char *text;
    size_t size;
    json_document json;
    gestalt_allocator allocator;
    double *samples; // samples of one row; has room for the largest number in the file
    uint32_t sample_room;
    bool is_one_file; // whether all rows have the same file
} saved;

/// The key of a row: everything its time depends on, except the machine and the sources.
typedef struct saved_key {
    const char *file, *set, *states, *code;
    uint64_t agents, ticks, warm_up, lanes, threads, seed, seeds;
    bool is_awake, is_wall;
    bool is_only_file; // whether all compared rows have the same file: its name is then ignored
} saved_key;

typedef struct saved_row {
    noise_range range; // interval, in nanoseconds
    uint64_t hash;
} saved_row;

/// Read a file. Errors are reported; release it in any case.
exit_code saved_open(saved *s, cli *c, const char *path);
void saved_release(saved *s);

/// Find the first row with that key. Returns false if there is none, or its time is not known.
bool saved_find(saved *s, const saved_key *key, saved_row *row);

/// Write a sentence about other differences between that measurement and this one: the machine, the
/// compiler, its flags. Returns false, and writes nothing, if there are none.
bool saved_tell_difference(const saved *s, const machine *m, text_out *out);

#endif
