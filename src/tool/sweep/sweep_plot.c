// SPDX-License-Identifier: MIT
#include "sweep_plot.h"

#include "number.h"
#include "plot_svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 720, PANEL = 260, TOP = 64, PANELS = 6, LEGEND = 190, LABEL = 120 };

typedef struct sweep_plot {
    text_out *out;
    const trials *t;
    uint32_t axis;   // axis along x
    bool is_numeric; // whether its values are numbers
    // combinations are ordered by: series above the axis, values, series below it
    uint32_t inner, series;
} sweep_plot;

static uint32_t panels_of(const trials *t)
{
    return t->column_count < PANELS ? t->column_count : PANELS;
}

static bool is_number(const char *text, double *number)
{
    char *end;
    *number = strtod(text, &end);
    return end != text && !*end && isfinite(*number);
}

static void choose_axis(sweep_plot *p)
{
    const trials *t = p->t;
    double number;
    while (p->axis + 1 < t->axis_count && t->axes[p->axis].value_count == 1)
        p->axis++;
    if (t->axis_count > 0 && t->axes[p->axis].value_count == 1)
        p->axis = 0;
    p->is_numeric = t->axis_count > 0;
    for (uint32_t i = 0; t->axis_count > 0 && i < t->axes[p->axis].value_count; i++)
        p->is_numeric &= is_number(t->axes[p->axis].values[i], &number);
    p->inner = 1;
    for (uint32_t i = p->axis + 1; i < t->axis_count; i++)
        p->inner *= t->axes[i].value_count;
    p->series = t->axis_count > 0 ? t->combinations / t->axes[p->axis].value_count : 1;
}

static uint32_t values_of(const sweep_plot *p)
{
    return p->t->axis_count > 0 ? p->t->axes[p->axis].value_count : 1;
}

static uint32_t combination_of(const sweep_plot *p, uint32_t series, uint32_t value)
{
    uint32_t outer = series / p->inner;
    return (outer * values_of(p) + value) * p->inner + series % p->inner;
}

static double x_of(const sweep_plot *p, uint32_t value)
{
    double number = value;
    if (p->is_numeric)
        is_number(p->t->axes[p->axis].values[value], &number);
    return number;
}

static bool spread_at(const sweep_plot *p, uint32_t series, uint32_t value, uint32_t column,
                      double spread[5])
{
    const trials *t = p->t;
    trials_spread(t, combination_of(p, series, value) * t->seeds, t->seeds, column, spread);
    return isfinite(spread[1]) && isfinite(spread[2]) && isfinite(spread[3]);
}

// Widen a range that is too small: values that differ by less than a thousandth look equal, because
// axis labels have few digits.
static void widen(double *low, double *high)
{
    double size = fmax(fabs(*low), fabs(*high)), margin = (*high - *low) * 0.05;
    if (!(*high >= *low)) {
        *low = 0;
        *high = 1;
    } else if (*high - *low <= size / 1000) {
        margin = size > 0 ? size * 0.1 : 1;
    }
    *low -= margin > 0 ? margin : 0;
    *high += margin > 0 ? margin : 0;
}

static void find_ranges(const sweep_plot *p, uint32_t column, svg_area *a)
{
    double spread[5];
    a->x_low = a->y_low = INFINITY;
    a->x_high = a->y_high = -INFINITY;
    for (uint32_t v = 0; v < values_of(p); v++) {
        a->x_low = fmin(a->x_low, x_of(p, v));
        a->x_high = fmax(a->x_high, x_of(p, v));
        for (uint32_t s = 0; s < p->series; s++)
            if (spread_at(p, s, v, column, spread)) {
                a->y_low = fmin(a->y_low, spread[1]);
                a->y_high = fmax(a->y_high, spread[3]);
            }
    }
    widen(&a->x_low, &a->x_high);
    widen(&a->y_low, &a->y_high);
}

static void put_point(const sweep_plot *p, double x, double y, const char *between)
{
    text_put(p->out, between);
    svg_number(p->out, x);
    text_put(p->out, ",");
    svg_number(p->out, y);
}

static uint32_t color_of(uint32_t series)
{
    return series < SVG_COLORS ? series : SVG_OTHER;
}

// Draw the quartiles of each point as a line between them, and the median as a dot.
static void draw_points(const sweep_plot *p, const svg_area *a, uint32_t series, uint32_t column)
{
    double spread[5];
    text_out *out = p->out;
    for (uint32_t v = 0; v < values_of(p); v++) {
        if (!spread_at(p, series, v, column, spread))
            continue;
        double x = svg_x(a, x_of(p, v)) + 3 * ((double)(series % 5) - 2) * (p->series > 1);
        text_put(out, "<path fill=\"none\" stroke-width=\"2\" d=\"M");
        put_point(p, x, svg_y(a, spread[1]), "");
        put_point(p, x, svg_y(a, spread[3]), " L");
        text_put(out,
                 "\" stroke=\"currentColor\"/>\n<circle fill=\"currentColor\" r=\"3.5\" cx=\"");
        svg_number(out, x);
        text_put(out, "\" cy=\"");
        svg_number(out, svg_y(a, spread[2]));
        text_put(out, "\"/>\n");
    }
}

static void draw_series(const sweep_plot *p, const svg_area *a, uint32_t series, uint32_t column)
{
    double spread[5];
    bool any = false;
    text_put(p->out, "<g");
    svg_put_color(p->out, color_of(series));
    text_put(p->out, ">\n");
    for (uint32_t v = 0; p->is_numeric && v < values_of(p); v++) {
        if (!spread_at(p, series, v, column, spread))
            continue;
        double x = svg_x(a, x_of(p, v)) + 3 * ((double)(series % 5) - 2) * (p->series > 1);
        if (!any)
            text_put(p->out,
                     "<path fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.5\" d=\"");
        put_point(p, x, svg_y(a, spread[2]), any ? " L" : "M");
        any = true;
    }
    text_put(p->out, any ? "\"/>\n" : "");
    draw_points(p, a, series, column);
    text_put(p->out, "</g>\n");
}

// Write a label such as "shy.json, sight 5".
static void label_of(const sweep_plot *p, uint32_t series, char label[LABEL])
{
    const trials *t = p->t;
    uint32_t number = combination_of(p, series, 0) * t->seeds;
    size_t used = 0;
    *label = '\0';
    for (uint32_t i = 0; i < t->axis_count && used < LABEL; i++)
        if (i != p->axis && t->axes[i].value_count > 1)
            used += (size_t)snprintf(label + used, LABEL - used, "%s%s %s", used ? ", " : "",
                                     t->axes[i].name, trial_value(t, number, i));
}

static void draw_names(const sweep_plot *p, const svg_area *a)
{
    for (uint32_t v = 0; !p->is_numeric && p->t->axis_count > 0 && v < values_of(p); v++) {
        text_put(p->out, "<text text-anchor=\"middle\" x=\"");
        svg_number(p->out, svg_x(a, v));
        text_put(p->out, "\" y=\"");
        svg_number(p->out, a->top + 14);
        text_put(p->out, "\">");
        svg_text(p->out, p->t->axes[p->axis].values[v]);
        text_put(p->out, "</text>\n");
    }
}

static void draw_panel(const sweep_plot *p, uint32_t panel)
{
    svg_area a = {
        .left = 64, .top = TOP + panel * PANEL, .width = WIDTH - 64 - LEGEND, .height = PANEL - 60};
    const char *x_label = p->t->axis_count > 0 ? p->t->axes[p->axis].name : "";
    find_ranges(p, panel, &a);
    svg_axes(p->out, &a, x_label, p->t->columns[panel]);
    draw_names(p, &a);
    for (uint32_t s = 0; s < p->series; s++)
        draw_series(p, &a, s, panel);
}

void sweep_plot_write(text_out *out, const trials *t)
{
    sweep_plot p = {.out = out, .t = t};
    char subtitle[160];
    choose_axis(&p);
    snprintf(subtitle, sizeof subtitle, "median and quartiles of %u run%s each", (unsigned)t->seeds,
             text_plural(t->seeds, "", "s"));
    double legend = LEGEND;
    uint32_t rows = 0;
    for (; p.series > 1 && rows < p.series && rows <= SVG_COLORS; rows++) {
        char label[LABEL];
        label_of(&p, rows, label);
        legend = svg_legend_width(label, legend);
    }
    svg_begin(out, WIDTH - LEGEND + legend,
              fmax(TOP + panels_of(t) * PANEL, TOP + svg_legend_height(rows)), t->of->path,
              subtitle);
    for (uint32_t i = 0; i < panels_of(t); i++)
        draw_panel(&p, i);
    for (uint32_t s = 0; p.series > 1 && s < p.series && s <= SVG_COLORS; s++) {
        char label[LABEL];
        label_of(&p, s, label);
        svg_legend(out, WIDTH - LEGEND + 20, TOP, s, color_of(s),
                   s < SVG_COLORS ? label : "others");
    }
    svg_end(out);
}
