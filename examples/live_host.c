// SPDX-License-Identifier: MIT
// A debugger in a program of your own: a small game with 200 guards and an enemy that circles
// around them. It prints a link; the page that opens there shows the guards' tree, pauses and steps
// the game, sets breakpoints, writes keys, goes back, and edits the tree when the file is saved.
//
//   cc live_host.c $(pkg-config --cflags --libs gestalt-live) -lm -o live_host
//   ./live_host guard.json
//
// With a number of ticks after the file, the game ends after so many; 0 means that it does not end.
// After that number, `look` lets the page only look at the game.
#define _POSIX_C_SOURCE 200809L // for nanosleep
#include <gestalt/live/live.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GUARDS = 200, SHOTS_MOST = GUARDS, SHOT_TICKS = 5, TICK_MICROSECONDS = 50000 };

// ---- the state of the game that is not on blackboards

typedef struct shot {
    uint64_t agent;
    uint32_t node, launch_id;
    uint32_t ticks; // until it hits
} shot;

typedef struct game {
    gestalt_population *population;
    float turn; // where the enemy is on its way around them, from 0 to 1
    shot shots[SHOTS_MOST];
    uint32_t shot_count;
} game;

// To go back, the debugger stores this state with its snapshots of the population.
static gestalt_result save_game(void *user, gestalt_writer writer, gestalt_error *error)
{
    (void)error;
    return writer.write(writer.user, user, sizeof(game)) ? GESTALT_OK : GESTALT_IO;
}

static gestalt_result load_game(void *user, const void *bytes, size_t size, gestalt_error *error)
{
    (void)error;
    memcpy(user, bytes, size);
    return GESTALT_OK;
}

// ---- functions of the tree

static gestalt_status flee(gestalt_single_call *call)
{
    (void)call;
    return GESTALT_SUCCESS;
}

static gestalt_status go(gestalt_single_call *call)
{
    return call->phase == GESTALT_START ? GESTALT_RUNNING : GESTALT_SUCCESS;
}

static gestalt_status look(gestalt_single_call *call)
{
    return call->agent % 3 == 0 ? GESTALT_SUCCESS : GESTALT_FAILURE;
}

static const gestalt_parameter flee_arguments[] = {{.name = "from", .type = GESTALT_VEC2},
                                                   {.name = "speed", .type = GESTALT_FLOAT}};
static const gestalt_parameter go_arguments[] = {{.name = "to", .type = GESTALT_VEC2}};
static const gestalt_parameter look_arguments[] = {
    {.name = "range", .type = GESTALT_FLOAT},
    {.name = "found", .type = GESTALT_VEC2, .by_key = true}};
static const gestalt_parameter fire_arguments[] = {
    {.name = "at", .type = GESTALT_VEC2}, {.name = "ammo", .type = GESTALT_INT, .by_key = true}};

static const gestalt_function functions[] = {
    {.name = "flee", .single = flee, .arguments = flee_arguments, .argument_count = 2},
    {.name = "go", .single = go, .arguments = go_arguments, .argument_count = 1},
    {.name = "look",
     .kind = GESTALT_PREDICATE,
     .single = look,
     .arguments = look_arguments,
     .argument_count = 2},
    {.name = "fire", .kind = GESTALT_DEFERRED, .arguments = fire_arguments, .argument_count = 2},
};

// ---- what the game does in a tick

// The enemy comes near to one guard after another.
static void move_enemy(game *g)
{
    g->turn = g->turn < 1 ? g->turn + 0.01f : 0;
    for (uint64_t i = 0; i < GUARDS; i++) {
        float apart = fabsf(g->turn - (float)i / GUARDS);
        float away = 10 + 200 * fminf(apart, 1 - apart);
        gestalt_population_write(g->population, i, "distance",
                                 (gestalt_value){.type = GESTALT_FLOAT, .number = away}, NULL);
    }
}

static void finish_shot(game *g, const shot *s)
{
    gestalt_value ammo;
    gestalt_population_read(g->population, s->agent, "ammo", &ammo, NULL);
    ammo.integer--;
    gestalt_population_write(g->population, s->agent, "ammo", ammo, NULL);
    gestalt_population_finish_launch(g->population, s->agent, s->node, s->launch_id,
                                     GESTALT_SUCCESS, NULL);
}

static void finish_shots(game *g)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < g->shot_count; i++) {
        shot *s = &g->shots[i];
        if (--s->ticks > 0)
            g->shots[kept++] = *s;
        else
            finish_shot(g, s);
    }
    g->shot_count = kept;
}

static void take_request(game *g, const gestalt_request *request)
{
    uint32_t i = 0;
    while (i < g->shot_count && g->shots[i].agent != request->agent)
        i++;
    if (i < g->shot_count) // its last shot was cancelled
        g->shots[i] = g->shots[--g->shot_count];
    if (request->launch && g->shot_count < SHOTS_MOST)
        g->shots[g->shot_count++] =
            (shot){request->agent, request->node, request->launch_id, SHOT_TICKS};
}

static gestalt_result tick(game *g, gestalt_error *error)
{
    const gestalt_request *requests;
    uint64_t count = 0;
    int64_t now = (int64_t)gestalt_population_ticks(g->population) * TICK_MICROSECONDS;
    move_enemy(g);
    finish_shots(g);
    gestalt_result result = gestalt_population_tick(g->population, now, error);
    if (result == GESTALT_OK)
        result = gestalt_population_requests(g->population, &requests, &count, error);
    for (uint64_t i = 0; i < count && result == GESTALT_OK; i++)
        take_request(g, &requests[i]);
    return result;
}

// ---- the loop

static void sleep_a_tick(void)
{
    nanosleep(&(struct timespec){.tv_nsec = TICK_MICROSECONDS * 1000L}, NULL);
}

static gestalt_result play(game *g, gestalt_live *live, uint64_t ticks, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    while (gestalt_population_ticks(g->population) < ticks && result == GESTALT_OK) {
        // Wait for up to a tenth of a second while the page has paused the game. A game with menus
        // passes 0, and draws them meanwhile.
        gestalt_live_wish wish = gestalt_live_poll(live, 100);
        if (wish == GESTALT_LIVE_END)
            return GESTALT_NO_MEMORY;
        if (wish == GESTALT_LIVE_WAIT)
            continue;
        result = tick(g, error);
        if (result == GESTALT_REJECTED) { // a function of the tree has failed: show it on the page
            gestalt_live_stop(live, error->message);
            result = GESTALT_OK;
        }
        if (wish == GESTALT_LIVE_TICK && ticks == UINT64_MAX)
            sleep_a_tick();
    }
    return result;
}

static gestalt_result debug(game *g, const char *path, const gestalt_host *host, uint64_t ticks,
                            bool only_looks, gestalt_error *error)
{
    gestalt_live *live;
    const gestalt_live_document document = {.path = path, .host = host};
    gestalt_live_options options = {
        .population = g->population,
        .name = "two hundred guards",
        .rights = GESTALT_LIVE_PACE | GESTALT_LIVE_WRITE | GESTALT_LIVE_EDIT | GESTALT_LIVE_GO_BACK,
        .dt = TICK_MICROSECONDS,
        .starts_paused = ticks != UINT64_MAX,
        .documents = &document,
        .document_count = 1,
        .keeper = {save_game, load_game, g},
    };
    if (only_looks)
        options.rights = 0;
    gestalt_result result = gestalt_live_create(&options, &live, error);
    if (result != GESTALT_OK)
        return result;
    printf("%s\n", gestalt_live_link(live));
    fflush(stdout);
    result = play(g, live, ticks, error);
    gestalt_live_end(live, NULL);
    printf("%" PRIu64 " ticks, %" PRIu32 " shots under way\n",
           gestalt_population_ticks(g->population), g->shot_count);
    // The guards may run a tree that the debugger has compiled: they end before it.
    gestalt_population_destroy(g->population);
    g->population = NULL;
    gestalt_live_destroy(live, NULL);
    return result;
}

int main(int argc, char **argv)
{
    static game g;
    gestalt_error error = {0};
    gestalt_shape *shape = NULL;
    gestalt_host *host = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    bool only_looks = argc == 4 && strcmp(argv[3], "look") == 0;
    if (argc != 2 && argc != 3 && !only_looks) {
        fprintf(stderr, "usage: live_host guard.json [TICKS [look]]\n");
        return 2;
    }
    uint64_t ticks = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    gestalt_result result = gestalt_compile_file(argv[1], NULL, &shape, &diagnostics, &error);
    gestalt_diagnostics_destroy(diagnostics); // embed.c shows how to print them
    if (result == GESTALT_OK)
        result = gestalt_host_create(NULL, &host, &error);
    for (size_t i = 0; i < sizeof functions / sizeof *functions && result == GESTALT_OK; i++)
        result = gestalt_host_add(host, &functions[i], &error);
    const gestalt_population_options options = {.group = {shape, host}};
    if (result == GESTALT_OK)
        result = gestalt_population_create(&options, &g.population, &error);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(g.population, 0, GUARDS, NULL, &error);
    if (result == GESTALT_OK)
        result = debug(&g, argv[1], host, ticks > 0 ? ticks : UINT64_MAX, only_looks, &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message);
    gestalt_population_destroy(g.population);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
    return result != GESTALT_OK;
}
