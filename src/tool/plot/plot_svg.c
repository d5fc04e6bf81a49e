// SPDX-License-Identifier: MIT
#include "plot_svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char style[] =
    "<style>\n"
    "text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;"
    "fill:#374151}\n"
    ".title{font-size:18px;font-weight:600;fill:#111827}.small{font-size:12px;fill:#6b7280}\n"
    ".page{fill:#fff}.grid{stroke:#8b95a5;stroke-opacity:.22;fill:none}.axis{stroke:#9ca3af;fill:"
    "none}"
    ".solid{fill:#d1d5db;stroke:#9ca3af}.road{stroke:#eef0f3;fill:none;stroke-linejoin:round}"
    ".lane{stroke:#d1d5db;fill:none}.halo{fill:none;stroke:#fff;stroke-width:3}\n"
#define PALETTE(name, light, dark, words) ".c-" #name "{color:#" #light "}"
#include "palette.def"
#undef PALETTE
    ".c-none{color:#b6bcc6}.c-other{color:#7b8494}\n"
    "@media(prefers-color-scheme:dark){text{fill:#c9d1dc}.title{fill:#f3f4f6}.small{fill:#8b95a5}"
    ".page{fill:#12161d}.axis{stroke:#4b5563}"
    ".solid{fill:#2b3442;stroke:#4b5563}.road{stroke:#1c232e}.lane{stroke:#3a4453}"
    ".halo{stroke:#12161d}"
#define PALETTE(name, light, dark, words) ".c-" #name "{color:#" #dark "}"
#include "palette.def"
#undef PALETTE
    ".c-none{color:#4b5563}.c-other{color:#8b95a5}}\n"
    ".light{fill:none;stroke-linecap:butt;stroke-width:3}.green{stroke:#009e73}"
    ".yellow{stroke:#e69f00}.red{stroke:#d55e00}.off{stroke:#8a8f98}"
    "</style>\n";

// ---- numbers and text

void svg_number(text_out *out, double number)
{
    const double most = 1e12; // far outside of any picture
    if (!(fabs(number) <= most))
        number = number > 0 ? most : -most;
    double tenths = floor(number * 10 + 0.5);
    int64_t whole = (int64_t)(tenths < 0 ? -tenths : tenths);
    text_print(out, "%s%" PRId64, tenths < 0 ? "-" : "", whole / 10);
    if (whole % 10)
        text_print(out, ".%d", (int)(whole % 10));
}

void svg_text(text_out *out, const char *text)
{
    text_xml(out, text, strlen(text));
}

static void put_label(text_out *out, double x, double y, const char *attributes, const char *text)
{
    text_put(out, "<text x=\"");
    svg_number(out, x);
    text_put(out, "\" y=\"");
    svg_number(out, y);
    text_print(out, "\"%s>", attributes);
    svg_text(out, text);
    text_put(out, "</text>\n");
}

static void put_line(text_out *out, const char *class, double x1, double y1, double x2, double y2)
{
    text_print(out, "<path class=\"%s\" d=\"M", class);
    svg_number(out, x1);
    text_put(out, " ");
    svg_number(out, y1);
    text_put(out, "L");
    svg_number(out, x2);
    text_put(out, " ");
    svg_number(out, y2);
    text_put(out, "\"/>\n");
}

static void put_box(text_out *out, double x, double y, double width, double height)
{
    text_put(out, "<rect x=\"");
    svg_number(out, x);
    text_put(out, "\" y=\"");
    svg_number(out, y);
    text_put(out, "\" width=\"");
    svg_number(out, width);
    text_put(out, "\" height=\"");
    svg_number(out, height);
    text_put(out, "\"");
}

const char *svg_count(arena *a, uint64_t number)
{
    if (number < 1000)
        return arena_print(a, "%" PRIu64, number);
    return arena_print(a, "%s,%03u", svg_count(a, number / 1000), (unsigned)(number % 1000));
}

// ---- the page

void svg_begin(text_out *out, double width, double height, const char *title, const char *subtitle)
{
    text_print(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
               "width=\"%.0f\" height=\"%.0f\" role=\"img\">\n<title>",
               width, height, width, height);
    svg_text(out, title);
    text_put(out, "</title>\n");
    text_put(out, style);
    text_put(out, "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n");
    put_label(out, 24, 34, " class=\"title\"", title);
    put_label(out, 24, 54, " class=\"small\"", subtitle);
}

void svg_end(text_out *out)
{
    text_put(out, "</svg>\n");
}

// ---- axes

double svg_tick_step(double low, double high, uint32_t count, uint32_t *decimals)
{
    static const double steps[] = {1, 2, 5};
    double unit = 1;
    *decimals = 0;
    while (unit * 5 * count < high - low && unit < 1e300)
        unit *= 10;
    while (unit * count > high - low && unit > 1e-12) {
        unit /= 10;
        (*decimals)++;
    }
    for (int i = 0; i < 3; i++)
        if (steps[i] * unit * count >= high - low)
            return steps[i] * unit;
    *decimals -= *decimals > 0;
    return unit * 10;
}

static void tick_text(char *text, size_t size, double value, uint32_t decimals)
{
    if (fabs(value) >= 1e7)
        snprintf(text, size, "%.6g", value);
    else
        snprintf(text, size, "%.*f", (int)decimals, value + 0.0); // adding 0.0 avoids -0
}

static double first_tick(double low, double step)
{
    return ceil(low / step - 1e-9) * step;
}

static void put_x_ticks(text_out *out, const svg_area *a)
{
    uint32_t decimals, count = a->width > 500 ? 8 : 5;
    double step = svg_tick_step(a->x_low, a->x_high, count, &decimals);
    double bottom = a->top + a->height, first = first_tick(a->x_low, step);
    for (int i = 0; first + i * step <= a->x_high + step * 1e-9; i++) {
        char text[48];
        double x = svg_x(a, first + i * step);
        tick_text(text, sizeof text, first + i * step, decimals);
        put_line(out, "grid", x, a->top, x, bottom);
        put_line(out, "axis", x, bottom, x, bottom + 5);
        put_label(out, x, bottom + 20, " text-anchor=\"middle\" class=\"small\"", text);
    }
}

static void put_y_ticks(text_out *out, const svg_area *a)
{
    uint32_t decimals, count = a->height > 300 ? 8 : 5;
    double step = svg_tick_step(a->y_low, a->y_high, count, &decimals);
    double first = first_tick(a->y_low, step);
    for (int i = 0; first + i * step <= a->y_high + step * 1e-9; i++) {
        char text[48];
        double y = svg_y(a, first + i * step);
        tick_text(text, sizeof text, first + i * step, decimals);
        put_line(out, "grid", a->left, y, a->left + a->width, y);
        put_line(out, "axis", a->left - 5, y, a->left, y);
        put_label(out, a->left - 9, y + 4, " text-anchor=\"end\" class=\"small\"", text);
    }
}

static void put_bottom(text_out *out, const svg_area *a)
{
    double bottom = a->top + a->height;
    put_line(out, "axis", a->left, bottom, a->left + a->width, bottom);
}

static void put_x_label(text_out *out, const svg_area *a, const char *label)
{
    put_label(out, a->left + a->width / 2, a->top + a->height + 42, " text-anchor=\"middle\"",
              label);
}

void svg_time_axis(text_out *out, const svg_area *a, const char *label)
{
    put_x_ticks(out, a);
    put_bottom(out, a);
    put_x_label(out, a, label);
}

void svg_axes(text_out *out, const svg_area *a, const char *x_label, const char *y_label)
{
    double bottom = a->top + a->height, middle = a->top + a->height / 2;
    put_x_ticks(out, a);
    put_y_ticks(out, a);
    put_bottom(out, a);
    put_line(out, "axis", a->left, a->top, a->left, bottom);
    put_x_label(out, a, x_label);
    text_put(out, "<text text-anchor=\"middle\" transform=\"translate(20 ");
    svg_number(out, middle);
    text_put(out, ") rotate(-90)\">");
    svg_text(out, y_label);
    text_put(out, "</text>\n");
}

// ---- colours and legends

void svg_put_color(text_out *out, uint32_t color)
{
    static const char *const names[] = {
#define PALETTE(name, ...) #name,
#include "palette.def"
#undef PALETTE
        [SVG_NONE] = "none",
        [SVG_OTHER] = "other",
    };
    if (color & GESTALT_RECORD_RGB)
        text_print(out, " color=\"#%06x\"", (unsigned)(color & 0xffffff));
    else
        text_print(out, " class=\"c-%s\"", names[color]);
}

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

// Return the width of a character of 13 pixels in a sans-serif font, rounded up.
static double character_width(uint32_t character)
{
    if (character >= 0x1100)
        return 14;
    if (character < 0x80 && strchr("fijlrtI.,:;'|![]()/ ", (int)character))
        return 5;
    return character < 0x80 && strchr("mwMWQOGD@%", (int)character) ? 12 : 8;
}

// Return the number of bytes of a label that fit into a width, with an ellipsis if it is cut.
static size_t label_fit(const char *label, double most, double *width)
{
    size_t end = 0, at = 0;
    *width = 0;
    while (label[at]) {
        size_t size = 1;
        while (((unsigned char)label[at + size] & 0xc0) == 0x80)
            size++;
        double more = character_width(size == 1   ? (unsigned char)label[at]
                                      : size == 2 ? 0x80
                                                  : 0x1100);
        if (*width + more > most)
            return end;
        *width += more;
        at += size;
        end = *width <= most - 14 ? at : end;
    }
    return at;
}

enum { LEGEND_ROW = 22, LEGEND_BOX = 20, LEGEND_LABEL = 420 }; // the widest label

double svg_legend_width(const char *label, double so_far)
{
    double width;
    label_fit(label, LEGEND_LABEL, &width);
    return fmax(so_far, SVG_LEGEND_GAP + LEGEND_BOX + width + 8);
}

double svg_legend_height(uint32_t rows)
{
    return 10 + LEGEND_ROW * (double)rows + 8;
}

void svg_legend(text_out *out, double x, double y, uint32_t row, uint32_t color, const char *label)
{
    double at = y + LEGEND_ROW * (double)row, width;
    size_t size = label_fit(label, LEGEND_LABEL, &width);
    put_box(out, x, at - 10, 12, 12);
    text_put(out, " rx=\"3\" fill=\"currentColor\"");
    svg_put_color(out, color);
    text_put(out, "/>\n");
    text_put(out, "<text x=\"");
    svg_number(out, x + LEGEND_BOX);
    text_put(out, "\" y=\"");
    svg_number(out, at);
    text_put(out, "\">");
    text_xml(out, label, size);
    if (label[size]) { // the complete label is shown as a tooltip
        text_put(out, "…<title>");
        svg_text(out, label);
        text_put(out, "</title>");
    }
    text_put(out, "</text>\n");
}

void svg_scale(text_out *out, double x, double y, double height, plot_range range,
               const char *label)
{
    double each = height / SVG_SHADES;
    put_label(out, x, y - 12, "", label);
    for (uint32_t i = 0; i < SVG_SHADES; i++) {
        put_box(out, x, y + height - each * (i + 1), 14, each + 0.5);
        text_put(out, " fill=\"currentColor\"");
        svg_put_shade(out, i);
        text_put(out, "/>\n");
    }
    uint32_t decimals;
    svg_area a = {.top = y, .height = height, .y_low = range.low, .y_high = range.high};
    double step = svg_tick_step(range.low, range.high, 6, &decimals);
    double first = first_tick(range.low, step);
    for (int i = 0; first + i * step <= range.high + step * 1e-9; i++) {
        char text[48];
        double at = svg_y(&a, first + i * step);
        tick_text(text, sizeof text, first + i * step, decimals);
        put_line(out, "axis", x + 14, at, x + 19, at);
        put_label(out, x + 24, at + 4, " class=\"small\"", text);
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
    put_box(out, a->left, a->top, a->width, a->height);
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
            put_label(out, svg_x(a, g->points[0]),
                      svg_y(a, g->points[1]) + (g->kind == GESTALT_RECORD_PLACE ? -7 : 4),
                      " class=\"small\" text-anchor=\"middle\"", g->name);
    }
    put_box(out, a->left, a->top, a->width, a->height);
    text_put(out, " class=\"axis\"/>\n");
}
