// SPDX-License-Identifier: MIT
// Loading, editing and interrupting worlds that ranks share out, against one world: run by
// tests/ranks/run.sh with several numbers of ranks.
//
//     test_ranks_world_whole SCENES SUPPORT
#include "passed.h"
#include "ranks_world.h"
#include "same_result.h"
#include "world_pair.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int world_rank, world_size;
static char saved[2][64]; // files of this job

static void name_files(void)
{
    int number = (int)getpid();
    MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 2; i++)
        snprintf(saved[i], sizeof saved[i], "/tmp/ranks_whole-%d-%d.gss", number, i);
}

// ---- loading

// The first ranks of the job.
typedef struct some_ranks {
    MPI_Comm communicator;
    bool is_there; // this rank is one of them
} some_ranks;

static some_ranks some_ranks_open(int count)
{
    some_ranks some = {.is_there = world_rank < count};
    MPI_Comm_split(MPI_COMM_WORLD, some.is_there, world_rank, &some.communicator);
    return some;
}

// Save a world after some steps, by the first `count` ranks. Rank 0 saves one world as well.
static void save_by(const char *text, int count, uint32_t steps)
{
    some_ranks some = some_ranks_open(count);
    gestalt_error error;
    pair p;
    if (some.is_there) {
        pair_start_in(&p, text, &(gestalt_ranks_world_options){.communicator = &some.communicator});
        for (uint32_t step = 0; step < steps; step++)
            pair_step(&p, step);
        CHECK(gestalt_ranks_world_save(p.ranks, saved[0], &error) == GESTALT_OK);
        if (world_rank == 0) {
            const char *const paths[] = {saved[0], saved[1]};
            CHECK(p.one.is->snapshots.save(p.one.world, saved[1], &error) == GESTALT_OK);
            pair_compare_files(paths);
        }
        pair_stop(&p);
    }
    MPI_Comm_free(&some.communicator);
    MPI_Barrier(MPI_COMM_WORLD);
}

// Load the file by the first `count` ranks, into a world that has made some other steps.
static void load_by(const char *text, int count, uint32_t before, uint32_t after)
{
    some_ranks some = some_ranks_open(count);
    gestalt_error error = {0};
    pair p;
    if (some.is_there) {
        pair_start_in(&p, text, &(gestalt_ranks_world_options){.communicator = &some.communicator});
        for (uint32_t step = 0; step < before; step++)
            pair_step(&p, step);
        CHECK(p.one.is->snapshots.load(p.one.world, saved[1], &error) == GESTALT_OK);
        if (gestalt_ranks_world_load(p.ranks, saved[0], NULL, &error) != GESTALT_OK)
            pair_fail(__FILE__, __LINE__, error.message);
        if (before == 0) // otherwise step first: to compare hashes, agents move
            pair_compare_saved(&p);
        for (uint32_t step = 0; step < after; step++) {
            pair_step(&p, step);
            pair_compare(&p);
        }
        pair_compare_whole(&p);
        pair_stop(&p);
    }
    MPI_Comm_free(&some.communicator);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void test_load(const char *name, const char *old, const char *new, uint32_t steps,
                      uint32_t after)
{
    const running_change changes[] = {{old, new}, {NULL, NULL}};
    char *text = running_changed(name, changes);
    for (int by = world_size; by >= 1; by -= world_size > 1 ? world_size - 1 : 1) {
        snprintf(pair_place, sizeof pair_place, "%s, saved by %d", name, by);
        save_by(text, by, steps);
    }
    for (int by = 1; by <= world_size; by++) {
        snprintf(pair_place, sizeof pair_place, "%s, loaded by %d", name, by);
        load_by(text, by, by % 2 ? after : 0, after);
    }
    free(text);
    passed(name);
}

// ---- files that cannot be loaded

// Change a byte of the file on rank 0, so that only some ranks notice.
static void damage_file(long offset)
{
    if (world_rank == 0) {
        FILE *file = fopen(saved[0], "r+b");
        CHECK(file && fseek(file, offset, SEEK_SET) == 0);
        int byte = fgetc(file);
        CHECK(byte != EOF && fseek(file, offset, SEEK_SET) == 0);
        fputc(byte ^ 1, file);
        fclose(file);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static long size_of_file(void)
{
    FILE *file = fopen(saved[0], "rb");
    CHECK(file && fseek(file, 0, SEEK_END) == 0);
    long size = ftell(file);
    fclose(file);
    return size;
}

// Load a damaged file, for bytes everywhere in it. Nothing changes.
static void test_damaged(const char *name)
{
    char *text = running_text(name);
    gestalt_error error = {0};
    pair p;
    snprintf(pair_place, sizeof pair_place, "damaged");
    save_by(text, world_size, 9);
    pair_start(&p, text);
    for (uint32_t step = 0; step < 5; step++)
        pair_step(&p, step);
    const long size = size_of_file();
    for (long i = 0; i < 24; i++) {
        long offset = i * (size / 24) + i;
        snprintf(pair_place, sizeof pair_place, "damaged at %ld of %ld", offset, size);
        damage_file(offset);
        gestalt_result result = gestalt_ranks_world_load(p.ranks, saved[0], NULL, &error);
        CHECK(is_same_everywhere(result, &error));
        CHECK(result == GESTALT_BAD_FILE);
        damage_file(offset);
    }
    pair_compare_whole(&p);
    CHECK(gestalt_ranks_world_load(p.ranks, "/no/folder/here", NULL, &error) == GESTALT_IO);
    CHECK(is_same_everywhere(GESTALT_IO, &error));
    pair_step(&p, 5);
    pair_compare_whole(&p);
    pair_stop(&p);
    free(text);
    passed("damaged snapshots");
}

// A snapshot of another scene.
static void test_other_scene(const char *name, const char *old, const char *new)
{
    const running_change changes[] = {{old, new}, {NULL, NULL}};
    char *text = running_text(name), *other_text = running_changed(name, changes);
    gestalt_error error = {0};
    pair p;
    snprintf(pair_place, sizeof pair_place, "snapshot of another scene");
    save_by(other_text, world_size, 2);
    pair_start(&p, text);
    gestalt_result result = gestalt_ranks_world_load(p.ranks, saved[0], NULL, &error);
    CHECK(result == GESTALT_BAD_FILE);
    CHECK(is_same_everywhere(result, &error));
    pair_compare_whole(&p);
    pair_stop(&p);
    free(text);
    free(other_text);
    passed("snapshot of another scene");
}

// A rank whose rows are too few for its part of the snapshot, while the others have enough.
static void test_too_few_rows(const char *name)
{
    char *text = running_text(name);
    gestalt_error error = {0};
    pair p;
    snprintf(pair_place, sizeof pair_place, "too few rows");
    save_by(text, world_size, 0);
    pair_start_in(&p, text, &(gestalt_ranks_world_options){.capacity = 124});
    gestalt_result result = gestalt_ranks_world_load(p.ranks, saved[0], NULL, &error);
    CHECK(is_same_everywhere(result, &error));
    CHECK(world_size == 1 ? result == GESTALT_OK
                          : result == GESTALT_LIMIT && strstr(error.message, "has 124 rows"));
    pair_compare(&p);
    pair_stop(&p);
    free(text);
    passed("too few rows");
}

// ---- edits

enum { GROUPS_MOST = 4 };

// The same scene with other trees.
static const running_change other_trees[] = {
    {"\"p\": 0.15", "\"p\": 0.3"}, {"\"p\": 0.04", "\"p\": 0.05"}, {NULL, NULL}};

// Check that the reports of all ranks together have the counts of one world's, and destroy both.
static void compare_reports(const pair *p, gestalt_edit_report **one, gestalt_edit_report **parts)
{
    for (uint32_t g = 0; g < gestalt_scene_tell(p->one.scene).group_count; g++) {
        CHECK(!one[g] == !parts[g]);
        if (!one[g])
            continue;
        gestalt_edit_counts wanted = gestalt_edit_report_counts(one[g]),
                            own = gestalt_edit_report_counts(parts[g]);
        CHECK(pair_sum(p, own.agents) == wanted.agents && wanted.agents > 0);
        CHECK(pair_sum(p, own.kept) == wanted.kept);
        CHECK(pair_sum(p, own.dropped) == wanted.dropped);
        gestalt_edit_report_destroy(one[g]);
        gestalt_edit_report_destroy(parts[g]);
    }
}

// Read a scene for all ranks.
static scene *read_changed(const char *name, const running_change *changes)
{
    char found[RUNNING_FOUND_SIZE], *text = running_changed(name, changes);
    scene *s = running_read(text, found);
    if (!s)
        pair_fail(__FILE__, __LINE__, found);
    free(text);
    return s;
}

static void test_edit(const char *name)
{
    char *text = running_text(name);
    gestalt_edit_report *reports[2][GROUPS_MOST];
    gestalt_error error = {0};
    gestalt_world *edited;
    pair p, after;
    snprintf(pair_place, sizeof pair_place, "edit");
    pair_start(&p, text);
    for (uint32_t step = 0; step < 12; step++)
        pair_step(&p, step);
    after = (pair){.one = {.scene = read_changed(name, other_trees), .is = p.one.is}};
    CHECK(gestalt_world_edit((gestalt_world *)p.one.world, after.one.scene, NULL, NULL, 0, &edited,
                             reports[0], &error) == GESTALT_OK);
    after.one.world = (world *)edited;
    if (gestalt_ranks_world_edit(p.ranks, after.one.scene, NULL, NULL, 0, &after.ranks, reports[1],
                                 &error) != GESTALT_OK)
        pair_fail(__FILE__, __LINE__, error.message);
    compare_reports(&p, reports[0], reports[1]);
    pair_compare_whole(&p);
    pair_compare_saved(&after);
    for (uint32_t step = 0; step < 6; step++) {
        pair_step(&p, step);
        pair_step(&after, step);
        pair_compare(&after);
    }
    pair_compare_whole(&p);
    pair_compare_whole(&after);
    gestalt_ranks_world_destroy(after.ranks);
    gestalt_world_destroy(edited);
    gestalt_scene_destroy(after.one.scene);
    pair_stop(&p);
    free(text);
    passed("edit");
}

// Load what a world with the old trees has saved.
static void test_load_edited(const char *name)
{
    char *old_text = running_text(name), *text = running_changed(name, other_trees);
    gestalt_edit_report *reports[2][GROUPS_MOST];
    gestalt_group shapes[GROUPS_MOST] = {{0}};
    gestalt_load_options how = {.old_shapes = shapes};
    gestalt_error error = {0};
    pair p;
    snprintf(pair_place, sizeof pair_place, "load edited");
    save_by(old_text, world_size, 15);
    scene *old = read_changed(name, (const running_change[]){{NULL, NULL}});
    how.old_shape_count = gestalt_scene_tell(old).group_count;
    for (uint32_t g = 0; g < how.old_shape_count; g++)
        shapes[g].shape = gestalt_scene_group_at(old, g).shape;
    pair_start(&p, text);
    gestalt_result result = gestalt_ranks_world_load(p.ranks, saved[0], NULL, &error);
    CHECK(result == GESTALT_BAD_FILE && strstr(error.message, "another shape"));
    CHECK(is_same_everywhere(result, &error));
    how.reports = reports[0];
    CHECK(gestalt_world_load_with((gestalt_world *)p.one.world, saved[1], &how, &error) ==
          GESTALT_OK);
    how.reports = reports[1];
    CHECK(gestalt_ranks_world_load(p.ranks, saved[0], &how, &error) == GESTALT_OK);
    compare_reports(&p, reports[0], reports[1]);
    pair_compare_saved(&p);
    pair_step(&p, 0);
    pair_compare_whole(&p);
    pair_stop(&p);
    gestalt_scene_destroy(old);
    free(old_text);
    free(text);
    passed("load edited");
}

static char told[256];

static void note_misuse(void *user, const char *function, const char *message)
{
    (void)user;
    snprintf(told, sizeof told, "%s: %s", function, message);
}

// Check the result of a call on all ranks, and words of its error.
static void check_error(gestalt_result result, gestalt_result expected, const gestalt_error *error,
                        const char *words)
{
    CHECK(is_same_everywhere(result, error));
    CHECK(result == expected);
    if (!strstr(error->message, words))
        pair_fail(__FILE__, __LINE__, error->message);
}

// Edits and loads that fail on all ranks, or that differ between ranks. Nothing changes.
static void test_wrong(const char *name)
{
    char *text = running_text(name);
    const running_change size[] = {{"\"dt\": 0.5", "\"dt\": 0.25"}, {NULL, NULL}};
    gestalt_error error = {0};
    gestalt_ranks_world *edited = NULL;
    bool is_odd = world_rank == world_size - 1;
    pair p;
    snprintf(pair_place, sizeof pair_place, "wrong edits");
    save_by(text, world_size, 1);
    pair_start(&p, text);
    pair_step(&p, 0);
    scene *larger = read_changed(name, size), *trees = read_changed(name, other_trees);
    check_error(gestalt_ranks_world_edit(p.ranks, larger, NULL, NULL, 0, &edited, NULL, &error),
                GESTALT_BAD_FILE, &error, "the snapshot is of another scene");
    CHECK(!edited);
    gestalt_on_misuse(note_misuse, NULL);
    check_error(gestalt_ranks_world_edit(p.ranks, is_odd ? NULL : trees, NULL, NULL, 0, &edited,
                                         NULL, &error),
                GESTALT_MISUSE, &error, "`scene` is NULL");
    CHECK(strstr(told, "gestalt_ranks_world_edit: `scene` is NULL"));
    check_error(gestalt_ranks_world_edit(p.ranks, trees, NULL, NULL, 1, &edited, NULL, &error),
                GESTALT_MISUSE, &error, "`renames` is NULL");
    check_error(gestalt_ranks_world_load(p.ranks, is_odd ? NULL : saved[0], NULL, &error),
                GESTALT_MISUSE, &error, "`path` is NULL");
    if (world_size > 1) {
        uint64_t hash;
        check_error(gestalt_ranks_world_edit(p.ranks, is_odd ? larger : trees, NULL, NULL, 0,
                                             &edited, NULL, &error),
                    GESTALT_MISUSE, &error, "the arguments differ");
        check_error(gestalt_ranks_world_load(p.ranks, saved[is_odd], NULL, &error), GESTALT_MISUSE,
                    &error, "the arguments differ");
        check_error(is_odd ? gestalt_ranks_world_hash(p.ranks, &hash, &error)
                           : gestalt_ranks_world_load(p.ranks, saved[0], NULL, &error),
                    GESTALT_MISUSE, &error, "gestalt_ranks_world_hash while another calls");
    }
    gestalt_on_misuse(NULL, NULL);
    pair_compare_whole(&p);
    pair_stop(&p);
    gestalt_scene_destroy(larger);
    gestalt_scene_destroy(trees);
    free(text);
    passed("wrong edits and loads");
}

// ---- interrupts

// Leaf visits that let worlds save before each step.
#define LONG                                                                                       \
    "{\"type\":\"repeat\",\"count\":40,\"per_tick\":50,\"child\":{\"type\":\"repeat\",\"count\":"  \
    "40,"                                                                                          \
    "\"per_tick\":50,\"child\":{\"type\":\"success\"}}}"
#define WALK                                                                                       \
    "{\"gestalt\":1,\"root\":{\"type\":\"concurrent\",\"children\":[" LONG                         \
    ",{\"type\":\"action\",\"do\":\"walk\"}]}}"

static uint32_t draw(uint32_t *state, uint32_t below)
{
    *state = *state * 1664525 + 1013904223;
    return (*state >> 8) % below;
}

typedef struct interrupter {
    gestalt_world *world;
    useconds_t delay;
} interrupter;

static void *interrupt_later(void *user)
{
    const interrupter *i = user;
    usleep(i->delay);
    gestalt_world_interrupt(i->world);
    return NULL;
}

// Step the ranks until a step ends, while one of them is interrupted at some moment. Returns how
// often the step was undone.
static uint32_t step_interrupted(pair *p, uint32_t victim, useconds_t delay)
{
    interrupter i = {gestalt_ranks_world_own(p->ranks), delay};
    pthread_t thread;
    gestalt_error error = {0};
    bool is_victim = world_rank == (int)victim;
    if (is_victim)
        CHECK(pthread_create(&thread, NULL, interrupt_later, &i) == 0);
    for (uint32_t undone = 0;; undone++) {
        gestalt_result result = gestalt_ranks_world_step(p->ranks, &error);
        CHECK(is_same_everywhere(result, &error));
        if (is_victim && undone == 0)
            pthread_join(thread, NULL);
        if (result == GESTALT_OK)
            return undone;
        CHECK(result == GESTALT_INTERRUPTED && undone < 3);
        CHECK(strstr(error.message, "was interrupted and undone"));
        pair_compare_saved(p);
    }
}

// Interrupt steps at random moments. Returns how many were undone.
static uint32_t interrupt_scene(const char *name, const running_change *changes, uint32_t seed)
{
    char *text = running_changed(name, changes);
    uint64_t scene_seed = 40 + seed;
    uint32_t state = seed, undone = 0;
    useconds_t took = 20000;
    pair p;
    pair_start_in(
        &p, text,
        &(gestalt_ranks_world_options){.world = {.seed = &scene_seed, .interruptible = true}});
    for (uint32_t step = 0; step < 4; step++) {
        snprintf(pair_place, sizeof pair_place, "%s, seed %u, interrupted step %u", name, seed,
                 step);
        uint32_t victim = draw(&state, (uint32_t)world_size);
        double begin = MPI_Wtime();
        uint32_t count = step_interrupted(&p, victim, draw(&state, 1 + took * 5 / 4));
        took = count == 0 ? (useconds_t)((MPI_Wtime() - begin) * 1e6) : took;
        undone += count;
        running_go_on(&p.one, 1);
        pair_compare(&p);
    }
    pair_compare_whole(&p);
    pair_stop(&p);
    free(text);
    return undone;
}

static void test_interrupts(const char *scenes, const char *support)
{
    static const struct {
        const char *name;
        running_change changes[3];
    } cases[] = {
        {"shared_life.json", {{"\"children\": [", "\"children\": [" LONG ","}}},
        {"shared_hunt.json", {{"\"children\": [", "\"children\": [" LONG ","}}},
        {"boids3d-tree.json", {{"\"children\": [", "\"children\": [" LONG ","}}},
        {"crowd/four.json", {{"\"walker.json\"", WALK}}},
        {"crowd.json", {{"\"pedestrian.json\"", WALK}, {"\"count\": 1000", "\"count\": 300"}}},
    };
    enum { CASES = sizeof cases / sizeof *cases };
    uint32_t undone = 0;
    for (uint32_t seed = 0; seed < 20; seed++) {
        running_folder = seed % CASES < 2 ? support : scenes;
        undone += interrupt_scene(cases[seed % CASES].name, cases[seed % CASES].changes, seed);
    }
    CHECK(undone > 10);
    passed("interrupts");
}

static gestalt_result load_saved(gestalt_ranks_world *w, gestalt_error *error)
{
    return gestalt_ranks_world_load(w, saved[0], NULL, error);
}

static gestalt_result hash_all(gestalt_ranks_world *w, gestalt_error *error)
{
    uint64_t hash;
    return gestalt_ranks_world_hash(w, &hash, error);
}

// With two ranks, the first one has too few rows while agents move. All move back.
static void fail_to_move(const char *text, uint32_t capacity,
                         gestalt_result (*call)(gestalt_ranks_world *w, gestalt_error *error))
{
    gestalt_error error = {0};
    pair p;
    pair_start_in(&p, text, &(gestalt_ranks_world_options){.capacity = capacity});
    gestalt_result result = call(p.ranks, &error);
    CHECK(is_same_everywhere(result, &error));
    if (world_size == 2) {
        CHECK(result == GESTALT_LIMIT && strstr(error.message, "rank 0 has no room for"));
        pair_compare(&p);
        pair_step(&p, 0);
        pair_compare(&p);
    }
    pair_stop(&p);
}

static void test_moves(const char *name, const char *old, const char *new)
{
    const running_change changes[] = {{old, new}, {NULL, NULL}};
    char *text = running_changed(name, changes);
    snprintf(pair_place, sizeof pair_place, "rows while agents move to boxes");
    save_by(text, world_size, 1);
    fail_to_move(text, 2 * GESTALT_ID_BLOCK, load_saved);
    snprintf(pair_place, sizeof pair_place, "rows while agents move home");
    fail_to_move(text, 8100, hash_all);
    free(text);
    passed("rows while agents move");
}

int main(int count, char **arguments)
{
    int level;
    if (count != 3)
        return 2;
    MPI_Init_thread(&count, &arguments, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    name_files();
    running_folder = arguments[1];
    test_load("flock.json", NULL, NULL, 20, 4);
    test_load("boids3d-tree.json", "\"count\": 200", "\"count\": 9000", 1, 1);
    test_load("crowd.json", "\"count\": 1000", "\"count\": 300", 20, 4);
    test_moves("boids3d-tree.json", "\"count\": 200", "\"count\": 9000");
    running_folder = arguments[2];
    test_load("shared_life.json", NULL, NULL, 30, 4);
    test_load("shared_hunt.json", NULL, NULL, 20, 12);
    test_damaged("shared_life.json");
    test_other_scene("shared_life.json", "\"most\": 40", "\"most\": 41");
    test_too_few_rows("shared_life.json");
    test_edit("shared_life.json");
    test_load_edited("shared_life.json");
    test_wrong("shared_life.json");
    test_interrupts(arguments[1], arguments[2]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 2 && world_rank == 0; i++)
        unlink(saved[i]);
    passed(NULL);
    MPI_Finalize();
    return 0;
}
