// SPDX-License-Identifier: MIT
// A plugin for scenes with the action `stumble`, which reports an error for agent 7 from step 5 on.
// Otherwise the action runs.
#include <gestalt/worlds/plugin.h>

#include <stddef.h>

static void stumble(gestalt_call *call)
{
    for (unsigned lane = 0; lane < call->lane_count; lane++)
        if (!call->cancelling && call->tick >= 5 && call->lanes >> lane & 1 &&
            gestalt_call_agent(call, lane) == 7)
            call->error = "it has stumbled";
}

const gestalt_world_plugin *gestalt_world_plugin_entry(void)
{
    static const gestalt_world_function functions[] = {
        {"stumble", GESTALT_WORLD_ACTION, stumble, .doc = "Stumbles.", .is_shared = true}, {0}};
    static const gestalt_world_plugin plugin = {.abi = GESTALT_WORLD_PLUGIN_ABI,
                                                .functions = functions};
    return &plugin;
}
