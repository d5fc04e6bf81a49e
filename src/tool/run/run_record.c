// SPDX-License-Identifier: MIT
#include "run_record.h"

#include "memory.h"

#include <stdio.h>
#include <string.h>

// ---- options

enum { PARTS_WORLD, PARTS_TREES, PARTS_BOTH }; // choices of --record-parts

static bool records_trees(const options *o, bool has_world)
{
    return options_text(o, OPTION_RECORD) &&
           (!has_world || options_choice(o, OPTION_RECORD_PARTS) != PARTS_WORLD);
}

bool run_record_wants_world(const options *o)
{
    return options_text(o, OPTION_RECORD) && options_choice(o, OPTION_RECORD_PARTS) != PARTS_TREES;
}

exit_code run_record_check(cli *c, bool has_world)
{
    static const option_id how[] = {OPTION_RECORD_EVERY, OPTION_RECORD_PARTS, OPTION_RECORD_KEYS,
                                    OPTION_WATCH,        OPTION_WATCH_IF,     OPTION_WATCH_NODE,
                                    OPTION_WATCH_VALUES};
    enum { OF_TREES = 2 }; // index of the first option that is for trees only
    const options *o = &c->options;
    bool is_recorded = options_text(o, OPTION_RECORD), has_trees = records_trees(o, has_world);
    for (size_t i = 0; i < sizeof how / sizeof *how; i++) {
        const char *name = option_table[how[i]].name;
        if (options_is_given(o, how[i]) && !is_recorded)
            return cli_usage(c, "--%s needs --record", name);
        if (options_is_given(o, how[i]) && i >= OF_TREES && !has_trees)
            return cli_usage(c, "--%s is for trees, and needs --record-parts=both", name);
    }
    bool watches = options_is_given(o, OPTION_WATCH) || options_is_given(o, OPTION_WATCH_IF) ||
                   options_is_given(o, OPTION_WATCH_NODE);
    if (watches && options_is_given(o, OPTION_EVENTS))
        return cli_usage(c, "--watch, --watch-if and --watch-node exclude --events: the recording "
                            "has all events of watched agents");
    if (options_is_given(o, OPTION_WATCH_VALUES) && !watches)
        return cli_usage(c, "--watch-values needs --watch, --watch-if or --watch-node");
    return EXIT_FINE;
}

static exit_code record_no_memory(const run_record *r)
{
    cli_say(r->c, "out of memory");
    return EXIT_LIMIT;
}

// Report an error, but not one of writing, which is reported when the output ends.
static exit_code record_failed(const run_record *r, gestalt_result result,
                               const gestalt_error *error)
{
    if (result == GESTALT_IO || !output_is_well(&r->out))
        return EXIT_IO;
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(r->c, r->path, result, error);
}

// Split the list of keys at its commas.
static exit_code read_keys(run_record *r)
{
    gestalt_allocator a = memory_allocator(NULL);
    const char *list = options_text(&r->c->options, OPTION_RECORD_KEYS);
    if (!list)
        return EXIT_FINE;
    r->key_texts = memory_new(&a, strlen(list) + 1);
    if (!r->key_texts)
        return record_no_memory(r);
    memcpy(r->key_texts, list, strlen(list) + 1);
    for (char *at = r->key_texts; at;) {
        if (r->key_count == RUN_RECORD_KEYS_MAX)
            return cli_usage(r->c, "--keys: there are more than %d keys", RUN_RECORD_KEYS_MAX);
        r->keys[r->key_count++] = at;
        at = strchr(at, ',');
        if (at)
            *at++ = '\0';
    }
    return EXIT_FINE;
}

static exit_code read_asked(run_record *r)
{
    uint32_t at = 0;
    const char *text;
    while ((text = options_next_text(&r->c->options, OPTION_WATCH_VALUES, &at))) {
        if (r->asked_count == RUN_RECORD_ASKED_MAX)
            return cli_usage(r->c, "--watch-values: there are more than %d expressions",
                             RUN_RECORD_ASKED_MAX);
        r->asked[r->asked_count++] = text;
    }
    return EXIT_FINE;
}

// ---- watched agents

// Watch the first agent that makes each condition true, or that enters each node.
static exit_code watch_firsts(run_record *r)
{
    const options *o = &r->c->options;
    gestalt_error error = {0};
    uint32_t at = 0;
    const char *text;
    while ((text = options_next_text(o, OPTION_WATCH_IF, &at))) {
        gestalt_result result = gestalt_tree_recorder_watch_if(r->trees, text, &error);
        if (result == GESTALT_BAD_ARGUMENT)
            return cli_usage(r->c, "--watch-if=%s", error.message);
        if (result != GESTALT_OK)
            return record_failed(r, result, &error);
    }
    at = 0;
    while ((text = options_next_text(o, OPTION_WATCH_NODE, &at))) {
        gestalt_result result = gestalt_tree_recorder_watch_node(r->trees, text, &error);
        if (result == GESTALT_BAD_ARGUMENT)
            return cli_usage(r->c, "--watch-node: %s", error.message);
        if (result != GESTALT_OK)
            return record_failed(r, result, &error);
    }
    return EXIT_FINE;
}

// Get the agent at an index of --watch.
static bool watched_at(const run_record *r, uint32_t index, uint64_t *agent)
{
    const options *o = &r->c->options;
    return options_is_given(o, OPTION_WATCH) && options_count_at(o, OPTION_WATCH, index, agent);
}

static exit_code check_given(const run_record *r, const team_agents *agents)
{
    uint64_t agent;
    for (uint32_t i = 0; watched_at(r, i, &agent); i++) {
        uint64_t there = gestalt_population_has(agents->population, agent);
        team_sum(&there, 1);
        if (!there)
            return cli_usage(r->c, "--watch: there is no agent %llu", (unsigned long long)agent);
    }
    return EXIT_FINE;
}

static exit_code watch_given(run_record *r)
{
    uint64_t agent;
    gestalt_error error = {0};
    for (uint32_t i = 0; watched_at(r, i, &agent); i++) {
        gestalt_result result = gestalt_tree_recorder_watch(r->trees, agent, &error);
        if (result != GESTALT_OK)
            return record_failed(r, result, &error);
    }
    return watch_firsts(r);
}

// ---- recording

static uint32_t record_every(const run_record *r)
{
    const options *o = &r->c->options;
    return options_is_given(o, OPTION_RECORD_EVERY)
               ? (uint32_t)options_number(o, OPTION_RECORD_EVERY)
               : 0;
}

static exit_code start_trees(run_record *r, const run_recorded *what)
{
    gestalt_error error = {0};
    gestalt_result result = gestalt_population_count_nodes(what->agents->population, true, &error);
    gestalt_tree_recorder_options how = {.sink = output_writer(&r->out),
                                         .recorder = r->world,
                                         .name = what->name,
                                         .groups = what->groups,
                                         .every = record_every(r),
                                         .keys = r->keys,
                                         .key_count = r->key_count};
    result = team_agree_result(result, &error);
    if (result == GESTALT_OK && what->world)
        result =
            team_world_record_trees(what->world, &how, r->asked, r->asked_count, &r->trees, &error);
    else if (result == GESTALT_OK)
        result = team_record(what->agents, &how, r->asked, r->asked_count, &r->trees, &error);
    exit_code verdict = team_agree(r->c, record_failed(r, result, &error));
    return verdict == EXIT_FINE ? watch_given(r) : verdict;
}

static exit_code start_world(run_record *r, const team_world *world)
{
    gestalt_error error = {0};
    gestalt_result result =
        team_world_record(world, record_every(r), output_writer(&r->out), &r->world, &error);
    r->has_world = result == GESTALT_OK;
    return team_agree(r->c, record_failed(r, result, &error));
}

// Write a frame of the world, if this step is recorded.
static exit_code record_world(run_record *r, const team_world *world)
{
    gestalt_error error = {0};
    if (!r->has_world)
        return EXIT_FINE;
    return record_failed(r, team_world_frame(world, r->world, &error), &error);
}

exit_code run_record_begin(run_record *r, cli *c, const run_recorded *what)
{
    const options *o = &c->options;
    bool has_trees = records_trees(o, what->world);
    *r = (run_record){.c = c, .path = options_text(o, OPTION_RECORD)};
    if (!r->path)
        return EXIT_FINE;
    output_stream(&r->out, c, r->path);
    exit_code verdict = read_keys(r);
    if (verdict == EXIT_FINE)
        verdict = read_asked(r);
    if (verdict == EXIT_FINE && has_trees)
        verdict = check_given(r, what->agents);
    if (verdict == EXIT_FINE && what->world && run_record_wants_world(o))
        verdict = start_world(r, what->world);
    if (verdict == EXIT_FINE && has_trees)
        verdict = start_trees(r, what);
    if (verdict == EXIT_FINE)
        verdict = record_world(r, what->world);
    if (verdict == EXIT_FINE)
        output_keep(&r->out);
    return team_agree(r->c, verdict);
}

exit_code run_record_tick(run_record *r, const team_world *world)
{
    gestalt_error error = {0};
    if (!r->path)
        return EXIT_FINE;
    exit_code verdict = record_world(r, world);
    if (verdict == EXIT_FINE && r->trees)
        verdict = record_failed(r, gestalt_tree_recorder_tick(r->trees, &error), &error);
    if (verdict == EXIT_FINE)
        output_keep(&r->out);
    return team_agree(r->c, verdict);
}

exit_code run_record_before_edit(run_record *r)
{
    gestalt_error error = {0};
    if (!r->trees)
        return EXIT_FINE;
    gestalt_result result = gestalt_tree_recorder_frame(r->trees, &error);
    return team_agree(r->c, record_failed(r, result, &error));
}

exit_code run_record_follow(run_record *r, const team_world *edited)
{
    gestalt_error error = {0};
    if (!r->trees)
        return EXIT_FINE;
    gestalt_result result =
        gestalt_population_count_nodes(gestalt_world_population(edited->own), true, &error);
    result = team_agree_result(result, &error);
    if (result == GESTALT_OK)
        result = team_world_follow(edited, r->trees, &error);
    return team_agree(r->c, record_failed(r, result, &error));
}

exit_code run_record_end(run_record *r, exit_code verdict)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (!r->path)
        return verdict;
    // write all frames so far, whatever has ended the run
    if (r->trees)
        gestalt_tree_recorder_finish(r->trees, NULL);
    if (r->world)
        gestalt_recorder_finish(r->world, NULL);
    gestalt_tree_recorder_destroy(r->trees);
    gestalt_recorder_destroy(r->world);
    memory_release(&a, r->key_texts,
                   r->key_texts ? strlen(options_text(&r->c->options, OPTION_RECORD_KEYS)) + 1 : 0);
    return output_end(&r->out, r->c, verdict);
}
