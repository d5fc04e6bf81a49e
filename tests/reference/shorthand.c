// SPDX-License-Identifier: MIT
#include "shorthand.h"

#include <gestalt/gestalt.h>

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void put(shorthand *s, const char *format, ...)
{
    size_t used = strlen(s->text);
    va_list arguments;
    va_start(arguments, format);
    if (used > 0 && s->text[used - 1] != '|')
        strcat(s->text, " ");
    used = strlen(s->text);
    vsnprintf(s->text + used, sizeof s->text - used, format, arguments);
    va_end(arguments);
}

// The text of a member of an event, without its quotes.
static const char *member(const char *line, const char *key, char value[64])
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(line, quoted);
    assert_non_null(at);
    at += strlen(quoted);
    at += *at == '"';
    size_t size = strcspn(at, ",\"}");
    snprintf(value, 64, "%.*s", (int)size, at);
    return value;
}

static void put_event(shorthand *s, const char *line)
{
    char event[64], agent[64], node[64] = "", more[64];
    if (strcmp(member(line, "event", event), "edit") == 0) {
        put(s, "E");
        return;
    }
    uint64_t id = strtoull(member(line, "agent", agent), NULL, 10);
    if (id != s->agent)
        put(s, "@%" PRIu64, id);
    s->agent = id;
    if (strcmp(event, "root") != 0)
        member(line, "node", node);
    if (strcmp(event, "leaf") == 0)
        put(s, "%s%c", node, *member(line, "status", more));
    else if (strcmp(event, "cancel") == 0)
        put(s, "c%s", node);
    else if (strcmp(event, "log") == 0)
        put(s, "%s:%s", node, member(line, "phase", more));
    else if (strcmp(event, "request") == 0)
        put(s, "%c%s", *member(line, "kind", more) == 'l' ? 'L' : 'X', node);
    else
        put(s, "%c", *member(line, "status", more) - 'a' + 'A');
}

void shorthand_events(shorthand *s, reference *r)
{
    char *events = strdup(reference_events(r, NULL));
    s->agent = 0;
    for (char *line = strtok(events, "\n"); line; line = strtok(NULL, "\n"))
        put_event(s, line);
    free(events);
    reference_clear_events(r);
}

static gestalt_status status_named(const char *word)
{
    return *word == 's' ? GESTALT_SUCCESS : *word == 'f' ? GESTALT_FAILURE : GESTALT_RUNNING;
}

static void write_list(reference *r, uint64_t agent, const char *key, const char *numbers)
{
    reference_value elements[8];
    uint32_t count = 0;
    if (strcmp(numbers, "-") != 0)
        for (const char *at = numbers; at; at = strchr(at, ',')) {
            at += *at == ',';
            elements[count++] = reference_int(atoi(at));
        }
    assert_true(reference_write_list(r, agent, key, elements, count));
}

static void do_step(reference *r, const char *step)
{
    char verb[16] = "", name[16] = "", word[16] = "";
    uint64_t agent = 0;
    sscanf(step, "%*d:%15s %" SCNu64 " %15s %15s", verb, &agent, name, word);
    if (strcmp(verb, "finish") == 0)
        assert_true(reference_finish(r, agent, (uint32_t)atoi(name), status_named(word)));
    else if (strcmp(verb, "persistent") == 0)
        assert_true(reference_set_persistent(r, agent, name, status_named(word)));
    else if (strcmp(verb, "int") == 0)
        assert_true(reference_write(r, agent, name, reference_int(atoi(word))));
    else if (strcmp(verb, "list") == 0)
        write_list(r, agent, name, word);
    else if (strcmp(verb, "cancel") == 0)
        reference_cancel(r, agent);
    else if (strcmp(verb, "despawn") == 0)
        reference_despawn(r, agent);
    else if (strcmp(verb, "spawn") == 0)
        reference_spawn(r, agent);
    else
        fail_msg("%s", step);
}

void shorthand_script(reference *r, const char *script)
{
    for (const char *step = script; step; step = strchr(step, ';')) {
        step += *step == ';';
        if (atoi(step) == reference_tick_number(r))
            do_step(r, step);
    }
}

void shorthand_stubs(reference *r, const char *stubs)
{
    char name[16], word[16];
    int ticks, size;
    while (sscanf(stubs, " %15[^=]=%d:%15s%n", name, &ticks, word, &size) == 3) {
        reference_stub(r, name, ticks, status_named(word));
        stubs += size;
    }
}

static bool shorthand_print(void *user, const char *text, size_t size)
{
    (void)user;
    return fwrite(text, 1, size, stderr) == size;
}

char *shorthand_document(const char *head, const char *root)
{
    size_t size = strlen(head) + strlen(root) + 64;
    char *text = malloc(size);
    snprintf(text, size, "{'gestalt':1,'name':'test',%s'root':%s}", head, root);
    for (char *at = text; *at; at++)
        *at = (char)(*at == '\'' ? '"' : *at == '`' ? '\'' : *at);
    return text;
}

void shorthand_compile(const char *text)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_result result =
        gestalt_compile_text("test.json", text, strlen(text), NULL, &shape, &diagnostics, NULL);
    if (result != GESTALT_OK)
        gestalt_diagnostics_write(diagnostics, GESTALT_DIAGNOSTICS_HUMAN, false,
                                  (gestalt_writer){shorthand_print, NULL});
    gestalt_diagnostics_destroy(diagnostics);
    gestalt_shape_destroy(shape);
    assert_int_equal(result, GESTALT_OK);
}
