// SPDX-License-Identifier: MIT
#include "edit_report.h"
#include "place.h"

#include "error.h"
#include "identity.h"
#include "memory.h"
#include "misuse.h"

#include <string.h>

// ---- renames

static bool shape_has_key(const gestalt_shape *shape, const char *name)
{
    for (uint32_t i = 0; i < shape->key_count; i++)
        if (strcmp(shape_string(shape, shape->keys[i].name), name) == 0)
            return true;
    for (uint32_t i = 0; i < shape->persistent_count; i++)
        if (strcmp(shape_string(shape, shape->persistents[i].name), name) == 0)
            return true;
    return false;
}

static bool shape_has_node(const gestalt_shape *shape, const char *name)
{
    for (uint32_t i = 0; shape->names && i < shape->specification->node_count; i++) {
        const char *own = shape_string(shape, shape->names[i].name);
        if (own && strcmp(own, name) == 0)
            return true;
    }
    return false;
}

static bool shape_knows(const gestalt_shape *shape, const char *name)
{
    return name && (shape_has_key(shape, name) || shape_has_node(shape, name));
}

bool edit_rename_fits(const gestalt_rename *rename, const gestalt_shape *old_shape,
                      const gestalt_shape *new_shape)
{
    return shape_knows(old_shape, rename->old_name) && shape_knows(new_shape, rename->new_name);
}

static gestalt_result check_name(const gestalt_shape *shape, const char *name, const char *which,
                                 gestalt_error *error)
{
    char quoted[ERROR_QUOTE_SIZE];
    if (shape_knows(shape, name))
        return GESTALT_OK;
    return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                     "a rename names `%s`, but the %s shape has no key and no node of that name",
                     name ? error_quote(quoted, name, strlen(name)) : "", which);
}

// Check that all names exist, that no old name is renamed twice, and that no key gets the name of
// another key of the old shape, unless that key is renamed as well.
static gestalt_result check_renames(const gestalt_shape *old_shape, const gestalt_shape *new_shape,
                                    const gestalt_rename *renames, uint32_t rename_count,
                                    gestalt_error *error)
{
    char quoted[ERROR_QUOTE_SIZE];
    for (uint32_t i = 0; i < rename_count; i++) {
        gestalt_result result = check_name(old_shape, renames[i].old_name, "old", error);
        if (result == GESTALT_OK)
            result = check_name(new_shape, renames[i].new_name, "new", error);
        if (result != GESTALT_OK)
            return result;
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(renames[i].old_name, renames[k].old_name) == 0)
                return error_set(
                    error, GESTALT_BAD_ARGUMENT, 0, "`%s` is renamed twice",
                    error_quote(quoted, renames[i].old_name, strlen(renames[i].old_name)));
        const char *as_key = renames[i].new_name;
        if (shape_has_key(old_shape, renames[i].old_name) && shape_has_key(old_shape, as_key) &&
            shape_renamed(as_key, renames, rename_count) == as_key)
            return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                             "a rename gives a key the name `%s`, which another key of the old "
                             "shape has",
                             error_quote(quoted, as_key, strlen(as_key)));
    }
    return GESTALT_OK;
}

// ---- the report

// Refuse stripped shapes: nodes are matched by their names, so without names agents would continue
// in wrong nodes. If the two shapes are identical throughout, no matching is needed.
static gestalt_result report_check_names(const gestalt_edit_report *r,
                                         const gestalt_shape *const shapes[2], gestalt_error *error)
{
    bool is_old = shape_is_stripped(shapes[0]), is_new = shape_is_stripped(shapes[1]);
    if ((!is_old && !is_new) || (is_old && is_new && r->match.reasons[0] == GESTALT_EDIT_SAME))
        return GESTALT_OK;
    return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                     "the %s shape is stripped: an edit needs the names of nodes to find out where "
                     "agents continue; give the shape compiled without `--strip`",
                     is_old ? "old" : "new");
}

static const char *report_name(gestalt_edit_report *r, const gestalt_shape *shape, uint32_t string)
{
    const char *name = shape_string(shape, string);
    return arena_copy_text(&r->memory, name, strlen(name));
}

static void report_nodes(gestalt_edit_report *r)
{
    r->nodes = ARENA_ARRAY(&r->memory, gestalt_edit_node, r->old_count);
    for (uint32_t i = 0; i < r->old_count; i++)
        r->nodes[i] = (gestalt_edit_node){.new_node = r->match.new_of[i],
                                          .reason = (gestalt_edit_reason)r->match.reasons[i],
                                          .may_stay = r->match.may_stay[i]};
    r->old_of = r->match.old_of;
}

static void report_new_key(gestalt_edit_report *r, const gestalt_shape *const shapes[2], uint32_t i)
{
    const image_key *key = &shapes[1]->keys[i];
    uint32_t old_key = r->kept.old_keys[i];
    const image_key *was = old_key == SHAPE_NONE ? NULL : &shapes[0]->keys[old_key];
    bool same = was && was->type == key->type &&
                shape_same_words(shapes[0], was->words, shapes[1], key->words);
    r->keys[r->key_count++] =
        (gestalt_edit_key){.old_name = was ? report_name(r, shapes[0], was->name) : NULL,
                           .new_name = report_name(r, shapes[1], key->name),
                           .fate = !was   ? GESTALT_EDIT_KEY_NEW
                                   : same ? GESTALT_EDIT_KEY_KEPT
                                          : GESTALT_EDIT_KEY_CONVERTED,
                           .kind = key->shared ? GESTALT_EDIT_SHARED_KEY : GESTALT_EDIT_KEY};
}

static void report_new_persistent(gestalt_edit_report *r, const gestalt_shape *const shapes[2],
                                  uint32_t i)
{
    uint32_t was = r->kept.old_persistents[i];
    r->keys[r->key_count++] = (gestalt_edit_key){
        .old_name =
            was == SHAPE_NONE ? NULL : report_name(r, shapes[0], shapes[0]->persistents[was].name),
        .new_name = report_name(r, shapes[1], shapes[1]->persistents[i].name),
        .fate = was == SHAPE_NONE ? GESTALT_EDIT_KEY_NEW : GESTALT_EDIT_KEY_KEPT,
        .kind = GESTALT_EDIT_PERSISTENT};
}

static void report_gone(gestalt_edit_report *r, const gestalt_shape *shape)
{
    for (uint32_t i = 0; i < shape->key_count; i++)
        if (!r->kept.keeps_key[i])
            r->keys[r->key_count++] = (gestalt_edit_key){
                .old_name = report_name(r, shape, shape->keys[i].name),
                .fate = GESTALT_EDIT_KEY_GONE,
                .kind = shape->keys[i].shared ? GESTALT_EDIT_SHARED_KEY : GESTALT_EDIT_KEY};
    for (uint32_t i = 0; i < shape->persistent_count; i++)
        if (!r->kept.keeps_persistent[i])
            r->keys[r->key_count++] =
                (gestalt_edit_key){.old_name = report_name(r, shape, shape->persistents[i].name),
                                   .fate = GESTALT_EDIT_KEY_GONE,
                                   .kind = GESTALT_EDIT_PERSISTENT};
}

static void report_keys(gestalt_edit_report *r, const gestalt_shape *const shapes[2])
{
    const gestalt_shape *was = shapes[0], *is = shapes[1];
    size_t most =
        (size_t)was->key_count + was->persistent_count + is->key_count + is->persistent_count;
    r->keys = ARENA_ARRAY(&r->memory, gestalt_edit_key, most);
    for (uint32_t i = 0; i < is->key_count; i++)
        report_new_key(r, shapes, i);
    for (uint32_t i = 0; i < is->persistent_count; i++)
        report_new_persistent(r, shapes, i);
    report_gone(r, was);
}

gestalt_result edit_report_make(const gestalt_shape *old_shape, const gestalt_shape *new_shape,
                                const gestalt_rename *renames, uint32_t rename_count,
                                const gestalt_allocator *allocator, gestalt_edit_report **report,
                                gestalt_error *error)
{
    const gestalt_shape *shapes[2] = {old_shape, new_shape};
    gestalt_allocator a = memory_allocator(allocator);
    gestalt_result result = check_renames(old_shape, new_shape, renames, rename_count, error);
    if (result != GESTALT_OK)
        return result;
    gestalt_edit_report *r = memory_new(&a, sizeof *r);
    if (!r)
        return error_no_memory(error);
    memset(r, 0, sizeof *r);
    r->allocator = a;
    arena_start(&r->memory, a);
    if (setjmp(r->memory.escape)) {
        gestalt_edit_report_destroy(r);
        return error_no_memory(error);
    }
    r->old_count = old_shape->specification->node_count;
    r->new_count = new_shape->specification->node_count;
    r->match = shape_match_make(&r->memory, old_shape, new_shape, renames, rename_count);
    r->kept = key_match_make(&r->memory, old_shape, new_shape, renames, rename_count);
    result = report_check_names(r, shapes, error);
    if (result != GESTALT_OK) {
        gestalt_edit_report_destroy(r);
        return result;
    }
    report_nodes(r);
    report_keys(r, shapes);
    *report = r;
    return GESTALT_OK;
}

// ---- public

gestalt_result gestalt_shape_match(const gestalt_shape *old_shape, const gestalt_shape *new_shape,
                                   const gestalt_rename *renames, uint32_t rename_count,
                                   const gestalt_allocator *allocator, gestalt_edit_report **report,
                                   gestalt_error *error)
{
    if (MISUSE_NULL(old_shape, "old_shape", error) || MISUSE_NULL(new_shape, "new_shape", error) ||
        MISUSE_NULL(report, "report", error) ||
        (rename_count > 0 && MISUSE_NULL(renames, "renames", error)))
        return GESTALT_MISUSE;
    return edit_report_make(old_shape, new_shape, renames, rename_count, allocator, report, error);
}

void gestalt_edit_report_destroy(gestalt_edit_report *r)
{
    if (!r)
        return;
    gestalt_allocator a = r->allocator;
    arena_destroy(&r->memory);
    memory_release(&a, r, sizeof *r);
}

const gestalt_edit_node *gestalt_edit_report_nodes(const gestalt_edit_report *r, uint32_t *count)
{
    if (MISUSE_NULL(r, "report", NULL) || MISUSE_NULL(count, "count", NULL))
        return NULL;
    *count = r->old_count;
    return r->nodes;
}

uint32_t gestalt_edit_report_new_node(const gestalt_edit_report *r, uint32_t old_node)
{
    if (MISUSE_NULL(r, "report", NULL))
        return 0;
    return old_node < r->old_count ? r->nodes[old_node].new_node : GESTALT_NO_NODE;
}

uint32_t gestalt_edit_report_old_node(const gestalt_edit_report *r, uint32_t new_node)
{
    if (MISUSE_NULL(r, "report", NULL))
        return 0;
    return new_node < r->new_count ? r->old_of[new_node] : GESTALT_NO_NODE;
}

const char *gestalt_edit_reason_text(gestalt_edit_reason reason)
{
    static const char *const texts[] = {
        [GESTALT_EDIT_SAME] = "the node and everything below it are the same",
        [GESTALT_EDIT_MATCHES] = "the same type and verb",
        [GESTALT_EDIT_NOTHING] = "no node there matches",
        [GESTALT_EDIT_OTHER_TYPE] = "a node of another type is at this position",
        [GESTALT_EDIT_OTHER_VERB] = "a node that does something else is at this position",
        [GESTALT_EDIT_BELOW] = "a node above it has no new id",
    };
    return MISUSE_ENUM(reason, GESTALT_EDIT_BELOW, "reason", NULL) ? NULL : texts[reason];
}

const gestalt_edit_key *gestalt_edit_report_keys(const gestalt_edit_report *r, uint32_t *count)
{
    if (MISUSE_NULL(r, "report", NULL) || MISUSE_NULL(count, "count", NULL))
        return NULL;
    *count = r->key_count;
    return r->keys;
}

gestalt_edit_counts gestalt_edit_report_counts(const gestalt_edit_report *r)
{
    if (MISUSE_NULL(r, "report", NULL))
        return (gestalt_edit_counts){0};
    return r->counts;
}

const gestalt_request *gestalt_edit_report_requests(const gestalt_edit_report *r, uint64_t *count)
{
    if (MISUSE_NULL(r, "report", NULL) || MISUSE_NULL(count, "count", NULL))
        return NULL;
    *count = r->request_count;
    return r->requests;
}
