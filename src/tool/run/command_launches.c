// SPDX-License-Identifier: MIT
// gestalt launches: the deferred actions that are live in a snapshot.
#include "commands.h"
#include "idle_host.h"
#include "input.h"
#include "launch_list.h"
#include "output.h"

#include <gestalt/snapshot.h>

typedef struct listing {
    cli *c;
    arena a;
    input in;
    idle_host host;
    gestalt_population *population;
} listing;

static exit_code listing_load(listing *l, const char *snapshot)
{
    gestalt_error error = {0};
    gestalt_population_options fresh = {.group = {l->in.shape, l->host.host},
                                        .interruptible = true};
    gestalt_result result = gestalt_population_create(&fresh, &l->population, &error);
    if (result != GESTALT_OK)
        return cli_fail(l->c, cli_input_name(l->in.path), result, &error);
    result = gestalt_population_load(l->population, snapshot, &error);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(l->c, snapshot, result, &error);
}

static exit_code listing_write(const listing *l)
{
    output out;
    gestalt_error error = {0};
    const options *o = &l->c->options;
    output_start(&out, l->c, options_text(o, OPTION_OUTPUT));
    gestalt_result result = (options_flag(o, OPTION_JSON) ? launch_list_json : launch_list_text)(
        &out.text, l->in.shape, &(team_agents){.population = l->population}, &error);
    if (result == GESTALT_OK)
        return output_finish(&out, l->c);
    output_abandon(&out);
    return cli_fail(l->c, cli_input_name(l->in.path), result, &error);
}

// The arena escapes to here if it is out of memory.
static exit_code listing_guarded(listing *l)
{
    if (setjmp(l->a.escape)) {
        cli_say(l->c, "out of memory");
        return EXIT_LIMIT;
    }
    exit_code verdict = idle_host_open(&l->host, l->c, &l->in, &l->a);
    if (verdict == EXIT_FINE)
        verdict = listing_load(l, l->c->options.operands[1]);
    return verdict == EXIT_FINE ? listing_write(l) : verdict;
}

static exit_code listing_in_arena(listing *l)
{
    arena_start(&l->a, memory_allocator(NULL));
    exit_code verdict = listing_guarded(l);
    gestalt_population_destroy(l->population);
    idle_host_close(&l->host);
    arena_destroy(&l->a);
    return verdict;
}

exit_code command_launches(cli *c)
{
    listing l = {.c = c};
    input_load(&l.in, c, c->options.operands[0]);
    exit_code verdict = l.in.result == GESTALT_OK ? listing_in_arena(&l) : input_report(&l.in, c);
    input_release(&l.in);
    return verdict;
}
