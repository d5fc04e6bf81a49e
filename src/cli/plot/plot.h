// SPDX-License-Identifier: MIT
// The state that all drawings of a recording share: the recording, which is read twice, once to
// survey it and once to draw it; and where the drawing goes.
#ifndef PLOT_H
#define PLOT_H

#include "arena.h"
#include "output.h"
#include "recording.h"

/// The least and the greatest of a column's finite values; low > high when there are none.
typedef struct plot_range {
    double low, high;
    bool has_gaps; // values that are not finite
} plot_range;

/// A part of the world, seen from above.
typedef struct plot_box {
    double low[2], high[2];
} plot_box;

typedef struct plot {
    cli *c;
    recording recording;
    recording other;  // of the same run's trees: --trees
    recording *trees; // which of the two has trees that a page shows; NULL: none
    output out;
    arena arena; // what a drawing needs, all of it
    bool has_output;
    plot_box box; // that pictures of the world show: all of it, or --window

    uint64_t frame_count, first_step, last_step;
    int64_t first_time, last_time;
    uint64_t most_agents, first_agents;
    uint64_t *group_most, *group_now; // agents of each group: in the frame with most, and now
    plot_range ranges[GESTALT_RECORD_COLUMNS_MAX];
} plot;

static inline const gestalt_record_description *plot_description(const plot *p)
{
    return p->recording.description;
}

/// The next frame of the second reading; `*has` is false behind the last one.
exit_code plot_next(plot *p, bool *has);

/// A value as a number, whatever its type.
double plot_value(const gestalt_record_description *d, const gestalt_record_frame *f,
                  uint32_t column, uint64_t at);

/// Return the name of a column in pictures and in the player.
static inline const char *plot_column_name(const gestalt_record_column *c)
{
    return c->type == GESTALT_RECORD_NODE ? "live node" : c->name;
}

/// The unit in which people would tell the time from the first frame to the last, in seconds.
double plot_time_unit(const plot *p, const char **label);

/// Puts a text into a script of a page: a `<` in it could end the script.
void plot_put_script_text(text_out *out, const char *text);

// ---- the drawings, each in a file of its own

exit_code plot_ways(plot *p);                  // plot_ways.c
exit_code plot_moment(plot *p, uint64_t step); // plot_moment.c
/// Instead of a column: how many agents there are.
#define PLOT_AGENTS UINT32_MAX

exit_code plot_over_time(plot *p, uint32_t column); // plot_time.c
exit_code plot_page(plot *p);                       // plot_page.c
/// All of a recording of trees, its output among it.
exit_code plot_trees(plot *p); // plot_trees.c

#endif
