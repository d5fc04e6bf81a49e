// SPDX-License-Identifier: MIT
// Reading files of BehaviorTree.CPP: includes, trees, and models of nodes.
#include "btcpp.h"

#include "xml_report.h"

// Most ports of a leaf, which are arguments of a host function.
enum { PORTS_MAX = 64 };

/// A file that has been read, or is being read.
typedef struct btcpp_file {
    const char *path;
    struct btcpp_file *from; // the file that includes it
    uint32_t first;          // index of the named file that led to it
    gestalt_span root;       // <root>
    bool is_version_3;       // and that was not reported yet
    struct btcpp_file *next;
} btcpp_file;

// ---- names

const char *btcpp_name(const source_node *n)
{
    static const char *const longs[] = {"Action", "Condition", "Control", "Decorator"};
    const char *id = source_value(n, "ID");
    for (size_t i = 0; id && i < sizeof longs / sizeof *longs; i++)
        if (strcmp(n->type, longs[i]) == 0)
            return id;
    return n->type;
}

const char *btcpp_leaf_name(const source_node *n)
{
    const char *id = source_value(n, "ID");
    return id && strcmp(n->type, "SubTree") == 0 ? id : btcpp_name(n);
}

bool btcpp_is_port(const source_node *n, const source_attribute *one)
{
    if (*one->name == '_' || strcmp(one->name, "name") == 0)
        return false;
    return strcmp(one->name, "ID") != 0 ||
           (btcpp_name(n) == n->type && strcmp(n->type, "SubTree") != 0);
}

const char *btcpp_pointer(import_state *m, const char *value)
{
    size_t size = strlen(value);
    while (size && value[size - 1] == ' ')
        size--;
    while (size && *value == ' ') {
        value++;
        size--;
    }
    if (size < 3 || *value != '{' || value[size - 1] != '}')
        return NULL;
    return arena_copy_text(m->memory, value + 1, size - 2);
}

// ---- trees and leaves by name

btcpp_tree *btcpp_find_tree(const btcpp *b, const char *id)
{
    uint32_t number = names_find(&b->tree_index, id, strlen(id));
    return number == NAMES_MISSING ? NULL : b->numbered_trees[number];
}

static btcpp_tree *tree_of(btcpp *b, const char *id)
{
    btcpp_tree *tree = btcpp_find_tree(b, id);
    if (tree)
        return tree;
    tree = ARENA_NEW(b->m->memory, btcpp_tree);
    *tree = (btcpp_tree){.id = id, .may_skip = -1};
    names_add(&b->tree_index, b->m->memory, id, strlen(id), b->tree_count);
    *ARENA_PUSH(b->m->memory, b->numbered_trees, b->tree_count, b->tree_capacity) = tree;
    *b->last_tree = tree;
    b->last_tree = &tree->next;
    return tree;
}

btcpp_leaf *btcpp_leaf_of(btcpp *b, const char *name)
{
    uint32_t number = names_find(&b->leaf_index, name, strlen(name));
    if (number != NAMES_MISSING)
        return b->numbered_leaves[number];
    btcpp_leaf *leaf = ARENA_NEW(b->m->memory, btcpp_leaf);
    leaf->name = name;
    leaf->last = &leaf->ports;
    import_list listed = b->m->options->conditions;
    leaf->is_condition = import_listed(listed.texts, listed.count, name);
    names_add(&b->leaf_index, b->m->memory, name, strlen(name), b->leaf_count);
    *ARENA_PUSH(b->m->memory, b->numbered_leaves, b->leaf_count, b->leaf_capacity) = leaf;
    *b->last_leaf = leaf;
    b->last_leaf = &leaf->next;
    return leaf;
}

btcpp_port *btcpp_port_of(btcpp *b, btcpp_leaf *leaf, const char *name)
{
    for (btcpp_port *port = leaf->ports; port; port = port->next)
        if (strcmp(port->name, name) == 0)
            return port;
    if (leaf->port_count++ == PORTS_MAX)
        import_refuse(b->m, leaf->place, DIAGNOSTIC_TOO_MANY, "`%s` has more than %d ports",
                      leaf->name, PORTS_MAX);
    if (leaf->port_count > PORTS_MAX)
        return leaf->ports;
    btcpp_port *port = ARENA_NEW(b->m->memory, btcpp_port);
    *port = (btcpp_port){.name = name, .direction = PORT_UNKNOWN, .type.name = name};
    port->spelling = spell_name(b->m, &leaf->taken, name);
    *leaf->last = port;
    leaf->last = &port->next;
    return port;
}

// ---- models

static void read_port(btcpp *b, btcpp_leaf *leaf, const source_node *n, btcpp_direction direction)
{
    const char *name = source_value(n, "name"), *type = source_value(n, "type");
    if (!name)
        return;
    btcpp_port *port = btcpp_port_of(b, leaf, name);
    port->direction = direction;
    port->has_model = true;
    port->preset = source_value(n, "default");
    if (type)
        key_evidence_add(b->m, &port->type, EVIDENCE_MODEL, port_type(type), n->whole);
}

static void read_model(btcpp *b, source_node *n)
{
    static const char *const directions[] = {"input_port", "output_port", "inout_port"};
    const char *id = source_value(n, "ID");
    bool is_condition = strcmp(n->type, "Condition") == 0;
    if (!id)
        return;
    if (strcmp(n->type, "SubTree") == 0) {
        tree_of(b, id)->model = n;
        return;
    }
    if ((!is_condition && strcmp(n->type, "Action") != 0) || btcpp_row_of(id))
        return;
    btcpp_leaf *leaf = btcpp_leaf_of(b, id);
    leaf->is_condition |= is_condition;
    for (const source_node *port = n->children; port; port = port->next)
        for (int i = 0; i < 3; i++)
            if (strcmp(port->type, directions[i]) == 0)
                read_port(b, leaf, port, (btcpp_direction)i);
}

// ---- version 3

static void rename_attributes(source_node *n)
{
    static const char *const renamed[][2] = {
        {"success_threshold", "success_count"}, {"failure_threshold", "failure_count"},
        {"threshold", "success_count"},         {"__autoremap", "_autoremap"},
        {"__shared_blackboard", "_autoremap"},
    };
    for (source_attribute *one = n->attributes; one; one = one->next)
        for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
            if (strcmp(one->name, renamed[i][0]) == 0 && !source_find(n, renamed[i][1]))
                one->name = renamed[i][1];
}

static void rename_nodes(source_node *n)
{
    static const char *const renamed[][2] = {{"RetryUntilSuccesful", "RetryUntilSuccessful"},
                                             {"SubTreePlus", "SubTree"},
                                             {"SequenceStar", "SequenceWithMemory"}};
    for (; n; n = n->next) {
        for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
            if (strcmp(n->type, renamed[i][0]) == 0)
                n->type = renamed[i][1];
        rename_attributes(n);
        rename_nodes(n->children);
    }
}

// ---- files

static bool read_file(btcpp *b, const import_file *file, btcpp_file *from, uint32_t first);

void btcpp_note_version(btcpp *b, const btcpp_tree *tree)
{
    if (!tree->file->is_version_3)
        return;
    tree->file->is_version_3 = false;
    import_approximate(b->m, tree->file->root,
                       "this file has no BTCPP_format=\"4\", so it is of version 3; it is "
                       "imported with the meaning of version 4");
}

static void read_include(btcpp *b, const source_node *n, btcpp_file *from)
{
    import_state *m = b->m;
    const source_attribute *path = source_find(n, "path");
    import_file file = {0};
    const char *why = "there is no path";
    if (path && m->options->include &&
        m->options->include(m->options->include_user, from->first, from->path,
                            source_value(n, "ros_pkg"), path->value, &file, &why)) {
        for (btcpp_file *one = from; one; one = one->from)
            if (strcmp(one->path, file.path) == 0) {
                import_refuse(m, n->whole, DIAGNOSTIC_IMPORT_INCLUDE,
                              "files include each other: `%s` is being read already", file.path);
                return;
            }
        read_file(b, &file, from, from->first);
        return;
    }
    import_refuse(m, path ? path->place : n->place, DIAGNOSTIC_IMPORT_INCLUDE,
                  "can't read the included file: %s", why);
}

// Of trees with the same name in different named files, the first one counts.
static void read_tree(btcpp *b, source_node *n, btcpp_file *file)
{
    const source_attribute *id = source_find(n, "ID");
    btcpp_tree *tree = tree_of(b, id ? id->value : "MainTree");
    if (tree->node && tree->file->first != file->first)
        return;
    if (tree->node) {
        gestalt_diagnostic *d =
            import_refuse(b->m, id ? id->place : n->place, DIAGNOSTIC_IMPORT_TREE,
                          "there are two trees with the name `%s`", tree->id);
        json_form_note(&b->m->form, d, tree->node->place, "the first one");
        return;
    }
    tree->node = n;
    tree->file = file;
    import_note_tree(b->m, tree->id, n->whole);
}

static void read_root(btcpp *b, source_node *root, btcpp_file *file)
{
    const source_attribute *format = source_find(root, "BTCPP_format");
    const char *main = source_value(root, "main_tree_to_execute");
    if (!b->main_tree && main)
        b->main_tree = main;
    if (!format || strcmp(format->value, "4") != 0) {
        rename_nodes(root->children);
        file->is_version_3 = true;
    }
    file->root = root->place;
    if (file->next == NULL)
        b->start = root->place;
    for (source_node *n = root->children; n; n = n->next) {
        if (strcmp(n->type, "include") == 0)
            read_include(b, n, file);
        else if (strcmp(n->type, "BehaviorTree") == 0)
            read_tree(b, n, file);
        else if (strcmp(n->type, "TreeNodesModel") == 0)
            for (source_node *model = n->children; model; model = model->next)
                read_model(b, model);
    }
}

static bool was_read(const btcpp *b, const char *path)
{
    for (const btcpp_file *one = b->files; one; one = one->next)
        if (strcmp(one->path, path) == 0)
            return true;
    return false;
}

static bool read_file(btcpp *b, const import_file *file, btcpp_file *from, uint32_t first)
{
    import_state *m = b->m;
    xml_document xml;
    xml_error error;
    if (was_read(b, file->path))
        return true;
    import_source(m, file);
    btcpp_file *entry = ARENA_NEW(m->memory, btcpp_file);
    *entry = (btcpp_file){.path = file->path, .from = from, .first = first, .next = b->files};
    b->files = entry;
    gestalt_allocator in_arena = import_allocator(m);
    xml_limits limits = {.size = m->options->size_limit};
    if (!xml_read(file->text, file->size, limits, &in_arena, &xml, &error)) {
        m->is_refused = true;
        xml_report(&m->form, &error);
        return false;
    }
    xml_report_bare(&m->form, &xml);
    source_node *root = source_from_xml(m->memory, &xml, m->form.source);
    if (strcmp(root->type, "root") != 0) {
        import_refuse(m, root->place, DIAGNOSTIC_IMPORT_ROOT,
                      "the outermost element is `%s`, not `root`", root->type);
        return false;
    }
    read_root(b, root, entry);
    return true;
}

bool btcpp_read(btcpp *b, const import_file *files, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const char *main = b->main_tree;
        if (!read_file(b, &files[i], NULL, i))
            return false;
        if (i > 0)
            b->main_tree = main; // only the first file has the tree to run
    }
    return true;
}
