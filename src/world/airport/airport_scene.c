// SPDX-License-Identifier: MIT
#include "airport_scene.h"

#include "world_part.h"

#include <math.h>
#include <string.h>

#define AT(type, member) .offset = offsetof(type, member)
#define KIND             "node"

typedef struct given_node {
    scene_place place;
    const char *name;
    scene_point at;
} given_node;

typedef struct given_taxiway {
    scene_place place;
    scene_texts nodes;
    bool one_way;
    float speed;
} given_taxiway;

typedef enum given_use { USE_BOTH, USE_LANDING, USE_TAKE_OFF } given_use;

typedef struct given_runway {
    scene_place place;
    scene_texts nodes;
    int use; // given_use
} given_runway;

static const char *const use_words[] = {"both", "landing", "take_off", NULL};

static const scene_field node_fields[] = {
    {SCENE_NAME, "name", AT(given_node, name), .required = true, .doc = "its name"},
    {SCENE_POINT, "at", AT(given_node, at), .required = true, .doc = "its position"},
    {0},
};
static const scene_field taxiway_fields[] = {
    {SCENE_NAMES, "nodes", AT(given_taxiway, nodes), .required = true,
     .doc = "in order, with an edge between each node and the next"},
    {SCENE_BOOL, "one_way", AT(given_taxiway, one_way),
     .doc = "whether planes can use it only in this direction"},
    {SCENE_NUMBER, "speed", AT(given_taxiway, speed), .least = 0, .most = 1000,
     .doc = "the speed limit in m/s; 0: `taxi_speed`"},
    {0},
};
static const scene_field runway_fields[] = {
    {SCENE_NAMES, "nodes", AT(given_runway, nodes), .required = true,
     .doc = "in order: planes touch down at the first node, or start their take-off there, and "
            "roll towards the last"},
    {SCENE_WORD, "use", AT(given_runway, use), .words = use_words, .doc = "what planes use it for"},
    {0},
};

// Unless given, lengths and speeds are those of large planes.
#define RULE(rule, usual, text)                                                                    \
    {                                                                                              \
        SCENE_NUMBER, #rule, offsetof(airport_rules, rules) + offsetof(airfield_rules, rule),      \
            .least = 0, .most = 1e6, .otherwise = usual, .doc = text                               \
    }
static const scene_field rules_fields[] = {
    RULE(separation, 40, "the minimum distance between two planes on the ground, in metres"),
    RULE(clearance, 50,
         "the distance from a node, in metres, at which planes wait before it, and at which they "
         "have passed it"),
    RULE(brake, 1.5, "the deceleration in m/s^2"),
    RULE(acceleration, 1, "the acceleration of taxiing planes in m/s^2"),
    RULE(thrust, 2.5, "the acceleration of planes that take off, in m/s^2"),
    RULE(landing_speed, 65, "the speed at touchdown in m/s"),
    RULE(lift_speed, 70, "the speed at take-off in m/s"),
    RULE(turn_speed, 7, "the speed in turns in m/s"),
    RULE(taxi_speed, 12, "the speed in m/s on taxiways without a `speed`"),
    RULE(wake, 20, "the time after a landing or take-off until the runway is free, in seconds"),
    RULE(patience, 240,
         "in seconds: while a plane has waited longer on its route, no plane lands or leaves a "
         "stand if its route meets the rest of that route"),
    {SCENE_COUNT, "detours", AT(airport_rules, detours), .least = 0, .most = 1000, .otherwise = 8,
     .doc = "how many alternative routes a plane may take on the route to its stand, and again on "
            "the route to the runway"},
    {0},
};

static const scene_field airport_fields[] = {
    {SCENE_LIST, "nodes", AT(airport_given, nodes), .required = true, .fields = node_fields,
     .size = sizeof(given_node), .doc = "points of taxiways, runways and stands", .what = "a node"},
    {SCENE_LIST, "taxiways", AT(airport_given, taxiways), .required = true,
     .fields = taxiway_fields, .size = sizeof(given_taxiway),
     .doc = "straight lines from node to node", .what = "a taxiway"},
    {SCENE_LIST, "runways", AT(airport_given, runways), .required = true, .fields = runway_fields,
     .size = sizeof(given_runway), .doc = "where planes land and take off", .what = "a runway"},
    {SCENE_NAMES, "stands", AT(airport_given, stands), .required = true,
     .doc = "nodes where planes park, each at the end of one taxiway"},
    {SCENE_OBJECT, "rules", AT(airport_given, rules), .fields = rules_fields,
     .doc = "distances and speeds", .what = "the rules"},
    {0},
};

const scene_field airport_scene_fields[] = {
    {SCENE_OBJECT, "airport", AT(airport_scene, airport), .fields = airport_fields,
     .doc = "taxiways, runways and stands, for a group of planes", .what = "the airport"},
    {0},
};

const scene_field airport_group_fields[] = {
    {SCENE_BOOL, "planes", AT(airport_group, planes),
     .doc = "whether the agents are the planes of the scene's airport, which moves them as their "
            "trees command"},
    {0},
};

static airport_given *given_of(const scene *s)
{
    airport_scene *part = s->parts[SCENE_PART_AIRPORT];
    return scene_given(part->airport.place) ? &part->airport : NULL;
}

const airport_given *airport_of_scene(const scene *s)
{
    const airport_scene *part = s->parts[SCENE_PART_AIRPORT];
    return part->airport.plan.nodes ? &part->airport : NULL;
}

void airport_scene_define(scene_reader *r, scene *s)
{
    airport_given *a = given_of(s);
    if (!a)
        return;
    const given_node *nodes = a->nodes.list;
    for (uint32_t i = 0; i < a->nodes.count; i++)
        if (nodes[i].name)
            scene_define(r, KIND, nodes[i].name, i, nodes[i].place);
}

// ---- plan

static bool find_nodes(scene_reader *r, const scene_texts *row, json_value place, uint32_t *nodes)
{
    bool good = true;
    json_value name = json_first(place);
    for (uint32_t i = 0; i < row->count; i++, name = json_next(name)) {
        nodes[i] = scene_find(r, KIND, row->list[i], name);
        good = good && nodes[i] != UINT32_MAX;
    }
    return good;
}

// Add an edge from each node of a list to the next.
static bool add_row(scene_reader *r, airport_given *a, scene_place place, const scene_texts *row,
                    uint32_t *nodes, bool is_one_way, float speed)
{
    graph_edge *edges = (graph_edge *)a->plan.edges;
    float *speeds = (float *)a->plan.speeds;
    if (row->count < 2)
        scene_wrong(r, scene_member(place, "nodes"), DIAGNOSTIC_SCENE_MISFIT,
                    "a taxiway or runway needs at least two nodes");
    if (!find_nodes(r, row, scene_member(place, "nodes"), nodes) || row->count < 2)
        return false;
    for (uint32_t i = 1; i < row->count; i++) {
        uint32_t edge = a->plan.edge_count++;
        edges[edge] = (graph_edge){nodes[i - 1], nodes[i], is_one_way};
        speeds[edge] = speed;
        a->edge_of[edge] = place;
    }
    return true;
}

static uint32_t count_edges(const airport_given *a)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->taxiways.count; i++)
        count += ((const given_taxiway *)a->taxiways.list)[i].nodes.count;
    for (uint32_t i = 0; i < a->runways.count; i++)
        count += ((const given_runway *)a->runways.list)[i].nodes.count;
    return count;
}

static bool plan_ways(scene_reader *r, airport_given *a)
{
    bool good = true;
    const given_taxiway *taxiways = a->taxiways.list;
    const given_runway *given = a->runways.list;
    airfield_runway *runways = scene_memory(r, (a->runways.count + 1) * sizeof(airfield_runway));
    for (uint32_t i = 0; i < a->taxiways.count; i++) {
        const given_taxiway *way = &taxiways[i];
        uint32_t *nodes = scene_memory(r, (way->nodes.count + 1) * sizeof *nodes);
        good &= add_row(r, a, way->place, &way->nodes, nodes, way->one_way, way->speed);
    }
    for (uint32_t i = 0; i < a->runways.count; i++) {
        uint32_t *nodes = scene_memory(r, (given[i].nodes.count + 1) * sizeof *nodes);
        good &= add_row(r, a, given[i].place, &given[i].nodes, nodes, true, 0);
        runways[i] = (airfield_runway){nodes, given[i].nodes.count, given[i].use != USE_TAKE_OFF,
                                       given[i].use != USE_LANDING};
    }
    a->plan.runways = runways;
    a->plan.runway_count = a->runways.count;
    return good;
}

static bool plan_all(scene_reader *r, airport_given *a)
{
    const given_node *given = a->nodes.list;
    uint32_t edges = count_edges(a) + 1;
    vector *nodes = scene_memory(r, (a->nodes.count + 1) * sizeof *nodes);
    uint32_t *stands = scene_memory(r, (a->stands.count + 1) * sizeof *stands);
    for (uint32_t i = 0; i < a->nodes.count; i++)
        nodes[i] = (vector){{given[i].at.at[0], given[i].at.at[1]}};
    a->edge_of = scene_memory(r, edges * sizeof *a->edge_of);
    a->plan = (airfield_plan){.nodes = nodes,
                              .node_count = a->nodes.count,
                              .edges = scene_memory(r, edges * sizeof(graph_edge)),
                              .speeds = scene_memory(r, edges * sizeof(float)),
                              .stands = stands,
                              .stand_count = a->stands.count,
                              .rules = a->rules.rules};
    a->plan.rules.detours = (uint32_t)a->rules.detours;
    bool good = find_nodes(r, &a->stands, scene_member(a->place, "stands"), stands);
    return plan_ways(r, a) && good;
}

// ---- faults

static json_value airport_element(json_value list, uint32_t index)
{
    json_value value = json_first(list);
    while (index-- > 0)
        value = json_next(value);
    return value;
}

static const char *edge_text(scene_reader *r, const airport_given *a, uint32_t edge)
{
    const given_node *nodes = a->nodes.list;
    const graph_edge *ends = &a->plan.edges[edge];
    return arena_print(r->form.memory, "from `%s` to `%s`", nodes[ends->from].name,
                       nodes[ends->to].name);
}

// Return the source position of a fault, and set its message.
static json_value place_of_fault(scene_reader *r, const airport_given *a,
                                 const airfield_fault *fault, const char **what)
{
    const given_runway *runways = a->runways.list;
    *what = "";
    switch (fault->part) {
    case AIRFIELD_WHOLE: return a->place;
    case AIRFIELD_RULES: return json_kind_of(a->rules.place) ? a->rules.place : a->place;
    case AIRFIELD_NODE:
        *what = "this node ";
        return ((given_node *)a->nodes.list)[fault->index].place;
    case AIRFIELD_EDGE:
        *what = arena_print(r->form.memory, "the edge %s ", edge_text(r, a, fault->index));
        return scene_member(a->edge_of[fault->index], "nodes");
    case AIRFIELD_RUNWAY: *what = "this runway "; return runways[fault->index].place;
    case AIRFIELD_STAND:
        *what = arena_print(r->form.memory, "the stand `%s` ", a->stands.list[fault->index]);
        return airport_element(scene_member(a->place, "stands"), fault->index);
    }
    return a->place;
}

static void report_fault(scene_reader *r, const airport_given *a, const airfield_fault *fault)
{
    const char *what;
    json_value place = place_of_fault(r, a, fault, &what);
    gestalt_diagnostic *report =
        scene_wrong(r, place, DIAGNOSTIC_SCENE_MISFIT, "%s%s", what, fault->what);
    if (fault->other != GRAPH_NONE)
        scene_help(r, report, "the edge %s is %.4g metres away; at least %.4g metres are needed",
                   edge_text(r, a, fault->other), (double)fault->found, (double)fault->needed);
    else if (fault->needed > 0)
        scene_help(r, report, "at least %.4g metres are needed", (double)fault->needed);
}

static void check_field(scene_reader *r, const airport_given *a, const gestalt_allocator *where)
{
    airfield field;
    airfield_fault fault = {0};
    gestalt_result result = airfield_create(&field, where, &a->plan, &fault);
    if (result == GESTALT_REJECTED)
        report_fault(r, a, &fault);
    airfield_destroy(&field, where);
}

// ---- planes

static bool is_planes(const scene_group *group)
{
    const airport_group *part = group->parts[SCENE_PART_AIRPORT];
    return part->planes;
}

// Planes never come nearer than the separation, so bodies can touch only if they are larger.
static void check_bodies(scene_reader *r, const airport_given *a, const scene_group *planes)
{
    float radius = planes->vehicle.radius, separation = a->rules.rules.separation;
    json_value vehicle = scene_member(planes->place, "vehicle");
    if (!(2 * radius > separation))
        return;
    scene_help(r,
               scene_wrong(r, scene_member(vehicle, "radius"), DIAGNOSTIC_SCENE_MISFIT,
                           "planes of the airport come as near as %.4g metres to each other, and "
                           "bodies of this radius overlap then",
                           (double)separation),
               "at least %.4g metres are needed for `separation` in the airport's "
               "`rules`, and also for `clearance`",
               2 * (double)radius);
}

void airport_scene_check(scene_reader *r, scene *s)
{
    airport_given *a = given_of(s);
    uint32_t planes = UINT32_MAX;
    for (uint32_t i = 0; i < s->groups.count; i++) {
        scene_group *group = scene_group_at(s, i);
        if (!is_planes(group)) {
            scene_check_calls(r, group, airport_part.functions, "planes",
                              "give the group `\"planes\": true`");
            continue;
        }
        group->sees_only = "planes";
        if (!a)
            scene_wrong(r, scene_member(group->place, "planes"), DIAGNOSTIC_SCENE_MISFIT,
                        "there are planes, but the scene has no `airport`");
        else if (planes != UINT32_MAX)
            scene_wrong(r, scene_member(group->place, "planes"), DIAGNOSTIC_SCENE_MISFIT,
                        "only one group can be the airport's planes");
        planes = i;
    }
    if (!a)
        return;
    scene_want_fixed(r, s, "an airport");
    a->group = planes;
    if (planes != UINT32_MAX)
        check_bodies(r, a, scene_group_at(s, planes));
    if (plan_all(r, a))
        check_field(r, a, &s->allocator);
}
