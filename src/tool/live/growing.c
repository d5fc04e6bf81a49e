// SPDX-License-Identifier: MIT
#include "growing.h"

#include "array.h"
#include "error.h"
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// docs/recordings.md describes these bytes; the readers verify them.
enum {
    HEAD_SIZE = 8,
    VERSION_AT = 16,
    VERSION_OF_TREES = 2,
    VERSION_OF_WIDE_TREES = 4,
    HASH_AT = 8,
    TREES_NAME_AT = 28,
    TREES_HEADER = 32,
    SCENE_SIZE_AT = 96,
    SCENE_HEADER = 112,
    CHUNK_SIZE = 48,
    CHUNK_FRAME = 1,
    CHUNK_TREE = 3,
    CHUNK_STATES = 4,
    CHUNK_ASKED = 6,
    KEYS_APART = 16, // smallest number of frames between two key frames
};
static const unsigned char growing_magic[HEAD_SIZE] = {0x89, 'G', 'S', 'R', '\r', '\n', 0x1a, '\n'};

void growing_start(growing *g, const char *path, const gestalt_limits *limits)
{
    *g = (growing){.path = path, .limits = *limits, .descriptor = -1, .every = 1};
    g->view.frame = UINT64_MAX;
}

static void growing_drop(growing *g)
{
    growing_view_close(&g->view);
    growing_forget(g);
    gestalt_recording_close(g->scene);
    gestalt_tree_recording_close(g->trees);
    if (g->descriptor >= 0)
        close(g->descriptor);
    g->scene = NULL;
    g->trees = NULL;
    g->descriptor = -1;
    g->frame_count = g->whole = g->reader_at = g->passing = g->size = g->chunk_most = 0;
    g->key_count = g->tree_count = g->passed_count = 0;
    g->every = 1;
    g->is_complete = g->has_failed = g->is_none = false;
    g->failure = (gestalt_error){0};
}

void growing_close(growing *g)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (!g->path)
        return;
    growing_drop(g);
    ARRAY_RELEASE(&a, g->passed, g->passed_capacity);
    ARRAY_RELEASE(&a, g->ticks, g->tick_capacity);
    ARRAY_RELEASE(&a, g->hashes, g->hash_capacity);
    ARRAY_RELEASE(&a, g->keys, g->key_capacity);
    ARRAY_RELEASE(&a, g->tree_list, g->tree_capacity);
    *g = (growing){0};
}

static bool growing_fail(growing *g, gestalt_result result, uint64_t offset, const char *why)
{
    error_set(&g->failure, result, offset, "%s", why);
    g->has_failed = true;
    return false;
}

_Static_assert(offsetof(growing_head, group) == CHUNK_SIZE, "a chunk's header has 48 bytes");

// ---- bytes passed to the reader

// Return the remaining bytes of the chunk after `into` bytes, as far as its header has been passed.
static uint64_t growing_left(const growing *g, uint64_t into)
{
    growing_head head;
    memcpy(&head, g->head, CHUNK_SIZE);
    return into < CHUNK_SIZE ? CHUNK_SIZE - into : head.size - (into - CHUNK_SIZE);
}

static bool growing_end_chunk(growing *g)
{
    gestalt_allocator a = memory_allocator(NULL);
    growing_chunk chunk = {.offset = g->passing};
    if (!ARRAY_RESERVE(&a, g->passed, g->passed_capacity, g->passed_count + 1))
        return false;
    memcpy(&chunk.head, g->head, sizeof g->head);
    g->passed[g->passed_count++] = chunk;
    return true;
}

// Store the headers among the bytes that the reader gets. Before the first chunk there is the
// beginning of the file; its hash is stored.
static bool growing_pass(growing *g, const unsigned char *bytes, size_t count)
{
    while (count > 0) {
        uint64_t into = g->reader_at - g->passing;
        uint64_t left = growing_is_open(g) ? growing_left(g, into) : count;
        size_t more = left < count ? (size_t)left : count;
        size_t room = into < sizeof g->head ? sizeof g->head - (size_t)into : 0;
        memcpy(g->head + (room ? into : 0), bytes, more < room ? more : room);
        g->reader_at += more;
        bytes += more;
        count -= more;
        into += more;
        if (!growing_is_open(g) || into < CHUNK_SIZE || growing_left(g, into) > 0)
            continue;
        if (!growing_end_chunk(g))
            return false;
        g->passing = g->reader_at;
    }
    return true;
}

// ---- opening

static gestalt_result growing_take(void *user, void *bytes, size_t size, size_t *count,
                                   gestalt_error *error)
{
    growing *g = user;
    ssize_t got = 0;
    for (*count = 0; *count < size; *count += (size_t)got) {
        got = pread(g->descriptor, (char *)bytes + *count, size - *count,
                    (off_t)(g->reader_at + *count));
        if (got < 0 && errno == EINTR)
            got = 0;
        else if (got < 0)
            return error_set(error, GESTALT_IO, 0, "cannot read `%s`: %s", g->path,
                             error_of_system(errno));
        else if (got == 0)
            break;
    }
    return growing_pass(g, bytes, *count) ? GESTALT_OK : error_no_memory(error);
}

static bool growing_bytes(const growing *g, uint64_t offset, void *bytes, size_t size)
{
    return pread(g->descriptor, bytes, size, (off_t)offset) == (ssize_t)size;
}

// Return whether the beginning of the file is complete, judging by sizes that are not verified yet.
static bool growing_has_begun(growing *g)
{
    unsigned char head[SCENE_HEADER] = {0};
    uint32_t version, name;
    uint64_t size;
    ssize_t count = pread(g->descriptor, head, sizeof head, 0);
    size_t known = count < 0 ? 0 : (size_t)count;
    g->is_none = memcmp(head, growing_magic, known < HEAD_SIZE ? known : HEAD_SIZE) != 0;
    if (g->is_none)
        return growing_fail(g, GESTALT_BAD_FILE, 0, "this is no recording");
    memcpy(&version, head + VERSION_AT, sizeof version);
    memcpy(&name, head + TREES_NAME_AT, sizeof name);
    memcpy(&size, head + SCENE_SIZE_AT, sizeof size);
    g->has_trees = version == VERSION_OF_TREES || version == VERSION_OF_WIDE_TREES;
    if (known < (g->has_trees ? TREES_HEADER : SCENE_HEADER))
        return false;
    return g->size >= (g->has_trees ? TREES_HEADER + (uint64_t)name : size) &&
           (g->has_trees || g->size - size >= SCENE_HEADER);
}

static void growing_open_reader(growing *g)
{
    const gestalt_record_source source = {growing_take, g};
    gestalt_result result =
        g->has_trees ? gestalt_tree_recording_open_source(source, NULL, &g->trees, &g->failure)
                     : gestalt_recording_open_source(source, NULL, &g->scene, &g->failure);
    g->has_failed = result != GESTALT_OK;
    if (g->has_failed)
        return;
    if (g->has_trees)
        gestalt_tree_recording_set_limits(g->trees, &g->limits);
    else
        gestalt_recording_set_limits(g->scene, &g->limits);
    g->begin = g->whole = g->passing = g->reader_at;
    g->mark = HASH_AT;
    memcpy(&g->mark_hash, g->head + HASH_AT, sizeof g->mark_hash);
    g->begin_hash = g->mark_hash;
    g->generation++;
}

// Open the file by its name if it exists and is a regular file.
static bool growing_find(growing *g)
{
    struct stat s;
    g->descriptor = file_open(AT_FDCWD, g->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
    if (g->descriptor < 0 && errno == ENOENT)
        return false;
    if (g->descriptor < 0 || fstat(g->descriptor, &s) != 0) {
        if (!g->has_failed)
            error_set(&g->failure, GESTALT_IO, 0, "cannot open `%s`: %s", g->path,
                      error_of_system(errno));
        g->has_failed = true;
        return false;
    }
    g->device = s.st_dev;
    g->node = s.st_ino;
    if (!S_ISREG(s.st_mode)) {
        // the error is reported once, as long as the size stays the same
        g->size = (uint64_t)s.st_size;
        return growing_fail(g, GESTALT_IO, 0, "a recording to look at has to be a file");
    }
    return true;
}

// ---- checking the file

// Return whether the file is the same, and still contains what was read from it.
static bool growing_is_same(const growing *g)
{
    struct stat now, named;
    uint64_t hash;
    if (fstat(g->descriptor, &now) != 0 || (uint64_t)now.st_size < g->whole)
        return false;
    if (stat(g->path, &named) == 0 && (named.st_dev != g->device || named.st_ino != g->node))
        return false;
    if (!growing_is_open(g)) // it was empty, or not a recording
        return (uint64_t)now.st_size == g->size;
    return growing_bytes(g, g->mark, &hash, sizeof hash) && hash == g->mark_hash;
}

growing_news growing_look(growing *g)
{
    struct stat s;
    growing_news news = GROWING_SAME;
    if (g->descriptor >= 0 && !growing_is_same(g)) {
        growing_drop(g);
        news = GROWING_OTHER;
    }
    if (g->descriptor < 0 && !growing_find(g))
        return news;
    if (fstat(g->descriptor, &s) == 0 && (uint64_t)s.st_size != g->size) {
        g->size = (uint64_t)s.st_size;
        news = news == GROWING_SAME ? GROWING_MORE : news;
    }
    if (!growing_is_open(g) && !g->has_failed && growing_has_begun(g))
        growing_open_reader(g);
    return news;
}

// ---- reading

static bool growing_add_tree(growing *g, const growing_chunk *c)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (!ARRAY_RESERVE(&a, g->tree_list, g->tree_capacity, g->tree_count + 1))
        return growing_fail(g, GESTALT_NO_MEMORY, 0, "out of memory");
    g->tree_list[g->tree_count++] =
        (growing_tree){c->offset, g->frame_count, g->mark_hash, c->head.hash, c->head.group};
    return true;
}

static bool growing_add_frame(growing *g, const growing_chunk *c)
{
    gestalt_allocator a = memory_allocator(NULL);
    bool is_key = c->head.flags & 1;
    bool keeps = is_key && (g->key_count == 0 ||
                            g->frame_count - g->keys[g->key_count - 1].frame >= KEYS_APART);
    if (!ARRAY_RESERVE(&a, g->ticks, g->tick_capacity, g->frame_count + 1) ||
        !ARRAY_RESERVE(&a, g->hashes, g->hash_capacity, g->frame_count + 1) ||
        (keeps && !ARRAY_RESERVE(&a, g->keys, g->key_capacity, g->key_count + 1)))
        return growing_fail(g, GESTALT_NO_MEMORY, 0, "out of memory");
    if (keeps)
        g->keys[g->key_count++] =
            (growing_key){g->frame_count, c->offset, g->mark_hash, g->tree_count};
    if (g->frame_count == 0)
        g->first_time = c->head.time;
    g->last_time = c->head.time;
    g->ticks[g->frame_count] = c->head.tick;
    g->hashes[g->frame_count++] = c->head.hash;
    return true;
}

static bool growing_index_chunk(growing *g, const growing_chunk *c)
{
    const growing_head *head = &c->head;
    if (head->kind == (g->has_trees ? CHUNK_STATES : CHUNK_FRAME) && !growing_add_frame(g, c))
        return false;
    if (g->has_trees && head->kind == CHUNK_TREE && !growing_add_tree(g, c))
        return false;
    g->mark = c->offset;
    g->mark_hash = head->hash;
    g->whole = c->offset + CHUNK_SIZE + head->size;
    g->chunk_most = head->size > g->chunk_most ? head->size : g->chunk_most;
    if (g->has_trees && head->kind == CHUNK_ASKED) {
        g->begin = g->whole;
        g->begin_hash = head->hash;
    }
    return true;
}

// Record the chunks that have been passed to the reader, all of which it has verified.
static bool growing_index(growing *g)
{
    bool is_well = true;
    for (size_t i = 0; i < g->passed_count && is_well; i++)
        is_well = growing_index_chunk(g, &g->passed[i]);
    g->passed_count = 0;
    return is_well;
}

// Read the next element; returns false when there is none.
static bool growing_next(growing *g, gestalt_record_frame *frame, bool *is_frame)
{
    gestalt_record_next next = GESTALT_RECORD_CUT;
    gestalt_tree_next tree_next = GESTALT_TREE_CUT;
    gestalt_tree_frame tree_frame;
    gestalt_result result =
        g->trees ? gestalt_tree_recording_next(g->trees, &tree_next, &tree_frame, &g->failure)
                 : gestalt_recording_next(g->scene, &next, frame, &g->failure);
    g->has_failed = result != GESTALT_OK;
    g->is_complete = !g->has_failed &&
                     (g->trees ? tree_next == GESTALT_TREE_AT_END : next == GESTALT_RECORD_AT_END);
    *is_frame = g->trees ? tree_next == GESTALT_TREE_HAS_FRAME : next == GESTALT_RECORD_HAS_FRAME;
    return !g->has_failed && !g->is_complete &&
           (*is_frame || (g->trees && tree_next == GESTALT_TREE_HAS_STEPS));
}

bool growing_has_more(const growing *g)
{
    return growing_is_open(g) && !g->has_failed && !g->is_complete && g->size > g->whole;
}

bool growing_read(growing *g)
{
    gestalt_record_frame frame = {0};
    bool is_frame;
    if (!growing_has_more(g))
        return false;
    bool has_more = growing_next(g, &frame, &is_frame);
    if (!has_more && !g->is_complete)
        return false;
    if (growing_index(g) && is_frame)
        growing_note(g, g->trees ? NULL : &frame);
    return has_more;
}

uint64_t growing_frame_at(const growing *g, uint64_t tick)
{
    uint64_t low = 0, high = g->frame_count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (g->ticks[middle] <= tick)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 || g->frame_count == 0 ? low - (low > 0) : 0;
}
