// SPDX-License-Identifier: MIT
// gestalt run: a file by its options, or a log of what was done to one live.
#include "live_replay.h"
#include "run_file.h"

exit_code command_run(cli *c)
{
    return options_text(&c->options, OPTION_REPLAY) ? live_replay(c) : run_file(c);
}
