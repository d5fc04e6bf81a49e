// SPDX-License-Identifier: MIT
// gestalt help: texts made from the tables of the command line.
#include "commands.h"
#include "help.h"
#include "output.h"

#include <string.h>

static bool is_of_limits(const char *name)
{
    return strcmp(name, "limits") == 0;
}

static exit_code help_on_limits(cli *c)
{
    output out;
    output_start(&out, c, NULL);
    help_write_limits(&out.text, options_flag(&c->options, OPTION_MARKDOWN));
    return output_finish(&out, c);
}

static exit_code help_for(cli *c, const char *name)
{
    command_id command = command_find(name);
    if (command != COMMAND_NONE)
        return help_print(c, command);
    const char *near = command_nearest(name);
    if (near)
        return cli_usage(c, "there is no command `%s`; did you mean `%s`?", name, near);
    return cli_usage(c, "there is no command `%s`", name);
}

exit_code command_help(cli *c)
{
    const options *o = &c->options;
    bool man = options_flag(o, OPTION_MAN), markdown = options_flag(o, OPTION_MARKDOWN);
    bool completion = options_flag(o, OPTION_COMPLETION);
    if (o->operand_count > 0 && is_of_limits(o->operands[0]) && !man && !completion)
        return help_on_limits(c);
    if (man + markdown + completion + (o->operand_count > 0) > 1)
        return cli_usage(c, "only one kind of help at a time");
    if (o->operand_count > 0)
        return help_for(c, o->operands[0]);
    if (!man && !markdown && !completion)
        return help_print(c, COMMAND_NONE);
    output out;
    output_start(&out, c, NULL);
    if (man)
        help_write_man(&out.text);
    else if (markdown)
        help_write_markdown(&out.text);
    else
        help_write_completion(&out.text, (help_shell)options_choice(o, OPTION_COMPLETION));
    return output_finish(&out, c);
}
