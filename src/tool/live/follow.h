// SPDX-License-Identifier: MIT
// A recording that a page shows, also while it grows. The page decodes the bytes itself; this
// module verifies them first, and serves the part that is verified. A file that becomes shorter, or
// is replaced, counts as another recording, which is read from its beginning.
#ifndef FOLLOW_H
#define FOLLOW_H

#include "cli.h"
#include "live_ask.h"

#include <gestalt/recorder/recorder.h>
#include <sys/types.h>

/// A reader of the world or of the trees, which verifies them.
typedef struct follow_reader {
    const struct follow *of;
    uint64_t at; // next byte for the reader
    bool is_open;
    bool is_missing; // whether the recording does not have this part
    bool is_complete;
} follow_reader;

typedef struct follow {
    cli *c;
    const char *path;
    gestalt_limits limits;
    bool waits;     // whether to wait for more: --follow
    int descriptor; // -1: the file does not exist
    dev_t device;
    ino_t node;
    uint64_t size;     // size of the file at the last look
    uint64_t verified; // bytes that both readers have verified
    // the last bytes that were verified; if they change, the file is another recording
    unsigned char mark[16];
    follow_reader world_reader, tree_reader;
    gestalt_recording *world;
    gestalt_tree_recording *trees;
    uint64_t generation; // grows with each recording of this name
    bool is_complete;
    bool has_failed;
    gestalt_error failure;
} follow;

/// Return whether the operand of the command line is a recording.
bool follow_is_wanted(cli *c, const char *path);
/// Show a recording until a signal arrives.
exit_code follow_command(cli *c, const char *path);
/// Print the link of a page to standard output at once, because other programs may wait for it.
exit_code tell_link(const char *link);

/// Start with a file, which need not exist if the follower `waits`. Nothing is read before
/// follow_look. Close in any case.
void follow_start(follow *f, cli *c, const char *path, const gestalt_limits *limits, bool waits);
void follow_close(follow *f);

/// Look at the file: whether it exists, has grown, or was replaced.
void follow_look(follow *f);

/// Verify some of the bytes that were not verified yet. Returns whether there are more.
bool follow_advance(follow *f);

void follow_api(void *user, const live_request *request, live_answer *answer);

#endif
