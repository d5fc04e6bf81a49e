// SPDX-License-Identifier: MIT
// Error messages for calls that are not allowed now: what the population is doing, and what the
// caller can do.
#include "population_state.h"

static const char *const phase_texts[] = {
    [POPULATION_RESTS] = "the population is between two ticks",
    [POPULATION_IS_OPEN] = "a tick has begun; end it first: gestalt_population_end",
    [POPULATION_IS_STEPPED] =
        "an agent is being ticked step by step; end that first: gestalt_actor_step_end",
    [POPULATION_IS_INTERRUPTED] =
        "a tick was interrupted; finish it first: gestalt_population_tick",
    [POPULATION_IS_READ] = "the population was made to show a snapshot, and is read-only",
    [POPULATION_IS_EDITED] = "an edit has begun; finish it first: gestalt_population_edit_commit "
                             "or gestalt_population_edit_abandon",
    [POPULATION_TICKS] = "agents are being ticked: leaf functions and hooks may only read single "
                         "agents; call this after the tick (if none is running, a leaf function "
                         "left one by longjmp or an exception: the population is unusable)",
    [POPULATION_CHANGES] =
        "a host function called this inside another call that changes or saves the population; "
        "call it afterwards (if no call is running, a host function left one by longjmp or an "
        "exception: the population is unusable)",
    [POPULATION_WORKS] =
        "gestalt_population_run is running: call this function after it has returned",
};

// Return the reason why a call that belongs in a tick is wrong between two ticks.
static const char *resting_text(population_calls calls)
{
    return calls == CALLS_TICKING
               ? "no tick has begun: call gestalt_population_begin first"
               : "no agent is ticked step by step: call gestalt_actor_step_begin first";
}

gestalt_result population_tell_misuse(const char *function, const gestalt_population *p,
                                      population_calls calls, gestalt_error *error)
{
    if (!p) {
        misuse_tell_null(function, "population", error);
        return GESTALT_MISUSE;
    }
    population_phase phase = population_phase_of(p);
    bool is_early =
        phase == POPULATION_RESTS || (phase == POPULATION_IS_OPEN && calls == CALLS_STEPPING);
    return misuse_tell(function, error, "%s", is_early ? resting_text(calls) : phase_texts[phase]);
}
