// SPDX-License-Identifier: MIT
#include "busy.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    TEXT_SIZE = 1 << 16, // for the first lines, which have the needed values
    SECONDS_LEAST = 1,   // the kernel counts hundredths of a second
    DISTURBING = 10,     // percentage of all processors
};

// user, nice, system, idle, iowait, irq, softirq, steal
enum { IDLE = 3, WAITING = 4, KINDS = 8 };

bool busy_parse(const char *text, double ticks_per_second, double *seconds, uint32_t *processors)
{
    double ticks = 0;
    if (strncmp(text, "cpu ", 4) != 0)
        return false;
    const char *at = text + 4;
    for (int kind = 0; kind < KINDS; kind++) {
        char *end;
        double value = (double)strtoull(at, &end, 10);
        if (end == at)
            return false;
        ticks += kind == IDLE || kind == WAITING ? 0 : value;
        at = end;
    }
    *seconds = ticks / ticks_per_second;
    *processors = 0;
    while ((at = strchr(at, '\n')) && strncmp(++at, "cpu", 3) == 0)
        *processors += isdigit((unsigned char)at[3]) != 0;
    return *processors > 0;
}

static bool busy_read(double *seconds, uint32_t *processors)
{
    static char text[TEXT_SIZE];
    int file = open("/proc/stat", O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0)
        close(file);
    if (size < 0)
        return false;
    text[size] = '\0';
    return busy_parse(text, (double)sysconf(_SC_CLK_TCK), seconds, processors);
}

static double busy_clock(clockid_t id)
{
    struct timespec t = {0};
    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void busy_begin(busy *b)
{
    *b = (busy){.own = busy_clock(CLOCK_PROCESS_CPUTIME_ID), .wall = busy_clock(CLOCK_MONOTONIC)};
    if (!busy_read(&b->all, &b->processors))
        b->processors = 0;
}

double busy_others(const busy *b)
{
    busy now;
    busy_begin(&now);
    double wall = now.wall - b->wall;
    if (b->processors == 0 || now.processors == 0 || wall < SECONDS_LEAST)
        return -1;
    double others = (now.all - b->all - (now.own - b->own)) / wall;
    return others > 0 ? others : 0;
}

bool busy_disturbs(const busy *b, double others)
{
    return others * 100 > DISTURBING * (double)b->processors;
}
