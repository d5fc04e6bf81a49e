// SPDX-License-Identifier: MIT
#include "tree_question.h"

#include "error.h"
#include "memory.h"

#include <string.h>

static gestalt_result compile_for_all(tree_question *q, gestalt_population *population,
                                      const gestalt_allocator *a, gestalt_error *error)
{
    bool is_any = false;
    for (uint32_t i = 0; i < q->group_count; i++) {
        gestalt_error mistake = {0};
        gestalt_result result =
            group_expression_open(&q->of[i], population, i, q->text, q->wanted, a, &mistake);
        is_any = is_any || result == GESTALT_OK;
        if (error && (i == 0 || (result != GESTALT_OK && result != GESTALT_BAD_ARGUMENT)))
            *error = mistake;
        if (result != GESTALT_OK && result != GESTALT_BAD_ARGUMENT)
            return result;
    }
    return is_any ? GESTALT_OK : GESTALT_BAD_ARGUMENT;
}

gestalt_result question_open(tree_question *q, gestalt_population *population, const char *text,
                             gestalt_expression_wanted wanted, const gestalt_allocator *a,
                             gestalt_error *error)
{
    size_t size = strlen(text) + 1;
    *q = (tree_question){.group_count = gestalt_population_group_count(population),
                         .wanted = wanted};
    q->text = memory_new(a, size);
    if (q->text)
        memcpy(q->text, text, size);
    q->of = memory_new(a, q->group_count * sizeof *q->of);
    if (q->of)
        memset(q->of, 0, q->group_count * sizeof *q->of);
    if (!q->text || !q->of)
        return error_no_memory(error);
    return compile_for_all(q, population, a, error);
}

void question_close(tree_question *q, const gestalt_allocator *a)
{
    for (uint32_t i = 0; q->of && i < q->group_count; i++)
        group_expression_close(&q->of[i]);
    memory_release(a, q->of, q->of ? q->group_count * sizeof *q->of : 0);
    memory_release(a, q->text, q->text ? strlen(q->text) + 1 : 0);
    *q = (tree_question){0};
}

bool question_renew(tree_question *q, gestalt_population *population, uint32_t group,
                    const gestalt_allocator *a)
{
    group_expression_close(&q->of[group]);
    gestalt_result result =
        group_expression_open(&q->of[group], population, group, q->text, q->wanted, a, NULL);
    return result == GESTALT_OK || result == GESTALT_BAD_ARGUMENT;
}

// Return the lowest id of a matching agent in a group, if it is less than `first`; otherwise
// `first`.
static uint64_t find_in_group(group_expression *e, gestalt_population *population, uint64_t first)
{
    gestalt_block block;
    uint64_t blocks = gestalt_population_block_count(population, e->group);
    group_expression_begin(e, population, gestalt_population_now(population),
                           gestalt_population_ticks(population));
    for (uint64_t i = 0; i < blocks; i++) {
        if (!gestalt_population_block(population, e->group, i, &block))
            continue;
        group_expression_block(e, i);
        for (uint64_t left = block.lanes; left; left &= left - 1) {
            unsigned lane = (unsigned)__builtin_ctzll(left);
            uint64_t agent = group_lane_agent(&block, lane);
            if (agent < first && group_expression_value(e, agent, lane).boolean)
                first = agent;
        }
    }
    return first;
}

uint64_t question_find(tree_question *q, gestalt_population *population)
{
    uint64_t first = UINT64_MAX;
    for (uint32_t i = 0; i < q->group_count; i++)
        if (q->of[i].expression)
            first = find_in_group(&q->of[i], population, first);
    return first;
}

bool question_value(const tree_question *q, gestalt_population *population, uint32_t group,
                    uint64_t agent, gestalt_value *value)
{
    group_expression *e = &q->of[group];
    if (!e->expression)
        return false;
    e->population = population;
    *value = group_expression_of(e, agent);
    return true;
}
