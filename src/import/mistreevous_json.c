// SPDX-License-Identifier: MIT
// Files of mistreevous in JSON.
#include "mistreevous.h"

#include <math.h>

static const char *const attribute_names[] = {
    [MDSL_WHILE] = "while", [MDSL_UNTIL] = "until", [MDSL_ENTRY] = "entry",
    [MDSL_STEP] = "step",   [MDSL_EXIT] = "exit",
};

// What a type of node has besides its attributes.
typedef enum json_content {
    HAS_CHILD,
    HAS_CHILDREN,
    HAS_CALL,
    HAS_REF,
    HAS_NOTHING,
} json_content;

static const struct {
    json_content content;
    const char *member; // one more member, or NULL
} json_types[MISTREEVOUS_TYPE_COUNT] = {
    [MDSL_ROOT] = {HAS_CHILD, "id"},           [MDSL_BRANCH] = {HAS_REF, NULL},
    [MDSL_ACTION] = {HAS_CALL, NULL},          [MDSL_CONDITION] = {HAS_CALL, NULL},
    [MDSL_WAIT] = {HAS_NOTHING, "duration"},   [MDSL_SEQUENCE] = {HAS_CHILDREN, NULL},
    [MDSL_SELECTOR] = {HAS_CHILDREN, NULL},    [MDSL_PARALLEL] = {HAS_CHILDREN, NULL},
    [MDSL_RACE] = {HAS_CHILDREN, NULL},        [MDSL_ALL] = {HAS_CHILDREN, NULL},
    [MDSL_LOTTO] = {HAS_CHILDREN, "weights"},  [MDSL_FLIP] = {HAS_CHILD, NULL},
    [MDSL_SUCCEED] = {HAS_CHILD, NULL},        [MDSL_FAIL] = {HAS_CHILD, NULL},
    [MDSL_REPEAT] = {HAS_CHILD, "iterations"}, [MDSL_RETRY] = {HAS_CHILD, "attempts"},
};

static gestalt_span span_of(const mistreevous *t, json_value value)
{
    return json_form_span(&t->m->form, value);
}

static void refuse_value(mistreevous *t, gestalt_span place, const char *what, const char *expected)
{
    import_refuse(t->m, place, DIAGNOSTIC_IMPORT_PORT, "`%s` must be %s", what, expected);
}

// ---- texts, calls and numbers

// Return the text of a member that must be a string that is not empty; "" after an error.
static const char *read_name(mistreevous *t, json_value value, gestalt_span owner, const char *what)
{
    bool is_missing = json_kind_of(value) == JSON_NONE;
    if (json_kind_of(value) == JSON_STRING && json_string_size(value) > 0)
        return json_form_text(&t->m->form, value);
    refuse_value(t, is_missing ? owner : span_of(t, value), what, "a string that is not empty");
    return "";
}

static host_value read_argument(mistreevous *t, json_value value, bool *is_null)
{
    json_value property = json_member(value, "$", NULL);
    if (json_kind_of(property) == JSON_NONE || json_count(value) != 1)
        return host_value_of_json(t->m, value, is_null);
    gestalt_span place = span_of(t, value);
    return (host_value){
        .kind = HOST_KEY, .place = place, .text = read_name(t, property, place, "$")};
}

static mistreevous_call read_call(mistreevous *t, json_value object)
{
    arena *a = t->m->memory;
    json_value name = json_member(object, "call", NULL), args = json_member(object, "args", NULL);
    mistreevous_call call = {.place = span_of(t, object)};
    call.function = read_name(t, name, call.place, "call");
    if (json_kind_of(name) != JSON_NONE)
        call.place = span_of(t, name);
    if (json_kind_of(args) == JSON_NONE)
        return call;
    if (json_kind_of(args) != JSON_ARRAY) {
        refuse_value(t, span_of(t, args), "args", "a list");
        return call;
    }
    uint32_t count = json_count(args);
    call.arguments = ARENA_ARRAY(a, host_value, count);
    call.are_null = ARENA_ARRAY(a, bool, count);
    for (json_value one = json_first(args); json_kind_of(one) != JSON_NONE; one = json_next(one)) {
        uint32_t i = call.argument_count++;
        call.arguments[i] = read_argument(t, one, &call.are_null[i]);
    }
    return call;
}

static bool is_count(json_value value)
{
    return json_kind_of(value) == JSON_NUMBER && json_double(value) >= 0 &&
           json_double(value) == floor(json_double(value));
}

static void read_range(mistreevous *t, json_value value, const char *what, mistreevous_range *range)
{
    range->place = span_of(t, value);
    if (is_count(value)) {
        range->count = 1;
        range->least = range->most = json_double(value);
        return;
    }
    if (json_kind_of(value) == JSON_ARRAY && json_count(value) == 2) {
        json_value least = json_first(value), most = json_next(least);
        if (is_count(least) && is_count(most) && json_double(least) <= json_double(most)) {
            range->count = 2;
            range->least = json_double(least);
            range->most = json_double(most);
            return;
        }
    }
    refuse_value(t, range->place, what,
                 "a whole number of 0 or more, or a list of a minimum and a maximum");
}

static void read_weights(mistreevous *t, json_value value, mistreevous_node *n)
{
    bool is_good = json_kind_of(value) == JSON_ARRAY && json_count(value) == n->child_count;
    n->weights = ARENA_ARRAY(t->m->memory, double, n->child_count);
    double *weight = n->weights;
    for (json_value one = json_first(value); is_good && json_kind_of(one) != JSON_NONE;
         one = json_next(one)) {
        is_good = is_count(one);
        if (is_good)
            *weight++ = json_double(one);
    }
    if (!is_good)
        refuse_value(t, span_of(t, value), "weights",
                     "a list of whole numbers of 0 or more, one for each child");
}

// ---- nodes

static void read_attributes(mistreevous *t, json_value object, mistreevous_node *n)
{
    for (unsigned i = 0; i < MISTREEVOUS_ATTRIBUTE_COUNT; i++) {
        json_value key, value = json_member(object, attribute_names[i], &key);
        if (json_kind_of(value) == JSON_NONE)
            continue;
        if (n->type == MDSL_BRANCH) {
            import_refuse(t->m, span_of(t, key), DIAGNOSTIC_IMPORT_PORT,
                          "a `branch` has no guards or callbacks");
        } else if (json_kind_of(value) != JSON_OBJECT) {
            refuse_value(t, span_of(t, value), attribute_names[i], "an object");
        } else {
            mistreevous_call call = read_call(t, value);
            json_value succeeds = json_member(value, "succeedOnAbort", NULL);
            call.succeeds = json_kind_of(succeeds) == JSON_TRUE;
            mistreevous_add_attribute(t, n, (mdsl_attribute_kind)i, &call);
        }
    }
}

// Return whether a member belongs to a node of this type.
static bool is_known(mdsl_type type, json_value key)
{
    static const char *const words[] = {
        [HAS_CHILD] = "child", [HAS_CHILDREN] = "children", [HAS_CALL] = "call", [HAS_REF] = "ref"};
    json_content content = json_types[type].content;
    for (unsigned i = 0; i < MISTREEVOUS_ATTRIBUTE_COUNT; i++)
        if (json_is(key, attribute_names[i]))
            return true;
    return json_is(key, "type") || (content != HAS_NOTHING && json_is(key, words[content])) ||
           (content == HAS_CALL && json_is(key, "args")) ||
           (json_types[type].member && json_is(key, json_types[type].member));
}

static void warn_of_unknown(mistreevous *t, json_value object, mdsl_type type)
{
    for (json_value key = json_first(object); json_kind_of(key) != JSON_NONE;
         key = json_next(json_next(key)))
        if (!is_known(type, key))
            json_form_wrong(&t->m->form, span_of(t, key), DIAGNOSTIC_IMPORT_IGNORED,
                            "a node of type `%s` has no `%s`; it is ignored", mdsl_type_name(type),
                            json_form_text(&t->m->form, key));
}

static mistreevous_node *read_node(mistreevous *t, json_value object, bool is_base);

// Append the children of a node. Those that cannot be read are left out.
static void read_children(mistreevous *t, json_value object, mistreevous_node *n)
{
    bool is_one = json_types[n->type].content == HAS_CHILD;
    const char *word = is_one ? "child" : "children";
    json_value value = json_member(object, word, NULL);
    mistreevous_node **last = &n->children;
    bool is_list = json_kind_of(value) == JSON_ARRAY;
    if (json_kind_of(value) == JSON_NONE || (!is_one && (!is_list || json_count(value) == 0))) {
        import_refuse(t->m, n->place, DIAGNOSTIC_IMPORT_CHILDREN, "a `%s` needs `%s`",
                      mdsl_type_name(n->type), word);
        return;
    }
    json_value one = is_one ? value : json_first(value);
    for (; json_kind_of(one) != JSON_NONE; one = json_next(one)) {
        *last = read_node(t, one, false);
        if (*last) {
            last = &(*last)->next;
            n->child_count++;
        }
        if (is_one)
            break;
    }
}

static void read_content(mistreevous *t, json_value object, mistreevous_node *n)
{
    const char *member = json_types[n->type].member;
    json_value value = member ? json_member(object, member, NULL) : (json_value){0};
    json_content content = json_types[n->type].content;
    if (content == HAS_CHILD || content == HAS_CHILDREN)
        read_children(t, object, n);
    if (content == HAS_CALL)
        n->call = read_call(t, object);
    if (content == HAS_REF) {
        json_value ref = json_member(object, "ref", NULL);
        n->name = read_name(t, ref, n->place, "ref");
        n->at_name = json_kind_of(ref) == JSON_NONE ? n->place : span_of(t, ref);
    }
    if (json_kind_of(value) == JSON_NONE)
        return;
    if (n->type == MDSL_ROOT) {
        n->name = read_name(t, value, n->place, "id");
        n->at_name = span_of(t, value);
    } else if (n->type == MDSL_LOTTO) {
        read_weights(t, value, n);
    } else {
        read_range(t, value, member, &n->range);
    }
}

static unsigned read_type(mistreevous *t, json_value object, gestalt_span *place)
{
    json_value value = json_member(object, "type", NULL);
    if (json_kind_of(value) == JSON_NONE) {
        import_refuse(t->m, span_of(t, object), DIAGNOSTIC_IMPORT_NODE,
                      "a node must be an object with `type`");
        return MISTREEVOUS_TYPE_COUNT;
    }
    *place = span_of(t, value);
    unsigned type = 0;
    while (type < MISTREEVOUS_TYPE_COUNT &&
           (json_kind_of(value) != JSON_STRING || !json_is(value, mdsl_type_name((mdsl_type)type))))
        type++;
    if (type < MISTREEVOUS_TYPE_COUNT)
        return type;
    gestalt_diagnostic *d =
        import_refuse(t->m, *place, DIAGNOSTIC_IMPORT_NODE, "there is no such type of node");
    if (json_kind_of(value) != JSON_STRING)
        return type;
    mistreevous_suggest_type(t, d, json_form_text(&t->m->form, value));
    return type;
}

// Return NULL if the value is not a node, which is reported.
static mistreevous_node *read_node(mistreevous *t, json_value object, bool is_base)
{
    gestalt_span place;
    unsigned type = read_type(t, object, &place);
    if (type == MISTREEVOUS_TYPE_COUNT)
        return NULL;
    if ((type == MDSL_ROOT) != is_base) {
        import_refuse(t->m, place, DIAGNOSTIC_IMPORT_ROOT,
                      is_base ? "the outermost node must be a `root`"
                              : "a `root` can't be below another node");
        return NULL;
    }
    mistreevous_node *n = ARENA_NEW(t->m->memory, mistreevous_node);
    *n = (mistreevous_node){
        .type = (mdsl_type)type, .place = place, .whole = span_of(t, object), .may_run = -1};
    read_content(t, object, n);
    read_attributes(t, object, n);
    warn_of_unknown(t, object, n->type);
    return n;
}

bool mistreevous_read_json(mistreevous *t, const import_file *file)
{
    json_value root;
    if (!import_json(t->m, file, &root))
        return false;
    bool is_list = json_kind_of(root) == JSON_ARRAY;
    json_value one = is_list ? json_first(root) : root;
    for (; json_kind_of(one) != JSON_NONE; one = json_next(one)) {
        mistreevous_node *n = read_node(t, one, true);
        if (n)
            mistreevous_add_root(t, n);
        if (!is_list)
            break;
    }
    return true;
}
