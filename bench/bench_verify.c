// SPDX-License-Identifier: MIT
// Measures the loading of images, which copies, hashes and verifies them. A document of mixed nodes
// with about 60,000 items is compiled once. Its image is loaded in many rounds, once complete and
// once stripped of names.
//
// Prints for each image: items, bytes, and milliseconds of the best and of the median round.
#include <gestalt/compiler.h>
#include <gestalt/shape.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GROUPS = 1668, ROUNDS = 101, TEXT_SIZE = 2 * 1000 * 1000 };

static const char begin[] =
    "{\"gestalt\": 1, \"blackboard\": {\"health\": {\"type\": \"float\", \"init\": 100}, "
    "\"home\": \"vec2\", \"foe\": \"vec2\", \"ammo\": {\"type\": \"int\", \"init\": 30}, "
    "\"alerted\": \"bool\"}, \"root\": {\"type\": \"priority\", \"children\": [\n";

static const char group[] =
    "{\"type\": \"sequence\", \"name\": \"group %d\", \"children\": ["
    "\"health < %d && distance(home, foe) > 12.5 || alerted\","
    "{\"type\": \"action\", \"do\": \"aim\", \"args\": {\"at\": \"foe\", \"lead\": \"0.1 * "
    "ammo\"}},"
    "{\"type\": \"decide\", \"if\": \"ammo > 0\", \"then\": {\"type\": \"deferred\", \"do\": "
    "\"fire\"}, \"else\": {\"type\": \"repeat\", \"count\": 3, \"child\": {\"type\": \"wait\", "
    "\"seconds\": %d.5}}},"
    "{\"type\": \"set\", \"key\": \"ammo\", \"to\": \"ammo - 1\"},"
    "{\"type\": \"concurrent\", \"children\": [{\"type\": \"signal\", \"key\": \"s%d\", \"to\": "
    "\"success\"}, {\"type\": \"persistent\", \"key\": \"s%d\"}]}]}";

static char *write_document(void)
{
    char *text = malloc(TEXT_SIZE);
    if (!text)
        return NULL;
    size_t size = (size_t)snprintf(text, TEXT_SIZE, "%s", begin);
    for (int i = 0; i < GROUPS; i++) {
        size += (size_t)snprintf(text + size, TEXT_SIZE - size, "%s", i ? ",\n" : "");
        size += (size_t)snprintf(text + size, TEXT_SIZE - size, group, i, i % 100, i % 60, i % 50,
                                 i % 50);
    }
    snprintf(text + size, TEXT_SIZE - size, "]}}\n");
    return text;
}

static int verify_bench_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

// Measure one image. Return false if it does not load, or if a damaged copy does load.
static bool verify_bench_measure(const char *what, const gestalt_shape *shape)
{
    size_t size;
    const void *image = gestalt_shape_image(shape, &size);
    double times[ROUNDS];
    gestalt_error error = {0};
    for (int i = 0; i < ROUNDS; i++) {
        gestalt_shape *loaded = NULL;
        double start = now_ms();
        gestalt_result result = gestalt_shape_load_memory(image, size, NULL, &loaded, &error);
        times[i] = now_ms() - start;
        if (result != GESTALT_OK) {
            fprintf(stderr, "%s: %s\n", what, error.message);
            return false;
        }
        size_t loaded_size;
        const void *again = gestalt_shape_image(loaded, &loaded_size);
        bool is_same = loaded_size == size && memcmp(again, image, size) == 0;
        gestalt_shape_destroy(loaded);
        if (!is_same)
            return false;
    }
    qsort(times, ROUNDS, sizeof *times, verify_bench_compare);
    const gestalt_specification *spec = gestalt_shape_specification(shape);
    printf("%s: %u items, %u nodes, %zu bytes: best %.3f ms, median %.3f ms, %.0f MB/s\n", what,
           spec->item_count, spec->node_count, size, times[0], times[ROUNDS / 2],
           (double)size / times[0] / 1e3);
    return true;
}

int main(void)
{
    char *text = write_document();
    if (!text)
        return 1;
    int status = 0;
    for (int strip = 0; strip < 2 && status == 0; strip++) {
        gestalt_compile_options options = {.strip = strip};
        gestalt_shape *shape = NULL;
        gestalt_diagnostics *diagnostics = NULL;
        gestalt_error error = {0};
        gestalt_result result = gestalt_compile_text("verify.json", text, strlen(text), &options,
                                                     &shape, &diagnostics, &error);
        if (result != GESTALT_OK)
            fprintf(stderr, "verify.json: %s\n", error.message);
        status =
            result != GESTALT_OK || !verify_bench_measure(strip ? "stripped" : "with names", shape);
        gestalt_diagnostics_destroy(diagnostics);
        gestalt_shape_destroy(shape);
    }
    free(text);
    return status;
}
