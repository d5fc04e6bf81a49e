// SPDX-License-Identifier: MIT
#include "follow.h"

#include "error.h"
#include "limits_option.h"
#include "live_server.h"
#include "signals.h"
#include "stopwatch.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FOLLOW_PATIENCE = 50, FOLLOW_SLICE = 10000000, FOLLOW_RATE = 30 };

// ---- opening

bool follow_is_wanted(cli *c, const char *path)
{
    growing g;
    gestalt_limits limits = limits_option(&c->options);
    if (options_is_given(&c->options, OPTION_FOLLOW) || options_is_given(&c->options, OPTION_TREES))
        return true;
    if (cli_is_dash(path))
        return false;
    growing_start(&g, path, &limits);
    growing_look(&g);
    bool is_one = growing_is_open(&g);
    growing_close(&g);
    return is_one;
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

// Check an existing file: it must be a recording. Without --follow, it must exist.
static exit_code follow_check(follow *f, growing *g)
{
    growing_look(g);
    if (g->is_none && g == &f->main && f->has_other)
        return cli_usage(f->c, "--trees goes with the recording of a scene, and %s is no recording",
                         g->path);
    if (g->has_failed)
        return cli_fail(f->c, g->path, g->failure.result, &g->failure);
    if (f->waits || growing_is_open(g))
        return EXIT_FINE;
    cli_say(f->c, "%s: there is no recording yet; --follow waits for it", g->path);
    return EXIT_IO;
}

exit_code follow_open(follow *f, cli *c, const char *path)
{
    const char *trees = options_text(&c->options, OPTION_TREES);
    gestalt_limits limits = limits_option(&c->options);
    *f = (follow){.c = c, .has_other = trees, .grown = stopwatch_now()};
    f->waits = f->is_running = options_is_given(&c->options, OPTION_FOLLOW);
    f->per_second = f->waits ? 0 : FOLLOW_RATE;
    growing_start(&f->main, path, &limits);
    if (trees)
        growing_start(&f->other, trees, &limits);
    if (cli_is_dash(path))
        return cli_usage(c, "live needs a file: standard input cannot be looked at again");
    exit_code verdict = follow_check(f, &f->main);
    if (verdict == EXIT_FINE)
        verdict = follow_refuse(c);
    if (verdict == EXIT_FINE && trees)
        verdict = follow_check(f, &f->other);
    if (verdict == EXIT_FINE && trees && f->main.trees)
        return cli_usage(c, "--trees goes with the recording of a scene, and %s has trees itself",
                         path);
    if (verdict == EXIT_FINE && f->other.scene)
        return cli_usage(c, "--trees: %s is the recording of a scene", trees);
    return verdict;
}

void follow_close(follow *f)
{
    gestalt_allocator a = memory_allocator(NULL);
    growing_close(&f->main);
    growing_close(&f->other);
    memory_release(&a, f->rows, f->row_capacity * sizeof *f->rows);
}

// ---- the shown frame

// Return the recording with the trees. Trees of another run, with different groups, do not belong
// to the scene.
growing *follow_trees(follow *f)
{
    if (f->main.trees)
        return &f->main;
    return f->has_other && f->is_compared && f->fits ? &f->other : NULL;
}

static bool follow_groups_fit(const follow *f)
{
    const gestalt_record_description *d = gestalt_recording_description(f->main.scene);
    gestalt_tree_group group;
    uint32_t count = gestalt_tree_recording_description(f->other.trees)->group_count;
    bool fits = count == d->group_count;
    for (uint32_t i = 0; fits && i < count; i++)
        fits = !gestalt_tree_recording_group(f->other.trees, i, &group) ||
               strcmp(group.name, d->groups[i].name) == 0;
    return fits;
}

// Compare both recordings as soon as the trees of each group are known, which come before the first
// frame.
static void follow_compare(follow *f)
{
    if (!f->has_other || f->is_compared || !f->other.trees || !f->main.scene ||
        f->other.frame_count == 0)
        return;
    f->is_compared = true;
    f->fits = follow_groups_fit(f);
    if (f->fits)
        return;
    snprintf(f->told, sizeof f->told,
             "%s: its groups are others than those of %s: no trees are shown", f->other.path,
             f->main.path);
    f->notice++;
    cli_say(f->c, "%s", f->told);
}

// Return the frame of the trees that belongs to the goal.
static uint64_t follow_tree_goal(follow *f, const growing *trees)
{
    return trees == &f->main ? f->goal : growing_frame_at(trees, f->main.ticks[f->goal]);
}

// Set the goal among the known frames. With `has_more`, the frame that is sought may still come.
static void follow_set_goal(follow *f, bool has_more)
{
    const growing *g = &f->main;
    const follow_sought *s = &f->sought;
    uint64_t last = g->frame_count - 1;
    if (g->frame_count == 0) {
        f->sought.is_on = f->sought.is_on && has_more;
        return;
    }
    uint64_t frame = s->by_tick ? growing_frame_at(g, s->number) : s->number;
    f->goal = frame < last ? frame : last;
    f->sought.is_on = has_more && (s->by_tick ? g->ticks[last] < s->number : last < s->number);
}

void follow_seek(follow *f, bool by_tick, uint64_t number)
{
    f->is_running = false;
    f->sought = (follow_sought){true, by_tick, number};
    follow_set_goal(f, growing_has_more(&f->main));
}

bool follow_has_arrived(follow *f)
{
    growing *trees = follow_trees(f);
    if (f->sought.is_on)
        return false;
    if (f->main.frame_count == 0 || f->main.view.is_broken || (trees && trees->view.is_broken))
        return true;
    return growing_shows(&f->main) && f->main.view.frame == f->goal &&
           (!trees || (growing_shows(trees) && trees->view.frame == follow_tree_goal(f, trees)));
}

follow_shown follow_now(follow *f)
{
    follow_shown s = {0};
    growing *trees = follow_trees(f);
    if (f->main.view.scene && growing_shows(&f->main)) {
        s.scene = gestalt_recording_description(f->main.view.scene);
        s.frame = &f->main.view.scene_frame;
        s.groups = s.scene->group_count;
    }
    if (trees && growing_shows(trees)) {
        s.trees = trees->view.trees;
        s.groups = gestalt_tree_recording_description(s.trees)->group_count;
    }
    return s;
}

// ---- checking the files

static void follow_tell(follow *f, const growing *g)
{
    const gestalt_error *e = &g->failure;
    snprintf(f->told, sizeof f->told, "%s: byte %" PRIu64 ": %s%s", g->path, e->offset, e->message,
             g->frame_count > 0 ? "; what is before it can be seen" : "");
    f->notice++;
    cli_say(f->c, "%s", f->told);
}

static void follow_look_at(follow *f, growing *g)
{
    bool had_failed = g->has_failed;
    uint64_t before = g->generation;
    const gestalt_error failure = g->failure;
    growing_news news = growing_look(g);
    if (news != GROWING_SAME)
        f->grown = stopwatch_now();
    if (g->generation != before || news == GROWING_OTHER) {
        f->generation++;
        f->is_compared = false;
        f->goal = 0;
        f->sought.is_on = false;
        f->is_running = f->waits;
    }
    // Report an error once: a file that grows has the same error repeatedly, another file may have
    // a different one.
    if (g->has_failed && (!had_failed || strcmp(failure.message, g->failure.message) != 0))
        follow_tell(f, g);
}

void follow_look(follow *f)
{
    if (!f->waits)
        return;
    follow_look_at(f, &f->main);
    if (f->has_other)
        follow_look_at(f, &f->other);
}

static bool follow_read(follow *f, growing *g)
{
    bool had_failed = g->has_failed;
    bool has_more = growing_read(g);
    if (g->has_failed && !had_failed)
        follow_tell(f, g);
    return has_more;
}

static bool follow_show(follow *f, growing *g, uint64_t frame)
{
    bool had_failed = g->has_failed;
    bool has_more = growing_view_step(g, frame);
    if (g->has_failed && !had_failed)
        follow_tell(f, g);
    return has_more;
}

// Advance to the next frame when it is due, or to the newest.
static void follow_play(follow *f)
{
    uint64_t now = stopwatch_now(), last = f->main.frame_count - 1;
    if (!f->is_running || f->main.frame_count == 0)
        return;
    if (f->per_second == 0 || f->goal > last)
        f->goal = last;
    else if (now >= f->due && f->goal < last && follow_has_arrived(f)) {
        uint64_t pause = UINT64_C(1000000000) / f->per_second;
        f->due = now - f->due > 4 * pause ? now + pause : f->due + pause;
        f->goal++;
    }
    if (f->goal == last && (!f->waits || f->main.is_complete) && follow_has_arrived(f))
        f->is_running = false;
}

bool follow_advance(follow *f)
{
    bool has_more = follow_read(f, &f->main);
    if (f->sought.is_on)
        follow_set_goal(f, has_more);
    if (f->has_other)
        has_more = follow_read(f, &f->other) || has_more;
    follow_compare(f);
    // otherwise the newest frame is not read yet
    if (!has_more || !f->is_running || f->per_second > 0)
        follow_play(f);
    if (f->main.frame_count == 0)
        return has_more;
    has_more = follow_show(f, &f->main, f->goal) || has_more;
    growing *trees = follow_trees(f);
    if (trees && trees != &f->main)
        has_more = follow_show(f, trees, follow_tree_goal(f, trees)) || has_more;
    uint64_t seen = f->main.view.frame ^ (trees ? trees->view.frame << 32 : 0);
    f->changes += seen != f->seen;
    f->seen = seen;
    return has_more;
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
        else if (patience < 0 || patience > FOLLOW_PATIENCE)
            patience = f->is_running && f->per_second > 0 ? 2 : FOLLOW_PATIENCE;
        poll(&one, 1, patience);
        live_server_run(server);
        follow_look(f);
        uint64_t begin = stopwatch_now();
        do
            has_more = follow_advance(f);
        while (has_more && !signals_came() && stopwatch_now() - begin < FOLLOW_SLICE);
    }
}

exit_code follow_command(cli *c, const char *path)
{
    gestalt_allocator a = memory_allocator(NULL);
    live_server *server = NULL;
    follow *f = memory_new(&a, sizeof *f);
    if (!f)
        return live_no_memory(c);
    exit_code verdict = follow_open(f, c, path);
    if (verdict == EXIT_FINE) {
        signals_catch();
        verdict = live_server_open(&server, (live_service){c, follow_api, f});
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
