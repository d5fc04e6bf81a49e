// SPDX-License-Identifier: MIT
#include "stub_options.h"

#include "image.h"
#include "nearest.h"
#include "value.h"

#include <inttypes.h>
#include <string.h>

static const char status_words[] = "success|failure|running"; // in the order of gestalt_status

// ---- one option

static exit_code stubs_malformed(cli *c, const char *text, const char *why)
{
    return cli_usage(c, "--stub cannot be `%s`: %s", text, why);
}

// Read "10:success" or "success".
static exit_code read_value(cli *c, const char *text, const char *value, stub *s)
{
    const char *colon = strrchr(value, ':');
    int status = value_choice(colon ? colon + 1 : value, status_words);
    if (status < 0)
        return stubs_malformed(
            c, text, "it must end with success, failure or running, as in NAME=10:success");
    s->status = (gestalt_status)status;
    s->ticks = 0;
    char digits[32];
    if (!colon)
        return EXIT_FINE;
    uint64_t ticks = 0;
    size_t size = (size_t)(colon - value);
    if (size >= sizeof digits)
        return stubs_malformed(c, text, "the number of ticks is too large");
    memcpy(digits, value, size);
    digits[size] = '\0';
    if (value_count(digits, &ticks) != VALUE_GOOD)
        return stubs_malformed(c, text,
                               "write a number of ticks before the colon, as in NAME=10:success");
    if (ticks > UINT32_MAX)
        return stubs_malformed(c, text, "the number of ticks is too large");
    s->ticks = (uint32_t)ticks;
    return EXIT_FINE;
}

typedef struct reader {
    stub_options *s;
    cli *c;
    const gestalt_shape *shape;
    const gestalt_shape *const *others;
    uint32_t other_count;
    const gestalt_host *host;
} reader;

static void offer_names(nearest *n, const gestalt_shape *shape)
{
    for (uint32_t i = 0; i < shape->host_count; i++) {
        const char *known = shape_string(shape, shape->hosts[i].name);
        nearest_offer(n, known, strlen(known));
    }
}

static exit_code unknown_name(const reader *r, const char *name)
{
    nearest n;
    nearest_start(&n, name, strlen(name), NULL);
    offer_names(&n, r->shape);
    for (uint32_t i = 0; i < r->other_count; i++)
        offer_names(&n, r->others[i]);
    const char *who = r->other_count > 1 ? "no tree calls a" : "the tree calls no";
    return n.name
               ? cli_usage(r->c, "--stub %s: %s `%s`; did you mean `%s`?", name, who, name, n.name)
               : cli_usage(r->c, "--stub %s: %s `%s`", name, who, name);
}

static bool is_of_others(const reader *r, const char *name)
{
    for (uint32_t i = 0; i < r->other_count; i++)
        if (shape_find_host(r->others[i], name))
            return true;
    return false;
}

static exit_code check_name(const reader *r, const char *name)
{
    for (uint32_t i = 0; i < r->s->count; i++)
        if (strcmp(r->s->stubs[i].name, name) == 0)
            return cli_usage(r->c, "--stub %s is given twice", name);
    const gestalt_function *function = gestalt_host_find(r->host, name);
    if (function && function->kind != GESTALT_DEFERRED)
        return cli_usage(r->c, "--stub %s: the plugin has this function already", name);
    return EXIT_FINE;
}

// Read an option; `names` has room for the name.
static exit_code read_stub(const reader *r, const char *text, char **names)
{
    stub_options *s = r->s;
    const char *equals = strrchr(text, '=');
    if (!equals || equals == text)
        return stubs_malformed(r->c, text, "write NAME=TICKS:STATUS, as in flee=10:success");
    stub *next = &s->stubs[s->count];
    size_t size = (size_t)(equals - text);
    memcpy(*names, text, size);
    (*names)[size] = '\0';
    next->name = *names;
    if (!shape_find_host(r->shape, next->name))
        return is_of_others(r, next->name) ? EXIT_FINE : unknown_name(r, next->name);
    exit_code verdict = check_name(r, next->name);
    if (verdict == EXIT_FINE)
        verdict = read_value(r->c, text, equals + 1, next);
    *names += size + 1;
    s->count++;
    return verdict;
}

// ---- missing stubs

static bool is_missing(const stub_options *s, const gestalt_host *host, const char *name)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (strcmp(s->stubs[i].name, name) == 0)
            return false;
    return !gestalt_host_find(host, name);
}

// Print an option to copy, and what it stands for.
static void put_flag(text_out *out, const image_host *host, const char *name)
{
    static const char *const values[] = {"0:success", "1:success", "0:success"};
    static const char *const whats[] = {"an action that succeeds immediately",
                                        "a deferred action that succeeds after a tick",
                                        "a predicate that is true"};
    // quotes for a shell
    bool needs_quotes = name[strcspn(name, " \t\n\"'`$\\&;|<>()*?[]{}~#!")] != '\0';
    const char *quote = needs_quotes ? "'" : "";
    text_print(out, "  --stub %s", quote);
    text_escaped(out, name, strlen(name));
    text_print(out, "=%s%s", values[host->kind], quote);
    text_style(out, COLOR_DIM);
    text_print(out, "  %s", whats[host->kind]);
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
}

static exit_code check_missing(const reader *r)
{
    uint32_t missing = 0;
    const gestalt_shape *shape = r->shape;
    for (uint32_t i = 0; i < shape->host_count; i++)
        missing += is_missing(r->s, r->host, shape_string(shape, shape->hosts[i].name));
    if (missing == 0)
        return EXIT_FINE;
    cli_say(r->c, "%s%s%s calls %" PRIu32 " name%s that %s no stub; for example, add:",
            r->other_count > 1 ? "`" : "the tree",
            r->other_count > 1 ? gestalt_shape_name(shape) : "", r->other_count > 1 ? "`" : "",
            missing, text_plural(missing, "", "s"), text_plural(missing, "has", "have"));
    for (uint32_t i = 0; i < shape->host_count; i++) {
        const char *name = shape_string(shape, shape->hosts[i].name);
        if (is_missing(r->s, r->host, name))
            put_flag(&r->c->messages, &shape->hosts[i], name);
    }
    text_finish(&r->c->messages);
    return EXIT_USAGE;
}

// ---- all stubs

static bool stubs_reserve(stub_options *s, const options *o)
{
    uint32_t at = 0;
    const char *text;
    while ((text = options_next_text(o, OPTION_STUB, &at))) {
        s->capacity++;
        s->names_size += strlen(text) + 1;
    }
    if (s->capacity == 0)
        return true;
    s->stubs = memory_new(&s->allocator, s->capacity * sizeof *s->stubs);
    s->names = memory_new(&s->allocator, s->names_size);
    return s->stubs && s->names;
}

exit_code stub_options_read(stub_options *s, cli *c, const gestalt_shape *shape,
                            const gestalt_shape *const *others, uint32_t other_count,
                            const gestalt_host *host)
{
    const reader r = {s, c, shape, others, other_count, host};
    *s = (stub_options){.allocator = memory_allocator(NULL)};
    if (!stubs_reserve(s, &c->options)) {
        cli_say(c, "out of memory");
        return EXIT_LIMIT;
    }
    uint32_t at = 0;
    const char *text;
    char *names = s->names;
    while ((text = options_next_text(&c->options, OPTION_STUB, &at))) {
        exit_code verdict = read_stub(&r, text, &names);
        if (verdict != EXIT_FINE)
            return verdict;
    }
    return check_missing(&r);
}

void stub_options_release(stub_options *s)
{
    if (s->stubs)
        memory_release(&s->allocator, s->stubs, s->capacity * sizeof *s->stubs);
    if (s->names)
        memory_release(&s->allocator, s->names, s->names_size);
    *s = (stub_options){0};
}
