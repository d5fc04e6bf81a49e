// SPDX-License-Identifier: MIT
// The trees of the workloads as handwritten C: one byte stores which action is running, and a
// switch or a few ifs select the next one. baselines_body.h includes this file twice. LEAF(name) is
// the leaf to call, TREE(name) is the name of a function, and TREE_PARAMETERS are the parameters of
// that function besides the agents.

static inline hand_status TREE(flee)(TREE_PARAMETERS agent *a, uint8_t was)
{
    hand_status status = LEAF(flee)(a, was != FLEE);
    if (was != FLEE && was != NOTHING)
        LEAF(cancel)(a);
    a->resume = status == HAND_RUNNING ? FLEE : NOTHING;
    return status;
}

static inline void TREE(patrol)(TREE_PARAMETERS agent *a, bool starting)
{
    a->resume = LEAF(patrol)(a, starting) == HAND_RUNNING ? PATROL : NOTHING;
}

static inline void TREE(idle)(TREE_PARAMETERS agent *a)
{
    LEAF(idle)(a, true);
    a->resume = NOTHING;
}

// `attack` and `chase` run an action that the priority below `visible` has selected, and cancel the
// action that was running before.
static inline void TREE(attack)(TREE_PARAMETERS agent *a, uint8_t was)
{
    hand_status status = LEAF(attack)(a, was != ATTACK);
    if (was != ATTACK && was != NOTHING)
        LEAF(cancel)(a);
    a->resume = status == HAND_RUNNING ? ATTACK : NOTHING;
}

static inline void TREE(chase)(TREE_PARAMETERS agent *a, uint8_t was)
{
    hand_status status = LEAF(chase)(a, was != CHASE);
    if (was == PATROL)
        LEAF(cancel)(a);
    a->resume = status == HAND_RUNNING ? CHASE : NOTHING;
}

// ---- W1H: priorities re-evaluate, sequences resume

static inline void TREE(w1h_agent)(TREE_PARAMETERS agent *a)
{
    uint8_t was = a->resume;
    switch (was) {
    case FLEE: TREE(flee)(TREE_ARGUMENTS a, was); return;
    case ATTACK:
        if (LEAF(low_health)(a))
            TREE(flee)(TREE_ARGUMENTS a, was);
        else
            TREE(attack)(TREE_ARGUMENTS a, was);
        return;
    case CHASE:
        if (LEAF(low_health)(a))
            TREE(flee)(TREE_ARGUMENTS a, was);
        else if (LEAF(in_range)(a))
            TREE(attack)(TREE_ARGUMENTS a, was);
        else
            TREE(chase)(TREE_ARGUMENTS a, was);
        return;
    default: break;
    }
    if (LEAF(low_health)(a))
        TREE(flee)(TREE_ARGUMENTS a, was);
    else if (LEAF(visible)(a)) {
        if (LEAF(in_range)(a))
            TREE(attack)(TREE_ARGUMENTS a, was);
        else
            TREE(chase)(TREE_ARGUMENTS a, was);
    } else if (was == PATROL)
        TREE(patrol)(TREE_ARGUMENTS a, false);
    else if (!LEAF(tired)(a))
        TREE(patrol)(TREE_ARGUMENTS a, true);
    else
        TREE(idle)(TREE_ARGUMENTS a);
}

static void TREE(w1h)(TREE_PARAMETERS agent *agents, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        TREE(w1h_agent)(TREE_ARGUMENTS & agents[i]);
}

// ---- W1R: all nodes re-evaluate

static inline void TREE(w1r_agent)(TREE_PARAMETERS agent *a)
{
    uint8_t was = a->resume;
    if (LEAF(low_health)(a)) {
        TREE(flee)(TREE_ARGUMENTS a, was);
        return;
    }
    if (was == FLEE) {
        LEAF(cancel)(a);
        was = NOTHING;
    }
    if (LEAF(visible)(a)) {
        if (LEAF(in_range)(a)) {
            TREE(attack)(TREE_ARGUMENTS a, was);
            return;
        }
        if (was == ATTACK)
            LEAF(cancel)(a);
        TREE(chase)(TREE_ARGUMENTS a, was);
        return;
    }
    if (was == ATTACK || was == CHASE)
        LEAF(cancel)(a);
    if (!LEAF(tired)(a)) {
        TREE(patrol)(TREE_ARGUMENTS a, was != PATROL);
        return;
    }
    if (was == PATROL)
        LEAF(cancel)(a);
    TREE(idle)(TREE_ARGUMENTS a);
}

static void TREE(w1r)(TREE_PARAMETERS agent *agents, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        TREE(w1r_agent)(TREE_ARGUMENTS & agents[i]);
}

// ---- W1M: a running action continues until it finishes

static inline void TREE(w1m_agent)(TREE_PARAMETERS agent *a)
{
    switch (a->resume) {
    case FLEE: TREE(flee)(TREE_ARGUMENTS a, FLEE); return;
    case ATTACK: TREE(attack)(TREE_ARGUMENTS a, ATTACK); return;
    case CHASE: TREE(chase)(TREE_ARGUMENTS a, CHASE); return;
    case PATROL: TREE(patrol)(TREE_ARGUMENTS a, false); return;
    default: break;
    }
    if (LEAF(low_health)(a))
        TREE(flee)(TREE_ARGUMENTS a, NOTHING);
    else if (LEAF(visible)(a)) {
        if (LEAF(in_range)(a))
            TREE(attack)(TREE_ARGUMENTS a, NOTHING);
        else
            TREE(chase)(TREE_ARGUMENTS a, NOTHING);
    } else if (!LEAF(tired)(a))
        TREE(patrol)(TREE_ARGUMENTS a, true);
    else
        TREE(idle)(TREE_ARGUMENTS a);
}

static void TREE(w1m)(TREE_PARAMETERS agent *agents, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        TREE(w1m_agent)(TREE_ARGUMENTS & agents[i]);
}

// ---- W2: no state

#define ASK(i)    LEAF_WIDE(i)(a, i)
#define ASK_4(i)  (ASK(i) || ASK(i + 1) || ASK(i + 2) || ASK(i + 3))
#define ASK_16(i) (ASK_4(i) || ASK_4(i + 4) || ASK_4(i + 8) || ASK_4(i + 12))
static inline bool TREE(w2_agent)(TREE_PARAMETERS agent *a)
{
    return ASK_16(0) || ASK_16(16) || ASK_16(32) || ASK_16(48);
}
#undef ASK
#undef ASK_4
#undef ASK_16

static void TREE(w2)(TREE_PARAMETERS agent *agents, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        TREE(w2_agent)(TREE_ARGUMENTS & agents[i]);
}

// ---- W3: the resume byte leads directly to the leaf

static void TREE(w3)(TREE_PARAMETERS agent *agents, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        bool starting = agents[i].resume != DEEP;
        LEAF(deep)(&agents[i], starting);
        agents[i].resume = DEEP;
    }
}
