// SPDX-License-Identifier: MIT
#include "live_act.h"

#include "error.h"
#include "memory.h"
#include "value.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct live_acting {
    live_run *r;
    json_value act;
    const char *folder;
    gestalt_error *error;
} live_acting;

// ---- members

static gestalt_result live_wrong(json_value at, gestalt_error *error, const char *what)
{
    return error_set(error, GESTALT_BAD_ARGUMENT, json_begin(at), "%s", what);
}

gestalt_result live_members(json_value object, const char *known, gestalt_error *error)
{
    for (json_value key = json_first(object); json_kind_of(key) != JSON_NONE;
         key = json_next(json_next(key))) {
        size_t size = json_string_size(key), word_size;
        const char *words = known, *word;
        char name[32];
        bool is_known = false;
        if (size < sizeof name) {
            json_string_copy(key, name);
            while (!is_known && (word = value_next_word(&words, &word_size)))
                is_known = word_size == size && memcmp(word, name, size) == 0;
        }
        if (!is_known)
            return error_set(error, GESTALT_BAD_ARGUMENT, json_begin(key),
                             "unknown member; the possible ones are: %s", known);
    }
    return GESTALT_OK;
}

gestalt_result live_count(json_value object, const char *name, uint64_t fallback, uint64_t *count,
                          gestalt_error *error)
{
    int64_t number;
    json_value value = json_member(object, name, NULL);
    *count = fallback;
    if (json_kind_of(value) == JSON_NONE && fallback != UINT64_MAX)
        return GESTALT_OK;
    if (json_kind_of(value) != JSON_NUMBER || !json_int64(value, &number) || number < 0)
        return error_set(error, GESTALT_BAD_ARGUMENT,
                         json_begin(json_kind_of(value) == JSON_NONE ? object : value),
                         "`%s` has to be a number without sign and fraction", name);
    *count = (uint64_t)number;
    return GESTALT_OK;
}

gestalt_result live_group(const live_run *r, json_value object, uint32_t *group,
                          gestalt_error *error)
{
    uint64_t number = 0;
    json_value value = json_member(object, "group", NULL);
    uint32_t count = gestalt_population_group_count(r->population);
    *group = 0;
    if (json_kind_of(value) == JSON_STRING) {
        for (; number < count && !json_is(value, live_run_group(r, (uint32_t)number));)
            number++;
    } else {
        gestalt_result result = live_count(object, "group", 0, &number, error);
        if (result != GESTALT_OK)
            return result;
    }
    if (number >= count)
        return live_wrong(value, error, "there is no such group");
    *group = (uint32_t)number;
    return GESTALT_OK;
}

static gestalt_result live_agent(live_acting *a, uint64_t *agent)
{
    gestalt_result result = live_count(a->act, "agent", UINT64_MAX, agent, a->error);
    if (result == GESTALT_OK && !gestalt_population_has(a->r->population, *agent))
        return error_set(a->error, GESTALT_BAD_ARGUMENT,
                         json_begin(json_member(a->act, "agent", NULL)),
                         "there is no agent %" PRIu64, *agent);
    return result;
}

// ---- values

static bool live_read_vector(json_value array, uint32_t size, gestalt_value *value)
{
    if (json_kind_of(array) != JSON_ARRAY || json_count(array) != size)
        return false;
    json_value number = json_first(array);
    for (uint32_t i = 0; i < size; i++, number = json_next(number)) {
        if (json_kind_of(number) != JSON_NUMBER)
            return false;
        value->vector[i] = (float)json_double(number);
        if (!isfinite(value->vector[i]))
            return false;
    }
    return true;
}

static bool live_read_word(const gestalt_shape *shape, uint32_t key, json_value string,
                           gestalt_value *value)
{
    char word[256];
    if (key == UINT32_MAX || json_string_size(string) >= sizeof word)
        return false;
    json_string_copy(string, word);
    word[json_string_size(string)] = '\0';
    return gestalt_shape_key_value(shape, key, word, &value->integer);
}

static bool live_read_value(const gestalt_shape *shape, uint32_t key, json_value json,
                            gestalt_value *value)
{
    int64_t integer;
    json_kind kind = json_kind_of(json);
    switch (value->type) {
    case GESTALT_BOOL:
        value->boolean = kind == JSON_TRUE;
        return kind == JSON_TRUE || kind == JSON_FALSE;
    case GESTALT_INT:
        if (kind == JSON_STRING)
            return live_read_word(shape, key, json, value);
        if (kind != JSON_NUMBER || !json_int64(json, &integer) || integer < INT32_MIN ||
            integer > INT32_MAX)
            return false;
        value->integer = (int32_t)integer;
        return true;
    case GESTALT_FLOAT:
        value->number = kind == JSON_NUMBER ? (float)json_double(json) : 0;
        return kind == JSON_NUMBER && isfinite(value->number);
    case GESTALT_VEC2: return live_read_vector(json, 2, value);
    default: return live_read_vector(json, 3, value);
    }
}

// Return a description of the values that a key accepts.
static const char *live_value_form(gestalt_type type)
{
    switch (type) {
    case GESTALT_BOOL: return "true or false";
    case GESTALT_INT: return "a whole number of 32 bits";
    case GESTALT_FLOAT: return "a number that a float can hold";
    case GESTALT_VEC2: return "a list of two numbers";
    default: return "a list of three numbers";
    }
}

// List the words of a key, as many as fit.
static void live_words(const gestalt_shape *shape, uint32_t key, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < gestalt_shape_key_word_count(shape, key); i++) {
        const char *word = gestalt_shape_key_word(shape, key, (int32_t)i);
        size_t length = strlen(word);
        if (used + length + 8 > size) {
            memcpy(text + used, ", …", sizeof ", …");
            return;
        }
        memcpy(text + used, ", ", used ? 2 : 0);
        used += used ? 2 : 0;
        memcpy(text + used, word, length + 1);
        used += length;
    }
}

// The name and value of a key, and whether the key is shared.
typedef struct live_writing {
    char name[256];
    gestalt_value value;
    bool shared;
} live_writing;

static gestalt_result live_read_writing(live_acting *a, uint32_t group, live_writing *w)
{
    json_value name = json_member(a->act, "key", NULL), json = json_member(a->act, "value", NULL);
    const gestalt_shape *shape = gestalt_population_shape(a->r->population, group);
    gestalt_key key;
    size_t size = json_kind_of(name) == JSON_STRING ? json_string_size(name) : sizeof w->name;
    if (size >= sizeof w->name)
        return live_wrong(a->act, a->error, "`key` has to be the name of one");
    json_string_copy(name, w->name);
    w->name[size] = '\0';
    if (!gestalt_population_key(a->r->population, group, w->name, &key))
        return live_wrong(name, a->error, "these agents have no such key");
    if (key.capacity > 0)
        return live_wrong(name, a->error, "this key is a list, which can only be shown");
    uint32_t index = 0, count = gestalt_shape_key_count(shape);
    while (index < count && strcmp(gestalt_shape_key_at(shape, index).name, w->name) != 0)
        index++;
    w->shared = key.shared;
    w->value = (gestalt_value){.type = key.type};
    if (live_read_value(shape, index < count ? index : UINT32_MAX, json, &w->value))
        return GESTALT_OK;
    uint32_t at = json_begin(json_kind_of(json) == JSON_NONE ? a->act : json);
    if (index < count && gestalt_shape_key_word_count(shape, index) > 0) {
        char words[160];
        live_words(shape, index, words, sizeof words);
        return error_set(a->error, GESTALT_BAD_ARGUMENT, at, "`%s` takes one of %s, or its place",
                         w->name, words);
    }
    return error_set(a->error, GESTALT_BAD_ARGUMENT, at, "`%s` takes %s", w->name,
                     live_value_form(key.type));
}

// ---- acts

static gestalt_result write_group(live_acting *a, uint32_t group, const live_writing *w)
{
    gestalt_population *p = a->r->population;
    gestalt_result result = GESTALT_OK;
    uint32_t of;
    for (uint64_t id = gestalt_population_next(p, 0); id != UINT64_MAX && result == GESTALT_OK;
         id = gestalt_population_next(p, id + 1))
        if (gestalt_actor_group(p, id, &of) && of == group)
            result = gestalt_population_write(p, id, w->name, w->value, a->error);
    return result;
}

static gestalt_result act_write(live_acting *a)
{
    live_writing w;
    uint64_t agent = 0;
    uint32_t group = 0;
    bool is_one = json_kind_of(json_member(a->act, "agent", NULL)) != JSON_NONE;
    gestalt_result result =
        is_one ? live_agent(a, &agent) : live_group(a->r, a->act, &group, a->error);
    if (result == GESTALT_OK && is_one)
        gestalt_actor_group(a->r->population, agent, &group);
    if (result == GESTALT_OK)
        result = live_read_writing(a, group, &w);
    if (result != GESTALT_OK)
        return result;
    if (w.shared)
        return gestalt_population_write_shared(a->r->population, group, w.name, w.value, a->error);
    return is_one ? gestalt_population_write(a->r->population, agent, w.name, w.value, a->error)
                  : write_group(a, group, &w);
}

static gestalt_result act_spawn(live_acting *a)
{
    uint64_t count;
    uint32_t group;
    if (a->r->world)
        return live_wrong(a->act, a->error, "a scene creates and removes its agents itself");
    gestalt_result result = live_count(a->act, "count", 1, &count, a->error);
    if (result == GESTALT_OK)
        result = live_group(a->r, a->act, &group, a->error);
    if (result != GESTALT_OK)
        return result;
    if (count == 0 || count > 1000000000)
        return live_wrong(json_member(a->act, "count", NULL), a->error,
                          "`count` is from 1 to 1000000000");
    return gestalt_population_spawn(a->r->population, group, count, NULL, a->error);
}

static gestalt_result act_despawn(live_acting *a)
{
    uint64_t agent;
    if (a->r->world)
        return live_wrong(a->act, a->error, "a scene creates and removes its agents itself");
    gestalt_result result = live_agent(a, &agent);
    return result == GESTALT_OK ? gestalt_population_despawn(a->r->population, agent, a->error)
                                : result;
}

static gestalt_result act_cancel(live_acting *a)
{
    uint64_t agent;
    gestalt_result result = live_agent(a, &agent);
    return result == GESTALT_OK ? gestalt_population_cancel(a->r->population, agent, a->error)
                                : result;
}

static gestalt_result live_told(live_acting *a, gestalt_result result)
{
    if (result == GESTALT_OK)
        return GESTALT_OK;
    return error_set(a->error, result, json_begin(a->act),
                     "the run continues unchanged; the messages describe why");
}

static gestalt_result act_set(live_acting *a)
{
    gestalt_allocator m = memory_allocator(NULL);
    json_value path = json_member(a->act, "path", NULL), value = json_member(a->act, "value", NULL);
    if (!a->r->subject->scene)
        return live_wrong(a->act, a->error, "`set` is for scenes; `write` writes a key");
    if (json_kind_of(path) != JSON_STRING || json_kind_of(value) != JSON_STRING ||
        json_string_size(path) == 0 || json_string_size(path) > LIVE_PATH_MAX)
        return live_wrong(a->act, a->error, "`path` and `value` have to be strings");
    size_t path_size = 0, value_size = 0;
    char *path_text = live_string(path, &path_size), *text = live_string(value, &value_size);
    gestalt_result result = path_text && text
                                ? live_told(a, live_run_set(a->r, path_text, text, a->error))
                                : error_no_memory(a->error);
    memory_release(&m, path_text, path_text ? path_size + 1 : 0);
    memory_release(&m, text, text ? value_size + 1 : 0);
    return result;
}

// Edit the run. In a replay, the texts of the log replace those in the folder.
static gestalt_result act_edit(live_acting *a)
{
    live_files files;
    json_value texts = json_member(a->act, "files", NULL);
    if (!a->folder)
        return json_kind_of(texts) == JSON_NONE
                   ? live_told(a, live_run_edit(a->r, a->error))
                   : live_wrong(texts, a->error, "only logs contain texts of files");
    gestalt_result result = live_files_parse(&files, texts, a->error);
    if (result != GESTALT_OK)
        return result;
    const live_files *before = &live_run_version(a->r)->files;
    if (strcmp(files.list[0].name, before->list[0].name) != 0)
        result = live_wrong(texts, a->error, "the first file has another name than before");
    if (result == GESTALT_OK) {
        live_files_remove(before, a->folder);
        result = live_files_write(&files, a->folder, a->error);
    }
    if (result == GESTALT_OK)
        result = live_told(a, live_run_edit(a->r, a->error));
    if (result != GESTALT_OK)
        live_files_remove(&files, a->folder);
    live_files_release(&files);
    return result;
}

typedef struct live_act_kind {
    const char *name, *members;
    uint32_t rights;
    gestalt_result (*act)(live_acting *a);
} live_act_kind;

static const live_act_kind kinds[] = {
    {"write", "tick|do|agent|group|key|value", GESTALT_LIVE_WRITE, act_write},
    {"spawn", "tick|do|group|count", GESTALT_LIVE_SPAWN, act_spawn},
    {"despawn", "tick|do|agent", GESTALT_LIVE_SPAWN, act_despawn},
    {"cancel", "tick|do|agent", GESTALT_LIVE_SPAWN, act_cancel},
    {"set", "tick|do|path|value", GESTALT_LIVE_EDIT, act_set},
    {"edit", "tick|do|files", GESTALT_LIVE_EDIT, act_edit},
};

static const live_act_kind *live_kind_of(json_value act)
{
    json_value name = json_member(act, "do", NULL);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (json_kind_of(name) == JSON_STRING && json_is(name, kinds[i].name))
            return &kinds[i];
    return NULL;
}

bool live_act_is(json_value act)
{
    return json_kind_of(act) == JSON_OBJECT && live_kind_of(act);
}

uint32_t live_act_rights(json_value act)
{
    return live_kind_of(act)->rights;
}

// The words of rights, in order of their bits.
static const struct {
    const char *word, *text;
} rights_of[] = {
    {"pace", "pause, run or step it"}, {"speed", "choose its speed"},
    {"write", "write keys"},           {"spawn", "spawn, despawn or cancel agents"},
    {"edit", "edit its documents"},    {"back", "go to earlier ticks"},
};

const char *live_right_text(uint32_t rights)
{
    return rights_of[__builtin_ctz(rights)].text;
}

void live_rights_json(text_out *out, uint32_t rights)
{
    const char *between = "";
    text_put(out, "[");
    for (size_t i = 0; i < sizeof rights_of / sizeof *rights_of; i++) {
        if (!(rights >> i & 1))
            continue;
        text_print(out, "%s\"%s\"", between, rights_of[i].word);
        between = ", ";
    }
    text_put(out, "]");
}

gestalt_result live_act(live_run *r, json_value act, const char *folder, gestalt_error *error)
{
    live_acting a = {r, act, folder, error};
    const live_act_kind *kind = json_kind_of(act) == JSON_OBJECT ? live_kind_of(act) : NULL;
    if (!kind)
        return live_wrong(act, error, "`do` has to be write, spawn, despawn, cancel, set or edit");
    gestalt_result result = live_members(act, kind->members, error);
    if (result == GESTALT_OK && !r->world)
        result = gestalt_population_set_now(r->population, live_run_now(r), error);
    if (result != GESTALT_OK)
        return result;
    r->changes++;
    return kind->act(&a);
}
