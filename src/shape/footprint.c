// SPDX-License-Identifier: MIT
#include "footprint.h"

enum { MASK_SIZE = 8 };

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// Of values that are one bit in each lane.
static uint64_t bits_size(uint64_t bit_count, unsigned lanes)
{
    return lanes == 1 ? (bit_count + 7) / 8 : bit_count * MASK_SIZE;
}

static uint64_t live_size(const gestalt_specification *s, unsigned lanes)
{
    uint64_t index_size = s->item_count < 65536 ? 2 : 4;
    if (lanes == 1)
        return s->live_capacity * index_size;
    uint64_t entries = least((uint64_t)s->live_capacity * lanes, s->live_item_count);
    return entries * (index_size + MASK_SIZE);
}

double shape_bytes_per_agent(const gestalt_specification *s, unsigned lanes)
{
    uint64_t wide = (uint64_t)s->long_slots + s->persistent_times + s->draws;
    uint64_t lane_size = 4 * (uint64_t)s->word_slots + 8 * wide;
    uint64_t bit_count = s->bit_slots + 2 * (uint64_t)s->persistent_statuses;
    uint64_t size = lane_size * lanes + bits_size(bit_count, lanes) + live_size(s, lanes);
    return (double)size / lanes;
}

double shape_blackboard_bytes_per_agent(const gestalt_specification *s, unsigned lanes)
{
    uint64_t size = 4 * (uint64_t)s->number_columns * lanes + bits_size(s->bool_columns, lanes);
    return (double)size / lanes;
}
