// SPDX-License-Identifier: MIT
// The shared state of all drawings of a recording: the recording, which is read twice, once to
// survey it and once to draw it, and the output.
#ifndef PLOT_H
#define PLOT_H

#include "arena.h"
#include "output.h"
#include "recording.h"

/// Minimum and maximum of the finite values of a column; low > high if there are none.
typedef struct plot_range {
    double low, high;
    bool has_gaps; // whether some values are not finite
} plot_range;

/// A part of the world, seen from above.
typedef struct plot_box {
    double low[2], high[2];
} plot_box;

typedef struct plot {
    cli *c;
    recording recording;
    recording other;  // trees of a recording that has a world
    recording *trees; // the recording with trees for a page; NULL: none
    output out;
    arena arena; // memory of the drawing
    bool has_output;
    plot_box box; // part of the world that is shown: all of it, or --window

    uint64_t frame_count, first_step, last_step;
    int64_t first_time, last_time;
    uint64_t most_agents;
    // agents of each group: in the frame with most of them, and in the current frame
    uint64_t *group_most, *group_now;
    plot_range ranges[GESTALT_RECORD_COLUMNS_MAX];
} plot;

static inline const gestalt_record_description *plot_description(const plot *p)
{
    return p->recording.description;
}

/// Read the next frame of the second pass; `*has` is false after the last one.
exit_code plot_next(plot *p, bool *has);

/// Return a value of any type as a number.
double plot_value(const gestalt_record_description *d, const gestalt_record_frame *f,
                  uint32_t column, uint64_t at);

/// Return the name of a column in pictures and in the player.
static inline const char *plot_column_name(const gestalt_record_column *c)
{
    return c->type == GESTALT_RECORD_NODE ? "live node" : c->name;
}

/// Return a suitable unit, in seconds, for the time from the first frame to the last.
double plot_time_unit(const plot *p, const char **label);

/// Write a text into a script of a page, escaping `<`, which could end the script.
void plot_put_script_text(text_out *out, const char *text);

// ---- the drawings, each in its own file

exit_code plot_ways(plot *p);                  // plot_ways.c
exit_code plot_moment(plot *p, uint64_t step); // plot_moment.c
/// A pseudo-column: the number of agents.
#define PLOT_AGENTS UINT32_MAX

exit_code plot_over_time(plot *p, uint32_t column); // plot_time.c
exit_code plot_page(plot *p);                       // plot_page.c
/// Draw a recording of trees completely, including its output.
exit_code plot_trees(plot *p); // plot_trees.c

#endif
