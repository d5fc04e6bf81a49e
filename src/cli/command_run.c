// SPDX-License-Identifier: MIT
// gestalt run: run a file, or replay the log of a live run.
#include "live_replay.h"
#include "run_file.h"

exit_code command_run(cli *c)
{
    return options_text(&c->options, OPTION_REPLAY) ? live_replay(c) : run_file(c);
}
