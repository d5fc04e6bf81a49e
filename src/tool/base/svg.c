// SPDX-License-Identifier: MIT
#include "svg.h"

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

void svg_label(text_out *out, double x, double y, const char *attributes, const char *text)
{
    text_put(out, "<text x=\"");
    svg_number(out, x);
    text_put(out, "\" y=\"");
    svg_number(out, y);
    text_print(out, "\"%s>", attributes);
    svg_text(out, text);
    text_put(out, "</text>\n");
}

void svg_line(text_out *out, const char *class, double x1, double y1, double x2, double y2)
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

void svg_box(text_out *out, double x, double y, double width, double height)
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
    svg_label(out, 24, 34, " class=\"title\"", title);
    svg_label(out, 24, 54, " class=\"small\"", subtitle);
}

void svg_end(text_out *out)
{
    text_put(out, "</svg>\n");
}

// ---- axes

// Return the step between ticks, for about `count` of them, and the decimals that they need.
static double tick_step(double low, double high, uint32_t count, uint32_t *decimals)
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

static double log_tick(const svg_ticks *t, int index)
{
    static const double steps[] = {1, 2, 5};
    return t->first * pow(t->base, index / t->per_power) * steps[index % t->per_power];
}

svg_ticks svg_ticks_choose(double low, double high, double base, uint32_t count)
{
    svg_ticks t = {.high = high, .base = base};
    if (base > 0) {
        double powers = log(high / low) / log(base);
        t.first = pow(base, floor(log(low) / log(base) + 1e-9));
        t.per_power = base == 10 && powers * 3 + 1 <= count ? 3 : 1;
        while (log_tick(&t, t.skipped) < low * 0.99)
            t.skipped++;
        return t;
    }
    t.step = tick_step(low, high, count, &t.decimals);
    t.first = ceil(low / t.step - 1e-9) * t.step;
    return t;
}

// Write a label such as "0.5", "20", "1k", "10M".
static void log_label(char label[SVG_TICK_SIZE], double value)
{
    double unit = value >= 1e6 ? 1e6 : value >= 1e3 ? 1e3 : 1;
    snprintf(label, SVG_TICK_SIZE, "%g%s", value / unit, unit > 1e3 ? "M" : unit > 1 ? "k" : "");
}

bool svg_tick(const svg_ticks *t, int index, double *value, char label[SVG_TICK_SIZE])
{
    if (t->base > 0) {
        *value = log_tick(t, t->skipped + index);
        log_label(label, *value);
        return *value <= t->high * 1.01;
    }
    *value = t->first + index * t->step;
    if (fabs(*value) >= 1e7)
        snprintf(label, SVG_TICK_SIZE, "%.6g", *value);
    else
        snprintf(label, SVG_TICK_SIZE, "%.*f", (int)t->decimals, *value + 0.0); // + 0.0 avoids -0
    return *value <= t->high + t->step * 1e-9;
}

static void put_x_ticks(text_out *out, const svg_area *a)
{
    uint32_t count = a->x_base > 0 ? (uint32_t)(a->width / 45) : a->width > 500 ? 8 : 5;
    svg_ticks ticks = svg_ticks_choose(a->x_low, a->x_high, a->x_base, count);
    double bottom = a->top + a->height, value;
    char text[SVG_TICK_SIZE];
    for (int i = 0; svg_tick(&ticks, i, &value, text); i++) {
        double x = svg_x(a, value);
        svg_line(out, "grid", x, a->top, x, bottom);
        svg_line(out, "axis", x, bottom, x, bottom + 5);
        svg_label(out, x, bottom + 20, " text-anchor=\"middle\" class=\"small\"", text);
    }
}

static void put_y_ticks(text_out *out, const svg_area *a)
{
    uint32_t count = a->y_base > 0 ? (uint32_t)(a->height / 21) : a->height > 300 ? 8 : 5;
    svg_ticks ticks = svg_ticks_choose(a->y_low, a->y_high, a->y_base, count);
    char text[SVG_TICK_SIZE];
    double value;
    for (int i = 0; svg_tick(&ticks, i, &value, text); i++) {
        double y = svg_y(a, value);
        svg_line(out, "grid", a->left, y, a->left + a->width, y);
        svg_line(out, "axis", a->left - 5, y, a->left, y);
        svg_label(out, a->left - 9, y + 4, " text-anchor=\"end\" class=\"small\"", text);
    }
}

static void put_bottom(text_out *out, const svg_area *a)
{
    double bottom = a->top + a->height;
    svg_line(out, "axis", a->left, bottom, a->left + a->width, bottom);
}

static void put_x_label(text_out *out, const svg_area *a, const char *label)
{
    svg_label(out, a->left + a->width / 2, a->top + a->height + 42, " text-anchor=\"middle\"",
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
    svg_line(out, "axis", a->left, a->top, a->left, bottom);
    put_x_label(out, a, x_label);
    text_put(out, "<text text-anchor=\"middle\" transform=\"translate(");
    svg_number(out, fmax(a->left - 56, 20));
    text_put(out, " ");
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

enum { LEGEND_ROW = 22, LEGEND_BOX = 20, LEGEND_LABEL = 420 }; // LABEL: largest width

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
    svg_box(out, x, at - 10, 12, 12);
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
