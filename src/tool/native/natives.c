// SPDX-License-Identifier: MIT
#include "natives.h"

#include "array.h"
#include "hash.h"
#include "identity.h"
#include "native_source.h"
#include "native_tick.h"
#include "shared_object.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- shared objects

// Return the code with a name, if its symbol is large enough.
static const gestalt_native *object_find(void *object, const char *name)
{
    char symbol[NATIVE_NAME_SIZE + 8];
    snprintf(symbol, sizeof symbol, "%s_native", name);
    void *found = dlsym(object, symbol);
#ifdef __GLIBC__
    Dl_info about;
    const ElfW(Sym) *entry = NULL;
    if (found && (!dladdr1(found, &about, (void **)&entry, RTLD_DL_SYMENT) || !entry ||
                  entry->st_size != sizeof(gestalt_native)))
        return NULL;
#endif
    return found;
}

// ---- files given by options

static exit_code file_load(natives *n, native_file *file, const char *path)
{
    *file = (native_file){.path = path};
    const char *why;
    file->object = shared_object_open(&n->a, path, &why);
    if (file->object)
        return EXIT_FINE;
    cli_say(n->c, "cannot load the native code: %s", why);
    if (access(path, R_OK) == 0)
        cli_say(n->c, "make such a file from a tree's C code: `gestalt compile TREE.json --as=c -o "
                      "tree.c`, then `cc -std=c17 -O3 -shared -fPIC tree.c $(pkg-config --cflags "
                      "gestalt) -o tree.so`");
    return EXIT_IO;
}

static exit_code files_load(natives *n)
{
    uint32_t at = 0, count = 0;
    const char *path;
    exit_code verdict = EXIT_FINE;
    while (options_next_text(&n->c->options, OPTION_NATIVE, &at))
        count++;
    n->files = ARENA_ARRAY(&n->a, native_file, count);
    at = 0;
    while (verdict == EXIT_FINE && (path = options_next_text(&n->c->options, OPTION_NATIVE, &at)))
        if (path[0] == '\0')
            n->compiles = true;
        else
            verdict = file_load(n, &n->files[n->file_count++], path);
    return verdict;
}

// Find the code of a tree in a file. Code that the command has built is called `tree`.
static const gestalt_native *file_find(native_file *file, const gestalt_shape *shape)
{
    char name[NATIVE_NAME_SIZE];
    const gestalt_allocator allocator = memory_allocator(NULL);
    native_mangle(name, gestalt_shape_name(shape));
    const gestalt_native *native = object_find(file->object, name);
    if (!native)
        native = object_find(file->object, "tree");
    gestalt_error error = {0};
    if (!native)
        snprintf(error.message, sizeof error.message,
                 "the file has no native code for the tree `%s`: it has no constant %s_native",
                 gestalt_shape_name(shape), name);
    else if (native_fits(native, shape, &allocator, &error) == GESTALT_OK)
        file->is_used = true;
    if (error.message[0])
        native = NULL;
    if (!file->why[0])
        snprintf(file->why, sizeof file->why, "%s", error.message);
    return native;
}

exit_code natives_check(const natives *n)
{
    for (uint32_t i = 0; i < n->file_count; i++)
        if (!n->files[i].is_used) {
            cli_say(n->c, "%s: %s", n->files[i].path,
                    n->files[i].why[0] ? n->files[i].why : "there is no tree that it could be for");
            return EXIT_REJECTED;
        }
    return EXIT_FINE;
}

// ---- building code

typedef struct making {
    natives *n;
    const char *name;
    const gestalt_shape *shape;
    gestalt_allocator allocator;
    char *text;
    size_t size, capacity;
    native_build *build; // the build of `n`
} making;

static bool making_write(void *user, const char *text, size_t size)
{
    making *m = user;
    if (!ARRAY_RESERVE(&m->allocator, m->text, m->capacity, m->size + size))
        return false;
    memcpy(m->text + m->size, text, size);
    m->size += size;
    return true;
}

static uint64_t making_hash(const making *m, uint64_t text)
{
    const char *version = gestalt_version();
    const uint64_t parts[] = {text, native_headers_hash(), native_compiler_hash(&m->n->compiler),
                              hash_bytes(version, strlen(version))};
    return hash_bytes(parts, sizeof parts);
}

// Load code, and check that it fits the tree.
static native_tree *making_load(making *m, const char *path)
{
    gestalt_error error = {0};
    native_tree *tree = ARENA_NEW(&m->n->a, native_tree);
    const char *fault;
    tree->object = shared_object_open(&m->n->a, path, &fault);
    const gestalt_native *native = tree->object ? object_find(tree->object, "tree") : NULL;
    if (native && native_fits(native, m->shape, &m->allocator, &error) == GESTALT_OK) {
        tree->native = native;
        return tree;
    }
    const char *why = error.message[0] ? error.message
                      : tree->object   ? "it is not native code"
                                       : fault;
    snprintf(m->build->said, sizeof m->build->said, "%s", why);
    if (tree->object)
        dlclose(tree->object);
    return NULL;
}

static void note_said(const making *m)
{
    enum { LINES = 10 };
    const char *at = m->build->said;
    for (int i = 0; i < LINES && *at; i++) {
        size_t size = strcspn(at, "\n");
        cli_tell(m->n->c, "  %.*s", (int)size, at);
        at += size + (at[size] == '\n');
    }
    if (*at)
        cli_tell(m->n->c, "  ...");
}

// Print why a tree has no code.
static void making_note(const making *m, native_verdict verdict)
{
    cli *c = m->n->c;
    const char *command = m->n->compiler.words[0];
    switch (verdict) {
    case NATIVE_DONE:
    case NATIVE_ENDED: break;
    case NATIVE_NO_COMPILER:
        cli_say(c,
                "%s: native code needs a compiler, and `%s` was not found: the tree is "
                "interpreted; install gcc, or set CC",
                m->name, command);
        break;
    case NATIVE_FAILED:
        cli_say(c, "%s: `%s` could not compile the native code: the tree is interpreted", m->name,
                command);
        note_said(m);
        break;
    case NATIVE_BROKEN:
        cli_say(c, "%s: the tree is interpreted: %s", m->name, m->build->said);
        break;
    }
}

static void show_compiling(const making *m, bool is_over)
{
    cli *c = m->n->c;
    if (!isatty(STDERR_FILENO) || options_flag(&c->options, OPTION_QUIET))
        return;
    text_put(&c->messages, "\r");
    if (!is_over) {
        text_escaped(&c->messages, m->name, strlen(m->name));
        text_put(&c->messages, ": compiling");
    }
    text_put(&c->messages, "\x1b[K");
    text_finish(&c->messages);
}

static native_verdict making_begin(making *m)
{
    const char *elsewhere = getenv("TMPDIR");
    const char *parent = m->n->cache.folder                 ? m->n->cache.folder
                         : elsewhere && elsewhere[0] == '/' ? elsewhere
                                                            : "/tmp";
    *m->build = (native_build){.a = &m->n->a, .compiler = &m->n->compiler};
    return native_build_begin(m->build, parent, m->text, m->size);
}

// Compile the code, and store it at `path` unless that is NULL.
static native_verdict making_compile(making *m, const char *path, native_tree **tree)
{
    natives *n = m->n;
    show_compiling(m, false);
    native_verdict verdict = native_build_compile(m->build);
    show_compiling(m, true);
    if (verdict != NATIVE_DONE)
        return verdict;
    bool is_kept = path && native_cache_add(&n->cache, &n->a, m->build->object, path);
    *tree = making_load(m, is_kept ? path : m->build->object);
    return *tree ? NATIVE_DONE : NATIVE_BROKEN;
}

// Find or build the code. A header of the user may have changed, so the preprocessed text is
// hashed.
static native_verdict making_find(making *m, native_tree **tree)
{
    natives *n = m->n;
    const char *path = NULL;
    uint64_t text = hash_bytes(m->text, m->size);
    native_verdict verdict = NATIVE_DONE;
    if (n->leaves) {
        verdict = making_begin(m);
        if (verdict == NATIVE_DONE)
            verdict = native_build_hash(m->build, &text);
    }
    if (verdict == NATIVE_DONE && n->cache.folder) {
        path = native_cache_path(&n->cache, &n->a, making_hash(m, text));
        *tree = native_cache_has(path) ? making_load(m, path) : NULL;
    }
    if (verdict == NATIVE_DONE && !*tree && !m->build->folder)
        verdict = making_begin(m);
    if (verdict == NATIVE_DONE && !*tree)
        verdict = making_compile(m, path, tree);
    return verdict;
}

static exit_code natives_make(natives *n, const char *name, const gestalt_shape *shape,
                              native_tree **tree)
{
    gestalt_error error = {0};
    making m = {.n = n,
                .name = name,
                .shape = shape,
                .allocator = memory_allocator(NULL),
                .build = &n->build};
    const gestalt_c_options how = {.name = "tree", .leaves = n->leaves};
    gestalt_result result =
        gestalt_shape_write_c(shape, &how, (gestalt_writer){making_write, &m}, &error);
    exit_code verdict = EXIT_FINE;
    *tree = NULL;
    // All other errors come from making_write: there was no memory for the text.
    if (result == GESTALT_OK)
        making_note(&m, making_find(&m, tree));
    else if (result == GESTALT_BAD_ARGUMENT || result == GESTALT_LIMIT)
        cli_say(n->c, "%s: %s: the tree is interpreted", name, error.message);
    else
        verdict = cli_fail(n->c, name, GESTALT_NO_MEMORY, &(gestalt_error){0});
    native_build_end(m.build);
    ARRAY_RELEASE(&m.allocator, m.text, m.capacity);
    return verdict;
}

// ---- all trees

// Read the path of the header with leaves. The C is compiled in another folder, so the path must be
// absolute.
static exit_code leaves_read(natives *n)
{
    const options *o = &n->c->options;
    const char *given = options_text(o, OPTION_NATIVE_LEAVES);
    char path[PATH_MAX];
    if (!given)
        return EXIT_FINE;
    if (!n->compiles)
        return cli_usage(n->c, "--leaves needs --native without a file");
    if (!options_text(o, OPTION_PLUGIN))
        return cli_usage(
            n->c,
            "--leaves needs --plugin with the same functions, since stubs would not be called");
    if (!realpath(given, path)) {
        cli_say(n->c, "cannot read `%s`: %s", given, strerror(errno));
        return EXIT_IO;
    }
    if (strpbrk(path, "\"\\\n\r") || strstr(path, "?\?"))
        return cli_usage(n->c,
                         "--leaves cannot be `%s`: the name of the header cannot have quotes, "
                         "backslashes, `?\?` or line breaks",
                         given);
    n->leaves = arena_copy_text(&n->a, path, strlen(path));
    return EXIT_FINE;
}

static exit_code natives_start(natives *n)
{
    if (options_is_given(&n->c->options, OPTION_NATIVE_LEAVES) &&
        !options_is_given(&n->c->options, OPTION_NATIVE))
        return cli_usage(n->c, "--leaves needs --native");
    exit_code verdict = files_load(n);
    if (verdict == EXIT_FINE)
        verdict = leaves_read(n);
    if (verdict != EXIT_FINE || !n->compiles)
        return verdict;
    if (!native_compiler_read(&n->compiler, &n->a))
        return cli_usage(n->c, "CC and CFLAGS can have %d words each", NATIVE_WORDS);
    native_cache_open(&n->cache, &n->a);
    if (!n->cache.folder)
        cli_say(n->c, "native code is not cached: %s", n->cache.why);
    return EXIT_FINE;
}

exit_code natives_open(natives *n, cli *c)
{
    *n = (natives){.c = c, .is_open = true};
    arena_start(&n->a, memory_allocator(NULL));
    if (setjmp(n->a.escape)) {
        cli_say(c, "out of memory");
        return EXIT_LIMIT;
    }
    return natives_start(n);
}

static exit_code find_new(natives *n, const char *name, const gestalt_shape *shape)
{
    native_tree *tree = NULL;
    exit_code verdict = EXIT_FINE;
    const gestalt_native *native = NULL;
    for (uint32_t i = 0; i < n->file_count && !native; i++)
        native = file_find(&n->files[i], shape);
    if (!native && n->compiles)
        verdict = natives_make(n, name, shape, &tree);
    if (!tree) {
        tree = ARENA_NEW(&n->a, native_tree);
        tree->native = native;
    }
    tree->shape = shape_identity(shape);
    tree->next = n->trees;
    n->trees = tree;
    return verdict;
}

exit_code natives_find(natives *n, const char *name, const gestalt_shape *shape,
                       const gestalt_native **native)
{
    *native = NULL;
    if (!n || (!n->compiles && n->file_count == 0))
        return EXIT_FINE;
    for (const native_tree *tree = n->trees; tree; tree = tree->next)
        if (tree->shape == shape_identity(shape)) {
            *native = tree->native;
            return EXIT_FINE;
        }
    if (setjmp(n->a.escape)) {
        native_build_end(&n->build);
        cli_say(n->c, "out of memory");
        return EXIT_LIMIT;
    }
    exit_code verdict = find_new(n, name, shape);
    *native = n->trees ? n->trees->native : NULL;
    return verdict;
}

void natives_close(natives *n)
{
    if (!n->is_open)
        return;
    for (native_tree *tree = n->trees; tree; tree = tree->next)
        if (tree->object)
            dlclose(tree->object);
    for (uint32_t i = 0; i < n->file_count; i++)
        if (n->files[i].object)
            dlclose(n->files[i].object);
    arena_destroy(&n->a);
    n->is_open = false;
}
