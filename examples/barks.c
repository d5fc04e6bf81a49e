// SPDX-License-Identifier: MIT
// Text arguments: guards shout lines that their tree contains. The host prepares each line once,
// and then finds the prepared line by the place of the text, without comparing strings.
//
//   cc barks.c $(pkg-config --cflags --libs gestalt) -o barks && ./barks
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char guards[] =
    "{'gestalt': 1, 'name': 'guard',"
    " 'actions': {'shout': {'args': {'line': 'text', 'volume': {'type': 'float', 'default': 1}}}},"
    " 'root': {'type': 'selector', 'children': ["
    "  {'type': 'sequence', 'children': ['tick == 0',"
    "   {'type': 'action', 'do': 'shout', 'args': {'line': 'Who goes there?', 'volume': 2}}]},"
    "  {'type': 'sequence', 'children': ['(tick + agent) % 2 == 0',"
    "   {'type': 'action', 'do': 'shout', 'args': {'line': 'All quiet.'}}]}]}}";

// What the host needs for a line: here the sound's length, in other programs a handle.
typedef struct sound {
    size_t letters;
} sound;

typedef struct sounds {
    sound *list; // by the place of the line in the shape
    uint32_t count;
} sounds;

static sounds prepare(const gestalt_shape *shape)
{
    sounds s = {.count = gestalt_shape_text_count(shape)};
    s.list = calloc(s.count, sizeof *s.list);
    for (uint32_t i = 0; s.list && i < s.count; i++)
        gestalt_shape_text(shape, (int32_t)i, &s.list[i].letters);
    return s;
}

static void shout(gestalt_call *call)
{
    const sounds *s = call->user;
    int32_t place = call->arguments[0].ints[0]; // the same for all agents
    const char *line = gestalt_call_text(call, 0, NULL);
    for (unsigned lane = 0; lane < call->lane_count; lane++)
        if (call->lanes >> lane & 1)
            printf("tick %" PRIu64 ": guard %" PRIu64 " shouts \"%s\" (%zu letters, volume %g)\n",
                   call->tick, gestalt_call_agent(call, lane), line, s->list[place].letters,
                   (double)call->arguments[1].floats[lane]);
    call->succeeded = call->lanes;
}

static gestalt_result compile(gestalt_shape **shape, gestalt_error *error)
{
    char text[sizeof guards];
    for (size_t i = 0; i < sizeof guards; i++)
        text[i] = guards[i] == '\'' ? '"' : guards[i];
    return gestalt_compile_text("guard", text, strlen(text), NULL, shape, NULL, error);
}

static gestalt_result run(const gestalt_shape *shape, gestalt_host *host, sounds *s,
                          gestalt_error *error)
{
    static const gestalt_parameter arguments[] = {{.name = "line", .type = GESTALT_TEXT},
                                                  {.name = "volume", .type = GESTALT_FLOAT}};
    const gestalt_function function = {
        .name = "shout", .batch = shout, .user = s, .arguments = arguments, .argument_count = 2};
    const gestalt_population_options options = {.group = {.shape = shape, .host = host}};
    gestalt_population *population = NULL;
    gestalt_result result = gestalt_host_add(host, &function, error);
    if (result == GESTALT_OK)
        result = gestalt_population_create(&options, &population, error);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(population, 0, 2, NULL, error);
    for (int64_t now = 0; result == GESTALT_OK && now < 3; now++)
        result = gestalt_population_tick(population, now * 1000000, error);
    gestalt_population_destroy(population);
    return result;
}

int main(void)
{
    gestalt_shape *shape = NULL;
    gestalt_host *host = NULL;
    gestalt_error error = {0};
    sounds s = {0};
    gestalt_result result = compile(&shape, &error);
    if (result == GESTALT_OK)
        result = gestalt_host_create(NULL, &host, &error);
    if (result == GESTALT_OK) {
        s = prepare(shape);
        result = run(shape, host, &s, &error);
    }
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message);
    free(s.list);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
    return result != GESTALT_OK;
}
