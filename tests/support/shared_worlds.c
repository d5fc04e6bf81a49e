// SPDX-License-Identifier: MIT
#include "shared_worlds.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct part {
    shared_worlds *all;
    uint32_t number;
    gestalt_world *world;
    // What the part shows to others in an exchange:
    void *shown;
    uint32_t count;
    gestalt_result result;
    gestalt_error error;
    uint64_t key;
    gestalt_world_migrants to[SHARED_PARTS];
    uint32_t *ghost_rows, *ghost_parts; // origins of ghosts
    uint32_t ghost_count;
    bool is_slow, interrupts_halo, interrupts_refresh; // in the coming step
    // The result of a call:
    outcome out;
    bool is_done;
} part;

struct shared_worlds {
    scene *scene;
    gestalt_scene_facts facts;
    shared_how how;
    uint32_t count;
    part parts[SHARED_PARTS];
    pthread_barrier_t barrier;
    void (*work)(part *p);
};

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "shared worlds: %s\n", what);
    abort();
}

static void meet(const part *p)
{
    pthread_barrier_wait(&p->all->barrier);
}

#define EACH_OTHER(q, p)                                                                           \
    for (part *q = (p)->all->parts; q < (p)->all->parts + (p)->all->count; q++)                    \
        if (q != (p))

// ---- numbers

static void share_sum(void *user, int64_t *numbers, uint32_t count)
{
    part *p = user;
    int64_t *sums = calloc(count + 1, sizeof *sums);
    must(sums, "no memory");
    p->shown = numbers;
    p->count = count;
    meet(p);
    for (uint32_t k = 0; k < p->all->count; k++) {
        const part *q = &p->all->parts[k];
        must(q->count == count, "parts add up different numbers");
        for (uint32_t i = 0; i < count; i++)
            sums[i] += ((const int64_t *)q->shown)[i];
    }
    meet(p);
    memcpy(numbers, sums, count * sizeof *sums);
    free(sums);
}

static void share_most(void *user, double *numbers, uint32_t count)
{
    part *p = user;
    double *most = calloc(count + 1, sizeof *most);
    must(most, "no memory");
    memcpy(most, numbers, count * sizeof *most);
    p->shown = numbers;
    p->count = count;
    meet(p);
    EACH_OTHER(q, p)
    for (uint32_t i = 0; i < count; i++)
        most[i] = fmax(most[i], ((const double *)q->shown)[i]);
    meet(p);
    memcpy(numbers, most, count * sizeof *most);
    free(most);
}

static gestalt_result share_agree(void *user, uint64_t *key, gestalt_result result,
                                  gestalt_error *error)
{
    part *p = user;
    p->key = *key;
    p->result = result;
    p->error = *error;
    meet(p);
    const part *first = &p->all->parts[0];
    for (uint32_t k = 1; k < p->all->count; k++)
        first = p->all->parts[k].key < first->key ? &p->all->parts[k] : first;
    *key = first->key;
    *error = first->error;
    result = first->result;
    meet(p);
    return result;
}

static int compare(const gestalt_rows_birth *a, const gestalt_rows_birth *b)
{
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->parent_group != b->parent_group)
        return a->parent_group < b->parent_group ? -1 : 1;
    return a->parent < b->parent ? -1 : a->parent > b->parent;
}

static gestalt_result share_order(void *user, const gestalt_rows_birth *births, uint32_t count,
                                  uint64_t *before, gestalt_error *error)
{
    part *p = user;
    (void)error;
    p->shown = (void *)(uintptr_t)births;
    p->count = count;
    meet(p);
    for (uint32_t i = 0; i < count; i++) {
        must(i == 0 || compare(&births[i - 1], &births[i]) < 0, "births do not ascend");
        before[i] = i;
        EACH_OTHER(q, p)
        for (uint32_t k = 0; k < q->count; k++)
            before[i] += compare((const gestalt_rows_birth *)q->shown + k, &births[i]) < 0;
    }
    meet(p);
    return GESTALT_OK;
}

// ---- agents

static float slab_low(const shared_worlds *s, uint32_t number)
{
    return s->facts.low[0] + s->facts.size[0] * (float)number / (float)s->count;
}

// Return the part whose slab contains a coordinate. Border slabs have all beyond them.
static uint32_t home_of(const shared_worlds *s, float x)
{
    uint32_t home = 0;
    while (s->how == SHARED_BY_SPACE && home + 1 < s->count && x >= slab_low(s, home + 1))
        home++;
    return home;
}

// Return the distance of a coordinate from a slab.
static float distance_from(const shared_worlds *s, uint32_t number, float x)
{
    float least = INFINITY, low = slab_low(s, number), high = slab_low(s, number + 1);
    if (!s->facts.periodic && home_of(s, x) == number)
        return 0;
    for (int image = -1; image <= 1; image++) {
        float at = x + (float)image * s->facts.size[0];
        if (image == 0 || s->facts.periodic)
            least = fminf(least, fmaxf(fmaxf(low - at, at - high), 0));
    }
    return least;
}

static gestalt_result share_halo(void *user, gestalt_world *w, gestalt_error *error)
{
    part *p = user;
    size_t size = gestalt_world_ghost_size(w);
    float reach = gestalt_world_reach(w);
    uint32_t count = 0, room = (uint32_t)p->all->facts.agent_count * 4 + 1000;
    char *ghosts = malloc(size * room);
    p->ghost_rows = realloc(p->ghost_rows, room * sizeof *p->ghost_rows);
    p->ghost_parts = realloc(p->ghost_parts, room * sizeof *p->ghost_parts);
    must(ghosts && p->ghost_rows && p->ghost_parts, "no memory");
    meet(p);
    EACH_OTHER(q, p)
    {
        gestalt_world_columns c = gestalt_world_columns_of(q->world);
        for (uint32_t i = 0; i < c.count; i++)
            if (p->all->how == SHARED_BY_ID ||
                distance_from(p->all, p->number, c.position[0][i]) <= reach) {
                must(count < room, "too many ghosts");
                p->ghost_rows[count] = i;
                p->ghost_parts[count] = q->number;
                gestalt_world_take_ghosts(q->world, &i, 1, ghosts + size * count++);
            }
    }
    gestalt_result result = gestalt_world_set_ghosts(w, ghosts, count, error);
    p->ghost_count = count;
    if (p->is_slow)
        usleep(260000);
    if (p->interrupts_halo)
        gestalt_world_interrupt(w);
    p->is_slow = p->interrupts_halo = false;
    meet(p);
    free(ghosts);
    return result;
}

static void share_refresh(void *user, gestalt_world *w, void *column, size_t stride)
{
    part *p = user;
    char *to = (char *)column + gestalt_world_columns_of(w).count * stride;
    p->shown = column;
    if (p->interrupts_refresh)
        gestalt_world_interrupt(w);
    p->interrupts_refresh = false;
    meet(p);
    for (uint32_t i = 0; i < p->ghost_count; i++) {
        const part *q = &p->all->parts[p->ghost_parts[i]];
        memcpy(to + i * stride, (const char *)q->shown + p->ghost_rows[i] * stride, stride);
    }
    meet(p);
}

static gestalt_result share_find(void *user, gestalt_world *w, const uint64_t *ids, uint32_t count,
                                 void *ghosts, bool *exists, gestalt_error *error)
{
    part *p = user;
    size_t size = gestalt_world_ghost_size(w);
    (void)error;
    meet(p);
    memset(exists, 0, count);
    for (uint32_t i = 0; i < count; i++) {
        must(i == 0 || ids[i - 1] < ids[i], "ids do not ascend");
        must(gestalt_world_find(w, ids[i]) == UINT32_MAX, "the agent is an own one");
        EACH_OTHER(q, p)
        {
            uint32_t row = gestalt_world_find(q->world, ids[i]);
            exists[i] |= row != UINT32_MAX;
            if (row != UINT32_MAX)
                gestalt_world_take_ghosts(q->world, &row, 1, (char *)ghosts + i * size);
        }
    }
    meet(p);
    return GESTALT_OK;
}

// Take the agents that belong to another part. Returns their number.
static uint32_t take_for(const part *p, uint32_t home, uint32_t *rows, gestalt_world_migrants *to)
{
    gestalt_world_columns c = gestalt_world_columns_of(p->world);
    uint32_t count = 0;
    for (uint32_t i = 0; i < c.count; i++)
        if (home_of(p->all, c.position[0][i]) == home)
            rows[count++] = i;
    size_t capacity = gestalt_world_migrants_size(p->world, count);
    void *bytes = malloc(capacity);
    must(bytes && gestalt_world_take_migrants(p->world, rows, count, bytes, capacity, &to->size,
                                              NULL) == GESTALT_OK,
         "no migrants");
    to->bytes = bytes;
    return count;
}

static int row_order(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void set_window(part *p)
{
    float low[3], high[3];
    const gestalt_scene_facts *f = &p->all->facts;
    for (int d = 0; d < 3; d++) {
        low[d] = f->low[d];
        high[d] = f->low[d] + f->size[d];
    }
    low[0] = slab_low(p->all, p->number);
    high[0] = slab_low(p->all, p->number + 1);
    bool is_whole = p->all->how == SHARED_BY_NONE;
    must(gestalt_world_set_window(p->world, is_whole ? NULL : low, high, NULL) == GESTALT_OK,
         "no window");
}

static gestalt_result share_migrate(void *user, gestalt_world *w, gestalt_error *error)
{
    part *p = user;
    gestalt_world_migrants arriving[SHARED_PARTS];
    uint32_t count = 0, leaving = 0;
    if (p->all->how == SHARED_BY_ID)
        return GESTALT_OK;
    uint32_t *rows = malloc((gestalt_world_columns_of(w).count + 1) * sizeof *rows);
    must(rows, "no memory");
    EACH_OTHER(q, p)
    leaving += take_for(p, q->number, rows + leaving, &p->to[q->number]);
    qsort(rows, leaving, sizeof *rows, row_order);
    meet(p);
    EACH_OTHER(q, p)
    arriving[count++] = q->to[p->number];
    gestalt_result result = gestalt_world_migrate(w, rows, leaving, arriving, count, error);
    set_window(p);
    meet(p);
    EACH_OTHER(q, p)
    free((void *)(uintptr_t)p->to[q->number].bytes);
    free(rows);
    return result;
}

// ---- calls of all parts

static void *do_work(void *user)
{
    part *p = user;
    p->all->work(p);
    return NULL;
}

static void do_all(shared_worlds *s, void (*work)(part *p))
{
    pthread_t threads[SHARED_PARTS];
    s->work = work;
    for (uint32_t i = 0; i < s->count; i++)
        must(pthread_create(&threads[i], NULL, do_work, &s->parts[i]) == 0, "no thread");
    for (uint32_t i = 0; i < s->count; i++)
        pthread_join(threads[i], NULL);
}

static void go_home(part *p)
{
    gestalt_error error = {0};
    gestalt_result result = share_migrate(p, p->world, &error);
    must(result == GESTALT_OK, error.message);
}

shared_worlds *shared_start(const char *text, uint32_t parts, shared_how how)
{
    char found[RUNNING_FOUND_SIZE];
    shared_worlds *s = calloc(1, sizeof *s);
    must(s, "no memory");
    s->scene = running_read(text, found);
    must(s->scene, found);
    s->facts = gestalt_scene_tell(s->scene);
    s->how = how;
    s->count = parts;
    pthread_barrier_init(&s->barrier, NULL, parts);
    for (uint32_t i = 0; i < parts; i++) {
        part *p = &s->parts[i];
        gestalt_error error = {0};
        const gestalt_world_share share = {.user = p,
                                           .first = s->facts.agent_count * i / parts,
                                           .end = s->facts.agent_count * (i + 1) / parts,
                                           .capacity = (uint32_t)s->facts.agent_count * 4 + 1000,
                                           .sum = share_sum,
                                           .most = share_most,
                                           .agree = share_agree,
                                           .order = share_order,
                                           .halo = share_halo,
                                           .refresh = share_refresh,
                                           .find = share_find,
                                           .migrate = share_migrate};
        const world_options options = {
            .threads = 1 + i % 2, .lanes = i % 3 ? 64 : 5, .interruptible = true, .share = &share};
        p->all = s;
        p->number = i;
        must(gestalt_world_create(s->scene, &options, &p->world, &error) == GESTALT_OK,
             error.message);
    }
    do_all(s, go_home);
    return s;
}

void shared_slow_down(shared_worlds *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        s->parts[i].is_slow = true;
}

void shared_interrupt(shared_worlds *s, uint32_t number, bool in_halo)
{
    s->parts[number].interrupts_halo = in_halo;
    s->parts[number].interrupts_refresh = !in_halo;
}

void shared_stop(shared_worlds *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        gestalt_world_destroy(s->parts[i].world);
        free(s->parts[i].ghost_rows);
        free(s->parts[i].ghost_parts);
    }
    gestalt_scene_destroy(s->scene);
    pthread_barrier_destroy(&s->barrier);
    free(s);
}

uint64_t shared_hash(shared_worlds *s)
{
    uint64_t hash = 0;
    s->how = SHARED_BY_NONE;
    do_all(s, go_home);
    must(gestalt_world_hash(s->parts[0].world, &hash, NULL) == GESTALT_OK, "no hash");
    return hash;
}

static void do_attach(part *p)
{
    must(gestalt_world_attach(p->world, NULL) == GESTALT_OK, "nothing is attached");
}

uint64_t shared_attached(shared_worlds *s, const void **bytes, size_t *size)
{
    uint64_t agents = 0;
    gestalt_world *last = s->parts[s->count - 1].world;
    do_all(s, do_attach);
    *bytes = gestalt_population_attached(gestalt_world_population(last), size);
    must(gestalt_population_hash(gestalt_world_population(s->parts[0].world), &agents, NULL) ==
             GESTALT_OK,
         "no hash of agents");
    return gestalt_world_hash_of(last, agents);
}

static void do_step(part *p)
{
    gestalt_error error = {0};
    p->result = gestalt_world_step(p->world, &error);
    p->error = error;
}

gestalt_result shared_step(shared_worlds *s, gestalt_error *error)
{
    do_all(s, do_step);
    for (uint32_t i = 1; i < s->count; i++)
        must(s->parts[i].result == s->parts[0].result &&
                 strcmp(s->parts[i].error.message, s->parts[0].error.message) == 0,
             "parts disagree on the result of a step");
    if (error)
        *error = s->parts[0].error;
    return s->parts[0].result;
}

static void do_measure(part *p)
{
    gestalt_world_measure(p->world, &p->out);
    p->is_done = gestalt_world_is_done(p->world);
}

outcome shared_outcome(shared_worlds *s)
{
    do_all(s, do_measure);
    for (uint32_t i = 1; i < s->count; i++)
        must(memcmp(&s->parts[i].out, &s->parts[0].out, sizeof s->parts[0].out) == 0 &&
                 s->parts[i].is_done == s->parts[0].is_done,
             "parts disagree on measures");
    return s->parts[0].out;
}

bool shared_is_done(shared_worlds *s)
{
    shared_outcome(s);
    return s->parts[0].is_done;
}

gestalt_world *shared_part(const shared_worlds *s, uint32_t number)
{
    return s->parts[number].world;
}

// Return whether an agent is the same in two worlds.
static bool is_same(const running *one, uint32_t row, gestalt_world *w, uint32_t there)
{
    enum { ROOM = 65536 };
    static char bytes[2][ROOM];
    size_t size[2];
    memset(bytes, 0, sizeof bytes);
    return one->is->shares.take_migrants(one->world, &row, 1, bytes[0], ROOM, &size[0], NULL) ==
               GESTALT_OK &&
           gestalt_world_take_migrants(w, &there, 1, bytes[1], ROOM, &size[1], NULL) ==
               GESTALT_OK &&
           size[0] == size[1] && memcmp(bytes[0], bytes[1], size[0]) == 0;
}

uint32_t shared_differ(const shared_worlds *s, const running *one)
{
    gestalt_world_columns all = gestalt_world_columns_of(one->world);
    uint32_t differ = 0, count = 0;
    for (uint32_t i = 0; i < s->count; i++)
        count += gestalt_world_columns_of(s->parts[i].world).count;
    for (uint32_t row = 0; row < all.count; row++) {
        uint32_t there = UINT32_MAX, i = 0;
        for (; i < s->count && there == UINT32_MAX; i++)
            there = gestalt_world_find(s->parts[i].world, all.id[row]);
        differ += there == UINT32_MAX || !is_same(one, row, s->parts[i - 1].world, there);
    }
    return differ + (count > all.count ? count - all.count : all.count - count);
}
