// SPDX-License-Identifier: MIT
// Large trees as C: a table with a row for each node, which the functions of
// gestalt/native_table.h walk. Expressions are functions that nodes share which differ in keys and
// numbers alone: those lie in an array, k, and each node knows where its own begin.
#include "array.h"
#include "carving.h"
#include "hash.h"
#include "memory.h"
#include "native_source.h"
#include "nodes.h"
#include "shape_limits.h"

#include <gestalt/native_table.h>

#include <string.h>

// A function that is written: its kind and body.
typedef struct shared_function {
    uint64_t hash;
    size_t begin, size; // of the body
    native_function_kind kind;
} shared_function;

// The expression of a score, or of a switch.
typedef struct shared_value {
    uint32_t function, first; // among k
} shared_value;

struct native_shared {
    const gestalt_allocator *allocator;
    uint32_t *numbers; // by node id: of its function; of nodes that choose: of its first value
    uint32_t *firsts;  // by node id: where its keys and numbers begin; of nodes that choose: data
    unsigned char *is_called; // by host function: its call is written
    carving parts;
    char *bodies; // one behind the other; behind them the one that is being written
    size_t used, written, bodies_room;
    shared_function *functions;
    size_t functions_room;
    uint32_t count;
    uint32_t *table; // of hashes: the number of a function, and 1
    size_t table_size;
    uint32_t *k;
    size_t k_room;
    uint32_t k_count, k_begin;
    shared_value *values;
    size_t values_room;
    uint32_t value_count;
    text_out body, *out;
    bool failed; // there was no memory
};

struct native_shared *native_shared_create(const gestalt_shape *shape)
{
    const gestalt_allocator *a = &shape->allocator;
    uint32_t nodes = shape->specification->node_count;
    struct native_shared *sh = memory_new(a, sizeof *sh);
    if (!sh)
        return NULL;
    memset(sh, 0, sizeof *sh);
    sh->allocator = a;
    for (sh->table_size = 64; sh->table_size < 4 * (size_t)nodes;)
        sh->table_size *= 2;
    do {
        CARVE(&sh->parts, sh->numbers, nodes);
        CARVE(&sh->parts, sh->firsts, nodes);
        CARVE(&sh->parts, sh->is_called, shape->specification->host_count);
        CARVE(&sh->parts, sh->table, sh->table_size);
    } while (carve_again(&sh->parts, a));
    if (!sh->parts.memory) {
        memory_release(a, sh, sizeof *sh);
        return NULL;
    }
    return sh;
}

void native_shared_destroy(struct native_shared *sh)
{
    if (!sh)
        return;
    const gestalt_allocator *a = sh->allocator;
    ARRAY_RELEASE(a, sh->bodies, sh->bodies_room);
    ARRAY_RELEASE(a, sh->functions, sh->functions_room);
    ARRAY_RELEASE(a, sh->k, sh->k_room);
    ARRAY_RELEASE(a, sh->values, sh->values_room);
    memory_release(a, sh->parts.memory, sh->parts.size);
    memory_release(a, sh, sizeof *sh);
}

// ---- functions that nodes share

static bool shared_write(void *user, const char *text, size_t size)
{
    struct native_shared *sh = user;
    if (!ARRAY_RESERVE(sh->allocator, sh->bodies, sh->bodies_room, sh->written + size)) {
        sh->failed = true;
        return false;
    }
    memcpy(sh->bodies + sh->written, text, size);
    sh->written += size;
    return true;
}

void native_shared_begin(native_source *s)
{
    struct native_shared *sh = s->shared;
    sh->written = sh->used;
    sh->k_begin = sh->k_count;
    sh->out = s->out;
    text_start(&sh->body, (gestalt_writer){shared_write, sh}, false);
    s->out = &sh->body;
    s->indent = 1;
}

uint32_t native_shared_given(native_source *s, uint32_t value)
{
    struct native_shared *sh = s->shared;
    if (!ARRAY_RESERVE(sh->allocator, sh->k, sh->k_room, sh->k_count + 1)) {
        sh->failed = true;
        return 0;
    }
    sh->k[sh->k_count++] = value;
    return sh->k_count - 1 - sh->k_begin;
}

// Find the function whose body was written last, or where it belongs in the table.
static uint32_t *shared_find(struct native_shared *sh, const shared_function *wanted)
{
    size_t mask = sh->table_size - 1;
    for (size_t at = wanted->hash & mask;; at = (at + 1) & mask) {
        uint32_t number = sh->table[at];
        if (number == 0)
            return &sh->table[at];
        const shared_function *f = &sh->functions[number - 1];
        if (f->hash == wanted->hash && f->kind == wanted->kind && f->size == wanted->size &&
            memcmp(sh->bodies + f->begin, sh->bodies + wanted->begin, f->size) == 0)
            return &sh->table[at];
    }
}

static const char *const function_names[] = {"ask", "value", "set"};

static void put_shared(native_source *s, const shared_function *f, uint32_t number)
{
    text_print(s->out, "static %s %s_%u(gestalt_native_tick *t, const gestalt_native_layout *at,\n",
               f->kind == NATIVE_FILL ? "void" : "gestalt_native_answer", function_names[f->kind],
               number);
    text_put(s->out, f->kind == NATIVE_FILL
                         ? "    const uint32_t *k, uint64_t lanes, void *column)\n{\n"
                         : "    const gestalt_native_node *n, uint64_t lanes, uint64_t live)\n{\n");
    text_write(s->out, s->shared->bodies + f->begin, f->size);
    text_put(s->out, "}\n");
}

static bool shared_add(struct native_shared *sh, uint32_t *place, const shared_function *f)
{
    if (sh->failed ||
        !ARRAY_RESERVE(sh->allocator, sh->functions, sh->functions_room, (uint64_t)sh->count + 1))
        return false;
    sh->functions[sh->count++] = *f;
    *place = sh->count;
    sh->used = sh->written;
    return true;
}

// Note which function a node has, and where what it is given begins.
static bool shared_note(struct native_shared *sh, native_function_kind kind, uint32_t node,
                        uint32_t number)
{
    if (kind != NATIVE_FILL) {
        sh->numbers[node] = number;
        sh->firsts[node] = sh->k_begin;
        return true;
    }
    if (!ARRAY_RESERVE(sh->allocator, sh->values, sh->values_room, (uint64_t)sh->value_count + 1))
        return false;
    sh->values[sh->value_count++] = (shared_value){number, sh->k_begin};
    return true;
}

void native_shared_end(native_source *s, native_function_kind kind, uint32_t node, uint32_t index)
{
    struct native_shared *sh = s->shared;
    text_finish_into(&sh->body, sh->out);
    s->out = sh->out;
    s->indent = 0;
    if (sh->failed) {
        text_fail_memory(s->out);
        return;
    }
    shared_function f = {.begin = sh->used, .size = sh->written - sh->used, .kind = kind};
    f.hash = hash_bytes(sh->bodies + f.begin, f.size);
    uint32_t *place = shared_find(sh, &f);
    bool is_new = *place == 0;
    if (is_new && shared_add(sh, place, &f)) {
        native_comment_expression(s, node, index);
        put_shared(s, &f, *place - 1);
    }
    if (*place == 0 || !shared_note(sh, kind, node, *place - 1))
        text_fail_memory(s->out);
}

// ---- calls

// A function for each of the host's that is compiled with the tree.
static void put_host_call(native_source *s, uint32_t host, bool acts)
{
    char name[NATIVE_NAME_SIZE];
    native_mangle(name, shape_string(s->shape, s->shape->hosts[host].name));
    text_print(s->out,
               "\nstatic gestalt_native_answer call_%u(gestalt_native_tick *t,\n"
               "    const gestalt_native_layout *at, const gestalt_native_node *n, uint64_t lanes, "
               "uint64_t live)\n"
               "{\n"
               "    GESTALT_NATIVE_CALL(n->call, lanes, lanes & ~live);\n"
               "    %s_body(&call, at->lanes == 1 ? 1 : lanes, at->lanes);\n"
               "    gestalt_native_answer a = gestalt_native_end(t, &call);\n"
               "    return %s;\n"
               "}\n",
               host, name,
               acts ? "a" : "gestalt_native_answered(a.succeeded, lanes & ~a.succeeded)");
}

static void put_host_calls(native_source *s)
{
    const uint64_t *items = s->shape->items;
    uint32_t host, count = s->shape->specification->node_count;
    for (uint32_t id = 0; s->leaves && id < count; id++) {
        node_view v = walk_node(items, s->shape->nodes[id]);
        if (!native_calls_host(s, id, &host) || native_has_arguments(s, &v) ||
            s->shared->is_called[host])
            continue;
        s->shared->is_called[host] = 1;
        put_host_call(s, host, native_acts(&v));
    }
}

// ---- what tells the children of nodes that choose

static bool chooses(const node_view *v)
{
    return v->type == NODE_WEIGHTED || v->type == NODE_UTILITY || v->type == NODE_SWITCH ||
           node_shuffles(v);
}

static void put_word(native_source *s, uint32_t *count, uint32_t value)
{
    text_print(s->out, *count % 12 ? " %u," : "\n    %u,", value);
    (*count)++;
}

static void put_cases(native_source *s, const node_view *v, uint32_t *count)
{
    const uint64_t *items = s->shape->items;
    uint32_t cases = walk_case_count(items, v), order[LIMIT_CASES];
    for (uint32_t i = 0; i < cases; i++) {
        int32_t value = (int32_t)item_argument(items[v->cases + i]);
        uint32_t at = i;
        for (; at > 0 && (int32_t)item_argument(items[v->cases + order[at - 1]]) > value; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    put_word(s, count, cases);
    for (uint32_t i = 0; i < cases; i++)
        put_word(s, count, item_argument(items[v->cases + order[i]]));
    for (uint32_t i = 0; i < cases; i++)
        put_word(s, count, order[i]);
}

static void put_weights(native_source *s, const node_view *v, uint32_t *count)
{
    const uint64_t *items = s->shape->items;
    for (uint32_t i = v->expression; i < v->first_child; i++)
        put_word(s, count, item_argument(items[i]));
    for (uint32_t i = v->expression; i < v->first_child; i++)
        put_word(s, count, (item_flags(items[i]) & ITEM_POSITIVE) != 0);
}

static void put_choices(native_source *s, uint32_t id, const node_view *v, uint32_t *count)
{
    const uint64_t *items = s->shape->items;
    for (uint32_t child = v->first_child; child < v->end; child = item_end(items[child]))
        put_word(s, count, s->plan->node_ids[child] - id);
    for (uint32_t child = v->first_child; child < v->end; child = item_end(items[child]))
        put_word(s, count, native_slot(s, s->plan->node_ids[child]));
    if (v->type == NODE_SWITCH)
        put_cases(s, v, count);
    else if (v->type == NODE_WEIGHTED)
        put_weights(s, v, count);
}

static void put_data(native_source *s)
{
    uint32_t count = 0;
    text_print(s->out, "\nstatic const uint32_t data%s[] __attribute__((unused)) = {", s->form);
    for (uint32_t id = 0; id < s->shape->specification->node_count; id++) {
        node_view v = walk_node(s->shape->items, s->shape->nodes[id]);
        if (!chooses(&v))
            continue;
        s->shared->firsts[id] = count;
        put_choices(s, id, &v, &count);
    }
    if (count == 0)
        put_word(s, &count, 0);
    text_put(s->out, "\n};\n");
}

// ---- rows

// The name of the function that runs or asks a node, if that is one of the table's.
static const char *run_of_leaf(const native_source *s, const node_view *v)
{
    if (v->type == NODE_WAIT)
        return s->shape->items[v->raw] == 0 && !(v->flags & ITEM_CAN_RUN) ? "success" : "wait";
    return node_table[v->type].name;
}

static const char *run_of(const native_source *s, const node_view *v)
{
    bool reacts = view_reacts(v);
    if (node_shuffles(v))
        return v->type == NODE_SEQUENCE ? "random_sequence" : "random_selector";
    switch ((int)v->type) {
    case NODE_DECIDE: return reacts ? "reactive_decide" : "decide";
    case NODE_SWITCH: return reacts ? "reactive_switch" : "switch";
    case NODE_UTILITY: return reacts ? "reactive_utility" : "utility";
    case NODE_COOLDOWN:
        return s->shape->items[v->raw] == 0 && !s->shape->is_edited ? "cooldown_of_none"
                                                                    : "cooldown";
    default: return run_of_leaf(s, v);
    }
}

// The function that asks a question, calls an action or sets a key.
static void put_own(native_source *s, uint32_t id, const node_view *v)
{
    uint32_t host;
    if (!native_calls_host(s, id, &host))
        text_print(s->out, "%s_%u",
                   function_names[node_has(v->type, 'V') ? NATIVE_SET : NATIVE_ASK],
                   s->shared->numbers[id]);
    else if (native_has_arguments(s, v))
        text_print(s->out, "RUN(%s_with_arguments)", native_acts(v) ? "action" : "predicate");
    else if (s->leaves)
        text_print(s->out, "call_%u", host);
    else
        text_print(s->out, "RUN(%s)", native_acts(v) ? "action" : "predicate");
}

static bool has_own(const node_view *v)
{
    return v->type == NODE_CONDITION || v->type == NODE_ACTION || v->type == NODE_SET;
}

static unsigned flags_of(const native_source *s, uint32_t id, const node_view *v)
{
    bool owns = native_has_slot(s, id) && s->plan->owners[native_slot(s, id)] == id;
    bool is_evaluated = node_has(v->type, 'D') && s->shape->items[v->raw] == DURATION_EVALUATED;
    return (v->flags & ITEM_VARIANT ? GESTALT_NATIVE_VARIANT : 0) |
           (owns ? GESTALT_NATIVE_OWNS : 0) | (s->in_scope[id] ? GESTALT_NATIVE_IN_SCOPE : 0) |
           (native_has_scope(s, id, v->type) ? GESTALT_NATIVE_SCOPE : 0) |
           (is_evaluated ? GESTALT_NATIVE_EVALUATED : 0);
}

// The functions and data of a row: the part that pointers are.
static void put_pointers(native_source *s, uint32_t id, const node_view *v)
{
    uint32_t host;
    bool asks = v->type == NODE_DECIDE;
    bool has_k = (has_own(v) || asks) && !native_calls_host(s, id, &host);
    text_put(s->out, "    {");
    if (has_own(v))
        put_own(s, id, v);
    else
        text_print(s->out, "RUN(%s)", run_of(s, v));
    text_put(s->out, ", {");
    if (asks)
        put_own(s, id, v);
    else if (v->type == NODE_SWITCH || v->type == NODE_UTILITY)
        text_print(s->out, ".values = values + %u", s->shared->numbers[id]);
    else
        text_put(s->out, "0");
    if (has_k)
        text_print(s->out, "}, k + %u, ", s->shared->firsts[id]);
    else if (chooses(v))
        text_print(s->out, "}, data%s + %u, ", s->form, s->shared->firsts[id]);
    else
        text_put(s->out, "}, 0, ");
}

static void put_row(native_source *s, uint32_t id, uint32_t first_slot)
{
    const uint64_t *items = s->shape->items;
    node_view v = walk_node(items, s->shape->nodes[id]);
    native_open o = {.id = id, .view = v};
    bool has_raw = node_has(v.type, 'D') || node_has(v.type, 'R') || node_has(v.type, 'H') ||
                   node_has(v.type, 'S');
    uint32_t slot = native_slot(s, id), host;
    uint32_t argument =
        v.type == NODE_UTILITY && v.margin ? item_argument(items[v.margin]) : v.argument;
    put_pointers(s, id, &v);
    text_print(s->out, "%lld, ", has_raw ? (long long)items[v.raw] : 0);
    if (slot == PLAN_NO_SLOT)
        text_put(s->out, "-1u, ");
    else
        text_print(s->out, "%u, ", slot);
    text_print(s->out, "%u, %u, %u, %u, %u, %u, %u},", first_slot, s->shape->nodes[id],
               s->sizes[id], argument, native_calls_host(s, id, &host) ? s->calls[id] : 0,
               chooses(&v) || v.type == NODE_PARALLEL ? native_child_count(s, &o) : 0,
               flags_of(s, id, &v));
    if (*s->form) {
        text_put(s->out, "\n");
    } else {
        text_put(s->out, " ");
        native_head(s, id, v.type);
    }
}

void native_table_rows(native_source *s)
{
    const plan *p = s->plan;
    uint32_t slot = 0;
    put_data(s);
    text_print(s->out, "\nstatic const gestalt_native_node nodes%s[] = {\n", s->form);
    for (uint32_t id = 0; id < s->shape->specification->node_count; id++) {
        while (slot < p->slot_count && p->slot_items[slot] < s->shape->nodes[id])
            slot++;
        put_row(s, id, slot);
    }
    text_print(s->out, "    {0, {0}, 0, 0, 0, %u, 0, 0, 0, 0, 0, 0},\n};\n", p->slot_count);
}

// ---- what stands before the rows

static void put_k(native_source *s)
{
    const struct native_shared *sh = s->shared;
    uint32_t count = 0;
    text_put(s->out, "\nstatic const uint32_t k[] __attribute__((unused)) = {");
    for (uint32_t i = 0; i < sh->k_count; i++)
        put_word(s, &count, sh->k[i]);
    put_word(s, &count, 0);
    text_put(s->out, "\n};\n\nstatic const gestalt_native_value values[] "
                     "__attribute__((unused)) = {\n");
    for (uint32_t i = 0; i < sh->value_count; i++)
        text_print(s->out, "    {value_%u, k + %u},\n", sh->values[i].function,
                   sh->values[i].first);
    text_put(s->out, "    {0, 0},\n};\n\n#define RUN(name) gestalt_native_run_##name\n");
}

void native_table_functions(native_source *s)
{
    put_host_calls(s);
    for (uint32_t id = 0; id < s->shape->specification->node_count; id++) {
        s->shared->numbers[id] = s->shared->value_count; // unless it has a function
        native_share_expressions(s, id);
    }
    put_k(s);
}
