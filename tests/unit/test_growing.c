// SPDX-License-Identifier: MIT
// Recordings that grow, as `gestalt live --follow` reads them: piece by piece, from any frame to
// any other. Meanwhile files are truncated, replaced and overwritten, or can't be read.
//
// The linker redirects reads and queries of file sizes to this file.
#include "flock.h"
#include "growing.h"
#include "hash.h"
#include "own_folder.h"
#include "record_bytes.h"
#include "tree_recordings.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { RECORDINGS = TREE_RECORDINGS + 1, FRAMES_MOST = 800, LANES = 64 };

static const char path[] = "run.gsr", beside[] = "beside.gsr";

// ---- system calls, one of which fails

typedef enum fault { FAULT_NONE, FAULT_ERROR, FAULT_INTERRUPTED, FAULT_END, FAULTS } fault;

static struct {
    fault kind;
    size_t calls, fail_at;
    const byte_buffer *other; // overwrites the file before call number `fail_at`
} faults;

ssize_t __real_pread64(int descriptor, void *bytes, size_t size, off_t offset);
int __real_fstat64(int descriptor, struct stat *status);
ssize_t __wrap_pread64(int descriptor, void *bytes, size_t size, off_t offset);
int __wrap_fstat64(int descriptor, struct stat *status);

static void file_put(size_t at, const void *bytes, size_t size);

static bool fault_is_now(void)
{
    if (faults.other && ++faults.calls == faults.fail_at)
        file_put(0, faults.other->bytes, faults.other->size);
    return faults.kind != FAULT_NONE && ++faults.calls == faults.fail_at;
}

ssize_t __wrap_pread64(int descriptor, void *bytes, size_t size, off_t offset)
{
    if (!fault_is_now())
        return __real_pread64(descriptor, bytes, size, offset);
    errno = faults.kind == FAULT_INTERRUPTED ? EINTR : EIO;
    return faults.kind == FAULT_END ? 0 : -1;
}

int __wrap_fstat64(int descriptor, struct stat *status)
{
    if (faults.kind != FAULT_ERROR || !fault_is_now())
        return __real_fstat64(descriptor, status);
    errno = EIO;
    return -1;
}

// ---- recordings, and the frames in them as a plain reader sees them

static byte_buffer flock_bytes(uint64_t count, uint64_t frames)
{
    flock f;
    byte_buffer made = {0};
    gestalt_recorder *recorder;
    const flock_options options = {
        .count = count, .dimension = 2, .comes_and_goes = true, .has_lights = true};
    flock_start(&f, &options);
    assert_int_equal(
        gestalt_recorder_create(&f.description, buffer_writer(&made), NULL, &recorder, NULL),
        GESTALT_OK);
    for (uint64_t i = 0; i < frames; i++) {
        gestalt_record_frame frame = flock_frame(&f);
        assert_int_equal(gestalt_recorder_frame(recorder, &frame, NULL), GESTALT_OK);
        flock_step(&f);
    }
    assert_int_equal(gestalt_recorder_finish(recorder, NULL), GESTALT_OK);
    gestalt_recorder_destroy(recorder);
    flock_release(&f);
    return made;
}

static const byte_buffer *recording_at(unsigned kind)
{
    static byte_buffer scene;
    if (kind < TREE_RECORDINGS)
        return tree_recording_at(kind);
    if (!scene.bytes)
        scene = flock_bytes(30, 60);
    return &scene;
}

static uint64_t hash_of(uint64_t hash, const void *bytes, size_t size)
{
    return XXH3_64bits_withSeed(bytes, size, hash);
}

static uint64_t hash_scene(const gestalt_recording *r, const gestalt_record_frame *f)
{
    const gestalt_record_description *d = gestalt_recording_description(r);
    uint64_t hash = hash_of(f->step, f->ids, f->count * sizeof *f->ids);
    hash = hash_of(hash, f->groups, f->count * sizeof *f->groups);
    for (uint32_t i = 0; i < d->column_count; i++)
        hash = hash_of(hash, f->columns[i], f->count * sizeof(uint32_t));
    return hash;
}

// Hash an agent by its id, its masks and its values, independent of its lane.
static uint64_t hash_lane(const gestalt_tree_group *g, const gestalt_tree_block *b, unsigned lane)
{
    uint64_t hash = b->agents[lane];
    for (uint32_t i = 0; i < g->mask_count; i++)
        hash = hash_of(hash, &(uint64_t){b->masks[i] >> lane & 1}, sizeof(uint64_t));
    for (uint32_t i = 0; i < g->column_count; i++)
        hash = hash_of(hash, &b->columns[(size_t)i * LANES + lane], sizeof *b->columns);
    return hash;
}

static uint64_t hash_trees(const gestalt_tree_recording *r, const gestalt_tree_frame *f)
{
    gestalt_tree_group g;
    gestalt_tree_block b;
    uint64_t hash = f->tick * 1000 + f->agents;
    for (uint32_t i = 0; gestalt_tree_recording_group(r, i, &g); i++)
        for (uint64_t k = 0; gestalt_tree_recording_block(r, i, k, &b); k++)
            for (uint64_t left = b.lanes; left; left &= left - 1)
                hash += hash_lane(&g, &b, (unsigned)__builtin_ctzll(left));
    return hash;
}

typedef struct plain {
    uint64_t count, hashes[FRAMES_MOST], ticks[FRAMES_MOST];
} plain;

static void plain_add(plain *p, uint64_t hash, uint64_t tick)
{
    assert_true(p->count < FRAMES_MOST);
    p->hashes[p->count] = hash;
    p->ticks[p->count++] = tick;
}

static void plain_scene(plain *p, const byte_buffer *b)
{
    gestalt_recording *r;
    gestalt_record_frame f;
    gestalt_record_next next;
    if (gestalt_recording_open_memory(b->bytes, b->size, NULL, &r, NULL) != GESTALT_OK)
        return;
    while (gestalt_recording_next(r, &next, &f, NULL) == GESTALT_OK &&
           next == GESTALT_RECORD_HAS_FRAME)
        plain_add(p, hash_scene(r, &f), f.step);
    gestalt_recording_close(r);
}

static void plain_trees(plain *p, const byte_buffer *b)
{
    gestalt_tree_recording *r;
    gestalt_tree_frame f;
    gestalt_tree_next next;
    if (gestalt_tree_recording_open_memory(b->bytes, b->size, NULL, &r, NULL) != GESTALT_OK)
        return;
    while (gestalt_tree_recording_next(r, &next, &f, NULL) == GESTALT_OK &&
           (next == GESTALT_TREE_HAS_FRAME || next == GESTALT_TREE_HAS_STEPS))
        if (next == GESTALT_TREE_HAS_FRAME)
            plain_add(p, hash_trees(r, &f), f.tick);
    gestalt_tree_recording_close(r);
}

// Read all frames that can be read, of a recording of trees or of a scene.
static void plain_read(plain *p, const byte_buffer *b)
{
    plain_trees(p, b);
    if (p->count == 0)
        plain_scene(p, b);
}

static const plain *plain_at(unsigned kind)
{
    static plain list[RECORDINGS];
    if (list[kind].count == 0)
        plain_read(&list[kind], recording_at(kind));
    assert_true(list[kind].count > 0);
    return &list[kind];
}

// ---- files

static void file_write(const char *to, const void *bytes, size_t size)
{
    FILE *file = fopen(to, "wb");
    assert_non_null(file);
    assert_true(fwrite(bytes, 1, size, file) == size);
    assert_int_equal(fclose(file), 0);
}

static void file_put(size_t at, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, (long)at, SEEK_SET), 0);
    assert_true(fwrite(bytes, 1, size, file) == size);
    assert_int_equal(fclose(file), 0);
}

static void recording_write(unsigned kind)
{
    const byte_buffer *b = recording_at(kind);
    file_write(path, b->bytes, b->size);
}

static growing *growing_new(void)
{
    growing *g = malloc(sizeof *g);
    gestalt_limits limits;
    assert_non_null(g);
    gestalt_limits_default(&limits, sizeof limits);
    growing_start(g, path, &limits);
    return g;
}

static void growing_end(growing *g)
{
    growing_close(g);
    free(g);
}

static void growing_all(growing *g)
{
    growing_look(g);
    while (growing_read(g)) {
    }
}

static void growing_go(growing *g, uint64_t frame)
{
    while (growing_view_step(g, frame)) {
    }
}

static uint64_t growing_hash(const growing *g)
{
    return g->has_trees ? hash_trees(g->view.trees, &g->view.tree_frame)
                        : hash_scene(g->view.scene, &g->view.scene_frame);
}

static void expect_frame(growing *g, const plain *p, uint64_t frame)
{
    growing_go(g, frame);
    assert_false(g->has_failed);
    assert_int_equal(g->view.frame, frame);
    assert_int_equal(g->ticks[frame], p->ticks[frame]);
    assert_int_equal(growing_hash(g), p->hashes[frame]);
}

// ---- how they grow

static void test_grows(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < RECORDINGS; kind++) {
        const byte_buffer *b = recording_at(kind);
        const plain *p = plain_at(kind);
        growing *g = growing_new();
        unlink(path);
        assert_int_equal(growing_look(g), GROWING_SAME);
        assert_int_equal(growing_frame_at(g, 7), 0);
        assert_false(growing_read(g) || growing_view_step(g, 0));
        uint64_t frames = 0;
        for (size_t at = 0, more; at < b->size; at += more) {
            more = b->size / 37 + 1;
            more = more < b->size - at ? more : b->size - at;
            if (at == 0)
                file_write(path, b->bytes, more);
            else
                file_put(at, b->bytes + at, more);
            // if it was not open, the added bytes may be those of another recording
            bool was_open = growing_is_open(g);
            assert_int_equal(growing_look(g), was_open || at == 0 ? GROWING_MORE : GROWING_OTHER);
            assert_int_equal(growing_look(g), GROWING_SAME);
            growing_all(g);
            assert_true(g->frame_count >= frames);
            frames = g->frame_count;
            if (frames > 0)
                expect_frame(g, p, frames - 1);
        }
        assert_true(g->is_complete);
        assert_int_equal(g->frame_count, p->count);
        assert_int_equal(g->generation, 1);
        growing_end(g);
    }
}

static void test_any_frame(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < RECORDINGS; kind++) {
        const plain *p = plain_at(kind);
        uint64_t drawn = 1;
        growing *g = growing_new();
        recording_write(kind);
        growing_all(g);
        for (int i = 0; i < 200; i++) {
            drawn = drawn * 6364136223846793005u + 1442695040888963407u;
            uint64_t frame = (drawn >> 33) % p->count;
            if (i % 3 == 0) // on the way to another frame
                growing_view_step(g, (drawn >> 40) % p->count);
            expect_frame(g, p, frame);
            assert_int_equal(growing_frame_at(g, p->ticks[frame]), frame);
        }
        assert_int_equal(growing_frame_at(g, UINT64_MAX), p->count - 1);
        assert_int_equal(growing_frame_at(g, 0), 0);
        assert_false(growing_view_step(g, p->count));
        growing_end(g);
    }
}

// The past has at most 256 moments, including the first frame, and as many agents as it had then.
static void test_moments(void **state)
{
    (void)state;
    byte_buffer b = flock_bytes(3, 700);
    plain p = {0};
    plain_scene(&p, &b);
    growing *g = growing_new();
    file_write(path, b.bytes, b.size);
    growing_all(g);
    assert_int_equal(g->frame_count, 700);
    assert_int_equal(g->every, 4);
    assert_int_equal(g->moment_count, 175);
    for (uint32_t i = 0; i < g->moment_count; i++) {
        assert_int_equal(g->moments[i].frame, 4 * i);
        assert_int_equal(g->moments[i].tick, p.ticks[4 * i]);
        expect_frame(g, &p, 4 * i);
        uint64_t agents = 0;
        for (uint32_t k = 0; k < gestalt_recording_description(g->scene)->group_count; k++)
            agents += g->moments[i].list[k].count;
        assert_int_equal(agents, g->view.scene_frame.count);
    }
    growing_end(g);
    free(b.bytes);
}

// ---- other files with the same name

static void expect_other(growing *g, unsigned kind)
{
    uint64_t generation = g->generation;
    assert_int_equal(growing_look(g), GROWING_OTHER);
    growing_all(g);
    assert_false(g->has_failed);
    assert_int_equal(g->generation, generation + 1);
    assert_int_equal(g->frame_count, plain_at(kind)->count);
    expect_frame(g, plain_at(kind), g->frame_count / 2);
}

static void test_replaced(void **state)
{
    (void)state;
    growing *g = growing_new();
    recording_write(0);
    growing_all(g);
    expect_frame(g, plain_at(0), 3);
    const byte_buffer *scene = recording_at(TREE_RECORDINGS);
    file_write(beside, scene->bytes, scene->size); // a new file replaces it
    assert_int_equal(rename(beside, path), 0);
    expect_other(g, TREE_RECORDINGS);
    recording_write(2); // overwritten in place
    expect_other(g, 2);
    // overwritten without being truncated first
    file_put(0, recording_at(1)->bytes, recording_at(1)->size);
    expect_other(g, 1);
    assert_int_equal(truncate(path, 100), 0);
    assert_int_equal(growing_look(g), GROWING_OTHER);
    assert_int_equal(g->frame_count, 0);
    assert_false(growing_shows(g));
    recording_write(3);
    growing_all(g);
    expect_frame(g, plain_at(3), 9);
    unlink(path); // an open file stays readable
    assert_int_equal(growing_look(g), GROWING_SAME);
    expect_frame(g, plain_at(3), 2);
    growing_end(g);
}

static void expect_failure(growing *g, gestalt_result result, const char *why)
{
    assert_true(g->has_failed);
    assert_int_equal(g->failure.result, result);
    if (!strstr(g->failure.message, why))
        fail_msg("it says `%s`, not `%s`", g->failure.message, why);
}

static void test_no_recordings(void **state)
{
    (void)state;
    growing *g = growing_new();
    unlink(path);
    file_write(path, "{\"gestalt\": 1}", 14);
    growing_look(g);
    expect_failure(g, GESTALT_BAD_FILE, "this is no recording");
    assert_int_equal(growing_look(g), GROWING_SAME);
    recording_write(0);
    assert_int_equal(growing_look(g), GROWING_OTHER);
    growing_all(g);
    expect_frame(g, plain_at(0), 5);
    // A folder, and a folder inside a file.
    unlink(path);
    growing_end(g);
    g = growing_new();
    assert_int_equal(mkdir(path, 0700), 0);
    growing_look(g);
    expect_failure(g, GESTALT_IO, "has to be a file");
    assert_int_equal(growing_look(g), GROWING_SAME);
    growing_end(g);
    assert_int_equal(rmdir(path), 0);
    g = growing_new();
    g->path = "beside.gsr/run.gsr";
    file_write(beside, "x", 1);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(growing_look(g), GROWING_SAME);
        expect_failure(g, GESTALT_IO, "cannot open");
    }
    growing_end(g);
    // The first bytes of a recording do not show its kind yet.
    for (unsigned kind = 0; kind < RECORDINGS; kind++)
        for (size_t size = 0; size < 120; size++) {
            g = growing_new();
            file_write(path, recording_at(kind)->bytes, size);
            growing_all(g);
            assert_int_equal(g->frame_count, 0);
            assert_false(g->has_failed);
            growing_end(g);
        }
}

// ---- frames that change after they were verified

static void expect_broken(growing *g, uint64_t frame)
{
    growing_go(g, frame);
    assert_true(g->has_failed && g->view.is_broken);
    assert_false(growing_shows(g) || growing_view_step(g, frame));
    assert_true(g->failure.message[0] != '\0');
}

static void test_changed_later(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < RECORDINGS; kind++) {
        for (int how = 0; how < 4; how++) {
            uint64_t large = how ? UINT64_MAX / 2 : 1;
            growing *g = growing_new();
            recording_write(kind);
            growing_all(g);
            growing_go(g, g->frame_count - 1);
            size_t key = g->keys[0].offset;
            if (how < 2) // the size of the first frame
                file_put(key + 16, &large, sizeof large);
            else if (how == 2) // its kind
                file_put(key + 8, &(uint32_t){77}, sizeof(uint32_t));
            else
                assert_int_equal(truncate(path, (off_t)key + 60), 0);
            expect_broken(g, 0);
            growing_end(g);
        }
    }
}

// The file ends inside a frame that the reader has seen before: it must not be read as another
// frame.
static void test_end_in_the_way(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < RECORDINGS; kind += TREE_RECORDINGS) {
        const byte_buffer *b = recording_at(kind);
        growing *g = growing_new();
        recording_write(kind);
        growing_all(g);
        size_t key = g->keys[0].offset, size = 48;
        unsigned char end[48];
        memcpy(end, b->bytes + b->size - size, size);
        file_put(key, end, size);
        expect_broken(g, 0);
        growing_end(g);
    }
}

// ---- another recording is written over the file, in place

// Return a copy of a recording with some bytes changed and all hashes corrected.
static byte_buffer recording_changed(unsigned kind, uint64_t *drawn)
{
    const byte_buffer *from = recording_at(kind);
    byte_buffer made = {.bytes = malloc(from->size), .size = from->size, .capacity = from->size};
    assert_non_null(made.bytes);
    memcpy(made.bytes, from->bytes, from->size);
    for (uint64_t left = 1 + *drawn % 4; left > 0; left--) {
        *drawn = *drawn * 6364136223846793005u + 1442695040888963407u;
        size_t at = (size_t)(*drawn >> 24) % from->size;
        made.bytes[at] ^= (unsigned char)(1u << (*drawn >> 60 & 7));
    }
    repair_recording(made.bytes, made.size);
    return made;
}

// Expect that a frame is shown as it was when it was first verified, or that an error is shown.
static void expect_verified(growing *g, const plain *p, const plain *other, uint64_t frame)
{
    growing_go(g, frame);
    if (growing_shows(g)) {
        bool is_first = frame < p->count && growing_hash(g) == p->hashes[frame];
        bool is_other = other && frame < other->count && growing_hash(g) == other->hashes[frame];
        assert_true(is_first || is_other);
        assert_int_equal(g->ticks[frame], (is_first ? p : other)->ticks[frame]);
    } else
        assert_true(g->has_failed && g->view.is_broken && g->failure.message[0] != '\0');
}

static void test_rewritten(void **state)
{
    (void)state;
    uint64_t drawn = 3, broken = 0;
    for (unsigned kind = 0; kind < RECORDINGS; kind++)
        for (int i = 0; i < 60; i++) {
            const plain *p = plain_at(kind);
            byte_buffer other = recording_changed(kind, &drawn);
            growing *g = growing_new();
            recording_write(kind);
            growing_all(g);
            if (i % 2)
                growing_go(g, (uint64_t)i % p->count);
            file_put(0, other.bytes, other.size);
            for (uint64_t frame = 0; frame < p->count; frame += 1 + frame % 5)
                expect_verified(g, p, NULL, frame);
            expect_verified(g, p, NULL, p->count - 1);
            broken += g->view.is_broken;
            growing_end(g);
            free(other.bytes);
        }
    assert_true(broken > 60);
}

// The other recording is written while the first one is read, before one system call. Frames may
// belong to either: frames of the second can follow those of the first that both have in common.
static bool growing_with_change(unsigned kind, const byte_buffer *other, const plain *others)
{
    growing *g = growing_new();
    recording_write(kind);
    faults.calls = 0;
    faults.other = other;
    growing_all(g);
    if (g->frame_count > 0) {
        growing_go(g, g->frame_count / 2);
        growing_go(g, 0);
    }
    bool has_come = faults.calls >= faults.fail_at;
    faults.other = NULL;
    for (uint64_t i = 0; i < g->frame_count && !g->has_failed; i += 7)
        expect_verified(g, plain_at(kind), others, i);
    assert_true(growing_shows(g) || g->frame_count == 0 || g->failure.message[0] != '\0');
    growing_end(g);
    return has_come;
}

static void test_rewritten_meanwhile(void **state)
{
    (void)state;
    uint64_t drawn = 5;
    for (unsigned kind = 0; kind < RECORDINGS; kind++) {
        plain_at(kind);
        for (int i = 0; i < 3; i++) {
            byte_buffer other = recording_changed(i < 2 ? kind : (kind + 1) % RECORDINGS, &drawn);
            plain p = {0};
            plain_read(&p, &other);
            for (faults.fail_at = 1; growing_with_change(kind, &other, &p); faults.fail_at++) {
            }
            free(other.bytes);
        }
    }
}

// ---- files that cannot be read

// Read and show everything, with one call that fails.
static bool growing_with_fault(unsigned kind)
{
    growing *g = growing_new();
    faults.calls = 0;
    growing_all(g);
    growing_all(g);
    if (g->frame_count > 0)
        growing_go(g, g->frame_count / 2);
    bool has_come = faults.calls >= faults.fail_at;
    fault was = faults.kind;
    faults.kind = FAULT_NONE;
    bool is_well = !g->has_failed && g->is_complete && growing_shows(g);
    if (was == FAULT_INTERRUPTED && has_come && !is_well)
        assert_true(g->has_failed); // the failed call is not repeated
    if (is_well)
        expect_frame(g, plain_at(kind), g->frame_count / 2);
    else if (g->has_failed)
        assert_true(g->failure.message[0] != '\0');
    faults.kind = was;
    growing_end(g);
    return has_come;
}

static void test_faults(void **state)
{
    (void)state;
    size_t count = 0;
    for (unsigned kind = 0; kind < RECORDINGS; kind += 3)
        for (fault how = FAULT_ERROR; how < FAULTS; how++) {
            plain_at(kind);
            recording_write(kind);
            faults.kind = how;
            for (faults.fail_at = 1; growing_with_fault(kind); faults.fail_at++)
                count++;
            faults.kind = FAULT_NONE;
        }
    print_message("# %zu faults\n", count);
    assert_true(count > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grows),
        cmocka_unit_test(test_any_frame),
        cmocka_unit_test(test_moments),
        cmocka_unit_test(test_replaced),
        cmocka_unit_test(test_no_recordings),
        cmocka_unit_test(test_changed_later),
        cmocka_unit_test(test_end_in_the_way),
        cmocka_unit_test(test_rewritten),
        cmocka_unit_test(test_rewritten_meanwhile),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, own_folder_enter, own_folder_leave);
}
