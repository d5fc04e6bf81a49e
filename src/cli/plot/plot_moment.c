// SPDX-License-Identifier: MIT
// All agents at one step.
#include "plot_category.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct moment {
    plot *p;
    svg_area area;
    uint32_t column;  // that colours, or column_count: the group does
    bool is_scale;    // shades, not categories
    plot_range range; // of the scale
    plot_categories categories;
    uint32_t *order, *ends; // agents by group, and behind the last one of each
} moment;

static uint32_t color_of(const moment *m, uint64_t at)
{
    const gestalt_record_frame *f = &m->p->recording.frame;
    if (!m->is_scale)
        return m->categories.colors[plot_category(&m->categories, f, at)];
    double value = plot_value(plot_description(m->p), f, m->column, at);
    double part = (value - m->range.low) / (m->range.high - m->range.low) * SVG_SHADES;
    if (!(part > 0))
        return 0;
    return part < SVG_SHADES ? (uint32_t)part : SVG_SHADES - 1;
}

static double radius_of(const moment *m, uint32_t group)
{
    double scale = m->area.width / (m->area.x_high - m->area.x_low);
    double radius = (double)plot_description(m->p)->groups[group].radius * scale;
    double least = m->p->recording.frame.count > 20000 ? 0.7 : 1.3;
    return fmax(radius, least);
}

// Sort agents by group: with very many groups, nobody looks at all agents for each.
static void moment_sort(moment *m)
{
    const gestalt_record_frame *f = &m->p->recording.frame;
    const uint32_t groups = plot_description(m->p)->group_count;
    m->order = ARENA_ARRAY(&m->p->arena, uint32_t, f->count);
    m->ends = ARENA_ARRAY(&m->p->arena, uint32_t, groups + 1);
    for (uint64_t i = 0; i < f->count; i++)
        m->ends[f->groups[i] + 1]++;
    for (uint32_t i = 0; i < groups; i++)
        m->ends[i + 1] += m->ends[i];
    for (uint64_t i = 0; i < f->count; i++)
        m->order[m->ends[f->groups[i]]++] = (uint32_t)i;
}

// The dots of one group and colour are one path of lines without length.
static void put_dots(moment *m, uint32_t group, uint32_t color)
{
    const gestalt_record_frame *f = &m->p->recording.frame;
    text_out *out = &m->p->out.text;
    bool has_any = false;
    for (uint32_t at = group ? m->ends[group - 1] : 0; at < m->ends[group]; at++) {
        uint32_t i = m->order[at];
        if (color_of(m, i) != color)
            continue;
        double x = ((const float *)f->columns[0])[i], y = ((const float *)f->columns[1])[i];
        if (!isfinite(x) || !isfinite(y))
            continue;
        if (!has_any) {
            text_put(out, "<path fill=\"none\" stroke=\"currentColor\"");
            (m->is_scale ? svg_put_shade : svg_put_color)(out, color);
            text_print(out, " stroke-width=\"%.3g\" d=\"", radius_of(m, group) * 2);
        }
        has_any = true;
        text_put(out, "M");
        svg_number(out, svg_x(&m->area, x));
        text_put(out, " ");
        svg_number(out, svg_y(&m->area, y));
        text_put(out, "h0");
    }
    text_put(out, has_any ? "\"/>\n" : "");
}

static void put_legend(moment *m)
{
    const gestalt_record_description *d = plot_description(m->p);
    double x = m->area.left + m->area.width + 24, y = m->area.top + 10;
    if (m->is_scale) {
        const gestalt_record_column *c = &d->columns[m->column];
        bool has_unit = c->unit && *c->unit;
        svg_scale(&m->p->out.text, x, y + 18, 180, m->range,
                  has_unit ? arena_print(&m->p->arena, "%s (%s)", c->name, c->unit) : c->name);
    } else if (d->group_count > 1 || m->column < d->column_count) {
        plot_categories_legend(&m->categories, m->p, x, y);
    }
}

static void put_picture(moment *m, double width, double height)
{
    plot *p = m->p;
    text_out *out = &p->out.text;
    const gestalt_record_frame *f = &p->recording.frame;
    const gestalt_record_description *d = plot_description(p);
    const char *title = options_text(&p->c->options, OPTION_TITLE);
    svg_begin(out, width, height, title ? title : d->name,
              arena_print(&p->arena, "%s agents · step %" PRIu64 ", %.6g s%s",
                          svg_count(&p->arena, f->count), f->step, (double)f->time / 1e6,
                          d->dimension == 3 ? " · seen from above" : ""));
    svg_world_begin(out, &m->area, d);
    moment_sort(m);
    for (uint32_t group = 0; group < d->group_count; group++)
        for (uint32_t color = 0; color < (m->is_scale ? SVG_SHADES : SVG_OTHER + 1); color++)
            put_dots(m, group, color);
    svg_lights(out, &m->area, d, f->lights);
    svg_world_end(out, &m->area, d);
    put_legend(m);
    svg_end(out);
}

// Choose where the scale begins and ends: the column's range over all frames.
static void choose_range(moment *m)
{
    m->range = m->p->ranges[m->column];
    if (m->range.low > m->range.high)
        m->range = (plot_range){.low = 0, .high = 1};
    if (m->range.low == m->range.high)
        m->range.high = m->range.low + 1;
}

static void moment_draw(moment *m)
{
    double width, height;
    const gestalt_record_description *d = plot_description(m->p);
    const gestalt_record_frame *f = &m->p->recording.frame;
    m->is_scale = m->column < d->column_count && d->columns[m->column].type <= GESTALT_RECORD_INT &&
                  !plot_has_categories(&d->columns[m->column]);
    bool has_legend = d->group_count > 1 || m->column < d->column_count;
    m->area = svg_world(d, has_legend ? 190 : 0, &width, &height);
    if (m->is_scale) {
        choose_range(m);
    } else {
        plot_categories_start(&m->categories, m->p, m->column);
        for (uint64_t i = 0; i < f->count; i++)
            m->categories.counts[plot_category(&m->categories, f, i)]++;
        plot_categories_choose(&m->categories);
    }
    put_picture(m, width, height);
}

exit_code plot_moment(plot *p, uint64_t step)
{
    moment m = {.p = p, .column = plot_description(p)->column_count};
    const char *name = options_text(&p->c->options, OPTION_COLOR_BY);
    exit_code verdict = EXIT_FINE;
    if (name)
        verdict = recording_find(&p->recording, OPTION_COLOR_BY, name, strlen(name), &m.column);
    bool has = verdict == EXIT_FINE;
    while (has) {
        verdict = plot_next(p, &has);
        if (has && p->recording.frame.step >= step) {
            moment_draw(&m);
            return EXIT_FINE;
        }
    }
    if (verdict != EXIT_FINE)
        return verdict;
    return cli_usage(p->c, "--frame: the last step of the recording is %" PRIu64, p->last_step);
}
