// SPDX-License-Identifier: MIT
// Positions of agents for drawing: a recording of a scene with one frame. To limit their number, it
// contains only agents whose ids are multiples of some number.
#include "error.h"
#include "live_answers.h"
#include "memory.h"

#include <gestalt/recorder/recording.h>
#include <string.h>

// Record the current frame of the world.
static gestalt_result places_record(const live_run *r, text_buffer *bytes, gestalt_error *error)
{
    gestalt_recorder *recorder = NULL;
    gestalt_result result =
        gestalt_world_record(r->world, 1, text_buffer_writer(bytes), &recorder, error);
    if (result == GESTALT_OK)
        result = gestalt_world_frame(r->world, recorder, error);
    if (result == GESTALT_OK)
        result = gestalt_recorder_finish(recorder, error);
    gestalt_recorder_destroy(recorder);
    return text_buffer_result(bytes, result, error);
}

gestalt_result places_write(text_out *out, const gestalt_record_description *d,
                            const gestalt_record_frame *f, uint64_t most, gestalt_error *error)
{
    text_buffer bytes = {0};
    gestalt_recorder *recorder = NULL;
    gestalt_record_description thinned = *d;
    uint32_t every = d->every_agent ? d->every_agent : 1;
    uint64_t factor = most ? (f->count + most - 1) / most : 1;
    if (factor > UINT32_MAX / every)
        factor = UINT32_MAX / every;
    thinned.every_agent = every * (uint32_t)(factor ? factor : 1);
    thinned.every = 1;
    gestalt_record_frame part = *f;
    for (uint64_t i = part.count = 0, kept = 0; i < f->count && kept < most; i++) {
        kept += f->ids[i] % thinned.every_agent == 0; // ids may not be evenly distributed
        part.count = i + 1;
    }
    gestalt_result result =
        gestalt_recorder_create(&thinned, text_buffer_writer(&bytes), NULL, &recorder, error);
    if (result == GESTALT_OK)
        result = gestalt_recorder_frame(recorder, &part, error);
    if (result == GESTALT_OK)
        result = gestalt_recorder_finish(recorder, error);
    gestalt_recorder_destroy(recorder);
    result = text_buffer_result(&bytes, result, error);
    if (result == GESTALT_OK)
        text_write(out, bytes.bytes, bytes.size);
    text_buffer_release(&bytes);
    return result;
}

static gestalt_result places_thin(text_out *out, const text_buffer *whole, uint64_t most,
                                  gestalt_error *error)
{
    gestalt_recording *recording;
    gestalt_record_frame frame;
    gestalt_record_next next;
    gestalt_limits limits;
    gestalt_result result =
        gestalt_recording_open_memory(whole->bytes, whole->size, NULL, &recording, error);
    if (result != GESTALT_OK)
        return result;
    gestalt_limits_default(&limits, sizeof limits);
    limits.agents = UINT64_MAX >> 8; // the recording was made here, so it is trusted
    gestalt_recording_set_limits(recording, &limits);
    result = gestalt_recording_next(recording, &next, &frame, error);
    if (result == GESTALT_OK && next != GESTALT_RECORD_HAS_FRAME)
        result = error_set(error, GESTALT_BAD_FILE, 0, "there is no frame");
    if (result == GESTALT_OK)
        result = places_write(out, gestalt_recording_description(recording), &frame, most, error);
    gestalt_recording_close(recording);
    return result;
}

gestalt_result answer_places(text_out *out, live *l, uint64_t most, gestalt_error *error)
{
    text_buffer whole = {0};
    if (!l->run.world)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "a tree has no places");
    gestalt_result result = places_record(&l->run, &whole, error);
    if (result == GESTALT_OK && gestalt_world_columns_of(l->run.world).count <= most)
        text_write(out, whole.bytes, whole.size);
    else if (result == GESTALT_OK)
        result = places_thin(out, &whole, most, error);
    text_buffer_release(&whole);
    return result;
}
