// SPDX-License-Identifier: MIT
#include "scene_reports.h"

#include "names.h"
#include "nearest.h"
#include "scene_part.h"

#include <gestalt/calls.h>
#include <stdarg.h>
#include <stdio.h>

// A column of a part; words are converted to identifiers: `in the air` is 'in_the_air'.
typedef struct report_column {
    const gestalt_world_column *of;
    bool (*has)(const scene_group *group); // NULL: all groups have it
    int part;
    const char **words;
    uint32_t word_count;
} report_column;

// A report while it is being compiled.
typedef struct reporting {
    scene_reader *r;
    struct gestalt_scene *s;
    scene_string text;  // the whole text
    uint32_t known;     // number of reports that it may use
    uint32_t first;     // its first aggregate
    char *formula;      // the text with placeholders instead of aggregates
    const char **words; // buffer for the words of each source
    const report_column *columns;
    uint32_t column_count;
    const names *groups;  // groups of the scene, by name
    names **keys;         // by shape number: keys of the shape, once an aggregate needs them
    scene_aggregate *now; // aggregate that is being compiled
    const char *list;     // key that it uses although the key is a list, or NULL
    bool is_well;
} reporting;

// ---- errors

static gestalt_diagnostic *report_wrong(reporting *g, size_t begin, size_t end,
                                        diagnostic_code code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
static gestalt_diagnostic *report_wrong(reporting *g, size_t begin, size_t end,
                                        diagnostic_code code, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    gestalt_span place = {g->r->form.source, json_string_place(g->text.string, begin),
                          json_string_place(g->text.string, end)};
    g->is_well = false;
    return json_form_wrong(&g->r->form, place, code, "%s", message);
}

// ---- names of agents' values

// Return the keys of the current group's tree, or NULL if the tree has errors.
static const names *keys_now(const reporting *g)
{
    const scene_group *group = scene_group_at(g->s, g->now->group);
    return group->shape ? g->keys[group->shape_number] : NULL;
}

// Prepare the keys of a tree before searching names, since searches must not allocate.
static void prepare_keys(reporting *g, const scene_group *group)
{
    names **known = group->shape ? &g->keys[group->shape_number] : NULL;
    if (!known || *known)
        return;
    *known = ARENA_NEW(g->r->form.memory, names);
    for (uint32_t i = 0; i < gestalt_shape_key_count(group->shape); i++) {
        const char *name = gestalt_shape_key_at(group->shape, i).name;
        if (names_find(*known, name, strlen(name)) == NAMES_MISSING)
            names_add(*known, g->r->form.memory, name, strlen(name), i);
    }
}

static const struct {
    const char *name;
    scene_source_kind kind;
    gestalt_type type; // GESTALT_VEC2 stands for a vector with the scene's dimensions
} source_names[] = {
    {"position", SOURCE_POSITION, GESTALT_VEC2},    {"velocity", SOURCE_VELOCITY, GESTALT_VEC2},
    {"heading", SOURCE_HEADING, GESTALT_VEC2},      {"speed", SOURCE_SPEED, GESTALT_FLOAT},
    {"max_speed", SOURCE_MAX_SPEED, GESTALT_FLOAT},
};
enum { SOURCE_NAMES = sizeof source_names / sizeof *source_names };

static bool add_source(reporting *g, scene_source source, gestalt_expression_name *meaning)
{
    scene_aggregate *a = g->now;
    if (a->source_count == SCENE_SOURCES) { // reported after the expression is compiled
        g->is_well = false;
        meaning->is_wrong = true;
        return true;
    }
    meaning->value.type = source.type;
    meaning->number = a->source_count;
    a->sources[a->source_count++] = source;
    return true;
}

enum { WORDS = 256 }; // most words of an enum

static bool lookup_key(reporting *g, const char *name, gestalt_expression_name *meaning)
{
    const gestalt_shape *shape = scene_group_at(g->s, g->now->group)->shape;
    if (!shape) { // the tree has errors
        g->is_well = false;
        meaning->is_wrong = true;
        return true;
    }
    uint32_t number = names_find(keys_now(g), name, strlen(name));
    if (number == NAMES_MISSING)
        return false;
    gestalt_shape_key key = gestalt_shape_key_at(shape, number);
    if (key.capacity > 0) { // reported after the expression is compiled
        g->list = key.name;
        meaning->is_wrong = true;
        return true;
    }
    uint32_t count = gestalt_shape_key_word_count(shape, number);
    const char **words = g->words + g->now->source_count * WORDS;
    for (uint32_t k = 0; k < count; k++)
        words[k] = gestalt_shape_key_word(shape, number, (int32_t)k);
    meaning->words = count ? words : NULL;
    meaning->word_count = count;
    return add_source(g, (scene_source){.kind = SOURCE_KEY, .name = key.name, .type = key.type},
                      meaning);
}

static bool has_column(const reporting *g, const report_column *c)
{
    return !c->has || c->has(scene_group_at(g->s, g->now->group));
}

static bool lookup_column(reporting *g, const char *name, gestalt_expression_name *meaning)
{
    for (uint32_t i = 0; i < g->column_count; i++) {
        const report_column *c = &g->columns[i];
        if (strcmp(c->of->name, name) != 0 || !has_column(g, c))
            continue;
        meaning->words = c->word_count ? c->words : NULL;
        meaning->word_count = c->word_count;
        return add_source(g,
                          (scene_source){SOURCE_COLUMN, c->of->name,
                                         c->of->number ? GESTALT_FLOAT : GESTALT_INT, c->of,
                                         c->part},
                          meaning);
    }
    return false;
}

static const char *nearest_source(const reporting *g, const char *name)
{
    nearest best;
    nearest_start(&best, name, strlen(name), g->r->form.suggestions);
    for (uint32_t i = 0; i < SOURCE_NAMES; i++)
        nearest_offer(&best, source_names[i].name, strlen(source_names[i].name));
    const names *keys = keys_now(g);
    const char *key = keys ? names_nearest(keys, name, g->r->form.suggestions) : NULL;
    if (key)
        nearest_offer(&best, key, strlen(key));
    for (uint32_t i = 0; i < g->column_count; i++)
        if (has_column(g, &g->columns[i]))
            nearest_offer(&best, g->columns[i].of->name, strlen(g->columns[i].of->name));
    return best.name;
}

// Called in the middle of an engine call, so this must not allocate from the arena, which could
// jump out.
static bool source_lookup(void *user, const char *name, gestalt_expression_name *meaning)
{
    reporting *g = user;
    if (g->now->source_count == SCENE_SOURCES) {
        g->is_well = false;
        meaning->is_wrong = true;
        return true;
    }
    for (uint32_t i = 0; i < SOURCE_NAMES; i++) {
        if (strcmp(name, source_names[i].name) != 0)
            continue;
        gestalt_type type = source_names[i].type;
        if (type == GESTALT_VEC2 && g->s->dimension == 3)
            type = GESTALT_VEC3;
        return add_source(g,
                          (scene_source){.kind = source_names[i].kind,
                                         .name = source_names[i].name,
                                         .type = type},
                          meaning);
    }
    if (lookup_key(g, name, meaning) || lookup_column(g, name, meaning) ||
        scene_param_lookup(g->r, name, meaning))
        return true;
    const char *near = nearest_source(g, name);
    meaning->nearest = near ? near : meaning->nearest;
    return false;
}

// ---- aggregates

static const char *const how_words[] = {"mean",  "min",    "max",      "sum",
                                        "count", "median", "quantile", NULL};

// A call over a group, as a range of the text.
typedef struct report_call {
    int how;
    size_t begin, end;    // range of the whole call
    size_t group, behind; // range of the group's name
    size_t arguments[3];  // starts of the arguments after the group
    size_t ends[3];
    uint32_t count;
} report_call;

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static size_t skip_blanks(const scene_string *t, size_t at)
{
    while (at < t->size && strchr(" \t\r\n", t->text[at]))
        at++;
    return at;
}

static size_t skip_name(const scene_string *t, size_t at)
{
    while (at < t->size && is_name_byte(t->text[at]))
        at++;
    return at;
}

// Return the position after a quoted word, or after any other byte.
static size_t skip_one(const scene_string *t, size_t at)
{
    if (t->text[at] != '\'')
        return at + 1;
    const char *end = memchr(t->text + at + 1, '\'', t->size - at - 1);
    return end ? (size_t)(end - t->text) + 1 : t->size;
}

static int find_how(const scene_string *t, size_t begin, size_t end)
{
    for (int i = 0; how_words[i]; i++)
        if (strlen(how_words[i]) == end - begin &&
            memcmp(how_words[i], t->text + begin, end - begin) == 0)
            return i;
    return -1;
}

static uint32_t find_group(const reporting *g, size_t begin, size_t end)
{
    return names_find(g->groups, g->text.text + begin, end - begin);
}

// Split a call at its commas. Returns false if it has no end, which the compiler reports.
static bool cut_call(const scene_string *t, size_t at, report_call *call)
{
    uint32_t depth = 1;
    call->count = 0;
    while (at < t->size) {
        char c = t->text[at];
        bool ends = c == ')' && depth == 1;
        if (((c == ',' && depth == 1) || ends) && call->count > 0 && call->count <= 3)
            call->ends[call->count - 1] = at;
        if (c == ',' && depth == 1 && call->count < 3)
            call->arguments[call->count] = at + 1;
        call->count += c == ',' && depth == 1 && call->count < 4;
        if (ends) {
            call->end = at + 1;
            return true;
        }
        depth += c == '(';
        depth -= c == ')';
        at = skip_one(t, at);
    }
    return false;
}

// Find a call over a group that begins at `begin`. `min` and `max` without a group are the ordinary
// functions.
static bool find_call(const reporting *g, size_t begin, report_call *call)
{
    const scene_string *t = &g->text;
    size_t end = skip_name(t, begin), at = skip_blanks(t, end);
    *call = (report_call){.how = find_how(t, begin, end), .begin = begin};
    if (call->how < 0 || at >= t->size || t->text[at] != '(')
        return false;
    call->group = skip_blanks(t, at + 1);
    call->behind = skip_name(t, call->group);
    at = skip_blanks(t, call->behind);
    bool is_lone = at < t->size && (t->text[at] == ',' || t->text[at] == ')');
    bool is_function = call->how == AGGREGATE_MIN || call->how == AGGREGATE_MAX;
    if (is_function && (!is_lone || find_group(g, call->group, call->behind) == NAMES_MISSING))
        return false;
    return cut_call(t, is_lone ? at : call->group, call);
}

static gestalt_expression *compile_argument(reporting *g, const report_call *call, uint32_t index,
                                            gestalt_expression_options how)
{
    scene_string text = g->text;
    text.text += call->arguments[index];
    text.size = call->ends[index] - call->arguments[index];
    text.begin = (uint32_t)call->arguments[index];
    gestalt_expression *e = scene_compile(g->r, &text, &how);
    g->is_well = g->is_well && e;
    return e;
}

static void read_share(reporting *g, const report_call *call)
{
    gestalt_value share = {0};
    gestalt_expression *e = compile_argument(
        g, call, 1, (gestalt_expression_options){.wanted = GESTALT_EXPRESSION_FLOAT});
    if (e && gestalt_expression_constant(e, &share) && !(share.number >= 0 && share.number <= 1))
        report_wrong(g, call->arguments[1], call->ends[1], DIAGNOSTIC_NUMBER_BOUNDS,
                     "the share of a quantile must be 0 to 1");
    g->now->share = share.number;
}

static bool check_call(reporting *g, const report_call *call)
{
    static const char *const forms[] = {"mean(GROUP, NUMBER)",
                                        "min(GROUP, NUMBER)",
                                        "max(GROUP, NUMBER)",
                                        "sum(GROUP, NUMBER)",
                                        "count(GROUP) or count(GROUP, CONDITION)",
                                        "median(GROUP, NUMBER)",
                                        "quantile(GROUP, NUMBER, SHARE)"};
    uint32_t most = call->how == AGGREGATE_QUANTILE ? 2 : 1;
    uint32_t least = call->how == AGGREGATE_COUNT ? 0 : most;
    if (call->count >= least && call->count <= most)
        return true;
    scene_help(g->r,
               report_wrong(g, call->begin, call->end, DIAGNOSTIC_ARGUMENT_COUNT,
                            "`%s` has wrong arguments", how_words[call->how]),
               "write %s", forms[call->how]);
    return false;
}

static bool check_group_name(reporting *g, const report_call *call)
{
    if (find_group(g, call->group, call->behind) != NAMES_MISSING)
        return true;
    const char *name =
        arena_copy_text(g->r->form.memory, g->text.text + call->group, call->behind - call->group);
    const char *near = names_nearest(g->groups, name, g->r->form.suggestions);
    size_t end = call->behind > call->group ? call->behind : call->group + 1;
    gestalt_diagnostic *report =
        report_wrong(g, call->group, end < g->text.size ? end : g->text.size, DIAGNOSTIC_SCENE_NAME,
                     "the first argument of `%s` is a group, but there is no group `%s`",
                     how_words[call->how], name);
    if (near)
        scene_help(g->r, report, "did you mean `%s`?", near);
    return false;
}

static void read_aggregate(reporting *g, const report_call *call)
{
    scene_aggregates *all = &g->s->reporting.aggregates;
    if (all->count == SCENE_AGGREGATES) {
        report_wrong(g, call->begin, call->end, DIAGNOSTIC_TOO_MANY,
                     "the reports of a scene have at most %d calls over groups",
                     (int)SCENE_AGGREGATES);
        return;
    }
    if (!check_group_name(g, call) || !check_call(g, call))
        return;
    bool was_well = g->is_well;
    uint32_t group = find_group(g, call->group, call->behind);
    prepare_keys(g, scene_group_at(g->s, group));
    g->now = &all->list[all->count++];
    *g->now =
        (scene_aggregate){.how = call->how,
                          .group = group,
                          .sources = scene_memory(g->r, SCENE_SOURCES * sizeof(scene_source))};
    bool counts = call->how == AGGREGATE_COUNT;
    g->list = NULL;
    if (call->count > 0)
        g->now->of = compile_argument(
            g, call, 0,
            (gestalt_expression_options){.wanted = counts ? GESTALT_EXPRESSION_BOOL
                                                          : GESTALT_EXPRESSION_FLOAT,
                                         .varies = true,
                                         .lookup = source_lookup,
                                         .lookup_user = g});
    if (g->list)
        report_wrong(g, call->begin, call->end, DIAGNOSTIC_SCENE_MISFIT,
                     "the key `%s` is a list, which a call over a group can't use", g->list);
    else if (was_well && g->now->source_count == SCENE_SOURCES && !g->is_well && !g->now->of)
        report_wrong(g, call->begin, call->end, DIAGNOSTIC_TOO_MANY,
                     "a call over a group uses at most %d values of an agent",
                     (int)SCENE_SOURCES - 1);
    if (call->how == AGGREGATE_QUANTILE)
        read_share(g, call);
}

// ---- formulas

// Replace a call with a name of the same length, so that error positions stay correct.
static void put_placeholder(reporting *g, const report_call *call, uint32_t number)
{
    char name[16];
    int size = snprintf(name, sizeof name, "__%u", (unsigned)number);
    memset(g->formula + call->begin, ' ', call->end - call->begin);
    memcpy(g->formula + call->begin, name, (size_t)size);
}

static void read_calls(reporting *g)
{
    report_call call;
    const scene_string *t = &g->text;
    for (size_t at = 0; at < t->size;) {
        if (!is_name_byte(t->text[at])) {
            at = skip_one(t, at);
        } else if (find_call(g, at, &call)) {
            uint32_t number = g->s->reporting.aggregates.count - g->first;
            read_aggregate(g, &call);
            put_placeholder(g, &call, number);
            at = call.end;
        } else {
            at = skip_name(t, at);
        }
    }
}

static bool is_count(const reporting *g, uint32_t aggregate)
{
    return g->s->reporting.aggregates.list[aggregate].how == AGGREGATE_COUNT;
}

static bool formula_lookup(void *user, const char *name, gestalt_expression_name *meaning)
{
    reporting *g = user;
    nearest best;
    const scene_report *reports = g->s->reporting.reports.list;
    unsigned number = 0;
    if (sscanf(name, "__%u", &number) == 1 &&
        g->first + number < g->s->reporting.aggregates.count) {
        meaning->number = g->first + number;
        meaning->value.type = is_count(g, meaning->number) ? GESTALT_INT : GESTALT_FLOAT;
        return true;
    }
    nearest_start(&best, name, strlen(name), g->r->form.suggestions);
    for (uint32_t i = 0; i < g->known; i++) {
        if (!reports[i].name)
            continue;
        nearest_offer(&best, reports[i].name, strlen(reports[i].name));
        if (strcmp(reports[i].name, name) != 0)
            continue;
        gestalt_expression *e = reports[i].formula.compute;
        meaning->is_wrong = !e;
        meaning->number = SCENE_AGGREGATES + i;
        meaning->value.type = e ? gestalt_expression_type(e) : GESTALT_FLOAT;
        return true;
    }
    if (scene_param_lookup(g->r, name, meaning))
        return true;
    meaning->nearest = best.name ? best.name : meaning->nearest;
    return false;
}

static uint32_t lone_aggregate(const reporting *g)
{
    size_t at = 0, size = g->text.size;
    while (at < size && g->formula[at] == ' ')
        at++;
    size_t end = at;
    while (end < size && is_name_byte(g->formula[end]))
        end++;
    bool is_lone = size - at > 2 && g->formula[at] == '_' && g->formula[at + 1] == '_';
    for (size_t i = end; i < size; i++)
        is_lone = is_lone && g->formula[i] == ' ';
    return is_lone && g->s->reporting.aggregates.count == g->first + 1 ? g->first : UINT32_MAX;
}

// `all` has everything that the formulas may use.
static scene_formula read_formula(const reporting *all, json_value string, uint32_t known,
                                  gestalt_expression_wanted wanted)
{
    scene_formula made = {.lone = UINT32_MAX};
    scene_reader *r = all->r;
    reporting g = *all;
    g.known = known;
    g.first = g.s->reporting.aggregates.count;
    g.is_well = true;
    g.text = scene_string_of(r, string);
    g.formula = arena_copy_text(r->form.memory, g.text.text, g.text.size);
    read_calls(&g);
    if (!g.is_well)
        return made;
    scene_string formula = {string, g.formula, g.text.size, 0};
    made.compute = scene_compile(
        r, &formula,
        &(gestalt_expression_options){
            .wanted = wanted, .varies = true, .lookup = formula_lookup, .lookup_user = &g});
    made.lone = lone_aggregate(&g);
    return made;
}

// ---- all reports

static void read_report(const reporting *all, uint32_t number)
{
    scene_reader *r = all->r;
    scene_report *report = (scene_report *)all->s->reporting.reports.list + number;
    if (!scene_given(report->place))
        return; // was reported
    if (report->name && strlen(report->name) > 63)
        scene_wrong(r, scene_member(report->place, "name"), DIAGNOSTIC_TOO_LONG,
                    "the name of a report has at most 63 bytes");
    if (report->name)
        scene_define(r, "report", report->name, number, scene_member(report->place, "name"));
    if (report->text)
        report->formula =
            read_formula(all, scene_member(report->place, "value"), number, GESTALT_EXPRESSION_ANY);
}

// Check that recorded reports exist.
static void check_recorded_reports(scene_reader *r, const struct gestalt_scene *s)
{
    json_value place = s->recording.place;
    json_value list = scene_given(place) ? json_member(place, "reports", NULL) : place;
    if (!scene_given(place) || json_kind_of(list) != JSON_ARRAY)
        return;
    names seen = {0};
    for (json_value v = json_first(list); json_kind_of(v) != JSON_NONE; v = json_next(v)) {
        if (json_kind_of(v) != JSON_STRING)
            continue; // was reported
        const char *name = json_form_text(&r->form, v);
        scene_find(r, "report", name, v);
        if (names_find(&seen, name, strlen(name)) == NAMES_MISSING)
            names_add(&seen, r->form.memory, name, strlen(name), 0);
        else
            scene_wrong(r, v, DIAGNOSTIC_SCENE_NAME_TWICE, "there are two reports `%s`", name);
    }
}

static const char *word_written(scene_reader *r, const char *word)
{
    char *written = arena_copy_text(r->form.memory, word, strlen(word));
    for (char *c = written; *c; c++)
        *c = is_name_byte(*c) ? *c : '_';
    return written;
}

static report_column column_of(scene_reader *r, const gestalt_world_column *of, int part)
{
    report_column c = {.of = of, .part = part};
    while (of->words && of->words[c.word_count])
        c.word_count++;
    c.words = scene_memory(r, (c.word_count + 1) * sizeof *c.words);
    for (uint32_t i = 0; i < c.word_count; i++)
        c.words[i] = word_written(r, of->words[i]);
    return c;
}

static const gestalt_world_column *columns_of(const scene *s, int part)
{
    if (part >= SCENE_PARTS_LISTED)
        return s->host.parts[part - SCENE_PARTS_LISTED]
                   ? s->host.parts[part - SCENE_PARTS_LISTED]->columns
                   : NULL;
    return s->rules->parts[part]->columns;
}

// List the columns of all parts, including those of the host.
static void gather_columns(reporting *g)
{
    uint32_t count = 0;
    for (int i = 0; i < SCENE_PART_COUNT; i++)
        for (const gestalt_world_column *c = columns_of(g->s, i); c && c->name; c++)
            count++;
    report_column *columns = scene_memory(g->r, (count + 1) * sizeof *columns);
    for (int i = 0; i < SCENE_PART_COUNT; i++)
        for (const gestalt_world_column *c = columns_of(g->s, i); c && c->name; c++) {
            columns[g->column_count] = column_of(g->r, c, i);
            columns[g->column_count++].has =
                i < SCENE_PARTS_LISTED ? g->s->rules->parts[i]->has_columns : NULL;
        }
    g->columns = columns;
}

static const names *gather_groups(scene_reader *r, const struct gestalt_scene *s)
{
    names *groups = ARENA_NEW(r->form.memory, names);
    for (uint32_t i = 0; i < s->groups.count; i++) {
        const char *name = scene_group_at(s, i)->name;
        if (name && names_find(groups, name, strlen(name)) == NAMES_MISSING)
            names_add(groups, r->form.memory, name, strlen(name), i);
    }
    return groups;
}

void scene_read_reports(scene_reader *r, struct gestalt_scene *s)
{
    if (s->reporting.reports.count == 0 && !s->reporting.until_text) {
        check_recorded_reports(r, s);
        return;
    }
    reporting all = {.r = r, .s = s};
    all.words = scene_memory(r, SCENE_SOURCES * WORDS * sizeof *all.words);
    s->reporting.aggregates.list =
        scene_memory(r, SCENE_AGGREGATES * sizeof *s->reporting.aggregates.list);
    gather_columns(&all);
    all.groups = gather_groups(r, s);
    all.keys = scene_memory(r, (s->shapes.count + 1) * sizeof *all.keys);
    for (uint32_t i = 0; i < s->reporting.reports.count; i++)
        read_report(&all, i);
    check_recorded_reports(r, s);
    if (s->reporting.until_text)
        s->reporting.until = read_formula(&all, scene_member(s->place, "until"),
                                          s->reporting.reports.count, GESTALT_EXPRESSION_BOOL);
}
