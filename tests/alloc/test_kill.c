// SPDX-License-Identifier: MIT
// kill -9 while snapshots are saved. A child process ticks and saves without end, and reports each
// finished snapshot. It is killed at a random moment. Then the file must be a snapshot of the last
// tick that was reported, or of the next one.
//
//    test_kill [ROUNDS]
#include "snapshot_bytes.h"

#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { AGENTS = 3000, TICKS = 400, WAIT_MOST_US = 12000, WAIT_LONGEST_US = 500000 };

static const char document[] =
    "{\"gestalt\":1,\"blackboard\":{\"count\":\"int\",\"luck\":\"float\"},\"root\":{\"type\":"
    "\"sequence\",\"children\":[{\"type\":\"set\",\"key\":\"luck\",\"to\":\"rand()\"},"
    "{\"type\":\"wait\",\"ticks\":1},{\"type\":\"set\",\"key\":\"count\",\"to\":\"count+1\"}]}}";

static int round_count = 20;
static gestalt_shape *shape;
static uint64_t hashes[TICKS + 1]; // hashes of the population, by number of ticks
static char folder[] = "/tmp/gestalt-kill-XXXXXX";

static gestalt_population *create(void)
{
    gestalt_population *p = NULL;
    gestalt_population_options options = {.group = {shape, NULL}, .seed = 5};
    if (gestalt_population_create(&options, &p, NULL) != GESTALT_OK ||
        gestalt_population_spawn(p, 0, AGENTS, NULL, NULL) != GESTALT_OK)
        abort();
    return p;
}

static void tick(gestalt_population *p)
{
    int64_t now = (int64_t)gestalt_population_ticks(p) * 1000;
    if (gestalt_population_tick(p, now, NULL) != GESTALT_OK)
        abort();
}

static void tell(int told, uint64_t ticks)
{
    if (write(told, &ticks, sizeof ticks) != sizeof ticks)
        _exit(2);
}

// Continue from the snapshot in the file. Report its tick, and then each tick whose snapshot is
// saved.
static void child(int told)
{
    gestalt_population *p = create();
    if (access("s", F_OK) == 0 && gestalt_population_load(p, "s", NULL) != GESTALT_OK)
        _exit(1);
    tell(told, gestalt_population_ticks(p));
    while (gestalt_population_ticks(p) < TICKS) {
        tick(p);
        if (gestalt_population_save(p, "s", NULL) != GESTALT_OK)
            _exit(1);
        tell(told, gestalt_population_ticks(p));
    }
    _exit(0);
}

// Return the last number received through the pipe, or `before`.
static uint64_t last_told(int told, uint64_t before)
{
    uint64_t ticks;
    while (read(told, &ticks, sizeof ticks) == sizeof ticks)
        before = ticks;
    return before;
}

// Remove files that killed children have left. Return the number of files.
static unsigned sweep(void)
{
    unsigned count = 0;
    DIR *entries = opendir(".");
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries));)
        if (strncmp(entry->d_name, ".gestalt-", 9) == 0)
            count += unlink(entry->d_name) == 0;
    closedir(entries);
    return count;
}

static uint64_t kill_one(uint64_t safe, long wait_most, unsigned *in_between)
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        close(ends[0]);
        child(ends[1]);
    }
    close(ends[1]);
    uint64_t begun;
    assert_int_equal(read(ends[0], &begun, sizeof begun), sizeof begun);
    assert_int_equal(begun, safe);
    struct timespec wait = {.tv_nsec = (long)rand() % wait_most * 1000};
    nanosleep(&wait, NULL);
    kill(process, SIGKILL);
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    safe = last_told(ends[0], safe);
    close(ends[0]);
    *in_between += sweep();
    return safe;
}

// Return the tick of the snapshot in the file, from which the next child continues.
static uint64_t expect_snapshot(uint64_t safe)
{
    uint64_t hash;
    gestalt_error error = {0};
    gestalt_population *p = create();
    if (gestalt_population_load(p, "s", &error) != GESTALT_OK)
        fail_msg("after tick %u: %s", (unsigned)safe, error.message);
    uint64_t ticks = gestalt_population_ticks(p);
    assert_true(ticks == safe || ticks == safe + 1);
    assert_int_equal(gestalt_population_hash(p, &hash, NULL), GESTALT_OK);
    assert_int_equal(hash, hashes[ticks]);
    gestalt_population_destroy(p);
    return ticks;
}

static void test_killed_while_saving(void **state)
{
    (void)state;
    uint64_t safe = 0;
    unsigned in_between = 0, snapshots = 0;
    long wait_most = WAIT_MOST_US;
    for (int i = 0; i < round_count; i++) {
        if (safe + 1 >= TICKS || safe == 0) { // start again
            unlink("s");
            safe = 0;
        }
        uint64_t before = safe;
        safe = kill_one(safe, wait_most, &in_between);
        snapshots += (unsigned)(safe - before);
        if (snapshots == 0 && wait_most < WAIT_LONGEST_US)
            wait_most *= 2; // the machine is slow
        if (safe > 0)
            safe = expect_snapshot(safe);
        else
            unlink("s"); // the child did not report its first snapshot
    }
    print_message("# %d kills, %u of them while writing, %u snapshots\n", round_count, in_between,
                  snapshots);
    assert_true(snapshots > 0);
}

static int start(void **state)
{
    (void)state;
    shape = compile_or_abort("kill.json", document, false);
    gestalt_population *p = create();
    for (int i = 0; i <= TICKS; i++, tick(p))
        if (gestalt_population_hash(p, &hashes[i], NULL) != GESTALT_OK)
            return 1;
    gestalt_population_destroy(p);
    return !mkdtemp(folder) || chdir(folder) != 0;
}

static int end(void **state)
{
    (void)state;
    gestalt_shape_destroy(shape);
    unlink("s");
    return chdir("/") != 0 || rmdir(folder) != 0;
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_killed_while_saving)};
    if (count > 1)
        round_count = atoi(arguments[1]);
    srand((unsigned)time(NULL));
    return cmocka_run_group_tests_name("kill", tests, start, end);
}
