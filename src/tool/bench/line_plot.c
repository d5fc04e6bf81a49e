// SPDX-License-Identifier: MIT
#include "line_plot.h"

#include <math.h>
#include <string.h>

// Positions and sizes, in pixels.
enum {
    // width of one of three or more panels; fewer panels have the total width of three
    PANEL_WIDTH = 300,
    PANEL_HEIGHT = 250,
    LEFT = 58,
    GAP = 72,
    TOP = 74,
    BELOW = 50, // for ticks and the label of the axis
    LEGEND_LINE = 22,
    LEGEND_COLUMNS = 3,
    NOTE_LINE = 22,
    RIGHT = 24
};

static const char *const colors[LINE_PLOT_SERIES] = {"#2f81f7", "#e5534b", "#d4872c", "#8b949e",
                                                     "#3fa45b", "#a371f7", "#17a2a2", "#c55aa0"};

static const char style[] =
    "<style>\n"
    "text { font: 12px system-ui, -apple-system, \"Segoe UI\", sans-serif; fill: #59636e }\n"
    ".title { font-size: 16px; font-weight: 600; fill: #1f2328 }\n"
    ".panel { font-size: 13px; font-weight: 600; fill: #1f2328 }\n"
    ".grid { stroke: #d1d9e0; stroke-width: 1 }\n"
    ".axis { stroke: #8c959f; stroke-width: 1 }\n"
    ".line { fill: none; stroke-width: 2.25; stroke-linejoin: round }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "  text { fill: #9198a1 }\n"
    "  .title, .panel { fill: #f0f6fc }\n"
    "  .grid { stroke: #2f353d }\n"
    "  .axis { stroke: #656c76 }\n"
    "}\n"
    "</style>\n";

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

// ---- scales

typedef struct scale {
    double least, most;
    double base;
    double from, to; // in pixels
} scale;

static double plot_place(const scale *s, double value)
{
    return s->from + (s->to - s->from) * log(value / s->least) / log(s->most / s->least);
}

// Return the largest power of the base that is not above a value.
static double power_below(double base, double value)
{
    return pow(base, floor(log(value) / log(base) + 1e-9));
}

// Fit a scale around all values: it ends at powers of the base; for base 10 also at 2 and 5 times
// these.
static void plot_fit(scale *s, double least, double most)
{
    const double steps[] = {1, 2, 5, 10};
    double below = power_below(s->base, least), above = power_below(s->base, most);
    int from = 3, to = 0;
    bool has_steps = s->base > 9;
    while (from > 0 && (!has_steps || below * steps[from] > least * 1.001))
        from--;
    while (to < 3 && has_steps && above * steps[to] < most * 0.999)
        to++;
    s->least = below * steps[from];
    s->most = has_steps ? above * steps[to] : above < most * 0.999 ? above * s->base : above;
    if (s->most <= s->least)
        s->most = s->least * s->base;
}

static void plot_extent(const line_plot_panel *panels, uint32_t panel_count, bool of_y, scale *s)
{
    double least = INFINITY, most = 0;
    for (const line_plot_panel *p = panels; p < panels + panel_count; p++)
        for (uint32_t i = 0; i < p->series_count; i++)
            for (uint32_t k = 0; k < p->series[i].point_count; k++) {
                double value = of_y ? p->series[i].y[k] : p->series[i].x[k];
                least = value < least ? value : least;
                most = value > most ? value : most;
            }
    if (most > 0)
        plot_fit(s, least, most);
}

// Write a value such as "0.5", "20", "1k", "10M".
static void put_value(text_out *out, double value)
{
    if (value >= 1e6)
        text_print(out, "%gM", value / 1e6);
    else if (value >= 1e3)
        text_print(out, "%gk", value / 1e3);
    else
        text_print(out, "%g", value);
}

static void put_text(text_out *out, const char *text)
{
    text_xml(out, text, strlen(text));
}

static void put_label(text_out *out, double x, double y, const char *anchor, double value)
{
    text_print(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    put_value(out, value);
    text_put(out, "</text>\n");
}

static void put_line(text_out *out, const char *class, double x1, double y1, double x2, double y2)
{
    text_print(out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class,
               x1, y1, x2, y2);
}

// ---- a panel

static void put_y_axis(text_out *out, const scale *x, const scale *y, const char *label)
{
    static const double steps[] = {1, 2, 5};
    double decades = log10(y->most / y->least);
    for (double power = power_below(10, y->least); power <= y->most * 1.01; power *= 10)
        for (int i = 0; i < (decades > 3.5 ? 1 : 3); i++) {
            double value = power * steps[i];
            if (value < y->least * 0.99 || value > y->most * 1.01)
                continue;
            put_line(out, "grid", x->from, plot_place(y, value), x->to, plot_place(y, value));
            put_label(out, x->from - 7, plot_place(y, value) + 4, "end", value);
        }
    text_print(out, "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\">",
               x->from - 42, (y->from + y->to) / 2);
    put_text(out, label);
    text_put(out, "</text>\n");
}

static void put_x_axis(text_out *out, const scale *x, const scale *y, const char *label)
{
    put_line(out, "axis", x->from, y->from, x->to, y->from);
    double first = power_below(x->base, x->least);
    for (double value = first; value <= x->most * 1.01; value *= x->base) {
        if (value < x->least * 0.99)
            continue;
        put_line(out, "axis", plot_place(x, value), y->from, plot_place(x, value), y->from + 4);
        put_label(out, plot_place(x, value), y->from + 18, "middle", value);
    }
    text_print(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", (x->from + x->to) / 2,
               y->from + 38);
    put_text(out, label);
    text_put(out, "</text>\n");
}

static void put_series(text_out *out, const scale *x, const scale *y, const line_plot_series *s)
{
    const char *color = colors[s->color % LINE_PLOT_SERIES];
    text_print(out, "<polyline class=\"line\" stroke=\"%s\" points=\"", color);
    for (uint32_t i = 0; i < s->point_count; i++)
        text_print(out, "%s%.1f,%.1f", i ? " " : "", plot_place(x, s->x[i]),
                   plot_place(y, s->y[i]));
    text_put(out, "\"/>\n");
    for (uint32_t i = 0; i < s->point_count; i++)
        text_print(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n",
                   plot_place(x, s->x[i]), plot_place(y, s->y[i]), color);
}

static void put_panel(text_out *out, const line_plot_panel *p, double left, double width,
                      const scale *y)
{
    scale x = {.least = 1, .most = 10, .base = p->x_base, .from = left, .to = left + width};
    plot_extent(p, 1, false, &x);
    text_print(out, "<text class=\"panel\" x=\"%.1f\" y=\"%d\">", left, TOP - 14);
    put_text(out, p->title);
    text_put(out, "</text>\n");
    put_y_axis(out, &x, y, p->y_label);
    put_x_axis(out, &x, y, p->x_label);
    for (uint32_t i = 0; i < p->series_count; i++)
        put_series(out, &x, y, &p->series[i]);
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

static void put_legend(text_out *out, const line_plot_series *const *legend, uint32_t count,
                       double top)
{
    for (uint32_t i = 0; i < count; i++) {
        double x = LEFT + i % LEGEND_COLUMNS * (double)(PANEL_WIDTH + GAP);
        double y = top + i / LEGEND_COLUMNS * (double)LEGEND_LINE;
        const char *color = colors[legend[i]->color % LINE_PLOT_SERIES];
        text_print(out,
                   "<path class=\"line\" stroke=\"%s\" d=\"M%.1f %.1fh24\"/>"
                   "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n"
                   "<text x=\"%.1f\" y=\"%.1f\">",
                   color, x, y - 4, x + 12, y - 4, color, x + 32, y);
        put_text(out, legend[i]->label);
        text_put(out, "</text>\n");
    }
}

void line_plot_write(text_out *out, const char *title, const char *note,
                     const line_plot_panel *panels, uint32_t panel_count)
{
    const line_plot_series *legend[LINE_PLOT_SERIES];
    uint32_t count = collect_legend(panels, panel_count, legend);
    uint32_t lines = (count + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
    uint32_t columns = panel_count > LEGEND_COLUMNS ? panel_count : LEGEND_COLUMNS;
    uint32_t inner = columns * (PANEL_WIDTH + GAP), width = LEFT + inner - GAP + RIGHT;
    uint32_t legend_top = TOP + PANEL_HEIGHT + BELOW + LEGEND_LINE;
    uint32_t height = legend_top + lines * LEGEND_LINE + NOTE_LINE;
    text_print(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
               "viewBox=\"0 0 %u %u\" role=\"img\">\n<title>",
               (unsigned)width, (unsigned)height, (unsigned)width, (unsigned)height);
    put_text(out, title);
    text_print(out, "</title>\n%s<text class=\"title\" x=\"%d\" y=\"26\">", style, LEFT);
    put_text(out, title);
    text_put(out, "</text>\n");
    scale y = {.least = 1, .most = 10, .base = 10, .from = TOP + PANEL_HEIGHT, .to = TOP};
    plot_extent(panels, panel_count, true, &y);
    for (uint32_t i = 0; i < panel_count; i++)
        put_panel(out, &panels[i], LEFT + i * (double)inner / panel_count,
                  (double)inner / panel_count - GAP, &y);
    put_legend(out, legend, count, legend_top);
    text_print(out, "<text x=\"%d\" y=\"%u\">", LEFT,
               (unsigned)(legend_top + lines * LEGEND_LINE + 4));
    put_text(out, note);
    text_put(out, "</text>\n</svg>\n");
}
