// SPDX-License-Identifier: MIT
// One world on several processes of an MPI job, saved as a snapshot.
//
//   cc ranks_world.c $(pkg-config --cflags --libs gestalt-ranks gestalt-worlds) -o ranks_world
//   mpirun -n 4 ./ranks_world scenes/birds.json 600
#include <gestalt/gestalt.h>
#include <gestalt/ranks/world.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static gestalt_result run(const gestalt_scene *scene, uint64_t steps, gestalt_error *error)
{
    gestalt_ranks_world *world = NULL;
    gestalt_result result = gestalt_ranks_world_create(scene, NULL, &world, error);
    for (uint64_t step = 0; step < steps && result == GESTALT_OK; step++)
        result = gestalt_ranks_world_step(world, error);
    if (result == GESTALT_OK)
        printf("rank %u of %u has %" PRIu32 " agents\n", gestalt_ranks_world_rank(world),
               gestalt_ranks_world_size(world),
               gestalt_world_columns_of(gestalt_ranks_world_own(world)).count);
    if (result == GESTALT_OK)
        result = gestalt_ranks_world_save(world, "world.gss", error);
    gestalt_ranks_world_destroy(world);
    return result;
}

int main(int argc, char **argv)
{
    gestalt_error error = {0};
    gestalt_scene *scene = NULL;
    gestalt_scene_findings findings = {0};
    if (argc < 3) {
        fprintf(stderr, "usage: ranks_world SCENE.json STEPS\n");
        return 2;
    }
    gestalt_result result = gestalt_scene_read_file(argv[1], NULL, &scene, &findings, &error);
    gestalt_scene_findings_release(&findings, NULL);
    if (result == GESTALT_OK)
        result = run(scene, strtoull(argv[2], NULL, 10), &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message);
    gestalt_scene_destroy(scene);
    return result != GESTALT_OK;
}
