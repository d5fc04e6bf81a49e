// SPDX-License-Identifier: MIT
// The bytes of recordings. docs/recordings.md is the normative description.
//
//   +--------+-------------+-------+-------+- ... -+-----+
//   | header | description | FRAME | FRAME |       | END |
//   +--------+-------------+-------+-------+- ... -+-----+
//   0        112
//
// All of it is packed and little-endian. A chunk is a record_chunk and its payload; its hash starts
// from the hash before it, so that no frame can be lost, moved or come from elsewhere unnoticed.
#ifndef RECORD_FORMAT_H
#define RECORD_FORMAT_H

#include <stdint.h>

#define RECORD_MAGIC "\x89GSR\r\n\x1a\n"

enum {
    RECORD_VERSION = 1,
    RECORD_VERSION_LOOKS = 3, // the same, but that groups have looks; 2 is that of trees
    RECORD_DESCRIPTION_SIZE_MAX = 64 * 1024 * 1024,
    RECORD_BLOCK = 64, // values that share a width
};
#define RECORD_COUNT_MAX      (UINT64_C(1) << 30) // agents of a frame
#define RECORD_FRAME_SIZE_MAX (UINT64_C(1) << 36) // bytes of a payload

typedef struct record_header {
    char magic[8];
    uint64_t hash; // XXH3 of what follows, up to the description
    uint32_t version;
    uint32_t dimension;
    uint64_t seed;
    int64_t dt;
    uint32_t every;
    uint32_t every_agent;
    float low[3], high[3];
    uint32_t periodic; // a bit for each axis
    uint32_t column_count;
    uint32_t group_count;
    uint32_t geometry_count;
    uint32_t name_size;
    uint32_t zero;
    uint64_t description_size;
    uint64_t description_hash; // XXH3 of the description
} record_header;
_Static_assert(sizeof(record_header) == 112, "the header is 112 bytes");

// ---- the description: the name, then these, each with its texts behind it

typedef struct record_column_entry {
    uint8_t type;   // gestalt_record_type
    uint8_t coding; // gestalt_record_coding
    uint16_t name_size;
    uint16_t unit_size;
    uint16_t word_count; // behind the unit: u32 size and text of each
    float low, high;
} record_column_entry;
_Static_assert(sizeof(record_column_entry) == 16, "a column's entry is 16 bytes");

typedef struct record_group_entry {
    uint32_t name_size;
    uint32_t node_count; // behind the name: u32 size and label of each
    float radius;
    uint32_t look; // GESTALT_RECORD_LOOK; in version 1 it is 0
} record_group_entry;
_Static_assert(sizeof(record_group_entry) == 16, "a group's entry is 16 bytes");

typedef struct record_geometry_entry {
    uint32_t kind; // gestalt_record_geometry_kind
    uint32_t name_size;
    uint32_t point_count; // behind the name: the floats
    float radius;
} record_geometry_entry;
_Static_assert(sizeof(record_geometry_entry) == 16, "an entry of the geometry is 16 bytes");

// ---- chunks

typedef enum record_chunk_kind { RECORD_CHUNK_FRAME = 1, RECORD_CHUNK_END } record_chunk_kind;

enum {
    RECORD_KEY = 1,  // depends on no frame before
    RECORD_SAME = 2, // the agents of the frame before; else their runs come first
};

typedef struct record_chunk {
    uint64_t hash; // XXH3 of what follows and of the payload, seeded with the hash before
    uint32_t kind;
    uint32_t flags;
    uint64_t size; // of the payload
    uint64_t step;
    int64_t time;
    uint64_t count; // of agents; END: of frames
} record_chunk;
_Static_assert(sizeof(record_chunk) == 48, "a chunk's header is 48 bytes");

/// Bytes of the lights of a frame, behind its columns: two bits of each, a gestalt_record_light,
/// the first light's lowest.
static inline uint64_t record_lights_size(uint32_t light_count)
{
    return ((uint64_t)light_count + 3) / 4;
}

/// Agents of one group, from id to id one step of `every_agent` further.
typedef struct record_run {
    uint64_t first;
    uint32_t count;
    uint32_t group;
} record_run;
_Static_assert(sizeof(record_run) == 16, "a run is 16 bytes");

/// The prediction that a column's values differ from: 0, the last value, or where a steady change
/// leads from the last two.
typedef enum record_predictor {
    RECORD_FROM_ZERO,
    RECORD_FROM_LAST,
    RECORD_FROM_CHANGE,
    RECORD_PREDICTOR_COUNT,
} record_predictor;

#endif
