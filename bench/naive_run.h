// SPDX-License-Identifier: MIT
// The functions of the naive interpreter, which baselines_body.h includes for each instruction set.
#include "naive.h"

// Abandon a subtree: no node in it is live any more, and its live actions are cancelled.
static void naive_abandon(const naive_tree *t, const naive_node *n, agent *a, naive_state *states)
{
    if (!states[n->id].live)
        return;
    states[n->id].live = false;
    if (n->type == NAIVE_ACTION)
        t->cancel(a);
    for (uint32_t i = 0; i < n->child_count; i++)
        naive_abandon(t, n->children[i], a, states);
}

static naive_status naive_tick(const naive_tree *t, const naive_node *n, agent *a,
                               naive_state *states);

// Run the children in order for as long as they return `next`. Unless the node `resumes`, abandon
// the children after the last one that ran.
static naive_status naive_decide(const naive_tree *t, const naive_node *n, agent *a,
                                 naive_state *states, naive_status next, bool resumes)
{
    naive_state *own = &states[n->id];
    naive_status status = next;
    uint32_t i = resumes && own->live ? own->child : 0;
    for (; i < n->child_count && status == next; i++)
        status = naive_tick(t, n->children[i], a, states);
    own->child = (uint8_t)(i - 1);
    for (; !resumes && i < n->child_count; i++)
        naive_abandon(t, n->children[i], a, states);
    return status;
}

static naive_status naive_run(const naive_tree *t, const naive_node *n, agent *a,
                              naive_state *states)
{
    switch (n->type) {
    case NAIVE_PRIORITY: return naive_decide(t, n, a, states, NAIVE_FAILURE, false);
    case NAIVE_SELECTOR: return naive_decide(t, n, a, states, NAIVE_FAILURE, true);
    case NAIVE_SEQUENCE: return naive_decide(t, n, a, states, NAIVE_SUCCESS, true);
    case NAIVE_REACTIVE: return naive_decide(t, n, a, states, NAIVE_SUCCESS, false);
    case NAIVE_INVERT: {
        naive_status status = naive_tick(t, n->children[0], a, states);
        return status == NAIVE_RUNNING   ? status
               : status == NAIVE_SUCCESS ? NAIVE_FAILURE
                                         : NAIVE_SUCCESS;
    }
    case NAIVE_CONDITION: return n->condition(a) ? NAIVE_SUCCESS : NAIVE_FAILURE;
    case NAIVE_WIDE: return n->wide(a, n->wide_index) ? NAIVE_SUCCESS : NAIVE_FAILURE;
    case NAIVE_ACTION:
        return n->action(a, !states[n->id].live) == HAND_RUNNING ? NAIVE_RUNNING : NAIVE_SUCCESS;
    }
    return NAIVE_FAILURE;
}

static naive_status naive_tick(const naive_tree *t, const naive_node *n, agent *a,
                               naive_state *states)
{
    naive_status status = naive_run(t, n, a, states);
    states[n->id].live = status == NAIVE_RUNNING;
    return status;
}

static void naive_tick_all(const baseline_run *run)
{
    naive_state *states = (naive_state *)(void *)run->state;
    for (uint64_t i = 0; i < run->count; i++)
        naive_tick(run->tree, run->tree->root, &run->agents[i], states + i * run->tree->node_count);
}
