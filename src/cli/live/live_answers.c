// SPDX-License-Identifier: MIT
#include "live_answers.h"

#include "array.h"
#include "edit_show.h"
#include "error.h"
#include "number.h"
#include "value.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void answer_text(text_out *out, const char *text)
{
    if (text)
        text_json(out, text, strlen(text));
    else
        text_put(out, "null");
}

static void answer_number(text_out *out, double number)
{
    char text[NUMBER_TEXT_SIZE];
    if (isfinite(number))
        text_write(out, text, number_print_double(text, number));
    else
        text_put(out, "null");
}

static void answer_float(text_out *out, float number)
{
    char text[NUMBER_TEXT_SIZE];
    if (isfinite(number))
        text_write(out, text, number_print_float(text, number));
    else
        text_put(out, "null");
}

static void answer_value(text_out *out, const gestalt_value *v)
{
    switch (v->type) {
    case GESTALT_BOOL: text_put(out, v->boolean ? "true" : "false"); break;
    case GESTALT_INT: text_print(out, "%" PRId32, v->integer); break;
    case GESTALT_FLOAT: answer_float(out, v->number); break;
    default:
        for (int i = 0; i < (v->type == GESTALT_VEC2 ? 2 : 3); i++) {
            text_put(out, i ? ", " : "[");
            answer_float(out, v->vector[i]);
        }
        text_put(out, "]");
    }
}

// ---- what it is made of

static void describe_key(text_out *out, const gestalt_shape *shape, uint32_t index)
{
    static const char *const types[] = {"bool", "int", "float", "vec2", "vec3"};
    gestalt_shape_key key = gestalt_shape_key_at(shape, index);
    uint32_t words = gestalt_shape_key_word_count(shape, index);
    text_put(out, index ? ", {\"name\": " : "{\"name\": ");
    answer_text(out, key.name);
    text_print(out, ", \"type\": \"%s\", \"shared\": %s, \"words\": ", types[key.type],
               key.shared ? "true" : "false");
    text_put(out, words ? "[" : "null");
    for (uint32_t i = 0; i < words; i++) {
        text_put(out, i ? ", " : "");
        answer_text(out, gestalt_shape_key_word(shape, index, (int32_t)i));
    }
    text_put(out, words ? "]}" : "}");
}

static bool describe_node(text_out *out, const gestalt_shape *shape, const gestalt_node *n,
                          uint32_t index, bool can_live)
{
    char label[256];
    if (!gestalt_shape_label(shape, index, label, sizeof label))
        return false;
    text_print(out, "%s\n{\"type\": ", index ? "," : "");
    answer_text(out, n->type);
    text_put(out, ", \"name\": ");
    answer_text(out, n->name);
    text_put(out, ", \"label\": ");
    answer_text(out, label);
    text_print(out,
               ", \"parent\": %" PRId64 ", \"depth\": %" PRIu32 ", \"end\": %" PRIu32
               ", \"canLive\": %s}",
               n->parent == GESTALT_NO_NODE ? -1 : (int64_t)n->parent, n->depth, n->end,
               can_live ? "true" : "false");
    return true;
}

static gestalt_result describe_group(text_out *out, live *l, uint32_t group, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    const gestalt_population *p = l->run.population;
    const gestalt_shape *shape = gestalt_population_shape(p, group);
    uint32_t count = gestalt_shape_specification(shape)->node_count;
    size_t size = count * sizeof(gestalt_node), masks_size = count * sizeof(uint32_t);
    gestalt_node *nodes = memory_new(&a, size);
    uint32_t *masks = memory_new(&a, masks_size);
    bool is_well = nodes && masks;
    text_put(out, group ? ",\n{\"name\": " : "\n{\"name\": ");
    answer_text(out, live_run_group(&l->run, group));
    text_put(out, ", \"nodes\": [");
    if (is_well) {
        gestalt_shape_nodes(shape, nodes, count);
        gestalt_population_masks(p, group, masks, count);
    }
    for (uint32_t i = 0; i < count && is_well; i++)
        is_well = describe_node(out, shape, &nodes[i], i, masks[i] != GESTALT_NO_NODE);
    text_put(out, "], \"keys\": [");
    for (uint32_t i = 0; i < gestalt_shape_key_count(shape); i++)
        describe_key(out, shape, i);
    text_put(out, "]}");
    memory_release(&a, nodes, nodes ? size : 0);
    memory_release(&a, masks, masks ? masks_size : 0);
    return is_well ? GESTALT_OK : error_no_memory(error);
}

gestalt_result answer_describe(text_out *out, live *l, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    const live_run *r = &l->run;
    uint32_t groups = gestalt_population_group_count(r->population);
    text_print(out, "{\"kind\": \"%s\", \"version\": %" PRIu32 ", \"name\": ", r->kind->name,
               r->version);
    answer_text(out, live_run_version(r)->files.list[0].name);
    text_print(out, ", \"first\": %" PRIu64 ", \"dt\": ", r->first_tick);
    answer_number(out, 1e-6 * (double)(live_run_is_scene(r)
                                           ? gestalt_scene_tell(live_run_version(r)->scene.scene).dt
                                           : r->session.dt));
    text_put(out, ", \"settings\": [");
    for (uint32_t i = 0; i < live_run_version(r)->set_count; i++) {
        text_put(out, i ? ", {\"path\": " : "{\"path\": ");
        answer_text(out, r->settings[i].path);
        text_put(out, ", \"value\": ");
        answer_text(out, r->settings[i].value);
        text_put(out, "}");
    }
    text_put(out, "], \"groups\": [");
    for (uint32_t i = 0; i < groups && result == GESTALT_OK; i++)
        result = describe_group(out, l, i, error);
    text_put(out, "]}\n");
    return result;
}

// ---- how it stands

static void state_stop(text_out *out, const live *l)
{
    static const char *const words[] = {"begun", "paused", "arrived", "broken", "failed"};
    const live_hit *hit = &l->breaks.hit;
    text_print(out, ", \"running\": %s, \"going\": %s, \"stop\": \"%s\", \"hit\": ",
               l->is_running ? "true" : "false", l->is_going ? "true" : "false", words[l->stop]);
    if (!hit->is_hit) {
        text_put(out, "null");
        return;
    }
    text_print(out, "{\"id\": %" PRIu64 ", \"tick\": %" PRIu64 ", \"agent\": ", hit->id, hit->tick);
    if (hit->agent == UINT64_MAX)
        text_put(out, "null}");
    else
        text_print(out, "%" PRIu64 "}", hit->agent);
}

static void state_group(text_out *out, const live_counts *c, uint32_t group, bool with_nodes)
{
    const live_group_counts *g = &c->groups[group];
    text_print(out,
               "%s{\"total\": %" PRIu64 ", \"answers\": [%" PRIu64 ", %" PRIu64 ", %" PRIu64
               ", %" PRIu64 "]",
               group ? ", " : "", g->agents, g->failed, g->running, g->succeeded, g->fresh);
    if (with_nodes) {
        text_put(out, ", \"agents\": [");
        for (uint32_t i = 0; i < g->count; i++)
            text_print(out, "%s%" PRIu64, i ? "," : "", c->nodes[g->first + i]);
        text_put(out, "]");
    }
    text_put(out, "}");
}

gestalt_result answer_state(text_out *out, live *l, bool with_counts, gestalt_error *error)
{
    const live_run *r = &l->run;
    gestalt_result result = with_counts ? live_counts_take(&l->counts, r, error) : GESTALT_OK;
    if (result != GESTALT_OK)
        return result;
    text_print(out, "{\"tick\": %" PRIu64 ", \"end\": %" PRIu64 ", \"time\": ", live_run_ticks(r),
               l->end);
    answer_number(out, 1e-6 * (double)live_run_now(r));
    state_stop(out, l);
    text_print(out, ", \"goal\": %" PRIu64 ", \"per_second\": %" PRIu64 ", \"rate\": ",
               l->is_going ? l->goal : live_run_ticks(r), l->per_second);
    answer_number(out, l->is_running ? round(l->rate * 10) / 10 : 0);
    text_print(out,
               ", \"version\": %" PRIu32 ", \"changes\": %" PRIu64 ", \"agents\": %" PRIu64
               ", \"acts\": %zu, \"acts_behind\": %zu, \"notice\": %" PRIu64
               ", \"snapshots\": %" PRIu32 ", \"steps\": %s, \"groups\": ",
               r->version, r->changes, gestalt_population_count(r->population), l->log.next,
               l->log.count - l->log.next, l->notice, l->timeline.count,
               l->steps.is_there ? "true" : "false");
    text_put(out, with_counts ? "[" : "null");
    for (uint32_t i = 0; with_counts && i < l->counts.group_count; i++)
        state_group(out, &l->counts, i, true);
    text_put(out, with_counts ? "]}\n" : "}\n");
    return GESTALT_OK;
}

// ---- agents

// Room for what is told of one agent.
typedef struct agent_room {
    gestalt_value *values;
    uint32_t *nodes;
    size_t value_capacity, node_capacity;
} agent_room;

static void agent_room_release(agent_room *room)
{
    gestalt_allocator a = memory_allocator(NULL);
    ARRAY_RELEASE(&a, room->values, room->value_capacity);
    ARRAY_RELEASE(&a, room->nodes, room->node_capacity);
}

static gestalt_result put_agent(text_out *out, live *l, agent_room *room, uint64_t id,
                                gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    const gestalt_population *p = l->run.population;
    uint32_t group;
    size_t live_count;
    if (!gestalt_actor_group(p, id, &group))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is no agent %" PRIu64, id);
    const gestalt_shape *shape = gestalt_population_shape(p, group);
    uint32_t keys = gestalt_shape_key_count(shape);
    if (!ARRAY_RESERVE(&a, room->values, room->value_capacity, keys + 1u) ||
        !ARRAY_RESERVE(&a, room->nodes, room->node_capacity,
                       gestalt_shape_specification(shape)->node_count))
        return error_no_memory(error);
    gestalt_result result =
        gestalt_actor_live_nodes(p, id, room->nodes, room->node_capacity, &live_count, error);
    if (result == GESTALT_OK)
        result = gestalt_actor_values(p, id, room->values, room->value_capacity, error);
    if (result != GESTALT_OK)
        return result;
    gestalt_status status = gestalt_population_status(p, id);
    const char *answer = status == GESTALT_SUCCESS   ? "succeeded"
                         : status == GESTALT_FAILURE ? "failed"
                         : live_count > 0            ? "running"
                                                     : "none";
    text_print(out,
               "{\"id\": %" PRIu64 ", \"group\": %" PRIu32 ", \"answer\": \"%s\", \"nodes\": [", id,
               group, answer);
    for (size_t i = 0; i < live_count; i++)
        text_print(out, "%s%" PRIu32, i ? "," : "", room->nodes[i]);
    text_put(out, "], \"values\": [");
    for (uint32_t i = 0; i < keys; i++) {
        text_put(out, i ? ", " : "");
        answer_value(out, &room->values[i]);
    }
    text_put(out, "]");
    return GESTALT_OK;
}

static void put_place(text_out *out, const live_run *r, uint64_t id)
{
    if (!live_run_is_scene(r))
        return;
    gestalt_world_columns columns = gestalt_world_columns_of(r->world);
    uint32_t row = gestalt_world_find(r->world, id);
    text_put(out, ", \"position\": [");
    for (int d = 0; row != UINT32_MAX && d < 3 && columns.position[d]; d++) {
        text_put(out, d ? ", " : "");
        answer_float(out, columns.position[d][row]);
    }
    text_put(out, "]");
}

gestalt_result answer_agent(text_out *out, live *l, uint64_t id, gestalt_error *error)
{
    agent_room room = {0};
    gestalt_result result = put_agent(out, l, &room, id, error);
    if (result == GESTALT_OK)
        put_place(out, &l->run, id);
    text_put(out, "}\n");
    agent_room_release(&room);
    return result;
}

// ---- many agents

// An agent, and the value by which it is put into order.
typedef struct ranked {
    double value;
    uint64_t id;
} ranked;

// The first agents of an order, as a heap: the last of them on top.
typedef struct ranking {
    live *l;
    const live_query *q;
    live_condition condition;
    live_key key;
    bool by_key;
    uint32_t mask; // of the node, or GESTALT_NO_NODE
    uint64_t *masks;
    size_t mask_capacity;
    ranked *heap;
    size_t count, capacity, most;
    uint64_t total;
} ranking;

static bool ranked_before(const ranking *k, const ranked *a, const ranked *b)
{
    if (a->value != b->value && !(isnan(a->value) && isnan(b->value))) {
        if (isnan(a->value) || isnan(b->value))
            return isnan(b->value); // without a value, last
        return k->q->down ? a->value > b->value : a->value < b->value;
    }
    return !k->by_key && k->q->down ? a->id > b->id : a->id < b->id;
}

static void ranking_sink(ranking *k, size_t at)
{
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= k->count)
            return;
        if (child + 1 < k->count && ranked_before(k, &k->heap[child], &k->heap[child + 1]))
            child++;
        if (!ranked_before(k, &k->heap[at], &k->heap[child]))
            return;
        ranked moved = k->heap[at];
        k->heap[at] = k->heap[child];
        k->heap[child] = moved;
        at = child;
    }
}

static void ranking_add(ranking *k, ranked one)
{
    k->total++;
    if (k->count == k->most) {
        if (k->most > 0 && ranked_before(k, &one, &k->heap[0])) {
            k->heap[0] = one;
            ranking_sink(k, 0);
        }
        return;
    }
    size_t at = k->count++;
    for (; at > 0 && ranked_before(k, &k->heap[(at - 1) / 2], &one); at = (at - 1) / 2)
        k->heap[at] = k->heap[(at - 1) / 2];
    k->heap[at] = one;
}

// From the heap to the order.
static void ranking_sort(ranking *k)
{
    size_t all = k->count;
    while (k->count > 1) {
        ranked last = k->heap[0];
        k->heap[0] = k->heap[--k->count];
        k->heap[k->count] = last;
        ranking_sink(k, 0);
    }
    k->count = all;
}

static double rank_of(const ranking *k, unsigned lane)
{
    gestalt_value v = live_key_value(&k->key, lane);
    switch (v.type) {
    case GESTALT_BOOL: return v.boolean;
    case GESTALT_INT: return v.integer;
    default: return v.number; // of a vector the first
    }
}

static void rank_block(ranking *k, uint64_t index)
{
    gestalt_block block;
    const live_run *r = &k->l->run;
    if (!gestalt_population_block(r->population, k->q->group, index, &block))
        return;
    uint64_t lanes = block.lanes;
    if (k->q->node != GESTALT_NO_NODE)
        lanes &= k->mask != GESTALT_NO_NODE &&
                         gestalt_population_block_masks(r->population, k->q->group, index, k->masks,
                                                        k->mask_capacity)
                     ? k->masks[k->mask]
                     : 0;
    if (k->q->filter)
        live_condition_block(&k->condition, r, index);
    if (k->by_key)
        live_key_block(&k->key, r, k->q->group, index);
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        ranked one = {0, live_lane_agent(&block, lane)};
        if (k->q->filter && !live_condition_holds(&k->condition, one.id, lane))
            continue;
        if (k->by_key)
            one.value = rank_of(k, lane);
        ranking_add(k, one);
    }
}

static gestalt_result ranking_node(ranking *k, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    const gestalt_population *p = k->l->run.population;
    uint32_t count =
        gestalt_shape_specification(gestalt_population_shape(p, k->q->group))->node_count;
    uint32_t *masks = memory_new(&a, count * sizeof *masks);
    if (!masks || !ARRAY_RESERVE(&a, k->masks, k->mask_capacity, count + GESTALT_MASK_NODES)) {
        memory_release(&a, masks, masks ? count * sizeof *masks : 0);
        return error_no_memory(error);
    }
    gestalt_population_masks(p, k->q->group, masks, count);
    k->mask = k->q->node < count ? masks[k->q->node] : GESTALT_NO_NODE;
    memory_release(&a, masks, count * sizeof *masks);
    return GESTALT_OK;
}

static gestalt_result ranking_open(ranking *k, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    const live_query *q = k->q;
    gestalt_result result = GESTALT_OK;
    k->most = (size_t)(q->from + q->count);
    k->by_key = strcmp(q->sort, "id") != 0;
    if (k->by_key && !live_key_find(&k->key, &k->l->run, q->group, q->sort))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is no key `%.100s` to sort by",
                         q->sort);
    if (q->node != GESTALT_NO_NODE)
        result = ranking_node(k, error);
    if (result == GESTALT_OK && q->filter)
        result = live_condition_open(&k->condition, &k->l->run, q->group, q->filter, error);
    if (result == GESTALT_OK && q->filter)
        live_condition_begin(&k->condition, &k->l->run);
    if (result == GESTALT_OK && !ARRAY_RESERVE(&a, k->heap, k->capacity, k->most + 1))
        result = error_no_memory(error);
    return result;
}

static void ranking_close(ranking *k)
{
    gestalt_allocator a = memory_allocator(NULL);
    live_condition_close(&k->condition);
    ARRAY_RELEASE(&a, k->masks, k->mask_capacity);
    ARRAY_RELEASE(&a, k->heap, k->capacity);
}

gestalt_result answer_agents(text_out *out, live *l, const live_query *q, gestalt_error *error)
{
    agent_room room = {0};
    ranking k = {.l = l, .q = q};
    gestalt_result result = ranking_open(&k, error);
    uint64_t blocks = gestalt_population_block_count(l->run.population, q->group);
    for (uint64_t i = 0; i < blocks && result == GESTALT_OK; i++)
        rank_block(&k, i);
    ranking_sort(&k);
    text_print(out, "{\"total\": %" PRIu64 ", \"%s\": [", k.total, q->only_ids ? "ids" : "rows");
    for (size_t i = (size_t)q->from; i < k.count && result == GESTALT_OK; i++) {
        if (q->only_ids) {
            text_print(out, "%s%" PRIu64, i > q->from ? "," : "", k.heap[i].id);
            continue;
        }
        text_put(out, i > q->from ? ",\n" : "\n");
        result = put_agent(out, l, &room, k.heap[i].id, error);
        text_put(out, "}");
    }
    text_put(out, "]}\n");
    agent_room_release(&room);
    ranking_close(&k);
    return result;
}

// ---- over time, and within a tick

gestalt_result answer_history(text_out *out, live *l, gestalt_error *error)
{
    const live_history *h = &l->history;
    gestalt_result result = live_counts_take(&l->counts, &l->run, error);
    if (result != GESTALT_OK)
        return result;
    text_print(out, "{\"version\": %" PRIu32 ", \"first\": [", l->run.version);
    for (uint32_t i = 0; i < l->counts.group_count; i++)
        text_print(out, "%s%" PRIu32, i ? ", " : "", l->counts.groups[i].first);
    text_put(out, "], \"moments\": [");
    const char *between = "\n";
    for (uint32_t i = 0; i < h->count; i++) {
        const live_moment *m = &h->list[i];
        if (m->version != l->run.version)
            continue;
        text_print(out, "%s{\"tick\": %" PRIu64 ", \"agents\": [", between, m->tick);
        for (uint32_t k = 0; k < m->count; k++)
            text_print(out, "%s%" PRIu32, k ? "," : "", m->nodes[k]);
        text_put(out, "]}");
        between = ",\n";
    }
    text_put(out, "]}\n");
    return GESTALT_OK;
}

static void put_values(text_out *out, const gestalt_value *values, uint32_t count)
{
    text_put(out, "[");
    for (uint32_t i = 0; i < count; i++) {
        text_put(out, i ? ", " : "");
        answer_value(out, &values[i]);
    }
    text_put(out, "]");
}

gestalt_result answer_steps(text_out *out, live *l, gestalt_error *error)
{
    static const char *const kinds[] = {"entered",   "resumed", "",
                                        "abandoned", "logged",  "rolled back"};
    const live_steps *s = &l->steps;
    size_t change = 0;
    (void)error;
    if (!s->is_there) {
        text_put(out, "null\n");
        return GESTALT_OK;
    }
    text_print(out,
               "{\"tick\": %" PRIu64 ", \"agent\": %" PRIu64 ", \"group\": %" PRIu32
               ", \"cut\": %s, \"values\": ",
               s->tick, s->agent, s->group, s->is_cut ? "true" : "false");
    put_values(out, s->first, s->key_count);
    text_put(out, ", \"steps\": [");
    for (size_t i = 0; i < s->count; i++) {
        const live_step *step = &s->list[i];
        const char *kind = step->kind != STEP_LEAVE          ? kinds[step->kind]
                           : step->status == GESTALT_SUCCESS ? "succeeded"
                           : step->status == GESTALT_FAILURE ? "failed"
                                                             : "runs";
        text_print(out, "%s{\"kind\": \"%s\", \"node\": %" PRIu32 ", \"changes\": [",
                   i ? ",\n" : "\n", kind, step->node);
        for (size_t from = change; change < step->changes; change++) {
            text_print(out, "%s[%" PRIu32 ", ", change > from ? ", " : "", s->changes[change].key);
            answer_value(out, &s->changes[change].value);
            text_put(out, "]");
        }
        text_put(out, "]}");
    }
    text_put(out, "]}\n");
    return GESTALT_OK;
}

// ---- edits and breakpoints

gestalt_result answer_notice(text_out *out, live *l, gestalt_error *error)
{
    (void)error;
    text_print(out, "{\"number\": %" PRIu64 ", \"tick\": %" PRIu64 ", \"error\": %s, \"text\": ",
               l->notice, l->notice_tick, l->notice_is_error ? "true" : "false");
    text_json(out, l->told.bytes ? l->told.bytes : "", l->told.size);
    text_put(out, "}\n");
    return GESTALT_OK;
}

gestalt_result answer_edit(text_out *out, live *l, gestalt_error *error)
{
    const live_run *r = &l->run;
    const live_version *v = live_run_version(r);
    const char *between = "\n";
    (void)error;
    text_print(out, "{\"version\": %" PRIu32 ", \"groups\": [", r->version);
    for (uint32_t i = 0; i < v->report_count && r->version > 0; i++) {
        if (!v->reports[i])
            continue;
        const edit_view view = {live_version_shape(r, r->version - 1, i),
                                live_version_shape(r, r->version, i), v->reports[i]};
        text_print(out, "%s{\"group\": %" PRIu32 ", ", between, i);
        edit_show_json(out, &view, true);
        text_put(out, "}");
        between = ",\n";
    }
    text_put(out, "]}\n");
    return GESTALT_OK;
}

gestalt_result answer_breaks(text_out *out, live *l, gestalt_error *error)
{
    (void)error;
    text_put(out, "[");
    for (uint32_t i = 0; i < l->breaks.count; i++) {
        const live_break *b = &l->breaks.list[i];
        const char *words = live_break_words, *word = NULL;
        size_t size = 0;
        for (uint32_t k = 0; k <= b->kind; k++)
            word = value_next_word(&words, &size);
        text_print(out, "%s{\"id\": %" PRIu64 ", \"when\": \"%.*s\", \"group\": %" PRIu32,
                   i ? ",\n" : "", b->id, (int)size, word, b->group);
        if (b->kind == BREAK_TRUE) {
            text_put(out, ", \"if\": ");
            answer_text(out, b->text);
        } else {
            text_print(out, ", \"node\": %" PRIu32, b->node);
        }
        if (b->kind >= BREAK_ABOVE)
            text_print(out, ", \"bound\": %" PRIu64, b->bound);
        if (b->agent != UINT64_MAX)
            text_print(out, ", \"agent\": %" PRIu64, b->agent);
        text_print(out, ", \"gone\": %s}", b->is_gone ? "true" : "false");
    }
    text_put(out, "]\n");
    return GESTALT_OK;
}
