// SPDX-License-Identifier: MIT
// Steering behaviours as actions. A node that calls one is an urge of its group: while the node is
// live in an agent's tree, the agent's bit is set. Urges are in the order of nodes.
//
// Constant arguments become values of the urge. Others are columns by index, which each call fills
// for its lanes. Bits of different cohorts may share a word, so they are set atomically; the result
// does not depend on the order.
//
// In a share, the agents of a cohort have rows in any order. So urges are marked by the cohort's
// lanes, and the bits are set after the tick, unless all agents have the urge.
#include "world_state.h"

#include <math.h>
#include <string.h>

static gestalt_batch_function urge_call;

// ---- the table: arguments in the order points, agents, path, numbers of behaviours.def, followed
// by `weight`, `probability` and, for behaviours that arrive, `within`

static const behaviour seek = BEHAVIOUR_SEEK, flee = BEHAVIOUR_FLEE, arrive = BEHAVIOUR_ARRIVE,
                       pursue = BEHAVIOUR_PURSUE, evade = BEHAVIOUR_EVADE,
                       pursue_offset = BEHAVIOUR_PURSUE_OFFSET, interpose = BEHAVIOUR_INTERPOSE,
                       interpose_moving = BEHAVIOUR_INTERPOSE_MOVING, hide = BEHAVIOUR_HIDE,
                       avoid_obstacles = BEHAVIOUR_AVOID_OBSTACLES, wander = BEHAVIOUR_WANDER,
                       follow_path = BEHAVIOUR_FOLLOW_PATH,
                       avoid_collisions = BEHAVIOUR_AVOID_COLLISIONS, separate = BEHAVIOUR_SEPARATE,
                       cohere = BEHAVIOUR_COHERE, align = BEHAVIOUR_ALIGN,
                       spread = BEHAVIOUR_SPREAD, gather = BEHAVIOUR_GATHER,
                       match = BEHAVIOUR_MATCH, follow_road = BEHAVIOUR_FOLLOW_ROAD,
                       adapt_speed = BEHAVIOUR_ADAPT_SPEED, avoid_traffic = BEHAVIOUR_AVOID_TRAFFIC;

#define POINT(name, doc)                                                                           \
    {                                                                                              \
        name, WORLD_VECTOR, false, true, 0, doc                                                    \
    }
#define AGENT(name, doc)                                                                           \
    {                                                                                              \
        name, GESTALT_INT, false, true, 0, doc                                                     \
    }
#define PATH                                                                                       \
    {                                                                                              \
        "path", GESTALT_INT, false, true, 0, "the number of a path"                                \
    }
#define NUMBER(name, otherwise, doc)                                                               \
    {                                                                                              \
        name, GESTALT_FLOAT, false, false, otherwise, doc                                          \
    }
#define USUAL                                                                                      \
    NUMBER("weight", 1, "the force is multiplied by it"),                                          \
        NUMBER("probability", 1, "the probability of being chosen, with the combiner `dither`")
#define RADIUS(otherwise)                                                                          \
    {                                                                                              \
        "radius", GESTALT_FLOAT, false, false, otherwise,                                          \
            "the distance up to which it sees others", true                                        \
    }
#define COSINE          NUMBER("cosine", -2, "the cosine of half the view angle; below -1: all around")
#define TIME(otherwise) NUMBER("time", otherwise, "how many seconds it looks ahead")
#define WITHIN          NUMBER("within", 0.5f, "the distance at which it has arrived")
#define URGE(name)      #name, GESTALT_WORLD_ACTION, urge_call, &name

const gestalt_world_function world_behaviours[] = {
    {URGE(seek), {POINT("target", "the point"), USUAL}, "Goes to a point at full speed."},
    {URGE(flee), {POINT("target", "the point"), USUAL}, "Goes away from a point."},
    {URGE(arrive),
     {POINT("target", "the point"), NUMBER("braking", 1, "the time in which it stops, in seconds"),
      USUAL, WITHIN},
     "Goes to a point and stops there. Succeeds when it has arrived."},
    {URGE(pursue),
     {AGENT("quarry", "the agent's id"), USUAL},
     "Goes to the predicted position of another agent."},
    {URGE(evade),
     {AGENT("hunter", "the agent's id"), USUAL},
     "Goes away from the predicted position of another agent."},
    {URGE(pursue_offset),
     {POINT("offset", "the offset from the leader"), AGENT("leader", "the agent's id"), USUAL},
     "Goes to a point at an offset from the predicted position of another agent."},
    {URGE(interpose),
     {POINT("first", "a point"), POINT("second", "another point"),
      NUMBER("share", 0.5f, "the position between them: 0 is the first, 1 the second"), USUAL},
     "Goes between two points."},
    {URGE(interpose_moving),
     {AGENT("first", "the id of an agent"), AGENT("second", "the id of another agent"),
      NUMBER("share", 0.5f, "the position between them: 0 is the first, 1 the second"), USUAL},
     "Goes between the predicted positions of two other agents."},
    {URGE(hide),
     {AGENT("hunter", "the id of the agent to hide from"),
      NUMBER("distance", 1, "the distance from the obstacle"), USUAL},
     "Goes behind an obstacle; evades if there is none."},
    {URGE(avoid_obstacles), {TIME(2), USUAL}, "Turns away from obstacles ahead."},
    {URGE(wander),
     {NUMBER("radius", 1, "the radius of the circle on which the target moves"),
      NUMBER("distance", 2, "the distance of the circle ahead of the agent"),
      NUMBER("jitter", 0.2f, "how fast the direction changes"), USUAL},
     "Moves in a direction that changes at random."},
    {URGE(follow_path),
     {PATH, TIME(1), NUMBER("direction", 1, "1: forward, -1: backward, 0: only stay on the path"),
      USUAL, WITHIN},
     "Stays on a path and goes along it. Succeeds at its end, if it has one."},
    {URGE(avoid_collisions),
     {RADIUS(10), TIME(2), USUAL},
     "Turns away from an agent with which it would collide."},
    {URGE(separate), {RADIUS(2), COSINE, USUAL}, "Keeps its distance from its neighbours."},
    {URGE(cohere),
     {RADIUS(5), COSINE, USUAL},
     "Goes to the centre of its neighbours at full speed."},
    {URGE(align),
     {RADIUS(5), COSINE, USUAL},
     "Uses the mean velocity of its neighbours as a force."},
    {URGE(spread),
     {RADIUS(1), COSINE, USUAL},
     "`separate`, divided by the number of neighbours that `gather` sees."},
    {URGE(gather), {RADIUS(5), COSINE, USUAL}, "The mean offset to its neighbours, as a force."},
    {URGE(match), {RADIUS(5), COSINE, USUAL}, "The mean velocity of its neighbours, as a force."},
    {URGE(follow_road),
     {PATH, TIME(1), NUMBER("lane", 1, "the distance of its lane from the path"), USUAL},
     "Follows the lane of a road by one force (Billander's model)."},
    {URGE(adapt_speed),
     {RADIUS(20), TIME(2), USUAL},
     "Brakes for agents ahead (Billander's model)."},
    {URGE(avoid_traffic),
     {RADIUS(20), TIME(2), NUMBER("distance", 5, "the distance to agents at its side"), USUAL},
     "Turns to the side of the road on which it must drive (Billander's model)."},
    {0},
};

// The indexes of a behaviour's arguments in its row.
typedef struct layout {
    int points, agents, paths, numbers;
    int first_agent, path, first_number, weight, probability, within;
} layout;

static layout layout_of(behaviour type)
{
    const behaviour_row *row = &behaviour_table[type];
    layout l = {.paths = row->has_path};
    while (l.points < URGE_POINTS && row->points[l.points])
        l.points++;
    while (l.agents < URGE_AGENTS && row->agents[l.agents])
        l.agents++;
    while (l.numbers < URGE_NUMBERS && row->numbers[l.numbers])
        l.numbers++;
    l.first_agent = l.points;
    l.path = l.first_agent + l.agents;
    l.first_number = l.path + l.paths;
    l.weight = l.first_number + l.numbers;
    l.probability = l.weight + 1;
    l.within = l.probability + 1;
    return l;
}

static behaviour behaviour_of(const gestalt_world_function *f)
{
    return *(const behaviour *)f->data;
}

// ---- creating urges

typedef struct making {
    world *w;
    const gestalt_shape *shape;
    gestalt_shape_call call;
    urge *u;
    world_urge *d;
    bool failed;
} making;

static float *new_column(making *m)
{
    float *column = world_column(m->w, sizeof *column);
    m->failed |= !column;
    return column;
}

static void make_number(making *m, int argument, number_column *to)
{
    const gestalt_world_argument *a = &m->d->function->arguments[argument];
    if (!world_constant(m->shape, &m->call, a, &to->value))
        to->column = m->d->column[argument] = new_column(m);
    if (a->is_reach && to->value > m->w->head.most_radius)
        to->value = m->w->head.most_radius;
}

static void make_point(making *m, int argument, point_column *to)
{
    m->d->column[argument] = new_column(m);
    m->d->y[argument] = new_column(m);
    vectors *column = world_allocate(m->w, sizeof *column);
    m->failed |= !column;
    if (m->failed)
        return;
    column->at[0] = m->d->column[argument];
    column->at[1] = m->d->y[argument];
    if (STEER_DIMENSIONS == 3)
        column->at[STEER_DIMENSIONS - 1] = m->d->z[argument] = new_column(m);
    to->column = column;
}

static void make_handle(making *m, int argument, bool is_path, index_column *to)
{
    float value;
    const gestalt_world_argument *a = &m->d->function->arguments[argument];
    if (is_path && world_constant(m->shape, &m->call, a, &value)) {
        to->value = (uint32_t)(int32_t)value;
        return;
    }
    m->d->handle[argument] = world_column(m->w, sizeof(uint32_t));
    m->failed |= !m->d->handle[argument];
    to->column = m->d->handle[argument];
}

static void make_urge(making *m)
{
    layout l = layout_of(m->u->type);
    for (int i = 0; i < l.points; i++)
        make_point(m, i, &m->u->points[i]);
    for (int i = 0; i < l.agents; i++)
        make_handle(m, l.first_agent + i, false, &m->u->agents[i]);
    if (l.paths)
        make_handle(m, l.path, true, &m->u->path);
    for (int i = 0; i < l.numbers; i++)
        make_number(m, l.first_number + i, &m->u->numbers[i]);
    make_number(m, l.weight, &m->u->weight);
    make_number(m, l.probability, &m->u->probability);
    if (m->d->function->arguments[l.within].name) {
        number_column within;
        make_number(m, l.within, &within);
    }
    m->d->live = world_bits(m->w);
    m->failed |= !m->d->live;
    if (m->w->share.is_shared) {
        m->d->lanes = world_allocate(m->w, m->w->share.block_room * sizeof *m->d->lanes);
        m->failed |= !m->d->lanes;
    }
    m->u->live = m->d->live;
}

// Return the behaviour that is called, or NULL.
static const gestalt_world_function *called_by(const gestalt_shape *shape,
                                               const gestalt_shape_call *call)
{
    const char *name = gestalt_shape_function_at(shape, call->function).name;
    for (const gestalt_world_function *f = world_behaviours; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

// Return the number of behaviours that the tree calls; sets `urge_of` by node.
static uint32_t number_urges(const gestalt_shape *shape, uint32_t nodes, uint32_t *urge_of)
{
    gestalt_shape_call call = {0};
    uint32_t count = 0;
    for (uint32_t node = 0; node < nodes; node++)
        urge_of[node] = UINT32_MAX;
    while (gestalt_shape_next_call(shape, &call))
        if (called_by(shape, &call))
            urge_of[call.node] = count++;
    return count;
}

bool world_only_urges(const world *w)
{
    bool only = !w->scene->host.parts[0] && !world_names_agents(w);
    for (uint32_t g = 0; g < w->group_count; g++) {
        const gestalt_shape *shape = w->groups[g].scene->shape;
        for (gestalt_shape_call call = {0}; gestalt_shape_next_call(shape, &call);)
            only &= called_by(shape, &call) != NULL;
    }
    return only;
}

static bool kind_wants_sums(behaviour type)
{
    neighbours_view view;
    urge one = {.type = type};
    return urges_view(&one, 1, &view);
}

bool world_urges_make(world *w, world_group *group)
{
    making m = {.w = w, .shape = group->scene->shape};
    uint32_t nodes = gestalt_shape_specification(m.shape)->node_count;
    group->urge_of = world_allocate(w, nodes * sizeof *group->urge_of);
    if (!group->urge_of)
        return false;
    uint32_t count = number_urges(m.shape, nodes, group->urge_of);
    group->urge_list = world_allocate(w, (count + 1) * sizeof *group->urge_list);
    group->details = world_allocate(w, (count + 1) * sizeof *group->details);
    if (!group->urge_list || !group->details)
        return false;
    while (gestalt_shape_next_call(m.shape, &m.call)) {
        const gestalt_world_function *f = called_by(m.shape, &m.call);
        if (!f)
            continue;
        m.u = &group->urge_list[group->urge_of[m.call.node]];
        m.d = &group->details[group->urge_of[m.call.node]];
        m.d->function = f;
        m.u->type = behaviour_of(f);
        make_urge(&m);
        if (m.failed)
            return false;
        group->wants_sums |= kind_wants_sums(m.u->type);
    }
    group->urges = (urge_group){(combiner)group->scene->combiner, count, group->urge_list};
    return true;
}

// Return the number of blocks whose lanes an urge can mark.
static uint32_t marked_blocks(const world *w, const world_group *group)
{
    uint64_t count = gestalt_population_block_count(w->population, group->number);
    return count < w->share.block_room ? (uint32_t)count : w->share.block_room;
}

void world_urges_clear(world *w)
{
    for (uint32_t g = 0; g < w->group_count; g++) {
        const world_group *group = &w->groups[g];
        for (uint32_t i = 0; i < group->urges.urge_count; i++) {
            const world_urge *d = &group->details[i];
            memset(d->live, 0, (w->all.count / 64 + 2) * sizeof *d->live);
            group->urge_list[i].live = d->live;
            if (d->lanes)
                memset(d->lanes, 0, marked_blocks(w, group) * sizeof *d->lanes);
        }
    }
}

// ---- calls

static void change_word(const world *w, uint64_t *word, uint64_t bits, bool set)
{
    if (w->life.ticks_alone)
        *word = set ? *word | bits : *word & ~bits;
    else if (bits && set)
        __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
    else if (bits)
        __atomic_fetch_and(word, ~bits, __ATOMIC_RELAXED);
}

static void change_bits(const world *w, uint64_t *live, uint32_t index, uint64_t lanes, bool set)
{
    uint32_t shift = index % 64;
    uint64_t parts[] = {lanes << shift, shift ? lanes >> (64 - shift) : 0};
    for (int i = 0; i < 2; i++)
        change_word(w, live + index / 64 + i, parts[i], set);
}

// Rows that this thread has found last, by lane. Most trees call several urges in turn for the same
// agents. Rows change only between ticks.
typedef struct urge_rows {
    uint64_t tick; // number of the tick among those of all worlds
    const uint64_t *agents;
    uint64_t lanes; // lanes whose rows are known
    uint32_t row[64];
} urge_rows;

// The address takes a call each time that it is computed, so no loop should contain it.
static __attribute__((noinline)) urge_rows *thread_rows(void)
{
    static _Thread_local urge_rows rows;
    return &rows;
}

// Find the rows of lanes.
static const uint32_t *find_rows(const gestalt_world_binding *b, const gestalt_call *call,
                                 uint64_t lanes)
{
    urge_rows *found = thread_rows();
    uint64_t tick = b->world->life.tick;
    uint32_t row = 0;
    if (found->tick != tick || found->agents != call->agents || !call->agents) {
        found->tick = tick;
        found->agents = call->agents;
        found->lanes = 0;
    }
    for (uint64_t rest = lanes & ~found->lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        found->row[lane] = row = world_find_after(b, gestalt_call_agent(call, lane), row);
    }
    found->lanes |= lanes;
    return found->row;
}

// Change the bits of agents whose rows may have any order.
static void change_rows(const gestalt_world_binding *b, const gestalt_call *call, uint64_t *live,
                        uint64_t lanes, bool set)
{
    const world *w = b->world;
    const uint32_t *rows = find_rows(b, call, lanes);
    bool is_simple = w->life.ticks_alone && set;
    for (; lanes && is_simple; lanes &= lanes - 1) {
        uint32_t row = rows[__builtin_ctzll(lanes)];
        live[row / 64] |= UINT64_C(1) << row % 64;
    }
    for (; lanes; lanes &= lanes - 1) {
        uint32_t row = rows[__builtin_ctzll(lanes)];
        change_word(w, live + row / 64, UINT64_C(1) << row % 64, set);
    }
}

// Return whether the agents of all lanes have consecutive rows. `index` is that of the first.
static bool is_in_turn(const gestalt_world_binding *b, const gestalt_call *call, uint32_t index)
{
    uint32_t count = call->lane_count;
    return call->agents && count <= b->group->end - index &&
           memcmp(b->world->all.id + index, call->agents, count * sizeof *call->agents) == 0;
}

// Mark the urge for lanes of the call's block, in a share. Returns false if the block is not known.
static bool mark_lanes(const gestalt_world_binding *b, const gestalt_call *call,
                       const world_urge *d, uint64_t lanes, bool set)
{
    const world *w = b->world;
    if (!d->lanes)
        return false;
    uint64_t block = gestalt_rows_block_of(w->life.rows, b->group->number, call);
    if (block >= w->share.block_room)
        return false;
    d->lanes[block] = set ? d->lanes[block] | lanes : d->lanes[block] & ~lanes;
    return true;
}

static void urge_mark(const gestalt_world_binding *b, const gestalt_call *call, const world_urge *d,
                      uint64_t lanes, bool set)
{
    uint64_t *live = d->live;
    if (mark_lanes(b, call, d, lanes, set))
        return;
    // Dead agents, and those of other parts, leave gaps between ids, but not between indexes.
    if (!call->agents && !b->group->is_listed) {
        change_bits(b->world, live, world_index(b, call, 0), lanes, set);
        return;
    }
    if (lanes & 1) {
        uint32_t index = find_rows(b, call, 1)[0];
        if (is_in_turn(b, call, index)) {
            change_bits(b->world, live, index, lanes, set);
            return;
        }
    }
    change_rows(b, call, live, lanes, set);
}

// ---- after the tick

typedef struct urge_spreading {
    const world_group *group;
    const world_urge *urge;
} urge_spreading;

// Set the bits of the agents in a block for which an urge is marked.
static void spread_block(const world *w, const urge_spreading *s, uint32_t index)
{
    gestalt_block block;
    uint64_t rest = s->urge->lanes[index];
    if (!rest || !gestalt_population_block(w->population, s->group->number, index, &block))
        return;
    const uint32_t *rows = gestalt_rows_of_block(w->life.rows, s->group->number, index);
    for (; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint64_t id = block.agents ? block.agents[lane] : block.first_agent + lane;
        uint32_t row = rows ? rows[lane] : world_find_in(w, s->group, id);
        change_word(w, s->urge->live + row / 64, UINT64_C(1) << row % 64, true);
    }
}

static void spread_blocks(world *w, void *user, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++)
        spread_block(w, user, i);
}

static void urge_spread(world *w, const world_group *group, uint32_t number)
{
    urge_spreading s = {group, &group->details[number]};
    uint32_t blocks = marked_blocks(w, group);
    uint64_t count = 0;
    for (uint32_t i = 0; i < blocks; i++)
        count += (uint64_t)__builtin_popcountll(s.urge->lanes[i]);
    if (count > 0 && count == group->end - group->begin)
        group->urge_list[number].live = NULL; // all agents have the urge
    else if (count > 0)
        world_parallel(w, 0, blocks, spread_blocks, &s);
}

void world_urges_ticked(world *w)
{
    for (uint32_t g = 0; g < w->group_count; g++)
        for (uint32_t i = 0; i < w->groups[g].urges.urge_count; i++)
            if (w->groups[g].details[i].lanes)
                urge_spread(w, &w->groups[g], i);
}

// ---- arguments

// Return the rows of a call's agents, by lane, or NULL if they must be found one by one.
static const uint32_t *rows_of_call(const gestalt_world_binding *b, const gestalt_call *call)
{
    const world *w = b->world;
    if (!w->share.is_shared)
        return NULL;
    uint64_t block = gestalt_rows_block_of(w->life.rows, b->group->number, call);
    return gestalt_rows_of_block(w->life.rows, b->group->number, block);
}

static uint32_t row_of(const uint32_t *rows, const gestalt_world_binding *b,
                       const gestalt_call *call, uint64_t lane)
{
    return rows ? rows[lane] : world_index(b, call, (unsigned)lane);
}

#define EACH_LANE(lane, call)                                                                      \
    for (uint64_t rest_ = (call)->lanes, lane;                                                     \
         rest_ && (lane = (uint64_t)__builtin_ctzll(rest_), true); rest_ &= rest_ - 1)

static void keep_number(const gestalt_world_binding *b, const gestalt_call *call, int argument,
                        float *column)
{
    const uint32_t *rows = rows_of_call(b, call);
    float most = b->function->arguments[argument].is_reach ? b->world->head.most_radius : INFINITY;
    EACH_LANE (lane, call) {
        float value = world_float(b, call, argument, (unsigned)lane);
        column[row_of(rows, b, call, lane)] = value > most ? most : value;
    }
}

static void keep_point(const gestalt_world_binding *b, const gestalt_call *call, int argument,
                       const world_urge *d)
{
    const uint32_t *rows = rows_of_call(b, call);
    EACH_LANE (lane, call) {
        float point[3];
        uint32_t index = row_of(rows, b, call, lane);
        world_point(b, call, argument, (unsigned)lane, point);
        d->column[argument][index] = point[0];
        d->y[argument][index] = point[1];
        if (STEER_DIMENSIONS == 3)
            d->z[argument][index] = point[2];
    }
}

static void keep_handle(const gestalt_world_binding *b, const gestalt_call *call, int argument,
                        uint32_t *column, bool is_path)
{
    const uint32_t *rows = rows_of_call(b, call);
    EACH_LANE (lane, call) {
        int32_t value = world_int(b, call, argument, (unsigned)lane);
        column[row_of(rows, b, call, lane)] = is_path || value < 0 || b->world->share.is_shared
                                                  ? (uint32_t)value
                                                  : world_find(b->world, (uint32_t)value);
    }
}

static void keep_arguments(const gestalt_world_binding *b, const gestalt_call *call,
                           const world_urge *d)
{
    for (int i = 0; i < GESTALT_WORLD_ARGUMENTS && b->function->arguments[i].name; i++) {
        if (d->handle[i])
            keep_handle(b, call, i, d->handle[i], i == layout_of(behaviour_of(d->function)).path);
        else if (d->y[i])
            keep_point(b, call, i, d);
        else if (d->column[i])
            keep_number(b, call, i, d->column[i]);
    }
}

// ---- arriving

static bool is_at_point(const world *w, const vectors *targets, uint32_t index, float within)
{
    vector at = vectors_get(&w->all.position, index);
    vector target = space_nearest(&w->space, at, vectors_get(targets, index));
    return vector_distance(target, at) <= within;
}

static bool is_at_end(const world *w, uint32_t path, uint32_t index, float direction, float within)
{
    if (path >= w->terrain.path_count || w->terrain.paths[path].is_closed || direction == 0)
        return false;
    const pathway *way = &w->terrain.paths[path];
    path_point at = path_nearest(way, vectors_get(&w->all.position, index));
    return direction > 0 ? at.distance >= way->length - within : at.distance <= within;
}

static uint64_t urge_arrived(const gestalt_world_binding *b, const gestalt_call *call,
                             const urge *u)
{
    uint64_t there = 0;
    layout l = layout_of(u->type);
    if (u->type != BEHAVIOUR_ARRIVE && u->type != BEHAVIOUR_FOLLOW_PATH)
        return 0;
    const uint32_t *rows = rows_of_call(b, call);
    EACH_LANE (lane, call) {
        uint32_t index = row_of(rows, b, call, lane);
        float within = world_float(b, call, l.within, (unsigned)lane);
        bool is_there;
        if (u->type == BEHAVIOUR_ARRIVE)
            is_there = is_at_point(b->world, u->points[0].column, index, within);
        else
            is_there = is_at_end(b->world, u->path.column ? u->path.column[index] : u->path.value,
                                 index, number_of(&u->numbers[1], index), within);
        there |= (uint64_t)is_there << lane;
    }
    return there;
}

static void urge_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    uint32_t i = b->group->urge_of[call->node];
    world_urge *d = &b->group->details[i];
    if (call->cancelling) {
        urge_mark(b, call, d, call->lanes, false);
        return;
    }
    keep_arguments(b, call, d);
    call->succeeded = urge_arrived(b, call, &b->group->urge_list[i]);
    urge_mark(b, call, d, call->lanes & ~call->succeeded, true);
}
