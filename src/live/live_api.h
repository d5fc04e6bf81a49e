// SPDX-License-Identifier: MIT
// The queries and actions of a page, without HTTP: a request with a method, a path and arguments
// gets a response of JSON or bytes. The size of a response depends on the request and on the trees,
// but never on the number of agents. docs/live-reference.md lists the routes.
#ifndef LIVE_API_H
#define LIVE_API_H

#include "live_ask.h"

/// Process a request. Release the body of the response in any case.
void live_api(live *l, const live_request *request, live_answer *answer);

#endif
