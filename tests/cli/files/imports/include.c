// SPDX-License-Identifier: MIT
#include "say.h"
int main(void)
{
    gestalt_error error;
    gestalt_host *host;
    gestalt_result result = gestalt_host_create(NULL, &host, &error);
    return result == GESTALT_OK && Say_it__register(host) == GESTALT_OK ? 0 : 1;
}
