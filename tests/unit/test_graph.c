// SPDX-License-Identifier: MIT
// Routes compared with brute force: all simple paths of small random graphs.
#include "graph.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { NODES_MAX = 7, EDGES_MAX = 14, HOPS_MAX = NODES_MAX };

typedef struct best_route {
    uint32_t hops[HOPS_MAX], count;
    bool found;
} best_route;

// The order that graph.h promises: fewest hops, then the smallest edge at the first difference.
static bool is_better(const uint32_t *hops, uint32_t count, const best_route *best)
{
    if (!best->found || count != best->count)
        return !best->found || count < best->count;
    for (uint32_t i = 0; i < count; i++)
        if (hops[i] >> 1 != best->hops[i] >> 1)
            return hops[i] >> 1 < best->hops[i] >> 1;
    return false;
}

// Walk every simple path that starts with `hops`.
static void walk(const graph_edge *edges, uint32_t edge_count, const uint8_t *closed, uint32_t node,
                 uint32_t to, uint32_t seen, uint32_t *hops, uint32_t count, best_route *best)
{
    if (node == to) {
        if (is_better(hops, count, best)) {
            memcpy(best->hops, hops, count * sizeof *hops);
            best->count = count;
            best->found = true;
        }
        return;
    }
    for (uint32_t hop = 0; hop < edge_count * 2; hop++) {
        const graph_edge *edge = &edges[hop / 2];
        uint32_t from = hop % 2 ? edge->to : edge->from, next = hop % 2 ? edge->from : edge->to;
        if (from != node || seen >> next & 1 || closed[hop] || (hop % 2 && edge->is_one_way))
            continue;
        hops[count] = hop;
        walk(edges, edge_count, closed, next, to, seen | 1U << next, hops, count + 1, best);
    }
}

static void check_routes(const graph *g, graph_search *search, const uint8_t *closed)
{
    for (uint32_t from = 0; from < g->node_count; from++)
        for (uint32_t to = 0; to < g->node_count; to++) {
            best_route best = {.found = false};
            uint32_t hops[HOPS_MAX], route[HOPS_MAX];
            walk(g->edges, g->edge_count, closed, from, to, 1U << from, hops, 0, &best);
            uint32_t count = graph_route(g, search, from, to, closed, route, HOPS_MAX);
            assert_int_equal(count, best.found ? best.count : GRAPH_NONE);
            if (best.found)
                assert_memory_equal(route, best.hops, count * sizeof *route);
            if (best.found && count > 0)
                assert_int_equal(graph_route(g, search, from, to, closed, route, count - 1),
                                 GRAPH_NONE);
        }
}

static void test_routes(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int round = 0; round < 400; round++) {
        uint32_t nodes = 1 + random_below(&random, NODES_MAX), edge_count = 0;
        vector positions[NODES_MAX] = {0};
        graph_edge edges[EDGES_MAX];
        uint8_t closed[EDGES_MAX * 2];
        for (uint32_t i = random_below(&random, EDGES_MAX + 1); i > 0; i--) {
            graph_edge edge = {random_below(&random, nodes), random_below(&random, nodes),
                               random_below(&random, 3) == 0};
            if (edge.from != edge.to)
                edges[edge_count++] = edge;
        }
        for (uint32_t i = 0; i < edge_count * 2; i++)
            closed[i] = random_below(&random, 8) == 0;
        graph g;
        graph_search search;
        assert_int_equal(graph_create(&g, NULL, positions, nodes, edges, edge_count), GESTALT_OK);
        assert_int_equal(graph_search_create(&search, NULL, &g), GESTALT_OK);
        check_routes(&g, &search, closed);
        memset(closed, 0, sizeof closed);
        check_routes(&g, &search, closed);
        graph_search_destroy(&search, NULL);
        graph_destroy(&g, NULL);
    }
}

static void test_places(void **state)
{
    (void)state;
    const vector nodes[] = {{{0, 0}}, {{30, 40}}};
    const graph_edge edge = {0, 1, false};
    graph g;
    assert_int_equal(graph_create(&g, NULL, nodes, 2, &edge, 1), GESTALT_OK);
    assert_true(g.length[0] == 50);
    vector there = graph_along(&g, 0, 10), back = graph_along(&g, 1, 10);
    assert_true(there.at[0] == 6 && there.at[1] == 8);
    assert_true(back.at[0] == 24 && back.at[1] == 32);
    assert_int_equal(graph_hop_to(&g, 1), 0);
    graph_destroy(&g, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_routes),
                                       cmocka_unit_test(test_places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
