// SPDX-License-Identifier: MIT
// The routes for pages about a recording. They are those of a live run, as far as a recording can
// respond. Actions move through the recording; others are refused.
#include "error.h"
#include "follow.h"
#include "live_act.h"

#include <inttypes.h>
#include <live_page.h>
#include <string.h>

static gestalt_result see_page(live_asking *a)
{
    a->type = "text/html; charset=utf-8";
    text_write(&a->out, (const char *)player_before, sizeof player_before);
    text_write(&a->out, (const char *)player_after, sizeof player_after);
    return GESTALT_OK;
}

static gestalt_result see_describe(live_asking *a)
{
    return follow_describe(&a->out, a->f, &a->error);
}

static gestalt_result see_state(live_asking *a)
{
    live_state_query q;
    gestalt_result result = asked_state(a, &q);
    return result == GESTALT_OK ? follow_state(&a->out, a->f, &q, &a->error) : result;
}

static gestalt_result see_group(live_asking *a, uint32_t *group)
{
    uint64_t number;
    uint32_t count = follow_now(a->f).groups;
    if (count == 0)
        return error_set(&a->error, GESTALT_BAD_ARGUMENT, 0, "there is no frame yet");
    gestalt_result result = asked_count(a, "group", 0, count - 1, &number);
    *group = (uint32_t)number;
    return result;
}

static gestalt_result see_agents(live_asking *a)
{
    uint64_t node;
    follow_query q = {.filter = asked_text(a, "filter"), .sort = asked_text(a, "sort")};
    q.only_ids = asked_flag(a, "ids");
    q.down = asked_flag(a, "down");
    q.sort = q.sort ? q.sort : "id";
    q.filter = q.filter && *q.filter ? q.filter : NULL;
    gestalt_result result = see_group(a, &q.group);
    if (result == GESTALT_OK)
        result = asked_count(a, "node", GESTALT_NO_NODE, GESTALT_NO_NODE, &node);
    if (result == GESTALT_OK)
        result = asked_count(a, "from", 0, LIVE_RANK_MAX, &q.from);
    if (result == GESTALT_OK)
        result = asked_count(a, "count", 50, q.only_ids ? LIVE_IDS_MAX : LIVE_ROWS_MAX, &q.count);
    if (result != GESTALT_OK)
        return result;
    q.node = (uint32_t)node;
    return follow_agents(&a->out, a->f, &q, &a->error);
}

static gestalt_result see_agent(live_asking *a)
{
    uint64_t id;
    gestalt_result result = asked_count(a, "id", 0, INT64_MAX, &id);
    return result == GESTALT_OK ? follow_agent(&a->out, a->f, id, &a->error) : result;
}

static gestalt_result see_steps(live_asking *a)
{
    uint64_t id;
    gestalt_result result = asked_count(a, "agent", 0, INT64_MAX, &id);
    return result == GESTALT_OK ? follow_steps(&a->out, a->f, id, &a->error) : result;
}

static gestalt_result see_history(live_asking *a)
{
    return follow_history(&a->out, a->f, &a->error);
}

static gestalt_result see_series(live_asking *a)
{
    const char *key = asked_text(a, "key");
    return follow_series(&a->out, a->f, key ? key : "", &a->error);
}

static gestalt_result see_places(live_asking *a)
{
    uint64_t most;
    gestalt_result result = asked_count(a, "most", LIVE_PLACES_MAX, LIVE_PLACES_MAX, &most);
    a->type = "application/octet-stream";
    return result == GESTALT_OK ? follow_places(&a->out, a->f, most, &a->error) : result;
}

static gestalt_result see_notice(live_asking *a)
{
    text_print(&a->out,
               "{\"number\": %" PRIu64 ", \"tick\": 0, \"error\": true, \"text\": ", a->f->notice);
    answer_text(&a->out, a->f->told);
    text_put(&a->out, "}\n");
    return GESTALT_OK;
}

static gestalt_result see_nothing(live_asking *a)
{
    return error_set(&a->error, GESTALT_BAD_ARGUMENT, 0,
                     "a recording has no `%s`: it tells what has been", a->request->path);
}

// ---- navigation

static gestalt_result move_to(live_asking *a, json_value object)
{
    uint64_t number;
    gestalt_result result = live_members(object, "do|tick|frame", &a->error);
    bool by_tick = json_kind_of(json_member(object, "tick", NULL)) != JSON_NONE;
    if (result == GESTALT_OK)
        result = live_count(object, by_tick ? "tick" : "frame", UINT64_MAX, &number, &a->error);
    if (result == GESTALT_OK)
        follow_seek(a->f, by_tick, number);
    return result;
}

static gestalt_result move(live_asking *a, json_value object)
{
    uint64_t number = 1;
    follow *f = a->f;
    json_value name = json_member(object, "do", NULL);
    if (json_kind_of(name) != JSON_STRING)
        return error_set(&a->error, GESTALT_BAD_ARGUMENT, 0, "`do` is missing");
    if (json_is(name, "goto"))
        return move_to(a, object);
    if (json_is(name, "step")) {
        gestalt_result result = live_count(object, "ticks", 1, &number, &a->error);
        uint64_t left = f->main.frame_count ? f->main.frame_count - 1 - f->goal : 0;
        if (result == GESTALT_OK)
            follow_seek(f, false, f->goal + (number < left ? number : left));
        return result;
    }
    if (json_is(name, "speed")) {
        gestalt_result result = live_count(object, "per_second", UINT64_MAX, &number, &a->error);
        if (result == GESTALT_OK)
            f->per_second = number < 1000000 ? number : 1000000;
        return result;
    }
    if (!json_is(name, "run") && !json_is(name, "pause"))
        return error_set(&a->error, GESTALT_BAD_ARGUMENT, json_begin(name),
                         "a recording cannot be changed: `do` has to be run, pause, step, goto or "
                         "speed");
    f->is_running = json_is(name, "run");
    f->sought.is_on = false;
    return GESTALT_OK;
}

static gestalt_result see_do(live_asking *a)
{
    json_document d;
    json_error wrong;
    gestalt_allocator m = memory_allocator(NULL);
    if (!json_read(a->request->body, a->request->size, (json_limits){.depth = 8}, &m, &d, &wrong))
        return wrong.kind == JSON_NO_MEMORY
                   ? error_no_memory(&a->error)
                   : error_set(&a->error, GESTALT_BAD_ARGUMENT, wrong.begin,
                               "the body has to be a JSON object");
    gestalt_result result =
        json_kind_of(json_root(&d)) == JSON_OBJECT
            ? move(a, json_root(&d))
            : error_set(&a->error, GESTALT_BAD_ARGUMENT, 0, "the body has to be a JSON object");
    json_destroy(&d, &m);
    if (result == GESTALT_OK)
        text_put(&a->out, "{\"ok\": true}\n");
    return result;
}

static const live_route follow_routes[] = {
    {"GET", "", "", see_page},
    {"GET", "describe", "", see_describe},
    {"GET", "state", "counts|agent", see_state},
    {"GET", "agents", "group|node|from|count|sort|down|filter|ids", see_agents},
    {"GET", "agent", "id", see_agent},
    {"GET", "history", "", see_history},
    {"GET", "series", "key", see_series},
    {"GET", "steps", "agent", see_steps},
    {"GET", "notice", "", see_notice},
    {"GET", "places", "most", see_places},
    {"GET", "keys", "group", see_nothing},
    {"GET", "values", "", see_nothing},
    {"GET", "edit", "", see_nothing},
    {"GET", "breaks", "", see_nothing},
    {"GET", "hash", "", see_nothing},
    {"GET", "log", "", see_nothing},
    {"POST", "do", "", see_do},
};

void follow_api(void *user, const live_request *request, live_answer *answer)
{
    live_asking a = {.f = user, .request = request};
    live_ask(&a, follow_routes, sizeof follow_routes / sizeof *follow_routes, answer);
}
