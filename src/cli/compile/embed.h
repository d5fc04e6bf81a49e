// SPDX-License-Identifier: MIT
// An image as source, so that a program has it in itself: an array of C, or assembly. The names are
// made of the tree's: guard_image, guard_image_size and guard_image_hash.
#ifndef EMBED_H
#define EMBED_H

#include "text.h"

#include <gestalt/shape.h>

/// An array for C11 and C++11, which any compiler for them takes.
void embed_c_array(text_out *out, const gestalt_shape *shape);

/// Assembly for the preprocessor and assembler that come with gcc and clang: the same symbols,
/// which assemble in a fraction of the time that a compiler takes for an array.
void embed_assembly(text_out *out, const gestalt_shape *shape);

#endif
