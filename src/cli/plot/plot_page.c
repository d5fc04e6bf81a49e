// SPDX-License-Identifier: MIT
// A page that holds a recording and plays it. The part that is asked for is recorded anew, floats
// with 16 bits over their range; its bytes stand in the page as base64, in pieces, so that the
// browser can begin before it has all of them.
#include "plot.h"
#include <player_page.h>

#include <string.h>

enum { PIECE_SIZE = 3 << 16 }; // bytes in one script; base64 makes 4 of 3

typedef struct page {
    plot *p;
    text_out *out;
    gestalt_record_description description;
    gestalt_record_column columns[GESTALT_RECORD_COLUMNS_MAX];
    uint32_t
        sources[GESTALT_RECORD_COLUMNS_MAX]; // of each column: which one of the recording it is
    gestalt_recorder *writer;
    unsigned char *piece;
    size_t piece_size;
} page;

// ---- base64

static void put_piece(page *g)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *bytes = g->piece;
    if (g->piece_size == 0)
        return;
    text_put(g->out, "<script>play.add(\"");
    for (size_t i = 0; i < g->piece_size; i += 3) {
        size_t left = g->piece_size - i;
        uint32_t three = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                         (left > 2 ? bytes[i + 2] : 0);
        char four[4] = {digits[three >> 18], digits[three >> 12 & 63],
                        left > 1 ? digits[three >> 6 & 63] : '=',
                        left > 2 ? digits[three & 63] : '='};
        text_write(g->out, four, sizeof four);
    }
    text_put(g->out, "\")</script>\n");
    g->piece_size = 0;
}

static bool take_bytes(void *user, const char *bytes, size_t size)
{
    page *g = user;
    while (size > 0) {
        size_t part = PIECE_SIZE - g->piece_size < size ? PIECE_SIZE - g->piece_size : size;
        memcpy(g->piece + g->piece_size, bytes, part);
        g->piece_size += part;
        bytes += part;
        size -= part;
        if (g->piece_size == PIECE_SIZE)
            put_piece(g);
    }
    return !g->out->failed;
}

// ---- what is recorded anew

// Positions keep the world's range where they can; other floats get the range that they have.
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

// The position, and then what --columns asks for, or all.
static exit_code choose_columns(page *g)
{
    const gestalt_record_description *d = plot_description(g->p);
    const char *list = options_text(&g->p->c->options, OPTION_COLUMNS);
    g->description = *d;
    g->description.columns = g->columns;
    g->description.column_count = 0;
    g->description.every =
        1; // steps of a recording need not be its multiples when frames are left out
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

static exit_code write_recording(page *g)
{
    gestalt_error error = {0};
    gestalt_result result = gestalt_recorder_create(
        &g->description, (gestalt_writer){take_bytes, g}, NULL, &g->writer, &error);
    if (result != GESTALT_OK)
        return result == GESTALT_IO ? EXIT_FINE
                                    : cli_fail(g->p->c, g->p->recording.path, result, &error);
    for (bool has = true; has && output_is_well(&g->p->out);) {
        exit_code verdict = plot_next(g->p, &has);
        if (verdict == EXIT_FINE && has)
            verdict = write_frame(g);
        if (verdict != EXIT_FINE)
            return verdict;
    }
    gestalt_recorder_finish(g->writer, NULL);
    put_piece(g);
    return EXIT_FINE;
}

// ---- what else the page is told

static bool page_changes(const page *g, uint32_t at)
{
    const plot_range *range = &g->p->ranges[g->sources[at]];
    return range->low < range->high;
}

// Return the column that tells most, if nobody says what to colour by: the group, which is -1,
// where groups ask for colours; else words, else live nodes, else the first number.
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

static void put_start(page *g, int color)
{
    const char *title = options_text(&g->p->c->options, OPTION_TITLE);
    text_put(g->out, "<script>play.start({title: ");
    plot_put_script_text(g->out, title ? title : plot_description(g->p)->name);
    text_print(g->out, ", colorBy: %d, span: %.9g, ranges: [", color,
               (double)(g->p->last_time - g->p->first_time) / 1e6);
    for (uint32_t i = 0; i < g->description.column_count; i++) {
        const plot_range *range = &g->p->ranges[g->sources[i]];
        if (range->low <= range->high)
            text_print(g->out, "%s[%.9g, %.9g]", i ? ", " : "", range->low, range->high);
        else
            text_put(g->out, i ? ", null" : "null");
    }
    text_put(g->out, "]})</script>\n");
}

exit_code plot_page(plot *p)
{
    int color;
    page g = {.p = p, .out = &p->out.text};
    g.piece = ARENA_ARRAY(&p->arena, unsigned char, PIECE_SIZE);
    exit_code verdict = choose_columns(&g);
    if (verdict == EXIT_FINE)
        verdict = color_column(&g, &color);
    if (verdict != EXIT_FINE)
        return verdict;
    text_write(g.out, (const char *)player_before, sizeof player_before);
    put_start(&g, color);
    verdict = write_recording(&g);
    gestalt_recorder_destroy(g.writer);
    text_put(g.out, "<script>play.end()</script>\n");
    text_write(g.out, (const char *)player_after, sizeof player_after);
    return verdict;
}
