// SPDX-License-Identifier: MIT
// The JSON Schema of documents, generated from the node table. It is draft 7, which editors support
// best: VS Code completes and explains with it, but supports later drafts only in part.
//
// A node is checked by rules "`if` its type is this, `then` these attributes", so that an error
// refers to the node's own type and not to all types that it might have had.
#include "json_layout.h"
#include "misuse.h"
#include "node_docs.h"

#include <gestalt/shape.h>
#include <string.h>

#define VALUE_TYPES "[\"string\",\"number\",\"boolean\"]"

static const char schema_head[] =
    "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"title\":\"Gestalt "
    "document\",\"description\":\"A behavior tree, version 1 of the "
    "language.\",\"type\":\"object\",\"required\":[\"gestalt\"],\"anyOf\":[{\"required\":[\"root\"]"
    "},{\"required\":[\"trees\"]}],\"additionalProperties\":false,\"properties\":{\"gestalt\":{"
    "\"description\":\"the version of the language\",\"const\":1},\"name\":{\"description\":\"the "
    "document's name; default: the file's "
    "name\",\"type\":\"string\",\"minLength\":1},\"doc\":{\"description\":\"free "
    "text\",\"type\":\"string\"},\"params\":{\"description\":\"the params of the root, set by a "
    "document that includes "
    "it\",\"allOf\":[{\"$ref\":\"#/definitions/params\"}]},\"own\":{\"description\":\"keys of "
    "which each copy of the root has its "
    "own\",\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/definitions/"
    "key\"}},\"blackboard\":{\"description\":\"the keys of each "
    "agent\",\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/definitions/"
    "key\"}},\"actions\":{\"description\":\"the host functions and deferred "
    "actions\",\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/definitions/"
    "action\"}},\"trees\":{\"description\":\"the trees that `subtree` nodes "
    "copy\",\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/definitions/"
    "tree\"}},\"root\":{\"description\":\"the "
    "tree\",\"allOf\":[{\"$ref\":\"#/definitions/node\"}]}},\"definitions\":{";

static const char schema_types[] =
    "\"words\":{\"description\":\"an enum: its words\",\"type\":\"array\",\"minItems\":1,"
    "\"maxItems\":256,\"uniqueItems\":true,\"items\":{\"type\":\"string\","
    "\"pattern\":\"^[A-Za-z_][A-Za-z0-9_]*$\"}},"
    "\"key_type\":{\"anyOf\":[{\"enum\":[\"bool\",\"int\",\"float\",\"vec2\",\"vec3\"]},"
    "{\"$ref\":\"#/definitions/words\"}]},"
    "\"declared_type\":{\"anyOf\":[{\"$ref\":\"#/definitions/key_type\"},"
    "{\"description\":\"a list: the type of its elements\",\"type\":\"object\","
    "\"required\":[\"list\"],\"additionalProperties\":false,"
    "\"properties\":{\"list\":{\"$ref\":\"#/definitions/key_type\"}}}]},"
    "\"argument_type\":{\"anyOf\":[{\"enum\":[\"bool\",\"int\",\"float\",\"vec2\",\"vec3\","
    "\"key bool\",\"key int\",\"key float\",\"key vec2\",\"key "
    "vec3\",\"text\"]},{\"$ref\":\"#/definitions/"
    "words\"}]},";

static const char schema_document[] =
    "\"value\":{\"type\":" VALUE_TYPES "},\"key\":{\"anyOf\":[{\"$ref\":\"#/definitions/"
    "key_type\"},{\"type\":\"object\",\"required\":[\"type\"],\"additionalProperties\":false,"
    "\"properties\":{\"type\":{\"$ref\":\"#/definitions/"
    "declared_type\"},\"capacity\":{\"description\":\"the most elements of a list\","
    "\"type\":\"integer\",\"minimum\":1,\"maximum\":256},"
    "\"init\":{\"description\":\"the initial value: a constant, or an expression that "
    "is evaluated when the agent is spawned; for a vec2 a list of two, for a vec3 of three, or an "
    "expression; for an "
    "enum one of its words, or an expression; for a list its elements, written like "
    "these\"},\"shared\":{\"description\":\"true: one value for "
    "the whole population, which trees can only "
    "read\",\"type\":\"boolean\",\"default\":false},\"host\":{\"description\":\"true: the host "
    "reads or writes the key, so trees need not use "
    "it\",\"type\":\"boolean\",\"default\":false},\"full_name\":{\"description\":\"in an "
    "expanded document: PATH/KEY, the name of a copy's own "
    "key\",\"type\":\"string\",\"pattern\":\"/"
    "\"},\"doc\":{\"type\":\"string\"}},\"allOf\":[{\"if\":{\"properties\":{\"type\":{\"const\":"
    "\"vec2\"}}},\"then\":{\"properties\":{\"init\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":"
    "\"array\",\"minItems\":2,"
    "\"maxItems\":2,\"items\":{\"type\":[\"string\",\"number\"]}}]}}}},{\"if\":{\"properties\":{"
    "\"type\":{\"const\":\"vec3\"}}},\"then\":{\"properties\":{\"init\":{\"anyOf\":[{\"type\":"
    "\"string\"},{\"type\":\"array\","
    "\"minItems\":3,\"maxItems\":3,\"items\":{\"type\":[\"string\",\"number\"]}}]}}}},{\"if\":{"
    "\"properties\":{\"type\":{\"enum\":[\"bool\",\"int\",\"float\"]}}},\"then\":{\"properties\":{"
    "\"init\":{\"$ref\":\"#/definitions/"
    "value\"}}}},{\"if\":{\"properties\":{\"type\":{\"type\":\"object\"}}},\"then\":{\"required\":["
    "\"capacity\"],\"properties\":{\"init\":{\"type\":\"array\",\"maxItems\":256,\"items\":{"
    "\"$ref\":\"#/definitions/element\"}}}},\"else\":{\"properties\":{\"capacity\":false}}}]}]},"
    "\"element\":{\"description\":\"an element of a list: a constant or an expression, or a list "
    "of "
    "components\",\"anyOf\":[{\"$ref\":\"#/definitions/value\"},{\"type\":\"array\",\"minItems\":2,"
    "\"maxItems\":3,\"items\":{\"type\":[\"string\",\"number\"]}}]},\"action\":{\"type\":"
    "\"object\",\"additionalProperties\":false,\"properties\":"
    "{\"kind\":{\"description\":\"immediate: a function that returns a status; deferred: a request "
    "to a game system; predicate: a function that returns true or "
    "false\",\"enum\":[\"immediate\",\"deferred\",\"predicate\"],\"default\":\"immediate\"},"
    "\"doc\":{\"type\":\"string\"},\"args\":{\"description\":\"its arguments and their "
    "types\",\"type\":\"object\",\"additionalProperties\":{\"anyOf\":[{\"$ref\":\"#/definitions/"
    "argument_type\"},{\"description\":\"an argument that nodes may leave "
    "out\",\"type\":\"object\",\"required\":[\"type\"],\"additionalProperties\":false,"
    "\"properties\":{\"type\":{\"$ref\":\"#/definitions/argument_type\"},\"default\":{"
    "\"description\":\"the value for nodes that leave it out: a constant, written like an init; "
    "not "
    "for keys\"}}},{\"description\":\"a key, as of "
    "an enum or a list\",\"type\":\"object\",\"required\":[\"key\"],\"additionalProperties\":false,"
    "\"properties\":{\"key\":{\"$ref\":\"#/definitions/"
    "declared_type\"}}}]}}}},\"tree\":{\"type\":\"object\",\"additionalProperties\":false,"
    "\"properties\":{\"doc\":{\"type\":\"string\"},\"params\":{\"$ref\":\"#/definitions/"
    "params\"},\"blackboard\":{\"description\":\"the tree's own keys; each copy of "
    "the tree has its own "
    "values\",\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/definitions/"
    "key\"}},\"root\":{\"allOf\":[{\"$ref\":\"#/definitions/"
    "node\"}]},\"include\":{\"description\":\"a document, relative to this one, whose root is the "
    "tree\",\"type\":\"string\",\"minLength\":1},\"tree\":{\"description\":\"the tree of the "
    "included document, instead of its "
    "root\",\"type\":\"string\",\"minLength\":1}},\"oneOf\":[{\"required\":[\"root\"]},{"
    "\"required\":[\"include\"]}],\"dependencies\":{\"tree\":[\"include\"]}},\"params\":{"
    "\"description\":\"names of params, each with a default constant, or with the kind of param: a "
    "key or a "
    "node\",\"type\":\"object\",\"additionalProperties\":{\"anyOf\":[{\"$ref\":\"#/definitions/"
    "value\"},{\"type\":\"object\",\"required\":[\"key\"],\"additionalProperties\":false,"
    "\"properties\":{\"key\":{\"description\":\"the type of the "
    "key\",\"allOf\":[{\"$ref\":\"#/definitions/"
    "declared_type\"}]}}},{\"type\":\"object\",\"required\":[\"node\"],\"additionalProperties\":"
    "false,"
    "\"properties\":{\"node\":{\"description\":\"true: the param is a node\",\"const\":true}}}]}}";

// Write "name",... or "doc",... for every node type.
static void schema_names(text_out *out, bool docs)
{
    const char *separator = "";
    for (int type = NODE_FIRST; type < NODE_ROWS_END; type++) {
        if (!node_is_type(type))
            continue;
        const char *text = docs ? node_table[type].doc : node_table[type].name;
        text_put(out, separator);
        text_json(out, text, strlen(text));
        separator = ",";
    }
}

// Write the schema of a node of any type. enumDescriptions is an extension of VS Code, which other
// editors ignore.
static void schema_node(text_out *out, bool has_own)
{
    text_put(out,
             ",\"node\":{\"description\":\"a node, or a condition as a "
             "string\",\"type\":[\"object\",\"string\"],\"minLength\":1,\"required\":[\"type\"],"
             "\"properties\":{\"type\":{\"description\":\"what the node does\",\"enum\":[");
    schema_names(out, false);
    text_put(out, "],\"enumDescriptions\":[");
    schema_names(out, true);
    text_put(out, "]}},\"allOf\":[");
    const char *separator = "";
    for (int type = NODE_FIRST; type < NODE_ROWS_END; type++) {
        if (!node_is_type(type))
            continue;
        text_print(out,
                   "%s{\"if\":{\"type\":\"object\",\"required\":[\"type\"],"
                   "\"properties\":{\"type\":{\"const\":\"%s\"}}},"
                   "\"then\":{\"$ref\":\"#/definitions/node_%s\"}}",
                   separator, node_table[type].name, node_table[type].name);
        separator = ",";
    }
    text_put(out, has_own ? ",{\"$ref\":\"#/definitions/own\"}]}" : "]}");
}

static void schema_default(text_out *out, const attribute_info *attribute)
{
    switch (attribute->kind) {
    case ATTRIBUTE_REACTIVE:
    case ATTRIBUTE_MARGIN:
    case ATTRIBUTE_PAUSE:
    case ATTRIBUTE_PER_TICK: text_print(out, "\"default\":%s,", attribute->default_text); break;
    case ATTRIBUTE_STATUS:
    case ATTRIBUTE_ORDER:
    case ATTRIBUTE_THRESHOLD:
    case ATTRIBUTE_VERDICT:
        if (*attribute->default_text)
            text_print(out, "\"default\":\"%s\",", attribute->default_text);
        break;
    default: break;
    }
}

static void schema_properties(text_out *out, const attribute_info *attributes, size_t count)
{
    text_put(out, "\"properties\":{\"type\":true,"
                  "\"name\":{\"description\":\"shown in traces\",\"type\":\"string\","
                  "\"minLength\":1},\"doc\":{\"description\":\"free text\",\"type\":\"string\"}");
    for (size_t i = 0; i < count; i++) {
        const char *doc = attribute_doc(&attributes[i]);
        text_print(out, ",\"%s\":{\"description\":", attributes[i].name);
        text_json(out, doc, strlen(doc));
        text_put(out, ",");
        schema_default(out, &attributes[i]);
        text_put(out, attribute_kind_of(attributes[i].kind)->schema);
        text_put(out, "}");
    }
    text_put(out, "}");
}

// Arguments of a predicate require the predicate, and a margin requires a reactive node.
static void schema_needs(text_out *out, const attribute_info *attributes, size_t count)
{
    const char *alternatives = ",\"oneOf\":[";
    bool has_predicate = false;
    bool has_alternatives = false;
    text_put(out, ",\"required\":[\"type\"");
    for (size_t i = 0; i < count; i++)
        if (attributes[i].need == NEED_REQUIRED)
            text_print(out, ",\"%s\"", attributes[i].name);
    text_put(out, "]");
    for (size_t i = 0; i < count; i++) {
        if (attributes[i].need != NEED_ONE_OF)
            continue;
        text_print(out, "%s{\"required\":[\"%s\"]}", alternatives, attributes[i].name);
        alternatives = ",";
        has_alternatives = true;
        has_predicate = has_predicate || attributes[i].kind == ATTRIBUTE_PREDICATE;
    }
    text_put(out, has_alternatives ? "]" : "");
    for (size_t i = 0; i < count; i++) {
        if (has_predicate && attributes[i].kind == ATTRIBUTE_ARGUMENTS)
            text_print(out, ",\"dependencies\":{\"%s\":[\"call\"]}", attributes[i].name);
        if (attributes[i].kind == ATTRIBUTE_MARGIN)
            text_print(out, ",\"dependencies\":{\"%s\":[\"reactive\"]}", attributes[i].name);
    }
}

static void schema_type(text_out *out, item_type type)
{
    size_t count;
    const attribute_info *attributes = node_attributes(type, &count);
    text_print(out, ",\"node_%s\":{\"description\":", node_table[type].name);
    text_json(out, node_table[type].doc, strlen(node_table[type].doc));
    text_put(out, ",\"additionalProperties\":false,");
    schema_properties(out, attributes, count);
    schema_needs(out, attributes, count);
    text_put(out, "}");
}

bool node_schema_write(gestalt_writer writer, const schema_own_parts *own)
{
    text_out out;
    text_start(&out, writer, false);
    json_layout layout;
    json_layout_start(&layout, &out);
    text_out text;
    text_start(&text, json_layout_writer(&layout), false);
    text_put(&text, schema_head);
    text_put(&text, schema_types);
    text_put(&text, schema_document);
    schema_node(&text, own != NULL);
    for (int type = NODE_FIRST; type < NODE_ROWS_END; type++)
        if (node_is_type(type))
            schema_type(&text, (item_type)type);
    if (own) {
        text_put(&text, ",\"own\":{");
        own->nodes(own->user, &text);
        text_put(&text, "}},\"allOf\":[{");
        own->top(own->user, &text);
        text_put(&text, "}]}");
    } else {
        text_put(&text, "}}");
    }
    text_finish(&text);
    json_layout_finish(&layout);
    return text_finish(&out);
}

bool gestalt_schema_write(gestalt_writer writer)
{
    if (MISUSE_NULL(writer.write, "writer.write", NULL))
        return false;
    return node_schema_write(writer, NULL);
}
