// SPDX-License-Identifier: MIT
// The reference of scene files, generated from the tables that check them.
#include "number.h"
#include "scene_rules.h"
#include "scene_tables.h"

#include <math.h>
#include <stdio.h>

static const char *const kind_words[] = {
    [SCENE_BOOL] = "bool",    [SCENE_COUNT] = "whole number", [SCENE_NUMBER] = "number",
    [SCENE_TIME] = "seconds", [SCENE_NAME] = "name",          [SCENE_TEXT] = "text",
    [SCENE_TITLE] = "text",   [SCENE_COLOR] = "colour",       [SCENE_WORD] = "word",
    [SCENE_POINT] = "point",  [SCENE_POINTS] = "points",      [SCENE_OBJECT] = "object",
    [SCENE_LIST] = "list",    [SCENE_NAMES] = "names",        [SCENE_SET] = "",
    [SCENE_VALUE] = "",
};

static void put_number(text_out *out, double number)
{
    char text[NUMBER_TEXT_SIZE];
    if (number == floor(number) && fabs(number) < 1e15)
        text_print(out, "%.0f", number);
    else
        text_write(out, text, number_print_float(text, (float)number));
}

static void put_kind(text_out *out, const scene_field *f)
{
    text_put(out, kind_words[f->kind]);
    if (f->kind == SCENE_COLOR)
        text_put(out, ": `#rgb`, `#rrggbb`");
    const char *const *words = f->kind == SCENE_COLOR  ? scene_palette
                               : f->kind == SCENE_WORD ? f->words
                                                       : NULL;
    for (uint32_t i = 0; words && words[i]; i++)
        text_print(out, "%s`%s`", i || f->kind == SCENE_COLOR ? ", " : ": ", words[i]);
}

static void put_default(text_out *out, const scene_field *f)
{
    if (f->required)
        text_put(out, "required");
    else if (f->kind == SCENE_NUMBER || f->kind == SCENE_COUNT || f->kind == SCENE_TIME)
        put_number(out, f->otherwise);
    else if (f->kind == SCENE_WORD)
        text_print(out, "`%s`", f->words[(int)f->otherwise]);
    else if (f->kind == SCENE_BOOL)
        text_put(out, f->otherwise != 0 ? "true" : "false");
}

static void put_table(text_out *out, const scene_field *fields)
{
    text_put(out, "| member | kind | default | meaning |\n|---|---|---|---|\n");
    for (; fields->kind != SCENE_END; fields++) {
        text_print(out, "| `%s` | ", fields->name);
        put_kind(out, fields);
        text_put(out, " | ");
        put_default(out, fields);
        text_print(out, " | %s |\n", fields->doc ? fields->doc : "");
    }
}

// Write the tables of nested objects and lists, with their full names.
static void put_nested(text_out *out, const char *above, const scene_field *fields)
{
    for (; fields->kind != SCENE_END; fields++) {
        char name[200];
        if (!fields->fields)
            continue;
        snprintf(name, sizeof name, "%s%s%s", above, *above ? "." : "", fields->name);
        text_print(out, "\n%s`%s`:\n\n", fields->kind == SCENE_LIST ? "Each of " : "", name);
        put_table(out, fields->fields);
        put_nested(out, name, fields->fields);
    }
}

void scene_write_tables(text_out *out, const scene_part *const *parts)
{
    for (const scene_table *t = scene_tables; t->title; t++) {
        text_print(out, "%s### %s\n\n", t == scene_tables ? "" : "\n", t->title);
        if (t->doc)
            text_print(out, "Members of %s:\n\n", t->doc);
        put_table(out, t->fields);
    }
    for (const scene_part *const *p = parts; *p; p++) {
        if ((*p)->fields) {
            text_print(out, "\n### A scene with %s\n\n", (*p)->name);
            put_table(out, (*p)->fields);
            put_nested(out, "", (*p)->fields);
        }
        if ((*p)->group_fields) {
            text_print(out, "\n### A group with %s\n\n", (*p)->name);
            put_table(out, (*p)->group_fields);
            put_nested(out, "", (*p)->group_fields);
        }
    }
}
