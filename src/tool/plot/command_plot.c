// SPDX-License-Identifier: MIT
// gestalt plot: draw a recording as a picture, or as a page that plays it.
#include "commands.h"
#include "number.h"
#include "plot.h"

#include <math.h>
#include <string.h>

double plot_value(const gestalt_record_description *d, const gestalt_record_frame *f,
                  uint32_t column, uint64_t at)
{
    switch (d->columns[column].type) {
    case GESTALT_RECORD_FLOAT: return (double)((const float *)f->columns[column])[at];
    case GESTALT_RECORD_INT: return ((const int32_t *)f->columns[column])[at];
    default: return ((const uint32_t *)f->columns[column])[at];
    }
}

// ---- survey

static void survey_column(plot *p, uint32_t column)
{
    const gestalt_record_frame *f = &p->recording.frame;
    plot_range *range = &p->ranges[column];
    for (uint64_t i = 0; i < f->count; i++) {
        double value = plot_value(plot_description(p), f, column, i);
        if (plot_description(p)->columns[column].type == GESTALT_RECORD_NODE &&
            value == GESTALT_NO_NODE)
            continue;
        if (!isfinite(value)) {
            range->has_gaps = true;
            continue;
        }
        range->low = value < range->low ? value : range->low;
        range->high = value > range->high ? value : range->high;
    }
}

static void survey_groups(plot *p)
{
    const gestalt_record_frame *f = &p->recording.frame;
    for (uint64_t i = 0; i < f->count; i++) {
        uint32_t group = f->groups[i];
        if (++p->group_now[group] > p->group_most[group])
            p->group_most[group] = p->group_now[group];
    }
    // clear only these: there can be more groups than agents
    for (uint64_t i = 0; i < f->count; i++)
        p->group_now[f->groups[i]] = 0;
}

static void survey_frame(plot *p)
{
    const gestalt_record_frame *f = &p->recording.frame;
    if (p->frame_count++ == 0) {
        p->first_step = f->step;
        p->first_time = f->time;
    }
    p->last_step = f->step;
    p->last_time = f->time;
    p->most_agents = f->count > p->most_agents ? f->count : p->most_agents;
    survey_groups(p);
    for (uint32_t i = 0; i < plot_description(p)->column_count; i++)
        if (plot_description(p)->columns[i].type != GESTALT_RECORD_BOOL)
            survey_column(p, i);
}

exit_code plot_next(plot *p, bool *has)
{
    gestalt_record_next what;
    exit_code verdict = recording_next(&p->recording, &what);
    *has = verdict == EXIT_FINE && what == GESTALT_RECORD_HAS_FRAME;
    return verdict;
}

static exit_code plot_survey(plot *p)
{
    gestalt_record_next what = GESTALT_RECORD_HAS_FRAME;
    for (uint32_t i = 0; i < GESTALT_RECORD_COLUMNS_MAX; i++)
        p->ranges[i] = (plot_range){INFINITY, -INFINITY, false};
    p->group_most = ARENA_ARRAY(&p->arena, uint64_t, plot_description(p)->group_count);
    p->group_now = ARENA_ARRAY(&p->arena, uint64_t, plot_description(p)->group_count);
    while (what == GESTALT_RECORD_HAS_FRAME) {
        exit_code verdict = recording_next(&p->recording, &what);
        if (verdict != EXIT_FINE)
            return verdict;
        if (what == GESTALT_RECORD_HAS_FRAME)
            survey_frame(p);
    }
    if (what == GESTALT_RECORD_CUT)
        recording_tell_cut(&p->recording);
    if (p->frame_count > 0 && p->most_agents > 0)
        return recording_rewind(&p->recording);
    cli_say(p->c, "%s: there is nothing to draw: no agents in these steps", p->recording.path);
    return EXIT_REJECTED;
}

// ---- choosing the drawing

// Return whether a text is a decimal number such as -12.5.
static bool is_decimal(const char *text, size_t size)
{
    size_t minus = size > 0 && *text == '-', digits = strspn(text + minus, "0123456789");
    size_t point = text[minus + digits] == '.';
    size_t behind = point ? strspn(text + minus + digits + 1, "0123456789") : 0;
    return digits > 0 && (!point || behind > 0) && minus + digits + point + behind == size;
}

// Read the corners of --window.
static bool read_window(const char *text, plot_box *box)
{
    double *const to[] = {&box->low[0], &box->low[1], &box->high[0], &box->high[1]};
    for (int i = 0; i < 4; i++) {
        size_t size = strcspn(text, ",");
        if ((text[size] == ',') != (i < 3) || !is_decimal(text, size))
            return false;
        *to[i] = number_double(text, size);
        text += size + (i < 3);
    }
    return box->low[0] < box->high[0] && box->low[1] < box->high[1] && isfinite(box->low[0]) &&
           isfinite(box->low[1]) && isfinite(box->high[0]) && isfinite(box->high[1]);
}

static exit_code choose_box(plot *p)
{
    const gestalt_record_description *d = plot_description(p);
    const char *text = options_text(&p->c->options, OPTION_WINDOW);
    for (int i = 0; i < 2; i++) {
        p->box.low[i] = (double)d->low[i];
        p->box.high[i] = (double)d->high[i];
    }
    if (text && !read_window(text, &p->box))
        return cli_usage(p->c, "--window: write the lower and the upper corner, as 0,0,450,300");
    return EXIT_FINE;
}

static exit_code draw_svg(plot *p)
{
    const options *o = &p->c->options;
    if (options_is_given(o, OPTION_FRAME))
        return plot_moment(p, options_number(o, OPTION_FRAME));
    const char *name = options_text(o, OPTION_OVER_TIME);
    uint32_t column;
    if (!name)
        return plot_ways(p);
    const gestalt_record_description *d = p->recording.description;
    if (strcmp(name, "agents") == 0 && gestalt_record_column_index(d, name) == d->column_count)
        return plot_over_time(p, PLOT_AGENTS);
    exit_code verdict =
        recording_find(&p->recording, OPTION_OVER_TIME, name, strlen(name), &column);
    return verdict == EXIT_FINE ? plot_over_time(p, column) : verdict;
}

static exit_code check_options(cli *c)
{
    enum { SVG, HTML };
    const options *o = &c->options;
    bool has_frame = options_is_given(o, OPTION_FRAME);
    bool has_time = options_is_given(o, OPTION_OVER_TIME);
    if (options_choice(o, OPTION_PLOT_AS) == HTML && (has_frame || has_time))
        return cli_usage(c, "--frame and --over-time are for pictures, not for --as=html");
    if (options_is_given(o, OPTION_WINDOW) &&
        (has_time || options_choice(o, OPTION_PLOT_AS) == HTML))
        return cli_usage(c, "--window is for pictures of the world");
    if (has_frame && has_time)
        return cli_usage(c, "--frame and --over-time exclude each other");
    if (options_choice(o, OPTION_PLOT_AS) == SVG && options_is_given(o, OPTION_COLUMNS))
        return cli_usage(c, "--columns needs --as=html");
    if (options_choice(o, OPTION_PLOT_AS) == SVG && !has_frame &&
        options_is_given(o, OPTION_COLOR_BY))
        return cli_usage(c, "--color-by needs --frame or --as=html");
    return EXIT_FINE;
}

// Refuse options that are for recordings of scenes only.
static exit_code check_trees(cli *c, bool is_page)
{
    static const option_id of_scenes[] = {OPTION_FRAME, OPTION_WINDOW, OPTION_COLOR_BY,
                                          OPTION_COLUMNS};
    const options *o = &c->options;
    for (size_t i = 0; i < sizeof of_scenes / sizeof *of_scenes; i++)
        if (options_is_given(o, of_scenes[i]))
            return cli_usage(c, "--%s is not for trees", option_table[of_scenes[i]].name);
    if (!is_page && options_is_given(o, OPTION_ONLY_AGENTS))
        return cli_usage(c, "--agents of trees needs --as=html");
    return EXIT_FINE;
}

// ---- trees of a page

// Read the first frame of the trees.
static exit_code first_trees(const plot *p)
{
    gestalt_tree_next what = GESTALT_TREE_HAS_STEPS;
    exit_code verdict = EXIT_FINE;
    while (verdict == EXIT_FINE && what == GESTALT_TREE_HAS_STEPS)
        verdict = recording_next_trees(p->trees, &what);
    if (verdict != EXIT_FINE || what == GESTALT_TREE_HAS_FRAME)
        return verdict;
    cli_say(p->c, "%s: there is nothing to draw: no frames in these ticks", p->trees->path);
    return EXIT_REJECTED;
}

// Check that the trees have the groups of the world, as the page relies on it.
static exit_code check_groups(const plot *p)
{
    if (p->trees == &p->recording ||
        gestalt_tree_recording_description(p->trees->trees)->group_count ==
            plot_description(p)->group_count)
        return EXIT_FINE;
    cli_say(p->c, "%s: the world and the trees have different groups, which is damage",
            p->trees->path);
    return EXIT_REJECTED;
}

// Open the trees, if the recording has both a world and trees.
static exit_code open_trees(plot *p)
{
    bool has_trees;
    exit_code verdict = recording_open_trees(&p->other, &p->recording, &has_trees);
    p->trees = has_trees ? &p->other : NULL;
    return verdict;
}

static exit_code prepare_trees(plot *p)
{
    if (!p->trees)
        return EXIT_FINE;
    exit_code verdict = first_trees(p);
    if (verdict == EXIT_FINE)
        verdict = check_groups(p);
    return verdict == EXIT_FINE ? recording_rewind(p->trees) : verdict;
}

// ---- drawing

static exit_code plot_output(plot *p, bool is_page)
{
    // A page can be larger than memory.
    (is_page ? output_stream : output_start)(&p->out, p->c,
                                             options_text(&p->c->options, OPTION_OUTPUT));
    p->has_output = true;
    exit_code verdict = is_page ? plot_page(p) : draw_svg(p);
    if (verdict != EXIT_FINE)
        return verdict;
    p->has_output = false;
    return output_finish(&p->out, p->c);
}

static exit_code plot_open(plot *p, bool is_page)
{
    cli *c = p->c;
    exit_code verdict = check_options(c);
    if (verdict == EXIT_FINE)
        verdict = recording_open(&p->recording, c, c->options.operands[0], true,
                                 options_flag(&c->options, OPTION_TREES));
    if (verdict == EXIT_FINE)
        verdict = recording_check_output(&p->recording, options_text(&c->options, OPTION_OUTPUT));
    if (verdict == EXIT_FINE && p->recording.trees) {
        p->trees = &p->recording;
        return check_trees(c, is_page);
    }
    return verdict == EXIT_FINE && is_page ? open_trees(p) : verdict;
}

static exit_code plot_draw(plot *p)
{
    bool is_page = options_choice(&p->c->options, OPTION_PLOT_AS);
    exit_code verdict = plot_open(p, is_page);
    if (verdict == EXIT_FINE && p->recording.trees && !is_page)
        return plot_trees(p);
    if (verdict == EXIT_FINE && !p->recording.trees)
        verdict = choose_box(p);
    if (verdict == EXIT_FINE && !p->recording.trees)
        verdict = plot_survey(p);
    if (verdict == EXIT_FINE)
        verdict = prepare_trees(p);
    return verdict == EXIT_FINE ? plot_output(p, is_page) : verdict;
}

// A separate function, so that longjmp cannot affect its variables.
static exit_code draw_guarded(plot *p)
{
    if (setjmp(p->arena.escape) == 0)
        return plot_draw(p);
    cli_say(p->c, "out of memory");
    return EXIT_LIMIT;
}

exit_code command_plot(cli *c)
{
    plot p = {.c = c};
    arena_start(&p.arena, memory_allocator(NULL));
    exit_code verdict = draw_guarded(&p);
    if (p.has_output)
        output_abandon(&p.out);
    if (p.other.c)
        recording_close(&p.other);
    recording_close(&p.recording);
    arena_destroy(&p.arena);
    return verdict;
}
