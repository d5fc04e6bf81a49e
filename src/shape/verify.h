// SPDX-License-Identifier: MIT
// Proving that an image is one that could have been compiled from a document, without trusting
// anything in it. Later code does not check again.
#ifndef VERIFY_H
#define VERIFY_H

#include "image.h"

/// Check the image of a shape of which only `allocator`, `image` and `size` are set, and set the
/// rest. Returns GESTALT_BAD_FILE, GESTALT_LIMIT or GESTALT_NO_MEMORY; for the first two, the error
/// has the offset in the image and a message. Takes time linear in the size.
gestalt_result shape_verify(gestalt_shape *shape, gestalt_error *error);

#endif
