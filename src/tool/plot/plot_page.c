// SPDX-License-Identifier: MIT
// A page that contains and plays a recording of a world, of trees, or of both. The selected
// part is recorded again; floats of a scene are stored with 16 bits over their range.
#include "plot_embed.h"
#include <player_page.h>

#include <math.h>
#include <string.h>

typedef struct page {
    plot *p;
    text_out *out;
    gestalt_record_description description;
    gestalt_record_column columns[GESTALT_RECORD_COLUMNS_MAX];
    uint32_t sources[GESTALT_RECORD_COLUMNS_MAX]; // index of each column in the recording
    gestalt_recorder *writer;
    gestalt_tree_copier *copier;
    embedding bytes;
} page;

// ---- recording again

// Position columns use the world's bounds as their range; other float columns use their minimum and
// maximum.
static void page_quantise(page *g, uint32_t at)
{
    const gestalt_record_description *d = plot_description(g->p);
    gestalt_record_column *column = &g->columns[at];
    const plot_range *range = &g->p->ranges[g->sources[at]];
    if (column->type != GESTALT_RECORD_FLOAT || column->coding != GESTALT_RECORD_EXACT ||
        range->has_gaps)
        return;
    float low = (float)range->low, high = (float)range->high;
    if (at < d->dimension) {
        low = d->low[at] < low || d->periodic[at] ? d->low[at] : low;
        high = d->high[at] > high || d->periodic[at] ? d->high[at] : high;
    }
    if (!(low < high))
        return;
    column->coding =
        at < d->dimension && d->periodic[at] ? GESTALT_RECORD_CYCLE : GESTALT_RECORD_RANGE;
    column->low = low;
    column->high = high;
}

static void add_column(page *g, uint32_t source)
{
    uint32_t at = g->description.column_count;
    for (uint32_t i = 0; i < at; i++)
        if (g->sources[i] == source)
            return;
    g->columns[at] = plot_description(g->p)->columns[source];
    g->sources[at] = source;
    g->description.column_count++;
    page_quantise(g, at);
}

// Choose the columns: the position, and then those of --columns, or all.
static exit_code choose_columns(page *g)
{
    const gestalt_record_description *d = plot_description(g->p);
    const char *list = options_text(&g->p->c->options, OPTION_COLUMNS);
    g->description = *d;
    g->description.columns = g->columns;
    g->description.column_count = 0;
    // when frames are left out, steps need not be multiples of any larger number
    g->description.every = 1;
    for (uint32_t i = 0; i < (list ? d->dimension : d->column_count); i++)
        add_column(g, i);
    while (list) {
        size_t size = strcspn(list, ",");
        uint32_t column;
        exit_code verdict = recording_find(&g->p->recording, OPTION_COLUMNS, list, size, &column);
        if (verdict != EXIT_FINE)
            return verdict;
        add_column(g, column);
        list = list[size] == ',' ? list + size + 1 : NULL;
    }
    return EXIT_FINE;
}

static exit_code write_frame(page *g)
{
    const gestalt_record_frame *f = &g->p->recording.frame;
    const void *columns[GESTALT_RECORD_COLUMNS_MAX];
    gestalt_error error = {0};
    gestalt_record_frame frame = *f;
    for (uint32_t i = 0; i < g->description.column_count; i++)
        columns[i] = f->columns[g->sources[i]];
    frame.columns = columns;
    gestalt_result result = gestalt_recorder_frame(g->writer, &frame, &error);
    // An error of writing is reported when the output is finished.
    return result == GESTALT_OK || result == GESTALT_IO
               ? EXIT_FINE
               : cli_fail(g->p->c, g->p->recording.path, result, &error);
}

// Write the description of the world, before the trees.
static exit_code begin_world(page *g)
{
    gestalt_error error = {0};
    if (!g->p->recording.description)
        return EXIT_FINE;
    gestalt_result result = gestalt_recorder_create(&g->description, embedding_writer(&g->bytes),
                                                    NULL, &g->writer, &error);
    return result == GESTALT_OK || result == GESTALT_IO
               ? EXIT_FINE
               : cli_fail(g->p->c, g->p->recording.path, result, &error);
}

static exit_code write_frames(page *g)
{
    for (bool has = g->writer; has && output_is_well(&g->p->out);) {
        exit_code verdict = plot_next(g->p, &has);
        if (verdict == EXIT_FINE && has)
            verdict = write_frame(g);
        if (verdict != EXIT_FINE)
            return verdict;
    }
    return EXIT_FINE;
}

// ---- trees

static bool wants_agent(void *user, uint64_t agent)
{
    return recording_wants(user, agent);
}

static exit_code copy_failed(const page *g, gestalt_result result, const gestalt_error *error)
{
    // An error of writing is reported when the output is finished.
    return result == GESTALT_IO ? EXIT_FINE : cli_fail(g->p->c, g->p->trees->path, result, error);
}

// Copy all selected frames. Counts of frames that are left out are added to the next one.
static exit_code copy_frames(page *g)
{
    recording *r = g->p->trees;
    uint64_t every = r->selected.every, seen = 0;
    r->selected.every = 1;
    while (output_is_well(&g->p->out)) {
        gestalt_tree_next what;
        gestalt_error error = {0};
        exit_code verdict = recording_next_trees(r, &what);
        if (verdict == EXIT_FINE && what == GESTALT_TREE_CUT && !g->writer)
            recording_tell_cut(r); // with a world, this was reported when it was surveyed
        if (verdict != EXIT_FINE || what == GESTALT_TREE_CUT || what == GESTALT_TREE_AT_END)
            return verdict;
        bool is_left_out = what == GESTALT_TREE_HAS_FRAME && seen++ % every != 0;
        gestalt_result result =
            is_left_out ? gestalt_tree_copier_skip(g->copier, &error)
                        : gestalt_tree_copier_take(g->copier, what, &r->tree_frame, &error);
        if (result != GESTALT_OK)
            return copy_failed(g, result, &error);
    }
    return EXIT_FINE;
}

static exit_code write_trees(page *g)
{
    recording *r = g->p->trees;
    gestalt_error error = {0};
    if (!r)
        return EXIT_FINE;
    gestalt_tree_copier_options wanted = {.recording = r->trees,
                                          .sink = embedding_writer(&g->bytes),
                                          .recorder = g->writer,
                                          .wants = r->selected.range_count > 0 ? wants_agent : NULL,
                                          .user = r};
    gestalt_result result = gestalt_tree_copier_create(&wanted, &g->copier, &error);
    if (result != GESTALT_OK)
        return copy_failed(g, result, &error);
    exit_code verdict = copy_frames(g);
    if (verdict == EXIT_FINE)
        gestalt_tree_copier_finish(g->copier, NULL);
    return verdict;
}

// ---- other data of the page

// Return whether a column changes. Differences below a thousandth are mostly rounding errors.
static bool page_changes(const page *g, uint32_t at)
{
    const plot_range *range = &g->p->ranges[g->sources[at]];
    bool is_number = g->description.columns[at].type == GESTALT_RECORD_FLOAT;
    return range->high - range->low > (is_number ? 1e-3 * fabs(range->low) : 0);
}

// Return the best column to colour by, if none is chosen: the group, which is -1, if groups have
// colours; else words, else live nodes, else the first number.
static int good_color(const page *g)
{
    const gestalt_record_description *d = &g->description;
    for (uint32_t i = 0; i < d->group_count; i++)
        if (d->groups[i].look & (GESTALT_RECORD_RGB | 0xffffff))
            return -1;
    for (int wanted = 0; wanted < 3; wanted++)
        for (uint32_t i = d->dimension; i < d->column_count; i++) {
            const gestalt_record_column *c = &d->columns[i];
            bool fits = wanted == 0   ? c->word_count > 0
                        : wanted == 1 ? c->type == GESTALT_RECORD_NODE
                                      : c->type == GESTALT_RECORD_FLOAT;
            if (fits && page_changes(g, i))
                return (int)i;
        }
    return -1;
}

static exit_code color_column(const page *g, int *color)
{
    const char *name = options_text(&g->p->c->options, OPTION_COLOR_BY);
    uint32_t column;
    *color = name ? -1 : good_color(g);
    if (!name)
        return EXIT_FINE;
    exit_code verdict =
        recording_find(&g->p->recording, OPTION_COLOR_BY, name, strlen(name), &column);
    for (uint32_t i = 0; verdict == EXIT_FINE && i < g->description.column_count; i++)
        if (g->sources[i] == column)
            *color = (int)i;
    return verdict;
}

void plot_put_script_text(text_out *out, const char *text)
{
    text_put(out, "\"");
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '<' || c == '"' || c == '\\' || c < ' ')
            text_print(out, "\\u%04x", c);
        else
            text_write(out, text, 1);
    }
    text_put(out, "\"");
}

static void put_ranges(const page *g)
{
    for (uint32_t i = 0; i < g->description.column_count; i++) {
        const plot_range *range = &g->p->ranges[g->sources[i]];
        if (range->low <= range->high)
            text_print(g->out, "%s[%.9g, %.9g]", i ? ", " : "", range->low, range->high);
        else
            text_put(g->out, i ? ", null" : "null");
    }
}

static void put_start(const page *g, int color)
{
    const plot *p = g->p;
    const char *title = options_text(&p->c->options, OPTION_TITLE);
    const char *name = p->recording.description
                           ? p->recording.description->name
                           : gestalt_tree_recording_description(p->trees->trees)->name;
    text_put(g->out, "<script>play.start({title: ");
    plot_put_script_text(g->out, title ? title : name);
    text_print(g->out, ", colorBy: %d, ", color);
    if (p->recording.description)
        text_print(g->out, "span: %.9g, ", (double)(p->last_time - p->first_time) / 1e6);
    text_put(g->out, "ranges: [");
    put_ranges(g);
    text_put(g->out, "]})</script>\n");
}

static exit_code page_choose(page *g, int *color)
{
    *color = -1;
    if (!g->p->recording.description)
        return EXIT_FINE;
    exit_code verdict = choose_columns(g);
    return verdict == EXIT_FINE ? color_column(g, color) : verdict;
}

exit_code plot_page(plot *p)
{
    int color;
    page g = {.p = p, .out = &p->out.text};
    embedding_start(&g.bytes, p, "play.add");
    exit_code verdict = page_choose(&g, &color);
    if (verdict != EXIT_FINE)
        return verdict;
    text_write(g.out, (const char *)player_before, sizeof player_before);
    put_start(&g, color);
    verdict = begin_world(&g);
    if (verdict == EXIT_FINE) // before positions, which are shown as soon as they arrive
        verdict = write_trees(&g);
    if (verdict == EXIT_FINE)
        verdict = write_frames(&g);
    if (g.writer)
        gestalt_recorder_finish(g.writer, NULL);
    embedding_end(&g.bytes);
    gestalt_tree_copier_destroy(g.copier);
    gestalt_recorder_destroy(g.writer);
    text_put(g.out, "<script>play.end()</script>\n");
    text_write(g.out, (const char *)player_after, sizeof player_after);
    return verdict;
}
