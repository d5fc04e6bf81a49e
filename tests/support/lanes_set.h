// SPDX-License-Identifier: MIT
// The functions of <gestalt/lanes.h> for one instruction set, as function pointers. test_lanes.c
// compares the functions of all sets with plain loops. lanes_SET.c compiles lanes_body.h for each
// set.
#ifndef LANES_SET_H
#define LANES_SET_H

#include <stdbool.h>
#include <stdint.h>

enum { LANES_TESTS = 5 }; // <, <=, ==, >=, >

typedef struct lanes_set {
    const char *name;
    uint32_t width; // elements of a vector
    bool (*is_supported)(void);
    uint64_t (*test_float[LANES_TESTS])(const float *column, uint64_t lanes, float limit,
                                        uint32_t lane_count);
    uint64_t (*test_int[LANES_TESTS])(const int32_t *column, uint64_t lanes, int32_t limit,
                                      uint32_t lane_count);
    void (*set_float)(float *column, uint64_t lanes, float to, uint32_t lane_count);
    void (*set_int)(int32_t *column, uint64_t lanes, int32_t to, uint32_t lane_count);
    void (*add_float)(float *column, uint64_t lanes, float by, uint32_t lane_count);
    void (*add_int)(int32_t *column, uint64_t lanes, int32_t by, uint32_t lane_count);
    void (*add_scaled)(float *column, uint64_t lanes, const float *by, float factor,
                       uint32_t lane_count);
    void (*multiply)(float *column, uint64_t lanes, float factor, uint32_t lane_count);
    void (*clamp)(float *column, uint64_t lanes, float least, float most, uint32_t lane_count);
    // Operations of vectors.h that lanes.h does not use, on 16 values.
    void (*multiply_ints)(int32_t *values, int32_t factor);
    void (*and_ints)(int32_t *values, int32_t mask);
} lanes_set;

extern const lanes_set lanes_set_single, lanes_set_plain, lanes_set_avx2, lanes_set_avx512;

#endif
