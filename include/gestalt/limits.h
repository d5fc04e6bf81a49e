// SPDX-License-Identifier: MIT
// Limits on the cost of files and trees, for programs that load untrusted files or need more than
// the defaults allow.
#ifndef GESTALT_LIMITS_H
#define GESTALT_LIMITS_H

#include <gestalt/compiler.h>
#include <gestalt/host.h>
#include <gestalt/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Limits; docs/limits.md lists the defaults and further, fixed limits. Initialize with
/// gestalt_limits_default or gestalt_limits_untrusted, then change members.
typedef struct gestalt_limits {
    size_t struct_size; ///< set by both initializers; later versions add members after the last one
    uint64_t bytes;     ///< size of a document, a scene or an image
    uint64_t nesting;   ///< nesting depth of JSON
    uint64_t nodes;     ///< nodes of a tree after subtrees and includes are expanded
    uint64_t items;     ///< items of a shape
    uint64_t depth;     ///< nodes on the path from the root to a leaf
    uint64_t keys;      ///< columns of a blackboard, including shared keys
    uint64_t visits;    ///< leaf visits of one agent in a tick
    uint64_t agents;    ///< agents of a population, or of one frame of a recording
} gestalt_limits;

/// Fill in the default limits. `struct_size` is sizeof(gestalt_limits).
GESTALT_API void gestalt_limits_default(gestalt_limits *limits, size_t struct_size);

/// Fill in limits for untrusted files: `--limits=untrusted` of the command.
GESTALT_API void gestalt_limits_untrusted(gestalt_limits *limits, size_t struct_size);

/// Lower the compiler's limits to these. The compiler does not enforce `visits`, `keys`, `items`
/// and `depth`: check the compiled shape with gestalt_shape_within.
GESTALT_API void gestalt_limits_compile(const gestalt_limits *limits,
                                        gestalt_compile_options *options);

/// Return GESTALT_LIMIT, with a message, when a shape exceeds any limit but `agents`.
GESTALT_API gestalt_result gestalt_shape_within(const gestalt_shape *shape,
                                                const gestalt_limits *limits, gestalt_error *error);

/// Load like gestalt_shape_load and gestalt_shape_load_memory, but refuse an image above the
/// limits. One with too many bytes is refused before it is read.
GESTALT_API gestalt_result gestalt_shape_load_within(const char *path, const gestalt_limits *limits,
                                                     const gestalt_allocator *allocator,
                                                     gestalt_shape **shape, gestalt_error *error);
GESTALT_API gestalt_result gestalt_shape_load_memory_within(const void *image, size_t size,
                                                            const gestalt_limits *limits,
                                                            const gestalt_allocator *allocator,
                                                            gestalt_shape **shape,
                                                            gestalt_error *error);

/// Set the limits for everything that is bound to this host. Shapes above `items`, `depth`, `keys`
/// or `visits` are refused with GESTALT_LIMIT. So are calls and snapshots that would give a
/// population more than `agents` agents. New hosts, and groups without a host, have the default
/// limits. Call this before anything is bound.
GESTALT_API void gestalt_host_set_limits(gestalt_host *host, const gestalt_limits *limits);

#ifdef __cplusplus
}
#endif

#endif
