// SPDX-License-Identifier: MIT
// gestalt export: convert a recording to text.
#include "commands.h"
#include "export.h"
#include "json_layout.h"

#include <inttypes.h>
#include <string.h>

typedef struct exporter {
    recording recording;
    output out;
    export_form form;
    bool of_lights; // export traffic lights instead of agents
    bool of_nodes;  // export nodes instead of agents, from a recording of trees
    bool of_steps;  // export the steps of watched agents
    uint32_t columns[GESTALT_RECORD_COLUMNS_MAX];
    uint32_t column_count;
    uint64_t frame_count, first_step, last_step, agent_most;
    gestalt_record_next ending;
} exporter;

// ---- values

static void put_value(text_out *out, gestalt_record_type type, const void *values, uint64_t at,
                      bool is_json)
{
    const uint32_t word = ((const uint32_t *)values)[at];
    switch (type) {
    case GESTALT_RECORD_FLOAT: export_float(out, ((const float *)values)[at], is_json); break;
    case GESTALT_RECORD_INT: export_int(out, ((const int32_t *)values)[at]); break;
    case GESTALT_RECORD_BOOL: export_bool(out, word, is_json); break;
    case GESTALT_RECORD_NODE:
        if (word != GESTALT_NO_NODE)
            export_unsigned(out, word);
        else
            text_put(out, is_json ? "null" : "");
        break;
    }
}

static void put_column(text_out *out, const gestalt_record_column *c, const void *values,
                       uint64_t at, bool is_json)
{
    const uint32_t value = ((const uint32_t *)values)[at];
    const char *word = gestalt_record_word(c, value);
    if (word || (c->word_count > 0 && value == GESTALT_NO_WORD))
        export_word(out, word, is_json);
    else
        put_value(out, c->type, values, at, is_json);
}

// ---- CSV

static void csv_head(exporter *e)
{
    text_out *out = &e->out.text;
    if (e->of_lights) {
        text_put(out, "step,time,light,x,y,shows\n");
        return;
    }
    text_put(out, "step,time,agent,group");
    for (uint32_t i = 0; i < e->column_count; i++) {
        text_put(out, ",");
        output_csv_text(out, e->recording.description->columns[e->columns[i]].name);
    }
    text_put(out, "\n");
}

static void csv_line(exporter *e, uint64_t at)
{
    text_out *out = &e->out.text;
    const gestalt_record_frame *f = &e->recording.frame;
    const gestalt_record_description *d = e->recording.description;
    export_unsigned(out, f->step);
    text_put(out, ",");
    export_seconds(out, f->time);
    text_put(out, ",");
    export_unsigned(out, f->ids[at]);
    text_put(out, ",");
    output_csv_text(out, d->groups[f->groups[at]].name);
    for (uint32_t i = 0; i < e->column_count; i++) {
        uint32_t column = e->columns[i];
        text_put(out, ",");
        put_column(out, &d->columns[column], f->columns[column], at, false);
    }
    text_put(out, "\n");
}

// ---- JSON lines

static void json_line(exporter *e, uint64_t at)
{
    text_out *out = &e->out.text;
    const gestalt_record_frame *f = &e->recording.frame;
    const gestalt_record_description *d = e->recording.description;
    text_put(out, "{\"step\":");
    export_unsigned(out, f->step);
    text_put(out, ",\"time\":");
    export_seconds(out, f->time);
    text_put(out, ",\"agent\":");
    export_unsigned(out, f->ids[at]);
    text_put(out, ",\"group\":");
    export_json_text(out, d->groups[f->groups[at]].name);
    for (uint32_t i = 0; i < e->column_count; i++) {
        uint32_t column = e->columns[i];
        text_put(out, ",");
        export_json_text(out, d->columns[column].name);
        text_put(out, ":");
        put_column(out, &d->columns[column], f->columns[column], at, true);
    }
    text_put(out, "}\n");
}

// ---- lights

static const char *const light_words[] = {"off", "green", "yellow", "red"};

static void light_middle(const gestalt_record_geometry *g, uint32_t dimension, float middle[2])
{
    const float *last = g->points + (size_t)(g->point_count - 1) * dimension;
    for (int d = 0; d < 2; d++)
        middle[d] = (g->points[d] + last[d]) / 2;
}

static void light_line(exporter *e, uint32_t light, const gestalt_record_geometry *g)
{
    float at[2];
    text_out *out = &e->out.text;
    const gestalt_record_frame *f = &e->recording.frame;
    bool is_json = e->form == EXPORT_JSONL;
    light_middle(g, e->recording.description->dimension, at);
    text_put(out, is_json ? "{\"step\":" : "");
    export_unsigned(out, f->step);
    text_put(out, is_json ? ",\"time\":" : ",");
    export_seconds(out, f->time);
    text_put(out, is_json ? ",\"light\":" : ",");
    export_unsigned(out, light);
    text_put(out, is_json ? ",\"x\":" : ",");
    export_float(out, at[0], is_json);
    text_put(out, is_json ? ",\"y\":" : ",");
    export_float(out, at[1], is_json);
    text_put(out, is_json ? ",\"shows\":" : ",");
    export_word(out, light_words[f->lights[light]], is_json);
    text_put(out, is_json ? "}\n" : "\n");
}

static void write_lights(exporter *e)
{
    const gestalt_record_description *d = e->recording.description;
    for (uint32_t i = 0, light = 0; i < d->geometry_count && output_is_well(&e->out); i++)
        if (d->geometry[i].kind == GESTALT_RECORD_LIGHT)
            light_line(e, light++, &d->geometry[i]);
}

// ---- information about the recording

static void info_floats(text_out *out, const char *key, const float *numbers, uint32_t count)
{
    text_print(out, ",\"%s\":[", key);
    for (uint32_t i = 0; i < count; i++) {
        text_put(out, i ? "," : "");
        export_float(out, numbers[i], true);
    }
    text_put(out, "]");
}

static void info_names(text_out *out, const char *key, const char *const *names, uint32_t count)
{
    text_print(out, ",\"%s\":[", key);
    for (uint32_t i = 0; i < count; i++) {
        text_put(out, i ? "," : "");
        export_json_text(out, names[i]);
    }
    text_put(out, "]");
}

static void info_column(text_out *out, const gestalt_record_column *c)
{
    static const char *const types[] = {"float", "int", "bool", "node"};
    static const char *const codings[] = {"exact", "range", "cycle"};
    text_put(out, "{\"name\":");
    export_json_text(out, c->name);
    text_print(out, ",\"type\":\"%s\"", types[c->type]);
    if (c->unit && *c->unit) {
        text_put(out, ",\"unit\":");
        export_json_text(out, c->unit);
    }
    text_print(out, ",\"coding\":\"%s\"", codings[c->coding]);
    if (c->coding != GESTALT_RECORD_EXACT) {
        text_put(out, ",\"low\":");
        export_float(out, c->low, true);
        text_put(out, ",\"high\":");
        export_float(out, c->high, true);
    }
    if (c->word_count > 0)
        info_names(out, "words", c->words, c->word_count);
    text_put(out, "}");
}

static void info_look(text_out *out, uint32_t look)
{
    static const char *const shapes[GESTALT_RECORD_SHAPE_COUNT] = {
        "any", "circle", "square", "triangle", "car", "plane", "person"};
    static const char *const palette[] = {
#define PALETTE(name, ...) #name,
#include "palette.def"
#undef PALETTE
    };
    uint32_t shape = (look & ~GESTALT_RECORD_RGB) >> 24, color = look & 0xffffff;
    if (shape != GESTALT_RECORD_SHAPE_ANY)
        text_print(out, ",\"shape\":\"%s\"", shapes[shape]);
    if (look & GESTALT_RECORD_RGB)
        text_print(out, ",\"color\":\"#%06x\"", (unsigned)color);
    else if (color > 0)
        text_print(out, ",\"color\":\"%s\"", palette[color - 1]);
}

static void info_group(text_out *out, const gestalt_record_group *g)
{
    text_put(out, "{\"name\":");
    export_json_text(out, g->name);
    text_put(out, ",\"radius\":");
    export_float(out, g->radius, true);
    info_look(out, g->look);
    info_names(out, "nodes", g->nodes, g->node_count);
    text_put(out, "}");
}

static void info_geometry(text_out *out, const gestalt_record_geometry *g, uint32_t dimension)
{
    static const char *const kinds[] = {"",        "path", "loop",  "circle",
                                        "polygon", "edge", "place", "light"};
    text_print(out, "{\"kind\":\"%s\",\"name\":", kinds[g->kind]);
    export_json_text(out, g->name);
    text_put(out, ",\"radius\":");
    export_float(out, g->radius, true);
    info_floats(out, "points", g->points, g->point_count * dimension);
    text_put(out, "}");
}

static void info_lists(text_out *out, const gestalt_record_description *d)
{
    text_put(out, ",\"columns\":[");
    for (uint32_t i = 0; i < d->column_count; i++) {
        text_put(out, i ? "," : "");
        info_column(out, &d->columns[i]);
    }
    text_put(out, "],\"groups\":[");
    for (uint32_t i = 0; i < d->group_count; i++) {
        text_put(out, i ? "," : "");
        info_group(out, &d->groups[i]);
    }
    text_put(out, "],\"geometry\":[");
    for (uint32_t i = 0; i < d->geometry_count; i++) {
        text_put(out, i ? "," : "");
        info_geometry(out, &d->geometry[i], d->dimension);
    }
    text_put(out, "]");
}

static void info_frames(const exporter *e, text_out *out)
{
    text_print(out, ",\"complete\":%s,\"frames\":%" PRIu64,
               e->ending == GESTALT_RECORD_AT_END ? "true" : "false", e->frame_count);
    if (e->frame_count > 0)
        text_print(out, ",\"first_step\":%" PRIu64 ",\"last_step\":%" PRIu64 ",\"agents\":%" PRIu64,
                   e->first_step, e->last_step, e->agent_most);
}

static void write_info(exporter *e)
{
    const gestalt_record_description *d = e->recording.description;
    json_layout layout;
    text_out out;
    json_layout_start(&layout, &e->out.text);
    text_start(&out, json_layout_writer(&layout), false);
    text_put(&out, "{\"name\":");
    export_json_text(&out, d->name);
    text_print(&out, ",\"seed\":%" PRIu64 ",\"dt\":", d->seed);
    export_seconds(&out, d->dt);
    text_print(&out, ",\"every\":%u,\"every_agent\":%u", d->every, d->every_agent);
    info_frames(e, &out);
    info_floats(&out, "low", d->low, d->dimension);
    info_floats(&out, "high", d->high, d->dimension);
    text_put(&out, ",\"periodic\":[");
    for (uint32_t i = 0; i < d->dimension; i++)
        text_print(&out, "%s%s", i ? "," : "", d->periodic[i] ? "true" : "false");
    text_put(&out, "]");
    info_lists(&out, d);
    text_put(&out, "}");
    text_finish(&out);
    json_layout_finish(&layout);
}

// ---- the command

static exit_code choose_columns(exporter *e)
{
    const recording *r = &e->recording;
    const char *list = options_text(&r->c->options, OPTION_COLUMNS);
    if (!list) {
        for (; e->column_count < r->description->column_count; e->column_count++)
            e->columns[e->column_count] = e->column_count;
        return EXIT_FINE;
    }
    for (bool goes_on = true; goes_on;) {
        size_t size = strcspn(list, ",");
        if (e->column_count == GESTALT_RECORD_COLUMNS_MAX)
            return cli_usage(r->c, "--columns: there are more than %d", GESTALT_RECORD_COLUMNS_MAX);
        exit_code verdict =
            recording_find(r, OPTION_COLUMNS, list, size, &e->columns[e->column_count++]);
        if (verdict != EXIT_FINE)
            return verdict;
        goes_on = list[size] == ',';
        list += size + 1;
    }
    return EXIT_FINE;
}

static void write_frame(exporter *e)
{
    const gestalt_record_frame *f = &e->recording.frame;
    e->first_step = e->frame_count++ ? e->first_step : f->step;
    e->last_step = f->step;
    e->agent_most = f->count > e->agent_most ? f->count : e->agent_most;
    if (e->form == EXPORT_INFO)
        return;
    if (e->of_lights) {
        write_lights(e);
        return;
    }
    for (uint64_t i = 0; i < f->count && output_is_well(&e->out); i++)
        (e->form == EXPORT_CSV ? csv_line : json_line)(e, i);
}

static exit_code write_all(exporter *e)
{
    bool follows = options_flag(&e->recording.c->options, OPTION_FOLLOW);
    if (e->form == EXPORT_CSV)
        csv_head(e);
    while (output_is_well(&e->out)) {
        exit_code verdict = recording_next(&e->recording, &e->ending);
        if (verdict != EXIT_FINE)
            return verdict;
        if (e->ending == GESTALT_RECORD_HAS_FRAME)
            write_frame(e);
        else if (e->ending == GESTALT_RECORD_CUT && follows && recording_can_grow(&e->recording))
            export_wait(&e->out);
        else
            break;
    }
    if (e->form == EXPORT_INFO)
        write_info(e);
    return EXIT_FINE;
}

// Refuse options that are for the other kind of recording.
static exit_code check_sort(const exporter *e, cli *c)
{
    if (e->recording.trees && e->of_lights)
        return cli_usage(c, "--lights: trees have no lights");
    return EXIT_FINE;
}

static exit_code write_any(exporter *e)
{
    export_lines lines = e->of_nodes ? EXPORT_NODES : e->of_steps ? EXPORT_STEPS : EXPORT_AGENTS;
    return e->recording.trees ? export_trees(&e->recording, &e->out, e->form, lines) : write_all(e);
}

static exit_code export_run(exporter *e, cli *c)
{
    exit_code verdict =
        recording_open(&e->recording, c, c->options.operands[0], false,
                       e->of_nodes || e->of_steps || options_flag(&c->options, OPTION_TREES));
    e->recording.skims = e->form == EXPORT_INFO;
    if (verdict == EXIT_FINE)
        verdict = check_sort(e, c);
    if (verdict == EXIT_FINE && !e->recording.trees)
        verdict = choose_columns(e);
    if (verdict == EXIT_FINE)
        verdict = recording_check_output(&e->recording, options_text(&c->options, OPTION_OUTPUT));
    if (verdict != EXIT_FINE)
        return verdict;
    output_stream(&e->out, c, options_text(&c->options, OPTION_OUTPUT));
    verdict = output_end(&e->out, c, write_any(e));
    if (verdict == EXIT_FINE && !e->recording.trees && e->ending == GESTALT_RECORD_CUT)
        recording_tell_cut(&e->recording);
    return verdict;
}

// Refuse options that have no effect together with others.
static exit_code export_check(const exporter *e, cli *c)
{
    bool chooses = options_is_given(&c->options, OPTION_ONLY_AGENTS) ||
                   options_is_given(&c->options, OPTION_COLUMNS);
    if (e->form == EXPORT_INFO && (chooses || e->of_lights || e->of_nodes || e->of_steps))
        return cli_usage(c, "--agents, --columns, --lights, --nodes and --watched choose what is "
                            "written of frames, and --as=info writes none");
    if (e->of_lights + e->of_nodes + e->of_steps > 1)
        return cli_usage(c, "only one of --lights, --nodes and --watched can be written at a time");
    if (e->of_nodes && chooses)
        return cli_usage(c, "--agents and --columns apply to agents, not to --nodes");
    if (e->of_steps && options_is_given(&c->options, OPTION_COLUMNS))
        return cli_usage(c, "--columns applies to agents, not to --watched");
    return e->of_lights && chooses
               ? cli_usage(c, "--agents and --columns apply to agents, not to --lights")
               : EXIT_FINE;
}

exit_code command_export(cli *c)
{
    exporter e = {.form = (export_form)options_choice(&c->options, OPTION_EXPORT_AS),
                  .of_lights = options_flag(&c->options, OPTION_LIGHTS),
                  .of_nodes = options_flag(&c->options, OPTION_NODES),
                  .of_steps = options_flag(&c->options, OPTION_WATCHED)};
    exit_code verdict = export_check(&e, c);
    if (verdict != EXIT_FINE)
        return verdict;
    verdict = export_run(&e, c);
    recording_close(&e.recording);
    return verdict;
}
