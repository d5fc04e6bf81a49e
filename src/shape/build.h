// SPDX-License-Identifier: MIT
// The two ways to create a shape: from the parts that a compiler has, or from the bytes of an
// image, which <gestalt/shape.h> declares.
#ifndef BUILD_H
#define BUILD_H

#include "image.h"

/// Everything in a shape that cannot be derived. The caller keeps ownership of the arrays. The
/// builder fills in the items' flags CAN_*, and arguments with the letters o, t, b, w, l, n and c:
/// lowering leaves them 0.
typedef struct shape_parts {
    uint64_t *items;
    uint32_t item_count;
    uint32_t tree_end;
    image_document document;
    const image_key *keys; // with columns assigned
    uint32_t key_count;
    const image_host *hosts;
    uint32_t host_count;
    const image_argument *arguments;
    uint32_t argument_count;
    const image_persistent *persistents;
    uint32_t persistent_count;
    const image_enum *enums;
    uint32_t enum_count;
    const uint32_t *words;
    uint32_t word_count;
    const uint32_t *texts;
    uint32_t text_count;
    const char *strings;
    uint32_t strings_size;
    const image_name *names;    // or NULL
    const image_source *source; // or NULL; both or neither
} shape_parts;

/// Copy a shape for groups whose agents may come from other shapes (analyse.h). Returns NULL when
/// memory runs out.
gestalt_shape *shape_copy_edited(const gestalt_shape *shape, const gestalt_allocator *allocator);

/// Create the image from valid parts. In builds with assertions the image is then verified like a
/// loaded one, and the verifier's result is returned.
gestalt_result shape_build(const shape_parts *parts, const gestalt_allocator *allocator,
                           gestalt_shape **shape, gestalt_error *error);

#endif
