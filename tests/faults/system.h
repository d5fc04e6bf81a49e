// SPDX-License-Identifier: MIT
// The system calls for files, as wrapped by the linker (--wrap). While `on` is set, a chosen call
// fails, and a listener is called for each call that succeeds.
#ifndef SYSTEM_H
#define SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef enum system_call {
    SYSTEM_OPEN,
    SYSTEM_READ, // reads, and waits for a program
    SYSTEM_WRITE,
    SYSTEM_SYNC,
    SYSTEM_CLOSE,
    SYSTEM_RENAME,
    SYSTEM_UNLINK,
    SYSTEM_STAT,
    SYSTEM_OTHER, // modes, owners, reading links, creating folders and pipes
} system_call;

/// Instead of an error, transfer half of the requested bytes.
enum { SYSTEM_SHORT = -1 };

/// Which call fails. Writes to standard error never fail, so that messages stay visible.
typedef struct system_faults {
    bool on;
    size_t fail_at;  // number of the call that fails, from 1; 0: none
    int error;       // an errno, or SYSTEM_SHORT
    bool stays;      // all later calls of that kind fail as well
    size_t calls;    // calls so far
    bool has_failed; // the chosen call was reached
    bool has_effect; // the chosen call could fail in this way
    system_call failed;
} system_faults;
extern system_faults faults;

/// A call that has succeeded. The listener sees it before the next call.
typedef struct system_event {
    system_call call;
    int descriptor;
    int flags;             // flags of SYSTEM_OPEN
    bool is_whole;         // SYSTEM_SYNC: the whole file system is synced
    const char *name, *to; // name of the file; for SYSTEM_RENAME, `to` is its new name
    const void *bytes;     // bytes that were written
    size_t size;
} system_event;
extern void (*system_listener)(const system_event *event);

/// Nanoseconds by which the clock advances each time it is read; 0: use the real clock.
extern long system_clock_step;

/// Return the name of a call.
const char *system_call_name(system_call call);

#endif
