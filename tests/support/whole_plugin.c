// SPDX-License-Identifier: MIT
// A plugin for trees with the deferred action `deliver`: one game system for all agents. Every
// third delivery of a tick succeeds a tick later; the others fail at once.
#include <gestalt/plugin.h>

#include <stddef.h>
#include <stdlib.h>

static gestalt_plugin_answer *answers; // first those of the last tick, to be reported now
static uint64_t late_count, room;

static gestalt_result add(gestalt_host *host, gestalt_error *error)
{
    const gestalt_function function = {.name = "deliver", .kind = GESTALT_DEFERRED};
    return gestalt_host_add(host, &function, error);
}

static gestalt_result whole(const gestalt_request *requests, uint64_t count,
                            const gestalt_plugin_answer **list, uint64_t *list_count,
                            gestalt_error *error)
{
    static gestalt_plugin_answer *late;
    uint64_t launch_count = 0, answer_count = late_count;
    (void)error;
    if (late_count + count > room) {
        room = 2 * (late_count + count);
        answers = realloc(answers, room * sizeof *answers);
        late = realloc(late, room * sizeof *late);
        if (!answers || !late)
            return GESTALT_NO_MEMORY;
    }
    for (uint64_t i = 0; i < late_count; i++)
        answers[i] = late[i];
    late_count = 0;
    for (uint64_t i = 0; i < count; i++) {
        const gestalt_request *r = &requests[i];
        bool is_late = launch_count % 3 == 2;
        if (!r->launch)
            continue;
        launch_count++;
        *(is_late ? &late[late_count++] : &answers[answer_count++]) = (gestalt_plugin_answer){
            r->agent, r->node, r->launch_id, is_late ? GESTALT_SUCCESS : GESTALT_FAILURE};
    }
    *list = answers;
    *list_count = answer_count;
    return GESTALT_OK;
}

const gestalt_plugin *gestalt_plugin_entry(void)
{
    static const gestalt_plugin plugin = {.abi = GESTALT_PLUGIN_ABI, .add = add, .whole = whole};
    return &plugin;
}
