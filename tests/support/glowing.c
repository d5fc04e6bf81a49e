// SPDX-License-Identifier: MIT
#include "glowing.h"

#include <stddef.h>

typedef struct glow {
    float *now, *next; // columns: brightness, and that of the next step
    int64_t *bright;   // agents that were bright, in all steps
} glow;

// More than trees see in shared_glow.json.
#define GLOW_REACH 9

static const gestalt_world_part glow_part;

static gestalt_result glow_start(gestalt_world *w, gestalt_error *error)
{
    (void)error;
    glow *g = gestalt_world_allocate(w, sizeof *g);
    if (!g)
        return GESTALT_NO_MEMORY;
    gestalt_world_set_state(w, &glow_part, g);
    g->now = gestalt_world_make_column(w, sizeof *g->now, true);
    g->next = gestalt_world_make_column(w, sizeof *g->next, true);
    g->bright = gestalt_world_allocate(w, sizeof *g->bright);
    return g->now && g->next && g->bright && gestalt_world_keep_seen(w, g->now, sizeof *g->now) &&
                   gestalt_world_keep(w, g->bright, sizeof *g->bright)
               ? GESTALT_OK
               : GESTALT_NO_MEMORY;
}

// Add up the brightness of the agents around a row, and a bit of how they move.
static float glow_around(const gestalt_world *w, uint32_t row, float radius)
{
    enum { ROOM = 256 };
    uint32_t rows[ROOM];
    const glow *g = gestalt_world_state(w, &glow_part);
    gestalt_world_columns c = gestalt_world_columns_of(w);
    const float at[] = {c.position[0][row], c.position[1][row]};
    uint32_t count = gestalt_world_near(w, at, radius, rows, ROOM);
    float sum = 0;
    for (uint32_t i = 0; i < count && i < ROOM; i++)
        sum += g->now[rows[i]] + 0.01f * (c.velocity[0][rows[i]] + c.heading[1][rows[i]]) +
               0.001f * (float)(c.id[rows[i]] % 7) * c.radius[rows[i]];
    return sum;
}

static void glow_sense(gestalt_world *w, uint32_t begin, uint32_t end)
{
    glow *g = gestalt_world_state(w, &glow_part);
    for (uint32_t row = begin; row < end; row++)
        g->next[row] = 0.5f * g->now[row] + 0.1f + 0.05f * glow_around(w, row, GLOW_REACH);
}

static void glow_after(gestalt_world *w)
{
    glow *g = gestalt_world_state(w, &glow_part);
    int64_t bright = 0;
    for (uint32_t row = 0; row < gestalt_world_columns_of(w).count; row++) {
        g->now[row] = g->next[row] > 2 ? 0 : g->next[row];
        bright += g->now[row] > 1;
    }
    gestalt_world_sum(w, &bright, 1);
    *g->bright += bright;
}

static void glow_outcome(const gestalt_world *w, gestalt_outcome *out)
{
    const glow *g = gestalt_world_state(w, &glow_part);
    gestalt_outcome_count(out, NULL, "bright", (uint64_t)*g->bright);
}

static void glow_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    for (uint64_t rest = call->lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        float radius = gestalt_world_float(call, 0, lane);
        float sum = glow_around(b->world, gestalt_world_row(call, lane), radius);
        gestalt_world_put_float(call, 1, lane, sum);
        call->succeeded |= UINT64_C(1) << lane;
    }
}

static const gestalt_world_part glow_part = {.name = "glow",
                                             .start = glow_start,
                                             .sense = glow_sense,
                                             .after = glow_after,
                                             .outcome = glow_outcome,
                                             .is_shared = true,
                                             .reach = GLOW_REACH};

#define SEE_GLOW                                                                                   \
    "see_glow", GESTALT_WORLD_ACTION, glow_call, NULL,                                             \
    {                                                                                              \
        {"radius", GESTALT_FLOAT, .otherwise = 4, .is_reach = true},                               \
        {                                                                                          \
            "sum", GESTALT_FLOAT, .by_key = true                                                   \
        }                                                                                          \
    }

const gestalt_world_part *const glowing_parts[] = {&glow_part, NULL};
const gestalt_world_function glowing_functions[] = {{SEE_GLOW, "", true}, {0}};
const gestalt_world_function glowing_undeclared[] = {{SEE_GLOW, "", false}, {0}};
