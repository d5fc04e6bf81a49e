// SPDX-License-Identifier: MIT
// How fast populations are: a tree of conditions and actions that fight, chase and patrol (W1H),
// the leaves as batch functions. The world moves between ticks, which is not timed. The blackboards
// must end with a known checksum, for any lanes and threads.
//
//     bench_population [AGENTS TICKS LANES THREADS]
//
// Prints nanoseconds per agent-tick, millions of agent-ticks per second, and the time that spawning
// a million agents takes.
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ACTION(name)         "{\"type\":\"action\",\"do\":\"" name "\"}"
#define CONDITION(name)      "{\"type\":\"condition\",\"call\":\"" name "\"}"
#define NODE(type, children) "{\"type\":\"" type "\",\"children\":[" children "]}"

static const char document[] =
    "{\"gestalt\":1,\"blackboard\":{\"health\":\"float\",\"dist\":\"float\",\"fatigue\":\"float\","
    "\"timer\":\"int\",\"cur\":\"int\",\"done\":\"int\",\"work\":\"int\",\"aborts\":\"int\","
    "\"visible\":\"bool\"},\"root\":" NODE(
        "priority",
        NODE("sequence", CONDITION("low_health") "," ACTION("flee")) "," NODE(
            "sequence",
            CONDITION("visible") "," NODE(
                "priority",
                NODE("sequence", CONDITION("in_range") "," ACTION("attack")) "," ACTION(
                    "chase"))) "," NODE("sequence",
                                        "{\"type\":\"invert\",\"child\":" CONDITION(
                                            "tired") "}," ACTION("patrol")) "," ACTION("idle")) "}";

// Every function declares all keys, so that they have the same places everywhere.
enum { HEALTH, DIST, FATIGUE, TIMER, CUR, DONE, WORK, ABORTS, VISIBLE, KEYS };
static const gestalt_parameter keys[KEYS] = {
    {.name = "health", .type = GESTALT_FLOAT},  {.name = "dist", .type = GESTALT_FLOAT},
    {.name = "fatigue", .type = GESTALT_FLOAT}, {.name = "timer", .type = GESTALT_INT},
    {.name = "cur", .type = GESTALT_INT},       {.name = "done", .type = GESTALT_INT},
    {.name = "work", .type = GESTALT_INT},      {.name = "aborts", .type = GESTALT_INT},
    {.name = "visible", .type = GESTALT_BOOL}};

#define FLOATS(key) (gestalt_call_key(call, key).floats)
#define INTS(key)   (gestalt_call_key(call, key).ints)
#define EACH(mask)                                                                                 \
    for (uint64_t rest = (mask); rest; rest &= rest - 1)                                           \
        for (unsigned lane = (unsigned)__builtin_ctzll(rest), once = 1; once; once = 0)
#define BIT (UINT64_C(1) << lane)

static void low_health(gestalt_call *call)
{
    EACH(call->lanes)
    {
        INTS(WORK)[lane] += 1;
        call->succeeded |= FLOATS(HEALTH)[lane] < 25 ? BIT : 0;
    }
}

static void visible(gestalt_call *call)
{
    EACH(call->lanes) INTS(WORK)[lane] += 3;
    call->succeeded = call->lanes & *gestalt_call_key(call, VISIBLE).bools;
}

static void in_range(gestalt_call *call)
{
    EACH(call->lanes)
    {
        INTS(WORK)[lane] += 5;
        call->succeeded |= FLOATS(DIST)[lane] < 2 ? BIT : 0;
    }
}

static void tired(gestalt_call *call)
{
    EACH(call->lanes)
    {
        INTS(WORK)[lane] += 7;
        call->succeeded |= FLOATS(FATIGUE)[lane] > 60 ? BIT : 0;
    }
}

// True when the call was a cancel, which all actions take alike.
static bool begin(gestalt_call *call, int timer, int cur)
{
    if (call->cancelling) {
        EACH(call->lanes) INTS(ABORTS)[lane]++;
        return true;
    }
    EACH(call->starting)
    {
        INTS(TIMER)[lane] = timer;
        INTS(CUR)[lane] = cur;
    }
    return false;
}

static void finish(gestalt_call *call, unsigned lane)
{
    INTS(CUR)[lane] = 0;
    INTS(DONE)[lane]++;
    call->succeeded |= BIT;
}

static void flee(gestalt_call *call)
{
    if (begin(call, 5, 1))
        return;
    EACH(call->lanes)
    {
        if (INTS(TIMER)[lane] > 0) {
            INTS(TIMER)[lane]--;
            FLOATS(HEALTH)[lane] += 6;
            FLOATS(DIST)[lane] += 0.5f;
        } else {
            finish(call, lane);
        }
    }
}

static void attack(gestalt_call *call)
{
    if (begin(call, 3, 2))
        return;
    EACH(call->lanes)
    {
        if (INTS(TIMER)[lane] > 0) {
            INTS(TIMER)[lane]--;
            INTS(WORK)[lane] += 11;
        } else {
            finish(call, lane);
            FLOATS(DIST)[lane] += 3;
        }
    }
}

static void chase(gestalt_call *call)
{
    if (call->cancelling) {
        begin(call, 0, 0);
        return;
    }
    EACH(call->starting) INTS(CUR)[lane] = 3;
    EACH(call->lanes)
    {
        FLOATS(DIST)[lane] -= 0.75f;
        if (FLOATS(DIST)[lane] < 1)
            finish(call, lane);
        else
            FLOATS(FATIGUE)[lane] += 0.5f;
    }
}

static void patrol(gestalt_call *call)
{
    if (begin(call, 10, 4))
        return;
    EACH(call->lanes)
    {
        if (INTS(TIMER)[lane] > 0) {
            INTS(TIMER)[lane]--;
            FLOATS(FATIGUE)[lane] += 1;
        } else {
            finish(call, lane);
        }
    }
}

static void idle(gestalt_call *call)
{
    EACH(call->lanes)
    {
        finish(call, lane);
        if (FLOATS(FATIGUE)[lane] > 8)
            FLOATS(FATIGUE)[lane] -= 8;
    }
}

static gestalt_host *make_host(void)
{
    static const struct {
        const char *name;
        gestalt_batch_function *function;
        gestalt_kind kind;
    } rows[] = {{"low_health", low_health, GESTALT_PREDICATE},
                {"visible", visible, GESTALT_PREDICATE},
                {"in_range", in_range, GESTALT_PREDICATE},
                {"tired", tired, GESTALT_PREDICATE},
                {"flee", flee, GESTALT_IMMEDIATE},
                {"attack", attack, GESTALT_IMMEDIATE},
                {"chase", chase, GESTALT_IMMEDIATE},
                {"patrol", patrol, GESTALT_IMMEDIATE},
                {"idle", idle, GESTALT_IMMEDIATE}};
    gestalt_host *host = NULL;
    if (gestalt_host_create(NULL, &host, NULL) != GESTALT_OK)
        return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        gestalt_host_add(host,
                         &(gestalt_function){.name = rows[i].name,
                                             .kind = rows[i].kind,
                                             .batch = rows[i].function,
                                             .keys = keys,
                                             .key_count = KEYS},
                         NULL);
    return host;
}

// ---- the world

typedef struct world {
    gestalt_population *population;
    gestalt_key keys[KEYS];
    uint32_t *draws; // by agent
    uint64_t agents;
} world;

// The columns of a block, and its first agent.
static bool open_block(const world *w, uint64_t index, gestalt_column columns[KEYS],
                       gestalt_block *block)
{
    if (!gestalt_population_block(w->population, 0, index, block))
        return false;
    for (int i = 0; i < KEYS; i++)
        columns[i] = gestalt_population_column(w->population, 0, index, w->keys[i]);
    return true;
}

static void set_visible(const gestalt_column *columns, unsigned lane, bool value)
{
    uint64_t *mask = columns[VISIBLE].bools;
    *mask = value ? *mask | BIT : *mask & ~BIT;
}

static void start_world(world *w)
{
    gestalt_column c[KEYS];
    gestalt_block block;
    for (int i = 0; i < KEYS; i++)
        gestalt_population_key(w->population, 0, keys[i].name, &w->keys[i]);
    for (uint64_t index = 0; open_block(w, index, c, &block); index++)
        EACH(block.lanes)
        {
            uint64_t i = block.first_agent + lane;
            w->draws[i] = (uint32_t)(i * 2654435761u + 12345);
            c[HEALTH].floats[lane] = (float)(24 + (i * 7) % 51);
            c[DIST].floats[lane] = (float)(1 + i % 6);
            c[FATIGUE].floats[lane] = (float)(50 + (i * 3) % 27);
            set_visible(c, lane, i & 1);
        }
}

static void move_agent(const gestalt_column *c, unsigned lane, uint32_t r)
{
    bool sees = *c[VISIBLE].bools & BIT;
    if (sees) {
        sees = (r & 31) != 0;
    } else if ((r & 31) == 1) {
        sees = true;
        c[DIST].floats[lane] = (float)(3 + (r >> 5 & 7));
    }
    set_visible(c, lane, sees);
    if (sees && c[DIST].floats[lane] < 2.5f && (r >> 9 & 7) == 0)
        c[HEALTH].floats[lane] -= 12;
    else if (c[HEALTH].floats[lane] < 100)
        c[HEALTH].floats[lane] += 0.125f;
    if (c[FATIGUE].floats[lane] > 0)
        c[FATIGUE].floats[lane] -= 0.125f;
}

static void move_world(world *w)
{
    gestalt_column c[KEYS];
    gestalt_block block;
    for (uint64_t index = 0; open_block(w, index, c, &block); index++)
        EACH(block.lanes)
        {
            uint32_t *draw = &w->draws[block.first_agent + lane];
            *draw = *draw * 1664525u + 1013904223u;
            move_agent(c, lane, *draw >> 8);
        }
}

static uint64_t checksum(const world *w)
{
    uint64_t h = UINT64_C(1469598103934665603);
    gestalt_column c[KEYS];
    gestalt_block block;
    for (uint64_t index = 0; open_block(w, index, c, &block); index++)
        EACH(block.lanes)
        {
            int32_t values[] = {(int32_t)(c[HEALTH].floats[lane] * 8),
                                (int32_t)(c[DIST].floats[lane] * 8),
                                (int32_t)(c[FATIGUE].floats[lane] * 8),
                                c[TIMER].ints[lane],
                                c[CUR].ints[lane],
                                c[DONE].ints[lane],
                                c[WORK].ints[lane]};
            for (int i = 0; i < 7; i++)
                h = (h ^ (uint32_t)values[i]) * UINT64_C(1099511628211);
        }
    return h;
}

// ---- measuring

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

typedef struct setting {
    uint64_t agents;
    int ticks;
    uint32_t lanes, threads;
    uint64_t checksum; // 0: not known
} setting;

static bool measure(const gestalt_shape *shape, const gestalt_host *host, const setting *s)
{
    gestalt_population_options options = {
        .group = {shape, host}, .lanes = s->lanes, .threads = s->threads};
    world w = {.agents = s->agents, .draws = calloc(s->agents, sizeof *w.draws)};
    gestalt_error error = {0};
    if (!w.draws || gestalt_population_create(&options, &w.population, &error) != GESTALT_OK) {
        fprintf(stderr, "%s\n", error.message);
        return false;
    }
    double before = now_ns();
    gestalt_population_spawn(w.population, 0, s->agents, NULL, NULL);
    double spawned = now_ns() - before, ticked = 0;
    start_world(&w);
    for (int tick = 0; tick < s->ticks; tick++) {
        move_world(&w);
        before = now_ns();
        gestalt_population_tick(w.population, tick, NULL);
        ticked += now_ns() - before;
    }
    uint64_t sum = checksum(&w);
    double each = ticked / ((double)s->agents * s->ticks);
    printf("%8" PRIu64
           " agents %5d ticks %2u lanes %u threads: %7.2f ns per agent-tick, %7.1f M/s, "
           "spawned in %.2f ms, %.1f bytes each, checksum %016" PRIx64 "\n",
           s->agents, s->ticks, (unsigned)s->lanes, (unsigned)s->threads, each, 1e3 / each,
           spawned / 1e6, (double)gestalt_population_bytes(w.population, NULL) / (double)s->agents,
           sum);
    gestalt_population_destroy(w.population);
    free(w.draws);
    return s->checksum == 0 || s->checksum == sum;
}

static const setting settings[] = {
    {1000, 1000, 1, 1, UINT64_C(0x0b44ff4ea8e78068)},
    {1000, 1000, 64, 1, UINT64_C(0x0b44ff4ea8e78068)},
    {1000, 1000, 64, 2, UINT64_C(0x0b44ff4ea8e78068)},
    {100000, 100, 64, 1, UINT64_C(0x54f866f72d913c4b)},
    {100000, 100, 64, 2, UINT64_C(0x54f866f72d913c4b)},
    {1000000, 20, 64, 1, 0},
    {1000000, 20, 64, 2, 0},
};

int main(int count, char **arguments)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_host *host = make_host();
    gestalt_compile_text("bench.json", document, strlen(document), NULL, &shape, &diagnostics,
                         NULL);
    gestalt_diagnostics_destroy(diagnostics);
    bool good = shape && host;
    if (good && count == 5) {
        setting s = {.agents = strtoull(arguments[1], NULL, 10),
                     .ticks = atoi(arguments[2]),
                     .lanes = (uint32_t)atoi(arguments[3]),
                     .threads = (uint32_t)atoi(arguments[4])};
        good = measure(shape, host, &s);
    } else {
        for (size_t i = 0; good && i < sizeof settings / sizeof *settings; i++)
            good = measure(shape, host, &settings[i]);
    }
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
    return good ? 0 : 1;
}
