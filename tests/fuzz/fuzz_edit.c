// SPDX-License-Identifier: MIT
// Two documents, separated by a zero byte: agents of the first are edited to the second. The result
// must be the same with other lanes, threads and forms of live states, and if a snapshot of the
// first is loaded under the second. A dry run changes nothing and gives the same report.
#include "accepted.h"
#include "image.h"
#include "snapshot_bytes.h"
#include "tick_shape.h"

#include <gestalt/edit.h>
#include <gestalt/gestalt.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { AGENTS = 5, TICKS = 3, VISITS_MOST = 500 };

typedef struct tree {
    gestalt_shape *shape;
    tick_host *host;
} tree;

static void check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_edit: %s\n", what);
    abort();
}

// Return an empty tree if its ticks would take long.
static tree tree_of(const char *text, size_t size)
{
    tree t = {0};
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_compile_options options = {.name = "fuzz", .node_budget = 500};
    gestalt_compile_text("fuzz.json", text, size, &options, &t.shape, &diagnostics, NULL);
    gestalt_diagnostics_destroy(diagnostics);
    if (t.shape && gestalt_shape_specification(t.shape)->visit_bound > VISITS_MOST) {
        gestalt_shape_destroy(t.shape);
        t.shape = NULL;
    }
    if (t.shape)
        t.host = tick_host_create(t.shape);
    return t;
}

static void tree_release(tree *t)
{
    tick_host_destroy(t->host);
    gestalt_shape_destroy(t->shape);
}

static gestalt_population *create(const tree *t, uint32_t lanes, gestalt_states states)
{
    gestalt_population *p = NULL;
    gestalt_error error = {0};
    gestalt_population_options options = {
        .group = {t->shape, tick_host_of(t->host)}, .lanes = lanes, .states = states, .seed = 5};
    check(gestalt_population_create(&options, &p, &error) == GESTALT_OK, error.message);
    return p;
}

static uint64_t hash_of(const gestalt_population *p)
{
    uint64_t hash;
    check(gestalt_population_hash(p, &hash, NULL) == GESTALT_OK, "no hash");
    return hash;
}

static void tick(gestalt_population *p, uint32_t ticks)
{
    gestalt_error error = {0};
    for (; ticks > 0; ticks--) {
        int64_t now = gestalt_population_now(p) + 400000;
        check(gestalt_population_tick(p, now, &error) == GESTALT_OK, error.message);
    }
}

static void check_report(const gestalt_edit_report *report, const tree *from, const tree *to)
{
    uint32_t count, nodes = gestalt_shape_specification(to->shape)->node_count;
    const gestalt_edit_node *list = gestalt_edit_report_nodes(report, &count);
    check(count == gestalt_shape_specification(from->shape)->node_count, "nodes are missing");
    for (uint32_t i = 0; i < count; i++) {
        bool is_there = list[i].new_node != GESTALT_NO_NODE;
        check(!is_there || (list[i].new_node < nodes &&
                            gestalt_edit_report_old_node(report, list[i].new_node) == i),
              "a node goes somewhere else than it comes from");
        check(is_there || !list[i].may_stay, "a node without an id may stay");
    }
    check(gestalt_edit_report_counts(report).agents == AGENTS, "agents are missing");
}

static void edit(gestalt_population *p, const tree *from, const tree *to)
{
    gestalt_edit e = {.shape = to->shape, .host = tick_host_of(to->host), .dry_run = true};
    gestalt_edit_report *report = NULL;
    gestalt_error error = {0};
    uint64_t before = hash_of(p);
    check(gestalt_population_edit(p, &e, &report, &error) == GESTALT_OK, error.message);
    check_report(report, from, to);
    gestalt_edit_report_destroy(report);
    check(hash_of(p) == before, "a dry run changes something");
    e.dry_run = false;
    check(gestalt_population_edit(p, &e, &report, &error) == GESTALT_OK, error.message);
    check_report(report, from, to);
    gestalt_edit_report_destroy(report);
}

// Load a snapshot of the first tree's agents under the second tree.
static void load_edited(const byte_buffer *saved, const tree *from, const tree *to, uint64_t hash)
{
    gestalt_population *p = create(to, 64, GESTALT_STATES_AUTO);
    gestalt_group old = {from->shape, tick_host_of(from->host)};
    gestalt_load_options options = {.old_shapes = &old, .old_shape_count = 1};
    gestalt_error error = {0};
    check(gestalt_population_load_memory_with(p, saved->bytes, saved->size, &options, &error) ==
              GESTALT_OK,
          error.message);
    check(hash_of(p) == hash, "what is loaded and edited is something else");
    gestalt_population_destroy(p);
}

static void edit_both(const tree *from, const tree *to)
{
    gestalt_population *one = create(from, 64, GESTALT_STATES_MASKS),
                       *other = create(from, 2, GESTALT_STATES_SPARSE);
    check(gestalt_population_spawn(one, 0, AGENTS, NULL, NULL) == GESTALT_OK &&
              gestalt_population_spawn(other, 0, AGENTS, NULL, NULL) == GESTALT_OK,
          "nobody is spawned");
    tick(one, TICKS);
    tick(other, TICKS);
    check(hash_of(one) == hash_of(other), "two populations differ before the edit");
    byte_buffer saved = save_or_abort(one);
    edit(one, from, to);
    edit(other, from, to);
    check(hash_of(one) == hash_of(other), "two populations differ after the edit");
    if (gestalt_shape_hash(from->shape) != gestalt_shape_hash(to->shape))
        load_edited(&saved, from, to, hash_of(one));
    free(saved.bytes);
    tick(one, TICKS);
    tick(other, TICKS);
    check(hash_of(one) == hash_of(other), "two populations differ at the end");
    gestalt_population_destroy(one);
    gestalt_population_destroy(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
    size_t first = zero ? (size_t)(zero - data) : size;
    bool is_edited = false;
    tree from = tree_of((const char *)data, first);
    if (from.shape) {
        tree to = zero ? tree_of((const char *)zero + 1, size - first - 1)
                       : tree_of(everything_document, strlen(everything_document));
        is_edited = to.shape && from.host && to.host;
        if (is_edited)
            edit_both(&from, &to);
        tree_release(&to);
    }
    tree_release(&from);
    accepted(is_edited);
    return 0;
}
