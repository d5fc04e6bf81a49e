// SPDX-License-Identifier: MIT
// A column over time: for each group the mean, in a band from the minimum to the maximum; or single
// agents; or for bools and live nodes, shares. Or the number of agents of each group.
#include "plot_category.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// The buckets of all lines take at most 64 MB, or two buckets per line.
enum { LINES_MOST = 64, BUCKETS_MOST = 1000, BUCKETS_OF_ALL = 1 << 21 };

// The values of one line (a group, an agent or a category) in the frames of one bucket.
typedef struct bucket {
    double sum, low, high;
    uint64_t count;
} bucket;

typedef struct over_time {
    plot *p;
    uint32_t column;
    gestalt_record_type type;
    bool has_categories;
    bool is_single; // whether lines are agents, not groups
    bool is_count;  // whether the number of agents is drawn
    // for is_count: agents of each group in a frame; maximum over all frames and groups
    uint64_t *counts, most;
    svg_area area;
    uint32_t line_count, bucket_count;
    bucket *buckets;  // bucket_count buckets for each line
    double *times;    // time of each bucket
    uint64_t *totals; // agents in each bucket
    uint64_t frame;
    uint64_t agents[LINES_MOST]; // ids of single agents, in order
    uint32_t agent_groups[LINES_MOST];
    plot_categories categories;
} over_time;

static bool is_share(const over_time *t)
{
    return t->type == GESTALT_RECORD_BOOL || t->has_categories;
}

static bucket *bucket_of(const over_time *t, uint32_t line, uint32_t at)
{
    return &t->buckets[(size_t)line * t->bucket_count + at];
}

static void add_value(over_time *t, uint32_t line, uint32_t at, double value)
{
    bucket *b = bucket_of(t, line, at);
    if (!isfinite(value))
        return;
    b->low = b->count == 0 || value < b->low ? value : b->low;
    b->high = b->count == 0 || value > b->high ? value : b->high;
    b->sum += value;
    b->count++;
}

// Return the line of an agent, or LINES_MOST.
static uint32_t line_of_agent(const over_time *t, uint64_t agent)
{
    uint32_t line = 0;
    while (line < t->line_count && t->agents[line] != agent)
        line++;
    return line < t->line_count ? line : LINES_MOST;
}

static void add_counts(over_time *t, uint32_t at)
{
    const gestalt_record_frame *f = &t->p->recording.frame;
    memset(t->counts, 0, t->line_count * sizeof *t->counts);
    for (uint64_t i = 0; i < f->count; i++)
        t->counts[f->groups[i]]++;
    for (uint32_t line = 0; line < t->line_count; line++) {
        t->most = t->counts[line] > t->most ? t->counts[line] : t->most;
        add_value(t, line, at, (double)t->counts[line]);
    }
}

static void add_frame(over_time *t)
{
    const gestalt_record_frame *f = &t->p->recording.frame;
    const gestalt_record_description *d = plot_description(t->p);
    uint32_t at = (uint32_t)(t->frame++ * t->bucket_count / t->p->frame_count);
    t->times[at] = (double)f->time / 1e6;
    t->totals[at] += f->count;
    if (t->is_count) {
        add_counts(t, at);
        return;
    }
    for (uint64_t i = 0; i < f->count; i++) {
        if (t->has_categories) {
            uint32_t category = plot_category(&t->categories, f, i);
            t->categories.counts[category]++;
            add_value(t, category, at, 1);
            continue;
        }
        uint32_t line = t->is_single ? line_of_agent(t, f->ids[i]) : f->groups[i];
        if (line == LINES_MOST && t->is_single)
            continue;
        if (t->is_single)
            t->agent_groups[line] = f->groups[i];
        add_value(t, line, at, plot_value(d, f, t->column, i));
    }
}

// ---- axes

double plot_time_unit(const plot *p, const char **label)
{
    double span = (double)(p->last_time - p->first_time) / 1e6;
    *label = span > 7200 ? "time (h)" : span > 600 ? "time (min)" : "time (s)";
    return span > 7200 ? 3600 : span > 600 ? 60 : 1;
}

static void choose_area(over_time *t, double unit)
{
    const plot *p = t->p;
    plot_range range = {.low = 0, .high = (double)t->most};
    if (!t->is_count)
        range = p->ranges[t->column];
    if (is_share(t))
        range = (plot_range){.low = 0, .high = t->is_single ? 1 : 100};
    if (range.low > range.high)
        range = (plot_range){.low = 0, .high = 1};
    double margin = (range.high - range.low) * (is_share(t) ? 0 : 0.04);
    if (range.high == range.low)
        margin = 1;
    // A range that begins close to 0 is extended to 0.
    bool from_zero = range.low >= 0 && range.low < range.high * 0.35;
    double first = (double)p->first_time / 1e6, last = (double)p->last_time / 1e6;
    t->area = (svg_area){.left = 76,
                         .top = 76,
                         .width = 720,
                         .height = 340,
                         .x_low = first / unit,
                         .x_high = last > first ? last / unit : first / unit + 1,
                         .y_low = from_zero ? 0 : range.low - margin,
                         .y_high = range.high + margin};
}

static const char *value_label(const over_time *t)
{
    if (t->is_count)
        return "agents";
    const gestalt_record_column *c = &plot_description(t->p)->columns[t->column];
    if (is_share(t) && !t->is_single)
        return arena_print(&t->p->arena, "%s (%% of agents)", plot_column_name(c));
    if (c->unit && *c->unit)
        return arena_print(&t->p->arena, "%s (%s)", c->name, c->unit);
    return c->name;
}

// ---- lines

static double mean_of(const over_time *t, const bucket *b)
{
    double mean = b->sum / (double)b->count;
    return is_share(t) && !t->is_single ? mean * 100 : mean;
}

static void put_point(const over_time *t, const char *before, double time, double unit,
                      double value)
{
    text_out *out = &t->p->out.text;
    text_put(out, before);
    svg_number(out, svg_x(&t->area, time / unit));
    text_put(out, " ");
    svg_number(out, svg_y(&t->area, value));
}

// Draw a line, with gaps where there are no values.
static void put_line(const over_time *t, uint32_t line, uint32_t color, double unit)
{
    text_out *out = &t->p->out.text;
    text_put(out, "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.8\" "
                  "stroke-linejoin=\"round\"");
    svg_put_color(out, color);
    text_put(out, " d=\"");
    bool is_open = false;
    for (uint32_t i = 0; i < t->bucket_count; i++) {
        const bucket *b = bucket_of(t, line, i);
        if (b->count > 0)
            put_point(t, is_open ? "L" : "M", t->times[i], unit, mean_of(t, b));
        is_open = b->count > 0;
    }
    text_put(out, "\"/>\n");
}

// Draw a band between the two values of each bucket, from `first` to before `end`.
static void put_band(const over_time *t, uint32_t line, uint32_t first, uint32_t end, double unit)
{
    text_put(&t->p->out.text, "M");
    for (uint32_t i = first; i < end; i++)
        put_point(t, i > first ? "L" : "", t->times[i], unit, bucket_of(t, line, i)->high);
    for (uint32_t i = end; i-- > first;)
        put_point(t, "L", t->times[i], unit, bucket_of(t, line, i)->low);
    text_put(&t->p->out.text, "Z");
}

static void put_bands(const over_time *t, uint32_t line, uint32_t color, double unit)
{
    text_out *out = &t->p->out.text;
    text_put(out, "<path fill=\"currentColor\" fill-opacity=\"0.16\"");
    svg_put_color(out, color);
    text_put(out, " d=\"");
    for (uint32_t i = 0; i < t->bucket_count; i++) {
        uint32_t first = i;
        while (i < t->bucket_count && bucket_of(t, line, i)->count > 0)
            i++;
        if (i > first)
            put_band(t, line, first, i, unit);
    }
    text_put(out, "\"/>\n");
}

// Stack the categories; `low` and `high` of each bucket become the edges of its area.
static void areas_stack(over_time *t)
{
    double *height = ARENA_ARRAY(&t->p->arena, double, t->bucket_count);
    for (uint32_t line = 0; line < t->line_count; line++)
        for (uint32_t i = 0; i < t->bucket_count; i++) {
            bucket *b = bucket_of(t, line, i);
            b->low = height[i];
            height[i] += t->totals[i] ? b->sum * 100 / (double)t->totals[i] : 0;
            b->high = height[i];
            b->count = t->totals[i];
        }
}

static void put_areas(over_time *t, double unit)
{
    text_out *out = &t->p->out.text;
    areas_stack(t);
    for (uint32_t line = 0; line < t->line_count; line++) {
        if (t->categories.counts[line] == 0)
            continue;
        text_put(out, "<path fill=\"currentColor\" fill-opacity=\"0.85\"");
        svg_put_color(out, t->categories.colors[line]);
        text_put(out, " d=\"");
        for (uint32_t i = 0; i < t->bucket_count; i++) {
            uint32_t first = i;
            while (i < t->bucket_count && t->totals[i] > 0)
                i++;
            if (i > first)
                put_band(t, line, first, i, unit);
        }
        text_put(out, "\"/>\n");
    }
}

// Return whether to draw a line: groups that never have agents have none.
static bool is_drawn(const over_time *t, uint32_t line)
{
    bool is_drawn = !t->is_count;
    for (uint32_t i = 0; i < t->bucket_count && !is_drawn; i++)
        is_drawn = bucket_of(t, line, i)->sum > 0;
    return is_drawn;
}

enum { ROWS_MOST = 16 };

static const char *line_name(const over_time *t, uint32_t line)
{
    const gestalt_record_description *d = plot_description(t->p);
    return t->is_single ? arena_print(&t->p->arena, "%s %" PRIu64,
                                      d->groups[t->agent_groups[line]].name, t->agents[line])
                        : d->groups[line].name;
}

// Return the colour of a group, or of a single agent.
static uint32_t line_color(const over_time *t, uint32_t line)
{
    uint32_t color = line % SVG_COLORS;
    return t->is_single ? color : plot_group_look(plot_description(t->p), line, color);
}

static void put_lines(over_time *t, double unit)
{
    bool has_bands = !t->is_single && !t->is_count && !is_share(t);
    for (uint32_t line = 0; has_bands && line < t->line_count; line++)
        put_bands(t, line, line_color(t, line), unit);
    for (uint32_t line = 0; line < t->line_count; line++)
        if (is_drawn(t, line))
            put_line(t, line, line_color(t, line), unit);
}

// Draw the legend of lines, or only compute its size. A last row has the number of lines that are
// not drawn.
static void lines_legend(const over_time *t, bool draws, double *width, double *height)
{
    uint32_t row = 0, more = 0;
    double x = t->area.left + t->area.width + SVG_LEGEND_GAP, y = t->area.top + 10;
    for (uint32_t line = 0; line < t->line_count; line++) {
        if (!is_drawn(t, line))
            continue;
        if (row == ROWS_MOST) {
            more++;
            continue;
        }
        const char *name = line_name(t, line);
        *width = svg_legend_width(name, *width);
        if (draws)
            svg_legend(&t->p->out.text, x, y, row, line_color(t, line), name);
        row++;
    }
    if (more && draws)
        svg_legend(&t->p->out.text, x, y, row, SVG_OTHER,
                   arena_print(&t->p->arena, "and %u more", (unsigned)more));
    *height = svg_legend_height(row + (more > 0));
}

static void put_legend(const over_time *t)
{
    double width = 0, height;
    if (t->has_categories)
        plot_categories_legend(&t->categories, t->p, t->area.left + t->area.width + SVG_LEGEND_GAP,
                               t->area.top + 10);
    else
        lines_legend(t, true, &width, &height);
}

static void put_picture(over_time *t)
{
    plot *p = t->p;
    text_out *out = &p->out.text;
    const char *time_label;
    double unit = plot_time_unit(p, &time_label);
    const gestalt_record_description *d = plot_description(p);
    const char *title = options_text(&p->c->options, OPTION_TITLE);
    const char *what = t->is_count    ? "how many there are"
                       : is_share(t)  ? "share of all agents"
                       : t->is_single ? "single agents"
                                      : "mean, and the band from minimum to maximum";
    choose_area(t, unit);
    double legend_width = 120, legend_height;
    if (t->has_categories)
        plot_categories_extent(&t->categories, p, &legend_width, &legend_height);
    else
        lines_legend(t, false, &legend_width, &legend_height);
    svg_begin(
        out, t->area.left + t->area.width + legend_width, fmax(480, t->area.top + legend_height),
        title ? title
              : arena_print(&p->arena, "%s: %s", d->name,
                            t->is_count ? "agents" : plot_column_name(&d->columns[t->column])),
        arena_print(&p->arena, "%s · steps %" PRIu64 " to %" PRIu64, what, p->first_step,
                    p->last_step));
    if (t->has_categories)
        put_areas(t, unit);
    svg_axes(out, &t->area, time_label, value_label(t));
    if (!t->has_categories)
        put_lines(t, unit);
    put_legend(t);
    svg_end(out);
}

// ---- the picture

// Choose the agents of --agents; only a few are possible.
static exit_code choose_agents(over_time *t)
{
    const recording *r = &t->p->recording;
    for (uint32_t i = 0; i < r->selected.range_count; i++)
        for (uint64_t id = r->selected.ranges[i].first; id <= r->selected.ranges[i].last; id++) {
            if (t->line_count == LINES_MOST)
                return cli_usage(t->p->c, "--agents: at most %d agents can have lines", LINES_MOST);
            t->agents[t->line_count++] = id;
        }
    return EXIT_FINE;
}

static exit_code areas_start(over_time *t)
{
    plot *p = t->p;
    const gestalt_record_description *d = plot_description(p);
    t->is_single = p->recording.selected.range_count > 0 && !t->has_categories && !t->is_count;
    t->line_count = t->is_single ? 0 : d->group_count;
    exit_code verdict = t->is_single ? choose_agents(t) : EXIT_FINE;
    if (t->has_categories) {
        plot_categories_start(&t->categories, p, t->column);
        t->line_count = t->categories.count;
    }
    uint32_t most = BUCKETS_OF_ALL / (t->line_count + 1);
    most = most < 2 ? 2 : most > BUCKETS_MOST ? BUCKETS_MOST : most;
    t->bucket_count = (uint32_t)(p->frame_count < most ? p->frame_count : most);
    t->buckets = ARENA_ARRAY(&p->arena, bucket, (size_t)t->bucket_count * t->line_count);
    t->times = ARENA_ARRAY(&p->arena, double, t->bucket_count);
    t->counts = ARENA_ARRAY(&p->arena, uint64_t, d->group_count);
    t->totals = ARENA_ARRAY(&p->arena, uint64_t, t->bucket_count);
    return verdict;
}

exit_code plot_over_time(plot *p, uint32_t column)
{
    over_time t = {.p = p, .column = column, .is_count = column == PLOT_AGENTS};
    if (!t.is_count) {
        const gestalt_record_column *c = &plot_description(p)->columns[column];
        t.type = c->type;
        t.has_categories = plot_has_categories(c);
    }
    exit_code verdict = areas_start(&t);
    for (bool has = verdict == EXIT_FINE; has;) {
        verdict = plot_next(p, &has);
        if (has)
            add_frame(&t);
    }
    if (verdict != EXIT_FINE)
        return verdict;
    if (t.has_categories)
        plot_categories_choose(&t.categories);
    put_picture(&t);
    return EXIT_FINE;
}
