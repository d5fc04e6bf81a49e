// SPDX-License-Identifier: MIT
// Reading and writing fail in every way that a system offers: files that can't be opened or read,
// pipes that return one byte at a time, files that may not grow, writers that refuse.
//
//    test_io DOCUMENT
#include <gestalt/gestalt.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const char *document_path;
static gestalt_shape *shape; // shape of the document

static gestalt_result compile(const char *path, gestalt_shape **made, gestalt_error *error)
{
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_compile_options options = {.name = "guard"};
    *made = NULL;
    gestalt_result result = gestalt_compile_file(path, &options, made, &diagnostics, error);
    gestalt_diagnostics_destroy(diagnostics);
    return result;
}

// ---- reading

static void test_what_cannot_be_read(void **state)
{
    (void)state;
    static const struct {
        const char *path, *says;
    } cases[] = {
        {".", "directory"},
        {"no-such-file", "No such file"},
        {"", "No such file"},
        {"no/such/folder", "No such file"},
        {"/dev/null/x", "Not a directory"},
        {"/proc/self/mem", "Input/output error"}, // its first page can't be read
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gestalt_error error = {0};
        gestalt_shape *made = NULL;
        assert_int_equal(compile(cases[i].path, &made, &error), GESTALT_IO);
        assert_null(made);
        assert_int_equal(error.result, GESTALT_IO);
        if (!strcasestr(error.message, cases[i].says))
            fail_msg("%s: %s", cases[i].path, error.message);

        assert_int_equal(gestalt_shape_load(cases[i].path, NULL, &made, &error), GESTALT_IO);
        assert_null(made);
        if (!strcasestr(error.message, cases[i].says))
            fail_msg("%s: %s", cases[i].path, error.message);
    }
}

static void test_empty_files(void **state)
{
    (void)state;
    gestalt_error error = {0};
    gestalt_shape *made = NULL;
    assert_int_equal(compile("/dev/null", &made, &error), GESTALT_REJECTED);
    assert_int_equal(gestalt_shape_load("/dev/null", NULL, &made, &error), GESTALT_BAD_FILE);
}

typedef struct dripping {
    const char *pipe;
    const char *bytes;
    size_t size;
} dripping;

// Write to a pipe one byte at a time, so that each read returns few bytes.
static void *drip(void *user)
{
    const dripping *d = user;
    int descriptor = open(d->pipe, O_WRONLY);
    for (size_t i = 0; i < d->size; i++)
        if (write(descriptor, d->bytes + i, 1) != 1)
            break;
    close(descriptor);
    return NULL;
}

static pthread_t start_dripping(dripping *d)
{
    pthread_t thread;
    assert_int_equal(mkfifo(d->pipe, 0600), 0);
    assert_int_equal(pthread_create(&thread, NULL, drip, d), 0);
    return thread;
}

static void stop_dripping(const dripping *d, pthread_t thread)
{
    pthread_join(thread, NULL);
    assert_int_equal(unlink(d->pipe), 0);
}

static void assert_same_image(const gestalt_shape *a, const gestalt_shape *b)
{
    size_t a_size, b_size;
    const void *a_image = gestalt_shape_image(a, &a_size);
    const void *b_image = gestalt_shape_image(b, &b_size);
    assert_int_equal(a_size, b_size);
    assert_memory_equal(a_image, b_image, a_size);
}

static void test_an_image_byte_by_byte(void **state)
{
    (void)state;
    dripping d = {.pipe = "pipe"};
    d.bytes = gestalt_shape_image(shape, &d.size);
    pthread_t thread = start_dripping(&d);
    gestalt_shape *made = NULL;
    assert_int_equal(gestalt_shape_load("pipe", NULL, &made, NULL), GESTALT_OK);
    stop_dripping(&d, thread);
    assert_same_image(made, shape);
    gestalt_shape_destroy(made);
}

static void test_an_image_that_breaks_off(void **state)
{
    (void)state;
    dripping d = {.pipe = "pipe"};
    d.bytes = gestalt_shape_image(shape, &d.size);
    d.size -= 1;
    pthread_t thread = start_dripping(&d);
    gestalt_shape *made = NULL;
    assert_int_equal(gestalt_shape_load("pipe", NULL, &made, NULL), GESTALT_BAD_FILE);
    stop_dripping(&d, thread);
    assert_null(made);
}

static void test_a_document_byte_by_byte(void **state)
{
    (void)state;
    static char text[1 << 16];
    FILE *file = fopen(document_path, "rb");
    assert_non_null(file);
    // The pipe has the same file name as the document, since the image contains that name.
    const char *slash = strrchr(document_path, '/');
    dripping d = {.pipe = slash ? slash + 1 : document_path, .bytes = text};
    d.size = fread(text, 1, sizeof text, file);
    fclose(file);
    pthread_t thread = start_dripping(&d);
    gestalt_shape *made = NULL;
    assert_int_equal(compile(d.pipe, &made, NULL), GESTALT_OK);
    stop_dripping(&d, thread);
    assert_same_image(made, shape);
    gestalt_shape_destroy(made);
}

// ---- writing

static size_t files_here(void)
{
    DIR *folder = opendir(".");
    assert_non_null(folder);
    size_t count = 0;
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static void test_where_nothing_can_be_saved(void **state)
{
    (void)state;
    static const char *const paths[] = {".", "", "no/such/folder", "/proc/shape.gst", "/dev/full"};
    size_t before = files_here();
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        gestalt_error error = {0};
        if (gestalt_shape_save(shape, paths[i], &error) != GESTALT_IO)
            fail_msg("`%s` took the image", paths[i]);
        assert_int_equal(error.result, GESTALT_IO);
        assert_true(error.message[0] != '\0');
    }
    assert_int_equal(files_here(), before);
}

static void test_devices_stay_devices(void **state)
{
    (void)state;
    struct stat status;
    assert_int_equal(gestalt_shape_save(shape, "/dev/null", NULL), GESTALT_OK);
    assert_int_equal(stat("/dev/null", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
    assert_int_equal(stat("/dev/full", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
}

// Simulate a disk that is full after `limit` bytes. The last write before that is short.
static gestalt_result save_with_limit(size_t limit)
{
    struct rlimit old, less;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    less = old;
    less.rlim_cur = limit;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &less), 0);
    gestalt_result result = gestalt_shape_save(shape, "shape.gst", NULL);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    return result;
}

static void test_a_full_disk_keeps_the_old_file(void **state)
{
    (void)state;
    static const char old_text[] = "the old file";
    FILE *file = fopen("shape.gst", "wb");
    assert_non_null(file);
    fputs(old_text, file);
    fclose(file);
    size_t before = files_here(), size;
    gestalt_shape_image(shape, &size);
    const size_t limits[] = {0, 1, 31, size / 2, size - 1};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        assert_int_equal(save_with_limit(limits[i]), GESTALT_IO);
        assert_int_equal(files_here(), before);
        char text[sizeof old_text] = {0};
        file = fopen("shape.gst", "rb");
        assert_int_equal(fread(text, 1, sizeof text, file), sizeof old_text - 1);
        fclose(file);
        assert_string_equal(text, old_text);
    }
    assert_int_equal(save_with_limit(size), GESTALT_OK);
    assert_int_equal(files_here(), before);
    gestalt_shape *made = NULL;
    assert_int_equal(gestalt_shape_load("shape.gst", NULL, &made, NULL), GESTALT_OK);
    assert_same_image(made, shape);
    gestalt_shape_destroy(made);
    assert_int_equal(unlink("shape.gst"), 0);
}

// ---- writers

static bool take_some(void *user, const char *text, size_t size)
{
    size_t *left = user;
    (void)text;
    if (size > *left)
        return false;
    *left -= size;
    return true;
}

static void test_writers_that_refuse(void **state)
{
    (void)state;
    for (gestalt_show_form form = GESTALT_SHOW_OUTLINE; form <= GESTALT_SHOW_BTCPP; form++) {
        size_t left = SIZE_MAX;
        gestalt_writer writer = {.write = take_some, .user = &left};
        assert_int_equal(gestalt_shape_show(shape, form, false, writer, NULL), GESTALT_OK);
        size_t whole = SIZE_MAX - left;
        const size_t limits[] = {0, whole / 2, whole - 1};
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
            gestalt_error error = {0};
            left = limits[i];
            assert_int_equal(gestalt_shape_show(shape, form, false, writer, &error), GESTALT_IO);
            assert_int_equal(error.result, GESTALT_IO);
        }
    }
}

static void test_writers_that_refuse_diagnostics(void **state)
{
    (void)state;
    static const char text[] = "{\"gestalt\": 1, \"root\": {\"type\": \"sequnce\"}}";
    gestalt_shape *made = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    assert_int_equal(
        gestalt_compile_text("x.json", text, sizeof text - 1, NULL, &made, &diagnostics, NULL),
        GESTALT_REJECTED);
    for (gestalt_diagnostics_form form = GESTALT_DIAGNOSTICS_HUMAN;
         form <= GESTALT_DIAGNOSTICS_JSON; form++) {
        size_t left = SIZE_MAX;
        gestalt_writer writer = {.write = take_some, .user = &left};
        assert_true(gestalt_diagnostics_write(diagnostics, form, false, writer));
        left = SIZE_MAX - left - 1;
        assert_false(gestalt_diagnostics_write(diagnostics, form, false, writer));
    }
    gestalt_diagnostics_destroy(diagnostics);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_cannot_be_read),
        cmocka_unit_test(test_empty_files),
        cmocka_unit_test(test_an_image_byte_by_byte),
        cmocka_unit_test(test_an_image_that_breaks_off),
        cmocka_unit_test(test_a_document_byte_by_byte),
        cmocka_unit_test(test_where_nothing_can_be_saved),
        cmocka_unit_test(test_devices_stay_devices),
        cmocka_unit_test(test_a_full_disk_keeps_the_old_file),
        cmocka_unit_test(test_writers_that_refuse),
        cmocka_unit_test(test_writers_that_refuse_diagnostics),
    };
    char folder[] = "/tmp/gestalt-io-XXXXXX";
    signal(SIGXFSZ, SIG_IGN); // so that a write beyond the limit is an error
    signal(SIGPIPE, SIG_IGN);
    if (argc != 2 || !mkdtemp(folder) || chdir(folder) != 0) {
        perror("test_io");
        return 1;
    }
    document_path = argv[1];
    if (compile(document_path, &shape, NULL) != GESTALT_OK) {
        fprintf(stderr, "test_io: %s does not compile\n", document_path);
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    gestalt_shape_destroy(shape);
    return rmdir(folder) == 0 ? failed : 1;
}
