// SPDX-License-Identifier: MIT
#include "world_report.h"

#include "aggregate.h"
#include "hash.h"
#include "world_columns.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CHANNELS = SCENE_SOURCES * 3, NAME_SIZE = 300 };

// ---- values of agents

static uint32_t source_width(const scene_source *s)
{
    return s->type == GESTALT_VEC3 ? 3 : s->type == GESTALT_VEC2 ? 2 : 1;
}

static uint32_t channels_of(const scene_aggregate *a)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->source_count; i++)
        count += source_width(&a->sources[i]);
    return count;
}

bool world_report_start(world *w)
{
    const scene_aggregates *all = &w->scene->reporting.aggregates;
    uint32_t most = 0;
    if (all->count == 0)
        return true;
    for (uint32_t i = 0; i < all->count; i++)
        most = channels_of(&all->list[i]) > most ? channels_of(&all->list[i]) : most;
    w->measured.report_bits = world_column(w, most * sizeof *w->measured.report_bits);
    w->measured.report_values = world_column(w, sizeof *w->measured.report_values);
    return w->measured.report_bits && w->measured.report_values;
}

// Read a blackboard key of a group's agents, one channel per component.
static void read_key(const world *w, uint32_t group, const scene_source *s, uint32_t *bits)
{
    static const gestalt_record_type types[] = {[GESTALT_BOOL] = GESTALT_RECORD_BOOL,
                                                [GESTALT_INT] = GESTALT_RECORD_INT,
                                                [GESTALT_FLOAT] = GESTALT_RECORD_FLOAT,
                                                [GESTALT_VEC2] = GESTALT_RECORD_FLOAT,
                                                [GESTALT_VEC3] = GESTALT_RECORD_FLOAT};
    for (uint32_t i = 0; i < source_width(s); i++) {
        char name[NAME_SIZE];
        bool is_vector = source_width(s) > 1;
        snprintf(name, sizeof name, is_vector ? "%s.%c" : "%s", s->name, "xyz"[i]);
        world_recorded column = {.as.type = types[s->type], .key = name};
        world_column_of_group(w, group, &column, bits + (size_t)i * w->capacity);
    }
}

static float world_value(const world *w, const scene_source *s, uint32_t index, uint32_t component)
{
    const vectors *from = s->kind == SOURCE_POSITION   ? &w->all.position
                          : s->kind == SOURCE_VELOCITY ? &w->all.velocity
                                                       : &w->all.heading;
    if (s->kind == SOURCE_SPEED)
        return vector_length(vectors_get(&w->all.velocity, index));
    if (s->kind == SOURCE_MAX_SPEED)
        return w->all.max_speed[index];
    return component < STEER_DIMENSIONS ? from->at[component][index] : 0;
}

// Return the value of a part's column; without the part's state, agents have no number and no word.
static uint32_t column_bits(const world *w, const scene_source *s, uint32_t index)
{
    bool is_there = w->parts.states[s->part] != NULL;
    if (s->type == GESTALT_INT)
        return is_there ? s->column->word(w, index) : UINT32_MAX;
    float number = is_there ? s->column->number(w, index) : NAN;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

// ---- evaluating an expression for each agent

typedef struct report_job {
    const scene_aggregate *of;
} report_job;

static void set_component(gestalt_value *v, uint32_t component, uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    if (v->type == GESTALT_BOOL)
        v->boolean = bits != 0;
    else if (v->type == GESTALT_INT)
        memcpy(&v->integer, &bits, sizeof bits);
    else if (v->type == GESTALT_FLOAT)
        v->number = number;
    else
        v->vector[component] = number;
}

static void gather_values(const world *w, const scene_aggregate *a, uint32_t index,
                          gestalt_value *values)
{
    uint32_t channel = 0;
    for (uint32_t i = 0; i < a->source_count; i++) {
        const scene_source *s = &a->sources[i];
        values[i].type = s->type;
        for (uint32_t c = 0; c < source_width(s); c++, channel++) {
            uint32_t bits = w->measured.report_bits[(size_t)channel * w->capacity + index];
            float number;
            if (s->kind == SOURCE_COLUMN) {
                bits = column_bits(w, s, index);
            } else if (s->kind != SOURCE_KEY) {
                number = world_value(w, s, index, c);
                memcpy(&bits, &number, sizeof bits);
            }
            set_component(&values[i], c, bits);
        }
    }
}

static double report_number(const gestalt_value *v)
{
    return v->type == GESTALT_FLOAT ? (double)v->number
           : v->type == GESTALT_INT ? (double)v->integer
                                    : (double)v->boolean;
}

static gestalt_expression_moment moment_of(const world *w)
{
    return (gestalt_expression_moment){
        .time = (float)((double)w->step * (double)w->scene->space.dt / 1e6),
        .dt = w->dt,
        .tick = (int32_t)(uint32_t)w->step};
}

static void report_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    const report_job *job = user;
    gestalt_value values[SCENE_SOURCES];
    gestalt_expression_moment moment = moment_of(w);
    for (uint32_t i = begin; i < end; i++) {
        uint64_t parts[3] = {w->all.id[i], w->step, w->seed};
        uint64_t random = hash_bytes(parts, sizeof parts);
        moment.agent = (int32_t)(uint32_t)w->all.id[i];
        moment.random = &random;
        gather_values(w, job->of, i, values);
        gestalt_value v = gestalt_expression_compute(job->of->of, values, &moment);
        w->measured.report_values[i] = report_number(&v);
    }
}

// ---- aggregates

static double world_aggregate(world *w, const scene_aggregate *a)
{
    const world_group *group = &w->groups[a->group];
    uint32_t count = group->end - group->begin, channel = 0;
    report_job job = {a};
    if (!a->of)
        return (double)world_total(w, count);
    for (uint32_t i = 0; i < a->source_count; i++) {
        if (a->sources[i].kind == SOURCE_KEY)
            read_key(w, a->group, &a->sources[i],
                     w->measured.report_bits + (size_t)channel * w->capacity);
        channel += source_width(&a->sources[i]);
    }
    world_parallel(w, group->begin, group->end, report_range, &job);
    return aggregate_values(a, w->measured.report_values + group->begin, count, world_share(w));
}

// ---- formulas

static double world_formula(world *w, const scene_formula *f, const double *reports)
{
    gestalt_value values[SCENE_AGGREGATES + SCENE_REPORTS];
    gestalt_expression_moment moment = moment_of(w);
    if (f->lone != UINT32_MAX)
        return world_aggregate(w, &w->scene->reporting.aggregates.list[f->lone]);
    for (uint32_t i = 0; i < gestalt_expression_used_count(f->compute); i++) {
        uint32_t number = gestalt_expression_used(f->compute, i);
        bool is_report = number >= SCENE_AGGREGATES;
        const scene_aggregate *a = &w->scene->reporting.aggregates.list[is_report ? 0 : number];
        const scene_report *r = w->scene->reporting.reports.list;
        double value = is_report ? reports[number - SCENE_AGGREGATES] : world_aggregate(w, a);
        gestalt_type type =
            is_report ? gestalt_expression_type(r[number - SCENE_AGGREGATES].formula.compute)
            : a->how == AGGREGATE_COUNT ? GESTALT_INT
                                        : GESTALT_FLOAT;
        values[i] = (gestalt_value){.type = type};
        if (type == GESTALT_FLOAT)
            values[i].number = (float)value;
        else if (type == GESTALT_INT)
            values[i].integer = (int32_t)value;
        else
            values[i].boolean = value != 0;
    }
    gestalt_value v = gestalt_expression_compute(f->compute, values, &moment);
    return report_number(&v);
}

// Mark the reports that a formula uses.
static void note_used(const scene_formula *f, bool *used)
{
    for (uint32_t i = 0; i < gestalt_expression_used_count(f->compute); i++) {
        uint32_t number = gestalt_expression_used(f->compute, i);
        if (number >= SCENE_AGGREGATES)
            used[number - SCENE_AGGREGATES] = true;
    }
}

// Evaluate the marked reports, and the reports that they use. Reports use only earlier ones.
static void compute_used(world *w, bool *used, double *values)
{
    const scene_report *reports = w->scene->reporting.reports.list;
    for (uint32_t i = w->scene->reporting.reports.count; i-- > 0;)
        if (used[i])
            note_used(&reports[i].formula, used);
    for (uint32_t i = 0; i < w->scene->reporting.reports.count; i++)
        if (used[i])
            values[i] = world_formula(w, &reports[i].formula, values);
}

double world_report(world *w, uint32_t report)
{
    bool used[SCENE_REPORTS] = {false};
    double values[SCENE_REPORTS] = {0};
    used[report] = true;
    compute_used(w, used, values);
    return values[report];
}

bool world_is_done(world *w)
{
    bool used[SCENE_REPORTS] = {false};
    double values[SCENE_REPORTS] = {0};
    const scene_formula *until = &w->scene->reporting.until;
    const scene_report *reports = w->scene->reporting.reports.list;
    if (!until->compute)
        return false;
    note_used(until, used);
    for (uint32_t i = 0; i < w->scene->reporting.reports.count; i++)
        if (used[i] && reports[i].every > 0 && w->step % reports[i].every != 0)
            return false;
    compute_used(w, used, values);
    return world_formula(w, until, values) != 0;
}
