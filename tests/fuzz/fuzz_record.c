// SPDX-License-Identifier: MIT
// Damaged recordings of a world, some with trees: each is refused with an offset, or its contents
// can be written and read again. Both readers read each of them. The first byte of the input
// chooses a recording; the rest describes the damage (damage.h). Hashes are repaired; otherwise
// nearly all recordings would be refused for their hash.
#include "accepted.h"
#include "damage.h"
#include "read_trees.h"
#include "record_bytes.h"
#include "recordings.h"

#include <gestalt/recorder/recording.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { AGENTS_MOST = 5000 };

// ---- reading

// Write an accepted recording again. Frames with very many agents are skipped.
static void copy_frames(gestalt_recording *r, size_t size, gestalt_recorder *w)
{
    gestalt_record_frame frame;
    gestalt_record_next what = GESTALT_RECORD_HAS_FRAME;
    gestalt_error error = {0};
    while (what == GESTALT_RECORD_HAS_FRAME) {
        gestalt_result result = gestalt_recording_next(r, &what, &frame, &error);
        if (result != GESTALT_OK) {
            if (result != GESTALT_BAD_FILE || error.offset > size || !error.message[0])
                abort();
            return;
        }
        if (what == GESTALT_RECORD_HAS_FRAME && frame.count <= AGENTS_MOST &&
            gestalt_recorder_frame(w, &frame, NULL) != GESTALT_OK)
            abort();
    }
}

static void read_again(const byte_buffer *b)
{
    gestalt_recording *r;
    gestalt_record_next what = GESTALT_RECORD_HAS_FRAME;
    gestalt_record_frame frame;
    if (gestalt_recording_open_memory(b->bytes, b->size, NULL, &r, NULL) != GESTALT_OK)
        abort();
    while (what == GESTALT_RECORD_HAS_FRAME)
        if (gestalt_recording_next(r, &what, &frame, NULL) != GESTALT_OK)
            abort();
    gestalt_recording_close(r);
}

// Return whether the world was opened.
static bool load(const byte_buffer *b)
{
    gestalt_recording *r;
    gestalt_recorder *w;
    gestalt_error error = {0};
    byte_buffer copy = {0};
    gestalt_result result = gestalt_recording_open_memory(b->bytes, b->size, NULL, &r, &error);
    if (result != GESTALT_OK) {
        if ((result != GESTALT_BAD_FILE && result != GESTALT_BAD_ARGUMENT) ||
            error.offset > b->size || !error.message[0])
            abort();
        return false;
    }
    if (gestalt_recorder_create(gestalt_recording_description(r), buffer_writer(&copy), NULL, &w,
                                NULL) != GESTALT_OK)
        abort();
    copy_frames(r, b->size, w);
    gestalt_recorder_destroy(w);
    gestalt_recording_close(r);
    read_again(&copy);
    free(copy.bytes);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    byte_buffer b = damaged(recording_at(data[0]), data + 1, size - 1, NULL);
    load(&b);
    read_trees(&b);
    repair_recording(b.bytes, b.size);
    bool has_world = load(&b), has_trees = read_trees(&b);
    accepted(has_world || has_trees);
    free(b.bytes);
    return 0;
}
