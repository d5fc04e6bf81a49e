// SPDX-License-Identifier: MIT
// Recordings that `gestalt live` serves, while system calls fail, are interrupted or return too
// little, or the file is overwritten: what is verified is always the beginning of one of the files.
//
// The linker redirects reads and queries of file sizes to this file.
#include "flock.h"
#include "follow.h"
#include "own_folder.h"
#include "tree_recordings.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { RECORDINGS = TREE_RECORDINGS + 1 };

static const char path[] = "run.gsr";

// ---- system calls, one of which fails

typedef enum fault { FAULT_NONE, FAULT_ERROR, FAULT_INTERRUPTED, FAULT_END, FAULT_OTHER } fault;

static struct {
    fault kind;
    size_t calls, fail_at;
    const byte_buffer *other; // FAULT_OTHER: overwrites the file
} faults;

ssize_t __real_pread64(int descriptor, void *bytes, size_t size, off_t offset);
int __real_fstat64(int descriptor, struct stat *status);
ssize_t __wrap_pread64(int descriptor, void *bytes, size_t size, off_t offset);
int __wrap_fstat64(int descriptor, struct stat *status);

static void file_write(const char *mode, const void *bytes, size_t size)
{
    FILE *file = fopen(path, mode);
    assert_non_null(file);
    assert_true(fwrite(bytes, 1, size, file) == size);
    assert_int_equal(fclose(file), 0);
}

static bool fault_is_now(void)
{
    if (faults.kind == FAULT_NONE || ++faults.calls != faults.fail_at)
        return false;
    if (faults.kind == FAULT_OTHER)
        file_write("r+b", faults.other->bytes, faults.other->size);
    return faults.kind != FAULT_OTHER;
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
    if (!fault_is_now() || faults.kind != FAULT_ERROR)
        return __real_fstat64(descriptor, status);
    errno = EIO;
    return -1;
}

// ---- recordings

static byte_buffer flock_bytes(void)
{
    flock f;
    byte_buffer made = {0};
    gestalt_recorder *recorder;
    const flock_options how = {
        .count = 30, .dimension = 2, .comes_and_goes = true, .has_lights = true};
    flock_start(&f, &how);
    assert_int_equal(
        gestalt_recorder_create(&f.description, buffer_writer(&made), NULL, &recorder, NULL),
        GESTALT_OK);
    for (int i = 0; i < 40; i++) {
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
    static byte_buffer world;
    if (kind < TREE_RECORDINGS)
        return tree_recording_at(kind);
    if (!world.bytes)
        world = flock_bytes();
    return &world;
}

// ---- following

static bool write_nowhere(void *user, const char *text, size_t size)
{
    (void)user, (void)text, (void)size;
    return true;
}

// Follow the file to the end of what can be verified. Returns whether the fault has come.
static bool follow_all(follow *f, cli *c)
{
    gestalt_limits limits;
    gestalt_limits_default(&limits, sizeof limits);
    *c = (cli){0};
    text_start(&c->messages, (gestalt_writer){write_nowhere, NULL}, false);
    faults.calls = 0;
    follow_start(f, c, path, &limits, true);
    for (int i = 0; i < 3; i++) {
        follow_look(f);
        while (follow_advance(f)) {
        }
    }
    return faults.kind != FAULT_NONE && faults.calls >= faults.fail_at;
}

// What is verified must be the beginning of one of the recordings, and an error must have a
// message.
static void expect_beginning(const follow *f, const byte_buffer *a, const byte_buffer *b)
{
    static unsigned char bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_true(f->verified <= sizeof bytes);
    assert_true(fread(bytes, 1, f->verified, file) == f->verified);
    fclose(file);
    if ((f->verified > a->size || memcmp(bytes, a->bytes, f->verified) != 0) &&
        (f->verified > b->size || memcmp(bytes, b->bytes, f->verified) != 0))
        fail_msg("%llu bytes are of neither recording", (unsigned long long)f->verified);
    assert_true(!f->has_failed || f->failure.message[0]);
    assert_true(!f->is_complete || f->verified == a->size || f->verified == b->size);
}

static void test_faults(void **state)
{
    (void)state;
    cli c;
    follow f;
    size_t count = 0;
    for (unsigned kind = 0; kind < RECORDINGS; kind++)
        for (fault how = FAULT_ERROR; how <= FAULT_END; how++) {
            const byte_buffer *b = recording_at(kind);
            file_write("wb", b->bytes, b->size);
            bool has_come = true;
            for (faults.fail_at = 1; has_come; faults.fail_at++) {
                faults.kind = how;
                has_come = follow_all(&f, &c);
                faults.kind = FAULT_NONE;
                expect_beginning(&f, b, b);
                if (!has_come || how == FAULT_INTERRUPTED)
                    assert_true(f.is_complete);
                follow_close(&f);
                count++;
            }
        }
    print_message("# %zu faults\n", count);
    assert_true(count > 100);
}

static void test_overwritten(void **state)
{
    (void)state;
    cli c;
    follow f;
    for (unsigned kind = 0; kind < RECORDINGS; kind++) {
        const byte_buffer *b = recording_at(kind), *other = recording_at((kind + 1) % RECORDINGS);
        bool has_come = true;
        for (faults.fail_at = 1; has_come; faults.fail_at++) {
            file_write("wb", b->bytes, b->size);
            faults.kind = FAULT_OTHER;
            faults.other = other;
            has_come = follow_all(&f, &c);
            faults.kind = FAULT_NONE;
            // The other one may be shorter: then the file ends as the first one.
            if (!f.has_failed && f.verified <= other->size && has_come)
                expect_beginning(&f, b, other);
            follow_close(&f);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_overwritten),
    };
    return cmocka_run_group_tests(tests, own_folder_enter, own_folder_leave);
}
