// SPDX-License-Identifier: MIT
#include "place_record.h"

// An error of writing is reported when the output is finished.
static exit_code place_failed(const place_record *r, gestalt_result result,
                              const gestalt_error *error)
{
    if (result == GESTALT_IO || !output_is_well(&r->out))
        return EXIT_IO;
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(r->c, r->path, result, error);
}

exit_code place_record_begin(place_record *r, cli *c, gestalt_world *world)
{
    gestalt_error error = {0};
    const options *o = &c->options;
    *r = (place_record){.c = c, .path = world ? options_text(o, OPTION_RECORD) : NULL};
    if (!r->path)
        return EXIT_FINE;
    uint64_t every =
        options_is_given(o, OPTION_RECORD_EVERY) ? options_number(o, OPTION_RECORD_EVERY) : 0;
    output_stream(&r->out, c, r->path);
    gestalt_result result =
        gestalt_world_record(world, every, output_writer(&r->out), &r->recorder, &error);
    exit_code verdict = place_failed(r, result, &error);
    return verdict == EXIT_FINE ? place_record_frame(r, world) : verdict;
}

exit_code place_record_frame(place_record *r, gestalt_world *world)
{
    gestalt_error error = {0};
    if (!r->recorder)
        return EXIT_FINE;
    gestalt_result result = gestalt_world_frame(world, r->recorder, &error);
    if (result == GESTALT_OK)
        output_keep(&r->out);
    return place_failed(r, result, &error);
}

exit_code place_record_end(place_record *r, exit_code verdict)
{
    gestalt_error error = {0};
    if (!r->path)
        return verdict;
    if (r->recorder) // write all frames so far, whatever has ended the run
        gestalt_recorder_finish(r->recorder, &error);
    gestalt_recorder_destroy(r->recorder);
    return output_end(&r->out, r->c, verdict);
}
