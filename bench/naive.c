// SPDX-License-Identifier: MIT
#include "naive.h"

// ---- nodes, in preorder

static naive_node *naive_add(naive_tree *t, naive_type type)
{
    naive_node *n = &t->nodes[t->node_count];
    *n = (naive_node){.type = type, .id = t->node_count++};
    return n;
}

// Add a node with room for its children, which the caller adds afterwards.
static naive_node *add_decider(naive_tree *t, naive_type type, uint32_t child_count)
{
    naive_node *n = naive_add(t, type);
    n->children = &t->children[t->child_count];
    n->child_count = child_count;
    t->child_count += child_count;
    return n;
}

static naive_node *add_condition(naive_tree *t, hand_condition *condition)
{
    naive_node *n = naive_add(t, NAIVE_CONDITION);
    n->condition = condition;
    return n;
}

static naive_node *add_action(naive_tree *t, hand_action *action)
{
    naive_node *n = naive_add(t, NAIVE_ACTION);
    n->action = action;
    return n;
}

// ---- trees

static naive_node *build_w1(naive_tree *t, const hand_leaves *l, naive_type priority,
                            naive_type sequence)
{
    naive_node *root = add_decider(t, priority, 4);

    naive_node *survive = root->children[0] = add_decider(t, sequence, 2);
    survive->children[0] = add_condition(t, l->low_health);
    survive->children[1] = add_action(t, l->flee);

    naive_node *fight = root->children[1] = add_decider(t, sequence, 2);
    fight->children[0] = add_condition(t, l->visible);
    naive_node *how = fight->children[1] = add_decider(t, priority, 2);
    naive_node *near = how->children[0] = add_decider(t, sequence, 2);
    near->children[0] = add_condition(t, l->in_range);
    near->children[1] = add_action(t, l->attack);
    how->children[1] = add_action(t, l->chase);

    naive_node *guard = root->children[2] = add_decider(t, sequence, 2);
    naive_node *rested = guard->children[0] = add_decider(t, NAIVE_INVERT, 1);
    rested->children[0] = add_condition(t, l->tired);
    guard->children[1] = add_action(t, l->patrol);

    root->children[3] = add_action(t, l->idle);
    return root;
}

static naive_node *build_w2(naive_tree *t, const hand_leaves *l)
{
    naive_node *root = add_decider(t, NAIVE_SELECTOR, 64);
    for (uint32_t i = 0; i < 64; i++) {
        naive_node *n = root->children[i] = naive_add(t, NAIVE_WIDE);
        n->wide = l->wide[i];
        n->wide_index = i;
    }
    return root;
}

static naive_node *build_w3(naive_tree *t, const hand_leaves *l)
{
    naive_node *root = add_decider(t, NAIVE_SEQUENCE, 1), *last = root;
    for (int i = 1; i < 32; i++)
        last = last->children[0] = add_decider(t, NAIVE_SEQUENCE, 1);
    last->children[0] = add_action(t, l->deep);
    return root;
}

void naive_build(naive_tree *t, workload_id id, const hand_leaves *leaves)
{
    *t = (naive_tree){.cancel = leaves->cancel};
    switch (id) {
    case W1H: t->root = build_w1(t, leaves, NAIVE_PRIORITY, NAIVE_SEQUENCE); break;
    case W1R: t->root = build_w1(t, leaves, NAIVE_PRIORITY, NAIVE_REACTIVE); break;
    case W1M: t->root = build_w1(t, leaves, NAIVE_SELECTOR, NAIVE_SEQUENCE); break;
    case W2: t->root = build_w2(t, leaves); break;
    default: t->root = build_w3(t, leaves); break;
    }
}
