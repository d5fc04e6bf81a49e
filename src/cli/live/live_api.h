// SPDX-License-Identifier: MIT
// The questions and deeds of a page, without HTTP: a request with a method, a path and arguments
// gets JSON or bytes. The size of an answer depends on what is asked for, and on the trees; never
// on how many agents there are. docs/live-reference.md lists the routes.
#ifndef LIVE_API_H
#define LIVE_API_H

#include "live_ask.h"

/// Answers. Release its body in any case.
void live_api(live *l, const live_request *request, live_answer *answer);

#endif
