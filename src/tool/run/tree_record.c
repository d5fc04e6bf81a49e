// SPDX-License-Identifier: MIT
#include "tree_record.h"

#include "memory.h"

#include <stdio.h>
#include <string.h>

// ---- options

exit_code tree_record_check(cli *c, option_id option)
{
    static const option_id how[] = {OPTION_RECORD_EVERY, OPTION_RECORD_KEYS, OPTION_WATCH,
                                    OPTION_WATCH_IF,     OPTION_WATCH_NODE,  OPTION_WATCH_VALUES};
    const options *o = &c->options;
    const char *path = options_text(o, option);
    // a recording of the scene uses the option as well
    bool is_every = path || options_text(o, OPTION_RECORD);
    for (size_t i = is_every; i < sizeof how / sizeof *how && !path; i++)
        if (options_is_given(o, how[i]))
            return cli_usage(c, "--%s needs %s--%s", option_table[how[i]].name,
                             i == 0 && option != OPTION_RECORD ? "--record or " : "",
                             option_table[option].name);
    bool watches = options_is_given(o, OPTION_WATCH) || options_is_given(o, OPTION_WATCH_IF) ||
                   options_is_given(o, OPTION_WATCH_NODE);
    if (watches && options_is_given(o, OPTION_EVENTS))
        return cli_usage(c, "--watch, --watch-if and --watch-node exclude --events: the recording "
                            "has all events of watched agents");
    if (options_is_given(o, OPTION_WATCH_VALUES) && !watches)
        return cli_usage(c, "--watch-values needs --watch, --watch-if or --watch-node");
    if (path && cli_is_dash(path) && !options_flag(o, OPTION_QUIET))
        return cli_usage(c, "--%s=- needs --quiet: only one thing can go to standard output",
                         option_table[option].name);
    return EXIT_FINE;
}

static exit_code record_no_memory(const tree_record *r)
{
    cli_say(r->c, "out of memory");
    return EXIT_LIMIT;
}

static exit_code record_failed(const tree_record *r, gestalt_result result,
                               const gestalt_error *error)
{
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(r->c, r->path, result, error);
}

// Split the list of keys at its commas.
static exit_code read_keys(tree_record *r)
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
        if (r->key_count == TREE_RECORD_KEYS_MAX)
            return cli_usage(r->c, "--keys: there are more than %d keys", TREE_RECORD_KEYS_MAX);
        r->keys[r->key_count++] = at;
        at = strchr(at, ',');
        if (at)
            *at++ = '\0';
    }
    return EXIT_FINE;
}

static exit_code read_asked(tree_record *r)
{
    uint32_t at = 0;
    const char *text;
    while ((text = options_next_text(&r->c->options, OPTION_WATCH_VALUES, &at))) {
        if (r->asked_count == TREE_RECORD_ASKED_MAX)
            return cli_usage(r->c, "--watch-values: there are more than %d expressions",
                             TREE_RECORD_ASKED_MAX);
        r->asked[r->asked_count++] = text;
    }
    return EXIT_FINE;
}

// ---- watched agents

// Watch the first agent that makes each condition true, or that enters each node.
static exit_code watch_firsts(tree_record *r)
{
    const options *o = &r->c->options;
    gestalt_error error = {0};
    uint32_t at = 0;
    const char *text;
    while ((text = options_next_text(o, OPTION_WATCH_IF, &at))) {
        gestalt_result result = gestalt_tree_recorder_watch_if(r->recorder, text, &error);
        if (result == GESTALT_BAD_ARGUMENT)
            return cli_usage(r->c, "--watch-if=%s", error.message);
        if (result != GESTALT_OK)
            return record_failed(r, result, &error);
    }
    at = 0;
    while ((text = options_next_text(o, OPTION_WATCH_NODE, &at))) {
        gestalt_result result = gestalt_tree_recorder_watch_node(r->recorder, text, &error);
        if (result == GESTALT_BAD_ARGUMENT)
            return cli_usage(r->c, "--watch-node: %s", error.message);
        if (result != GESTALT_OK)
            return record_failed(r, result, &error);
    }
    return EXIT_FINE;
}

// Get the agent at an index of --watch.
static bool watched_at(const tree_record *r, uint32_t index, uint64_t *agent)
{
    const options *o = &r->c->options;
    return options_is_given(o, OPTION_WATCH) && options_count_at(o, OPTION_WATCH, index, agent);
}

static exit_code check_given(const tree_record *r)
{
    uint64_t agent;
    for (uint32_t i = 0; watched_at(r, i, &agent); i++)
        if (!gestalt_population_has(r->population, agent))
            return cli_usage(r->c, "--watch: there is no agent %llu", (unsigned long long)agent);
    return EXIT_FINE;
}

static exit_code watch_given(tree_record *r)
{
    uint64_t agent;
    gestalt_error error = {0};
    for (uint32_t i = 0; watched_at(r, i, &agent); i++) {
        gestalt_result result = gestalt_tree_recorder_watch(r->recorder, agent, &error);
        if (result != GESTALT_OK)
            return record_failed(r, result, &error);
    }
    return watch_firsts(r);
}

// ---- recording

static exit_code start_recorder(tree_record *r, const char *name, const char *const *groups)
{
    const options *o = &r->c->options;
    gestalt_error error = {0};
    gestalt_result result = gestalt_population_count_nodes(r->population, true, &error);
    gestalt_tree_recorder_options how = {.population = r->population,
                                         .sink = output_writer(&r->out),
                                         .name = name,
                                         .groups = groups,
                                         .every =
                                             options_is_given(o, OPTION_RECORD_EVERY)
                                                 ? (uint32_t)options_number(o, OPTION_RECORD_EVERY)
                                                 : 1,
                                         .keys = r->keys,
                                         .key_count = r->key_count};
    if (result == GESTALT_OK)
        result = gestalt_tree_recorder_create_asking(&how, r->asked, r->asked_count, &r->recorder,
                                                     &error);
    if (result == GESTALT_IO) // reported when the output ends
        return EXIT_IO;
    return record_failed(r, result, &error);
}

exit_code tree_record_begin(tree_record *r, cli *c, option_id option,
                            gestalt_population *population, const char *name,
                            const char *const *groups)
{
    *r = (tree_record){.c = c, .path = options_text(&c->options, option), .population = population};
    if (!r->path)
        return EXIT_FINE;
    output_stream(&r->out, c, r->path);
    exit_code verdict = read_keys(r);
    if (verdict == EXIT_FINE)
        verdict = read_asked(r);
    if (verdict == EXIT_FINE)
        verdict = check_given(r);
    if (verdict == EXIT_FINE)
        verdict = start_recorder(r, name, groups);
    if (verdict == EXIT_FINE)
        verdict = watch_given(r);
    if (verdict == EXIT_FINE)
        output_keep(&r->out);
    return verdict;
}

exit_code tree_record_tick(tree_record *r)
{
    gestalt_error error = {0};
    if (!r->recorder)
        return EXIT_FINE;
    gestalt_result result = gestalt_tree_recorder_tick(r->recorder, &error);
    if (result == GESTALT_OK)
        output_keep(&r->out);
    if (result == GESTALT_IO || !output_is_well(&r->out))
        return EXIT_IO; // reported when the output is finished
    return record_failed(r, result, &error);
}

exit_code tree_record_before_edit(tree_record *r)
{
    gestalt_error error = {0};
    if (!r->recorder)
        return EXIT_FINE;
    return record_failed(r, gestalt_tree_recorder_frame(r->recorder, &error), &error);
}

exit_code tree_record_follow(tree_record *r, gestalt_population *population)
{
    gestalt_error error = {0};
    if (!r->recorder)
        return EXIT_FINE;
    gestalt_result result = gestalt_population_count_nodes(population, true, &error);
    if (result == GESTALT_OK)
        result = gestalt_tree_recorder_follow(r->recorder, population, &error);
    r->population = population;
    return record_failed(r, result, &error);
}

exit_code tree_record_end(tree_record *r, exit_code verdict)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (!r->path)
        return verdict;
    if (r->recorder) // write all frames so far, whatever has ended the run
        gestalt_tree_recorder_finish(r->recorder, NULL);
    gestalt_tree_recorder_destroy(r->recorder);
    memory_release(&a, r->key_texts,
                   r->key_texts ? strlen(options_text(&r->c->options, OPTION_RECORD_KEYS)) + 1 : 0);
    return output_end(&r->out, r->c, verdict);
}
