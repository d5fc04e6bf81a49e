// SPDX-License-Identifier: MIT
// Reads recordings, frame by frame. Nothing in them is believed: what is handed out has been
// verified. A recording that is still being written can be followed.
#ifndef RECORD_READER_H
#define RECORD_READER_H

#include "record.h"

typedef struct record_reader record_reader;

/// A source of bytes. It gives `size` of them, or fewer when there are no more. A file that is
/// still being written may have more when it is asked again.
typedef struct record_source {
    gestalt_result (*read)(void *user, void *bytes, size_t size, size_t *count,
                           gestalt_error *error);
    void *user;
} record_source;

/// The next thing in a recording.
typedef enum record_next {
    RECORD_HAS_FRAME,
    RECORD_AT_END, // the recording is complete
    RECORD_CUT,    // the bytes end, but not the recording; more may come
} record_next;

/// Reads the description. GESTALT_BAD_FILE, with the offset, when this is no recording, or a
/// damaged one, or when it is cut off before its first frame.
gestalt_result record_reader_create(record_source source, const gestalt_allocator *allocator,
                                    record_reader **reader, gestalt_error *error);
void record_reader_destroy(record_reader *r);

/// Valid as long as the reader.
const gestalt_record_description *record_reader_description(const record_reader *r);

/// Reads on. The frame, and its arrays, are valid until the next call; its agents are ordered by
/// id. After RECORD_CUT it may be called again, when the source has more. Errors stay.
gestalt_result record_reader_next(record_reader *r, record_next *what, gestalt_record_frame *frame,
                                  gestalt_error *error);

/// The place behind the last whole frame, in bytes.
uint64_t record_reader_offset(const record_reader *r);

#endif
