// SPDX-License-Identifier: MIT
// Parts that SVG drawings are put together from: page, title, axes, legends, the world's geometry.
// Colours follow the viewer's theme, light or dark.
#ifndef PLOT_SVG_H
#define PLOT_SVG_H

#include "plot.h"

enum { SVG_COLORS = GESTALT_RECORD_PALETTE, SVG_SHADES = 24 }; // of categories, and of a scale
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

/// A number with one decimal, as short as it goes.
void svg_number(text_out *out, double number);
void svg_text(text_out *out, const char *text);

/// Begins the picture, with title and subtitle. Ends with svg_end.
void svg_begin(text_out *out, double width, double height, const char *title, const char *subtitle);
void svg_end(text_out *out);

/// Axes, ticks, grid and labels around an area. A label may be empty.
void svg_axes(text_out *out, const svg_area *a, const char *x_label, const char *y_label);

/// The lower one of them alone.
void svg_time_axis(text_out *out, const svg_area *a, const char *label);

/// The width that a legend needs behind an area, so that this label fits, too, and its height with
/// so many rows. Longer labels are cut, with dots behind them.
double svg_legend_width(const char *label, double so_far);
double svg_legend_height(uint32_t rows);

/// A row of a legend, `row` from 0; colour as below. It begins SVG_LEGEND_GAP behind the area.
void svg_legend(text_out *out, double x, double y, uint32_t row, uint32_t color, const char *label);

/// A scale of shades with ticks.
void svg_scale(text_out *out, double x, double y, double height, plot_range range,
               const char *label);

/// The attributes that give something a category's colour, or a shade's.
void svg_put_color(text_out *out, uint32_t color);
void svg_put_shade(text_out *out, uint32_t shade);

/// Steps between ticks for about `count` of them, and the digits that they need.
double svg_tick_step(double low, double high, uint32_t count, uint32_t *decimals);

/// A number with thousands apart, as "100,000".
const char *svg_count(arena *a, uint64_t number);

// ---- the world

/// The area of a world, or of a box in it, as large as fits into a picture, whose size is given
/// back.
svg_area svg_world(plot_box box, double legend_width, double legend_height, double *width,
                   double *height);
/// Draw what stands still, and the axes around it; all that is drawn from here to svg_world_end is
/// clipped.
void svg_world_begin(text_out *out, const svg_area *a, const gestalt_record_description *d);
/// Lights in the colours that they show, each a gestalt_record_light.
void svg_lights(text_out *out, const svg_area *a, const gestalt_record_description *d,
                const uint8_t *lights);
void svg_world_end(text_out *out, const svg_area *a, const gestalt_record_description *d);

#endif
