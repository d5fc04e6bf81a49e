// SPDX-License-Identifier: MIT
// The batch leaves for one instruction set. The including file defines LEAVES, the name of the
// table, and LEAVES_SET, the name of the instruction set.
#include "leaves_functions.h"
#include "leaves_table.h"

GESTALT_LANES_BATCH(wide)
{
    wide_number(call, lanes, lane_count, *(const int32_t *)call->user);
}

#define FORMS(name) name, name##_lone
extern const leaf_table LEAVES;
const leaf_table LEAVES = {
    .set = LEAVES_SET,
    .rows = {{"low_health", GESTALT_PREDICATE, FORMS(low_health), {KEY_HEALTH, KEY_WORK}},
             {"visible", GESTALT_PREDICATE, FORMS(visible), {KEY_VISIBLE, KEY_WORK}},
             {"in_range", GESTALT_PREDICATE, FORMS(in_range), {KEY_DIST, KEY_WORK}},
             {"tired", GESTALT_PREDICATE, FORMS(tired), {KEY_FATIGUE, KEY_WORK}},
             {"flee",
              GESTALT_IMMEDIATE,
              FORMS(flee),
              {KEY_ABORTS, KEY_CUR, KEY_DONE, KEY_TIMER, KEY_HEALTH, KEY_DIST}},
             {"attack",
              GESTALT_IMMEDIATE,
              FORMS(attack),
              {KEY_ABORTS, KEY_CUR, KEY_DONE, KEY_TIMER, KEY_WORK, KEY_DIST}},
             {"chase",
              GESTALT_IMMEDIATE,
              FORMS(chase),
              {KEY_ABORTS, KEY_CUR, KEY_DONE, KEY_DIST, KEY_FATIGUE}},
             {"patrol",
              GESTALT_IMMEDIATE,
              FORMS(patrol),
              {KEY_ABORTS, KEY_CUR, KEY_DONE, KEY_TIMER, KEY_FATIGUE}},
             {"idle", GESTALT_IMMEDIATE, FORMS(idle), {KEY_ABORTS, KEY_CUR, KEY_DONE, KEY_FATIGUE}},
             {"deep", GESTALT_IMMEDIATE, FORMS(deep), {KEY_ABORTS, KEY_CUR, KEY_WORK}}},
    .wide = {"wide", GESTALT_PREDICATE, FORMS(wide), {KEY_KEY, KEY_WORK}},
};
