// SPDX-License-Identifier: MIT
// Files of behavior3: trees, projects and nodes of one's own, as the editor writes them.
#include "behavior3.h"

static gestalt_span span_of(const behavior3 *t, json_value value)
{
    return json_form_span(&t->m->form, value);
}

// Return the text of a member, or NULL.
static const char *text_member(const behavior3 *t, json_value object, const char *name)
{
    json_value value = json_member(object, name, NULL);
    return json_kind_of(value) == JSON_STRING ? json_form_text(&t->m->form, value) : NULL;
}

// ---- nodes of one's own

static void read_model(behavior3 *t, json_value object)
{
    const char *name = text_member(t, object, "name"), *kind = text_member(t, object, "category");
    if (!name || !kind || behavior3_find_model(t, name))
        return;
    json_value properties = json_member(object, "properties", NULL);
    if (json_kind_of(properties) != JSON_OBJECT)
        properties = json_member(object, "parameters", NULL);
    names_add(&t->model_index, t->m->memory, name, strlen(name), t->model_count);
    *ARENA_PUSH(t->m->memory, t->models, t->model_count, t->model_capacity) = (behavior3_model){
        .name = name,
        .is_condition = strcmp(kind, "condition") == 0,
        .is_composite = strcmp(kind, "composite") == 0 || strcmp(kind, "decorator") == 0,
        .properties = properties,
        .source = t->m->form.source,
    };
}

static void read_models(behavior3 *t, json_value list)
{
    if (json_kind_of(list) != JSON_ARRAY)
        return;
    for (json_value one = json_first(list); json_kind_of(one) != JSON_NONE; one = json_next(one))
        read_model(t, one);
}

// ---- trees

static void read_node(behavior3 *t, behavior3_tree *tree, json_value key, json_value object)
{
    import_state *m = t->m;
    json_value name = json_member(object, "name", NULL);
    const char *id = json_form_text(&m->form, key);
    if (json_kind_of(name) != JSON_STRING) {
        import_refuse(m, span_of(t, object), DIAGNOSTIC_IMPORT_NODE,
                      "a node must be an object with `name`");
        return;
    }
    if (names_find(&tree->index, id, strlen(id)) != NAMES_MISSING)
        return; // reported as a duplicate key
    names_add(&tree->index, m->memory, id, strlen(id), tree->node_count);
    *ARENA_PUSH(m->memory, tree->nodes, tree->node_count, tree->node_capacity) =
        (behavior3_node){.id = id,
                         .name = json_form_text(&m->form, name),
                         .object = object,
                         .place = span_of(t, name)};
}

static void add_tree(behavior3 *t, behavior3_tree *tree)
{
    behavior3_tree *other = behavior3_find_tree(t, tree->id);
    if (other && other->file != t->file)
        return; // the first one counts
    if (other) {
        gestalt_diagnostic *d = import_refuse(t->m, tree->place, DIAGNOSTIC_IMPORT_TREE,
                                              "there are two trees with the id `%s`", tree->id);
        json_form_note(&t->m->form, d, other->place, "the first one");
        return;
    }
    import_note_tree(t->m, tree->id, span_of(t, tree->object));
    names_add(&t->index, t->m->memory, tree->id, strlen(tree->id), t->count);
    *ARENA_PUSH(t->m->memory, t->numbered, t->count, t->capacity) = tree;
    *t->last_tree = tree;
    t->last_tree = &tree->next;
}

static void read_tree(behavior3 *t, json_value object)
{
    import_state *m = t->m;
    json_value nodes = json_member(object, "nodes", NULL), id = json_member(object, "id", NULL);
    if (json_kind_of(nodes) != JSON_OBJECT) {
        import_refuse(m, span_of(t, object), DIAGNOSTIC_IMPORT_ROOT,
                      "a tree must be an object with an object `nodes`");
        return;
    }
    behavior3_tree *tree = ARENA_NEW(m->memory, behavior3_tree);
    *tree = (behavior3_tree){.id = text_member(t, object, "id"),
                             .title = text_member(t, object, "title"),
                             .object = object,
                             .place = span_of(t, json_kind_of(id) == JSON_NONE ? object : id),
                             .source = m->form.source,
                             .file = t->file};
    if (!tree->id)
        tree->id = tree->title ? tree->title : "Main";
    for (json_value key = json_first(nodes); json_kind_of(key) != JSON_NONE;
         key = json_next(json_next(key)))
        read_node(t, tree, key, json_next(key));
    read_models(t, json_member(object, "custom_nodes", NULL));
    add_tree(t, tree);
}

// ---- files

static void read_content(behavior3 *t, json_value root)
{
    json_value data = json_member(root, "data", NULL);
    json_value content = json_kind_of(data) == JSON_OBJECT ? data : root;
    json_value trees = json_member(content, "trees", NULL);
    if (t->file == 0)
        t->selected = text_member(t, content, "selectedTree");
    if (json_kind_of(trees) == JSON_ARRAY) {
        read_models(t, json_member(content, "custom_nodes", NULL));
        for (json_value one = json_first(trees); json_kind_of(one) != JSON_NONE;
             one = json_next(one))
            read_tree(t, one);
    } else if (json_kind_of(json_member(content, "category", NULL)) == JSON_STRING) {
        read_model(t, content);
    } else {
        read_tree(t, content);
    }
}

bool behavior3_read(behavior3 *t, const import_file *file)
{
    json_value root;
    if (!import_json(t->m, file, &root))
        return false;
    read_content(t, root);
    return true;
}
