// SPDX-License-Identifier: MIT
#include "node_docs.h"

#include "json_layout.h"
#include "misuse.h"

#include <gestalt/shape.h>
#include <string.h>

#define SCHEMA_NODE  "\"allOf\":[{\"$ref\":\"#/definitions/node\"}]"
#define SCHEMA_NAME  "\"type\":\"string\",\"minLength\":1"
#define EXAMPLE_NODE "{\"type\":\"action\",\"do\":\"patrol\"}"

static const attribute_kind_info kind_table[] = {
    [ATTRIBUTE_BOOL_EXPRESSION] = {"bool_expression", "bool expression", "",
                                   "\"type\":[\"string\",\"boolean\"]", "\"health < 30\""},
    [ATTRIBUTE_VALUE_EXPRESSION] = {"value_expression", "expression", "",
                                    "\"anyOf\":[{\"$ref\":\"#/definitions/value\"},"
                                    "{\"type\":\"array\",\"maxItems\":16,\"items\":"
                                    "{\"$ref\":\"#/definitions/element\"}}]",
                                    "\"health + 1\""},
    [ATTRIBUTE_PREDICATE] = {"predicate", "host predicate", "", SCHEMA_NAME, "\"seen\""},
    [ATTRIBUTE_IMMEDIATE] = {"immediate", "host function", "", SCHEMA_NAME, "\"patrol\""},
    [ATTRIBUTE_DEFERRED] = {"deferred", "deferred action", "", SCHEMA_NAME, "\"walk\""},
    [ATTRIBUTE_ARGUMENTS] = {"arguments", "object", "",
                             "\"type\":\"object\",\"additionalProperties\":{\"anyOf\":["
                             "{\"type\":[\"string\",\"number\",\"boolean\"]},"
                             "{\"type\":\"array\",\"minItems\":2,\"maxItems\":3,\"items\":"
                             "{\"type\":[\"string\",\"number\"]}}]}",
                             NULL},
    [ATTRIBUTE_RESOURCE] = {"resource", "name", "", SCHEMA_NAME, "\"legs\""},
    [ATTRIBUTE_PERSISTENT] = {"persistent", "name", "", SCHEMA_NAME, "\"door\""},
    [ATTRIBUTE_STATUS] = {"status", "status", "", "\"enum\":[\"success\",\"failure\",\"running\"]",
                          "\"success\""},
    [ATTRIBUTE_BLACKBOARD_KEY] = {"blackboard_key", "blackboard key", "", SCHEMA_NAME,
                                  "\"health\""},
    [ATTRIBUTE_LIST_KEY] = {"list_key", "list", "", SCHEMA_NAME, "\"route\""},
    [ATTRIBUTE_ELEMENT_KEY] = {"element_key", "blackboard key", "", SCHEMA_NAME, "\"stop\""},
    [ATTRIBUTE_INDEX_KEY] = {"index_key", "int key", "", SCHEMA_NAME, "\"place\""},
    [ATTRIBUTE_ELEMENT] = {"element", "expression", "",
                           "\"allOf\":[{\"$ref\":\"#/definitions/element\"}]", "\"stop + 1\""},
    [ATTRIBUTE_AT] = {"at", "int expression", "", "\"type\":[\"integer\",\"string\"]", NULL},
    [ATTRIBUTE_SECONDS] = {"seconds", "number or expression", "",
                           "\"type\":[\"number\",\"string\"],\"minimum\":0", "1.5"},
    [ATTRIBUTE_TICKS] = {"ticks", "whole number or int expression", "",
                         "\"type\":[\"integer\",\"string\"],\"minimum\":0", "3"},
    [ATTRIBUTE_COUNT] = {"count", "whole number", "",
                         "\"type\":[\"integer\",\"string\"],\"minimum\":1", "3"},
    [ATTRIBUTE_PER_TICK] = {"per_tick", "1 to 65535", "",
                            "\"type\":[\"integer\",\"string\"],\"minimum\":1,\"maximum\":65535",
                            NULL},
    [ATTRIBUTE_UNTIL] = {"until", "`success` or `failure`", "",
                         "\"enum\":[\"success\",\"failure\"]", "\"success\""},
    [ATTRIBUTE_PAUSE] = {"pause", "whole number", "",
                         "\"type\":[\"integer\",\"string\"],\"minimum\":0,"
                         "\"maximum\":2147483647",
                         NULL},
    [ATTRIBUTE_PROBABILITY] = {"probability", "0 to 1", "",
                               "\"type\":[\"number\",\"string\"],\"minimum\":0,\"maximum\":1",
                               "0.25"},
    [ATTRIBUTE_MESSAGE] = {"message", "text", "", "\"type\":\"string\"", "\"at the gate\""},
    [ATTRIBUTE_ORDER] = {"order", "`fixed` or `random`", "", "\"enum\":[\"fixed\",\"random\"]",
                         "\"random\""},
    [ATTRIBUTE_THRESHOLD] = {"threshold", "number, `all` or `any`", "",
                             "\"anyOf\":[{\"enum\":[\"all\",\"any\"]},"
                             "{\"type\":[\"integer\",\"string\"],\"minimum\":1}]",
                             "\"any\""},
    [ATTRIBUTE_VERDICT] = {"verdict", "`each` or `end`", "", "\"enum\":[\"each\",\"end\"]",
                           "\"end\""},
    [ATTRIBUTE_WEIGHTS] = {"weights", "list of numbers", "",
                           "\"type\":\"array\",\"minItems\":1,\"items\":"
                           "{\"type\":[\"number\",\"string\"],\"minimum\":0}",
                           "[3,1]"},
    [ATTRIBUTE_SCORES] = {"scores", "list of expressions", "",
                          "\"type\":\"array\",\"minItems\":1,\"items\":"
                          "{\"type\":[\"string\",\"number\"]}",
                          "[\"health\",\"100 - health\"]"},
    [ATTRIBUTE_CHILD] = {"child", "node", "the child", SCHEMA_NODE, EXAMPLE_NODE},
    [ATTRIBUTE_CHILDREN] = {"children", "list of nodes", "the children, at least one",
                            "\"type\":\"array\",\"minItems\":1,"
                            "\"items\":{\"$ref\":\"#/definitions/node\"}",
                            "[\"health < 30\"," EXAMPLE_NODE "]"},
    [ATTRIBUTE_CASES] = {"cases", "object of nodes", "the branches, 1 to 256, by word or int",
                         "\"type\":\"object\",\"minProperties\":1,\"maxProperties\":256,"
                         "\"propertyNames\":{\"pattern\":"
                         "\"^(-?[0-9]+|[A-Za-z_][A-Za-z0-9_]*)$\"},"
                         "\"additionalProperties\":{\"$ref\":\"#/definitions/node\"}",
                         "{\"1\":" EXAMPLE_NODE "}"},
    [ATTRIBUTE_CHOICE_EXPRESSION] = {"choice_expression", "int or enum expression", "",
                                     "\"type\":[\"string\",\"integer\"]", "\"int(health)\""},
    [ATTRIBUTE_REACTIVE] = {"reactive", "`true` or `false`", "", "\"type\":\"boolean\"", NULL},
    [ATTRIBUTE_MARGIN] = {"margin", "number", "", "\"type\":[\"number\",\"string\"],\"minimum\":0",
                          NULL},
    [ATTRIBUTE_TREE] = {"tree", "name of a tree", "", SCHEMA_NAME, "\"fight\""},
    [ATTRIBUTE_WITH] = {"with", "object", "",
                        "\"type\":\"object\",\"additionalProperties\":"
                        "{\"anyOf\":[{\"type\":[\"number\",\"boolean\"]},"
                        "{\"$ref\":\"#/definitions/node\"}]}",
                        "{\"range\":15}"},
    [ATTRIBUTE_NODE_PARAM] = {"node_param", "name of a param", "", SCHEMA_NAME, "\"body\""},
};

const attribute_kind_info *attribute_kind_of(attribute_kind kind)
{
    return &kind_table[kind];
}

const char *attribute_doc(const attribute_info *attribute)
{
    return *attribute->doc ? attribute->doc : kind_table[attribute->kind].doc;
}

static const struct {
    const char *id, *title;
} group_words[] = {
    [GROUP_LEAF] = {"leaf", "Leaves"},
    [GROUP_DECORATOR] = {"decorator", "Decorators"},
    [GROUP_DECIDER] = {"decider", "Deciders"},
    [GROUP_COPY] = {"copy", "Copies"},
};

// Return what state a node type keeps for each agent besides being live, derived from its operands.
static const char *state_text(item_type type)
{
    const char *operands = node_table[type].operands;
    switch (operands[0]) {
    case 'p': return "the persistent status of that name, which is kept when the node is cancelled";
    case 'o': return "one status, which is kept when the node is cancelled";
    case 't': return "one time, which is kept when the node is cancelled";
    case 'b':
        return strchr(operands, 'H')
                   ? "two bits for each child, and with random order a random state (64 bits)"
                   : "one bit";
    case 'w': return "one 32-bit number";
    case 'l':
        return strchr(operands, 'D')
                   ? "one time"
                   : "with random order, the state of the random stream at its start (64 bits)";
    default: return NULL;
    }
}

// List the possible results of a leaf; return their number, or 0 if they depend on children.
static unsigned leaf_answers(item_type type, const char *words[3])
{
    static const char *const all[] = {"success", "failure", "running"};
    unsigned count = 0, answers = node_answers(type, &(node_facts){.lasts = true});
    for (unsigned i = 0; i < 3 && node_table[type].group == GROUP_LEAF; i++)
        if (answers >> i & ITEM_CAN_SUCCEED)
            words[count++] = all[i];
    return count;
}

// ---- text for terminals

static void text_attribute(text_out *out, const attribute_info *attribute)
{
    bool is_optional = attribute->need == NEED_OPTIONAL;
    text_style(out, COLOR_VALUE);
    text_print(out, "%s%s", is_optional ? "[" : "", attribute->name);
    if (is_optional && *attribute->default_text)
        text_print(out, " = %s", attribute->default_text);
    text_put(out, is_optional ? "]" : "");
    text_style(out, COLOR_OFF);
}

static void text_node(text_out *out, item_type type)
{
    size_t count;
    const attribute_info *attributes = node_attributes(type, &count);
    text_put(out, "  ");
    text_style(out, COLOR_KIND);
    text_put(out, node_table[type].name);
    text_style(out, COLOR_OFF);
    for (size_t i = 0; i < count; i++) {
        bool is_alternative =
            i > 0 && attributes[i].need == NEED_ONE_OF && attributes[i - 1].need == NEED_ONE_OF;
        text_put(out, is_alternative ? " | " : "  ");
        text_attribute(out, &attributes[i]);
    }
    text_put(out, "\n      ");
    text_style(out, COLOR_DIM);
    text_put(out, node_table[type].doc);
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
}

static void text_group(text_out *out, int group)
{
    text_style(out, COLOR_BOLD);
    text_put(out, group_words[group].title);
    text_style(out, COLOR_OFF);
    text_put(out, "\n\n");
    for (int type = NODE_FIRST; type < NODE_ROWS_END; type++)
        if (node_is_type(type) && (int)node_table[type].group == group)
            text_node(out, (item_type)type);
}

static void nodes_text(text_out *out)
{
    for (int group = GROUP_LEAF; group <= GROUP_COPY; group++) {
        text_put(out, group == GROUP_LEAF ? "" : "\n");
        text_group(out, group);
    }
    text_put(out,
             "\nEvery node can also have `name` and `doc`. [x] is optional; a | b: exactly one of "
             "the two. A condition\ncan be written as a bare string: \"health < 30\".\n");
}

// ---- JSON for tools

static void json_pair(text_out *out, const char *name, const char *text)
{
    text_print(out, ",\"%s\":", name);
    text_json(out, text, strlen(text));
}

static void json_answers(text_out *out, item_type type)
{
    const char *answers[3];
    unsigned count = leaf_answers(type, answers);
    if (count == 0)
        text_put(out, ",\"answers\":\"children\"");
    for (unsigned i = 0; i < count; i++)
        text_print(out, "%s\"%s\"%s", i ? "," : ",\"answers\":[", answers[i],
                   i + 1 < count ? "" : "]");
}

static void json_attribute(text_out *out, const attribute_info *attribute)
{
    static const char *const needs[] = {"required", "optional", "one_of"};
    text_print(out, "{\"name\":\"%s\"", attribute->name);
    json_pair(out, "kind", kind_table[attribute->kind].id);
    json_pair(out, "need", needs[attribute->need]);
    if (*attribute->default_text)
        json_pair(out, "default", attribute->default_text);
    json_pair(out, "doc", attribute_doc(attribute));
    text_put(out, "}");
}

static void json_node(text_out *out, item_type type)
{
    size_t count;
    const attribute_info *attributes = node_attributes(type, &count);
    text_print(out, "{\"name\":\"%s\"", node_table[type].name);
    json_pair(out, "group", group_words[node_table[type].group].id);
    json_pair(out, "doc", node_table[type].doc);
    json_answers(out, type);
    json_pair(out, "operands", node_table[type].operands);
    if (state_text(type))
        json_pair(out, "state", state_text(type));
    text_put(out, ",\"attributes\":[");
    for (size_t i = 0; i < count; i++) {
        text_put(out, i ? "," : "");
        json_attribute(out, &attributes[i]);
    }
    text_put(out, "]}");
}

static void nodes_json(text_out *out)
{
    json_layout layout;
    json_layout_start(&layout, out);
    text_out text;
    text_start(&text, json_layout_writer(&layout), false);
    const char *separator = "{\"nodes\":[";
    for (int type = NODE_FIRST; type < NODE_ROWS_END; type++) {
        if (!node_is_type(type))
            continue;
        text_put(&text, separator);
        json_node(&text, (item_type)type);
        separator = ",";
    }
    text_put(&text, "]}");
    text_finish(&text);
    json_layout_finish(&layout);
}

// ---- the reference

static void markdown_answers(text_out *out, item_type type)
{
    const char *answers[3];
    unsigned count = leaf_answers(type, answers);
    text_put(out, "\nReturns: ");
    if (count == 0)
        text_put(out, "depends on its children");
    for (unsigned i = 0; i < count; i++)
        text_print(out, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", answers[i]);
    text_put(out, ".\n");
}

static void markdown_attributes(text_out *out, const attribute_info *attributes, size_t count)
{
    if (count == 0)
        return;
    text_put(out, "\n| attribute | value | default | meaning |\n|---|---|---|---|\n");
    for (size_t i = 0; i < count; i++) {
        const attribute_info *a = &attributes[i];
        const char *fallback = a->need == NEED_REQUIRED ? "required"
                               : a->need == NEED_ONE_OF ? "one of these is required"
                                                        : "none";
        text_print(out, "| `%s` | %s | %s | %s |\n", a->name, kind_table[a->kind].words,
                   *a->default_text ? a->default_text : fallback, attribute_doc(a));
    }
}

// Write an example of this node type, with its required attributes and those with a good example.
static void markdown_example(text_out *out, item_type type)
{
    size_t count;
    const attribute_info *attributes = node_attributes(type, &count);
    json_layout layout;
    json_layout_start(&layout, out);
    text_out text;
    text_start(&text, json_layout_writer(&layout), false);
    bool has_one = false;
    text_print(&text, "{\"type\":\"%s\"", node_table[type].name);
    for (size_t i = 0; i < count; i++) {
        const char *example = kind_table[attributes[i].kind].example;
        bool is_other = attributes[i].need == NEED_ONE_OF && has_one;
        has_one = has_one || attributes[i].need == NEED_ONE_OF;
        if (example && !is_other)
            text_print(&text, ",\"%s\":%s", attributes[i].name, example);
    }
    text_put(&text, "}");
    text_finish(&text);
    text_put(out, "\n```json\n");
    json_layout_finish(&layout);
    text_put(out, "```\n");
}

// The line for those who read or write shapes (docs/shape-format.md).
static void markdown_item(text_out *out, item_type type)
{
    const char *operands = node_table[type].operands;
    if (node_table[type].group == GROUP_COPY)
        return;
    text_print(out, "\nIn a [shape](shape-format.md#items): item type %d, argument `%c`, ",
               (int)type, operands[0]);
    if (operands[1])
        text_print(out, "operands `%s`.\n", operands + 1);
    else
        text_put(out, "no operands.\n");
}

static void markdown_node(text_out *out, item_type type)
{
    size_t count;
    const attribute_info *attributes = node_attributes(type, &count);
    text_print(out, "\n### %s\n\n%s\n", node_table[type].name, node_table[type].doc);
    markdown_attributes(out, attributes, count);
    markdown_answers(out, type);
    const char *state = state_text(type);
    text_print(out, "\nState per agent: %s.\n", state ? state : "nothing");
    markdown_item(out, type);
    markdown_example(out, type);
}

static void nodes_markdown(text_out *out)
{
    text_put(
        out,
        "<!-- Written by `gestalt nodes --markdown` from src/shape/nodes.def. -->\n# Node "
        "types\n\nThis page is for authors of trees. It lists every node type, with its attributes "
        "and an example.\n[language.md](language.md) explains how nodes behave in a tick.\n\nEvery "
        "node can also have a `name`, which traces show, and a `doc`, which is free text. A "
        "condition\ncan be written as a bare string where a node is expected: `\"health < 30\"`. A "
        "number can be a string\nwith a constant expression of literals and params.\n");
    for (int group = GROUP_LEAF; group <= GROUP_COPY; group++) {
        text_print(out, "\n## %s\n", group_words[group].title);
        for (int type = NODE_FIRST; type < NODE_ROWS_END; type++)
            if (node_is_type(type) && (int)node_table[type].group == group)
                markdown_node(out, (item_type)type);
    }
    text_put(out,
             "\n## In editors\n\n`gestalt schema` writes a JSON Schema of documents (draft 7), by "
             "which editors complete and\ncheck them. For VS Code, in "
             "`.vscode/settings.json`:\n\n```jsonc\n{\n  \"json.schemas\": [{ \"fileMatch\": "
             "[\"trees/*.json\"], \"url\": \"./gestalt.schema.json\" }]\n}\n```\n\n`gestalt schema "
             "trees/guard.json` writes a schema for that document. It contains the keys, trees,\n"
             "params and actions of the document and of the documents that it includes. Editors "
             "complete these\n"
             "names, and underline misspelt names and values of the wrong type. For a value of an "
             "enum they offer\n"
             "its words, such as `'flee'`, and for a `switch` over an enum key they offer its "
             "words as cases.\n"
             "Write the schema again when the document changes. It can be written even if the "
             "document has errors.\n");
}

bool gestalt_nodes_write(gestalt_nodes_form form, bool color, gestalt_writer writer)
{
    if (MISUSE_NULL(writer.write, "writer.write", NULL) ||
        MISUSE_ENUM(form, GESTALT_NODES_MARKDOWN, "form", NULL))
        return false;
    text_out out;
    text_start(&out, writer, color);
    switch (form) {
    case GESTALT_NODES_TEXT: nodes_text(&out); break;
    case GESTALT_NODES_JSON: nodes_json(&out); break;
    case GESTALT_NODES_MARKDOWN: nodes_markdown(&out); break;
    }
    return text_finish(&out);
}
