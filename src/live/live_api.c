// SPDX-License-Identifier: MIT
#include "live_api.h"

#include "error.h"
#include "live_act.h"
#include "live_answers.h"
#include "live_ask.h"
#include "memory.h"
#include "value.h"

#include <live_page.h>
#include <string.h>

static gestalt_result asked_group(live_asking *a, uint32_t *group)
{
    uint64_t number;
    uint32_t count = gestalt_population_group_count(a->l->run.population);
    gestalt_result result = asked_count(a, "group", 0, count - 1, &number);
    *group = (uint32_t)number;
    return result;
}

// ---- queries

static gestalt_result ask_describe(live_asking *a)
{
    return answer_describe(&a->out, a->l, &a->error);
}

static gestalt_result ask_state(live_asking *a)
{
    live_state_query q;
    gestalt_result result = asked_state(a, &q);
    return result == GESTALT_OK ? answer_state(&a->out, a->l, &q, &a->error) : result;
}

static gestalt_result ask_agents(live_asking *a)
{
    live_query q = {.filter = asked_text(a, "filter"), .sort = asked_text(a, "sort")};
    uint64_t node;
    bool only_ids = asked_flag(a, "ids");
    q.down = asked_flag(a, "down");
    q.sort = q.sort ? q.sort : "id";
    q.filter = q.filter && *q.filter ? q.filter : NULL;
    gestalt_result result = asked_group(a, &q.group);
    if (result == GESTALT_OK)
        result = asked_count(a, "node", GESTALT_NO_NODE, GESTALT_NO_NODE, &node);
    if (result == GESTALT_OK)
        result = asked_count(a, "from", 0, LIVE_RANK_MAX, &q.from);
    if (result == GESTALT_OK)
        result = asked_count(a, "count", 50, only_ids ? LIVE_IDS_MAX : LIVE_ROWS_MAX, &q.count);
    if (result != GESTALT_OK)
        return result;
    q.node = (uint32_t)node;
    return answer_agents(&a->out, a->l, &q, only_ids, &a->error);
}

static gestalt_result ask_agent(live_asking *a)
{
    uint64_t id;
    gestalt_result result = asked_count(a, "id", 0, INT64_MAX, &id);
    return result == GESTALT_OK ? answer_agent(&a->out, a->l, id, &a->error) : result;
}

static gestalt_result ask_history(live_asking *a)
{
    return answer_history(&a->out, a->l, &a->error);
}

static gestalt_result ask_series(live_asking *a)
{
    const char *key = asked_text(a, "key");
    return answer_series(&a->out, a->l, key ? key : "", &a->error);
}

static gestalt_result ask_keys(live_asking *a)
{
    uint32_t group;
    gestalt_result result = asked_group(a, &group);
    return result == GESTALT_OK ? answer_keys(&a->out, a->l, group, &a->error) : result;
}

static gestalt_result ask_values(live_asking *a)
{
    return answer_settable(&a->out, a->l, &a->error);
}

static gestalt_result ask_steps(live_asking *a)
{
    return answer_steps(&a->out, a->l, &a->error);
}

static gestalt_result ask_notice(live_asking *a)
{
    return answer_notice(&a->out, a->l, &a->error);
}

static gestalt_result ask_edit(live_asking *a)
{
    return answer_edit(&a->out, a->l, &a->error);
}

static gestalt_result ask_hash(live_asking *a)
{
    uint64_t hash = 0;
    gestalt_result result = live_run_hash(&a->l->run, &hash, &a->error);
    text_print(&a->out, "{\"hash\": \"%016llx\"}\n", (unsigned long long)hash);
    return result;
}

static gestalt_result ask_breaks(live_asking *a)
{
    return answer_breaks(&a->out, a->l, &a->error);
}

static gestalt_result ask_log(live_asking *a)
{
    a->type = "application/jsonl";
    live_log_print(&a->out, &a->l->log, live_run_ticks(&a->l->run));
    return GESTALT_OK;
}

static gestalt_result ask_places(live_asking *a)
{
    uint64_t most;
    gestalt_result result = asked_count(a, "most", LIVE_PLACES_MAX, LIVE_PLACES_MAX, &most);
    a->type = "application/octet-stream";
    return result == GESTALT_OK ? answer_places(&a->out, a->l, most, &a->error) : result;
}

static gestalt_result ask_page(live_asking *a)
{
    a->type = "text/html; charset=utf-8";
    text_write(&a->out, (const char *)player_before, sizeof player_before);
    text_write(&a->out, (const char *)player_after, sizeof player_after);
    return GESTALT_OK;
}

// ---- actions

static gestalt_result do_run(live_asking *a, json_value object)
{
    gestalt_result result = live_members(object, "do", &a->error);
    return result == GESTALT_OK ? live_go_on(a->l, UINT64_MAX, &a->error) : result;
}

static gestalt_result do_pause(live_asking *a, json_value object)
{
    gestalt_result result = live_members(object, "do", &a->error);
    if (result == GESTALT_OK)
        live_pause(a->l);
    return result;
}

static gestalt_result do_step(live_asking *a, json_value object)
{
    uint64_t ticks;
    gestalt_result result = live_members(object, "do|ticks", &a->error);
    if (result == GESTALT_OK)
        result = live_count(object, "ticks", 1, &ticks, &a->error);
    return result == GESTALT_OK ? live_go_on(a->l, ticks, &a->error) : result;
}

static gestalt_result do_goto(live_asking *a, json_value object)
{
    uint64_t tick;
    json_value before = json_member(object, "before", NULL);
    gestalt_result result = live_members(object, "do|tick|before", &a->error);
    if (result == GESTALT_OK)
        result = live_count(object, "tick", UINT64_MAX, &tick, &a->error);
    return result == GESTALT_OK
               ? live_go_to(a->l, tick, json_kind_of(before) == JSON_TRUE, &a->error)
               : result;
}

static gestalt_result do_speed(live_asking *a, json_value object)
{
    uint64_t speed;
    gestalt_result result = live_members(object, "do|per_second", &a->error);
    if (result == GESTALT_OK)
        result = live_count(object, "per_second", UINT64_MAX, &speed, &a->error);
    if (result == GESTALT_OK && speed > 1000000)
        result = error_set(&a->error, GESTALT_BAD_ARGUMENT, 0,
                           "`per_second` is up to 1000000; 0: as fast as can be");
    if (result == GESTALT_OK)
        a->l->per_second = speed;
    return result;
}

static gestalt_result do_into(live_asking *a, json_value object)
{
    uint64_t agent;
    gestalt_result result = live_members(object, "do|agent", &a->error);
    if (result == GESTALT_OK)
        result = live_count(object, "agent", UINT64_MAX, &agent, &a->error);
    return result == GESTALT_OK ? live_step_into(a->l, agent, &a->error) : result;
}

static gestalt_result do_tune(live_asking *a, json_value object)
{
    gestalt_result result = live_members(object, "do|path|value", &a->error);
    return result == GESTALT_OK ? live_tune(a->l, object, &a->error) : result;
}

static gestalt_result do_break(live_asking *a, json_value object)
{
    gestalt_result result = live_breaks_add(&a->l->breaks, &a->l->run, object, &a->error);
    if (result == GESTALT_OK && a->l->is_running) // conditions that are already true do not count
        result = live_breaks_begin(&a->l->breaks, &a->l->run, &a->error);
    return result;
}

static gestalt_result do_unbreak(live_asking *a, json_value object)
{
    uint64_t id;
    gestalt_result result = live_members(object, "do|id", &a->error);
    if (result == GESTALT_OK)
        result = live_count(object, "id", UINT64_MAX, &id, &a->error);
    if (result == GESTALT_OK && !live_breaks_remove(&a->l->breaks, id))
        result = error_set(&a->error, GESTALT_BAD_ARGUMENT, 0, "there is no such breakpoint");
    return result;
}

typedef struct live_deed {
    const char *name;
    uint32_t rights;
    gestalt_result (*run)(live_asking *a, json_value object);
} live_deed;

static const live_deed deeds[] = {
    {"run", GESTALT_LIVE_PACE, do_run},
    {"pause", GESTALT_LIVE_PACE, do_pause},
    {"step", GESTALT_LIVE_PACE, do_step},
    {"goto", GESTALT_LIVE_PACE | GESTALT_LIVE_GO_BACK, do_goto},
    {"speed", GESTALT_LIVE_PACE | GESTALT_LIVE_SPEED, do_speed},
    {"into", GESTALT_LIVE_PACE, do_into},
    {"tune", GESTALT_LIVE_PACE | GESTALT_LIVE_GO_BACK | GESTALT_LIVE_EDIT, do_tune},
    {"break", GESTALT_LIVE_PACE, do_break},
    {"unbreak", GESTALT_LIVE_PACE, do_unbreak},
};

// Refuse what the program does not allow.
static gestalt_result check_rights(live_asking *a, uint32_t rights)
{
    if (live_may(a->l, rights))
        return GESTALT_OK;
    return error_set(&a->error, GESTALT_BAD_ARGUMENT, 0, "this program does not let the page %s",
                     live_right_text(rights & ~a->l->rights));
}

static gestalt_result do_object(live_asking *a, json_value object)
{
    bool is_object = json_kind_of(object) == JSON_OBJECT;
    json_value name = is_object ? json_member(object, "do", NULL) : (json_value){0};
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
        if (json_kind_of(name) != JSON_STRING || !json_is(name, deeds[i].name))
            continue;
        gestalt_result result = check_rights(a, deeds[i].rights);
        return result == GESTALT_OK ? deeds[i].run(a, object) : result;
    }
    if (live_act_is(object)) {
        gestalt_result result = check_rights(a, live_act_rights(object));
        return result == GESTALT_OK ? live_do(a->l, object, &a->error) : result;
    }
    return error_set(&a->error, GESTALT_BAD_ARGUMENT, json_begin(name),
                     "`do` has to be run, pause, step, goto, speed, into, break, unbreak, tune, "
                     "write, spawn, despawn, cancel, set or edit");
}

static gestalt_result ask_do(live_asking *a)
{
    json_document d;
    json_error wrong;
    gestalt_allocator m = memory_allocator(NULL);
    if (!json_read(a->request->body, a->request->size, (json_limits){.depth = 8}, &m, &d, &wrong))
        return wrong.kind == JSON_NO_MEMORY
                   ? error_no_memory(&a->error)
                   : error_set(&a->error, GESTALT_BAD_ARGUMENT, wrong.begin,
                               "the body has to be a JSON object");
    gestalt_result result = do_object(a, json_root(&d));
    json_destroy(&d, &m);
    if (result == GESTALT_OK)
        text_put(&a->out, "{\"ok\": true}\n");
    return result;
}

// ---- routes

static const live_route routes[] = {
    {"GET", "", "", ask_page},
    {"GET", "describe", "", ask_describe},
    {"GET", "state", "counts|agent", ask_state},
    {"GET", "agents", "group|node|from|count|sort|down|filter|ids", ask_agents},
    {"GET", "agent", "id", ask_agent},
    {"GET", "history", "", ask_history},
    {"GET", "series", "key", ask_series},
    {"GET", "keys", "group", ask_keys},
    {"GET", "values", "", ask_values},
    {"GET", "steps", "", ask_steps},
    {"GET", "notice", "", ask_notice},
    {"GET", "edit", "", ask_edit},
    {"GET", "breaks", "", ask_breaks},
    {"GET", "hash", "", ask_hash},
    {"GET", "log", "", ask_log},
    {"GET", "places", "most", ask_places},
    {"POST", "do", "", ask_do},
};

void live_api(live *l, const live_request *request, live_answer *answer)
{
    live_asking a = {.l = l, .request = request};
    live_ask(&a, routes, sizeof routes / sizeof *routes, answer);
}
