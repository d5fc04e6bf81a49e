// SPDX-License-Identifier: MIT
// Print the linked stream of a shape for people: the items that a tick runs, and the tables that
// belong to them.
#ifndef LINKED_SHOW_H
#define LINKED_SHOW_H

#include <gestalt/shape.h>

/// Link a shape for cohorts of `lanes` without a host, and write the result. Returns GESTALT_IO if
/// the writer fails.
gestalt_result linked_show(const gestalt_shape *shape, uint32_t lanes, bool color,
                           gestalt_writer writer, gestalt_error *error);

#endif
