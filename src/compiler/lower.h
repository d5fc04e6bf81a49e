// SPDX-License-Identifier: MIT
// From trees to items: copies subtrees, resolves names, compiles expressions and writes the stream.
//
// Lowering also checks everything that depends on where a tree is copied to. Trees without copies
// are lowered with the defaults of their params, only to report their errors.
#ifndef LOWER_H
#define LOWER_H

#include "build.h"
#include "document.h"

/// Build the parts of the shape, in the compilation's arena. Returns false if there were errors,
/// which were reported.
bool lower(compiler *c, shape_parts *parts);

#endif
