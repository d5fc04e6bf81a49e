// SPDX-License-Identifier: MIT
#include "tree_record.h"

#include "memory.h"

#include <stdio.h>
#include <string.h>

// ---- options

exit_code tree_record_check(cli *c, option_id option)
{
    static const option_id how[] = {OPTION_RECORD_EVERY, OPTION_RECORD_KEYS, OPTION_WATCH,
                                    OPTION_WATCH_IF};
    const options *o = &c->options;
    const char *path = options_text(o, option);
    bool is_every = path || options_text(o, OPTION_RECORD); // that of a scene has it as well
    for (size_t i = is_every; i < sizeof how / sizeof *how && !path; i++)
        if (options_is_given(o, how[i]))
            return cli_usage(
                c, "--%s says how to record, and needs %s--%s", option_table[how[i]].name,
                i == 0 && option != OPTION_RECORD ? "--record or " : "", option_table[option].name);
    bool watches = options_is_given(o, OPTION_WATCH) || options_is_given(o, OPTION_WATCH_IF);
    if (watches && options_is_given(o, OPTION_EVENTS))
        return cli_usage(c, "--watch, --watch-if and --events exclude each other: who is watched "
                            "has all events in the recording");
    if (options_is_given(o, OPTION_WATCH_IF) && options_is_given(o, OPTION_EDIT))
        return cli_usage(c,
                         "--watch-if and --edit exclude each other: other trees have other keys");
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

// Cut the list of keys at its commas.
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
            return cli_usage(r->c, "--keys: there are more than %d", TREE_RECORD_KEYS_MAX);
        r->keys[r->key_count++] = at;
        at = strchr(at, ',');
        if (at)
            *at++ = '\0';
    }
    return EXIT_FINE;
}

// ---- who is watched

typedef struct rule_names {
    const gestalt_shape *shape;
    char mistake[256]; // the first one
} rule_names;

static bool rule_lookup(void *user, const char *name, gestalt_expression_name *meaning)
{
    const rule_names *n = user;
    uint32_t count = gestalt_shape_key_count(n->shape);
    for (uint32_t i = 0; i < count; i++) {
        gestalt_shape_key key = gestalt_shape_key_at(n->shape, i);
        if (strcmp(key.name, name) != 0)
            continue;
        *meaning = (gestalt_expression_name){.value = {.type = key.type}, .number = i};
        return true;
    }
    return false;
}

static void rule_report(void *user, const char *code, uint32_t begin, uint32_t end,
                        const char *message, const char *help)
{
    rule_names *n = user;
    (void)code;
    (void)begin;
    (void)end;
    if (!n->mistake[0])
        snprintf(n->mistake, sizeof n->mistake, "%s%s%s", message, help ? "; " : "",
                 help ? help : "");
}

// Compile it for the first group that has its keys.
static exit_code rule_compile(tree_record *r, watch_rule *rule)
{
    rule_names first = {0};
    uint32_t groups = gestalt_population_group_count(r->population);
    for (uint32_t i = 0; i < groups; i++) {
        rule_names names = {.shape = gestalt_population_shape(r->population, i)};
        gestalt_expression_options how = {.wanted = GESTALT_EXPRESSION_BOOL,
                                          .varies = true,
                                          .lookup = rule_lookup,
                                          .lookup_user = &names,
                                          .report = rule_report,
                                          .report_user = &names};
        gestalt_error error = {0};
        gestalt_result result = gestalt_expression_compile(rule->text, strlen(rule->text), &how,
                                                           &rule->expression, &error);
        rule->group = i;
        if (result != GESTALT_REJECTED)
            return record_failed(r, result, &error);
        if (i == 0)
            first = names;
    }
    return cli_usage(r->c, "--watch-if=`%s`: %s", rule->text, first.mistake);
}

static exit_code read_rules(tree_record *r)
{
    gestalt_allocator a = memory_allocator(NULL);
    uint32_t count = 0, at = 0;
    const char *text;
    while (options_next_text(&r->c->options, OPTION_WATCH_IF, &at))
        count++;
    if (count == 0)
        return EXIT_FINE;
    r->rules = memory_new(&a, count * sizeof *r->rules);
    if (!r->rules)
        return record_no_memory(r);
    exit_code verdict = EXIT_FINE;
    for (at = 0; verdict == EXIT_FINE &&
                 (text = options_next_text(&r->c->options, OPTION_WATCH_IF, &at));) {
        watch_rule *rule = &r->rules[r->rule_count++];
        *rule = (watch_rule){.text = text};
        verdict = rule_compile(r, rule);
    }
    return verdict;
}

// Tell whether a rule holds for an agent. `all` has room for its keys, `used` for those that the
// expression asks.
static bool rule_holds(const tree_record *r, const watch_rule *rule, uint64_t agent,
                       gestalt_value *all, gestalt_value *used, size_t capacity)
{
    gestalt_expression_moment moment = {
        .time = (float)((double)gestalt_population_now(r->population) * 1e-6),
        .tick = (int32_t)gestalt_population_ticks(r->population),
        .agent = (int32_t)agent};
    uint32_t group;
    if (!gestalt_actor_group(r->population, agent, &group) || group != rule->group ||
        gestalt_actor_values(r->population, agent, all, capacity, NULL) != GESTALT_OK)
        return false;
    for (uint32_t i = 0; i < gestalt_expression_used_count(rule->expression); i++)
        used[i] = all[gestalt_expression_used(rule->expression, i)];
    return gestalt_expression_compute(rule->expression, used, &moment).boolean;
}

// Watch the first agent for which a rule holds now, if there is one.
static exit_code rule_ask(tree_record *r, watch_rule *rule)
{
    gestalt_allocator a = memory_allocator(NULL);
    gestalt_error error = {0};
    const gestalt_shape *shape = gestalt_population_shape(r->population, rule->group);
    size_t keys = gestalt_shape_key_count(shape), size = 2 * (keys + 1) * sizeof(gestalt_value);
    gestalt_value *values = memory_new(&a, size);
    gestalt_result result = GESTALT_OK;
    if (!values)
        return record_no_memory(r);
    for (uint64_t agent = gestalt_population_next(r->population, 0);
         agent != UINT64_MAX && !rule->is_found;
         agent = gestalt_population_next(r->population, agent + 1))
        if (rule_holds(r, rule, agent, values, values + keys + 1, keys)) {
            rule->is_found = true;
            result = gestalt_tree_recorder_watch(r->recorder, agent, &error);
        }
    memory_release(&a, values, size);
    return record_failed(r, result, &error);
}

static exit_code ask_rules(tree_record *r)
{
    exit_code verdict = EXIT_FINE;
    for (uint32_t i = 0; i < r->rule_count && verdict == EXIT_FINE; i++)
        if (!r->rules[i].is_found)
            verdict = rule_ask(r, &r->rules[i]);
    return verdict;
}

// The agent at a place of --watch.
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
    return ask_rules(r);
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
        result = gestalt_tree_recorder_create(&how, &r->recorder, &error);
    if (result == GESTALT_IO) // is reported when the output ends
        return EXIT_IO;
    if (result == GESTALT_OK)
        output_keep(&r->out);
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
        verdict = read_rules(r);
    if (verdict == EXIT_FINE)
        verdict = check_given(r);
    if (verdict == EXIT_FINE)
        verdict = start_recorder(r, name, groups);
    return verdict == EXIT_FINE ? watch_given(r) : verdict;
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
        return EXIT_IO; // is reported when the output is finished
    return result == GESTALT_OK ? ask_rules(r) : record_failed(r, result, &error);
}

exit_code tree_record_end(tree_record *r, exit_code verdict)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (!r->path)
        return verdict;
    if (r->recorder) // with all frames that there are, whatever has ended it
        gestalt_tree_recorder_finish(r->recorder, NULL);
    gestalt_tree_recorder_destroy(r->recorder);
    for (uint32_t i = 0; i < r->rule_count; i++)
        gestalt_expression_destroy(r->rules[i].expression);
    memory_release(&a, r->rules, r->rule_count * sizeof *r->rules);
    memory_release(&a, r->key_texts,
                   r->key_texts ? strlen(options_text(&r->c->options, OPTION_RECORD_KEYS)) + 1 : 0);
    return output_end(&r->out, r->c, verdict);
}
