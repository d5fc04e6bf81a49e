// SPDX-License-Identifier: MIT
#include "reference_edit.h"

#include "reference_agent.h"
#include "reference_describe.h"

#include <stdlib.h>
#include <string.h>

typedef struct edit {
    reference *from, *to;
    const char **from_texts, **to_texts; // texts of the nodes, by id; NULL: not written yet
    uint32_t *new_of;                    // by old id: the matching new node, or NO_NODE
    uint32_t *old_of;                    // by new id: the matching old node
    bool *stays;                         // by old id: the node stays live for the current agent
    uint32_t *old_keys;                  // by index of the new key: the old key, or NO_KEY
    reference_fate *fates;               // by index of the new key
    bool *is_kept; // by new cell: its value is transferred, so its init is not evaluated
    bool draws;    // the old shape draws
    reference_report report;
} edit;

#define NO_NODE REFERENCE_NO_NODE
#define NO_KEY  UINT32_MAX

static void *list_of(edit *e, size_t count, size_t size)
{
    return arena_allocate(&e->to->memory, (count + 1) * size);
}

static bool same_text(const char *a, const char *b)
{
    return (!a && !b) || (a && b && strcmp(a, b) == 0);
}

// ---- matching (docs/editing.md, "Which nodes are the same")

static const char **texts_of(edit *e, reference *r)
{
    const char **texts = list_of(e, r->node_count, sizeof *texts);
    for (uint32_t i = 0; i < r->node_count; i++)
        texts[i] = NULL;
    return texts;
}

static const char *text_of_node(const edit *e, reference *r, const char **texts, uint32_t id)
{
    if (!texts[id]) {
        reference_text text = {0};
        reference_describe(r, r->nodes[id], &text);
        texts[id] = arena_copy_text(&e->to->memory, text.bytes, text.size);
        free(text.bytes);
    }
    return texts[id];
}

static bool same_document(const edit *e, uint32_t old, uint32_t new)
{
    return same_text(text_of_node(e, e->from, e->from_texts, old),
                     text_of_node(e, e->to, e->to_texts, new));
}

// The verb of a node is the name that it calls (`do`, `call`) or the `key` that it uses.
static const char *verb_of(reference *r, const reference_node *n)
{
    if (n->host != NO_HOST)
        return r->hosts[n->host].name;
    if (reference_node_is(n, "persistent") || reference_node_is(n, "signal"))
        return reference_renamed(r, r->persistents[n->persistent].name);
    return reference_renamed(r, n->key);
}

static bool same_type_and_verb(const edit *e, const reference_node *old, const reference_node *new)
{
    return strcmp(old->type->name, new->type->name) == 0 &&
           same_text(verb_of(e->from, old), verb_of(e->to, new));
}

static void match(edit *e, const reference_node *old, const reference_node *new);

static int32_t case_integer(const reference_words *words, const char *text)
{
    for (uint32_t place = 0; words && place < words->count; place++)
        if (strcmp(words->words[place], text) == 0)
            return (int32_t)place;
    return (int32_t)strtol(text, NULL, 10);
}

// Cases are compared by word if both switches are over enums, and otherwise by number.
static bool same_case(const edit *e, const reference_node *old, uint32_t i,
                      const reference_node *new, uint32_t k)
{
    const reference_words *from = reference_switch_words(e->from, old),
                          *to = reference_switch_words(e->to, new);
    return from && to ? strcmp(old->cases[i], new->cases[k]) == 0
                      : case_integer(from, old->cases[i]) == case_integer(to, new->cases[k]);
}

// The roles of a `switch` are its cases and `default`, in any order. In all other types, the roles
// have a fixed order.
static bool same_role(const edit *e, const reference_node *old, uint32_t i,
                      const reference_node *new, uint32_t k)
{
    bool is_default = i == old->case_count, was_default = k == new->case_count;
    if (!reference_node_is(old, "switch"))
        return i == k;
    return is_default || was_default ? is_default == was_default : same_case(e, old, i, new, k);
}

// Children of the same role match if they have the same type and the same verb.
static void match_roles(edit *e, const reference_node *old, const reference_node *new)
{
    for (uint32_t i = 0; i < old->child_count; i++)
        for (uint32_t k = 0; k < new->child_count; k++)
            if (same_role(e, old, i, new, k) &&
                same_type_and_verb(e, old->children[i], new->children[k]))
                match(e, old->children[i], new->children[k]);
}

typedef bool fits(const edit *e, const reference_node *old, const reference_node *new);

static bool fits_by_name(const edit *e, const reference_node *old, const reference_node *new)
{
    return old->name && same_text(reference_renamed(e->from, old->name), new->name) &&
           same_type_and_verb(e, old, new);
}

static bool fits_by_all(const edit *e, const reference_node *old, const reference_node *new)
{
    // Compare the types first: the texts take long to write.
    return strcmp(old->type->name, new->type->name) == 0 && same_document(e, old->id, new->id);
}

static bool fits_by_type(const edit *e, const reference_node *old, const reference_node *new)
{
    return same_type_and_verb(e, old, new) && !(old->name && new->name);
}

// Each new child, in order, takes the first old child that fits and is not yet taken.
static void pass(edit *e, const reference_node *old, const reference_node *new, fits *fit)
{
    for (uint32_t k = 0; k < new->child_count; k++)
        for (uint32_t i = 0; i < old->child_count; i++)
            if (e->old_of[new->children[k]->id] == NO_NODE &&
                e->new_of[old->children[i]->id] == NO_NODE &&
                fit(e, old->children[i], new->children[k]))
                match(e, old->children[i], new->children[k]);
}

static void match(edit *e, const reference_node *old, const reference_node *new)
{
    e->new_of[old->id] = new->id;
    e->old_of[new->id] = old->id;
    if (!old->has_list) {
        match_roles(e, old, new);
    } else {
        pass(e, old, new, fits_by_name);
        pass(e, old, new, fits_by_all);
        pass(e, old, new, fits_by_type);
    }
}

static void match_all(edit *e)
{
    e->from_texts = texts_of(e, e->from);
    e->to_texts = texts_of(e, e->to);
    e->new_of = list_of(e, e->from->node_count, sizeof *e->new_of);
    e->old_of = list_of(e, e->to->node_count, sizeof *e->old_of);
    for (uint32_t i = 0; i < e->from->node_count; i++)
        e->new_of[i] = NO_NODE;
    for (uint32_t i = 0; i < e->to->node_count; i++)
        e->old_of[i] = NO_NODE;
    if (same_type_and_verb(e, e->from->nodes[0], e->to->nodes[0]))
        match(e, e->from->nodes[0], e->to->nodes[0]);
}

// ---- nodes that stay live (docs/editing.md, "What goes on")

static const reference_node *new_node(const edit *e, const reference_node *old)
{
    return e->new_of[old->id] == NO_NODE ? NULL : e->to->nodes[e->new_of[old->id]];
}

// The nodes have the same number of children, and the k-th children match for every k.
static bool matches_in_order(const edit *e, const reference_node *old, const reference_node *new)
{
    if (old->child_count != new->child_count)
        return false;
    for (uint32_t i = 0; i < old->child_count; i++)
        if (e->new_of[old->children[i]->id] != new->children[i]->id)
            return false;
    return true;
}

static bool lets_children_stay(const edit *e, const reference_node *old, const reference_node *new)
{
    if (old->random_order != new->random_order)
        return false; // after a change of `order` no child stays
    if (old->random_order || reference_node_is(old, "weighted") ||
        reference_node_is(old, "utility"))
        return matches_in_order(e, old, new);
    return true;
}

static void find_staying(edit *e, const reference_agent *a, const reference_node *n, bool may_stay)
{
    const reference_node *new = new_node(e, n);
    bool matches = may_stay && new, lets = matches &&lets_children_stay(e, n, new);
    bool had_live_child = false, keeps_child = false;
    for (uint32_t i = 0; i < n->child_count; i++) {
        find_staying(e, a, n->children[i], lets);
        had_live_child |= a->nodes[n->children[i]->id].live;
        keeps_child |= e->stays[n->children[i]->id];
    }
    e->stays[n->id] = a->nodes[n->id].live && matches && (!had_live_child || keeps_child);
}

static bool is_tip(const reference_agent *a, const reference_node *n)
{
    for (uint32_t i = 0; i < n->child_count; i++)
        if (a->nodes[n->children[i]->id].live)
            return false;
    return a->nodes[n->id].live;
}

static void count_live(edit *e, const reference_agent *a)
{
    for (uint32_t i = 0; i < e->from->node_count; i++) {
        bool counts = is_tip(a, e->from->nodes[i]);
        e->report.kept += counts && e->stays[i];
        e->report.dropped += counts && !e->stays[i];
    }
}

static void find_what_may_stay(const edit *e, const reference_node *old, bool *may_stay, bool may)
{
    const reference_node *new = new_node(e, old);
    may_stay[old->id] = may && new;
    for (uint32_t i = 0; i < old->child_count; i++)
        find_what_may_stay(e, old->children[i], may_stay,
                           may && new &&lets_children_stay(e, old, new));
}

// ---- state that a live node keeps

static uint32_t place_of_child(const reference_node *n, uint32_t id)
{
    uint32_t i = 0;
    while (i < n->child_count && n->children[i]->id != id)
        i++;
    return i;
}

static bool counts_anew(const reference_node *old, const reference_node *new)
{
    // one of the loops has a limit and the other has none
    return (old->count == 0) != (new->count == 0);
}

// The difference between the new and the old duration, by which a due time moves. It is 0 if either
// duration is an expression. A change of the unit is handled elsewhere: the clock starts again.
static int64_t longer_by(const reference_node *old, const reference_node *new)
{
    bool is_known = !old->is_evaluated && !new->is_evaluated && old->in_ticks == new->in_ticks;
    return is_known ? new->duration - old->duration : 0;
}

static reference_type type_of_parameter(const reference_host *host, const char *name)
{
    uint32_t i = 0;
    while (strcmp(host->parameters[i].name, name) != 0)
        i++;
    return host->parameters[i].type;
}

static const reference_words *words_of_parameter(const reference_host *host, const char *name)
{
    uint32_t i = 0;
    while (strcmp(host->parameters[i].name, name) != 0)
        i++;
    return host->parameters[i].words;
}

static bool is_text_parameter(const reference_host *host, const char *name)
{
    uint32_t i = 0;
    while (strcmp(host->parameters[i].name, name) != 0)
        i++;
    return host->parameters[i].is_text;
}

// A launch keeps its texts: their places become those in the new shape. -1 is the place of a text
// that the new shape does not have.
static void keep_text(const edit *e, reference_argument *to, const reference_argument *from)
{
    uint32_t place = (uint32_t)from->value.integer;
    bool is_there = place < e->from->text_count;
    to->value = reference_int(is_there ? reference_text_place(e->to, e->from->texts[place]) : -1);
}

// Convert a value of an enum to another enum by its word. Return false if the new enum lacks the
// word, or if the value has no word. An equal list of words keeps every value.
static bool change_word(const reference_words *from, const reference_words *to,
                        reference_value *value)
{
    uint32_t place = (uint32_t)value->integer;
    if (reference_same_words(from, to))
        return true;
    for (uint32_t i = 0; place < from->count && i < to->count; i++)
        if (strcmp(from->words[place], to->words[i]) == 0) {
            value->integer = (int32_t)i;
            return true;
        }
    return false;
}

// Convert an argument of a launch to the type that the new node gives it. An enum value stays as it
// is if the new enum does not have its word.
static void keep_argument(reference_argument *to, const reference_argument *from,
                          const reference_words *old_words, const reference_words *new_words)
{
    bool converts = from->value.type == REFERENCE_INT && to->value.type == REFERENCE_FLOAT;
    if (to->passing != from->passing)
        return;
    if (to->passing == REFERENCE_BY_VECTOR && from->width <= to->width)
        memcpy(to->vector, from->vector, sizeof to->vector);
    else if (to->passing == REFERENCE_BY_VALUE && (converts || to->value.type == from->value.type))
        to->value = reference_convert(from->value, to->value.type);
    if (to->passing == REFERENCE_BY_VALUE && old_words && new_words)
        change_word(old_words, new_words, &to->value);
}

// A deferred action keeps its launch, with those arguments that have the same name and a compatible
// type in the new node. All other arguments of the new node are zero.
static reference_argument *keep_arguments(const edit *e, const reference_node *old,
                                          const reference_node *new, const reference_argument *from)
{
    const reference_host *host = &e->to->hosts[new->host];
    const reference_host *old_host = &e->from->hosts[old->host];
    reference_argument *arguments = calloc(new->argument_count + 1, sizeof *arguments);
    REQUIRE(arguments);
    for (uint32_t i = 0; i < new->argument_count; i++) {
        const reference_given *given = &new->arguments[i];
        arguments[i] = (reference_argument){given->name, given->passing, .key = given->key,
                                            .width = given->width};
        if (given->passing == REFERENCE_BY_VALUE)
            arguments[i].value.type = type_of_parameter(host, given->name);
        bool is_text = is_text_parameter(host, given->name);
        for (uint32_t k = 0; k < old->argument_count; k++) {
            if (strcmp(old->arguments[k].name, given->name) != 0 ||
                is_text_parameter(old_host, given->name) != is_text)
                continue;
            if (is_text)
                keep_text(e, &arguments[i], &from[k]);
            else
                keep_argument(&arguments[i], &from[k], words_of_parameter(old_host, given->name),
                              words_of_parameter(host, given->name));
        }
    }
    return arguments;
}

static void keep_node(edit *e, const reference_agent *a, reference_agent *b,
                      const reference_node *old)
{
    const reference_node *new = new_node(e, old);
    reference_node_state *s = &a->nodes[old->id], *t = &b->nodes[new->id];
    uint32_t *order = t->order;
    gestalt_status *answers = t->answers;
    *t = *s;
    t->order = order;
    t->answers = answers;
    t->arguments = s->arguments ? keep_arguments(e, old, new, s->arguments) : NULL;
    if (counts_anew(old, new))
        t->rounds = 0;
    t->duration += longer_by(old, new);
    t->pause_end = old->pause > 0 ? s->pause_end + new->pause - old->pause : 0;
    for (uint32_t i = 0; i < new->child_count; i++)
        answers[i] = GESTALT_RUNNING;
    for (uint32_t i = 0; i < old->child_count; i++) {
        uint32_t id = old->children[i]->id;
        uint32_t place = place_of_child(new, e->new_of[id]);
        if (place < new->child_count)
            answers[place] = s->answers[i];
        if (old->random_order)
            order[i] = s->order[i]; // both nodes have the same number of children
        else if (e->stays[id])
            t->at = place;
    }
}

// `cooldown` and `once` keep their value if they match, live or not. If the unit of a cooldown
// changes and it is due in the coming tick, its value is forgotten.
static void keep_values_of_nodes(edit *e, const reference_agent *a, reference_agent *b)
{
    for (uint32_t i = 0; i < e->to->node_count; i++) {
        const reference_node *new = e->to->nodes[i];
        if (e->old_of[i] == NO_NODE)
            continue;
        const reference_node *old = e->from->nodes[e->old_of[i]];
        reference_kept *value = &b->kept[e->to->persistent_count + i];
        *value = a->kept[e->from->persistent_count + old->id];
        value->duration += longer_by(old, new);
        if (old->type->keeps &&
            old->in_ticks != new->in_ticks &&reference_cooldown_is_due(e->from, old, value))
            *value = (reference_kept){0};
    }
}

// If a duration changes from seconds to ticks or back, the clock starts again in the coming tick.
// This happens after all inits, in order of the new ids.
static void start_clocks(edit *e, reference_agent *b)
{
    for (uint32_t i = 0; i < e->to->node_count; i++) {
        const reference_node *new = e->to->nodes[i];
        if (e->old_of[i] == NO_NODE || e->from->nodes[e->old_of[i]]->in_ticks == new->in_ticks)
            continue;
        if (!new->type->keeps && b->nodes[i].live)
            reference_start_clock(e->to, b, new);
        if (new->type->keeps && b->kept[e->to->persistent_count + i].is_set)
            reference_note_finish(e->to, b, new);
    }
}

static void keep_persistents(edit *e, const reference_agent *a, reference_agent *b)
{
    for (uint32_t i = 0; i < e->to->persistent_count; i++)
        for (uint32_t k = 0; k < e->from->persistent_count; k++)
            if (same_text(e->to->persistents[i].name,
                          reference_renamed(e->from, e->from->persistents[k].name)))
                b->kept[i] = a->kept[k];
}

static bool node_draws(const reference_node *n)
{
    bool draws = n->random_order || reference_node_is(n, "chance") ||
                 reference_node_is(n, "weighted") || reference_formula_draws(&n->formula) ||
                 reference_formula_draws(&n->lasts) || reference_formula_draws(&n->list.at);
    for (uint32_t i = 0; i < n->list.value_count; i++)
        draws |= reference_formula_draws(&n->list.values[i]);
    for (uint32_t i = 0; i < n->argument_count; i++)
        draws |= reference_formula_draws(&n->arguments[i].formula);
    for (uint32_t i = 0; n->scores && i < n->child_count; i++)
        draws |= reference_formula_draws(&n->scores[i]);
    return draws;
}

// Return whether a shape draws: only then does an agent have a random stream.
static bool shape_draws(const reference *r)
{
    bool draws = false;
    for (uint32_t i = 0; i < r->node_count; i++)
        draws |= node_draws(r->nodes[i]);
    for (uint32_t i = 0; i < r->cell_count; i++) {
        const reference_cell *cell = &r->cells[i];
        draws |= cell->is_own && cell->has_init && reference_formula_draws(&cell->init);
        for (uint32_t k = 0; cell->is_own && k < cell->element_count; k++)
            draws |= reference_formula_draws(&cell->elements[k]);
    }
    return draws;
}

// ---- the blackboard

static const reference_cell *cell_of(const reference *r, const reference_key *key)
{
    return &r->cells[key->cell];
}

static uint32_t find_old_key(const edit *e, const char *name)
{
    for (uint32_t i = 0; i < e->from->key_count; i++)
        if (strcmp(reference_renamed(e->from, e->from->keys[i].name), name) == 0)
            return i;
    return NO_KEY;
}

// The type of a key's value, or of a list's elements.
typedef struct sort {
    reference_type type;
    const reference_words *words;
    uint32_t width;
} sort;

static sort sort_of_elements(const reference_list *list)
{
    bool is_vector = list->type == REFERENCE_VECTOR;
    return (sort){is_vector ? REFERENCE_FLOAT : list->type, list->words,
                  is_vector ? list->width : 1};
}

static reference_fate fate_of_values(sort old, sort new)
{
    if (old.width != new.width)
        return old.width == 2 && new.width == 3 ? REFERENCE_CONVERTED : REFERENCE_NEW;
    if (old.words || new.words)
        return !old.words || !new.words                     ? REFERENCE_NEW
               : reference_same_words(old.words, new.words) ? REFERENCE_KEPT
                                                            : REFERENCE_CONVERTED;
    if (old.type == new.type)
        return REFERENCE_KEPT;
    return old.type == REFERENCE_INT && new.type == REFERENCE_FLOAT ? REFERENCE_CONVERTED
                                                                    : REFERENCE_NEW;
}

// What happens to a key: a value of the same type is kept, an int becomes a float, a vec2 becomes a
// vec3 with z 0, and an enum another enum by its word.
static reference_fate fate_of(const edit *e, const reference_key *old, const reference_key *new)
{
    const reference_cell *a = cell_of(e->from, old), *b = cell_of(e->to, new);
    bool is_list = a->type == REFERENCE_LIST && b->type == REFERENCE_LIST;
    if (b->shared && !a->shared)
        return REFERENCE_NEW; // a key that becomes shared starts with its init
    if (is_list)              // "element by element"
        return fate_of_values(sort_of_elements(a->value.list), sort_of_elements(b->value.list));
    if (a->type == REFERENCE_LIST || b->type == REFERENCE_LIST)
        return REFERENCE_NEW;
    return fate_of_values((sort){a->type, a->words, old->width},
                          (sort){b->type, b->words, new->width});
}

static void match_keys(edit *e)
{
    e->old_keys = list_of(e, e->to->key_count, sizeof *e->old_keys);
    e->fates = list_of(e, e->to->key_count, sizeof *e->fates);
    e->is_kept = list_of(e, e->to->cell_count, sizeof *e->is_kept);
    for (uint32_t i = 0; i < e->to->key_count; i++) {
        const reference_key *new = &e->to->keys[i];
        e->old_keys[i] = find_old_key(e, new->name);
        e->fates[i] = e->old_keys[i] == NO_KEY ? REFERENCE_NEW
                                               : fate_of(e, &e->from->keys[e->old_keys[i]], new);
    }
}

// Convert a list "element by element, of which the last ones are dropped where the capacity is
// smaller". Return false, and leave the list empty, if one of the elements that stay has no
// conversion.
static bool move_list(reference_list *to, const reference_list *from)
{
    to->count = 0;
    for (uint32_t i = 0; i < from->count && i < to->capacity; i++) {
        reference_value value = from->elements[i];
        if (to->words && !change_word(from->words, to->words, &value))
            return false;
        if (to->type == REFERENCE_VECTOR && value.width == 2)
            value.parts[2] = 0;
        if (to->type == REFERENCE_VECTOR)
            value.width = to->width;
        to->elements[i] = reference_convert(value, to->type);
    }
    to->count = from->count < to->capacity ? from->count : to->capacity;
    return true;
}

// Transfer a list. Return false if the new list has its init.
static bool keep_list(const edit *e, uint32_t new_key, const reference_agent *a, reference_agent *b)
{
    reference_list *to = reference_list_of(e->to, b, e->to->keys[new_key].cell);
    to->count = 0;
    if (e->fates[new_key] == REFERENCE_NEW)
        return false;
    return move_list(to, reference_list_of(e->from, a, e->from->keys[e->old_keys[new_key]].cell));
}

// Transfer the values of an agent (NULL: the shared values) that have a meaning in the new shape.
// Then evaluate the inits of all other keys.
static void move_values(edit *e, const reference_agent *a, reference_agent *b)
{
    for (uint32_t i = 0; i < e->to->key_count; i++) {
        const reference_key *new = &e->to->keys[i];
        bool is_kept = e->fates[i] != REFERENCE_NEW;
        if (cell_of(e->to, new)->shared != !a)
            continue;
        if (cell_of(e->to, new)->type == REFERENCE_LIST) {
            e->is_kept[new->cell] = keep_list(e, i, a, b);
            continue;
        }
        for (uint32_t k = 0; k < new->width; k++) {
            reference_cell *cell = &e->to->cells[new->cell + k];
            reference_value *value = b ? &b->cells[new->cell + k] : &cell->value;
            e->is_kept[new->cell + k] = is_kept;
            *value = (reference_value){.type = cell->type};
            if (!is_kept || k >= e->from->keys[e->old_keys[i]].width)
                continue;
            uint32_t from = e->from->keys[e->old_keys[i]].cell + k;
            const reference_cell *old = &e->from->cells[from];
            *value = reference_convert(old->shared ? old->value : a->cells[from], cell->type);
            if (cell->words && !change_word(old->words, cell->words, value)) {
                value->integer = 0;
                e->is_kept[new->cell] = false;
            }
        }
    }
}

// ---- one agent
//
// The order is: cancel the dropped nodes in the old shape and on the old blackboard, deliver its
// requests, transfer kept values and persistent statuses, evaluate inits, start clocks.

static void edit_agent(edit *e, reference_agent *a, reference_agent *b)
{
    b->exists = a->exists;
    memset(e->stays, 0, e->from->node_count * sizeof *e->stays);
    if (a->exists) {
        find_staying(e, a, e->from->nodes[0], true);
        count_live(e, a);
        e->report.agents++;
    }
    e->report.cancels += reference_agent_drop(e->from, a, e->stays, e->new_of);
    for (uint32_t i = 0; i < e->from->node_count; i++)
        if (e->new_of[i] != NO_NODE) {
            b->nodes[e->new_of[i]].asks_cancel = a->nodes[i].asks_cancel;
            b->nodes[e->new_of[i]].handed_out = a->nodes[i].handed_out;
            b->nodes[e->new_of[i]].cancelled_tick = a->nodes[i].cancelled_tick;
        }
    if (!a->exists)
        return;
    b->status = a->status;
    if (e->draws)
        b->random = a->random; // the old shape drew nothing: the stream starts as for a new agent
    for (uint32_t i = 0; i < e->from->node_count; i++)
        if (e->stays[i])
            keep_node(e, a, b, e->from->nodes[i]);
    keep_values_of_nodes(e, a, b);
    move_values(e, a, b);
    keep_persistents(e, a, b);
    reference_evaluate_inits(e->to, b, e->is_kept);
    start_clocks(e, b);
}

// ---- a whole edit

static void tell_keys(edit *e)
{
    reference_key_fate *keys =
        list_of(e, e->to->key_count + e->from->key_count, sizeof *e->report.keys);
    e->report.keys = keys;
    for (uint32_t i = 0; i < e->to->key_count; i++)
        keys[e->report.key_count++] = (reference_key_fate){e->to->keys[i].name, e->fates[i]};
    for (uint32_t i = 0; i < e->from->key_count; i++) {
        bool is_there = false;
        for (uint32_t k = 0; k < e->to->key_count; k++)
            is_there |= e->old_keys[k] == i && e->fates[k] != REFERENCE_NEW;
        if (!is_there)
            keys[e->report.key_count++] =
                (reference_key_fate){e->from->keys[i].name, REFERENCE_GONE};
    }
}

// The event `edit` comes first.
static void tell_edit(edit *e)
{
    reference_put(&e->from->events, "{\"tick\":");
    reference_put_number(&e->from->events, e->from->tick);
    reference_put(&e->from->events, ",\"agent\":-1,\"event\":\"edit\",\"shape\":");
    reference_put_json(&e->from->events, reference_name(e->to));
    reference_put(&e->from->events, "}\n");
}

static void edit_agents(edit *e)
{
    reference *to = e->to;
    for (uint32_t i = 0; i < e->from->agent_count; i++) {
        reference_agent *b = reference_agent_blank(to, i);
        *ARENA_PUSH(&to->memory, to->agents, to->agent_count, to->agent_capacity) = b;
        edit_agent(e, e->from->agents[i], b);
    }
    e->report.requests = e->from->request_count;
    for (uint32_t i = 0; i < e->from->request_count; i++)
        *ARENA_PUSH(&to->memory, to->requests, to->request_count, to->request_capacity) =
            e->from->requests[i];
}

static void compare_all(edit *e, reference_renames renames)
{
    e->from->renames = renames.list;
    e->from->rename_count = renames.count;
    e->report.node_count = e->from->node_count;
    bool *may_stay = list_of(e, e->from->node_count, sizeof *may_stay);
    bool *same = list_of(e, e->from->node_count, sizeof *same);
    match_all(e);
    match_keys(e);
    tell_keys(e);
    find_what_may_stay(e, e->from->nodes[0], may_stay, true);
    for (uint32_t i = 0; i < e->from->node_count; i++)
        same[i] = e->new_of[i] != NO_NODE && same_document(e, i, e->new_of[i]);
    e->report.same = same;
    e->report.nodes = e->new_of;
    e->report.may_stay = may_stay;
}

void reference_compare(reference *from, reference *to, reference_renames renames,
                       reference_report *report)
{
    edit e = {.from = from, .to = to};
    compare_all(&e, renames);
    from->rename_count = 0;
    *report = e.report;
}

reference *reference_edit(reference *r, const char *text, size_t size,
                          const reference_settings *settings, reference_renames renames,
                          reference_report *report)
{
    edit e = {.from = r, .to = reference_load(text, size, settings)};
    e.to->before = r;
    e.to->tick = r->tick;
    e.to->now = r->now;
    e.to->previous = r->previous;
    e.draws = shape_draws(r);
    e.stays = list_of(&e, r->node_count, sizeof *e.stays);
    compare_all(&e, renames);
    move_values(&e, NULL, NULL);
    reference_evaluate_inits(e.to, NULL, e.is_kept);
    r->request_count = 0;
    tell_edit(&e);
    edit_agents(&e);
    for (uint32_t i = 0; i < r->node_count; i++) // a node that continues keeps its counts
        if (e.new_of[i] != NO_NODE) {
            e.to->counts[e.new_of[i]] = r->counts[i];
            e.to->counts_before[e.new_of[i]] = r->counts_before[i];
        }
    reference_text events = r->events; // the events continue as well
    r->events = e.to->events;
    e.to->events = events;
    if (report)
        *report = e.report;
    return e.to;
}
