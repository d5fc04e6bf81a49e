// SPDX-License-Identifier: MIT
// A debugger for your own program: a web page that shows the agents of a population or a world
// while your program ticks them. People stop and step the run there, set breakpoints, and change
// what the program lets them change.
//
//     gestalt_live_options options = {.population = population, .rights = GESTALT_LIVE_PACE};
//     gestalt_live_create(&options, &live, &error);
//     printf("%s\n", gestalt_live_link(live));
//     while (is_playing) {
//         if (gestalt_live_poll(live, 0) != GESTALT_LIVE_WAIT)
//             gestalt_population_tick(population, now += dt, &error);
//         draw();
//     }
//     gestalt_live_destroy(live);
//
// All functions are called by the thread that ticks, between two ticks. The server works only while
// gestalt_live_poll runs, so that nothing is locked, and a tick costs what it costs without a
// debugger as long as no page is open.
//
// docs/debugger.md is a tour, and docs/live-reference.md describes the page and the requests that
// other programs can send.
#ifndef GESTALT_LIVE_H
#define GESTALT_LIVE_H

#include <gestalt/gestalt.h>
#include <gestalt/worlds/world.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gestalt_live gestalt_live;
typedef struct gestalt_live_subject gestalt_live_subject;

/// What the page may do besides looking. The page hides what it may not do, and the server refuses
/// it.
typedef enum gestalt_live_right {
    GESTALT_LIVE_PACE = 1 << 0,    ///< pause, continue, step, and stop at breakpoints
    GESTALT_LIVE_SPEED = 1 << 1,   ///< choose how many ticks run in a second
    GESTALT_LIVE_WRITE = 1 << 2,   ///< write keys
    GESTALT_LIVE_SPAWN = 1 << 3,   ///< spawn and despawn agents, and cancel their actions
    GESTALT_LIVE_EDIT = 1 << 4,    ///< continue in a changed document; needs `documents`
    GESTALT_LIVE_GO_BACK = 1 << 5, ///< go to earlier ticks; see gestalt_live_keeper
    GESTALT_LIVE_ALL = (1 << 6) - 1
} gestalt_live_right;

/// The document of a group. When it is saved, and GESTALT_LIVE_EDIT is allowed, it is compiled
/// again, and the agents of the group continue in the new tree (gestalt/edit.h).
typedef struct gestalt_live_document {
    uint32_t group;
    const char *path;
    const gestalt_compile_options *how; ///< how it is compiled; NULL: the defaults
    /// The host of all trees that the document becomes.
    const gestalt_host *host;
} gestalt_live_document;

/// What a program adds to snapshots, so that the page can go back: the state of the program that is
/// not in the population or the world, such as a physics engine. If a program's ticks depend on
/// nothing else, or if what differs does not matter, the callbacks may be NULL.
typedef struct gestalt_live_keeper {
    gestalt_result (*save)(void *user, gestalt_writer writer, gestalt_error *error);
    /// Called after the population or world has been loaded.
    gestalt_result (*load)(void *user, const void *bytes, size_t size, gestalt_error *error);
    void *user;
} gestalt_live_keeper;

/// Options of a debugger. With a population or a world, and zero otherwise, people can only look at
/// the page, on a free port of this machine.
typedef struct gestalt_live_options {
    /// What is shown: a population, or the world that has it. Both outlive the debugger.
    gestalt_population *population;
    gestalt_world *world;
    const char *name;    ///< title of the page; NULL: the name of the first tree
    uint32_t rights;     ///< a sum of gestalt_live_right
    bool starts_paused;  ///< whether the first poll asks to wait, until someone runs or steps
    int64_t dt;          ///< usual time between two ticks, for the page; 0: not known
    const char *address; ///< address to serve on; NULL: 127.0.0.1, for this machine only
    uint16_t port;       ///< 0: any free port
    /// Part of the link that a request must contain, of at least 16 letters and digits. NULL: a
    /// random one, which keeps others from using the page.
    const char *token;
    bool has_no_server; ///< for programs that only repeat or test
    /// Documents of the groups, for GESTALT_LIVE_EDIT. Copied.
    const gestalt_live_document *documents;
    uint32_t document_count;
    gestalt_live_keeper keeper; ///< for GESTALT_LIVE_GO_BACK
    gestalt_writer messages;    ///< receives what the page shows as notices; may be zero
    const char *log;            ///< new file for everything that people do; NULL: none
    /// A run that is more than a population or a world, which then replaces those two members; see
    /// gestalt/live/subject.h. NULL: there is none.
    const gestalt_live_subject *subject;
} gestalt_live_options;

/// Start to serve. Returns GESTALT_BAD_ARGUMENT when options do not fit together, and GESTALT_IO
/// when the address or port cannot be used.
GESTALT_API gestalt_result gestalt_live_create(const gestalt_live_options *options,
                                               gestalt_live **live, gestalt_error *error);
/// Stop to serve, and end the log, which the result is about. The agents stay as they are. Only
/// gestalt_live_destroy may follow.
GESTALT_API gestalt_result gestalt_live_end(gestalt_live *live, gestalt_error *error);
/// Release everything; first call gestalt_live_end, unless that was done. If trees were edited, the
/// agents run trees that belong to the debugger: then destroy the population between the two calls.
GESTALT_API gestalt_result gestalt_live_destroy(gestalt_live *live, gestalt_error *error);

/// Return the link of the page, "http://127.0.0.1:40123/TOKEN/"; "" without a server.
GESTALT_API const char *gestalt_live_link(const gestalt_live *live);

/// What a program does next.
typedef enum gestalt_live_wish {
    GESTALT_LIVE_TICK, ///< tick
    GESTALT_LIVE_WAIT, ///< do not tick: the run is paused, or its next tick is not due
    /// Tick at once, and neither draw nor play anything: the tick was done before, and is repeated
    /// on the way to a tick that someone wants to see.
    GESTALT_LIVE_REPEAT,
    /// The agents are lost: memory ran out while they were changed.
    GESTALT_LIVE_END,
} gestalt_live_wish;

/// Answer the requests of pages, and return what to do next. Call this once before each tick, also
/// while the run waits. Requests, if there are any, are answered for at least one round; the call
/// then returns within `milliseconds`, or earlier if a tick is due. 0: do not wait.
///
/// The debugger sees by gestalt_population_ticks whether the program has ticked since.
GESTALT_API gestalt_live_wish gestalt_live_poll(gestalt_live *live, uint32_t milliseconds);

/// Stop the run, and show a message: a tick has failed, or the program has found something that a
/// person should look at. The next polls ask to wait.
GESTALT_API void gestalt_live_stop(gestalt_live *live, const char *message);

/// Report that the program has changed agents between two ticks while the run waits, so that the
/// page shows it.
GESTALT_API void gestalt_live_changed(gestalt_live *live);

/// Return whether a page is open: whether one has sent a request in the last five seconds.
GESTALT_API bool gestalt_live_is_watched(const gestalt_live *live);

/// Why a run waits.
typedef enum gestalt_live_reason {
    GESTALT_LIVE_BEGUN,   ///< it has not been started yet
    GESTALT_LIVE_PAUSED,  ///< someone paused it
    GESTALT_LIVE_ARRIVED, ///< it has done the ticks that someone asked for
    GESTALT_LIVE_BROKEN,  ///< at a breakpoint
    GESTALT_LIVE_STOPPED, ///< gestalt_live_stop, or an error
} gestalt_live_reason;

/// The state of a run, for programs that show it themselves.
typedef struct gestalt_live_state {
    bool waits;                 ///< whether it is neither running nor going to a tick
    gestalt_live_reason reason; ///< why it waits, or last waited
    /// The hit of a breakpoint, for GESTALT_LIVE_BROKEN: its agent and node, or UINT64_MAX and
    /// GESTALT_NO_NODE if it is about none.
    uint64_t agent;
    uint32_t group, node;
} gestalt_live_state;
GESTALT_API gestalt_live_state gestalt_live_now(const gestalt_live *live);

#ifdef __cplusplus
}
#endif

#endif
