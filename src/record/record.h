// SPDX-License-Identifier: MIT
// Internals of recordings that writer and reader share. gestalt/recording.h describes the contents,
// docs/recordings.md the bytes.
#ifndef RECORD_H
#define RECORD_H

#include <gestalt/recording.h>

/// Return what is wrong with a description, as text for people, or NULL.
const char *record_check(const gestalt_record_description *d);

/// Return the number of traffic lights.
uint32_t record_light_count(const gestalt_record_description *d);

#endif
