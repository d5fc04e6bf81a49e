// SPDX-License-Identifier: MIT
// Signals that end a run: SIGINT, SIGTERM and SIGHUP, all alike. The tick or step that is under way
// may come to its end, but not take long; if it does, or with the second signal, it is interrupted,
// and a snapshot keeps how far it got. Later ones change nothing, so that all is written.
#ifndef SIGNALS_H
#define SIGNALS_H

#include "commands.h"

#include <gestalt/worlds/world.h>

/// Catch them from now on, but for those that are ignored, as SIGHUP with nohup.
void signals_catch(void);

/// The same for ticks that cannot be interrupted: a second signal ends the program, if it is not as
/// good as the first one, as `timeout` sends two.
void signals_catch_once(void);

/// Say who ticks, and can be interrupted: a population, or a world; NULL: nobody.
void signals_watch(gestalt_population *population);
void signals_watch_world(gestalt_world *world);

/// Return whether one came.
bool signals_came(void);

/// Return the code to exit with: of EXIT_INTERRUPTED, that of the signal.
exit_code signals_exit_code(exit_code verdict);

#endif
