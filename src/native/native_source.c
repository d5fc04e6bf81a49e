// SPDX-License-Identifier: MIT
// The C file of a shape: its prologue, the expressions, the nodes, and the tables that the library
// checks before it runs any of the code. Agents that have come from other shapes may be live in
// more nodes; if that changes the live masks, the nodes are written a second time for such groups.
#include "native_source.h"

#include "build.h"
#include "carving.h"
#include "cohort.h"
#include "error.h"
#include "floats.h"
#include "identity.h"
#include "misuse.h"
#include "nodes.h"
#include "shape_limits.h"

#include <gestalt/compiler.h>
#include <gestalt/native.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    APART_SIZE = 16,  // a subtree of this number of nodes becomes a function
    APART_DEPTH = 20, // so does a subtree at this depth in its function
    DEPTH_MAX = 256,  // maximum number of nodes above a leaf: each uses some stack
};

void native_line(native_source *s, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    text_fill(s->out, ' ', 4 * (size_t)s->indent);
    text_put(s->out, text);
    text_put(s->out, "\n");
}

bool native_comment_write(void *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        bool is_fine = text[i] >= ' ' && text[i] <= '~' && text[i] != '\\' && text[i] != '?' &&
                       !(text[i] == '/' && i > 0 && text[i - 1] == '*') &&
                       !(text[i] == '*' && i > 0 && text[i - 1] == '/');
        text_write(out, is_fine ? &text[i] : ".", 1);
    }
    return true;
}

void native_comment(native_source *s, const char *text)
{
    native_comment_write(s->out, text, strlen(text));
}

uint32_t native_child_count(const native_source *s, const native_open *o)
{
    uint32_t count = 0;
    for (uint32_t child = o->view.first_child; child < o->view.end;
         child = item_end(s->shape->items[child]))
        count++;
    return count;
}

void native_mangle(char mangled[NATIVE_NAME_SIZE], const char *name)
{
    size_t at = 0;
    if (!((name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z')))
        mangled[at++] = '_';
    for (size_t i = 0; name[i] && at + 1 < NATIVE_NAME_SIZE; i++) {
        char c = name[i];
        bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        mangled[at++] = fits ? c : '_';
    }
    mangled[at] = 0;
}

// ---- properties of nodes

static bool calls_host(const native_source *s, uint32_t id, uint32_t *host)
{
    const uint64_t *items = s->shape->items;
    node_view v = walk_node(items, s->shape->nodes[id]);
    bool asks =
        node_has(v.type, 'E') && op_info_of(item_type_of(items[v.expression]))->form == SYNTAX_HOST;
    *host = asks ? item_argument(items[v.expression]) : v.argument;
    return asks || native_acts(&v);
}

// Number the calls in the order of nodes, as linking does.
static void number_calls(native_source *s)
{
    uint32_t count = 0, host;
    for (uint32_t id = 0; id < s->shape->specification->node_count; id++)
        if (calls_host(s, id, &host))
            s->calls[id] = count++;
}

static uint32_t parent_of(const native_source *s, uint32_t id)
{
    uint32_t parent = s->plan->parents[s->shape->nodes[id]];
    return parent == SHAPE_NONE ? SHAPE_NONE : s->plan->node_ids[parent];
}

static bool is_scope(const native_source *s, uint32_t id)
{
    item_type type = item_type_of(s->shape->items[s->shape->nodes[id]]);
    return node_table[type].children == RUNS_ALL;
}

// Compute the sizes of subtrees, which nodes are inside a scope, and which change something that a
// scope can roll back.
static void look_at_nodes(native_source *s)
{
    uint32_t count = s->shape->specification->node_count;
    for (uint32_t id = 0; id < count; id++) {
        uint32_t parent = parent_of(s, id);
        item_type type = item_type_of(s->shape->items[s->shape->nodes[id]]);
        s->sizes[id] = 1;
        s->in_scope[id] = parent != SHAPE_NONE && (s->in_scope[parent] || is_scope(s, parent));
        s->changes[id] = node_has(type, 'o') || node_has(type, 't') || node_has(type, 'S');
    }
    for (uint32_t id = count; id-- > 1;) {
        uint32_t parent = parent_of(s, id);
        s->sizes[parent] += s->sizes[id];
        s->changes[parent] |= s->changes[id];
    }
}

// Choose the nodes that become functions. `depths` holds, by node, its depth in its function (low
// 16 bits) and in the tree.
static gestalt_result choose_functions(native_source *s, uint32_t *depths, gestalt_error *error)
{
    for (uint32_t id = 0; id < s->shape->specification->node_count; id++) {
        item_type type = item_type_of(s->shape->items[s->shape->nodes[id]]);
        uint32_t parent = parent_of(s, id);
        uint32_t depth = parent == SHAPE_NONE ? 0 : (depths[parent] & 0xffff) + 1;
        uint32_t level = parent == SHAPE_NONE ? 0 : (depths[parent] >> 16) + 1;
        bool is_leaf = s->sizes[id] == 1;
        if (level >= DEPTH_MAX)
            return error_set(error, GESTALT_LIMIT, 0,
                             "a leaf is below %d nodes: native code would need too much stack",
                             DEPTH_MAX);
        if (!native_is_written(type))
            return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                             "there is no native code for nodes of type %s", node_table[type].name);
        s->is_apart[id] =
            id == 0 || (!is_leaf && (s->sizes[id] >= APART_SIZE || depth >= APART_DEPTH));
        depths[id] = (s->is_apart[id] ? 0 : depth) | level << 16;
    }
    return GESTALT_OK;
}

// ---- the file

static void put_prologue(native_source *s, const char *name)
{
    text_print(s->out, "// Written by gestalt %s from the tree \"", gestalt_version());
    native_comment(s, gestalt_shape_name(s->shape));
    text_print(s->out,
               "\". Do not edit: the tree is the source.\n//\n// Compile it with any flags except "
               "-ffast-math and link it to your program, which declares\n//     extern const "
               "gestalt_native %s_native;\n//     options.group.native = &%s_native;\n// Lanes of "
               "node 12: n12 run the node, l12 have it live, s12 and f12 succeeded and failed,\n// "
               "a12 continue with its next child, w12 wait for a later child, e12 are finished.\n",
               name, name);
    text_put(s->out, "#if defined(__clang__)\n"
                     "#pragma clang fp contract(off)\n"
                     "#pragma clang diagnostic ignored \"-Wunused-function\"\n"
                     "#elif defined(__GNUC__)\n"
                     "#pragma GCC optimize(\"fp-contract=off\")\n"
                     "#pragma GCC diagnostic ignored \"-Wunused-function\"\n"
                     "#endif\n"
                     "#if defined(__GNUC__)\n"
                     "#pragma GCC diagnostic ignored \"-Wunused-variable\"\n"
                     "#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n"
                     "#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n"
                     "#endif\n"
                     "#include <gestalt/native.h>\n");
    if (s->leaves)
        text_print(s->out, "#include \"%s\"\n", s->leaves);
    text_put(s->out, "\n// With -DTREE_SMALL, code is a third as large, and slower.\n"
                     "#ifndef TREE_SMALL\n"
                     "#define TREE_PART GESTALT_NATIVE_INLINE\n"
                     "#define TREE_LAYOUT(known) (&(known))\n"
                     "#else\n"
                     "#define TREE_PART static __attribute__((noinline))\n"
                     "#define TREE_LAYOUT(known) at\n"
                     "#endif\n");
}

// Write a function for each call of a leaf that is compiled with the tree.
static void put_calls(native_source *s)
{
    uint32_t host;
    char name[NATIVE_NAME_SIZE];
    for (uint32_t id = 0; s->leaves && id < s->shape->specification->node_count; id++) {
        if (!calls_host(s, id, &host))
            continue;
        native_mangle(name, shape_string(s->shape, s->shape->hosts[host].name));
        text_print(s->out,
                   "\nTREE_PART gestalt_native_answer call_%u(gestalt_native_tick *t,\n"
                   "    const gestalt_native_layout *at, uint64_t lanes, uint64_t starting)\n"
                   "{\n"
                   "    GESTALT_NATIVE_CALL(%u, lanes, starting);\n"
                   "    %s_body(&call, at->lanes == 1 ? 1 : lanes, at->lanes);\n"
                   "    return gestalt_native_end(t, &call);\n"
                   "}\n",
                   s->calls[id], s->calls[id], name);
        node_view v = walk_node(s->shape->items, s->shape->nodes[id]);
        if (native_acts(&v))
            text_print(s->out,
                       "\nTREE_PART void cancel_%u(gestalt_native_tick *t,\n"
                       "    const gestalt_native_layout *at, uint64_t lanes)\n"
                       "{\n"
                       "    GESTALT_NATIVE_CALL(%u, lanes, 0);\n"
                       "    call.cancelling = true;\n"
                       "    %s_body(&call, at->lanes == 1 ? 1 : lanes, at->lanes);\n"
                       "    gestalt_native_end(t, &call);\n"
                       "}\n",
                       s->calls[id], s->calls[id], name);
    }
}

static void put_layout(native_source *s, const char *which, uint32_t lanes)
{
    cohort_layout l;
    text_print(s->out, "\nstatic const gestalt_native_layout %s%s = {", which, s->form);
    if (cohort_layout_make(s->plan, lanes, GESTALT_STATES_AUTO, &l))
        text_print(s->out,
                   "%u, %u, .bits = %u, .statuses = %u, .bools = %u,\n    .longs = %u, .times = "
                   "%u, .streams = %u, .numbers = %u, .words = %u",
                   l.lanes, l.stride, l.bits, l.statuses, l.bools, l.longs, l.times, l.streams,
                   l.numbers, l.words);
    text_put(s->out, "};\n");
}

static void put_runs(native_source *s)
{
    static const char *const names[] = {"full", "lone", "any"};
    uint32_t root = native_slot(s, 0);
    put_layout(s, "full", 64);
    put_layout(s, "lone", 1);
    for (int i = 0; i < 3; i++) {
        text_print(s->out,
                   "\nstatic gestalt_native_answer run_%s%s(gestalt_native_tick *t,\n"
                   "    const gestalt_native_layout *at, uint64_t lanes)\n"
                   "{\n",
                   names[i], s->form);
        s->indent = 1;
        if (i < 2)
            native_line(s, "at = TREE_LAYOUT(%s%s);", names[i], s->form);
        if (i == 1)
            native_line(s, "lanes = 1;");
        if (native_has_slot(s, 0))
            native_line(s, "return node%s_0(t, at, lanes, gestalt_native_live(t, at, %u));",
                        s->form, root);
        else
            native_line(s, "return node%s_0(t, at, lanes);", s->form);
        s->indent = 0;
        native_line(s, "}");
    }
}

static void put_table(native_source *s, const char *name, const uint64_t *plans, uint32_t count)
{
    static const char *const forms[] = {"", "_edited"};
    text_put(s->out, "\nGESTALT_NATIVE_CHECK(check)\n\nstatic const gestalt_native_form forms[] = "
                     "{\n");
    for (uint32_t i = 0; i < count; i++)
        text_print(s->out,
                   "    {UINT64_C(0x%016llx), &full%s, &lone%s, run_full%s, run_lone%s, "
                   "run_any%s},\n",
                   (unsigned long long)plans[i], forms[i], forms[i], forms[i], forms[i], forms[i]);
    text_print(
        s->out,
        "};\n\n// Compiled again with -mavx2 and -DTREE_NATIVE=%s_avx2, or for AVX-512 as "
        "%s_avx512, and linked\n// next to this file, it runs on machines that have these "
        "instructions.\n#ifndef TREE_NATIVE\n#define TREE_NATIVE %s_native\n#if "
        "defined(__GNUC__)\nextern const gestalt_native %s_avx2 __attribute__((weak));\nextern "
        "const gestalt_native %s_avx512 __attribute__((weak));\nstatic const gestalt_native *const "
        "better[] = {&%s_avx512, &%s_avx2};\n#define TREE_BETTER better, "
        "2\n#endif\n#endif\n#ifndef TREE_BETTER\n#define TREE_BETTER NULL, 0\n#endif\nextern const "
        "gestalt_native TREE_NATIVE;\nconst gestalt_native TREE_NATIVE = {\n    %d, %u, "
        "UINT64_C(0x%016llx), \"%s\", GESTALT_NATIVE_INSTRUCTIONS, check, forms, TREE_BETTER};\n",
        name, name, name, name, name, name, name, GESTALT_NATIVE_VERSION, count,
        (unsigned long long)shape_identity(s->shape), name);
}

// Write the nodes for one plan.
static void put_form(native_source *s, const gestalt_shape *shape, const plan *p, const char *form)
{
    s->shape = shape;
    s->plan = p;
    s->form = form;
    native_functions(s);
    put_runs(s);
}

typedef struct forms {
    gestalt_shape *edited;
    plan *plans[2];
    uint64_t identities[2];
    uint32_t count;
} forms;

static bool forms_make(forms *f, const gestalt_shape *shape, const gestalt_allocator *a)
{
    f->edited = shape_copy_edited(shape, a);
    f->plans[0] = plan_create(shape, a);
    f->plans[1] = f->edited ? plan_create(f->edited, a) : NULL;
    if (!f->plans[0] || !f->plans[1])
        return false;
    for (int i = 0; i < 2; i++)
        f->identities[i] = plan_identity(f->plans[i]);
    f->count = f->identities[0] == f->identities[1] ? 1 : 2;
    return true;
}

static void forms_release(forms *f, const gestalt_allocator *a)
{
    for (int i = 0; i < 2; i++)
        plan_destroy(f->plans[i], a);
    gestalt_shape_destroy(f->edited);
}

// Write the functions that come before the nodes.
static void put_functions(native_source *s)
{
    put_calls(s);
    for (uint32_t id = 0; id < s->shape->specification->node_count; id++)
        native_expressions(s, id);
}

static void write_file(native_source *s, const forms *f, const char *name)
{
    const gestalt_shape *shape = s->shape;
    put_prologue(s, name);
    put_functions(s);
    put_form(s, shape, f->plans[0], "");
    if (f->count > 1)
        put_form(s, f->edited, f->plans[1], "_edited");
    s->shape = shape;
    put_table(s, name, f->identities, f->count);
}

static bool source_carve(native_source *s, carving *from, uint32_t **depths)
{
    uint32_t nodes = s->shape->specification->node_count;
    CARVE(from, s->stack, LIMIT_DEPTH + 1);
    CARVE(from, s->calls, nodes);
    CARVE(from, s->sizes, nodes);
    CARVE(from, *depths, nodes);
    CARVE(from, s->starts, LIMIT_EXPRESSION_OPS);
    CARVE(from, s->temps, LIMIT_EXPRESSION_OPS);
    CARVE(from, s->frames, LIMIT_EXPRESSION_OPS);
    CARVE(from, s->is_apart, nodes);
    CARVE(from, s->in_scope, nodes);
    CARVE(from, s->changes, nodes);
    CARVE(from, s->printed, LIMIT_EXPRESSION_OPS);
    CARVE(from, s->components, LIMIT_EXPRESSION_OPS);
    return true;
}

// Return whether a name is valid in an #include.
static bool header_is_fine(const char *name)
{
    for (size_t i = 0; name[i]; i++)
        if ((unsigned char)name[i] < ' ' || name[i] == '"' || name[i] == '\\' || name[i] == 127 ||
            (name[i] == '?' && name[i + 1] == '?'))
            return false;
    return name[0] != '\0';
}

static gestalt_result check_size(const gestalt_shape *shape, uint32_t limit, gestalt_error *error)
{
    uint32_t count = shape->specification->node_count;
    if (limit == 0)
        limit = GESTALT_NATIVE_NODES;
    if (count <= limit)
        return GESTALT_OK;
    return error_set(error, GESTALT_LIMIT, 0,
                     "the tree has %u nodes, more than the limit of %u for native code", count,
                     limit);
}

static gestalt_result source_write(const gestalt_shape *shape, const gestalt_c_options *options,
                                   gestalt_writer writer, gestalt_error *error)
{
    gestalt_c_options given = options ? *options : (gestalt_c_options){0};
    const gestalt_allocator *a = &shape->allocator;
    char name[NATIVE_NAME_SIZE];
    text_out out;
    forms f = {0};
    uint32_t *depths = NULL;
    if (given.leaves && !header_is_fine(given.leaves))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the name of the header with leaves cannot have quotes, backslashes, `??` "
                         "or control characters, because the C code includes it");
    gestalt_result result = check_size(shape, given.node_limit, error);
    if (result != GESTALT_OK)
        return result;
    native_source s = {.out = &out, .shape = shape, .leaves = given.leaves, .form = ""};
    carving from = {0};
    do
        source_carve(&s, &from, &depths);
    while (carve_again(&from, a));
    if (!from.memory || !forms_make(&f, shape, a)) {
        result = error_no_memory(error);
    } else {
        s.plan = f.plans[0];
        number_calls(&s);
        look_at_nodes(&s);
        result = choose_functions(&s, depths, error);
    }
    if (result == GESTALT_OK) {
        native_mangle(name, given.name ? given.name : gestalt_shape_name(shape));
        text_start(&out, writer, false);
        write_file(&s, &f, name);
        if (!text_finish(&out))
            result = out.is_out_of_memory
                         ? error_no_memory(error)
                         : error_set(error, GESTALT_IO, 0, "the C code could not be written");
    }
    forms_release(&f, a);
    memory_release(a, from.memory, from.size);
    return result;
}

gestalt_result gestalt_shape_write_c(const gestalt_shape *shape, const gestalt_c_options *options,
                                     gestalt_writer writer, gestalt_error *error)
{
    if (MISUSE_NULL(shape, "shape", error) || MISUSE_NULL(writer.write, "writer.write", error))
        return GESTALT_MISUSE;
    floats_whole floats;
    floats_begin_whole(&floats);
    gestalt_result result = source_write(shape, options, writer, error);
    floats_end_whole(&floats);
    return result;
}
