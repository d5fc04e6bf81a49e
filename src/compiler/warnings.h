// SPDX-License-Identifier: MIT
// Warnings: documents that are valid, but probably not what was meant.
//
// Warnings examine the finished shape, in which results and copies are known. A warning about a
// node in a copied tree must hold for all of its copies: a condition that a param makes constant in
// one copy is fine.
#ifndef WARNINGS_H
#define WARNINGS_H

#include "lower.h"

/// Report the oddities of a document without errors.
void warnings_find(compiler *c, const gestalt_shape *shape);

#endif
