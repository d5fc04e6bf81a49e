// SPDX-License-Identifier: MIT
// The log of a run: how it began, and all that was done by hand, as JSON lines.
//
//     {"gestalt_live": 1, "tick": 0, "hash": "...", "options": ["--agents=10"], "files": [...]}
//     {"tick": 12, "do": "write", "agent": 3, "key": "health", "value": 5}
//     {"tick": 40, "do": "end"}
//
// In memory it has a position: what lies behind it was done in a future that was left, and is done
// again when the run goes there. A new act cuts it off, in the file as well.
//
// An act is written before it is done, as a line that a blank ends in place of a newline. The
// newline comes when the act has been done, which takes no more room; the line of an act that is
// refused is taken back. A file without a newline at its end has a line that does not count.
#ifndef LIVE_LOG_H
#define LIVE_LOG_H

#include "live_run.h"

enum {
    LIVE_ENTRIES_MAX = 1000000,
    LIVE_LOG_SIZE_MAX = 1 << 30, // bytes
    LIVE_NO_VERSION = -1,
};

typedef struct live_entry {
    uint64_t tick; // before which it was done
    char *text;    // its line, without the end of it
    size_t size;
    int64_t version; // that it has made, or LIVE_NO_VERSION
} live_entry;

typedef struct live_log {
    live_entry *list;
    size_t count, capacity;
    size_t next;  // the first one that is not done
    size_t size;  // of all lines
    char *header; // the first line
    size_t header_size;
    const char *path;   // of the file, or NULL
    int descriptor;     // -1: none
    live_entry coming;  // the act that is announced; without text: there is none
    bool lacks_newline; // the newline of the last line could not be written yet
} live_log;

/// Begins the log of a run that was opened, in a new file unless `path` is NULL. Errors are
/// reported. Close it in any case.
exit_code live_log_open(live_log *log, live_run *r, const char *path);
void live_log_close(live_log *log);

/// Announces an act before the coming tick: the text of a JSON object, of which members but `tick`
/// are taken; or an edit, by the version that it leads to. On an error the log is as it was, and
/// the act must not be done. Else it is done, and live_log_done or live_log_refused follows.
gestalt_result live_log_announce(live_log *log, live_run *r, const char *text, size_t size,
                                 gestalt_error *error);
gestalt_result live_log_announce_edit(live_log *log, live_run *r, uint32_t version,
                                      gestalt_error *error);
/// Tells whether the log has room for an edit to these files, and leaves it as it is.
gestalt_result live_log_try_edit(live_log *log, live_run *r, const live_files *files,
                                 gestalt_error *error);
/// Adds what was announced. Nothing may lie behind the position. The memory is there already; an
/// error says that the file lacks the end of the line, which is written with the next one.
gestalt_result live_log_done(live_log *log, gestalt_error *error);
/// Takes back what was announced, if anything was.
void live_log_refused(live_log *log);

/// Forgets all behind the position, but what is announced.
gestalt_result live_log_cut(live_log *log, gestalt_error *error);

/// Writes the line that ends the log, at this tick, to its file.
gestalt_result live_log_end(live_log *log, uint64_t tick, gestalt_error *error);

/// Prints all of it up to the position, and that it ends at this tick.
void live_log_print(text_out *out, const live_log *log, uint64_t tick);

/// The options that a log keeps, and which a replay takes from it.
bool live_log_has_option(option_id option);

#endif
