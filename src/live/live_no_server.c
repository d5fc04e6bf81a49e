// SPDX-License-Identifier: MIT
// The server functions of builds without libmicrohttpd.
#include "error.h"
#include "live_server.h"

gestalt_result live_server_open(live_server **server, live_service service, gestalt_error *error)
{
    (void)service;
    *server = NULL;
    return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                     "this build has no server: install libmicrohttpd-dev, and build it with "
                     "`meson setup --wipe -Dlive=enabled`");
}

void live_server_close(live_server *server)
{
    (void)server;
}

const char *live_server_link(const live_server *server)
{
    (void)server;
    return "";
}

int live_server_descriptor(const live_server *server)
{
    (void)server;
    return -1;
}

int live_server_patience(live_server *server)
{
    (void)server;
    return -1;
}

void live_server_run(live_server *server)
{
    (void)server;
}

uint64_t live_server_silence(const live_server *server)
{
    (void)server;
    return UINT64_MAX;
}

bool live_server_is_there(void)
{
    return false;
}
