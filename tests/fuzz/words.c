// SPDX-License-Identifier: MIT
#include "words.h"

#include "nodes.h"
#include "scene_tables.h"
#include "world_part.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH_MOST = 3, FIELDS_MOST = 512 };

#define CHOOSE(random, list) ((list)[words_below((random), sizeof(list) / sizeof *(list))])

uint32_t words_below(uint64_t *random, uint32_t bound)
{
    uint64_t z = *random += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ z >> 31) % bound);
}

// ---- words that no table contains

static const char *const keys[] = {
    "gestalt", "name",  "doc",    "root",    "blackboard", "actions", "trees", "include", "params",
    "kind",    "init",  "shared", "persist", "type",       "args",    "key",   "node",    "with",
    "x",       "ammo",  "health", "mode",    "left",       "0",       "-1",    "1",       "",
    "scene",   "world", "groups", "count",   "tree",       "start",   "set",   "paths",   "a.b",
    "list",    "at",    "item",   "index",   "capacity",   "value",   "to",    "route",
};
static const char *const names[] = {
    "health",  "ammo",  "home", "home.x", "home.z",  "mode", "left",  "angry",    "alarm",
    "target",  "fight", "flee", "look",   "go",      "x",    "agent", "time",     "neighbours",
    "heading", "speed", "lane", "gun",    "\\u00e9", "__",   "route", "route[0]", "count(route)",
};
static const char *const words[] = {
    "bool",      "int",        "float",     "vec2",      "vec3", "key",  "key int",
    "key float", "success",    "failure",   "running",   "all",  "any",  "fixed",
    "random",    "immediate",  "deferred",  "predicate", "rest", "idle", "true",
    "1",         "guard.json", "../x.json", "",          "\\n",
};
static const char *const numbers[] = {
    "0",
    "1",
    "2",
    "3",
    "7",
    "64",
    "65",
    "100",
    "0.5",
    "0.1",
    "-1",
    "-0",
    "1e9",
    "1e38",
    "-1e38",
    "1e39",
    "1e400",
    "1e-45",
    "1e-400",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "4294967295",
    "65535",
    "65536",
    "9007199254740993",
    "9223372036854775807",
    "1e18",
    "1e19",
    "0.0000001",
    "0.000001",
    "123456789012345678901234567890",
    "16777217",
    "0.1e1",
    "1E+2",
};
static const char *const operators[] = {
    " && ", " || ", "!", "-",  "(",  ")",  ",", " ? ",
    " : ",  " == ", ".", ".x", ".y", ".z", "'", "\\\"",
};

// ---- writing

typedef struct piece {
    char *to;
    size_t size;
    uint64_t *random;
} piece;

static void put(piece *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(piece *p, const char *format, ...)
{
    size_t room = WORDS_PIECE_SIZE - p->size;
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(p->to + p->size, room, format, arguments);
    va_end(arguments);
    p->size += size < 0 ? 0 : (size_t)size < room ? (size_t)size : room - 1;
}

static void piece_node(piece *p, unsigned depth);

static void piece_expression(piece *p)
{
    char token[WORDS_PIECE_SIZE];
    put(p, "\"");
    for (uint32_t i = words_below(p->random, 6) + 1; i > 0; i--) {
        words_token(p->random, token);
        put(p, "%s", token);
    }
    put(p, "\"");
}

static void piece_number(piece *p)
{
    put(p, "%s", CHOOSE(p->random, numbers));
}

static void piece_text(piece *p, const char *text)
{
    put(p, "\"%s\"", text);
}

static void piece_list(piece *p, unsigned depth, char open, bool is_named)
{
    put(p, "%c", open);
    for (uint32_t i = words_below(p->random, 4); i > 0; i--) {
        if (is_named)
            put(p, "\"%s\":",
                words_below(p->random, 2) ? CHOOSE(p->random, words) : CHOOSE(p->random, names));
        piece_node(p, depth);
        put(p, i > 1 ? "," : "");
    }
    put(p, "%c", open == '[' ? ']' : '}');
}

static void piece_numbers(piece *p)
{
    put(p, "[");
    for (uint32_t i = words_below(p->random, 4); i > 0; i--) {
        piece_number(p);
        put(p, i > 1 ? "," : "");
    }
    put(p, "]");
}

static void piece_arguments(piece *p)
{
    put(p, "{");
    for (uint32_t i = words_below(p->random, 3); i > 0; i--) {
        put(p, "\"%s\":", CHOOSE(p->random, names));
        piece_expression(p);
        put(p, i > 1 ? "," : "");
    }
    put(p, "}");
}

// The value of an attribute, usually of the right kind.
static void piece_attribute(piece *p, attribute_kind kind, unsigned depth)
{
    switch (kind) {
    case ATTRIBUTE_BOOL_EXPRESSION:
    case ATTRIBUTE_VALUE_EXPRESSION:
    case ATTRIBUTE_CHOICE_EXPRESSION: piece_expression(p); break;
    case ATTRIBUTE_ARGUMENTS:
    case ATTRIBUTE_WITH: piece_arguments(p); break;
    case ATTRIBUTE_SECONDS:
    case ATTRIBUTE_TICKS:
        if (words_below(p->random, 3) == 0)
            piece_expression(p);
        else
            piece_number(p);
        break;
    case ATTRIBUTE_COUNT:
    case ATTRIBUTE_PER_TICK:
    case ATTRIBUTE_PAUSE:
    case ATTRIBUTE_PROBABILITY:
    case ATTRIBUTE_MARGIN: piece_number(p); break;
    case ATTRIBUTE_WEIGHTS:
    case ATTRIBUTE_SCORES: piece_numbers(p); break;
    case ATTRIBUTE_CHILD: piece_node(p, depth); break;
    case ATTRIBUTE_CHILDREN: piece_list(p, depth, '[', false); break;
    case ATTRIBUTE_CASES: piece_list(p, depth, '{', true); break;
    case ATTRIBUTE_REACTIVE: put(p, words_below(p->random, 4) ? "true" : "false"); break;
    case ATTRIBUTE_STATUS:
    case ATTRIBUTE_UNTIL:
    case ATTRIBUTE_ORDER:
    case ATTRIBUTE_VERDICT:
    case ATTRIBUTE_THRESHOLD: piece_text(p, CHOOSE(p->random, words)); break;
    default: piece_text(p, CHOOSE(p->random, names)); break;
    }
}

// A node of any type, with most of the members that it needs.
static void piece_node(piece *p, unsigned depth)
{
    item_type type = (item_type)words_below(p->random, NODE_ROWS_END);
    if (depth == 0 || !node_table[type].name) {
        put(p, "{\"type\":\"%s\"}", words_below(p->random, 2) ? "success" : "running");
        return;
    }
    size_t count;
    const attribute_info *a = node_attributes(type, &count);
    put(p, "{\"type\":\"%s\"", node_table[type].name);
    for (size_t i = 0; i < count; i++) {
        if (words_below(p->random, 8) < (a[i].need == NEED_REQUIRED ? 1u : 4u))
            continue;
        put(p, ",\"%s\":", a[i].name);
        piece_attribute(p, a[i].kind, depth - 1);
    }
    put(p, "}");
}

// ---- scenes

static const scene_field *fields[FIELDS_MOST];
static uint32_t field_count;

static void fields_add(const scene_field *list)
{
    for (; list && list->kind != SCENE_END && field_count < FIELDS_MOST; list++) {
        fields[field_count++] = list;
        fields_add(list->fields);
    }
}

static void fields_start(void)
{
    for (const scene_table *t = scene_tables; t->title; t++)
        fields_add(t->fields);
    for (const scene_part *const *p = world_rules.parts; *p; p++) {
        fields_add((*p)->fields);
        fields_add((*p)->group_fields);
    }
}

static const scene_field *field_any(uint64_t *random)
{
    if (field_count == 0)
        fields_start();
    return fields[words_below(random, field_count)];
}

static void piece_field(piece *p, const scene_field *f, unsigned depth)
{
    uint32_t words_count = 0;
    switch (f->kind) {
    case SCENE_BOOL: put(p, words_below(p->random, 2) ? "true" : "false"); break;
    case SCENE_COUNT: put(p, "%u", (unsigned)words_below(p->random, 9)); break;
    case SCENE_NUMBER:
    case SCENE_TIME: piece_number(p); break;
    case SCENE_WORD:
        while (f->words[words_count])
            words_count++;
        piece_text(p, words_count ? f->words[words_below(p->random, words_count)] : "");
        break;
    case SCENE_POINT: piece_numbers(p); break;
    case SCENE_OBJECT:
    case SCENE_LIST:
        put(p, f->kind == SCENE_LIST ? "[{" : "{");
        for (const scene_field *of = f->fields; depth > 0 && of && of->kind != SCENE_END; of++) {
            put(p, "%s\"%s\":", of == f->fields ? "" : ",", of->name);
            piece_field(p, of, depth - 1);
        }
        put(p, f->kind == SCENE_LIST ? "}]" : "}");
        break;
    case SCENE_POINTS: put(p, "[[1,2],[3.5,-4,5]]"); break;
    default: piece_text(p, CHOOSE(p->random, names)); break;
    }
}

// ---- pieces

static size_t piece_end(const piece *p)
{
    return p->size;
}

size_t words_key(uint64_t *random, char *to)
{
    piece p = {to, 0, random};
    switch (words_below(random, 4)) {
    case 0: piece_text(&p, CHOOSE(random, keys)); break;
    case 1: piece_text(&p, CHOOSE(random, names)); break;
    case 2: piece_text(&p, field_any(random)->name); break;
    default: {
        size_t count = 0;
        const attribute_info *a = NULL;
        while (count == 0)
            a = node_attributes((item_type)words_below(random, NODE_ROWS_END), &count);
        piece_text(&p, a[words_below(random, (uint32_t)count)].name);
    }
    }
    return piece_end(&p);
}

size_t words_value(uint64_t *random, char *to)
{
    piece p = {to, 0, random};
    switch (words_below(random, 12)) {
    case 0: piece_number(&p); break;
    case 1: piece_expression(&p); break;
    case 2: piece_text(&p, CHOOSE(random, words)); break;
    case 3: piece_text(&p, CHOOSE(random, names)); break;
    case 4: piece_numbers(&p); break;
    case 5: piece_list(&p, 1, '[', false); break;
    case 6: put(&p, words_below(random, 2) ? "true" : "null"); break;
    case 7: piece_field(&p, field_any(random), 2); break;
    case 8: piece_arguments(&p); break;
    default: piece_node(&p, DEPTH_MOST); break;
    }
    return piece_end(&p);
}

size_t words_member(uint64_t *random, char *to)
{
    piece p = {to, 0, random};
    if (words_below(random, 2)) {
        const scene_field *f = field_any(random);
        put(&p, "\"%s\":", f->name);
        piece_field(&p, f, 2);
        return piece_end(&p);
    }
    p.size = words_key(random, to);
    put(&p, ":");
    p.size += words_value(random, to + p.size);
    return piece_end(&p);
}

size_t words_token(uint64_t *random, char *to)
{
    piece p = {to, 0, random};
    const op_info *op = &op_table[words_below(random, OP_TYPE_END - OP_FIRST)];
    switch (words_below(random, 8)) {
    case 0:
    case 1: put(&p, "%s", CHOOSE(random, names)); break;
    case 2: put(&p, "%s", CHOOSE(random, numbers)); break;
    case 3: put(&p, "%s", CHOOSE(random, operators)); break;
    case 4: put(&p, "'%s'", CHOOSE(random, words)); break;
    default: put(&p, op->form == SYNTAX_FUNCTION ? "%s(" : " %s ", op->text ? op->text : ""); break;
    }
    return piece_end(&p);
}
