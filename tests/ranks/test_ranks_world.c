// SPDX-License-Identifier: MIT
// Worlds that ranks share out, against one world that every rank steps as well: run by
// tests/ranks/run.sh with several numbers of ranks.
//
//     test_ranks_world SCENES SUPPORT
#include "passed.h"
#include "ranks_world.h"
#include "same_result.h"
#include "world_pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *scenes_folder, *support_folder;

static void compare_changed(const char *name, const char *old, const char *new, uint32_t steps)
{
    const running_change changes[] = {{old, new}, {NULL, NULL}};
    char *text = running_changed(name, changes);
    pair_run(name, text, steps);
    passed(name);
    free(text);
}

// ---- calls that fail on one rank

// A world whose last rank is the odd one.
typedef struct bench {
    scene *scene;
    gestalt_ranks_world *ranks;
    bool is_odd;
} bench;

static char misuse_told[256];

static void note_misuse(void *user, const char *function, const char *message)
{
    (void)user;
    snprintf(misuse_told, sizeof misuse_told, "%s: %s", function, message);
}

static scene *read_changed(const char *folder, const char *name, const running_change *changes)
{
    char found[RUNNING_FOUND_SIZE];
    running_folder = folder;
    char *text = running_changed(name, changes);
    scene *s = running_read(text, found);
    CHECK(s != NULL);
    free(text);
    return s;
}

static scene *read_scene(const char *folder, const char *name)
{
    return read_changed(folder, name, (const running_change[]){{NULL, NULL}});
}

static void bench_start(bench *b)
{
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    *b = (bench){.is_odd = rank == size - 1};
    b->scene = read_scene(support_folder, "shared_life.json");
}

static gestalt_result bench_create(bench *b, gestalt_error *error)
{
    return gestalt_ranks_world_create(b->scene, NULL, &b->ranks, error);
}

static gestalt_result bench_step(bench *b, gestalt_error *error)
{
    return gestalt_ranks_world_step(b->ranks, error);
}

static gestalt_result bench_hash(bench *b, gestalt_error *error)
{
    uint64_t hash;
    return gestalt_ranks_world_hash(b->ranks, &hash, error);
}

// Check that a world is refused on all ranks, with some words.
static void check_refused(const scene *s, const gestalt_ranks_world_options *options,
                          gestalt_result expected, const char *words)
{
    gestalt_error error = {0};
    gestalt_ranks_world *ranks = NULL;
    gestalt_result result = gestalt_ranks_world_create(s, options, &ranks, &error);
    CHECK(is_same_everywhere(result, &error));
    if (result != expected || !strstr(error.message, words))
        pair_fail(__FILE__, __LINE__, error.message);
    CHECK(!ranks);
}

// Wrong options on one rank, and a scene that cannot be shared out.
static void test_refused(void)
{
    bench b;
    bench_start(&b);
    gestalt_ranks_world_options options = {0};
    static const gestalt_world_share share;
    const uint64_t seed = 9;
    snprintf(pair_place, sizeof pair_place, "refused");
    options.world.share = b.is_odd ? &share : NULL;
    check_refused(b.scene, &options, GESTALT_MISUSE, "`share` must be NULL");
    options = (gestalt_ranks_world_options){.capacity = b.is_odd ? 8 : 0};
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > 1) {
        check_refused(b.scene, &options, GESTALT_LIMIT, "the share has 8 rows");
        options = (gestalt_ranks_world_options){.world.seed = b.is_odd ? &seed : NULL};
        check_refused(b.scene, &options, GESTALT_MISUSE, "the arguments differ");
        options = (gestalt_ranks_world_options){.world.interruptible = b.is_odd};
        check_refused(b.scene, &options, GESTALT_MISUSE, "the arguments differ");
        const running_change faster[] = {{"\"max_speed\": 2", "\"max_speed\": 3"}, {NULL, NULL}};
        scene *other = read_changed(support_folder, "shared_life.json", faster);
        check_refused(b.is_odd ? other : b.scene, NULL, GESTALT_MISUSE, "the arguments differ");
        gestalt_scene_destroy(other);
        scene *unshared = read_scene(scenes_folder, "wolf-sheep.json");
        check_refused(unshared, NULL, GESTALT_BAD_ARGUMENT, gestalt_scene_tell(unshared).unshared);
        gestalt_scene_destroy(unshared);
    }
    gestalt_scene_destroy(b.scene);
    passed("refused");
}

// A ticker that fails on one rank.
static gestalt_result bench_fail(void *user, gestalt_population *population, int64_t now,
                                 gestalt_error *error)
{
    const bench *b = user;
    if (!b->is_odd)
        return gestalt_population_tick(population, now, error);
    snprintf(error->message, sizeof error->message, "the ticker has failed");
    return GESTALT_IO;
}

// Wrong arguments on one rank, and different calls. Nothing changes, until a step fails.
static void test_misuse(void)
{
    gestalt_error error = {0};
    uint64_t hash = 0, after = 1;
    bench b;
    bench_start(&b);
    snprintf(pair_place, sizeof pair_place, "misuse");
    CHECK(gestalt_ranks_world_create(b.is_odd ? NULL : b.scene, NULL, &b.ranks, &error) ==
          GESTALT_MISUSE);
    CHECK(is_same_everywhere(GESTALT_MISUSE, &error));
    CHECK(strstr(misuse_told, "gestalt_ranks_world_create: `scene` is NULL"));
    CHECK(bench_create(&b, &error) == GESTALT_OK);
    CHECK(gestalt_ranks_world_hash(b.ranks, &hash, NULL) == GESTALT_OK);
    CHECK(gestalt_ranks_world_counts_of(NULL).steps == 0);
    CHECK(strstr(misuse_told, "gestalt_ranks_world_counts_of: `world` is NULL"));
    CHECK(gestalt_ranks_world_hash(b.ranks, b.is_odd ? NULL : &after, &error) == GESTALT_MISUSE);
    CHECK(strstr(misuse_told, "gestalt_ranks_world_hash: `hash` is NULL"));
    CHECK(gestalt_ranks_world_save(b.ranks, b.is_odd ? NULL : "x", &error) == GESTALT_MISUSE);
    CHECK(strstr(misuse_told, "gestalt_ranks_world_save: `path` is NULL"));
    if (gestalt_ranks_world_size(b.ranks) > 1) {
        CHECK((b.is_odd ? bench_step : bench_hash)(&b, &error) == GESTALT_MISUSE);
        CHECK(strstr(misuse_told, "calls gestalt_ranks_world_hash while another calls "
                                  "gestalt_ranks_world_step"));
    }
    CHECK(gestalt_ranks_world_hash(b.ranks, &after, NULL) == GESTALT_OK && after == hash);
    CHECK(gestalt_ranks_world_save(b.ranks, "/no/folder/here", &error) == GESTALT_IO);
    CHECK(gestalt_ranks_world_hash(b.ranks, &after, NULL) == GESTALT_OK && after == hash);
    CHECK(gestalt_ranks_world_step_by(b.ranks, b.is_odd ? NULL : bench_fail, &b, &error) ==
          GESTALT_MISUSE);
    CHECK(strstr(misuse_told, "gestalt_ranks_world_step_by: `ticker` is NULL"));
    CHECK(gestalt_ranks_world_hash(b.ranks, &after, NULL) == GESTALT_OK && after == hash);
    CHECK(gestalt_ranks_world_step_by(b.ranks, bench_fail, &b, &error) == GESTALT_IO);
    CHECK(is_same_everywhere(GESTALT_IO, &error));
    CHECK(gestalt_ranks_world_step(b.ranks, &error) == GESTALT_MISUSE);
    gestalt_ranks_world_destroy(b.ranks);
    gestalt_scene_destroy(b.scene);
    passed("misuse");
}

int main(int count, char **arguments)
{
    int level;
    if (count != 3)
        return 2;
    MPI_Init_thread(&count, &arguments, MPI_THREAD_FUNNELED, &level);
    running_folder = scenes_folder = arguments[1];
    static const char *const flocks[] = {"flock.json", "flock-fused.json", "boids3d-tree.json",
                                         "birds.json"};
    for (size_t i = 0; i < sizeof flocks / sizeof *flocks; i++)
        compare_changed(flocks[i], NULL, NULL, 40);
    compare_changed("flock.json", "\"weight\": 0.03",
                    "\"weight\": \"agent % 60 == 7 && tick == 4 ? 0.0/0.0 : 0.03\"", 12);
    compare_changed("boids3d-tree.json", "\"count\": 200", "\"count\": 9000", 2);
    compare_changed("crowd.json", "\"count\": 1000", "\"count\": 300", 30);
    compare_changed("crowd/four.json", "walker.json", "crowd/walker.json", 30);
    running_folder = support_folder = arguments[2];
    compare_changed("shared_life.json", NULL, NULL, 40);
    compare_changed("shared_hunt.json", NULL, NULL, 40);
    gestalt_on_misuse(note_misuse, NULL);
    test_refused();
    test_misuse();
    passed(NULL);
    MPI_Finalize();
    return 0;
}
