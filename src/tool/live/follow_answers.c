// SPDX-License-Identifier: MIT
// Responses about the current frame of a recording, in the same form as those about a run. The
// values of an agent are the columns of the scene, followed by the keys of trees whose names are
// not names of columns.
#include "array.h"
#include "error.h"
#include "follow.h"
#include "live_answers.h"
#include "stopwatch.h"

#include <gestalt/expression.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 64, FIELDS_MAX = 256, NO_ROW = -1 };

typedef struct seen_field {
    const char *name, *const *words;
    uint32_t word_count;
    gestalt_type type;
    int column; // column of the scene, or -1: use the key
    uint32_t key;
} seen_field;

typedef struct seen_agent {
    uint64_t id;
    uint32_t group;
    int64_t row; // row in the scene
    bool has_tree;
    gestalt_tree_block block;
    unsigned lane;
} seen_agent;

static gestalt_type column_type(const gestalt_record_column *c)
{
    return c->type == GESTALT_RECORD_FLOAT ? GESTALT_FLOAT
           : c->type == GESTALT_RECORD_INT ? GESTALT_INT
                                           : GESTALT_BOOL;
}

static uint32_t list_fields(const follow_shown *s, uint32_t group, seen_field list[FIELDS_MAX])
{
    uint32_t count = 0;
    gestalt_tree_group tree = {0};
    for (uint32_t i = 0; s->scene && i < s->scene->column_count; i++) {
        const gestalt_record_column *c = &s->scene->columns[i];
        if (c->type != GESTALT_RECORD_NODE)
            list[count++] =
                (seen_field){c->name, c->words, c->word_count, column_type(c), (int)i, 0};
    }
    if (s->trees && !gestalt_tree_recording_group(s->trees, group, &tree))
        return count;
    for (uint32_t i = 0, columns = count; i < tree.key_count && count < FIELDS_MAX; i++) {
        const gestalt_tree_key *k = &tree.keys[i];
        bool is_known = false;
        for (uint32_t j = 0; j < columns; j++)
            is_known = is_known || strcmp(list[j].name, k->name) == 0;
        if (!is_known)
            list[count++] = (seen_field){k->name, k->words, k->word_count, k->type, -1, i};
    }
    return count;
}

static int64_t find_row(const gestalt_record_frame *f, uint64_t id)
{
    uint64_t low = 0, high = f ? f->count : 0;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (f->ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return f && low < f->count && f->ids[low] == id ? (int64_t)low : NO_ROW;
}

static bool find_agent(const follow_shown *s, uint64_t id, seen_agent *a)
{
    uint64_t block;
    uint32_t lane;
    *a = (seen_agent){.id = id, .row = find_row(s->frame, id)};
    if (!s->trees) {
        if (a->row >= 0)
            a->group = s->frame->groups[a->row];
        return a->row >= 0;
    }
    a->has_tree = gestalt_tree_recording_find(s->trees, id, &a->group, &block, &lane) &&
                  gestalt_tree_recording_block(s->trees, a->group, block, &a->block);
    a->lane = lane;
    return a->has_tree;
}

// Get the value of a field; its type is that of the field. Returns false if the agent has no value.
static bool take_value(const follow_shown *s, const seen_field *field, const seen_agent *a,
                       gestalt_value *v)
{
    uint32_t word;
    gestalt_tree_group tree;
    *v = (gestalt_value){.type = field->type};
    if (field->column >= 0) {
        if (a->row < 0)
            return false;
        word = ((const uint32_t *)s->frame->columns[field->column])[a->row];
    } else {
        if (!a->has_tree || !gestalt_tree_recording_group(s->trees, a->group, &tree))
            return false;
        uint32_t index = tree.keys[field->key].index;
        word = field->type == GESTALT_BOOL ? a->block.masks[index] >> a->lane & 1
                                           : a->block.columns[(size_t)index * LANES + a->lane];
    }
    switch (v->type) {
    case GESTALT_BOOL: v->boolean = word != 0; break;
    case GESTALT_INT: v->integer = (int32_t)word; break;
    default: memcpy(&v->number, &word, sizeof word);
    }
    return true;
}

// ---- description

static void put_field(text_out *out, const seen_field *f, bool is_first)
{
    static const char *const types[] = {"bool", "int", "float"};
    text_put(out, is_first ? "{\"name\": " : ", {\"name\": ");
    answer_text(out, f->name);
    text_print(out, ", \"type\": \"%s\", \"shared\": false, \"words\": ", types[f->type]);
    text_put(out, f->word_count ? "[" : "null");
    for (uint32_t i = 0; i < f->word_count; i++) {
        text_put(out, i ? ", " : "");
        answer_text(out, f->words[i]);
    }
    text_put(out, f->word_count ? "]}" : "}");
}

static gestalt_result put_nodes(text_out *out, const gestalt_tree_group *tree, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    size_t size = ((size_t)tree->node_count + 1) * 2 * sizeof(uint32_t);
    uint32_t *end = memory_new(&a, size), *depth = end ? end + tree->node_count + 1 : NULL;
    if (!end)
        return error_no_memory(error);
    for (uint32_t i = 0; i < tree->node_count; i++)
        depth[i] = i ? depth[tree->nodes[i].parent] + 1 : 0;
    for (uint32_t i = tree->node_count; i-- > 0;) {
        end[i] = i + 1; // the end of the last node below is computed first
        if (i + 1 < tree->node_count && depth[i + 1] > depth[i])
            for (end[i] = i + 1; end[i] < tree->node_count && depth[end[i]] > depth[i];)
                end[i] = end[end[i]];
    }
    for (uint32_t i = 0; i < tree->node_count; i++) {
        const gestalt_tree_node *n = &tree->nodes[i];
        text_put(out, i ? ",\n{\"type\": " : "\n{\"type\": ");
        answer_text(out, n->type);
        text_put(out, ", \"name\": ");
        answer_text(out, n->name);
        text_put(out, ", \"label\": ");
        answer_text(out, n->label);
        text_print(out,
                   ", \"parent\": %" PRId64 ", \"depth\": %" PRIu32 ", \"end\": %" PRIu32
                   ", \"canLive\": %s}",
                   i ? (int64_t)n->parent : -1, depth[i], end[i],
                   n->mask == GESTALT_NO_NODE ? "false" : "true");
    }
    memory_release(&a, end, size);
    return GESTALT_OK;
}

// Write the range of frames, of the scene or of the trees, in which a group has its current tree.
static void put_span(text_out *out, follow *f, const growing *g, uint32_t group)
{
    uint64_t first = 0, last = g->frame_count - 1;
    for (size_t i = 0; i < g->tree_count; i++) {
        if (g->tree_list[i].group != group)
            continue;
        if (i < g->view.known_trees)
            first = g->tree_list[i].frame;
        else {
            last = g->tree_list[i].frame - 1;
            break;
        }
    }
    if (g != &f->main) {
        first = growing_frame_at(&f->main, g->ticks[first]);
        last = last + 1 < g->frame_count ? growing_frame_at(&f->main, g->ticks[last + 1] - 1)
                                         : f->main.frame_count - 1;
    }
    text_print(out, ", \"first\": %" PRIu64 ", \"last\": %" PRIu64, first, last);
}

static gestalt_result describe_group(text_out *out, follow *f, const follow_shown *s,
                                     uint32_t group, gestalt_error *error)
{
    seen_field fields[FIELDS_MAX];
    gestalt_tree_group tree;
    gestalt_result result = GESTALT_OK;
    bool has_tree = s->trees && gestalt_tree_recording_group(s->trees, group, &tree);
    text_put(out, group ? ",\n{\"name\": " : "\n{\"name\": ");
    answer_text(out, has_tree ? tree.name : s->scene->groups[group].name);
    if (has_tree)
        put_span(out, f, follow_trees(f), group);
    text_put(out, ", \"nodes\": [");
    if (has_tree)
        result = put_nodes(out, &tree, error);
    text_put(out, "], \"keys\": [");
    uint32_t count = list_fields(s, group, fields);
    for (uint32_t i = 0; i < count; i++)
        put_field(out, &fields[i], i == 0);
    text_put(out, "]}");
    return result;
}

static uint64_t follow_version(follow *f)
{
    const growing *trees = follow_trees(f);
    return (f->generation << 32) + (f->main.generation << 24) + f->other.generation +
           (trees ? trees->view.known_trees + 1 : 0);
}

gestalt_result follow_describe(text_out *out, follow *f, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    follow_shown s = follow_now(f);
    const char *slash = strrchr(f->main.path, '/');
    text_print(out,
               "{\"kind\": \"%s\", \"recorded\": true, \"trees\": %s, \"version\": %" PRIu64
               ", \"name\": ",
               f->main.has_trees ? "tree" : "scene", s.trees ? "true" : "false", follow_version(f));
    answer_text(out, slash ? slash + 1 : f->main.path);
    text_print(out, ", \"first\": %" PRIu64 ", \"dt\": 0, \"settings\": [], \"groups\": [",
               f->main.frame_count ? f->main.ticks[0] : 0);
    for (uint32_t i = 0; i < s.groups && result == GESTALT_OK; i++)
        result = describe_group(out, f, &s, i, error);
    text_put(out, "]}\n");
    return result;
}

// ---- state

static void put_counts(text_out *out, const gestalt_tree_recording *r, uint32_t group,
                       const uint64_t *nodes, uint32_t node_count)
{
    uint64_t total = 0, none = 0, running = 0, succeeded = 0;
    gestalt_tree_block b;
    for (uint64_t i = 0; gestalt_tree_recording_block(r, group, i, &b); i++) {
        uint64_t runs = b.masks[GESTALT_MASK_RUNNING], done = b.masks[GESTALT_MASK_SUCCEEDED];
        total += (uint64_t)__builtin_popcountll(b.lanes);
        none += (uint64_t)__builtin_popcountll(runs & done);
        running += (uint64_t)__builtin_popcountll(runs & ~done);
        succeeded += (uint64_t)__builtin_popcountll(done & ~runs);
    }
    text_print(out,
               "%s{\"total\": %" PRIu64 ", \"answers\": [%" PRIu64 ", %" PRIu64 ", %" PRIu64
               ", %" PRIu64 "], \"agents\": [",
               group ? ", " : "", total, total - none - running - succeeded, running, succeeded,
               none);
    for (uint32_t i = 0; i < node_count; i++)
        text_print(out, "%s%" PRIu64, i ? "," : "", nodes[i]);
    text_put(out, "]}");
}

static gestalt_result put_groups(text_out *out, const follow_shown *s, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    gestalt_result result = GESTALT_OK;
    gestalt_tree_group tree;
    for (uint32_t i = 0; i < s->groups && result == GESTALT_OK; i++) {
        if (!s->trees || !gestalt_tree_recording_group(s->trees, i, &tree)) {
            text_print(out, "%s{\"total\": 0, \"answers\": [0, 0, 0, 0], \"agents\": []}",
                       i ? ", " : "");
            continue;
        }
        size_t size = tree.node_count * sizeof(uint64_t);
        uint64_t *nodes = memory_new(&a, size);
        if (!nodes)
            return error_no_memory(error);
        result = gestalt_tree_recording_at(s->trees, i, nodes, tree.node_count, error);
        if (result == GESTALT_OK)
            put_counts(out, s->trees, i, nodes, tree.node_count);
        memory_release(&a, nodes, size);
    }
    return result;
}

static void put_awaited(text_out *out, const follow *f)
{
    if (f->main.frame_count > 0) {
        text_put(out, "null");
        return;
    }
    char text[300];
    snprintf(text, sizeof text, "waits for %s of %.200s",
             f->main.descriptor < 0      ? "the file"
             : growing_is_open(&f->main) ? "the first frame"
                                         : "the beginning",
             f->main.path);
    answer_text(out, text);
}

// ---- agents

static void put_answer(text_out *out, const seen_agent *a, const gestalt_tree_group *tree)
{
    static const char *const words[] = {"failed", "running", "succeeded", "none"};
    uint64_t runs = a->block.masks[GESTALT_MASK_RUNNING] >> a->lane & 1;
    uint64_t done = a->block.masks[GESTALT_MASK_SUCCEEDED] >> a->lane & 1;
    text_print(out, ", \"answer\": \"%s\", \"nodes\": [",
               words[runs   ? done ? 3 : 1
                     : done ? 2
                            : 0]);
    const char *between = "";
    for (uint32_t i = 0; i < tree->node_count; i++) {
        uint32_t mask = tree->nodes[i].mask;
        if (mask == GESTALT_NO_NODE || !(a->block.masks[mask] >> a->lane & 1))
            continue;
        text_print(out, "%s%" PRIu32, between, i);
        between = ",";
    }
    text_put(out, "]");
}

static void put_agent(text_out *out, const follow_shown *s, const seen_agent *a)
{
    seen_field fields[FIELDS_MAX];
    gestalt_tree_group tree;
    uint32_t count = list_fields(s, a->group, fields);
    text_print(out, "{\"id\": %" PRIu64 ", \"group\": %" PRIu32, a->id, a->group);
    if (a->has_tree && gestalt_tree_recording_group(s->trees, a->group, &tree))
        put_answer(out, a, &tree);
    else
        text_put(out, ", \"answer\": \"unknown\", \"nodes\": []");
    text_put(out, ", \"values\": [");
    for (uint32_t i = 0; i < count; i++) {
        gestalt_value v;
        text_put(out, i ? ", " : "");
        if (!take_value(s, &fields[i], a, &v))
            text_put(out, "null");
        else if (v.type == GESTALT_FLOAT)
            answer_float(out, v.number);
        else if (v.type == GESTALT_INT)
            text_print(out, "%" PRId32, v.integer);
        else
            text_put(out, v.boolean ? "true" : "false");
    }
    text_put(out, "]}");
}

gestalt_result follow_agent(text_out *out, follow *f, uint64_t id, gestalt_error *error)
{
    seen_agent a;
    follow_shown s = follow_now(f);
    if (!find_agent(&s, id, &a))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is no agent %" PRIu64, id);
    put_agent(out, &s, &a);
    text_put(out, "\n");
    return GESTALT_OK;
}

static uint64_t follow_goal_tick(const follow *f)
{
    if (f->sought.is_on && f->sought.by_tick)
        return f->sought.number;
    return f->goal < f->main.frame_count ? f->main.ticks[f->goal] : 0;
}

gestalt_result follow_state(text_out *out, follow *f, const live_state_query *q,
                            gestalt_error *error)
{
    seen_agent a;
    const growing *g = &f->main;
    follow_shown s = follow_now(f);
    uint64_t frame = growing_shows(g) ? g->view.frame : 0, count = g->frame_count;
    bool shows = growing_shows(g);
    int64_t time = !shows ? 0 : s.frame ? s.frame->time : g->view.tree_frame.time;
    uint64_t agents = !shows ? 0 : s.frame ? s.frame->count : g->view.tree_frame.agents;
    text_print(out,
               "{\"tick\": %" PRIu64 ", \"end\": %" PRIu64 ", \"frame\": %" PRIu64
               ", \"frames\": %" PRIu64 ", \"time\": ",
               shows ? g->ticks[frame] : 0, count ? g->ticks[count - 1] : 0, frame, count);
    answer_seconds(out, time);
    text_print(out, ", \"first_time\": ");
    answer_seconds(out, count ? g->first_time : 0);
    text_print(out, ", \"end_time\": ");
    answer_seconds(out, count ? g->last_time : 0);
    text_print(out,
               ", \"running\": %s, \"going\": %s, \"stop\": \"paused\", \"hit\": null, \"goal\": "
               "%" PRIu64 ", \"per_second\": %" PRIu64 ", \"rate\": 0, \"version\": %" PRIu64
               ", \"changes\": %" PRIu64 ", \"agents\": %" PRIu64
               ", \"acts\": 0, \"acts_behind\": 0, \"notice\": %" PRIu64
               ", \"snapshots\": 0, \"steps\": %s, \"generation\": %" PRIu64
               ", \"waits\": %s, \"complete\": %s, \"damaged\": %s, \"silent\": %" PRIu64
               ", \"awaited\": ",
               f->is_running ? "true" : "false", follow_has_arrived(f) ? "false" : "true",
               follow_goal_tick(f), f->per_second, follow_version(f), f->changes, agents, f->notice,
               s.trees ? "true" : "false", f->generation, f->waits ? "true" : "false",
               g->is_complete ? "true" : "false", g->has_failed ? "true" : "false",
               (stopwatch_now() - f->grown) / UINT64_C(1000000000));
    put_awaited(out, f);
    text_put(out, ", \"groups\": [");
    gestalt_result result = put_groups(out, &s, error);
    text_put(out, q->has_agent ? "], \"agent\": " : "]");
    if (q->has_agent && find_agent(&s, q->agent, &a))
        put_agent(out, &s, &a);
    else if (q->has_agent)
        text_put(out, "null");
    text_put(out, "}\n");
    return result;
}

// ---- many agents

typedef struct seen_query {
    follow *f;
    follow_shown s;
    const follow_query *q;
    seen_field fields[FIELDS_MAX];
    uint32_t field_count, mask;
    int sort; // a field; -1: the id, -2: the status of the root, -3: the first live leaf
    gestalt_expression *condition;
    gestalt_value *values;
    gestalt_expression_moment moment;
    gestalt_tree_group tree;
    char mistake[256];
} seen_query;

static bool query_lookup(void *user, const char *name, gestalt_expression_name *meaning)
{
    const seen_query *k = user;
    for (uint32_t i = 0; i < k->field_count; i++) {
        const seen_field *f = &k->fields[i];
        if (strcmp(f->name, name) != 0)
            continue;
        *meaning = (gestalt_expression_name){.value = {.type = f->type},
                                             .number = i,
                                             .word_count = f->word_count,
                                             .words = f->word_count ? f->words : NULL};
        return true;
    }
    return false;
}

static void query_report(void *user, const char *code, uint32_t begin, uint32_t end,
                         const char *message, const char *help)
{
    seen_query *k = user;
    (void)code;
    (void)begin;
    (void)end;
    if (!k->mistake[0])
        snprintf(k->mistake, sizeof k->mistake, "%s%s%s", message, help ? "; " : "",
                 help ? help : "");
}

static gestalt_result query_open(seen_query *k, gestalt_error *error)
{
    const follow_query *q = k->q;
    const gestalt_expression_options how = {.wanted = GESTALT_EXPRESSION_BOOL,
                                            .varies = true,
                                            .lookup = query_lookup,
                                            .lookup_user = k,
                                            .report = query_report,
                                            .report_user = k};
    gestalt_allocator a = memory_allocator(NULL);
    if (k->s.trees)
        gestalt_tree_recording_group(k->s.trees, q->group, &k->tree);
    k->field_count = list_fields(&k->s, q->group, k->fields);
    k->mask = q->node < k->tree.node_count ? k->tree.nodes[q->node].mask : GESTALT_NO_NODE;
    k->sort = strcmp(q->sort, "id") == 0        ? -1
              : strcmp(q->sort, ".answer") == 0 ? -2
              : strcmp(q->sort, ".leaf") == 0   ? -3
                                                : (int)k->field_count;
    for (uint32_t i = 0; i < k->field_count && k->sort == (int)k->field_count; i++)
        k->sort = strcmp(k->fields[i].name, q->sort) == 0 ? (int)i : k->sort;
    if (k->sort == (int)k->field_count)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is no key `%.100s` to sort by",
                         q->sort);
    if (!q->filter)
        return GESTALT_OK;
    gestalt_result result =
        gestalt_expression_compile(q->filter, strlen(q->filter), &how, &k->condition, error);
    if (result == GESTALT_REJECTED)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "`%.100s`: %s", q->filter, k->mistake);
    if (result != GESTALT_OK)
        return result;
    k->values =
        memory_new(&a, (gestalt_expression_used_count(k->condition) + 1) * sizeof *k->values);
    return k->values ? GESTALT_OK : error_no_memory(error);
}

static void query_close(seen_query *k)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (k->values)
        memory_release(&a, k->values,
                       (gestalt_expression_used_count(k->condition) + 1) * sizeof *k->values);
    gestalt_expression_destroy(k->condition);
}

static bool query_fits(seen_query *k, const seen_agent *a)
{
    if (!k->condition)
        return true;
    for (uint32_t i = 0; i < gestalt_expression_used_count(k->condition); i++)
        if (!take_value(&k->s, &k->fields[gestalt_expression_used(k->condition, i)], a,
                        &k->values[i]))
            return false;
    k->moment.agent = (int32_t)a->id;
    return gestalt_expression_compute(k->condition, k->values, &k->moment).boolean;
}

static double query_leaf(const seen_query *k, const seen_agent *a)
{
    int64_t leaf = -1;
    for (uint32_t i = 0; i < k->tree.node_count; i++) {
        uint32_t mask = k->tree.nodes[i].mask;
        if (mask == GESTALT_NO_NODE || !(a->block.masks[mask] >> a->lane & 1))
            continue;
        if (leaf >= 0 && (int64_t)k->tree.nodes[i].parent != leaf)
            break;
        leaf = i;
    }
    return leaf >= 0 ? (double)leaf : NAN;
}

static double query_value(const seen_query *k, const seen_agent *a)
{
    gestalt_value v;
    if (k->sort == -1)
        return 0;
    if (k->sort < -1 && !a->has_tree)
        return NAN;
    if (k->sort == -2)
        return (double)(2 * (a->block.masks[GESTALT_MASK_SUCCEEDED] >> a->lane & 1) +
                        (a->block.masks[GESTALT_MASK_RUNNING] >> a->lane & 1));
    if (k->sort == -3)
        return query_leaf(k, a);
    if (!take_value(&k->s, &k->fields[k->sort], a, &v))
        return NAN;
    return v.type == GESTALT_BOOL  ? v.boolean
           : v.type == GESTALT_INT ? v.integer
                                   : (double)v.number;
}

static bool query_add(seen_query *k, const seen_agent *a)
{
    gestalt_allocator m = memory_allocator(NULL);
    follow *f = k->f;
    if (!query_fits(k, a))
        return true;
    if (!ARRAY_RESERVE(&m, f->rows, f->row_capacity, f->row_count + 1))
        return false;
    f->rows[f->row_count++] = (follow_row){query_value(k, a), a->id, 0};
    return true;
}

static bool query_trees(seen_query *k)
{
    bool needs_rows = k->s.frame && (k->sort >= 0 || k->condition);
    seen_agent a = {.group = k->q->group, .has_tree = true, .row = NO_ROW};
    for (uint64_t i = 0; gestalt_tree_recording_block(k->s.trees, k->q->group, i, &a.block); i++) {
        uint64_t lanes = a.block.lanes;
        if (k->q->node != GESTALT_NO_NODE)
            lanes &= k->mask == GESTALT_NO_NODE ? 0 : a.block.masks[k->mask];
        for (; lanes; lanes &= lanes - 1) {
            a.lane = (unsigned)__builtin_ctzll(lanes);
            a.id = a.block.agents[a.lane];
            a.row = needs_rows ? find_row(k->s.frame, a.id) : NO_ROW;
            if (!query_add(k, &a))
                return false;
        }
    }
    return true;
}

static bool query_scene(seen_query *k)
{
    const gestalt_record_frame *f = k->s.frame;
    for (uint64_t i = 0; f && k->q->node == GESTALT_NO_NODE && i < f->count; i++)
        if (f->groups[i] == k->q->group &&
            !query_add(k, &(seen_agent){.id = f->ids[i], .group = f->groups[i], .row = (int64_t)i}))
            return false;
    return true;
}

static int by_value_up(const void *left, const void *right)
{
    const follow_row *a = left, *b = right;
    if (a->value != b->value && (!isnan(a->value) || !isnan(b->value))) {
        if (isnan(a->value) || isnan(b->value))
            return isnan(a->value) ? 1 : -1;
        return a->value < b->value ? -1 : 1;
    }
    return a->id < b->id ? -1 : a->id > b->id;
}

static int by_value_down(const void *left, const void *right)
{
    const follow_row *a = left, *b = right;
    if (a->value != b->value && !isnan(a->value) && !isnan(b->value))
        return a->value > b->value ? -1 : 1;
    return by_value_up(left, right);
}

static int by_id_down(const void *left, const void *right)
{
    return by_value_up(right, left);
}

gestalt_result follow_agents(text_out *out, follow *f, const follow_query *q, gestalt_error *error)
{
    seen_query k = {.f = f, .s = follow_now(f), .q = q};
    f->row_count = 0;
    gestalt_result result = query_open(&k, error);
    if (result == GESTALT_OK && !(k.s.trees ? query_trees(&k) : query_scene(&k)))
        result = error_no_memory(error);
    query_close(&k);
    if (result != GESTALT_OK)
        return result;
    if (f->row_count > 0)
        qsort(f->rows, f->row_count, sizeof *f->rows,
              !q->down       ? by_value_up
              : k.sort == -1 ? by_id_down
                             : by_value_down);
    text_print(out, "{\"total\": %zu, \"%s\": [", f->row_count, q->only_ids ? "ids" : "rows");
    for (uint64_t i = q->from; i < f->row_count && i - q->from < q->count; i++) {
        seen_agent a;
        if (q->only_ids)
            text_print(out, "%s%" PRIu64, i > q->from ? "," : "", f->rows[i].id);
        else if (find_agent(&k.s, f->rows[i].id, &a)) {
            text_put(out, i > q->from ? ",\n" : "\n");
            put_agent(out, &k.s, &a);
        }
    }
    text_put(out, "]}\n");
    return GESTALT_OK;
}

// ---- steps and history

gestalt_result follow_steps(text_out *out, follow *f, uint64_t id, gestalt_error *error)
{
    static const char *const kinds[] = {"entered", "resumed",   "succeeded",  "failed",
                                        "runs",    "abandoned", "rolled back"};
    const growing *trees = follow_trees(f);
    const growing_view *v = trees ? &trees->view : NULL;
    size_t last = v ? v->step_count : 0;
    (void)error;
    while (last > 0 && v->steps[last - 1].step.agent != id)
        last--;
    if (last == 0) {
        text_put(out, "null\n");
        return GESTALT_OK;
    }
    uint64_t tick = v->steps[last - 1].tick;
    text_print(out, "{\"tick\": %" PRIu64 ", \"agent\": %" PRIu64 ", \"cut\": %s, \"steps\": [",
               tick, id, v->is_cut ? "true" : "false");
    const char *between = "\n";
    for (size_t i = 0; i < last; i++) {
        const gestalt_tree_step *step = &v->steps[i].step;
        if (v->steps[i].tick != tick || step->agent != id)
            continue;
        text_print(out, "%s{\"kind\": \"%s\", \"group\": %" PRIu32 ", \"node\": %" PRIu32 "}",
                   between, kinds[step->kind], step->group, step->node);
        between = ",\n";
    }
    text_put(out, "]}\n");
    return GESTALT_OK;
}

// Position of a group in the numbers of a moment: its nodes, and its keys.
typedef struct past_place {
    size_t nodes, keys;
} past_place;

static past_place past_find(const follow_shown *s, uint32_t group)
{
    gestalt_tree_group tree;
    past_place p = {s->groups, s->groups};
    for (uint32_t i = 0; s->trees && i <= group && gestalt_tree_recording_group(s->trees, i, &tree);
         i++) {
        p.nodes = i ? p.keys : p.nodes;
        if (i)
            p.nodes = p.keys;
        p.keys = p.nodes + tree.node_count;
        if (i < group)
            p.keys += tree.key_count;
    }
    return p;
}

// Return a number of a moment, or zeros if the moment is too short to have it.
static growing_spread moment_at(const growing_moment *m, size_t at)
{
    return at < m->count ? m->list[at] : (growing_spread){0};
}

static void put_moment(text_out *out, const follow_shown *s, const growing_moment *m)
{
    gestalt_tree_group tree;
    text_print(out, "{\"tick\": %" PRIu64 ", \"groups\": [", m->tick);
    for (uint32_t i = 0; i < s->groups; i++)
        text_print(out, "%s%" PRIu64, i ? "," : "", moment_at(m, i).count);
    text_put(out, "], \"agents\": [");
    const char *between = "";
    for (uint32_t i = 0; s->trees && i < s->groups; i++) {
        past_place p = past_find(s, i);
        if (!gestalt_tree_recording_group(s->trees, i, &tree))
            break;
        for (uint32_t k = 0; k < tree.node_count; k++) {
            text_print(out, "%s%" PRIu64, between, moment_at(m, p.nodes + k).count);
            between = ",";
        }
    }
    text_put(out, "]}");
}

gestalt_result follow_history(text_out *out, follow *f, gestalt_error *error)
{
    follow_shown s = follow_now(f);
    const growing *trees = follow_trees(f), *g = trees ? trees : &f->main;
    gestalt_tree_group tree;
    uint32_t first = 0;
    (void)error;
    text_print(out, "{\"version\": %" PRIu64 ", \"first\": [", follow_version(f));
    for (uint32_t i = 0; i < s.groups; i++) {
        text_print(out, "%s%" PRIu32, i ? ", " : "", first);
        first += s.trees && gestalt_tree_recording_group(s.trees, i, &tree) ? tree.node_count : 0;
    }
    text_put(out, "], \"moments\": [");
    const char *between = "\n";
    for (uint32_t i = 0; i < g->moment_count && s.groups > 0; i++) {
        if (trees && g->moments[i].trees != g->view.known_trees)
            continue;
        text_put(out, between);
        put_moment(out, &s, &g->moments[i]);
        between = ",\n";
    }
    text_put(out, "]}\n");
    return GESTALT_OK;
}

// Find the position of a column or key of a group in the moments of one of the two recordings.
// Returns false if there is none.
static bool series_find(follow *f, const follow_shown *s, uint32_t group, const char *key,
                        const growing **g, size_t *at)
{
    seen_field fields[FIELDS_MAX];
    uint32_t count = list_fields(s, group, fields);
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(fields[i].name, key) != 0)
            continue;
        bool is_column = fields[i].column >= 0;
        *g = is_column ? &f->main : follow_trees(f);
        *at = is_column
                  ? s->groups + (size_t)group * s->scene->column_count + (size_t)fields[i].column
                  : past_find(s, group).keys + fields[i].key;
        return true;
    }
    return false;
}

static void put_series(text_out *out, const growing *g, bool has, size_t at)
{
    static const char *const names[] = {"count", "mean", "low", "high", "deviation"};
    for (int what = 0; what < 5; what++) {
        text_print(out, "%s\"%s\": [", what ? ", " : "{", names[what]);
        for (uint32_t i = 0; i < g->moment_count; i++) {
            const growing_moment *m = &g->moments[i];
            bool is_here = has && (!g->has_trees || m->trees == g->view.known_trees);
            growing_spread s = is_here ? moment_at(m, at) : (growing_spread){0};
            double value = what == 0   ? (double)s.count
                           : what == 1 ? s.mean
                           : what == 2 ? s.low
                           : what == 3 ? s.high
                                       : s.deviation;
            text_put(out, i ? "," : "");
            answer_number(out, what == 0 || s.count > 0 ? value : NAN);
        }
        text_put(out, "]");
    }
    text_put(out, "}");
}

gestalt_result follow_series(text_out *out, follow *f, const char *key, gestalt_error *error)
{
    follow_shown s = follow_now(f);
    const growing *g = NULL, *of = NULL;
    size_t at;
    for (uint32_t i = 0; i < s.groups && !g; i++)
        series_find(f, &s, i, key, &g, &at);
    if (!g)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "no group has a key `%.100s`", key);
    text_put(out, "{\"key\": ");
    answer_text(out, key);
    text_put(out, ", \"gone\": false, \"ticks\": [");
    for (uint32_t i = 0; i < g->moment_count; i++)
        text_print(out, "%s%" PRIu64, i ? "," : "", g->moments[i].tick);
    text_put(out, "], \"groups\": [");
    for (uint32_t i = 0; i < s.groups; i++) {
        bool has = series_find(f, &s, i, key, &of, &at) && of == g;
        text_put(out, i ? ",\n" : "\n");
        put_series(out, g, has, at);
    }
    text_put(out, "]}\n");
    return GESTALT_OK;
}

// ---- positions of agents

gestalt_result follow_places(text_out *out, follow *f, uint64_t most, gestalt_error *error)
{
    follow_shown s = follow_now(f);
    if (!s.frame)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "there are no places: no frame of a scene");
    return places_write(out, s.scene, s.frame, most, error);
}
