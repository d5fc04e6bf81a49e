// SPDX-License-Identifier: MIT
// Line plots as SVG: panels side by side with logarithmic axes, of which y is the same in all,
// and one legend below them. Colours
// suit light and dark pages.
#ifndef PLOT_H
#define PLOT_H

#include "text.h"

enum { PLOT_SERIES = 8, PLOT_POINTS = 16 };

typedef struct plot_series {
    const char *label; // the same in every panel where it appears
    uint32_t color;    // which one of PLOT_SERIES
    uint32_t point_count;
    double x[PLOT_POINTS], y[PLOT_POINTS]; // all greater than 0
} plot_series;

typedef struct plot_panel {
    const char *title, *x_label, *y_label;
    uint32_t x_base; // 10 or 2: of the axis
    uint32_t series_count;
    plot_series series[PLOT_SERIES];
} plot_panel;

void plot_write(text_out *out, const char *title, const char *note, const plot_panel *panels,
                uint32_t panel_count);

/// The series of that label, made when there is none; NULL when there are too many.
plot_series *plot_find(plot_panel *panel, const char *label, uint32_t color);

#endif
