// SPDX-License-Identifier: MIT
// HTTP for a live run, by libmicrohttpd, on the thread of the run: the server does something only
// when it is told to, between two ticks.
//
// A request has to know the token, which is in its path. A page of somebody else can't ask in a
// browser: its requests have another origin, or a name in place of the address.
#ifndef LIVE_SERVER_H
#define LIVE_SERVER_H

#include "live_api.h"

typedef struct live_server live_server;

/// Whoever answers.
typedef struct live_service {
    cli *c;
    void (*answer)(void *user, const live_request *request, live_answer *answer);
    void *user;
} live_service;

/// Begins to serve, and prints the link. Errors are reported; also that this build has no server.
/// Close it in any case.
exit_code live_server_open(live_server **server, live_service service);
void live_server_close(live_server *server);

/// The descriptor that can be read when there is something to do, and how long it may wait, in
/// milliseconds; -1: for ever.
int live_server_descriptor(const live_server *server);
int live_server_patience(live_server *server);

/// Does what there is to do.
void live_server_run(live_server *server);

/// Return whether this build has a server; else say how to get one.
bool live_server_is_there(cli *c);

#endif
