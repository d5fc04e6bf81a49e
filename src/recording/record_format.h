// SPDX-License-Identifier: MIT
// The bytes of recordings. docs/recordings.md is the normative description.
//
//   +--------+-------+-------+-------+-------+- ... -+-----+
//   | header | WORLD | FRAME | FRAME | FRAME |       | END |
//   +--------+-------+-------+-------+-------+- ... -+-----+
//   0        24
//
// A recording has a world, or trees, or both. Each begins with its description: WORLD is the first
// chunk, TREES the first or the one after WORLD. All other chunks belong to one of the two, so that
// a reader can skip the chunks of the other. tree_format.h defines the chunks of trees.
//
// Everything is packed and little-endian. A chunk is a record_chunk and its payload. The hash of
// each chunk is seeded with the preceding hash, so that missing, moved or foreign chunks are
// detected.
#ifndef RECORD_FORMAT_H
#define RECORD_FORMAT_H

#include <stdint.h>

#define RECORD_MAGIC "\x89GSR\r\n\x1a\n"

enum {
    RECORD_VERSION = 5,
    RECORD_DESCRIPTION_SIZE_MAX = 64 * 1024 * 1024,
    RECORD_BLOCK = 64, // number of values that share a width
};
#define RECORD_COUNT_MAX      (UINT64_C(1) << 30) // agents in a frame
#define RECORD_CHUNK_SIZE_MAX (UINT64_C(1) << 36) // bytes in a payload

typedef struct record_header {
    char magic[8];
    uint64_t hash; // XXH3 of the bytes that follow
    uint32_t version;
    uint32_t zero;
} record_header;
_Static_assert(sizeof(record_header) == 24, "the header is 24 bytes");

// ---- chunks

typedef enum record_chunk_kind {
    RECORD_CHUNK_END = 1,
    RECORD_CHUNK_WORLD,  // description of a world
    RECORD_CHUNK_FRAME,  // agents of the world
    RECORD_CHUNK_TREES,  // description of trees
    RECORD_CHUNK_ASKED,  // expressions; directly after TREES, if there are any
    RECORD_CHUNK_TREE,   // tree of a group
    RECORD_CHUNK_STATES, // agents in the trees
    RECORD_CHUNK_STEPS,  // steps of watched agents in one tick
} record_chunk_kind;

/// Masks of the kinds that belong to a world, and to trees.
#define RECORD_OF_WORLD (1u << RECORD_CHUNK_WORLD | 1u << RECORD_CHUNK_FRAME)
#define RECORD_OF_TREES                                                                            \
    (1u << RECORD_CHUNK_TREES | 1u << RECORD_CHUNK_ASKED | 1u << RECORD_CHUNK_TREE |               \
     1u << RECORD_CHUNK_STATES | 1u << RECORD_CHUNK_STEPS)

enum {
    RECORD_KEY = 1, // independent of earlier frames
    // has the agents of the previous frame; otherwise the payload begins with runs of agents
    RECORD_SAME = 2,
    // frames between two key frames: a key frame is large, but a reader can start at it
    RECORD_KEY_EVERY = 32,
};

typedef struct record_chunk {
    // XXH3 of the bytes that follow and of the payload, seeded with the previous hash
    uint64_t hash;
    uint32_t kind;
    uint32_t flags;
    uint64_t size; // size of the payload
    uint64_t step;
    int64_t time;
    uint64_t count; // number of agents; in END: of chunks before it
} record_chunk;
_Static_assert(sizeof(record_chunk) == 48, "a chunk's header is 48 bytes");

// ---- WORLD: this entry and the name, then the entries of columns, groups and geometry, each
// followed by its texts

typedef struct record_world {
    uint32_t dimension;
    uint32_t every;
    uint64_t seed;
    int64_t dt;
    uint32_t every_agent;
    uint32_t periodic; // one bit for each axis
    float low[3], high[3];
    uint32_t column_count;
    uint32_t group_count;
    uint32_t geometry_count;
    uint32_t name_size;
} record_world;
_Static_assert(sizeof(record_world) == 72, "the beginning of a description is 72 bytes");

typedef struct record_column_entry {
    uint8_t type;   // gestalt_record_type
    uint8_t coding; // gestalt_record_coding
    uint16_t name_size;
    uint16_t unit_size;
    uint16_t word_count; // after the unit: u32 size and text of each word
    float low, high;
} record_column_entry;
_Static_assert(sizeof(record_column_entry) == 16, "a column's entry is 16 bytes");

typedef struct record_group_entry {
    uint32_t name_size;
    uint32_t node_count; // after the name: u32 size and label of each node
    float radius;
    uint32_t look; // GESTALT_RECORD_LOOK
} record_group_entry;
_Static_assert(sizeof(record_group_entry) == 16, "a group's entry is 16 bytes");

typedef struct record_geometry_entry {
    uint32_t kind; // gestalt_record_geometry_kind
    uint32_t name_size;
    uint32_t point_count; // after the name: the floats
    float radius;
} record_geometry_entry;
_Static_assert(sizeof(record_geometry_entry) == 16, "an entry of the geometry is 16 bytes");

// ---- FRAME: runs of agents, then columns, then lights

/// Return the size of the lights of a frame, which follow its columns: two bits for each light, a
/// gestalt_record_light, beginning with the lowest bits.
static inline uint64_t record_lights_size(uint32_t light_count)
{
    return ((uint64_t)light_count + 3) / 4;
}

/// Agents of one group whose ids increase by `every_agent`.
typedef struct record_run {
    uint64_t first;
    uint32_t count;
    uint32_t group;
} record_run;
_Static_assert(sizeof(record_run) == 16, "a run is 16 bytes");

/// The prediction from which a column's values differ: 0, the last value, or the last value plus
/// the last change.
typedef enum record_predictor {
    RECORD_FROM_ZERO,
    RECORD_FROM_LAST,
    RECORD_FROM_CHANGE,
    RECORD_PREDICTOR_COUNT,
} record_predictor;

#endif
