// SPDX-License-Identifier: MIT
// Draws all agents at one step.
#include "plot_category.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct moment {
    plot *p;
    svg_area area;
    uint32_t column;  // column that determines colours, or column_count for the group
    bool is_scale;    // whether colours are shades of a scale, not categories
    plot_range range; // range of the scale
    plot_categories categories;
    uint32_t *order, *ends; // agents by group; `ends` is the end of each group
    bool has_gaps;          // whether some agents have no value on the scale
    uint32_t headings;      // column of headings, or column_count
    uint64_t before_count;  // number of agents in the previous frame, if shapes have a direction
    uint64_t *before_ids;
    float *before[2];
} moment;

// ---- shapes

// Outlines of shapes with a direction: the points of one half, by shape.
static const struct outline {
    gestalt_record_shape shape;
    uint32_t count; // number of coordinates: two for each point
    double points[24];
} outlines[] = {
#define OUTLINE(shape, ...)                                                                        \
    {GESTALT_RECORD_SHAPE_##shape, sizeof((double[]){__VA_ARGS__}) / sizeof(double), {__VA_ARGS__}},
#include "shapes.def"
#undef OUTLINE
};

static gestalt_record_shape shape_of(const gestalt_record_description *d, uint32_t group)
{
    return (gestalt_record_shape)((d->groups[group].look & ~GESTALT_RECORD_RGB) >> 24);
}

// Return the outline of a group's shape; NULL for shapes without a direction.
static const struct outline *outline_of(const gestalt_record_description *d, uint32_t group)
{
    for (size_t i = 0; i < sizeof outlines / sizeof *outlines; i++)
        if (outlines[i].shape == shape_of(d, group))
            return &outlines[i];
    return NULL;
}

static bool has_outlines(const gestalt_record_description *d)
{
    for (uint32_t i = 0; i < d->group_count; i++)
        if (outline_of(d, i))
            return true;
    return false;
}

// Store the positions of agents, to find out their directions at the next frame.
static void keep_places(moment *m)
{
    const gestalt_record_frame *f = &m->p->recording.frame;
    if (!m->before_ids) {
        m->before_ids = ARENA_ARRAY(&m->p->arena, uint64_t, m->p->most_agents);
        for (int axis = 0; axis < 2; axis++)
            m->before[axis] = ARENA_ARRAY(&m->p->arena, float, m->p->most_agents);
    }
    m->before_count = f->count;
    memcpy(m->before_ids, f->ids, f->count * sizeof *f->ids);
    for (int axis = 0; axis < 2; axis++)
        memcpy(m->before[axis], f->columns[axis], f->count * sizeof(float));
}

// Return the index of the agent in the previous frame, or before_count.
static uint64_t find_before(const moment *m, uint64_t id)
{
    uint64_t low = 0, high = m->before_count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (m->before_ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m->before_count && m->before_ids[low] == id ? low : m->before_count;
}

// Compute the direction of an agent, with length 1: from its recorded heading, else from its last
// move, else upwards.
static void pointing(const moment *m, uint64_t at, double along[2])
{
    const gestalt_record_frame *f = &m->p->recording.frame;
    const gestalt_record_description *d = plot_description(m->p);
    int32_t degrees =
        m->headings < d->column_count ? ((const int32_t *)f->columns[m->headings])[at] : -1;
    along[0] = degrees >= 0 ? cos(degrees * 3.14159265358979 / 180) : 0;
    along[1] = degrees >= 0 ? sin(degrees * 3.14159265358979 / 180) : 1;
    uint64_t before = degrees >= 0 ? m->before_count : find_before(m, f->ids[at]);
    if (before == m->before_count)
        return;
    double move[2];
    for (int axis = 0; axis < 2; axis++) {
        double size = (double)d->high[axis] - (double)d->low[axis];
        move[axis] =
            (double)((const float *)f->columns[axis])[at] - (double)m->before[axis][before];
        if (d->periodic[axis])
            move[axis] -= size * floor(move[axis] / size + 0.5);
    }
    double length = hypot(move[0], move[1]);
    for (int axis = 0; axis < 2 && length > 0 && isfinite(length); axis++)
        along[axis] = move[axis] / length;
}

static void put_corner(const moment *m, const char *before, const double place[2],
                       const double along[2], double x, double y)
{
    text_out *out = &m->p->out.text;
    text_put(out, before);
    svg_number(out, place[0] + along[0] * x - along[1] * y);
    text_put(out, " ");
    svg_number(out, place[1] - along[1] * x - along[0] * y);
}

// Draw an outline at a position of the picture: one half, and back along the other half.
static void put_outline(const moment *m, const struct outline *o, const double place[2],
                        const double along[2], double radius)
{
    for (uint32_t i = 0; i < o->count; i += 2)
        put_corner(m, i ? "L" : "M", place, along, o->points[i] * radius,
                   o->points[i + 1] * radius);
    for (uint32_t i = o->count; i > 0; i -= 2)
        if (o->points[i - 1] > 0)
            put_corner(m, "L", place, along, o->points[i - 2] * radius, -o->points[i - 1] * radius);
    text_put(&m->p->out.text, "Z");
}

// ---- dots

static uint32_t color_of(const moment *m, uint64_t at)
{
    const gestalt_record_frame *f = &m->p->recording.frame;
    if (!m->is_scale)
        return m->categories.colors[plot_category(&m->categories, f, at)];
    double value = plot_value(plot_description(m->p), f, m->column, at);
    if (isnan(value))
        return SVG_SHADES;
    double part = (value - m->range.low) / (m->range.high - m->range.low) * SVG_SHADES;
    if (!(part > 0))
        return 0;
    return part < SVG_SHADES ? (uint32_t)part : SVG_SHADES - 1;
}

static double radius_of(const moment *m, uint32_t group)
{
    double scale = m->area.width / (m->area.x_high - m->area.x_low);
    double radius = (double)plot_description(m->p)->groups[group].radius * scale;
    double least = outline_of(plot_description(m->p), group) ? 2.2
                   : m->p->recording.frame.count > 20000     ? 0.7
                                                             : 1.3;
    return fmax(radius, least);
}

// Sort agents by group, so that drawing many groups does not visit all agents for each.
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

// Return whether an agent with this radius is in the visible part of the world.
static bool is_inside(const moment *m, double x, double y, double radius)
{
    const plot_box *box = &m->p->box;
    double margin = radius * (m->area.x_high - m->area.x_low) / m->area.width;
    return x >= box->low[0] - margin && x <= box->high[0] + margin && y >= box->low[1] - margin &&
           y <= box->high[1] + margin;
}

static void put_color(const moment *m, uint32_t color)
{
    if (m->is_scale && color < SVG_SHADES)
        svg_put_shade(&m->p->out.text, color);
    else
        svg_put_color(&m->p->out.text, m->is_scale ? SVG_NONE : color);
}

static void begin_dots(const moment *m, uint32_t group, uint32_t color)
{
    text_out *out = &m->p->out.text;
    bool is_square = shape_of(plot_description(m->p), group) == GESTALT_RECORD_SHAPE_SQUARE;
    if (outline_of(plot_description(m->p), group)) {
        text_put(out, "<path fill=\"currentColor\"");
        put_color(m, color);
        text_put(out, " d=\"");
        return;
    }
    text_put(out, "<path fill=\"none\" stroke=\"currentColor\"");
    put_color(m, color);
    text_print(out, "%s stroke-width=\"%.3g\" d=\"", is_square ? " stroke-linecap=\"square\"" : "",
               radius_of(m, group) * (is_square ? 1.772 : 2));
}

static void put_dot(const moment *m, const struct outline *o, uint64_t at, uint32_t group)
{
    const gestalt_record_frame *f = &m->p->recording.frame;
    text_out *out = &m->p->out.text;
    double along[2], place[2] = {svg_x(&m->area, (double)((const float *)f->columns[0])[at]),
                                 svg_y(&m->area, (double)((const float *)f->columns[1])[at])};
    if (o) {
        pointing(m, at, along);
        put_outline(m, o, place, along, radius_of(m, group));
        return;
    }
    text_put(out, "M");
    svg_number(out, place[0]);
    text_put(out, " ");
    svg_number(out, place[1]);
    text_put(out, "h0");
}

// Draw the dots of one group and colour as one path, of outlines or of lines of length zero.
static void put_dots(moment *m, uint32_t group, uint32_t color)
{
    const gestalt_record_frame *f = &m->p->recording.frame;
    const struct outline *o = outline_of(plot_description(m->p), group);
    bool has_any = false;
    for (uint32_t at = group ? m->ends[group - 1] : 0; at < m->ends[group]; at++) {
        uint32_t i = m->order[at];
        double x = (double)((const float *)f->columns[0])[i];
        double y = (double)((const float *)f->columns[1])[i];
        if (color_of(m, i) != color || !isfinite(x) || !isfinite(y) ||
            !is_inside(m, x, y, radius_of(m, group)))
            continue;
        if (!has_any)
            begin_dots(m, group, color);
        has_any = true;
        put_dot(m, o, i, group);
    }
    text_put(&m->p->out.text, has_any ? "\"/>\n" : "");
}

// Draw all dots of a group, for each colour including the greys.
static void put_group(moment *m, uint32_t group)
{
    uint32_t look = plot_group_look(plot_description(m->p), group, 0);
    for (uint32_t color = 0; color <= (m->is_scale ? SVG_SHADES : SVG_OTHER); color++)
        put_dots(m, group, color);
    if (!m->is_scale && look & GESTALT_RECORD_RGB)
        put_dots(m, group, look);
}

enum { SCALE = 180 }; // pixels

static const char *scale_label(const moment *m)
{
    const gestalt_record_column *c = &plot_description(m->p)->columns[m->column];
    bool has_unit = c->unit && *c->unit;
    return has_unit ? arena_print(&m->p->arena, "%s (%s)", c->name, c->unit) : c->name;
}

static bool has_legend(const moment *m)
{
    const gestalt_record_description *d = plot_description(m->p);
    return d->group_count > 1 || m->column < d->column_count;
}

static void legend_extent(const moment *m, double *width, double *height)
{
    if (!has_legend(m))
        return;
    if (!m->is_scale) {
        plot_categories_extent(&m->categories, m->p, width, height);
        return;
    }
    *width = fmax(svg_legend_width(scale_label(m), 0), 120);
    *height = 10 + 18 + SCALE + 16 + (m->has_gaps ? svg_legend_height(1) : 0);
}

static void put_legend(moment *m)
{
    double x = m->area.left + m->area.width + SVG_LEGEND_GAP, y = m->area.top + 10;
    if (!has_legend(m))
        return;
    if (!m->is_scale) {
        plot_categories_legend(&m->categories, m->p, x, y);
        return;
    }
    svg_scale(&m->p->out.text, x, y + 18, SCALE, m->range, scale_label(m));
    if (m->has_gaps)
        svg_legend(&m->p->out.text, x, y + 18 + SCALE + 26, 0, SVG_NONE, "no value");
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
        put_group(m, group);
    svg_lights(out, &m->area, d, f->lights);
    svg_world_end(out, &m->area, d);
    put_legend(m);
    svg_end(out);
}

// Choose the range of the scale: the range of the column over all frames.
static void choose_range(moment *m)
{
    m->range = m->p->ranges[m->column];
    if (m->range.low > m->range.high)
        m->range = (plot_range){.low = 0, .high = 1};
    if (m->range.low == m->range.high)
        m->range.high = m->range.low + 1;
}

static bool moment_has_gaps(const moment *m)
{
    const gestalt_record_frame *f = &m->p->recording.frame;
    for (uint64_t i = 0; m->is_scale && i < f->count; i++)
        if (isnan(plot_value(plot_description(m->p), f, m->column, i)))
            return true;
    return false;
}

static void moment_draw(moment *m)
{
    double width, height, legend_width = 0, legend_height = 0;
    const gestalt_record_description *d = plot_description(m->p);
    const gestalt_record_frame *f = &m->p->recording.frame;
    m->is_scale = m->column < d->column_count && d->columns[m->column].type <= GESTALT_RECORD_INT &&
                  !plot_has_categories(&d->columns[m->column]) &&
                  !plot_is_id(&d->columns[m->column]);
    if (m->is_scale) {
        choose_range(m);
        m->has_gaps = moment_has_gaps(m);
    } else {
        plot_categories_start(&m->categories, m->p, m->column);
        for (uint64_t i = 0; i < f->count; i++)
            m->categories.counts[plot_category(&m->categories, f, i)]++;
        plot_categories_choose(&m->categories);
    }
    legend_extent(m, &legend_width, &legend_height);
    m->area = svg_world(m->p->box, legend_width, legend_height, &width, &height);
    put_picture(m, width, height);
}

exit_code plot_moment(plot *p, uint64_t step)
{
    moment m = {.p = p, .column = plot_description(p)->column_count};
    const char *name = options_text(&p->c->options, OPTION_COLOR_BY);
    exit_code verdict = EXIT_FINE;
    if (name)
        verdict = recording_find(&p->recording, OPTION_COLOR_BY, name, strlen(name), &m.column);
    const gestalt_record_description *d = plot_description(p);
    bool has = verdict == EXIT_FINE, keeps = has_outlines(d);
    m.headings = gestalt_record_column_index(d, "heading");
    if (m.headings < d->column_count && d->columns[m.headings].type != GESTALT_RECORD_INT)
        m.headings = d->column_count;
    while (has) {
        verdict = plot_next(p, &has);
        if (has && p->recording.frame.step >= step) {
            moment_draw(&m);
            return EXIT_FINE;
        }
        if (has && keeps)
            keep_places(&m);
    }
    if (verdict != EXIT_FINE)
        return verdict;
    return cli_usage(p->c, "--frame: the last step of the recording is %" PRIu64, p->last_step);
}
