// SPDX-License-Identifier: MIT
// Requests of a page as fuzz targets write them, without HTTP: a line such as /state?counts=1 is a
// query, any other line is an action in JSON.
#ifndef REQUESTS_H
#define REQUESTS_H

#include "live_ask.h"

/// Number of requests carried out so far, without those that were refused.
extern unsigned long requests_answered;

typedef void request_api(void *user, const live_request *request, live_answer *answer);

/// Carry out the request in a line, which is changed. Ends the program if the response is neither
/// well formed nor a refusal.
void request_line(request_api *api, void *user, char *line);

#endif
