// SPDX-License-Identifier: MIT
// Fireflies: a world from a scene in memory, which the program extends with an action, a sensor and
// a part. Each firefly charges, then flashes. A firefly that sees others flash charges faster, so
// after a while they flash together.
//
//   cc fireflies.c $(pkg-config --cflags --libs gestalt-worlds) -o fireflies && ./fireflies
//
// The same file can be compiled as a plugin, with which the command runs the scene:
//
//   cc -shared -fPIC fireflies.c $(pkg-config --cflags gestalt-worlds) -o fireflies.so
//   ./fireflies scene >fireflies.json && gestalt run fireflies.json --plugin=fireflies.so
#include <gestalt/worlds/plugin.h>
#include <stdio.h>
#include <string.h>

static const char scene[] =
    "{ \"scene\": 1, \"name\": \"fireflies\","
    "  \"world\": { \"size\": [30, 30], \"periodic\": true, \"dt\": 0.1, \"seed\": 7 },"
    "  \"groups\": [ {"
    "    \"name\": \"flies\", \"count\": 150,"
    "    \"vehicle\": { \"max_speed\": 0.5, \"max_force\": 1, \"radius\": 0.1 },"
    "    \"tree\": { \"gestalt\": 1,"
    "      \"blackboard\": { \"seen\": \"int\", \"charge\": { \"type\": \"float\", \"init\": "
    "\"rand()\" } },"
    "      \"root\": { \"type\": \"concurrent\", \"children\": ["
    "        { \"type\": \"action\", \"do\": \"wander\" },"
    "        { \"type\": \"repeat\", \"child\": { \"type\": \"sequence\", \"children\": ["
    "          { \"type\": \"action\", \"do\": \"see_flashes\","
    "            \"args\": { \"radius\": 4, \"count\": \"seen\" } },"
    "          { \"type\": \"set\", \"key\": \"charge\", \"to\": \"charge * (seen > 0 ? 1.1 : 1) + "
    "0.03\" },"
    "          { \"type\": \"wait\", \"ticks\": 1 },"
    "          \"charge >= 1\","
    "          { \"type\": \"set\", \"key\": \"charge\", \"to\": 0 },"
    "          { \"type\": \"action\", \"do\": \"flash\" } ] } } ] } } } ] }";

// ---- the part: records which fireflies flash in this step, and which did in the previous one

typedef struct light {
    uint8_t *flashes, *flashed; // columns: 1 if the agent flashes in this, in the previous step
    uint64_t *count;            // number of flashes so far
    uint64_t *most;             // largest number of flashes in one step
} light;

static const gestalt_world_part lights;

static gestalt_result light_start(gestalt_world *world, gestalt_error *error)
{
    (void)error;
    light *l = gestalt_world_allocate(world, sizeof *l);
    if (!l)
        return GESTALT_NO_MEMORY;
    // Snapshots store `flashed`, `count` and `most`, so that a resumed run continues as before.
    // `flashes` is all zeros between steps, so snapshots need not store it.
    l->flashes = gestalt_world_make_column(world, sizeof *l->flashes, false);
    l->flashed = gestalt_world_make_column(world, sizeof *l->flashed, true);
    l->count = gestalt_world_allocate(world, sizeof *l->count);
    l->most = gestalt_world_allocate(world, sizeof *l->most);
    gestalt_world_set_state(world, &lights, l);
    return l->flashes && l->flashed && l->count && l->most &&
                   gestalt_world_keep(world, l->count, sizeof *l->count) &&
                   gestalt_world_keep(world, l->most, sizeof *l->most)
               ? GESTALT_OK
               : GESTALT_NO_MEMORY;
}

static void light_after(gestalt_world *world)
{
    light *l = gestalt_world_state(world, &lights);
    uint32_t rows = gestalt_world_columns_of(world).count, count = 0;
    for (uint32_t row = 0; row < rows; row++)
        count += l->flashes[row];
    memcpy(l->flashed, l->flashes, rows);
    memset(l->flashes, 0, rows);
    *l->count += count;
    *l->most = count > *l->most ? count : *l->most;
}

static void light_outcome(const gestalt_world *world, gestalt_outcome *outcome)
{
    const light *l = gestalt_world_state(world, &lights);
    gestalt_outcome_count(outcome, NULL, "flashes", *l->count);
    gestalt_outcome_count(outcome, NULL, "most_at_once", *l->most);
}

// ---- the action and the sensor that trees call

static void flash(gestalt_call *call)
{
    const gestalt_world_binding *binding = call->user;
    light *l = gestalt_world_state(binding->world, &lights);
    for (unsigned lane = 0; lane < call->lane_count; lane++)
        if (call->lanes >> lane & 1)
            l->flashes[gestalt_world_row(call, lane)] = !call->cancelling;
    call->succeeded = call->lanes;
}

enum { SEE_RADIUS, SEE_COUNT };

static void see_flashes(gestalt_call *call)
{
    const gestalt_world_binding *binding = call->user;
    const light *l = gestalt_world_state(binding->world, &lights);
    gestalt_world_columns all = gestalt_world_columns_of(binding->world);
    for (unsigned lane = 0; lane < call->lane_count; lane++) {
        if (!(call->lanes >> lane & 1))
            continue;
        uint32_t row = gestalt_world_row(call, lane), near[64];
        const float here[2] = {all.position[0][row], all.position[1][row]};
        float radius = gestalt_world_float(call, SEE_RADIUS, lane);
        uint32_t count = gestalt_world_near(binding->world, here, radius, near, 64);
        int32_t seen = 0;
        for (uint32_t i = 0; i < count && i < 64; i++)
            seen += near[i] != row && l->flashed[near[i]];
        gestalt_world_put_int(call, SEE_COUNT, lane, seen);
    }
    call->succeeded = call->lanes;
}

static const gestalt_world_function functions[] = {
    {"flash", GESTALT_WORLD_ACTION, flash, .doc = "Flashes in this step. Succeeds."},
    {"see_flashes", GESTALT_WORLD_SENSOR, see_flashes,
     .arguments = {{"radius", GESTALT_FLOAT, .otherwise = 4, .is_reach = true,
                    .doc = "how far it sees"},
                   {"count", GESTALT_INT, .by_key = true, .doc = "gets how many it sees"}},
     .doc = "Counts who flashed in the last step."},
    {0},
};

static const gestalt_world_part lights = {.name = "lights",
                                          .functions = functions,
                                          .start = light_start,
                                          .after = light_after,
                                          .outcome = light_outcome};

static const gestalt_world_part *const parts[] = {&lights, NULL};

const gestalt_world_plugin *gestalt_world_plugin_entry(void)
{
    static const gestalt_world_plugin plugin = {.abi = GESTALT_WORLD_PLUGIN_ABI, .parts = parts};
    return &plugin;
}

// ---- the program

static bool print(void *user, const char *text, size_t size)
{
    (void)user;
    return fwrite(text, 1, size, stdout) == size;
}

static gestalt_result run(gestalt_world *world, gestalt_error *error)
{
    for (int seconds = 0; seconds <= 60; seconds += 15) {
        gestalt_outcome outcome;
        gestalt_world_measure(world, &outcome);
        printf("%2d s: %llu flashes, at most %llu at once\n", seconds,
               (unsigned long long)gestalt_outcome_find(&outcome, "flashes")->count,
               (unsigned long long)gestalt_outcome_find(&outcome, "most_at_once")->count);
        for (int step = 0; step < 150; step++) {
            gestalt_result result = gestalt_world_step(world, error);
            if (result != GESTALT_OK)
                return result;
        }
    }
    return GESTALT_OK;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "scene") == 0) {
        puts(scene);
        return 0;
    }
    gestalt_scene_options options = {.parts = parts};
    gestalt_scene *read;
    gestalt_world *world = NULL;
    gestalt_scene_findings findings;
    gestalt_error error = {0};
    gestalt_result result = gestalt_scene_read("fireflies.json", scene, sizeof scene - 1, &options,
                                               &read, &findings, &error);
    gestalt_scene_findings_write(&findings, GESTALT_DIAGNOSTICS_HUMAN, false,
                                 (gestalt_writer){.write = print});
    gestalt_scene_findings_release(&findings, NULL);
    if (result == GESTALT_OK)
        result = gestalt_world_create(read, NULL, &world, &error);
    if (result == GESTALT_OK)
        result = run(world, &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message);
    gestalt_world_destroy(world);
    gestalt_scene_destroy(read);
    return result != GESTALT_OK;
}
