// SPDX-License-Identifier: MIT
// Categories with colours: groups, true and false, words, live nodes. Each of the most frequent
// nodes gets a colour; the others share a grey.
#ifndef PLOT_CATEGORY_H
#define PLOT_CATEGORY_H

#include "plot_svg.h"

#include <string.h>

typedef struct plot_categories {
    const gestalt_record_description *description;
    uint32_t column;  // column_count: groups
    uint32_t count;   // number of categories
    uint32_t *first;  // first category of each group
    uint64_t *counts; // frequency of each category
    uint32_t *colors; // colour of each category, after plot_categories_choose
    uint32_t shown[SVG_COLORS];
    uint32_t shown_count;
    bool has_other, has_none;
} plot_categories;

void plot_categories_start(plot_categories *k, plot *p, uint32_t column);
/// Return whether the ints of a column are identifiers, such as lanes: categories, not a scale.
static inline bool plot_is_id(const gestalt_record_column *c)
{
    return c->type == GESTALT_RECORD_INT && c->unit && strcmp(c->unit, "id") == 0;
}
/// Return whether a column has categories: words, or live nodes.
static inline bool plot_has_categories(const gestalt_record_column *c)
{
    return c->type == GESTALT_RECORD_NODE || c->word_count > 0;
}

/// Return the category of an agent. The categories of a group are consecutive; the last one is
/// `nothing is live`.
uint32_t plot_category(const plot_categories *k, const gestalt_record_frame *f, uint64_t at);
/// Choose colours by the frequencies.
void plot_categories_choose(plot_categories *k);
/// Return the name of a category.
const char *plot_category_name(const plot_categories *k, arena *a, uint32_t category);
/// Add the size of the legend: `*width` grows if necessary.
void plot_categories_extent(const plot_categories *k, plot *p, double *width, double *height);
/// Draw the legend of all categories with a colour.
void plot_categories_legend(const plot_categories *k, plot *p, double x, double y);

// ---- groups, in pictures with nothing else

/// Return the colour of a group's look, or `otherwise`.
uint32_t plot_group_look(const gestalt_record_description *d, uint32_t group, uint32_t otherwise);
/// Add the size of a legend of groups; draw the legend to the right of an area.
void plot_groups_extent(plot *p, double *width, double *height);
void plot_groups_legend(plot *p, const svg_area *area);

#endif
