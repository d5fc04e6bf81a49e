// SPDX-License-Identifier: MIT
#include "scene_set.h"

#include "error.h"
#include "memory.h"
#include "nearest.h"
#include "scene_tables.h"

#include <stdio.h>
#include <stdlib.h>

// A setting while its path is followed through the scene.
typedef struct setting_walk {
    arena *memory;
    const scene_part *const *parts;
    const char *path, *rest; // rest: remaining path
    gestalt_error *error;
    json_value at;                                   // value at the current position, or JSON_NONE
    const scene_field *tables[SCENE_PART_COUNT + 2]; // tables for the members of an object
    const scene_field *field;                        // field of `at`, or NULL
    bool is_group;
    json_value object;    // innermost existing object
    const char *names[8]; // members to add below it, nested
    uint32_t name_count;
    bool appends; // append to the list at `at`
} setting_walk;

static bool setting_wrong(setting_walk *w, const char *what, const char *name, const nearest *near)
{
    error_set(w->error, GESTALT_BAD_ARGUMENT, 0,
              near && near->name ? "`%s`: %s `%s`; did you mean `%s`?" : "`%s`: %s `%s`", w->path,
              what, name, near ? near->name : NULL);
    return false;
}

// Return the next name of the path; NULL at its end.
static const char *next_name(setting_walk *w)
{
    if (!*w->rest)
        return NULL;
    size_t size = strcspn(w->rest, ".");
    const char *name = arena_copy_text(w->memory, w->rest, size);
    w->rest += size + (w->rest[size] == '.');
    return name;
}

// ---- members

static const scene_field *find_field(const setting_walk *w, const char *name, nearest *near)
{
    for (const scene_field *const *t = w->tables; *t; t++)
        for (const scene_field *f = *t; f->kind != SCENE_END; f++) {
            if (strcmp(f->name, name) == 0)
                return f;
            nearest_offer(near, f->name, strlen(f->name));
        }
    return NULL;
}

// Enter a member of an object, which may not exist yet.
static bool enter_member(setting_walk *w, const char *name)
{
    json_value member = {0};
    if (w->name_count == 0) {
        w->object = w->at;
        member = json_member(w->at, name, NULL);
    }
    w->at = member;
    if (json_kind_of(member) == JSON_NONE) {
        if (w->name_count == sizeof w->names / sizeof *w->names)
            return setting_wrong(w, "it is too deep at", name, NULL);
        w->names[w->name_count++] = name;
    }
    return true;
}

static void set_tables(setting_walk *w, const scene_field *first, bool are_group)
{
    uint32_t count = 0;
    w->is_group = are_group;
    w->tables[count++] = first;
    for (uint32_t i = 0; w->parts[i] && (are_group || first == scene_fields); i++) {
        const scene_field *more = are_group ? w->parts[i]->group_fields : w->parts[i]->fields;
        if (more)
            w->tables[count++] = more;
    }
    w->tables[count] = NULL;
}

static bool is_object(const setting_walk *w)
{
    return w->name_count > 0 || json_kind_of(w->at) == JSON_OBJECT;
}

// Enter a key of an object without a table; keys of `params` must exist.
static bool enter_key(setting_walk *w, const char *name, bool must_be)
{
    nearest near;
    nearest_start(&near, name, strlen(name), NULL);
    if (!is_object(w))
        return setting_wrong(w, "there is no object for", name, NULL);
    for (json_value k = w->name_count ? (json_value){0} : json_first(w->at);
         json_kind_of(k) != JSON_NONE; k = json_next(json_next(k))) {
        char *text = arena_allocate(w->memory, json_string_size(k) + 1);
        json_string_copy(k, text);
        nearest_offer(&near, text, strlen(text));
    }
    bool is_there = !w->name_count && json_kind_of(json_member(w->at, name, NULL)) != JSON_NONE;
    if (must_be && !is_there)
        return setting_wrong(w, "there is no param", name, &near);
    w->field = NULL;
    w->tables[0] = NULL; // no table below
    return enter_member(w, name);
}

static bool enter_field(setting_walk *w, const char *name)
{
    nearest near;
    nearest_start(&near, name, strlen(name), NULL);
    const scene_field *f = find_field(w, name, &near);
    if (!f && w->is_group) { // a key of the group's blackboard
        w->is_group = false;
        return enter_member(w, "set") && enter_key(w, name, false);
    }
    if (!f)
        return setting_wrong(w, "there is no member", name, &near);
    w->field = f;
    return enter_member(w, name);
}

// ---- lists

static json_value list_element(json_value list, const char *name)
{
    char *end;
    unsigned long wanted = strtoul(name, &end, 10), number = 0;
    for (json_value v = json_first(list); json_kind_of(v) != JSON_NONE; v = json_next(v)) {
        json_value named =
            json_kind_of(v) == JSON_OBJECT ? json_member(v, "name", NULL) : (json_value){0};
        if (json_kind_of(named) == JSON_STRING && json_is(named, name))
            return v;
    }
    for (json_value v = json_first(list); *end == '\0' && json_kind_of(v) != JSON_NONE;
         v = json_next(v))
        if (number++ == wanted)
            return v;
    return (json_value){0};
}

static void offer_elements(setting_walk *w, json_value list, nearest *near)
{
    for (json_value v = json_kind_of(list) == JSON_ARRAY ? json_first(list) : (json_value){0};
         json_kind_of(v) != JSON_NONE; v = json_next(v)) {
        json_value named =
            json_kind_of(v) == JSON_OBJECT ? json_member(v, "name", NULL) : (json_value){0};
        if (json_kind_of(named) != JSON_STRING)
            continue;
        char *text = arena_allocate(w->memory, json_string_size(named) + 1);
        json_string_copy(named, text);
        nearest_offer(near, text, strlen(text));
    }
}

static bool enter_element(setting_walk *w, const char *name, const scene_field *fields)
{
    nearest near;
    nearest_start(&near, name, strlen(name), NULL);
    json_value list = w->name_count ? (json_value){0} : w->at;
    bool is_list = w->name_count > 0 || json_kind_of(list) == JSON_ARRAY;
    if (strcmp(name, "+") == 0 && !*w->rest && is_list) {
        w->appends = true;
        return true;
    }
    json_value found =
        json_kind_of(list) == JSON_ARRAY ? list_element(list, name) : (json_value){0};
    if (json_kind_of(found) == JSON_NONE) {
        offer_elements(w, list, &near);
        return setting_wrong(w, "there is no element", name, &near);
    }
    w->at = found;
    w->field = NULL;
    if (json_kind_of(found) == JSON_OBJECT)
        set_tables(w, fields, fields == scene_group_fields);
    return true;
}

// ---- paths

static bool enter_next(setting_walk *w, const char *name)
{
    const scene_field *f = w->field;
    if (!f)
        return is_object(w) && w->tables[0]
                   ? enter_field(w, name)
                   : setting_wrong(w, "a single value has no member", name, NULL);
    switch (f->kind) {
    case SCENE_OBJECT:
        if (!is_object(w))
            return setting_wrong(w, "there is no object for", name, NULL);
        set_tables(w, f->fields, false);
        return enter_field(w, name);
    case SCENE_LIST: return enter_element(w, name, f->fields);
    case SCENE_SET: return enter_key(w, name, false);
    default: break;
    }
    if (strcmp(f->name, "groups") == 0)
        return enter_element(w, name, scene_group_fields);
    if (strcmp(f->name, "params") == 0)
        return enter_key(w, name, true);
    return setting_wrong(w, "a single value has no member", name, NULL);
}

// The first name is a param if it is the whole path; otherwise a group, or else a member of the
// scene.
static bool enter_first(setting_walk *w, json_value root, const char *name)
{
    json_value params = json_member(root, "params", NULL),
               groups = json_member(root, "groups", NULL);
    bool is_param = !*w->rest && json_kind_of(params) == JSON_OBJECT &&
                    json_kind_of(json_member(params, name, NULL)) != JSON_NONE;
    json_value group = *w->rest && json_kind_of(groups) == JSON_ARRAY ? list_element(groups, name)
                                                                      : (json_value){0};
    nearest near;
    if (is_param) {
        w->at = params;
        return enter_member(w, name);
    }
    if (json_kind_of(group) == JSON_OBJECT && !strchr("0123456789", *name)) {
        w->at = group;
        set_tables(w, scene_group_fields, true);
        return true;
    }
    set_tables(w, scene_fields, false);
    nearest_start(&near, name, strlen(name), NULL);
    if (find_field(w, name, &near))
        return enter_field(w, name);
    offer_elements(w, groups, &near);
    bool offers = !*w->rest && json_kind_of(params) == JSON_OBJECT;
    for (json_value k = offers ? json_first(params) : (json_value){0}; json_kind_of(k) != JSON_NONE;
         k = json_next(json_next(k))) {
        char *text = arena_allocate(w->memory, json_string_size(k) + 1);
        json_string_copy(k, text);
        nearest_offer(&near, text, strlen(text));
    }
    return setting_wrong(
        w, *w->rest ? "there is no group or member" : "there is no param or member", name, &near);
}

static bool walk_path(setting_walk *w, json_value root)
{
    w->at = root;
    const char *name = next_name(w);
    if (!name)
        return setting_wrong(w, "a setting starts with a name, but this is not a name:", w->path,
                             NULL);
    if (!enter_first(w, root, name))
        return false;
    while ((name = next_name(w)))
        if (!enter_next(w, name))
            return false;
    if (json_kind_of(w->at) == JSON_OBJECT && !w->field)
        return setting_wrong(w, "this is an object; add `.` and one of its members:", w->path,
                             NULL);
    return true;
}

// ---- texts

// Return the value as JSON if it is valid JSON, or else as a string.
static __attribute__((noinline)) const char *value_json(arena *memory, const char *value)
{
    json_document document;
    json_error error;
    gestalt_allocator a = memory->allocator;
    if (json_read(value, strlen(value), (json_limits){0}, &a, &document, &error)) {
        json_destroy(&document, &a);
        return value;
    }
    if (error.kind == JSON_NO_MEMORY)
        longjmp(memory->escape, 1);
    char *text = arena_allocate(memory, 6 * strlen(value) + 3), *to = text;
    *to++ = '"';
    for (const char *from = value; *from; from++)
        if ((unsigned char)*from < 0x20)
            to += snprintf(to, 7, "\\u%04x", (unsigned)*from);
        else {
            if (*from == '"' || *from == '\\')
                *to++ = '\\';
            *to++ = *from;
        }
    *to++ = '"';
    return text;
}

typedef struct setting_text {
    const char *text;
    size_t size;
} setting_text;

static setting_text splice(arena *memory, setting_text t, size_t begin, size_t end,
                           const char *middle)
{
    size_t added = strlen(middle), size = t.size - (end - begin) + added;
    char *made = arena_allocate(memory, size + 1);
    memcpy(made, t.text, begin);
    memcpy(made + begin, middle, added);
    memcpy(made + begin + added, t.text + end, t.size - end);
    return (setting_text){made, size};
}

static setting_text put_value(const setting_walk *w, setting_text t, const char *value)
{
    if (w->name_count == 0 && w->appends) {
        bool is_lone = json_kind_of(json_first(w->at)) == JSON_NONE;
        size_t end = json_end(w->at) - 1;
        return splice(w->memory, t, end, end,
                      is_lone ? value : arena_print(w->memory, ", %s", value));
    }
    if (w->name_count == 0)
        return splice(w->memory, t, json_begin(w->at), json_end(w->at), value);
    const char *member = w->appends ? arena_print(w->memory, "[%s]", value) : value;
    for (uint32_t i = w->name_count; i-- > 0;)
        member = arena_print(w->memory, i > 0 ? "{\"%s\": %s}" : "\"%s\": %s", w->names[i], member);
    bool is_empty = json_kind_of(json_first(w->object)) == JSON_NONE;
    size_t begin = json_begin(w->object) + 1;
    return splice(w->memory, t, begin, begin,
                  is_empty ? member : arena_print(w->memory, "%s, ", member));
}

// Return the text with one setting applied. The text of `t` must live at least as long as the
// arena.
static bool apply_setting(setting_walk *w, setting_text *t, const gestalt_scene_setting *setting)
{
    json_document document;
    json_error error;
    gestalt_allocator a = w->memory->allocator;
    const char *value = value_json(w->memory, setting->value);
    if (!json_read(t->text, t->size, (json_limits){0}, &a, &document, &error)) {
        if (error.kind == JSON_NO_MEMORY)
            longjmp(w->memory->escape, 1);
        return true;
    }
    jmp_buf outer;
    memcpy(&outer, &w->memory->escape, sizeof outer);
    bool is_well = false;
    if (setjmp(w->memory->escape)) {
        json_destroy(&document, &a);
        memcpy(&w->memory->escape, &outer, sizeof outer);
        longjmp(w->memory->escape, 1);
    }
    json_value root = json_root(&document);
    is_well = json_kind_of(root) != JSON_OBJECT || walk_path(w, root);
    if (is_well && json_kind_of(root) == JSON_OBJECT)
        *t = put_value(w, *t, value);
    json_destroy(&document, &a);
    memcpy(&w->memory->escape, &outer, sizeof outer);
    return is_well;
}

static gestalt_result change_guarded(arena *memory, setting_text t,
                                     const gestalt_scene_setting *settings, uint32_t count,
                                     const scene_part *const *parts, gestalt_writer writer,
                                     gestalt_error *error)
{
    if (setjmp(memory->escape))
        return error_no_memory(error);
    for (uint32_t i = 0; i < count; i++) {
        setting_walk *w = ARENA_NEW(memory, setting_walk);
        *w = (setting_walk){.memory = memory,
                            .parts = parts,
                            .path = settings[i].path,
                            .rest = settings[i].path,
                            .error = error};
        if (!apply_setting(w, &t, &settings[i]))
            return GESTALT_BAD_ARGUMENT;
    }
    return writer.write(writer.user, t.text, t.size)
               ? GESTALT_OK
               : error_set(error, GESTALT_IO, 0, "the writer failed");
}

gestalt_result scene_change_text(const char *text, size_t size,
                                 const gestalt_scene_setting *settings, uint32_t count,
                                 const scene_part *const *parts, const gestalt_allocator *allocator,
                                 gestalt_writer writer, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(allocator);
    arena *memory = memory_new(&a, sizeof *memory);
    if (!memory)
        return error_no_memory(error);
    arena_start(memory, a);
    gestalt_result result =
        change_guarded(memory, (setting_text){text, size}, settings, count, parts, writer, error);
    arena_destroy(memory);
    memory_release(&a, memory, sizeof *memory);
    return result;
}
