// SPDX-License-Identifier: MIT
// A hash that two shapes share when they are the same as far as the state of agents is concerned.
#ifndef IDENTITY_H
#define IDENTITY_H

#include "image.h"

/// A hash over what agents' state and its meaning depend on: the specification, the items, the
/// blackboard's keys, host names with their arguments, resources, persistents. It leaves out what
/// only people read: the names of documents and nodes, docs, messages and source positions.
uint64_t shape_identity(const gestalt_shape *shape);

#endif
