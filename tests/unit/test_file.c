// SPDX-License-Identifier: MIT
// Reading and replacing whole files, and everything that can prevent it.
#include "file.h"
#include "own_folder.h"
#include "short_memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

static void put_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    fclose(file);
}

static void expect_file(const char *path, const char *text)
{
    char *bytes;
    size_t size;
    assert_int_equal(file_read(path, 1 << 20, NULL, &bytes, &size, NULL), GESTALT_OK);
    assert_int_equal(size, strlen(text));
    assert_memory_equal(bytes, text, size);
    file_release(NULL, bytes, size);
}

static mode_t mode_of(const char *path)
{
    struct stat status;
    assert_int_equal(lstat(path, &status), 0);
    return status.st_mode & 07777;
}

// ---- reading

static void test_reads_any_size(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 4095, 65536, 300001};
    char *text = malloc(300001);
    for (size_t i = 0; i < 300001; i++)
        text[i] = (char)(i * 7 + i / 256);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(file_replace("a", text, sizes[i], NULL), GESTALT_OK);
        for (size_t slack = 0; slack < 2; slack++) {
            char *bytes;
            size_t size;
            assert_int_equal(file_read("a", sizes[i] + slack, NULL, &bytes, &size, NULL),
                             GESTALT_OK);
            assert_int_equal(size, sizes[i]);
            assert_memory_equal(bytes, text, size);
            file_release(NULL, bytes, size);
        }
        char *bytes = NULL;
        size_t size;
        gestalt_error error = {0};
        if (sizes[i] == 0)
            continue;
        assert_int_equal(file_read("a", sizes[i] - 1, NULL, &bytes, &size, &error), GESTALT_LIMIT);
        assert_int_equal(error.result, GESTALT_LIMIT);
        assert_null(bytes);
    }
    free(text);
}

static void test_refuses_what_is_no_file(void **state)
{
    (void)state;
    static const struct {
        const char *path, *message;
    } cases[] = {
        {".", "cannot read `.`: Is a directory"},
        {"missing", "cannot open `missing`: No such file or directory"},
        {"a\x1b[31m", "cannot open `a\\x1b[31m`: No such file or directory"},
        {"", "cannot open ``: No such file or directory"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *bytes;
        size_t size;
        gestalt_error error = {0};
        assert_int_equal(file_read(cases[i].path, 100, NULL, &bytes, &size, &error), GESTALT_IO);
        assert_string_equal(error.message, cases[i].message);
    }
}

static void test_long_paths_are_shortened_in_messages(void **state)
{
    (void)state;
    char path[1001];
    memset(path, 'x', 1000);
    memcpy(path + 990, "end.shape", 10);
    char *bytes;
    size_t size;
    gestalt_error error;
    assert_int_equal(file_read(path, 100, NULL, &bytes, &size, &error), GESTALT_IO);
    assert_non_null(strstr(error.message, "cannot open `...xxx"));
    assert_non_null(strstr(error.message, "xend.shape`: File name too long"));
}

static void test_reads_files_that_claim_no_size(void **state)
{
    (void)state;
    char *bytes;
    size_t size;
    assert_int_equal(file_read("/proc/self/status", 1 << 20, NULL, &bytes, &size, NULL),
                     GESTALT_OK);
    assert_true(size > 100);
    file_release(NULL, bytes, size);
    assert_int_equal(file_read("/dev/zero", 100000, NULL, &bytes, &size, NULL), GESTALT_LIMIT);
}

enum { PIPED_SIZE = 300000 };

// Write in small pieces, so that reads return less than requested.
static void *write_slowly(void *user)
{
    int descriptor = *(int *)user;
    char text[999];
    memset(text, 'p', sizeof text);
    for (size_t done = 0; done < PIPED_SIZE;) {
        size_t size = PIPED_SIZE - done < sizeof text ? PIPED_SIZE - done : sizeof text;
        ssize_t count = write(descriptor, text, size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        done += (size_t)count;
        if (done % 20 == 0)
            usleep(100);
    }
    close(descriptor);
    return NULL;
}

static void test_reads_pipes_to_their_end(void **state)
{
    (void)state;
    for (int blocking = 0; blocking < 2; blocking++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        if (!blocking)
            assert_int_equal(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, write_slowly, &ends[1]), 0);
        char *bytes;
        size_t size;
        assert_int_equal(file_read_descriptor(ends[0], "pipe", 1 << 20, NULL, &bytes, &size, NULL),
                         GESTALT_OK);
        pthread_join(thread, NULL);
        assert_int_equal(size, PIPED_SIZE);
        assert_int_equal(bytes[size - 1], 'p');
        file_release(NULL, bytes, size);
        close(ends[0]);
    }
}

static void interrupted(int number)
{
    (void)number;
}

static void test_signals_do_not_disturb(void **state)
{
    (void)state;
    struct sigaction action = {.sa_handler = interrupted}; // without SA_RESTART
    sigaction(SIGALRM, &action, NULL);
    struct itimerval often = {{0, 1000}, {0, 1000}};
    setitimer(ITIMER_REAL, &often, NULL);
    test_reads_pipes_to_their_end(state);
    assert_int_equal(file_replace("a", "text", 4, NULL), GESTALT_OK);
    expect_file("a", "text");
    setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
    signal(SIGALRM, SIG_IGN); // one signal may still be pending
}

static void test_reading_without_memory(void **state)
{
    (void)state;
    static const char *const paths[] = {"a", "/proc/self/status"};
    put_file("a", "some text");
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        gestalt_result result = GESTALT_NO_MEMORY;
        for (size_t left = 0; result != GESTALT_OK; left++) {
            short_memory memory = {left, 0};
            gestalt_allocator allocator = short_memory_allocator(&memory);
            char *bytes = NULL;
            size_t size = 0;
            result = file_read(paths[i], 1 << 20, &allocator, &bytes, &size, NULL);
            assert_int_equal(result, left < i + 1 ? GESTALT_NO_MEMORY : GESTALT_OK);
            assert_int_equal(memory.held, size);
            file_release(&allocator, bytes, size);
        }
    }
}

// ---- replacing

static void test_replaces_a_file(void **state)
{
    (void)state;
    umask(027);
    assert_int_equal(file_replace("a", "first", 5, NULL), GESTALT_OK);
    expect_file("a", "first");
    assert_int_equal(mode_of("a"), 0640);
    chmod("a", 0604);
    assert_int_equal(file_replace("a", "other", 5, NULL), GESTALT_OK);
    expect_file("a", "other");
    assert_int_equal(mode_of("a"), 0604);
    assert_int_equal(file_replace("./a", "", 0, NULL), GESTALT_OK);
    expect_file("a", "");
    assert_int_equal(own_folder_entries(), 1);
}

static void test_keeps_symbolic_links(void **state)
{
    (void)state;
    assert_int_equal(mkdir("d", 0755), 0);
    put_file("d/file", "old");
    assert_int_equal(symlink("d/relative", "link"), 0);
    assert_int_equal(symlink("../d/./file", "d/relative"), 0);
    assert_int_equal(file_replace("link", "new", 3, NULL), GESTALT_OK);
    expect_file("d/file", "new");
    assert_int_equal(symlink("d/absent", "dangling"), 0);
    assert_int_equal(file_replace("dangling", "made", 4, NULL), GESTALT_OK);
    expect_file("d/absent", "made");
    struct stat status;
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(lstat("dangling", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(symlink("self", "self"), 0);
    assert_int_equal(file_replace("self", "new", 3, NULL), GESTALT_IO);
    assert_int_equal(own_folder_entries(), 4);
}

// Entries of another user, in a shared folder and in one that is not shared. Only root can create
// files of other users (chown), so the test is skipped without root.
static void test_distrusts_planted_entries(void **state)
{
    enum { OTHER = 12345 };
    (void)state;
    struct stat status;
    gestalt_error error;
    if (geteuid() != 0)
        skip();
    static const struct {
        const char *folder;
        mode_t mode;
        bool is_shared;
    } folders[] = {{"open", 01777, true},
                   {"group", 01775, true},
                   {"own", 01755, false},
                   {"plain", 0777, false}};
    put_file("victim", "old");
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char link[40], own[40], file[40];
        snprintf(link, sizeof link, "%s/link", folders[i].folder);
        snprintf(own, sizeof own, "%s/mine", folders[i].folder);
        snprintf(file, sizeof file, "%s/file", folders[i].folder);
        assert_int_equal(mkdir(folders[i].folder, 0755) | chmod(folders[i].folder, folders[i].mode),
                         0);
        assert_int_equal(symlink("../victim", own) | symlink("../victim", link), 0);
        assert_int_equal(lchown(link, OTHER, OTHER), 0);
        put_file("victim", "old");
        bool is_written = file_replace(link, "new", 3, &error) == GESTALT_OK;
        assert_int_equal(is_written, !folders[i].is_shared);
        if (!is_written)
            assert_non_null(strstr(error.message, "/link`: Permission denied"));
        expect_file("victim", is_written ? "new" : "old");
        assert_int_equal(file_replace(own, "mine", 4, NULL), GESTALT_OK);
        expect_file("victim", "mine");
        put_file(file, "planted");
        assert_int_equal(chmod(file, 0666) | chown(file, OTHER, OTHER), 0);
        assert_int_equal(file_replace(file, "new", 3, NULL), GESTALT_OK);
        assert_int_equal(stat(file, &status), 0);
        assert_int_equal(status.st_uid, folders[i].is_shared ? geteuid() : OTHER);
        assert_int_equal(mode_of(file), folders[i].is_shared ? 0640 : 0666);
    }
}

static void test_writes_to_devices_directly(void **state)
{
    (void)state;
    assert_int_equal(file_replace("/dev/null", "text", 4, NULL), GESTALT_OK);
    gestalt_error error;
    assert_int_equal(file_replace("/dev/full", "text", 4, &error), GESTALT_IO);
    assert_string_equal(error.message, "cannot write `/dev/full`: No space left on device");
    assert_int_equal(symlink("/dev/full", "link"), 0);
    assert_int_equal(file_replace("link", "text", 4, NULL), GESTALT_IO);
    static const char *const none[] = {"/dev/fd/",   "/dev/fd/x",           "/dev/fd/-1",
                                       "/dev/fd/1x", "/dev/fd/99999999999", "/proc/self/fd/77"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_int_equal(file_replace(none[i], "text", 4, NULL), GESTALT_IO);
    struct stat status;
    assert_int_equal(stat("/dev/null", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
}

static void test_standard_output_is_continued(void **state)
{
    (void)state;
    static const char *const paths[] = {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        fflush(stdout);
        int saved = dup(STDOUT_FILENO);
        int file = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(file, STDOUT_FILENO);
        close(file);
        bool written = write(STDOUT_FILENO, "before ", 7) == 7;
        gestalt_result result = file_replace(paths[i], "text", 4, NULL);
        written = written && write(STDOUT_FILENO, " behind", 7) == 7;
        dup2(saved, STDOUT_FILENO);
        close(saved);
        assert_true(written);
        assert_int_equal(result, GESTALT_OK);
        expect_file("out", "before text behind");
    }
}

static void *read_fifo(void *user)
{
    static char text[10];
    int descriptor = open(user, O_RDONLY);
    ssize_t count = read(descriptor, text, sizeof text - 1);
    text[count > 0 ? count : 0] = '\0';
    close(descriptor);
    return text;
}

static void test_writes_to_named_pipes(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("fifo", 0600), 0);
    pthread_t thread;
    char path[] = "fifo";
    assert_int_equal(pthread_create(&thread, NULL, read_fifo, path), 0);
    assert_int_equal(file_replace("fifo", "text", 4, NULL), GESTALT_OK);
    void *text;
    pthread_join(thread, &text);
    assert_string_equal(text, "text");
}

static void test_where_nothing_can_be_written(void **state)
{
    (void)state;
    assert_int_equal(mkdir("d", 0755), 0);
    put_file("file", "old");
    static const char *const paths[] = {
        "",           ".",
        "d",          "d/",
        "..",         "missing/file",
        "file/below", "missing/",
        "file/",      "/proc/self/gestalt",
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        gestalt_error error = {0};
        assert_int_equal(file_replace(paths[i], "text", 4, &error), GESTALT_IO);
        assert_int_equal(error.result, GESTALT_IO);
        assert_true(strlen(error.message) > 20);
    }
    char path[300] = {0};
    memset(path, 'x', sizeof path - 1);
    assert_int_equal(file_replace(path, "text", 4, NULL), GESTALT_IO);
    expect_file("file", "old");
    assert_int_equal(own_folder_entries(), 2);
}

static void test_permissions_hold(void **state)
{
    (void)state;
    assert_int_equal(mkdir("d", 0755), 0);
    put_file("d/file", "old");
    put_file("locked", "old");
    chmod("locked", 0444);
    chmod("d", 0555);
    chmod(".", 0777);
    bool is_root = geteuid() == 0;
    assert_int_equal(is_root ? seteuid(65534) : 0, 0);
    gestalt_result in_folder = file_replace("d/file", "text", 4, NULL);
    gestalt_result locked = file_replace("locked", "text", 4, NULL);
    gestalt_result fresh = file_replace("fresh", "text", 4, NULL);
    assert_int_equal(is_root ? seteuid(0) : 0, 0);
    assert_int_equal(in_folder, GESTALT_IO);
    assert_int_equal(locked, GESTALT_IO);
    assert_int_equal(fresh, GESTALT_OK);
    expect_file("d/file", "old");
    expect_file("locked", "old");
    assert_int_equal(own_folder_entries(), 3);
}

// A folder that can only be written can't be listed, but its files can be opened.
static void test_folders_for_writing_only(void **state)
{
    (void)state;
    assert_int_equal(mkdir("d", 0755), 0);
    bool is_root = geteuid() == 0;
    assert_int_equal(is_root ? chown("d", 65534, 65534) : 0, 0);
    chmod("d", 0300);
    chmod(".", 0755);
    assert_int_equal(is_root ? seteuid(65534) : 0, 0);
    gestalt_result result = file_replace("d/file", "text", 4, NULL);
    assert_int_equal(is_root ? seteuid(0) : 0, 0);
    assert_int_equal(result, GESTALT_OK);
    expect_file("d/file", "text");
}

static void test_a_full_disk_leaves_the_old_file(void **state)
{
    (void)state;
    put_file("file", "old");
    static char large[100000];
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = sizeof large - 1;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    gestalt_error error = {0};
    gestalt_result result = file_replace("file", large, sizeof large, &error);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(result, GESTALT_IO);
    assert_string_equal(error.message, "cannot write `file`: File too large");
    expect_file("file", "old");
    assert_int_equal(own_folder_entries(), 1);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, own_folder_enter, own_folder_leave)

static void test_in_pieces(void **state)
{
    (void)state;
    file_output output;
    gestalt_error error = {0};
    assert_int_equal(file_output_begin(&output, "a", NULL), GESTALT_OK);
    assert_int_equal(file_output_write(&output, "on", 2, NULL), GESTALT_OK);
    assert_int_equal(file_output_write(&output, "", 0, NULL), GESTALT_OK);
    assert_int_equal(access("a", F_OK), -1); // not before it is complete
    assert_int_equal(file_output_write(&output, "e", 1, NULL), GESTALT_OK);
    assert_int_equal(file_output_commit(&output, NULL), GESTALT_OK);
    expect_file("a", "one");
    assert_int_equal(file_output_begin(&output, "a", NULL), GESTALT_OK);
    assert_int_equal(file_output_write(&output, "two", 3, NULL), GESTALT_OK);
    file_output_abandon(&output);
    expect_file("a", "one");
    assert_int_equal(own_folder_entries(), 1);
    // A file that can't be renamed to its name is removed.
    assert_int_equal(file_output_begin(&output, "b", NULL), GESTALT_OK);
    assert_int_equal(mkdir("b", 0777), 0);
    assert_int_equal(file_output_commit(&output, &error), GESTALT_IO);
    assert_string_equal(error.message, "cannot replace `b`: Is a directory");
    assert_int_equal(own_folder_entries(), 2);

    file_input input;
    char bytes[8];
    size_t count;
    assert_int_equal(file_input_begin(&input, "b", &error), GESTALT_IO);
    assert_int_equal(file_input_begin(&input, "a", NULL), GESTALT_OK);
    assert_int_equal(file_input_read(&input, bytes, 2, &count, NULL), GESTALT_OK);
    assert_int_equal(count, 2);
    assert_int_equal(file_input_read(&input, bytes + 2, 6, &count, NULL), GESTALT_OK);
    assert_int_equal(count, 1);
    assert_memory_equal(bytes, "one", 3);
    file_input_end(&input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_reads_any_size),
        IN_FOLDER(test_refuses_what_is_no_file),
        IN_FOLDER(test_long_paths_are_shortened_in_messages),
        IN_FOLDER(test_reads_files_that_claim_no_size),
        IN_FOLDER(test_reads_pipes_to_their_end),
        IN_FOLDER(test_signals_do_not_disturb),
        IN_FOLDER(test_reading_without_memory),
        IN_FOLDER(test_replaces_a_file),
        IN_FOLDER(test_in_pieces),
        IN_FOLDER(test_keeps_symbolic_links),
        IN_FOLDER(test_distrusts_planted_entries),
        IN_FOLDER(test_writes_to_devices_directly),
        IN_FOLDER(test_standard_output_is_continued),
        IN_FOLDER(test_writes_to_named_pipes),
        IN_FOLDER(test_where_nothing_can_be_written),
        IN_FOLDER(test_permissions_hold),
        IN_FOLDER(test_folders_for_writing_only),
        IN_FOLDER(test_a_full_disk_leaves_the_old_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
