// SPDX-License-Identifier: MIT
#include "idle_host.h"

#include "array.h"
#include "limits_option.h"
#include "memory.h"

exit_code idle_host_open(idle_host *h, cli *c, const input *in, arena *a)
{
    gestalt_error error = {0};
    stub *stubs = NULL;
    uint32_t count = 0, capacity = 0, cursor = 0;
    const char *name;
    *h = (idle_host){0};
    while ((name = stub_next_missing(in->shape, NULL, 0, &cursor)))
        *ARENA_PUSH(a, stubs, count, capacity) = (stub){.name = name};
    gestalt_result result = gestalt_host_create(NULL, &h->host, &error);
    gestalt_limits limits = limits_option(&c->options);
    if (result == GESTALT_OK)
        gestalt_host_set_limits(h->host, &limits);
    if (result == GESTALT_OK)
        result = stub_set_create(in->shape, stubs, count, h->host, NULL, &h->stubs, &error);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(c, cli_input_name(in->path), result, &error);
}

void idle_host_close(idle_host *h)
{
    stub_set_destroy(h->stubs);
    gestalt_host_destroy(h->host);
    *h = (idle_host){0};
}
