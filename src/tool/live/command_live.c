// SPDX-License-Identifier: MIT
// gestalt live: a run, and a web page about it. A single thread does everything: between two ticks
// it checks for requests, saved files and signals.
#include "follow.h"
#include "live_server.h"
#include "live_watch.h"
#include "signals.h"

#include <errno.h>
#include <poll.h>

enum {
    LIVE_SLICE = 10000000, // nanoseconds of ticks between two checks
    // milliseconds; signals that arrive just before waiting are noticed after this time
    LIVE_PATIENCE = 200,
    LIVE_SETTLE = 20, // milliseconds without a further save
};

typedef struct live_command {
    live live;
    live_watch watch;
    live_server *server;
    uint64_t saved; // time of the last save, by stopwatch_now; 0: all saves were processed
} live_command;

// Return the number of milliseconds to wait.
static int live_wait(const live_command *m)
{
    const live *l = &m->live;
    int patience = live_server_patience(m->server);
    uint64_t now = stopwatch_now();
    if (patience < 0 || patience > LIVE_PATIENCE)
        patience = LIVE_PATIENCE;
    if (m->saved && patience > LIVE_SETTLE)
        patience = LIVE_SETTLE;
    if (live_stands(l))
        return patience;
    if (l->is_going || !l->per_second || l->due <= now)
        return 0;
    uint64_t until = (l->due - now + 999999) / 1000000;
    return until < (uint64_t)patience ? (int)until : patience;
}

// Process requests. Ticks wait for this, but for no longer than the time slice of ticks.
static void live_look(live_command *m)
{
    struct pollfd both[2] = {{.fd = live_server_descriptor(m->server), .events = POLLIN},
                             // poll ignores a descriptor of -1
                             {.fd = m->watch.descriptor, .events = POLLIN}};
    int patience = live_wait(m);
    uint64_t begin = stopwatch_now();
    bool is_asked;
    do {
        is_asked = poll(both, 2, patience) > 0 && both[0].revents;
        live_server_run(m->server);
        is_asked = is_asked || live_server_patience(m->server) == 0;
        patience = 0;
    } while (is_asked && stopwatch_now() - begin < LIVE_SLICE && !signals_came());
}

// Editors save in several writes; wait until the file is quiet before reading it. A run that is
// going to a tick arrives there first.
static void live_look_for_edits(live_command *m)
{
    live *l = &m->live;
    if (live_watch_read(&m->watch, &live_run_version(&l->run)->files))
        m->saved = stopwatch_now();
    if (!m->saved || l->is_going || stopwatch_now() - m->saved < (uint64_t)LIVE_SETTLE * 1000000)
        return;
    m->saved = 0;
    live_saved(l);
    live_watch_add(&m->watch, &live_run_version(&l->run)->files);
}

static exit_code live_loop(live_command *m)
{
    exit_code verdict = EXIT_FINE;
    while (verdict == EXIT_FINE && !signals_came()) {
        live_look(m);
        live_look_for_edits(m);
        uint64_t begin = stopwatch_now();
        do
            verdict = live_advance(&m->live);
        while (verdict == EXIT_FINE && !live_stands(&m->live) && !signals_came() &&
               (m->live.is_going || !m->live.per_second) && stopwatch_now() - begin < LIVE_SLICE);
    }
    return verdict == EXIT_FINE ? EXIT_INTERRUPTED : verdict;
}

static void command_answer(void *user, const live_request *request, live_answer *answer)
{
    live_api(user, request, answer);
}

exit_code command_live(cli *c)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (!live_server_is_there(c))
        return EXIT_USAGE;
    if (follow_is_wanted(c, c->options.operands[0]))
        return follow_command(c, c->options.operands[0]);
    live_command *m = memory_new(&a, sizeof *m);
    if (!m)
        return live_no_memory(c);
    *m = (live_command){.watch.descriptor = -1};
    exit_code verdict = live_open(&m->live, c, c->options.operands[0]);
    if (verdict == EXIT_FINE) {
        live_watch_open(&m->watch, c, m->live.run.run.path, &live_run_version(&m->live.run)->files);
        signals_catch();
        verdict = live_server_open(&m->server, (live_service){c, command_answer, &m->live});
    }
    if (verdict == EXIT_FINE)
        verdict = live_loop(m);
    live_server_close(m->server);
    live_watch_close(&m->watch);
    verdict = live_close(&m->live, verdict);
    memory_release(&a, m, sizeof *m);
    return signals_exit_code(verdict);
}
