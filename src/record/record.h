// SPDX-License-Identifier: MIT
// Recordings as their writer and reader see them: gestalt/recording.h says what they hold.
// docs/recordings.md tells of the bytes.
#ifndef RECORD_H
#define RECORD_H

#include <gestalt/recording.h>

/// Return what is wrong with a description, for people, or NULL.
const char *record_check(const gestalt_record_description *d);

/// Return how many lights there are.
uint32_t record_light_count(const gestalt_record_description *d);

#endif
