// SPDX-License-Identifier: MIT
// What agents see in worlds that ranks share out: radii that trees compute, agents that trees see
// by their ids, and parts and functions of a host. Run by tests/ranks/run.sh with several numbers
// of ranks.
//
//     test_ranks_world_seen SCENES SUPPORT
#include "glowing.h"
#include "passed.h"
#include "same_result.h"
#include "world_pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void run_changed(const char *name, const running_change *changes, uint32_t steps)
{
    char *text = running_changed(name, changes);
    pair_run(name, text, steps);
    passed(name);
    free(text);
}

// A scene that several ranks cannot share out, and one rank can run.
static void test_unlimited(const char *name, const running_change *changes, const char *words)
{
    char *text = running_changed(name, changes), found[RUNNING_FOUND_SIZE];
    gestalt_error error = {0};
    gestalt_ranks_world *ranks = NULL;
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    snprintf(pair_place, sizeof pair_place, "%s without a limit", name);
    scene *s = running_read(text, found);
    CHECK(s);
    gestalt_result result = gestalt_ranks_world_create(s, NULL, &ranks, &error);
    CHECK(is_same_everywhere(result, &error));
    CHECK(result == (size > 1 ? GESTALT_BAD_ARGUMENT : GESTALT_OK));
    if (size > 1 && !strstr(error.message, words))
        pair_fail(__FILE__, __LINE__, error.message);
    gestalt_ranks_world_destroy(ranks);
    gestalt_scene_destroy(s);
    free(text);
    passed(pair_place);
}

int main(int count, char **arguments)
{
    int level;
    if (count != 3)
        return 2;
    MPI_Init_thread(&count, &arguments, MPI_THREAD_FUNNELED, &level);
    const running_change none[] = {{NULL, NULL}};
    const running_change limited[] = {{"\"dt\": 0.1", "\"dt\": 0.1, \"sight\": 2.5"}, {NULL, NULL}};
    const running_change unlimited[] = {{"\"sight\": 7,", ""}, {NULL, NULL}};
    running_folder = arguments[1];
    run_changed("swarm.json", limited, 10);
    test_unlimited("swarm.json", none, "computes how far an agent sees");
    running_folder = arguments[2];
    run_changed("shared_sight.json", none, 22);
    test_unlimited("shared_sight.json", unlimited, "limit it by `sight`");
    running_parts = glowing_parts;
    running_functions = glowing_functions;
    run_changed("shared_glow.json", none, 22);
    running_functions = glowing_undeclared;
    test_unlimited("shared_glow.json", none, "does not declare what it sees");
    passed(NULL);
    MPI_Finalize();
    return 0;
}
