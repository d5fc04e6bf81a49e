// SPDX-License-Identifier: MIT
// Elements of SVG drawings: page, title, axes, legends, colours. Colours follow the viewer's light
// or dark theme.
#ifndef SVG_H
#define SVG_H

#include "arena.h"
#include "text.h"

#include <gestalt/recorder/recording.h>
#include <math.h>

// number of colours of the palette
enum { SVG_COLORS = GESTALT_RECORD_PALETTE };
// Two greys. Any other colour is GESTALT_RECORD_RGB with its bits.
enum { SVG_NONE = SVG_COLORS, SVG_OTHER };

enum { SVG_LEGEND_GAP = 24 };

/// The area inside the axes, in pixels, and the values at its edges.
typedef struct svg_area {
    double left, top, width, height;
    double x_low, x_high, y_low, y_high; // y grows upwards
    // base of a logarithmic axis, whose values are greater than 0; 0: the axis is linear
    double x_base, y_base;
} svg_area;

/// Return where a value is between the ends of an axis: 0 for `low`, 1 for `high`.
static inline double svg_share(double low, double high, double base, double value)
{
    return base > 0 ? log(value / low) / log(high / low) : (value - low) / (high - low);
}

static inline double svg_x(const svg_area *a, double x)
{
    return a->left + svg_share(a->x_low, a->x_high, a->x_base, x) * a->width;
}

static inline double svg_y(const svg_area *a, double y)
{
    return a->top + a->height - svg_share(a->y_low, a->y_high, a->y_base, y) * a->height;
}

/// Write a number with at most one decimal.
void svg_number(text_out *out, double number);
void svg_text(text_out *out, const char *text);

/// Write a text at a point. `attributes` begin with a space, unless empty.
void svg_label(text_out *out, double x, double y, const char *attributes, const char *text);
void svg_line(text_out *out, const char *class, double x1, double y1, double x2, double y2);
/// Start a rectangle: the caller writes more attributes and the end of the element.
void svg_box(text_out *out, double x, double y, double width, double height);

/// Start a picture, with title and subtitle. svg_end ends it.
void svg_begin(text_out *out, double width, double height, const char *title, const char *subtitle);
void svg_end(text_out *out);

/// Draw axes, ticks, grid and labels around an area. A label may be empty.
void svg_axes(text_out *out, const svg_area *a, const char *x_label, const char *y_label);

/// Draw only the lower axis.
void svg_time_axis(text_out *out, const svg_area *a, const char *label);

/// Write the attribute for a colour: a number of the palette, SVG_NONE, SVG_OTHER or an RGB colour.
void svg_put_color(text_out *out, uint32_t color);

/// Return the width of a legend next to an area that has room for this label, and the height of a
/// legend of `rows`. Longer labels are cut, and end with an ellipsis.
double svg_legend_width(const char *label, double so_far);
double svg_legend_height(uint32_t rows);

/// Draw row `row`, from 0, of a legend. Colours are as in svg_put_color.
void svg_legend(text_out *out, double x, double y, uint32_t row, uint32_t color, const char *label);

/// The ticks of an axis: about as many as there is room for, at round values.
typedef struct svg_ticks {
    double high;
    double first; // first tick; if the axis is logarithmic, the power of the base below it
    double base;  // base of a logarithmic axis; 0: the axis is linear
    double step;  // step between the ticks of a linear axis
    uint32_t decimals;
    // number of ticks between two powers of the base, and of ticks between the power `first` and
    // the first tick
    int per_power, skipped;
} svg_ticks;

enum { SVG_TICK_SIZE = 48 };

/// Choose about `count` ticks from `low` to `high`; with a base, ticks of a logarithmic axis.
svg_ticks svg_ticks_choose(double low, double high, double base, uint32_t count);

/// Return whether there is a tick with this index, from 0; then store its value and its label.
bool svg_tick(const svg_ticks *t, int index, double *value, char label[SVG_TICK_SIZE]);

/// Return a number with thousands separators, such as "100,000".
const char *svg_count(arena *a, uint64_t number);

#endif
