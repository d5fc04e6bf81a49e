// SPDX-License-Identifier: MIT
// A game with a text overlay: a thousand watchmen, and for three of them a line in each second,
// with the step that each is at, the last node that failed, and two keys. A watch calls back for
// these three only, so the other agents tick as fast as without an overlay, and sleep.
//
//   cc overlay.c $(pkg-config --cflags --libs gestalt) -o overlay && ./overlay
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { AGENTS = 1000, SHOWN = 3, NODES_MOST = 32, LABEL_SIZE = 40, SECONDS = 8, FRAMES = 10 };

static const char watchman[] =
    "{\"gestalt\": 1, \"name\": \"watchman\", \"blackboard\": {"
    "  \"energy\": {\"type\": \"float\", \"init\": \"50 + rand() * 50\"},"
    "  \"distance\": {\"type\": \"float\", \"init\": \"rand() * 100\"}},"
    " \"root\": {\"type\": \"priority\", \"children\": ["
    "  {\"type\": \"sequence\", \"name\": \"chase\", \"children\": [\"distance < 20\","
    "   {\"type\": \"wait\", \"name\": \"run\", \"seconds\": 3},"
    "   {\"type\": \"set\", \"key\": \"distance\", \"to\": \"50 + rand() * 50\"},"
    "   {\"type\": \"set\", \"key\": \"energy\", \"to\": \"energy - 30\"}]},"
    "  {\"type\": \"sequence\", \"name\": \"rest\", \"children\": [\"energy < 40\","
    "   {\"type\": \"wait\", \"name\": \"sleep\", \"seconds\": 4},"
    "   {\"type\": \"set\", \"key\": \"energy\", \"to\": \"100\"}]},"
    "  {\"type\": \"sequence\", \"name\": \"round\", \"children\": ["
    "   {\"type\": \"wait\", \"name\": \"walk\", \"seconds\": 1},"
    "   {\"type\": \"set\", \"key\": \"distance\", \"to\": \"distance - rand() * 40\"},"
    "   {\"type\": \"set\", \"key\": \"energy\", \"to\": \"energy - 5\"}]}]}}";

// An agent of the overlay, with what has happened to it since its last line.
typedef struct shown {
    uint64_t agent;
    uint32_t failed; // node that failed last, or GESTALT_NO_NODE
    unsigned events;
} shown;

typedef struct overlay {
    gestalt_population *population;
    gestalt_watch *watch;
    const gestalt_shape *shape;
    gestalt_key keys[2]; // keys of energy and distance, found once
    shown list[SHOWN];
} overlay;

static shown *find_shown(overlay *o, uint64_t agent)
{
    shown *found = o->list;
    while (found->agent != agent) // only agents of the list are watched
        found++;
    return found;
}

static void on_leave(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    shown *s = find_shown(user, agent);
    s->events++;
    if (status == GESTALT_FAILURE)
        s->failed = node;
}

static gestalt_result overlay_open(overlay *o, gestalt_error *error)
{
    const uint64_t agents[SHOWN] = {7, 70, 700};
    const gestalt_watch_options options = {.population = o->population,
                                           .hooks = {.leave = on_leave, .user = o}};
    o->shape = gestalt_population_shape(o->population, 0);
    for (int i = 0; i < SHOWN; i++)
        o->list[i] = (shown){.agent = agents[i], .failed = GESTALT_NO_NODE};
    gestalt_population_key(o->population, 0, "energy", &o->keys[0]);
    gestalt_population_key(o->population, 0, "distance", &o->keys[1]);
    gestalt_result result = gestalt_watch_create(&options, &o->watch, error);
    return result == GESTALT_OK ? gestalt_watch_add(o->watch, agents, SHOWN, error) : result;
}

// Print a line for one agent.
static void overlay_show(const overlay *o, shown *s)
{
    uint32_t nodes[NODES_MOST];
    size_t count = 0;
    gestalt_value values[2];
    char label[LABEL_SIZE] = "", failed[LABEL_SIZE] = "nothing";
    if (gestalt_actor_live_nodes(o->population, s->agent, nodes, NODES_MOST, &count, NULL) !=
            GESTALT_OK ||
        gestalt_population_read_keys(o->population, &s->agent, 1, o->keys, 2, values, NULL) !=
            GESTALT_OK)
        return;
    if (count > 0)
        gestalt_shape_label(o->shape, nodes[count - 1], label, sizeof label);
    if (s->failed != GESTALT_NO_NODE)
        gestalt_shape_label(o->shape, s->failed, failed, sizeof failed);
    printf("  %3" PRIu64 " %-6s energy %5.1f, distance %5.1f, %2u results, failed: %s\n", s->agent,
           label, (double)values[0].number, (double)values[1].number, s->events, failed);
    s->events = 0;
    s->failed = GESTALT_NO_NODE;
}

static gestalt_result play(overlay *o, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    for (int64_t frame = 0; frame <= SECONDS * FRAMES && result == GESTALT_OK; frame++) {
        result = gestalt_population_tick(o->population, frame * (1000000 / FRAMES), error);
        if (frame % FRAMES > 0 || result != GESTALT_OK)
            continue;
        printf("%" PRId64 " s\n", frame / FRAMES);
        for (int i = 0; i < SHOWN; i++)
            overlay_show(o, &o->list[i]);
    }
    return result;
}

int main(void)
{
    gestalt_shape *shape = NULL;
    gestalt_error error = {0};
    overlay o = {0};
    gestalt_result result =
        gestalt_compile_text("watchman", watchman, strlen(watchman), NULL, &shape, NULL, &error);
    gestalt_population_options options = {
        .group = {.shape = shape}, .lanes = 8, .seed = 5, .announces_writes = true};
    if (result == GESTALT_OK)
        result = gestalt_population_create(&options, &o.population, &error);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(o.population, 0, AGENTS, NULL, &error);
    if (result == GESTALT_OK)
        result = overlay_open(&o, &error);
    if (result == GESTALT_OK)
        result = play(&o, &error);
    if (result == GESTALT_OK)
        printf("%" PRIu64 " of %d agents slept in the last tick\n",
               gestalt_population_slept_count(o.population), AGENTS);
    else
        fprintf(stderr, "overlay: %s\n", error.message);
    gestalt_watch_destroy(o.watch);
    gestalt_population_destroy(o.population);
    gestalt_shape_destroy(shape);
    return result != GESTALT_OK;
}
