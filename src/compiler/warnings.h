// SPDX-License-Identifier: MIT
// Warnings: documents that are right, but hardly what was meant.
//
// They are found in the finished shape, where answers and copies are known. A warning about a node
// that is copied must hold for all of its copies: a tree whose param makes one copy's condition
// constant is no slip.
#ifndef WARNINGS_H
#define WARNINGS_H

#include "lower.h"

/// Reports what is odd about a document that has no errors.
void warnings_find(compiler *c, const gestalt_shape *shape);

#endif
