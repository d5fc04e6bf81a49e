// SPDX-License-Identifier: MIT
#include "match.h"

#include "columns.h"
#include "match_tokens.h"
#include "nodes.h"
#include "scalar.h"
#include "search.h"
#include "sort.h"
#include "walk.h"

// In each pass, children match when their keys are equal: nodes that do the same, both with the
// same name or one of them unnamed; or equal subtrees. Keys are exact, not hashes: with colliding
// hashes, the first waiting child with the key could be the wrong one.
typedef struct match_key {
    uint64_t doing; // verb and type; 0 in the pass for equal subtrees
    uint32_t other;
} match_key;

// An old child that waits for a matching new child.
typedef struct waiting_child {
    match_key key;
    uint32_t child;
} waiting_child;

typedef struct node_pair {
    uint32_t old_id, new_id;
} node_pair;

typedef struct matcher {
    arena *a;
    match_tokens sides[2]; // old shape and new shape
    shape_match result;
    node_pair *todo; // pairs whose children are still to be matched
    uint32_t todo_count, todo_capacity;
    uint32_t *children[2]; // children of the current pair
    uint32_t counts[2];
    waiting_child *waiting; // old children, sorted by key, then by position
    uint32_t *first_left;   // by the first waiting child of each key: the first one not matched yet
} matcher;

// ---- pairs

static const gestalt_shape *matcher_shape(const matcher *m, int side)
{
    return m->sides[side].shape;
}

static uint64_t matcher_head(const matcher *m, int side, uint32_t id)
{
    const gestalt_shape *shape = matcher_shape(m, side);
    return shape->items[shape->nodes[id]];
}

// Return the type of a node as documents name it.
static item_type matcher_type(const matcher *m, int side, uint32_t id)
{
    item_type type = item_type_of(matcher_head(m, side, id));
    return node_is_form(type) ? NODE_SET : type;
}

static bool matcher_fits(const matcher *m, uint32_t old_id, uint32_t new_id)
{
    return matcher_type(m, 0, old_id) == matcher_type(m, 1, new_id) &&
           m->sides[0].verbs[old_id] == m->sides[1].verbs[new_id];
}

static void matcher_pair(matcher *m, uint32_t old_id, uint32_t new_id, gestalt_edit_reason reason)
{
    m->result.new_of[old_id] = new_id;
    m->result.old_of[new_id] = old_id;
    m->result.reasons[old_id] = (uint8_t)reason;
}

// Match two nodes. If their subtrees are equal, match all nodes below them; otherwise match their
// children later.
static void matcher_take(matcher *m, uint32_t old_id, uint32_t new_id)
{
    if (!tokens_are_equal(&m->sides[0], old_id, &m->sides[1], new_id)) {
        matcher_pair(m, old_id, new_id, GESTALT_EDIT_MATCHES);
        *ARENA_PUSH(m->a, m->todo, m->todo_count, m->todo_capacity) = (node_pair){old_id, new_id};
        return;
    }
    for (uint32_t i = 0; i < m->sides[0].ends[old_id] - old_id; i++)
        matcher_pair(m, old_id + i, new_id + i, GESTALT_EDIT_SAME);
}

// ---- children with a role

// Return the role of child `number`.
static uint64_t matcher_role(const matcher *m, int side, uint32_t id, uint32_t number)
{
    const gestalt_shape *shape = matcher_shape(m, side);
    return match_role(shape, shape->nodes[id], number);
}

// The enums of two switches; both 0 unless both have one.
typedef struct case_enums {
    uint32_t of[2];
} case_enums;

static case_enums matcher_enums(const matcher *m, node_pair pair)
{
    const uint32_t ids[2] = {pair.old_id, pair.new_id};
    case_enums enums = {0};
    for (int side = 0; side < 2; side++) {
        const gestalt_shape *shape = matcher_shape(m, side);
        node_view view = walk_node(shape->items, shape->nodes[ids[side]]);
        enums.of[side] = view.cases ? columns_case_enum(shape, view.cases) : 0;
    }
    return enums.of[0] && enums.of[1] ? enums : (case_enums){0};
}

// Return whether two roles are equal. Cases of enums are compared by word.
static bool matcher_agree_roles(const matcher *m, case_enums enums, uint64_t one, uint64_t other)
{
    if (!enums.of[0] || !match_role_is_case(one) || !match_role_is_case(other))
        return one == other;
    return strcmp(shape_word(matcher_shape(m, 0), enums.of[0], scalar_wrap((uint32_t)one)),
                  shape_word(matcher_shape(m, 1), enums.of[1], scalar_wrap((uint32_t)other))) == 0;
}

static uint32_t matcher_with_role(const matcher *m, node_pair pair, case_enums enums, uint64_t role)
{
    for (uint32_t k = 0; k < m->counts[1]; k++)
        if (matcher_agree_roles(m, enums, role, matcher_role(m, 1, pair.new_id, k)))
            return m->children[1][k];
    return SHAPE_NONE;
}

static void matcher_match_roles(matcher *m, node_pair pair)
{
    case_enums enums = matcher_enums(m, pair);
    for (uint32_t k = 0; k < m->counts[0]; k++) {
        uint32_t old_id = m->children[0][k];
        uint32_t new_id = matcher_with_role(m, pair, enums, matcher_role(m, 0, pair.old_id, k));
        if (new_id == SHAPE_NONE)
            m->result.reasons[old_id] = GESTALT_EDIT_NOTHING;
        else if (matcher_fits(m, old_id, new_id))
            matcher_take(m, old_id, new_id);
        else
            m->result.reasons[old_id] = matcher_type(m, 0, old_id) == matcher_type(m, 1, new_id)
                                            ? GESTALT_EDIT_OTHER_VERB
                                            : GESTALT_EDIT_OTHER_TYPE;
    }
}

// ---- other children: three passes

typedef enum match_pass { PASS_NAME, PASS_EQUAL, PASS_TYPE } match_pass;

// Verbs have up to 40 bits, types 8.
static match_key matcher_key(const matcher *m, int side, uint32_t id, match_pass pass,
                             bool is_named)
{
    const match_tokens *t = &m->sides[side];
    uint64_t doing = t->verbs[id] << 8 | matcher_type(m, side, id);
    if (pass == PASS_EQUAL)
        return (match_key){0, t->classes[id]};
    return (match_key){doing, pass == PASS_NAME ? t->names[id] : is_named};
}

static int matcher_compare(match_key a, match_key b)
{
    if (a.doing != b.doing)
        return a.doing < b.doing ? -1 : 1;
    return a.other < b.other ? -1 : a.other > b.other;
}

static bool matcher_is_named(const matcher *m, int side, uint32_t id)
{
    return m->sides[side].names[id] != 0;
}

static bool waiting_is_before(const void *one, const void *other, const void *user)
{
    const waiting_child *a = one, *b = other;
    (void)user;
    int order = matcher_compare(a->key, b->key);
    return order != 0 ? order < 0 : a->child < b->child;
}

// List the old children that are not matched yet. Returns their number.
static uint32_t matcher_list(matcher *m, match_pass pass)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < m->counts[0]; k++) {
        uint32_t id = m->children[0][k];
        bool is_named = matcher_is_named(m, 0, id);
        if (m->result.new_of[id] == SHAPE_NONE && (pass != PASS_NAME || is_named))
            m->waiting[count++] =
                (waiting_child){matcher_key(m, 0, id, pass, is_named), m->children[0][k]};
    }
    sort_heap(m->waiting, count, sizeof *m->waiting, waiting_is_before, NULL);
    for (uint32_t i = 0; i < count; i++)
        m->first_left[i] = i;
    return count;
}

// Return the index of the first waiting child with a key, or `count`.
static uint32_t matcher_first_left(const matcher *m, uint32_t count, match_key key)
{
    uint32_t begin;
    SEARCH_FIRST(begin, 0, count, matcher_compare(m->waiting[begin].key, key) >= 0);
    if (begin == count || matcher_compare(m->waiting[begin].key, key) != 0)
        return count;
    uint32_t at = m->first_left[begin];
    return at < count && matcher_compare(m->waiting[at].key, key) == 0 ? at : count;
}

static void matcher_remove(matcher *m, uint32_t at)
{
    uint32_t begin = at;
    match_key key = m->waiting[at].key;
    SEARCH_FIRST(begin, 0, at, matcher_compare(m->waiting[begin].key, key) >= 0);
    m->first_left[begin] = at + 1;
}

// Return the index of the first waiting old child that matches a new one, or `count`.
static uint32_t matcher_find(const matcher *m, uint32_t count, uint32_t new_id, match_pass pass)
{
    bool is_named = matcher_is_named(m, 1, new_id);
    uint32_t found = matcher_first_left(m, count, matcher_key(m, 1, new_id, pass, false));
    if (pass == PASS_TYPE && !is_named) { // one with a name is acceptable, too
        uint32_t named = matcher_first_left(m, count, matcher_key(m, 1, new_id, pass, true));
        if (named < count && (found == count || m->waiting[named].child < m->waiting[found].child))
            found = named;
    }
    return found;
}

static void matcher_run_pass(matcher *m, match_pass pass)
{
    uint32_t count = matcher_list(m, pass);
    for (uint32_t k = 0; k < m->counts[1] && count > 0; k++) {
        uint32_t new_id = m->children[1][k];
        if (m->result.old_of[new_id] != SHAPE_NONE ||
            (pass == PASS_NAME && !matcher_is_named(m, 1, new_id)))
            continue;
        uint32_t at = matcher_find(m, count, new_id, pass);
        if (at == count)
            continue;
        matcher_remove(m, at);
        matcher_take(m, m->waiting[at].child, new_id);
    }
}

// ---- whole shapes

static void matcher_list_children(matcher *m, int side, uint32_t id)
{
    const match_tokens *t = &m->sides[side];
    m->counts[side] = 0;
    for (uint32_t child = id + 1; child < t->ends[id]; child = t->ends[child])
        m->children[side][m->counts[side]++] = child;
}

static void matcher_match_children(matcher *m, node_pair pair)
{
    matcher_list_children(m, 0, pair.old_id);
    matcher_list_children(m, 1, pair.new_id);
    if (m->counts[0] == 0 || m->counts[1] == 0) {
        for (uint32_t k = 0; k < m->counts[0]; k++)
            m->result.reasons[m->children[0][k]] = GESTALT_EDIT_NOTHING;
        return;
    }
    if (matcher_role(m, 0, pair.old_id, 0) != MATCH_NO_ROLE) {
        matcher_match_roles(m, pair);
        return;
    }
    matcher_run_pass(m, PASS_NAME);
    matcher_run_pass(m, PASS_EQUAL);
    matcher_run_pass(m, PASS_TYPE);
    for (uint32_t k = 0; k < m->counts[0]; k++)
        if (m->result.new_of[m->children[0][k]] == SHAPE_NONE)
            m->result.reasons[m->children[0][k]] = GESTALT_EDIT_NOTHING;
}

// Return whether children of a node may stay live, given what the node means in both shapes.
static bool matcher_lets_stay(const matcher *m, uint32_t old_id)
{
    uint32_t new_id = m->result.new_of[old_id];
    const gestalt_shape *old_shape = matcher_shape(m, 0), *new_shape = matcher_shape(m, 1);
    node_view was = walk_node(old_shape->items, old_shape->nodes[old_id]);
    node_view is = walk_node(new_shape->items, new_shape->nodes[new_id]);
    if (node_shuffles(&was) != node_shuffles(&is))
        return false;
    if (!node_shuffles(&was) && !node_has(was.type, 'W') && !node_has(was.type, 'U'))
        return true;
    const match_tokens *from = &m->sides[0], *to = &m->sides[1];
    uint32_t one = old_id + 1, other = new_id + 1;
    while (one < from->ends[old_id] && other < to->ends[new_id]) {
        if (m->result.new_of[one] != other)
            return false;
        one = from->ends[one];
        other = to->ends[other];
    }
    return one == from->ends[old_id] && other == to->ends[new_id];
}

static void matcher_decide_stays(matcher *m)
{
    shape_match *r = &m->result;
    uint32_t count = matcher_shape(m, 0)->specification->node_count;
    r->may_stay[0] = r->new_of[0] != SHAPE_NONE;
    for (uint32_t id = 0; id < count; id++) {
        bool lets_stay = r->may_stay[id] && matcher_lets_stay(m, id);
        for (uint32_t child = id + 1; lets_stay && child < m->sides[0].ends[id];
             child = m->sides[0].ends[child])
            r->may_stay[child] = r->new_of[child] != SHAPE_NONE;
    }
}

shape_match shape_match_make(arena *a, const gestalt_shape *old_shape,
                             const gestalt_shape *new_shape, const gestalt_rename *renames,
                             uint32_t rename_count)
{
    const gestalt_shape *shapes[2] = {old_shape, new_shape};
    uint32_t olds = old_shape->specification->node_count;
    uint32_t news = new_shape->specification->node_count;
    matcher *m = ARENA_NEW(a, matcher); // allocated, so that it survives an escape
    m->a = a;
    m->result.new_of = ARENA_ARRAY(a, uint32_t, olds);
    m->result.old_of = ARENA_ARRAY(a, uint32_t, news);
    m->result.reasons = ARENA_ARRAY(a, uint8_t, olds);
    m->result.may_stay = ARENA_ARRAY(a, bool, olds);
    m->waiting = ARENA_ARRAY(a, waiting_child, olds);
    m->first_left = ARENA_ARRAY(a, uint32_t, olds);
    memset(m->result.new_of, 0xff, olds * sizeof *m->result.new_of);
    memset(m->result.old_of, 0xff, news * sizeof *m->result.old_of);
    memset(m->result.reasons, GESTALT_EDIT_BELOW, olds);
    match_tokens_make(a, shapes, renames, rename_count, m->sides);
    for (int side = 0; side < 2; side++)
        m->children[side] = ARENA_ARRAY(a, uint32_t, side ? news : olds);
    if (matcher_fits(m, 0, 0))
        matcher_take(m, 0, 0);
    else
        m->result.reasons[0] = matcher_type(m, 0, 0) == matcher_type(m, 1, 0)
                                   ? GESTALT_EDIT_OTHER_VERB
                                   : GESTALT_EDIT_OTHER_TYPE;
    while (m->todo_count > 0)
        matcher_match_children(m, m->todo[--m->todo_count]);
    matcher_decide_stays(m);
    return m->result;
}
