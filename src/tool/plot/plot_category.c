// SPDX-License-Identifier: MIT
#include "plot_category.h"

#include "search.h"

#include <string.h>
#include <strings.h>

static bool is_groups(const plot_categories *k)
{
    return k->column == k->description->column_count;
}

static bool is_bool(const plot_categories *k)
{
    return !is_groups(k) && k->description->columns[k->column].type == GESTALT_RECORD_BOOL;
}

static bool is_ids(const plot_categories *k)
{
    return !is_groups(k) && plot_is_id(&k->description->columns[k->column]);
}

static uint32_t words_of(const plot_categories *k)
{
    return is_groups(k) ? 0 : k->description->columns[k->column].word_count;
}

void plot_categories_start(plot_categories *k, plot *p, uint32_t column)
{
    const gestalt_record_description *d = plot_description(p);
    *k = (plot_categories){.description = d, .column = column};
    k->first = ARENA_ARRAY(&p->arena, uint32_t, d->group_count);
    if (is_groups(k))
        k->count = d->group_count;
    else if (is_bool(k))
        k->count = 2;
    else if (is_ids(k))
        k->count = SVG_COLORS + 1; // used cyclically
    else if (words_of(k))
        k->count = words_of(k) + 1;
    else
        for (uint32_t i = 0; i < d->group_count; i++) {
            k->first[i] = k->count;
            k->count += d->groups[i].node_count + 1;
        }
    k->counts = ARENA_ARRAY(&p->arena, uint64_t, k->count);
    k->colors = ARENA_ARRAY(&p->arena, uint32_t, k->count);
}

uint32_t plot_category(const plot_categories *k, const gestalt_record_frame *f, uint64_t at)
{
    uint32_t group = f->groups[at];
    if (is_groups(k))
        return group;
    uint32_t value = ((const uint32_t *)f->columns[k->column])[at];
    if (is_bool(k))
        return value;
    if (is_ids(k))
        return value == GESTALT_NO_WORD ? SVG_COLORS : value % SVG_COLORS;
    if (words_of(k))
        return value < words_of(k) ? value : words_of(k);
    uint32_t nodes = k->description->groups[group].node_count;
    return k->first[group] + (value < nodes ? value : nodes);
}

static uint32_t group_of(const plot_categories *k, uint32_t category)
{
    uint32_t group;
    SEARCH_FIRST(group, 0, k->description->group_count - 1, k->first[group + 1] > category);
    return group;
}

static bool is_none(const plot_categories *k, uint32_t category)
{
    if (words_of(k) || is_ids(k))
        return category == (is_ids(k) ? SVG_COLORS : words_of(k));
    uint32_t group = group_of(k, category);
    return !is_groups(k) && !is_bool(k) &&
           category - k->first[group] == k->description->groups[group].node_count;
}

// Insert a category into the sorted list.
static void category_show(plot_categories *k, uint32_t category)
{
    uint32_t at = k->shown_count++;
    for (; at > 0 && k->shown[at - 1] > category; at--)
        k->shown[at] = k->shown[at - 1];
    k->shown[at] = category;
}

// Return the most frequent category that is not shown yet, or `count`.
static uint32_t next_frequent(const plot_categories *k)
{
    uint32_t best = k->count;
    for (uint32_t i = 0; i < k->count; i++)
        if (k->colors[i] == SVG_OTHER && k->counts[i] > 0 &&
            (best == k->count || k->counts[i] > k->counts[best]))
            best = i;
    return best;
}

// ---- colours, chosen in the same way as in colors.js of the player

typedef enum palette_use { COOL, WARM, OTHER } palette_use;

static const palette_use uses[] = {
#define PALETTE(name, light, dark, words) words,
#include "palette.def"
#undef PALETTE
};

// Return the n-th colour of a use; after the last one, they start again.
static uint32_t color_of_use(palette_use use, uint32_t n)
{
    for (uint32_t at = 0;; at = (at + 1) % SVG_COLORS)
        if (uses[at] == use && n-- == 0)
            return at;
}

static uint32_t count_use(palette_use use)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < SVG_COLORS; i++)
        count += uses[i] == use;
    return count;
}

// Return whether a word of a text begins like a word that means standing.
static bool means_standing(const char *text)
{
    static const char *const beginnings[] = {
#define STANDING(beginning) beginning,
#include "standing.def"
#undef STANDING
    };
    bool is_inside = false;
    for (; *text; text++) {
        bool is_letter = (*text | 32) >= 'a' && (*text | 32) <= 'z';
        for (size_t i = 0; is_letter && !is_inside && i < sizeof beginnings / sizeof *beginnings;
             i++)
            if (strncasecmp(text, beginnings[i], strlen(beginnings[i])) == 0)
                return true;
        is_inside = is_letter;
    }
    return false;
}

// Return the word or the node's label of a category; "" for groups, bools and ids, which have none.
static const char *label_of(const plot_categories *k, uint32_t category)
{
    if (is_groups(k) || is_bool(k) || is_ids(k))
        return "";
    if (words_of(k))
        return k->description->columns[k->column].words[category];
    uint32_t group = group_of(k, category);
    return k->description->groups[group].nodes[category - k->first[group]];
}

static bool has_lights(const gestalt_record_description *d)
{
    for (uint32_t i = 0; i < d->geometry_count; i++)
        if (d->geometry[i].kind == GESTALT_RECORD_LIGHT)
            return true;
    return false;
}

// Assign colours: words that mean standing get warm colours, and then the others get cool ones. If
// there are traffic lights, no category gets the colour of a light.
static void categories_deal(plot_categories *k, const uint32_t *list, uint32_t count)
{
    bool lights = has_lights(k->description), mixed = lights;
    uint32_t standing = 0, others = 0, cool = count_use(COOL);
    for (uint32_t i = 0; i < count; i++)
        mixed = mixed || means_standing(label_of(k, list[i]));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t color;
        if (means_standing(label_of(k, list[i])))
            color = color_of_use(WARM, standing++);
        else if (!mixed)
            color = others++ % SVG_COLORS;
        else if (lights || others % (cool + count_use(OTHER)) < cool)
            color = color_of_use(COOL, others++);
        else
            color = color_of_use(OTHER, others++ - cool);
        k->colors[list[i]] = color;
    }
    for (uint32_t i = 0; is_groups(k) && i < count; i++)
        k->colors[list[i]] = plot_group_look(k->description, list[i], k->colors[list[i]]);
}

uint32_t plot_group_look(const gestalt_record_description *d, uint32_t group, uint32_t otherwise)
{
    uint32_t look = d->groups[group].look, color = look & 0xffffff;
    if (look & GESTALT_RECORD_RGB)
        return GESTALT_RECORD_RGB | color;
    return color ? color - 1 : otherwise;
}

// Assign colours to all categories if there are few, so that colours do not depend on the agents in
// the frame.
static void categories_deal_all(plot_categories *k)
{
    uint32_t all[SVG_COLORS + 1], count = 0;
    for (uint32_t i = 0; i < k->count && count <= SVG_COLORS; i++)
        if (!is_none(k, i))
            all[count++] = i;
    if (count <= SVG_COLORS)
        categories_deal(k, all, count);
    else
        categories_deal(k, k->shown, k->shown_count);
}

void plot_categories_choose(plot_categories *k)
{
    for (uint32_t i = 0; i < k->count; i++) {
        k->colors[i] = is_none(k, i) ? SVG_NONE : SVG_OTHER;
        k->has_none = k->has_none || (is_none(k, i) && k->counts[i] > 0);
    }
    while (k->shown_count < SVG_COLORS) {
        uint32_t best = next_frequent(k);
        if (best == k->count)
            break;
        category_show(k, best);
        k->colors[best] = 0; // no longer SVG_OTHER
    }
    for (uint32_t i = 0; i < k->count; i++)
        k->has_other = k->has_other || (k->colors[i] == SVG_OTHER && k->counts[i] > 0);
    categories_deal_all(k);
}

const char *plot_category_name(const plot_categories *k, arena *a, uint32_t category)
{
    const gestalt_record_description *d = k->description;
    if (is_groups(k))
        return d->groups[category].name;
    if (is_bool(k))
        return category ? d->columns[k->column].name
                        : arena_print(a, "not %s", d->columns[k->column].name);
    if (is_ids(k))
        return arena_print(a, "a colour for each %s", d->columns[k->column].name);
    if (words_of(k))
        return d->columns[k->column].words[category];
    const gestalt_record_group *g = &d->groups[group_of(k, category)];
    const char *label = g->nodes[category - k->first[group_of(k, category)]];
    return d->group_count > 1 ? arena_print(a, "%s: %s", g->name, label) : label;
}

static const char *other_name(const plot_categories *k)
{
    return words_of(k) ? "others" : is_groups(k) ? "other groups" : "other nodes";
}

static const char *none_name(const plot_categories *k)
{
    return words_of(k) || is_ids(k) ? "none" : "nothing is live";
}

// Return the number of rows of the legend with a name; ids share one.
static uint32_t named_rows(const plot_categories *k)
{
    return is_ids(k) && k->shown_count > 1 ? 1 : k->shown_count;
}

void plot_categories_extent(const plot_categories *k, plot *p, double *width, double *height)
{
    for (uint32_t row = 0; row < named_rows(k); row++)
        *width = svg_legend_width(plot_category_name(k, &p->arena, k->shown[row]), *width);
    if (k->has_other)
        *width = svg_legend_width(other_name(k), *width);
    if (k->has_none)
        *width = svg_legend_width(none_name(k), *width);
    *height = svg_legend_height(named_rows(k) + k->has_other + k->has_none);
}

void plot_categories_legend(const plot_categories *k, plot *p, double x, double y)
{
    text_out *out = &p->out.text;
    uint32_t row = 0;
    for (; row < named_rows(k); row++)
        svg_legend(out, x, y, row, k->colors[k->shown[row]],
                   plot_category_name(k, &p->arena, k->shown[row]));
    if (k->has_other)
        svg_legend(out, x, y, row++, SVG_OTHER, other_name(k));
    if (k->has_none)
        svg_legend(out, x, y, row, SVG_NONE, none_name(k));
}

// ---- groups

// Return the number of groups with their own row; one more row has the number of the others.
static uint32_t group_rows(const gestalt_record_description *d)
{
    return d->group_count <= SVG_COLORS ? d->group_count : SVG_COLORS;
}

static const char *more_groups(plot *p)
{
    uint32_t more = plot_description(p)->group_count - group_rows(plot_description(p));
    return more ? arena_print(&p->arena, "and %u more", (unsigned)more) : NULL;
}

void plot_groups_extent(plot *p, double *width, double *height)
{
    const gestalt_record_description *d = plot_description(p);
    const char *more = more_groups(p);
    for (uint32_t i = 0; i < group_rows(d); i++)
        *width = svg_legend_width(d->groups[i].name, *width);
    *width = more ? svg_legend_width(more, *width) : *width;
    *height = svg_legend_height(group_rows(d) + (more != NULL));
}

void plot_groups_legend(plot *p, const svg_area *area)
{
    const gestalt_record_description *d = plot_description(p);
    const char *more = more_groups(p);
    double x = area->left + area->width + SVG_LEGEND_GAP, y = area->top + 10;
    for (uint32_t i = 0; i < group_rows(d); i++)
        svg_legend(&p->out.text, x, y, i, plot_group_look(d, i, i), d->groups[i].name);
    if (more)
        svg_legend(&p->out.text, x, y, group_rows(d), SVG_OTHER, more);
}
