// SPDX-License-Identifier: MIT
// Reads a recording, and prints the mean of one column over time for each group.
//
//   cc read_recording.c $(pkg-config --cflags --libs gestalt-recorder) -o read_recording
//   ./read_recording cars.gsr speed
#include <gestalt/recorder/recording.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static double value_of(const gestalt_record_column *column, const void *values, uint64_t i)
{
    switch (column->type) {
    case GESTALT_RECORD_FLOAT: return (double)((const float *)values)[i];
    case GESTALT_RECORD_INT: return ((const int32_t *)values)[i];
    default: return ((const uint32_t *)values)[i]; // a bool is 0 or 1
    }
}

// Print a line: the time, then the mean of each group. Groups without agents are left empty.
static void print_means(const gestalt_record_description *d, const gestalt_record_frame *frame,
                        uint32_t column, double *sums, uint64_t *counts)
{
    for (uint32_t g = 0; g < d->group_count; g++)
        sums[g] = 0, counts[g] = 0;
    for (uint64_t i = 0; i < frame->count; i++) {
        sums[frame->groups[i]] += value_of(&d->columns[column], frame->columns[column], i);
        counts[frame->groups[i]]++;
    }
    printf("%.1f", (double)frame->time / 1e6);
    for (uint32_t g = 0; g < d->group_count; g++)
        if (counts[g])
            printf(",%.3f", sums[g] / (double)counts[g]);
        else
            printf(",");
    printf("\n");
}

static gestalt_result print_all(gestalt_recording *recording, uint32_t column, gestalt_error *error)
{
    const gestalt_record_description *d = gestalt_recording_description(recording);
    double *sums = calloc(d->group_count, sizeof *sums);
    uint64_t *counts = calloc(d->group_count, sizeof *counts);
    gestalt_record_next next = GESTALT_RECORD_HAS_FRAME;
    gestalt_record_frame frame;
    gestalt_result result = sums && counts ? GESTALT_OK : GESTALT_NO_MEMORY;
    printf("seconds");
    for (uint32_t g = 0; g < d->group_count; g++)
        printf(",%s", d->groups[g].name);
    printf("\n");
    while (result == GESTALT_OK) {
        result = gestalt_recording_next(recording, &next, &frame, error);
        if (result != GESTALT_OK || next != GESTALT_RECORD_HAS_FRAME)
            break;
        print_means(d, &frame, column, sums, counts);
    }
    if (next == GESTALT_RECORD_CUT)
        fprintf(stderr, "the recording ends early, at byte %" PRIu64 "\n",
                gestalt_recording_offset(recording));
    free(sums);
    free(counts);
    return result;
}

int main(int argc, char **argv)
{
    gestalt_recording *recording;
    gestalt_error error = {0};
    if (argc != 3) {
        fprintf(stderr, "usage: %s RECORDING COLUMN\n", argv[0]);
        return EXIT_FAILURE;
    }
    gestalt_result result = gestalt_recording_open(argv[1], NULL, &recording, &error);
    if (result == GESTALT_OK) {
        const gestalt_record_description *d = gestalt_recording_description(recording);
        uint32_t column = gestalt_record_column_index(d, argv[2]);
        if (column < d->column_count) {
            result = print_all(recording, column, &error);
        } else {
            fprintf(stderr, "there is no column %s\n", argv[2]);
            result = GESTALT_BAD_ARGUMENT;
        }
    }
    if (error.message[0])
        fprintf(stderr, "%s: byte %" PRIu64 ": %s\n", argv[1], error.offset, error.message);
    gestalt_recording_close(recording);
    return result == GESTALT_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
