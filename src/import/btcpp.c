// SPDX-License-Identifier: MIT
// One import of files of BehaviorTree.CPP, from reading to the draft.
#include "btcpp.h"

#include "import_library.h"

// Return the tree to run.
static btcpp_tree *main_tree(btcpp *b)
{
    import_state *m = b->m;
    const char *wanted = m->options->tree ? m->options->tree : b->main_tree;
    gestalt_span start = b->start;
    btcpp_tree *only = NULL;
    uint32_t count = 0;
    for (btcpp_tree *tree = b->trees; tree; tree = tree->next)
        if (tree->node) {
            only = tree;
            count++;
        }
    if (wanted) {
        btcpp_tree *tree = btcpp_find_tree(b, wanted);
        if (tree && tree->node)
            return tree;
        import_refuse(m, start, DIAGNOSTIC_IMPORT_TREE, "there is no tree `%s` in these files",
                      wanted);
        return NULL;
    }
    if (count == 1)
        return only;
    gestalt_diagnostic *d = import_refuse(
        m, start, DIAGNOSTIC_IMPORT_TREE,
        count ? "the files have %u trees, and none of them is named by main_tree_to_execute"
              : "there is no tree in these files",
        count);
    if (count)
        json_form_help(&m->form, d, "choose one with --tree=ID");
    return NULL;
}

bool btcpp_import(import_state *m, const import_file *files, uint32_t count, draft_node *document,
                  gestalt_span *place)
{
    btcpp *b = ARENA_NEW(m->memory, btcpp);
    b->m = m;
    b->last_tree = &b->trees;
    b->last_leaf = &b->leaves;
    b->absent[0] = b->absent[1] = b->absent[2] = NULL;
    m->library = library_read(m);
    if (!btcpp_read(b, files, count) || m->is_refused)
        return false;
    btcpp_tree *main = main_tree(b);
    if (!main || !btcpp_survey(b, main))
        return false;
    *place = main->node->place;
    btcpp_document(b, document);
    return !m->is_refused;
}
