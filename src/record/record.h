// SPDX-License-Identifier: MIT
// What a recording holds: positions and other values of agents, frame by frame. docs/recordings.md
// tells of the bytes; record_writer.h and record_reader.h turn them into this and back.
#ifndef RECORD_H
#define RECORD_H

#include <gestalt/base.h>

enum {
    RECORD_COLUMNS_MAX = 64,
    RECORD_GROUPS_MAX = 1 << 16,
    RECORD_NODES_MAX = 1 << 20, // of a group
    RECORD_GEOMETRY_MAX = 1 << 20,
    RECORD_WORDS_MAX = 1000, // of a column
    RECORD_NAME_MAX = 1000,  // bytes
};

/// The value of a node column where no node is live.
#define RECORD_NO_NODE UINT32_MAX

/// Four bytes a value, all of them.
typedef enum record_type {
    RECORD_FLOAT, // float
    RECORD_INT,   // int32_t
    RECORD_BOOL,  // uint32_t, 0 or 1
    RECORD_NODE,  // uint32_t: the id of a live node, or RECORD_NO_NODE
} record_type;

/// How exactly floats are kept. Values of other types always are what they were.
typedef enum record_coding {
    RECORD_EXACT,
    RECORD_RANGE, // 16 bits over low..high, both included; what lies outside is moved to the edge
    RECORD_CYCLE, // 16 bits over low..high, where high is low again, as for periodic positions
} record_coding;

typedef struct record_column {
    const char *name;
    const char *unit; // for people, as "m/s"; NULL is none
    record_type type;
    record_coding coding;
    float low, high; // of RECORD_RANGE and RECORD_CYCLE; else 0
    // Of ints that stand for words: what 0, 1 and so on are called; all others are none. Else 0.
    const char *const *words;
    uint32_t word_count;
} record_column;

typedef struct record_group {
    const char *name;
    float radius;             // of its agents, for drawing; 0 is a dot
    const char *const *nodes; // labels of the nodes by id; may be NULL when there are none
    uint32_t node_count;
} record_group;

/// What stands still. Of lights, all but their states.
typedef enum record_geometry_kind {
    RECORD_PATH = 1, // points in a row; radius is half its width
    RECORD_LOOP,     // the same, closed
    RECORD_CIRCLE,   // an obstacle: one point, and a radius
    RECORD_POLYGON,  // an obstacle: at least 3 points
    RECORD_EDGE,     // of a graph: 2 points or more
    RECORD_PLACE,    // a point with a name
    RECORD_LIGHT,    // of a crossing: a point, or a line across the way that it is for
} record_geometry_kind;

typedef struct record_geometry {
    record_geometry_kind kind;
    const char *name;    // NULL is none
    const float *points; // point_count times as many as there are dimensions
    uint32_t point_count;
    float radius;
} record_geometry;

/// What a light shows.
typedef enum record_light {
    RECORD_LIGHT_OFF,
    RECORD_LIGHT_GREEN,
    RECORD_LIGHT_YELLOW,
    RECORD_LIGHT_RED,
    RECORD_LIGHT_COUNT,
} record_light;

/// All that holds for every frame. The first 2 or 3 columns are the position.
typedef struct record_description {
    const char *name;   // of the scene
    uint32_t dimension; // 2 or 3
    float low[3], high[3];
    bool periodic[3];
    int64_t dt; // microseconds from step to step
    uint64_t seed;
    uint32_t every;       // so many steps from frame to frame; 0 counts as 1
    uint32_t every_agent; // agents whose id it divides are kept; 0 counts as 1
    const record_column *columns;
    uint32_t column_count;
    const record_group *groups;
    uint32_t group_count;
    const record_geometry *geometry;
    uint32_t geometry_count;
} record_description;

typedef struct record_frame {
    uint64_t step;
    int64_t time; // microseconds
    uint64_t count;
    const uint64_t *ids;        // all different
    const uint32_t *groups;     // of each agent
    const void *const *columns; // arrays of `count` values
    const uint8_t *lights;      // of each light, in the order of the geometry: a record_light
} record_frame;

/// What is wrong with a description, for people, or NULL.
const char *record_check(const record_description *d);

/// How many lights there are.
uint32_t record_light_count(const record_description *d);

/// The word that a value stands for, or NULL.
static inline const char *record_word(const record_column *c, uint32_t value)
{
    return value < c->word_count ? c->words[value] : NULL;
}

/// The column of that name, or column_count.
uint32_t record_find_column(const record_description *d, const char *name, size_t size);

#endif
