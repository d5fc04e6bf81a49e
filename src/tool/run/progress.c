// SPDX-License-Identifier: MIT
#include "progress.h"

#include "stopwatch.h"
#include "team.h"

#include <inttypes.h>
#include <unistd.h>

enum { BAR_CELLS = 24, INTERVAL = 100000000 }; // nanoseconds: at most ten updates a second

void progress_start(progress *p, cli *c, uint64_t ticks, uint64_t agents)
{
    *p = (progress){.c = c, .ticks = ticks, .agents = agents, .started = stopwatch_now()};
    p->is_shown =
        isatty(STDERR_FILENO) && !options_flag(&c->options, OPTION_QUIET) && team_size() == 1;
    p->written = p->started;
}

void progress_put_rate(text_out *out, double rate)
{
    static const char *const units[] = {"", " k", " M", " G", " T"};
    size_t unit = 0;
    while (rate >= 999.5 && unit + 1 < sizeof units / sizeof *units) {
        rate /= 1000;
        unit++;
    }
    text_print(out, "%.*f%s", rate < 9.995 ? 2 : rate < 99.95 ? 1 : 0, rate, units[unit]);
}

// Draw eighths of a cell, so that the bar moves smoothly.
static void put_bar(text_out *out, double part)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    unsigned filled = (unsigned)(part * BAR_CELLS * 8);
    unsigned cells = filled / 8 < BAR_CELLS ? filled / 8 : BAR_CELLS;
    text_style(out, COLOR_VALUE);
    for (unsigned i = 0; i < cells; i++)
        text_put(out, "█");
    text_put(out, cells < BAR_CELLS ? eighths[filled % 8] : "");
    text_style(out, COLOR_OFF);
    text_fill(out, ' ', BAR_CELLS - cells - (cells < BAR_CELLS && filled % 8 > 0));
}

static void write_line(const progress *p, uint64_t done, uint64_t now)
{
    text_out *out = &p->c->messages;
    double part = p->ticks ? (double)done / (double)p->ticks : 1;
    double seconds = (double)(now - p->started) / 1e9;
    double rate = (double)done / seconds;
    text_put(out, "\r");
    put_bar(out, part);
    text_print(out, " %3.0f %%  tick %" PRIu64 "  ", part * 100, done);
    progress_put_rate(out, rate);
    text_put(out, " ticks/s  ");
    progress_put_rate(out, rate * (double)p->agents);
    text_put(out, " agent-ticks/s\x1b[K");
    text_finish(out);
}

void progress_tick(progress *p, uint64_t done)
{
    if (!p->is_shown)
        return;
    uint64_t now = stopwatch_now();
    if (now - p->written < INTERVAL)
        return;
    p->written = now;
    write_line(p, done, now);
}

void progress_finish(progress *p)
{
    if (p->is_shown && p->written != p->started) {
        text_put(&p->c->messages, "\r\x1b[K");
        text_finish(&p->c->messages);
    }
    p->is_shown = false;
}
