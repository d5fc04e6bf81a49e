// SPDX-License-Identifier: MIT
// The bytes of snapshots, and of actors that are saved alone. docs/snapshots.md is the normative
// description.
//
//   +--------+-------+-...-+----------+-...-+--------+---------+-...-+------+--------+-------+-----+
//   | header | GROUP |     | ATTACHED |     | AGENTS | COLUMNS |     | HELD | COMING | INDEX | END
//   |
//   +--------+-------+-...-+----------+-...-+--------+---------+-...-+------+--------+-------+-----+
//              one for       bytes that the   some of    what the      the requests    of AGENTS
//              each group    host attached    an id      host keeps    that no actor   and COLUMNS
//                                             block      for them      holds
//
// Everything is packed and little-endian. A chunk is a chunk_header and its payload.
#ifndef SNAPSHOT_FORMAT_H
#define SNAPSHOT_FORMAT_H

#include "hash.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SNAPSHOT_MAGIC "\x89GSS\r\n\x1a\n"
#define ACTOR_MAGIC    "\x89GSA\r\n\x1a\n"

enum {
    SNAPSHOT_VERSION = 6,
    // A snapshot in the middle of an interrupted tick: each run states whether its agents are done.
    SNAPSHOT_VERSION_INTERRUPTED = 7,
    // Without COLUMNS and INDEX, and with AGENTS of several id blocks. These versions, and those
    // below, can still be read.
    SNAPSHOT_VERSION_PLAIN = 4,
    SNAPSHOT_VERSION_PLAIN_INTERRUPTED = 5,
    ACTOR_VERSION = 3,
    // Without `edit_identity` as well.
    SNAPSHOT_VERSION_NAMELESS = 2,
    SNAPSHOT_VERSION_NAMELESS_INTERRUPTED = 3,
    ACTOR_VERSION_NAMELESS = 2,
    // Without `edit_identity` as well; and launches of deferred actions contain only what they
    // requested in the last tick. Readable for shapes without deferred actions.
    VERSION_WITHOUT_LAUNCHES = 1,
    // A payload ends after the element that reaches this size. A group is one element.
    SNAPSHOT_CHUNK_SIZE = 256 * 1024,
    SNAPSHOT_GROUP_SIZE_MAX = 1024 * 1024,
};

typedef struct snapshot_header {
    char magic[8];
    uint64_t hash; // XXH3 of the bytes that follow
    uint32_t version;
    uint32_t group_count;
    uint64_t seed;
    uint64_t ticks; // number of the coming tick
    int64_t last;   // time of the last tick
    int64_t now;    // time of the coming tick, if it is known already
    uint64_t next_id;
} snapshot_header;
_Static_assert(sizeof(snapshot_header) == 64, "the header is 64 bytes");

typedef enum chunk_kind {
    // one chunk_group, the shape's name, the shared values (shared_values.h)
    CHUNK_GROUP = 1,
    CHUNK_ATTACHED, // part of the bytes that the host has attached
    CHUNK_AGENTS,   // runs: a chunk_run, then for each agent u32 size and its actor
    // chunk_requests of the last tick, or those with which an interrupted one began
    CHUNK_HELD,
    CHUNK_COMING,  // chunk_requests made since the last tick
    CHUNK_END,     // one chunk_end
    CHUNK_COLUMNS, // the host's record of each agent in the AGENTS before it
    CHUNK_INDEX,   // gestalt_snapshot_entry for each AGENTS and COLUMNS
} chunk_kind;

typedef struct chunk_header {
    uint64_t hash; // XXH3 of the bytes that follow and of the payload
    uint32_t kind;
    uint32_t count; // number of agents, requests or entries; otherwise 1
    uint64_t size;  // size of the payload
} chunk_header;
_Static_assert(sizeof(chunk_header) == 24, "a chunk's header is 24 bytes");

/// Write the header of a chunk whose payload is complete. Returns the chunk's hash.
static inline uint64_t chunk_seal(unsigned char *chunk, chunk_header head)
{
    const size_t first = offsetof(chunk_header, kind);
    memcpy(chunk, &head, sizeof head);
    head.hash = hash_bytes(chunk + first, sizeof head - first + head.size);
    memcpy(chunk, &head.hash, sizeof head.hash);
    return head.hash;
}

typedef struct chunk_group {
    uint64_t identity;     // shape_identity
    uint32_t number_count; // number of columns, those of lists included
    uint32_t bool_count;
    uint32_t name_size;
    // 1: agents have come from other shapes, and may be in states that this shape would not let
    // them reach
    uint32_t edited;
    uint64_t edit_identity; // shape_edit_identity; not in nameless versions
} chunk_group;
_Static_assert(sizeof(chunk_group) == 32, "what comes first of a group is 32 bytes");
enum { CHUNK_GROUP_NAMELESS_SIZE = offsetof(chunk_group, edit_identity) };

/// Agents of one group with consecutive ids. In an interrupted tick, either all of them are done or
/// none is.
typedef struct chunk_run {
    uint64_t first;
    uint32_t count;
    uint32_t group; // index of the group, with the flag RUN_IS_DONE
} chunk_run;
_Static_assert(sizeof(chunk_run) == 16, "what comes first of a run is 16 bytes");
#define RUN_IS_DONE (UINT32_C(1) << 31)

typedef struct chunk_request {
    uint64_t agent;
    uint32_t group;
    uint32_t node;
    uint32_t launch; // 1 for a launch, 0 for a cancel
    uint32_t launch_id;
} chunk_request;
_Static_assert(sizeof(chunk_request) == 24, "a request is 24 bytes");

typedef struct chunk_end {
    uint64_t chunk_count; // number of chunks before this one
    uint64_t agent_count;
    uint64_t request_count; // number of requests of both kinds
    // XXH3 of the hashes of the header and of the preceding chunks, in order. Those that INDEX
    // lists are left out, except in plain versions.
    uint64_t hash;
    uint64_t index; // offset of the first INDEX, or 0; not in plain versions
} chunk_end;
_Static_assert(sizeof(chunk_end) == 40, "the end is 40 bytes");
enum { CHUNK_END_PLAIN_SIZE = offsetof(chunk_end, index) };

/// Precedes an actor that is saved alone.
typedef struct actor_header {
    char magic[8];
    uint64_t hash; // XXH3 of the bytes that follow and of the actor
    uint32_t version;
    uint32_t edited;        // see chunk_group
    uint64_t identity;      // shape_identity
    uint64_t edit_identity; // shape_edit_identity; not in nameless versions
} actor_header;
_Static_assert(sizeof(actor_header) == 40, "an actor's header is 40 bytes");
enum { ACTOR_HEADER_NAMELESS_SIZE = offsetof(actor_header, edit_identity) };

#endif
