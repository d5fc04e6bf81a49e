// SPDX-License-Identifier: MIT
// The recorder of trees: writes a population, frame by frame, as the bytes of docs/recordings.md.
#include "error.h"
#include "misuse.h"
#include "record.h"
#include "tree_share.h"
#include "tree_source.h"
#include "tree_watch.h"
#include "tree_writer.h"
#include "utf8.h"

struct gestalt_tree_recorder {
    gestalt_tree_recorder_options options; // with copies of keys and names
    gestalt_allocator allocator;
    char *texts; // memory of all names
    size_t texts_size;
    const char **names; // names of keys, then of groups
    uint32_t group_count;
    tree_source *sources;         // by group
    const gestalt_shape **shapes; // by group: the shape whose tree was written last
    tree_watch watch;
    chunk_writer *out; // that of options.recorder, or `own`
    chunk_writer own;
    tree_share share;
    chunk_bytes own_bytes, all; // sent to the first recorder; of all recorders
    uint64_t frame_count, last_tick;
    bool is_finished;
};

// ---- sharing

// Agree on a result. After the first recorder's sink has failed, no recorder continues.
static gestalt_result recorder_agree(gestalt_tree_recorder *r, gestalt_result result,
                                     gestalt_error *error)
{
    result = share_agree(&r->share, result, error);
    if (r->share.is_shared && result == GESTALT_IO)
        r->out->has_failed = true;
    return result;
}

static gestalt_result agree_on_memory(gestalt_tree_recorder *r, bool is_well, gestalt_error *error)
{
    return recorder_agree(r, is_well ? GESTALT_OK : error_no_memory(error), error);
}

static gestalt_result agree_on_use(gestalt_tree_recorder *r, bool is_right, gestalt_error *error)
{
    return recorder_agree(r, is_right ? GESTALT_OK : GESTALT_MISUSE, error);
}

// Write the chunk, which only the first recorder has.
static gestalt_result end_chunk(gestalt_tree_recorder *r, record_chunk head, gestalt_error *error)
{
    gestalt_result result =
        share_is_first(&r->share) ? chunk_writer_end(r->out, head, error) : GESTALT_OK;
    return recorder_agree(r, result, error);
}

// ---- trees

static gestalt_result write_tree(gestalt_tree_recorder *r, uint32_t group, gestalt_error *error)
{
    chunk_writer_start(r->out);
    bool is_well = tree_source_describe(&r->sources[group], &r->options, &r->out->chunk);
    gestalt_result result = agree_on_memory(r, is_well, error);
    if (result != GESTALT_OK)
        return result;
    record_chunk head = {.kind = RECORD_CHUNK_TREE,
                         .step = gestalt_population_ticks(r->options.population),
                         .time = gestalt_population_now(r->options.population)};
    r->shapes[group] = gestalt_population_shape(r->options.population, group);
    return end_chunk(r, head, error);
}

// ---- frames

// Find the agents and counts of a frame, and what all recorders must have in common. `agents`
// becomes the number of all agents.
static gestalt_result begin_frame(gestalt_tree_recorder *r, bool is_key, uint64_t *agents,
                                  gestalt_error *error)
{
    bool is_well = true;
    for (uint32_t i = 0; i < r->group_count && is_well; i++)
        is_well = tree_source_begin(&r->sources[i], &r->allocator);
    gestalt_result result = agree_on_memory(r, is_well, error);
    if (result != GESTALT_OK)
        return result;
    share_sum(&r->share, agents, 1);
    for (uint32_t i = 0; i < r->group_count; i++) {
        tree_source *s = &r->sources[i];
        uint64_t flags[] = {s->frame.is_key || is_key, s->frame.has_counts}, end = ~s->frame.end;
        share_sum(&r->share, flags, 2);
        share_least(&r->share, &end, 1);
        s->frame.is_key = flags[0];
        s->frame.has_counts = flags[1];
        s->frame.end = ~end;
        if (s->frame.has_counts)
            share_sum(&r->share, (uint64_t *)tree_source_counts(s),
                      s->node_count * sizeof(gestalt_node_counts) / sizeof(uint64_t));
    }
    return GESTALT_OK;
}

static gestalt_result write_alone(gestalt_tree_recorder *r, record_chunk head, gestalt_error *error)
{
    chunk_bytes *to = &r->out->chunk;
    for (uint32_t i = 0; i < r->group_count; i++) {
        tree_source *s = &r->sources[i];
        if (!tree_source_assign(s, &r->allocator))
            return error_no_memory(error);
        tree_source_put_head(s, s->runs.block_count, to);
        if (!tree_source_put_blocks(s, false, to))
            return error_no_memory(error);
        tree_source_put_tail(s, to);
    }
    return chunk_writer_end(r->out, head, error);
}

// Write the blocks of all recorders.
static gestalt_result write_joined(gestalt_tree_recorder *r, record_chunk head,
                                   gestalt_error *error)
{
    tree_join join;
    chunk_bytes *to = &r->out->chunk;
    gestalt_result result = join_open(&join, &r->all, &r->allocator, error);
    for (uint32_t i = 0; i < r->group_count && result == GESTALT_OK; i++) {
        tree_source_put_head(&r->sources[i], join_count(&join, i), to);
        join_put(&join, i, to);
        tree_source_put_tail(&r->sources[i], to);
    }
    join_close(&join, &r->allocator);
    return result == GESTALT_OK ? chunk_writer_end(r->out, head, error) : result;
}

static gestalt_result write_shared(gestalt_tree_recorder *r, record_chunk head,
                                   gestalt_error *error)
{
    bool is_well = true;
    chunk_bytes_clear(&r->own_bytes);
    for (uint32_t i = 0; i < r->group_count && is_well; i++)
        is_well = tree_source_assign(&r->sources[i], &r->allocator) &&
                  tree_source_put_blocks(&r->sources[i], true, &r->own_bytes);
    gestalt_result result = agree_on_memory(r, is_well, error);
    if (result == GESTALT_OK)
        result = share_gather(&r->share, &r->own_bytes, &r->all, error);
    if (result != GESTALT_OK)
        return result;
    if (share_is_first(&r->share))
        result = write_joined(r, head, error);
    return recorder_agree(r, result, error);
}

static gestalt_result write_frame(gestalt_tree_recorder *r, gestalt_error *error)
{
    const gestalt_population *p = r->options.population;
    bool is_key = r->frame_count % RECORD_KEY_EVERY == 0;
    record_chunk head = {.kind = RECORD_CHUNK_STATES,
                         .flags = is_key ? RECORD_KEY : 0,
                         .step = gestalt_population_ticks(p),
                         .time = gestalt_population_now(p),
                         .count = gestalt_population_count(p)};
    gestalt_result result = begin_frame(r, is_key, &head.count, error);
    if (result != GESTALT_OK)
        return result;
    chunk_writer_start(r->out);
    return r->share.is_shared ? write_shared(r, head, error) : write_alone(r, head, error);
}

static gestalt_result tree_frame(gestalt_tree_recorder *r, gestalt_error *error)
{
    gestalt_error unused;
    gestalt_result result = share_arrange(&r->share, true, error);
    if (result != GESTALT_OK)
        return result;
    result = write_frame(r, error);
    bool is_written = result == GESTALT_OK;
    gestalt_result back = share_arrange(&r->share, false, is_written ? error : &unused);
    for (uint32_t i = 0; i < r->group_count && is_written; i++)
        tree_source_commit(&r->sources[i]);
    if (is_written) {
        r->frame_count++;
        r->last_tick = gestalt_population_ticks(r->options.population);
    }
    return is_written ? back : result;
}

// ---- steps

// Write the steps whose nodes belong to the trees that were written last.
static gestalt_result write_steps(gestalt_tree_recorder *r, gestalt_error *error)
{
    if (!r->watch.has_hooks)
        return GESTALT_OK;
    record_chunk head = {.kind = RECORD_CHUNK_STEPS,
                         .step = gestalt_population_ticks(r->options.population),
                         .time = gestalt_population_now(r->options.population)};
    chunk_bytes_clear(&r->own_bytes);
    bool is_well = watch_take(&r->watch, r->shapes, &r->own_bytes);
    gestalt_result result = agree_on_memory(r, is_well, error);
    if (result == GESTALT_OK)
        result = share_gather(&r->share, &r->own_bytes, &r->all, error);
    if (result != GESTALT_OK)
        return result;
    if (share_is_first(&r->share) && r->all.size > 0) {
        chunk_writer_start(r->out);
        result = watch_put(&r->watch, &r->all, &head.count, &r->out->chunk)
                     ? chunk_writer_end(r->out, head, error)
                     : error_no_memory(error);
    }
    return recorder_agree(r, result, error);
}

// Find the trees that have changed, and check that all steps of the tick are known.
static bool find_changes(gestalt_tree_recorder *r)
{
    bool is_well = !r->watch.has_failed && watch_reserve(&r->watch, r->watch.seek.count);
    r->watch.has_failed = false;
    for (uint32_t i = 0; i < r->group_count && is_well; i++) {
        tree_source *s = &r->sources[i];
        s->has_changed = tree_source_has_changed(s, &r->allocator, &is_well);
    }
    return is_well;
}

// Write the trees that have changed, after the steps that still belong to the old trees. `result`
// and `error` are those of the checks before.
static gestalt_result write_changed_trees(gestalt_tree_recorder *r, gestalt_result result,
                                          gestalt_error *error)
{
    bool has_any = false;
    if (result == GESTALT_OK && !find_changes(r))
        result = error_no_memory(error);
    result = recorder_agree(r, result, error);
    if (result != GESTALT_OK)
        return result;
    watch_settle(&r->watch, &r->share);
    for (uint32_t i = 0; i < r->group_count && result == GESTALT_OK; i++) {
        bool has_changed = r->sources[i].has_changed;
        if (has_changed && !has_any)
            result = write_steps(r, error);
        has_any = has_any || has_changed;
        if (result == GESTALT_OK && has_changed)
            result = write_tree(r, i, error);
        else if (result == GESTALT_OK) // the shape may be another copy of the same tree
            r->shapes[i] = gestalt_population_shape(r->options.population, i);
    }
    return result == GESTALT_OK ? write_steps(r, error) : result;
}

static gestalt_result write_tick(gestalt_tree_recorder *r, gestalt_result checked,
                                 gestalt_error *error)
{
    uint64_t tick = gestalt_population_ticks(r->options.population);
    gestalt_result result = write_changed_trees(r, checked, error);
    if (checked == GESTALT_OK)
        r->watch.step_count = 0;
    if (result == GESTALT_OK && tick % r->options.every == 0)
        result = tree_frame(r, error);
    return result == GESTALT_OK ? watch_ask_rules(&r->watch, &r->share, error) : result;
}

static void note_work(void *user, uint32_t thread, uint64_t piece)
{
    (void)thread, (void)piece;
    *(bool *)user = true;
}

// Check that threads can read all agents. While an agent is being ticked that is not allowed, and
// gestalt_population_run does nothing.
static gestalt_result check_rests(const gestalt_population *p, gestalt_error *error)
{
    bool has_worked = false;
    gestalt_population_run(p, 1, false, note_work, &has_worked);
    return has_worked ? GESTALT_OK
                      : error_set(error, GESTALT_MISUSE, 0,
                                  "trees can't be recorded while an agent is ticked");
}

static gestalt_result check_goes_on(const gestalt_tree_recorder *r, gestalt_error *error)
{
    if (r->out->has_failed)
        return error_set(error, GESTALT_IO, 0, "nothing more can be recorded: the sink has failed");
    if (r->is_finished || r->out->is_finished)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the recording is finished");
    return check_rests(r->options.population, error);
}

// Set an error and return true if the recorder is NULL, or if its own sink makes the call.
#define RECORDER_IS_WRONG(r, error)                                                                \
    (MISUSE_NULL(r, "recorder", error) || chunk_writer_is_busy(__func__, (r)->out, error))

gestalt_result gestalt_tree_recorder_tick(gestalt_tree_recorder *r, gestalt_error *error)
{
    if (RECORDER_IS_WRONG(r, error))
        return GESTALT_MISUSE;
    gestalt_result result = check_goes_on(r, error);
    if (result == GESTALT_OK && gestalt_population_ticks(r->options.population) <= r->last_tick)
        result =
            error_set(error, GESTALT_BAD_ARGUMENT, 0, "no tick has ended since the last frame");
    return write_tick(r, result, error);
}

gestalt_result gestalt_tree_recorder_frame(gestalt_tree_recorder *r, gestalt_error *error)
{
    if (RECORDER_IS_WRONG(r, error))
        return GESTALT_MISUSE;
    gestalt_result result = recorder_agree(r, check_goes_on(r, error), error);
    if (result != GESTALT_OK || gestalt_population_ticks(r->options.population) <= r->last_tick)
        return result;
    result = write_changed_trees(r, result, error);
    return result == GESTALT_OK ? tree_frame(r, error) : result;
}

// Continue with another population. All recorders have the same result.
static gestalt_result recorder_follow(gestalt_tree_recorder *r, gestalt_population *to,
                                      gestalt_error *error)
{
    if (gestalt_population_group_count(to) != r->group_count ||
        gestalt_population_ticks(to) < gestalt_population_ticks(r->options.population))
        return error_set(
            error, GESTALT_BAD_ARGUMENT, 0,
            "the population has other groups, or has ticked less than the one that is recorded");
    gestalt_result result = gestalt_tree_recorder_frame(r, error);
    if (result != GESTALT_OK || to == r->options.population)
        return result;
    watch_follow(&r->watch, to);
    for (uint32_t i = 0; i < r->group_count; i++)
        tree_source_follow(&r->sources[i], to);
    gestalt_population_hold(to);
    gestalt_population_release(r->options.population);
    r->options.population = to;
    return GESTALT_OK;
}

gestalt_result gestalt_tree_recorder_follow(gestalt_tree_recorder *r, gestalt_population *to,
                                            gestalt_error *error)
{
    if (RECORDER_IS_WRONG(r, error))
        return GESTALT_MISUSE;
    gestalt_result result = agree_on_use(r, !MISUSE_NULL(to, "population", error), error);
    if (result != GESTALT_OK)
        return result;
    if (r->share.with.arrange)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the share moves agents of one population: call "
                         "gestalt_tree_recorder_follow_share");
    return recorder_follow(r, to, error);
}

gestalt_result gestalt_tree_recorder_follow_share(gestalt_tree_recorder *r, gestalt_population *to,
                                                  const gestalt_tree_share *share,
                                                  gestalt_error *error)
{
    tree_share next;
    if (RECORDER_IS_WRONG(r, error))
        return GESTALT_MISUSE;
    bool is_right = !MISUSE_NULL(to, "population", error) && !MISUSE_NULL(share, "share", error);
    gestalt_result result = is_right ? share_start(__func__, &next, share, error) : GESTALT_MISUSE;
    if (result == GESTALT_OK && (!r->share.is_shared || share->is_first != r->share.with.is_first))
        result = error_set(error, GESTALT_BAD_ARGUMENT, 0,
                           "the recorder was created without a share, or another recorder was the "
                           "first one");
    result = recorder_agree(r, result, error);
    if (result == GESTALT_OK)
        result = recorder_follow(r, to, error);
    if (result == GESTALT_OK)
        r->share = next;
    return result;
}

gestalt_result gestalt_tree_recorder_watch(gestalt_tree_recorder *r, uint64_t agent,
                                           gestalt_error *error)
{
    if (RECORDER_IS_WRONG(r, error))
        return GESTALT_MISUSE;
    uint64_t there = gestalt_population_has(r->options.population, agent);
    gestalt_result result = agree_on_memory(r, watch_reserve(&r->watch, 1), error);
    share_sum(&r->share, &there, 1);
    if (result == GESTALT_OK && there)
        watch_add(&r->watch, agent);
    return result;
}

gestalt_result gestalt_tree_recorder_watch_if(gestalt_tree_recorder *r, const char *condition,
                                              gestalt_error *error)
{
    if (RECORDER_IS_WRONG(r, error))
        return GESTALT_MISUSE;
    gestalt_result result = agree_on_use(r, !MISUSE_NULL(condition, "condition", error), error);
    if (result != GESTALT_OK)
        return result;
    return watch_add_rule(&r->watch, &r->share, condition, error);
}

gestalt_result gestalt_tree_recorder_watch_node(gestalt_tree_recorder *r, const char *node,
                                                gestalt_error *error)
{
    if (RECORDER_IS_WRONG(r, error))
        return GESTALT_MISUSE;
    gestalt_result result = agree_on_use(r, !MISUSE_NULL(node, "node", error), error);
    if (result != GESTALT_OK)
        return result;
    return watch_add_node(&r->watch, &r->share, node, error);
}

gestalt_result gestalt_tree_recorder_finish(gestalt_tree_recorder *r, gestalt_error *error)
{
    if (RECORDER_IS_WRONG(r, error))
        return GESTALT_MISUSE;
    if (r->is_finished)
        return GESTALT_OK;
    r->is_finished = true;
    gestalt_result result = GESTALT_OK;
    if (share_is_first(&r->share) && !r->options.recorder)
        result = chunk_writer_finish(r->out, error);
    return recorder_agree(r, result, error);
}

// ---- creating

static bool is_name(const char *text)
{
    size_t size = strlen(text);
    return size > 0 && size <= TREE_NAME_MAX && utf8_is_plain(text, size);
}

static const char *recorder_name(const gestalt_tree_recorder_options *o, uint32_t index)
{
    uint32_t group = index - o->key_count;
    return index < o->key_count ? o->keys[index] : o->groups ? o->groups[group] : "agents";
}

// Copy all names, so that the host may release its own. The last one is the run's name.
static gestalt_result copy_names(gestalt_tree_recorder *r, gestalt_error *error)
{
    gestalt_tree_recorder_options *o = &r->options;
    uint32_t count = o->key_count + r->group_count;
    const char *run = o->name ? o->name : "";
    r->texts_size = strlen(run) + 1;
    if (*run && !is_name(run))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the run's name is too long, or not valid text");
    for (uint32_t i = 0; i < count; i++) {
        const char *name = recorder_name(o, i);
        if (!name || !is_name(name))
            return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                             "a name of a key or group is empty, too long, or not valid text");
        r->texts_size += strlen(name) + 1;
    }
    r->texts = memory_new(&r->allocator, r->texts_size);
    r->names = memory_new(&r->allocator, (count + 1) * sizeof *r->names);
    if (!r->texts || !r->names)
        return error_no_memory(error);
    char *to = r->texts;
    for (uint32_t i = 0; i <= count; i++) {
        const char *name = i < count ? recorder_name(o, i) : run;
        r->names[i] = memcpy(to, name, strlen(name) + 1);
        to += strlen(name) + 1;
    }
    o->keys = r->names;
    o->groups = NULL;
    o->name = r->names[count];
    return GESTALT_OK;
}

static gestalt_result start_sources(gestalt_tree_recorder *r, gestalt_error *error)
{
    size_t size = r->group_count * sizeof *r->sources;
    r->sources = memory_new(&r->allocator, size);
    r->shapes = memory_new(&r->allocator, r->group_count * sizeof *r->shapes);
    if (r->sources)
        memset(r->sources, 0, size);
    if (!r->sources || !r->shapes)
        return error_no_memory(error);
    for (uint32_t i = 0; i < r->group_count; i++) {
        r->sources[i].population = r->options.population;
        r->sources[i].group = i;
        r->sources[i].name = r->names[r->options.key_count + i];
    }
    return GESTALT_OK;
}

// Check that each key exists in at least one group.
static gestalt_result check_keys(gestalt_tree_recorder *r, gestalt_error *error)
{
    char quoted[ERROR_QUOTE_SIZE];
    if (r->options.key_count > TREE_KEYS_MAX)
        return error_set(error, GESTALT_LIMIT, 0, "a recording keeps up to %d keys", TREE_KEYS_MAX);
    for (uint32_t i = 0; i < r->options.key_count; i++) {
        const char *name = r->options.keys[i];
        bool is_found = false;
        for (uint32_t g = 0; g < r->group_count; g++) {
            gestalt_key key;
            if (!gestalt_population_key(r->options.population, g, name, &key))
                continue;
            is_found = true;
        }
        if (!is_found)
            return error_set(error, GESTALT_BAD_ARGUMENT, 0, "no group has a key \"%s\"",
                             error_quote(quoted, name, strlen(name)));
    }
    return GESTALT_OK;
}

// Check and compile the expressions.
static gestalt_result start_watch(gestalt_tree_recorder *r, const char *const *expressions,
                                  uint32_t count, gestalt_error *error)
{
    if (count > TREE_ASKED_MAX)
        return error_set(error, GESTALT_LIMIT, 0, "a recording keeps up to %d expressions",
                         TREE_ASKED_MAX);
    for (uint32_t i = 0; i < count; i++)
        if (!is_name(expressions[i]))
            return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                             "an expression is empty, too long, or not valid text");
    return watch_start(&r->watch, r->options.population, expressions, count, r->allocator, error);
}

static gestalt_result write_beginning(gestalt_tree_recorder *r, const char *const *expressions,
                                      uint32_t count, gestalt_error *error)
{
    const gestalt_tree_description d = {r->options.name, r->options.every, r->group_count};
    gestalt_result result = tree_writer_begin(r->out, &d, error);
    return result == GESTALT_OK ? tree_writer_asked(r->out, expressions, count, error) : result;
}

static gestalt_result recorder_start(gestalt_tree_recorder *r, const char *const *expressions,
                                     uint32_t count, gestalt_error *error)
{
    gestalt_result result = start_watch(r, expressions, count, error);
    if (result == GESTALT_OK)
        result = copy_names(r, error);
    if (result == GESTALT_OK)
        result = check_keys(r, error);
    if (result == GESTALT_OK)
        result = start_sources(r, error);
    if (result == GESTALT_OK && share_is_first(&r->share))
        result = write_beginning(r, expressions, count, error);
    result = recorder_agree(r, result, error);
    for (uint32_t i = 0; result == GESTALT_OK && i < r->group_count; i++)
        result = write_tree(r, i, error);
    return result == GESTALT_OK ? tree_frame(r, error) : result;
}

static bool options_need_sink(const gestalt_tree_recorder_options *o)
{
    return !o->recorder && (!o->share || o->share->is_first);
}

// Set an error and return true if an argument is NULL. All keys and expressions must exist.
static bool recorder_has_null(const char *function, const gestalt_tree_recorder_options *options,
                              const char *const *expressions, uint32_t count,
                              gestalt_tree_recorder **recorder, gestalt_error *error)
{
    if (misuse_if_null(!options, function, "options", error) ||
        misuse_if_null(!recorder, function, "recorder", error) ||
        misuse_if_null(!options->population, function, "options->population", error) ||
        misuse_if_null(options_need_sink(options) && !options->sink.write, function,
                       "options->sink.write", error) ||
        misuse_if_null(count > 0 && !expressions, function, "expressions", error) ||
        misuse_if_null(options->key_count > 0 && !options->keys, function, "options->keys", error))
        return true;
    for (uint32_t i = 0; i < count; i++)
        if (misuse_if_null(!expressions[i], function, "expressions", error))
            return true;
    for (uint32_t i = 0; i < options->key_count; i++)
        if (misuse_if_null(!options->keys[i], function, "options->keys", error))
            return true;
    return false;
}

static gestalt_result recorder_open(const gestalt_tree_recorder_options *options,
                                    const tree_share *share, gestalt_tree_recorder **recorder,
                                    gestalt_error *error)
{
    gestalt_result result = check_rests(options->population, error);
    if (result != GESTALT_OK)
        return result;
    gestalt_allocator memory = memory_allocator(&options->allocator);
    gestalt_tree_recorder *r = *recorder = memory_new(&memory, sizeof *r);
    if (!r)
        return error_no_memory(error);
    *r = (gestalt_tree_recorder){.options = *options,
                                 .allocator = memory,
                                 .own_bytes = {.allocator = memory},
                                 .all = {.allocator = memory},
                                 .share = *share};
    chunk_writer_begin(&r->own, options->sink, memory);
    r->out =
        options->recorder && share_is_first(share) ? record_chunks(options->recorder) : &r->own;
    r->options.every = options->every ? options->every : 1;
    r->group_count = gestalt_population_group_count(options->population);
    r->watch.allocator = r->watch.seek.allocator = memory;
    gestalt_population_hold(options->population);
    return GESTALT_OK;
}

// Create a recorder, unless the arguments are wrong, which all recorders must know.
static gestalt_result recorder_create(const gestalt_tree_recorder_options *options,
                                      const char *const *expressions, uint32_t count, bool is_wrong,
                                      gestalt_tree_recorder **recorder, gestalt_error *error)
{
    tree_share share;
    gestalt_tree_recorder *r = NULL;
    if (!options || (is_wrong && !options->share))
        return GESTALT_MISUSE;
    gestalt_result result =
        share_start("gestalt_tree_recorder_create", &share, options->share, error);
    if (result != GESTALT_OK)
        return result;
    result = is_wrong ? GESTALT_MISUSE : recorder_open(options, &share, &r, error);
    result = share_agree(&share, result, error);
    if (result == GESTALT_OK)
        result = recorder_start(r, expressions, count, error);
    if (result != GESTALT_OK) {
        gestalt_tree_recorder_destroy(r);
        r = NULL;
    }
    if (recorder)
        *recorder = r;
    return result;
}

gestalt_result gestalt_tree_recorder_create(const gestalt_tree_recorder_options *options,
                                            gestalt_tree_recorder **recorder, gestalt_error *error)
{
    bool is_wrong = recorder_has_null(__func__, options, NULL, 0, recorder, error);
    return recorder_create(options, NULL, 0, is_wrong, recorder, error);
}

gestalt_result gestalt_tree_recorder_create_asking(const gestalt_tree_recorder_options *options,
                                                   const char *const *expressions, uint32_t count,
                                                   gestalt_tree_recorder **recorder,
                                                   gestalt_error *error)
{
    bool is_wrong = recorder_has_null(__func__, options, expressions, count, recorder, error);
    return recorder_create(options, expressions, count, is_wrong, recorder, error);
}

void gestalt_tree_recorder_destroy(gestalt_tree_recorder *r)
{
    if (!r || chunk_writer_is_busy(__func__, r->out, NULL))
        return;
    gestalt_allocator memory = r->allocator;
    uint32_t names = r->options.key_count + r->group_count + 1;
    for (uint32_t i = 0; r->sources && i < r->group_count; i++)
        tree_source_release(&r->sources[i], &memory);
    memory_release(&memory, r->sources, r->group_count * sizeof *r->sources);
    memory_release(&memory, r->shapes, r->group_count * sizeof *r->shapes);
    watch_release(&r->watch);
    chunk_writer_release(&r->own);
    chunk_bytes_release(&r->own_bytes);
    chunk_bytes_release(&r->all);
    memory_release(&memory, r->texts, r->texts_size);
    memory_release(&memory, r->names, names * sizeof *r->names);
    gestalt_population_release(r->options.population);
    memory_release(&memory, r, sizeof *r);
}
