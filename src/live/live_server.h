// SPDX-License-Identifier: MIT
// HTTP for a live run, with libmicrohttpd, on the thread of the run: the server only works when
// live_server_run is called, between two ticks.
//
// A request must contain the token, as part of its path. Other web pages in the same browser cannot
// send requests: these have another origin, or a name instead of the address.
#ifndef LIVE_SERVER_H
#define LIVE_SERVER_H

#include "live_api.h"

typedef struct live_server live_server;

/// The function that processes requests, and where they arrive.
typedef struct live_service {
    void (*answer)(void *user, const live_request *request, live_answer *answer);
    void *user;
    const char *address; // in digits; NULL: this machine only
    uint16_t port;       // 0: any free port
    const char *token;   // NULL: a random one
} live_service;

/// Start the server. Fails in builds without one. Close in any case.
gestalt_result live_server_open(live_server **server, live_service service, gestalt_error *error);
void live_server_close(live_server *server);

/// Return the link of the page.
const char *live_server_link(const live_server *server);

/// Return the descriptor that becomes readable when there is work, and how many milliseconds the
/// work may wait; -1: forever.
int live_server_descriptor(const live_server *server);
int live_server_patience(live_server *server);

/// Do the pending work.
void live_server_run(live_server *server);

/// Return the time since the last request with the token, in nanoseconds; UINT64_MAX: there was
/// none.
uint64_t live_server_silence(const live_server *server);

/// Return whether this build has a server.
bool live_server_is_there(void);

#endif
