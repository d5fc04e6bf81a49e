// SPDX-License-Identifier: MIT
// A key that such a node watches has a second key, which counts its assignments (btcpp_set). The
// node has a key `seen` with the count that it saw last.
#include "btcpp_entry.h"

bool btcpp_watches(const char *name)
{
    static const char *const watchers[] = {"WasEntryUpdated", "SkipUnlessUpdated",
                                           "WaitValueUpdate"};
    for (size_t i = 0; i < sizeof watchers / sizeof *watchers; i++)
        if (strcmp(watchers[i], name) == 0)
            return true;
    return false;
}

/// A node that watches a key.
typedef struct watching {
    const char *condition; // whether the key has been set since the last time; NULL: refused
    draft_node *note;      // seen = count
} watching;

static watching watch(btcpp_making *t, const source_node *n)
{
    making *k = &t->k;
    const source_attribute *entry = btcpp_port_in(n, "entry");
    if (!entry || !*entry->value) {
        import_refuse(k->m, n->place, DIAGNOSTIC_IMPORT_PORT,
                      "`%s` needs `entry` with the name of a key", btcpp_name(n));
        return (watching){NULL, NULL};
    }
    const char *pointer = btcpp_pointer(k->m, entry->value);
    const import_key *key = scope_key(k->m, &t->variant->scope, pointer ? pointer : entry->value);
    bool is_own = t->variant != t->b->main && !key->is_param;
    if (key->first != KEY_READ && !key->is_sure && !is_own)
        import_approximate(k->m, entry->place,
                           "if the host sets `%s` before the first tick is not known here: `%s` "
                           "finds it set the first time",
                           key->name, btcpp_name(n));
    const char *seen =
        make_key(k, "seen", KEY_INT,
                 arena_print(k->m->memory, "%s when this node last read it", key->counter));
    return (watching){arena_print(k->m->memory, "%s != %s", key->counter, seen),
                      make_set(k, n->place, seen, key->counter)};
}

// seq([count != seen], seen = count)
draft_node *btcpp_was_updated(btcpp_making *t, const source_node *n, skip s)
{
    watching w = watch(t, n);
    (void)s;
    if (!w.condition)
        return make_status(&t->k, n->place, true);
    return MAKE(&t->k, n->place, "sequence", make_condition(&t->k, n->place, w.condition), w.note);
}

// if(count != seen, seq(seen = count, x), skip)
draft_node *btcpp_skip_unless(btcpp_making *t, const source_node *n, skip s)
{
    watching w = watch(t, n);
    if (!w.condition)
        return make_status(&t->k, n->place, true);
    draft_node *row = MAKE(&t->k, n->place, "sequence", w.note, btcpp_node(t, n->children, s));
    return make_decide(&t->k, n->place, w.condition, row, skip_make(t, n->place, s), false);
}

// seq(retry([count != seen]), seen = count, x)
draft_node *btcpp_wait_update(btcpp_making *t, const source_node *n, skip s)
{
    making *k = &t->k;
    watching w = watch(t, n);
    if (!w.condition)
        return make_status(k, n->place, true);
    draft_node *wait = make_retry(k, n->place, 0, make_condition(k, n->place, w.condition));
    return MAKE(k, n->place, "sequence", wait, w.note, btcpp_node(t, n->children, s));
}
