// SPDX-License-Identifier: MIT
// Limits of what files and trees may cost: for programs that take them from strangers, or that want
// more than is usual.
#ifndef GESTALT_LIMITS_H
#define GESTALT_LIMITS_H

#include <gestalt/compiler.h>
#include <gestalt/host.h>
#include <gestalt/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Limits; docs/limits.md lists their defaults and why there are more. Begin with
/// gestalt_limits_default or gestalt_limits_untrusted, then change what should be other.
typedef struct gestalt_limits {
    size_t struct_size; ///< set by both functions; later versions have more members behind the last
    uint64_t bytes;     ///< of a document, a scene, an image
    uint64_t nesting;   ///< of JSON
    uint64_t nodes;     ///< of a tree, when subtrees and includes are expanded
    uint64_t items;     ///< of a shape
    uint64_t depth;     ///< nodes from the root to a leaf
    uint64_t keys;      ///< columns of a blackboard, those that all agents share among them
    uint64_t visits;    ///< leaf visits that one agent's tick can make
    uint64_t agents;    ///< of a population, and of a frame of a recording
} gestalt_limits;

/// Fills in what holds where nobody says otherwise. `struct_size` is sizeof(gestalt_limits).
GESTALT_API void gestalt_limits_default(gestalt_limits *limits, size_t struct_size);

/// Fills in limits for files from strangers: `--limits=untrusted` of the command.
GESTALT_API void gestalt_limits_untrusted(gestalt_limits *limits, size_t struct_size);

/// Lowers the limits of the compiler to these, where they are greater. The compiler does not know
/// of `visits`, `keys`, `items` and `depth`: ask gestalt_shape_within behind it.
GESTALT_API void gestalt_limits_compile(const gestalt_limits *limits,
                                        gestalt_compile_options *options);

/// GESTALT_LIMIT, with a sentence, when a shape is above one of the limits but `agents`.
GESTALT_API gestalt_result gestalt_shape_within(const gestalt_shape *shape,
                                                const gestalt_limits *limits, gestalt_error *error);

/// As gestalt_shape_load and gestalt_shape_load_memory. An image above the limits is refused: one
/// with too many bytes before it is read.
GESTALT_API gestalt_result gestalt_shape_load_within(const char *path, const gestalt_limits *limits,
                                                     const gestalt_allocator *allocator,
                                                     gestalt_shape **shape, gestalt_error *error);
GESTALT_API gestalt_result gestalt_shape_load_memory_within(const void *image, size_t size,
                                                            const gestalt_limits *limits,
                                                            const gestalt_allocator *allocator,
                                                            gestalt_shape **shape,
                                                            gestalt_error *error);

/// Sets the limits of what is bound to this host: shapes above `items`, `depth`, `keys` or
/// `visits` are refused with GESTALT_LIMIT, and so are agents beyond `agents` of a population, by
/// calls and by snapshots. Hosts begin with the default limits; groups without a host have them.
/// Call it before anything is bound.
GESTALT_API void gestalt_host_set_limits(gestalt_host *host, const gestalt_limits *limits);

#ifdef __cplusplus
}
#endif

#endif
