// SPDX-License-Identifier: MIT
#include "native_build.h"

#include "hash.h"
#include "native_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// ---- the compiler

static const char *const options_before[] = {"-std=c17",
                                             "-O3",
#if defined(__x86_64__) || defined(__i386__)
                                             "-march=native",
#endif
                                             "-ffp-contract=off",
                                             "-fno-math-errno",
                                             "-fPIC"};
enum {
    OPTIONS_BEFORE = sizeof options_before / sizeof *options_before,
    PATIENCE = 5,        // number of steps in which the compiler must end after a signal
    PATIENCE_STEP = 100, // milliseconds
};

static bool words_split(arena *a, const char *text, const char **words, uint32_t *count)
{
    static const char blanks[] = " \t\n";
    *count = 0;
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        size_t size = strcspn(text, blanks);
        if (*count == NATIVE_WORDS)
            return false;
        words[(*count)++] = arena_copy_text(a, text, size);
        text += size;
    }
    return true;
}

bool native_compiler_read(native_compiler *compiler, arena *a)
{
    const char *command = getenv("CC"), *flags = getenv("CFLAGS");
    bool good = words_split(a, command ? command : "", compiler->words, &compiler->word_count);
    good &= words_split(a, flags ? flags : "", compiler->flags, &compiler->flag_count);
    if (compiler->word_count == 0)
        compiler->words[compiler->word_count++] = "cc";
    return good;
}

static void hash_words(XXH3_state_t *state, const char *const *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        XXH3_64bits_update(state, words[i], strlen(words[i]) + 1);
    XXH3_64bits_update(state, &count, sizeof count);
}

// Find the program's file in the same way as the system does.
static bool program_find(const char *name, struct stat *status)
{
    char path[4096];
    const char *folders = getenv("PATH");
    if (strchr(name, '/'))
        return stat(name, status) == 0;
    while (folders && *folders) {
        size_t size = strcspn(folders, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)size, folders, name);
        if (stat(path, status) == 0 && S_ISREG(status->st_mode))
            return true;
        folders += size + (folders[size] == ':');
    }
    return false;
}

// Hash the program: a compiler that was updated may generate different code.
static void hash_program(XXH3_state_t *state, const char *name)
{
    struct stat status;
    if (!program_find(name, &status))
        return;
    int64_t facts[] = {(int64_t)status.st_size, (int64_t)status.st_mtim.tv_sec,
                       (int64_t)status.st_mtim.tv_nsec};
    XXH3_64bits_update(state, facts, sizeof facts);
}

// Hash the model of the first processor, and its features.
static void hash_machine(XXH3_state_t *state)
{
    static const char *const names[] = {"model", "flags", "Features", "isa", "CPU ", "cpu family"};
    char line[8192];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file) && line[0] != '\n')
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strncmp(line, names[i], strlen(names[i])) == 0)
                XXH3_64bits_update(state, line, strlen(line));
    if (file)
        fclose(file);
}

uint64_t native_compiler_hash(const native_compiler *compiler)
{
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    hash_words(&state, compiler->words, compiler->word_count);
    hash_words(&state, compiler->flags, compiler->flag_count);
    hash_words(&state, options_before, OPTIONS_BEFORE);
    hash_program(&state, compiler->words[0]);
    hash_machine(&state);
    return XXH3_64bits_digest(&state);
}

uint64_t native_headers_hash(void)
{
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    const native_header *header;
    for (size_t i = 0; (header = native_header_at(i)); i++)
        XXH3_64bits_update(&state, header->bytes, header->size);
    return XXH3_64bits_digest(&state);
}

// ---- signals

static const int endings[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDINGS = sizeof endings / sizeof *endings };
static struct sigaction endings_before[ENDINGS];
static volatile sig_atomic_t ending; // the first signal that arrived, or 0
static volatile pid_t compiling; // process id of the compiler, which leads a process group, or 0

static void endings_note(int number)
{
    int before = errno;
    ending = ending ? ending : number;
    if (compiling > 0)
        kill(-compiling, SIGTERM);
    errno = before;
}

// Hold signals, except for ignored ones, such as SIGHUP under nohup.
static void endings_hold(void)
{
    struct sigaction action = {.sa_handler = endings_note};
    sigemptyset(&action.sa_mask);
    ending = 0;
    for (int i = 0; i < ENDINGS; i++)
        if (sigaction(endings[i], NULL, &endings_before[i]) == 0 &&
            endings_before[i].sa_handler != SIG_IGN)
            sigaction(endings[i], &action, NULL);
}

static void endings_release(void)
{
    for (int i = 0; i < ENDINGS; i++)
        sigaction(endings[i], &endings_before[i], NULL);
    if (ending)
        raise(ending);
}

// ---- the folder

static native_verdict build_broken(native_build *b, const char *what, const char *path)
{
    snprintf(b->said, sizeof b->said, "cannot %s `%s`: %s", what, path, strerror(errno));
    return NATIVE_BROKEN;
}

static native_verdict write_headers(native_build *b)
{
    const char *folder = arena_print(b->a, "%s/gestalt", b->folder);
    const native_header *header;
    if (mkdir(folder, 0700) != 0)
        return build_broken(b, "create the folder", folder);
    for (size_t i = 0; (header = native_header_at(i)); i++) {
        const char *path = arena_print(b->a, "%s/%s", folder, header->name);
        if (!native_file_write(path, header->bytes, header->size))
            return build_broken(b, "write", path);
    }
    return NATIVE_DONE;
}

native_verdict native_build_begin(native_build *b, const char *parent, const char *text,
                                  size_t size)
{
    char *folder = arena_print(b->a, "%s/build-XXXXXX", parent);
    endings_hold();
    if (!mkdtemp(folder)) {
        native_verdict verdict = build_broken(b, "create a folder in", parent);
        endings_release();
        return verdict;
    }
    b->folder = folder;
    b->object = arena_print(b->a, "%s/tree.so", folder);
    const char *source = arena_print(b->a, "%s/tree.c", folder);
    if (!native_file_write(source, text, size))
        return build_broken(b, "write", source);
    return write_headers(b);
}

static void folder_remove(const char *folder)
{
    DIR *entries = opendir(folder);
    struct dirent *entry;
    while (entries && (entry = readdir(entries)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlinkat(dirfd(entries), entry->d_name, 0);
    if (entries)
        closedir(entries);
    rmdir(folder);
}

void native_build_remove(const char *folder)
{
    char inner[4096];
    snprintf(inner, sizeof inner, "%s/gestalt", folder);
    folder_remove(inner);
    folder_remove(folder);
}

void native_build_end(native_build *b)
{
    if (!b->folder)
        return;
    native_build_remove(b->folder);
    b->folder = NULL;
    endings_release();
}

// ---- running

// Wait for output of the compiler. After a signal, it has half a second to end.
static bool hear_more(int descriptor, int *patience)
{
    struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
    while (*patience > 0) {
        int ready = poll(&waiting, 1, PATIENCE_STEP);
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
        *patience -= ending != 0;
    }
    return false;
}

// Store the beginning of the compiler's messages, but read all of them.
static void hear(native_build *b, int descriptor)
{
    char bytes[1024];
    size_t used = 0;
    ssize_t size;
    int patience = PATIENCE;
    while (hear_more(descriptor, &patience) &&
           ((size = read(descriptor, bytes, sizeof bytes)) > 0 || (size < 0 && errno == EINTR))) {
        size_t room = sizeof b->said - 1 - used, kept = size > 0 ? (size_t)size : 0;
        kept = kept < room ? kept : room;
        memcpy(b->said + used, bytes, kept);
        used += kept;
    }
    b->said[used] = '\0';
}

static native_verdict wait_for(pid_t child, const char *made)
{
    int status = 0;
    pid_t ended;
    if (ending)
        kill(-child, SIGKILL);
    do
        ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    compiling = 0;
    if (ending)
        return NATIVE_ENDED;
    // If the status of the child could not be read because SIGCHLD is ignored, only the output file
    // shows success.
    bool good = ended == child ? WIFEXITED(status) && WEXITSTATUS(status) == 0 : true;
    return good && access(made, R_OK) == 0 ? NATIVE_DONE : NATIVE_FAILED;
}

static int spawn_redirected(char **arguments, const int ends[2], const posix_spawnattr_t *how,
                            pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int number = posix_spawn_file_actions_init(&actions);
    if (number != 0)
        return number;
    number = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (number == 0)
        number = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (number == 0)
        number = posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    if (number == 0)
        number = posix_spawnp(child, arguments[0], &actions, how, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return number;
}

// Start the compiler in its own process group, so that a signal reaches all its children. Signals
// are blocked until its process id is stored.
static int spawn_heard(char **arguments, const int ends[2], pid_t *child)
{
    posix_spawnattr_t how;
    sigset_t held, before;
    int number = posix_spawnattr_init(&how);
    if (number != 0)
        return number;
    sigemptyset(&held);
    for (int i = 0; i < ENDINGS; i++)
        sigaddset(&held, endings[i]);
    pthread_sigmask(SIG_BLOCK, &held, &before);
    number = posix_spawnattr_setpgroup(&how, 0);
    if (number == 0)
        number = posix_spawnattr_setsigmask(&how, &before);
    if (number == 0)
        number = posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    if (number == 0)
        number = spawn_redirected(arguments, ends, &how, child);
    if (number == 0)
        compiling = *child;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    posix_spawnattr_destroy(&how);
    return number;
}

static native_verdict build_spawn(native_build *b, char **arguments, const char *made)
{
    int ends[2];
    pid_t child = 0;
    if (ending)
        return NATIVE_ENDED;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return build_broken(b, "run", arguments[0]);
    int number = spawn_heard(arguments, ends, &child);
    close(ends[1]);
    if (number == 0)
        hear(b, ends[0]);
    close(ends[0]);
    errno = number;
    if (number == ENOENT || number == EACCES || number == ENOTDIR)
        return NATIVE_NO_COMPILER;
    return number == 0 ? wait_for(child, made) : build_broken(b, "run", arguments[0]);
}

// Run CC OPTIONS -I FOLDER CFLAGS MORE... -o MADE FOLDER/tree.c -lm
static native_verdict build_run(native_build *b, const char *const more[2], const char *made)
{
    const native_compiler *c = b->compiler;
    const char *words[2 * NATIVE_WORDS + OPTIONS_BEFORE + 16];
    size_t count = 0;
    for (uint32_t i = 0; i < c->word_count; i++)
        words[count++] = c->words[i];
    for (size_t i = 0; i < OPTIONS_BEFORE; i++)
        words[count++] = options_before[i];
    words[count++] = "-I";
    words[count++] = b->folder;
    for (uint32_t i = 0; i < c->flag_count; i++)
        words[count++] = c->flags[i];
    words[count++] = "-DTREE_NATIVE=tree_native";
    for (int i = 0; i < 2; i++)
        if (more[i])
            words[count++] = more[i];
    words[count++] = "-o";
    words[count++] = made;
    words[count++] = arena_print(b->a, "%s/tree.c", b->folder);
    words[count++] = "-lm";
    words[count] = NULL;
    char **arguments = ARENA_ARRAY(b->a, char *, count + 1);
    for (size_t i = 0; i < count; i++)
        arguments[i] = arena_copy_text(b->a, words[i], strlen(words[i]));
    return build_spawn(b, arguments, made);
}

native_verdict native_build_compile(native_build *b)
{
    return build_run(b, (const char *const[]){"-shared", NULL}, b->object);
}

native_verdict native_build_hash(native_build *b, uint64_t *hash)
{
    char bytes[16384];
    const char *path = arena_print(b->a, "%s/tree.i", b->folder);
    native_verdict verdict = build_run(b, (const char *const[]){"-E", "-P"}, path);
    if (verdict != NATIVE_DONE)
        return verdict;
    FILE *file = fopen(path, "rb");
    if (!file)
        return build_broken(b, "read", path);
    XXH3_state_t state;
    size_t size;
    XXH3_64bits_reset(&state);
    while ((size = fread(bytes, 1, sizeof bytes, file)) > 0)
        XXH3_64bits_update(&state, bytes, size);
    *hash = XXH3_64bits_digest(&state);
    fclose(file);
    return NATIVE_DONE;
}
