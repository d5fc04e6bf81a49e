// SPDX-License-Identifier: MIT
// Reports of a scene: named expressions over its groups, and `until`, which ends a run.
//
//     "reports": [ { "name": "hungry", "value": "count(sheep, energy < 5) / count(sheep)" } ]
//     "until": "hungry > 0.5"
//
// Calls over groups in an expression become aggregates: an expression that is evaluated for each
// agent of the group, and a rule to combine the results. The rest of the expression is the formula,
// in which names refer to aggregates, params and earlier reports.
#ifndef SCENE_REPORT_H
#define SCENE_REPORT_H

#include "scene_read.h"

#include <gestalt/shape.h>

enum {
    SCENE_REPORTS = 64,     // most reports of a scene
    SCENE_AGGREGATES = 128, // most aggregates of all its reports
    SCENE_SOURCES = 16,     // most sources of an aggregate
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

/// A value of an agent that an expression may use: from the blackboard, the world or a part.
typedef enum scene_source_kind {
    SOURCE_KEY,
    SOURCE_POSITION,
    SOURCE_VELOCITY,
    SOURCE_HEADING,
    SOURCE_SPEED,
    SOURCE_MAX_SPEED,
    SOURCE_COLUMN, // a column of a part
} scene_source_kind;

typedef struct scene_source {
    scene_source_kind kind;
    const char *name;
    gestalt_type type;
    const gestalt_world_column *column;
    int part; // part that has the column
} scene_source;

typedef struct scene_aggregate {
    int how;
    uint32_t group;
    gestalt_expression *of; // evaluated for each agent; for a count a bool, or NULL to count all
    float share;            // share for a quantile
    scene_source *sources;  // sources in the order in which `of` uses them
    uint32_t source_count;
} scene_aggregate;

/// A formula. Its names are the aggregates, by number, followed by the reports.
typedef struct scene_formula {
    gestalt_expression *compute; // NULL: none
    uint32_t lone; // the only aggregate, if the formula is nothing else; otherwise UINT32_MAX
} scene_formula;

typedef struct scene_report {
    scene_place place;
    const char *name;
    const char *text; // text of its expression
    uint64_t every;   // steps between samples; 0: only at the end
    scene_formula formula;
} scene_report;

typedef struct scene_aggregates {
    scene_aggregate *list;
    uint32_t count;
} scene_aggregates;

#endif
