// SPDX-License-Identifier: MIT
#include "report.h"

#include "footprint.h"
#include "image.h"
#include "number.h"
#include "states_text.h"

#include <gestalt/calls.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { LANES = 64, LABEL_WIDTH = 23 };

// ---- words

static const char *verdict_text(const input *in)
{
    switch (in->result) {
    case GESTALT_OK: return "fine";
    case GESTALT_REJECTED:
    case GESTALT_BAD_FILE: return "rejected";
    case GESTALT_IO: return "unreadable";
    case GESTALT_LIMIT:
    case GESTALT_NO_MEMORY: return "over a limit";
    case GESTALT_BAD_ARGUMENT: return "not compiled";
    case GESTALT_STALE:
    case GESTALT_MISUSE:
    case GESTALT_INTERRUPTED: break;
    }
    return "a bug in gestalt";
}

static void put_count(text_out *out, uint64_t count, const char *noun)
{
    text_print(out, "%" PRIu64 " %s%s", count, noun, text_plural(count, "", "s"));
}

// Print a number with at most two decimals, without trailing zeros.
static void put_bytes(text_out *out, double bytes)
{
    char text[64];
    int size = snprintf(text, sizeof text, "%.2f", bytes);
    while (text[size - 1] == '0')
        size--;
    if (text[size - 1] == '.')
        size--;
    text_write(out, text, (size_t)size);
}

static void put_verdict(text_out *out, const input *in)
{
    const char *name = cli_input_name(in->path);
    uint32_t errors = input_errors(in), warnings = input_warnings(in);
    text_style(out, COLOR_BOLD);
    text_escaped(out, name, strlen(name));
    text_style(out, COLOR_OFF);
    text_put(out, ": ");
    text_style(out, in->result == GESTALT_OK ? COLOR_VALUE : COLOR_ERROR);
    text_put(out, verdict_text(in));
    text_style(out, COLOR_OFF);
    if (errors > 0) {
        text_put(out, ", ");
        put_count(out, errors, "error");
    }
    if (warnings > 0) {
        text_put(out, ", ");
        put_count(out, warnings, "warning");
    }
}

static void put_part(text_out *out, const input *in)
{
    if (in->part)
        text_print(out, ": %s, so it can only be included", in->part);
}

static void put_visits(text_out *out, uint64_t bound)
{
    if (bound == UINT64_MAX)
        text_put(out, "more than 2^64 leaf visits");
    else
        put_count(out, bound, "leaf visit");
}

// Return whether there is a result to show. If memory ran out, the text fails.
static bool has_result(text_out *out, gestalt_result result)
{
    if (result == GESTALT_NO_MEMORY)
        text_fail_memory(out);
    return result == GESTALT_OK;
}

static bool find_footprint(text_out *out, const gestalt_shape *shape, uint32_t lanes,
                           footprint *bytes)
{
    return has_result(out, footprint_of(shape, lanes, bytes));
}

// ---- a line

void report_line(text_out *out, const input *in)
{
    put_verdict(out, in);
    put_part(out, in);
    if (in->shape) {
        const gestalt_specification *s = gestalt_shape_specification(in->shape);
        text_put(out, ": ");
        put_count(out, s->node_count, "node");
        text_put(out, ", ");
        put_count(out, s->item_count, "item");
        text_put(out, ", ");
        footprint bytes;
        if (find_footprint(out, in->shape, LANES, &bytes)) {
            put_bytes(out, bytes.engine);
            text_put(out, " + ");
            put_bytes(out, bytes.blackboard);
            text_put(out, " bytes per agent, ");
        }
        text_print(out, "guard depth %" PRIu32 ", ", s->guard_depth);
        put_visits(out, s->visit_bound);
    }
    text_put(out, "\n");
}

// ---- a block

static void put_label(text_out *out, const char *label)
{
    text_put(out, "  ");
    text_style(out, COLOR_DIM);
    text_put(out, label);
    text_style(out, COLOR_OFF);
    size_t size = strlen(label);
    text_fill(out, ' ', size < LABEL_WIDTH ? LABEL_WIDTH - size : 1);
}

// Every member of the specification, by name, for -v and JSON.
static const struct {
    const char *name;
    size_t offset;
} members[] = {
#define MEMBER(name)                                                                               \
    {                                                                                              \
#name, offsetof(gestalt_specification, name)                                               \
    }
    MEMBER(item_count),          MEMBER(tree_end),          MEMBER(node_count),
    MEMBER(number_columns),      MEMBER(bool_columns),      MEMBER(shared_number_columns),
    MEMBER(shared_bool_columns), MEMBER(live_capacity),     MEMBER(live_item_count),
    MEMBER(bit_slots),           MEMBER(word_slots),        MEMBER(long_slots),
    MEMBER(persistent_statuses), MEMBER(named_persistents), MEMBER(persistent_times),
    MEMBER(undo_capacity),       MEMBER(guard_depth),       MEMBER(number_depth),
    MEMBER(bool_depth),          MEMBER(shuffle_capacity),  MEMBER(draws),
    MEMBER(host_count),
#undef MEMBER
};
enum { MEMBER_COUNT = sizeof members / sizeof *members };
_Static_assert(MEMBER_COUNT * sizeof(uint32_t) + sizeof(uint64_t) == sizeof(gestalt_specification),
               "every member of the specification is listed, but for visit_bound");

static uint32_t member_value(const gestalt_specification *s, size_t member)
{
    uint32_t value;
    memcpy(&value, (const char *)s + members[member].offset, sizeof value);
    return value;
}

static void put_bytes_row(text_out *out, const char *label, double cohort, double alone)
{
    put_label(out, label);
    put_bytes(out, cohort);
    text_put(out, " in a full cohort, ");
    put_bytes(out, alone);
    text_put(out, " alone\n");
}

// Print the number of deferred actions that can be live at a time, and the memory for them in each
// agent.
static void put_launches_row(text_out *out, const footprint *f)
{
    put_label(out, "launches");
    if (f->deferred_count == 0) {
        text_put(out, "none\n");
        return;
    }
    text_print(out, "at most %" PRIu32 " at a time, of ", f->launch_count);
    put_count(out, f->deferred_count, "node");
    text_put(out, ", ");
    put_bytes(out, f->launches);
    text_put(out, " of the bytes\n");
}

// What the lists of an agent take. Shared lists are not part of agents.
typedef struct list_needs {
    uint32_t count;
    size_t live;  // bytes in the blackboard, for all elements that the lists can have
    size_t empty; // bytes in actors and snapshots when all lists are empty
} list_needs;

static list_needs needs_of_lists(const gestalt_shape *shape)
{
    list_needs needs = {0};
    for (uint32_t i = 0; i < gestalt_shape_key_count(shape); i++) {
        gestalt_shape_key key = gestalt_shape_key_at(shape, i);
        if (key.capacity == 0 || key.shared)
            continue;
        needs.count++;
        needs.live += 4 * (1 + (size_t)key.capacity * key_width(key.type));
        needs.empty += 4;
    }
    return needs;
}

static void put_lists_row(text_out *out, const gestalt_shape *shape)
{
    list_needs needs = needs_of_lists(shape);
    if (needs.count == 0)
        return;
    put_label(out, "lists");
    text_print(out,
               "%" PRIu32 ", %zu of the blackboard's bytes; in actors and snapshots %zu bytes and "
               "their elements\n",
               needs.count, needs.live, needs.empty);
}

static void put_bytes_rows(text_out *out, const gestalt_shape *shape)
{
    footprint cohort, alone;
    if (!find_footprint(out, shape, LANES, &cohort) || !find_footprint(out, shape, 1, &alone))
        return;
    put_bytes_row(out, "bytes per agent", cohort.engine, alone.engine);
    put_bytes_row(out, "and its blackboard", cohort.blackboard, alone.blackboard);
    put_lists_row(out, shape);
    put_launches_row(out, &cohort);
}

// Find the memory that ticks need besides agents, in cohorts of 64 and for a lone agent. Returns
// false if memory runs out or a cohort would be too large.
static bool find_needs(text_out *out, const gestalt_shape *shape, gestalt_needs *cohort,
                       gestalt_needs *alone)
{
    return has_result(out, gestalt_shape_needs(shape, NULL, LANES, cohort, NULL)) &&
           has_result(out, gestalt_shape_needs(shape, NULL, 1, alone, NULL));
}

static void put_needs_rows(text_out *out, const gestalt_shape *shape)
{
    gestalt_needs cohort, alone;
    if (!find_needs(out, shape, &cohort, &alone))
        return;
    put_label(out, "linked stream");
    text_print(out, "%zu bytes for cohorts, %zu for agents alone\n", cohort.linked_size,
               alone.linked_size);
    put_label(out, "scratch of a thread");
    text_print(out, "%zu bytes for cohorts, %zu for agents alone\n", cohort.scratch_size,
               alone.scratch_size);
    put_label(out, "native stack");
    text_print(out, "at most %zu bytes, without that of host functions\n", cohort.stack_size);
}

static void put_rows(text_out *out, const gestalt_shape *shape)
{
    const gestalt_specification *s = gestalt_shape_specification(shape);
    const char *name = gestalt_shape_name(shape);
    size_t size;
    gestalt_shape_image(shape, &size);
    put_label(out, "name");
    text_escaped(out, name, strlen(name));
    text_put(out, "\n");
    put_label(out, "nodes");
    text_print(out, "%" PRIu32 "\n", s->node_count);
    put_label(out, "items");
    text_print(out, "%" PRIu32 "\n", s->item_count);
    put_label(out, "image");
    put_count(out, size, "byte");
    text_put(out, "\n");
    put_bytes_rows(out, shape);
    put_label(out, "guard depth");
    text_print(out, "%" PRIu32 "\n", s->guard_depth);
    put_label(out, "live states");
    text_print(out, "at most %" PRIu32 ", of ", s->live_capacity);
    put_count(out, s->live_item_count, "item");
    text_put(out, "\n");
    put_label(out, "value slots");
    put_count(out, s->bit_slots, "bit");
    text_put(out, ", ");
    put_count(out, s->word_slots, "word");
    text_put(out, ", ");
    put_count(out, s->long_slots, "long");
    text_put(out, "\n");
    put_label(out, "persistent values");
    text_print(out, "%" PRIu32 " status%s, ", s->persistent_statuses,
               text_plural(s->persistent_statuses, "", "es"));
    put_count(out, s->persistent_times, "time");
    text_put(out, "\n");
    put_label(out, "host functions");
    text_print(out, "%" PRIu32 "\n", s->host_count);
    put_label(out, "a tick");
    text_put(out, "at most ");
    put_visits(out, s->visit_bound);
    text_put(out, s->draws ? ", draws random numbers\n" : "\n");
    put_needs_rows(out, shape);
}

static void put_states_row(text_out *out, const char *label, const gestalt_states_choice *states)
{
    put_label(out, label);
    states_put_why(out, states);
    text_put(out, "\n");
}

static void put_states_rows(text_out *out, const gestalt_shape *shape)
{
    footprint cohort, alone;
    if (!find_footprint(out, shape, LANES, &cohort) || !find_footprint(out, shape, 1, &alone))
        return;
    put_label(out, "sleep");
    if (cohort.sleep > 0) {
        put_bytes(out, cohort.sleep);
        text_put(out, " of the bytes in a full cohort, ");
        put_bytes(out, alone.sleep);
        text_put(out, " alone\n");
    } else {
        text_put(out, "agents of this tree never sleep\n");
    }
    put_states_row(out, "states in cohorts", &cohort.states);
    put_states_row(out, "states alone", &alone.states);
}

void report_specification(text_out *out, const gestalt_shape *shape, bool verbose)
{
    put_rows(out, shape);
    if (verbose)
        put_states_rows(out, shape);
    for (size_t i = 0; verbose && i < MEMBER_COUNT; i++) {
        put_label(out, members[i].name);
        text_print(out, "%" PRIu32 "\n", member_value(gestalt_shape_specification(shape), i));
    }
}

void report_block(text_out *out, const input *in, bool verbose)
{
    put_verdict(out, in);
    put_part(out, in);
    text_put(out, "\n");
    if (in->shape)
        report_specification(out, in->shape, verbose);
}

// ---- JSON

static void put_member_text(text_out *out, const char *key, const char *value)
{
    text_print(out, "\"%s\": ", key);
    text_json(out, value, strlen(value));
}

static void put_member_number(text_out *out, const char *key, double value)
{
    char text[NUMBER_TEXT_SIZE];
    text_print(out, "\"%s\": ", key);
    text_write(out, text, number_print_double(text, value));
}

static void put_bytes_per_agent(text_out *out, const gestalt_shape *shape)
{
    footprint cohort, alone;
    text_put(out, "\"bytes_per_agent\": ");
    if (!find_footprint(out, shape, LANES, &cohort) || !find_footprint(out, shape, 1, &alone)) {
        text_put(out, "null");
        return;
    }
    text_put(out, "{");
    put_member_number(out, "cohort", cohort.engine);
    text_put(out, ", ");
    put_member_number(out, "alone", alone.engine);
    text_put(out, ", ");
    put_member_number(out, "blackboard_cohort", cohort.blackboard);
    text_put(out, ", ");
    put_member_number(out, "blackboard_alone", alone.blackboard);
    text_put(out, ", ");
    put_member_number(out, "sleep_cohort", cohort.sleep);
    text_put(out, ", ");
    put_member_number(out, "sleep_alone", alone.sleep);
    text_put(out, "}, \"states\": {\"cohort\": ");
    states_put_json(out, &cohort.states);
    text_put(out, ", \"alone\": ");
    states_put_json(out, &alone.states);
    text_put(out, "}");
}

static void put_launches(text_out *out, const gestalt_shape *shape)
{
    footprint f;
    text_put(out, ", \"launches\": ");
    if (!find_footprint(out, shape, LANES, &f)) {
        text_put(out, "null");
        return;
    }
    text_print(out, "{\"most\": %" PRIu32 ", \"nodes\": %" PRIu32 ", ", f.launch_count,
               f.deferred_count);
    put_member_number(out, "bytes", f.launches);
    text_put(out, "}");
}

static void put_lists(text_out *out, const gestalt_shape *shape)
{
    list_needs needs = needs_of_lists(shape);
    text_print(out, ", \"lists\": {\"count\": %" PRIu32 ", \"bytes\": %zu, \"empty\": %zu}",
               needs.count, needs.live, needs.empty);
}

static void put_needs(text_out *out, const gestalt_shape *shape)
{
    gestalt_needs cohort, alone;
    text_put(out, ", \"needs\": ");
    if (find_needs(out, shape, &cohort, &alone))
        text_print(out,
                   "{\"guards\": %" PRIu32 ", \"linked_cohort\": %zu, \"linked_alone\": %zu, "
                   "\"scratch_cohort\": %zu, \"scratch_alone\": %zu, \"stack\": %zu}",
                   cohort.guards, cohort.linked_size, alone.linked_size, cohort.scratch_size,
                   alone.scratch_size, cohort.stack_size);
    else
        text_put(out, "null");
}

static void put_shape(text_out *out, const gestalt_shape *shape)
{
    const gestalt_specification *s = gestalt_shape_specification(shape);
    size_t size;
    gestalt_shape_image(shape, &size);
    text_put(out, ", ");
    put_member_text(out, "name", gestalt_shape_name(shape));
    text_print(out, ", \"bytes\": %zu, ", size);
    put_bytes_per_agent(out, shape);
    put_lists(out, shape);
    put_launches(out, shape);
    put_needs(out, shape);
    text_put(out, ", \"specification\": {");
    for (size_t i = 0; i < MEMBER_COUNT; i++)
        text_print(out, "\"%s\": %" PRIu32 ", ", members[i].name, member_value(s, i));
    if (s->visit_bound == UINT64_MAX)
        text_put(out, "\"visit_bound\": null}");
    else
        text_print(out, "\"visit_bound\": %" PRIu64 "}", s->visit_bound);
}

// Diagnostics are written as one object per line; this makes them the elements of an array.
typedef struct line_joiner {
    text_out *out;
    bool pending; // a line has ended, and the next element needs a comma
} line_joiner;

static bool join_lines(void *user, const char *text, size_t size)
{
    line_joiner *joiner = user;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t part = end ? (size_t)(end - text) - at : size - at;
        if (part > 0 && joiner->pending) {
            text_put(joiner->out, ",");
            joiner->pending = false;
        }
        text_write(joiner->out, text + at, part);
        joiner->pending = joiner->pending || end;
        at += part + (end != NULL);
    }
    return true;
}

static void put_diagnostics(text_out *out, gestalt_diagnostics *const *list, uint32_t count)
{
    text_put(out, ", \"diagnostics\": [");
    line_joiner joiner = {.out = out};
    for (uint32_t i = 0; i < count; i++)
        gestalt_diagnostics_write(list[i], GESTALT_DIAGNOSTICS_JSON, false,
                                  (gestalt_writer){join_lines, &joiner});
    text_put(out, "]");
}

static void put_reads(text_out *out, const read_list *reads)
{
    text_put(out, ", \"reads\": [");
    for (const char *path = NULL; (path = read_list_next(reads, path));) {
        text_put(out, path == read_list_next(reads, NULL) ? "" : ", ");
        text_json(out, path, strlen(path));
    }
    text_put(out, "]");
}

static void put_output(text_out *out, const report_output *made)
{
    if (made->path) {
        text_put(out, ", ");
        put_member_text(out, "image", made->path);
        text_print(out, ", \"changed\": %s", made->is_changed ? "true" : "false");
    }
    put_reads(out, made->reads);
}

static void put_input(text_out *out, const input *in, const report_output *made)
{
    text_put(out, "{");
    put_member_text(out, "file", in->path);
    text_print(out, ", \"kind\": \"%s\", ", in->is_image ? "image" : "document");
    put_member_text(out, "verdict", verdict_text(in));
    text_print(out, ", \"errors\": %" PRIu32 ", \"warnings\": %" PRIu32, input_errors(in),
               input_warnings(in));
    if (in->part)
        text_put(out, ", \"include_only\": true");
    if (in->result != GESTALT_OK && input_errors(in) == 0) {
        text_put(out, ", ");
        put_member_text(out, "error",
                        in->error.message[0] ? in->error.message : gestalt_result_text(in->result));
        text_print(out, ", \"offset\": %" PRIu64, in->error.offset);
    }
    if (made)
        put_output(out, made);
    put_diagnostics(out, &in->diagnostics, in->diagnostics != NULL);
    if (in->shape)
        put_shape(out, in->shape);
    text_put(out, "}");
}

void report_list_start(report_list *list, text_out *out)
{
    list->any = false;
    json_layout_start(&list->layout, out);
    text_start(&list->json, json_layout_writer(&list->layout), false);
    text_put(&list->json, "{\"results\": [");
}

void report_list_add(report_list *list, const input *in, const report_output *made)
{
    text_put(&list->json, list->any ? "," : "");
    list->any = true;
    put_input(&list->json, in, made);
}

void report_list_add_scene(report_list *list, const scene_input *in)
{
    text_out *out = &list->json;
    bool is_fine = in->result == GESTALT_OK;
    text_put(out, list->any ? ",{" : "{");
    list->any = true;
    put_member_text(out, "file", in->path);
    text_print(out,
               ", \"kind\": \"scene\", \"verdict\": \"%s\", \"errors\": %" PRIu32
               ", \"warnings\": %" PRIu32,
               is_fine                    ? "fine"
               : in->result == GESTALT_IO ? "unreadable"
                                          : "rejected",
               in->errors, in->warnings);
    put_diagnostics(out, in->found.list, in->found.count);
    if (is_fine) {
        gestalt_scene_facts scene = gestalt_scene_tell(in->scene);
        text_print(out, ", \"groups\": %" PRIu32 ", \"agents\": %" PRIu64, scene.group_count,
                   scene.agent_count);
    }
    text_put(out, "}");
}

void report_list_finish(report_list *list)
{
    text_put(&list->json, "]}");
    text_finish_into(&list->json, list->layout.out);
    json_layout_finish(&list->layout);
}

// ---- totals

void report_count(report_totals *totals, const input *in)
{
    totals->files++;
    totals->fine += in->result == GESTALT_OK;
    totals->parts += in->result == GESTALT_OK && in->part;
    totals->errors += input_errors(in);
    totals->warnings += input_warnings(in);
}

void report_totals_line(text_out *out, const report_totals *totals)
{
    put_count(out, totals->files, "file");
    text_print(out, ": %" PRIu32 " fine", totals->fine);
    if (totals->parts > 0)
        text_print(out, " (%" PRIu32 " of them can only be included)", totals->parts);
    text_print(out, ", %" PRIu32 " not; ", totals->files - totals->fine);
    put_count(out, totals->errors, "error");
    text_put(out, ", ");
    put_count(out, totals->warnings, "warning");
    text_put(out, "\n");
}
