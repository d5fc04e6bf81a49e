// SPDX-License-Identifier: MIT
#include "recording.h"

#include "error.h"
#include "input.h"
#include "limits_option.h"
#include "nearest.h"
#include "number.h"
#include "search.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HELD_MOST = INT32_MAX };

static exit_code no_memory(const recording *r)
{
    cli_say(r->c, "out of memory");
    return EXIT_LIMIT;
}

// ---- agents, as "0,7,100-199"

static exit_code bad_list(const recording *r, const char *text)
{
    return cli_usage(r->c, "--agents cannot be `%s`: write a list in order, such as `0,7,100-199`",
                     text);
}

// Read the number at `*text`, and advance `*text` past it.
static bool read_id(const char **text, uint64_t *id)
{
    int64_t number;
    size_t size = strspn(*text, "0123456789");
    if (size == 0 || !number_int64(*text, size, &number))
        return false;
    *id = (uint64_t)number;
    *text += size;
    return true;
}

static bool read_range(const char **text, id_range *range)
{
    if (!read_id(text, &range->first))
        return false;
    range->last = range->first;
    if (**text != '-')
        return true;
    (*text)++;
    return read_id(text, &range->last) && range->last >= range->first;
}

static exit_code read_agents(recording *r)
{
    const char *list = options_text(&r->c->options, OPTION_ONLY_AGENTS), *text = list;
    if (!list)
        return EXIT_FINE;
    r->selected.range_capacity = (uint32_t)strlen(list) + 1;
    r->selected.ranges =
        memory_new(&r->allocator, r->selected.range_capacity * sizeof *r->selected.ranges);
    if (!r->selected.ranges)
        return no_memory(r);
    do {
        id_range *range = &r->selected.ranges[r->selected.range_count];
        if (!read_range(&text, range) ||
            (r->selected.range_count > 0 && range->first <= range[-1].last))
            return bad_list(r, list);
        r->selected.range_count++;
    } while (*text++ == ',');
    return text[-1] == '\0' ? EXIT_FINE : bad_list(r, list);
}

bool recording_wants(const recording *r, uint64_t agent)
{
    uint32_t i;
    SEARCH_FIRST(i, 0, r->selected.range_count, r->selected.ranges[i].last >= agent);
    return r->selected.range_count == 0 ||
           (i < r->selected.range_count && r->selected.ranges[i].first <= agent);
}

// ---- opening

static gestalt_result read_input(recording *r, void *bytes, size_t size, size_t *count,
                                 gestalt_error *error)
{
    if (r->bytes.is_stable)
        return stable_input_read(&r->bytes.again, bytes, size, count, error);
    if (!r->bytes.held)
        return file_input_read(&r->bytes.input, bytes, size, count, error);
    *count = size < r->bytes.held_size - r->bytes.held_used
                 ? size
                 : r->bytes.held_size - r->bytes.held_used;
    memcpy(bytes, r->bytes.held + r->bytes.held_used, *count);
    r->bytes.held_used += *count;
    return GESTALT_OK;
}

// Read from the input, after the head, which has already been read.
static gestalt_result read_some(void *user, void *bytes, size_t size, size_t *count,
                                gestalt_error *error)
{
    recording *r = user;
    size_t left = r->bytes.head_size - r->bytes.head_used, first = size < left ? size : left;
    memcpy(bytes, r->bytes.head + r->bytes.head_used, first);
    r->bytes.head_used += first;
    gestalt_result result = read_input(r, (char *)bytes + first, size - first, count, error);
    *count += first;
    return result;
}

static exit_code recording_report(const recording *r, gestalt_result result,
                                  const gestalt_error *error)
{
    return cli_fail(r->c, cli_input_name(r->path), result, error);
}

// Check the size of an untrusted file. The reader checks the number of agents in frames.
static gestalt_result recording_within(const recording *r, gestalt_error *error)
{
    struct stat status;
    uint64_t most = limits_option(&r->c->options).bytes;
    if (!limits_are_strict(&r->c->options) || fstat(r->bytes.input.descriptor, &status) != 0 ||
        (uint64_t)status.st_size <= most)
        return GESTALT_OK;
    char quoted[ERROR_QUOTE_SIZE];
    return error_set(error, GESTALT_LIMIT, 0, "`%s` has more than %llu bytes",
                     error_quote(quoted, r->path, strlen(r->path)), (unsigned long long)most);
}

// Prepare for reading twice. A file may change in between, so it is checked; a pipe is read into
// memory.
static gestalt_result prepare_second(recording *r, gestalt_error *error)
{
    if (r->bytes.is_open && recording_can_grow(r)) {
        r->bytes.is_stable = true;
        return stable_input_start(&r->bytes.again, &r->bytes.input, error);
    }
    return file_read_descriptor(r->bytes.input.descriptor, r->bytes.input.path, HELD_MOST,
                                &r->allocator, &r->bytes.held, &r->bytes.held_size, error);
}

static exit_code open_input(recording *r, bool reads_twice)
{
    gestalt_error error = {0};
    gestalt_result result = GESTALT_OK;
    if (!cli_is_dash(r->path)) {
        result = file_input_begin(&r->bytes.input, r->path, &error);
        r->bytes.is_open = result == GESTALT_OK;
        if (r->bytes.is_open)
            result = recording_within(r, &error);
    } else {
        r->bytes.input = (file_input){cli_input_name(r->path), STDIN_FILENO};
    }
    if (result == GESTALT_OK && reads_twice)
        result = prepare_second(r, &error);
    return result == GESTALT_OK ? EXIT_FINE : recording_report(r, result, &error);
}

// Return whether the first chunk is the description of trees.
static bool begins_with_trees(const recording *r)
{
    enum { TREES = 4 };
    uint32_t kind = 0;
    memcpy(&kind, r->bytes.head + RECORDING_HEAD_SIZE - sizeof kind, sizeof kind);
    return r->bytes.head_size == RECORDING_HEAD_SIZE && kind == TREES;
}

// Open the reader. A file that is not a recording gets the error of the reader of worlds.
static gestalt_result open_part(recording *r, gestalt_error *error)
{
    const gestalt_record_source source = {read_some, r};
    r->bytes.head_used = 0;
    gestalt_result result =
        read_input(r, r->bytes.head, sizeof r->bytes.head, &r->bytes.head_size, error);
    if (result != GESTALT_OK)
        return result;
    return r->wants_trees || begins_with_trees(r)
               ? gestalt_tree_recording_open_source(source, NULL, &r->trees, error)
               : gestalt_recording_open_source(source, NULL, &r->reader, error);
}

static void start_reader(recording *r)
{
    const gestalt_limits limits = limits_option(&r->c->options);
    if (r->trees) {
        gestalt_tree_recording_set_limits(r->trees, &limits);
        return;
    }
    gestalt_recording_set_limits(r->reader, &limits);
    r->description = gestalt_recording_description(r->reader);
}

static exit_code open_reader(recording *r)
{
    gestalt_error error = {0};
    gestalt_result result = open_part(r, &error);
    if (result == GESTALT_BAD_ARGUMENT && r->wants_trees)
        return cli_usage(r->c,
                         "%s: the recording has no trees, only a world: `gestalt run SCENE "
                         "--record=FILE --record-parts=both` records them",
                         cli_input_name(r->path));
    if (result != GESTALT_OK)
        return recording_report(r, result, &error);
    start_reader(r);
    return EXIT_FINE;
}

// Read the options that select parts of the recording.
static exit_code read_selection(recording *r, cli *c, const char *path)
{
    const options *o = &c->options;
    *r = (recording){.c = c,
                     .path = path,
                     .allocator = memory_allocator(NULL),
                     .selected = {.from = options_number(o, OPTION_FROM_STEP),
                                  .to = UINT64_MAX,
                                  .every = options_number(o, OPTION_EVERY_FRAME)}};
    if (options_is_given(o, OPTION_TO_STEP))
        r->selected.to = options_number(o, OPTION_TO_STEP);
    return r->selected.to < r->selected.from ? cli_usage(c, "--to must not be before --from")
                                             : read_agents(r);
}

exit_code recording_open(recording *r, cli *c, const char *path, bool reads_twice, bool wants_trees)
{
    exit_code verdict = read_selection(r, c, path);
    r->wants_trees = wants_trees;
    if (verdict == EXIT_FINE)
        verdict = open_input(r, reads_twice);
    return verdict == EXIT_FINE ? open_reader(r) : verdict;
}

exit_code recording_open_trees(recording *r, const recording *world, bool *has_trees)
{
    gestalt_error error = {0};
    exit_code verdict = read_selection(r, world->c, world->path);
    *has_trees = false;
    r->wants_trees = true;
    if (verdict == EXIT_FINE && world->bytes.held) {
        r->bytes.input = world->bytes.input;
        r->bytes.held = world->bytes.held;
        r->bytes.held_size = world->bytes.held_size;
        r->bytes.is_held_elsewhere = true;
    } else if (verdict == EXIT_FINE) {
        verdict = open_input(r, true);
    }
    if (verdict != EXIT_FINE)
        return verdict;
    gestalt_result result = open_part(r, &error);
    if (result == GESTALT_BAD_ARGUMENT)
        return EXIT_FINE;
    if (result != GESTALT_OK)
        return recording_report(r, result, &error);
    start_reader(r);
    *has_trees = true;
    return EXIT_FINE;
}

static void close_reader(recording *r)
{
    gestalt_recording_close(r->reader);
    gestalt_tree_recording_close(r->trees);
    r->reader = NULL;
    r->trees = NULL;
    r->bytes.head_size = 0;
    r->description = NULL; // it belonged to the reader
}

exit_code recording_rewind(recording *r)
{
    gestalt_error error = {0};
    close_reader(r);
    r->selected.frames_seen = 0;
    r->bytes.held_used = 0;
    gestalt_result result =
        r->bytes.is_stable ? stable_input_rewind(&r->bytes.again, &error) : GESTALT_OK;
    return result == GESTALT_OK ? open_reader(r) : recording_report(r, result, &error);
}

static void release_chosen(recording *r)
{
    memory_release(&r->allocator, r->chosen.ids, r->chosen.capacity * sizeof *r->chosen.ids);
    memory_release(&r->allocator, r->chosen.groups, r->chosen.capacity * sizeof *r->chosen.groups);
    memory_release(&r->allocator, r->chosen.values, r->chosen.values_size);
    r->chosen.ids = NULL;
    r->chosen.groups = r->chosen.values = NULL;
    r->chosen.capacity = 0;
}

void recording_close(recording *r)
{
    close_reader(r);
    if (r->bytes.is_stable)
        stable_input_end(&r->bytes.again);
    if (r->bytes.is_open)
        file_input_end(&r->bytes.input);
    if (r->bytes.held && !r->bytes.is_held_elsewhere)
        file_release(&r->allocator, r->bytes.held, r->bytes.held_size);
    memory_release(&r->allocator, r->selected.ranges,
                   r->selected.range_capacity * sizeof *r->selected.ranges);
    release_chosen(r);
}

// ---- frames

static bool recording_reserve(recording *r, uint64_t count)
{
    if (count <= r->chosen.capacity)
        return true;
    release_chosen(r);
    r->chosen.capacity = count;
    r->chosen.ids = memory_new(&r->allocator, count * sizeof *r->chosen.ids);
    r->chosen.groups = memory_new(&r->allocator, count * sizeof *r->chosen.groups);
    r->chosen.values_size = count * r->description->column_count * sizeof *r->chosen.values;
    r->chosen.values = memory_new(&r->allocator, r->chosen.values_size);
    return r->chosen.ids && r->chosen.groups && r->chosen.values;
}

// Remove agents from the frame that the command line does not select.
static bool recording_choose(recording *r)
{
    uint64_t count = 0;
    if (r->selected.range_count == 0)
        return true;
    for (uint64_t i = 0; i < r->frame.count; i++)
        count += recording_wants(r, r->frame.ids[i]);
    if (!recording_reserve(r, count))
        return false;
    for (uint64_t i = 0, n = 0; i < r->frame.count; i++) {
        if (!recording_wants(r, r->frame.ids[i]))
            continue;
        r->chosen.ids[n] = r->frame.ids[i];
        r->chosen.groups[n] = r->frame.groups[i];
        for (uint32_t c = 0; c < r->description->column_count; c++)
            r->chosen.values[c * count + n] = ((const uint32_t *)r->frame.columns[c])[i];
        n++;
    }
    for (uint32_t c = 0; c < r->description->column_count; c++)
        r->chosen.columns[c] = r->chosen.values ? r->chosen.values + c * count : NULL;
    r->frame.count = count;
    r->frame.ids = r->chosen.ids;
    r->frame.groups = r->chosen.groups;
    r->frame.columns = r->chosen.columns;
    return true;
}

exit_code recording_next(recording *r, gestalt_record_next *what)
{
    do {
        gestalt_error error = {0};
        gestalt_result result = (r->skims ? gestalt_recording_skim : gestalt_recording_next)(
            r->reader, what, &r->frame, &error);
        if (result != GESTALT_OK)
            return recording_report(r, result, &error);
        if (*what != GESTALT_RECORD_HAS_FRAME)
            return EXIT_FINE;
        if (r->frame.step > r->selected.to) {
            *what = GESTALT_RECORD_AT_END;
            return EXIT_FINE;
        }
    } while (r->frame.step < r->selected.from ||
             r->selected.frames_seen++ % r->selected.every != 0);
    return r->skims || recording_choose(r) ? EXIT_FINE : no_memory(r);
}

exit_code recording_next_trees(recording *r, gestalt_tree_next *what)
{
    for (bool is_wanted = false; !is_wanted;) {
        gestalt_error error = {0};
        gestalt_result result = gestalt_tree_recording_next(r->trees, what, &r->tree_frame, &error);
        if (result != GESTALT_OK)
            return recording_report(r, result, &error);
        if (*what != GESTALT_TREE_HAS_FRAME && *what != GESTALT_TREE_HAS_STEPS)
            return EXIT_FINE;
        if (r->tree_frame.tick > r->selected.to) {
            *what = GESTALT_TREE_AT_END;
            return EXIT_FINE;
        }
        is_wanted = r->tree_frame.tick >= r->selected.from;
        if (*what == GESTALT_TREE_HAS_FRAME)
            is_wanted = is_wanted && r->selected.frames_seen++ % r->selected.every == 0;
    }
    return EXIT_FINE;
}

bool recording_can_grow(const recording *r)
{
    struct stat status;
    return fstat(r->bytes.input.descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

exit_code recording_check_output(const recording *r, const char *path)
{
    struct stat in, out;
    if (!path || cli_is_dash(path) || fstat(r->bytes.input.descriptor, &in) != 0 ||
        stat(path, &out) != 0 || !S_ISREG(in.st_mode) || in.st_dev != out.st_dev ||
        in.st_ino != out.st_ino)
        return EXIT_FINE;
    return cli_usage(r->c, "%s is the recording itself", path);
}

void recording_tell_cut(const recording *r)
{
    cli_say(r->c, "%s: the recording is not complete: its last whole frame ends at byte %" PRIu64,
            cli_input_name(r->path),
            r->trees ? gestalt_tree_recording_offset(r->trees)
                     : gestalt_recording_offset(r->reader));
}

// ---- columns

// Return the index of the column with a name that is not terminated by a zero, or column_count.
static uint32_t recording_index(const gestalt_record_description *d, const char *name, size_t size)
{
    char text[GESTALT_RECORD_NAME_MAX + 1];
    if (size >= sizeof text)
        return d->column_count;
    memcpy(text, name, size);
    text[size] = 0;
    return gestalt_record_column_index(d, text);
}

exit_code recording_find(const recording *r, option_id option, const char *name, size_t size,
                         uint32_t *column)
{
    const gestalt_record_description *d = r->description;
    *column = recording_index(d, name, size);
    if (*column < d->column_count)
        return EXIT_FINE;
    // Pictures and the player call the column of live nodes this, whatever its name is.
    if ((size == 4 && memcmp(name, "live", 4) == 0) ||
        (size == 9 && memcmp(name, "live node", 9) == 0))
        for (*column = 0; *column < d->column_count; ++*column)
            if (d->columns[*column].type == GESTALT_RECORD_NODE)
                return EXIT_FINE;
    nearest n;
    nearest_start(&n, name, size, NULL);
    for (uint32_t i = 0; i < d->column_count; i++)
        nearest_offer(&n, d->columns[i].name, strlen(d->columns[i].name));
    const char *flag = option_table[option].name;
    if (n.name)
        return cli_usage(r->c, "--%s: the recording has no column `%.*s`; did you mean `%s`?", flag,
                         (int)size, name, n.name);
    return cli_usage(r->c, "--%s: the recording has no column `%.*s`", flag, (int)size, name);
}
