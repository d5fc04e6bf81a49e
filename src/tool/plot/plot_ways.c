// SPDX-License-Identifier: MIT
// Draws the paths of agents: a line for each, from a ring to a dot.
#include "hash.h"
#include "plot_category.h"

#include <inttypes.h>
#include <math.h>

// More lines are not distinguishable, so only every k-th agent is drawn then. If agents come and
// go, all agents that ever existed count.
enum { WAYS_MOST = 400, WAYS_OF_ALL = 20000 };

typedef struct way {
    uint64_t agent;
    uint32_t group;
    uint32_t count, capacity;
    struct way_point {
        double x, y;
        bool starts; // start of a new piece: the agent was absent, or crossed a periodic border
    } * points;
    uint64_t last_frame;
    float x, y; // last position in the world
} way;

typedef struct ways {
    plot *p;
    svg_area area;
    uint64_t *strides; // by group: one of this number of agents is drawn
    way *ways;         // paths by agent
    uint32_t count, capacity;
    bool is_full; // whether there were more agents, which have no path
    uint64_t frame;
} ways;

// Return whether to draw an agent: chosen by a hash, so that the choice has no pattern, and is the
// same in every frame.
static bool is_wanted(const ways *w, uint64_t agent, uint32_t group)
{
    return w->strides[group] == 1 || hash_bytes(&agent, sizeof agent) % w->strides[group] == 0;
}

// Return the path of an agent, existing or new; NULL if there are too many. `at` only advances,
// because the agents of a frame are sorted.
static way *find_way(ways *w, uint64_t agent, uint32_t *at)
{
    while (*at < w->count && w->ways[*at].agent < agent)
        (*at)++;
    if (*at < w->count && w->ways[*at].agent == agent)
        return &w->ways[*at];
    w->is_full = w->is_full || w->count == WAYS_OF_ALL;
    if (w->is_full)
        return NULL;
    (void)ARENA_PUSH(&w->p->arena, w->ways, w->count, w->capacity);
    for (uint32_t i = w->count - 1; i > *at; i--)
        w->ways[i] = w->ways[i - 1];
    w->ways[*at] = (way){.agent = agent};
    return &w->ways[*at];
}

static bool goes_around(const gestalt_record_description *d, const way *a, float x, float y)
{
    return (d->periodic[0] && fabsf(x - a->x) > (d->high[0] - d->low[0]) / 2) ||
           (d->periodic[1] && fabsf(y - a->y) > (d->high[1] - d->low[1]) / 2);
}

static bool is_near(const struct way_point *a, const struct way_point *b)
{
    return (a->x - b->x) * (a->x - b->x) + (a->y - b->y) * (a->y - b->y) < 0.36;
}

// Add a point. Nearly equal points are merged, but the end of a piece is always the position of the
// agent.
static void add_point(ways *w, way *a, float x, float y)
{
    const gestalt_record_description *d = plot_description(w->p);
    bool starts = a->count == 0 || a->last_frame + 1 != w->frame || goes_around(d, a, x, y);
    struct way_point next = {svg_x(&w->area, (double)x), svg_y(&w->area, (double)y), starts};
    struct way_point *last = a->count ? &a->points[a->count - 1] : NULL;
    bool moves_last = !starts && a->count > 1 && !last->starts && is_near(last, last - 1);
    if (moves_last)
        *last = next;
    else
        *ARENA_PUSH(&w->p->arena, a->points, a->count, a->capacity) = next;
    a->last_frame = w->frame;
    a->x = x;
    a->y = y;
}

static void add_frame(ways *w)
{
    const gestalt_record_frame *f = &w->p->recording.frame;
    uint32_t at = 0;
    for (uint64_t i = 0; i < f->count; i++) {
        float x = ((const float *)f->columns[0])[i], y = ((const float *)f->columns[1])[i];
        if (!is_wanted(w, f->ids[i], f->groups[i]) || !isfinite(x) || !isfinite(y))
            continue;
        way *a = find_way(w, f->ids[i], &at);
        if (!a)
            continue;
        a->group = f->groups[i];
        add_point(w, a, x, y);
    }
    w->frame++;
}

static void put_point(text_out *out, const char *before, const struct way_point *point)
{
    text_put(out, before);
    svg_number(out, point->x);
    text_put(out, " ");
    svg_number(out, point->y);
}

static void put_end(text_out *out, const struct way_point *point, const char *more)
{
    text_put(out, "<circle cx=\"");
    svg_number(out, point->x);
    text_put(out, "\" cy=\"");
    svg_number(out, point->y);
    text_print(out, "\" r=\"2.6\"%s/>\n", more);
}

static void put_way(text_out *out, const gestalt_record_description *d, const way *a, double width,
                    double opacity)
{
    text_put(out, "<g");
    svg_put_color(out, plot_group_look(d, a->group, a->group % SVG_COLORS));
    text_print(out,
               "><path fill=\"none\" stroke=\"currentColor\" stroke-width=\"%.2g\" "
               "stroke-opacity=\"%.2g\" stroke-linejoin=\"round\" d=\"",
               width, opacity);
    for (uint32_t i = 0; i < a->count; i++)
        put_point(out,
                  a->points[i].starts                ? "M"
                  : i > 0 && a->points[i - 1].starts ? "L"
                                                     : " ",
                  &a->points[i]);
    text_put(out, "\"/>\n");
    put_end(out, &a->points[0], " class=\"page\" stroke=\"currentColor\" stroke-width=\"1.2\"");
    put_end(out, &a->points[a->count - 1], " fill=\"currentColor\"");
    text_put(out, "</g>\n");
}

static const char *subtitle(const ways *w)
{
    plot *p = w->p;
    const char *who = svg_count(&p->arena, w->count);
    if (w->is_full)
        who = arena_print(&p->arena, "the first %s", who);
    else if (w->count < p->most_agents)
        who = arena_print(&p->arena, "%s of %s", who, svg_count(&p->arena, p->most_agents));
    return arena_print(&p->arena,
                       "%s agents · steps %" PRIu64 " to %" PRIu64 " · from ring to dot%s", who,
                       p->first_step, p->last_step,
                       plot_description(p)->dimension == 3 ? " · seen from above" : "");
}

static void put_picture(const ways *w, double width, double height)
{
    plot *p = w->p;
    text_out *out = &p->out.text;
    const gestalt_record_description *d = plot_description(p);
    const char *title = options_text(&p->c->options, OPTION_TITLE);
    bool is_crowded = w->count > 60;
    svg_begin(out, width, height, title ? title : d->name, subtitle(w));
    svg_world_begin(out, &w->area, d);
    for (uint32_t i = 0; i < w->count; i++)
        put_way(out, d, &w->ways[i], is_crowded ? 1.1 : 1.6, is_crowded ? 0.55 : 0.85);
    svg_world_end(out, &w->area, d);
    if (d->group_count > 1)
        plot_groups_legend(p, &w->area);
    svg_end(out);
}

// Choose the stride of each group by its size, so that small groups remain visible.
static void choose_strides(ways *w)
{
    const plot *p = w->p;
    const uint32_t groups = plot_description(p)->group_count;
    uint64_t share = groups < WAYS_MOST ? WAYS_MOST / groups : 1;
    w->strides = ARENA_ARRAY(&w->p->arena, uint64_t, groups);
    for (uint32_t i = 0; i < groups; i++) {
        bool is_few = p->recording.selected.range_count > 0 || p->most_agents <= WAYS_MOST;
        w->strides[i] = is_few ? 1 : (p->group_most[i] + share - 1) / share;
        w->strides[i] += w->strides[i] == 0;
    }
}

exit_code plot_ways(plot *p)
{
    double width, height;
    ways w = {.p = p};
    double legend_width = 0, legend_height = 0;
    if (plot_description(p)->group_count > 1)
        plot_groups_extent(p, &legend_width, &legend_height);
    w.area = svg_world(p->box, legend_width, legend_height, &width, &height);
    choose_strides(&w);
    for (bool has = true; has;) {
        exit_code verdict = plot_next(p, &has);
        if (verdict != EXIT_FINE)
            return verdict;
        if (has)
            add_frame(&w);
    }
    put_picture(&w, width, height);
    return EXIT_FINE;
}
