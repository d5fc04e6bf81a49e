// SPDX-License-Identifier: MIT
// gestalt schema: the JSON Schema of documents, for editors.
#include "commands.h"
#include "output.h"

exit_code command_schema(cli *c)
{
    output out;
    output_start(&out, c, options_text(&c->options, OPTION_OUTPUT));
    gestalt_schema_write(output_writer(&out));
    return output_finish(&out, c);
}
