// SPDX-License-Identifier: MIT
#include "measure_world.h"

#include "error.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- the expected hashes

typedef struct expected {
    uint64_t middle, end; // hashes of a form, after the first steps and at the end
    bool has_end;
} expected;

static gestalt_result measurement_reject(gestalt_error *error, const world_task *t,
                                         const world_contender *who, const char *what)
{
    error->result = GESTALT_REJECTED;
    snprintf(error->message, sizeof error->message,
             "%s as %s, %" PRIu64 " agents, %u threads, %s: %s", t->of->name,
             t->of->forms[who->form].name, t->agents, (unsigned)who->threads, who->set, what);
    return GESTALT_REJECTED;
}

static gestalt_result check_round(expected *e, const world_task *t, const world_contender *who,
                                  const world_round *round, gestalt_error *error)
{
    expected *own = &e[who->form];
    char text[160];
    if (!own->has_end)
        own->end = round->end;
    own->has_end = true;
    if (round->missed) {
        snprintf(text, sizeof text, "the outcome has not %" PRIu64 " %s", round->missed->count,
                 round->missed->name);
        return measurement_reject(error, t, who, text);
    }
    if (round->middle == own->middle && round->end == own->end)
        return GESTALT_OK;
    bool early = round->middle != own->middle;
    snprintf(text, sizeof text,
             "after %" PRIu64 " steps the hash is %016" PRIx64 " instead of %016" PRIx64,
             early ? world_task_check_steps(t) : t->steps, early ? round->middle : round->end,
             early ? own->middle : own->end);
    return measurement_reject(error, t, who, text);
}

// ---- agreement of forms

// Return whether the positions agree, up to `most` and some units in the last place. Since rounding
// may decide whether two agents are neighbours, one agent in a thousand may be elsewhere.
static bool places_agree(const world_task *t, const float *a, const float *b, float most)
{
    const scene *s = t->scenes[0];
    uint64_t apart = 0;
    most += (float)world_case_edge(t->of, t->agents) * 0x1p-21f;
    for (uint64_t i = 0; i < t->agents; i++) {
        bool is_apart = false;
        for (uint32_t d = 0; d < s->dimension; d++) {
            float size = s->space.periodic ? s->space.size.at[d] : INFINITY;
            float x = fabsf(a[d * t->agents + i] - b[d * t->agents + i]);
            x = x < size - x ? x : size - x;
            is_apart = is_apart || !(x <= most);
        }
        apart += is_apart;
    }
    return apart <= t->agents / 1000;
}

// Run the first steps of a form, and compare the positions with those of the first form. Gestalt
// runs with plain kernels. Handwritten C runs with the instruction set of the benchmark, because
// its results depend on the instruction set. `places` has room for the positions of two forms.
static gestalt_result check_form(expected *e, const world_task *t, world_contender who,
                                 float *places, gestalt_error *error)
{
    const world_form *form = &t->of->forms[who.form];
    float *own = places + (who.form ? 3 * t->agents : 0);
    who.set = form->hand ? who.set : "plain";
    gestalt_result result = world_round_places(t, &who, own, &e[who.form].middle, error);
    if (result == GESTALT_OK && form->agrees > 0 && !places_agree(t, places, own, form->agrees))
        result = measurement_reject(error, t, &who, "agents are elsewhere than in the first form");
    return result;
}

static gestalt_result check_forms(expected *e, const world_task *t, const char *set, float *places,
                                  gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    for (uint32_t i = 0; i < WORLD_FORMS && t->of->forms[i].name && result == GESTALT_OK; i++)
        result = check_form(e, t, (world_contender){i, 1, set}, places, error);
    return result;
}

static gestalt_result measurement_check(expected *e, const world_task *t, const char *set,
                                        gestalt_error *error)
{
    float *places = malloc(6 * sizeof *places * (size_t)t->agents);
    gestalt_result result = places ? check_forms(e, t, set, places, error) : error_no_memory(error);
    free(places);
    return result;
}

// ---- times

typedef struct measuring {
    const world_task *t;
    world_row *rows;
    expected expected[WORLD_FORMS];
} measuring;

static gestalt_result run_round(void *user, uint32_t row, uint32_t index, round_times *times,
                                gestalt_error *error)
{
    measuring *m = user;
    world_round round;
    world_row *r = &m->rows[row];
    gestalt_result result = world_round_run(m->t, &r->who, &round, error);
    if (result == GESTALT_OK)
        result = check_round(m->expected, m->t, &r->who, &round, error);
    double agents = (double)m->t->agents;
    *times =
        (round_times){round.cpu / round.updates, round.wall / round.updates, round.start / agents};
    r->hash = round.end;
    r->updates = round.updates;
    r->bytes = round.bytes / agents;
    (void)index;
    return result;
}

static timed *times_of(void *user, uint32_t row, uint32_t *threads)
{
    const measuring *m = user;
    *threads = m->rows[row].who.threads;
    return &m->rows[row].times;
}

gestalt_result measure_world(const world_task *t, world_row *rows, uint32_t count, uint32_t repeats,
                             rounds_progress *progress, void *user, gestalt_error *error)
{
    measuring m = {.t = t, .rows = rows};
    rounds all = {count, repeats, run_round, times_of, &m, progress, user};
    gestalt_result result = measurement_check(m.expected, t, rows[0].who.set, error);
    return result == GESTALT_OK ? rounds_measure(&all, error) : result;
}
