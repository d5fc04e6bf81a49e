// SPDX-License-Identifier: MIT
// gestalt schema: print the JSON Schema of documents, of one document, or of scenes, for editors.
#include "commands.h"
#include "input.h"
#include "output.h"

#include <gestalt/worlds/world.h>

// Print the schema of one document. Its errors are reported only if they prevent the schema.
static exit_code schema_of_document(cli *c, const char *path, output *out)
{
    input in;
    input_write_schema(&in, c, path, output_writer(out));
    exit_code verdict = EXIT_FINE;
    if (in.result != GESTALT_OK)
        verdict = input_report(&in, c);
    input_release(&in);
    return verdict;
}

exit_code command_schema(cli *c)
{
    output out;
    bool scenes = options_flag(&c->options, OPTION_SCENES);
    if (scenes && c->options.operand_count > 0)
        return cli_usage(c, "--scenes prints the schema of all scenes, without a file");
    output_start(&out, c, options_text(&c->options, OPTION_OUTPUT));
    if (c->options.operand_count == 0) {
        (scenes ? gestalt_scene_schema : gestalt_schema_write)(output_writer(&out));
        return output_finish(&out, c);
    }
    exit_code verdict = schema_of_document(c, c->options.operands[0], &out);
    if (verdict == EXIT_FINE)
        return output_finish(&out, c);
    output_abandon(&out);
    return verdict;
}
