// SPDX-License-Identifier: MIT
// Any text as an expression. Positions of errors are inside the text. An expression that compiles
// has the value that an evaluation of its syntax tree gives, and prints as a text that compiles to
// the same operations.
#include "accepted.h"
#include "expression_world.h"
#include "nodes.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { DEPTH_MAX = 1000 }; // depth of trees that are evaluated, by recursion

typedef struct session {
    arena memory;
    world world;
    char printed[4 * 65536];
    uint32_t errors;
    size_t size;
} session;

static void demand(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static void check_error(void *user, int code, uint32_t begin, uint32_t end, const char *message,
                        const char *help)
{
    session *s = user;
    (void)code;
    (void)help;
    demand(begin <= end && end <= s->size, "an error lies outside of the text");
    demand(message && *message, "an error without a message");
    s->errors++;
}

static expression_code compile(session *s, const char *text, size_t size, const expression **e)
{
    s->errors = 0;
    s->size = size;
    expression_scope scope = {
        .lookup = world_lookup, .lookup_user = &s->world, .report = check_error, .report_user = s};
    *e = expression_parse(&s->memory, text, size, check_error, s);
    expression_code code = {0};
    if (*e)
        code = expression_compile(&s->memory, *e, &scope, VALUE_NONE);
    demand((code.type == VALUE_NONE) == (s->errors > 0), "errors and a value, or neither");
    return code;
}

static bool is_readable(const expression *e)
{
    uint32_t nodes = 0;
    for (e = expression_first(e); e; e = e->after)
        nodes++;
    return nodes <= DEPTH_MAX;
}

// The world has lists for the compiler, but no values for them.
static bool reads_list(const expression_code *code)
{
    for (uint32_t i = 0; i < code->item_count; i++)
        if (op_info_of(item_type_of(code->items[i]))->argument == 'l')
            return true;
    return false;
}

// Return whether the text is an expression.
static bool check(session *s, const char *text, size_t size)
{
    const expression *e;
    expression_code code = compile(s, text, size, &e);
    if (code.type == VALUE_NONE)
        return false;
    if (reads_list(&code))
        return true;
    if (is_readable(e)) {
        uint64_t draws = size;
        demand(world_same(world_run(&s->world, &code, size), world_read(e, &draws)),
               "run and read differ");
    }
    demand(world_print(&s->world, &s->memory, &code, false, s->printed, sizeof s->printed),
           "the printed text is too long");
    if (strlen(s->printed) > 65535)
        return true;
    expression_code again = compile(s, s->printed, strlen(s->printed), &e);
    if (world_same_code(&code, &again))
        return true;
    fprintf(stderr, "prints as `%s`\n", s->printed);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static session s;
    volatile bool is_expression = false; // volatile, since a longjmp may leave the reader
    world_start(&s.world);
    arena_start(&s.memory, (gestalt_allocator){0});
    if (setjmp(s.memory.escape) == 0)
        is_expression = check(&s, (const char *)data, size);
    arena_destroy(&s.memory);
    accepted(is_expression);
    return 0;
}
