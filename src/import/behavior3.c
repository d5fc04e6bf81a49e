// SPDX-License-Identifier: MIT
// One import of files of behavior3, from reading to the draft.
#include "behavior3.h"

#include "import_library.h"

behavior3_tree *behavior3_find_tree(const behavior3 *t, const char *id)
{
    uint32_t number = names_find(&t->index, id, strlen(id));
    return number == NAMES_MISSING ? NULL : t->numbered[number];
}

behavior3_model *behavior3_find_model(const behavior3 *t, const char *name)
{
    uint32_t number = names_find(&t->model_index, name, strlen(name));
    return number == NAMES_MISSING ? NULL : &t->models[number];
}

const char *behavior3_use(behavior3 *t, behavior3_tree *tree)
{
    if (!tree->spelling) {
        const char *title = tree->title && *tree->title ? tree->title : tree->id;
        tree->spelling = spell_name(t->m, &t->spellings, title);
        *t->last_used = tree;
        t->last_used = &tree->next_used;
    }
    return tree->spelling;
}

// ---- the tree to run

static behavior3_tree *find_titled(const behavior3 *t, const char *wanted)
{
    behavior3_tree *tree = behavior3_find_tree(t, wanted);
    for (behavior3_tree *one = t->trees; one && !tree; one = one->next)
        if (one->title && strcmp(one->title, wanted) == 0)
            tree = one;
    return tree;
}

static behavior3_tree *main_tree(behavior3 *t)
{
    import_state *m = t->m;
    const char *wanted = m->options->tree;
    behavior3_tree *tree = NULL;
    if (wanted)
        tree = find_titled(t, wanted);
    else if (t->selected)
        tree = behavior3_find_tree(t, t->selected);
    else if (t->trees && (!t->trees->next || t->trees->next->file > 0))
        tree = t->trees;
    if (tree)
        return tree;
    if (wanted) {
        import_refuse(m, t->start, DIAGNOSTIC_IMPORT_TREE,
                      "there is no tree with the id or title `%s` in these files", wanted);
        return NULL;
    }
    gestalt_diagnostic *d =
        import_refuse(m, t->start, DIAGNOSTIC_IMPORT_TREE,
                      t->trees ? "the file has several trees, and selects none of them"
                               : "there is no tree in these files");
    if (t->trees)
        json_form_help(&m->form, d, "choose one with --tree=ID, or by its title");
    return NULL;
}

// ---- the document

static void warn_of_unreached(behavior3 *t, const behavior3_tree *tree)
{
    for (uint32_t i = 0; i < tree->node_count; i++)
        if (!tree->nodes[i].is_reached)
            json_form_wrong(&t->m->form, tree->nodes[i].place, DIAGNOSTIC_IMPORT_IGNORED,
                            "the root does not lead to this node; it is ignored");
}

static draft_node *make_tree(behavior3 *t, behavior3_tree *tree, draft_node *blackboard)
{
    import_state *m = t->m;
    json_value root = json_member(tree->object, "root", NULL);
    t->current = tree;
    t->k.blackboard = blackboard;
    m->form.source = tree->source;
    for (uint32_t i = 0; i < tree->node_count; i++)
        tree->nodes[i].is_reached = false;
    if (json_kind_of(root) != JSON_STRING) {
        import_refuse(m, tree->place, DIAGNOSTIC_IMPORT_TREE, "the tree has no root");
        return draft_new(m->memory, "success", tree->place);
    }
    draft_node *node = behavior3_make(t, root);
    if (!m->is_refused)
        warn_of_unreached(t, tree);
    return node;
}

static void add_doc(const behavior3 *t, draft_node *to, const behavior3_tree *tree)
{
    json_value doc = json_member(tree->object, "description", NULL);
    if (json_kind_of(doc) == JSON_STRING && json_string_size(doc) > 0)
        draft_text(t->m->memory, to, "doc", json_form_text(&t->m->form, doc));
}

// Translate the trees that other trees use. Their own trees are added to the list on the way.
static draft_node *make_trees(behavior3 *t)
{
    arena *a = t->m->memory;
    draft_node *trees = draft_object(a);
    for (behavior3_tree *one = t->used; one; one = one->next_used) {
        draft_node *tree = draft_object(a), *own = draft_object(a);
        draft_node *root = make_tree(t, one, own);
        add_doc(t, tree, one);
        draft_add_object(a, tree, "blackboard", own);
        draft_add(a, tree, "root", root);
        draft_add_object(a, trees, one->spelling, tree);
    }
    return trees;
}

static bool read_files(behavior3 *t, const import_file *files, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        t->file = i;
        if (!behavior3_read(t, &files[i]))
            return false;
        if (i == 0)
            t->start = (gestalt_span){t->m->form.source, 0, 0};
    }
    return !t->m->is_refused;
}

bool behavior3_import(import_state *m, const import_file *files, uint32_t count,
                      draft_node *document, gestalt_span *place)
{
    arena *a = m->memory;
    behavior3 *t = ARENA_NEW(a, behavior3);
    draft_node *blackboard = draft_object(a), *actions = draft_object(a);
    t->m = m;
    t->last_tree = &t->trees;
    t->last_used = &t->used;
    host_calls_start(&t->calls, m);
    t->k = (making){.m = m, .taken = &t->calls.taken_keys};
    m->library = library_read(m);
    library_reserve(m->library, &t->spellings);
    if (!read_files(t, files, count))
        return false;
    behavior3_tree *main = main_tree(t);
    if (!main)
        return false;
    *place = main->place;
    draft_node *root = make_tree(t, main, blackboard);
    draft_raw(a, document, "gestalt", "1");
    bool has_title = main->title && *main->title && !json_name_fault(main->title);
    draft_text(a, document, "name", has_title ? main->title : main->id);
    add_doc(t, document, main);
    draft_node *trees = make_trees(t);
    host_calls_finish(&t->calls);
    host_calls_declare(&t->calls, actions);
    library_add(m->library, trees, actions, blackboard);
    draft_add_object(a, document, "blackboard", blackboard);
    draft_add_object(a, document, "actions", actions);
    draft_add_object(a, document, "trees", trees);
    draft_add(a, document, "root", root);
    return !m->is_refused;
}
