// SPDX-License-Identifier: MIT
// Compare edits of the engine with edits of the reference: random documents, random edits of them,
// numbers of agents, lanes and threads, forms of live states, and random changes between ticks.
//
//    test_edit_pairs [FIRST_SEED COUNT]
#include "amount.h"
#include "generate_edit.h"
#include "pair.h"
#include "reference_describe.h"
#include "reference_edit.h"
#include "shrink.h"

#include <gestalt/edit.h>
#include <gestalt/gestalt.h>

#include <ctype.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 12, TICKS = 14, SHRINK_TRIES = 1500, EDITS_MAX = 3, VISITS_MAX = 3000 };
static uint64_t first_seed = 1, pair_count = 1000;
static uint32_t wanted_type; // type of a node near the root; 0: any

// ---- a document, and the documents that edits turn it into

typedef struct story {
    generated *documents[EDITS_MAX + 1]; // the same document may occur several times
    gestalt_rename renames[EDITS_MAX + 1][PAIR_RENAMES_MAX];
    uint32_t rename_counts[EDITS_MAX + 1];
    uint32_t count;
} story;

static gestalt_shape *compile(const generated *g, const char *text, size_t size)
{
    gestalt_compile_options options = {.include = generated_include,
                                       .include_user = (void *)(uintptr_t)g};
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_compile_text("generated.json", text, size, &options, &shape, &diagnostics, NULL);
    gestalt_diagnostics_destroy(diagnostics);
    return shape;
}

static bool is_good(void *user, const generated *g)
{
    (void)user;
    gestalt_shape *shape = compile(g, g->text, g->size);
    bool good = shape && gestalt_shape_specification(shape)->visit_bound <= VISITS_MAX &&
                gestalt_shape_specification(shape)->node_count <= 400;
    gestalt_shape_destroy(shape);
    return good;
}

static generated *document_of(uint64_t seed)
{
    generate_options large = {.nodes = 100, .depth = 8}, small = {.nodes = 8, .depth = 3};
    small.type = wanted_type;
    if (wanted_type)
        return generate(seed, &small);
    return generate(seed, seed % 16 == 5 ? &large : seed % 2 ? &small : NULL);
}

static void story_add(story *s, generated *g)
{
    s->documents[s->count++] = g;
}

static generated *edited(const generated *g, uint64_t seed)
{
    return generate_edit(g, seed, 1 + (uint32_t)(seed / 7 % 6), is_good, NULL);
}

// ---- names that the next document changes

static reference *load(const generated *g)
{
    reference_settings settings = {.include = generated_text, .include_user = (void *)(uintptr_t)g};
    return reference_load(g->text, g->size, &settings);
}

// Name number `i` of all keys, persistents and nodes, in this order. NULL for a node without a
// name.
static const char *name_at(const reference *r, uint32_t i)
{
    if (i < r->key_count)
        return r->keys[i].name;
    i -= r->key_count;
    if (i < r->persistent_count)
        return r->persistents[i].name;
    return r->nodes[i - r->persistent_count]->name;
}

static uint32_t name_count(const reference *r)
{
    return r->key_count + r->persistent_count + r->node_count;
}

// The number of a name's first occurrence.
static uint32_t place_of_name(const reference *r, const char *name)
{
    uint32_t i = 0;
    while (i < name_count(r) && (!name_at(r, i) || strcmp(name_at(r, i), name) != 0))
        i++;
    return i;
}

static bool is_key(const reference *r, uint32_t place)
{
    return place < r->key_count;
}

// Declare renames: new keys get the names of keys that are gone, and likewise other things.
static void rename_things(story *s, uint32_t edit)
{
    reference *r = load(s->documents[edit - 1]), *next = load(s->documents[edit]);
    uint32_t *count = &s->rename_counts[edit], from = 0;
    for (uint32_t to = 0; to < name_count(next) && *count < PAIR_RENAMES_MAX; to++) {
        const char *name = name_at(next, to);
        if (!name || place_of_name(r, name) < name_count(r) || place_of_name(next, name) != to)
            continue;
        for (; from < name_count(r); from++)
            if (name_at(r, from) && place_of_name(next, name_at(r, from)) == name_count(next) &&
                place_of_name(r, name_at(r, from)) == from && is_key(r, from) == is_key(next, to))
                break;
        if (from == name_count(r))
            break;
        s->renames[edit][(*count)++] = (gestalt_rename){strdup(name_at(r, from++)), strdup(name)};
    }
    reference_destroy(r);
    reference_destroy(next);
}

// Add a document with another order of an enum's words and of the cases of a switch over it. If the
// document has no such switch, add one with another change.
static void story_add_words(story *s, uint64_t seed)
{
    enum { TRIES = 20 };
    for (uint64_t i = 1; s->count == 1; i++) {
        generated *a = s->documents[0];
        generated *b = generate_edit_of_kind(a, seed, 1, "words and cases", is_good, NULL);
        if (i == TRIES || strcmp(a->text, b->text) != 0) {
            story_add(s, generate_edit(b, seed, (uint32_t)(seed / 8 % 3), is_good, NULL));
        } else {
            s->documents[0] = document_of(seed + i * 1000000007);
            generated_destroy(a);
        }
        generated_destroy(b);
    }
}

static story story_begin(uint64_t seed)
{
    story s = {.documents = {document_of(seed)}, .count = 1};
    switch (seed % 8) {
    case 0: // edit to the same shape
        story_add(&s, s.documents[0]);
        break;
    case 1: // edit there and back again
        story_add(&s, edited(s.documents[0], seed));
        story_add(&s, s.documents[0]);
        break;
    case 2: // an unrelated document
        story_add(&s, document_of(seed + 1000000007));
        break;
    case 3:
    case 4:
        story_add(&s, edited(s.documents[0], seed));
        story_add(&s, edited(s.documents[1], seed + 1));
        story_add(&s, edited(s.documents[2], seed + 2));
        break;
    case 6: story_add_words(&s, seed); break;
    default: story_add(&s, edited(s.documents[0], seed)); break;
    }
    return s;
}

static story story_of(uint64_t seed)
{
    story s = story_begin(seed);
    for (uint32_t i = 1; i < s.count; i++)
        if (seed / 8 % 3 == 0)
            rename_things(&s, i);
    return s;
}

static void story_destroy(story *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (i == 0 || s->documents[i] != s->documents[0])
            generated_destroy(s->documents[i]);
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t k = 0; k < s->rename_counts[i]; k++) {
            free((char *)(uintptr_t)s->renames[i][k].old_name);
            free((char *)(uintptr_t)s->renames[i][k].new_name);
        }
}

// ---- matching without agents

// Number of pairs, and of pairs that have both enum values and matching cases of a switch whose
// numbers change.
static uint64_t matched, moved_words;

static bool moves_cases(const reference_node *was, const reference_node *is,
                        const reference_report *report)
{
    for (uint32_t i = 0; i < was->case_count; i++)
        for (uint32_t k = 0; k < is->case_count; k++)
            if (i != k && isalpha((unsigned char)was->cases[i][0]) &&
                report->nodes[was->children[i]->id] == is->children[k]->id)
                return true;
    return false;
}

static void count_moves(const reference *from, const reference *to, const reference_report *report)
{
    bool cases = false, words = false;
    for (uint32_t i = 0; i < from->node_count; i++)
        if (report->nodes[i] != REFERENCE_NO_NODE)
            cases |= moves_cases(from->nodes[i], to->nodes[report->nodes[i]], report);
    for (uint32_t i = 0; i < to->key_count; i++)
        words |= report->keys[i].fate == REFERENCE_CONVERTED && to->cells[to->keys[i].cell].words;
    matched++;
    moved_words += cases && words;
}

static void compare_shapes(uint64_t seed, const story *all, uint32_t edit)
{
    const generated *a = all->documents[edit - 1], *b = all->documents[edit];
    const gestalt_rename *renames = all->renames[edit];
    uint32_t rename_count = all->rename_counts[edit];
    reference_rename theirs[PAIR_RENAMES_MAX];
    for (uint32_t i = 0; i < rename_count; i++)
        theirs[i] = (reference_rename){renames[i].old_name, renames[i].new_name};
    gestalt_shape *from = compile(a, a->text, a->size), *to = compile(b, b->text, b->size);
    reference *r = load(a), *s = load(b);
    gestalt_edit_report *report = NULL;
    reference_report expected;
    uint32_t count;
    assert_int_equal(gestalt_shape_match(from, to, renames, rename_count, NULL, &report, NULL),
                     GESTALT_OK);
    reference_compare(r, s, (reference_renames){theirs, rename_count}, &expected);
    const gestalt_edit_node *nodes = gestalt_edit_report_nodes(report, &count);
    count_moves(r, s, &expected);
    assert_int_equal(count, expected.node_count);
    for (uint32_t i = 0; i < count; i++) {
        bool same = nodes[i].reason == GESTALT_EDIT_SAME;
        if (nodes[i].new_node != expected.nodes[i] || nodes[i].may_stay != expected.may_stay[i] ||
            same != expected.same[i])
            fail_msg("seed %" PRIu64 ": node %u becomes %d%s%s, and %d%s%s in the reference\n%s%s",
                     seed, (unsigned)i, (int)nodes[i].new_node,
                     nodes[i].may_stay ? ", and may stay" : "", same ? ", as it is" : "",
                     (int)expected.nodes[i], expected.may_stay[i] ? ", and may stay" : "",
                     expected.same[i] ? ", as it is" : "", a->text, b->text);
    }
    gestalt_edit_report_destroy(report);
    gestalt_shape_destroy(from);
    gestalt_shape_destroy(to);
    reference_destroy(r);
    reference_destroy(s);
}

static void test_matching(void **state)
{
    (void)state;
    for (uint64_t seed = first_seed; seed - first_seed < pair_count; seed++) {
        story s = story_of(seed);
        for (uint32_t i = 1; i < s.count; i++)
            compare_shapes(seed, &s, i);
        story_destroy(&s);
    }
    print_message("# %" PRIu64 " edits, of which %" PRIu64 " move words and cases\n", matched,
                  moved_words);
    assert_true(moved_words * 25 > matched || pair_count < 300);
}

// ---- options, which depend on the seed

static pair_options options_of(uint64_t seed)
{
    static const uint32_t lane_counts[] = {1, 5, 64};
    return (pair_options){.seed = seed,
                          .agents = AGENTS,
                          .ticks = TICKS,
                          .lanes = lane_counts[seed % 3],
                          .threads = 1 + (uint32_t)(seed / 3 % 2),
                          .grain = 1 + (uint32_t)(seed % 2),
                          .states = (gestalt_states)((seed / 6) % 3),
                          .interferes = seed % 5 != 0,
                          .in_parts = seed % 7 == 3,
                          .is_traced = seed % 4 != 0,
                          .restores = seed % 3 == 1,
                          .counts = seed / 2 % 2,
                          .records = (uint32_t)(seed / 5 % 3),
                          .has_puppets = true};
}

// ---- description of a difference

typedef struct failing {
    const story *story;
    pair_edit documents[EDITS_MAX + 1];
    uint32_t count, shrunk; // index of the document that is being shrunk
    pair_options options;
    char difference[PAIR_TEXT_SIZE];
} failing;

static bool agrees(failing *f)
{
    f->options.edits = f->documents + 1;
    f->options.edit_count = f->count - 1;
    return pair_agrees(f->story->documents[0], f->documents[0].text, f->documents[0].size,
                       &f->options, f->difference);
}

static bool still_differs(void *user, const char *text, size_t size)
{
    failing *f = user;
    pair_edit before = f->documents[f->shrunk];
    f->documents[f->shrunk].text = text;
    f->documents[f->shrunk].size = size;
    bool same = agrees(f);
    f->documents[f->shrunk] = before;
    return !same && strncmp(f->difference, "the document", 12) != 0 &&
           strncmp(f->difference, "edit: refused", 13) != 0 &&
           strncmp(f->difference, "no population", 13) != 0;
}

// Remove documents from the story, then shrink the remaining ones, one after the other.
static void shrink_story(failing *f)
{
    for (uint32_t i = f->count; i-- > 1 && f->count > 2;) {
        failing fewer = *f;
        for (uint32_t k = i; k + 1 < f->count; k++)
            fewer.documents[k] = f->documents[k + 1];
        fewer.count--;
        if (!agrees(&fewer))
            *f = fewer;
    }
    for (uint32_t i = 0; i < 3 * f->count; i++) {
        pair_edit *d = &f->documents[i % f->count];
        f->shrunk = i % f->count;
        d->text = shrink(d->text, d->size, still_differs, f, SHRINK_TRIES);
        d->size = strlen(d->text);
    }
    agrees(f);
}

static void report(uint64_t seed, failing *f)
{
    const pair_options *o = &f->options;
    shrink_story(f);
    print_message("seed %" PRIu64 ", lanes %u, threads %u%s%s%s%s\n%s\n", seed, (unsigned)o->lanes,
                  (unsigned)o->threads, o->interferes ? ", interfering" : "",
                  o->is_traced ? ", traced" : "", o->in_parts ? ", in parts" : "",
                  o->restores ? ", restored" : "", f->difference);
    for (uint32_t i = 0; i < f->count; i++) {
        print_message("%s\n", f->documents[i].text);
        for (uint32_t k = 0; k < f->documents[i].rename_count; k++)
            print_message("%s=%s\n", f->documents[i].renames[k].old_name,
                          f->documents[i].renames[k].new_name);
    }
}

static bool draws(const generated *g)
{
    gestalt_shape *shape = compile(g, g->text, g->size);
    bool answer = gestalt_shape_specification(shape)->draws;
    gestalt_shape_destroy(shape);
    return answer;
}

static void check_story(uint64_t seed)
{
    story s = story_of(seed);
    failing f = {.story = &s, .count = s.count, .options = options_of(seed)};
    for (uint32_t i = 0; i < s.count; i++)
        f.documents[i] = (pair_edit){s.documents[i], s.documents[i]->text, s.documents[i]->size,
                                     s.renames[i], s.rename_counts[i]};
    bool same = agrees(&f);
    if (!same)
        report(seed, &f);
    story_destroy(&s);
    assert_true(same);
}

static void test_pairs(void **state)
{
    (void)state;
    for (uint64_t seed = first_seed; seed - first_seed < pair_count; seed++)
        check_story(seed);
    print_message("# %" PRIu64 " edits, %" PRIu64 " states kept, %" PRIu64 " dropped, %" PRIu64
                  " agent-ticks, %" PRIu64 " events\n",
                  pair_edits, pair_kept, pair_dropped, pair_agent_ticks, pair_events);
}

// Documents with a node of each type near the root.
static void test_rows(void **state)
{
    (void)state;
    const uint64_t n = pair_count, seeds = n < 50 ? 2 : n < 100 ? 4 : n < 1000 ? 8 : 16;
    for (wanted_type = 1; wanted_type < UINT8_MAX; wanted_type++)
        for (uint64_t i = 0; generate_has_type(wanted_type) && i < seeds; i++)
            check_story(first_seed + wanted_type * 1000 + i);
    wanted_type = 0;
}

// ---- edits there and back

// Return whether the init of a new key draws from the agent's random stream.
static bool new_keys_draw(const reference *to, const reference_report *there)
{
    bool answer = false;
    for (uint32_t i = 0; i < to->key_count; i++)
        for (uint32_t k = 0; k < to->keys[i].width && there->keys[i].fate == REFERENCE_NEW; k++)
            answer |= reference_formula_draws(&to->cells[to->keys[i].cell + k].init);
    return answer;
}

static bool all_go_on(const generated *a, const generated *b)
{
    reference *r = load(a), *s = load(b);
    reference_report there, back;
    reference_compare(r, s, (reference_renames){0}, &there);
    reference_compare(s, r, (reference_renames){0}, &back);
    bool all = draws(a) == draws(b) && !new_keys_draw(s, &there);
    for (uint32_t i = 0; i < there.node_count; i++)
        all = all && there.may_stay[i] && back.may_stay[there.nodes[i]] &&
              back.nodes[there.nodes[i]] == i;
    for (uint32_t i = 0; i < back.key_count; i++)
        all = all && (back.keys[i].fate == REFERENCE_KEPT || i >= r->key_count);
    reference_destroy(r);
    reference_destroy(s);
    return all;
}

// If an edit keeps all nodes, and a second one leads back to the first document, the state is the
// same as before. The second edit only removes new things.
static void test_returning(void **state)
{
    static const char *const kinds[] = {"insert", "reorder",   "name",
                                        "weight", "key order", "key init"};
    uint32_t count = 0;
    (void)state;
    for (uint64_t seed = first_seed; seed - first_seed < pair_count; seed++) {
        generated *a = document_of(seed);
        generated *b = generate_edit_of_kind(a, seed, 2, kinds[seed % 6], is_good, NULL);
        story s = {.documents = {a, b, a}, .count = 3};
        failing f = {.story = &s, .count = s.count, .options = options_of(seed)};
        for (uint32_t i = 0; i < s.count; i++)
            f.documents[i] =
                (pair_edit){s.documents[i], s.documents[i]->text, s.documents[i]->size, NULL, 0};
        f.options.returns = true;
        bool compared = all_go_on(a, b), same = !compared || agrees(&f);
        if (!same)
            fprintf(stderr, "seed %" PRIu64 ": %s\n%s%s", seed, f.difference, a->text, b->text);
        count += compared;
        generated_destroy(a);
        generated_destroy(b);
        assert_true(same);
    }
    assert_true(count * 8 > pair_count);
}

// ---- edits of only names, order, docs and includes

// A snapshot of one document is loaded under another one. The result is that of an edit, although
// the agents could also continue in the new document as they are.
static void test_names(void **state)
{
    const uint64_t pairs = pair_count / 4 + 1;
    static const char *const kinds[] = {"swap names", "reorder", "name", "doc", "include"};
    uint32_t count = 0;
    (void)state;
    for (uint64_t seed = first_seed; seed - first_seed < pairs; seed++) {
        generated *one = document_of(seed);
        generated *a = generate_edit_of_kind(one, seed, 2, "twin", is_good, NULL), *b = a;
        for (uint64_t i = 0; i <= seed % 3; i++) {
            generated *next =
                generate_edit_of_kind(b, seed + i, 1, kinds[(seed / 3 + i * i) % 5], is_good, NULL);
            if (b != a)
                generated_destroy(b);
            b = next;
        }
        story s = {.documents = {seed % 2 ? a : b, seed % 2 ? b : a}, .count = 2};
        failing f = {.story = &s, .count = s.count, .options = options_of(seed)};
        for (uint32_t i = 0; i < s.count; i++)
            f.documents[i] =
                (pair_edit){s.documents[i], s.documents[i]->text, s.documents[i]->size, NULL, 0};
        gestalt_shape *from = compile(a, a->text, a->size), *to = compile(b, b->text, b->size);
        count += gestalt_shape_hash(from) == gestalt_shape_hash(to) &&
                 gestalt_shape_edit_hash(from) != gestalt_shape_edit_hash(to);
        gestalt_shape_destroy(from);
        gestalt_shape_destroy(to);
        f.options.loads = true;
        bool same = agrees(&f);
        if (!same)
            report(seed, &f);
        generated_destroy(one);
        generated_destroy(a);
        generated_destroy(b);
        assert_true(same);
    }
    print_message("# %u pairs differ in names alone\n", (unsigned)count);
    assert_true(count * 8 > pairs || pairs < 100);
}

// Every kind of change occurs often enough. With a few hundred pairs, a rare one may be missing.
static void test_changes(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < generate_edit_kind_count(); i++) {
        uint64_t made;
        const char *name = generate_edit_kind(i, &made);
        print_message("%10" PRIu64 " %s\n", made, name);
        if (pair_count >= 300 && made * 200 < pair_count)
            fail_msg("`%s` was made %" PRIu64 " times in %" PRIu64 " pairs: see generate_edit.c",
                     name, made, pair_count);
    }
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matching), cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_rows),     cmocka_unit_test(test_returning),
        cmocka_unit_test(test_names),    cmocka_unit_test(test_changes)};
    if (count == 3) {
        first_seed = strtoull(arguments[1], NULL, 10);
        pair_count = amount_read(arguments[2]);
    }
    return cmocka_run_group_tests_name("edit_pairs", tests, NULL, NULL);
}
