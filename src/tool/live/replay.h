// SPDX-License-Identifier: MIT
// Replaying a log: the run begins as it did originally, in a separate folder with the texts of the
// log, and each act is done before its tick. A log is not trusted.
#ifndef REPLAY_H
#define REPLAY_H

#include "cli.h"

/// Run `gestalt run FILE --replay=LOG`.
exit_code live_replay(cli *c);

#endif
