// SPDX-License-Identifier: MIT
// A game system that continues after a snapshot. Couriers ride to doors and ring. After loading,
// the game system rebuilds its state from the list of live launches, so it saves nothing itself.
//
//   cc resume.c $(pkg-config --cflags --libs gestalt) -lm -o resume && ./resume courier.json
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { COURIERS = 200, RING_TICKS = 3, PIECE = 64 };

// ---- the game system: at most one job for each courier

typedef struct job {
    bool is_going_on, rides;
    uint32_t node, launch_id;
    float to[2], speed; // destination in metres, speed in metres per tick
} job;

typedef struct streets {
    job jobs[COURIERS];
} streets;

// Start the job of a launch. The arguments have the values from the time of the launch, even after
// a snapshot was loaded.
static void begin(streets *s, const gestalt_population *population, uint64_t agent, uint32_t node,
                  uint32_t launch_id)
{
    gestalt_value to, speed;
    job *j = &s->jobs[agent];
    *j = (job){.is_going_on = true, .node = node, .launch_id = launch_id};
    if (!gestalt_population_launch_argument(population, agent, node, "to", &to) ||
        !gestalt_population_launch_argument(population, agent, node, "speed", &speed))
        return; // `ring` has no arguments
    j->rides = true;
    j->to[0] = to.vector[0];
    j->to[1] = to.vector[1];
    j->speed = speed.number;
}

// After a snapshot was loaded, start a job for every live launch.
static gestalt_result take_up(streets *s, const gestalt_population *population,
                              gestalt_error *error)
{
    gestalt_launch launches[PIECE];
    gestalt_launch_cursor from = {0};
    size_t count = PIECE, all = 0;
    gestalt_result result = GESTALT_OK;
    while (result == GESTALT_OK && count == PIECE) {
        result = gestalt_population_launches(population, &from, launches, PIECE, &count, error);
        for (size_t i = 0; result == GESTALT_OK && i < count; i++) {
            const gestalt_launch *l = &launches[i];
            if (l->status == GESTALT_RUNNING) // else it had finished before the snapshot
                begin(s, population, l->agent, l->node, l->launch_id);
        }
        all += count;
    }
    printf("%zu launches are taken up\n", all);
    return result;
}

static gestalt_result take_requests(streets *s, gestalt_population *population,
                                    gestalt_error *error)
{
    const gestalt_request *requests;
    uint64_t count;
    gestalt_result result = gestalt_population_requests(population, &requests, &count, error);
    for (uint64_t i = 0; result == GESTALT_OK && i < count; i++) {
        const gestalt_request *r = &requests[i];
        if (r->launch)
            begin(s, population, r->agent, r->node, r->launch_id);
        else
            s->jobs[r->agent].is_going_on = false;
    }
    return result;
}

// Move a courier. Return true when it is at the door.
static bool ride(gestalt_population *population, uint64_t agent, const job *j)
{
    gestalt_value at;
    gestalt_population_read(population, agent, "at", &at, NULL);
    float x = j->to[0] - at.vector[0], y = j->to[1] - at.vector[1];
    float distance = sqrtf(x * x + y * y);
    float part = distance > j->speed ? j->speed / distance : 1;
    at.vector[0] += x * part;
    at.vector[1] += y * part;
    gestalt_population_write(population, agent, "at", at, NULL);
    return distance <= j->speed;
}

// Advance all jobs, and report those that have finished. A launch's number is the number of the
// tick in which it started, so the difference to the current tick is its age.
static gestalt_result work(streets *s, gestalt_population *population, gestalt_error *error)
{
    uint32_t tick = (uint32_t)gestalt_population_ticks(population);
    for (uint64_t agent = 0; agent < COURIERS; agent++) {
        job *j = &s->jobs[agent];
        if (!j->is_going_on ||
            !(j->rides ? ride(population, agent, j) : tick - j->launch_id >= RING_TICKS))
            continue;
        j->is_going_on = false;
        gestalt_result result = gestalt_population_finish_launch(
            population, agent, j->node, j->launch_id, GESTALT_SUCCESS, error);
        if (result != GESTALT_OK && result != GESTALT_STALE) // stale: it was cancelled
            return result;
    }
    return GESTALT_OK;
}

// ---- two runs

static gestalt_result run(streets *s, gestalt_population *population, int ticks,
                          gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    for (int i = 0; result == GESTALT_OK && i < ticks; i++) {
        int64_t now = (int64_t)gestalt_population_ticks(population) * 1000000;
        result = work(s, population, error);
        if (result == GESTALT_OK)
            result = gestalt_population_tick(population, now, error);
        if (result == GESTALT_OK)
            result = take_requests(s, population, error);
    }
    return result;
}

static gestalt_result print_hash(const gestalt_population *population, gestalt_error *error)
{
    uint64_t hash;
    gestalt_result result = gestalt_population_hash(population, &hash, error);
    if (result == GESTALT_OK)
        printf("after %" PRIu64 " ticks: %016" PRIx64 "\n", gestalt_population_ticks(population),
               hash);
    return result;
}

// Run twenty ticks, save a snapshot, and run twenty more ticks. Then load the snapshot, as another
// program would, and repeat the last twenty ticks with a new, empty game system.
static gestalt_result run_twice(gestalt_population *population, gestalt_error *error)
{
    static streets one, other;
    const char *path = "couriers.gss";
    gestalt_result result = gestalt_population_spawn(population, 0, COURIERS, NULL, error);
    if (result == GESTALT_OK)
        result = run(&one, population, 20, error);
    if (result == GESTALT_OK)
        result = gestalt_population_save(population, path, error);
    if (result == GESTALT_OK)
        result = run(&one, population, 20, error);
    if (result == GESTALT_OK)
        result = print_hash(population, error);
    if (result == GESTALT_OK)
        result = gestalt_population_load(population, path, error);
    if (result == GESTALT_OK)
        result = take_up(&other, population, error);
    if (result == GESTALT_OK)
        result = run(&other, population, 20, error);
    remove(path);
    return result == GESTALT_OK ? print_hash(population, error) : result;
}

static const gestalt_parameter ride_arguments[] = {
    {.name = "to", .type = GESTALT_VEC2},
    {.name = "speed", .type = GESTALT_FLOAT},
};

static const gestalt_function functions[] = {
    {.name = "ride", .kind = GESTALT_DEFERRED, .arguments = ride_arguments, .argument_count = 2},
    {.name = "ring", .kind = GESTALT_DEFERRED},
};

int main(int argc, char **argv)
{
    gestalt_error error = {0};
    gestalt_shape *shape = NULL;
    gestalt_host *host = NULL;
    gestalt_population *population = NULL;
    if (argc != 2) {
        fprintf(stderr, "usage: resume courier.json\n");
        return 2;
    }
    gestalt_result result = gestalt_compile_file(argv[1], NULL, &shape, NULL, &error);
    if (result == GESTALT_OK)
        result = gestalt_host_create(NULL, &host, &error);
    for (size_t i = 0; i < sizeof functions / sizeof *functions && result == GESTALT_OK; i++)
        result = gestalt_host_add(host, &functions[i], &error);
    gestalt_population_options options = {.group = {shape, host}, .seed = 7};
    if (result == GESTALT_OK)
        result = gestalt_population_create(&options, &population, &error);
    if (result == GESTALT_OK)
        result = run_twice(population, &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message);
    gestalt_population_destroy(population);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
    return result != GESTALT_OK;
}
