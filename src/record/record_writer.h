// SPDX-License-Identifier: MIT
// Writes recordings: first who and what is recorded, then a frame at a time. What has been handed
// to the sink is a recording up to there: whoever reads the file while it grows, or after the
// program has died, finds every whole frame.
#ifndef RECORD_WRITER_H
#define RECORD_WRITER_H

#include "record.h"

typedef struct record_writer record_writer;

/// Writes the description, of which nothing is needed afterwards. GESTALT_BAD_ARGUMENT when
/// record_check finds fault with it, GESTALT_IO when the sink takes no more.
gestalt_result record_writer_create(const record_description *description, gestalt_writer sink,
                                    const gestalt_allocator *allocator, record_writer **writer,
                                    gestalt_error *error);

/// Whether a step is one of those that are recorded: `every` divides it. So hosts need not gather
/// columns for the others.
bool record_writer_wants(const record_writer *w, uint64_t step);

/// Writes a frame with the agents that `every_agent` wants, in any order. Steps must increase. Of
/// memory and bad arguments, nothing was written and the next frame can be; after GESTALT_IO,
/// nothing is written any more.
gestalt_result record_writer_frame(record_writer *w, const record_frame *frame,
                                   gestalt_error *error);

/// Says that this is all. Without it a reader waits for more.
gestalt_result record_writer_finish(record_writer *w, gestalt_error *error);

/// May be NULL. What was not finished is cut off.
void record_writer_destroy(record_writer *w);

#endif
