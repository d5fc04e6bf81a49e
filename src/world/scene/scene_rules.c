// SPDX-License-Identifier: MIT
// From a file to a scene: first by the tables, then the rules that tables cannot express. All
// errors of a file are found in one run: those of the scene, those of its trees, and
// inconsistencies between them.
#include "scene_rules.h"

#include "array.h"
#include "error.h"
#include "memory.h"
#include "names.h"
#include "nearest.h"
#include "scene_reports.h"
#include "scene_tables.h"
#include "shape_limits.h"
#include "text.h"
#include "utf8.h"

#include <gestalt/calls.h>
#include <stdio.h>
#include <sys/stat.h>

// A scene that is being read.
typedef struct reading {
    arena memory;
    gestalt_allocator allocator;
    const char *path;
    json_document json;
    scene_reader r;
    scene *s;
    const scene_options *options;
    scene_trees trees;
    const scene_rules *rules;
    gestalt_compile_options compile; // options for trees, including what the world knows about them
    scene_findings *findings;
    names files; // by path: number of the shape that groups share, or SHAPE_FAILED
    uint32_t trees_here;
    const scene_group *idle; // first group without a tree
    names **keys;            // by shape number: keys of the shape, once needed
    names all_keys;          // keys of all shapes, once needed
    bool has_all_keys;
    nearest_budget suggestions; // budget of the file, without its trees
} reading;

// Limits trees inside the scene: the text around a tree is scanned for each of them.
enum { TREES_HERE_MAX = 4000 };
#define SHAPE_FAILED (NAMES_MISSING - 1)

// ---- findings

static bool keep_findings(scene_findings *f, const gestalt_allocator *a, gestalt_diagnostics *d)
{
    size_t room = f->capacity;
    if (!ARRAY_RESERVE(a, f->list, room, f->count + 1))
        return false;
    f->capacity = (uint32_t)room;
    f->list[f->count++] = d;
    return true;
}

void gestalt_scene_findings_release(scene_findings *f, const gestalt_allocator *allocator)
{
    gestalt_allocator a = memory_allocator(allocator);
    if (MISUSE_NULL(f, "findings", NULL))
        return;
    for (uint32_t i = 0; i < f->count; i++)
        gestalt_diagnostics_destroy(f->list[i]);
    ARRAY_RELEASE(&a, f->list, f->capacity);
    *f = (scene_findings){0};
}

static _Noreturn void rules_escape(reading *g)
{
    longjmp(g->memory.escape, 1);
}

// ---- trees

// An agent without a tree does nothing.
static const char idle[] =
    "{\"gestalt\": 1, \"name\": \"idle\", \"root\": {\"type\": \"running\"}}";

static void take_shape(const reading *g, scene_group *group, uint32_t number)
{
    group->shape = number == SHAPE_FAILED ? NULL : g->s->shapes.list[number];
    group->shape_number = number;
}

static void keep_shape(reading *g, scene_group *group, gestalt_shape *shape)
{
    g->s->shapes.list[g->s->shapes.count] = shape;
    take_shape(g, group, g->s->shapes.count++);
}

static bool has_errors(const scene_findings *f)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (gestalt_diagnostics_error_count(f->list[i]) > 0)
            return true;
    return false;
}

// Describe the first of all findings in the error for a rejected scene.
static void scene_reject(const scene_findings *f, gestalt_error *error)
{
    char first[sizeof error->message] = "";
    uint64_t errors = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        errors += gestalt_diagnostics_error_count(f->list[i]);
        if (!first[0])
            gestalt_diagnostics_first_error(f->list[i], first, sizeof first);
    }
    error_set(error, GESTALT_REJECTED, 0, "the scene has %llu error%s, the first at %s",
              (unsigned long long)errors, text_plural(errors, "", "s"), first);
    if (error)
        error->message[utf8_valid_prefix(error->message, strlen(error->message))] = '\0';
}

// Store the result of a compilation. A failure that is not the document's fault becomes an error at
// the tree.
static void keep_compiled(reading *g, scene_group *group, gestalt_result result,
                          gestalt_shape *shape, gestalt_diagnostics *found,
                          const gestalt_error *error)
{
    if (shape)
        keep_shape(g, group, shape);
    if (found && !keep_findings(g->findings, &g->allocator, found)) {
        gestalt_diagnostics_destroy(found);
        rules_escape(g);
    }
    if (result == GESTALT_NO_MEMORY)
        rules_escape(g);
    if (result != GESTALT_OK && result != GESTALT_REJECTED)
        scene_wrong(&g->r, group->tree_value, DIAGNOSTIC_SCENE_TREE_FILE, "%s", error->message);
}

// Return whether a path stays inside the folder where it starts.
static bool stays_below(const char *path)
{
    if (*path == '/')
        return false;
    for (const char *p = path; *p; p += strcspn(p, "/"), p += *p == '/')
        if (strncmp(p, "..", 2) == 0 && (p[2] == '/' || p[2] == '\0'))
            return false;
    return *path != '\0';
}

// Normalise a path, so that a file has only one path.
static const char *path_shortest(reading *g, const char *path)
{
    char *shortest = ARENA_ARRAY(&g->memory, char, strlen(path) + 1), *to = shortest;
    while (*path) {
        size_t size = strcspn(path, "/"), whole = size + strspn(path + size, "/");
        bool leads = size > 0 && !(size == 1 && *path == '.');
        for (size_t i = 0; leads && i < (whole > size ? size + 1 : size); i++)
            *to++ = path[i];
        path += whole;
    }
    return shortest;
}

// An including document: its includes are read by the reader of the scene's options.
typedef struct includer {
    const reading *g;
    const char *path;
    size_t folder_size; // bytes of the folder at the beginning of `path`
} includer;

static includer includer_of(const reading *g, const char *path)
{
    const char *slash = strrchr(path, '/');
    return (includer){g, path, slash ? (size_t)(slash + 1 - path) : 0};
}

// Read an included document. `path` is relative to the folder of the including document.
static gestalt_result includer_read(void *user, const char *path,
                                    const gestalt_allocator *allocator, char **text, size_t *size,
                                    gestalt_error *error)
{
    const includer *of = user;
    const scene_options *o = of->g->options;
    size_t whole_size = of->folder_size + strlen(path) + 1;
    char *whole = memory_new(allocator, whole_size);
    if (!whole)
        return error_no_memory(error);
    memcpy(whole, of->path, of->folder_size);
    memcpy(whole + of->folder_size, path, strlen(path) + 1);
    gestalt_result result = o->read(o->read_user, whole, allocator, text, size, error);
    memory_release(allocator, whole, whole_size);
    return result;
}

// Compile a file, which the reader of the scene's options reads.
static gestalt_result compile_read(const reading *g, const char *path, gestalt_shape **shape,
                                   gestalt_diagnostics **found, gestalt_error *error)
{
    char *text;
    size_t size;
    includer of = includer_of(g, path);
    const scene_options *o = g->options;
    gestalt_compile_options how = g->compile;
    how.include = includer_read;
    how.include_user = &of;
    gestalt_result result = o->read(o->read_user, path, &g->allocator, &text, &size, error);
    if (result != GESTALT_OK)
        return result;
    result = gestalt_compile_text(path, text, size, &how, shape, found, error);
    memory_release(&g->allocator, text, size ? size : 1);
    return result;
}

// Compile a file for a group, or reuse the shape of another group with the same file: it costs
// nothing more, and errors are reported once.
static void compile_shared(reading *g, scene_group *group, const char *path)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *found = NULL;
    gestalt_error error = {0};
    uint32_t number = names_find(&g->files, path, strlen(path));
    if (number != NAMES_MISSING) {
        take_shape(g, group, number);
        return;
    }
    gestalt_result result = g->options->read
                                ? compile_read(g, path, &shape, &found, &error)
                                : gestalt_compile_file(path, &g->compile, &shape, &found, &error);
    keep_compiled(g, group, result, shape, found, &error);
    // A file that cannot be read is reported for each group that uses it.
    if (shape || result == GESTALT_REJECTED)
        names_add(&g->files, &g->memory, path, strlen(path),
                  shape ? group->shape_number : SHAPE_FAILED);
}

// Opening a FIFO would block forever.
static bool is_no_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static void compile_file(reading *g, scene_group *group)
{
    const char *name = json_form_text(&g->r.form, group->tree_value);
    if (!g->options->folder || !stays_below(name)) {
        scene_wrong(&g->r, group->tree_value, DIAGNOSTIC_SCENE_TREE_FILE,
                    g->options->folder ? "`%s` is not below the scene's folder"
                                       : "`%s`: a scene without a folder can't have trees in files",
                    name);
        return;
    }
    name = arena_print(&g->memory, "%s%s", g->options->folder, path_shortest(g, name));
    if (!g->options->read && is_no_file(name)) {
        scene_wrong(&g->r, group->tree_value, DIAGNOSTIC_SCENE_TREE_FILE,
                    "cannot open `%s`: it is not a regular file", name);
        return;
    }
    compile_shared(g, group, name);
}

static void compile_here(reading *g, scene_group *group)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *found = NULL;
    gestalt_error error = {0};
    if (g->trees_here++ >= TREES_HERE_MAX) {
        if (g->trees_here == TREES_HERE_MAX + 1)
            scene_wrong(
                &g->r, group->tree_value, DIAGNOSTIC_TOO_MANY,
                "a scene contains at most %d trees; put trees into files, which groups share",
                TREES_HERE_MAX);
        return;
    }
    gestalt_compile_options how = g->compile;
    how.name = group->name;
    how.include_files = g->options->folder != NULL;
    includer of = includer_of(g, g->path);
    if (g->options->read && how.include_files) {
        how.include = includer_read;
        how.include_user = &of;
    }
    gestalt_result result =
        gestalt_compile_part(g->path, g->r.text, g->r.size, json_begin(group->tree_value),
                             json_end(group->tree_value), &how, &shape, &found, &error);
    keep_compiled(g, group, result, shape, found, &error);
}

static void compile_idle(reading *g, scene_group *group)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *found = NULL;
    gestalt_error error = {0};
    if (g->idle) {
        take_shape(g, group, g->idle->shape_number);
        return;
    }
    gestalt_result result =
        gestalt_compile_text("idle", idle, sizeof idle - 1, &g->compile, &shape, &found, &error);
    keep_compiled(g, group, result, shape, found, &error);
    g->idle = shape ? group : NULL;
}

static const char *other_tree(const reading *g, const scene_group *group)
{
    for (uint32_t i = g->trees.count; group->name && i-- > 0;)
        if (strcmp(g->trees.list[i].group, group->name) == 0)
            return g->trees.list[i].path;
    return NULL;
}

static void compile_tree(reading *g, scene_group *group)
{
    group->tree_path = other_tree(g, group);
    if (group->tree_path) {
        compile_shared(g, group, group->tree_path);
        return;
    }
    switch (json_kind_of(group->tree_value)) {
    case JSON_NONE: compile_idle(g, group); break;
    case JSON_STRING: compile_file(g, group); break;
    case JSON_OBJECT: compile_here(g, group); break;
    default:
        scene_wrong(&g->r, group->tree_value, DIAGNOSTIC_WRONG_KIND,
                    "the tree must be a document or the name of its file, not %s",
                    json_kind_text(json_kind_of(group->tree_value)));
    }
}

// ---- blackboard keys that the scene sets

enum { SHOWN_WORDS = 8 }; // most words of an enum in a message

static void add_key_names(reading *g, names *known, const gestalt_shape *shape)
{
    for (uint32_t i = 0; i < gestalt_shape_key_count(shape); i++) {
        const char *name = gestalt_shape_key_at(shape, i).name;
        if (names_find(known, name, strlen(name)) == NAMES_MISSING)
            names_add(known, &g->memory, name, strlen(name), i);
    }
}

// Return the keys of a group's tree, which must exist.
static const names *keys_of(reading *g, const scene_group *group)
{
    names **known = &g->keys[group->shape_number];
    if (!*known) {
        *known = ARENA_NEW(&g->memory, names);
        add_key_names(g, *known, group->shape);
    }
    return *known;
}

// Return the number of a key, or NAMES_MISSING.
static uint32_t find_shape_key(reading *g, const scene_group *group, const char *name)
{
    return names_find(keys_of(g, group), name, strlen(name));
}

// Set the expression for a value; a constant one is evaluated at once.
static void set_expression(reading *g, json_value string, const gestalt_expression_options *how,
                           scene_key *to, int component)
{
    gestalt_value value;
    scene_string text = scene_string_of(&g->r, string);
    gestalt_expression *e = scene_compile(&g->r, &text, how);
    if (!e)
        return;
    bool is_float = how->wanted == GESTALT_EXPRESSION_FLOAT;
    if (!gestalt_expression_constant(e, &value))
        to->drawn[component] = e;
    else if (is_float && !(value.number - value.number == 0))
        scene_wrong(&g->r, string, DIAGNOSTIC_NUMBER_BOUNDS,
                    "the value is not finite, and no float is greater than 3.4e38");
    else if (to->set.type == GESTALT_VEC2 || to->set.type == GESTALT_VEC3)
        to->set.vector[component] = value.number;
    else
        to->set = value;
}

static void set_computed(reading *g, json_value string, scene_key *to, int component)
{
    static const gestalt_expression_wanted wanted[] = {
        GESTALT_EXPRESSION_BOOL, GESTALT_EXPRESSION_INT, GESTALT_EXPRESSION_FLOAT,
        GESTALT_EXPRESSION_FLOAT, GESTALT_EXPRESSION_FLOAT};
    const gestalt_expression_options how = {.wanted = wanted[to->set.type], .varies = true};
    set_expression(g, string, &how, to, component);
}

static bool set_vector(reading *g, scene_key *to)
{
    int component = 0;
    uint32_t width = to->set.type == GESTALT_VEC3 ? 3 : 2;
    if (json_kind_of(to->value) != JSON_ARRAY || json_count(to->value) != width)
        return false;
    for (json_value v = json_first(to->value); json_kind_of(v) != JSON_NONE;
         v = json_next(v), component++) {
        if (json_kind_of(v) == JSON_STRING)
            set_computed(g, v, to, component);
        else if (json_form_expect(&g->r.form, v, JSON_NUMBER, "a component"))
            scene_read_number(&g->r, v, "a component", &to->set.vector[component]);
    }
    return true;
}

// A lone name refers to a named thing of the scene, unless it is a param.
static void set_named(reading *g, scene_key *to)
{
    const char *text = json_form_text(&g->r.form, to->value);
    bool is_name =
        names_is_identifier(text) && !scene_param_find(&g->r, text) && strcmp(text, "agent") != 0;
    if (is_name || scene_has(&g->r, text))
        to->set.integer = (int32_t)scene_find(&g->r, NULL, text, to->value);
    else
        set_computed(g, to->value, to, 0);
}

static bool set_whole(reading *g, scene_key *to)
{
    int64_t whole = 0;
    json_kind kind = json_kind_of(to->value);
    if (kind == JSON_STRING)
        set_named(g, to);
    else if (kind != JSON_NUMBER || !json_int64(to->value, &whole) || whole != (int32_t)whole)
        return false;
    else
        to->set.integer = (int32_t)whole;
    return true;
}

// Returns false if the value has another kind than the key.
static bool set_value(reading *g, scene_key *to)
{
    json_kind kind = json_kind_of(to->value);
    bool is_text = kind == JSON_STRING;
    switch (to->set.type) {
    case GESTALT_BOOL:
        to->set.boolean = kind == JSON_TRUE;
        if (is_text)
            set_computed(g, to->value, to, 0);
        return is_text || kind == JSON_TRUE || kind == JSON_FALSE;
    case GESTALT_FLOAT:
        if (kind == JSON_NUMBER)
            scene_read_number(&g->r, to->value, "the value", &to->set.number);
        else if (is_text)
            set_computed(g, to->value, to, 0);
        return is_text || kind == JSON_NUMBER;
    case GESTALT_INT: return set_whole(g, to);
    case GESTALT_VEC2:
    case GESTALT_VEC3: return set_vector(g, to);
    case GESTALT_TEXT: break; // no key is a text
    }
    return false;
}

static const char *list_words(reading *g, const gestalt_shape *shape, uint32_t key)
{
    uint32_t count = gestalt_shape_key_word_count(shape, key);
    uint32_t shown = count < SHOWN_WORDS ? count : SHOWN_WORDS;
    const char *list = gestalt_shape_key_word(shape, key, 0);
    for (uint32_t i = 1; i < shown; i++)
        list = arena_print(&g->memory, i + 1 < count ? "%s, %s" : "%s or %s", list,
                           gestalt_shape_key_word(shape, key, (int32_t)i));
    return shown < count ? arena_print(&g->memory, "%s, ...", list) : list;
}

static const char *nearest_word(reading *g, const gestalt_shape *shape, uint32_t key,
                                const char *text)
{
    nearest best;
    nearest_start(&best, text, strlen(text), &g->suggestions);
    for (uint32_t i = 0; i < gestalt_shape_key_word_count(shape, key); i++) {
        const char *word = gestalt_shape_key_word(shape, key, (int32_t)i);
        nearest_offer(&best, word, strlen(word));
    }
    return best.name;
}

// Set an expression that gives words, such as "rand() < 0.5 ? 'idle' : 'chase'".
static void set_chosen(reading *g, const gestalt_shape *shape, uint32_t key, scene_key *to)
{
    uint32_t count = gestalt_shape_key_word_count(shape, key);
    const char **words = ARENA_ARRAY(&g->memory, const char *, count);
    for (uint32_t i = 0; i < count; i++)
        words[i] = gestalt_shape_key_word(shape, key, (int32_t)i);
    set_expression(
        g, to->value,
        &(gestalt_expression_options){
            .wanted = GESTALT_EXPRESSION_INT, .words = words, .word_count = count, .varies = true},
        to, 0);
    if (!to->drawn[0] && to->set.integer >= 0 && (uint32_t)to->set.integer < count)
        to->word = words[to->set.integer];
}

// The value of an enum must be one of its words: a number could change its meaning with an edit.
static void set_word(reading *g, const gestalt_shape *shape, uint32_t key, scene_key *to)
{
    bool is_text = json_kind_of(to->value) == JSON_STRING;
    const char *text = is_text ? json_form_text(&g->r.form, to->value) : "";
    int32_t *value = &to->set.integer;
    if (is_text && gestalt_shape_key_value(shape, key, text, value)) {
        to->word = gestalt_shape_key_word(shape, key, *value);
        return;
    }
    if (is_text && !names_is_identifier(text)) {
        set_chosen(g, shape, key, to);
        return;
    }
    gestalt_diagnostic *report = is_text ? scene_wrong(&g->r, to->value, DIAGNOSTIC_ENUM_WORD,
                                                       "`%s` has no word `%s`", to->name, text)
                                         : scene_wrong(&g->r, to->value, DIAGNOSTIC_WRONG_KIND,
                                                       "`%s` must be one of its words", to->name);
    const char *near = nearest_word(g, shape, key, text);
    if (near)
        scene_help(&g->r, report, "did you mean `%s`?", near);
    else
        scene_help(&g->r, report, "write %s", list_words(g, shape, key));
}

static void report_no_key(reading *g, const names *known, const char *name, json_value key,
                          const char *what)
{
    gestalt_diagnostic *report =
        scene_wrong(&g->r, key, DIAGNOSTIC_UNKNOWN_BLACKBOARD_KEY, "%s `%s`", what, name);
    const char *best = names_nearest(known, name, &g->suggestions);
    if (best)
        scene_help(&g->r, report, "did you mean `%s`?", best);
}

static void read_key(reading *g, const scene_group *group, json_value key, scene_keys *to)
{
    static const char *const types[] = {
        "true or false, or an expression", "a whole number, a name of the scene or an expression",
        "a number or an expression", "a list of two numbers", "a list of three numbers"};
    const char *name = json_form_text(&g->r.form, key);
    uint32_t number = find_shape_key(g, group, name);
    if (number == NAMES_MISSING) {
        report_no_key(g, keys_of(g, group), name, key, "the tree has no blackboard key");
        return;
    }
    if (gestalt_shape_key_at(group->shape, number).capacity > 0) {
        scene_wrong(&g->r, key, DIAGNOSTIC_SCENE_MISFIT,
                    "`%s` is a list, which scenes can't set: give it an `init` in the tree", name);
        return;
    }
    scene_key set = {.name = name,
                     .value = json_next(key),
                     .set.type = gestalt_shape_key_at(group->shape, number).type};
    if (gestalt_shape_key_word_count(group->shape, number) > 0)
        set_word(g, group->shape, number, &set);
    else if (!set_value(g, &set))
        scene_wrong(&g->r, set.value, DIAGNOSTIC_WRONG_KIND, "`%s` must be %s", name,
                    types[set.set.type]);
    to->list[to->count++] = set;
}

static void read_keys(reading *g, const scene_group *group, scene_set *set)
{
    if (json_kind_of(set->value) == JSON_NONE || !group->shape ||
        !json_form_expect(&g->r.form, set->value, JSON_OBJECT, "`set`"))
        return;
    set->keys.list = ARENA_ARRAY(&g->memory, scene_key, json_count(set->value));
    for (json_value key = json_first(set->value); json_kind_of(key) != JSON_NONE;
         key = json_next(json_next(key)))
        read_key(g, group, key, &set->keys);
}

// ---- groups

// List the tables of a group: its own, and those that parts add.
static void group_tables(const reading *g, const scene_field *tables[SCENE_PART_COUNT + 2])
{
    int n = 0;
    tables[n++] = scene_group_fields;
    for (int i = 0; i < SCENE_PARTS_LISTED; i++)
        if (g->s->rules->parts[i]->group_fields)
            tables[n++] = g->s->rules->parts[i]->group_fields;
    tables[n] = NULL;
}

static void read_group(reading *g, json_value value, scene_group *group)
{
    const scene_field *tables[SCENE_PART_COUNT + 2];
    void *structs[SCENE_PART_COUNT + 2] = {group};
    for (int i = 0, n = 1; i < SCENE_PARTS_LISTED; i++) {
        const scene_part *part = g->s->rules->parts[i];
        if (!part->group_fields)
            continue;
        group->parts[i] = scene_memory(&g->r, part->group_size);
        structs[n++] = group->parts[i];
    }
    group_tables(g, tables);
    scene_read_tables(&g->r, value, "a group", tables, structs);
}

static void read_groups(reading *g)
{
    scene *s = g->s;
    if (json_kind_of(s->groups_value) == JSON_NONE ||
        !json_form_expect(&g->r.form, s->groups_value, JSON_ARRAY, "`groups`"))
        return;
    uint32_t count = json_count(s->groups_value);
    if (count == 0)
        scene_wrong(&g->r, s->groups_value, DIAGNOSTIC_LIST_LENGTH,
                    "a scene has at least one group of agents, which may be empty");
    const scene_field *tables[SCENE_PART_COUNT + 2];
    group_tables(g, tables);
    uint32_t room = scene_list_room(s->groups_value, tables);
    s->groups.list = ARENA_ARRAY(&g->memory, scene_group, room + 1);
    s->shapes.list = ARENA_ARRAY(&g->memory, gestalt_shape *, room + 1);
    for (json_value v = json_first(s->groups_value);
         json_kind_of(v) != JSON_NONE && s->groups.count < room; v = json_next(v))
        read_group(g, v, scene_group_at(s, s->groups.count++));
    for (uint32_t i = 0; i < s->groups.count; i++)
        compile_tree(g, scene_group_at(s, i));
    g->keys = ARENA_ARRAY(&g->memory, names *, s->shapes.count + 1);
}

// ---- rules that tables cannot express

static void check_start(reading *g, scene_group *group)
{
    scene_start *start = &group->start;
    if (start->how == PLACE_PATH && start->path_name)
        start->path =
            scene_find(&g->r, "path", start->path_name, scene_member(start->place, "path"));
    else if (start->how == PLACE_PATH)
        scene_wrong(&g->r, scene_member(start->place, "how"), DIAGNOSTIC_MISSING_KEY,
                    "a start on a path has no key `path`");
    if (start->how == PLACE_LIST && start->points.count != group->count)
        scene_wrong(&g->r, scene_member(start->place, "points"), DIAGNOSTIC_SCENE_MISFIT,
                    "the group has %llu agent%s, but the list has %u point%s",
                    (unsigned long long)group->count, text_plural(group->count, "", "s"),
                    (unsigned)start->points.count, text_plural(start->points.count, "", "s"));
    start->has_low = json_kind_of(json_member(start->place, "low", NULL)) != JSON_NONE;
    start->has_high = json_kind_of(json_member(start->place, "high", NULL)) != JSON_NONE;
    for (uint32_t d = 0; start->has_low && start->has_high && d < g->s->dimension; d++)
        if (start->low.at[d] > start->high.at[d]) {
            scene_wrong(&g->r, scene_member(start->place, "high"), DIAGNOSTIC_SCENE_MISFIT,
                        "`high` must not be below `low` in any direction");
            return;
        }
}

// A body is a disc or, in the plane, a rectangle. Without a radius, the disc around a rectangle has
// its length as diameter.
static void check_body(reading *g, scene_vehicle *vehicle)
{
    const char *wrong = NULL;
    if (!(vehicle->length > 0) && !(vehicle->width > 0))
        return;
    if (g->s->dimension != 2)
        wrong = "bodies with a length need a world of two dimensions";
    else if (!(vehicle->length > 0))
        wrong = "a body with a `width` needs a `length`";
    else if (!(vehicle->width > 0))
        wrong = "a body with a `length` needs a `width`";
    else if (vehicle->width > vehicle->length)
        wrong = "the body is wider than it is long";
    if (wrong)
        scene_wrong(&g->r, vehicle->place, DIAGNOSTIC_SCENE_MISFIT, "%s", wrong);
    if (json_kind_of(json_member(vehicle->place, "radius", NULL)) == JSON_NONE)
        vehicle->radius = vehicle->length / 2;
}

static void check_group(reading *g, scene_group *group)
{
    check_start(g, group);
    check_body(g, &group->vehicle);
    if (group->most > 0 && group->most < group->count)
        scene_wrong(&g->r, scene_member(group->place, "most"), DIAGNOSTIC_SCENE_MISFIT,
                    "the group starts with more agents than `most`");
    if (group->vehicle.min_speed > group->vehicle.max_speed)
        scene_wrong(&g->r, scene_member(group->vehicle.place, "min_speed"), DIAGNOSTIC_SCENE_MISFIT,
                    "the least speed is greater than the greatest");
    if (group->going.least > group->going.most)
        scene_wrong(&g->r, scene_member(group->going.place, "least"), DIAGNOSTIC_SCENE_MISFIT,
                    "the lowest speed is greater than the highest");
}

// Check that a path has a length.
static void check_path(reading *g, const scene_path *path)
{
    for (uint32_t i = 1; i < path->points.count; i++)
        for (uint32_t d = 0; d < g->s->dimension; d++)
            if (path->points.list[i].at[d] != path->points.list[0].at[d])
                return;
    if (path->points.count > 1)
        scene_wrong(&g->r, scene_member(path->place, "points"), DIAGNOSTIC_SCENE_MISFIT,
                    "all points of the path are the same");
}

// Milliseconds are easily confused with seconds.
static void check_step(reading *g)
{
    const json_value place = scene_member(g->s->space.place, "dt");
    if (g->s->space.dt > LONG_STEP)
        scene_help(&g->r,
                   scene_wrong(&g->r, place, DIAGNOSTIC_LONG_STEP, "a step of %g seconds",
                               (double)g->s->space.dt * 1e-6),
                   "`dt` is in seconds: %g milliseconds are %g", (double)g->s->space.dt * 1e-6,
                   (double)g->s->space.dt * 1e-9);
}

static void check_paths(reading *g)
{
    const scene_path *paths = g->s->paths.list;
    for (uint32_t i = 0; i < g->s->paths.count; i++)
        if (scene_given(paths[i].place))
            check_path(g, &paths[i]);
}

void scene_check_calls(scene_reader *r, const scene_group *group,
                       const gestalt_world_function *functions, const char *who, const char *remedy)
{
    uint32_t count = group->shape ? gestalt_shape_function_count(group->shape) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = gestalt_shape_function_at(group->shape, i).name;
        for (const gestalt_world_function *f = functions; f->name; f++)
            if (strcmp(f->name, name) == 0)
                scene_help(r,
                           scene_wrong(r, scene_member(group->place, "tree"),
                                       DIAGNOSTIC_SCENE_MISFIT,
                                       "the tree calls `%s`, which only %s can", name, who),
                           "%s", remedy);
    }
}

// A key of a group's tree.
typedef struct shape_key {
    const gestalt_shape *shape; // NULL: none
    uint32_t number;
} shape_key;

static bool same_words(shape_key a, shape_key b)
{
    uint32_t count = gestalt_shape_key_word_count(a.shape, a.number);
    bool same = count == gestalt_shape_key_word_count(b.shape, b.number);
    for (uint32_t i = 0; same && i < count; i++)
        same = strcmp(gestalt_shape_key_word(a.shape, a.number, (int32_t)i),
                      gestalt_shape_key_word(b.shape, b.number, (int32_t)i)) == 0;
    return same;
}

static void check_same_key(reading *g, shape_key a, shape_key b, const char *name, json_value place)
{
    bool same_type = gestalt_shape_key_at(a.shape, a.number).type ==
                     gestalt_shape_key_at(b.shape, b.number).type;
    if (!same_type || !same_words(a, b))
        scene_wrong(&g->r, place, DIAGNOSTIC_SCENE_MISFIT,
                    "the key `%s` has different %s in the groups' trees", name,
                    same_type ? "words" : "types");
}

// Check that recorded keys exist in some group's tree, and have the same type in all trees.
static void check_recorded(reading *g, const char *name, json_value place)
{
    shape_key found = {0};
    for (uint32_t i = 0; i < g->s->groups.count; i++) {
        const scene_group *group = scene_group_at(g->s, i);
        if (!group->shape)
            return; // its keys are unknown
        shape_key key = {group->shape, find_shape_key(g, group, name)};
        if (key.number == NAMES_MISSING)
            continue;
        if (gestalt_shape_key_at(key.shape, key.number).capacity > 0) {
            scene_wrong(&g->r, place, DIAGNOSTIC_SCENE_MISFIT,
                        "the key `%s` is a list, which recordings of scenes can't contain", name);
            return;
        }
        if (found.shape && found.shape != key.shape)
            check_same_key(g, found, key, name, place);
        found = key;
    }
    for (uint32_t i = 0; !found.shape && !g->has_all_keys && i < g->s->shapes.count; i++)
        add_key_names(g, &g->all_keys, g->s->shapes.list[i]);
    g->has_all_keys |= !found.shape;
    if (!found.shape)
        report_no_key(g, &g->all_keys, name, place, "no group's tree has a blackboard key");
}

static void check_recording(reading *g)
{
    json_value place = g->s->recording.place;
    json_value keys = scene_given(place) ? json_member(place, "keys", NULL) : place;
    if (!scene_given(place) || json_kind_of(keys) != JSON_ARRAY)
        return;
    names seen = {0};
    for (json_value v = json_first(keys);
         json_kind_of(v) != JSON_NONE && seen.count < GESTALT_RECORD_COLUMNS_MAX;
         v = json_next(v)) { // too many were reported
        if (json_kind_of(v) != JSON_STRING)
            continue; // was reported
        const char *name = json_form_text(&g->r.form, v);
        if (names_find(&seen, name, strlen(name)) != NAMES_MISSING)
            scene_wrong(&g->r, v, DIAGNOSTIC_SCENE_NAME_TWICE, "the key `%s` is listed twice",
                        name);
        else {
            check_recorded(g, name, v);
            names_add(&seen, &g->memory, name, strlen(name), 0);
        }
    }
}

void scene_want_fixed(scene_reader *r, const scene *s, const char *what)
{
    for (uint32_t i = 0; i < s->groups.count; i++) {
        const scene_group *group = scene_group_at(s, i);
        if (group->most > 0)
            scene_wrong(r, scene_member(group->place, "most"), DIAGNOSTIC_SCENE_MISFIT,
                        "agents cannot be born or die in a scene with %s", what);
    }
}

// Warn about the first two groups of which neither avoids the other.
static void warn_unseen(reading *g)
{
    const scene_group *first = NULL;
    for (uint32_t i = 0; i < g->s->groups.count; i++) {
        const scene_group *group = scene_group_at(g->s, i);
        if (!group->sees_only)
            continue;
        if (first && strcmp(first->sees_only, group->sees_only) != 0) {
            scene_help(&g->r,
                       scene_wrong(&g->r, group->place, DIAGNOSTIC_SCENE_UNSEEN,
                                   "the %s of group `%s` and the %s of group `%s` do not see each "
                                   "other: they pass through each other",
                                   group->sees_only, group->name, first->sees_only, first->name),
                       "give them separate areas, or run them in two scenes");
            return;
        }
        first = first ? first : group;
    }
}

static void check_change(reading *g, scene_change *change)
{
    json_value combiner = json_member(change->place, "combiner", NULL);
    change->has_combiner = json_kind_of(combiner) != JSON_NONE;
    if (!change->has_combiner && json_kind_of(change->set.value) == JSON_NONE)
        scene_wrong(&g->r, change->place, DIAGNOSTIC_MISSING_KEY,
                    "a change needs a key `combiner` or `set`");
    if (!change->group_name)
        return; // was reported
    change->group =
        scene_find(&g->r, "group", change->group_name, scene_member(change->place, "group"));
    if (change->group == UINT32_MAX)
        return;
    const scene_group *group = scene_group_at(g->s, change->group);
    if (change->has_combiner && group->moved_as)
        scene_wrong(&g->r, combiner, DIAGNOSTIC_SCENE_MISFIT, "%s has no combiner",
                    group->moved_as);
    read_keys(g, group, &change->set);
}

static void check_changes(reading *g)
{
    scene_change *changes = g->s->changes.list;
    for (uint32_t i = 0; i < g->s->changes.count; i++)
        if (scene_given(changes[i].place)) // otherwise not an object, which was reported
            check_change(g, &changes[i]);
}

// Return whether a size was read, so that it is a number, but not greater than 0.
static bool is_read(const reading *g, json_value size)
{
    if (json_kind_of(size) == JSON_STRING)
        return gestalt_diagnostics_error_count(g->r.form.diagnostics) == 0;
    return json_kind_of(size) == JSON_NUMBER && json_double(size) < 1;
}

static void check_sizes(reading *g)
{
    const scene *s = g->s;
    if (!scene_given(s->space.place))
        return; // was reported
    json_value size = json_member(s->space.place, "size", NULL);
    if (json_kind_of(size) != JSON_ARRAY || json_count(size) != s->dimension)
        return;
    json_value v = json_first(size); // numbers that are too large for a float were reported
    for (uint32_t d = 0; d < s->dimension; d++, v = json_next(v))
        if (!(s->space.size.at[d] > 0) && is_read(g, v)) {
            scene_wrong(&g->r, v, DIAGNOSTIC_NUMBER_BOUNDS,
                        "the size of the world must be greater than 0");
            return;
        }
}

static void define_names(reading *g)
{
    const scene *s = g->s;
    const scene_path *paths = s->paths.list;
    const scene_obstacle *obstacles = s->obstacles.list;
    for (uint32_t i = 0; i < s->groups.count; i++) {
        const scene_group *group = scene_group_at(s, i);
        if (group->name)
            scene_define(&g->r, "group", group->name, i, scene_member(group->place, "name"));
    }
    for (uint32_t i = 0; i < s->paths.count; i++)
        if (paths[i].name)
            scene_define(&g->r, "path", paths[i].name, i, scene_member(paths[i].place, "name"));
    for (uint32_t i = 0; i < s->obstacles.count; i++)
        if (obstacles[i].name)
            scene_define(&g->r, "obstacle", obstacles[i].name, i,
                         scene_member(obstacles[i].place, "name"));
    for (int i = 0; i < SCENE_PARTS_LISTED; i++)
        if (s->rules->parts[i]->define)
            s->rules->parts[i]->define(&g->r, g->s);
}

static void rules_check(reading *g)
{
    scene *s = g->s;
    json_value version = json_member(s->place, "scene", NULL);
    if (json_kind_of(version) == JSON_STRING)
        json_form_expect(&g->r.form, version, JSON_NUMBER, "`scene`");
    if (json_kind_of(version) == JSON_NUMBER && s->version != 1)
        scene_wrong(&g->r, version, DIAGNOSTIC_VERSION, "this program reads version 1 of scenes");
    uint64_t room = 0;
    define_names(g);
    check_sizes(g);
    for (uint32_t i = 0; i < s->groups.count; i++) {
        scene_group *group = scene_group_at(s, i);
        group->first = s->agent_count;
        s->agent_count += group->count;
        room += scene_room(group);
        check_group(g, group);
        read_keys(g, group, &group->set);
        if (group->shape)
            s->rules->fit(&g->r, group);
    }
    if (room > 1 << 28)
        scene_wrong(&g->r, s->groups_value, DIAGNOSTIC_TOO_MANY,
                    "a scene has at most 268435456 agents");
    check_step(g);
    check_paths(g);
    check_changes(g);
    check_recording(g);
    scene_read_reports(&g->r, s);
    for (int i = 0; i < SCENE_PARTS_LISTED; i++)
        if (s->rules->parts[i]->check)
            s->rules->parts[i]->check(&g->r, s);
    warn_unseen(g);
}

// ---- whole scenes

static void read_top(reading *g, json_value root)
{
    const scene_field *tables[SCENE_PART_COUNT + 2] = {scene_fields};
    void *structs[SCENE_PART_COUNT + 2] = {g->s};
    for (int i = 0, n = 1; i < SCENE_PARTS_LISTED; i++) {
        const scene_part *part = g->s->rules->parts[i];
        if (!part->fields)
            continue;
        g->s->parts[i] = scene_memory(&g->r, part->size);
        tables[n] = part->fields;
        structs[n++] = g->s->parts[i];
    }
    // Points are read by the number of dimensions, so that must be determined first.
    json_value space = json_member(root, "world", NULL);
    json_value size = json_kind_of(space) == JSON_OBJECT ? json_member(space, "size", NULL) : space;
    bool is_space = json_kind_of(size) == JSON_ARRAY && json_count(size) == 3;
    g->s->dimension = g->r.dimension = is_space ? 3 : 2;
    g->compile = g->options->compile;
    g->compile.key_argument = g->s->rules->key_argument;
    g->compile.key_argument_user = g->s;
    g->compile.allocator = g->allocator;
    g->r.scene = g->s;
    g->r.node_budget = g->compile.node_budget ? g->compile.node_budget : LIMIT_NODES_DEFAULT;
    g->r.expressions = &g->s->expressions;
    g->r.compute = scene_compute;
    json_value params =
        json_kind_of(root) == JSON_OBJECT ? json_member(root, "params", NULL) : (json_value){0};
    scene_read_params(&g->r, params);
    scene_read_tables(&g->r, root, "a scene", tables, structs);
}

static bool read_text(reading *g)
{
    json_error error;
    const gestalt_compile_options *compile = &g->options->compile;
    json_limits limits = {.depth = compile->depth_limit, .size = compile->size_limit};
    const json_form *form = &g->r.form;
    if (!gestalt_diagnostics_source(form->diagnostics, g->path, g->r.text, g->r.size,
                                    &g->r.form.source))
        rules_escape(g);
    if (!json_read(g->r.text, g->r.size, limits, &g->allocator, &g->json, &error)) {
        json_form_report(form, &error);
        return false;
    }
    json_form_report_duplicates(form, &g->json, &g->allocator);
    return true;
}

// Names of files, and names from the host, may contain any bytes.
static const char *name_of_file(reading *g)
{
    const char *given = g->options->name, *name = given ? given : g->r.file;
    const char *dot = given ? NULL : strrchr(name, '.');
    size_t size = dot && dot != name ? (size_t)(dot - name) : strlen(name);
    if (size > LIMIT_NAME_SIZE)
        size = utf8_valid_prefix(name, LIMIT_NAME_SIZE);
    char *plain = arena_copy_text(&g->memory, name, size);
    utf8_make_plain(plain);
    return plain;
}

// Add the functions and parts of the host. Returns false if there are too many parts.
static bool take_additions(reading *g)
{
    const gestalt_world_part *const *parts = g->options->parts;
    g->s->host.functions = g->options->functions;
    for (int i = 0; parts && parts[i]; i++) {
        if (i == GESTALT_WORLD_PARTS)
            return false;
        g->s->host.parts[i] = parts[i];
    }
    return true;
}

// When memory runs out, all code below jumps here; whatever was created belongs to the reading.
static gestalt_result read_guarded(reading *g)
{
    if (setjmp(g->memory.escape))
        return GESTALT_NO_MEMORY;
    if (!take_additions(g))
        return GESTALT_LIMIT;
    if (read_text(g)) {
        read_top(g, json_root(&g->json));
        read_groups(g);
        rules_check(g);
        if (!g->s->name)
            g->s->name = name_of_file(g);
    }
    if (!gestalt_diagnostics_finish(g->r.form.diagnostics))
        return GESTALT_NO_MEMORY;
    return has_errors(g->findings) ? GESTALT_REJECTED : GESTALT_OK;
}

static bool rules_start(reading *g, const char *path, const char *text, size_t size)
{
    g->path = path;
    g->allocator = memory_allocator(&g->options->allocator);
    arena_start(&g->memory, g->allocator);
    g->s = memory_new(&g->allocator, sizeof *g->s);
    if (g->s)
        *g->s = (scene){.rules = g->rules};
    gestalt_diagnostics *d = gestalt_diagnostics_create(&g->allocator);
    const char *slash = strrchr(path, '/');
    g->r = (scene_reader){
        .file = slash ? slash + 1 : path,
        .form = {.diagnostics = d, .memory = &g->memory, .suggestions = &g->suggestions},
        .text = text,
        .size = size,
        .dimension = 2};
    nearest_budget_start(&g->suggestions);
    nearest_budget_add(&g->suggestions, size);
    if (d && !keep_findings(g->findings, &g->allocator, d)) {
        gestalt_diagnostics_destroy(d);
        return false;
    }
    return g->s && d;
}

// Return the index of the first tree whose group does not exist, or the number of trees.
static uint32_t find_misfit(const reading *g)
{
    uint32_t i = 0;
    for (bool fits = true; i < g->trees.count && fits; i += fits) {
        fits = false;
        for (uint32_t k = 0; k < g->s->groups.count; k++) {
            const char *name = scene_group_at(g->s, k)->name;
            fits |= name && strcmp(name, g->trees.list[i].group) == 0;
        }
    }
    return i;
}

static gestalt_result check_trees(const reading *g, gestalt_error *error)
{
    nearest best;
    uint32_t misfit = find_misfit(g);
    if (misfit == g->trees.count)
        return GESTALT_OK;
    const char *name = g->trees.list[misfit].group;
    nearest_start(&best, name, strlen(name), NULL);
    for (uint32_t i = 0; i < g->s->groups.count; i++)
        if (scene_group_at(g->s, i)->name)
            nearest_offer(&best, scene_group_at(g->s, i)->name,
                          strlen(scene_group_at(g->s, i)->name));
    return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                     best.name ? "the scene has no group `%s`; did you mean `%s`?"
                               : "the scene has no group `%s`",
                     name, best.name);
}

gestalt_result scene_read(const char *path, const char *text, size_t size,
                          const scene_options *options, scene_trees trees, const scene_rules *rules,
                          scene **made, scene_findings *findings, gestalt_error *error)
{
    *made = NULL;
    *findings = (scene_findings){0};
    gestalt_allocator a = memory_allocator(&options->allocator);
    reading *g = memory_new(&a, sizeof *g);
    if (!g)
        return error_no_memory(error);
    memset(g, 0, sizeof *g);
    g->options = options;
    g->trees = trees;
    g->rules = rules;
    g->findings = findings;
    gestalt_result result = rules_start(g, path, text, size) ? read_guarded(g) : GESTALT_NO_MEMORY;
    if (result == GESTALT_OK)
        result = check_trees(g, error);
    json_destroy(&g->json, &a);
    if (g->s) {
        g->s->memory = g->memory;
        g->s->allocator = a;
    } else {
        arena_destroy(&g->memory);
    }
    if (result == GESTALT_OK)
        *made = g->s;
    else
        gestalt_scene_destroy(g->s);
    if (result == GESTALT_NO_MEMORY) {
        gestalt_scene_findings_release(findings, &a);
        error_no_memory(error);
    } else if (result == GESTALT_REJECTED) {
        scene_reject(findings, error);
    } else if (result == GESTALT_LIMIT) {
        error_set(error, result, 0, "a host has at most %d parts", GESTALT_WORLD_PARTS);
    }
    memory_release(&a, g, sizeof *g);
    return result;
}

void gestalt_scene_destroy(scene *s)
{
    if (!s)
        return;
    if (holders_count(&s->holders) > 0) {
        MISUSE(NULL, "worlds use the scene: destroy them first");
        return;
    }
    for (uint32_t i = 0; i < s->shapes.count; i++)
        gestalt_shape_destroy(s->shapes.list[i]);
    scene_expressions_destroy(&s->expressions);
    gestalt_allocator a = s->allocator;
    arena_destroy(&s->memory);
    memory_release(&a, s, sizeof *s);
}

// ---- recognising scenes

// Return the end of a string whose opening quote is before `at`: its closing quote, or `end`.
static const char *string_end(const char *at, const char *end)
{
    while (at < end && *at != '"')
        at += *at == '\\' && end - at > 1 ? 2 : 1;
    return at;
}

static bool is_scene_key(const char *key, const char *key_end, const char *end)
{
    static const char wanted[] = "scene";
    if ((size_t)(key_end - key) != sizeof wanted - 1 || memcmp(key, wanted, sizeof wanted - 1) != 0)
        return false;
    for (key_end++; key_end < end; key_end++)
        if (!strchr(" \t\r\n", *key_end) || *key_end == '\0')
            return *key_end == ':';
    return false;
}

// Check only the keys of the outermost object, without allocating, so that this works for any text;
// other errors of a scene are found by reading it.
bool gestalt_scene_is(const char *text, size_t size)
{
    if (size == 0 || MISUSE_NULL(text, "text", NULL))
        return false;
    const char *end = text + size;
    size_t depth = 0;
    for (const char *at = text; at < end; at++) {
        if (*at == '"') {
            const char *string = at + 1;
            at = string_end(string, end);
            if (depth == 1 && at < end && is_scene_key(string, at, end))
                return true;
        } else if (*at == '{' || (*at == '[' && depth > 0)) {
            depth++;
        } else if ((*at == '}' || *at == ']') && (depth == 0 || --depth == 0)) {
            return false;
        }
        if (depth == 0 && !strchr(" \t\r\n", *at))
            return false;
    }
    return false;
}
