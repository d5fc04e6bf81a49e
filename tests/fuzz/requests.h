// SPDX-License-Identifier: MIT
// Requests of a page as fuzz targets write them, without HTTP: /state?counts=1 is a question, and
// what begins otherwise a deed in JSON.
#ifndef REQUESTS_H
#define REQUESTS_H

#include "live_ask.h"

/// Requests that were done, so far: no refusals.
extern unsigned long requests_answered;

typedef void request_api(void *user, const live_request *request, live_answer *answer);

/// Asks or does what a line says, which is changed; ends the program when the answer is neither
/// well formed nor a refusal.
void request_line(request_api *api, void *user, char *line);

#endif
