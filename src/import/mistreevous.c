// SPDX-License-Identifier: MIT
// One import of files of mistreevous, from reading to the draft.
#include "mistreevous.h"

#include "import_format.h"

// ---- trees

static mistreevous_tree *find_tree(const mistreevous *t, const char *name)
{
    uint32_t number = names_find(&t->index, name, strlen(name));
    return number == NAMES_MISSING ? NULL : t->numbered[number];
}

// Return the name of a file without its folder and extension.
static const char *file_stem(import_state *m, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *start = slash ? slash + 1 : path, *dot = strchr(start, '.');
    if (*start == '<')
        return "stdin";
    return arena_copy_text(m->memory, start, dot ? (size_t)(dot - start) : strlen(start));
}

void mistreevous_add_attribute(mistreevous *t, mistreevous_node *n, mdsl_attribute_kind kind,
                               const mistreevous_call *call)
{
    mistreevous_attribute *attribute = ARENA_NEW(t->m->memory, mistreevous_attribute);
    *attribute = (mistreevous_attribute){*call, kind, n->attributes};
    n->attributes = attribute;
}

void mistreevous_add_root(mistreevous *t, mistreevous_node *root)
{
    import_state *m = t->m;
    // A program registers the unnamed root of another file under a name: here, the file's.
    const char *name = root->name || t->file == 0 ? root->name : file_stem(m, t->path);
    mistreevous_tree *other = name ? find_tree(t, name) : NULL;
    if (!name && t->trees && !t->trees->name)
        other = t->trees;
    if (other && other->file != t->file)
        return; // the first one counts
    if (other) {
        gestalt_diagnostic *d = import_refuse(
            m, root->name ? root->at_name : root->place, DIAGNOSTIC_IMPORT_TREE,
            name ? "there are two roots with the name `%s`" : "there are two roots without a name",
            name);
        json_form_note(&m->form, d, other->root->place, "the first one");
        return;
    }
    import_note_tree(m, name ? name : file_stem(m, t->path), root->whole);
    mistreevous_tree *tree = ARENA_NEW(m->memory, mistreevous_tree);
    *tree = (mistreevous_tree){.name = name, .root = root, .file = t->file};
    if (!name) { // the tree to run is the first one
        tree->next = t->trees;
        t->trees = tree;
        if (!tree->next)
            t->last_tree = &tree->next;
        return;
    }
    names_add(&t->index, m->memory, name, strlen(name), t->count);
    *ARENA_PUSH(m->memory, t->numbered, t->count, t->capacity) = tree;
    *t->last_tree = tree;
    t->last_tree = &tree->next;
}

static mistreevous_tree *main_tree(mistreevous *t)
{
    import_state *m = t->m;
    const char *wanted = m->options->tree;
    mistreevous_tree *tree = wanted ? find_tree(t, wanted) : t->trees;
    if (tree && (wanted || !tree->name))
        return tree;
    if (wanted) {
        import_refuse(m, t->start, DIAGNOSTIC_IMPORT_TREE, "there is no root `%s` in these files",
                      wanted);
        return NULL;
    }
    gestalt_diagnostic *d =
        import_refuse(m, t->start, DIAGNOSTIC_IMPORT_TREE,
                      "the first file has no root without a name, which is the tree to run");
    json_form_help(&m->form, d, "choose one with --tree=NAME");
    return NULL;
}

mistreevous_tree *mistreevous_tree_of(mistreevous *t, const mistreevous_node *branch)
{
    import_state *m = t->m;
    mistreevous_tree *tree = find_tree(t, branch->name);
    if (!tree && m->options->leaf_trees) {
        import_approximate(m, branch->at_name,
                           "the tree `%s` is in none of the files; it becomes an action",
                           branch->name);
        return NULL;
    }
    if (!tree) {
        gestalt_diagnostic *d = import_refuse(m, branch->at_name, DIAGNOSTIC_IMPORT_TREE,
                                              "there is no root `%s` in these files", branch->name);
        const char *near = names_nearest(&t->index, branch->name, &m->suggestions);
        if (near)
            json_form_help(&m->form, d, "did you mean `%s`?", near);
        else
            json_form_help(&m->form, d,
                           "give the file that has it as a further operand, or replace it by an "
                           "action with --leaf-trees");
        return NULL;
    }
    if (!tree->spelling) {
        tree->spelling = spell_name(m, &t->spellings, tree->name);
        *t->last_used = tree;
        t->last_used = &tree->next_used;
    }
    return tree;
}

void mistreevous_suggest_type(mistreevous *t, gestalt_diagnostic *d, const char *word)
{
    nearest nearby;
    nearest_start(&nearby, word, strlen(word), &t->m->suggestions);
    for (unsigned i = 0; i < MISTREEVOUS_TYPE_COUNT; i++) {
        const char *name = mdsl_type_name((mdsl_type)i);
        nearest_offer(&nearby, name, strlen(name));
    }
    if (nearby.name)
        json_form_help(&t->m->form, d, "did you mean `%s`?", nearby.name);
}

// ---- the document

static bool read_files(mistreevous *t, const import_file *files, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        t->file = i;
        t->path = files[i].path;
        import_format format = import_format_of(files[i].text, files[i].size);
        bool is_json = format == IMPORT_MISTREEVOUS;
        if (i > 0 && !is_json && format != IMPORT_MDSL) {
            import_source(t->m, &files[i]);
            import_refuse(t->m, (gestalt_span){t->m->form.source, 0, 0}, DIAGNOSTIC_IMPORT_ROOT,
                          "this is not a file of mistreevous, like the first one");
            return false;
        }
        if (i == 0)
            is_json = t->m->options->format == IMPORT_MISTREEVOUS ||
                      (is_json && t->m->options->format != IMPORT_MDSL);
        if (!(is_json ? mistreevous_read_json : mistreevous_read_mdsl)(t, &files[i]))
            return false;
        if (i == 0)
            t->start = (gestalt_span){t->m->form.source, 0, 0};
    }
    return !t->m->is_refused;
}

// Translate the trees that branches name. Their own trees are added to the list on the way.
static draft_node *make_trees(mistreevous *t)
{
    arena *a = t->m->memory;
    draft_node *trees = draft_object(a);
    for (mistreevous_tree *one = t->used; one; one = one->next_used) {
        draft_node *tree = draft_object(a);
        t->k.blackboard = draft_object(a);
        t->current = one;
        draft_node *root = mistreevous_make(t, one->root->children);
        draft_add_object(a, tree, "blackboard", t->k.blackboard);
        draft_add(a, tree, "root", root);
        draft_add_object(a, trees, one->spelling, tree);
    }
    return trees;
}

bool mistreevous_import(import_state *m, const import_file *files, uint32_t count,
                        draft_node *document, gestalt_span *place)
{
    arena *a = m->memory;
    mistreevous *t = ARENA_NEW(a, mistreevous);
    draft_node *blackboard = draft_object(a), *keys = draft_object(a), *actions = draft_object(a);
    t->m = m;
    t->last_tree = &t->trees;
    t->last_used = &t->used;
    host_calls_start(&t->calls, m);
    t->k = (making){.m = m, .blackboard = blackboard, .taken = &t->calls.taken_keys};
    if (!read_files(t, files, count))
        return false;
    mistreevous_tree *main = main_tree(t);
    if (!main)
        return false;
    *place = main->root->place;
    t->current = NULL;
    draft_node *root = mistreevous_make(t, main->root);
    draft_node *trees = make_trees(t);
    host_calls_finish(&t->calls);
    host_calls_declare_keys(&t->calls, keys);
    draft_move(keys, blackboard);
    draft_raw(a, document, "gestalt", "1");
    draft_text(a, document, "name", main->name ? main->name : file_stem(m, files[0].path));
    draft_add_object(a, document, "blackboard", keys);
    host_calls_declare(&t->calls, actions);
    draft_add_object(a, document, "actions", actions);
    draft_add_object(a, document, "trees", trees);
    draft_add(a, document, "root", root);
    return !m->is_refused;
}
