// SPDX-License-Identifier: MIT
// Line plots as SVG: panels side by side with logarithmic axes, and one legend below them. Panels
// have a common y axis, or each its own. The colours suit light and dark pages.
#ifndef LINE_PLOT_H
#define LINE_PLOT_H

#include "text.h"

enum { LINE_PLOT_SERIES = 8, LINE_PLOT_POINTS = 16 };

typedef struct line_plot_series {
    const char *label; // the same in every panel where it appears
    uint32_t color;    // color: index, less than LINE_PLOT_SERIES
    uint32_t point_count;
    double x[LINE_PLOT_POINTS], y[LINE_PLOT_POINTS]; // all greater than 0
} line_plot_series;

typedef struct line_plot_panel {
    const char *title, *x_label, *y_label;
    uint32_t x_base; // base of the x axis: 10 or 2
    bool has_own_y;  // whether the y axis is not that of the other panels
    uint32_t series_count;
    line_plot_series series[LINE_PLOT_SERIES];
} line_plot_panel;

void line_plot_write(text_out *out, const char *title, const char *note,
                     const line_plot_panel *panels, uint32_t panel_count);

/// Return the series with that label; create it if there is none. Returns NULL if there are too
/// many.
line_plot_series *line_plot_find(line_plot_panel *panel, const char *label, uint32_t color);

#endif
