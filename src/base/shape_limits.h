// SPDX-License-Identifier: MIT
// The limits of documents and shapes, which docs/limits.md describes for users.
#ifndef SHAPE_LIMITS_H
#define SHAPE_LIMITS_H

#include <stdint.h>

enum {
    LIMIT_ITEMS = (1 << 20) - 1, // the item field `end` has 20 bits
    LIMIT_NODES_DEFAULT = 65535,
    LIMIT_NODES = 1000000,
    LIMIT_WORK_PER_NODE = 128, // bytes of text in all expanded copies, for each node allowed
    LIMIT_DEPTH = 1024,        // nodes on the path from the root to a leaf
    LIMIT_PARALLEL_CHILDREN = 32,
    LIMIT_CASES = 256,     // cases of one switch
    LIMIT_COLUMNS = 65535, // because two column numbers fit into one argument
    LIMIT_HOSTS = 65535,
    LIMIT_ARGUMENTS = 64,          // arguments of one host function
    LIMIT_PARAMS = 64,             // params of one tree
    LIMIT_ENUM_WORDS = 256,        // words of one enum
    LIMIT_LIST_CAPACITY = 256,     // elements of one list
    LIMIT_SET_ELEMENTS = 16,       // expressions to which one `set` sets a list
    LIMIT_WORDS = 65535,           // words of all different enums together
    LIMIT_NAME_SIZE = 255,         // bytes of any name
    LIMIT_TEXT_SIZE = 65535,       // bytes of a doc or message
    LIMIT_EXPRESSION_SIZE = 65535, // bytes of an expression's text
    LIMIT_EXPRESSION_OPS = 4096,
    LIMIT_EXPRESSION_DEPTH = 64, // values on either expression stack
    LIMIT_PER_TICK = 65535,
    LIMIT_COUNT = INT32_MAX,
    LIMIT_IMAGE_SIZE = 1 << 30, // bytes
};

// The longest duration, in microseconds or ticks: half of the range, so that a time plus a duration
// never overflows.
#define LIMIT_DURATION (INT64_MAX / 2)
// The longest duration that an expression gives, in seconds or ticks.
#define LIMIT_EVALUATED_SECONDS 1000000000
#define LIMIT_EVALUATED_TICKS   INT32_MAX
// The latest time, in microseconds, positive or negative; also the largest number of ticks.
#define LIMIT_TIME (INT64_MAX / 2)

/// A longer time between ticks, in microseconds, is most likely a mistake: W0803 warns of it.
#define LONG_STEP INT64_C(10000000)

#endif
