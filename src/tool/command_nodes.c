// SPDX-License-Identifier: MIT
// gestalt nodes: list the node types, for people or tools.
#include "commands.h"
#include "output.h"

#include <gestalt/worlds/world.h>

exit_code command_nodes(cli *c)
{
    bool json = options_flag(&c->options, OPTION_JSON);
    bool markdown = options_flag(&c->options, OPTION_MARKDOWN);
    if (json && markdown)
        return cli_usage(c, "either --json or --markdown");
    bool scenes = options_flag(&c->options, OPTION_SCENES);
    if (scenes && (json || markdown))
        return cli_usage(c, "--scenes writes only Markdown");
    output out;
    output_start(&out, c, options_text(&c->options, OPTION_OUTPUT));
    gestalt_nodes_form form = json       ? GESTALT_NODES_JSON
                              : markdown ? GESTALT_NODES_MARKDOWN
                                         : GESTALT_NODES_TEXT;
    if (scenes)
        gestalt_scene_reference(output_writer(&out));
    else
        gestalt_nodes_write(form, out.text.color, output_writer(&out));
    return output_finish(&out, c);
}
