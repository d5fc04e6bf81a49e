// SPDX-License-Identifier: MIT
// Nodes as C, type by type: the code before the first child, between two children, after each
// child, and at the end. The code does the same as the bodies in src/nodes.
#include "native_source.h"

#include "nodes.h"
#include "scalar.h"
#include "search.h"

#include <string.h>

static uint32_t id_at(const native_source *s, uint32_t item)
{
    return s->plan->node_ids[item];
}

static uint64_t raw_of(const native_source *s, const native_open *o)
{
    return s->shape->items[o->view.raw];
}

// Write a statement that ends with the live mask of a node, or with 0 if the node has no slot.
static void put_live(native_source *s, const char *before, uint32_t number, uint32_t id)
{
    text_fill(s->out, ' ', 4 * (size_t)s->indent);
    text_print(s->out, before, number, number, number);
    if (native_has_slot(s, id))
        text_print(s->out, "gestalt_native_live(t, at, %u);\n", native_slot(s, id));
    else
        text_put(s->out, "UINT64_C(0);\n");
}

// ---- abandoning

// Return the first slot of a node at this item or after it.
static uint32_t first_slot(const native_source *s, uint32_t item)
{
    uint32_t slot;
    SEARCH_FIRST(slot, 0, s->plan->slot_count, s->plan->slot_items[slot] >= item);
    return slot;
}

enum { ABANDONED_INLINE = 8 }; // maximum number of slots

// Return whether to abandon the nodes of some slots inline: each node must either need no work, or
// be an action without arguments that is compiled with the tree.
static bool abandons_inline(const native_source *s, uint32_t first, uint32_t end)
{
    if (!s->leaves || end - first > ABANDONED_INLINE)
        return false;
    for (uint32_t slot = first; slot < end; slot++) {
        node_view v = walk_node(s->shape->items, s->plan->slot_items[slot]);
        bool has_arguments = v.expression && v.expression < v.end;
        if (node_is(v.type, NODE_IS_LAUNCHING) || (native_acts(&v) && has_arguments))
            return false;
    }
    return true;
}

static void put_abandon_slot(native_source *s, uint32_t slot, char lanes, uint32_t id)
{
    uint32_t item = s->plan->slot_items[slot];
    node_view v = walk_node(s->shape->items, item);
    if (native_acts(&v)) {
        uint32_t call = s->calls[id_at(s, item)];
        native_line(s, "if ((hit = gestalt_native_take(t, at, %u, %c%u)))", slot, lanes, id);
        native_line(s, "    cancel_%u(t, at, hit);", call);
    } else {
        native_line(s, "gestalt_native_take(t, at, %u, %c%u);", slot, lanes, id);
    }
}

// Write code that abandons the children of a node from an item on, for the lanes in a variable.
static void put_abandon(native_source *s, const native_open *o, uint32_t from, char lanes,
                        uint32_t id)
{
    const plan *p = s->plan;
    uint32_t first, end;
    if (native_has_slot(s, o->id)) {
        first = native_slot(s, o->id);
        end = p->slot_ends[first];
        first += p->owners[first] == o->id;
        while (first < end && p->slot_items[first] < from)
            first = p->slot_ends[first];
    } else {
        first = first_slot(s, from);
        end = first_slot(s, o->view.end);
    }
    if (first >= end)
        return;
    if (abandons_inline(s, first, end)) {
        native_line(s, "if (%c%u) {", lanes, id);
        s->indent++;
        native_line(s, "uint64_t hit;");
        for (uint32_t slot = first; slot < end; slot++)
            put_abandon_slot(s, slot, lanes, id);
        s->indent--;
        native_line(s, "}");
        return;
    }
    native_line(s, "if (%c%u)", lanes, id);
    native_line(s, "    t->services->abandon(t, %u, %u, %c%u);", first, end, lanes, id);
}

// ---- clocks

static const char *clock_of(const native_open *o)
{
    return o->view.flags & ITEM_VARIANT ? "t->ticks" : "t->now";
}

static bool is_evaluated(const native_source *s, const native_open *o)
{
    return raw_of(s, o) == DURATION_EVALUATED;
}

static uint32_t pause_slot_of(const native_source *s, const native_open *o)
{
    return pause_slot(s->shape->items[o->view.pause]);
}

// Write code that starts the clock of a node for the lanes in a variable.
static void put_start(native_source *s, const native_open *o, char lanes)
{
    uint32_t id = o->id;
    if (is_evaluated(s, o)) {
        native_line(s, "if (%c%u)", lanes, id);
        native_line(s, "    t->services->due(t, %u, %c%u, d%u);", s->shape->nodes[id], lanes, id,
                    id);
    } else {
        native_line(s, "gestalt_native_start(d%u, %c%u, %s + INT64_C(%lld));", id, lanes, id,
                    clock_of(o), (long long)raw_of(s, o));
    }
}

static void put_clock(native_source *s, const native_open *o)
{
    native_line(s, "int64_t *d%u = gestalt_native_long(t, at, %u);", o->id, o->view.argument);
}

// ---- code that several types share

static void put_fresh(text_out *out, const native_source *s, uint32_t id)
{
    if (native_has_slot(s, id))
        text_print(out, "n%u & ~l%u", id, id);
    else
        text_print(out, "n%u", id);
}

// Write "uint64_t NAME12 = n12 & ~l12;".
static void put_fresh_as(native_source *s, char name, uint32_t id)
{
    text_fill(s->out, ' ', 4 * (size_t)s->indent);
    text_print(s->out, "uint64_t %c%u = ", name, id);
    put_fresh(s->out, s, id);
    text_put(s->out, ";\n");
}

static void put_resuming_as(native_source *s, char name, uint32_t id)
{
    if (native_has_slot(s, id))
        native_line(s, "uint64_t %c%u = n%u & l%u;", name, id, id, id);
    else
        native_line(s, "uint64_t %c%u = 0;", name, id);
}

// Write code that evaluates a bool expression or predicate of a node, for the lanes in a variable.
static void put_question(native_source *s, const native_open *o, char to, char lanes)
{
    const uint64_t *items = s->shape->items;
    uint32_t at = o->view.expression, call = s->calls[o->id];
    uint64_t first = items[at];
    const char *how = item_end(first) > at + 1 ? "t->services->ask(t, "
                      : s->leaves              ? NULL
                                               : "gestalt_native_ask(t, at, ";
    if (op_info_of(item_type_of(first))->form != SYNTAX_HOST)
        native_line(s, "%c%u = ask_%u_0(t, at, %c%u);", to, o->id, o->id, lanes, o->id);
    else if (how)
        native_line(s, "%c%u = %s%u, %c%u);", to, o->id, how, call, lanes, o->id);
    else
        native_line(s, "%c%u = call_%u(t, at, %c%u, %c%u).succeeded;", to, o->id, call, lanes,
                    o->id, lanes, o->id);
}

// ---- leaves

static void put_action(native_source *s, const native_open *o)
{
    uint32_t id = o->id, call = s->calls[id];
    put_fresh_as(s, 'a', id);
    native_line(s, "gestalt_native_answer r%u =", id);
    if (o->view.expression && o->view.expression < o->view.end)
        native_line(s, "    t->services->act(t, %u, n%u, a%u);", call, id, id);
    else if (s->leaves)
        native_line(s, "    call_%u(t, at, n%u, a%u);", call, id, id);
    else
        native_line(s, "    gestalt_native_act(t, at, %u, n%u, a%u);", call, id, id);
    native_line(s, "s%u = r%u.succeeded;", id, id);
    native_line(s, "f%u = r%u.failed;", id, id);
}

static void put_deferred(native_source *s, const native_open *o)
{
    uint32_t id = o->id;
    native_line(s, "gestalt_native_answer r%u = t->services->defer(t, %u, n%u, %s%u);", id,
                s->shape->nodes[id], id, native_has_slot(s, id) ? "l" : "0 * n", id);
    native_line(s, "s%u = r%u.succeeded;", id, id);
    native_line(s, "f%u = r%u.failed;", id, id);
}

static void put_signal(native_source *s, const native_open *o)
{
    uint64_t to = raw_of(s, o);
    uint32_t id = o->id;
    text_fill(s->out, ' ', 4 * (size_t)s->indent);
    text_put(s->out,
             s->in_scope[id] ? "t->services->put_status(t, " : "gestalt_native_set_status(t, at, ");
    text_print(s->out, "%u, n%u, ", o->view.argument, id);
    text_print(s->out,
               to == GESTALT_SUCCESS   ? "n%u, 0"
               : to == GESTALT_FAILURE ? "0, n%u"
                                       : "0, 0",
               id);
    text_put(s->out, ");\n");
    native_line(s, "s%u = n%u;", id, id);
}

static void put_wait(native_source *s, const native_open *o)
{
    uint32_t id = o->id;
    if (raw_of(s, o) == 0 && !(o->view.flags & ITEM_CAN_RUN)) {
        native_line(s, "s%u = n%u;", id, id);
        return;
    }
    put_clock(s, o);
    put_fresh_as(s, 'a', id);
    put_start(s, o, 'a');
    native_line(s, "s%u = gestalt_native_due(d%u, %s, n%u);", id, id, clock_of(o), id);
}

static void put_change_of_list(native_source *s, const native_open *o)
{
    uint32_t id = o->id;
    native_line(s, "gestalt_native_answer r%u = t->services->change_list(t, %u, n%u);", id,
                s->shape->nodes[id], id);
    native_line(s, "s%u = r%u.succeeded;", id, id);
    native_line(s, "f%u = r%u.failed;", id, id);
}

static void put_leaf(native_source *s, const native_open *o)
{
    uint32_t id = o->id;
    switch ((int)o->view.type) {
    case NODE_CONDITION:
        put_question(s, o, 's', 'n');
        native_line(s, "f%u = n%u & ~s%u;", id, id, id);
        break;
    case NODE_ACTION: put_action(s, o); break;
    case NODE_DEFERRED: put_deferred(s, o); break;
    case NODE_PERSISTENT:
        native_line(s, "s%u = n%u & gestalt_native_status(t, at, %u)[0];", id, id,
                    o->view.argument);
        native_line(s, "f%u = n%u & gestalt_native_status(t, at, %u)[1];", id, id,
                    o->view.argument);
        break;
    case NODE_SIGNAL: put_signal(s, o); break;
    case NODE_SET:
        native_line(s, "set_%u_0(t, at, n%u);", id, id);
        native_line(s, "s%u = n%u;", id, id);
        break;
    case NODE_WAIT: put_wait(s, o); break;
    case NODE_PUSH:
    case NODE_POP:
    case NODE_CLEAR:
    case NODE_SET_ELEMENT:
    case NODE_SET_LIST: put_change_of_list(s, o); break;
    case NODE_SUCCESS: native_line(s, "s%u = n%u;", id, id); break;
    case NODE_FAILURE: native_line(s, "f%u = n%u;", id, id); break;
    default: break; // running
    }
}

// ---- nodes with children: code before the first child

static void open_timeout(native_source *s, const native_open *o)
{
    put_clock(s, o);
    put_fresh_as(s, 'a', o->id);
    put_start(s, o, 'a');
    native_line(s, "uint64_t e%u = gestalt_native_due(d%u, %s, n%u & ~a%u);", o->id, o->id,
                clock_of(o), o->id, o->id);
    put_abandon(s, o, o->view.first_child, 'e', o->id);
    native_line(s, "a%u = n%u & ~e%u;", o->id, o->id, o->id);
}

static void open_delay(native_source *s, const native_open *o)
{
    uint32_t id = o->id, child = id_at(s, o->view.first_child);
    put_clock(s, o);
    put_live(s, "uint64_t e%u = n%u & ", id, child);
    put_fresh_as(s, 'a', id);
    put_start(s, o, 'a');
    native_line(s, "a%u = e%u | gestalt_native_due(d%u, %s, n%u & ~e%u);", id, id, id, clock_of(o),
                id, id);
}

static void open_cooldown(native_source *s, const native_open *o)
{
    uint32_t id = o->id;
    native_line(s, "int64_t *d%u = gestalt_native_time(t, at, %u);", id, o->view.argument);
    if (raw_of(s, o) == 0 && !s->shape->is_edited) {
        native_line(s, "uint64_t a%u = n%u;", id, id);
        return;
    }
    put_resuming_as(s, 'a', id);
    native_line(s, "a%u |= gestalt_native_due(d%u, %s, n%u & ~a%u);", id, id, clock_of(o), id, id);
}

static void open_once(native_source *s, const native_open *o)
{
    uint32_t id = o->id;
    native_line(s, "uint64_t *d%u = gestalt_native_status(t, at, %u);", id, o->view.argument);
    native_line(s, "uint64_t v%u = n%u & d%u[0], e%u = n%u & d%u[1];", id, id, id, id, id, id);
    native_line(s, "uint64_t a%u = n%u & ~(v%u | e%u);", id, id, id, id);
}

static void open_chance(native_source *s, const native_open *o)
{
    uint32_t id = o->id;
    put_fresh_as(s, 'a', id);
    native_line(s, "float d%u[64] = {0};", id);
    native_line(s, "t->services->draw(t, a%u, d%u);", id, id);
    native_line(s,
                "a%u = (n%u & ~a%u) | gestalt_lanes_less_float(d%u, a%u, "
                "gestalt_native_float(0x%08xu), at->stride);",
                id, id, id, id, id, o->view.argument);
}

// Define the lanes that run the child: those that do not pause, and those whose pause is over.
static void open_pause(native_source *s, const native_open *o)
{
    uint32_t id = o->id;
    native_line(s, "int64_t *p%u = gestalt_native_long(t, at, %u);", id, pause_slot_of(s, o));
    put_resuming_as(s, 'w', id);
    put_live(s, "w%u &= ~", id, id_at(s, o->view.first_child));
    native_line(s, "uint64_t a%u = (n%u & ~w%u) | gestalt_native_due(p%u, t->ticks, w%u);", id, id,
                id, id, id);
}

static void open_loop(native_source *s, const native_open *o)
{
    uint32_t id = o->id, limit = rounds_limit(raw_of(s, o));
    if (o->view.type == NODE_WHILE) {
        native_line(s, "uint64_t *d%u = gestalt_native_bit(t, at, %u);", id, o->view.argument);
        put_fresh_as(s, 'e', id);
        native_line(s, "*d%u &= ~e%u;", id, id);
    } else if (limit) {
        native_line(s, "uint32_t *d%u = gestalt_native_word(t, at, %u);", id, o->view.argument);
        put_fresh_as(s, 'e', id);
        native_line(s, "gestalt_native_reset(d%u, e%u);", id, id);
    }
    if (o->view.pause) {
        open_pause(s, o);
        return;
    }
    put_live(s, "uint64_t a%u = n%u, w%u = ", id, id_at(s, o->view.first_child));
    native_line(s, "w%u &= n%u;", id, id);
    native_line(s, "for (uint32_t i%u = 1;; i%u++) {", id, id);
    s->indent++;
}

// Write code that keeps those of some lanes that have an element left; the others have succeeded.
static void put_left(native_source *s, const native_open *o, char left, uint32_t number, char lanes,
                     uint32_t child)
{
    uint32_t id = o->id;
    native_line(s, "uint64_t %c%u = t->services->loop_left(t, %u, %c%u);", left, number,
                s->shape->nodes[id], lanes, child);
    native_line(s, "s%u |= %c%u & ~%c%u;", id, lanes, child, left, number);
}

static void put_take(native_source *s, const native_open *o, char lanes)
{
    native_line(s, "t->services->loop_take(t, %u, %c%u);", s->shape->nodes[o->id], lanes, o->id);
}

// Lanes that start a round need an element; lanes whose child is live resume it.
static void open_for_each(native_source *s, const native_open *o)
{
    uint32_t id = o->id, child = id_at(s, o->view.first_child);
    native_line(s, "uint32_t *d%u = gestalt_native_word(t, at, %u);", id, o->view.argument);
    put_fresh_as(s, 'e', id);
    native_line(s, "gestalt_native_reset(d%u, e%u);", id, id);
    if (o->view.pause) {
        open_pause(s, o);
        put_live(s, "uint64_t v%u = a%u & ~", id, child);
    } else {
        put_live(s, "uint64_t a%u = n%u, w%u = ", id, child);
        native_line(s, "w%u &= n%u;", id, id);
        native_line(s, "uint64_t v%u = n%u & ~w%u;", id, id, id);
    }
    put_left(s, o, 'z', id, 'v', id);
    put_take(s, o, 'z');
    native_line(s, "a%u &= ~v%u | z%u;", id, id, id);
    if (o->view.pause)
        return;
    native_line(s, "for (uint32_t i%u = 1;; i%u++) {", id, id);
    s->indent++;
}

static void open_service(native_source *s, const native_open *o)
{
    uint32_t id = o->id, first = id_at(s, o->view.first_child);
    put_clock(s, o);
    put_fresh_as(s, 'a', id);
    put_live(s, "uint64_t w%u = n%u & ~", id, first);
    native_line(s, "w%u &= ~a%u;", id, id); // lanes whose first child is not live
    native_line(s, "uint64_t e%u = a%u | gestalt_native_due(d%u, %s, w%u);", id, id, id,
                clock_of(o), id);
    native_line(s, "a%u = e%u | (n%u & ~a%u & ~w%u);", id, id, id, id, id);
    put_start(s, o, 'e');
}

static void open_parallel(native_source *s, const native_open *o)
{
    uint32_t id = o->id, count = native_child_count(s, o);
    native_line(s, "gestalt_native_counter c%u = {{0}}, k%u = {{0}};", id, id);
    native_line(s, "uint64_t *d%u = gestalt_native_bit(t, at, %u);", id, o->view.argument);
    native_line(s, "uint64_t a%u = n%u, e%u = 0;", id, id, id);
    put_fresh_as(s, 'w', id);
    native_line(s, "gestalt_native_recount(d%u, %u, n%u, w%u, &c%u, &k%u);", id, count, id, id, id,
                id);
}

// Define the lanes that choose a child, and the lanes that resume one.
static void open_choice(native_source *s, const native_open *o)
{
    put_fresh_as(s, 'a', o->id);
    put_resuming_as(s, 'w', o->id);
}

static void open_weighted(native_source *s, const native_open *o)
{
    const uint64_t *items = s->shape->items;
    uint32_t id = o->id, first = o->view.expression, count = o->view.first_child - first;
    open_choice(s, o);
    text_fill(s->out, ' ', 4 * (size_t)s->indent);
    text_print(s->out, "static const uint32_t d%u[] = {", id);
    for (uint32_t i = 0; i < count; i++)
        text_print(s->out, "%s0x%08xu", i ? ", " : "", item_argument(items[first + i]));
    text_put(s->out, "};\n");
    text_fill(s->out, ' ', 4 * (size_t)s->indent);
    text_print(s->out, "static const unsigned char k%u[] = {", id);
    for (uint32_t i = 0; i < count; i++)
        text_print(s->out, "%s%d", i ? ", " : "",
                   (item_flags(items[first + i]) & ITEM_POSITIVE) != 0);
    text_put(s->out, "};\n");
    native_line(s, "float x%u[64] = {0};", id);
    native_line(s, "int32_t c%u[64] = {0};", id);
    native_line(s, "t->services->draw(t, a%u, x%u);", id, id);
    native_line(s, "gestalt_native_weigh(d%u, k%u, %u, x%u, a%u, c%u);", id, id, count, id, id, id);
}

static void open_utility(native_source *s, const native_open *o)
{
    uint32_t id = o->id;
    open_choice(s, o);
    native_line(s, "int32_t c%u[64] = {0};", id);
    native_line(s, "if (a%u)", id);
    native_line(s, "    choose_%u_0(t, at, a%u, c%u);", id, id, id);
}

static void open_reactive_utility(native_source *s, const native_open *o)
{
    uint32_t id = o->id, number = 0;
    uint64_t margin = s->shape->items[o->view.margin];
    open_choice(s, o);
    native_line(s, "int32_t c%u[64] = {0};", id);
    native_line(s, "float x%u[64] = {0}, best%u[64] = {0}, kept%u[64] = {0};", id, id, id);
    for (uint32_t child = o->view.first_child; child < o->view.end;
         child = item_end(s->shape->items[child]), number++) {
        native_line(s, "value_%u_%u(t, at, n%u, x%u);", id, number, id, id);
        native_line(s, "gestalt_native_compare(%u, x%u, n%u, best%u, c%u);", number, id, id, id,
                    id);
        if (native_has_slot(s, id_at(s, child)))
            native_line(s,
                        "gestalt_native_score(x%u, w%u & gestalt_native_live(t, at, %u), kept%u);",
                        id, id, native_slot(s, id_at(s, child)), id);
    }
    native_line(s,
                "uint64_t e%u = gestalt_native_better(best%u, kept%u, "
                "gestalt_native_float(0x%08xu), w%u);",
                id, id, id, item_argument(margin), id);
    put_abandon(s, o, o->view.first_child, 'e', id);
    native_line(s, "w%u &= ~e%u;", id, id);
    native_line(s, "a%u |= e%u;", id, id);
}

static void open_switch(native_source *s, const native_open *o)
{
    const uint64_t *items = s->shape->items;
    uint32_t id = o->id, cases = walk_case_count(items, &o->view), number = 0;
    bool reacts = view_reacts(&o->view);
    open_choice(s, o);
    native_line(s, "int32_t x%u[64] = {0};", id);
    native_line(s, "if (%c%u)", reacts ? 'n' : 'a', id);
    native_line(s, "    value_%u_0(t, at, %c%u, x%u);", id, reacts ? 'n' : 'a', id, id);
    // The lanes for each case, and the lanes without a case.
    native_line(s, "uint64_t c%u[%u], e%u = ~UINT64_C(0);", id, cases ? cases : 1, id);
    for (uint32_t i = 0; i < cases; i++) {
        native_line(s, "c%u[%u] = gestalt_native_chose(x%u, at, (int32_t)UINT32_C(%u));", id, i, id,
                    item_argument(items[o->view.cases + i]));
        native_line(s, "e%u &= ~c%u[%u];", id, id, i);
    }
    if (!reacts)
        return;
    native_line(s, "uint64_t d%u = w%u;", id, id);
    for (uint32_t child = o->view.first_child; child < o->view.end;
         child = item_end(items[child]), number++) {
        uint32_t slot = native_slot(s, id_at(s, child));
        if (slot == PLAN_NO_SLOT)
            continue;
        if (number < cases)
            native_line(s, "d%u &= ~(gestalt_native_live(t, at, %u) & c%u[%u]);", id, slot, id,
                        number);
        else
            native_line(s, "d%u &= ~(gestalt_native_live(t, at, %u) & e%u);", id, slot, id);
    }
    put_abandon(s, o, o->view.first_child, 'd', id);
    native_line(s, "w%u &= ~d%u;", id, id);
    native_line(s, "a%u |= d%u;", id, id);
}

static void open_decide(native_source *s, const native_open *o)
{
    uint32_t id = o->id, first = id_at(s, o->view.first_child);
    bool reacts = view_reacts(&o->view);
    native_line(s, "uint64_t a%u = 0;", id);
    if (reacts) {
        put_question(s, o, 'a', 'n');
        put_resuming_as(s, 'w', id);
        put_live(s, "uint64_t e%u = w%u & ", id, first);
        native_line(s, "e%u = (e%u & ~a%u) | (w%u & ~e%u & a%u);", id, id, id, id, id, id);
        put_abandon(s, o, o->view.first_child, 'e', id);
        return;
    }
    put_fresh_as(s, 'e', id);
    native_line(s, "if (e%u) {", id);
    s->indent++;
    put_question(s, o, 'a', 'e');
    s->indent--;
    native_line(s, "}");
    put_resuming_as(s, 'w', id);
    put_live(s, "a%u |= w%u & ", id, first);
}

static void open_random(native_source *s, const native_open *o)
{
    uint32_t id = o->id, item = s->shape->nodes[id];
    bool is_parallel = o->view.type == NODE_PARALLEL;
    char fresh = is_parallel ? 'w' : 'a';
    native_line(s, "uint32_t i%u;", id);
    if (is_parallel)
        open_parallel(s, o);
    else
        put_fresh_as(s, 'a', id); // lanes in which the last child allows the next
    native_line(s, is_parallel ? "uint64_t j%u;" : "uint64_t e%u = 0, j%u;", id, id);
    native_line(s, "t->services->order_begin(t, %u, n%u, n%u & ~%c%u);", item, id, id, fresh, id);
    if (children_live_together(node_table[o->view.type].children))
        native_line(s, "a%u = n%u;", id, id); // all lanes take the first turn
    native_line(s, "while ((j%u = t->services->order_next(t, %u, &a%u, &i%u)) != 0) {", id, item,
                id, id);
    s->indent++;
    native_line(s, "switch (i%u) {", id);
}

// Return whether a node rolls back the changes of its children.
static bool has_scope(const native_source *s, const native_open *o)
{
    return s->changes[o->id] && node_table[o->view.type].children == RUNS_ALL;
}

static void open_scope(native_source *s, const native_open *o)
{
    if (!has_scope(s, o))
        return;
    native_line(s, "gestalt_native_mark m%u;", o->id);
    native_line(s, "t->services->open(t, &m%u);", o->id);
}

// Define for each child the lanes in which a later child is live.
static void put_stages(native_source *s, const native_open *o)
{
    uint32_t later = SHAPE_NONE, id = id_at(s, o->view.first_child);
    while (id < s->shape->specification->node_count && s->shape->nodes[id] < o->view.end)
        id++;
    while (--id > o->id) {
        if (id_at(s, s->plan->parents[s->shape->nodes[id]]) != o->id)
            continue;
        if (later == SHAPE_NONE)
            native_line(s, "uint64_t z%u = 0;", id);
        else if (native_has_slot(s, later))
            native_line(s, "uint64_t z%u = z%u | gestalt_native_live(t, at, %u);", id, later,
                        native_slot(s, later));
        else
            native_line(s, "uint64_t z%u = z%u;", id, later);
        later = id;
    }
}

static void open_children(native_source *s, const native_open *o)
{
    uint32_t id = o->id;
    switch ((int)o->view.type) {
    case NODE_SEQUENCE:
    case NODE_SELECTOR:
        put_fresh_as(s, 'a', id);
        put_resuming_as(s, 'w', id);
        break;
    case NODE_PRIORITY:
    case NODE_REACTIVE_SEQUENCE:
        native_line(s, "uint64_t a%u = n%u;", id, id);
        put_resuming_as(s, 'w', id);
        break;
    default: native_line(s, "uint64_t a%u = n%u;", id, id); // concurrent, race, pipeline
    }
    if (o->view.type == NODE_PIPELINE)
        put_stages(s, o);
    native_line(s, "uint64_t e%u = 0;", id);
    native_line(s, "do {");
    s->indent++;
}

static void node_open(native_source *s, const native_open *o)
{
    open_scope(s, o);
    if (node_shuffles(&o->view)) {
        open_random(s, o);
        return;
    }
    switch ((int)o->view.type) {
    case NODE_INVERT:
    case NODE_FORCE_SUCCESS:
    case NODE_FORCE_FAILURE:
    case NODE_DEBUG: break;
    case NODE_DELAY: open_delay(s, o); break;
    case NODE_TIMEOUT: open_timeout(s, o); break;
    case NODE_COOLDOWN: open_cooldown(s, o); break;
    case NODE_ONCE: open_once(s, o); break;
    case NODE_CHANCE: open_chance(s, o); break;
    case NODE_REPEAT:
    case NODE_RETRY:
    case NODE_WHILE: open_loop(s, o); break;
    case NODE_FOR_EACH: open_for_each(s, o); break;
    case NODE_SERVICE: open_service(s, o); break;
    case NODE_PARALLEL: open_parallel(s, o); break;
    case NODE_WEIGHTED: open_weighted(s, o); break;
    case NODE_UTILITY: (view_reacts(&o->view) ? open_reactive_utility : open_utility)(s, o); break;
    case NODE_SWITCH: open_switch(s, o); break;
    case NODE_DECIDE: open_decide(s, o); break;
    default: open_children(s, o);
    }
}

// ---- the lanes that run a child, in `n`, and the block around the child

// Write the child's live mask, if it has a slot, then "uint64_t n13 = LANES, s13 = 0, f13 = 0;".
static void child_declare(native_source *s, uint32_t child, const char *lanes, uint32_t a,
                          uint32_t b)
{
    if (native_has_slot(s, child))
        native_line(s, "const uint64_t l%u = gestalt_native_live(t, at, %u);", child,
                    native_slot(s, child));
    text_fill(s->out, ' ', 4 * (size_t)s->indent);
    text_print(s->out, "uint64_t n%u = ", child);
    text_print(s->out, lanes, a, b);
    text_print(s->out, ", s%u = 0, f%u = 0;\n", child, child);
}

// Write the lanes that run a child: those that continue with the next child, and waiting lanes for
// which this child is live.
static void child_waiting(native_source *s, const native_open *o, uint32_t child)
{
    if (!native_has_slot(s, child) || !native_has_slot(s, o->id)) {
        child_declare(s, child, "a%u", o->id, 0);
        return;
    }
    native_line(s, "const uint64_t l%u = gestalt_native_live(t, at, %u);", child,
                native_slot(s, child));
    native_line(s, "uint64_t n%u = a%u | (w%u & l%u), s%u = 0, f%u = 0;", child, o->id, o->id,
                child, child, child);
    native_line(s, "w%u &= ~l%u;", o->id, child);
}

// Write the lanes that run a child: those that have chosen it, and those for which it is live.
static void child_chosen(native_source *s, const native_open *o, uint32_t child)
{
    uint32_t id = o->id, number = o->number;
    uint32_t cases = walk_case_count(s->shape->items, &o->view);
    if (native_has_slot(s, child))
        native_line(s, "const uint64_t l%u = gestalt_native_live(t, at, %u);", child,
                    native_slot(s, child));
    text_fill(s->out, ' ', 4 * (size_t)s->indent);
    text_print(s->out, "uint64_t n%u = (a%u & ", child, id);
    if (o->view.type != NODE_SWITCH)
        text_print(s->out, "gestalt_native_chose(c%u, at, %u))", id, number);
    else if (number < cases)
        text_print(s->out, "c%u[%u])", id, number);
    else
        text_print(s->out, "e%u)", id);
    if (native_has_slot(s, child))
        text_print(s->out, " | (w%u & l%u)", id, child);
    text_print(s->out, ", s%u = 0, f%u = 0;\n", child, child);
    native_line(s, "a%u &= ~n%u;", id, child);
    native_line(s, "w%u &= ~n%u;", id, child);
}

// A child that has finished in a parallel passes its turn.
static void child_open_random(native_source *s, const native_open *o, uint32_t child)
{
    uint32_t id = o->id;
    native_line(s, "case %u: {", o->number);
    s->indent++;
    if (o->view.type != NODE_PARALLEL) {
        child_declare(s, child, "j%u", id, 0);
        return;
    }
    native_line(s, "a%u |= j%u & d%u[%u];", id, id, id, 2 * o->number);
    native_line(s, "j%u &= ~d%u[%u];", id, id, 2 * o->number);
    child_declare(s, child, "j%u", id, 0);
    native_line(s, "if (n%u) {", child);
    s->indent++;
}

static void child_open(native_source *s, const native_open *o, uint32_t child)
{
    uint32_t id = o->id;
    if (node_shuffles(&o->view)) {
        child_open_random(s, o, child);
        return;
    }
    switch ((int)o->view.type) {
    case NODE_SEQUENCE:
    case NODE_SELECTOR:
        if (o->number > 0) {
            native_line(s, "if (!(a%u | w%u))", id, id);
            native_line(s, "    break;");
        }
        child_waiting(s, o, child);
        break;
    case NODE_PRIORITY:
    case NODE_REACTIVE_SEQUENCE:
    case NODE_CONCURRENT:
    case NODE_RACE:
    case NODE_PIPELINE:
        if (o->number > 0) {
            native_line(s, "if (!a%u)", id);
            native_line(s, "    break;");
        }
        if (node_table[o->view.type].children == RUNS_FROM_FIRST)
            child_waiting(s, o, child);
        else
            child_declare(s, child, "a%u", id, 0);
        break;
    case NODE_PARALLEL: child_declare(s, child, "a%u & ~d%u[0]", id, id); break;
    case NODE_WEIGHTED:
    case NODE_UTILITY:
    case NODE_SWITCH: child_chosen(s, o, child); break;
    case NODE_DECIDE: child_declare(s, child, o->number ? "n%u & ~a%u" : "a%u", id, id); break;
    case NODE_SERVICE: child_declare(s, child, o->number ? "n%u" : "a%u", id, 0); break;
    case NODE_INVERT:
    case NODE_FORCE_SUCCESS:
    case NODE_FORCE_FAILURE:
    case NODE_DEBUG: child_declare(s, child, "n%u", id, 0); break;
    default: child_declare(s, child, "a%u", id, 0);
    }
    native_line(s, "if (n%u) {", child);
    s->indent++;
}

// ---- code after a child

static void after_priority(native_source *s, const native_open *o, uint32_t child)
{
    bool leads_on_with_failure = o->view.type == NODE_PRIORITY;
    uint32_t id = o->id, behind = item_end(s->shape->items[s->shape->nodes[child]]);
    char lead = leads_on_with_failure ? 'f' : 's';
    native_line(s, "e%u |= %c%u;", id, leads_on_with_failure ? 's' : 'f', child);
    if (native_has_slot(s, id) && behind < o->view.end) {
        native_line(s, "uint64_t v%u = n%u & ~%c%u & w%u;", child, child, lead, child, id);
        put_abandon(s, o, behind, 'v', child);
        native_line(s, "w%u &= ~v%u;", id, child);
    }
    native_line(s, "a%u = %c%u;", id, lead, child);
}

// Write code for the end of a round: `a` are the lanes that need another one.
static void after_round(native_source *s, const native_open *o)
{
    uint32_t id = o->id;
    if (o->view.pause) {
        native_line(s, "gestalt_native_start(p%u, a%u, t->ticks + INT64_C(%u));", id, id,
                    (unsigned)pause_ticks(s->shape->items[o->view.pause]));
        return;
    }
    native_line(s, "GESTALT_NATIVE_STOP(t);");
    native_line(s, "a%u = gestalt_native_again(a%u, w%u, i%u, %u);", id, id, id, id,
                (unsigned)rounds_per_tick(raw_of(s, o)));
    native_line(s, "if (!a%u)", id);
    native_line(s, "    break;");
}

static void after_loop(native_source *s, const native_open *o, uint32_t child)
{
    uint32_t id = o->id, limit = rounds_limit(raw_of(s, o));
    unsigned until = rounds_until(raw_of(s, o));
    switch ((int)o->view.type) {
    case NODE_REPEAT:
        native_line(s, "uint64_t e%u = s%u | f%u, v%u = ", child, child, child, child);
        if (limit)
            native_line(s, "    gestalt_native_count(d%u, e%u, %u);", id, child, limit);
        else
            native_line(s, "    0;");
        if (until)
            native_line(s, "v%u |= %c%u;", child, until & ITEM_CAN_SUCCEED ? 's' : 'f', child);
        native_line(s, "s%u |= s%u & v%u;", id, child, child);
        native_line(s, "f%u |= f%u & v%u;", id, child, child);
        native_line(s, "a%u = e%u & ~v%u;", id, child, child);
        break;
    case NODE_RETRY:
        native_line(s, "uint64_t v%u =", child);
        if (limit)
            native_line(s, "    gestalt_native_count(d%u, f%u, %u);", id, child, limit);
        else
            native_line(s, "    0;");
        native_line(s, "s%u |= s%u;", id, child);
        native_line(s, "f%u |= v%u;", id, child);
        native_line(s, "a%u = f%u & ~v%u;", id, child, child);
        break;
    default:
        native_line(s, "s%u |= f%u & *d%u;", id, child, id);
        native_line(s, "f%u |= f%u & ~*d%u;", id, child, id);
        native_line(s, "*d%u |= s%u;", id, child);
        native_line(s, "a%u = s%u;", id, child);
    }
    after_round(s, o);
}

static void after_for_each(native_source *s, const native_open *o, uint32_t child)
{
    uint32_t id = o->id;
    native_line(s, "f%u |= f%u;", id, child);
    native_line(s, "gestalt_native_count(d%u, s%u, UINT32_MAX);", id, child);
    put_left(s, o, 'v', child, 's', child);
    native_line(s, "a%u = v%u;", id, child);
    after_round(s, o);
    if (!o->view.pause)
        put_take(s, o, 'a');
}

// Count the result of a child, whose bits are number `bit` and the next. With the verdict `each`,
// compare the numbers with the thresholds.
static void put_count(native_source *s, const native_open *o, uint32_t child, uint32_t bit)
{
    uint64_t limits = raw_of(s, o);
    uint32_t id = o->id;
    native_line(s, "uint64_t done = s%u | f%u;", child, child);
    native_line(s, "d%u[%u] |= done;", id, bit);
    native_line(s, "d%u[%u] = (d%u[%u] & ~n%u) | s%u;", id, bit + 1, id, bit + 1, child, child);
    native_line(s, "gestalt_native_add(&c%u, s%u);", id, child);
    native_line(s, "gestalt_native_add(&k%u, f%u);", id, child);
    native_line(s, "e%u |= n%u & ~done;", id, child);
    native_line(s, "a%u |= n%u;", id, child);
    if (thresholds_at_end(limits))
        return;
    native_line(s, "uint64_t won = done & gestalt_native_at_least(&c%u, %u);", id,
                thresholds_success(limits));
    native_line(s, "uint64_t lost = done & ~won & gestalt_native_at_least(&k%u, %u);", id,
                thresholds_failure(limits));
    native_line(s, "s%u |= won;", id);
    native_line(s, "f%u |= lost;", id);
    native_line(s, "a%u &= ~(won | lost);", id);
}

static void after_parallel(native_source *s, const native_open *o, uint32_t child)
{
    native_line(s, "if (n%u) {", child);
    s->indent++;
    put_count(s, o, child, 0);
    s->indent--;
    native_line(s, "}");
    native_line(s, "d%u += 2;", o->id);
}

static void close_scope(native_source *s, const native_open *o)
{
    uint32_t id = o->id;
    if (has_scope(s, o))
        native_line(s, "t->services->close(t, &m%u, f%u);", id, id);
    native_line(s, "uint64_t v%u = s%u | f%u;", id, id, id);
    put_abandon(s, o, o->view.first_child, 'v', id);
}

static void close_parallel(native_source *s, const native_open *o)
{
    uint64_t limits = raw_of(s, o);
    uint32_t id = o->id;
    if (thresholds_at_end(limits)) {
        native_line(s, "f%u = a%u & gestalt_native_at_least(&k%u, %u);", id, id, id,
                    thresholds_failure(limits));
        native_line(s, "s%u = a%u & ~f%u & gestalt_native_at_least(&c%u, %u);", id, id, id, id,
                    thresholds_success(limits));
        native_line(s, "a%u &= ~s%u;", id, id);
    }
    native_line(s, "f%u |= a%u & ~e%u;", id, id, id);
    close_scope(s, o);
}

static void after_service(native_source *s, const native_open *o, uint32_t child)
{
    uint32_t id = o->id, first = id_at(s, o->view.first_child);
    if (o->number == 0)
        return;
    native_line(s, "s%u = s%u;", id, child);
    native_line(s, "f%u = f%u;", id, child);
    native_line(s, "uint64_t v%u = s%u | f%u;", id, id, id);
    put_live(s, "v%u &= ", id, first);
    put_abandon(s, o, o->view.first_child, 'v', id);
}

static void after_random(native_source *s, const native_open *o, uint32_t child)
{
    bool is_sequence = o->view.type == NODE_SEQUENCE;
    uint32_t id = o->id;
    switch ((int)o->view.type) {
    case NODE_CONCURRENT:
        native_line(s, "e%u |= n%u & ~(s%u | f%u);", id, child, child, child);
        native_line(s, "f%u |= f%u;", id, child);
        native_line(s, "a%u |= n%u & ~f%u;", id, child, child);
        break;
    case NODE_RACE:
        native_line(s, "s%u |= s%u;", id, child);
        native_line(s, "f%u |= f%u;", id, child);
        native_line(s, "a%u |= n%u & ~(s%u | f%u);", id, child, child, child);
        break;
    case NODE_PARALLEL:
        put_count(s, o, child, 2 * o->number);
        s->indent--;
        native_line(s, "}");
        break;
    default:
        native_line(s, "a%u |= %c%u;", id, is_sequence ? 's' : 'f', child);
        native_line(s, "e%u |= %c%u;", id, is_sequence ? 'f' : 's', child);
    }
    native_line(s, "break;");
    s->indent--;
    native_line(s, "}");
}

static void after_cooldown(native_source *s, const native_open *o, uint32_t child)
{
    uint32_t id = o->id, item = s->shape->nodes[id];
    bool via = s->in_scope[id];
    native_line(s, "uint64_t v%u = s%u | f%u;", id, child, child);
    native_line(s, "if (v%u) {", id);
    s->indent++;
    if (via)
        native_line(s, "int64_t x%u[64];", id);
    if (is_evaluated(s, o))
        native_line(s, "t->services->due(t, %u, v%u, %c%u);", item, id, via ? 'x' : 'd', id);
    else
        native_line(s, "gestalt_native_start(%c%u, v%u, %s + INT64_C(%lld));", via ? 'x' : 'd', id,
                    id, clock_of(o), (long long)raw_of(s, o));
    if (via)
        native_line(s, "t->services->put_times(t, %u, v%u, x%u);", o->view.argument, id, id);
    s->indent--;
    native_line(s, "}");
    native_line(s, "s%u = s%u;", id, child);
    native_line(s, "f%u = f%u | (n%u & ~a%u);", id, child, id, id);
}

static void after_once(native_source *s, const native_open *o, uint32_t child)
{
    uint32_t id = o->id;
    native_line(s, "if (s%u | f%u)", child, child);
    native_line(s, "    %s%u, s%u | f%u, s%u, f%u);",
                s->in_scope[id] ? "t->services->put_status(t, "
                                : "gestalt_native_set_status(t, at, ",
                o->view.argument, child, child, child, child);
    native_line(s, "s%u = v%u | s%u;", id, id, child);
    native_line(s, "f%u = e%u | f%u;", id, id, child);
}

static void node_after(native_source *s, const native_open *o, uint32_t child)
{
    uint32_t id = o->id;
    switch ((int)o->view.type) {
    case NODE_INVERT:
        native_line(s, "s%u = f%u;", id, child);
        native_line(s, "f%u = s%u;", id, child);
        break;
    case NODE_FORCE_SUCCESS: native_line(s, "s%u = s%u | f%u;", id, child, child); break;
    case NODE_FORCE_FAILURE: native_line(s, "f%u = s%u | f%u;", id, child, child); break;
    case NODE_DEBUG:
    case NODE_DELAY:
        native_line(s, "s%u = s%u;", id, child);
        native_line(s, "f%u = f%u;", id, child);
        break;
    case NODE_TIMEOUT:
        native_line(s, "s%u = s%u;", id, child);
        native_line(s, "f%u = f%u | e%u;", id, child, id);
        break;
    case NODE_CHANCE:
        native_line(s, "s%u = s%u;", id, child);
        native_line(s, "f%u = f%u | (n%u & ~a%u);", id, child, id, id);
        break;
    case NODE_COOLDOWN: after_cooldown(s, o, child); break;
    case NODE_ONCE: after_once(s, o, child); break;
    case NODE_REPEAT:
    case NODE_RETRY:
    case NODE_WHILE: after_loop(s, o, child); break;
    case NODE_FOR_EACH: after_for_each(s, o, child); break;
    case NODE_SEQUENCE:
        native_line(s, "e%u |= f%u;", id, child);
        native_line(s, "a%u = s%u;", id, child);
        break;
    case NODE_SELECTOR:
        native_line(s, "e%u |= s%u;", id, child);
        native_line(s, "a%u = f%u;", id, child);
        break;
    case NODE_PRIORITY:
    case NODE_REACTIVE_SEQUENCE: after_priority(s, o, child); break;
    case NODE_CONCURRENT:
        native_line(s, "e%u |= n%u & ~(s%u | f%u);", id, child, child, child);
        native_line(s, "f%u |= f%u;", id, child);
        native_line(s, "a%u &= ~f%u;", id, child);
        break;
    case NODE_RACE:
        native_line(s, "s%u |= s%u;", id, child);
        native_line(s, "f%u |= f%u;", id, child);
        native_line(s, "a%u &= ~(s%u | f%u);", id, child, child);
        break;
    case NODE_PIPELINE:
        native_line(s, "e%u |= f%u;", id, child);
        native_line(s, "a%u = s%u | (n%u & ~f%u & z%u);", id, child, child, child, child);
        break;
    case NODE_PARALLEL: after_parallel(s, o, child); break;
    case NODE_SERVICE: after_service(s, o, child); break;
    default: // weighted, utility, switch, decide
        native_line(s, "s%u |= s%u;", id, child);
        native_line(s, "f%u |= f%u;", id, child);
    }
}

// ---- code after the last child

static void close_block(native_source *s, const char *text)
{
    s->indent--;
    native_line(s, "%s", text);
}

static void close_random(native_source *s, const native_open *o)
{
    bool is_sequence = o->view.type == NODE_SEQUENCE;
    uint32_t id = o->id;
    native_line(s, "}"); // switch
    close_block(s, "}");
    switch ((int)o->view.type) {
    case NODE_CONCURRENT:
        native_line(s, "s%u = a%u & ~e%u;", id, id, id);
        close_scope(s, o);
        break;
    case NODE_RACE: close_scope(s, o); break;
    case NODE_PARALLEL: close_parallel(s, o); break;
    default:
        native_line(s, "%c%u = a%u;", is_sequence ? 's' : 'f', id, id);
        native_line(s, "%c%u = e%u;", is_sequence ? 'f' : 's', id, id);
    }
}

static void node_close(native_source *s, const native_open *o)
{
    uint32_t id = o->id;
    if (node_shuffles(&o->view)) {
        close_random(s, o);
        return;
    }
    switch ((int)o->view.type) {
    case NODE_REPEAT:
    case NODE_RETRY:
    case NODE_WHILE:
    case NODE_FOR_EACH:
        if (!o->view.pause)
            close_block(s, "}");
        break;
    case NODE_SEQUENCE:
    case NODE_REACTIVE_SEQUENCE:
    case NODE_PIPELINE:
        close_block(s, "} while (0);");
        native_line(s, "s%u = a%u;", id, id);
        native_line(s, "f%u = e%u;", id, id);
        if (o->view.type == NODE_PIPELINE)
            close_scope(s, o);
        break;
    case NODE_SELECTOR:
    case NODE_PRIORITY:
        close_block(s, "} while (0);");
        native_line(s, "s%u = e%u;", id, id);
        native_line(s, "f%u = a%u;", id, id);
        break;
    case NODE_CONCURRENT:
        close_block(s, "} while (0);");
        native_line(s, "s%u = a%u & ~e%u;", id, id, id);
        close_scope(s, o);
        break;
    case NODE_RACE:
        close_block(s, "} while (0);");
        close_scope(s, o);
        break;
    case NODE_PARALLEL: close_parallel(s, o); break;
    case NODE_SWITCH:
        if (walk_case_count(s->shape->items, &o->view) == o->number)
            native_line(s, "f%u |= a%u;", id, id);
        break;
    case NODE_DECIDE:
        if (o->number == 1)
            native_line(s, "f%u |= n%u & ~a%u;", id, id, id);
        break;
    default: break;
    }
}

// ---- functions

// The node types that this file can write. A new type has no native code until it is listed here.
static const unsigned char written[NODE_ROWS_END] = {
    [NODE_CONDITION] = 1,   [NODE_ACTION] = 1,        [NODE_DEFERRED] = 1,
    [NODE_PERSISTENT] = 1,  [NODE_SIGNAL] = 1,        [NODE_SET] = 1,
    [NODE_WAIT] = 1,        [NODE_SUCCESS] = 1,       [NODE_FAILURE] = 1,
    [NODE_RUNNING] = 1,     [NODE_INVERT] = 1,        [NODE_FORCE_SUCCESS] = 1,
    [NODE_DELAY] = 1,       [NODE_FORCE_FAILURE] = 1, [NODE_REPEAT] = 1,
    [NODE_WHILE] = 1,       [NODE_RETRY] = 1,         [NODE_TIMEOUT] = 1,
    [NODE_COOLDOWN] = 1,    [NODE_ONCE] = 1,          [NODE_CHANCE] = 1,
    [NODE_DEBUG] = 1,       [NODE_SEQUENCE] = 1,      [NODE_SELECTOR] = 1,
    [NODE_PRIORITY] = 1,    [NODE_CONCURRENT] = 1,    [NODE_REACTIVE_SEQUENCE] = 1,
    [NODE_RACE] = 1,        [NODE_PARALLEL] = 1,      [NODE_WEIGHTED] = 1,
    [NODE_UTILITY] = 1,     [NODE_DECIDE] = 1,        [NODE_SWITCH] = 1,
    [NODE_SERVICE] = 1,     [NODE_PIPELINE] = 1,      [NODE_PUSH] = 1,
    [NODE_POP] = 1,         [NODE_CLEAR] = 1,         [NODE_FOR_EACH] = 1,
    [NODE_SET_ELEMENT] = 1, [NODE_SET_LIST] = 1,
};

bool native_is_written(item_type type)
{
    return written[type];
}

// Write the comment of a node: its id, type, name and position in the document.
static void put_head(native_source *s, uint32_t id, item_type type)
{
    const gestalt_shape *shape = s->shape;
    text_print(s->out, "// %u: %s", id, node_table[type].name);
    if (shape->names && shape->names[id].name != SHAPE_NONE) {
        text_put(s->out, ", ");
        native_comment(s, shape_string(shape, shape->names[id].name));
    }
    if (shape->source) {
        text_put(s->out, " (");
        native_comment(s, shape_string(shape, shape->source[id].file));
        text_print(s->out, ":%u)", shape->source[id].line);
    }
    text_put(s->out, "\n");
}

// Write code that stores the status of a node, if it has a slot of its own.
static void put_keep(native_source *s, uint32_t id)
{
    if (native_has_slot(s, id) && s->plan->owners[native_slot(s, id)] == id)
        native_line(s, "gestalt_native_keep(t, at, %u, n%u, s%u | f%u);", native_slot(s, id), id,
                    id, id);
}

// Open a node. A leaf is written completely.
static void push_node(native_source *s, uint32_t id)
{
    uint32_t item = s->shape->nodes[id];
    native_open *o = &s->stack[s->depth++];
    *o = (native_open){.id = id, .view = walk_node(s->shape->items, item)};
    o->child = o->view.first_child;
    text_fill(s->out, ' ', 4 * (size_t)s->indent);
    put_head(s, id, o->view.type);
    if (o->child == o->view.end)
        put_leaf(s, o);
    else
        node_open(s, o);
}

static void put_call_of(native_source *s, uint32_t id)
{
    native_line(s, "gestalt_native_answer r%u = node%s_%u(t, at, n%u%s", id, s->form, id, id,
                native_has_slot(s, id) ? "," : ");");
    if (native_has_slot(s, id))
        native_line(s, "    l%u);", id);
    native_line(s, "GESTALT_NATIVE_STOP(t);");
    native_line(s, "s%u = r%u.succeeded;", id, id);
    native_line(s, "f%u = r%u.failed;", id, id);
}

// Write the next child of the top node, or close that node. Returns false when the function is
// complete.
static bool write_next(native_source *s)
{
    native_open *o = &s->stack[s->depth - 1];
    if (o->child < o->view.end) {
        uint32_t child = id_at(s, o->child);
        child_open(s, o, child);
        if (!s->is_apart[child]) {
            push_node(s, child);
            return true;
        }
        put_call_of(s, child);
    } else {
        uint32_t id = o->id;
        if (o->view.first_child < o->view.end)
            node_close(s, o);
        put_keep(s, id);
        if (--s->depth == 0)
            return false;
        o--;
    }
    if (node_shuffles(&o->view)) {
        after_random(s, o, id_at(s, o->child));
    } else {
        s->indent--;
        native_line(s, "}");
        node_after(s, o, id_at(s, o->child));
    }
    o->child = item_end(s->shape->items[o->child]);
    o->number++;
    return true;
}

static void write_function(native_source *s, uint32_t id)
{
    text_print(s->out,
               "\nTREE_PART gestalt_native_answer node%s_%u(gestalt_native_tick *t,\n"
               "    const gestalt_native_layout *at, uint64_t n%u",
               s->form, id, id);
    if (native_has_slot(s, id))
        text_print(s->out, ", uint64_t l%u", id);
    text_put(s->out, ")\n{\n");
    s->indent = 1;
    native_line(s, "uint64_t s%u = 0, f%u = 0;", id, id);
    push_node(s, id);
    while (write_next(s))
        continue;
    native_line(s, "return (gestalt_native_answer){s%u, f%u};", id, id);
    s->indent = 0;
    native_line(s, "}");
}

void native_functions(native_source *s)
{
    for (uint32_t id = s->shape->specification->node_count; id-- > 0;)
        if (s->is_apart[id])
            write_function(s, id);
}
