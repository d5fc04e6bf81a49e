// SPDX-License-Identifier: MIT
#include "live_ask.h"

#include "error.h"
#include "value.h"

#include <string.h>

const char *asked_text(const live_asking *a, const char *name)
{
    for (uint32_t i = 0; i < a->request->argument_count; i++)
        if (strcmp(a->request->arguments[i].name, name) == 0)
            return a->request->arguments[i].value;
    return NULL;
}

// Get a count up to `most`.
gestalt_result asked_count(live_asking *a, const char *name, uint64_t fallback, uint64_t most,
                           uint64_t *count)
{
    const char *text = asked_text(a, name);
    *count = fallback;
    if (!text)
        return GESTALT_OK;
    uint64_t number;
    if (value_count(text, &number) != VALUE_GOOD || number > most)
        return error_set(&a->error, GESTALT_BAD_ARGUMENT, 0, "`%s` is a number up to %llu", name,
                         (unsigned long long)most);
    *count = number;
    return GESTALT_OK;
}

bool asked_flag(const live_asking *a, const char *name)
{
    const char *text = asked_text(a, name);
    return text && strcmp(text, "0") != 0;
}

gestalt_result asked_state(live_asking *a, live_state_query *q)
{
    q->counts = asked_flag(a, "counts");
    q->has_agent = asked_text(a, "agent") != NULL;
    return asked_count(a, "agent", 0, INT64_MAX, &q->agent);
}

static gestalt_result check_arguments(live_asking *a, const live_route *route)
{
    for (uint32_t i = 0; i < a->request->argument_count; i++)
        if (value_choice(a->request->arguments[i].name, route->arguments) < 0)
            return error_set(&a->error, GESTALT_BAD_ARGUMENT, 0,
                             "unknown argument; the possible ones are: %s", route->arguments);
    return GESTALT_OK;
}

static const live_route *find_route(const live_request *request, const live_route *routes,
                                    size_t count, int *status)
{
    *status = 404;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(routes[i].path, request->path) != 0)
            continue;
        if (strcmp(routes[i].method, request->method) == 0)
            return &routes[i];
        *status = 405;
    }
    return NULL;
}

// Replace the response by an error message.
static void answer_error(live_answer *answer, int status, const gestalt_error *error)
{
    text_out out;
    text_buffer_release(&answer->body);
    answer->status = status;
    answer->type = "application/json";
    text_start(&out, text_buffer_writer(&answer->body), false);
    text_print(&out,
               "{\"ok\": false, \"offset\": %llu, \"error\": ", (unsigned long long)error->offset);
    text_json(&out, error->message, strlen(error->message));
    text_put(&out, "}\n");
    text_finish(&out);
}

void live_ask(live_asking *a, const live_route *routes, size_t count, live_answer *answer)
{
    int status;
    const live_route *route = find_route(a->request, routes, count, &status);
    *answer = (live_answer){.status = 200};
    a->type = "application/json";
    if (!route) {
        error_set(&a->error, GESTALT_BAD_ARGUMENT, 0, "%s",
                  status == 404 ? "there is nothing here" : "this path has another method");
        answer_error(answer, status, &a->error);
        return;
    }
    text_start(&a->out, text_buffer_writer(&answer->body), false);
    gestalt_result result = check_arguments(a, route);
    if (result == GESTALT_OK)
        result = route->answer(a);
    if (!text_finish(&a->out) && result == GESTALT_OK)
        result = error_no_memory(&a->error);
    answer->type = a->type;
    if (result == GESTALT_NO_MEMORY)
        answer_error(answer, 503, &a->error);
    else if (result != GESTALT_OK)
        answer_error(answer, 400, &a->error);
}
