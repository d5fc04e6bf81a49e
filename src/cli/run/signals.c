// SPDX-License-Identifier: MIT
#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <sys/time.h>

enum {
    GRACE = 100000 // microseconds that a tick may take longer
};

static volatile sig_atomic_t first_signal; // its number, or 0
static gestalt_population *volatile watched;
static gestalt_world *volatile watched_world;

static void signals_interrupt(void)
{
    gestalt_population *population = watched;
    gestalt_world *world = watched_world;
    if (population)
        gestalt_population_interrupt(population);
    if (world)
        gestalt_world_interrupt(world);
}

// Only the main thread runs this: those of a population block all signals.
static void signals_note(int number)
{
    int before = errno;
    if (number == SIGALRM || first_signal) {
        signals_interrupt();
    } else {
        const struct itimerval soon = {.it_value = {.tv_usec = GRACE}};
        first_signal = number;
        if (setitimer(ITIMER_REAL, &soon, NULL) != 0)
            signals_interrupt();
    }
    errno = before;
}

static void signals_catch_with(int flags)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
    struct sigaction action = {.sa_handler = signals_note, .sa_flags = SA_RESTART | flags};
    struct sigaction old;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(&action.sa_mask, numbers[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i] == SIGALRM ||
            (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN))
            sigaction(numbers[i], &action, NULL);
}

void signals_catch(void)
{
    signals_catch_with(0);
}

void signals_catch_once(void)
{
    signals_catch_with((int)SA_RESETHAND);
}

void signals_watch(gestalt_population *population)
{
    watched = population;
}

void signals_watch_world(gestalt_world *world)
{
    watched_world = world;
}

bool signals_came(void)
{
    return first_signal != 0;
}

exit_code signals_exit_code(exit_code verdict)
{
    if (verdict != EXIT_INTERRUPTED)
        return verdict;
    return first_signal == SIGTERM  ? EXIT_TERMINATED
           : first_signal == SIGHUP ? EXIT_HUNG_UP
                                    : EXIT_INTERRUPTED;
}
