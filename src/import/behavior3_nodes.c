// SPDX-License-Identifier: MIT
// The nodes of behavior3: a table with a row for each, and what becomes of it.
//
// In the comments, S, F and R are success, failure and running, x is the child, and other small
// letters are keys.
#include "behavior3.h"

#include "import_library.h"
#include "number.h"

#include <math.h>

enum {
    DEPTH_MAX = 256,     // deepest nesting of nodes
    ROUNDS_MAX = 65535,  // most rounds of a loop in one tick
    ROUNDS_ENDLESS = 64, // rounds in one tick of a loop without a count
};

typedef draft_node *behavior3_maker(behavior3 *t, behavior3_node *n);

typedef enum node_category { COMPOSITE, DECORATOR, LEAF } node_category;

typedef struct node_row {
    const char *name;
    node_category category;
    behavior3_maker *make;
    const char *property; // the only one, or NULL
} node_row;

static const node_row *row_of(const char *name);

static gestalt_span span_of(const behavior3 *t, json_value value)
{
    return json_form_span(&t->m->form, value);
}

// ---- children

static json_value first_child(const behavior3_node *n)
{
    json_value children = json_member(n->object, "children", NULL);
    return json_kind_of(children) == JSON_ARRAY ? json_first(children) : (json_value){0};
}

// Return the node that a reference names, after it was translated.
static behavior3_node *linked(const behavior3 *t, json_value link)
{
    if (json_kind_of(link) != JSON_STRING)
        return NULL;
    const char *id = json_form_text(&t->m->form, link);
    uint32_t number = names_find(&t->current->index, id, strlen(id));
    return number == NAMES_MISSING ? NULL : &t->current->nodes[number];
}

static draft_node *make_composite(behavior3 *t, behavior3_node *n, const char *type, bool succeeds,
                                  bool is_reactive)
{
    draft_node *node = draft_new(t->m->memory, type, n->place);
    bool may_leave = false; // a child that runs on may be left for an earlier one
    for (json_value one = first_child(n); json_kind_of(one) != JSON_NONE; one = json_next(one)) {
        draft_child(t->m->memory, node, behavior3_make(t, one));
        const behavior3_node *child = linked(t, one);
        n->may_run |= child && child->may_run;
        may_leave |= child && child->may_run && draft_find(node, "children")->node->count > 1;
    }
    if (!node->count)
        return make_status(&t->k, n->place, succeeds);
    if (is_reactive && may_leave)
        import_approximate(t->m, n->place,
                           "when a child of `%s` is left for an earlier one, it is cancelled at "
                           "once; the original may leave it open, and later resumes it",
                           n->name);
    return node;
}

static draft_node *make_child(behavior3 *t, behavior3_node *n)
{
    json_value child = json_member(n->object, "child", NULL);
    if (json_kind_of(child) != JSON_STRING || json_string_size(child) == 0) {
        gestalt_diagnostic *d = import_refuse(t->m, n->place, DIAGNOSTIC_IMPORT_CHILDREN,
                                              "the decorator `%s` has no child", n->name);
        json_form_help(&t->m->form, d, "`child` is the id of its child");
        return make_status(&t->k, n->place, true);
    }
    draft_node *node = behavior3_make(t, child);
    const behavior3_node *to = linked(t, child);
    n->may_run |= to && to->may_run;
    return node;
}

// ---- properties

static json_value property_of(const behavior3_node *n, const char *name)
{
    return json_member(json_member(n->object, "properties", NULL), name, NULL);
}

// A number as JavaScript reads it. `is_false`: a missing value, 0, or another one that counts as
// false.
typedef struct script_number {
    double value;
    bool is_false, is_bad;
    gestalt_span place;
} script_number;

static script_number number_of(behavior3 *t, const behavior3_node *n, const char *name)
{
    json_value value = property_of(n, name);
    script_number number = {.place = n->place};
    const char *text;
    if (json_kind_of(value) != JSON_NONE)
        number.place = span_of(t, value);
    switch (json_kind_of(value)) {
    case JSON_NONE:
    case JSON_NULL:
    case JSON_FALSE: number.is_false = true; break;
    case JSON_TRUE: number.value = 1; break;
    case JSON_NUMBER:
        number.value = json_double(value);
        number.is_false = number.value == 0;
        break;
    case JSON_STRING:
        text = json_form_text(&t->m->form, value);
        number.is_false = !*text;
        number.is_bad = *text && literal_type(text) == KEY_TEXT;
        if (!number.is_bad && *text)
            number.value = (*text == '-' ? -1 : 1) *
                           number_double(text + (*text == '-' || *text == '+'),
                                         strlen(text) - (*text == '-' || *text == '+'));
        break;
    case JSON_ARRAY:
    case JSON_OBJECT: number.is_bad = true; break;
    }
    if (number.is_bad) {
        import_refuse(t->m, number.place, DIAGNOSTIC_IMPORT_PORT, "`%s` must be a number", name);
        number = (script_number){.value = 1, .place = number.place};
    }
    return number;
}

// ---- composites

static draft_node *make_mem_sequence(behavior3 *t, behavior3_node *n)
{
    return make_composite(t, n, "sequence", true, false);
}

static draft_node *make_mem_priority(behavior3 *t, behavior3_node *n)
{
    return make_composite(t, n, "selector", false, false);
}

static draft_node *make_sequence(behavior3 *t, behavior3_node *n)
{
    return make_composite(t, n, "reactive_sequence", true, true);
}

static draft_node *make_priority(behavior3 *t, behavior3_node *n)
{
    return make_composite(t, n, "priority", false, true);
}

// ---- decorators

static draft_node *make_inverter(behavior3 *t, behavior3_node *n)
{
    return make_around(&t->k, n->place, "invert", make_child(t, n));
}

// Loops run all their rounds in one tick, as long as the child finishes at once. A number that
// counts as false, a negative one and infinity are endless.
static draft_node *make_loop(behavior3 *t, behavior3_node *n, const char *type, const char *count,
                             const char *until)
{
    arena *a = t->m->memory;
    script_number number = number_of(t, n, "maxLoop");
    bool is_endless = number.is_false || number.value < 0 || number.value > INT32_MAX;
    double rounds = ceil(number.value);
    draft_node *node = draft_new(a, type, n->place), *child = make_child(t, n);
    n->may_run = n->may_run || is_endless;
    if (!is_endless && rounds == 0)
        return NULL;
    if (!is_endless)
        draft_int(a, node, count, (long long)rounds);
    if (until)
        draft_text(a, node, "until", until);
    draft_int(a, node, "per_tick",
              is_endless            ? ROUNDS_ENDLESS
              : rounds > ROUNDS_MAX ? ROUNDS_MAX
                                    : (long long)rounds);
    if (!is_endless && rounds > ROUNDS_MAX)
        import_approximate(t->m, number.place, "at most %d rounds run in one tick here",
                           ROUNDS_MAX);
    n->may_run = n->may_run || rounds > ROUNDS_MAX;
    draft_add(a, node, "child", child);
    return node;
}

static draft_node *make_repeater(behavior3 *t, behavior3_node *n)
{
    draft_node *node = make_loop(t, n, "repeat", "count", NULL);
    return node ? node : make_status(&t->k, n->place, true);
}

// Without a round, these return an error in the original.
static draft_node *refuse_no_round(behavior3 *t, const behavior3_node *n)
{
    import_refuse(t->m, span_of(t, property_of(n, "maxLoop")), DIAGNOSTIC_IMPORT_PORT,
                  "`%s` returns an error when `maxLoop` is the text 0", n->name);
    return make_status(&t->k, n->place, false);
}

static draft_node *make_until_success(behavior3 *t, behavior3_node *n)
{
    draft_node *node = make_loop(t, n, "retry", "attempts", NULL);
    return node ? node : refuse_no_round(t, n);
}

static draft_node *make_until_failure(behavior3 *t, behavior3_node *n)
{
    draft_node *node = make_loop(t, n, "repeat", "count", "failure");
    return node ? node : refuse_no_round(t, n);
}

static void refuse_missing(behavior3 *t, const script_number *number, const char *name,
                           const char *property)
{
    if (number->is_false)
        import_refuse(t->m, number->place, DIAGNOSTIC_IMPORT_PORT,
                      "`%s` needs `%s`, which must not be 0", name, property);
}

// The original forgets the count each time the node ends, so a limit is never reached.
static draft_node *make_limiter(behavior3 *t, behavior3_node *n)
{
    script_number number = number_of(t, n, "maxLoop");
    refuse_missing(t, &number, n->name, "maxLoop");
    draft_node *child = make_child(t, n);
    return number.value > 0 ? child : make_status(&t->k, n->place, false);
}

// The time must have been exceeded. All times of the original are whole milliseconds.
static void set_time(behavior3 *t, draft_node *node, const script_number *number,
                     const char *property)
{
    char text[NUMBER_TEXT_SIZE];
    double milliseconds = number->value > 0 ? number->value : 0;
    if (milliseconds > 1e12) {
        import_refuse(t->m, number->place, DIAGNOSTIC_IMPORT_PORT,
                      "`%s` must be at most 1000000000000 milliseconds", property);
        milliseconds = 0;
    }
    number_print_seconds(text, (int64_t)(milliseconds * 1000) + 1);
    draft_raw(t->m->memory, node, "seconds", arena_copy_text(t->m->memory, text, strlen(text)));
}

// seq(late = false, race(seq(wait, late = true, R), seq(x, [!late]), iff(late, F, R)))
static draft_node *make_max_time(behavior3 *t, behavior3_node *n)
{
    making *k = &t->k;
    arena *a = t->m->memory;
    script_number number = number_of(t, n, "maxTime");
    refuse_missing(t, &number, n->name, "maxTime");
    if (number.value < 0)
        import_refuse(t->m, number.place, DIAGNOSTIC_IMPORT_PORT, "`maxTime` must be above 0");
    draft_node *x = make_child(t, n), *wait = draft_new(a, "wait", n->place);
    if (!n->may_run)
        return x; // no time passes
    set_time(t, wait, &number, "maxTime");
    import_approximate(t->m, n->place,
                       "a child that is still running when the time is over is cancelled at once; "
                       "the original may leave it open, and later resumes it");
    const char *late = make_key(k, "late", KEY_BOOL, "whether the time is over");
    draft_node *clock = MAKE(k, n->place, "sequence", wait, make_set(k, n->place, late, "true"),
                             draft_new(a, "running", n->place));
    draft_node *timed =
        MAKE(k, n->place, "sequence", x, make_condition(k, n->place, arena_print(a, "!%s", late)));
    draft_node *judge = make_decide(k, n->place, late, make_status(k, n->place, false),
                                    draft_new(a, "running", n->place), true);
    return MAKE(k, n->place, "sequence", make_set(k, n->place, late, "false"),
                MAKE(k, n->place, "race", clock, timed, judge));
}

// ---- leaves

static draft_node *make_wait(behavior3 *t, behavior3_node *n)
{
    script_number number = number_of(t, n, "milliseconds");
    if (number.value < 0)
        return make_status(&t->k, n->place, true);
    draft_node *node = draft_new(t->m->memory, "wait", n->place);
    n->may_run = true;
    set_time(t, node, &number, "milliseconds");
    return node;
}

static draft_node *make_succeeder(behavior3 *t, behavior3_node *n)
{
    return make_status(&t->k, n->place, true);
}

static draft_node *make_failer(behavior3 *t, behavior3_node *n)
{
    return make_status(&t->k, n->place, false);
}

static draft_node *make_runner(behavior3 *t, behavior3_node *n)
{
    n->may_run = true;
    return draft_new(t->m->memory, "running", n->place);
}

static draft_node *make_error(behavior3 *t, behavior3_node *n)
{
    gestalt_diagnostic *d =
        import_refuse(t->m, n->place, DIAGNOSTIC_IMPORT_NODE, "there is no status for errors here");
    json_form_help(&t->m->form, d, "replace `Error` by `Failer` or by an action");
    return make_status(&t->k, n->place, false);
}

// ---- nodes of one's own

static void give_presets(behavior3 *t, host_function *f, behavior3_model *model)
{
    uint32_t source = t->m->form.source;
    t->m->form.source = model->source;
    model->has_presets = true;
    if (json_kind_of(model->properties) == JSON_OBJECT)
        for (json_value key = json_first(model->properties); json_kind_of(key) != JSON_NONE;
             key = json_next(json_next(key))) {
            bool is_null = false;
            host_value value = host_value_of_json(t->m, json_next(key), &is_null);
            if (!is_null)
                host_function_preset(&t->calls, f, json_form_text(&t->m->form, key), value);
        }
    t->m->form.source = source;
}

static draft_node *refuse_children(behavior3 *t, const behavior3_node *n)
{
    gestalt_diagnostic *d =
        import_refuse(t->m, n->place, DIAGNOSTIC_IMPORT_NODE,
                      "`%s` has children, but is neither a built-in node nor a tree", n->name);
    json_form_help(&t->m->form, d,
                   "the importer cannot know what it does with them: give a document that has a "
                   "tree `%s` with --library, or replace it by built-in nodes",
                   n->name);
    return make_status(&t->k, n->place, true);
}

// Give a property of a node to the param of a library's tree with its name.
static void pass_property(behavior3 *t, const behavior3_node *n, draft_node *with, json_value key)
{
    import_state *m = t->m;
    json_value value = json_next(key);
    const char *name = json_form_text(&m->form, key);
    json_value param = library_param(m->library, n->name, name);
    json_kind kind = json_kind_of(value), wanted = json_kind_of(param);
    bool is_plain =
        kind == JSON_STRING || kind == JSON_NUMBER || kind == JSON_TRUE || kind == JSON_FALSE;
    if (wanted == JSON_NONE || wanted == JSON_OBJECT || !is_plain) {
        import_refuse(m, span_of(t, key), DIAGNOSTIC_IMPORT_PORT,
                      wanted == JSON_NONE ? "the tree `%s` of the library has no param `%s`"
                                          : "the tree `%s` of the library needs a constant `%s`",
                      n->name, name);
        return;
    }
    uint32_t begin = json_begin(value);
    draft_member *added = draft_raw(
        m->memory, with, name,
        arena_copy_text(m->memory, value.document->text + begin, json_end(value) - begin));
    added->has_place = true;
    added->place = span_of(t, value);
}

static bool pass_child(behavior3 *t, behavior3_node *n, draft_node *with, const char *param,
                       json_value link)
{
    if (library_is_node(library_param(t->m->library, n->name, param))) {
        draft_add(t->m->memory, with, param, behavior3_make(t, link));
        return true;
    }
    import_refuse(t->m, span_of(t, link), DIAGNOSTIC_IMPORT_CHILDREN,
                  "the tree `%s` of the library has no node param `%s` for this child", n->name,
                  param);
    return false;
}

// A node with children that is a tree of the library: its properties are params, and its children
// node params `child`, or `child_1` and so on.
static draft_node *make_library_node(behavior3 *t, behavior3_node *n)
{
    arena *a = t->m->memory;
    draft_node *node = draft_new(a, "subtree", n->place), *with = draft_object(a);
    json_value child = json_member(n->object, "child", NULL),
               properties = json_member(n->object, "properties", NULL);
    uint32_t i = 0;
    draft_text(a, node, "tree", n->name);
    library_use(t->m->library, n->name);
    n->may_run = true;
    if (json_kind_of(properties) == JSON_OBJECT)
        for (json_value key = json_first(properties); json_kind_of(key) != JSON_NONE;
             key = json_next(json_next(key)))
            pass_property(t, n, with, key);
    if (json_kind_of(child) == JSON_STRING)
        pass_child(t, n, with, "child", child);
    for (json_value one = first_child(n); json_kind_of(one) != JSON_NONE; one = json_next(one))
        if (!pass_child(t, n, with, arena_print(a, "child_%u", ++i), one))
            break;
    draft_add_object(a, node, "with", with);
    return node;
}

static draft_node *make_leaf(behavior3 *t, behavior3_node *n)
{
    import_list listed = t->m->options->conditions;
    behavior3_model *model = behavior3_find_model(t, n->name);
    json_value child = json_member(n->object, "child", NULL);
    bool has_children = json_kind_of(child) == JSON_STRING || json_kind_of(first_child(n));
    if (model ? model->is_composite : has_children)
        return library_has(t->m->library, n->name) ? make_library_node(t, n)
                                                   : refuse_children(t, n);
    bool is_condition =
        (model && model->is_condition) || import_listed(listed.texts, listed.count, n->name);
    draft_node *node = draft_new(t->m->memory, is_condition ? "condition" : "action", n->place);
    host_function *f =
        host_function_of(&t->calls, n->name, is_condition ? HOST_PREDICATE : HOST_ACTION);
    if (model && !model->has_presets)
        give_presets(t, f, model);
    host_call *call = host_call_add(&t->calls, node, f);
    n->may_run = !is_condition;
    json_value properties = json_member(n->object, "properties", NULL);
    if (json_kind_of(properties) != JSON_OBJECT)
        return node;
    for (json_value key = json_first(properties); json_kind_of(key) != JSON_NONE;
         key = json_next(json_next(key))) {
        bool is_null = false;
        host_value value = host_value_of_json(t->m, json_next(key), &is_null);
        if (!is_null)
            host_call_give(&t->calls, call, json_form_text(&t->m->form, key), value);
    }
    return node;
}

// Further uses of a tree in one tree get a name, so that the paths of their keys differ.
static draft_node *make_subtree(behavior3 *t, behavior3_node *n, behavior3_tree *tree)
{
    arena *a = t->m->memory;
    draft_node *node = draft_new(a, "subtree", n->place);
    const char *spelling = behavior3_use(t, tree);
    draft_text(a, node, "tree", spelling);
    if (tree->user != t->current)
        tree->use_count = 0;
    tree->user = t->current;
    if (tree->use_count++ > 0)
        draft_text(a, node, "name", arena_print(a, "%s_%u", spelling, tree->use_count));
    n->may_run = true;
    return node;
}

// ---- the table

static const node_row rows[] = {
    {"MemSequence", COMPOSITE, make_mem_sequence, NULL},
    {"MemPriority", COMPOSITE, make_mem_priority, NULL},
    {"Sequence", COMPOSITE, make_sequence, NULL},
    {"Priority", COMPOSITE, make_priority, NULL},
    {"Inverter", DECORATOR, make_inverter, NULL},
    {"Repeater", DECORATOR, make_repeater, "maxLoop"},
    {"RepeatUntilSuccess", DECORATOR, make_until_success, "maxLoop"},
    {"RepeatUntilFailure", DECORATOR, make_until_failure, "maxLoop"},
    {"Limiter", DECORATOR, make_limiter, "maxLoop"},
    {"MaxTime", DECORATOR, make_max_time, "maxTime"},
    {"Wait", LEAF, make_wait, "milliseconds"},
    {"Succeeder", LEAF, make_succeeder, NULL},
    {"Failer", LEAF, make_failer, NULL},
    {"Runner", LEAF, make_runner, NULL},
    {"Error", LEAF, make_error, NULL},
};

static const node_row *row_of(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

// ---- nodes

static void warn_of_properties(behavior3 *t, const behavior3_node *n, const node_row *row)
{
    json_value properties = json_member(n->object, "properties", NULL);
    if (json_kind_of(properties) != JSON_OBJECT)
        return;
    for (json_value key = json_first(properties); json_kind_of(key) != JSON_NONE;
         key = json_next(json_next(key)))
        if (!row->property || !json_is(key, row->property))
            json_form_wrong(&t->m->form, span_of(t, key), DIAGNOSTIC_IMPORT_IGNORED,
                            "`%s` has no property `%s`; it is ignored", n->name,
                            json_form_text(&t->m->form, key));
}

// Ignore a title that only repeats the node's name, or is a pattern such as `Repeat <maxLoop>x`.
static void add_texts(behavior3 *t, const behavior3_node *n, draft_node *node)
{
    arena *a = t->m->memory;
    json_value title = json_member(n->object, "title", NULL),
               doc = json_member(n->object, "description", NULL);
    if (json_kind_of(doc) == JSON_STRING && json_string_size(doc) > 0 && !draft_find(node, "doc"))
        draft_text_first(a, node, "doc", json_form_text(&t->m->form, doc));
    if (json_kind_of(title) != JSON_STRING || json_is(title, n->name) || draft_find(node, "name") ||
        strcmp(node->type, "subtree") == 0)
        return;
    const char *text = json_form_text(&t->m->form, title);
    if (!strchr(text, '<') && !json_name_fault(text))
        draft_text_first(a, node, "name", text);
}

// Return the node that a reference leads to for the first time, or NULL after an error.
static behavior3_node *follow(behavior3 *t, json_value link)
{
    import_state *m = t->m;
    gestalt_span place = span_of(t, link);
    behavior3_node *n = linked(t, link);
    if (!n) {
        import_refuse(m, place, DIAGNOSTIC_IMPORT_LINK, "the tree has no node with this id");
        return NULL;
    }
    if (n->is_reached) {
        gestalt_diagnostic *d =
            import_refuse(m, place, DIAGNOSTIC_IMPORT_LINK,
                          "the node `%s` is used in two places, or contains itself", n->name);
        json_form_note(&m->form, d, n->link, "the first use");
        json_form_help(&m->form, d, "copy the node, or make a tree of it");
        return NULL;
    }
    n->is_reached = true;
    n->link = place;
    if (t->depth == DEPTH_MAX) {
        import_refuse(m, n->place, DIAGNOSTIC_JSON_DEPTH, "nodes are nested too deeply");
        return NULL;
    }
    return n;
}

draft_node *behavior3_make(behavior3 *t, json_value link)
{
    behavior3_node *n = follow(t, link);
    if (!n)
        return draft_new(t->m->memory, "success", span_of(t, link));
    const node_row *row = row_of(n->name);
    behavior3_tree *tree = row ? NULL : behavior3_find_tree(t, n->name);
    draft_node *node;
    t->depth++;
    if (row)
        warn_of_properties(t, n, row);
    node = row ? row->make(t, n) : tree ? make_subtree(t, n, tree) : make_leaf(t, n);
    t->depth--;
    add_texts(t, n, node);
    return node;
}
