// SPDX-License-Identifier: MIT
// The JSON Schema of scene files, generated from the tables that check them: draft 7, as for
// documents. A number may be a string with an expression, so bounds apply to plain numbers only.
#include "number.h"
#include "scene_rules.h"
#include "scene_tables.h"

#include <math.h>

#define NUMBER "{\"type\": [\"number\", \"string\"]}"

static const char *const kind_schemas[] = {
    [SCENE_BOOL] = "\"type\": \"boolean\"",
    [SCENE_COUNT] = "\"type\": [\"integer\", \"string\"]",
    [SCENE_NUMBER] = "\"type\": [\"number\", \"string\"]",
    [SCENE_TIME] = "\"type\": [\"number\", \"string\"]",
    [SCENE_NAME] = "\"type\": \"string\", \"pattern\": \"^[A-Za-z_][A-Za-z0-9_]*$\"",
    [SCENE_TEXT] = "\"type\": \"string\"",
    [SCENE_TITLE] = "\"type\": \"string\", \"minLength\": 1, \"maxLength\": 255",
    [SCENE_WORD] = "\"type\": \"string\"",
    [SCENE_COLOR] = "\"type\": \"string\"",
    [SCENE_POINT] = "\"allOf\": [{\"$ref\": \"#/definitions/point\"}]",
    [SCENE_POINTS] = "\"type\": \"array\", \"items\": {\"$ref\": \"#/definitions/point\"}",
    [SCENE_OBJECT] = "",
    [SCENE_LIST] = "\"type\": \"array\"",
    [SCENE_NAMES] = "\"type\": \"array\", \"items\": {\"type\": \"string\"}",
    [SCENE_SET] = "\"allOf\": [{\"$ref\": \"#/definitions/set\"}]",
    [SCENE_VALUE] = "",
};

// Schemas of members that tables accept as arbitrary JSON.
static const struct {
    const char *name, *schema;
} value_schemas[] = {
    {"params", "\"allOf\": [{\"$ref\": \"#/definitions/params\"}]"},
    {"groups",
     "\"type\": \"array\", \"minItems\": 1, \"items\": {\"$ref\": \"#/definitions/group\"}"},
    {"tree", "\"type\": [\"object\", \"string\"]"},
};

static void schema_number(text_out *out, const char *name, double number)
{
    char text[NUMBER_TEXT_SIZE];
    text_print(out, ", \"%s\": ", name);
    if (number == floor(number) && fabs(number) < 1e15)
        text_print(out, "%.0f", number);
    else
        text_write(out, text, number_print_float(text, (float)number));
}

static void schema_bounds(text_out *out, const scene_field *f)
{
    bool is_list = f->kind == SCENE_LIST || f->kind == SCENE_POINTS || f->kind == SCENE_NAMES;
    if (f->least == f->most) {
        if (f->kind == SCENE_COUNT)
            schema_number(out, "minimum", 0);
        return;
    }
    schema_number(out, is_list ? "minItems" : "minimum", f->least);
    if (!isinf(f->most))
        schema_number(out, is_list ? "maxItems" : "maximum", f->most);
}

static void schema_default(text_out *out, const scene_field *f)
{
    if (f->required)
        return;
    if (f->kind == SCENE_NUMBER || f->kind == SCENE_COUNT || f->kind == SCENE_TIME)
        schema_number(out, "default", f->otherwise);
    else if (f->kind == SCENE_WORD)
        text_print(out, ", \"default\": \"%s\"", f->words[(int)f->otherwise]);
    else if (f->kind == SCENE_BOOL)
        text_print(out, ", \"default\": %s", f->otherwise != 0 ? "true" : "false");
}

static void schema_words(text_out *out, const char *const *words)
{
    text_put(out, "\"enum\": [");
    for (uint32_t i = 0; words[i]; i++)
        text_print(out, "%s\"%s\"", i ? ", " : "", words[i]);
    text_put(out, "]");
}

static void schema_color(text_out *out)
{
    text_put(out, ", \"anyOf\": [{");
    schema_words(out, scene_palette);
    text_put(out, "}, {\"pattern\": \"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$\"}]");
}

static const char *schema_of_kind(const scene_field *f)
{
    for (size_t i = 0; f->kind == SCENE_VALUE && i < sizeof value_schemas / sizeof *value_schemas;
         i++)
        if (strcmp(f->name, value_schemas[i].name) == 0)
            return value_schemas[i].schema;
    return kind_schemas[f->kind];
}

static void schema_object(text_out *out, const scene_field *const *tables);

static void schema_field(text_out *out, const scene_field *f)
{
    const scene_field *const tables[] = {f->fields, NULL};
    text_json(out, f->name, strlen(f->name));
    text_put(out, ": {\"description\": ");
    text_json(out, f->doc ? f->doc : "", f->doc ? strlen(f->doc) : 0);
    const char *kind = schema_of_kind(f);
    text_print(out, "%s%s", *kind ? ", " : "", kind);
    schema_bounds(out, f);
    schema_default(out, f);
    if (f->kind == SCENE_COLOR)
        schema_color(out);
    if (f->kind == SCENE_WORD) {
        text_put(out, ", ");
        schema_words(out, f->words);
    }
    if (f->kind == SCENE_OBJECT) {
        text_put(out, ", ");
        schema_object(out, tables);
    } else if (f->kind == SCENE_LIST) {
        text_put(out, ", \"items\": {");
        schema_object(out, tables);
        text_put(out, "}");
    }
    text_put(out, "}");
}

// Write the members of an object by several tables, without braces. The recursion is as deep as
// tables are nested.
static void schema_object(text_out *out, const scene_field *const *tables)
{
    const char *between = "";
    text_put(out, "\"type\": \"object\", \"additionalProperties\": false, \"required\": [");
    for (uint32_t i = 0; tables[i]; i++)
        for (const scene_field *f = tables[i]; f->kind != SCENE_END; f++)
            if (f->required) {
                text_print(out, "%s\"%s\"", between, f->name);
                between = ", ";
            }
    text_put(out, "], \"properties\": {");
    between = "";
    for (uint32_t i = 0; tables[i]; i++)
        for (const scene_field *f = tables[i]; f->kind != SCENE_END; f++) {
            text_put(out, between);
            schema_field(out, f);
            between = ", ";
        }
    text_put(out, "}");
}

void scene_write_schema(text_out *out, const scene_part *const *parts)
{
    const scene_field *tables[SCENE_PART_COUNT + 2] = {scene_fields};
    const scene_field *groups[SCENE_PART_COUNT + 2] = {scene_group_fields};
    for (int i = 0, n = 1, k = 1; parts[i]; i++) {
        if (parts[i]->fields)
            tables[n++] = parts[i]->fields;
        if (parts[i]->group_fields)
            groups[k++] = parts[i]->group_fields;
    }
    text_put(out, "{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"title\": "
                  "\"Gestalt scene\", \"description\": \"A world of agents, version 1.\", ");
    schema_object(out, tables);
    text_put(out, ", \"definitions\": {\"group\": {");
    schema_object(out, groups);
    text_put(out, "}, \"point\": {\"type\": \"array\", \"minItems\": 2, \"maxItems\": 3, "
                  "\"items\": " NUMBER "}, \"params\": {\"type\": \"object\", \"maxProperties\": "
                  "64, \"additionalProperties\": {\"type\": [\"number\", \"boolean\", "
                  "\"string\"]}}, \"set\": {\"type\": \"object\", \"additionalProperties\": "
                  "{\"anyOf\": [{\"type\": [\"number\", \"boolean\", \"string\"]}, {\"type\": "
                  "\"array\", \"minItems\": 2, \"maxItems\": 3, \"items\": " NUMBER "}]}}}}");
}
