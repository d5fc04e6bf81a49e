// SPDX-License-Identifier: MIT
// The functions of gestalt/live/live.h: a run, its server, and the files that it watches.
#include "error.h"
#include "live.h"
#include "live_api.h"
#include "live_plain.h"
#include "live_server.h"
#include "live_watch.h"
#include "memory.h"
#include "misuse.h"
#include "stopwatch.h"

#include <poll.h>
#include <string.h>

enum {
    LIVE_SLICE = 10000000, // nanoseconds of requests after each other
    LIVE_SETTLE = 20,      // milliseconds without a further save
    LIVE_AWAY = 5,         // seconds without a request until no page counts as open
    LIVE_PAUSE = 1000000,  // nanoseconds between two looks at requests while the run goes on
};

struct gestalt_live {
    live live;
    live_plain plain;
    live_watch watch;
    live_server *server; // NULL: none
    uint64_t saved;      // time of the last save, by stopwatch_now; 0: all saves were processed
    uint64_t looked;     // time of the last look at requests
    bool is_ended;
};

// ---- opening

static void answer(void *user, const live_request *request, live_answer *answer)
{
    live_api(user, request, answer);
}

static gestalt_result open_all(gestalt_live *m, const gestalt_live_options *o, gestalt_error *error)
{
    const gestalt_live_subject *subject = o->subject;
    gestalt_result result = subject ? GESTALT_OK : live_plain_open(&m->plain, o, error);
    if (!subject)
        subject = &m->plain.subject;
    if (result == GESTALT_OK)
        result = live_open(&m->live, subject, o, error);
    if (result != GESTALT_OK)
        return result;
    if (subject->path && live_may(&m->live, GESTALT_LIVE_EDIT))
        live_watch_open(&m->watch, subject->path, &live_run_version(&m->live.run)->files,
                        o->messages);
    const live_service service = {.answer = answer,
                                  .user = &m->live,
                                  .address = o->address,
                                  .port = o->port,
                                  .token = o->token};
    return o->has_no_server ? GESTALT_OK : live_server_open(&m->server, service, error);
}

gestalt_result gestalt_live_create(const gestalt_live_options *options, gestalt_live **made,
                                   gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    gestalt_error unused;
    if (MISUSE_NULL(options, "options", error) || MISUSE_NULL(made, "live", error))
        return GESTALT_MISUSE;
    *made = NULL;
    gestalt_live *m = memory_new(&a, sizeof *m);
    if (!m)
        return error_no_memory(error);
    *m = (gestalt_live){.watch.descriptor = -1};
    gestalt_result result = open_all(m, options, error);
    if (result == GESTALT_OK)
        *made = m;
    else
        gestalt_live_destroy(m, &unused);
    return result;
}

gestalt_result gestalt_live_end(gestalt_live *m, gestalt_error *error)
{
    if (!m || m->is_ended)
        return GESTALT_OK;
    m->is_ended = true;
    live_ticked(&m->live);
    live_server_close(m->server);
    live_watch_close(&m->watch);
    m->server = NULL;
    return live_end(&m->live, error);
}

gestalt_result gestalt_live_destroy(gestalt_live *m, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    gestalt_result result = gestalt_live_end(m, error);
    if (!m)
        return result;
    live_close(&m->live);
    live_plain_close(&m->plain);
    memory_release(&a, m, sizeof *m);
    return result;
}

const char *gestalt_live_link(const gestalt_live *m)
{
    if (MISUSE_NULL(m, "live", NULL))
        return "";
    return m->server ? live_server_link(m->server) : "";
}

// ---- polling

// Return the number of milliseconds to wait, at most `most`.
static int patience_of(const gestalt_live *m, uint32_t most)
{
    const live *l = &m->live;
    int patience = m->server ? live_server_patience(m->server) : -1;
    uint64_t now = stopwatch_now();
    if (patience < 0 || (uint32_t)patience > most)
        patience = (int)most;
    if (m->saved && patience > LIVE_SETTLE)
        patience = LIVE_SETTLE;
    if (live_stands(l))
        return patience;
    if (l->is_going || !l->per_second || l->due <= now)
        return 0;
    uint64_t until = (l->due - now + 999999) / 1000000;
    return until < (uint64_t)patience ? (int)until : patience;
}

// Process requests. Ticks wait for this, but for no longer than a slice.
static void look(gestalt_live *m, int patience, uint32_t milliseconds)
{
    struct pollfd both[2] = {
        {.fd = m->server ? live_server_descriptor(m->server) : -1, .events = POLLIN},
        // poll ignores a descriptor of -1
        {.fd = m->watch.descriptor, .events = POLLIN}};
    uint64_t begin = stopwatch_now(), slice = (uint64_t)milliseconds * 1000000;
    slice = slice < LIVE_SLICE ? slice : LIVE_SLICE;
    bool is_asked;
    do {
        int ready = poll(both, 2, patience);
        if (!m->server || (ready < 0 && patience > 0)) // a signal has arrived
            return;
        is_asked = ready > 0 && both[0].revents;
        live_server_run(m->server);
        is_asked = is_asked || live_server_patience(m->server) == 0;
        patience = 0;
    } while (is_asked && stopwatch_now() - begin < slice);
}

// Editors save in several writes; wait until the file is quiet before reading it. A run that is
// going to a tick arrives there first.
static void look_for_edits(gestalt_live *m)
{
    live *l = &m->live;
    if (m->watch.descriptor < 0)
        return;
    if (live_watch_read(&m->watch, &live_run_version(&l->run)->files))
        m->saved = stopwatch_now();
    if (!m->saved || l->is_going || stopwatch_now() - m->saved < (uint64_t)LIVE_SETTLE * 1000000)
        return;
    m->saved = 0;
    live_saved(l);
    live_watch_add(&m->watch, &live_run_version(&l->run)->files);
}

static bool has_ended(const char *function, const gestalt_live *m)
{
    if (m->is_ended)
        misuse_tell(function, NULL,
                    "gestalt_live_end was called: only gestalt_live_destroy may follow");
    return m->is_ended;
}

gestalt_live_wish gestalt_live_poll(gestalt_live *m, uint32_t milliseconds)
{
    if (MISUSE_NULL(m, "live", NULL) || has_ended(__func__, m))
        return GESTALT_LIVE_END;
    live_look_at_trees(&m->live);
    live_ticked(&m->live);
    int patience = patience_of(m, milliseconds);
    uint64_t now = stopwatch_now();
    if (patience > 0 || live_stands(&m->live) || now - m->looked >= LIVE_PAUSE) {
        look(m, patience, milliseconds);
        m->live.is_watched = gestalt_live_is_watched(m);
        look_for_edits(m);
        m->looked = stopwatch_now();
    }
    return live_next(&m->live);
}

// ---- the program's side

void gestalt_live_stop(gestalt_live *m, const char *message)
{
    if (!MISUSE_NULL(m, "live", NULL) && !MISUSE_NULL(message, "message", NULL) &&
        !has_ended(__func__, m))
        live_fail(&m->live, message, strlen(message));
}

void gestalt_live_changed(gestalt_live *m)
{
    if (!MISUSE_NULL(m, "live", NULL))
        m->live.run.changes++;
}

bool gestalt_live_is_watched(const gestalt_live *m)
{
    if (MISUSE_NULL(m, "live", NULL))
        return false;
    return m->server && live_server_silence(m->server) < LIVE_AWAY * UINT64_C(1000000000);
}

gestalt_live_state gestalt_live_now(const gestalt_live *m)
{
    gestalt_live_state state = {.agent = UINT64_MAX, .node = GESTALT_NO_NODE};
    if (MISUSE_NULL(m, "live", NULL))
        return state;
    const live *l = &m->live;
    const live_hit *hit = &l->breaks.hit;
    state.waits = live_stands(l);
    state.reason = l->stop;
    for (uint32_t i = 0; i < l->breaks.count && hit->is_hit; i++) {
        const live_break *b = &l->breaks.list[i];
        if (b->id != hit->id)
            continue;
        state.agent = hit->agent;
        state.group = b->group;
        state.node = b->kind == BREAK_TRUE ? GESTALT_NO_NODE : b->node;
    }
    return state;
}
