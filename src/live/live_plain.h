// SPDX-License-Identifier: MIT
// The run of a program that has a population or a world and nothing else to say about it: the
// members of gestalt_live_options as a subject.
#ifndef LIVE_PLAIN_H
#define LIVE_PLAIN_H

#include <gestalt/live/subject.h>

typedef struct live_plain {
    gestalt_live_subject subject;
    gestalt_population *population;
    gestalt_world *world;
    int64_t dt;
    gestalt_live_document *documents;
    uint32_t document_count;
    gestalt_live_keeper keeper;
} live_plain;

/// Make the subject. Close in any case.
gestalt_result live_plain_open(live_plain *p, const gestalt_live_options *options,
                               gestalt_error *error);
void live_plain_close(live_plain *p);

#endif
