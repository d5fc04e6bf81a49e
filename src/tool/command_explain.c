// SPDX-License-Identifier: MIT
// gestalt explain: print what the codes of errors and warnings mean.
#include "commands.h"
#include "diagnostic.h"
#include "output.h"

static exit_code explain_codes(cli *c, output *out)
{
    const options *o = &c->options;
    for (uint32_t i = 0; i < o->operand_count; i++) {
        const char *code = o->operands[i];
        if (i > 0)
            text_put(&out->text, "\n");
        if (gestalt_explain(code, out->text.color, output_writer(out)) != GESTALT_BAD_ARGUMENT)
            continue;
        const char *near = gestalt_explain_nearest(code);
        if (near)
            return cli_usage(c, "there is no code `%s`; did you mean `%s`?", code, near);
        return cli_usage(c, "there is no code `%s`; `gestalt explain` lists them", code);
    }
    return EXIT_FINE;
}

exit_code command_explain(cli *c)
{
    const options *o = &c->options;
    bool json = options_flag(o, OPTION_JSON), markdown = options_flag(o, OPTION_MARKDOWN);
    if (json && markdown)
        return cli_usage(c, "either --json or --markdown");
    if ((json || markdown) && o->operand_count > 0)
        return cli_usage(c, "--json and --markdown list all codes; leave out `%s`", o->operands[0]);
    output out;
    output_start(&out, c, options_text(o, OPTION_OUTPUT));
    exit_code verdict = EXIT_FINE;
    if (markdown)
        diagnostics_write_markdown(output_writer(&out));
    else if (json || o->operand_count == 0)
        gestalt_explain_list(json, out.text.color, output_writer(&out));
    else
        verdict = explain_codes(c, &out);
    if (verdict != EXIT_FINE) {
        output_abandon(&out);
        return verdict;
    }
    return output_finish(&out, c);
}
