// SPDX-License-Identifier: MIT
// A naive interpreter: one tree of nodes with pointers to their children, shared by all agents, and
// two bytes of state for each node and agent: whether the node is live, and its current child.
// Every tick starts at the root and recurses.
#ifndef NAIVE_H
#define NAIVE_H

#include "baselines.h"

typedef enum naive_type {
    NAIVE_PRIORITY,
    NAIVE_SELECTOR,
    NAIVE_SEQUENCE,
    NAIVE_REACTIVE,
    NAIVE_INVERT,
    NAIVE_CONDITION,
    NAIVE_WIDE,
    NAIVE_ACTION,
} naive_type;

typedef struct naive_node naive_node;
struct naive_node {
    naive_type type;
    uint32_t id;
    uint32_t child_count;
    naive_node **children;
    union {
        hand_condition *condition;
        hand_action *action;
        bool (*wide)(agent *a, uint32_t i);
    };
    uint32_t wide_index;
};

enum { NAIVE_NODES = 72 };

typedef struct naive_tree {
    naive_node nodes[NAIVE_NODES];
    naive_node *children[NAIVE_NODES];
    uint32_t node_count, child_count;
    naive_node *root;
    void (*cancel)(agent *a);
} naive_tree;

/// Build the tree of a workload.
void naive_build(naive_tree *tree, workload_id id, const hand_leaves *leaves);

typedef enum naive_status { NAIVE_SUCCESS, NAIVE_FAILURE, NAIVE_RUNNING } naive_status;

typedef struct naive_state {
    uint8_t live;
    uint8_t child; // index of the child at which the node resumes
} naive_state;

#endif
