// SPDX-License-Identifier: MIT
// The registry of host functions, and binding a shape to it.
#include "array.h"
#include "binding.h"
#include "carving.h"
#include "error.h"
#include "gather.h"
#include "memory.h"
#include "misuse.h"
#include "nearest.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

// A registered function is one block: the description, its parameters, and all names.
typedef struct entry {
    gestalt_function function;
    gestalt_lone_function *lone; // or NULL
    size_t size;
} entry;

struct gestalt_host {
    gestalt_allocator allocator;
    entry **entries;
    uint32_t count;
    size_t capacity;
    gestalt_limits limits; // limits of whatever is bound to the host
    holders holders;
};

void gestalt_host_set_limits(gestalt_host *host, const gestalt_limits *limits)
{
    if (!MISUSE_NULL(host, "host", NULL) && !MISUSE_NULL(limits, "limits", NULL))
        host->limits = limits_of(limits);
}

gestalt_limits host_limits(const gestalt_host *host)
{
    return host ? host->limits : limits_of(NULL);
}

void host_hold(const gestalt_host *host, bool holds)
{
    if (holds)
        holders_add(&host->holders);
    else
        holders_remove(&host->holders);
}

gestalt_result gestalt_host_create(const gestalt_allocator *allocator, gestalt_host **host,
                                   gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(allocator);
    if (MISUSE_NULL(host, "host", error))
        return GESTALT_MISUSE;
    *host = memory_new(&a, sizeof **host);
    if (!*host)
        return error_no_memory(error);
    **host = (gestalt_host){.allocator = a, .limits = limits_of(NULL)};
    return GESTALT_OK;
}

void gestalt_host_destroy(gestalt_host *host)
{
    if (!host)
        return;
    if (holders_count(&host->holders) > 0) {
        MISUSE(NULL, "populations use the host: first destroy them, or edit their groups");
        return;
    }
    gestalt_allocator a = host->allocator;
    for (uint32_t i = 0; i < host->count; i++)
        memory_release(&a, host->entries[i], host->entries[i]->size);
    ARRAY_RELEASE(&a, host->entries, host->capacity);
    memory_release(&a, host, sizeof *host);
}

// ---- registering

static entry *find(const gestalt_host *host, const char *name)
{
    for (uint32_t i = 0; i < host->count; i++)
        if (strcmp(host->entries[i]->function.name, name) == 0)
            return host->entries[i];
    return NULL;
}

const gestalt_function *gestalt_host_find(const gestalt_host *host, const char *name)
{
    if (MISUSE_NULL(host, "host", NULL) || MISUSE_NULL(name, "name", NULL))
        return NULL;
    const entry *e = find(host, name);
    return e ? &e->function : NULL;
}

static const char *wrong_with_parameters(const gestalt_parameter *list, uint32_t count)
{
    if (count > 0 && !list)
        return "has a count of parameters, but no list";
    for (uint32_t i = 0; i < count; i++) {
        if (!list[i].name || !*list[i].name)
            return "has a parameter without a name";
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(list[i].name, list[k].name) == 0)
                return "has two parameters of the same name";
    }
    return NULL;
}

static const char *wrong_with(const gestalt_host *host, const gestalt_function *f)
{
    const char *wrong = wrong_with_parameters(f->arguments, f->argument_count);
    if (wrong)
        return wrong;
    for (uint32_t i = 0; i < f->argument_count; i++)
        if (f->arguments[i].type == GESTALT_TEXT &&
            (f->arguments[i].by_key || f->arguments[i].is_list))
            return "has a text that is passed as a key, but no key is a text";
    if ((wrong = wrong_with_parameters(f->keys, f->key_count)))
        return wrong;
    int functions = (f->batch != NULL) + (f->single != NULL) + (f->gathered != NULL);
    if (f->kind == GESTALT_DEFERRED && functions != 0)
        return "is deferred, so it has no function: game systems carry it out";
    if (f->kind != GESTALT_DEFERRED && functions != 1)
        return "needs one function: batch, single or gathered";
    return find(host, f->name) ? "is registered already" : NULL;
}

static size_t text_size(const gestalt_parameter *list, uint32_t count)
{
    size_t size = 0;
    for (uint32_t i = 0; i < count; i++)
        size += strlen(list[i].name) + 1;
    return size;
}

static const char *copy_text(char **to, const char *text)
{
    char *copy = strcpy(*to, text);
    *to += strlen(text) + 1;
    return copy;
}

static const gestalt_parameter *copy_parameters(gestalt_parameter *to, char **text,
                                                const gestalt_parameter *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        to[i] = list[i];
        to[i].name = copy_text(text, list[i].name);
        to[i].by_key = list[i].by_key || list[i].is_list; // a list is never passed by value
    }
    return to;
}

static entry *copy_function(gestalt_host *host, const gestalt_function *f)
{
    size_t parameters = (size_t)f->argument_count + f->key_count;
    size_t text_bytes = strlen(f->name) + 1 + text_size(f->arguments, f->argument_count) +
                        text_size(f->keys, f->key_count);
    entry *e;
    gestalt_parameter *list;
    char *text;
    carving from = {0};
    do {
        CARVE(&from, e, 1);
        CARVE(&from, list, parameters);
        CARVE(&from, text, text_bytes);
    } while (carve_again(&from, &host->allocator));
    if (!e)
        return NULL;
    *e = (entry){.function = *f, .size = from.size};
    e->function.name = copy_text(&text, f->name);
    e->function.arguments = copy_parameters(list, &text, f->arguments, f->argument_count);
    e->function.keys = copy_parameters(list + f->argument_count, &text, f->keys, f->key_count);
    return e;
}

// Report a call that would change a host while agents are bound to it.
static bool host_is_held(const char *function, const gestalt_host *host, gestalt_error *error)
{
    return holders_count(&host->holders) > 0 &&
           misuse_tell(function, error,
                       "populations use the host, so it must not change: add all functions before "
                       "creating a population") != GESTALT_OK;
}

// Report an invalid kind or type.
static bool has_no_enum(const gestalt_function *f, gestalt_error *error)
{
    const char *function = "gestalt_host_add";
    const struct {
        const gestalt_parameter *list;
        uint32_t count;
    } lists[] = {{f->arguments, f->argument_count}, {f->keys, f->key_count}};
    if (misuse_if_no_enum((unsigned)f->kind, GESTALT_PREDICATE, function, "function->kind", error))
        return true;
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; lists[k].list && i < lists[k].count; i++)
            if (misuse_if_no_enum((unsigned)lists[k].list[i].type, k ? GESTALT_VEC3 : GESTALT_TEXT,
                                  function, "type of a parameter", error))
                return true;
    return false;
}

gestalt_result gestalt_host_add(gestalt_host *host, const gestalt_function *function,
                                gestalt_error *error)
{
    if (MISUSE_NULL(host, "host", error) || MISUSE_NULL(function, "function", error) ||
        MISUSE_NULL(function->name, "function->name", error) || host_is_held(__func__, host, error))
        return GESTALT_MISUSE;
    if (has_no_enum(function, error))
        return GESTALT_MISUSE;
    if (!*function->name)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "a host function needs a name");
    const char *wrong = wrong_with(host, function);
    if (wrong)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the host function `%s` %s",
                         function->name, wrong);
    bool has_room = ARRAY_RESERVE(&host->allocator, host->entries, host->capacity, host->count + 1);
    entry *e = has_room ? copy_function(host, function) : NULL;
    if (!e)
        return error_no_memory(error);
    host->entries[host->count++] = e;
    return GESTALT_OK;
}

gestalt_result gestalt_host_add_lone(gestalt_host *host, const char *name,
                                     gestalt_lone_function *lone, gestalt_error *error)
{
    if (MISUSE_NULL(host, "host", error) || MISUSE_NULL(name, "name", error) ||
        host_is_held(__func__, host, error) || MISUSE_NULL(lone, "lone", error))
        return GESTALT_MISUSE;
    entry *e = find(host, name);
    if (!e || !e->function.batch)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the host function `%s` %s", name,
                         e ? "has no batch function" : "is not registered");
    e->lone = lone;
    return GESTALT_OK;
}

// ---- checking whether a host fits

typedef struct fitting {
    const gestalt_host *host;
    const gestalt_shape *shape;
    text_out *out;
    uint32_t misfits;
} fitting;

static const char *const kind_texts[] = {"an immediate action", "a deferred action", "a predicate"};
static const char *const type_texts[] = {"bool", "int", "float", "vec2", "vec3", "text"};

static void host_misfit(fitting *f, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void host_misfit(fitting *f, const char *name, const char *format, ...)
{
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_put(f->out, "`");
    text_escaped(f->out, name, strlen(name));
    text_put(f->out, "` ");
    text_escaped(f->out, line, strlen(line));
    text_put(f->out, "\n");
    f->misfits++;
}

static const gestalt_parameter *find_parameter(const gestalt_function *f, const char *name)
{
    for (uint32_t i = 0; i < f->argument_count; i++)
        if (strcmp(f->arguments[i].name, name) == 0)
            return &f->arguments[i];
    return NULL;
}

static const char *list_text(bool is_list)
{
    return is_list ? "list of " : "";
}

static void fit_argument(fitting *f, const char *name, const gestalt_function *function,
                         const image_argument *argument)
{
    const char *argument_name = shape_string(f->shape, argument->name);
    const gestalt_parameter *p = find_parameter(function, argument_name);
    if (!p)
        host_misfit(f, name, "gets an argument `%.80s`, which the host's function does not take",
                    argument_name);
    else if ((uint8_t)p->type != argument->type || p->by_key != argument->by_key ||
             p->is_list != argument->is_list)
        host_misfit(f, name,
                    "gets the argument `%.80s` as %s%s%s; the host's function takes %s%s%s",
                    argument_name, argument->by_key ? "key " : "", list_text(argument->is_list),
                    type_texts[argument->type], p->by_key ? "key " : "", list_text(p->is_list),
                    type_texts[p->type]);
}

static bool has_argument(const fitting *f, const image_host *host, const char *name)
{
    for (uint32_t i = 0; i < host->argument_count; i++) {
        const image_argument *a = &f->shape->arguments[host->first_argument + i];
        if (strcmp(shape_string(f->shape, a->name), name) == 0)
            return true;
    }
    return false;
}

static void fit_key(fitting *f, const char *name, const gestalt_parameter *p)
{
    const image_key *key = shape_find_key(f->shape, p->name);
    if (!key)
        host_misfit(f, name, "uses the blackboard key `%.80s`, which the shape does not have",
                    p->name);
    else if (key->shared)
        host_misfit(f, name, "uses the blackboard key `%.80s`, which is shared", p->name);
    else if (key->type != (uint8_t)p->type || key_is_list(key) != p->is_list)
        host_misfit(f, name, "uses the blackboard key `%.80s` as %s%s; the shape has it as %s%s",
                    p->name, list_text(p->is_list), type_texts[p->type],
                    list_text(key_is_list(key)), type_texts[key->type]);
}

static void fit_host(fitting *f, const image_host *host)
{
    const char *name = shape_string(f->shape, host->name);
    const entry *e = find(f->host, name);
    if (!e) {
        host_misfit(f, name, "is %s of the shape, but the host does not have it",
                    kind_texts[host->kind]);
        return;
    }
    const gestalt_function *function = &e->function;
    if ((uint32_t)function->kind != host->kind)
        host_misfit(f, name, "is %s of the shape, but %s of the host", kind_texts[host->kind],
                    kind_texts[function->kind]);
    for (uint32_t i = 0; i < host->argument_count; i++)
        fit_argument(f, name, function, &f->shape->arguments[host->first_argument + i]);
    for (uint32_t i = 0; i < function->argument_count; i++)
        if (!has_argument(f, host, function->arguments[i].name))
            host_misfit(f, name,
                        "does not get the argument `%.80s`, which the host's function takes",
                        function->arguments[i].name);
    for (uint32_t i = 0; i < function->key_count; i++)
        fit_key(f, name, &function->keys[i]);
}

uint32_t gestalt_host_misfits(const gestalt_host *host, const gestalt_shape *shape,
                              gestalt_writer writer)
{
    if (MISUSE_NULL(host, "host", NULL) || MISUSE_NULL(shape, "shape", NULL) ||
        MISUSE_NULL(writer.write, "writer.write", NULL))
        return 0;
    text_out out;
    fitting f = {.host = host, .shape = shape, .out = &out};
    text_start(&out, writer, false);
    for (uint32_t i = 0; i < shape->host_count; i++)
        fit_host(&f, &shape->hosts[i]);
    return text_finish(&out) ? f.misfits : UINT32_MAX;
}

// ---- binding

static bool write_nowhere(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
    return true;
}

static uint32_t larger_of(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

// Bind a function: find its position for each argument of the shape, and the columns of its keys.
static void bind_function(const gestalt_shape *shape, const image_host *host, const entry *e,
                          bound_function *f, uint32_t *numbers)
{
    const gestalt_function *function = &e->function;
    f->lone = e->lone;
    f->batch = function->single     ? call_single
               : function->gathered ? gather_call_alone
                                    : function->batch;
    f->user = function->batch ? function->user : f;
    f->single = function->single;
    f->gathered = function->gathered;
    f->own_user = function->user;
    f->keys = function->keys;
    f->key_count = function->key_count;
    for (uint32_t i = 0; i < host->argument_count; i++)
        numbers[i] =
            (uint32_t)(find_parameter(function, shape_string(shape, f->arguments[i].name)) -
                       function->arguments);
    for (uint32_t i = 0; i < function->key_count; i++)
        numbers[host->argument_count + i] = shape_find_key(shape, function->keys[i].name)->column;
}

// Return the host's entry for a function of the shape, or NULL without a host.
static const entry *entry_of(const gestalt_host *host, const gestalt_shape *shape, uint32_t number)
{
    return host ? find(host, shape_string(shape, shape->hosts[number].name)) : NULL;
}

// The function of a shape that is bound without a host.
static void host_nothing(gestalt_call *call)
{
    (void)call;
}

// Bind all functions. If there is a host, it must have them all.
static gestalt_result bind_all(const gestalt_host *host, const gestalt_shape *shape,
                               const gestalt_allocator *allocator, binding *b, gestalt_error *error)
{
    size_t numbers = 0;
    *b = (binding){.function_count = shape->host_count};
    for (uint32_t i = 0; i < shape->host_count; i++) {
        const entry *e = entry_of(host, shape, i);
        uint32_t keys = e ? e->function.key_count : 0;
        numbers += (size_t)shape->hosts[i].argument_count + keys;
        b->argument_capacity = larger_of(b->argument_capacity, shape->hosts[i].argument_count);
        b->key_capacity = larger_of(b->key_capacity, keys);
    }
    uint32_t *next;
    carving from = {0};
    do {
        CARVE(&from, b->functions, shape->host_count);
        CARVE(&from, next, numbers);
    } while (carve_again(&from, allocator));
    if (!from.memory)
        return error_no_memory(error);
    b->size = from.size;
    for (uint32_t i = 0; i < shape->host_count; i++) {
        const image_host *h = &shape->hosts[i];
        const entry *e = entry_of(host, shape, i);
        bound_function *f = &b->functions[i];
        f->arguments = shape->arguments + h->first_argument;
        f->argument_count = h->argument_count;
        f->positions = next;
        f->columns = next + h->argument_count;
        f->first_key = b->key_count;
        f->batch = host_nothing;
        if (e)
            bind_function(shape, h, e, f, next);
        b->key_count += f->key_count;
        next += h->argument_count + f->key_count;
    }
    return GESTALT_OK;
}

gestalt_result binding_make(const gestalt_host *host, const gestalt_shape *shape,
                            const gestalt_allocator *allocator, binding *b, gestalt_error *error)
{
    static const gestalt_host nobody;
    host = host ? host : &nobody;
    *b = (binding){0};
    uint32_t misfits = gestalt_host_misfits(host, shape, (gestalt_writer){.write = write_nowhere});
    if (misfits)
        return error_set(
            error, GESTALT_BAD_ARGUMENT, 0,
            "the host does not fit the shape in %u place%s; gestalt_host_misfits lists "
            "them",
            (unsigned)misfits, text_plural(misfits, "", "s"));
    return bind_all(host, shape, allocator, b, error);
}

gestalt_result binding_make_unbound(const gestalt_shape *shape, const gestalt_allocator *allocator,
                                    binding *b, gestalt_error *error)
{
    return bind_all(NULL, shape, allocator, b, error);
}

void binding_release(binding *b, const gestalt_allocator *allocator)
{
    memory_release(allocator, b->functions, b->size);
    b->functions = NULL;
}
