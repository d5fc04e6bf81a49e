// SPDX-License-Identifier: MIT
#include "signals.h"

#include "output.h"

#include <errno.h>
#include <signal.h>
#include <sys/time.h>

enum {
    GRACE = 100000 // microseconds that the current tick may still take
};

static const int endings[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDINGS = sizeof endings / sizeof *endings };
static volatile sig_atomic_t first_signal; // number of the signal, or 0
static volatile sig_atomic_t ends_later; // whether a signal after the grace period ends the program
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

static void signals_note(int number);

// Restore the default action of the signals, so that they end the program; ignored signals stay
// ignored.
static void signals_let_go(void)
{
    struct sigaction now;
    for (size_t i = 0; i < ENDINGS; i++)
        if (sigaction(endings[i], NULL, &now) == 0 && now.sa_handler == signals_note)
            signal(endings[i], SIG_DFL);
}

// Handle a signal. Only the main thread runs this: the threads of a population block all signals.
static void signals_note(int number)
{
    int before = errno;
    if (number == SIGALRM || first_signal) {
        signals_interrupt();
        if (number == SIGALRM && ends_later)
            signals_let_go();
    } else {
        const struct itimerval soon = {.it_value = {.tv_usec = GRACE}};
        first_signal = number;
        output_hurry();
        if (setitimer(ITIMER_REAL, &soon, NULL) != 0)
            signals_interrupt();
    }
    errno = before;
}

void signals_catch(void)
{
    struct sigaction action = {.sa_handler = signals_note, .sa_flags = SA_RESTART};
    struct sigaction old;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGALRM);
    for (size_t i = 0; i < ENDINGS; i++)
        sigaddset(&action.sa_mask, endings[i]);
    sigaction(SIGALRM, &action, NULL);
    for (size_t i = 0; i < ENDINGS; i++)
        if (sigaction(endings[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(endings[i], &action, NULL);
}

void signals_catch_once(void)
{
    ends_later = true;
    signals_catch();
}

void signals_watch(gestalt_population *population, gestalt_world *world)
{
    watched = world ? NULL : population;
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
