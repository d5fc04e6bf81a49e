// SPDX-License-Identifier: MIT
// gestalt check: report errors, warnings, and what an agent of a tree needs.
#include "commands.h"
#include "folder.h"
#include "output.h"
#include "report.h"
#include "scene_input.h"

#include <inttypes.h>
#include <string.h>

// The form of the results, the same for all inputs.
typedef enum check_form { CHECK_SILENT, CHECK_JSON, CHECK_LINES, CHECK_BLOCKS } check_form;

static check_form choose_form(const options *o, uint32_t count)
{
    if (options_flag(o, OPTION_JSON))
        return CHECK_JSON;
    if (options_flag(o, OPTION_QUIET))
        return CHECK_SILENT;
    return count > 1 && !options_flag(o, OPTION_VERBOSE) ? CHECK_LINES : CHECK_BLOCKS;
}

// Print a result at once, so that on a terminal it follows the messages about its input.
static void check_tell(cli *c, output *out, check_form form, const input *in)
{
    if (form == CHECK_LINES)
        report_line(&out->text, in);
    if (form == CHECK_BLOCKS)
        report_block(&out->text, in, options_flag(&c->options, OPTION_VERBOSE));
    text_finish(&out->text);
}

// Print the result of a scene: one line in any form. Checking its trees by themselves shows their
// needs.
static void tell_scene(output *out, const scene_input *in)
{
    text_escaped(&out->text, in->path, strlen(in->path));
    if (in->result == GESTALT_OK) {
        gestalt_scene_facts scene = gestalt_scene_tell(in->scene);
        text_print(&out->text, ": fine: a scene with %" PRIu32 " group%s, %" PRIu64 " agent%s\n",
                   scene.group_count, text_plural(scene.group_count, "", "s"), scene.agent_count,
                   text_plural(scene.agent_count, "", "s"));
    } else if (in->result == GESTALT_IO) {
        text_put(&out->text, ": unreadable\n");
    } else {
        text_print(&out->text, ": rejected, %" PRIu32 " error%s\n", in->errors,
                   text_plural(in->errors, "", "s"));
    }
    text_finish(&out->text);
}

static exit_code check_scene(scene_input *in, output *out, check_form form, report_totals *totals,
                             report_list *json)
{
    exit_code verdict = scene_input_read(in);
    totals->files++;
    totals->fine += verdict == EXIT_FINE;
    totals->errors += in->errors;
    totals->warnings += in->warnings;
    if (form == CHECK_JSON)
        report_list_add_scene(json, in);
    else
        scene_input_report(in);
    if (form == CHECK_LINES || form == CHECK_BLOCKS)
        tell_scene(out, in);
    scene_input_release(in);
    return verdict;
}

static exit_code check_list(cli *c, output *out, const folder_list *list, check_form form)
{
    report_totals totals = {0};
    report_list json;
    exit_code verdict = EXIT_FINE;
    if (form == CHECK_JSON)
        report_list_start(&json, &out->text);
    for (uint32_t i = 0; i < list->count; i++) {
        scene_input world;
        if (scene_input_open(&world, c, list->entries[i].path)) {
            verdict = cli_worse(verdict, check_scene(&world, out, form, &totals, &json));
            continue;
        }
        input in;
        if (list->entries[i].part)
            input_load_part(&in, c, list->entries[i].path, list->entries[i].part);
        else
            input_load(&in, c, list->entries[i].path);
        exit_code code = form == CHECK_JSON ? cli_exit_code(in.result) : input_report(&in, c);
        verdict = cli_worse(verdict, code);
        report_count(&totals, &in);
        if (form == CHECK_JSON)
            report_list_add(&json, &in, NULL);
        else
            check_tell(c, out, form, &in);
        input_release(&in);
    }
    if (form == CHECK_JSON)
        report_list_finish(&json);
    else if (form != CHECK_SILENT && list->count > 1)
        report_totals_line(&out->text, &totals);
    return verdict;
}

static exit_code check_operands(cli *c, arena *a)
{
    folder_list list = {0};
    exit_code verdict = folder_expand(a, c, &list);
    output out;
    output_start(&out, c, NULL);
    verdict = cli_worse(verdict, check_list(c, &out, &list, choose_form(&c->options, list.count)));
    return cli_worse(verdict, output_finish(&out, c));
}

exit_code command_check(cli *c)
{
    return cli_with_arena(c, check_operands);
}
