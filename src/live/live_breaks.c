// SPDX-License-Identifier: MIT
#include "live_breaks.h"

#include "array.h"
#include "error.h"
#include "live_act.h"
#include "value.h"

#include <string.h>

const char live_break_words[] = "enter|leave|fail|true|above|below";

static void break_release(live_break *b)
{
    gestalt_allocator a = memory_allocator(NULL);
    group_expression_close(&b->condition);
    memory_release(&a, b->text, b->text ? strlen(b->text) + 1 : 0);
    ARRAY_RELEASE(&a, b->held, b->held_capacity);
    *b = (live_break){0};
}

bool live_breaks_remove(live_breaks *b, uint64_t id)
{
    for (uint32_t i = 0; i < b->count; i++) {
        if (b->list[i].id != id)
            continue;
        break_release(&b->list[i]);
        memmove(&b->list[i], &b->list[i + 1], (b->count - i - 1) * sizeof *b->list);
        b->count--;
        return true;
    }
    return false;
}

void live_breaks_close(live_breaks *b)
{
    while (b->count > 0)
        break_release(&b->list[--b->count]);
}

// ---- adding

static gestalt_result break_wrong(json_value at, gestalt_error *error, const char *what)
{
    return error_set(error, GESTALT_BAD_ARGUMENT, json_begin(at), "%s", what);
}

static gestalt_result read_node(live_break *b, const live_run *r, json_value object,
                                gestalt_error *error)
{
    uint64_t node, bound;
    const gestalt_shape *shape = gestalt_population_shape(r->population, b->group);
    gestalt_result result = live_count(object, "node", UINT64_MAX, &node, error);
    if (result == GESTALT_OK && node >= gestalt_shape_specification(shape)->node_count)
        result = break_wrong(json_member(object, "node", NULL), error, "there is no such node");
    b->node = (uint32_t)node;
    if (result == GESTALT_OK && b->kind >= BREAK_ABOVE) {
        result = live_count(object, "bound", UINT64_MAX, &bound, error);
        b->bound = bound;
    } else if (result == GESTALT_OK &&
               json_kind_of(json_member(object, "agent", NULL)) != JSON_NONE) {
        result = live_count(object, "agent", UINT64_MAX, &b->agent, error);
    }
    return result;
}

static gestalt_result read_condition(live_break *b, const live_run *r, json_value object,
                                     gestalt_error *error)
{
    size_t size;
    json_value text = json_member(object, "if", NULL);
    if (json_kind_of(text) != JSON_STRING || json_string_size(text) > 1000)
        return break_wrong(object, error, "`if` has to be an expression of at most 1000 bytes");
    b->text = live_string(text, &size);
    return b->text ? group_expression_open(&b->condition, r->population, b->group, b->text,
                                           GESTALT_EXPRESSION_BOOL, NULL, error)
                   : error_no_memory(error);
}

gestalt_result live_breaks_add(live_breaks *b, const live_run *r, json_value object,
                               gestalt_error *error)
{
    char word[16] = "";
    json_value when = json_member(object, "when", NULL);
    if (b->count == LIVE_BREAKS_MAX)
        return break_wrong(object, error, "there are 32 breakpoints already");
    if (json_kind_of(when) == JSON_STRING && json_string_size(when) < sizeof word) {
        json_string_copy(when, word);
        word[json_string_size(when)] = '\0';
    }
    int kind = value_choice(word, live_break_words);
    if (kind < 0)
        return break_wrong(object, error,
                           "`when` has to be enter, leave, fail, true, above or below");
    live_break *made = &b->list[b->count];
    *made = (live_break){.kind = (live_break_kind)kind,
                         .agent = UINT64_MAX,
                         .version = r->version,
                         .id = b->next_id + 1};
    gestalt_result result = live_members(object,
                                         kind == BREAK_TRUE    ? "do|when|group|if"
                                         : kind >= BREAK_ABOVE ? "do|when|group|node|bound"
                                                               : "do|when|group|node|agent",
                                         error);
    if (result == GESTALT_OK)
        result = live_group(r, object, &made->group, error);
    if (result == GESTALT_OK)
        result = (kind == BREAK_TRUE ? read_condition : read_node)(made, r, object, error);
    if (result != GESTALT_OK) {
        break_release(made);
        return result;
    }
    b->next_id++;
    b->count++;
    return GESTALT_OK;
}

// ---- conditions

// Evaluate the condition for all agents, and record the agents for which it has become true.
static gestalt_result ask_condition(live_breaks *all, live_break *b, const live_run *r,
                                    bool is_first, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    uint64_t blocks = gestalt_population_block_count(r->population, b->group);
    gestalt_block block;
    group_expression_begin(&b->condition, r->population, live_run_now(r), live_run_ticks(r));
    for (uint64_t i = 0; i < blocks; i++) {
        if (!gestalt_population_block(r->population, b->group, i, &block))
            continue;
        group_expression_block(&b->condition, i);
        for (uint64_t lanes = block.lanes; lanes; lanes &= lanes - 1) {
            unsigned lane = (unsigned)__builtin_ctzll(lanes);
            uint64_t agent = group_lane_agent(&block, lane);
            size_t words = b->held_capacity, word = (size_t)(agent / 64);
            if (!ARRAY_RESERVE(&a, b->held, b->held_capacity, word + 1))
                return error_no_memory(error);
            if (b->held_capacity > words)
                memset(b->held + words, 0, (b->held_capacity - words) * sizeof *b->held);
            uint64_t bit = UINT64_C(1) << agent % 64;
            bool holds = group_expression_value(&b->condition, agent, lane).boolean;
            if (holds && !(b->held[word] & bit) && !is_first &&
                (!all->hit.is_hit || (all->hit.id == b->id && agent < all->hit.agent)))
                all->hit = (live_hit){true, b->id, agent, live_run_ticks(r)};
            b->held[word] = holds ? b->held[word] | bit : b->held[word] & ~bit;
        }
    }
    return GESTALT_OK;
}

// ---- nodes

static void break_hit(live_breaks *b, uint64_t agent, uint32_t node, unsigned kinds)
{
    uint32_t group;
    for (uint32_t i = 0; i < b->count && !b->hit.is_hit; i++) {
        const live_break *one = &b->list[i];
        if (!(kinds >> one->kind & 1) || one->node != node || one->is_gone ||
            (one->agent != UINT64_MAX && one->agent != agent) ||
            !gestalt_actor_group(b->run->population, agent, &group) || group != one->group)
            continue;
        b->hit = (live_hit){true, one->id, agent, live_run_ticks(b->run)};
    }
}

static void break_on_enter(void *user, uint64_t agent, uint32_t node, bool resuming)
{
    if (!resuming)
        break_hit(user, agent, node, 1 << BREAK_ENTER);
}

static void break_on_leave(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    if (status != GESTALT_RUNNING)
        break_hit(user, agent, node,
                  1 << BREAK_LEAVE | (status == GESTALT_FAILURE ? 1 << BREAK_FAIL : 0));
}

static void break_on_cancel(void *user, uint64_t agent, uint32_t node)
{
    break_hit(user, agent, node, 1 << BREAK_LEAVE);
}

void live_breaks_watch(live_breaks *b, const live_run *r)
{
    bool is_wanted = false;
    for (uint32_t i = 0; i < b->count; i++)
        is_wanted |= b->list[i].kind <= BREAK_FAIL && !b->list[i].is_gone;
    b->hit = (live_hit){0};
    b->run = r;
    const gestalt_hooks hooks = {
        .enter = break_on_enter, .leave = break_on_leave, .cancel = break_on_cancel, .user = b};
    if (is_wanted)
        gestalt_population_hooks(r->population, &hooks);
}

// ---- after ticks

static uint64_t agents_at(const live_counts *c, const live_break *b)
{
    return c->nodes[c->groups[b->group].first + b->node];
}

static void ask_bound(live_breaks *all, live_break *b, const live_run *r, const live_counts *c)
{
    uint64_t now = agents_at(c, b);
    bool was = b->kind == BREAK_ABOVE ? b->before >= b->bound : b->before <= b->bound;
    bool is = b->kind == BREAK_ABOVE ? now >= b->bound : now <= b->bound;
    b->before = now;
    if (is && !was && !all->hit.is_hit)
        all->hit = (live_hit){true, b->id, UINT64_MAX, live_run_ticks(r)};
}

gestalt_result live_breaks_ask(live_breaks *b, const live_run *r, live_counts *c,
                               gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    for (uint32_t i = 0; i < b->count && result == GESTALT_OK; i++) {
        live_break *one = &b->list[i];
        if (one->is_gone || one->kind < BREAK_TRUE)
            continue;
        if (one->kind == BREAK_TRUE) {
            result = ask_condition(b, one, r, false, error);
            continue;
        }
        result = live_counts_take(c, r, error);
        if (result == GESTALT_OK)
            ask_bound(b, one, r, c);
    }
    return result;
}

gestalt_result live_breaks_begin(live_breaks *b, const live_run *r, gestalt_error *error)
{
    live_counts c = {0};
    gestalt_result result = GESTALT_OK;
    live_breaks_edited(b, r);
    b->hit = (live_hit){0};
    for (uint32_t i = 0; i < b->count && result == GESTALT_OK; i++) {
        live_break *one = &b->list[i];
        if (one->is_gone || one->kind < BREAK_TRUE)
            continue;
        if (one->kind == BREAK_TRUE)
            result = ask_condition(b, one, r, true, error);
        else
            result = live_counts_take(&c, r, error);
        if (result == GESTALT_OK && one->kind > BREAK_TRUE)
            one->before = agents_at(&c, one);
    }
    live_counts_close(&c);
    return result;
}

// Return the node that matches in the next version, or in the previous one.
static uint32_t follow_node(const live_run *r, const live_break *b, bool is_forth)
{
    const live_version *v = live_run_at(r, is_forth ? b->version + 1 : b->version);
    const gestalt_edit_report *report = b->group < v->report_count ? v->reports[b->group] : NULL;
    if (!report) // its tree is the same
        return b->node;
    return is_forth ? gestalt_edit_report_new_node(report, b->node)
                    : gestalt_edit_report_old_node(report, b->node);
}

static void break_follow(live_break *b, const live_run *r)
{
    gestalt_error error;
    bool is_new = b->version != r->version;
    while (!b->is_gone && b->kind != BREAK_TRUE && b->version != r->version) {
        bool is_forth = b->version < r->version;
        b->node = follow_node(r, b, is_forth);
        b->version += is_forth ? 1u : UINT32_MAX;
        b->is_gone = b->node == GESTALT_NO_NODE;
    }
    if (!is_new || b->is_gone)
        return;
    b->version = r->version;
    if (b->kind != BREAK_TRUE)
        return;
    group_expression_close(&b->condition);
    b->is_gone = group_expression_open(&b->condition, r->population, b->group, b->text,
                                       GESTALT_EXPRESSION_BOOL, NULL, &error) != GESTALT_OK;
}

void live_breaks_lose(live_breaks *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        group_expression_close(&b->list[i].condition);
        b->list[i].is_gone = true;
    }
}

void live_breaks_edited(live_breaks *b, const live_run *r)
{
    uint32_t groups = gestalt_population_group_count(r->population);
    for (uint32_t i = 0; i < b->count; i++) {
        live_break *one = &b->list[i];
        if (!one->is_gone && one->group >= groups)
            one->is_gone = true;
        if (one->is_gone)
            continue;
        break_follow(one, r);
        const gestalt_shape *shape = gestalt_population_shape(r->population, one->group);
        one->is_gone |= one->node >= gestalt_shape_specification(shape)->node_count;
    }
}
