// SPDX-License-Identifier: MIT
// Reports of a scene: named expressions over its groups, and `until`, which ends a run.
//
//     "reports": [ { "name": "hungry", "value": "count(sheep, energy < 5) / count(sheep)" } ]
//     "until": "hungry > 0.5"
//
// An expression is cut at its calls over groups. Each becomes an aggregate: an expression that is
// computed for each agent of the group, and how the results are put together. The rest is the
// formula, in which names stand for the aggregates, params and the reports above.
#ifndef SCENE_REPORT_H
#define SCENE_REPORT_H

#include "scene_read.h"

#include <gestalt/shape.h>

enum {
    SCENE_REPORTS = 64,     // of a scene, at most
    SCENE_AGGREGATES = 128, // of all its reports
    SCENE_SOURCES = 16,     // of an aggregate
};

typedef enum scene_aggregate_how {
    AGGREGATE_MEAN,
    AGGREGATE_MIN,
    AGGREGATE_MAX,
    AGGREGATE_SUM,
    AGGREGATE_COUNT,
    AGGREGATE_MEDIAN,
    AGGREGATE_QUANTILE,
} scene_aggregate_how;

/// A value of an agent that an expression may use: its blackboard's, the world's, or a part's.
typedef enum scene_source_kind {
    SOURCE_KEY,
    SOURCE_POSITION,
    SOURCE_VELOCITY,
    SOURCE_HEADING,
    SOURCE_SPEED,
    SOURCE_MAX_SPEED,
    SOURCE_COLUMN, // of a part
} scene_source_kind;

typedef struct scene_source {
    scene_source_kind kind;
    const char *name;
    gestalt_type type;
    const gestalt_world_column *column;
    int part; // whose column it is
} scene_source;

typedef struct scene_aggregate {
    int how;
    uint32_t group;
    gestalt_expression *of; // a number of an agent; of a count a bool, or NULL for all
    float share;            // of a quantile
    scene_source *sources;  // in the order of `of`
    uint32_t source_count;
} scene_aggregate;

/// Names of a formula: aggregates by their number, and reports behind them.
typedef struct scene_formula {
    gestalt_expression *compute; // NULL: there is none
    uint32_t lone;               // the aggregate that it is and nothing else, or UINT32_MAX
} scene_formula;

typedef struct scene_report {
    scene_place place;
    const char *name;
    const char *text; // of its expression
    uint64_t every;   // steps from sample to sample; 0: at the end only
    scene_formula formula;
} scene_report;

typedef struct scene_aggregates {
    scene_aggregate *list;
    uint32_t count;
} scene_aggregates;

#endif
