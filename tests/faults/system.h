// SPDX-License-Identifier: MIT
// The system's calls for files, as the linker wraps them (--wrap): while `on` is set one of them
// fails when told to, and a listener hears of those that succeed.
#ifndef SYSTEM_H
#define SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef enum system_call {
    SYSTEM_OPEN,
    SYSTEM_READ, // and waiting for a program
    SYSTEM_WRITE,
    SYSTEM_SYNC,
    SYSTEM_CLOSE,
    SYSTEM_RENAME,
    SYSTEM_UNLINK,
    SYSTEM_STAT,
    SYSTEM_OTHER, // modes, owners, links that are read, folders and pipes that are made
} system_call;

/// Instead of an error: half of what is asked for is read or written.
enum { SYSTEM_SHORT = -1 };

/// The call that is going to fail. Writes to standard error never do, so that messages are seen.
typedef struct system_faults {
    bool on;
    size_t fail_at;  // the call, from 1; 0: none
    int error;       // errno, or SYSTEM_SHORT
    bool stays;      // all later calls of that kind fail as well
    size_t calls;    // so far
    bool has_failed; // a call was told to
    bool has_effect; // and could
    system_call failed;
} system_faults;
extern system_faults faults;

/// A call that has succeeded, seen before the next.
typedef struct system_event {
    system_call call;
    int descriptor;
    int flags;             // of SYSTEM_OPEN
    bool is_whole;         // SYSTEM_SYNC: all that the file system holds back
    const char *name, *to; // of a file; what SYSTEM_RENAME makes of it
    const void *bytes;     // that were written
    size_t size;
} system_event;
extern void (*system_listener)(const system_event *event);

/// Nanoseconds by which the clock goes on each time when somebody looks; 0: it is the real one.
extern long system_clock_step;

/// Returns the name of a call.
const char *system_call_name(system_call call);

#endif
