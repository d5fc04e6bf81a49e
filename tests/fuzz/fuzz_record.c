// SPDX-License-Identifier: MIT
// Damaged recordings: each is refused with an offset, or what is read of it can be written and read
// again. The input says what is damaged: its first byte chooses one of some recordings; then of
// each 4 bytes the first says what is done, the next two where, the last one with what. Hashes are
// repaired, else nothing would get far.
#include "damage.h"
#include "flock.h"
#include "record_bytes.h"
#include "record_reader.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BASES = 6, AGENTS_MOST = 5000 };

typedef struct bytes {
    byte_buffer all;
    size_t at;
} bytes;

static byte_buffer bases[BASES];

static gestalt_result get(void *user, void *to, size_t size, size_t *count, gestalt_error *error)
{
    (void)error;
    bytes *b = user;
    *count = size < b->all.size - b->at ? size : b->all.size - b->at;
    if (*count)
        memcpy(to, b->all.bytes + b->at, *count);
    b->at += *count;
    return GESTALT_OK;
}

static void start(void)
{
    if (bases[0].bytes)
        return;
    for (uint32_t i = 0; i < BASES; i++) {
        flock f;
        gestalt_recorder *w;
        flock_start(&f, &(flock_options){.count = i ? 5 + i * 13 : 0,
                                         .dimension = 2 + i % 2,
                                         .coding = (gestalt_record_coding)(i % 3),
                                         .comes_and_goes = i > 2,
                                         .has_lights = i == 4,
                                         .every_agent = i / 2});
        if (gestalt_recorder_create(&f.description, buffer_writer(&bases[i]), NULL, &w, NULL))
            abort();
        for (int step = 0; step < 6; step++) {
            gestalt_record_frame frame = flock_frame(&f);
            if (gestalt_recorder_frame(w, &frame, NULL) != GESTALT_OK)
                abort();
            flock_step(&f);
        }
        if (gestalt_recorder_finish(w, NULL) != GESTALT_OK)
            abort();
        gestalt_recorder_destroy(w);
        flock_release(&f);
    }
}

// ---- reading

// Accepted recordings can be written. Frames of very many agents are left out.
static void copy_frames(record_reader *r, size_t size, gestalt_recorder *w)
{
    gestalt_record_frame frame;
    record_next what = RECORD_HAS_FRAME;
    gestalt_error error = {0};
    while (what == RECORD_HAS_FRAME) {
        gestalt_result result = record_reader_next(r, &what, &frame, &error);
        if (result != GESTALT_OK) {
            if (result != GESTALT_BAD_FILE || error.offset > size || !error.message[0])
                abort();
            return;
        }
        if (what == RECORD_HAS_FRAME && frame.count <= AGENTS_MOST &&
            gestalt_recorder_frame(w, &frame, NULL) != GESTALT_OK)
            abort();
    }
}

static void read_again(bytes *b)
{
    record_reader *r;
    record_next what = RECORD_HAS_FRAME;
    gestalt_record_frame frame;
    b->at = 0;
    if (record_reader_create((record_source){get, b}, NULL, &r, NULL) != GESTALT_OK)
        abort();
    while (what == RECORD_HAS_FRAME)
        if (record_reader_next(r, &what, &frame, NULL) != GESTALT_OK)
            abort();
    record_reader_destroy(r);
}

static void load(bytes *b)
{
    record_reader *r;
    gestalt_recorder *w;
    gestalt_error error = {0};
    bytes copy = {0};
    b->at = 0;
    gestalt_result result = record_reader_create((record_source){get, b}, NULL, &r, &error);
    if (result != GESTALT_OK) {
        if (result != GESTALT_BAD_FILE || error.offset > b->all.size || !error.message[0])
            abort();
        return;
    }
    if (gestalt_recorder_create(record_reader_description(r), buffer_writer(&copy.all), NULL, &w,
                                NULL) != GESTALT_OK)
        abort();
    copy_frames(r, b->all.size, w);
    gestalt_recorder_destroy(w);
    record_reader_destroy(r);
    read_again(&copy);
    free(copy.all.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    start();
    if (size == 0)
        return 0;
    bytes b = {damaged(&bases[data[0] % BASES], data + 1, size - 1, NULL), 0};
    load(&b);
    repair_recording(b.all.bytes, b.all.size);
    load(&b);
    free(b.all.bytes);
    return 0;
}
