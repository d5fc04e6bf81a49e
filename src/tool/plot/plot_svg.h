// SPDX-License-Identifier: MIT
// Elements of SVG drawings of recordings: scales of shades, and the geometry of the world.
#ifndef PLOT_SVG_H
#define PLOT_SVG_H

#include "plot.h"
#include "svg.h"

// number of shades of a scale
enum { SVG_SHADES = 24 };

/// Draw a scale of shades with ticks.
void svg_scale(text_out *out, double x, double y, double height, plot_range range,
               const char *label);

/// Write the attribute for the colour of a shade.
void svg_put_shade(text_out *out, uint32_t shade);

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
