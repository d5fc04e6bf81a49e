// SPDX-License-Identifier: MIT
// Error messages for calls that are not allowed now: what the population is doing, and what the
// caller can do.
#include "population_state.h"

static const char *const phase_texts[] = {
    [POPULATION_RESTS] = "the population is between two ticks",
    [POPULATION_IS_OPEN] = "a tick has begun, and must end first: gestalt_population_end",
    [POPULATION_IS_STEPPED] =
        "an agent is ticked step by step, and that must end first: gestalt_actor_step_end",
    [POPULATION_IS_INTERRUPTED] =
        "a tick was interrupted, and must go on first: gestalt_population_tick",
    [POPULATION_IS_READ] = "the population is what a snapshot makes, which is only looked at",
    [POPULATION_TICKS] =
        "agents are being ticked: leaf functions and hooks may only read of single "
        "agents, so call it behind the tick (if none is under way, one never "
        "ended, since a leaf function jumped out of it: the population is lost)",
    [POPULATION_CHANGES] =
        "another call is changing or saving the population, and this one comes out of it: call it "
        "behind that (if none is under way, a function of the host jumped out of one: the "
        "population is lost)",
    [POPULATION_WORKS] = "threads are at work for gestalt_population_run: call it behind that",
};

// Return the reason why a call that belongs in a tick is wrong between two ticks.
static const char *resting_text(population_calls calls)
{
    return calls == CALLS_TICKING ? "no tick has begun: gestalt_population_begin"
                                  : "no agent is ticked step by step: gestalt_actor_step_begin";
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
