// SPDX-License-Identifier: MIT
#include "follow.h"

#include "error.h"
#include "limits_option.h"
#include "live_server.h"
#include "signals.h"
#include "stopwatch.h"

#include <errno.h>
#include <fcntl.h>
#include <followed_page.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FOLLOW_PATIENCE = 50,       // milliseconds between two looks at the file
    FOLLOW_SLICE = 10000000,    // nanoseconds of work between two looks at requests
    FOLLOW_PIECE_MAX = 1 << 22, // bytes in an answer
    MAGIC_SIZE = 8,
};

// ---- reading the file

static gestalt_result read_part(void *user, void *bytes, size_t size, size_t *count,
                                gestalt_error *error)
{
    follow_reader *r = user;
    uint64_t left = r->of->size > r->at ? r->of->size - r->at : 0;
    size_t wanted = size < left ? size : (size_t)left;
    *count = 0;
    while (*count < wanted) {
        ssize_t got = pread(r->of->descriptor, (char *)bytes + *count, wanted - *count,
                            (off_t)(r->at + *count));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return error_set(error, GESTALT_IO, 0, "cannot be read: %s", error_of_system(errno));
        if (got == 0)
            break;
        *count += (size_t)got;
    }
    r->at += *count;
    return GESTALT_OK;
}

static void close_file(follow *f)
{
    gestalt_recording_close(f->world);
    gestalt_tree_recording_close(f->trees);
    if (f->descriptor >= 0)
        close(f->descriptor);
    f->world = NULL;
    f->trees = NULL;
    f->descriptor = -1;
    f->world_reader = f->tree_reader = (follow_reader){.of = f};
    f->size = f->verified = 0;
    f->is_complete = f->has_failed = false;
}

// Set the error that ends the reading of this file, and report it once.
static void fail(follow *f, const gestalt_error *error)
{
    bool is_new = !f->has_failed || strcmp(f->failure.message, error->message) != 0;
    f->has_failed = true;
    f->failure = *error;
    if (is_new)
        cli_say(f->c, "%s: byte %" PRIu64 ": %s", f->path, error->offset, error->message);
}

// Open the file if it exists.
static void open_file(follow *f)
{
    gestalt_error error = {0};
    struct stat status;
    int descriptor = open(f->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0 && errno == ENOENT)
        return;
    if (descriptor < 0 || fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        error_set(&error, GESTALT_IO, 0, "cannot be opened: %s",
                  descriptor < 0 ? error_of_system(errno) : "it is not a file");
        fail(f, &error);
        if (descriptor >= 0)
            close(descriptor);
        return;
    }
    f->descriptor = descriptor;
    f->device = status.st_dev;
    f->node = status.st_ino;
    f->size = (uint64_t)status.st_size;
    f->has_failed = false;
    f->generation++;
}

// Return whether the file is no longer the one whose beginning was verified.
static bool is_other(const follow *f)
{
    struct stat status, own;
    unsigned char mark[sizeof f->mark];
    if (stat(f->path, &status) != 0)
        return false; // it was removed, and can still be read
    if (fstat(f->descriptor, &own) != 0 || status.st_dev != f->device || status.st_ino != f->node ||
        (uint64_t)own.st_size < f->verified)
        return true;
    if (f->verified < sizeof mark)
        return f->has_failed && (uint64_t)own.st_size != f->size;
    return pread(f->descriptor, mark, sizeof mark, (off_t)(f->verified - sizeof mark)) !=
               (ssize_t)sizeof mark ||
           memcmp(mark, f->mark, sizeof mark) != 0;
}

void follow_look(follow *f)
{
    struct stat status;
    if (f->descriptor >= 0 && !f->waits)
        return;
    if (f->descriptor >= 0 && is_other(f))
        close_file(f);
    if (f->descriptor < 0) {
        open_file(f);
    } else if (fstat(f->descriptor, &status) == 0) {
        f->size = (uint64_t)status.st_size;
    }
}

// ---- verifying

// Open a reader as soon as its description is there.
static gestalt_result open_reader(follow *f, follow_reader *r, gestalt_error *error)
{
    const gestalt_record_source source = {read_part, r};
    *r = (follow_reader){.of = f};
    gestalt_result result =
        r == &f->world_reader ? gestalt_recording_open_source(source, NULL, &f->world, error)
                              : gestalt_tree_recording_open_source(source, NULL, &f->trees, error);
    r->is_missing = result == GESTALT_BAD_ARGUMENT;
    r->is_open = result == GESTALT_OK;
    if (r->is_open && f->world)
        gestalt_recording_set_limits(f->world, &f->limits);
    if (r->is_open && f->trees)
        gestalt_tree_recording_set_limits(f->trees, &f->limits);
    return r->is_missing ? GESTALT_OK : result;
}

// Read a frame. `*is_cut` is set at the end of the bytes so far.
static gestalt_result read_frame(follow *f, follow_reader *r, bool *is_cut, gestalt_error *error)
{
    gestalt_result result;
    if (r == &f->world_reader) {
        gestalt_record_next next;
        gestalt_record_frame frame;
        result = gestalt_recording_skim(f->world, &next, &frame, error);
        *is_cut = result == GESTALT_OK && next == GESTALT_RECORD_CUT;
        r->is_complete = result == GESTALT_OK && next == GESTALT_RECORD_AT_END;
    } else {
        gestalt_tree_next next;
        gestalt_tree_frame frame;
        result = gestalt_tree_recording_next(f->trees, &next, &frame, error);
        *is_cut = result == GESTALT_OK && next == GESTALT_TREE_CUT;
        r->is_complete = result == GESTALT_OK && next == GESTALT_TREE_AT_END;
    }
    return result;
}

static bool reader_is_done(const follow_reader *r)
{
    return r->is_missing || r->is_complete;
}

// Let a reader continue by one step. Returns whether it has more to read.
static bool advance_reader(follow *f, follow_reader *r)
{
    bool is_cut = false;
    gestalt_error error = {0};
    if (reader_is_done(r) || r->at >= f->size)
        return false;
    bool is_begin = !r->is_open;
    gestalt_result result =
        is_begin ? open_reader(f, r, &error) : read_frame(f, r, &is_cut, &error);
    // The file may still be shorter than its descriptions.
    if (is_begin && result == GESTALT_BAD_FILE && r->at >= f->size && f->waits &&
        error.offset >= f->size)
        return false;
    if (result != GESTALT_OK) {
        fail(f, &error);
        return false;
    }
    return !is_cut;
}

// Set the end of the bytes that both readers have verified.
static void set_verified(follow *f)
{
    const follow_reader *w = &f->world_reader, *t = &f->tree_reader;
    uint64_t end = UINT64_MAX;
    if (!w->is_missing)
        end = f->world ? gestalt_recording_offset(f->world) : 0;
    if (!t->is_missing) {
        uint64_t offset = f->trees ? gestalt_tree_recording_offset(f->trees) : 0;
        end = offset < end ? offset : end;
    }
    if (end == UINT64_MAX || end <= f->verified)
        return;
    if (end >= sizeof f->mark && pread(f->descriptor, f->mark, sizeof f->mark,
                                       (off_t)(end - sizeof f->mark)) != (ssize_t)sizeof f->mark)
        return;
    f->verified = end;
    f->is_complete = reader_is_done(w) && reader_is_done(t);
}

bool follow_advance(follow *f)
{
    if (f->descriptor < 0 || f->has_failed || f->is_complete)
        return false;
    bool has_more = advance_reader(f, &f->world_reader);
    if (!f->has_failed)
        has_more = advance_reader(f, &f->tree_reader) || has_more;
    set_verified(f);
    return has_more && !f->has_failed;
}

// ---- opening

// Return whether a file begins as a recording.
static bool is_recording(const char *path)
{
    static const unsigned char magic[MAGIC_SIZE] = {0x89, 'G', 'S', 'R', '\r', '\n', 0x1a, '\n'};
    unsigned char bytes[MAGIC_SIZE];
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool is_one = descriptor >= 0 && pread(descriptor, bytes, sizeof bytes, 0) == sizeof bytes &&
                  memcmp(bytes, magic, sizeof magic) == 0;
    if (descriptor >= 0)
        close(descriptor);
    return is_one;
}

bool follow_is_wanted(cli *c, const char *path)
{
    return options_is_given(&c->options, OPTION_FOLLOW) ||
           (!cli_is_dash(path) && is_recording(path));
}

static exit_code follow_refuse(cli *c)
{
    static const option_id of_runs[] = {
        OPTION_AGENTS, OPTION_DT,     OPTION_START,  OPTION_STUB,     OPTION_NAME,   OPTION_SET,
        OPTION_SEED,   OPTION_RESUME, OPTION_PLUGIN, OPTION_LIVE_LOG, OPTION_THREADS};
    for (size_t i = 0; i < sizeof of_runs / sizeof *of_runs; i++)
        if (options_is_given(&c->options, of_runs[i]))
            return cli_usage(c, "--%s is not for recordings", option_table[of_runs[i]].name);
    return EXIT_FINE;
}

void follow_start(follow *f, cli *c, const char *path, const gestalt_limits *limits, bool waits)
{
    *f = (follow){.c = c, .path = path, .limits = *limits, .waits = waits, .descriptor = -1};
    close_file(f);
}

static exit_code follow_open(follow *f, cli *c, const char *path)
{
    const gestalt_limits limits = limits_option(&c->options);
    follow_start(f, c, path, &limits, options_is_given(&c->options, OPTION_FOLLOW));
    if (cli_is_dash(path))
        return cli_usage(c, "live needs a file: standard input cannot be read again");
    exit_code verdict = follow_refuse(c);
    if (verdict != EXIT_FINE)
        return verdict;
    // A file that exists must be a recording, as far as it goes.
    follow_look(f);
    follow_advance(f);
    return f->has_failed && f->verified == 0 ? cli_exit_code(f->failure.result) : EXIT_FINE;
}

void follow_close(follow *f)
{
    close_file(f);
}

// ---- answers

static gestalt_result see_page(live_asking *a)
{
    a->type = "text/html; charset=utf-8";
    text_write(&a->out, (const char *)player_before, sizeof player_before);
    text_write(&a->out, (const char *)player_after, sizeof player_after);
    return GESTALT_OK;
}

static gestalt_result see_state(live_asking *a)
{
    const follow *f = a->user;
    text_print(&a->out,
               "{\"generation\": %" PRIu64 ", \"size\": %" PRIu64
               ", \"complete\": %s, \"grows\": %s, \"error\": ",
               f->generation, f->verified, f->is_complete ? "true" : "false",
               f->waits && !f->is_complete && !f->has_failed ? "true" : "false");
    if (f->has_failed)
        text_json(&a->out, f->failure.message, strlen(f->failure.message));
    else
        text_put(&a->out, "null");
    text_put(&a->out, "}\n");
    return GESTALT_OK;
}

static gestalt_result see_bytes(live_asking *a)
{
    const follow *f = a->user;
    uint64_t from, generation;
    char piece[1 << 16];
    gestalt_result result = asked_count(a, "generation", f->generation, UINT64_MAX, &generation);
    if (result == GESTALT_OK)
        result = asked_count(a, "from", 0, UINT64_MAX, &from);
    if (result != GESTALT_OK)
        return result;
    if (generation != f->generation || from > f->verified)
        return error_set(&a->error, GESTALT_BAD_ARGUMENT, 0, "this is another recording by now");
    uint64_t end = f->verified - from < FOLLOW_PIECE_MAX ? f->verified : from + FOLLOW_PIECE_MAX;
    while (from < end) {
        size_t size = end - from < sizeof piece ? (size_t)(end - from) : sizeof piece;
        ssize_t got = pread(f->descriptor, piece, size, (off_t)from);
        if (got <= 0)
            return error_set(&a->error, GESTALT_IO, from, "%s cannot be read", f->path);
        text_write(&a->out, piece, (size_t)got);
        from += (uint64_t)got;
    }
    a->type = "application/octet-stream";
    return GESTALT_OK;
}

static const live_route follow_routes[] = {
    {"GET", "", "", see_page},
    {"GET", "state", "", see_state},
    {"GET", "bytes", "generation|from", see_bytes},
};

void follow_api(void *user, const live_request *request, live_answer *answer)
{
    live_asking a = {.user = user, .request = request};
    live_ask(&a, follow_routes, sizeof follow_routes / sizeof *follow_routes, answer);
}

// ---- the command

static void follow_loop(follow *f, live_server *server)
{
    bool has_more = true;
    while (!signals_came()) {
        struct pollfd one = {.fd = live_server_descriptor(server), .events = POLLIN};
        int patience = live_server_patience(server);
        if (has_more)
            patience = 0;
        else if (f->waits && (patience < 0 || patience > FOLLOW_PATIENCE))
            patience = FOLLOW_PATIENCE;
        poll(&one, 1, patience);
        live_server_run(server);
        follow_look(f);
        uint64_t begin = stopwatch_now();
        do
            has_more = follow_advance(f);
        while (has_more && !signals_came() && stopwatch_now() - begin < FOLLOW_SLICE);
    }
}

static exit_code open_server(live_server **server, follow *f)
{
    gestalt_error error = {0};
    const options *o = &f->c->options;
    const live_service service = {.answer = follow_api,
                                  .user = f,
                                  .address = options_text(o, OPTION_ADDRESS),
                                  .port = (uint16_t)options_number(o, OPTION_PORT)};
    gestalt_result result = live_server_open(server, service, &error);
    if (result == GESTALT_BAD_ARGUMENT)
        return cli_usage(f->c, "%s", error.message);
    if (result != GESTALT_OK)
        return cli_fail(f->c, f->path, result, &error);
    return tell_link(live_server_link(*server));
}

exit_code follow_command(cli *c, const char *path)
{
    gestalt_allocator a = memory_allocator(NULL);
    live_server *server = NULL;
    follow *f = memory_new(&a, sizeof *f);
    if (!f)
        return cli_no_memory(c);
    exit_code verdict = follow_open(f, c, path);
    if (verdict == EXIT_FINE) {
        signals_catch();
        verdict = open_server(&server, f);
    }
    if (verdict == EXIT_FINE) {
        follow_loop(f, server);
        verdict = EXIT_INTERRUPTED;
    }
    live_server_close(server);
    follow_close(f);
    memory_release(&a, f, sizeof *f);
    return signals_exit_code(verdict);
}
