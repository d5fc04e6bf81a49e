// SPDX-License-Identifier: MIT
// The linked stream of a shape, for people: what a tick walks over, item by item, and the tables
// beside it.
#ifndef LINKED_SHOW_H
#define LINKED_SHOW_H

#include <gestalt/shape.h>

/// Link a shape for cohorts of `lanes` without a host, and write the result. GESTALT_IO when the
/// writer takes no more.
gestalt_result linked_show(const gestalt_shape *shape, uint32_t lanes, bool color,
                           gestalt_writer writer, gestalt_error *error);

#endif
