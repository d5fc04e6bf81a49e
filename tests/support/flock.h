// SPDX-License-Identifier: MIT
// An artificial world to record: birds that drift around whirls, and hawks that cross them. It is
// the same on every machine.
#ifndef FLOCK_H
#define FLOCK_H

#include <gestalt/recorder/recording.h>

enum { FLOCK_COLUMNS_MAX = 9, FLOCK_LIGHTS = 5 };

typedef struct flock {
    gestalt_record_description description;
    uint64_t count; // maximum number of agents
    bool comes_and_goes;
    uint64_t step;
    float *x, *y, *z, *dx, *dy, *dz;
    // The present agents, and their recorded values.
    uint64_t present;
    uint64_t *ids;
    uint32_t *groups;
    uint8_t lights[FLOCK_LIGHTS];
    void *values[FLOCK_COLUMNS_MAX];
    const void *columns[FLOCK_COLUMNS_MAX];
} flock;

typedef struct flock_options {
    uint64_t count;
    uint32_t dimension;           // 2 or 3
    gestalt_record_coding coding; // coding of positions
    // agents are born and die, and the frames list them in random order
    bool comes_and_goes;
    uint32_t every_agent; // see gestalt_record_description
    bool has_lights;      // record a column `mood` of words as well; only in the plane
} flock_options;

/// Start the world. Aborts if memory runs out. The arrays of the frame are valid until the next
/// call.
void flock_start(flock *f, const flock_options *options);
void flock_step(flock *f);
gestalt_record_frame flock_frame(flock *f);
void flock_release(flock *f);

#endif
