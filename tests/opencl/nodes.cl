// SPDX-License-Identifier: MIT
// The bodies of all node types as OpenCL C, which has no function pointers and no labels: so a device
// could run them. Only checked, never run. The headers of this folder replace those of C.
#include <stdint.h>

typedef struct here here;
#define SELDOM(condition) (condition)
#define OFTEN(condition)  (condition)
enum { COHORT_LANES_MAX = 64 };

// What the machine has besides accessors.h.
ulong evaluate_bool(here *t, uint item, ulong lanes);
const void *evaluate_number(const here *t, uint item, ulong lanes);
float stream_draw(here *t, unsigned lane);
float scalar_float_of_bits(uint bits);

#include "item.h"
#include "random.h"

#include "choices.h"
#include "deciders.h"
#include "decorators.h"
#include "leaves.h"
#include "loops.h"
