// SPDX-License-Identifier: MIT
#include "requests.h"

#include "json.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned long requests_answered;

static void request_check(const live_answer *answer)
{
    json_document d;
    json_error error;
    gestalt_allocator a = memory_allocator(NULL);
    if (answer->status != 200 && answer->status != 400 && answer->status != 404 &&
        answer->status != 405)
        abort();
    requests_answered += answer->status == 200;
    if (strcmp(answer->type, "application/json") != 0)
        return;
    if (!json_read(answer->body.bytes, answer->body.size, (json_limits){0}, &a, &d, &error)) {
        fprintf(stderr, "fuzz: no JSON: %s\n", answer->body.bytes);
        abort();
    }
    json_destroy(&d, &a);
}

// Parse a query, with its arguments as they are written.
static live_request request_question(char *line)
{
    live_request request = {.method = "GET", .path = line + 1};
    char *query = strchr(line, '?');
    if (query)
        *query++ = '\0';
    while (query && *query && request.argument_count < LIVE_ARGUMENTS_MAX) {
        char *next = strchr(query, '&'), *equals;
        if (next)
            *next++ = '\0';
        equals = strchr(query, '=');
        if (equals)
            *equals++ = '\0';
        request.arguments[request.argument_count++] = (live_argument){query, equals ? equals : ""};
        query = next;
    }
    return request;
}

void request_line(request_api *api, void *user, char *line)
{
    live_answer answer;
    live_request request = {.method = "POST", .path = "do", .body = line, .size = strlen(line)};
    if (*line == '/')
        request = request_question(line);
    api(user, &request, &answer);
    request_check(&answer);
    text_buffer_release(&answer.body);
}
