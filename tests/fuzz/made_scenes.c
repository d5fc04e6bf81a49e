// SPDX-License-Identifier: MIT
// The kinds of groups limit what else a scene may have: with cars or planes no agent is born, and a
// fused flock is the only group. The calls in trees come from the tables of the parts, so a new
// function in a table is called here.
#include "made_scenes.h"

#define XXH_INLINE_ALL
#include "words.h"
#include "world_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

// ---- random numbers

made_dice made_dice_of(const uint8_t *bytes, size_t size)
{
    return (made_dice){bytes, size, XXH3_64bits(bytes, size)};
}

uint32_t made_below(made_dice *d, uint32_t bound)
{
    if (d->left == 0)
        return words_below(&d->random, bound);
    d->left--;
    return *d->bytes++ % bound;
}

static bool made_chance(made_dice *d, uint32_t percent)
{
    return made_below(d, 100) < percent;
}

// ---- kinds of groups

typedef enum made_kind {
    MADE_STEERED,
    MADE_HOPPING,
    MADE_WALKERS,
    MADE_PEOPLE, // pedestrians as the crowd's measures need them
    MADE_CARS,
    MADE_FORCED_CARS,
    MADE_PLANES,
    MADE_FLOCK,
    MADE_BOIDS,
    MADE_FLYING, // three dimensions
} made_kind;
_Static_assert(MADE_FLYING + 1 == MADE_KINDS, "the header has the number of kinds");

enum { MADE_GROUPS = 4 };

typedef struct made {
    made_dice dice, trees; // random numbers for the scene, and for the trees
    char *to;
    size_t used;
    made_kind kinds[MADE_GROUPS];
    uint32_t group_count;
    bool has[MADE_KINDS];
    bool varies;   // agents are born
    uint64_t tree; // number of the tree that is being written
    bool is_space, is_periodic, has_light, has_walls, has_roads;
} made;

__attribute__((format(printf, 2, 3))) static void put(made *m, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(m->to + m->used, MADE_SCENE_SIZE - m->used, format, arguments);
    va_end(arguments);
    m->used += (size_t)size;
    if (m->used >= MADE_SCENE_SIZE)
        abort();
}

static void choose_kinds(made *m)
{
    m->kinds[0] = (made_kind)made_below(&m->dice, MADE_KINDS);
    m->kinds[1] = (made_kind)made_below(&m->dice, MADE_KINDS);
    m->group_count = 2 + made_below(&m->dice, MADE_GROUPS - 1);
    for (uint32_t i = 2; i < m->group_count; i++)
        m->kinds[i] = (made_kind)made_below(&m->dice, MADE_PLANES);
    bool alone = m->kinds[0] == MADE_FLOCK || m->kinds[0] == MADE_BOIDS;
    m->is_space = m->kinds[0] == MADE_FLYING || (alone && m->kinds[1] == MADE_FLYING);
    for (uint32_t i = 0; i < m->group_count; i++)
        if (m->is_space && !alone)
            m->kinds[i] = MADE_FLYING;
        else if (i > 0 && m->kinds[i] > MADE_PLANES)
            m->kinds[i] = MADE_STEERED;
        else if (i > 1 && m->kinds[i] == MADE_PLANES)
            m->kinds[i] = MADE_STEERED;
    if (m->kinds[0] == MADE_PLANES && m->kinds[1] == MADE_PLANES)
        m->kinds[1] = MADE_WALKERS;
    m->group_count = alone ? 1 : m->group_count;
    for (uint32_t i = 0; i < m->group_count; i++)
        m->has[m->kinds[i]] = true;
}

static void choose_rest(made *m)
{
    bool alone = m->has[MADE_FLOCK] || m->has[MADE_BOIDS];
    bool walks = m->has[MADE_WALKERS] || m->has[MADE_PEOPLE];
    m->has_roads = m->has[MADE_CARS] || m->has[MADE_FORCED_CARS];
    m->has_light = walks && made_chance(&m->dice, 20);
    m->varies = !m->has_roads && !m->has[MADE_PLANES] && !m->has_light && !m->is_space && !alone;
    m->is_periodic = m->has_roads || (!m->has[MADE_PLANES] && made_chance(&m->dice, 40));
    m->has_walls = !m->has[MADE_CARS] && !m->has[MADE_PLANES] && !alone && !m->is_space &&
                   made_chance(&m->dice, 50);
}

// ---- trees

static void put_float(made *m)
{
    static const char *const odd[] = {"0", "-1", "1e30", "0.0 / 0", "rand() * 4", "1e-9"};
    if (made_chance(&m->trees, 2))
        put(m, "\"%s\"", odd[made_below(&m->trees, sizeof odd / sizeof *odd)]);
    else if (made_chance(&m->trees, 30))
        put(m, "\"size + rand() * %u\"", 1 + made_below(&m->trees, 6));
    else
        put(m, "%.2f", 0.05f * (float)made_below(&m->trees, 100));
}

static void put_argument(made *m, const gestalt_world_argument *a)
{
    bool is_point = a->type == GESTALT_VEC2 || a->type == GESTALT_VEC3;
    if (a->by_key)
        put(m, "\"%s\"",
            is_point                   ? "spot"
            : a->type == GESTALT_FLOAT ? "found"
            : a->type == GESTALT_INT   ? "whom"
                                       : "flag");
    else if (is_point)
        put(m, "\"%s\"", made_chance(&m->trees, 50) ? "home" : "spot");
    else if (a->type == GESTALT_INT)
        put(m, made_chance(&m->trees, 50) ? "\"whom\"" : "%d", (int)made_below(&m->trees, 6) - 1);
    else if (a->type == GESTALT_BOOL)
        put(m, "%s", made_chance(&m->trees, 50) ? "true" : "false");
    else
        put_float(m);
}

// Decide whether calls of a function have an argument. All calls have the same ones, since trees do
// not declare functions.
static bool gives(const made *m, const char *function, const char *argument, uint32_t percent)
{
    char both[128];
    int size = snprintf(both, sizeof both, "%s %s", function, argument);
    return XXH3_64bits_withSeed(both, (size_t)size, m->tree) % 100 < percent;
}

static void put_call(made *m, const gestalt_world_function *f)
{
    bool is_action = (f->uses & GESTALT_WORLD_ACTION) &&
                     (!(f->uses & GESTALT_WORLD_PREDICATE) || gives(m, f->name, "", 50));
    const char *between = "";
    put(m, "{\"type\":\"%s\",\"%s\":\"%s\",\"args\":{", is_action ? "action" : "condition",
        is_action ? "do" : "call", f->name);
    for (const gestalt_world_argument *a = f->arguments;
         a < f->arguments + GESTALT_WORLD_ARGUMENTS && a->name; a++) {
        if (!a->required && !gives(m, f->name, a->name, 40))
            continue;
        put(m, "%s\"%s\":", between, a->name);
        put_argument(m, a);
        between = ",";
    }
    put(m, "}}");
}

// Return whether a group of that kind may call a function of a table.
static bool can_call(const made *m, made_kind kind, const gestalt_world_function *f)
{
    bool moves = kind != MADE_STEERED && kind != MADE_HOPPING && kind != MADE_FORCED_CARS &&
                 kind != MADE_FLYING;
    if (strcmp(f->name, "hop") == 0)
        return kind == MADE_HOPPING;
    if (strcmp(f->name, "die") == 0 || strcmp(f->name, "breed") == 0)
        return m->varies;
    return !moves || f->body != world_behaviours->body;
}

static const gestalt_world_function *functions_of(const made *m, made_kind kind, uint32_t which)
{
    switch (which) {
    case 0:
        return kind == MADE_WALKERS || kind == MADE_PEOPLE ? crowd_part.functions
               : kind == MADE_CARS                         ? roads_part.functions
               : kind == MADE_PLANES                       ? airport_part.functions
               : kind == MADE_HOPPING                      ? life_part.functions
                                                           : world_behaviours;
    case 1: return world_sensors;
    case 2: return m->is_space ? world_behaviours : life_part.functions;
    default: return m->has_walls && !m->is_periodic ? walls_part.functions : world_sensors;
    }
}

static void put_any_call(made *m, made_kind kind)
{
    static const uint32_t tables[] = {0, 0, 0, 0, 1, 2, 2, 3};
    const gestalt_world_function *all = functions_of(m, kind, tables[made_below(&m->trees, 8)]);
    const gestalt_world_function *allowed[64];
    uint32_t count = 0;
    for (const gestalt_world_function *f = all; f->name && count < 64; f++)
        if (can_call(m, kind, f))
            allowed[count++] = f;
    if (count > 0)
        put_call(m, allowed[made_below(&m->trees, count)]);
    else
        put(m, "{\"type\":\"success\"}");
}

static void put_child(made *m, made_kind kind)
{
    uint32_t how = made_below(&m->trees, 8);
    put(m, "{\"type\":\"force_success\",\"child\":");
    if (how == 0)
        put(m, "{\"type\":\"chance\",\"p\":0.%u,\"child\":", 1 + made_below(&m->trees, 9));
    else if (how == 1)
        put(m, "{\"type\":\"cooldown\",\"ticks\":%u,\"child\":", 1 + made_below(&m->trees, 5));
    else if (how == 2)
        put(m, "{\"type\":\"timeout\",\"ticks\":%u,\"child\":", 1 + made_below(&m->trees, 9));
    else if (how == 3)
        put(m, "{\"type\":\"sequence\",\"children\":[{\"type\":\"wait\",\"ticks\":%u},",
            made_below(&m->trees, 6));
    put_any_call(m, kind);
    put(m, how < 3 ? "}}" : how == 3 ? "]}}" : "}");
}

// A plane that lands, taxis and takes off, or goes around.
static void put_plane(made *m)
{
    static const char *const stages[] = {"land",      "taxi", "plan_departure",
                                         "push_back", "taxi", "take_off"};
    put(m, "{\"type\":\"force_success\",\"child\":{\"type\":\"sequence\",\"children\":[");
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        put(m, i ? "," : "");
        for (const gestalt_world_function *f = airport_part.functions; f->name; f++)
            if (strcmp(f->name, stages[i]) == 0)
                put_call(m, f);
    }
    put(m, ",{\"type\":\"running\"}]}}");
}

static void put_tree(made *m, made_kind kind)
{
    const char *point = m->is_space ? "vec3" : "vec2";
    const char *more = m->is_space ? ",3" : "";
    m->tree = made_below(&m->trees, UINT32_MAX);
    put(m,
        "{\"gestalt\":1,\"blackboard\":{\"size\":\"float\",\"whom\":{\"type\":\"int\",\"init\":-1},"
        "\"found\":\"float\",\"flag\":\"bool\",\"home\":{\"type\":\"%s\",\"init\":[\"rand() * 20 - "
        "9\",%d%s]},\"spot\":\"%s\",\"position\":\"%s\""
        "%s},\"root\":{\"type\":\"concurrent\",\"children\":[",
        point, (int)made_below(&m->trees, 40) - 20, more, point, point,
        made_chance(&m->trees, 30) ? ",\"more\":\"int\"" : "");
    uint32_t count = 1 + made_below(&m->trees, 5);
    if (kind == MADE_PLANES)
        put_plane(m);
    for (uint32_t i = 0; i < count; i++) {
        put(m, i > 0 || kind == MADE_PLANES ? "," : "");
        put_child(m, kind);
    }
    for (const gestalt_world_function *f = life_part.functions; m->varies && f->name; f++) {
        if (strcmp(f->name, "breed") != 0 && strcmp(f->name, "die") != 0)
            continue;
        put(m, ",{\"type\":\"force_success\",\"child\":{\"type\":\"chance\",\"p\":0.%u,\"child\":",
            made_below(&m->trees, 8));
        put_call(m, f);
        put(m, "}}");
    }
    put(m, "]}}");
}

// ---- groups

static void put_streams(made *m, made_kind kind)
{
    if (kind != MADE_WALKERS && kind != MADE_PEOPLE)
        return;
    bool along_x = made_chance(&m->dice, 50);
    put(m,
        ",\"pedestrians\":{\"low\":[-30,-30],\"high\":[30,30],\"direction\":[%d,%d],"
        "\"model\":\"%s\",\"turn\":%u,\"relaxation\":0.%u}",
        along_x, along_x ? (int)made_below(&m->dice, 2) : -1,
        kind == MADE_PEOPLE ? "measured" : "plain", made_below(&m->dice, 2),
        1 + made_below(&m->dice, 9));
}

static void put_moves(made *m, made_kind kind)
{
    put_streams(m, kind);
    if (kind == MADE_CARS || kind == MADE_FORCED_CARS)
        put(m,
            ",\"road\":{\"by\":\"%s\",\"slowest\":8,\"fastest\":14,\"speed\":%u,\"scatter\":0.%u,"
            "\"reasons\":\"%s\"}",
            kind == MADE_CARS ? "driver" : "forces", made_below(&m->dice, 15),
            made_below(&m->dice, 9),
            kind != MADE_CARS           ? "last"
            : made_chance(&m->dice, 50) ? "hardest"
                                        : "sum");
    if (kind == MADE_PLANES)
        put(m, ",\"planes\":true");
    if (kind == MADE_FLOCK)
        put(m, ",\"flock\":{\"radius\":%u,\"apart\":1}", 1 + made_below(&m->dice, 9));
    if (kind == MADE_BOIDS)
        put(m,
            ",\"boids\":{\"separation\":{\"radius\":%u,\"cosine\":-0.7},\"cohesion\":"
            "{\"weight\":%u},\"sphere\":%u}",
            1 + made_below(&m->dice, 9), made_below(&m->dice, 9), made_below(&m->dice, 2) * 20);
}

// Pedestrians need space for their bodies, so each group starts in separate rows.
static void put_start(made *m, made_kind kind, uint32_t number)
{
    int low = -24 + 12 * (int)number;
    if (kind == MADE_CARS || kind == MADE_FORCED_CARS || m->is_space)
        return;
    if (kind == MADE_WALKERS || kind == MADE_PEOPLE || made_chance(&m->dice, 30))
        put(m, ",\"start\":{\"how\":\"grid\",\"low\":[-28,%d],\"high\":[-8,%d]}", low, low + 10);
    else if (m->has_walls || made_chance(&m->dice, 70))
        put(m, ",\"start\":{\"low\":[-28,-28],\"high\":[-2,28]}");
    else
        put(m, ",\"start\":{\"how\":\"path\",\"path\":\"way\",\"offset\":%u}",
            made_below(&m->dice, 3));
}

static void put_group(made *m, uint32_t number)
{
    static const char *const combiners[] = {"sum", "priority", "fill", "dither"};
    made_kind kind = m->kinds[number];
    uint32_t count = 1 + made_below(&m->dice, 9);
    put(m, "%s{\"name\":\"g%u\",\"count\":%u", number ? "," : "", number, count);
    if (m->varies && made_chance(&m->dice, 90))
        put(m, ",\"most\":%u", count + made_below(&m->dice, 24));
    else if (m->varies)
        put(m, ",\"most\":%u", count);
    put(m, ",\"vehicle\":{\"radius\":0.%u,\"max_speed\":%u,\"max_force\":%u",
        1 + made_below(&m->dice, 4), kind == MADE_PLANES ? 90 : 14 + made_below(&m->dice, 3),
        1 + made_below(&m->dice, 9));
    put(m, kind == MADE_STEERED && made_chance(&m->dice, 20) ? ",\"min_speed\":0.5}" : "}");
    if (kind == MADE_STEERED || kind == MADE_FORCED_CARS || kind == MADE_FLYING)
        put(m, ",\"combiner\":\"%s\"", combiners[made_below(&m->dice, 4)]);
    put_start(m, kind, number);
    put_moves(m, kind);
    if (kind != MADE_FLOCK && kind != MADE_BOIDS) {
        put(m, ",\"velocity\":{\"how\":\"%s\",\"most\":0.5}",
            made_chance(&m->dice, 50) ? "still" : "anywhere");
        put(m, ",\"set\":{\"size\":\"%s\",\"whom\":\"%s\"},\"tree\":",
            made_chance(&m->dice, 50) ? "rand()" : "0.5", m->varies ? "g0" : "rock");
        put_tree(m, kind);
    } else {
        put(m, ",\"velocity\":{\"how\":\"box\",\"most\":1}");
    }
    put(m, "}");
}

// ---- the scene

static void put_world(made *m)
{
    static const char *const steps[] = {"0.1", "0.25", "0.02", "0.5", "1"};
    const char *dt = m->has[MADE_PLANES] ? (m->has_roads ? "1" : "4")
                     : m->has_roads      ? steps[made_below(&m->dice, 2)]
                                         : steps[made_below(&m->dice, 5)];
    put(m, "{\"scene\":1,\"params\":{\"n\":3},\"world\":{\"size\":[");
    if (m->has[MADE_PLANES])
        put(m, "3600,3600],\"low\":[-600,-600]");
    else if (m->has_roads)
        put(m, "300,300],\"low\":[-150,-150]");
    else
        put(m, m->is_space ? "40,40,40],\"low\":[-20,-20,-20]" : "60,60],\"low\":[-30,-30]");
    put(m, ",\"dt\":%s,\"seed\":%u,\"periodic\":%s%s}", dt, made_below(&m->dice, 200),
        m->is_periodic ? "true" : "false",
        m->has_walls && !m->is_periodic && made_chance(&m->dice, 50) ? ",\"border\":\"solid\""
                                                                     : "");
}

static void put_things(made *m)
{
    bool is_seen = !m->has_walls;
    put(m,
        m->is_space ? ",\"obstacles\":[{\"name\":\"rock\",\"at\":[9,9,9],\"radius\":2}],"
                      "\"paths\":[{\"name\":\"way\",\"points\":[[-9,0,0],[9,0,3]]}]"
                    : ",\"obstacles\":[{\"name\":\"rock\",\"at\":[9,9],\"radius\":2%s}],"
                      "\"paths\":[{\"name\":\"way\",\"points\":[[-19,0],[9,0],[3,12]],"
                      "\"closed\":true}]",
        is_seen ? "" : ",\"solid\":true");
    if (m->has_walls)
        put(m,
            ",\"walls\":[{\"points\":[[4,-25],[4,-3]]},{\"points\":[[4,3],[4,25],[12,25]],"
            "\"width\":0.3},{\"points\":[[14,-9],[20,-9],[17,-2]],\"closed\":true%s}]",
            made_chance(&m->dice, 30) ? ",\"solid\":false" : "");
    if (m->has_walls && !m->is_periodic)
        put(m, ",\"routes\":[{\"name\":\"there\",\"to\":[25,25],\"cell\":1}]");
    if (m->has_light)
        put(m, ",\"light\":{\"low\":[-4,-4],\"high\":[4,4],\"green\":%u,\"amber\":1,\"clear\":2}",
            1 + made_below(&m->dice, 3));
    if (m->has_roads)
        put(m,
            ",\"roads\":{\"blocks\":{\"columns\":2,\"rows\":2},\"crossings\":{\"control\":\"%s\","
            "\"turning\":0.5,\"green\":5,\"yellow\":1}}",
            made_chance(&m->dice, 50) ? "lights" : "right_of_way");
    if (m->has[MADE_PLANES])
        put(m,
            ",\"airport\":{\"nodes\":[{\"name\":\"r0\",\"at\":[0,0]},{\"name\":\"r1\",\"at\":"
            "[1560,0]},{\"name\":\"r2\",\"at\":[2400,0]},{\"name\":\"a1\",\"at\":[1560,-150]},"
            "{\"name\":\"a0\",\"at\":[0,-150]},{\"name\":\"s\",\"at\":[1560,-220]},{\"name\":"
            "\"a2\",\"at\":[800,-150]},{\"name\":\"t\",\"at\":[800,-220]}],\"taxiways\":["
            "{\"nodes\":[\"r1\",\"a1\"],\"one_way\":true},{\"nodes\":[\"a1\",\"a2\",\"a0\"]},"
            "{\"nodes\":[\"a0\",\"r0\"],\"one_way\":true},{\"nodes\":[\"a1\",\"s\"]},{\"nodes\":"
            "[\"a2\",\"t\"]}],\"runways\":[{\"nodes\":[\"r0\",\"r1\",\"r2\"]}],\"stands\":[\"s\","
            "\"t\"]}");
}

static void put_looks(made *m)
{
    if (made_chance(&m->dice, 60))
        put(m, ",\"measure\":{\"collisions\":true,\"neighbours\":%u}", made_below(&m->dice, 9));
    if (made_chance(&m->dice, 50))
        put(m,
            ",\"reports\":[{\"name\":\"r\",\"value\":\"count(g0, speed > 0.1) + mean(g0, "
            "speed)\",\"every\":%u},{\"name\":\"q\",\"value\":\"quantile(g0, position.x, 0.5)\"}],"
            "\"until\":\"r > 1e9\"",
            made_below(&m->dice, 4));
    if (!m->has[MADE_FLOCK] && !m->has[MADE_BOIDS] && made_chance(&m->dice, 30))
        put(m, ",\"changes\":[{\"at\":1,\"group\":\"g0\",\"set\":{\"size\":\"rand() * n\"}}]");
}

void made_scene(made_dice d, unsigned edition, char to[MADE_SCENE_SIZE])
{
    made m = {.dice = d, .trees = {.random = d.random + edition}, .to = to};
    choose_kinds(&m);
    choose_rest(&m);
    put_world(&m);
    put_things(&m);
    put_looks(&m);
    put(&m, ",\"groups\":[");
    for (uint32_t i = 0; i < m.group_count; i++)
        put_group(&m, i);
    put(&m, "]}");
}
