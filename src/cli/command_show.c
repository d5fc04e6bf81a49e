// SPDX-License-Identifier: MIT
// gestalt show: a tree, drawn or listed.
#include "commands.h"
#include "input.h"
#include "output.h"

static exit_code show(cli *c, const gestalt_shape *shape, const char *path)
{
    output out;
    gestalt_error error = {0};
    gestalt_show_form form = (gestalt_show_form)options_choice(&c->options, OPTION_AS);
    output_start(&out, c, options_text(&c->options, OPTION_OUTPUT));
    gestalt_result result =
        gestalt_shape_show(shape, form, out.text.color, output_writer(&out), &error);
    if (result == GESTALT_OK || result == GESTALT_IO) // the output knows why
        return output_finish(&out, c);
    output_abandon(&out);
    return cli_fail(c, input_name(path), result, &error);
}

exit_code command_show(cli *c)
{
    input in;
    input_load(&in, c, c->options.operands[0]);
    exit_code verdict = in.result == GESTALT_OK ? show(c, in.shape, in.path) : input_report(&in, c);
    input_release(&in);
    return verdict;
}
