// SPDX-License-Identifier: MIT
// Collecting diagnostics, finding their lines and columns, and printing them.
//
// Until diagnostics_finish, a diagnostic has spans in sources that the caller owns. Then each span
// becomes a `shown_place`: line and column numbers, and at most WINDOW columns of the line, all in
// the arena. A source may be one line of 50 MB, so no code here may scan a whole line for each
// diagnostic.
#include "diagnostic.h"

#include "error.h"
#include "memory.h"
#include "misuse.h"
#include "search.h"
#include "text.h"
#include "utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

enum {
    MESSAGE_SIZE = 2048, // longer messages are truncated: names in documents can have any length
    MARK_SPACING = 4096, // bytes between the line marks of a source
    WINDOW = 100,        // columns of a line that are printed
    WINDOW_TEXT_SIZE = 8 * WINDOW,
    GUTTER = 5, // width of a line number; with " | ", a multiple of the usual tab stops
    TAB_STOP = 8,
    DIAGNOSTICS_MAX = 20000, // far more than anyone reads
    WARNINGS_MAX = 10000,    // later warnings are dropped, so that they do not displace errors
    MEMORY_MAX = 32 << 20,   // total size of lines, messages, notes and help
    PLACE_SIZE = 5 * WINDOW, // a line of 4-byte characters, and the line below it
    ALIKE_SHOWN = 10, // if more warnings than this have the same message, only the first is printed
};

/// Line and column of the character that contains byte k * MARK_SPACING.
typedef struct line_mark {
    uint32_t line, column;
} line_mark;

typedef struct source_text {
    const char *path;
    const char *text; // NULL after finishing
    size_t size;
    line_mark *marks;              // NULL until a position is needed
    const generated_place *places; // origins, if the source was generated
    uint32_t place_count;
} source_text;

typedef struct shown_place {
    const char *path;
    uint32_t line, column;
    uint32_t end_line, end_column; // position after the last character
    const char *text;              // first line of the span, escaped and truncated
    const char *padding;           // blanks and tabs before the carets
    uint32_t caret_count;
} shown_place;

typedef struct diagnostic_note {
    struct diagnostic_note *next;
    span place;
    const char *message;
    shown_place shown;
} diagnostic_note;

struct gestalt_diagnostic {
    diagnostic_code code;
    bool promoted;        // a warning that counts as an error
    bool is_alike;        // an earlier warning has the same message
    uint32_t alike_count; // number of later warnings with the same message
    uint32_t order;
    span place;
    const char *message;
    const char *help; // or NULL
    diagnostic_note *notes, *last_note;
    shown_place shown;
};

struct gestalt_diagnostics {
    gestalt_allocator allocator;
    arena memory;
    source_text *sources;
    uint32_t source_count, source_capacity;
    diagnostic **list;
    uint32_t count, capacity;
    uint32_t errors, warnings;
    size_t memory_used; // bytes in use, at most MEMORY_MAX
    bool full;          // further diagnostics are dropped
    bool finished;
    diagnostic dropped; // returned in place of each dropped diagnostic
};

const diagnostic_info diagnostic_table[DIAGNOSTIC_COUNT] = {
#define DIAGNOSTIC(code, name, title, explanation, wrong, right)                                   \
    {code, #name, title, explanation, wrong, right},
#include "diagnostics.def"
};

// ---- collecting

gestalt_diagnostics *diagnostics_new(const gestalt_allocator *allocator)
{
    gestalt_allocator from = memory_allocator(allocator);
    gestalt_diagnostics *d = memory_new(&from, sizeof *d);
    if (!d)
        return NULL;
    memset(d, 0, sizeof *d);
    d->allocator = from;
    arena_start(&d->memory, from);
    return d;
}

void gestalt_diagnostics_destroy(gestalt_diagnostics *d)
{
    if (!d)
        return;
    gestalt_allocator allocator = d->allocator;
    arena_destroy(&d->memory);
    memory_release(&allocator, d, sizeof *d);
}

arena *diagnostics_arena(gestalt_diagnostics *d)
{
    return &d->memory;
}

uint32_t diagnostics_source(gestalt_diagnostics *d, const char *path, const char *text, size_t size)
{
    assert(!d->finished && size <= UINT32_MAX);
    source_text source = {.text = text ? text : "", .size = size};
    source.path = arena_copy_text(&d->memory, path, strlen(path));
    *ARENA_PUSH(&d->memory, d->sources, d->source_count, d->source_capacity) = source;
    return d->source_count - 1;
}

void diagnostics_generated(gestalt_diagnostics *d, uint32_t source, const generated_place *places,
                           uint32_t count)
{
    d->sources[source].places = places;
    d->sources[source].place_count = count;
}

span diagnostics_origin(const gestalt_diagnostics *d, span place)
{
    const source_text *source = &d->sources[place.source];
    uint32_t after;
    if (source->place_count == 0)
        return place;
    SEARCH_FIRST(after, 1, source->place_count, source->places[after].begin > place.begin);
    return source->places[after - 1].origin;
}

const char *diagnostics_path(const gestalt_diagnostics *d, uint32_t source)
{
    return d->sources[source].path;
}

static bool is_warning(const diagnostic *one)
{
    return diagnostic_table[one->code].code[0] == 'W' && !one->promoted;
}

static void count_one(gestalt_diagnostics *d, const diagnostic *one)
{
    if (is_warning(one))
        d->warnings++;
    else
        d->errors++;
}

// Format a message. If it is too long, truncate it between two characters.
static const char *print_message(arena *a, const char *format, va_list arguments)
{
    char text[MESSAGE_SIZE];
    int printed = vsnprintf(text, sizeof text, format, arguments);
    size_t size = printed < 0 ? 0 : (size_t)printed;
    if (size >= sizeof text) {
        size = sizeof text - sizeof "...";
        while (size > 0 && ((unsigned char)text[size] & 0xc0) == 0x80)
            size--;
        memcpy(text + size, "...", 3);
        size += 3;
    }
    return arena_copy_text(a, text, size);
}

// Store a message; its memory counts together with the `size` bytes of what it belongs to.
static const char *keep_message(gestalt_diagnostics *d, size_t size, const char *format,
                                va_list arguments)
{
    const char *message = print_message(&d->memory, format, arguments);
    d->memory_used += size + strlen(message);
    return message;
}

static diagnostic *add_message(gestalt_diagnostics *d, diagnostic_code code, span place,
                               const char *message)
{
    assert(!d->finished && place.source < d->source_count && place.begin <= place.end &&
           place.end <= d->sources[place.source].size);
    diagnostic *one = ARENA_NEW(&d->memory, diagnostic);
    one->code = code;
    one->place = diagnostics_origin(d, place);
    one->message = message;
    one->order = d->count;
    *ARENA_PUSH(&d->memory, d->list, d->count, d->capacity) = one;
    count_one(d, one);
    return one;
}

diagnostic *diagnostics_add(gestalt_diagnostics *d, diagnostic_code code, span place,
                            const char *format, ...)
{
    bool is_error = diagnostic_table[code].code[0] == 'E';
    bool is_half_full = d->count >= WARNINGS_MAX || d->memory_used >= MEMORY_MAX / 2;
    if (d->full || (!is_error && is_half_full))
        return &d->dropped;
    if (d->count == DIAGNOSTICS_MAX - 1 || d->memory_used >= MEMORY_MAX) {
        d->full = true;
        add_message(d, DIAGNOSTIC_TOO_MANY, place,
                    "too many errors and warnings; the rest is not shown");
        return &d->dropped;
    }
    va_list arguments;
    va_start(arguments, format);
    const char *message = keep_message(d, sizeof(diagnostic) + PLACE_SIZE, format, arguments);
    va_end(arguments);
    return add_message(d, code, place, message);
}

void diagnostics_note(gestalt_diagnostics *d, diagnostic *to, span place, const char *format, ...)
{
    if (to == &d->dropped)
        return;
    diagnostic_note *note = ARENA_NEW(&d->memory, diagnostic_note);
    note->place = diagnostics_origin(d, place);
    va_list arguments;
    va_start(arguments, format);
    note->message = keep_message(d, sizeof *note + PLACE_SIZE, format, arguments);
    va_end(arguments);
    if (to->last_note)
        to->last_note->next = note;
    else
        to->notes = note;
    to->last_note = note;
}

void diagnostics_help(gestalt_diagnostics *d, diagnostic *to, const char *format, ...)
{
    if (to == &d->dropped)
        return;
    va_list arguments;
    va_start(arguments, format);
    const char *help = keep_message(d, 0, format, arguments);
    va_end(arguments);
    to->help = to->help ? arena_print(&d->memory, "%s; %s", to->help, help) : help;
}

void diagnostics_promote_warnings(gestalt_diagnostics *d)
{
    d->errors = 0;
    d->warnings = 0;
    for (uint32_t i = 0; i < d->count; i++) {
        d->list[i]->promoted = is_warning(d->list[i]) || d->list[i]->promoted;
        count_one(d, d->list[i]);
    }
}

gestalt_result diagnostics_reject(const gestalt_diagnostics *d, gestalt_error *error)
{
    char first[sizeof error->message];
    if (!error)
        return GESTALT_REJECTED;
    gestalt_diagnostics_first_error(d, first, sizeof first);
    error_set(error, GESTALT_REJECTED, 0, "the document has %u error%s, the first at %s", d->errors,
              text_plural(d->errors, "", "s"), first);
    size_t size = strlen(error->message); // the message may be truncated within a character
    error->message[utf8_valid_prefix(error->message, size)] = '\0';
    return GESTALT_REJECTED;
}

void gestalt_diagnostics_promote(gestalt_diagnostics *d)
{
    if (!MISUSE_NULL(d, "diagnostics", NULL))
        diagnostics_promote_warnings(d);
}

uint32_t diagnostics_count_code(const gestalt_diagnostics *d, diagnostic_code code)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->count; i++)
        count += d->list[i]->code == code;
    return count;
}

uint32_t diagnostics_count(const gestalt_diagnostics *d)
{
    return d->count;
}

diagnostic_view diagnostics_at(const gestalt_diagnostics *d, uint32_t index)
{
    const diagnostic *one = d->list[index];
    return (diagnostic_view){one->code, one->shown.path, one->message, one->shown.line,
                             one->shown.column};
}

void diagnostics_remove(gestalt_diagnostics *d, diagnostic_code code)
{
    uint32_t kept = 0;
    d->errors = d->warnings = 0;
    for (uint32_t i = 0; i < d->count; i++) {
        if (d->list[i]->code == code)
            continue;
        count_one(d, d->list[i]);
        d->list[kept++] = d->list[i];
    }
    d->count = kept;
}

bool gestalt_diagnostics_silence(gestalt_diagnostics *d, const char *code)
{
    if (MISUSE_NULL(d, "diagnostics", NULL) || MISUSE_NULL(code, "code", NULL))
        return false;
    const char *known = gestalt_warning_code(code);
    if (!known)
        return false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < d->count; i++) {
        diagnostic *one = d->list[i];
        if (is_warning(one) && strcmp(diagnostic_table[one->code].code, known) == 0)
            d->warnings--;
        else
            d->list[kept++] = one;
    }
    d->count = kept;
    return true;
}

const char *gestalt_warning_code(const char *code)
{
    if (MISUSE_NULL(code, "code", NULL))
        return NULL;
    for (int i = 0; i < DIAGNOSTIC_COUNT; i++) {
        const char *known = diagnostic_table[i].code;
        bool is_it =
            (*code == 'W' || *code == 'w') && *known == 'W' && strcmp(code + 1, known + 1) == 0;
        if (is_it)
            return known;
    }
    return NULL;
}

bool diagnostics_are_finished(const gestalt_diagnostics *d)
{
    return d->finished;
}

bool diagnostics_have(const gestalt_diagnostics *d, span place)
{
    return place.source < d->source_count && place.begin <= place.end &&
           place.end <= d->sources[place.source].size;
}

bool diagnostics_own(const gestalt_diagnostics *d, const diagnostic *one)
{
    for (uint32_t i = d->count; i-- > 0;) // most often the last one
        if (d->list[i] == one)
            return true;
    return one == &d->dropped;
}

uint32_t diagnostics_errors(const gestalt_diagnostics *d)
{
    return d->errors;
}

uint32_t gestalt_diagnostics_error_count(const gestalt_diagnostics *d)
{
    return d ? d->errors : 0;
}

uint32_t gestalt_diagnostics_warning_count(const gestalt_diagnostics *d)
{
    return d ? d->warnings : 0;
}

// ---- lines and columns

// Return the start of the character that contains byte `offset`. An invalid byte is a character of
// its own.
static size_t character_start(const char *text, size_t size, size_t offset)
{
    for (size_t back = 1; back < 4 && back <= offset && offset < size; back++) {
        if (((unsigned char)text[offset - back + 1] & 0xc0) != 0x80)
            break;
        uint32_t c;
        if (utf8_decode(text + offset - back, size - (offset - back), &c) > back)
            return offset - back;
    }
    return offset;
}

static size_t character_size(const char *text, size_t size, uint32_t *c)
{
    size_t width = utf8_decode(text, size, c);
    return width ? width : 1;
}

static uint32_t count_characters(const char *text, size_t size)
{
    uint32_t count = 0;
    for (size_t i = 0; i < size; count++) {
        uint64_t eight;
        if (size - i >= sizeof eight) { // plain ASCII, eight bytes at a time
            memcpy(&eight, text + i, sizeof eight);
            if (!(eight & UINT64_C(0x8080808080808080))) {
                i += sizeof eight;
                count += sizeof eight - 1;
                continue;
            }
        }
        uint32_t c;
        i += character_size(text + i, size - i, &c);
    }
    return count;
}

// Advance a known position from byte `from` to byte `to`; both must start characters.
static void text_advance(const char *text, size_t from, size_t to, line_mark *place)
{
    const char *newline;
    while (from < to && (newline = memchr(text + from, '\n', to - from))) {
        from = (size_t)(newline - text) + 1;
        place->line++;
        place->column = 1;
    }
    place->column += count_characters(text + from, to - from);
}

static void mark_lines(arena *a, source_text *source)
{
    size_t count = source->size / MARK_SPACING + 1;
    line_mark *marks = ARENA_ARRAY(a, line_mark, count);
    line_mark place = {1, 1};
    size_t at = 0;
    for (size_t k = 0; k < count; k++) {
        size_t next = character_start(source->text, source->size, k * MARK_SPACING);
        text_advance(source->text, at, next, &place);
        marks[k] = place;
        at = next;
    }
    source->marks = marks;
}

void diagnostics_locate(gestalt_diagnostics *d, uint32_t source_index, uint32_t offset,
                        uint32_t *line, uint32_t *column)
{
    source_text *source = &d->sources[source_index];
    if (!source->marks)
        mark_lines(&d->memory, source);
    size_t k = offset / MARK_SPACING;
    line_mark place = source->marks[k];
    text_advance(source->text, character_start(source->text, source->size, k * MARK_SPACING),
                 character_start(source->text, source->size, offset), &place);
    *line = place.line;
    *column = place.column;
}

// ---- the line that is printed

/// A character as printed: itself, an escape sequence, or a tab.
typedef struct glyph {
    char text[16];
    uint8_t size;
    uint8_t width; // columns; TAB_STOP for a tab
    bool is_tab;
} glyph;

static bool glyph_keep(void *user, const char *text, size_t size)
{
    glyph *g = user;
    if (size > sizeof g->text)
        return false;
    memcpy(g->text, text, size);
    g->size = (uint8_t)size;
    return true;
}

static glyph glyph_of(const char *text, size_t size)
{
    glyph g = {.size = 0};
    if (*text >= ' ' && *text <= '~')
        return (glyph){.text = {*text}, .size = 1, .width = 1};
    if (*text == '\t')
        return (glyph){.text = "\t", .size = 1, .width = TAB_STOP, .is_tab = true};
    text_out out;
    text_start(&out, (gestalt_writer){.write = glyph_keep, .user = &g}, false);
    text_escaped(&out, text, size);
    text_finish(&out);
    bool escaped = g.size != size || memcmp(g.text, text, size) != 0;
    uint32_t c = 0;
    g.width = (uint8_t)(escaped || !utf8_decode(text, size, &c) ? g.size : utf8_width(c));
    return g;
}

// Return how much of the window's budget a character uses. Zero-width marks use some too, or a line
// of them would never end.
static size_t glyph_cost(const char *text, size_t size)
{
    if (*text >= ' ' && *text <= '~')
        return 1;
    glyph g = glyph_of(text, size);
    return g.width ? g.width : 1;
}

/// The range [begin, end) of a line that is printed, and whether it is truncated at either end.
typedef struct window {
    size_t begin, end;
    bool cut_begin, cut_end;
} window;

static bool at_line_end(const source_text *source, size_t at)
{
    const char *text = source->text;
    return at >= source->size || text[at] == '\n' ||
           (text[at] == '\r' && at + 1 < source->size && text[at + 1] == '\n');
}

// Move forward by at most `room` columns, or to the end of the line. Returns the columns used.
static size_t walk_forward(const source_text *source, size_t *at, size_t room)
{
    size_t taken = 0;
    while (!at_line_end(source, *at)) {
        uint32_t c;
        size_t size = character_size(source->text + *at, source->size - *at, &c);
        size_t cost = glyph_cost(source->text + *at, size);
        if (taken + cost > room)
            break;
        taken += cost;
        *at += size;
    }
    return taken;
}

static size_t walk_backward(const source_text *source, size_t *at, size_t room)
{
    size_t taken = 0;
    while (*at > 0 && source->text[*at - 1] != '\n') {
        size_t start = character_start(source->text, source->size, *at - 1);
        size_t cost = glyph_cost(source->text + start, *at - start);
        if (taken + cost > room)
            break;
        taken += cost;
        *at = start;
    }
    return taken;
}

// Return the whole line if it fits; otherwise the text around byte `at`, with two thirds after it.
static window window_around(const source_text *source, size_t at)
{
    window w = {.begin = at, .end = at};
    size_t behind = walk_forward(source, &w.end, WINDOW);
    size_t before = walk_backward(source, &w.begin, WINDOW);
    bool fits = behind + before <= WINDOW && at_line_end(source, w.end) &&
                (w.begin == 0 || source->text[w.begin - 1] == '\n');
    if (fits)
        return w;
    size_t least = WINDOW / 3;
    size_t room = WINDOW - behind > least ? WINDOW - behind : least;
    w.begin = at;
    before = walk_backward(source, &w.begin, room);
    w.end = at;
    walk_forward(source, &w.end, WINDOW - before);
    w.cut_begin = w.begin > 0 && source->text[w.begin - 1] != '\n';
    w.cut_end = !at_line_end(source, w.end);
    return w;
}

/// The two printed lines as they grow, and the current column of the first one.
typedef struct drawing {
    char text[WINDOW_TEXT_SIZE];
    char padding[WINDOW_TEXT_SIZE];
    size_t text_size, padding_size;
    size_t column;
    uint32_t caret_count;
} drawing;

static void draw_dots(drawing *to, bool before_carets)
{
    memcpy(to->text + to->text_size, "...", 3);
    to->text_size += 3;
    to->column += 3;
    if (!before_carets)
        return;
    memcpy(to->padding + to->padding_size, "   ", 3);
    to->padding_size += 3;
}

static void draw_character(drawing *to, const char *text, size_t size, bool before, bool inside)
{
    glyph g = glyph_of(text, size);
    size_t width = g.is_tab ? TAB_STOP - to->column % TAB_STOP : g.width;
    memcpy(to->text + to->text_size, g.text, g.size);
    to->text_size += g.size;
    to->column += width;
    if (inside)
        to->caret_count += (uint32_t)width;
    if (!before)
        return;
    size_t padding_size = g.is_tab ? 1 : width;
    memset(to->padding + to->padding_size, g.is_tab ? '\t' : ' ', padding_size);
    to->padding_size += padding_size;
}

// Return where the carets end: with the span, or if the span has several lines, at the end of the
// first one, without trailing blanks.
static size_t caret_end(const source_text *source, span place, const window *w)
{
    size_t end = place.end;
    if (end <= w->end || w->cut_end)
        return end;
    for (end = w->end; end > place.begin; end--)
        if (source->text[end - 1] != ' ' && source->text[end - 1] != '\t')
            break;
    return end;
}

static void draw_line(arena *a, const source_text *source, span place, shown_place *shown)
{
    window w = window_around(source, place.begin);
    size_t end = caret_end(source, place, &w);
    drawing line;
    line.text_size = line.padding_size = line.column = 0;
    line.caret_count = 0;
    if (w.cut_begin)
        draw_dots(&line, true);
    for (size_t i = w.begin; i < w.end;) {
        uint32_t c;
        size_t size = character_size(source->text + i, source->size - i, &c);
        draw_character(&line, source->text + i, size, i < place.begin, i >= place.begin && i < end);
        i += size;
    }
    if (w.cut_end)
        draw_dots(&line, false);
    shown->text = arena_copy_text(a, line.text, line.text_size);
    shown->padding = arena_copy_text(a, line.padding, line.padding_size);
    shown->caret_count = line.caret_count ? line.caret_count : 1;
}

static void show_place(gestalt_diagnostics *d, span place, shown_place *shown)
{
    const source_text *source = &d->sources[place.source];
    place.begin = (uint32_t)character_start(source->text, source->size, place.begin);
    shown->path = source->path;
    diagnostics_locate(d, place.source, place.begin, &shown->line, &shown->column);
    diagnostics_locate(d, place.source, place.end, &shown->end_line, &shown->end_column);
    draw_line(&d->memory, source, place, shown);
}

// ---- finishing

static int compare_numbers(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int compare_places(const diagnostic *a, const diagnostic *b)
{
    int order = compare_numbers(a->place.source, b->place.source);
    if (order == 0)
        order = compare_numbers(a->place.begin, b->place.begin);
    return order ? order : compare_numbers(a->place.end, b->place.end);
}

// Equal diagnostics have the same position, code and message.
static int compare_mistakes(const diagnostic *a, const diagnostic *b)
{
    int order = compare_places(a, b);
    if (order == 0)
        order = compare_numbers(a->code, b->code);
    return order ? order : strcmp(a->message, b->message);
}

typedef int diagnostic_compare(const diagnostic *a, const diagnostic *b);

// A stable merge sort: qsort of the C library may allocate memory outside the caller's allocator.
static void sort_diagnostics(gestalt_diagnostics *d, diagnostic_compare *compare)
{
    diagnostic **from = d->list, **to = ARENA_ARRAY(&d->memory, diagnostic *, d->count);
    for (uint32_t run = 1; run < d->count; run *= 2) {
        for (uint32_t begin = 0; begin < d->count; begin += 2 * run) {
            uint32_t middle = begin + run < d->count ? begin + run : d->count;
            uint32_t end = middle + run < d->count ? middle + run : d->count;
            uint32_t left = begin, right = middle;
            for (uint32_t i = begin; i < end; i++) {
                bool take_left =
                    left < middle && (right == end || compare(from[left], from[right]) <= 0);
                to[i] = take_left ? from[left++] : from[right++];
            }
        }
        diagnostic **other = from;
        from = to;
        to = other;
    }
    d->list = from;
}

static int compare_finally(const diagnostic *a, const diagnostic *b)
{
    int order = compare_places(a, b);
    return order ? order : compare_numbers(a->order, b->order);
}

static void remove_repetitions(gestalt_diagnostics *d)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < d->count; i++)
        if (kept == 0 || compare_mistakes(d->list[kept - 1], d->list[i]) != 0)
            d->list[kept++] = d->list[i];
    d->count = kept;
}

static bool is_of_warnings(const diagnostic *one)
{
    return diagnostic_table[one->code].code[0] == 'W';
}

// Order warnings by code and message, then by position.
static int compare_alike(const diagnostic *a, const diagnostic *b)
{
    int order = compare_numbers(a->code, b->code);
    if (order == 0 && is_of_warnings(a))
        order = strcmp(a->message, b->message);
    return order ? order : compare_finally(a, b);
}

static bool is_same_warning(const diagnostic *a, const diagnostic *b)
{
    return is_of_warnings(a) && a->code == b->code && strcmp(a->message, b->message) == 0;
}

// Mark warnings with the same message, so that only the first of many is printed.
static void count_alike(gestalt_diagnostics *d)
{
    sort_diagnostics(d, compare_alike);
    for (uint32_t begin = 0, end; begin < d->count; begin = end) {
        for (end = begin + 1; end < d->count && is_same_warning(d->list[begin], d->list[end]);)
            end++;
        if (end - begin <= ALIKE_SHOWN)
            continue;
        d->list[begin]->alike_count = end - begin - 1;
        for (uint32_t i = begin + 1; i < end; i++)
            d->list[i]->is_alike = true;
    }
}

void diagnostics_finish(gestalt_diagnostics *d)
{
    assert(!d->finished);
    sort_diagnostics(d, compare_mistakes);
    remove_repetitions(d);
    count_alike(d);
    sort_diagnostics(d, compare_finally);
    d->errors = 0;
    d->warnings = 0;
    for (uint32_t i = 0; i < d->count; i++) {
        count_one(d, d->list[i]);
        show_place(d, d->list[i]->place, &d->list[i]->shown);
        for (diagnostic_note *note = d->list[i]->notes; note; note = note->next)
            show_place(d, note->place, &note->shown);
    }
    for (uint32_t i = 0; i < d->source_count; i++)
        d->sources[i].text = NULL;
    d->finished = true;
}

// ---- printing

static void write_text(text_out *out, const char *text)
{
    text_escaped(out, text, strlen(text));
}

static void write_place(text_out *out, const shown_place *place)
{
    write_text(out, place->path);
    text_print(out, ":%u:%u: ", place->line, place->column);
}

static const char *severity_text(const diagnostic *one)
{
    return is_warning(one) ? "warning" : "error";
}

static text_color severity_color(const diagnostic *one)
{
    return is_warning(one) ? COLOR_WARNING : COLOR_ERROR;
}

static void write_headline(text_out *out, const diagnostic *one)
{
    text_style(out, COLOR_BOLD);
    write_place(out, &one->shown);
    text_style(out, COLOR_OFF);
    text_style(out, severity_color(one));
    text_print(out, "%s: ", severity_text(one));
    text_style(out, COLOR_OFF);
    text_style(out, COLOR_BOLD);
    write_text(out, one->message);
    text_style(out, COLOR_OFF);
    text_print(out, " [%s%s]", diagnostic_table[one->code].code, one->promoted ? ", -Werror" : "");
}

// Print the source line with its number, and the carets below: "   12 | text".
static void write_line(text_out *out, const shown_place *place, text_color color)
{
    int digits = snprintf(NULL, 0, "%u", place->line);
    text_print(out, "%*u |%s", GUTTER, place->line, *place->text ? " " : "");
    text_put(out, place->text);
    text_put(out, "\n");
    text_fill(out, ' ', (size_t)(digits > GUTTER ? digits : GUTTER));
    text_put(out, " | ");
    text_put(out, place->padding);
    text_style(out, color);
    text_put(out, "^");
    text_fill(out, '~', place->caret_count - 1);
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
}

static void write_alike(text_out *out, const diagnostic *one)
{
    text_print(out, "%u more with the same message", one->alike_count);
}

static void write_human(text_out *out, const diagnostic *one)
{
    write_headline(out, one);
    text_put(out, "\n");
    write_line(out, &one->shown, severity_color(one));
    if (one->help) {
        text_put(out, "   ");
        text_style(out, COLOR_NOTE);
        text_put(out, "help: ");
        text_style(out, COLOR_OFF);
        write_text(out, one->help);
        text_put(out, "\n");
    }
    for (const diagnostic_note *note = one->notes; note; note = note->next) {
        text_style(out, COLOR_BOLD);
        write_place(out, &note->shown);
        text_style(out, COLOR_OFF);
        text_style(out, COLOR_NOTE);
        text_put(out, "note: ");
        text_style(out, COLOR_OFF);
        write_text(out, note->message);
        text_put(out, "\n");
        write_line(out, &note->shown, COLOR_NOTE);
    }
    if (one->alike_count > 0) {
        text_put(out, "   ");
        text_style(out, COLOR_NOTE);
        text_put(out, "note: ");
        text_style(out, COLOR_OFF);
        write_alike(out, one);
        text_put(out, "\n");
    }
}

static void write_short(text_out *out, const diagnostic *one)
{
    write_headline(out, one);
    if (one->help) {
        text_put(out, " (");
        write_text(out, one->help);
        text_put(out, ")");
    }
    for (const diagnostic_note *note = one->notes; note; note = note->next) {
        text_put(out, " (");
        write_place(out, &note->shown);
        write_text(out, note->message);
        text_put(out, ")");
    }
    if (one->alike_count > 0) {
        text_put(out, " (");
        write_alike(out, one);
        text_put(out, ")");
    }
    text_put(out, "\n");
}

static void write_json_text(text_out *out, const char *key, const char *text)
{
    text_print(out, "\"%s\":", key);
    if (text)
        text_json(out, text, strlen(text));
    else
        text_put(out, "null");
}

static void write_json_place(text_out *out, const shown_place *place)
{
    write_json_text(out, "file", place->path);
    text_print(out, ",\"line\":%u,\"column\":%u,\"end_line\":%u,\"end_column\":%u,", place->line,
               place->column, place->end_line, place->end_column);
}

static void write_json(text_out *out, const diagnostic *one)
{
    text_put(out, "{");
    write_json_place(out, &one->shown);
    text_print(out, "\"severity\":\"%s\",\"code\":\"%s\",", severity_text(one),
               diagnostic_table[one->code].code);
    write_json_text(out, "message", one->message);
    text_put(out, ",");
    write_json_text(out, "help", one->help);
    text_put(out, ",\"notes\":[");
    for (const diagnostic_note *note = one->notes; note; note = note->next) {
        text_put(out, note == one->notes ? "{" : ",{");
        write_json_place(out, &note->shown);
        write_json_text(out, "message", note->message);
        text_put(out, "}");
    }
    text_put(out, "]}\n");
}

static bool is_unfinished(const char *function, const gestalt_diagnostics *d)
{
    return __builtin_expect(d && !d->finished, 0) &&
           misuse_tell(function, NULL,
                       "the diagnostics are not finished: call gestalt_diagnostics_finish") !=
               GESTALT_OK;
}

// A text that is truncated when its buffer is full.
typedef struct cut_text {
    char *text;
    size_t used, size;
} cut_text;

static bool cut_write(void *user, const char *text, size_t size)
{
    cut_text *to = user;
    size_t room = to->size - to->used;
    bool is_cut = size > room;
    if (is_cut) {
        size = room;
        while (size > 0 && ((unsigned char)text[size] & 0xc0) == 0x80)
            size--;
    }
    memcpy(to->text + to->used, text, size);
    to->used += size;
    to->text[to->used] = '\0';
    return !is_cut;
}

bool gestalt_diagnostics_first_error(const gestalt_diagnostics *d, char *text, size_t size)
{
    if (MISUSE_NULL(text, "text", NULL) || size == 0 || is_unfinished(__func__, d))
        return false;
    text[0] = '\0';
    for (uint32_t i = 0; d && i < d->count; i++)
        if (!is_warning(d->list[i])) {
            cut_text to = {text, 0, size - 1};
            text_out out;
            text_start(&out, (gestalt_writer){.write = cut_write, .user = &to}, false);
            write_place(&out, &d->list[i]->shown);
            write_text(&out, d->list[i]->message);
            text_print(&out, " [%s]", diagnostic_table[d->list[i]->code].code);
            text_finish(&out);
            return true;
        }
    return false;
}

bool gestalt_diagnostics_write(const gestalt_diagnostics *d, gestalt_diagnostics_form form,
                               bool color, gestalt_writer writer)
{
    if (MISUSE_NULL(writer.write, "writer.write", NULL) || is_unfinished(__func__, d) ||
        MISUSE_ENUM(form, GESTALT_DIAGNOSTICS_JSON, "form", NULL))
        return false;
    text_out out;
    text_start(&out, writer, color);
    if (!d)
        return true;
    for (uint32_t i = 0; i < d->count && !out.failed; i++) {
        if (d->list[i]->is_alike && form != GESTALT_DIAGNOSTICS_JSON)
            continue;
        switch (form) {
        case GESTALT_DIAGNOSTICS_HUMAN: write_human(&out, d->list[i]); break;
        case GESTALT_DIAGNOSTICS_SHORT: write_short(&out, d->list[i]); break;
        case GESTALT_DIAGNOSTICS_JSON: write_json(&out, d->list[i]); break;
        }
    }
    return text_finish(&out);
}
