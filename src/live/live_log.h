// SPDX-License-Identifier: MIT
// The log of a run: how it began, and all acts, as JSON lines.
//
//     {"gestalt_live": 1, "tick": 0, "hash": "...", "options": ["--agents=10"], "files": [...]}
//     {"tick": 12, "do": "write", "agent": 3, "key": "health", "value": 5}
//     {"tick": 40, "do": "end"}
//
// In memory, the log has a position. The entries after the position belong to a future that the run
// has left, and are repeated if the run goes there. A new act removes them, also from the file.
//
// An act is written before it is done, as a line that ends with a blank instead of a newline. When
// the act has been done, the newline is written, which needs no more space. The line of an act that
// is refused is removed. If the file does not end with a newline, its last line does not count.
#ifndef LIVE_LOG_H
#define LIVE_LOG_H

#include "live_run.h"

enum {
    LIVE_ENTRIES_MAX = 1000000,
    LIVE_LOG_SIZE_MAX = 1 << 30, // bytes
    LIVE_NO_VERSION = -1,
};

typedef struct live_entry {
    uint64_t tick; // tick before which the act was done
    char *text;    // its line, without the end of the line
    size_t size;
    int64_t version; // version that an edit has created, or LIVE_NO_VERSION
} live_entry;

typedef struct live_log {
    live_entry *list;
    size_t count, capacity;
    size_t next;  // first entry that is not done
    size_t size;  // bytes of all lines
    char *header; // first line
    size_t header_size;
    const char *path;   // path of the file, or NULL
    int descriptor;     // -1: no file
    live_entry coming;  // the announced act; without a text: none
    bool lacks_newline; // the newline of the last line could not be written yet
} live_log;

/// Begin the log of an open run, in a new file unless `path` is NULL. Close in any case.
gestalt_result live_log_open(live_log *log, live_run *r, const char *path, gestalt_error *error);
void live_log_close(live_log *log);

/// Announce an act before the next tick: the text of a JSON object, of which all members except
/// `tick` are used; or an edit, with the version that it leads to. After an error the log is
/// unchanged, and the act must not be done. Otherwise do the act, and then call live_log_done or
/// live_log_refused.
gestalt_result live_log_announce(live_log *log, live_run *r, const char *text, size_t size,
                                 gestalt_error *error);
gestalt_result live_log_announce_edit(live_log *log, live_run *r, uint32_t version,
                                      gestalt_error *error);
/// Check whether the log has room for an edit to these files, without changing the log.
gestalt_result live_log_try_edit(live_log *log, live_run *r, const live_files *files,
                                 gestalt_error *error);
/// Add the announced act. There must be no entries after the position. No memory is allocated. On
/// an error the end of the line is missing in the file, and is written with the next line.
gestalt_result live_log_done(live_log *log, gestalt_error *error);
/// Remove the announced act, if there is one.
void live_log_refused(live_log *log);

/// Forget all entries after the position, except the announced act.
gestalt_result live_log_cut(live_log *log, gestalt_error *error);

/// Write the last line, which ends the log at this tick, to the file.
gestalt_result live_log_end(live_log *log, uint64_t tick, gestalt_error *error);

/// Print the log up to the position, and a last line that ends it at this tick.
void live_log_print(text_out *out, const live_log *log, uint64_t tick);

#endif
