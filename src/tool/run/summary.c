// SPDX-License-Identifier: MIT
#include "summary.h"

#include "number.h"
#include "progress.h"
#include "states_text.h"

#include <inttypes.h>
#include <string.h>

enum { LABEL_WIDTH = 13 };

typedef struct figures {
    uint64_t agents, ticks;
    uint64_t roots[3]; // number of roots by status
    double live;       // live states per agent
    double time;       // nanoseconds per agent and tick
    double rate;       // agents times ticks, per second
    double bytes, blackboard_bytes;
} figures;

static double summary_per(double value, double count)
{
    return count > 0 ? value / count : 0;
}

// Add up what the agents of all ranks are doing, and the bytes that they take.
static void count_agents(figures *f, const run *r)
{
    const gestalt_population *p = r->agents.population;
    size_t blackboards;
    size_t bytes = gestalt_population_bytes(p, &blackboards);
    enum { BYTES = 3, BLACKBOARDS, LIVE, COUNTS };
    uint64_t counts[COUNTS] = {
        [BYTES] = bytes, [BLACKBOARDS] = blackboards, [LIVE] = gestalt_population_live_count(p)};
    for (uint64_t agent = gestalt_population_next(p, 0); agent != UINT64_MAX;
         agent = gestalt_population_next(p, agent + 1))
        counts[gestalt_population_status(p, agent)]++;
    team_sum(counts, COUNTS);
    memcpy(f->roots, counts, sizeof f->roots);
    f->live = summary_per((double)counts[LIVE], (double)f->agents);
    f->bytes = summary_per((double)counts[BYTES], (double)f->agents);
    f->blackboard_bytes = summary_per((double)counts[BLACKBOARDS], (double)f->agents);
}

static figures summary_count(const summary *s)
{
    figures f = {.agents = team_count(&s->run->agents),
                 .ticks = run_ticks(s->run) - s->run->first_tick};
    double work = (double)s->updates, time = s->nanoseconds;
    team_most(&time, 1);
    count_agents(&f, s->run);
    f.time = summary_per(time, work);
    f.rate = summary_per(work, time * 1e-9);
    return f;
}

static void put_seconds(text_out *out, int64_t microseconds)
{
    char text[NUMBER_TEXT_SIZE];
    text_write(out, text, number_print_seconds(text, microseconds));
}

static int64_t summary_duration(const figures *f, const summary *s)
{
    return (int64_t)f->ticks * s->run->dt;
}

// ---- for people

static void put_label(text_out *out, const char *label)
{
    text_put(out, "  ");
    text_style(out, COLOR_DIM);
    text_put(out, label);
    text_style(out, COLOR_OFF);
    text_fill(out, ' ', LABEL_WIDTH - strlen(label));
}

static void put_head(text_out *out, const summary *s, const figures *f)
{
    const char *name = gestalt_shape_name(run_shape(s->run, 0));
    text_style(out, COLOR_BOLD);
    text_escaped(out, name, strlen(name));
    text_style(out, COLOR_OFF);
    text_print(out, ": %" PRIu64 " agent%s, %" PRIu64 " tick%s, ", f->agents,
               text_plural(f->agents, "", "s"), f->ticks, text_plural(f->ticks, "", "s"));
    put_seconds(out, summary_duration(f, s));
    text_put(out, " s");
    if (s->run->first_tick)
        text_print(out, ", from tick %" PRIu64 " on", s->run->first_tick);
    text_put(out, "\n");
}

static void put_text(text_out *out, const summary *s, const figures *f)
{
    put_head(out, s, f);
    put_label(out, "roots");
    text_print(out, "%" PRIu64 " success, %" PRIu64 " failure, %" PRIu64 " running\n",
               f->roots[GESTALT_SUCCESS], f->roots[GESTALT_FAILURE], f->roots[GESTALT_RUNNING]);
    put_label(out, "live states");
    text_print(out, "%.2f per agent\n", f->live);
    put_label(out, "time");
    text_print(out, "%.3g ns per agent-tick, ", f->time);
    progress_put_rate(out, f->rate);
    text_put(out, " agent-ticks/s\n");
    put_label(out, "memory");
    text_print(out, "%.1f bytes per agent, %.1f of them blackboard\n", f->bytes,
               f->blackboard_bytes);
}

// ---- for tools

static void put_number(text_out *out, const char *key, double value)
{
    char text[NUMBER_TEXT_SIZE];
    text_print(out, ", \"%s\": ", key);
    text_write(out, text, number_print_double(text, value));
}

static void put_members(text_out *out, const summary *s, const figures *f)
{
    const char *name = gestalt_shape_name(run_shape(s->run, 0));
    text_put(out, "{\"name\": ");
    text_json(out, name, strlen(name));
    text_print(out,
               ", \"agents\": %" PRIu64 ", \"first_tick\": %" PRIu64 ", \"ticks\": %" PRIu64
               ", \"seconds\": ",
               f->agents, s->run->first_tick, f->ticks);
    put_seconds(out, summary_duration(f, s));
    text_print(out,
               ", \"roots\": {\"success\": %" PRIu64 ", \"failure\": %" PRIu64
               ", \"running\": %" PRIu64 "}",
               f->roots[GESTALT_SUCCESS], f->roots[GESTALT_FAILURE], f->roots[GESTALT_RUNNING]);
    if (s->run->version) {
        text_put(out, ", \"edits\": ");
        run_write_edits(out, s->run);
    }
    gestalt_states_choice states;
    if (gestalt_population_states(s->run->agents.population, 0, &states, NULL) == GESTALT_OK) {
        text_put(out, ", \"states\": ");
        states_put_json(out, &states);
    }
    put_number(out, "live_states_per_agent", f->live);
    put_number(out, "nanoseconds_per_agent_tick", f->time);
    put_number(out, "agent_ticks_per_second", f->rate);
    put_number(out, "bytes_per_agent", f->bytes);
    put_number(out, "blackboard_bytes_per_agent", f->blackboard_bytes);
    if (team_size() > 1)
        text_print(out, ", \"ranks\": %" PRIu32, team_size());
    if (s->has_hash)
        text_print(out, ", \"hash\": \"%016" PRIx64 "\"", s->hash);
    text_put(out, "}");
}

void summary_tree(text_out *out, const summary *s)
{
    figures f = summary_count(s);
    (s->is_json ? put_members : put_text)(out, s, &f);
}
