// SPDX-License-Identifier: MIT
// The nodes of mistreevous: a table with a row for each, and what becomes of it.
//
// In the comments, S, F and R are success, failure and running, x is the child, and other small
// letters are keys.
#include "mistreevous.h"

#include "number.h"

typedef struct node_row {
    draft_node *(*make)(mistreevous *t, mistreevous_node *n);
    enum { RUNS_NEVER, RUNS_CHILDREN, RUNS_ALWAYS } runs; // when the node may return running
} node_row;

static const node_row rows[MISTREEVOUS_TYPE_COUNT];

// Return whether a node may return running.
static bool may_run(mistreevous_node *n)
{
    if (n->may_run >= 0)
        return n->may_run;
    bool result = rows[n->type].runs == RUNS_ALWAYS;
    for (mistreevous_node *child = n->children; child && rows[n->type].runs == RUNS_CHILDREN;
         child = child->next)
        result |= may_run(child);
    n->may_run = result;
    return result;
}

// ---- calls

static void give_arguments(mistreevous *t, host_call *call, const mistreevous_call *from)
{
    for (uint32_t i = 0; i < from->argument_count; i++) {
        const char *name = arena_print(t->m->memory, "arg%u", i + 1);
        host_call_expect(&t->calls, call, name, from->arguments[i].place);
        if (!from->are_null[i])
            host_call_give(&t->calls, call, name, from->arguments[i]);
    }
}

static draft_node *make_call(mistreevous *t, const mistreevous_call *from, const char *type,
                             host_kind kind)
{
    draft_node *node = draft_new(t->m->memory, type, from->place);
    host_function *f = host_function_of(&t->calls, from->function, kind);
    give_arguments(t, host_call_add(&t->calls, node, f), from);
    return node;
}

static draft_node *make_action(mistreevous *t, mistreevous_node *n)
{
    return make_call(t, &n->call, "action", HOST_ACTION);
}

static draft_node *make_predicate(mistreevous *t, mistreevous_node *n)
{
    return make_call(t, &n->call, "condition", HOST_PREDICATE);
}

// ---- guards and callbacks

// iff(g, x, F), or iff(g, F, x); S for F with `succeedOnAbort`
static draft_node *add_guard(mistreevous *t, const mistreevous_call *guard, bool is_until,
                             draft_node *x)
{
    arena *a = t->m->memory;
    draft_node *node = make_call(t, guard, "decide", HOST_PREDICATE);
    draft_node *aborted = make_status(&t->k, guard->place, guard->succeeds);
    draft_raw(a, node, "reactive", "true");
    draft_add(a, node, "then", is_until ? aborted : x);
    draft_add(a, node, "else", is_until ? x : aborted);
    return node;
}

static draft_node *make_exit(mistreevous *t, const mistreevous_call *from, bool succeeded)
{
    draft_node *node = draft_new(t->m->memory, "action", from->place);
    host_function *f = host_function_of(&t->calls, from->function, HOST_EXIT);
    host_call *call = host_call_add(&t->calls, node, f);
    host_value value = {.kind = HOST_BOOL, .is_true = succeeded, .place = from->place};
    host_call_give(&t->calls, call, "succeeded", value);
    value.is_true = false;
    host_call_give(&t->calls, call, "aborted", value);
    give_arguments(t, call, from);
    return node;
}

static draft_node *make_hook(mistreevous *t, const mistreevous_call *from, const char *done)
{
    import_state *m = t->m;
    draft_node *node = draft_new(m->memory, "action", from->place);
    host_function *f =
        host_function_of(&t->calls, arena_print(m->memory, "%s_hook", from->function), HOST_HOOK);
    host_call *call = host_call_add(&t->calls, node, f);
    host_value value = {.kind = HOST_EXPRESSION, .text = done, .place = from->place};
    host_call_give(&t->calls, call, "done", value);
    give_arguments(t, call, from);
    return node;
}

// sel(seq(x, exit(S)), seq(exit(F), F)). If x may be abandoned:
// seq(e = false, race(sel(seq(x, exit(S), e = true), seq(exit(F), e = true, F)), hook(e)))
static draft_node *add_exit(mistreevous *t, const mistreevous_call *from, mistreevous_node *n,
                            draft_node *x)
{
    making *k = &t->k;
    arena *a = t->m->memory;
    draft_node *yes = MAKE(k, from->place, "sequence", x, make_exit(t, from, true));
    draft_node *no = MAKE(k, from->place, "sequence", make_exit(t, from, false));
    const char *done = NULL;
    if (may_run(n)) {
        done = make_key(k, "done", KEY_BOOL, "whether the node has finished");
        draft_child(a, yes, make_set(k, from->place, done, "true"));
        draft_child(a, no, make_set(k, from->place, done, "true"));
    }
    draft_child(a, no, make_status(k, from->place, false));
    draft_node *both = MAKE(k, from->place, "selector", yes, no);
    if (!done)
        return both;
    return MAKE(k, from->place, "sequence", make_set(k, from->place, done, "false"),
                MAKE(k, from->place, "race", both, make_hook(t, from, done)));
}

static const mistreevous_call *attribute_of(const mistreevous_node *n, mdsl_attribute_kind kind)
{
    for (const mistreevous_attribute *one = n->attributes; one; one = one->next)
        if (one->kind == kind)
            return &one->call;
    return NULL;
}

draft_node *mistreevous_make(mistreevous *t, mistreevous_node *n)
{
    making *k = &t->k;
    const mistreevous_call *call;
    import_check_memory(t->m, n->place);
    draft_node *x = rows[n->type].make(t, n);
    if ((call = attribute_of(n, MDSL_EXIT)))
        x = add_exit(t, call, n, x);
    if ((call = attribute_of(n, MDSL_STEP)))
        x = MAKE(k, n->place, "reactive_sequence", make_call(t, call, "action", HOST_ACTION), x);
    if ((call = attribute_of(n, MDSL_ENTRY)))
        x = MAKE(k, n->place, "sequence", make_call(t, call, "action", HOST_ACTION), x);
    if ((call = attribute_of(n, MDSL_UNTIL)))
        x = add_guard(t, call, true, x);
    if ((call = attribute_of(n, MDSL_WHILE)))
        x = add_guard(t, call, false, x);
    return x;
}

// ---- composites

static draft_node *make_children(mistreevous *t, mistreevous_node *n, const char *type)
{
    draft_node *node = draft_new(t->m->memory, type, n->place);
    for (mistreevous_node *child = n->children; child; child = child->next)
        draft_child(t->m->memory, node, mistreevous_make(t, child));
    return node;
}

static draft_node *make_sequence(mistreevous *t, mistreevous_node *n)
{
    return make_children(t, n, "sequence");
}

static draft_node *make_selector(mistreevous *t, mistreevous_node *n)
{
    return make_children(t, n, "selector");
}

// All children run in each tick, and are judged after that.
static draft_node *make_at_end(mistreevous *t, mistreevous_node *n, const char *success,
                               const char *failure)
{
    draft_node *node = draft_new(t->m->memory, "parallel", n->place);
    draft_text(t->m->memory, node, "success", success);
    draft_text(t->m->memory, node, "failure", failure);
    draft_text(t->m->memory, node, "verdict", "end");
    for (mistreevous_node *child = n->children; child; child = child->next)
        draft_child(t->m->memory, node, mistreevous_make(t, child));
    return node;
}

static draft_node *make_parallel(mistreevous *t, mistreevous_node *n)
{
    return make_at_end(t, n, "all", "any");
}

static draft_node *make_race(mistreevous *t, mistreevous_node *n)
{
    return make_at_end(t, n, "any", "all");
}

// seq(f = false, parallel(fs(seq(x, f = true))...), [f])
static draft_node *make_all(mistreevous *t, mistreevous_node *n)
{
    making *k = &t->k;
    const char *key = make_key(k, "succeeded", KEY_BOOL, "whether a child has succeeded");
    draft_node *node = draft_new(t->m->memory, "parallel", n->place);
    for (mistreevous_node *child = n->children; child; child = child->next) {
        draft_node *row = MAKE(k, child->place, "sequence", mistreevous_make(t, child),
                               make_set(k, child->place, key, "true"));
        draft_child(t->m->memory, node, make_around(k, child->place, "force_success", row));
    }
    return MAKE(k, n->place, "sequence", make_set(k, n->place, key, "false"), node,
                make_condition(k, n->place, key));
}

// mistreevous takes a weight of 0 for 1.
static draft_node *make_lotto(mistreevous *t, mistreevous_node *n)
{
    arena *a = t->m->memory;
    draft_node *node = draft_new(a, "weighted", n->place), *weights = draft_object(a);
    uint32_t i = 0;
    import_approximate(t->m, n->place, "the children are drawn from another stream of chance");
    for (mistreevous_node *child = n->children; child; child = child->next, i++) {
        double weight = n->weights && n->weights[i] > 0 ? n->weights[i] : 1;
        draft_raw(a, weights, NULL, arena_print(a, "%.17g", weight));
    }
    draft_add_list(a, node, "weights", weights);
    for (mistreevous_node *child = n->children; child; child = child->next)
        draft_child(a, node, mistreevous_make(t, child));
    return node;
}

// ---- decorators

static draft_node *make_root(mistreevous *t, mistreevous_node *n)
{
    return mistreevous_make(t, n->children);
}

static draft_node *make_flip(mistreevous *t, mistreevous_node *n)
{
    return make_around(&t->k, n->place, "invert", mistreevous_make(t, n->children));
}

static draft_node *make_succeed(mistreevous *t, mistreevous_node *n)
{
    return make_around(&t->k, n->place, "force_success", mistreevous_make(t, n->children));
}

static draft_node *make_fail(mistreevous *t, mistreevous_node *n)
{
    return make_around(&t->k, n->place, "force_failure", mistreevous_make(t, n->children));
}

// Return whether a number of rounds can be used; if not, it is reported.
static bool check_rounds(mistreevous *t, const mistreevous_range *range)
{
    if (range->count == 0 || range->most <= INT32_MAX)
        return true;
    import_refuse(t->m, range->place, DIAGNOSTIC_IMPORT_PORT, "the number is too large");
    return false;
}

// A loop that starts one round per tick and ends with the result `until`.
static draft_node *make_loop(mistreevous *t, mistreevous_node *n, const char *type,
                             const char *count)
{
    arena *a = t->m->memory;
    draft_node *node = draft_new(a, type, n->place);
    if (n->range.count)
        draft_raw(a, node, count, arena_print(a, "%.0f", n->range.least));
    if (n->type == MDSL_REPEAT)
        draft_text(a, node, "until", "failure");
    draft_int(a, node, "pause", 1);
    draft_add(a, node, "child", mistreevous_make(t, n->children));
    return node;
}

// With a drawn number of rounds:
// seq(n = draw, if(n == 0, e, seq(i = 0, retry(sel(x', seq(i = i + 1, wait(1), [i >= n], i = -1))),
// [i >= 0]))). For a repeat, everything but the answer e for no rounds is turned round.
static draft_node *make_drawn_loop(mistreevous *t, mistreevous_node *n)
{
    making *k = &t->k;
    arena *a = t->m->memory;
    gestalt_span place = n->place;
    bool is_repeat = n->type == MDSL_REPEAT;
    const char *rounds = make_key(k, "rounds", KEY_INT, "number of rounds, drawn at the start");
    const char *i = make_key(k, "round", KEY_INT, "rounds so far; -1: the last one has failed");
    draft_node *x = mistreevous_make(t, n->children);
    draft_node *counted = MAKE(
        k, place, "sequence", make_set(k, place, i, arena_print(a, "%s + 1", i)),
        make_next_tick(k, place), make_condition(k, place, arena_print(a, "%s >= %s", i, rounds)));
    if (is_repeat)
        x = MAKE(k, place, "sequence", make_around(k, place, "invert", x),
                 make_set(k, place, i, "-1"));
    else
        draft_child(a, counted, make_set(k, place, i, "-1"));
    draft_node *loop = MAKE(k, place, "sequence", make_set(k, place, i, "0"),
                            make_retry(k, place, 0, MAKE(k, place, "selector", x, counted)),
                            make_condition(k, place, arena_print(a, "%s >= 0", i)));
    const char *draw = arena_print(a, "%.0f + int(rand() * %.1f)", n->range.least,
                                   n->range.most - n->range.least + 1);
    import_approximate(t->m, n->range.place,
                       "the number of rounds is drawn from another stream of chance");
    return MAKE(k, place, "sequence", make_set(k, place, rounds, draw),
                make_decide(k, place, arena_print(a, "%s == 0", rounds),
                            make_status(k, place, is_repeat), loop, false));
}

// The answer comes a tick after that of the last round, so that a child may run on.
static draft_node *make_repeat_node(mistreevous *t, mistreevous_node *n)
{
    making *k = &t->k;
    if (!check_rounds(t, &n->range) || (n->range.count && n->range.most == 0))
        return make_status(k, n->place, true);
    if (n->range.least < n->range.most)
        return make_drawn_loop(t, n);
    draft_node *loop = make_loop(t, n, "repeat", "count");
    if (n->range.count == 0)
        return loop;
    return MAKE(k, n->place, "sequence", loop, make_next_tick(k, n->place));
}

static draft_node *make_retry_node(mistreevous *t, mistreevous_node *n)
{
    making *k = &t->k;
    if (!check_rounds(t, &n->range) || (n->range.count && n->range.most == 0))
        return make_status(k, n->place, false);
    if (n->range.least < n->range.most)
        return make_drawn_loop(t, n);
    draft_node *loop = make_loop(t, n, "retry", "attempts");
    if (n->range.count == 0)
        return loop;
    draft_node *late =
        MAKE(k, n->place, "sequence", make_next_tick(k, n->place), make_status(k, n->place, false));
    return MAKE(k, n->place, "selector", loop, late);
}

// ---- leaves

static draft_node *make_wait(mistreevous *t, mistreevous_node *n)
{
    arena *a = t->m->memory;
    char text[NUMBER_TEXT_SIZE];
    const mistreevous_range *range = &n->range;
    if (range->count == 0)
        return draft_new(a, "running", n->place);
    draft_node *node = draft_new(a, "wait", n->place);
    if (range->most > 1e12) {
        import_refuse(t->m, range->place, DIAGNOSTIC_IMPORT_PORT,
                      "a duration must be at most 1000000000000 milliseconds");
    } else if (range->least < range->most) {
        draft_text(a, node, "seconds",
                   arena_print(a, "(%.1f + floor(rand() * %.1f)) / 1000", range->least,
                               range->most - range->least + 1));
        import_approximate(t->m, range->place,
                           "the duration is drawn from another stream of chance");
    } else {
        number_print_seconds(text, (int64_t)range->least * 1000);
        draft_raw(a, node, "seconds", arena_copy_text(a, text, strlen(text)));
    }
    return node;
}

// Further uses of a tree in one tree get a name, so that the paths of their keys differ.
static draft_node *make_branch(mistreevous *t, mistreevous_node *n)
{
    import_state *m = t->m;
    mistreevous_tree *tree = mistreevous_tree_of(t, n);
    if (!tree)
        return make_call(t, &(mistreevous_call){.function = n->name, .place = n->at_name}, "action",
                         HOST_ACTION);
    draft_node *node = draft_new(m->memory, "subtree", n->place);
    draft_text(m->memory, node, "tree", tree->spelling);
    if (tree->use_count == 0 || tree->user != t->current)
        tree->use_count = 0;
    tree->user = t->current;
    if (tree->use_count++ > 0)
        draft_text(m->memory, node, "name",
                   arena_print(m->memory, "%s_%u", tree->spelling, tree->use_count));
    return node;
}

static const node_row rows[MISTREEVOUS_TYPE_COUNT] = {
    [MDSL_ROOT] = {make_root, RUNS_CHILDREN},
    [MDSL_BRANCH] = {make_branch, RUNS_ALWAYS},
    [MDSL_ACTION] = {make_action, RUNS_ALWAYS},
    [MDSL_CONDITION] = {make_predicate, RUNS_NEVER},
    [MDSL_WAIT] = {make_wait, RUNS_ALWAYS},
    [MDSL_SEQUENCE] = {make_sequence, RUNS_CHILDREN},
    [MDSL_SELECTOR] = {make_selector, RUNS_CHILDREN},
    [MDSL_PARALLEL] = {make_parallel, RUNS_CHILDREN},
    [MDSL_RACE] = {make_race, RUNS_CHILDREN},
    [MDSL_ALL] = {make_all, RUNS_CHILDREN},
    [MDSL_LOTTO] = {make_lotto, RUNS_CHILDREN},
    [MDSL_FLIP] = {make_flip, RUNS_CHILDREN},
    [MDSL_SUCCEED] = {make_succeed, RUNS_CHILDREN},
    [MDSL_FAIL] = {make_fail, RUNS_CHILDREN},
    [MDSL_REPEAT] = {make_repeat_node, RUNS_ALWAYS},
    [MDSL_RETRY] = {make_retry_node, RUNS_ALWAYS},
};
