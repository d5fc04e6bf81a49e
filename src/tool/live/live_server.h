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

/// The function that processes requests.
typedef struct live_service {
    cli *c;
    void (*answer)(void *user, const live_request *request, live_answer *answer);
    void *user;
} live_service;

/// Start the server, and print the link. Errors are reported, including that this build has no
/// server. Close in any case.
exit_code live_server_open(live_server **server, live_service service);
void live_server_close(live_server *server);

/// Return the descriptor that becomes readable when there is work, and how many milliseconds the
/// work may wait; -1: forever.
int live_server_descriptor(const live_server *server);
int live_server_patience(live_server *server);

/// Do the pending work.
void live_server_run(live_server *server);

/// Return whether this build has a server; if not, print how to get one.
bool live_server_is_there(cli *c);

#endif
