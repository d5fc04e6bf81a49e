// SPDX-License-Identifier: MIT
// The reference of scene files, from the tables that check them.
#include "number.h"
#include "scene_tables.h"
#include "text.h"
#include "world.h"
#include "world_part.h"

#include <math.h>
#include <stdio.h>

static const char *const kind_words[] = {
    [SCENE_BOOL] = "bool",     [SCENE_COUNT] = "whole number", [SCENE_NUMBER] = "number",
    [SCENE_TIME] = "seconds",  [SCENE_NAME] = "name",          [SCENE_TEXT] = "text",
    [SCENE_WORD] = "word",     [SCENE_POINT] = "point",        [SCENE_POINTS] = "points",
    [SCENE_OBJECT] = "object", [SCENE_LIST] = "list",          [SCENE_NAMES] = "names",
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
    for (uint32_t i = 0; f->kind == SCENE_WORD && f->words[i]; i++)
        text_print(out, "%s`%s`", i ? ", " : ": ", f->words[i]);
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
    text_put(out, "| member | kind | default | |\n|---|---|---|---|\n");
    for (; fields->kind != SCENE_END; fields++) {
        text_print(out, "| `%s` | ", fields->name);
        put_kind(out, fields);
        text_put(out, " | ");
        put_default(out, fields);
        text_print(out, " | %s |\n", fields->doc ? fields->doc : "");
    }
}

// The tables of objects and lists in these fields, under their full names.
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

bool gestalt_scene_reference(gestalt_writer writer)
{
    text_out out;
    text_start(&out, writer, false);
    text_put(&out, "<!-- Written by `gestalt nodes --scenes` from the tables in src/world. -->\n"
                   "# Scene files: the reference\n\n[scenes.md](scenes.md) introduces them.\n\n## "
                   "Members\n\n");
    for (const scene_table *t = scene_tables; t->title; t++) {
        text_print(&out, "%s### %s\n\n", t == scene_tables ? "" : "\n", t->title);
        if (t->doc)
            text_print(&out, "%c%s.\n\n", t->doc[0], t->doc + 1);
        put_table(&out, t->fields);
    }
    for (int i = 0; i < SCENE_PARTS_LISTED; i++) {
        const world_part *part = world_parts[i];
        if (part->fields) {
            text_print(&out, "\n### A scene with %s\n\n", part->name);
            put_table(&out, part->fields);
            put_nested(&out, "", part->fields);
        }
        if (part->group_fields) {
            text_print(&out, "\n### A group with %s\n\n", part->name);
            put_table(&out, part->group_fields);
            put_nested(&out, "", part->group_fields);
        }
    }
    world_plane.write_functions(&out);
    return text_finish(&out);
}
