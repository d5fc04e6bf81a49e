// SPDX-License-Identifier: MIT
// The server functions of builds without libmicrohttpd.
#include "live_server.h"

bool live_server_is_there(cli *c)
{
    cli_say(c, "this build has no `gestalt live`: install libmicrohttpd-dev, and build it with "
               "`meson setup --wipe -Dlive=enabled`");
    return false;
}

exit_code live_server_open(live_server **server, live_service service)
{
    *server = NULL;
    return live_server_is_there(service.c) ? EXIT_FINE : EXIT_USAGE;
}

void live_server_close(live_server *server)
{
    (void)server;
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
