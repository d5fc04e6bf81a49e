// SPDX-License-Identifier: MIT
// A shape as XML of BehaviorTree.CPP 4, for looking at it in Groot2. Control nodes that mean the
// same there have their names there. All other nodes are custom nodes, which a TreeNodesModel
// declares. Attributes become ports: the JSON form writes them, and a filter turns its pairs into
// XML attributes. So the meaning of operands is not repeated here.
#include "columns.h"
#include "nodes.h"
#include "show.h"

#include <inttypes.h>
#include <string.h>

typedef struct btcpp_show {
    text_out *out;
    const gestalt_shape *shape;
    bool is_used[NODE_ROWS_END]; // types that are custom nodes of this tree
} btcpp_show;

// ---- names

// The nodes that BehaviorTree.CPP registers itself. Host functions get other names.
static const char btcpp_builtin[] =
    " AlwaysFailure AlwaysSuccess AsyncFallback AsyncSequence ConsumeQueue Delay EntryUpdatedAction"
    " Fallback ForceFailure ForceSuccess IfThenElse Inverter KeepRunningUntilFailure LoopBool"
    " LoopDouble LoopInt LoopString ManualSelector Parallel ParallelAll Precondition"
    " ReactiveFallback ReactiveSequence Repeat RetryUntilSuccessful RunOnce Script ScriptCondition"
    " Sequence SequenceWithMemory SetBlackboard SkipUnlessUpdated Sleep SubTree Switch2 Switch3"
    " Switch4 Switch5 Switch6 TestNode Timeout TryCatch UnsetBlackboard WaitValueUpdate"
    " WasEntryUpdated WhileDoElse ";

static bool btcpp_is_builtin(const char *name)
{
    size_t size = strlen(name);
    for (const char *at = btcpp_builtin; (at = strstr(at, name)) != NULL; at++)
        if (size > 0 && at[-1] == ' ' && at[size] == ' ')
            return true;
    return false;
}

static bool btcpp_host_is_named(const gestalt_shape *shape, const char *name)
{
    for (uint32_t i = 0; i < shape->host_count; i++)
        if (strcmp(shape_string(shape, shape->hosts[i].name), name) == 0)
            return true;
    return false;
}

// Print the value of an attribute. Readers replace line breaks and tabs by spaces, unless they are
// character references.
static void btcpp_text(text_out *out, const char *text)
{
    while (*text) {
        size_t size = strcspn(text, "\n\t\r");
        text_xml(out, text, size);
        text += size;
        if (*text)
            text_print(out, "&#%d;", *text++);
    }
}

static void btcpp_host_id(const btcpp_show *b, uint32_t host)
{
    const char *name = shape_string(b->shape, b->shape->hosts[host].name);
    text_put(b->out, btcpp_is_builtin(name) ? "host_" : "");
    btcpp_text(b->out, name);
}

static void btcpp_type_id(const btcpp_show *b, item_type type)
{
    text_put(b->out, btcpp_host_is_named(b->shape, node_table[type].name) ? "gestalt_" : "");
    text_put(b->out, node_table[type].name);
}

// Return whether a name can be that of a port. Names of arguments may have any characters, and
// BehaviorTree.CPP uses some names itself.
static bool btcpp_is_port(const char *name, size_t size)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char *const taken[] = {"name", "ID", "resource"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strlen(taken[i]) == size && memcmp(taken[i], name, size) == 0)
            return false;
    for (size_t i = 0; i < size; i++)
        if (!name[i] || !(strchr(letters, name[i]) || (i > 0 && strchr("0123456789_", name[i]))))
            return false;
    return size > 0;
}

// Print the name of an argument as that of a port. Other names than ports can have are written in
// hexadecimal digits, with a `-` before them, so that all names stay different.
static void btcpp_port(text_out *out, const char *name, size_t size)
{
    if (btcpp_is_port(name, size)) {
        text_write(out, name, size);
        return;
    }
    text_put(out, "arg-");
    for (size_t i = 0; i < size; i++)
        if (strchr("-", name[i]) == NULL && btcpp_is_port(&name[i], 1))
            text_write(out, &name[i], 1);
        else
            text_print(out, "-%02x", (unsigned)(unsigned char)name[i]);
}

// ---- the filter from pairs of JSON to attributes of XML

enum { PORT_NAME_MAX = 1600 }; // a name of 255 bytes, all of which are escaped

typedef enum port_place {
    PORT_BEFORE_NAME,
    PORT_IN_NAME,
    PORT_AFTER_NAME,
    PORT_BEFORE_VALUE,
    PORT_IN_STRING,
    PORT_IN_OTHER, // a number, a bool, a list or an object
} port_place;

typedef struct port_filter {
    text_out *out;
    text_out text;   // the pairs are written here
    bool is_host;    // the node is a host function, and its arguments are ports
    bool is_skipped; // the value is not written: it is the ID of the node
    bool in_arguments;
    port_place place;
    uint32_t depth;      // of brackets in the value
    bool is_quoted;      // inside a string in brackets
    bool is_escaped;     // after a backslash
    char character[4];   // bytes of a character that is not complete
    uint32_t byte_count; // their number
    uint32_t byte_limit; // and how many the character has
    size_t name_size;
    char name[PORT_NAME_MAX];
} port_filter;

static void port_character(port_filter *p, char c)
{
    unsigned byte = (unsigned char)c;
    if (p->is_skipped)
        return;
    if (byte >= 0xc0 || byte < 0x80) {
        p->byte_count = 0;
        p->byte_limit = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    }
    if (p->byte_count < sizeof p->character)
        p->character[p->byte_count++] = c;
    if (p->byte_count == p->byte_limit)
        text_xml(p->out, p->character, p->byte_count);
}

// An escape of JSON. A line break is kept, and other control characters stay escaped.
static void port_escape(port_filter *p, char c)
{
    if (p->is_skipped)
        return;
    switch (c) {
    case 'n': text_put(p->out, "&#10;"); break;
    case 't': text_put(p->out, "&#9;"); break;
    case 'r': text_put(p->out, "&#13;"); break;
    case '"':
    case '\\': port_character(p, c); break;
    default: text_put(p->out, "\\"); port_character(p, c);
    }
}

static void port_end_value(port_filter *p)
{
    if (!p->is_skipped)
        text_put(p->out, "\"");
    p->place = PORT_BEFORE_NAME;
}

static bool port_is_named(const port_filter *p, const char *name)
{
    return p->name_size == strlen(name) && memcmp(p->name, name, p->name_size) == 0;
}

static void port_begin_value(port_filter *p, char c)
{
    if (p->is_host && !p->in_arguments && port_is_named(p, "args") && c == '{') {
        p->in_arguments = true;
        p->place = PORT_BEFORE_NAME;
        return;
    }
    p->is_skipped =
        p->is_host && !p->in_arguments && (port_is_named(p, "do") || port_is_named(p, "call"));
    p->depth = c == '[' || c == '{';
    p->is_quoted = p->is_escaped = false;
    p->place = c == '"' ? PORT_IN_STRING : PORT_IN_OTHER;
    if (p->is_skipped)
        return;
    text_put(p->out, " ");
    if (p->in_arguments)
        btcpp_port(p->out, p->name, p->name_size);
    else
        text_write(p->out, p->name, p->name_size);
    text_put(p->out, "=\"");
    if (c != '"')
        port_character(p, c);
}

static void port_in_name(port_filter *p, char c)
{
    if (c == '"' && !p->is_escaped)
        p->place = PORT_AFTER_NAME;
    else if (p->name_size < PORT_NAME_MAX)
        p->name[p->name_size++] = c;
    p->is_escaped = c == '\\' && !p->is_escaped;
}

static void port_in_string(port_filter *p, char c)
{
    if (p->is_escaped) {
        p->is_escaped = false;
        port_escape(p, c);
    } else if (c == '\\') {
        p->is_escaped = true;
    } else if (c == '"') {
        port_end_value(p);
    } else {
        port_character(p, c);
    }
}

static void port_in_other(port_filter *p, char c)
{
    bool is_end = !p->is_quoted && p->depth == 0 && (c == ',' || c == '}');
    if (is_end) {
        port_end_value(p);
        return;
    }
    if (c == '"' && !p->is_escaped)
        p->is_quoted = !p->is_quoted;
    p->is_escaped = c == '\\' && !p->is_escaped;
    if (!p->is_quoted)
        p->depth += (c == '[' || c == '{') - (uint32_t)(c == ']' || c == '}');
    port_character(p, c);
}

static bool ports_write(void *user, const char *text, size_t size)
{
    port_filter *p = user;
    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        switch (p->place) {
        case PORT_BEFORE_NAME:
            p->name_size = 0;
            p->is_escaped = false;
            if (c == '"')
                p->place = PORT_IN_NAME;
            break;
        case PORT_IN_NAME: port_in_name(p, c); break;
        case PORT_AFTER_NAME: p->place = PORT_BEFORE_VALUE; break; // the colon
        case PORT_BEFORE_VALUE: port_begin_value(p, c); break;
        case PORT_IN_STRING: port_in_string(p, c); break;
        case PORT_IN_OTHER: port_in_other(p, c); break;
        }
    }
    return !p->out->failed;
}

// Print all attributes of a custom node.
static void btcpp_ports(const btcpp_show *b, const node_view *view, bool is_host)
{
    port_filter p = {.out = b->out, .is_host = is_host};
    text_start(&p.text, (gestalt_writer){.write = ports_write, .user = &p}, false);
    show_json_attributes(&p.text, b->shape, view);
    text_finish_into(&p.text, b->out);
    if (p.place == PORT_IN_OTHER)
        port_end_value(&p);
}

// ---- nodes that mean the same in BehaviorTree.CPP

static bool btcpp_has_milliseconds(const gestalt_shape *shape, const node_view *v)
{
    uint64_t duration = shape->items[v->raw];
    return !(v->flags & ITEM_VARIANT) && duration != DURATION_EVALUATED && duration % 1000 == 0;
}

// A loop there starts one round in a tick, without a pause.
static bool btcpp_is_retry(const gestalt_shape *shape, const node_view *v)
{
    return rounds_per_tick(shape->items[v->raw]) == 1 && !(v->flags & ITEM_VARIANT);
}

// A repeat there ends at the first failure.
static bool btcpp_is_repeat(const gestalt_shape *shape, const node_view *v)
{
    return btcpp_is_retry(shape, v) && rounds_until(shape->items[v->raw]) == ITEM_CAN_FAIL;
}

// A parallel there fails as soon as it cannot succeed any more.
static bool btcpp_is_parallel(const gestalt_shape *shape, const node_view *v)
{
    uint64_t limits = shape->items[v->raw];
    uint32_t left = show_child_count(shape, v) - thresholds_success(limits) + 1;
    return !node_shuffles(v) && !thresholds_at_end(limits) && thresholds_failure(limits) <= left;
}

// Return the name of the node there, or NULL if it has to be a custom node.
static const char *btcpp_name(const gestalt_shape *shape, const node_view *v)
{
    bool is_fixed = !node_shuffles(v);
    switch ((int)v->type) {
    case NODE_SEQUENCE: return is_fixed ? "Sequence" : NULL;
    case NODE_SELECTOR: return is_fixed ? "Fallback" : NULL;
    case NODE_PRIORITY: return "ReactiveFallback";
    case NODE_REACTIVE_SEQUENCE: return "ReactiveSequence";
    case NODE_PARALLEL: return btcpp_is_parallel(shape, v) ? "Parallel" : NULL;
    case NODE_INVERT: return "Inverter";
    case NODE_FORCE_SUCCESS: return "ForceSuccess";
    case NODE_FORCE_FAILURE: return "ForceFailure";
    case NODE_RETRY: return btcpp_is_retry(shape, v) ? "RetryUntilSuccessful" : NULL;
    case NODE_REPEAT: return btcpp_is_repeat(shape, v) ? "Repeat" : NULL;
    case NODE_TIMEOUT:
        return btcpp_has_milliseconds(shape, v) && shape->items[v->raw] > 0 ? "Timeout" : NULL;
    case NODE_DELAY: return btcpp_has_milliseconds(shape, v) ? "Delay" : NULL;
    case NODE_WAIT: return btcpp_has_milliseconds(shape, v) ? "Sleep" : NULL;
    case NODE_SUCCESS: return "AlwaysSuccess";
    case NODE_FAILURE: return "AlwaysFailure";
    default: return NULL;
    }
}

static void btcpp_limit(const btcpp_show *b, const char *name, uint64_t rounds)
{
    if (rounds_limit(rounds) == 0)
        text_print(b->out, " %s=\"-1\"", name);
    else
        text_print(b->out, " %s=\"%" PRIu32 "\"", name, rounds_limit(rounds));
}

static void btcpp_known_ports(const btcpp_show *b, const node_view *v)
{
    uint64_t raw = v->raw ? b->shape->items[v->raw] : 0;
    switch ((int)v->type) {
    case NODE_PARALLEL:
        text_print(b->out, " success_count=\"%" PRIu32 "\" failure_count=\"%" PRIu32 "\"",
                   thresholds_success(raw), thresholds_failure(raw));
        break;
    case NODE_RETRY: btcpp_limit(b, "num_attempts", raw); break;
    case NODE_REPEAT: btcpp_limit(b, "num_cycles", raw); break;
    case NODE_TIMEOUT:
    case NODE_WAIT: text_print(b->out, " msec=\"%" PRIu64 "\"", raw / 1000); break;
    case NODE_DELAY: text_print(b->out, " delay_msec=\"%" PRIu64 "\"", raw / 1000); break;
    default: break;
    }
}

// ---- nodes

// Return the host function that a leaf calls, or SHAPE_NONE.
static uint32_t btcpp_host(const gestalt_shape *shape, const node_view *v)
{
    if (node_table[v->type].operands[0] == 'h')
        return v->argument;
    bool asks = v->type == NODE_CONDITION && item_type_of(shape->items[v->expression]) == OP_CALL;
    return asks ? item_argument(shape->items[v->expression]) : SHAPE_NONE;
}

static const char *btcpp_kind(item_type type)
{
    if (node_table[type].group == GROUP_LEAF)
        return type == NODE_CONDITION ? "Condition" : "Action";
    bool has_one = node_table[type].group == GROUP_DECORATOR && !node_child_attribute(type, 1);
    return has_one ? "Decorator" : "Control";
}

// Return the tag of an element. Custom nodes have that of their kind.
static const char *btcpp_tag(const gestalt_shape *shape, const node_view *v)
{
    const char *name = btcpp_name(shape, v);
    return name ? name : btcpp_kind(v->type);
}

static void btcpp_indent(const btcpp_show *b, uint32_t depth)
{
    text_fill(b->out, ' ', 2 * ((size_t)depth + 2));
}

static void btcpp_optional(const btcpp_show *b, const char *name, uint32_t string)
{
    if (string == SHAPE_NONE)
        return;
    text_print(b->out, " %s=\"", name);
    btcpp_text(b->out, shape_string(b->shape, string));
    text_put(b->out, "\"");
}

// The values of a `switch`, which the JSON form has as names of its children.
static void btcpp_cases(const btcpp_show *b, const node_view *v)
{
    uint32_t count = walk_case_count(b->shape->items, v);
    if (count == 0)
        return;
    text_put(b->out, " cases=\"");
    for (uint32_t i = 0; i < count; i++) {
        text_put(b->out, i ? ";" : "");
        show_case(b->out, b->shape, v->cases + i);
    }
    text_put(b->out, "\"");
}

static void btcpp_custom(btcpp_show *b, const node_view *v)
{
    uint32_t host = btcpp_host(b->shape, v);
    text_put(b->out, " ID=\"");
    if (host != SHAPE_NONE)
        btcpp_host_id(b, host);
    else
        btcpp_type_id(b, v->type);
    text_put(b->out, "\"");
    item_type type = node_is_form(v->type) ? NODE_SET : v->type;
    b->is_used[type] = b->is_used[type] || host == SHAPE_NONE;
}

static void btcpp_node(btcpp_show *b, const show_walk *walk)
{
    node_view v = walk_node(b->shape->items, walk->levels[walk->depth].item);
    bool is_known = btcpp_name(b->shape, &v);
    btcpp_indent(b, walk->depth);
    text_print(b->out, "<%s", btcpp_tag(b->shape, &v));
    if (!is_known)
        btcpp_custom(b, &v);
    if (b->shape->names) {
        btcpp_optional(b, "name", b->shape->names[walk->node].name);
        btcpp_optional(b, "_description", b->shape->names[walk->node].doc);
    }
    if (is_known)
        btcpp_known_ports(b, &v);
    else
        btcpp_ports(b, &v, btcpp_host(b->shape, &v) != SHAPE_NONE);
    btcpp_cases(b, &v);
    text_put(b->out, v.first_child < v.end ? ">\n" : "/>\n");
}

// Close the nodes whose last child is complete.
static void btcpp_close(const btcpp_show *b, const show_walk *walk)
{
    node_view leaf = walk_node(b->shape->items, walk->levels[walk->depth].item);
    if (leaf.first_child < leaf.end)
        return;
    for (uint32_t depth = walk->depth; depth > 0 && show_walk_is_last(walk, depth); depth--) {
        node_view above = walk_node(b->shape->items, walk->levels[depth - 1].item);
        btcpp_indent(b, depth - 1);
        text_print(b->out, "</%s>\n", btcpp_tag(b->shape, &above));
    }
}

// ---- the model of custom nodes

static void btcpp_model_host(const btcpp_show *b, uint32_t number)
{
    const image_host *host = &b->shape->hosts[number];
    const char *kind = host->kind == HOST_PREDICATE ? "Condition" : "Action";
    text_print(b->out, "    <%s ID=\"", kind);
    btcpp_host_id(b, number);
    if (host->argument_count == 0 && host->kind != HOST_DEFERRED) {
        text_put(b->out, "\"/>\n");
        return;
    }
    text_put(b->out, "\">\n");
    if (host->kind == HOST_DEFERRED)
        text_put(b->out, "      <input_port name=\"resource\"/>\n");
    for (uint32_t i = 0; i < host->argument_count; i++) {
        const image_argument *a = &b->shape->arguments[host->first_argument + i];
        const char *name = shape_string(b->shape, a->name);
        text_print(b->out, "      <%s name=\"", a->by_key ? "inout_port" : "input_port");
        btcpp_port(b->out, name, strlen(name));
        text_put(b->out, "\"/>\n");
    }
    text_print(b->out, "    </%s>\n", kind);
}

static void btcpp_model_type(const btcpp_show *b, item_type type)
{
    size_t count;
    const attribute_info *attributes = node_attributes(type, &count);
    text_print(b->out, "    <%s ID=\"", btcpp_kind(type));
    btcpp_type_id(b, type);
    text_put(b->out, "\">\n");
    for (size_t i = 0; i < count; i++)
        if (attributes[i].kind != ATTRIBUTE_CHILD && attributes[i].kind != ATTRIBUTE_CHILDREN)
            text_print(b->out, "      <input_port name=\"%s\"/>\n", attributes[i].name);
    text_print(b->out, "    </%s>\n", btcpp_kind(type));
}

static void btcpp_model(const btcpp_show *b)
{
    text_put(b->out, "  <TreeNodesModel>\n");
    for (uint32_t i = 0; i < b->shape->host_count; i++)
        btcpp_model_host(b, i);
    for (item_type type = NODE_FIRST; type < NODE_TYPE_END; type++)
        if (b->is_used[type])
            btcpp_model_type(b, type);
    text_put(b->out, "  </TreeNodesModel>\n");
}

void show_btcpp(text_out *out, show_walk *walk)
{
    btcpp_show b = {.out = out, .shape = walk->shape};
    const char *name = shape_string(b.shape, b.shape->document->name);
    text_put(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<!-- A view of a Gestalt tree for Groot2, not for running: nodes that "
                  "BehaviorTree.CPP does not have are custom nodes. -->\n"
                  "<root BTCPP_format=\"4\" main_tree_to_execute=\"");
    btcpp_text(out, name);
    text_put(out, "\">\n  <BehaviorTree ID=\"");
    btcpp_text(out, name);
    text_put(out, "\">\n");
    while (show_walk_next(walk)) {
        btcpp_node(&b, walk);
        btcpp_close(&b, walk);
    }
    text_put(out, "  </BehaviorTree>\n");
    btcpp_model(&b);
    text_put(out, "</root>\n");
}
