// SPDX-License-Identifier: MIT
// Elements of SVG drawings: page, title, axes, legends, the geometry of the world. Colours follow
// the viewer's light or dark theme.
#ifndef PLOT_SVG_H
#define PLOT_SVG_H

#include "plot.h"

// number of colours of categories, and of shades of a scale
enum { SVG_COLORS = GESTALT_RECORD_PALETTE, SVG_SHADES = 24 };
// Two greys. Any other colour is GESTALT_RECORD_RGB with its bits.
enum { SVG_NONE = SVG_COLORS, SVG_OTHER };

enum { SVG_LEGEND_GAP = 24 };

/// The area inside the axes, in pixels, and the values at its edges.
typedef struct svg_area {
    double left, top, width, height;
    double x_low, x_high, y_low, y_high; // y grows upwards
} svg_area;

static inline double svg_x(const svg_area *a, double x)
{
    return a->left + (x - a->x_low) / (a->x_high - a->x_low) * a->width;
}

static inline double svg_y(const svg_area *a, double y)
{
    return a->top + a->height - (y - a->y_low) / (a->y_high - a->y_low) * a->height;
}

/// Write a number with at most one decimal.
void svg_number(text_out *out, double number);
void svg_text(text_out *out, const char *text);

/// Start a picture, with title and subtitle. svg_end ends it.
void svg_begin(text_out *out, double width, double height, const char *title, const char *subtitle);
void svg_end(text_out *out);

/// Draw axes, ticks, grid and labels around an area. A label may be empty.
void svg_axes(text_out *out, const svg_area *a, const char *x_label, const char *y_label);

/// Draw only the lower axis.
void svg_time_axis(text_out *out, const svg_area *a, const char *label);

/// Return the width of a legend next to an area that has room for this label, and the height of a
/// legend of `rows`. Longer labels are cut, and end with an ellipsis.
double svg_legend_width(const char *label, double so_far);
double svg_legend_height(uint32_t rows);

/// Draw row `row`, from 0, of a legend, SVG_LEGEND_GAP to the right of the area. Colours are as in
/// svg_put_color.
void svg_legend(text_out *out, double x, double y, uint32_t row, uint32_t color, const char *label);

/// Draw a scale of shades with ticks.
void svg_scale(text_out *out, double x, double y, double height, plot_range range,
               const char *label);

/// Write the attributes for the colour of a category, or for a shade.
void svg_put_color(text_out *out, uint32_t color);
void svg_put_shade(text_out *out, uint32_t shade);

/// Return the step between ticks, for about `count` of them, and the decimals that they need.
double svg_tick_step(double low, double high, uint32_t count, uint32_t *decimals);

/// Return a number with thousands separators, such as "100,000".
const char *svg_count(arena *a, uint64_t number);

// ---- the world

/// Return the area for a world, or for a box in it, as large as fits into a picture, and the size
/// of the picture.
svg_area svg_world(plot_box box, double legend_width, double legend_height, double *width,
                   double *height);
/// Draw the geometry of the world, and axes around it. Everything drawn until svg_world_end is
/// clipped.
void svg_world_begin(text_out *out, const svg_area *a, const gestalt_record_description *d);
/// Draw traffic lights in their current colours; each is a gestalt_record_light.
void svg_lights(text_out *out, const svg_area *a, const gestalt_record_description *d,
                const uint8_t *lights);
void svg_world_end(text_out *out, const svg_area *a, const gestalt_record_description *d);

#endif
