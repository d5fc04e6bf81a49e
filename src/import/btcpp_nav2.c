// SPDX-License-Identifier: MIT
// The nodes of nav2. In the comments, S and F are success and failure, and small letters are
// children and keys.
#include "btcpp_nav2.h"

#include "import_library.h"
#include "number.h"

// ---- leaves below nodes that do not reset their children

// Return whether a child is a leaf that may return running: the original does not call it again
// after it has succeeded, until its parent starts again.
static bool is_bare_action(btcpp_making *t, const source_node *n)
{
    const char *name = btcpp_name(n);
    return !btcpp_row_of(name) && strcmp(name, "SubTree") != 0 && !n->children &&
           btcpp_may_run(t->b, n);
}

static bool is_stateful(btcpp_making *t, const source_node *n)
{
    import_list listed = t->k.m->options->statefuls;
    return import_listed(listed.texts, listed.count, btcpp_name(n));
}

// if(l, S, seq(x, l = true)), and l = false in `starts`
static draft_node *make_latch(btcpp_making *t, const source_node *n, draft_node *starts)
{
    making *k = &t->k;
    const char *latch = make_key(k, "succeeded", KEY_BOOL, "whether the action has succeeded");
    draft_child(k->m->memory, starts, make_set(k, n->place, latch, "false"));
    draft_node *row = MAKE(k, n->place, "sequence", btcpp_node(t, n, skip_plain(true)),
                           make_set(k, n->place, latch, "true"));
    return make_decide(k, n->place, latch, make_status(k, n->place, true), row, false);
}

// if(open || time - last >= 1/hz, seq(x, open = false, last = time), running), every tick, and
// open = true in `starts`
static draft_node *make_rate(btcpp_making *t, const source_node *n, draft_node *starts)
{
    making *k = &t->k;
    arena *a = k->m->memory;
    const source_attribute *hz = source_find(n, "hz");
    double rate = hz && literal_type(hz->value) != KEY_TEXT
                      ? number_double(hz->value, strlen(hz->value))
                      : 10;
    char period[NUMBER_TEXT_SIZE];
    if ((hz && btcpp_pointer(k->m, hz->value)) || !(rate > 0))
        import_refuse(k->m, hz->place, DIAGNOSTIC_IMPORT_PORT, "`hz` must be a number above 0");
    number_print_double(period, 1 / rate);
    const char *open = make_key(k, "open", KEY_BOOL, "whether the child has not succeeded yet");
    const char *last = make_key(k, "last", KEY_FLOAT, "the time when the child has succeeded");
    draft_child(a, starts, make_set(k, n->place, open, "true"));
    draft_node *row =
        MAKE(k, n->place, "sequence", btcpp_node(t, n->children, skip_plain(true)),
             make_set(k, n->place, open, "false"), make_set(k, n->place, last, "time"));
    return make_decide(k, n->place, arena_print(a, "%s || time - %s >= %s", open, last, period),
                       row, draft_new(a, "running", n->place), true);
}

static draft_node *make_stages(btcpp_making *t, const source_node *n, const char *type)
{
    making *k = &t->k;
    arena *a = k->m->memory;
    draft_node *starts = draft_new(a, "sequence", n->place);
    draft_node *stages = draft_new(a, type, n->place);
    bool is_pipeline = strcmp(type, "pipeline") == 0;
    for (const source_node *child = n->children; child; child = child->next) {
        draft_node *stage;
        if (btcpp_may_skip(t->b, child))
            import_approximate(k->m, child->place,
                               "a child of `%s` that may be skipped: here it has succeeded",
                               btcpp_name(n));
        if (is_pipeline && strcmp(btcpp_name(child), "RateController") == 0 &&
            child->child_count == 1 && !btcpp_has_conditions(child)) {
            stage = make_rate(t, child, starts);
        } else if (is_bare_action(t, child) && is_stateful(t, child) &&
                   !btcpp_has_conditions(child)) {
            stage = make_latch(t, child, starts);
        } else {
            if (is_bare_action(t, child)) {
                gestalt_diagnostic *d = import_approximate(
                    k->m, child->place,
                    "if `%s` is a stateful action, the original does not call it again after it "
                    "has succeeded, until `%s` starts again",
                    btcpp_name(child), btcpp_name(n));
                json_form_help(&k->m->form, d, "--stateful=%s or --sync=%s makes it exact",
                               btcpp_name(child), btcpp_name(child));
            }
            bool is_library = child->children && library_has(t->b->m->library, btcpp_name(child)) &&
                              !btcpp_has_conditions(child);
            t->starts = is_library ? starts : NULL;
            stage = btcpp_node(t, child, skip_plain(true));
            t->starts = NULL;
        }
        draft_child(a, stages, stage);
    }
    if (!draft_find(starts, "children"))
        return stages;
    draft_child(a, starts, stages);
    return starts;
}

draft_node *nav2_pipeline(btcpp_making *t, const source_node *n, skip s)
{
    (void)s;
    return make_stages(t, n, "pipeline");
}

draft_node *nav2_nonblocking(btcpp_making *t, const source_node *n, skip s)
{
    (void)s;
    return make_stages(t, n, "concurrent");
}

// Elsewhere its parent resets it, so that it never holds its child back.
draft_node *nav2_rate(btcpp_making *t, const source_node *n, skip s)
{
    return btcpp_node(t, n->children, s);
}

// ---- recovery

static void warn_of_skips(btcpp_making *t, const source_node *n)
{
    for (const source_node *child = n->children; child; child = child->next)
        if (btcpp_may_skip(t->b, child))
            import_approximate(t->k.m, child->place,
                               "a child of `%s` that may be skipped: here it has failed",
                               btcpp_name(n));
}

// seq(c = 0, retry{n + 1}(sel(seq(a, ok = true),
//                             if(c >= n, ok = false,
//                                sel(seq(inv(b), ok = false), seq(c = c + 1, F))))), [ok])
draft_node *nav2_recovery(btcpp_making *t, const source_node *n, skip s)
{
    making *k = &t->k;
    arena *a = k->m->memory;
    btcpp_value value = btcpp_number(t, n, "number_of_retries", 1);
    (void)s;
    warn_of_skips(t, n);
    if (value.is_key || value.number < 0 || value.number > 65534) {
        import_refuse(k->m, value.place, DIAGNOSTIC_IMPORT_PORT,
                      "`number_of_retries` must be 0 to 65534");
        return make_status(k, n->place, false);
    }
    const char *tries = make_key(k, "recoveries", KEY_INT, "recoveries so far");
    const char *ok = make_key(k, "ok", KEY_BOOL, "whether the first child has succeeded");
    draft_node *main = MAKE(k, n->place, "sequence", btcpp_node(t, n->children, skip_plain(false)),
                            make_set(k, n->place, ok, "true"));
    draft_node *second =
        make_around(k, n->place, "invert", btcpp_node(t, n->children->next, skip_plain(false)));
    draft_node *again =
        MAKE(k, n->place, "sequence", make_set(k, n->place, tries, arena_print(a, "%s + 1", tries)),
             make_status(k, n->place, false));
    draft_node *recover =
        MAKE(k, n->place, "selector",
             MAKE(k, n->place, "sequence", second, make_set(k, n->place, ok, "false")), again);
    draft_node *failed = make_decide(k, n->place, arena_print(a, "%s >= %lld", tries, value.number),
                                     make_set(k, n->place, ok, "false"), recover, false);
    draft_node *loop = draft_new(a, "retry", n->place);
    draft_int(a, loop, "per_tick", value.number + 1);
    draft_add(a, loop, "child", MAKE(k, n->place, "selector", main, failed));
    return MAKE(k, n->place, "sequence", make_set(k, n->place, tries, "0"), loop,
                make_condition(k, n->place, ok));
}

// ---- round robin

/// Keys of a round robin.
typedef struct robin {
    const char *at, *ok, *failed;
    uint32_t count;
} robin;

// A round that ends the loop, since the last child ends it: at = 0, ok = false
static draft_node *robin_end(making *k, gestalt_span place, robin r)
{
    return MAKE(k, place, "sequence", make_set(k, place, r.at, "0"),
                make_set(k, place, r.ok, "false"));
}

static draft_node *robin_wrapping(making *k, gestalt_span place, robin r, draft_node *child)
{
    arena *a = k->m->memory;
    const char *next = arena_print(a, "(%s + 1) %% %u", r.at, r.count);
    draft_node *yes = MAKE(k, place, "sequence", child, make_set(k, place, r.at, next),
                           make_set(k, place, r.ok, "true"));
    draft_node *no = MAKE(k, place, "sequence", make_set(k, place, r.at, next),
                          make_set(k, place, r.failed, arena_print(a, "%s + 1", r.failed)),
                          make_condition(k, place, arena_print(a, "%s >= %u", r.failed, r.count)),
                          robin_end(k, place, r));
    return MAKE(k, place, "selector", yes, no);
}

static draft_node *robin_ending(making *k, gestalt_span place, robin r, draft_node *child)
{
    arena *a = k->m->memory;
    const char *is_last = arena_print(a, "%s == %u", r.at, r.count - 1);
    const char *next = arena_print(a, "%s + 1", r.at);
    draft_node *go_on = MAKE(k, place, "sequence", make_set(k, place, r.at, next),
                             make_set(k, place, r.ok, "true"));
    draft_node *yes = MAKE(k, place, "sequence", child,
                           make_decide(k, place, is_last, robin_end(k, place, r), go_on, false));
    draft_node *skip_on =
        MAKE(k, place, "sequence", make_set(k, place, r.at, next), make_status(k, place, false));
    draft_node *no = make_decide(k, place, is_last, robin_end(k, place, r), skip_on, false);
    return MAKE(k, place, "selector", yes, no);
}

// seq(if(busy, at = 0, S), busy = true, f = 0, retry{n}(round), busy = false, [ok]): `busy` shows
// at the start that the last run was abandoned.
draft_node *nav2_round_robin(btcpp_making *t, const source_node *n, skip s)
{
    making *k = &t->k;
    arena *a = k->m->memory;
    bool wraps = btcpp_flag(t, n, "wrap_around", false);
    robin r = {.count = n->child_count};
    uint32_t i = 0;
    (void)s;
    warn_of_skips(t, n);
    r.at = make_key(k, "at", KEY_INT, "the child whose turn it is");
    r.ok = make_key(k, "ok", KEY_BOOL, "whether a child has succeeded");
    const char *busy = make_key(k, "busy", KEY_BOOL, "whether the row has begun and not ended");
    draft_node *turn = draft_new(a, "switch", n->place), *cases = draft_object(a);
    draft_text(a, turn, "on", r.at);
    for (const source_node *child = n->children; child; child = child->next)
        draft_add(a, cases, arena_print(a, "%u", i++), btcpp_node(t, child, skip_plain(false)));
    draft_add_object(a, turn, "cases", cases);
    draft_node *whole = MAKE(k, n->place, "sequence",
                             make_decide(k, n->place, busy, make_set(k, n->place, r.at, "0"),
                                         make_status(k, n->place, true), false),
                             make_set(k, n->place, busy, "true"));
    if (wraps) {
        r.failed = make_key(k, "failed", KEY_INT, "children that have failed");
        draft_child(a, whole, make_set(k, n->place, r.failed, "0"));
    }
    draft_node *loop = draft_new(a, "retry", n->place);
    draft_int(a, loop, "per_tick", n->child_count);
    draft_add(a, loop, "child",
              wraps ? robin_wrapping(k, n->place, r, turn) : robin_ending(k, n->place, r, turn));
    draft_child(a, whole, loop);
    draft_child(a, whole, make_set(k, n->place, busy, "false"));
    draft_child(a, whole, make_condition(k, n->place, r.ok));
    return whole;
}

// if(d, F, sel(seq(x, d = true), seq(d = true, F)))
draft_node *nav2_single_trigger(btcpp_making *t, const source_node *n, skip s)
{
    making *k = &t->k;
    const char *done = make_key(k, "ran", KEY_BOOL, "whether the child has finished");
    draft_node *yes = MAKE(k, n->place, "sequence", btcpp_node(t, n->children, s),
                           make_set(k, n->place, done, "true"));
    draft_node *no = MAKE(k, n->place, "sequence", make_set(k, n->place, done, "true"),
                          make_status(k, n->place, false));
    warn_of_skips(t, n);
    return make_decide(k, n->place, done, make_status(k, n->place, false),
                       MAKE(k, n->place, "selector", yes, no), false);
}
