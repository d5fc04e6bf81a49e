// SPDX-License-Identifier: MIT
// Trials: whole runs of one scene with other values, trees and seeds, each on one thread, as many
// at a time as there are threads. The outcome of each is kept by its number, so that neither
// threads nor their order change anything. `gestalt sweep` and `gestalt run --repeats` are made of
// them.
#ifndef TRIALS_H
#define TRIALS_H

#include "cli.h"
#include "scene_input.h"

#include <gestalt/worlds/world.h>

enum { TRIALS_MOST = 100000, TRIAL_AXES = 16, TRIAL_VALUES = 1000, TRIAL_COLUMNS = 64 };

/// Something of the scene with the values that it takes, one after the other: what --set and --tree
/// say.
typedef struct trial_axis {
    bool is_tree;     // `name` is a group, and values are paths of documents
    const char *name; // as it is written
    const char *values[TRIAL_VALUES];
    uint32_t value_count;
} trial_axis;

typedef enum trial_state { TRIAL_WAITS, TRIAL_DONE, TRIAL_FAILED } trial_state;

typedef struct trial {
    trial_state state;
    bool was_there; // done by an earlier sweep
    uint64_t steps;
    double *values; // by column; NaN: there is none
    char *error;    // of one that failed, or NULL
} trial;

typedef struct trials {
    cli *c;
    arena own, *memory;
    scene_input *in;
    trial_axis axes[TRIAL_AXES];
    uint32_t axis_count;
    uint64_t first_seed;
    uint32_t seeds;
    uint32_t combinations, count; // count: combinations times seeds, which go fastest
    trial *list;
    const char *columns[TRIAL_COLUMNS]; // names of outcomes
    bool is_count[TRIAL_COLUMNS];
    uint32_t column_count;
    const char **extra; // expressions: NAME=EXPRESSION, which become reports
    uint32_t extra_count;
    gestalt_scene *first; // of the first combination
    uint64_t shapes;      // hash of all trees of the first combination
    double *sorted;       // while a spread is found
    uint64_t nanoseconds; // that all runs have taken
    uint32_t failed, waiting;
    // Keeps a run that has ended, called by one thread at a time; NULL: nobody keeps it now. False:
    // it could not be kept, so no further run is started.
    bool (*keep)(void *user, uint32_t number);
    void *keep_user;
} trials;

/// Adds an axis of `NAME=VALUE,VALUE...`; commas in brackets, parentheses and quotes part nothing.
/// Mistakes are reported.
exit_code trials_add_axis(trials *t, const char *option, const char *text, bool is_tree);

/// Makes the list, when all axes are known; reads the scene with the first values, and finds the
/// columns: those that --report names, or all. Mistakes are reported.
exit_code trials_plan(trials *t);

/// Runs those that wait. EXIT_INTERRUPTED when a signal came first, or a run could not be kept.
exit_code trials_run(trials *t);

/// Runs with new trials of a scene, which are gone behind it; EXIT_LIMIT, reported, when memory
/// runs out.
exit_code trials_with(scene_input *in, uint32_t seeds, exit_code (*run)(trials *t));

/// Keeps why a trial has failed.
void trial_fail(trial *of, const char *error);

/// Return a hash of all trees of the scene with one value of one axis, and otherwise as its file
/// has it; 0 when there is no such scene. `axis` TRIAL_AXES: the scene of the file.
uint64_t trials_shapes(const trials *t, uint32_t axis, const char *value);

/// The value that an axis has in a trial.
const char *trial_value(const trials *t, uint32_t number, uint32_t axis);
uint64_t trial_seed(const trials *t, uint32_t number);

/// Statistics over the trials `first` to `first + count - 1` that are done, of a column: least,
/// lower quartile, median, upper quartile, most. Return how many there are; with none, all are NaN.
uint32_t trials_spread(const trials *t, uint32_t first, uint32_t count, uint32_t column,
                       double spread[5]);

#endif
