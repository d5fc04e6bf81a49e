// SPDX-License-Identifier: MIT
// A recording of trees over time: the number of agents at each node, as lines of the busiest nodes
// or as a heat map of all; the statuses of a node; or the number of agents of each group. The
// recording is read twice: once to find out its size, and the nodes with most agents.
#include "plot_svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SPAN_MOST = 360, ROWS_MOST = 64, INDENT = 12, ANSWERS = 4 };

typedef enum tree_picture {
    PICTURE_MAP,
    PICTURE_NODES,
    PICTURE_ANSWERS,
    PICTURE_AGENTS,
} tree_picture;

// The values of a node, a status or a group in each frame.
typedef struct tree_line {
    const char *label;
    uint32_t depth;
    double total; // sum over all frames
    double *sums; // by span of time; NULL: not drawn
} tree_line;

typedef struct tree_plot {
    plot *p;
    tree_picture picture;
    const char *node; // for statuses: number, name or label of the node
    uint32_t node_group, node_index;
    const char *run;
    tree_line *lines;
    uint32_t line_count;
    uint32_t *chosen; // lines that are drawn, in their order
    uint32_t chosen_count;
    double *values; // values of a frame, by line
    uint64_t *agents_at;
    uint32_t agents_at_room;
    uint32_t span_count;
    uint64_t *frames; // by span
    double *times;
    double most; // maximum of all means
    uint64_t frame;
} tree_plot;

static exit_code refuse(const tree_plot *t, const char *message)
{
    cli_say(t->p->c, "%s: %s", t->p->recording.path, message);
    return EXIT_REJECTED;
}

// ---- lines

static bool find_group(const tree_plot *t, uint32_t number, gestalt_tree_group *group)
{
    return gestalt_tree_recording_group(t->p->recording.trees, number, group);
}

static void add_line(tree_plot *t, const char *group, const char *label, uint32_t depth)
{
    arena *a = &t->p->arena;
    t->lines[t->line_count++] =
        (tree_line){.label = group ? arena_print(a, "%s: %s", group, label)
                                   : arena_copy_text(a, label, strlen(label)),
                    .depth = depth};
}

static uint32_t depth_of(const gestalt_tree_node *nodes, uint32_t i)
{
    uint32_t depth = 0;
    for (; nodes[i].parent != GESTALT_NO_NODE; i = nodes[i].parent)
        depth++;
    return depth;
}

static void list_nodes(tree_plot *t, bool has_groups)
{
    gestalt_tree_group group;
    for (uint32_t i = 0; find_group(t, i, &group); i++)
        for (uint32_t k = 0; k < group.node_count; k++)
            add_line(t, has_groups ? group.name : NULL, group.nodes[k].label,
                     depth_of(group.nodes, k));
}

static bool is_node(const tree_plot *t, const gestalt_tree_group *group, uint32_t node)
{
    char number[16];
    snprintf(number, sizeof number, "%" PRIu32, node);
    return strcmp(t->node, number) == 0 || strcmp(t->node, group->nodes[node].name) == 0 ||
           strcmp(t->node, group->nodes[node].label) == 0;
}

static bool find_node(tree_plot *t)
{
    gestalt_tree_group group;
    for (uint32_t i = 0; find_group(t, i, &group); i++)
        for (uint32_t k = 0; k < group.node_count; k++)
            if (is_node(t, &group, k)) {
                t->node_group = i;
                t->node_index = k;
                t->node = arena_copy_text(&t->p->arena, group.nodes[k].label,
                                          strlen(group.nodes[k].label));
                return true;
            }
    return false;
}

static exit_code list_answers(tree_plot *t)
{
    static const char *const answers[ANSWERS] = {"success", "failure", "running", "abandoned"};
    gestalt_tree_group group;
    if (!find_node(t))
        return cli_usage(t->p->c, "--over-time: no node has the number, name or label `%s`",
                         t->node);
    if (!find_group(t, t->node_group, &group) || !group.counts)
        return refuse(t, "nodes were not counted, so their results are unknown");
    for (int i = 0; i < ANSWERS; i++)
        add_line(t, NULL, answers[i], 0);
    return EXIT_FINE;
}

// Create the list of lines after the first frame was read.
static exit_code list_lines(tree_plot *t)
{
    arena *a = &t->p->arena;
    gestalt_tree_group group;
    uint32_t groups = 0, nodes = 0;
    for (; find_group(t, groups, &group); groups++) {
        nodes += group.node_count;
        t->agents_at_room =
            group.node_count > t->agents_at_room ? group.node_count : t->agents_at_room;
    }
    const char *run = gestalt_tree_recording_description(t->p->recording.trees)->name;
    t->run = *run ? run : find_group(t, 0, &group) ? group.tree : "";
    t->run = arena_copy_text(a, t->run, strlen(t->run));
    t->lines = ARENA_ARRAY(a, tree_line, nodes + groups + ANSWERS);
    t->values = ARENA_ARRAY(a, double, nodes + groups + ANSWERS);
    t->chosen = ARENA_ARRAY(a, uint32_t, nodes + groups + ANSWERS);
    t->agents_at = ARENA_ARRAY(a, uint64_t, t->agents_at_room);
    if (t->picture == PICTURE_ANSWERS)
        return list_answers(t);
    if (t->picture != PICTURE_AGENTS)
        list_nodes(t, groups > 1);
    else
        for (uint32_t i = 0; find_group(t, i, &group); i++)
            add_line(t, NULL, group.name, 0);
    return EXIT_FINE;
}

// ---- values of a frame

static uint64_t agents_of(const tree_plot *t, uint32_t number)
{
    uint64_t count = 0;
    gestalt_tree_block block;
    for (uint64_t i = 0; gestalt_tree_recording_block(t->p->recording.trees, number, i, &block);
         i++)
        count += (uint64_t)__builtin_popcountll(block.lanes);
    return count;
}

static void take_answers(tree_plot *t)
{
    gestalt_tree_group group;
    if (!find_group(t, t->node_group, &group) || !group.counts)
        return;
    const gestalt_node_counts *c = &group.counts[t->node_index];
    const uint64_t counts[ANSWERS] = {c->succeeded, c->failed, c->running, c->abandoned};
    for (int i = 0; i < ANSWERS; i++)
        t->values[i] = (double)counts[i];
}

static void take_values(tree_plot *t)
{
    gestalt_tree_group group;
    uint32_t line = 0;
    if (t->picture == PICTURE_ANSWERS) {
        take_answers(t);
        return;
    }
    for (uint32_t i = 0; find_group(t, i, &group); i++) {
        if (t->picture == PICTURE_AGENTS) {
            t->values[line++] = (double)agents_of(t, i);
            continue;
        }
        gestalt_tree_recording_at(t->p->recording.trees, i, t->agents_at, t->agents_at_room, NULL);
        for (uint32_t k = 0; k < group.node_count; k++)
            t->values[line++] = (double)t->agents_at[k];
    }
}

// ---- reading

static exit_code next_frame(plot *p, gestalt_tree_next *what)
{
    exit_code verdict = EXIT_FINE;
    do
        verdict = recording_next_trees(&p->recording, what);
    while (verdict == EXIT_FINE && *what == GESTALT_TREE_HAS_STEPS);
    return verdict;
}

static exit_code survey_trees(tree_plot *t)
{
    plot *p = t->p;
    const gestalt_tree_frame *f = &p->recording.tree_frame;
    gestalt_tree_next what = GESTALT_TREE_HAS_FRAME;
    while (what == GESTALT_TREE_HAS_FRAME) {
        exit_code verdict = next_frame(p, &what);
        if (verdict == EXIT_FINE && what == GESTALT_TREE_HAS_FRAME && p->frame_count == 0)
            verdict = list_lines(t);
        if (verdict != EXIT_FINE)
            return verdict;
        if (what != GESTALT_TREE_HAS_FRAME)
            break;
        if (p->frame_count > 0 && f->edits > 0)
            return cli_usage(p->c,
                             "in tick %" PRIu64 " the agents have another tree: draw only before "
                             "it with --to, or from it on with --from",
                             f->tick);
        if (p->frame_count++ == 0) {
            p->first_step = f->tick;
            p->first_time = f->time;
        }
        p->last_step = f->tick;
        p->last_time = f->time;
        take_values(t);
        for (uint32_t i = 0; i < t->line_count; i++)
            t->lines[i].total += t->values[i];
    }
    if (what == GESTALT_TREE_CUT)
        recording_tell_cut(&p->recording);
    return p->frame_count > 0 ? recording_rewind(&p->recording)
                              : refuse(t, "there is nothing to draw: no frames in these ticks");
}

// Choose at most `most` lines: those with the largest totals, in their original order.
static void choose_lines(tree_plot *t, uint32_t most)
{
    for (uint32_t n = 0; n < most && n < t->line_count; n++) {
        uint32_t best = t->line_count;
        for (uint32_t i = 0; i < t->line_count; i++)
            if (!t->lines[i].sums && t->lines[i].total > 0 &&
                (best == t->line_count || t->lines[i].total > t->lines[best].total))
                best = i;
        if (best == t->line_count)
            break;
        t->lines[best].sums = ARENA_ARRAY(&t->p->arena, double, t->span_count);
    }
    for (uint32_t i = 0; i < t->line_count; i++)
        if (t->lines[i].sums)
            t->chosen[t->chosen_count++] = i;
}

static exit_code gather_spans(tree_plot *t)
{
    plot *p = t->p;
    gestalt_tree_next what = GESTALT_TREE_HAS_FRAME;
    for (exit_code verdict; t->frame < p->frame_count; t->frame++) {
        verdict = next_frame(p, &what);
        if (verdict != EXIT_FINE)
            return verdict;
        if (what != GESTALT_TREE_HAS_FRAME)
            break;
        uint32_t at = (uint32_t)(t->frame * t->span_count / p->frame_count);
        t->times[at] = (double)p->recording.tree_frame.time / 1e6;
        t->frames[at]++;
        take_values(t);
        for (uint32_t i = 0; i < t->chosen_count; i++)
            t->lines[t->chosen[i]].sums[at] += t->values[t->chosen[i]];
    }
    for (uint32_t i = 0; i < t->chosen_count; i++)
        for (uint32_t at = 0; at < t->span_count; at++) {
            double *sum = &t->lines[t->chosen[i]].sums[at];
            *sum /= t->frames[at] ? (double)t->frames[at] : 1;
            t->most = *sum > t->most ? *sum : t->most;
        }
    return EXIT_FINE;
}

// ---- pictures

static svg_area tree_area(const tree_plot *t, double left, double height, double unit)
{
    double first = (double)t->p->first_time / 1e6, last = (double)t->p->last_time / 1e6;
    return (svg_area){.left = left,
                      .top = 76,
                      .width = 720,
                      .height = height,
                      .x_low = first / unit,
                      .x_high = last > first ? last / unit : first / unit + 1,
                      .y_high = t->most > 0 ? t->most * 1.04 : 1};
}

static void begin_picture(const tree_plot *t, double width, double height, const char *what)
{
    plot *p = t->p;
    const char *title = options_text(&p->c->options, OPTION_TITLE);
    svg_begin(&p->out.text, width, height, title ? title : t->run,
              arena_print(&p->arena, "%s · ticks %" PRIu64 " to %" PRIu64, what, p->first_step,
                          p->last_step));
}

static void put_tree_line(const tree_plot *t, const svg_area *area, uint32_t index, double unit)
{
    text_out *out = &t->p->out.text;
    const tree_line *line = &t->lines[t->chosen[index]];
    text_put(out, "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.8\" "
                  "stroke-linejoin=\"round\"");
    svg_put_color(out, index % SVG_COLORS);
    text_put(out, " d=\"");
    for (uint32_t at = 0; at < t->span_count; at++) {
        text_put(out, at ? "L" : "M");
        svg_number(out, svg_x(area, t->times[at] / unit));
        text_put(out, " ");
        svg_number(out, svg_y(area, line->sums[at]));
    }
    text_put(out, "\"/>\n");
}

static void put_tree_lines(const tree_plot *t)
{
    plot *p = t->p;
    const char *time_label, *what = t->picture == PICTURE_AGENTS ? "how many agents there are"
                                    : t->picture == PICTURE_NODES
                                        ? "agents at the nodes with the most agents"
                                        : arena_print(&p->arena, "answers of `%s`", t->node);
    double unit = plot_time_unit(p, &time_label);
    svg_area area = tree_area(t, 76, 340, unit);
    double legend_width = 120;
    for (uint32_t i = 0; i < t->chosen_count; i++)
        legend_width = svg_legend_width(t->lines[t->chosen[i]].label, legend_width);
    begin_picture(t, area.left + area.width + legend_width,
                  fmax(480, area.top + svg_legend_height(t->chosen_count)), what);
    svg_axes(&p->out.text, &area, time_label,
             t->picture == PICTURE_ANSWERS ? "results since the previous frame" : "agents");
    for (uint32_t i = 0; i < t->chosen_count; i++)
        put_tree_line(t, &area, i, unit);
    for (uint32_t i = 0; i < t->chosen_count; i++)
        svg_legend(&p->out.text, area.left + area.width + 24, area.top + 10, i, i % SVG_COLORS,
                   t->lines[t->chosen[i]].label);
    svg_end(&p->out.text);
}

// Return a shade, or SVG_SHADES if there are no agents.
static uint32_t shade_of(const tree_plot *t, const tree_line *line, uint32_t at)
{
    double share = t->most > 0 ? line->sums[at] / t->most : 0;
    return line->sums[at] > 0 ? (uint32_t)(share * (SVG_SHADES - 1)) : SVG_SHADES;
}

// Draw a row of the map: a box for each span, or for several adjacent spans of the same shade.
static void put_row(const tree_plot *t, const svg_area *area, uint32_t row, double height)
{
    text_out *out = &t->p->out.text;
    const tree_line *line = &t->lines[t->chosen[row]];
    double width = area->width / t->span_count, y = area->top + height * row;
    text_put(out, "<text class=\"small\" x=\"");
    svg_number(out, 24 + INDENT * (line->depth < 12 ? line->depth : 12));
    text_put(out, "\" y=\"");
    svg_number(out, y + height * 0.75);
    text_put(out, "\">");
    svg_text(out, line->label);
    text_put(out, "</text>\n");
    for (uint32_t first = 0, end; first < t->span_count; first = end) {
        uint32_t shade = shade_of(t, line, first);
        for (end = first + 1; end < t->span_count && shade_of(t, line, end) == shade;)
            end++;
        if (shade == SVG_SHADES)
            continue;
        text_put(out, "<path fill=\"currentColor\"");
        svg_put_shade(out, shade);
        text_put(out, " d=\"M");
        svg_number(out, area->left + width * first);
        text_put(out, " ");
        svg_number(out, y + 1);
        text_put(out, "h");
        svg_number(out, width * (end - first));
        text_put(out, "v");
        svg_number(out, height - 2);
        text_put(out, "h");
        svg_number(out, -width * (end - first));
        text_put(out, "z\"/>\n");
    }
}

static void put_map(const tree_plot *t)
{
    plot *p = t->p;
    const char *time_label;
    const double height = 18;
    double unit = plot_time_unit(p, &time_label);
    svg_area area = tree_area(t, 320, height * (t->chosen_count ? t->chosen_count : 1), unit);
    double scale = area.height > 160 ? area.height - 12 : 148;
    begin_picture(t, area.left + area.width + 110,
                  area.top + (area.height > 180 ? area.height : 180) + 70, "agents at each node");
    for (uint32_t i = 0; i < t->chosen_count; i++)
        put_row(t, &area, i, height);
    svg_time_axis(&p->out.text, &area, time_label);
    svg_scale(&p->out.text, area.left + area.width + 24, area.top + 12, scale,
              (plot_range){.low = 0, .high = t->most > 0 ? t->most : 1}, "agents");
    svg_end(&p->out.text);
}

// ---- the plot

static exit_code choose_picture(tree_plot *t, const char *what)
{
    static const char answers[] = "answers";
    const size_t size = sizeof answers - 1;
    if (!what)
        t->picture = PICTURE_MAP;
    else if (strcmp(what, "nodes") == 0)
        t->picture = PICTURE_NODES;
    else if (strcmp(what, "agents") == 0)
        t->picture = PICTURE_AGENTS;
    else if (strncmp(what, answers, size) == 0 && (what[size] == '\0' || what[size] == ':')) {
        t->picture = PICTURE_ANSWERS;
        t->node = what[size] ? what + size + 1 : "0";
    } else {
        return cli_usage(t->p->c, "--over-time: for a recording of trees it is `nodes`, `agents`, "
                                  "`answers` or `answers:NODE`");
    }
    return EXIT_FINE;
}

exit_code plot_trees(plot *p)
{
    tree_plot t = {.p = p};
    exit_code verdict = choose_picture(&t, options_text(&p->c->options, OPTION_OVER_TIME));
    if (verdict == EXIT_FINE)
        verdict = survey_trees(&t);
    if (verdict != EXIT_FINE)
        return verdict;
    t.span_count = (uint32_t)(p->frame_count < SPAN_MOST ? p->frame_count : SPAN_MOST);
    t.frames = ARENA_ARRAY(&p->arena, uint64_t, t.span_count);
    t.times = ARENA_ARRAY(&p->arena, double, t.span_count);
    choose_lines(&t, t.picture == PICTURE_MAP ? ROWS_MOST : SVG_COLORS);
    verdict = gather_spans(&t);
    if (verdict != EXIT_FINE)
        return verdict;
    output_start(&p->out, p->c, options_text(&p->c->options, OPTION_OUTPUT));
    p->has_output = true;
    if (t.picture == PICTURE_MAP)
        put_map(&t);
    else
        put_tree_lines(&t);
    p->has_output = false;
    return output_finish(&p->out, p->c);
}
