// SPDX-License-Identifier: MIT
#include "line_plot.h"

#include "svg.h"

#include <math.h>
#include <string.h>

// Positions and sizes, in pixels.
enum {
    // width of one of three or more panels; fewer panels have the total width of three
    PANEL_WIDTH = 300,
    PANEL_HEIGHT = 250,
    LEFT = 76,
    GAP = 84,
    TOP = 100,
    BELOW = 76, // for ticks, the label of the axis, and space above the legend
    LEGEND_LINE = 22,
    LEGEND_COLUMNS = 3,
    RIGHT = 24
};

line_plot_series *line_plot_find(line_plot_panel *panel, const char *label, uint32_t color)
{
    for (uint32_t i = 0; i < panel->series_count; i++)
        if (strcmp(panel->series[i].label, label) == 0)
            return &panel->series[i];
    if (panel->series_count == LINE_PLOT_SERIES)
        return NULL;
    line_plot_series *s = &panel->series[panel->series_count++];
    *s = (line_plot_series){.label = label, .color = color};
    return s;
}

// ---- the range of an axis

// Return the largest power of the base that is not above a value.
static double power_below(double base, double value)
{
    return pow(base, floor(log(value) / log(base) + 1e-9));
}

// Widen a range of values to ends that have ticks: powers of the base; for base 10 also 2 and 5
// times these.
static void range_widen(double base, double *low, double *high)
{
    const double steps[] = {1, 2, 5, 10};
    double below = power_below(base, *low), above = power_below(base, *high);
    int from = 3, to = 0;
    bool has_steps = base > 9;
    while (from > 0 && (!has_steps || below * steps[from] > *low * 1.001))
        from--;
    while (to < 3 && has_steps && above * steps[to] < *high * 0.999)
        to++;
    *low = below * steps[from];
    *high = has_steps ? above * steps[to] : above < *high * 0.999 ? above * base : above;
    if (*high <= *low)
        *high = *low * base;
}

// Store the range of an axis, around the values of all these panels.
static void range_find(const line_plot_panel *panels, uint32_t panel_count, bool of_y, double base,
                       double *low, double *high)
{
    double least = INFINITY, most = 0;
    for (const line_plot_panel *p = panels; p < panels + panel_count; p++)
        for (uint32_t i = 0; i < p->series_count; i++)
            for (uint32_t k = 0; k < p->series[i].point_count; k++) {
                double value = of_y ? p->series[i].y[k] : p->series[i].x[k];
                least = value < least ? value : least;
                most = value > most ? value : most;
            }
    *low = most > 0 ? least : 1;
    *high = most > 0 ? most : 10;
    range_widen(base, low, high);
}

// ---- a panel

static void put_series(text_out *out, const svg_area *a, const line_plot_series *s)
{
    text_put(out, "<g");
    svg_put_color(out, s->color % SVG_COLORS);
    text_put(out, "><polyline fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" "
                  "stroke-linejoin=\"round\" points=\"");
    for (uint32_t i = 0; i < s->point_count; i++) {
        text_put(out, i ? " " : "");
        svg_number(out, svg_x(a, s->x[i]));
        text_put(out, ",");
        svg_number(out, svg_y(a, s->y[i]));
    }
    text_put(out, "\"/>\n");
    for (uint32_t i = 0; i < s->point_count; i++) {
        text_put(out, "<circle r=\"3\" fill=\"currentColor\" cx=\"");
        svg_number(out, svg_x(a, s->x[i]));
        text_put(out, "\" cy=\"");
        svg_number(out, svg_y(a, s->y[i]));
        text_put(out, "\"/>\n");
    }
    text_put(out, "</g>\n");
}

static void put_panel(text_out *out, const line_plot_panel *p, svg_area *a)
{
    a->x_base = p->x_base;
    range_find(p, 1, false, p->x_base, &a->x_low, &a->x_high);
    svg_label(out, a->left, TOP - 14, " style=\"font-weight:600\"", p->title);
    svg_axes(out, a, p->x_label, p->y_label);
    for (uint32_t i = 0; i < p->series_count; i++)
        put_series(out, a, &p->series[i]);
}

// ---- the plot

static uint32_t collect_legend(const line_plot_panel *panels, uint32_t panel_count,
                               const line_plot_series *legend[LINE_PLOT_SERIES])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < panel_count; i++)
        for (uint32_t k = 0; k < panels[i].series_count; k++) {
            bool is_known = false;
            for (uint32_t n = 0; n < count; n++)
                is_known = is_known || strcmp(legend[n]->label, panels[i].series[k].label) == 0;
            if (!is_known && count < LINE_PLOT_SERIES)
                legend[count++] = &panels[i].series[k];
        }
    return count;
}

void line_plot_write(text_out *out, const char *title, const char *note,
                     const line_plot_panel *panels, uint32_t panel_count)
{
    const line_plot_series *legend[LINE_PLOT_SERIES];
    uint32_t count = collect_legend(panels, panel_count, legend);
    uint32_t lines = (count + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
    uint32_t columns = panel_count > LEGEND_COLUMNS ? panel_count : LEGEND_COLUMNS;
    uint32_t inner = columns * (PANEL_WIDTH + GAP);
    uint32_t legend_top = TOP + PANEL_HEIGHT + BELOW;
    svg_begin(out, LEFT + inner - GAP + RIGHT, legend_top + lines * LEGEND_LINE, title, note);
    svg_area a = {.top = TOP, .height = PANEL_HEIGHT, .y_base = 10};
    range_find(panels, panel_count, true, a.y_base, &a.y_low, &a.y_high);
    for (uint32_t i = 0; i < panel_count; i++) {
        a.left = LEFT + i * (double)inner / panel_count;
        a.width = (double)inner / panel_count - GAP;
        if (panels[i].has_own_y)
            range_find(&panels[i], 1, true, a.y_base, &a.y_low, &a.y_high);
        put_panel(out, &panels[i], &a);
    }
    for (uint32_t i = 0; i < count; i++)
        svg_legend(out, LEFT + i % LEGEND_COLUMNS * (double)(PANEL_WIDTH + GAP), legend_top,
                   i / LEGEND_COLUMNS, legend[i]->color % SVG_COLORS, legend[i]->label);
    svg_end(out);
}
