// SPDX-License-Identifier: MIT
// An image as source, to embed it in a program: a C array, or assembly. The names are derived from
// that of the tree: guard_image, guard_image_size and guard_image_hash.
#ifndef EMBED_H
#define EMBED_H

#include "text.h"

#include <gestalt/shape.h>

/// Write an array for any compiler of C11 or C++11.
void embed_c_array(text_out *out, const gestalt_shape *shape);

/// Write assembly for the preprocessor and assembler of gcc and clang: the same symbols, assembled
/// in a fraction of the time for compiling an array.
void embed_assembly(text_out *out, const gestalt_shape *shape);

#endif
