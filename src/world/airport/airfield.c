// SPDX-License-Identifier: MIT
#include "airfield.h"

#include "carve.h"

const airfield_rules airfield_default_rules = {
    .separation = 40,
    .clearance = 50,
    .brake = 1.5f,
    .acceleration = 1,
    .thrust = 2.5f,
    .landing_speed = 65,
    .lift_speed = 70,
    .turn_speed = 7,
    .taxi_speed = 12,
    .wake = 20,
    .patience = 240,
    .detours = 8,
};

static bool fault_at(airfield_fault *fault, airfield_part part, uint32_t index, const char *what)
{
    *fault = (airfield_fault){.part = part, .index = index, .what = what, .other = GRAPH_NONE};
    return false;
}

static bool too_short(airfield_fault *fault, airfield_part part, uint32_t index, const char *what,
                      float found, float needed)
{
    fault_at(fault, part, index, what);
    fault->found = found;
    fault->needed = needed;
    return false;
}

// ---- rules, runways, stands

static bool check_rules(const airfield_rules *rules, airfield_fault *fault)
{
    const struct {
        float value;
        const char *what;
    } positive[] = {
        {rules->separation, "`separation` must be above 0"},
        {rules->brake, "`brake` must be above 0"},
        {rules->acceleration, "`acceleration` must be above 0"},
        {rules->thrust, "`thrust` must be above 0"},
        {rules->landing_speed, "`landing_speed` must be above 0"},
        {rules->lift_speed, "`lift_speed` must be above 0"},
        {rules->turn_speed, "`turn_speed` must be above 0"},
        {rules->taxi_speed, "`taxi_speed` must be above 0"},
    };
    for (size_t i = 0; i < sizeof positive / sizeof *positive; i++)
        if (!(positive[i].value > 0))
            return fault_at(fault, AIRFIELD_RULES, 0, positive[i].what);
    if (!(rules->wake >= 0))
        return fault_at(fault, AIRFIELD_RULES, 0, "`wake` must not be below 0");
    if (!(rules->patience >= 0))
        return fault_at(fault, AIRFIELD_RULES, 0, "`patience` must not be below 0");
    if (!(rules->clearance >= rules->separation))
        return fault_at(fault, AIRFIELD_RULES, 0, "`clearance` must not be below `separation`");
    return true;
}

uint32_t airfield_hop_between(const graph *g, uint32_t from, uint32_t to)
{
    for (uint32_t i = g->first[from]; i < g->first[from + 1]; i++)
        if (graph_hop_to(g, g->ways[i]) == to)
            return g->ways[i];
    return GRAPH_NONE;
}

// Distance, in metres, that a plane needs after touch-down until it can turn off. It includes one
// more second, since planes choose their speed once per step.
static float landing_way(const airfield_rules *rules)
{
    float landing = rules->landing_speed, turn = rules->turn_speed;
    float way = landing * landing - turn * turn;
    return (way > 0 ? way : 0) / (2 * rules->brake) + landing;
}

static float runway_length(const airfield *field, const airfield_runway *runway)
{
    float length = 0;
    for (uint32_t i = 1; i < runway->node_count; i++)
        length += vector_distance(field->ways.position[runway->nodes[i - 1]],
                                  field->ways.position[runway->nodes[i]]);
    return length;
}

static bool check_edges_of_runway(airfield *field, uint32_t index, airfield_fault *fault)
{
    const airfield_runway *runway = &field->runways[index];
    for (uint32_t i = 0; i < runway->node_count; i++) {
        uint32_t node = runway->nodes[i];
        if (field->node_runway[node] != GRAPH_NONE)
            return fault_at(fault, AIRFIELD_RUNWAY, index,
                            "has a node that is on a runway already");
        field->node_runway[node] = index;
        if (i == 0)
            continue;
        uint32_t hop = airfield_hop_between(&field->ways, runway->nodes[i - 1], node);
        if (hop == GRAPH_NONE)
            return fault_at(
                fault, AIRFIELD_RUNWAY, index,
                "has two consecutive nodes without an edge in that direction between them");
        field->edge_runway[graph_edge_of(hop)] = index;
        field->taxi_closed[hop] = field->taxi_closed[hop ^ 1] = 1;
    }
    return true;
}

static bool has_exit(const airfield *field, uint32_t index)
{
    const airfield_runway *runway = &field->runways[index];
    const graph *g = &field->ways;
    float run = 0;
    for (uint32_t i = 1; i < runway->node_count; i++) {
        uint32_t node = runway->nodes[i];
        run += vector_distance(g->position[runway->nodes[i - 1]], g->position[node]);
        for (uint32_t way = g->first[node]; way < g->first[node + 1]; way++)
            if (run >= landing_way(&field->rules) &&
                field->edge_runway[graph_edge_of(g->ways[way])] != index)
                return true;
    }
    return false;
}

static bool check_runways(airfield *field, airfield_fault *fault)
{
    const airfield_rules *rules = &field->rules;
    float lift_way =
        rules->lift_speed * rules->lift_speed / (2 * rules->thrust) + rules->lift_speed;
    for (uint32_t i = 0; i < field->runway_count; i++) {
        const airfield_runway *runway = &field->runways[i];
        if (runway->node_count < 2)
            return fault_at(fault, AIRFIELD_RUNWAY, i, "has fewer than two nodes");
        if (!check_edges_of_runway(field, i, fault))
            return false;
        float length = runway_length(field, runway);
        if (runway->departs && length < lift_way)
            return too_short(fault, AIRFIELD_RUNWAY, i, "is too short for a take-off", length,
                             lift_way);
    }
    for (uint32_t i = 0; i < field->runway_count; i++)
        if (field->runways[i].lands && !has_exit(field, i))
            return too_short(fault, AIRFIELD_RUNWAY, i,
                             "has no exit far enough from its start for planes that land", 0,
                             landing_way(rules));
    return true;
}

static bool check_stands(const airfield *field, airfield_fault *fault)
{
    const graph *g = &field->ways;
    for (uint32_t i = 0; i < field->stand_count; i++) {
        uint32_t node = field->stands[i], edges = 0, edge = 0;
        for (uint32_t k = 0; k < i; k++)
            if (field->stands[k] == node)
                return fault_at(fault, AIRFIELD_STAND, i, "is in `stands` twice");
        for (uint32_t k = 0; k < g->edge_count; k++)
            if (g->edges[k].from == node || g->edges[k].to == node)
                edges++, edge = k;
        if (edges != 1)
            return fault_at(fault, AIRFIELD_STAND, i,
                            "must have exactly one edge, so that no route crosses it");
        if (g->edges[edge].is_one_way || field->node_runway[node] != GRAPH_NONE)
            return fault_at(fault, AIRFIELD_STAND, i,
                            "must have an edge in both directions, and must not be on a runway");
        if (g->length[edge] < field->rules.clearance)
            return too_short(fault, AIRFIELD_STAND, i, "has an edge that is too short",
                             g->length[edge], field->rules.clearance);
    }
    return true;
}

// ---- minimum distances

// A part of an edge, and everything that a plane there holds besides the edge.
typedef struct piece {
    vector from, to;
    uint32_t edge;
    uint32_t nodes[2]; // or GRAPH_NONE
    uint32_t runway;   // or GRAPH_NONE
} piece;

static piece piece_of(const airfield *field, uint32_t edge, float from, float to)
{
    const graph *g = &field->ways;
    float clearance = field->rules.clearance, length = g->length[edge];
    const graph_edge *ends = &g->edges[edge];
    float middle = (from + to) / 2;
    piece p = {.from = graph_along(g, edge * 2, from),
               .to = graph_along(g, edge * 2, to),
               .edge = edge,
               .nodes = {middle < clearance ? ends->from : GRAPH_NONE,
                         length - middle < clearance ? ends->to : GRAPH_NONE},
               .runway = field->edge_runway[edge]};
    for (int i = 0; i < 2; i++)
        if (p.nodes[i] != GRAPH_NONE && p.runway == GRAPH_NONE)
            p.runway = field->node_runway[p.nodes[i]];
    return p;
}

// Cut an edge at the points where the set of held things changes. At most three pieces.
static uint32_t airfield_cut(const airfield *field, uint32_t edge, piece pieces[3])
{
    float clearance = field->rules.clearance, length = field->ways.length[edge];
    float a = clearance < length ? clearance : length;
    float b = length - a;
    float low = a < b ? a : b, high = a < b ? b : a;
    float cuts[4] = {0, low, high, length};
    uint32_t count = 0;
    for (int i = 0; i < 3; i++)
        if (cuts[i] < cuts[i + 1])
            pieces[count++] = piece_of(field, edge, cuts[i], cuts[i + 1]);
    return count;
}

static bool airfield_exclude(const piece *a, const piece *b)
{
    if (a->edge == b->edge || (a->runway != GRAPH_NONE && a->runway == b->runway))
        return true;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            if (a->nodes[i] != GRAPH_NONE && a->nodes[i] == b->nodes[k])
                return true;
    return false;
}

static float point_to_piece(vector point, const piece *p)
{
    vector along = vector_subtract(p->to, p->from);
    float t = vector_dot(vector_subtract(point, p->from), along) / vector_length_squared(along);
    t = t > 0 ? t : 0;
    return vector_distance(point, vector_add_scaled(p->from, along, t < 1 ? t : 1));
}

static float airfield_side(vector a, vector b, vector point)
{
    vector u = vector_subtract(b, a), w = vector_subtract(point, a);
    return u.at[0] * w.at[1] - u.at[1] * w.at[0];
}

static bool airfield_cross(const piece *a, const piece *b)
{
    return (airfield_side(a->from, a->to, b->from) > 0) !=
               (airfield_side(a->from, a->to, b->to) > 0) &&
           (airfield_side(b->from, b->to, a->from) > 0) !=
               (airfield_side(b->from, b->to, a->to) > 0);
}

static float airfield_least(float a, float b)
{
    return a < b ? a : b;
}

static float airfield_most(float a, float b)
{
    return a > b ? a : b;
}

static float airfield_apart(const piece *a, const piece *b)
{
    if (airfield_cross(a, b))
        return 0;
    return airfield_least(airfield_least(point_to_piece(a->from, b), point_to_piece(a->to, b)),
                          airfield_least(point_to_piece(b->from, a), point_to_piece(b->to, a)));
}

// Return whether the bounding boxes are far apart, as most are.
static bool far_apart(const piece *a, const piece *b, float separation)
{
    for (int d = 0; d < 2; d++) {
        float gap = airfield_most(
            airfield_least(a->from.at[d], a->to.at[d]) - airfield_most(b->from.at[d], b->to.at[d]),
            airfield_least(b->from.at[d], b->to.at[d]) - airfield_most(a->from.at[d], a->to.at[d]));
        if (gap >= separation)
            return true;
    }
    return false;
}

static bool check_pieces(const airfield *field, const piece *pieces, uint32_t count,
                         airfield_fault *fault)
{
    // Exact lengths may be rounded, so accept slightly less.
    float needed = field->rules.separation * 0.9999f;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const piece *a = &pieces[i], *b = &pieces[k];
            if (far_apart(a, b, needed) || airfield_exclude(a, b) || airfield_apart(a, b) >= needed)
                continue;
            too_short(fault, AIRFIELD_EDGE, a->edge,
                      "comes so close to another edge that planes could collide",
                      airfield_apart(a, b), field->rules.separation);
            fault->other = b->edge;
            return false;
        }
    return true;
}

static gestalt_result check_distances(const airfield *field, const gestalt_allocator *allocator,
                                      airfield_fault *fault)
{
    gestalt_allocator where = memory_allocator(allocator);
    size_t size = ((size_t)field->ways.edge_count * 3 + 1) * sizeof(piece);
    piece *pieces = memory_new(&where, size);
    if (!pieces)
        return GESTALT_NO_MEMORY;
    uint32_t count = 0;
    for (uint32_t edge = 0; edge < field->ways.edge_count; edge++)
        count += airfield_cut(field, edge, pieces + count);
    bool good = check_pieces(field, pieces, count, fault);
    memory_release(&where, pieces, size);
    return good ? GESTALT_OK : GESTALT_REJECTED;
}

// ---- reachability

typedef struct airfield_search {
    uint8_t *closed;  // closed hops
    uint8_t *reached; // by node: reached from the start of the last search
    uint8_t *served;  // by stand: a landing plane can get there
    uint8_t *left;    // by runway: a departing plane can get there
    uint32_t *queue;  // queue of nodes
    void *memory;
    size_t memory_size;
} airfield_search;

static void carve_search(airfield_search *s, carving *from, const airfield *field)
{
    s->closed = carving_take(from, (size_t)field->ways.edge_count * 2, 1);
    s->reached = carving_take(from, field->ways.node_count, 1);
    s->served = carving_take(from, field->stand_count, 1);
    s->left = carving_take(from, field->runway_count, 1);
    s->queue = carving_take(from, field->ways.node_count, sizeof *s->queue);
}

// Find all nodes that can be reached from one node.
static void airfield_flood(const graph *g, uint32_t from, const uint8_t *closed,
                           const airfield_search *s)
{
    uint32_t count = 1;
    memset(s->reached, 0, g->node_count);
    s->reached[from] = 1;
    s->queue[0] = from;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = g->first[s->queue[i]]; k < g->first[s->queue[i] + 1]; k++) {
            uint32_t to = graph_hop_to(g, g->ways[k]);
            if (closed[g->ways[k]] || s->reached[to])
                continue;
            s->reached[to] = 1;
            s->queue[count++] = to;
        }
}

static bool check_ways_in(const airfield *field, const airfield_search *s, airfield_fault *fault)
{
    for (uint32_t i = 0; i < field->runway_count; i++) {
        bool leads_anywhere = false;
        if (!field->runways[i].lands)
            continue;
        airfield_close_for_landing(field, i, s->closed);
        airfield_flood(&field->ways, field->runways[i].nodes[0], s->closed, s);
        for (uint32_t k = 0; k < field->stand_count; k++) {
            s->served[k] |= s->reached[field->stands[k]];
            leads_anywhere |= s->reached[field->stands[k]];
        }
        if (!leads_anywhere)
            return fault_at(fault, AIRFIELD_RUNWAY, i,
                            "has no exit from which a plane can reach a stand after landing");
    }
    for (uint32_t k = 0; k < field->stand_count; k++)
        if (!s->served[k])
            return fault_at(fault, AIRFIELD_STAND, k,
                            "can't be reached from any runway for landings");
    return true;
}

static bool check_ways_out(const airfield *field, const airfield_search *s, airfield_fault *fault)
{
    for (uint32_t k = 0; k < field->stand_count; k++) {
        bool leads_anywhere = false;
        airfield_flood(&field->ways, field->stands[k], field->taxi_closed, s);
        for (uint32_t i = 0; i < field->runway_count; i++) {
            bool is_reached = field->runways[i].departs && s->reached[field->runways[i].nodes[0]];
            s->left[i] |= is_reached;
            leads_anywhere |= is_reached;
        }
        if (!leads_anywhere)
            return fault_at(fault, AIRFIELD_STAND, k,
                            "has no route to the start of any runway for take-offs");
    }
    for (uint32_t i = 0; i < field->runway_count; i++)
        if (field->runways[i].departs && !s->left[i])
            return fault_at(fault, AIRFIELD_RUNWAY, i,
                            "is for take-offs, but can't be reached from any stand");
    return true;
}

static bool check_uses(const airfield *field, airfield_fault *fault)
{
    bool lands = false, departs = false;
    for (uint32_t i = 0; i < field->runway_count; i++) {
        lands |= field->runways[i].lands;
        departs |= field->runways[i].departs;
    }
    if (field->stand_count == 0)
        return fault_at(fault, AIRFIELD_WHOLE, 0, "there is no stand, so no plane ever lands");
    if (!lands)
        return fault_at(fault, AIRFIELD_WHOLE, 0, "there is no runway for landings");
    return departs || fault_at(fault, AIRFIELD_WHOLE, 0, "there is no runway for take-offs");
}

static gestalt_result check_ways(const airfield *field, const gestalt_allocator *allocator,
                                 airfield_fault *fault)
{
    airfield_search s = {0};
    carving from = CARVE_COLUMNS;
    if (!check_uses(field, fault))
        return GESTALT_REJECTED;
    carve_search(&s, &from, field);
    if (!carve_block(&from, allocator, &s.memory, &s.memory_size))
        return GESTALT_NO_MEMORY;
    carve_search(&s, &from, field);
    bool good = check_ways_in(field, &s, fault) && check_ways_out(field, &s, fault);
    carve_release(allocator, s.memory, s.memory_size);
    return good ? GESTALT_OK : GESTALT_REJECTED;
}

// ---- creation

static bool check_plan(const airfield_plan *plan, airfield_fault *fault)
{
    if (!check_rules(&plan->rules, fault))
        return false;
    if (plan->node_count > AIRFIELD_NODES_MAX)
        return fault_at(fault, AIRFIELD_NODE, AIRFIELD_NODES_MAX, "is beyond the limit");
    if (plan->edge_count > AIRFIELD_EDGES_MAX)
        return fault_at(fault, AIRFIELD_EDGE, AIRFIELD_EDGES_MAX, "is beyond the limit");
    for (uint32_t i = 0; i < plan->edge_count; i++) {
        const graph_edge *edge = &plan->edges[i];
        if (!(vector_distance(plan->nodes[edge->from], plan->nodes[edge->to]) > 0))
            return fault_at(fault, AIRFIELD_EDGE, i, "has no length");
        if (plan->speeds[i] < 0)
            return fault_at(fault, AIRFIELD_EDGE, i, "has a speed below 0");
    }
    return true;
}

static void carve_field(airfield *field, carving *from, const airfield_plan *plan)
{
    uint32_t nodes = 0;
    for (uint32_t i = 0; i < plan->runway_count; i++)
        nodes += plan->runways[i].node_count;
    field->runways = carving_take(from, plan->runway_count, sizeof *field->runways);
    field->runway_nodes = carving_take(from, nodes, sizeof *field->runway_nodes);
    field->stands = carving_take(from, plan->stand_count, sizeof *field->stands);
    field->node_runway = carving_take(from, plan->node_count, sizeof *field->node_runway);
    field->edge_runway = carving_take(from, plan->edge_count, sizeof *field->edge_runway);
    field->speed = carve_floats(from, plan->edge_count);
    field->can_wait = carving_take(from, plan->edge_count, 1);
    field->taxi_closed = carving_take(from, (size_t)plan->edge_count * 2, 1);
}

static void airfield_fill(airfield *field, const airfield_plan *plan)
{
    uint32_t *nodes = field->runway_nodes;
    for (uint32_t i = 0; i < plan->runway_count; i++) {
        field->runways[i] = plan->runways[i];
        field->runways[i].nodes = nodes;
        memcpy(nodes, plan->runways[i].nodes, plan->runways[i].node_count * sizeof *nodes);
        nodes += plan->runways[i].node_count;
    }
    memcpy(field->stands, plan->stands, plan->stand_count * sizeof *field->stands);
    memset(field->node_runway, 0xFF, plan->node_count * sizeof *field->node_runway);
    memset(field->edge_runway, 0xFF, plan->edge_count * sizeof *field->edge_runway);
}

// Compute the derived columns, once the edges of runways are known.
static void airfield_derive(airfield *field, const airfield_plan *plan)
{
    const airfield_rules *rules = &plan->rules;
    for (uint32_t edge = 0; edge < plan->edge_count; edge++) {
        bool is_runway = field->edge_runway[edge] != GRAPH_NONE;
        float speed = plan->speeds[edge];
        float usual =
            is_runway ? airfield_most(rules->landing_speed, rules->lift_speed) : rules->taxi_speed;
        field->speed[edge] = speed > 0 ? speed : usual;
        field->can_wait[edge] = !is_runway && field->ways.length[edge] >= 2 * rules->clearance;
    }
}

static gestalt_result check_field(airfield *field, const gestalt_allocator *allocator,
                                  const airfield_plan *plan, airfield_fault *fault)
{
    if (!check_runways(field, fault) || !check_stands(field, fault))
        return GESTALT_REJECTED;
    airfield_derive(field, plan);
    gestalt_result result = check_distances(field, allocator, fault);
    return result == GESTALT_OK ? check_ways(field, allocator, fault) : result;
}

gestalt_result airfield_create(airfield *field, const gestalt_allocator *allocator,
                               const airfield_plan *plan, airfield_fault *fault)
{
    *field = (airfield){0};
    if (!check_plan(plan, fault))
        return GESTALT_REJECTED;
    airfield made = {
        .rules = plan->rules, .runway_count = plan->runway_count, .stand_count = plan->stand_count};
    carving from = CARVE_COLUMNS;
    carve_field(&made, &from, plan);
    if (!carve_block(&from, allocator, &made.memory, &made.memory_size))
        return GESTALT_NO_MEMORY;
    carve_field(&made, &from, plan);
    airfield_fill(&made, plan);
    gestalt_result result = graph_create(&made.ways, allocator, plan->nodes, plan->node_count,
                                         plan->edges, plan->edge_count);
    if (result == GESTALT_OK)
        result = check_field(&made, allocator, plan, fault);
    if (result == GESTALT_OK)
        *field = made;
    else
        airfield_destroy(&made, allocator);
    return result;
}

void airfield_destroy(airfield *field, const gestalt_allocator *allocator)
{
    graph_destroy(&field->ways, allocator);
    carve_release(allocator, field->memory, field->memory_size);
    *field = (airfield){0};
}

void airfield_close_for_landing(const airfield *field, uint32_t runway, uint8_t *closed)
{
    const graph *g = &field->ways;
    const airfield_runway *strip = &field->runways[runway];
    float run = 0;
    memcpy(closed, field->taxi_closed, (size_t)g->edge_count * 2);
    for (uint32_t i = 0; i < strip->node_count; i++) {
        uint32_t node = strip->nodes[i];
        if (i > 0) {
            uint32_t hop = airfield_hop_between(g, strip->nodes[i - 1], node);
            closed[hop] = 0;
            run += g->length[graph_edge_of(hop)];
        }
        for (uint32_t k = g->first[node]; k < g->first[node + 1]; k++)
            if (run < landing_way(&field->rules) &&
                field->edge_runway[graph_edge_of(g->ways[k])] == GRAPH_NONE)
                closed[g->ways[k]] = 1;
    }
}
