// SPDX-License-Identifier: MIT
// The bytes of recordings. docs/recordings.md is the normative description.
//
//   +--------+-------------+-------+-------+- ... -+-----+
//   | header | description | FRAME | FRAME |       | END |
//   +--------+-------------+-------+-------+- ... -+-----+
//   0        112
//
// Everything is packed and little-endian. A chunk is a record_chunk and its payload. The hash of
// each chunk is seeded with the preceding hash, so that missing, moved or foreign frames are
// detected.
#ifndef RECORD_FORMAT_H
#define RECORD_FORMAT_H

#include <stdint.h>

#define RECORD_MAGIC "\x89GSR\r\n\x1a\n"

enum {
    RECORD_VERSION = 1,
    // the same format, but groups have looks; version 2 is for recordings of trees
    RECORD_VERSION_LOOKS = 3,
    RECORD_DESCRIPTION_SIZE_MAX = 64 * 1024 * 1024,
    RECORD_BLOCK = 64, // number of values that share a width
};
#define RECORD_COUNT_MAX      (UINT64_C(1) << 30) // agents in a frame
#define RECORD_FRAME_SIZE_MAX (UINT64_C(1) << 36) // bytes in a payload

typedef struct record_header {
    char magic[8];
    uint64_t hash; // XXH3 of the bytes that follow, up to the description
    uint32_t version;
    uint32_t dimension;
    uint64_t seed;
    int64_t dt;
    uint32_t every;
    uint32_t every_agent;
    float low[3], high[3];
    uint32_t periodic; // one bit for each axis
    uint32_t column_count;
    uint32_t group_count;
    uint32_t geometry_count;
    uint32_t name_size;
    uint32_t zero;
    uint64_t description_size;
    uint64_t description_hash; // XXH3 of the description
} record_header;
_Static_assert(sizeof(record_header) == 112, "the header is 112 bytes");

// ---- the description: the name, then these entries, each followed by its texts

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
    uint32_t look; // GESTALT_RECORD_LOOK; 0 in version 1
} record_group_entry;
_Static_assert(sizeof(record_group_entry) == 16, "a group's entry is 16 bytes");

typedef struct record_geometry_entry {
    uint32_t kind; // gestalt_record_geometry_kind
    uint32_t name_size;
    uint32_t point_count; // after the name: the floats
    float radius;
} record_geometry_entry;
_Static_assert(sizeof(record_geometry_entry) == 16, "an entry of the geometry is 16 bytes");

// ---- chunks

typedef enum record_chunk_kind { RECORD_CHUNK_FRAME = 1, RECORD_CHUNK_END } record_chunk_kind;

enum {
    RECORD_KEY = 1, // independent of earlier frames
    // has the agents of the previous frame; otherwise the payload begins with runs of agents
    RECORD_SAME = 2,
};

typedef struct record_chunk {
    // XXH3 of the bytes that follow and of the payload, seeded with the previous hash
    uint64_t hash;
    uint32_t kind;
    uint32_t flags;
    uint64_t size; // size of the payload
    uint64_t step;
    int64_t time;
    uint64_t count; // number of agents; in END: of frames
} record_chunk;
_Static_assert(sizeof(record_chunk) == 48, "a chunk's header is 48 bytes");

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
