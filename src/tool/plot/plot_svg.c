// SPDX-License-Identifier: MIT
#include "plot_svg.h"

#include <math.h>
#include <stdio.h>

// ---- shades

// Write a shade of the scale, interpolated between a few colours that are visible on light and dark
// pages. Brightness increases along the scale, so that the shades are distinguishable for people
// with colour blindness.
void svg_put_shade(text_out *out, uint32_t shade)
{
    static const int stops[][3] = {
        {86, 72, 214}, {150, 60, 190}, {206, 75, 130}, {236, 118, 80}, {246, 174, 48}};
    const int most = sizeof stops / sizeof *stops - 1;
    int at = (int)shade * most, left = at / (SVG_SHADES - 1);
    if (left >= most)
        left = most - 1;
    int part = at - left * (SVG_SHADES - 1), c[3];
    for (int i = 0; i < 3; i++)
        c[i] = stops[left][i] + (stops[left + 1][i] - stops[left][i]) * part / (SVG_SHADES - 1);
    text_print(out, " color=\"#%02x%02x%02x\"", (unsigned)c[0], (unsigned)c[1], (unsigned)c[2]);
}

void svg_scale(text_out *out, double x, double y, double height, plot_range range,
               const char *label)
{
    double each = height / SVG_SHADES;
    svg_label(out, x, y - 12, "", label);
    for (uint32_t i = 0; i < SVG_SHADES; i++) {
        svg_box(out, x, y + height - each * (i + 1), 14, each + 0.5);
        text_put(out, " fill=\"currentColor\"");
        svg_put_shade(out, i);
        text_put(out, "/>\n");
    }
    svg_area a = {.top = y, .height = height, .y_low = range.low, .y_high = range.high};
    svg_ticks ticks = svg_ticks_choose(range.low, range.high, 0, 6);
    char text[SVG_TICK_SIZE];
    double value;
    for (int i = 0; svg_tick(&ticks, i, &value, text); i++) {
        double at = svg_y(&a, value);
        svg_line(out, "axis", x + 14, at, x + 19, at);
        svg_label(out, x + 24, at + 4, " class=\"small\"", text);
    }
}

// ---- the world

svg_area svg_world(plot_box box, double legend_width, double legend_height, double *width,
                   double *height)
{
    const double most_width = 820, most_height = 720, left = 76, top = 76, bottom = 60;
    double across = box.high[0] - box.low[0], up = box.high[1] - box.low[1];
    double scale = fmin(most_width / across, most_height / up);
    svg_area a = {.left = left,
                  .top = top,
                  .width = fmax(across * scale, 160),
                  .height = fmax(up * scale, 160),
                  .x_low = box.low[0],
                  .x_high = box.high[0],
                  .y_low = box.low[1],
                  .y_high = box.high[1]};
    *width = left + a.width + 28 + legend_width;
    *height = top + fmax(a.height + bottom, legend_height);
    return a;
}

static void put_points(text_out *out, const svg_area *a, const gestalt_record_geometry *g,
                       uint32_t dimension)
{
    for (uint32_t i = 0; i < g->point_count; i++) {
        text_put(out, i ? "L" : "M");
        svg_number(out, svg_x(a, g->points[(size_t)i * dimension]));
        text_put(out, " ");
        svg_number(out, svg_y(a, g->points[(size_t)i * dimension + 1]));
    }
    if (g->kind == GESTALT_RECORD_LOOP || g->kind == GESTALT_RECORD_POLYGON)
        text_put(out, "Z");
}

static void put_geometry(text_out *out, const svg_area *a, const gestalt_record_geometry *g,
                         uint32_t dimension)
{
    if (g->kind == GESTALT_RECORD_LIGHT)
        return; // drawn above the agents, if at all
    double scale = a->width / (a->x_high - a->x_low);
    double x = svg_x(a, g->points[0]), y = svg_y(a, g->points[1]);
    if (g->kind == GESTALT_RECORD_CIRCLE || g->kind == GESTALT_RECORD_PLACE) {
        text_print(out, "<circle class=\"solid\" cx=\"");
        svg_number(out, x);
        text_put(out, "\" cy=\"");
        svg_number(out, y);
        text_put(out, "\" r=\"");
        svg_number(out, g->kind == GESTALT_RECORD_PLACE ? 3 : fmax(g->radius * scale, 1));
        text_put(out, "\"/>\n");
        return;
    }
    bool is_wide = g->kind == GESTALT_RECORD_PATH || g->kind == GESTALT_RECORD_LOOP;
    if (is_wide && g->radius > 0) {
        text_put(out, "<path class=\"road\" stroke-width=\"");
        svg_number(out, g->radius * 2 * scale);
        text_put(out, "\" d=\"");
        put_points(out, a, g, dimension);
        text_put(out, "\"/>\n");
    }
    text_print(out, "<path class=\"%s\"%s d=\"",
               g->kind == GESTALT_RECORD_POLYGON ? "solid" : "lane",
               is_wide ? " stroke-dasharray=\"6 5\"" : "");
    put_points(out, a, g, dimension);
    text_put(out, "\"/>\n");
}

void svg_lights(text_out *out, const svg_area *a, const gestalt_record_description *d,
                const uint8_t *lights)
{
    static const char *const classes[] = {"off", "green", "yellow", "red"};
    for (uint32_t i = 0, light = 0; i < d->geometry_count; i++) {
        const gestalt_record_geometry *g = &d->geometry[i];
        if (g->kind != GESTALT_RECORD_LIGHT)
            continue;
        text_print(out, "<path class=\"light %s\" d=\"", classes[lights[light++]]);
        put_points(out, a, g, d->dimension);
        text_put(out, g->point_count == 1 ? "h0\"/>\n" : "\"/>\n");
    }
}

static const char *axis_label(char *text, size_t size, const gestalt_record_column *c)
{
    bool has_unit = c->unit && *c->unit;
    snprintf(text, size, has_unit ? "%s (%s)" : "%s", c->name, has_unit ? c->unit : "");
    return text;
}

void svg_world_begin(text_out *out, const svg_area *a, const gestalt_record_description *d)
{
    char x[256], y[256];
    svg_axes(out, a, axis_label(x, sizeof x, &d->columns[0]),
             axis_label(y, sizeof y, &d->columns[1]));
    text_put(out, "<clipPath id=\"world\">");
    svg_box(out, a->left, a->top, a->width, a->height);
    text_put(out, "/></clipPath>\n<g clip-path=\"url(#world)\" stroke-linecap=\"round\">\n");
    for (uint32_t i = 0; i < d->geometry_count; i++)
        put_geometry(out, a, &d->geometry[i], d->dimension);
}

void svg_world_end(text_out *out, const svg_area *a, const gestalt_record_description *d)
{
    text_put(out, "</g>\n");
    for (uint32_t i = 0; i < d->geometry_count; i++) {
        const gestalt_record_geometry *g = &d->geometry[i];
        bool is_point = g->kind == GESTALT_RECORD_PLACE || g->kind == GESTALT_RECORD_CIRCLE;
        is_point = is_point && g->points[0] >= a->x_low && g->points[0] <= a->x_high &&
                   g->points[1] >= a->y_low && g->points[1] <= a->y_high;
        if (is_point && g->name && *g->name)
            svg_label(out, svg_x(a, g->points[0]),
                      svg_y(a, g->points[1]) + (g->kind == GESTALT_RECORD_PLACE ? -7 : 4),
                      " class=\"small\" text-anchor=\"middle\"", g->name);
    }
    svg_box(out, a->left, a->top, a->width, a->height);
    text_put(out, " class=\"axis\"/>\n");
}
