// SPDX-License-Identifier: MIT
#include "tree_watch.h"

#include "error.h"
#include "search.h"
#include "sort.h"
#include "tree_writer.h"

#include <gestalt/edit.h>
#include <string.h>

static bool is_watched(const tree_watch *w, uint64_t agent)
{
    if (!(w->filter[agent % WATCH_FILTER / 64] >> agent % 64 & 1))
        return false;
    uint64_t index;
    SEARCH_FIRST(index, 0, w->count, w->agents[index] >= agent);
    return index < w->count && w->agents[index] == agent;
}

// ---- trees

// Update everything that depends on a group's tree, if the tree has changed.
static bool follow_tree(tree_watch *w, uint32_t group)
{
    const gestalt_shape *shape = gestalt_population_shape(w->population, group);
    watched_tree *known = &w->trees[group];
    uint64_t hash = gestalt_shape_edit_hash(shape);
    if (known->shape == shape && known->hash == hash)
        return true;
    bool is_same = known->shape && known->hash == hash, is_well = true;
    for (uint32_t i = 0; i < w->asked_count && is_well && !is_same; i++)
        is_well = question_renew(&w->asked[i], w->population, group, &w->allocator);
    for (uint32_t i = 0; i < w->rule_count && is_well && !is_same; i++)
        is_well = question_renew(&w->rules[i], w->population, group, &w->allocator);
    is_well = is_well && (is_same || seek_renew(&w->seek, w->population, group));
    *known = is_well ? (watched_tree){shape, hash} : (watched_tree){0};
    return is_well;
}

// ---- steps

static bool keep_step(tree_watch *w, const watched_step *step, bool has_values)
{
    uint64_t answers = w->step_count * w->asked_count;
    if (!ARRAY_RESERVE(&w->allocator, w->steps, w->steps_room, w->step_count + 1) ||
        !ARRAY_RESERVE(&w->allocator, w->answers, w->answers_room, answers + w->asked_count))
        return false;
    for (uint32_t i = 0; i < w->asked_count; i++) {
        gestalt_value value;
        bool is_known = has_values && question_value(&w->asked[i], w->population, step->group,
                                                     step->agent, &value);
        w->answers[answers + i] = tree_answer_of(is_known ? &value : NULL);
    }
    w->steps[w->step_count++] = *step;
    return true;
}

// Store the steps that led an agent to a node in this tick.
static bool keep_reached(tree_watch *w, uint64_t agent)
{
    const tree_seek *s = &w->seek;
    bool is_well = true;
    for (uint64_t i = 0; i < s->step_count && is_well; i++)
        if (s->steps[i].agent == agent)
            is_well = keep_step(w, &s->steps[i], i + 1 == s->step_count);
    return is_well;
}

static void watch_note(tree_watch *w, uint64_t agent, uint32_t node, gestalt_tree_step_kind kind)
{
    uint32_t group = 0;
    bool is_known = is_watched(w, agent) || seek_has(&w->seek, agent), reached = false;
    if ((!is_known && !w->seek.left) || !gestalt_actor_group(w->population, agent, &group))
        return;
    watched_step step = {agent, gestalt_population_shape(w->population, group), node, group, kind};
    bool is_well = follow_tree(w, group);
    if (is_well && w->seek.left)
        is_well = seek_note(&w->seek, &step, &reached);
    if (is_well && is_known)
        is_well = keep_step(w, &step, true);
    else if (is_well && reached)
        is_well = keep_reached(w, agent);
    w->has_failed = w->has_failed || !is_well;
}

// ---- writing steps

// A step as one share sends it to the first. The values of all expressions follow.
typedef struct sent_step {
    uint64_t agent;
    uint32_t node, group, kind;
    uint32_t zero;
} sent_step;

bool watch_take(tree_watch *w, const gestalt_shape *const *shapes, chunk_bytes *to)
{
    uint64_t kept = 0;
    size_t size = w->asked_count * sizeof *w->answers;
    for (uint64_t i = 0; i < w->step_count; i++) {
        const watched_step *s = &w->steps[i];
        const tree_answer *answers = size > 0 ? w->answers + i * w->asked_count : NULL;
        if (s->shape != shapes[s->group]) {
            if (size > 0)
                memmove(w->answers + kept * w->asked_count, answers, size);
            w->steps[kept++] = *s;
            continue;
        }
        if (!is_watched(w, s->agent))
            continue;
        const sent_step step = {s->agent, s->node, s->group, s->kind, 0};
        chunk_bytes_add(to, &step, sizeof step);
        chunk_bytes_add(to, answers, size);
    }
    w->step_count = kept;
    return !to->has_failed;
}

// The place of a step in the bytes.
typedef struct step_place {
    uint64_t agent, at;
} step_place;

static bool place_is_before(const void *a, const void *b, const void *user)
{
    (void)user;
    return ((const step_place *)a)->agent < ((const step_place *)b)->agent;
}

static void put_steps(const tree_watch *w, const chunk_bytes *steps, const step_place *places,
                      uint64_t count, chunk_bytes *to)
{
    gestalt_tree_step last = {0};
    tree_answer last_answers[TREE_ASKED_MAX], answers[TREE_ASKED_MAX];
    tree_answers_forget(last_answers, w->asked_count);
    for (uint64_t i = 0; i < count; i++) {
        sent_step s;
        const unsigned char *from = steps->bytes + places[i].at;
        memcpy(&s, from, sizeof s);
        memcpy(answers, from + sizeof s, w->asked_count * sizeof *answers);
        gestalt_tree_step step = {s.agent, s.node, s.group, (gestalt_tree_step_kind)s.kind};
        tree_writer_step(to, &step, &last);
        tree_writer_answers(to, answers, last_answers, w->asked_count);
        last = step;
    }
}

bool watch_put(const tree_watch *w, const chunk_bytes *steps, uint64_t *count, chunk_bytes *to)
{
    size_t size = sizeof(sent_step) + w->asked_count * sizeof *w->answers;
    *count = steps->size / size;
    step_place *places = memory_new(&w->allocator, 2 * (size_t)*count * sizeof *places);
    if (!places)
        return false;
    for (uint64_t i = 0; i < *count; i++) {
        places[i].at = i * size;
        memcpy(&places[i].agent, steps->bytes + i * size, sizeof places[i].agent);
    }
    const step_place *sorted =
        sort_merge(places, places + *count, (size_t)*count, sizeof *places, place_is_before, NULL);
    put_steps(w, steps, sorted, *count, to);
    memory_release(&w->allocator, places, 2 * (size_t)*count * sizeof *places);
    return !to->has_failed;
}

// ---- hooks

static void watch_enter(void *user, uint64_t agent, uint32_t node, bool resuming)
{
    watch_note(user, agent, node, resuming ? GESTALT_TREE_RESUMED : GESTALT_TREE_ENTERED);
}

static void watch_leave(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    static const gestalt_tree_step_kind kinds[] = {
        [GESTALT_SUCCESS] = GESTALT_TREE_SUCCEEDED,
        [GESTALT_FAILURE] = GESTALT_TREE_FAILED,
        [GESTALT_RUNNING] = GESTALT_TREE_RAN,
    };
    watch_note(user, agent, node, kinds[status]);
}

static void watch_cancel(void *user, uint64_t agent, uint32_t node)
{
    watch_note(user, agent, node, GESTALT_TREE_ABANDONED);
}

static void watch_roll_back(void *user, uint64_t agent, uint32_t node, gestalt_kept what)
{
    (void)what;
    watch_note(user, agent, node, GESTALT_TREE_ROLLED_BACK);
}

static void set_hooks(tree_watch *w)
{
    gestalt_population_hooks(w->population, &(gestalt_hooks){.enter = watch_enter,
                                                             .leave = watch_leave,
                                                             .cancel = watch_cancel,
                                                             .roll_back = watch_roll_back,
                                                             .user = w});
    w->has_hooks = true;
}

// ---- choosing agents to watch

static gestalt_result start_asked(tree_watch *w, const char *const *expressions, uint32_t count,
                                  gestalt_error *error)
{
    if (!ARRAY_RESERVE(&w->allocator, w->asked, w->asked_room, count))
        return error_no_memory(error);
    gestalt_result result = GESTALT_OK;
    while (w->asked_count < count && result == GESTALT_OK) {
        uint32_t i = w->asked_count++;
        result = question_open(&w->asked[i], w->population, expressions[i], GESTALT_EXPRESSION_ANY,
                               &w->allocator, error);
    }
    return result;
}

gestalt_result watch_start(tree_watch *w, gestalt_population *population,
                           const char *const *expressions, uint32_t count,
                           gestalt_allocator allocator, gestalt_error *error)
{
    *w = (tree_watch){.population = population,
                      .allocator = allocator,
                      .seek = {.allocator = allocator},
                      .group_count = gestalt_population_group_count(population)};
    w->trees = memory_new(&allocator, w->group_count * sizeof *w->trees);
    if (!w->trees)
        return error_no_memory(error);
    memset(w->trees, 0, w->group_count * sizeof *w->trees);
    gestalt_result result = count > 0 ? start_asked(w, expressions, count, error) : GESTALT_OK;
    for (uint32_t i = 0; i < w->group_count; i++) {
        const gestalt_shape *shape = gestalt_population_shape(population, i);
        w->trees[i] = (watched_tree){shape, gestalt_shape_edit_hash(shape)};
    }
    return result;
}

void watch_release(tree_watch *w)
{
    if (w->has_hooks)
        gestalt_population_hooks(w->population, NULL);
    for (uint32_t i = 0; i < w->asked_count; i++)
        question_close(&w->asked[i], &w->allocator);
    for (uint32_t i = 0; i < w->rule_count; i++)
        question_close(&w->rules[i], &w->allocator);
    ARRAY_RELEASE(&w->allocator, w->asked, w->asked_room);
    ARRAY_RELEASE(&w->allocator, w->rules, w->rules_room);
    memory_release(&w->allocator, w->trees, w->trees ? w->group_count * sizeof *w->trees : 0);
    seek_release(&w->seek);
    ARRAY_RELEASE(&w->allocator, w->agents, w->room);
    ARRAY_RELEASE(&w->allocator, w->steps, w->steps_room);
    ARRAY_RELEASE(&w->allocator, w->answers, w->answers_room);
    *w = (tree_watch){0};
}

void watch_follow(tree_watch *w, gestalt_population *population)
{
    if (w->has_hooks)
        gestalt_population_hooks(w->population, NULL);
    w->population = population;
    if (w->has_hooks)
        set_hooks(w);
}

bool watch_reserve(tree_watch *w, uint64_t more)
{
    return ARRAY_RESERVE(&w->allocator, w->agents, w->room, w->count + more);
}

void watch_add(tree_watch *w, uint64_t agent)
{
    uint64_t index;
    SEARCH_FIRST(index, 0, w->count, w->agents[index] >= agent);
    if (index < w->count && w->agents[index] == agent)
        return;
    memmove(w->agents + index + 1, w->agents + index, (w->count - index) * sizeof *w->agents);
    w->agents[index] = agent;
    w->filter[agent % WATCH_FILTER / 64] |= UINT64_C(1) << agent % 64;
    w->count++;
    if (!w->has_hooks)
        set_hooks(w);
}

gestalt_result watch_add_node(tree_watch *w, const tree_share *share, const char *node,
                              gestalt_error *error)
{
    gestalt_result own = seek_add(&w->seek, w->population, node, error);
    gestalt_result result = share_agree(share, own, error);
    if (result != GESTALT_OK && own == GESTALT_OK)
        seek_drop(&w->seek);
    if (result == GESTALT_OK && !w->has_hooks)
        set_hooks(w);
    return result;
}

void watch_settle(tree_watch *w, const tree_share *share)
{
    tree_seek *s = &w->seek;
    if (s->left)
        share_least(share, s->first, s->count);
    for (uint32_t left = s->left; left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(left);
        if (s->first[i] == UINT64_MAX)
            continue;
        watch_add(w, s->first[i]);
        s->left &= ~(UINT32_C(1) << i);
    }
}

gestalt_result watch_add_rule(tree_watch *w, const tree_share *share, const char *condition,
                              gestalt_error *error)
{
    tree_question rule = {0};
    gestalt_result result;
    if (w->rule_count == WATCH_RULES_MAX)
        result = error_set(error, GESTALT_LIMIT, 0, "up to %d conditions can be waited for",
                           WATCH_RULES_MAX);
    else if (!ARRAY_RESERVE(&w->allocator, w->rules, w->rules_room, w->rule_count + 1))
        result = error_no_memory(error);
    else
        result = question_open(&rule, w->population, condition, GESTALT_EXPRESSION_BOOL,
                               &w->allocator, error);
    result = share_agree(share, result, error);
    if (result != GESTALT_OK) {
        question_close(&rule, &w->allocator);
        return result;
    }
    w->rules[w->rule_count++] = rule;
    return watch_ask_rules(w, share, error);
}

gestalt_result watch_ask_rules(tree_watch *w, const tree_share *share, gestalt_error *error)
{
    uint64_t found[WATCH_RULES_MAX];
    if (w->rule_count == 0)
        return GESTALT_OK;
    bool is_well = watch_reserve(w, w->rule_count);
    for (uint32_t i = 0; i < w->group_count && is_well; i++)
        is_well = follow_tree(w, i);
    gestalt_result result =
        share_agree(share, is_well ? GESTALT_OK : error_no_memory(error), error);
    if (result != GESTALT_OK)
        return result;
    for (uint32_t i = 0; i < w->rule_count; i++)
        found[i] = question_find(&w->rules[i], w->population);
    share_least(share, found, w->rule_count);
    for (uint32_t i = w->rule_count; i-- > 0;) {
        if (found[i] == UINT64_MAX)
            continue;
        watch_add(w, found[i]);
        question_close(&w->rules[i], &w->allocator);
        w->rules[i] = w->rules[--w->rule_count];
    }
    return GESTALT_OK;
}
