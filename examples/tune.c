// SPDX-License-Identifier: MIT
// Tuning: a thousand agents run. Each time the file with their tree is saved, they continue in the
// new tree, in the middle of what they were doing. A tree with errors is reported and ignored.
//
//   cc tune.c $(pkg-config --cflags --libs gestalt) -o tune && ./tune watchman.json
#define _POSIX_C_SOURCE 200809L // for nanosleep and st_mtim
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

enum { AGENTS = 1000, TICK = 100000 }; // TICK: microseconds per tick

// A running tree, and when its file was last written.
typedef struct tuned {
    const char *path;
    struct stat seen;
    gestalt_shape *shape;
    gestalt_population *population;
} tuned;

static bool to_stderr(void *user, const char *text, size_t size)
{
    (void)user;
    return fwrite(text, 1, size, stderr) == size;
}

static gestalt_shape *compile(const char *path)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_error error = {0};
    if (gestalt_compile_file(path, NULL, &shape, &diagnostics, &error) != GESTALT_OK)
        fprintf(stderr, "%s: %s\n", path, error.message);
    if (diagnostics)
        gestalt_diagnostics_write(diagnostics, GESTALT_DIAGNOSTICS_HUMAN, false,
                                  (gestalt_writer){.write = to_stderr});
    gestalt_diagnostics_destroy(diagnostics);
    return shape;
}

static bool was_saved(tuned *t)
{
    struct stat now;
    if (stat(t->path, &now) != 0)
        return false; // an editor may be replacing the file at this moment
    bool is_new = now.st_mtim.tv_sec != t->seen.st_mtim.tv_sec ||
                  now.st_mtim.tv_nsec != t->seen.st_mtim.tv_nsec || now.st_ino != t->seen.st_ino;
    t->seen = now;
    return is_new;
}

static void tell(const tuned *t, const gestalt_edit_report *report)
{
    gestalt_edit_counts c = gestalt_edit_report_counts(report);
    uint32_t count, matched = 0;
    const gestalt_edit_node *nodes = gestalt_edit_report_nodes(report, &count);
    for (uint32_t i = 0; i < count; i++)
        matched += nodes[i].new_node != GESTALT_NO_NODE;
    printf("before tick %" PRIu64 ": %" PRIu32 " of %" PRIu32 " nodes match; %" PRIu64
           " live states go on, %" PRIu64 " are dropped\n",
           gestalt_population_ticks(t->population), matched, count, c.kept, c.dropped);
    fflush(stdout);
}

// Move the agents to the tree that is now in the file.
static void retune(tuned *t, int64_t now)
{
    gestalt_error error = {0};
    gestalt_edit_report *report = NULL;
    gestalt_shape *shape = compile(t->path);
    if (!shape)
        return;
    gestalt_result result = gestalt_population_set_now(t->population, now, &error);
    if (result == GESTALT_OK)
        result = gestalt_population_edit(t->population, &(gestalt_edit){.shape = shape}, &report,
                                         &error);
    if (result == GESTALT_OK) {
        tell(t, report);
        gestalt_edit_report_destroy(report);
        gestalt_shape_destroy(t->shape);
        t->shape = shape;
    } else {
        fprintf(stderr, "%s: %s\n", t->path, error.message);
        gestalt_shape_destroy(shape);
    }
}

static gestalt_result run(tuned *t, uint64_t ticks, gestalt_error *error)
{
    const struct timespec pause = {.tv_nsec = TICK * 1000};
    gestalt_population_options options = {.group.shape = t->shape};
    gestalt_result result = gestalt_population_create(&options, &t->population, error);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(t->population, 0, AGENTS, NULL, error);
    for (uint64_t i = 0; i < ticks && result == GESTALT_OK; i++) {
        int64_t now = (int64_t)i * TICK;
        if (was_saved(t))
            retune(t, now);
        result = gestalt_population_tick(t->population, now, error);
        nanosleep(&pause, NULL);
    }
    return result;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: tune DOCUMENT [TICKS]\n");
        return 2;
    }
    gestalt_error error = {0};
    tuned t = {.path = argv[1]};
    uint64_t ticks = argc == 3 ? strtoull(argv[2], NULL, 10) : UINT64_MAX;
    was_saved(&t);
    t.shape = compile(t.path);
    if (!t.shape)
        return 1;
    gestalt_result result = run(&t, ticks, &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message);
    gestalt_population_destroy(t.population);
    gestalt_shape_destroy(t.shape);
    return result != GESTALT_OK;
}
