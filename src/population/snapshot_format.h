// SPDX-License-Identifier: MIT
// The bytes of snapshots and of actors that travel alone. docs/snapshots.md is the normative
// description.
//
//   +--------+-------+- ... -+----------+- ... -+--------+- ... -+------+--------+-----+
//   | header | GROUP |       | ATTACHED |       | AGENTS |       | HELD | COMING | END |
//   +--------+-------+- ... -+----------+- ... -+--------+- ... -+------+--------+-----+
//              one for each    what the host      as many as it    the requests that
//              group           has attached       takes            no actor holds
//
// All of it is packed and little-endian. A chunk is a chunk_header and its payload.
#ifndef SNAPSHOT_FORMAT_H
#define SNAPSHOT_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#define SNAPSHOT_MAGIC "\x89GSS\r\n\x1a\n"
#define ACTOR_MAGIC    "\x89GSA\r\n\x1a\n"

enum {
    SNAPSHOT_VERSION = 4,
    // The same in the middle of a tick that was interrupted: runs say who is done.
    SNAPSHOT_VERSION_INTERRUPTED = 5,
    ACTOR_VERSION = 3,
    // The same bytes without `edit_identity`. They are still read.
    SNAPSHOT_VERSION_NAMELESS = 2,
    SNAPSHOT_VERSION_NAMELESS_INTERRUPTED = 3,
    ACTOR_VERSION_NAMELESS = 2,
    // Without `edit_identity` as well; and the launches of deferred actions keep no more than what
    // they asked for in the last tick. It is read for shapes without deferred actions.
    VERSION_WITHOUT_LAUNCHES = 1,
    // A payload ends behind the element that reaches this size. A group's is one element.
    SNAPSHOT_CHUNK_SIZE = 256 * 1024,
    SNAPSHOT_GROUP_SIZE_MAX = 1024 * 1024,
};

typedef struct snapshot_header {
    char magic[8];
    uint64_t hash; // XXH3 of what follows
    uint32_t version;
    uint32_t group_count;
    uint64_t seed;
    uint64_t ticks; // the number of the coming tick
    int64_t last;   // the time of the last tick
    int64_t now;    // the time of the coming tick, as far as it is known
    uint64_t next_id;
} snapshot_header;
_Static_assert(sizeof(snapshot_header) == 64, "the header is 64 bytes");

typedef enum chunk_kind {
    CHUNK_GROUP = 1, // one chunk_group, the shape's name, u32 for each shared number, u8 for each
                     // shared bool
    CHUNK_ATTACHED,  // a part of the bytes that the host has attached
    CHUNK_AGENTS,    // runs: a chunk_run, then for each agent u32 size and its actor
    CHUNK_HELD,      // chunk_requests of the last tick, or those that an interrupted one began with
    CHUNK_COMING,    // chunk_requests made since
    CHUNK_END,       // one chunk_end
} chunk_kind;

typedef struct chunk_header {
    uint64_t hash; // XXH3 of what follows, and of the payload
    uint32_t kind;
    uint32_t count; // of agents or requests; else 1
    uint64_t size;  // of the payload
} chunk_header;
_Static_assert(sizeof(chunk_header) == 24, "a chunk's header is 24 bytes");

typedef struct chunk_group {
    uint64_t identity; // shape_identity
    uint32_t number_count;
    uint32_t bool_count;
    uint32_t name_size;
    uint32_t edited; // 1: agents have come from other shapes, and are where this one would not
                     // let them get
    uint64_t edit_identity; // shape_edit_identity; not in nameless versions
} chunk_group;
_Static_assert(sizeof(chunk_group) == 32, "what comes first of a group is 32 bytes");
enum { CHUNK_GROUP_NAMELESS_SIZE = offsetof(chunk_group, edit_identity) };

/// Agents of one group whose ids follow one another, and who all are done or all are not in a tick
/// that was interrupted.
typedef struct chunk_run {
    uint64_t first;
    uint32_t count;
    uint32_t group; // and RUN_IS_DONE
} chunk_run;
_Static_assert(sizeof(chunk_run) == 16, "what comes first of a run is 16 bytes");
#define RUN_IS_DONE (UINT32_C(1) << 31)

typedef struct chunk_request {
    uint64_t agent;
    uint32_t group;
    uint32_t node;
    uint32_t launch; // 0 or 1
    uint32_t launch_id;
} chunk_request;
_Static_assert(sizeof(chunk_request) == 24, "a request is 24 bytes");

typedef struct chunk_end {
    uint64_t chunk_count; // of those before
    uint64_t agent_count;
    uint64_t request_count; // of both kinds
    uint64_t hash;          // XXH3 of the hash of the header and of all chunks before, in order
} chunk_end;
_Static_assert(sizeof(chunk_end) == 32, "the end is 32 bytes");

/// Before an actor that travels alone.
typedef struct actor_header {
    char magic[8];
    uint64_t hash; // XXH3 of what follows, and of the actor
    uint32_t version;
    uint32_t edited;        // as of a group
    uint64_t identity;      // shape_identity
    uint64_t edit_identity; // shape_edit_identity; not in nameless versions
} actor_header;
_Static_assert(sizeof(actor_header) == 40, "an actor's header is 40 bytes");
enum { ACTOR_HEADER_NAMELESS_SIZE = offsetof(actor_header, edit_identity) };

#endif
