// SPDX-License-Identifier: MIT
#include "edit_show.h"

#include "show.h"

#include <inttypes.h>
#include <stdio.h>

enum { OUTLINE_COLUMNS = 56 }; // largest width of the old tree's outline; longer lines are cut

// ---- an outline, node by node

typedef struct outline {
    arena *a;
    const char **lines; // lines by node
    char *text;         // text of the line that is being printed
    uint32_t size, capacity;
    uint32_t count;
} outline;

static bool outline_write(void *user, const char *text, size_t size)
{
    outline *o = user;
    for (size_t i = 0; i < size; i++)
        *ARENA_PUSH(o->a, o->text, o->size, o->capacity) = text[i];
    return true;
}

static void outline_make(outline *o, arena *a, const gestalt_shape *shape)
{
    show_walk *walk = ARENA_NEW(a, show_walk);
    text_out *line = ARENA_NEW(a, text_out);
    *o = (outline){.a = a, .count = shape->specification->node_count};
    o->lines = ARENA_ARRAY(a, const char *, o->count);
    show_walk_start(walk, shape);
    while (show_walk_next(walk)) {
        o->size = 0;
        text_start(line, (gestalt_writer){outline_write, o}, false);
        show_outline_node(line, walk);
        text_finish(line);
        if (line->is_out_of_memory)
            longjmp(a->escape, 1);
        o->lines[walk->node] = arena_copy_text(a, o->text, o->size);
    }
}

// Return the node's line without the branch in front of it.
static const char *outline_bare(const outline *o, uint32_t node)
{
    static const char branch[] = "─ ";
    const char *found = strstr(o->lines[node], branch);
    return node > 0 && found ? found + strlen(branch) : o->lines[node];
}

static size_t line_columns(const char *line)
{
    size_t columns = 0;
    for (; *line; line++)
        columns += ((unsigned char)*line & 0xc0) != 0x80;
    return columns;
}

static size_t outline_columns(const outline *o)
{
    size_t most = 0;
    for (uint32_t i = 0; i < o->count; i++) {
        size_t columns = line_columns(o->lines[i]);
        most = columns > most ? columns : most;
    }
    return most < OUTLINE_COLUMNS ? most : OUTLINE_COLUMNS;
}

// Print a line in a fixed number of columns: fill it with blanks, or cut it.
static void line_fitted(text_out *out, const char *line, size_t columns)
{
    size_t has = line_columns(line), size = 0;
    if (has <= columns) {
        text_put(out, line);
        text_fill(out, ' ', columns - has);
        return;
    }
    for (size_t left = columns; left > 0; size++)
        left -= ((unsigned char)line[size + 1] & 0xc0) != 0x80;
    while (size > 0 && ((unsigned char)line[size] & 0xc0) == 0x80)
        size--;
    text_write(out, line, size > 0 ? size : 0);
    text_put(out, "…");
}

// ---- both trees, side by side

typedef enum pair_mark {
    MARK_SAME = '=',
    MARK_CHANGED = '~',
    MARK_AFRESH = '!',
    MARK_GONE = '-',
    MARK_NEW = '+',
    MARK_MOVED = '>',
} pair_mark;

typedef struct side_by_side {
    text_out *out;
    const edit_view *v;
    outline old_lines, new_lines;
    const gestalt_edit_node *nodes;
    bool *in_line; // by old node: whether the node and its new node share a line
    int old_digits, new_digits;
    size_t columns;
    bool used[128]; // marks that are used
} side_by_side;

static int digits_of(uint32_t number)
{
    return snprintf(NULL, 0, "%" PRIu32, number);
}

// Choose the pairs that share a line: the largest set of pairs whose order is the same in both
// trees. `best[n]` belongs to the chain of n + 1 pairs whose last new node comes first; it is the
// old node of the last pair.
static void choose_pairs(side_by_side *s, arena *a)
{
    uint32_t count = s->old_lines.count, length = 0;
    uint32_t *best = ARENA_ARRAY(a, uint32_t, count), *before = ARENA_ARRAY(a, uint32_t, count);
    s->in_line = ARENA_ARRAY(a, bool, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t low = 0, high = length;
        if (s->nodes[i].new_node == GESTALT_NO_NODE)
            continue;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (s->nodes[best[middle]].new_node < s->nodes[i].new_node)
                low = middle + 1;
            else
                high = middle;
        }
        before[i] = low > 0 ? best[low - 1] : GESTALT_NO_NODE;
        best[low] = i;
        length = low == length ? length + 1 : length;
    }
    for (uint32_t at = length ? best[length - 1] : GESTALT_NO_NODE; at != GESTALT_NO_NODE;
         at = before[at])
        s->in_line[at] = true;
}

static pair_mark pair_mark_of(const side_by_side *s, uint32_t old_node)
{
    const gestalt_edit_node *n = &s->nodes[old_node];
    if (n->new_node == GESTALT_NO_NODE)
        return MARK_GONE;
    if (!s->in_line[old_node])
        return MARK_MOVED;
    if (!n->may_stay)
        return MARK_AFRESH;
    return strcmp(outline_bare(&s->old_lines, old_node),
                  outline_bare(&s->new_lines, n->new_node)) == 0
               ? MARK_SAME
               : MARK_CHANGED;
}

static void put_mark(side_by_side *s, pair_mark mark)
{
    text_color color = mark == MARK_GONE || mark == MARK_AFRESH ? COLOR_ERROR
                       : mark == MARK_NEW                       ? COLOR_VALUE
                       : mark == MARK_SAME                      ? COLOR_DIM
                                                                : COLOR_WARNING;
    s->used[mark] = true;
    text_style(s->out, color);
    text_print(s->out, " %c ", (char)mark);
    text_style(s->out, COLOR_OFF);
}

static void put_id(text_out *out, int digits, uint32_t node)
{
    text_style(out, COLOR_DIM);
    text_print(out, "  %*" PRIu32 "  ", digits, node);
    text_style(out, COLOR_OFF);
}

static void put_new_line(side_by_side *s, uint32_t node)
{
    put_id(s->out, s->new_digits, node);
    text_put(s->out, s->new_lines.lines[node]);
    text_put(s->out, "\n");
}

// Print what has become of an old node that shares no line with a new one.
static void put_fate(side_by_side *s, uint32_t node)
{
    const gestalt_edit_node *n = &s->nodes[node];
    text_style(s->out, COLOR_DIM);
    if (n->new_node != GESTALT_NO_NODE)
        text_print(s->out, "  it is %" PRIu32 " now", n->new_node);
    else if (n->reason != GESTALT_EDIT_BELOW)
        text_print(s->out, "  %s", gestalt_edit_reason_text(n->reason));
    text_style(s->out, COLOR_OFF);
    text_put(s->out, "\n");
}

static void put_old_line(side_by_side *s, uint32_t node)
{
    pair_mark mark = pair_mark_of(s, node);
    put_id(s->out, s->old_digits, node);
    line_fitted(s->out, s->old_lines.lines[node], s->columns);
    put_mark(s, mark);
    if (s->in_line[node])
        put_new_line(s, s->nodes[node].new_node);
    else
        put_fate(s, node);
}

static void put_added_line(side_by_side *s, uint32_t node)
{
    uint32_t old_node = gestalt_edit_report_old_node(s->v->report, node);
    bool is_new = old_node == GESTALT_NO_NODE;
    text_fill(s->out, ' ', (size_t)s->old_digits + 4);
    text_style(s->out, COLOR_DIM);
    line_fitted(s->out, "", s->columns);
    text_style(s->out, COLOR_OFF);
    put_mark(s, is_new ? MARK_NEW : MARK_MOVED);
    put_new_line(s, node);
}

static void put_legend(side_by_side *s)
{
    static const struct {
        pair_mark mark;
        const char *text;
    } meanings[] = {{MARK_SAME, "the same"},
                    {MARK_CHANGED, "changed, continues"},
                    {MARK_AFRESH, "the same node, but it starts fresh"},
                    {MARK_MOVED, "moved, continues"},
                    {MARK_GONE, "gone, cancelled if it was live"},
                    {MARK_NEW, "new"}};
    bool any = false;
    text_style(s->out, COLOR_DIM);
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        if (!s->used[meanings[i].mark] || meanings[i].mark == MARK_SAME)
            continue;
        text_print(s->out, "%s  %c  %s\n", any ? "" : "\n", (char)meanings[i].mark,
                   meanings[i].text);
        any = true;
    }
    text_style(s->out, COLOR_OFF);
}

static void put_trees(side_by_side *s)
{
    uint32_t old_node = 0, new_node = 0;
    while (old_node < s->old_lines.count || new_node < s->new_lines.count) {
        // Wait with the new tree if its next node shares a line with a later node of the old tree.
        uint32_t partner = new_node < s->new_lines.count
                               ? gestalt_edit_report_old_node(s->v->report, new_node)
                               : GESTALT_NO_NODE;
        bool waits =
            new_node >= s->new_lines.count || (partner != GESTALT_NO_NODE && s->in_line[partner]);
        if (old_node < s->old_lines.count && !s->in_line[old_node]) {
            put_old_line(s, old_node++);
        } else if (!waits) {
            put_added_line(s, new_node++);
        } else {
            put_old_line(s, old_node++);
            new_node++;
        }
    }
}

// ---- keys

static void put_key(text_out *out, const gestalt_edit_key *k)
{
    static const char marks[] = {MARK_SAME, MARK_CHANGED, MARK_NEW, MARK_GONE};
    const char *name = k->new_name ? k->new_name : k->old_name;
    text_print(out, "  %c  %s `", marks[k->fate], edit_key_kind_text(k->kind));
    text_escaped(out, name, strlen(name));
    text_print(out, "`: %s", edit_key_fate_text(k->fate));
    if (k->old_name && k->new_name && strcmp(k->old_name, k->new_name) != 0) {
        text_put(out, ", was `");
        text_escaped(out, k->old_name, strlen(k->old_name));
        text_put(out, "`");
    }
    text_put(out, "\n");
}

// Print the keys that change.
static void put_keys(text_out *out, const edit_view *v)
{
    uint32_t count;
    bool any = false;
    const gestalt_edit_key *keys = gestalt_edit_report_keys(v->report, &count);
    for (uint32_t i = 0; i < count; i++)
        if (keys[i].fate != GESTALT_EDIT_KEY_KEPT || strcmp(keys[i].old_name, keys[i].new_name)) {
            put_key(out, &keys[i]);
            any = true;
        }
    text_put(out, any ? "\n" : "");
}

void edit_show_trees(text_out *out, arena *a, const edit_view *v)
{
    uint32_t count;
    side_by_side *s = ARENA_NEW(a, side_by_side);
    s->out = out;
    s->v = v;
    s->nodes = gestalt_edit_report_nodes(v->report, &count);
    outline_make(&s->old_lines, a, v->old_shape);
    outline_make(&s->new_lines, a, v->new_shape);
    s->old_digits = digits_of(s->old_lines.count - 1);
    s->new_digits = digits_of(s->new_lines.count - 1);
    s->columns = outline_columns(&s->old_lines);
    choose_pairs(s, a);
    put_keys(out, v);
    put_trees(s);
    put_legend(s);
}
