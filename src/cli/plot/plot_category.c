// SPDX-License-Identifier: MIT
#include "plot_category.h"

#include "search.h"

static bool is_groups(const plot_categories *k)
{
    return k->column == k->description->column_count;
}

static bool is_bool(const plot_categories *k)
{
    return !is_groups(k) && k->description->columns[k->column].type == GESTALT_RECORD_BOOL;
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
    if (words_of(k))
        return category == words_of(k);
    uint32_t group = group_of(k, category);
    return !is_groups(k) && !is_bool(k) &&
           category - k->first[group] == k->description->groups[group].node_count;
}

// Keeps the list in order of categories.
static void category_show(plot_categories *k, uint32_t category)
{
    uint32_t at = k->shown_count++;
    for (; at > 0 && k->shown[at - 1] > category; at--)
        k->shown[at] = k->shown[at - 1];
    k->shown[at] = category;
}

// The most frequent one that has no colour of its own yet, or `count`.
static uint32_t next_frequent(const plot_categories *k)
{
    uint32_t best = k->count;
    for (uint32_t i = 0; i < k->count; i++)
        if (k->colors[i] == SVG_OTHER && k->counts[i] > 0 &&
            (best == k->count || k->counts[i] > k->counts[best]))
            best = i;
    return best;
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
        k->colors[best] = 0; // no longer one of the others
    }
    for (uint32_t i = 0; i < k->shown_count; i++)
        k->colors[k->shown[i]] = i;
    for (uint32_t i = 0; i < k->count; i++)
        k->has_other = k->has_other || (k->colors[i] == SVG_OTHER && k->counts[i] > 0);
}

const char *plot_category_name(const plot_categories *k, arena *a, uint32_t category)
{
    const gestalt_record_description *d = k->description;
    if (is_groups(k))
        return d->groups[category].name;
    if (is_bool(k))
        return category ? d->columns[k->column].name
                        : arena_print(a, "not %s", d->columns[k->column].name);
    if (words_of(k))
        return d->columns[k->column].words[category];
    const gestalt_record_group *g = &d->groups[group_of(k, category)];
    const char *label = g->nodes[category - k->first[group_of(k, category)]];
    return d->group_count > 1 ? arena_print(a, "%s: %s", g->name, label) : label;
}

void plot_categories_legend(const plot_categories *k, plot *p, double x, double y)
{
    text_out *out = &p->out.text;
    uint32_t row = 0;
    for (; row < k->shown_count; row++)
        svg_legend(out, x, y, row, k->colors[k->shown[row]],
                   plot_category_name(k, &p->arena, k->shown[row]));
    if (k->has_other)
        svg_legend(out, x, y, row++, SVG_OTHER, words_of(k) ? "others" : "other nodes");
    if (k->has_none)
        svg_legend(out, x, y, row, SVG_NONE, words_of(k) ? "none" : "nothing is live");
}
