// SPDX-License-Identifier: MIT
#include "live_values.h"

#include "error.h"
#include "json.h"
#include "live_files.h"
#include "memory.h"
#include "text_buffer.h"

#include <gestalt/worlds/world.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { VALUES_DEPTH = 16, VALUES_NAME = 256 };

// An object or a list on the current path.
typedef struct value_level {
    json_value box, next; // `next` is its next key or element
    json_value schema;    // schema of the object or of an element; JSON_NONE: any keys are allowed
    size_t path_size;
    uint32_t index;
    bool is_set; // `birds.sight` is short for `birds.set.sight`, unless it is a member of the group
} value_level;

typedef struct value_walk {
    text_out *out;
    json_value scene, schema;
    value_level levels[VALUES_DEPTH];
    uint32_t depth;
    uint64_t count;
    char path[LIVE_PATH_MAX + 1];
} value_walk;

// ---- the schema

static json_value member_of(json_value object, const char *name)
{
    return json_kind_of(object) == JSON_OBJECT ? json_member(object, name, NULL) : (json_value){0};
}

// Return the definition that a schema refers to, such as {"allOf": [{"$ref":
// "#/definitions/point"}]}.
static json_value schema_of(const value_walk *w, json_value schema)
{
    static const char before[] = "#/definitions/";
    char name[VALUES_NAME];
    json_value all = member_of(schema, "allOf");
    json_value ref = json_kind_of(all) == JSON_ARRAY ? json_first(all) : schema;
    ref = member_of(ref, "$ref");
    if (json_kind_of(ref) != JSON_STRING || json_string_size(ref) >= sizeof name)
        return schema;
    json_string_copy(ref, name);
    name[json_string_size(ref)] = '\0';
    return strncmp(name, before, sizeof before - 1) == 0
               ? member_of(member_of(w->schema, "definitions"), name + sizeof before - 1)
               : schema;
}

static bool schema_is_whole(json_value schema)
{
    json_value type = member_of(schema, "type");
    return json_kind_of(type) == JSON_ARRAY && json_is(json_first(type), "integer");
}

// ---- the walk

static void values_push(value_walk *w, json_value box, json_value schema, size_t path_size,
                        bool is_set)
{
    if (w->depth < VALUES_DEPTH)
        w->levels[w->depth++] = (value_level){box, json_first(box), schema, path_size, 0, is_set};
}

static void put_raw(text_out *out, json_value value)
{
    if (json_kind_of(value) == JSON_NONE)
        text_put(out, "null");
    else
        text_write(out, value.document->text + json_begin(value),
                   json_end(value) - json_begin(value));
}

// Return whether a number is written as a whole number. A param is a float if it is written as one.
static bool is_written_whole(json_value number)
{
    int64_t value;
    return json_int64(number, &value) && !memchr(number.document->text + json_begin(number), '.',
                                                 json_end(number) - json_begin(number));
}

static void put_number(value_walk *w, json_value number, json_value schema)
{
    bool is_free = json_kind_of(schema) == JSON_NONE;
    if (w->count++ >= LIVE_VALUES_MAX)
        return;
    text_put(w->out, w->count > 1 ? ",\n{\"path\": " : "\n{\"path\": ");
    text_json(w->out, w->path, strlen(w->path));
    text_put(w->out, ", \"value\": ");
    put_raw(w->out, number);
    text_put(w->out, ", \"least\": ");
    put_raw(w->out, member_of(schema, "minimum"));
    text_put(w->out, ", \"most\": ");
    put_raw(w->out, member_of(schema, "maximum"));
    text_print(w->out, ", \"whole\": %s, \"doc\": ",
               (is_free ? is_written_whole(number) : schema_is_whole(schema)) ? "true" : "false");
    put_raw(w->out, member_of(schema, "description"));
    text_put(w->out, "}");
}

// Append a name to the path of a level. Returns false if it does not fit, or cannot be part of a
// path.
static bool values_name(value_walk *w, size_t path_size, const char *name)
{
    if (strchr(name, '.') || !*name || path_size + strlen(name) + 1 > LIVE_PATH_MAX)
        return false;
    snprintf(w->path + path_size, sizeof w->path - path_size, "%s%s", path_size ? "." : "", name);
    return true;
}

// Return whether a path with this beginning refers to something else: a group, or a param.
static bool is_hidden(const value_walk *w, const char *name, json_value value)
{
    json_value groups = member_of(w->scene, "groups");
    if (json_kind_of(value) == JSON_NUMBER)
        return json_kind_of(member_of(member_of(w->scene, "params"), name)) != JSON_NONE ||
               strcmp(name, "scene") == 0;
    for (json_value g = json_kind_of(groups) == JSON_ARRAY ? json_first(groups) : (json_value){0};
         json_kind_of(g) != JSON_NONE; g = json_next(g)) {
        json_value own = member_of(g, "name");
        if (json_kind_of(own) == JSON_STRING && json_is(own, name))
            return true;
    }
    return false;
}

static bool is_in_group(const value_walk *w)
{
    return w->depth == 3 && w->levels[1].box.index == member_of(w->scene, "groups").index;
}

// Continue below a value, or print it. `path` contains its path.
static void values_enter(value_walk *w, json_value value, json_value schema, size_t above,
                         const char *name)
{
    json_value to = schema_of(w, schema), items = schema_of(w, member_of(to, "items"));
    json_kind kind = json_kind_of(value);
    size_t size = strlen(w->path);
    bool is_top = w->depth == 1, is_set = strcmp(name, "set") == 0 && is_in_group(w);
    if (is_top && (strcmp(name, "params") == 0 || strcmp(name, "groups") == 0))
        size = 0; // paths begin with their names
    else if (is_top && is_hidden(w, name, value))
        return;
    bool is_free = json_kind_of(member_of(to, "additionalProperties")) == JSON_OBJECT;
    if (kind == JSON_NUMBER)
        put_number(w, value, schema);
    else if (kind == JSON_OBJECT && is_free)
        values_push(w, value, (json_value){0}, is_set ? above : size, is_set);
    else if (kind == JSON_OBJECT && json_kind_of(member_of(to, "properties")) == JSON_OBJECT)
        values_push(w, value, to, size, false);
    else if (kind == JSON_ARRAY && json_kind_of(member_of(items, "properties")) == JSON_OBJECT)
        values_push(w, value, items, size, false);
}

static void values_member(value_walk *w, value_level *at, json_value key, json_value value)
{
    char name[VALUES_NAME];
    if (json_string_size(key) >= sizeof name)
        return;
    json_string_copy(key, name);
    name[json_string_size(key)] = '\0';
    json_value properties = member_of(at->schema, "properties");
    json_value schema = member_of(properties, name);
    size_t size = at->path_size;
    if (at->is_set) { // `at` is for `set`, the preceding level for its group
        json_value of_group = member_of(at[-1].schema, "properties");
        if (json_kind_of(member_of(of_group, name)) != JSON_NONE && values_name(w, size, "set"))
            size = strlen(w->path);
    }
    if (json_kind_of(properties) != JSON_NONE && json_kind_of(schema) == JSON_NONE)
        return;
    if (values_name(w, size, name))
        values_enter(w, value, schema, at->path_size, name);
}

static void values_element(value_walk *w, value_level *at, json_value element)
{
    char name[VALUES_NAME];
    json_value own = member_of(element, "name");
    size_t size = json_kind_of(own) == JSON_STRING ? json_string_size(own) : sizeof name;
    if (size < sizeof name) {
        json_string_copy(own, name);
        name[size] = '\0';
    }
    if (size >= sizeof name || size == 0 || strchr(name, '.'))
        snprintf(name, sizeof name, "%" PRIu32, at->index);
    at->index++;
    if (values_name(w, at->path_size, name))
        values_enter(w, element, at->schema, at->path_size, name);
}

static void values_walk(value_walk *w)
{
    if (json_kind_of(w->scene) == JSON_OBJECT)
        values_push(w, w->scene, w->schema, 0, false);
    while (w->depth > 0) {
        value_level *at = &w->levels[w->depth - 1];
        json_value here = at->next;
        if (json_kind_of(here) == JSON_NONE) {
            w->depth--;
        } else if (json_kind_of(at->box) == JSON_ARRAY) {
            at->next = json_next(here);
            values_element(w, at, here);
        } else {
            json_value value = json_next(here);
            at->next = json_next(value);
            values_member(w, at, here, value);
        }
    }
}

static gestalt_result values_print(text_out *out, const json_document *scene,
                                   const json_document *schema, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    value_walk *w = memory_new(&a, sizeof *w);
    if (!w)
        return error_no_memory(error);
    *w = (value_walk){.out = out, .scene = json_root(scene), .schema = json_root(schema)};
    text_put(out, "{\"values\": [");
    values_walk(w);
    text_print(out, "], \"count\": %" PRIu64 "}\n", w->count);
    memory_release(&a, w, sizeof *w);
    return GESTALT_OK;
}

gestalt_result live_values_print(text_out *out, const char *text, size_t size, gestalt_error *error)
{
    json_document scene, schema;
    json_error wrong;
    gestalt_allocator a = memory_allocator(NULL);
    text_buffer bytes = {0};
    gestalt_scene_schema(text_buffer_writer(&bytes));
    gestalt_result result = GESTALT_OK;
    if (bytes.is_full || !json_read(bytes.bytes, bytes.size, (json_limits){0}, &a, &schema, &wrong))
        result = error_no_memory(error);
    if (result == GESTALT_OK) {
        if (json_read(text, size, (json_limits){0}, &a, &scene, &wrong)) {
            result = values_print(out, &scene, &schema, error);
            json_destroy(&scene, &a);
        } else {
            result = error_no_memory(error); // the text was valid before
        }
        json_destroy(&schema, &a);
    }
    text_buffer_release(&bytes);
    return result;
}
