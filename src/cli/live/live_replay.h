// SPDX-License-Identifier: MIT
// A log, done again: the run begins as it began, in a folder of its own that has the texts of the
// log, and each act is done before its tick. Nothing in a log is believed.
#ifndef LIVE_REPLAY_H
#define LIVE_REPLAY_H

#include "cli.h"

/// gestalt run FILE --replay=LOG
exit_code live_replay(cli *c);

#endif
