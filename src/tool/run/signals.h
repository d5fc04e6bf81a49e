// SPDX-License-Identifier: MIT
// Signals that end a run: SIGINT, SIGTERM and SIGHUP, all in the same way. The current tick or step
// may finish, but only if it does not take long; otherwise, or at the second signal, it is
// interrupted, and a snapshot stores how far it got. Later signals have no effect, so that all
// output is written.
#ifndef SIGNALS_H
#define SIGNALS_H

#include "commands.h"

#include <gestalt/worlds/world.h>

/// Start catching the signals, except for ignored ones, such as SIGHUP under nohup.
void signals_catch(void);

/// Start catching signals for ticks that cannot be interrupted: signals after the grace period of
/// the first one end the program. A second signal within this period has no effect, because
/// `timeout` sends two.
void signals_catch_once(void);

/// Set the population whose ticks can be interrupted, and its world if it has one. NULL: none.
void signals_watch(gestalt_population *population, gestalt_world *world);

/// Return whether a signal has arrived.
bool signals_came(void);

/// Return the exit code; EXIT_INTERRUPTED is replaced by the code for the signal.
exit_code signals_exit_code(exit_code verdict);

#endif
