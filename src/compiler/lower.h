// SPDX-License-Identifier: MIT
// From trees to items: copies subtrees, gives names their meaning, compiles expressions, and writes
// the stream.
//
// Lowering is also the check of everything that depends on where a tree is copied to. Trees that
// nobody copies are lowered too, with their params' defaults, and thrown away, so that their errors
// are found.
#ifndef LOWER_H
#define LOWER_H

#include "build.h"
#include "document.h"

/// Makes the parts of the shape, in the compilation's arena. False when there were errors, which
/// were reported.
bool lower(compiler *c, shape_parts *parts);

#endif
