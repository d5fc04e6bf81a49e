// SPDX-License-Identifier: MIT
// Hashes of a shape, for three questions: can agents of one shape continue in another one
// unchanged, would an edit from one to the other change nothing, and have both the same keys?
#ifndef IDENTITY_H
#define IDENTITY_H

#include "image.h"

/// Hash everything that agents' state and its meaning depend on: the specification, the items, the
/// blackboard's keys, host names with their arguments, resources and persistents. Names of
/// documents and nodes, docs, messages and source positions are left out.
uint64_t shape_identity(const gestalt_shape *shape);

/// Hash everything that matching (match.h) depends on: what shape_identity covers, and the names of
/// nodes and the messages of `debug` nodes. An edit between two shapes with equal hashes changes
/// nothing. With `bare`, leave the names out, which gives the hash of the same shape when stripped.
uint64_t shape_edit_identity(const gestalt_shape *shape, bool bare);

/// Hash the blackboard: names, types, words and columns of its keys. A key of one shape has the
/// same place in every other shape with the same hash.
uint64_t shape_keys_identity(const gestalt_shape *shape);

/// Return whether a shape lacks node names, which matching needs.
static inline bool shape_is_stripped(const gestalt_shape *shape)
{
    return !shape->names;
}

#endif
