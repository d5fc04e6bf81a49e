// SPDX-License-Identifier: MIT
#include "session.h"

#include <inttypes.h>
#include <time.h>

uint64_t session_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}

static exit_code failed(const session *s, gestalt_result result, const gestalt_error *error)
{
    return cli_fail(s->c, input_name(s->in.path), result, error);
}

// ---- opening

static exit_code read_times(session *s, uint64_t ticks)
{
    uint64_t start = options_number(&s->c->options, OPTION_START);
    uint64_t dt = options_number(&s->c->options, OPTION_DT), duration, end;
    if (__builtin_mul_overflow(dt, ticks, &duration) ||
        __builtin_add_overflow(start, duration, &end) || end > INT64_MAX)
        return cli_usage(s->c, "the last tick would be later than time can tell, 292271 years");
    s->start = (int64_t)start;
    s->dt = (int64_t)dt;
    return EXIT_FINE;
}

static bool write_line(void *user, const char *text, size_t size)
{
    cli *c = user;
    text_write(&c->messages, text, size);
    return true;
}

// A plugin's functions may take other arguments than the tree gives.
static exit_code check_misfits(const session *s)
{
    cli *c = s->c;
    text_out nowhere;
    text_start(&nowhere, (gestalt_writer){write_line, c}, false);
    uint32_t misfits = gestalt_host_misfits(s->host, s->in.shape, nowhere.writer);
    if (misfits == 0)
        return EXIT_FINE;
    cli_say(c, "%s: the plugin does not fit the tree in %" PRIu32 " place%s", s->plugin.path,
            misfits, misfits == 1 ? "" : "s");
    return EXIT_REJECTED;
}

static exit_code make_host(session *s)
{
    gestalt_error error = {0};
    const char *path = options_text(&s->c->options, OPTION_PLUGIN);
    gestalt_result result = gestalt_host_create(NULL, &s->host, &error);
    if (result != GESTALT_OK)
        return failed(s, result, &error);
    exit_code verdict = path ? plugin_open(&s->plugin, s->c, path, s->host) : EXIT_FINE;
    if (verdict == EXIT_FINE)
        verdict = stub_options_read(&s->stub_options, s->c, s->in.shape, s->host);
    if (verdict != EXIT_FINE)
        return verdict;
    result = stub_set_create(s->in.shape, s->stub_options.stubs, s->stub_options.count, s->host,
                             NULL, &s->stubs, &error);
    return result == GESTALT_OK ? check_misfits(s) : failed(s, result, &error);
}

static exit_code populate(session *s, const session_settings *settings)
{
    gestalt_error error = {0};
    gestalt_population_options how = {.group = {s->in.shape, s->host},
                                      .lanes = settings->lanes,
                                      .threads = settings->threads,
                                      .seed = options_number(&s->c->options, OPTION_SEED),
                                      .start = s->start,
                                      .kernels = settings->kernels};
    gestalt_result result = gestalt_population_create(&how, &s->population, &error);
    if (result == GESTALT_OK && settings->agents > 0)
        result = gestalt_population_spawn(s->population, 0, settings->agents, NULL, &error);
    return result == GESTALT_OK ? EXIT_FINE : failed(s, result, &error);
}

exit_code session_open(session *s, cli *c, const session_settings *settings)
{
    *s = (session){.c = c};
    exit_code verdict = read_times(s, settings->ticks);
    if (verdict != EXIT_FINE)
        return verdict;
    input_load(&s->in, c, c->options.operands[0]);
    if (s->in.result != GESTALT_OK)
        return input_report(&s->in, c);
    verdict = make_host(s);
    return verdict == EXIT_FINE ? populate(s, settings) : verdict;
}

void session_close(session *s)
{
    gestalt_population_destroy(s->population);
    plugin_close(&s->plugin);
    stub_set_destroy(s->stubs);
    stub_options_release(&s->stub_options);
    gestalt_host_destroy(s->host);
    input_release(&s->in);
}

// ---- ticks

int64_t session_now(const session *s)
{
    return s->start + (int64_t)gestalt_population_ticks(s->population) * s->dt;
}

static exit_code tick_failed(const session *s, uint64_t tick, gestalt_result result,
                             const gestalt_error *error)
{
    if (result != GESTALT_REJECTED)
        return failed(s, result, error);
    cli_say(s->c, "tick %" PRIu64 ": a host function failed: %s", tick, error->message);
    return EXIT_REJECTED;
}

exit_code session_tick(session *s, uint64_t *nanoseconds)
{
    gestalt_error error = {0};
    uint64_t tick = gestalt_population_ticks(s->population);
    gestalt_result result = stub_set_before(s->stubs, s->population, &error);
    if (result == GESTALT_OK) {
        uint64_t before = session_clock();
        result = gestalt_population_tick(s->population, session_now(s), &error);
        if (nanoseconds)
            *nanoseconds += session_clock() - before;
    }
    if (result == GESTALT_OK)
        result = stub_set_after(s->stubs, s->population, &error);
    if (result == GESTALT_OK && s->plugin.entry && s->plugin.entry->after_tick)
        result = s->plugin.entry->after_tick(s->population, &error);
    return result == GESTALT_OK ? EXIT_FINE : tick_failed(s, tick, result, &error);
}
