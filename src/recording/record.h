// SPDX-License-Identifier: MIT
// Internals of recordings that writer and reader share. gestalt/recorder/recording.h describes the
// contents, docs/recordings.md the bytes.
#ifndef RECORD_H
#define RECORD_H

#include "chunk_writer.h"

#include <gestalt/recorder/recording.h>

/// Return what is wrong with a description, as text for people, or NULL.
const char *record_check(const gestalt_record_description *d);

/// Return where a recorder writes its chunks. The recorder of the world's trees may write there
/// too.
chunk_writer *record_chunks(gestalt_recorder *recorder);

/// Return the number of traffic lights.
uint32_t record_light_count(const gestalt_record_description *d);

#endif
