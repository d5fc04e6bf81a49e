// SPDX-License-Identifier: MIT
// Trials: complete runs of one scene with different values, trees and seeds. Each trial runs on one
// thread, and all threads run trials. The outcome is stored by the number of the trial, so the
// number of threads and their timing do not change the result. Used by `gestalt sweep` and `gestalt
// run --repeats`.
#ifndef TRIALS_H
#define TRIALS_H

#include "run.h"

enum { TRIALS_MOST = 100000, TRIAL_AXES = 16, TRIAL_VALUES = 1000, TRIAL_COLUMNS = 64 };

/// A value of the scene, or a tree, that varies: an option --set or --tree with several values.
typedef struct trial_axis {
    bool is_tree;     // whether `name` is a group, and the values are paths of documents
    const char *name; // name as written in the option
    const char *values[TRIAL_VALUES];
    uint32_t value_count;
} trial_axis;

typedef enum trial_state { TRIAL_WAITS, TRIAL_DONE, TRIAL_FAILED } trial_state;

typedef struct trial {
    trial_state state;
    bool was_there; // done by an earlier sweep
    uint64_t steps;
    double *values; // by column; NaN: no value
    char *error;    // error of a failed trial, or NULL
} trial;

typedef struct trials {
    cli *c;
    arena own, *memory;
    const run *of; // the scene, whose values and trees vary
    trial_axis axes[TRIAL_AXES];
    uint32_t axis_count;
    uint64_t first_seed;
    uint32_t seeds;
    uint32_t combinations, count; // count: combinations times seeds; seeds change fastest
    trial *list;
    const char *columns[TRIAL_COLUMNS]; // names of outcomes
    bool is_count[TRIAL_COLUMNS];
    uint32_t column_count;
    const char **extra; // expressions NAME=EXPRESSION, which become reports
    uint32_t extra_count;
    run first;       // the scene with the first combination
    uint64_t shapes; // hash of all trees of the first combination
    double *sorted;  // used for computing spreads
    uint32_t failed, waiting;
    // Callback that saves a finished run, called by one thread at a time; NULL: not saved at once.
    // Returns false if the run could not be saved; no further run is then started.
    bool (*keep)(void *user, uint32_t number);
    void *keep_user;
} trials;

/// Add an axis `NAME=VALUE,VALUE...`. Commas inside brackets, parentheses and quotes do not
/// separate values. Errors are reported.
exit_code trials_add_axis(trials *t, const char *option, const char *text, bool is_tree);

/// Create the list of trials after all axes were added; read the scene with the first values, and
/// find the columns: those of --report, or all. Errors are reported.
exit_code trials_plan(trials *t);

/// Run the waiting trials. Returns EXIT_INTERRUPTED if a signal arrived before the end, or a run
/// could not be saved.
exit_code trials_run(trials *t);

/// Call `body` with new trials of an open scene, and release them afterwards. If memory runs out,
/// report that and return EXIT_LIMIT.
exit_code trials_with(const run *of, uint32_t seeds, exit_code (*body)(trials *t));

/// Store the error of a failed trial.
void trial_fail(trial *of, const char *error);

/// Return a hash of all trees of the scene with one value of one axis, and otherwise the values of
/// its file; 0 if the scene cannot be read. `axis` TRIAL_AXES: the scene of the file.
uint64_t trials_shapes(const trials *t, uint32_t axis, const char *value);

/// Return the value of an axis in a trial.
const char *trial_value(const trials *t, uint32_t number, uint32_t axis);
uint64_t trial_seed(const trials *t, uint32_t number);

/// Compute statistics of a column over the finished trials from `first` to `first + count - 1`:
/// minimum, lower quartile, median, upper quartile, maximum. Returns the number of values; if it is
/// 0, all statistics are NaN.
uint32_t trials_spread(const trials *t, uint32_t first, uint32_t count, uint32_t column,
                       double spread[5]);

#endif
