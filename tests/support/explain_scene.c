// SPDX-License-Identifier: MIT
#include "explain_scene.h"

#include <gestalt/worlds/world.h>
#include <string.h>

bool explain_scene(const char *text, gestalt_writer writer, gestalt_result *result)
{
    gestalt_scene *made;
    gestalt_scene_findings found;
    gestalt_error error = {0};
    if (!gestalt_scene_is(text, strlen(text)))
        return false;
    *result = gestalt_scene_read("main.json", text, strlen(text),
                                 &(gestalt_scene_options){.folder = "./"}, &made, &found, &error);
    for (uint32_t i = 0; i < found.count; i++)
        gestalt_diagnostics_write(found.list[i], GESTALT_DIAGNOSTICS_SHORT, false, writer);
    gestalt_scene_findings_release(&found, NULL);
    gestalt_scene_destroy(made);
    return true;
}
