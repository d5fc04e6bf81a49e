// SPDX-License-Identifier: MIT
// gestalt show: print a tree as a drawing or a list.
#include "commands.h"
#include "input.h"
#include "linked_show.h"
#include "output.h"

// The choice after those that are a gestalt_show_form.
enum { SHOW_LINKED = GESTALT_SHOW_BTCPP + 1 };

static gestalt_result show_as(const options *o, const gestalt_shape *shape, bool color,
                              gestalt_writer writer, gestalt_error *error)
{
    int form = options_choice(o, OPTION_AS);
    return form == SHOW_LINKED
               ? linked_show(shape, (uint32_t)options_number(o, OPTION_SHOW_LANES), color, writer,
                             error)
               : gestalt_shape_show(shape, (gestalt_show_form)form, color, writer, error);
}

static exit_code show_shape(cli *c, const gestalt_shape *shape, const char *path)
{
    output out;
    gestalt_error error = {0};
    output_start(&out, c, options_text(&c->options, OPTION_OUTPUT));
    gestalt_result result =
        show_as(&c->options, shape, out.text.color, output_writer(&out), &error);
    if (result == GESTALT_OK || result == GESTALT_IO) // the output has recorded the error
        return output_finish(&out, c);
    output_abandon(&out);
    return cli_fail(c, cli_input_name(path), result, &error);
}

exit_code command_show(cli *c)
{
    input in;
    input_load(&in, c, c->options.operands[0]);
    exit_code verdict =
        in.result == GESTALT_OK ? show_shape(c, in.shape, in.path) : input_report(&in, c);
    input_release(&in);
    return verdict;
}
