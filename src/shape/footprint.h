// SPDX-License-Identifier: MIT
// The bytes that an agent takes, from the specification alone. The layout of cohorts and actors has
// to match it; it is the promise that `gestalt check` prints.
//
//   what                          a cohort (2 to 64 lanes)            an agent alone
//   bit slot                      a mask                              1 bit
//   status (persistent, once)     2 masks                             2 bits
//   word slot                     4 bytes for each lane               4 bytes
//   long slot, time               8 bytes for each lane               8 bytes
//   random stream, if any draws   8 bytes for each lane               8 bytes
//   live state                    an index and a mask                 an index
//   number of the blackboard      4 bytes for each lane               4 bytes
//   bool of the blackboard        a mask                              1 bit
//
// A mask is 8 bytes, for any number of lanes. An index is 2 bytes when there are less than 65,536
// items, else 4. A cohort has room for as many live states as its lanes can have together, but at
// most one for each item that can be live: lanes in the same item share it. An agent's bits are
// packed, and end with a whole byte. Not counted: ids and last answers, which belong to the
// population, and what the whole population shares.
#ifndef FOOTPRINT_H
#define FOOTPRINT_H

#include <gestalt/shape.h>

/// Bytes of the engine, the blackboard not included, of each agent when a cohort of `lanes` is
/// full.
double shape_bytes_per_agent(const gestalt_specification *s, unsigned lanes);

/// Bytes of the blackboard of each agent.
double shape_blackboard_bytes_per_agent(const gestalt_specification *s, unsigned lanes);

#endif
