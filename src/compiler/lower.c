// SPDX-License-Identifier: MIT
// From nodes to items: a function for each operand letter of nodes.def, copies of trees, inits.
#include "lower.h"

#include "lower_state.h"
#include "nearest.h"
#include "scalar.h"
#include "shape_limits.h"
#include "text.h"

#include <math.h>

// ---- operands, one function for each letter of nodes.def

static int64_t bounded_attribute(lowering *l, const tree_node *node, const scope *s,
                                 attribute_kind kind, bounds b, int64_t missing)
{
    json_value value = tree_attribute(node, kind);
    if (json_kind_of(value) == JSON_NONE)
        return missing;
    number n = read_number(l, node->document, s, value, tree_attribute_name(node, kind));
    return check_whole(l, node->document, value, &n, tree_attribute_name(node, kind), b) ? n.whole
                                                                                         : b.least;
}

// Lower a duration: a constant, or a marker followed by the expression that evaluates it.
static void lower_duration(lowering *l, const tree_node *node, const scope *s)
{
    json_value value = tree_attribute(node, ATTRIBUTE_SECONDS);
    bool in_ticks = json_kind_of(value) == JSON_NONE;
    if (in_ticks)
        value = tree_attribute(node, ATTRIBUTE_TICKS);
    duration d = {0, {0}};
    if (json_kind_of(value) != JSON_NONE)
        d = in_ticks ? read_ticks(l, node->document, s, value)
                     : read_seconds(l, node->document, s, value);
    bool is_evaluated = d.code.type != VALUE_NONE;
    emit(l, is_evaluated ? DURATION_EVALUATED : (uint64_t)d.constant);
    if (is_evaluated)
        emit_code(l, d.code);
}

// Return the result that ends a loop.
static unsigned until_of(lowering *l, const tree_node *node)
{
    static const char *const words[] = {"success", "failure", NULL};
    json_value until = tree_attribute(node, ATTRIBUTE_UNTIL);
    if (json_kind_of(until) == JSON_NONE)
        return 0;
    int word = read_word(l->c, node->document, until, "`until`", words);
    return word < 0 ? 0 : word == 0 ? ITEM_CAN_SUCCEED : ITEM_CAN_FAIL;
}

// Lower the pause of a loop, if it has one. Returns ITEM_VARIANT then, else 0.
static unsigned lower_pause(lowering *l, const tree_node *node, const scope *s)
{
    int64_t pause =
        bounded_attribute(l, node, s, ATTRIBUTE_PAUSE, (bounds){0, LIMIT_EVALUATED_TICKS}, 0);
    if (pause > 0)
        emit(l, (uint64_t)pause);
    return pause > 0 ? ITEM_VARIANT : 0;
}

static uint64_t rounds_of(lowering *l, const tree_node *node, const scope *s)
{
    int64_t count = bounded_attribute(l, node, s, ATTRIBUTE_COUNT, (bounds){1, LIMIT_COUNT}, 0);
    int64_t per_tick =
        bounded_attribute(l, node, s, ATTRIBUTE_PER_TICK, (bounds){1, LIMIT_PER_TICK}, 64);
    return (uint64_t)count | (uint64_t)per_tick << 32 | (uint64_t)until_of(l, node) << 48;
}

// Return whether a string is one word that names no param, so that it was meant as a word like
// "all".
static bool is_unknown_word(compiler *c, const scope *s, json_value value)
{
    const char *text = text_of(c, value);
    for (const char *p = text; *p; p++)
        if ((*p < 'a' || *p > 'z') && (*p < 'A' || *p > 'Z'))
            return false;
    for (uint32_t i = 0; s->t && i < s->t->param_count; i++)
        if (strcmp(s->t->params[i].name, text) == 0)
            return false;
    return true;
}

// Read a threshold: `success` is the first one in the table, `failure` the second. "all" means the
// number of children, "any" means 1.
static uint32_t threshold_of(lowering *l, const tree_node *node, const scope *s, unsigned index,
                             uint32_t missing)
{
    json_value value = tree_threshold(node, index);
    if (json_kind_of(value) == JSON_NONE)
        return missing;
    if (json_kind_of(value) == JSON_STRING && json_is(value, "all"))
        return node->child_count;
    if (json_kind_of(value) == JSON_STRING && json_is(value, "any"))
        return 1;
    const char *what = index == 0 ? "success" : "failure";
    if (json_kind_of(value) == JSON_STRING && is_unknown_word(l->c, s, value)) {
        diagnostic *report = diagnostics_add(l->c->diagnostics, DIAGNOSTIC_UNKNOWN_WORD,
                                             span_of(node->document, value), "`%s` can't be `%s`",
                                             what, text_of(l->c, value));
        diagnostics_help(l->c->diagnostics, report, "write a number from 1 to %u, `all` or `any`",
                         (unsigned)node->child_count);
        return 1;
    }
    number n = read_number(l, node->document, s, value, what);
    bounds b = {1, node->child_count};
    return check_whole(l, node->document, value, &n, what, b) ? (uint32_t)n.whole : 1;
}

static uint64_t thresholds_of(lowering *l, const tree_node *node, const scope *s)
{
    static const char *const words[] = {"each", "end", NULL};
    uint32_t success = threshold_of(l, node, s, 0, node->child_count);
    uint32_t failure = threshold_of(l, node, s, 1, 1);
    json_value verdict = tree_attribute(node, ATTRIBUTE_VERDICT);
    bool at_end = json_kind_of(verdict) != JSON_NONE &&
                  read_word(l->c, node->document, verdict, "`verdict`", words) == 1;
    return thresholds_make(success, failure, at_end);
}

static const char *const status_words[] = {"success", "failure", "running", NULL};

static gestalt_status status_of(lowering *l, const tree_node *node, gestalt_status missing)
{
    json_value value = tree_attribute(node, ATTRIBUTE_STATUS);
    if (json_kind_of(value) == JSON_NONE)
        return missing;
    int word = read_word(l->c, node->document, value, "a status", status_words);
    return word < 0 ? missing : (gestalt_status)word;
}

static uint64_t resource_of(lowering *l, const tree_node *node)
{
    json_value value = tree_attribute(node, ATTRIBUTE_RESOURCE);
    if (json_kind_of(value) == JSON_NONE)
        return SHAPE_NONE;
    const char *name = read_name(l->c, node->document, value, "the name of a resource", false);
    return name ? strings_add(l, name) : SHAPE_NONE;
}

static bool has_length(lowering *l, const tree_node *node, json_value list, const char *what)
{
    if (json_kind_of(list) == JSON_NONE ||
        !expect_kind(l->c, node->document, list, JSON_ARRAY, what))
        return false;
    if (json_count(list) == node->child_count)
        return true;
    diagnostics_add(l->c->diagnostics, DIAGNOSTIC_LIST_LENGTH, span_of(node->document, list),
                    "%s has %u value%s for %u %s", what, (unsigned)json_count(list),
                    text_plural(json_count(list), "", "s"), (unsigned)node->child_count,
                    text_plural(node->child_count, "child", "children"));
    return false;
}

static void lower_weights(lowering *l, const tree_node *node, const scope *s)
{
    json_value list = tree_attribute(node, ATTRIBUTE_WEIGHTS);
    float sum = 0;
    bool known = true;
    if (!has_length(l, node, list, "`weights`"))
        return;
    for (json_value w = json_first(list); json_kind_of(w) != JSON_NONE; w = json_next(w)) {
        number n = read_number(l, node->document, s, w, "weight");
        float weight = (float)n.real;
        bool good = weight >= 0 && isfinite(weight);
        if (n.known && !good)
            diagnostics_add(l->c->diagnostics, DIAGNOSTIC_NUMBER_BOUNDS, span_of(node->document, w),
                            weight > 0 ? "this weight is too large for a float"
                                       : "a weight must not be negative");
        known = known && n.known && good;
        sum += weight;
        emit(l, item_make(ITEM_WEIGHT, weight > 0 ? ITEM_POSITIVE : 0, l->out.count + 1,
                          scalar_float_bits(sum)));
    }
    if (known && sum == 0 && node->child_count > 0)
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_NO_WEIGHT, span_of(node->document, list),
                        "all weights are 0, so no child can be chosen");
    else if (known && !isfinite(sum))
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_NUMBER_BOUNDS, span_of(node->document, list),
                        "the sum of the weights is too large for a float");
}

static void lower_scores(lowering *l, const tree_node *node, const scope *s)
{
    json_value list = tree_attribute(node, ATTRIBUTE_SCORES);
    if (!has_length(l, node, list, "`scores`"))
        return;
    for (json_value score = json_first(list); json_kind_of(score) != JSON_NONE;
         score = json_next(score))
        emit_code(l, compile_value(l, node->document, s, score, VALUE_FLOAT, "a score"));
}

// ---- switch

// Read a case as a 32-bit decimal. Returns false if it is not one.
static bool case_integer(const char *text, int32_t *integer)
{
    int64_t value = 0, sign = *text == '-' ? -1 : 1;
    const char *digits = text + (sign < 0);
    if (!*digits)
        return false;
    for (; *digits >= '0' && *digits <= '9' && value <= INT32_MAX; digits++)
        value = 10 * value + (*digits - '0');
    value *= sign;
    *integer = (int32_t)value;
    return !*digits && value >= INT32_MIN && value <= INT32_MAX;
}

static void report_case(lowering *l, const document *d, json_value key, const word_list *words)
{
    const char *text = text_of(l->c, key);
    const char *near = words ? words_near(words, text, &l->c->suggestions) : NULL;
    diagnostic *report = diagnostics_add(
        l->c->diagnostics, DIAGNOSTIC_BAD_CASE, span_of(d, key),
        words ? "the enum of `on` has no word `%s`" : "the case `%s` is not a 32-bit int", text);
    if (near)
        diagnostics_help(l->c->diagnostics, report, "did you mean `%s`?", near);
    else if (words)
        diagnostics_help(l->c->diagnostics, report, "write %s; `default` is for all other values",
                         words_text(&l->c->work.memory, words));
    else
        diagnostics_help(l->c->diagnostics, report,
                         "cases are decimal integers; `default` is for all other values");
}

// Read a case as a word of an enum or, without an enum, as an integer. Returns false if it is
// neither.
static bool case_value(lowering *l, json_value key, const word_list *words, int32_t *value)
{
    if (!words)
        return case_integer(text_of(l->c, key), value);
    uint32_t word = words_find(words, text_of(l->c, key));
    *value = (int32_t)word;
    return word != WORDS_MISSING;
}

// Return the previous key with the same value, or JSON_NONE. Equal words are duplicate keys, which
// were reported already.
static json_value same_case(lowering *l, json_value cases, json_value key, int32_t value)
{
    int32_t other;
    for (json_value k = json_first(cases); k.index != key.index; k = json_next(json_next(k)))
        if (case_integer(text_of(l->c, k), &other) && other == value)
            return k;
    return (json_value){0};
}

static void lower_cases(lowering *l, const tree_node *node, const word_list *words)
{
    const document *d = node->document;
    json_value cases = tree_attribute(node, ATTRIBUTE_CASES);
    if (json_kind_of(cases) != JSON_OBJECT || json_count(cases) > LIMIT_CASES)
        return; // was reported
    for (json_value key = json_first(cases); json_kind_of(key) != JSON_NONE;
         key = json_next(json_next(key))) {
        int32_t value = 0;
        if (!case_value(l, key, words, &value)) {
            report_case(l, d, key, words);
            continue;
        }
        json_value same = words ? (json_value){0} : same_case(l, cases, key, value);
        if (json_kind_of(same) != JSON_NONE) {
            diagnostic *report =
                diagnostics_add(l->c->diagnostics, DIAGNOSTIC_SAME_CASE, span_of(d, key),
                                "two cases are for %d", (int)value);
            diagnostics_note(l->c->diagnostics, report, span_of(d, same), "the other one is here");
        }
        emit(l, item_make(ITEM_CASE, 0, l->out.count + 1, (uint32_t)value));
    }
}

// Lower the cases after the expression, whose type determines that of the cases.
static void lower_choice(lowering *l, const tree_node *node, const scope *s)
{
    json_value on = tree_attribute(node, ATTRIBUTE_CHOICE_EXPRESSION);
    if (json_kind_of(on) == JSON_NONE)
        return;
    l->met_param = false;
    expression_code code = compile_value(l, node->document, s, on, VALUE_CHOICE, "`on`");
    node->tally->is_configured = l->met_param;
    if (code.type == VALUE_NONE)
        return;
    lower_cases(l, node, code.words);
    emit_code(l, code);
}

// ---- reactive attributes

static bool is_reactive(lowering *l, const tree_node *node)
{
    json_value reactive = tree_attribute(node, ATTRIBUTE_REACTIVE);
    json_kind kind = json_kind_of(reactive);
    if (kind != JSON_NONE && kind != JSON_TRUE && kind != JSON_FALSE)
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_WRONG_KIND, span_of(node->document, reactive),
                        "`reactive` must be true or false, not %s", json_kind_text(kind));
    return kind == JSON_TRUE;
}

static void lower_margin(lowering *l, const tree_node *node, const scope *s)
{
    json_value value = tree_attribute(node, ATTRIBUTE_MARGIN);
    float margin = 0;
    if (json_kind_of(value) != JSON_NONE) {
        number n = read_number(l, node->document, s, value, "margin");
        margin = (float)n.real + 0.0f; // turns -0 into 0
        if (n.known && !(margin >= 0 && isfinite(margin)))
            diagnostics_add(l->c->diagnostics, DIAGNOSTIC_NUMBER_BOUNDS,
                            span_of(node->document, value),
                            margin > 0 ? "this margin is too large for a float"
                                       : "a `margin` must not be negative");
    }
    if (json_kind_of(tree_attribute(node, ATTRIBUTE_REACTIVE)) == JSON_TRUE)
        emit(l, item_make(ITEM_MARGIN, 0, l->out.count + 1, scalar_float_bits(margin)));
}

// Lower the expression of a condition or decision, or the call that takes its place.
static void lower_question(lowering *l, const tree_node *node, const scope *s)
{
    json_value call = tree_attribute(node, ATTRIBUTE_PREDICATE);
    json_value test = tree_attribute(node, ATTRIBUTE_BOOL_EXPRESSION);
    if (json_kind_of(test) != JSON_NONE) {
        l->met_param = false;
        emit_code(l, compile_value(l, node->document, s, test, VALUE_BOOL, "`if`"));
        node->tally->is_configured = l->met_param;
        return;
    }
    if (json_kind_of(call) == JSON_NONE)
        return;
    host *h = use_host(l, node, call, HOST_PREDICATE);
    uint32_t item = emit(l, 0);
    lower_arguments(l, node, s, h, call);
    l->out.items[item] = item_make(OP_CALL, ITEM_LAST, l->out.count, h ? h->index : 0);
}

// Report the place of an element in a key that is not a list.
static void report_lone_at(lowering *l, const tree_node *node, const named_place *place)
{
    json_value key;
    json_member(node->value, "at", &key);
    if (json_kind_of(key) == JSON_NONE || place->type == VALUE_NONE)
        return;
    diagnostics_add(l->c->diagnostics, DIAGNOSTIC_LIST_NEEDED, span_of(node->document, key),
                    "`at` is the place of an element, but `%s` is not a list",
                    text_of(l->c, tree_attribute(node, ATTRIBUTE_BLACKBOARD_KEY)));
}

static void lower_assigned(lowering *l, const tree_node *node, const scope *s, uint32_t head)
{
    json_value key = tree_attribute(node, ATTRIBUTE_BLACKBOARD_KEY);
    json_value to = tree_attribute(node, ATTRIBUTE_VALUE_EXPRESSION);
    named_place place = {.type = VALUE_NONE};
    if (json_kind_of(key) != JSON_NONE)
        place = read_place(l, node, s, key, "`key`", true);
    value_type wanted = place.type;
    report_lone_at(l, node, &place);
    set_argument(l, head, place.column);
    bool is_vector = value_is_vector(wanted);
    l->out.items[head] |= (uint64_t)(is_vector ? ITEM_VARIANT : 0) << 8;
    if (is_vector && json_kind_of(to) != JSON_NONE)
        emit_code(l, compile_vector(l, node->document, s, to, wanted, "`to`"));
    else if (json_kind_of(to) != JSON_NONE &&
             (wanted != VALUE_NONE || json_kind_of(to) != JSON_ARRAY))
        emit_code(l, compile_typed(l, node->document, s, to, wanted, place.words, "`to`"));
}

static bool is_variant(lowering *l, const tree_node *node)
{
    static const char *const words[] = {"fixed", "random", NULL};
    if (json_kind_of(tree_attribute(node, ATTRIBUTE_TICKS)) != JSON_NONE)
        return true;
    if (is_reactive(l, node))
        return true;
    json_value order = tree_attribute(node, ATTRIBUTE_ORDER);
    return json_kind_of(order) != JSON_NONE &&
           read_word(l->c, node->document, order, "`order`", words) == 1;
}

static uint32_t probability_bits(lowering *l, const tree_node *node, const scope *s)
{
    json_value value = tree_attribute(node, ATTRIBUTE_PROBABILITY);
    if (json_kind_of(value) == JSON_NONE)
        return 0;
    number n = read_number(l, node->document, s, value, "p");
    if (n.known && !(n.real >= 0 && n.real <= 1))
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_NUMBER_BOUNDS, span_of(node->document, value),
                        "`p` is a probability, so it must be from 0 to 1");
    return scalar_float_bits((float)n.real + 0.0f); // turns -0 into 0
}

static uint32_t message_of(lowering *l, const tree_node *node)
{
    json_value value = tree_attribute(node, ATTRIBUTE_MESSAGE);
    if (json_kind_of(value) == JSON_NONE || !check_text(l->c, node->document, value, "`message`"))
        return 0;
    return strings_add(l, text_of(l->c, value));
}

static void lower_argument_letter(lowering *l, const tree_node *node, const scope *s, uint32_t head,
                                  char letter)
{
    switch (letter) {
    case 'f': set_argument(l, head, probability_bits(l, node, s)); break;
    case 's': set_argument(l, head, message_of(l, node)); break;
    case 'p':
        set_argument(l, head, use_persistent(l, node, status_of(l, node, GESTALT_RUNNING)));
        break;
    default: break; // h and k come with their operands; the others are derived
    }
}

static void lower_host(lowering *l, const tree_node *node, const scope *s, uint32_t head)
{
    host_kind kind = node_has(node->type, 'Q') ? HOST_DEFERRED : HOST_IMMEDIATE;
    json_value name =
        tree_attribute(node, kind == HOST_DEFERRED ? ATTRIBUTE_DEFERRED : ATTRIBUTE_IMMEDIATE);
    if (json_kind_of(name) == JSON_NONE)
        return;
    host *h = use_host(l, node, name, kind);
    set_argument(l, head, h ? h->index : 0);
    lower_arguments(l, node, s, h, name);
}

static void lower_operand(lowering *l, const tree_node *node, const scope *s, uint32_t head,
                          char letter)
{
    switch (letter) {
    case 'E':
        if (!node_has(node->type, 'C'))
            lower_question(l, node, s);
        break;
    case 'V': lower_assigned(l, node, s, head); break;
    case 'A': lower_host(l, node, s, head); break;
    case 'D': lower_duration(l, node, s); break;
    case 'R': emit(l, rounds_of(l, node, s)); break;
    case 'H': emit(l, thresholds_of(l, node, s)); break;
    case 'S': emit(l, (uint64_t)status_of(l, node, GESTALT_RUNNING)); break;
    case 'Q': emit(l, resource_of(l, node)); break;
    case 'W': lower_weights(l, node, s); break;
    case 'U': lower_scores(l, node, s); break;
    case 'C': lower_choice(l, node, s); break; // handles E, too
    case 'M': lower_margin(l, node, s); break;
    case 'O':
        if (tree_is_random(node))
            emit(l, item_make(ITEM_ORDER, 0, l->out.count + 1, 0)); // the slot is derived
        break;
    default: break;
    }
}

// ---- nodes

// Lower the operands of a node. Returns the flags that follow from them.
static unsigned lower_operands(lowering *l, const tree_node *node, item_type type, const scope *s,
                               uint32_t head)
{
    const char *letters = node_table[type].operands;
    unsigned flags = 0;
    lower_argument_letter(l, node, s, head, letters[0]);
    for (letters++; *letters; letters++) {
        if (*letters == 'P')
            flags |= lower_pause(l, node, s);
        else if (strchr("LIXY", *letters))
            flags |= lower_list_operand(l, node, type, s, *letters);
        else
            lower_operand(l, node, s, head, *letters);
    }
    return flags;
}

// Lower a node up to its children.
static void enter_node(lowering *l, const tree_node *node, const scope *s, uint32_t path)
{
    inherited from = {NULL, NULL};
    for (;;) {
        if (json_kind_of(node->name) != JSON_NONE && !l->c->options.strip)
            from.name = text_of(l->c, node->name);
        if (json_kind_of(node->doc) != JSON_NONE && !l->c->options.strip)
            from.doc = text_of(l->c, node->doc);
        if (node_table[node->type].group != GROUP_COPY)
            break;
        node = enter_copy(l, node, &s, &path);
        if (!node)
            return;
    }
    open_node new = {
        .next = node->children, .type = lowered_type(l, node, s), .s = s, .path = path};
    if (node->type != ITEM_INVALID) {
        new.head = emit_head(l, node, from);
        new.flags = is_variant(l, node) ? ITEM_VARIANT : 0;
        l->node = node;
        new.flags |= lower_operands(l, node, new.type, s, new.head);
        l->node = NULL;
    }
    arena_reset(&l->c->work.memory);
    *ARENA_PUSH(&l->c->memory, l->open, l->open_count, l->open_capacity) = new;
}

static void leave_node(lowering *l)
{
    open_node top = l->open[--l->open_count];
    if (top.type != ITEM_INVALID)
        l->out.items[top.head] = item_make(top.type, top.flags | item_flags(l->out.items[top.head]),
                                           l->out.count, item_argument(l->out.items[top.head]));
}

static void lower_tree(lowering *l, const tree_node *root, const scope *s)
{
    l->open_count = 0;
    enter_node(l, root, s, SHAPE_NONE);
    while (l->open_count > 0 && !l->c->work.is_spent) {
        open_node *top = &l->open[l->open_count - 1];
        const tree_node *child = top->next;
        if (child) {
            top->next = child->next;
            enter_node(l, child, top->s, top->path);
        } else {
            leave_node(l);
        }
    }
}

// ---- inits of the blackboard

static void lower_init(lowering *l, const schema_key *key, json_value value, uint32_t column,
                       value_type wanted)
{
    const scope *s = key->of ? l->copying.copies[key->copy] : &no_scope;
    const char *name = key->of ? key->of->name : key->name; // the same name in all copies
    const char *what = arena_print(&l->c->work.memory,
                                   key->capacity ? "an element of `%s`" : "the init of `%s`", name);
    expression_code code = compile_init(l, key, s, value, wanted, what);
    bool is_vector = value_is_vector(wanted);
    bool zero = code.is_constant && !is_vector && !key->capacity &&
                (code.value.type == VALUE_FLOAT ? scalar_float_bits(code.value.number) == 0
                                                : code.value.integer == 0);
    if (code.type == VALUE_NONE || zero)
        return;
    uint32_t head = emit(l, 0);
    emit_code(l, code);
    unsigned flags =
        (key->is_full ? ITEM_OWN : 0u) | (is_vector && !key->capacity ? ITEM_WHOLE : 0u);
    l->out.items[head] = item_make(ITEM_INIT, flags, l->out.count, column);
    arena_reset(&l->c->work.memory);
}

static void lower_vector_init(lowering *l, const schema_key *key)
{
    uint32_t width = key_width(key->type);
    if (json_kind_of(key->init) == JSON_STRING) {
        lower_init(l, key, key->init, key->column, value_of_key(key->type));
        return;
    }
    if (json_kind_of(key->init) != JSON_ARRAY || json_count(key->init) != width) {
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_BAD_INIT, span_of(key->document, key->init),
                        "the init of the %s `%s` must be a list of %s numbers, or an expression",
                        value_type_text(value_of_key(key->type)),
                        key->of ? key->of->name : key->name, width == 2 ? "two" : "three");
        return;
    }
    json_value value = json_first(key->init);
    for (uint32_t k = 0; k < width; k++, value = json_next(value)) {
        l->init_component = (int)k;
        lower_init(l, key, value, key->column + k, VALUE_FLOAT);
    }
}

static void report_list_init(lowering *l, const schema_key *key)
{
    json_value init = key->init;
    const char *name = key->of ? key->of->name : key->name;
    if (json_kind_of(init) == JSON_ARRAY)
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_BAD_INIT, span_of(key->document, init),
                        "the init of `%s` has %u elements, but its capacity is %u", name,
                        (unsigned)json_count(init), (unsigned)key->capacity);
    else
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_BAD_INIT, span_of(key->document, init),
                        "the init of the list `%s` must be an array of its elements, not %s", name,
                        json_kind_text(json_kind_of(init)));
}

// Lower an init for each element. It appends the element to the list.
static void lower_list_init(lowering *l, const schema_key *key)
{
    if (json_kind_of(key->init) != JSON_ARRAY || json_count(key->init) > key->capacity) {
        report_list_init(l, key);
        return;
    }
    for (json_value each = json_first(key->init); json_kind_of(each) != JSON_NONE;
         each = json_next(each))
        lower_init(l, key, each, key->column, value_type_of_key(key->type, key->words));
}

static void lower_inits(lowering *l, uint32_t first)
{
    compiler *c = l->c;
    for (uint32_t i = first; i < c->keys.count; i++) {
        const schema_key *key = &c->keys.list[i];
        if (json_kind_of(key->init) == JSON_NONE || key->vague)
            continue;
        l->init_key = key;
        l->init_component = 0;
        if (key->capacity)
            lower_list_init(l, key);
        else if (key_is_vector(key->type))
            lower_vector_init(l, key);
        else
            lower_init(l, key, key->init, key->column, value_of_key(key->type));
    }
    l->init_key = NULL;
}

// ---- the whole

// Lower nodes that are passed for unused params, only to report their errors.
static void check_idle(lowering *l)
{
    l->idle.is_now = true;
    for (uint32_t i = 0; i < l->idle.count; i++)
        lower_tree(l, l->idle.nodes[i].node, l->idle.nodes[i].s);
    l->idle.count = 0;
    l->idle.is_now = false;
}

// Lower a tree that no other tree copies, only to report its errors.
static void check_tree(lowering *l, tree *t)
{
    uint32_t keys = l->c->keys.count, paths = l->copying.path_count;
    bool used = t->used;
    l->copying.alone = true;
    lower_tree(l, t->root, scope_alone(l, t));
    check_idle(l);
    lower_inits(l, keys);
    l->copying.alone = false;
    l->c->keys.count = keys;
    l->copying.path_count = paths;
    t->used = used; // this lowering does not count as a use
}

// Lower trees without copies, only to report their errors.
static void check_unused_trees(lowering *l)
{
    for (document *d = l->c->documents.first; d; d = d->next) {
        if (d != l->c->documents.first && d->main.root && !d->main.used)
            check_tree(l, &d->main);
        for (uint32_t i = 0; i < d->tree_count; i++)
            if (!d->trees[i].used && d->trees[i].root)
                check_tree(l, &d->trees[i]);
    }
}

static void lower_all(lowering *l)
{
    document *first = l->c->documents.first;
    lowering_start(l);
    compile_defaults(l);
    if (first->main.root)
        lower_tree(l, first->main.root, scope_alone(l, &first->main));
    l->out.tree_end = l->out.count;
    lower_inits(l, 0);
}

bool lower(compiler *c, shape_parts *parts)
{
    lowering *l = lowering_new(c);
    c->work.texts = &c->work.memory;
    lower_all(l);
    uint32_t items = l->out.count;
    finish_persistents(l); // nodes of unused trees do not count
    check_idle(l);
    check_unused_trees(l);
    finish_persistents(l);
    bool has_own = c->keys.count > c->keys.document_count; // the columns of own keys are known now
    if (l->out.count != items || l->retyped || has_own) {
        if (diagnostics_errors(c->diagnostics) > 0 || !assign_columns(c))
            return false;
        l->copying.placed_keys = c->keys.count;
        lower_all(l);
    }
    if (diagnostics_errors(c->diagnostics) > 0)
        return false;
    lowering_parts(l, parts);
    return true;
}
