// SPDX-License-Identifier: MIT
// Proving that an image is one that a document could have become, trusting nothing in it. After
// that nobody checks anything again.
#ifndef VERIFY_H
#define VERIFY_H

#include "image.h"

/// Checks the image of a shape of which only `allocator`, `image` and `size` are set, and sets the
/// rest. GESTALT_BAD_FILE, GESTALT_LIMIT or GESTALT_NO_MEMORY; for the first two, the error has the
/// byte in the image and a sentence for people. Takes time in proportion to the size.
gestalt_result shape_verify(gestalt_shape *shape, gestalt_error *error);

#endif
