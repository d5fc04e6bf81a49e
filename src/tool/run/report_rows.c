// SPDX-License-Identifier: MIT
#include "report_rows.h"

#include "number.h"

#include <inttypes.h>
#include <math.h>

void report_put_value(text_out *out, const gestalt_scene_report *report, double value)
{
    char text[NUMBER_TEXT_SIZE];
    bool is_float = (double)(float)value == value || !isfinite(value);
    if (report->type == GESTALT_FLOAT && is_float)
        text_write(out, text, number_print_float(text, (float)value));
    else if (report->type == GESTALT_FLOAT)
        text_write(out, text, number_print_double(text, value));
    else
        text_print(out, "%.0f", value);
}

exit_code report_rows_open(report_rows *r, cli *c, const gestalt_scene *scene)
{
    const char *path = options_text(&c->options, OPTION_REPORTS);
    *r = (report_rows){.c = c, .scene = scene};
    if (!path)
        return EXIT_FINE;
    r->count = gestalt_scene_report_count(scene);
    if (r->count == 0)
        return cli_usage(c, "--reports: the scene has no `reports`");
    r->is_open = true;
    output_stream(&r->out, c, path);
    text_put(&r->out.text, "step,time");
    for (uint32_t i = 0; i < r->count; i++)
        text_print(&r->out.text, ",%s", gestalt_scene_report_at(scene, i).name);
    text_put(&r->out.text, "\n");
    return EXIT_FINE;
}

static bool is_sampled(const gestalt_scene_report *report, uint64_t step)
{
    return report->every > 0 && step % report->every == 0;
}

static void write_row(report_rows *r, gestalt_world *world, bool is_last)
{
    char time[NUMBER_TEXT_SIZE];
    text_out *out = &r->out.text;
    uint64_t step = gestalt_world_steps(world);
    text_print(out, "%" PRIu64 ",", step);
    text_write(out, time,
               number_print_seconds(time, (int64_t)step * gestalt_scene_tell(r->scene).dt));
    for (uint32_t i = 0; i < r->count; i++) {
        gestalt_scene_report report = gestalt_scene_report_at(r->scene, i);
        text_put(out, ",");
        if (is_last || is_sampled(&report, step))
            report_put_value(out, &report, gestalt_world_report(world, i));
    }
    text_put(out, "\n");
}

void report_rows_sample(report_rows *r, gestalt_world *world)
{
    bool any = false;
    for (uint32_t i = 0; r->is_open && i < r->count && !any; i++) {
        gestalt_scene_report report = gestalt_scene_report_at(r->scene, i);
        any = is_sampled(&report, gestalt_world_steps(world));
    }
    if (any)
        write_row(r, world, false);
}

exit_code report_rows_verdict(const report_rows *r)
{
    return !r->is_open || output_is_well(&r->out) ? EXIT_FINE : EXIT_IO;
}

void report_rows_keep(report_rows *r)
{
    if (r->is_open)
        output_keep(&r->out);
}

exit_code report_rows_end(report_rows *r, gestalt_world *world, exit_code verdict)
{
    if (!r->is_open)
        return verdict;
    if (verdict == EXIT_FINE || verdict == EXIT_INTERRUPTED)
        write_row(r, world, true);
    return output_end(&r->out, r->c, verdict);
}
