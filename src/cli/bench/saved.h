// SPDX-License-Identifier: MIT
// An earlier measurement, as `gestalt bench --json` has written it, to compare with.
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
    double *samples; // of one row: room for as many as any has
    uint32_t sample_room;
    bool is_one_file; // all rows are of the same file
} saved;

/// The key of a row: all that its time depends on but the machine and the sources.
typedef struct saved_key {
    const char *file, *set, *states, *code;
    uint64_t agents, ticks, warm_up, lanes, threads, seed, seeds;
    bool is_awake, is_wall;
    bool is_only_file; // all rows that are compared are of one file: its name does not matter
} saved_key;

typedef struct saved_row {
    noise_range range; // of nanoseconds
    uint64_t hash;
} saved_row;

/// Read a file. Errors are reported; release it in any case.
exit_code saved_open(saved *s, cli *c, const char *path);
void saved_release(saved *s);

/// Find the row with that key, the first one. False: there is none, or its time is not known.
bool saved_find(saved *s, const saved_key *key, saved_row *row);

/// Tell what else differs between that measurement and this one: the machine, the compiler, its
/// flags. Writes a sentence, or nothing. False: nothing.
bool saved_tell_difference(const saved *s, const machine *m, text_out *out);

#endif
