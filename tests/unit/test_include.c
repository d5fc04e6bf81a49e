// SPDX-License-Identifier: MIT
// Included files: nothing outside the first document's folder can be reached, with any of the
// system calls that open them.
#include "include_file.h"
#include "memory.h"

#include <gestalt/gestalt.h>

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char top[] = "/tmp/gestalt-include-XXXXXX";
static int folder = -1; // top/inside

static void make_file(const char *path, const char *text)
{
    int descriptor = openat(folder, path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, strlen(text)), strlen(text));
    close(descriptor);
}

static int set_up(void **state)
{
    (void)state;
    char path[64];
    if (!mkdtemp(top))
        return -1;
    snprintf(path, sizeof path, "%s/inside", top);
    mkdir(path, 0777);
    folder = open(path, O_RDONLY | O_DIRECTORY);
    mkdirat(folder, "lib", 0777);
    mkdirat(folder, "lib/deep", 0777);
    make_file("../secret", "secret");
    make_file("plain", "plain");
    make_file("lib/file", "file");
    make_file("lib/deep/file", "deep");
    assert_int_equal(symlinkat("lib/file", folder, "link"), 0);
    assert_int_equal(symlinkat("deep/../../plain", folder, "lib/back"), 0);
    assert_int_equal(symlinkat("lib", folder, "library"), 0);
    assert_int_equal(symlinkat("../secret", folder, "out"), 0);
    assert_int_equal(symlinkat("../../secret", folder, "lib/out"), 0);
    assert_int_equal(symlinkat("..", folder, "up"), 0);
    assert_int_equal(symlinkat("/etc/passwd", folder, "absolute"), 0);
    assert_int_equal(symlinkat("/proc/self/root", folder, "magic"), 0);
    assert_int_equal(symlinkat("loop", folder, "loop"), 0);
    return mkfifoat(folder, "fifo", 0666);
}

static int tear_down(void **state)
{
    (void)state;
    char command[64];
    close(folder);
    snprintf(command, sizeof command, "rm -rf %s", top);
    return system(command);
}

typedef int opener(int folder, const char *path, const gestalt_allocator *allocator);

// Return what the file contains, or "!" and the name of the error.
static const char *content(opener *open_it, const char *path)
{
    static char text[64];
    gestalt_allocator allocator = memory_allocator(NULL);
    int descriptor = open_it(folder, path, &allocator);
    if (descriptor < 0)
        return errno == EXDEV ? "!EXDEV" : errno == ELOOP ? "!ELOOP" : "!other";
    ssize_t size = read(descriptor, text, sizeof text - 1);
    close(descriptor);
    text[size < 0 ? 0 : size] = '\0';
    return text;
}

static void check_paths(opener *open_it)
{
    static const struct {
        const char *path, *content;
    } cases[] = {
        {"plain", "plain"},
        {"lib/file", "file"},
        {"lib//file", "file"},
        {"./lib/./file", "file"},
        {"lib/../plain", "plain"},
        {"lib/deep/../../lib/deep/file", "deep"},
        {"link", "file"},
        {"library/file", "file"},
        {"lib/back", "plain"},
        {"library/back", "plain"},
        {"missing", "!other"},
        {"plain/file", "!other"},
        {"", "!other"},
        {"/etc/passwd", "!EXDEV"},
        {"../secret", "!EXDEV"},
        {"lib/../../secret", "!EXDEV"},
        {"..", "!EXDEV"},
        {"out", "!EXDEV"},
        {"lib/out", "!EXDEV"},
        {"library/out", "!EXDEV"},
        {"up/secret", "!EXDEV"},
        {"up/inside/plain", "!EXDEV"},
        {"absolute", "!EXDEV"},
        {"magic/etc/passwd", "!EXDEV"},
        {"loop", "!ELOOP"},
        {"fifo", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *found = content(open_it, cases[i].path);
        if (strcmp(found, cases[i].content) != 0)
            fail_msg("%s: %s instead of %s", cases[i].path, found, cases[i].content);
    }
}

static void test_kernel(void **state)
{
    (void)state;
    check_paths(include_open);
}

static void test_walk(void **state)
{
    (void)state;
    check_paths(include_open_walk);
}

static void test_walk_closes_what_it_opens(void **state)
{
    (void)state;
    int before = open("/dev/null", O_RDONLY);
    close(before);
    check_paths(include_open_walk);
    int after = open("/dev/null", O_RDONLY);
    close(after);
    assert_int_equal(before, after);
}

static void *no_memory(void *user, void *block, size_t old_size, size_t new_size)
{
    (void)user;
    (void)block;
    (void)old_size;
    (void)new_size;
    return NULL;
}

static void test_walk_without_memory(void **state)
{
    (void)state;
    gestalt_allocator none = {.resize = no_memory};
    errno = 0;
    assert_int_equal(include_open_walk(folder, "plain", &none), -1);
    assert_int_equal(errno, ENOMEM);
}

// ---- through the compiler

static char report[8192];

static bool keep(void *user, const char *text, size_t size)
{
    size_t *used = user;
    if (*used + size >= sizeof report)
        return false;
    memcpy(report + *used, text, size);
    *used += size;
    report[*used] = '\0';
    return true;
}

// The short diagnostics of a document that includes `path`.
static const char *compile_include(const char *path, const gestalt_compile_options *options)
{
    char text[512], file[64];
    snprintf(text, sizeof text,
             "{ \"gestalt\": 1, \"trees\": { \"t\": { \"include\": \"%s\" } },"
             " \"root\": { \"type\": \"subtree\", \"tree\": \"t\" } }",
             path);
    make_file("main.json", text);
    snprintf(file, sizeof file, "%s/inside/main.json", top);
    gestalt_shape *shape;
    gestalt_diagnostics *diagnostics;
    gestalt_error error;
    gestalt_result result = gestalt_compile_file(file, options, &shape, &diagnostics, &error);
    size_t used = 0;
    report[0] = '\0';
    assert_non_null(diagnostics);
    assert_true(gestalt_diagnostics_write(diagnostics, GESTALT_DIAGNOSTICS_SHORT, false,
                                          (gestalt_writer){keep, &used}));
    assert_int_equal(result == GESTALT_OK, shape != NULL);
    assert_int_equal(result == GESTALT_OK, gestalt_diagnostics_error_count(diagnostics) == 0);
    gestalt_shape_destroy(shape);
    gestalt_diagnostics_destroy(diagnostics);
    return report;
}

static void test_includes_of_a_document(void **state)
{
    (void)state;
    make_file("lib/good.json",
              "{ \"gestalt\": 1, \"root\": { \"type\": \"wait\", \"ticks\": 2 } }");
    make_file("lib/two.json", "{ \"gestalt\": 1, \"trees\": { \"g\": { \"include\": "
                              "\"../lib/./good.json\" } }, \"root\": { \"type\": \"subtree\", "
                              "\"tree\": \"g\" } }");
    make_file("lib/cycle.json", "{ \"gestalt\": 1, \"trees\": { \"m\": { \"include\": "
                                "\"../main.json\" } }, \"root\": { \"type\": \"subtree\", "
                                "\"tree\": \"m\" } }");
    static const struct {
        const char *path, *expected; // part of the report; NULL: no report
    } cases[] = {
        {"lib/good.json", NULL},
        {"lib/two.json", NULL},
        {"library/good.json", NULL},
        {"/etc/passwd", "E0511"},
        {"../secret", "E0511"},
        {"lib/../../secret", "E0511"},
        {"", "E0511"},
        {"lib\\\\good.json", "E0511"},
        {"out", "E0512"},
        {"magic/etc/hosts", "E0512"},
        {"fifo", "not a regular file"},
        {"lib", "E0512"},
        {"nothing", "E0512"},
        {"lib/cycle.json", "E0513"},
        {"main.json", "E0513"},
        {"plain", "plain:1:1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *found = compile_include(cases[i].path, NULL);
        bool right = cases[i].expected ? strstr(found, cases[i].expected) != NULL : !*found;
        if (!right)
            fail_msg("%s: %s", cases[i].path, found);
    }
    gestalt_compile_options forbidden = {.forbid_includes = true};
    assert_non_null(strstr(compile_include("lib/good.json", &forbidden), "E0514"));
}

// A reader of the host gets normalised paths, and its errors are shown.
static gestalt_result read_memory(void *user, const char *path, const gestalt_allocator *allocator,
                                  char **text, size_t *size, gestalt_error *error)
{
    const char *document = "{ \"gestalt\": 1, \"root\": { \"type\": \"success\" } }";
    strcpy(user, path);
    if (strcmp(path, "lib/memory.json") != 0) {
        snprintf(error->message, sizeof error->message, "nobody knows it");
        return GESTALT_IO;
    }
    *size = strlen(document);
    *text = allocator->resize(allocator->user, NULL, 0, *size);
    memcpy(*text, document, *size);
    return GESTALT_OK;
}

static void test_reader_of_the_host(void **state)
{
    (void)state;
    char asked[128] = "";
    gestalt_compile_options options = {.include = read_memory, .include_user = asked};
    assert_string_equal(compile_include("x/../lib/./memory.json", &options), "");
    assert_string_equal(asked, "lib/memory.json");
    assert_non_null(strstr(compile_include("other.json", &options), "nobody knows it"));
    assert_non_null(strstr(compile_include("../other.json", &options), "E0511"));
    assert_string_equal(asked, "other.json");
}

// Note each document that is read, in order, and refuse one of them.
static gestalt_result listen(void *user, const char *path, const char *text, size_t size,
                             gestalt_error *error)
{
    char *heard = user;
    const char *name = strstr(path, "inside/");
    assert_non_null(name);
    assert_true(size > 0 && text[0] == '{');
    strcat(strcat(heard, name + strlen("inside/")), " ");
    if (!strstr(path, "two.json"))
        return GESTALT_OK;
    snprintf(error->message, sizeof error->message, "two are too many");
    return GESTALT_LIMIT;
}

static void test_listener(void **state)
{
    (void)state;
    char heard[128] = "";
    gestalt_compile_options options = {.listener = listen, .listener_user = heard};
    assert_string_equal(compile_include("lib/good.json", &options), "");
    assert_string_equal(heard, "main.json lib/good.json ");
    heard[0] = '\0';
    assert_non_null(strstr(compile_include("lib/two.json", &options), "two are too many"));
    assert_string_equal(heard, "main.json lib/two.json ");
    assert_non_null(strstr(compile_include("nothing", &options), "E0512"));
    char file[64];
    gestalt_shape *shape;
    gestalt_error error = {0};
    make_file("two.json", "{ \"gestalt\": 1, \"root\": { \"type\": \"success\" } }");
    snprintf(file, sizeof file, "%s/inside/two.json", top);
    assert_int_equal(gestalt_compile_file(file, &options, &shape, NULL, &error), GESTALT_LIMIT);
    assert_string_equal(error.message, "two are too many");
}

static void test_text_without_a_folder(void **state)
{
    (void)state;
    static const char text[] =
        "{ \"gestalt\": 1, \"trees\": { \"t\": { \"include\": \"a.json\" } },"
        " \"root\": { \"type\": \"subtree\", \"tree\": \"t\" } }";
    gestalt_shape *shape;
    gestalt_diagnostics *diagnostics;
    assert_int_equal(
        gestalt_compile_text("memory", text, strlen(text), NULL, &shape, &diagnostics, NULL),
        GESTALT_REJECTED);
    assert_int_equal(gestalt_diagnostics_error_count(diagnostics), 1);
    gestalt_diagnostics_destroy(diagnostics);
    assert_int_equal(gestalt_compile_text("memory", text, strlen(text), NULL, &shape, NULL, NULL),
                     GESTALT_REJECTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernel),
        cmocka_unit_test(test_walk),
        cmocka_unit_test(test_walk_without_memory),
        cmocka_unit_test(test_walk_closes_what_it_opens),
        cmocka_unit_test(test_includes_of_a_document),
        cmocka_unit_test(test_reader_of_the_host),
        cmocka_unit_test(test_listener),
        cmocka_unit_test(test_text_without_a_folder),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
