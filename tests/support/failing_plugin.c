// SPDX-License-Identifier: MIT
// A plugin for tests/cli/files/guard.json that is wrong: `look` reports errors from tick 3 on, and
// `flee` answers by who else is there.
#include <gestalt/plugin.h>

#include <stddef.h>

static void look(gestalt_call *call)
{
    if (call->tick >= 3)
        call->error = "the camera is\nbroken";
    call->succeeded = call->lanes;
}

// An agent that runs alone fails.
static void flee(gestalt_call *call)
{
    call->succeeded = (call->lanes & (call->lanes - 1)) ? call->lanes : 0;
}

static gestalt_result add(gestalt_host *host, gestalt_error *error)
{
    gestalt_function function = {.name = "look", .batch = look};
    gestalt_result result = gestalt_host_add(host, &function, error);
    function = (gestalt_function){.name = "flee", .batch = flee};
    return result == GESTALT_OK ? gestalt_host_add(host, &function, error) : result;
}

const gestalt_plugin *gestalt_plugin_entry(void)
{
    static const gestalt_plugin plugin = {.abi = GESTALT_PLUGIN_ABI, .add = add};
    return &plugin;
}
