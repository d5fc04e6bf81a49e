// SPDX-License-Identifier: MIT
#include "record.h"

#include "misuse.h"
#include "shape_limits.h"
#include "utf8.h"

#include <math.h>
#include <string.h>

static bool is_name(const char *text, bool may_be_empty)
{
    size_t size = text ? strlen(text) : SIZE_MAX;
    if (size > GESTALT_RECORD_NAME_MAX || (size == 0 && !may_be_empty))
        return false;
    return utf8_is_plain(text, size);
}

static bool is_optional_name(const char *text)
{
    return !text || is_name(text, true);
}

static bool is_range(float low, float high)
{
    return isfinite(low) && isfinite(high) && low < high;
}

static bool is_radius(float radius)
{
    return isfinite(radius) && radius >= 0;
}

static const char *check_column(const gestalt_record_column *c)
{
    if (!is_name(c->name, false) || !is_optional_name(c->unit))
        return "a column's name or unit is empty, too long, not UTF-8 or has control characters";
    if (c->type < GESTALT_RECORD_FLOAT || c->type > GESTALT_RECORD_NODE)
        return "a column's type does not exist";
    if (c->coding < GESTALT_RECORD_EXACT || c->coding > GESTALT_RECORD_CYCLE ||
        (c->coding != GESTALT_RECORD_EXACT && c->type != GESTALT_RECORD_FLOAT))
        return "a column's coding does not exist, or does not fit its type";
    if (c->word_count > GESTALT_RECORD_WORDS_MAX ||
        (c->word_count > 0 && (c->type != GESTALT_RECORD_INT || !c->words)))
        return "a column has too many words, words that are NULL, or words for values that are not "
               "ints";
    for (uint32_t i = 0; i < c->word_count; i++)
        if (!is_name(c->words[i], false))
            return "a column's word is empty, too long, not UTF-8 or has control characters";
    bool is_good =
        c->coding == GESTALT_RECORD_EXACT ? c->low == 0 && c->high == 0 : is_range(c->low, c->high);
    return is_good ? NULL : "a column's range is empty or not finite, or it should have none";
}

static const char *check_columns(const gestalt_record_description *d)
{
    if (d->column_count < d->dimension || d->column_count > GESTALT_RECORD_COLUMNS_MAX)
        return "there are too few columns for the position, or more than 64 in all";
    for (uint32_t i = 0; i < d->column_count; i++) {
        const gestalt_record_column *c = &d->columns[i];
        const char *wrong = check_column(c);
        if (wrong)
            return wrong;
        if (i < d->dimension && c->type != GESTALT_RECORD_FLOAT)
            return "the first columns are the position, and must be floats";
        if (gestalt_record_column_index(d, c->name) != i)
            return "two columns have the same name";
    }
    return NULL;
}

static bool is_look(uint32_t look)
{
    uint32_t shape = (look & ~GESTALT_RECORD_RGB) >> 24, color = look & 0xffffff;
    return shape < GESTALT_RECORD_SHAPE_COUNT &&
           (look & GESTALT_RECORD_RGB || color <= GESTALT_RECORD_PALETTE);
}

static const char *check_group(const gestalt_record_group *g)
{
    if (!is_name(g->name, false))
        return "a group's name is empty, too long, not UTF-8 or has control characters";
    if (!is_radius(g->radius))
        return "a group's radius is negative or not finite";
    if (!is_look(g->look))
        return "a group's look has a shape or a colour that does not exist";
    if (g->node_count > GESTALT_RECORD_NODES_MAX || (g->node_count > 0 && !g->nodes))
        return "a group has too many nodes, or their labels are NULL";
    for (uint32_t i = 0; i < g->node_count; i++)
        if (!is_name(g->nodes[i], true))
            return "a node's label is too long, not UTF-8 or has control characters";
    return NULL;
}

static const char *check_geometry(const gestalt_record_description *d,
                                  const gestalt_record_geometry *g)
{
    static const uint32_t least[] = {0, 2, 2, 1, 3, 2, 1, 1};
    static const uint32_t most[] = {0, UINT32_MAX, UINT32_MAX, 1, UINT32_MAX, UINT32_MAX, 1, 2};
    if (g->kind < GESTALT_RECORD_PATH || g->kind > GESTALT_RECORD_LIGHT)
        return "a geometry's kind does not exist";
    if (!is_optional_name(g->name))
        return "a geometry's name is too long, not UTF-8 or has control characters";
    if (g->point_count < least[g->kind] || g->point_count > most[g->kind] || !g->points)
        return "a geometry has too few points, too many points, or NULL";
    if (!is_radius(g->radius))
        return "a geometry's radius is negative or not finite";
    for (uint64_t i = 0; i < (uint64_t)g->point_count * d->dimension; i++)
        if (!isfinite(g->points[i]))
            return "a geometry's point is not finite";
    return NULL;
}

static const char *check_world(const gestalt_record_description *d)
{
    if (d->dimension != 2 && d->dimension != 3)
        return "a world has 2 or 3 dimensions";
    for (uint32_t i = 0; i < 3; i++) {
        bool is_unused = i >= d->dimension;
        if (is_unused ? d->low[i] != 0 || d->high[i] != 0 || d->periodic[i]
                      : !is_range(d->low[i], d->high[i]))
            return "the world's size is empty or not finite";
    }
    if (d->dt <= 0 || d->dt > LIMIT_TIME)
        return "the time between two steps must be more than 0, and finite";
    return is_name(d->name, true)
               ? NULL
               : "the scene's name is too long, not UTF-8 or has control characters";
}

const char *record_check(const gestalt_record_description *d)
{
    const char *wrong = check_world(d);
    if (!wrong)
        wrong = check_columns(d);
    if (!wrong && (d->group_count == 0 || d->group_count > GESTALT_RECORD_GROUPS_MAX))
        wrong = "there must be groups, but not more than 65536";
    if (!wrong && (!d->groups || (d->geometry_count > 0 && !d->geometry)))
        wrong = "groups or geometry are NULL, though their number is not 0";
    for (uint32_t i = 0; !wrong && i < d->group_count; i++)
        wrong = check_group(&d->groups[i]);
    if (!wrong && d->geometry_count > GESTALT_RECORD_GEOMETRY_MAX)
        wrong = "there is too much geometry";
    for (uint32_t i = 0; !wrong && i < d->geometry_count; i++)
        wrong = check_geometry(d, &d->geometry[i]);
    return wrong;
}

uint32_t record_light_count(const gestalt_record_description *d)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->geometry_count; i++)
        count += d->geometry[i].kind == GESTALT_RECORD_LIGHT;
    return count;
}

uint32_t gestalt_record_column_index(const gestalt_record_description *d, const char *name)
{
    if (MISUSE_NULL(d, "description", NULL) || MISUSE_NULL(name, "name", NULL) ||
        (d->column_count > 0 && MISUSE_NULL(d->columns, "description->columns", NULL)))
        return 0;
    uint32_t i = 0;
    while (i < d->column_count && strcmp(d->columns[i].name, name) != 0)
        i++;
    return i;
}

const char *gestalt_record_word(const gestalt_record_column *column, uint32_t value)
{
    if (MISUSE_NULL(column, "column", NULL) ||
        (column->word_count > 0 && MISUSE_NULL(column->words, "column->words", NULL)))
        return NULL;
    return value < column->word_count ? column->words[value] : NULL;
}
