// SPDX-License-Identifier: MIT
#include "live_answers.h"

#include "array.h"
#include "edit_view.h"
#include "error.h"
#include "live_act.h"
#include "live_json.h"
#include "live_values.h"
#include "shape_limits.h"
#include "value.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

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

// ---- description

static void describe_key(text_out *out, const gestalt_shape *shape, uint32_t index)
{
    static const char *const types[] = {"bool", "int", "float", "vec2", "vec3"};
    gestalt_shape_key key = gestalt_shape_key_at(shape, index);
    uint32_t words = gestalt_shape_key_word_count(shape, index);
    text_put(out, index ? ", {\"name\": " : "{\"name\": ");
    answer_text(out, key.name);
    if (key.capacity > 0)
        text_print(out, ", \"type\": \"list\", \"elements\": \"%s\", \"capacity\": %" PRIu32,
                   types[key.type], key.capacity);
    else
        text_print(out, ", \"type\": \"%s\"", types[key.type]);
    text_print(out, ", \"shared\": %s, \"words\": ", key.shared ? "true" : "false");
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
    text_print(out,
               "{\"api\": %d, \"kind\": \"%s\", \"version\": %" PRIu32 ", \"name\": ", LIVE_API,
               r->subject->kind, r->version);
    answer_text(out, l->name ? l->name : live_run_name(r));
    text_put(out, ", \"rights\": ");
    live_rights_json(out, l->rights);
    text_print(out, ", \"first\": %" PRIu64 ", \"dt\": ", r->first_tick);
    answer_seconds(out, r->dt);
    text_put(out, ", \"settings\": [");
    for (uint32_t i = 0; i < live_run_version(r)->setting_count; i++) {
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

// ---- agents

// Memory for describing one agent.
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

// The elements of a list.
typedef struct live_list {
    gestalt_value elements[LIMIT_LIST_CAPACITY];
    size_t count;
} live_list;

// Write the value of a key, or an array of the elements of a list.
static gestalt_result put_key(text_out *out, const gestalt_population *p,
                              const gestalt_shape *shape, uint32_t key, uint64_t id,
                              const gestalt_value *value, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    live_list list = {.count = 0};
    if (gestalt_shape_key_at(shape, key).capacity == 0) {
        answer_value(out, value);
        return result;
    }
    result = gestalt_population_read_list(p, id, gestalt_shape_key_at(shape, key).name,
                                          list.elements, LIMIT_LIST_CAPACITY, &list.count, error);
    text_put(out, "[");
    for (size_t i = 0; i < list.count && result == GESTALT_OK; i++) {
        text_put(out, i ? ", " : "");
        answer_value(out, &list.elements[i]);
    }
    text_put(out, "]");
    return result;
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
    for (uint32_t i = 0; i < keys && result == GESTALT_OK; i++) {
        text_put(out, i ? ", " : "");
        result = put_key(out, p, shape, i, id, &room->values[i], error);
    }
    text_put(out, "]");
    return result;
}

static void put_place(text_out *out, const live_run *r, uint64_t id)
{
    if (!r->world)
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

static gestalt_result put_one(text_out *out, live *l, uint64_t id, gestalt_error *error)
{
    agent_room room = {0};
    gestalt_result result = put_agent(out, l, &room, id, error);
    if (result == GESTALT_OK)
        put_place(out, &l->run, id);
    text_put(out, "}");
    agent_room_release(&room);
    return result;
}

gestalt_result answer_agent(text_out *out, live *l, uint64_t id, gestalt_error *error)
{
    gestalt_result result = put_one(out, l, id, error);
    text_put(out, "\n");
    return result;
}

// ---- state

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

static void state_group(text_out *out, const live_counts *c, uint32_t group)
{
    const live_group_counts *g = &c->groups[group];
    text_print(out,
               "%s{\"total\": %" PRIu64 ", \"answers\": [%" PRIu64 ", %" PRIu64 ", %" PRIu64
               ", %" PRIu64 "]",
               group ? ", " : "", g->agents, g->failed, g->running, g->succeeded, g->fresh);
    text_put(out, ", \"agents\": [");
    for (uint32_t i = 0; i < g->count; i++)
        text_print(out, "%s%" PRIu64, i ? "," : "", c->nodes[g->first + i]);
    text_put(out, "]}");
}

// Write one agent, or null if it does not exist.
static gestalt_result state_agent(text_out *out, live *l, uint64_t id, gestalt_error *error)
{
    uint32_t group;
    text_put(out, ", \"agent\": ");
    if (gestalt_actor_group(l->run.population, id, &group))
        return put_one(out, l, id, error);
    text_put(out, "null");
    return GESTALT_OK;
}

gestalt_result answer_state(text_out *out, live *l, const live_state_query *q, gestalt_error *error)
{
    const live_run *r = &l->run;
    gestalt_result result = GESTALT_OK;
    if (q->counts)
        result = live_stands(l) ? live_counts_take(&l->counts, r, error)
                                : live_counts_take_lately(&l->counts, r, error);
    if (result != GESTALT_OK)
        return result;
    text_print(out, "{\"tick\": %" PRIu64 ", \"end\": %" PRIu64 ", \"time\": ", live_run_ticks(r),
               l->end);
    answer_seconds(out, live_run_now(r));
    state_stop(out, l);
    text_print(out, ", \"goal\": %" PRIu64 ", \"per_second\": %" PRIu64 ", \"rate\": ",
               l->is_going ? l->goal : live_run_ticks(r), l->per_second);
    answer_number(out, l->is_running ? round(l->rate.per_second * 10) / 10 : 0);
    text_print(out,
               ", \"version\": %" PRIu32 ", \"changes\": %" PRIu64 ", \"agents\": %" PRIu64
               ", \"acts\": %zu, \"acts_behind\": %zu, \"notice\": %" PRIu64
               ", \"snapshots\": %" PRIu32 ", \"steps\": %s, \"groups\": ",
               r->version, r->changes, gestalt_population_count(r->population), l->log.next,
               l->log.count - l->log.next, l->notice.number, l->timeline.count,
               l->steps.is_there ? "true" : "false");
    text_put(out, q->counts ? "[" : "null");
    for (uint32_t i = 0; q->counts && i < l->counts.group_count; i++)
        state_group(out, &l->counts, i);
    text_put(out, q->counts ? "]" : "");
    result = q->has_agent ? state_agent(out, l, q->agent, error) : GESTALT_OK;
    text_put(out, "}\n");
    return result;
}

// ---- many agents

gestalt_result answer_agents(text_out *out, live *l, const live_query *q, bool only_ids,
                             gestalt_error *error)
{
    agent_room room = {0};
    live_ranking k;
    gestalt_result result = live_rank(&k, &l->run, &l->filter, q, error);
    text_print(out, "{\"total\": %" PRIu64 ", \"%s\": [", k.total, only_ids ? "ids" : "rows");
    for (size_t i = (size_t)q->from; i < k.count && result == GESTALT_OK; i++) {
        if (only_ids) {
            text_print(out, "%s%" PRIu64, i > q->from ? "," : "", k.list[i].id);
            continue;
        }
        text_put(out, i > q->from ? ",\n" : "\n");
        result = put_agent(out, l, &room, k.list[i].id, error);
        text_put(out, "}");
    }
    text_put(out, "]}\n");
    agent_room_release(&room);
    live_ranking_release(&k);
    return result;
}

// ---- history, and steps of a tick

static const char *put_moment(text_out *out, const live_moment *m, const char *between)
{
    text_print(out, "%s{\"tick\": %" PRIu64 ", \"agents\": [", between, m->tick);
    for (uint32_t k = 0; k < m->count; k++)
        text_print(out, "%s%" PRIu32, k ? "," : "", m->agents[k]);
    text_put(out, "], \"groups\": [");
    for (uint32_t k = 0; k < m->group_count; k++)
        text_print(out, "%s%" PRIu32, k ? "," : "", m->agents[m->count + k]);
    text_put(out, "]}");
    return ",\n";
}

// Write the moments of this version, and the present, which may not be one of them: after an edit,
// or when a moment was left out.
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
    live_moment now = {0};
    bool has_now = live_moment_take(&now, &l->counts, &l->run);
    const char *between = "\n";
    for (uint32_t i = 0; i < h->count; i++) {
        const live_moment *m = &h->list[i];
        if (m->version != l->run.version)
            continue;
        if (has_now && m->tick > now.tick)
            between = put_moment(out, &now, between);
        has_now = has_now && m->tick < now.tick;
        between = put_moment(out, m, between);
    }
    if (has_now)
        put_moment(out, &now, between);
    live_moment_release(&now);
    text_put(out, "]}\n");
    return GESTALT_OK;
}

// Write a member of all spreads, by its offset; null without a value.
static void put_spreads(text_out *out, const live_series *s, uint32_t group, const char *name,
                        size_t place)
{
    text_print(out, ", \"%s\": [", name);
    for (uint32_t i = 0; i < s->count; i++) {
        const live_spread *spread = &s->spreads[(size_t)i * s->group_count + group];
        double value;
        memcpy(&value, (const char *)spread + place, sizeof value);
        text_put(out, i ? "," : "");
        if (spread->count > 0)
            answer_float(out, (float)value);
        else
            text_put(out, "null");
    }
    text_put(out, "]");
}

static const struct {
    const char *name;
    size_t place;
} spread_members[] = {{"mean", offsetof(live_spread, mean)},
                      {"low", offsetof(live_spread, low)},
                      {"high", offsetof(live_spread, high)},
                      {"deviation", offsetof(live_spread, deviation)}};

enum { SPREAD_MEMBERS = sizeof spread_members / sizeof *spread_members };

static void series_group(text_out *out, const live_series *s, uint32_t group)
{
    text_print(out, "%s{\"count\": [", group ? ",\n" : "\n");
    for (uint32_t i = 0; i < s->count; i++)
        text_print(out, "%s%" PRIu64, i ? "," : "",
                   s->spreads[(size_t)i * s->group_count + group].count);
    text_put(out, "]");
    for (size_t i = 0; i < SPREAD_MEMBERS; i++)
        put_spreads(out, s, group, spread_members[i].name, spread_members[i].place);
    text_put(out, "}");
}

gestalt_result answer_series(text_out *out, live *l, const char *key, gestalt_error *error)
{
    const live_series *s;
    gestalt_result result = live_charts_ask(&l->charts, &l->run, key, live_stands(l), &s, error);
    if (result != GESTALT_OK)
        return result;
    text_put(out, "{\"key\": ");
    answer_text(out, key);
    text_print(out, ", \"gone\": %s, \"ticks\": [",
               live_series_has_key(&l->run, key) ? "false" : "true");
    for (uint32_t i = 0; i < s->count; i++)
        text_print(out, "%s%" PRIu64, i ? "," : "", s->ticks[i]);
    text_put(out, "], \"groups\": [");
    for (uint32_t i = 0; i < s->group_count; i++)
        series_group(out, s, i);
    text_put(out, "]}\n");
    return GESTALT_OK;
}

gestalt_result answer_keys(text_out *out, live *l, uint32_t group, gestalt_error *error)
{
    const gestalt_shape *shape = gestalt_population_shape(l->run.population, group);
    const char *between = "\n";
    (void)error;
    text_print(out, "{\"group\": %" PRIu32 ", \"keys\": [", group);
    for (uint32_t i = 0; i < gestalt_shape_key_count(shape); i++) {
        gestalt_shape_key key = gestalt_shape_key_at(shape, i);
        live_spread s;
        if (!live_spread_take(&s, &l->run, group, key.name))
            continue;
        text_put(out, between);
        text_put(out, "{\"name\": ");
        answer_text(out, key.name);
        text_print(out, ", \"count\": %" PRIu64, s.count);
        for (size_t k = 0; k < SPREAD_MEMBERS; k++) {
            double value;
            memcpy(&value, (const char *)&s + spread_members[k].place, sizeof value);
            text_print(out, ", \"%s\": ", spread_members[k].name);
            answer_number(out, s.count > 0 ? value : NAN);
        }
        text_put(out, "}");
        between = ",\n";
    }
    text_put(out, "]}\n");
    return GESTALT_OK;
}

gestalt_result answer_settable(text_out *out, live *l, gestalt_error *error)
{
    const gestalt_live_subject *s = l->run.subject;
    size_t size = 0;
    if (!s->scene)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "a tree has no values to set");
    const char *text = s->scene(s->user, live_run_version(&l->run)->of_subject, &size);
    return live_values_print(out, text, size, error);
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
               l->notice.number, l->notice.tick, l->notice.is_error ? "true" : "false");
    text_json(out, l->notice.text.bytes ? l->notice.text.bytes : "", l->notice.text.size);
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
        const edit_view view = edit_view_of(live_version_shape(r, r->version - 1, i),
                                            live_version_shape(r, r->version, i), v->reports[i]);
        text_print(out, "%s{\"group\": %" PRIu32 ", ", between, i);
        edit_view_json(out, &view, true);
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
