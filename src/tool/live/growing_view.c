// SPDX-License-Identifier: MIT
// The view of a frame of a growing recording. Its reader gets the beginning of the file, the trees
// that are valid at a key frame, and the chunks after the key frame. To the reader this is a
// complete recording, whose hashes are computed for it. First, each chunk is compared with the hash
// of the chunk that was verified.
#include "growing.h"

#include "array.h"
#include "error.h"
#include "hash.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK_HASHED = 8, CHUNK_HEADER = 48, KIND_FRAME = 1, KIND_TREE = 3, KIND_STATES = 4 };

static void view_close_reader(growing_view *v)
{
    gestalt_recording_close(v->scene);
    gestalt_tree_recording_close(v->trees);
    v->scene = NULL;
    v->trees = NULL;
    v->frame = UINT64_MAX;
    v->size = v->used = v->step_count = 0;
    v->has_begun = false;
}

void growing_view_close(growing_view *v)
{
    gestalt_allocator a = memory_allocator(NULL);
    view_close_reader(v);
    ARRAY_RELEASE(&a, v->latest, v->latest_capacity);
    ARRAY_RELEASE(&a, v->piece, v->capacity);
    ARRAY_RELEASE(&a, v->steps, v->step_capacity);
    *v = (growing_view){.frame = UINT64_MAX};
}

// ---- input of the reader

static gestalt_result view_changed(uint64_t offset, gestalt_error *error)
{
    return error_set(error, GESTALT_BAD_FILE, offset,
                     "the recording is not what it was when it was read first");
}

static gestalt_result view_load(growing_view *v, uint64_t offset, uint64_t size,
                                gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (size > v->of->whole - offset)
        return view_changed(offset, error);
    if (!ARRAY_RESERVE(&a, v->piece, v->capacity, size))
        return error_no_memory(error);
    for (size_t at = 0; at < size;) {
        ssize_t got = pread(v->of->descriptor, v->piece + at, size - at, (off_t)(offset + at));
        if (got == 0 || (got < 0 && errno != EINTR))
            return error_set(error, GESTALT_IO, 0, "cannot read `%s`: %s", v->of->path,
                             got ? error_of_system(errno) : "it was cut");
        at += got > 0 ? (size_t)got : 0;
    }
    v->size = (size_t)size;
    v->used = 0;
    return GESTALT_OK;
}

// Load a chunk. On entry `*hash` is the hash of the preceding chunk in the file; it becomes that of
// the loaded chunk.
static gestalt_result view_load_chunk(growing_view *v, uint64_t offset, uint64_t *hash,
                                      gestalt_error *error)
{
    uint64_t size, stands;
    gestalt_result result = view_load(v, offset, CHUNK_HEADER, error);
    if (result != GESTALT_OK)
        return result;
    memcpy(&size, v->piece + 16, sizeof size);
    if (size > v->of->chunk_most)
        return view_changed(offset, error);
    result = view_load(v, offset, CHUNK_HEADER + size, error);
    if (result != GESTALT_OK)
        return result;
    *hash = XXH3_64bits_withSeed(v->piece + CHUNK_HASHED, v->size - CHUNK_HASHED, *hash);
    memcpy(&stands, v->piece, sizeof stands);
    return stands == *hash ? GESTALT_OK : view_changed(offset, error);
}

// Set the hash of the loaded chunk so that it follows the last chunk that the reader got.
static void view_seal(growing_view *v)
{
    v->hash = XXH3_64bits_withSeed(v->piece + CHUNK_HASHED, v->size - CHUNK_HASHED, v->hash);
    memcpy(v->piece, &v->hash, sizeof v->hash);
}

// Load the tree of a group at the key frame.
static gestalt_result view_load_tree(growing_view *v, const growing_tree *tree,
                                     gestalt_error *error)
{
    uint64_t hash = tree->before;
    gestalt_result result = view_load_chunk(v, tree->offset, &hash, error);
    if (result == GESTALT_OK && hash != tree->hash)
        result = view_changed(tree->offset, error);
    if (result == GESTALT_OK)
        view_seal(v);
    return result;
}

// Load the next chunk in the file. The hash of a frame covers all chunks since the previous frame,
// so nothing of them is shown if they have changed.
static gestalt_result view_load_following(growing_view *v, gestalt_error *error)
{
    const growing *g = v->of;
    uint32_t kind;
    gestalt_result result = view_load_chunk(v, v->offset, &v->before, error);
    if (result != GESTALT_OK)
        return result;
    memcpy(&kind, v->piece + CHUNK_HASHED, sizeof kind);
    bool is_frame = kind == (g->has_trees ? KIND_STATES : KIND_FRAME);
    if (is_frame && (v->loaded_frame >= g->frame_count || g->hashes[v->loaded_frame] != v->before))
        return view_changed(v->offset, error);
    v->loaded_frame += is_frame;
    v->known_trees += g->has_trees && kind == KIND_TREE;
    v->offset += v->size;
    view_seal(v);
    return GESTALT_OK;
}

static gestalt_result view_load_next(growing_view *v, gestalt_error *error)
{
    const growing *g = v->of;
    uint32_t groups = g->trees ? gestalt_tree_recording_description(g->trees)->group_count : 0;
    v->size = v->used = 0;
    if (!v->has_begun) {
        gestalt_result result = view_load(v, 0, g->begin, error);
        v->hash = g->begin_hash; // the next chunk follows this beginning
        v->has_begun = result == GESTALT_OK;
        return result;
    }
    if (v->first_group < groups)
        return view_load_tree(v, &g->tree_list[v->latest[v->first_group++]], error);
    return v->offset < g->whole ? view_load_following(v, error) : GESTALT_OK;
}

static gestalt_result view_take(void *user, void *bytes, size_t size, size_t *count,
                                gestalt_error *error)
{
    growing_view *v = user;
    for (*count = 0; *count < size;) {
        if (v->used == v->size) {
            gestalt_result result = view_load_next(v, error);
            if (result != GESTALT_OK)
                return result;
            if (v->size == 0)
                break;
        }
        size_t left = v->size - v->used, more = size - *count < left ? size - *count : left;
        memcpy((char *)bytes + *count, v->piece + v->used, more);
        v->used += more;
        *count += more;
    }
    return GESTALT_OK;
}

// ---- moving to a frame

// Return the last key frame before a frame, so that everything since the previous frame is also
// read.
static const growing_key *view_key(const growing *g, uint64_t frame)
{
    size_t low = 0, high = g->key_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (g->keys[middle].frame < frame)
            low = middle + 1;
        else
            high = middle;
    }
    return &g->keys[low > 0 ? low - 1 : 0];
}

static gestalt_result view_find_trees(growing *g, const growing_key *key)
{
    growing_view *v = &g->view;
    gestalt_allocator a = memory_allocator(NULL);
    uint32_t groups = gestalt_tree_recording_description(g->trees)->group_count;
    if (!ARRAY_RESERVE(&a, v->latest, v->latest_capacity, groups))
        return error_no_memory(&g->failure);
    for (uint32_t i = 0; i < groups; i++)
        v->latest[i] = 0; // a reader refuses frames with groups without a tree
    for (size_t i = 0; i < key->trees; i++)
        v->latest[g->tree_list[i].group] = i;
    return GESTALT_OK;
}

static gestalt_result view_open(growing *g, const growing_key *key)
{
    growing_view *v = &g->view;
    const gestalt_record_source source = {view_take, v};
    view_close_reader(v);
    v->of = g;
    v->offset = key->offset;
    v->before = key->before;
    v->next_frame = v->loaded_frame = key->frame;
    v->known_trees = key->trees;
    v->first_group = 0;
    gestalt_result result = g->has_trees ? view_find_trees(g, key) : GESTALT_OK;
    if (result != GESTALT_OK)
        return result;
    result = g->has_trees ? gestalt_tree_recording_open_source(source, NULL, &v->trees, &g->failure)
                          : gestalt_recording_open_source(source, NULL, &v->scene, &g->failure);
    if (v->trees)
        gestalt_tree_recording_set_limits(v->trees, &g->limits);
    if (v->scene)
        gestalt_recording_set_limits(v->scene, &g->limits);
    return result;
}

static gestalt_result view_keep_steps(growing *g)
{
    growing_view *v = &g->view;
    gestalt_allocator a = memory_allocator(NULL);
    const gestalt_tree_frame *f = &v->tree_frame;
    uint64_t room = GROWING_STEPS_MAX - v->step_count;
    uint64_t more = f->step_count < room ? f->step_count : room;
    v->is_cut = v->is_cut || more < f->step_count;
    if (!ARRAY_RESERVE(&a, v->steps, v->step_capacity, v->step_count + more))
        return error_no_memory(&g->failure);
    for (uint64_t i = 0; i < more; i++)
        v->steps[v->step_count++] = (growing_step){f->tick, f->steps[i]};
    return GESTALT_OK;
}

static gestalt_result view_next(growing *g)
{
    growing_view *v = &g->view;
    gestalt_record_next next = GESTALT_RECORD_HAS_FRAME;
    gestalt_tree_next tree_next = GESTALT_TREE_HAS_FRAME;
    gestalt_result result;
    v->step_count = 0;
    v->is_cut = false;
    do {
        result = v->trees ? gestalt_tree_recording_next(v->trees, &tree_next, &v->tree_frame,
                                                        &g->failure)
                          : gestalt_recording_next(v->scene, &next, &v->scene_frame, &g->failure);
        if (result == GESTALT_OK && v->trees && tree_next == GESTALT_TREE_HAS_STEPS)
            result = view_keep_steps(g);
    } while (result == GESTALT_OK && v->trees && tree_next == GESTALT_TREE_HAS_STEPS);
    if (result == GESTALT_OK &&
        (tree_next != GESTALT_TREE_HAS_FRAME || next != GESTALT_RECORD_HAS_FRAME))
        result = view_changed(v->offset, &g->failure);
    v->frame = result == GESTALT_OK ? v->next_frame++ : UINT64_MAX;
    return result;
}

bool growing_view_step(growing *g, uint64_t frame)
{
    growing_view *v = &g->view;
    if (frame >= g->frame_count || v->is_broken || (growing_shows(g) && v->frame == frame))
        return false;
    const growing_key *key = view_key(g, frame);
    bool is_ahead = growing_shows(g) && v->frame < frame && v->next_frame > key->frame;
    bool is_open = v->scene || v->trees;
    bool is_on_the_way = is_open && (is_ahead || (!growing_shows(g) && v->next_frame <= frame));
    gestalt_result result = is_on_the_way ? GESTALT_OK : view_open(g, key);
    if (result == GESTALT_OK)
        result = view_next(g);
    if (result != GESTALT_OK) {
        view_close_reader(v);
        g->has_failed = v->is_broken = true;
        return false;
    }
    return v->frame != frame;
}
