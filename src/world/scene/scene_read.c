// SPDX-License-Identifier: MIT
#include "scene_read.h"

#include "names.h"
#include "nearest.h"
#include "number.h"
#include "utf8.h"

#include <gestalt/recorder/recording.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

void *scene_memory(scene_reader *r, size_t size)
{
    return arena_allocate(r->form.memory, size);
}

// ---- errors

// Return the span to show for a value: only the first byte of an object, which may have many lines.
static gestalt_span span_at(const scene_reader *r, json_value place)
{
    gestalt_span whole = json_form_span(&r->form, place);
    json_kind kind = json_kind_of(place);
    if (kind == JSON_OBJECT || kind == JSON_ARRAY)
        whole.end = whole.begin + 1;
    return whole;
}

gestalt_diagnostic *scene_wrong(scene_reader *r, json_value place, diagnostic_code code,
                                const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return json_form_wrong(&r->form, span_at(r, place), code, "%s", text);
}

// Return the byte at a line and column, which must be within the text.
static uint32_t offset_of(const scene_reader *r, uint32_t line, uint32_t column)
{
    const char *text = r->text;
    size_t size = r->size, at = 0;
    while (--line > 0 && at < size) {
        const char *end = memchr(text + at, '\n', size - at);
        at = end ? (size_t)(end - text) + 1 : size;
    }
    for (uint32_t character; --column > 0 && at < size;) {
        size_t width = utf8_decode(text + at, size - at, &character);
        at += width ? width : 1;
    }
    return (uint32_t)at;
}

gestalt_diagnostic *scene_wrong_at(scene_reader *r, uint32_t line, uint32_t column,
                                   diagnostic_code code, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    uint32_t at = offset_of(r, line, column);
    return json_form_wrong(&r->form, (gestalt_span){r->form.source, at, at + 1}, code, "%s", text);
}

void scene_help(scene_reader *r, gestalt_diagnostic *to, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    json_form_help(&r->form, to, "%s", text);
}

json_value scene_member(json_value object, const char *name)
{
    json_value member = json_member(object, name, NULL);
    return json_kind_of(member) == JSON_NONE ? object : member;
}

// ---- numbers

static const char *bound_text(char text[NUMBER_TEXT_SIZE], double bound)
{
    if (bound == floor(bound) && fabs(bound) < 1e15)
        snprintf(text, NUMBER_TEXT_SIZE, "%.0f", bound);
    else
        text[number_print_double(text, bound)] = '\0';
    return text;
}

static bool is_bounded(const scene_field *f)
{
    return f->least != f->most;
}

// Return whether a number is within the bounds of its field; if not, it was reported.
static bool check_bounds(scene_reader *r, json_value value, const scene_field *f, const char *what,
                         double number)
{
    char least[NUMBER_TEXT_SIZE], most[NUMBER_TEXT_SIZE];
    bool fits = !is_bounded(f) || (number >= f->least && number <= f->most); // false for NaN
    if (fits && fabs(number) <= 3.4028234663852886e38)
        return true;
    gestalt_diagnostic *report;
    if (!is_bounded(f) || isinf(f->most))
        report = scene_wrong(r, value, DIAGNOSTIC_NUMBER_BOUNDS,
                             "%s must be at least %s, and no float is "
                             "greater than 3.4e38",
                             what, is_bounded(f) ? bound_text(least, f->least) : "-3.4e38");
    else
        report = scene_wrong(r, value, DIAGNOSTIC_NUMBER_BOUNDS, "%s must be %s to %s", what,
                             bound_text(least, f->least), bound_text(most, f->most));
    if (json_kind_of(value) == JSON_STRING)
        scene_help(r, report, "the value of the expression is %s", bound_text(least, number));
    return false;
}

// Return whether a value is a number, or an expression that gives one; if not, it was reported.
static bool number_of(scene_reader *r, json_value value, const char *what, double *number)
{
    gestalt_value computed;
    if (json_kind_of(value) == JSON_STRING) {
        if (!r->compute(r, value, GESTALT_EXPRESSION_FLOAT, &computed))
            return false;
        *number = (double)computed.number;
    } else {
        if (!json_form_expect(&r->form, value, JSON_NUMBER, what))
            return false;
        *number = json_double(value);
    }
    return true;
}

// Return the same for an integer.
static bool whole_of(scene_reader *r, json_value value, const char *what, int64_t *number)
{
    gestalt_value computed;
    if (json_kind_of(value) == JSON_STRING) {
        if (!r->compute(r, value, GESTALT_EXPRESSION_INT, &computed))
            return false;
        *number = computed.integer;
        return true;
    }
    if (!json_form_expect(&r->form, value, JSON_NUMBER, what))
        return false;
    if (json_int64(value, number))
        return true;
    scene_wrong(r, value, DIAGNOSTIC_NOT_WHOLE, "%s must be a whole number", what);
    return false;
}

static void read_count(scene_reader *r, json_value value, const scene_field *f, const char *what,
                       void *to)
{
    int64_t number;
    if (!whole_of(r, value, what, &number))
        return;
    if (number < 0 && !is_bounded(f))
        scene_wrong(r, value, DIAGNOSTIC_NUMBER_BOUNDS, "%s must be at least 0", what);
    else if (check_bounds(r, value, f, what, (double)number))
        *(uint64_t *)to = (uint64_t)number;
}

static void read_number(scene_reader *r, json_value value, const scene_field *f, const char *what,
                        float *to)
{
    double number;
    if (number_of(r, value, what, &number) && check_bounds(r, value, f, what, number))
        *to = (float)number;
}

void scene_read_number(scene_reader *r, json_value value, const char *what, float *to)
{
    static const scene_field any = {0};
    read_number(r, value, &any, what, to);
}

// Convert a float to microseconds through its shortest decimal: 0.1 is exactly a tenth of a second.
static number_exactness microseconds_of(json_value value, double number, int64_t *time)
{
    char text[NUMBER_TEXT_SIZE];
    uint32_t begin = json_begin(value);
    if (json_kind_of(value) == JSON_NUMBER)
        return number_microseconds(value.document->text + begin, json_end(value) - begin, time);
    double seconds = number_double(text, number_print_float(text, (float)number));
    if (!(seconds >= 0 && seconds <= 9e12))
        return NUMBER_OUT_OF_RANGE;
    *time = (int64_t)nearbyint(seconds * 1e6);
    return NUMBER_EXACT;
}

static void read_time(scene_reader *r, json_value value, const scene_field *f, const char *what,
                      void *to)
{
    int64_t time = 0;
    double number;
    if (!number_of(r, value, what, &number) || !check_bounds(r, value, f, what, number))
        return;
    switch (microseconds_of(value, number, &time)) {
    case NUMBER_EXACT: *(int64_t *)to = time; break;
    case NUMBER_TOO_FINE:
        scene_wrong(r, value, DIAGNOSTIC_TIME_TOO_FINE, "%s is finer than a microsecond", what);
        break;
    case NUMBER_OUT_OF_RANGE:
        scene_wrong(r, value, DIAGNOSTIC_NUMBER_BOUNDS, "%s is out of range", what);
        break;
    }
}

// ---- lists

// Return whether a value is a list with a length that its field allows; if not, it was reported.
static bool expect_list(scene_reader *r, json_value value, const scene_field *f, const char *what)
{
    if (!json_form_expect(&r->form, value, JSON_ARRAY, what))
        return false;
    double count = json_count(value);
    if (!is_bounded(f) || (count >= f->least && count <= f->most))
        return true;
    char bound[NUMBER_TEXT_SIZE];
    bool is_short = count < f->least;
    scene_wrong(r, value, DIAGNOSTIC_LIST_LENGTH, "%s must have at %s %s elements", what,
                is_short ? "least" : "most", bound_text(bound, is_short ? f->least : f->most));
    return false;
}

static void read_point(scene_reader *r, json_value value, const char *what, scene_point *to)
{
    if (!json_form_expect(&r->form, value, JSON_ARRAY, what))
        return;
    if (json_count(value) != r->dimension) {
        scene_wrong(r, value, DIAGNOSTIC_LIST_LENGTH, "%s must be a list of %u numbers", what,
                    (unsigned)r->dimension);
        return;
    }
    float *at = to->at;
    for (json_value v = json_first(value); json_kind_of(v) != JSON_NONE; v = json_next(v))
        scene_read_number(r, v, what, at++);
}

static void read_points(scene_reader *r, json_value value, const scene_field *f, const char *what,
                        scene_points *to)
{
    if (!expect_list(r, value, f, what))
        return;
    to->count = json_count(value);
    to->list = scene_memory(r, (to->count + 1) * sizeof *to->list);
    scene_point *next = to->list;
    for (json_value v = json_first(value); json_kind_of(v) != JSON_NONE; v = json_next(v))
        read_point(r, v, what, next++);
}

static void read_names(scene_reader *r, json_value value, const scene_field *f, const char *what,
                       scene_texts *to)
{
    if (!expect_list(r, value, f, what))
        return;
    to->list = scene_memory(r, (json_count(value) + 1) * sizeof *to->list);
    for (json_value v = json_first(value); json_kind_of(v) != JSON_NONE; v = json_next(v)) {
        const char *name = json_form_name(&r->form, v, what, false);
        if (name)
            to->list[to->count++] = name;
    }
}

// Return the smallest size, in bytes, of a valid element: its braces, and all required keys with
// one-byte values.
static uint32_t least_size(const scene_field *const *tables)
{
    size_t size = 1;
    for (const scene_field *const *t = tables; *t; t++)
        for (const scene_field *f = *t; f->kind != SCENE_END; f++)
            size += f->required ? strlen(f->name) + sizeof "\"\":0," - 1 : 0;
    return (uint32_t)(size > 1 ? size : 2);
}

uint32_t scene_list_room(json_value list, const scene_field *const *tables)
{
    enum { WRONG_MAX = 20000 };
    uint32_t least = least_size(tables), room = 0, wrong = 0;
    for (json_value v = json_first(list); json_kind_of(v) != JSON_NONE; v = json_next(v)) {
        bool is_short = json_kind_of(v) != JSON_OBJECT || json_end(v) - json_begin(v) < least;
        wrong += is_short;
        room += !is_short || wrong <= WRONG_MAX;
    }
    return room;
}

static void read_list(scene_reader *r, json_value value, const scene_field *f, const char *what,
                      scene_list *to)
{
    if (!expect_list(r, value, f, what))
        return;
    const scene_field *const tables[] = {f->fields, NULL};
    uint32_t room = scene_list_room(value, tables);
    to->list = scene_memory(r, ((size_t)room + 1) * f->size);
    char *next = to->list;
    for (json_value v = json_first(value); json_kind_of(v) != JSON_NONE && to->count < room;
         v = json_next(v), to->count++) {
        scene_read_object(r, v, f->what, f->fields, next);
        next += f->size;
    }
}

// ---- members

const char *const scene_palette[GESTALT_RECORD_PALETTE + 1] = {
#define PALETTE(name, ...) #name,
#include "palette.def"
#undef PALETTE
};

static void read_bool(scene_reader *r, json_value value, const char *what, void *to)
{
    json_kind kind = json_kind_of(value);
    if (kind == JSON_TRUE || kind == JSON_FALSE)
        *(bool *)to = kind == JSON_TRUE;
    else
        scene_wrong(r, value, DIAGNOSTIC_WRONG_KIND, "%s must be true or false, not %s", what,
                    json_kind_text(kind));
}

static void read_chosen(scene_reader *r, json_value value, const scene_field *f, const char *what,
                        void *to)
{
    int word = json_form_word(&r->form, value, what, f->words);
    if (word >= 0)
        *(int *)to = word;
}

// Return the value of a hexadecimal digit, or 16.
static uint32_t hex_of(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;
    return at ? (uint32_t)(at - digits) : 16;
}

// Parse `#rgb` or `#rrggbb`.
static bool read_hex(const char *text, uint32_t *to)
{
    size_t length = strlen(text);
    *to = GESTALT_RECORD_RGB;
    for (size_t i = 1; i < length; i++) {
        uint32_t digit = hex_of(text[i]), shift = 4 * (uint32_t)(length - 1 - i);
        if (digit == 16 || (length != 4 && length != 7))
            return false;
        *to |= length == 7 ? digit << shift : digit * 17 << 2 * shift;
    }
    return length > 1;
}

static void read_color(scene_reader *r, json_value value, const char *what, void *to)
{
    bool is_text = json_kind_of(value) == JSON_STRING;
    const char *text = is_text ? json_form_text(&r->form, value) : "";
    if (*text != '#') {
        int word = json_form_word(&r->form, value, what, scene_palette);
        if (word >= 0)
            *(uint32_t *)to = (uint32_t)word + 1;
        return;
    }
    uint32_t color;
    if (read_hex(text, &color)) {
        *(uint32_t *)to = color;
        return;
    }
    gestalt_diagnostic *report =
        scene_wrong(r, value, DIAGNOSTIC_UNKNOWN_WORD, "%s can't be `%s`", what, text);
    scene_help(r, report, "write three or six digits from 0 to f, as `#c33` or `#cc3333`");
}

static void read_named(scene_reader *r, json_value value, const char *what, bool identifier,
                       void *to)
{
    const char *name = json_form_name(&r->form, value, what, identifier);
    if (name)
        *(const char **)to = name;
}

static void read_text(scene_reader *r, json_value value, const char *what, void *to)
{
    if (json_form_check_text(&r->form, value, what))
        *(const char **)to = json_form_text(&r->form, value);
}

static void read_field(scene_reader *r, json_value value, const scene_field *f, void *to)
{
    // The `what` of a list describes its elements.
    const char *what =
        f->what && f->kind != SCENE_LIST ? f->what : arena_print(r->form.memory, "`%s`", f->name);
    switch (f->kind) {
    case SCENE_BOOL: read_bool(r, value, what, to); break;
    case SCENE_COUNT: read_count(r, value, f, what, to); break;
    case SCENE_NUMBER: read_number(r, value, f, what, to); break;
    case SCENE_TIME: read_time(r, value, f, what, to); break;
    case SCENE_NAME: read_named(r, value, what, true, to); break;
    case SCENE_TITLE: read_named(r, value, what, false, to); break;
    case SCENE_TEXT: read_text(r, value, what, to); break;
    case SCENE_WORD: read_chosen(r, value, f, what, to); break;
    case SCENE_COLOR: read_color(r, value, what, to); break;
    case SCENE_POINT: read_point(r, value, what, to); break;
    case SCENE_POINTS: read_points(r, value, f, what, to); break;
    case SCENE_OBJECT: scene_read_object(r, value, what, f->fields, to); break;
    case SCENE_LIST: read_list(r, value, f, what, to); break;
    case SCENE_NAMES: read_names(r, value, f, what, to); break;
    case SCENE_SET: // the struct begins with its value
    case SCENE_VALUE: *(json_value *)to = value; break;
    case SCENE_END: break; // unreachable: it ends a table
    }
}

// Set a missing field to its default. Nested objects have defaults of their own.
static void put_default(const scene_field *f, void *to)
{
    switch (f->kind) {
    case SCENE_BOOL: *(bool *)to = f->otherwise != 0; break;
    case SCENE_COUNT: *(uint64_t *)to = (uint64_t)f->otherwise; break;
    case SCENE_NUMBER: *(float *)to = (float)f->otherwise; break;
    case SCENE_TIME: *(int64_t *)to = (int64_t)(f->otherwise * 1e6); break;
    case SCENE_WORD: *(int *)to = (int)f->otherwise; break;
    default: break;
    }
}

static void put_defaults(const scene_field *fields, void *to)
{
    for (const scene_field *f = fields; f->kind != SCENE_END; f++) {
        put_default(f, (char *)to + f->offset);
        if (f->kind == SCENE_OBJECT)
            put_defaults(f->fields, (char *)to + f->offset);
    }
}

// ---- objects

static const char **names_of(scene_reader *r, const scene_field *const *tables)
{
    if (r->known_of == tables[0]) // different lists of tables begin with different tables
        return r->known;
    uint32_t count = 0;
    for (const scene_field *const *t = tables; *t; t++)
        for (const scene_field *f = *t; f->kind != SCENE_END; f++)
            count++;
    const char **known = scene_memory(r, (count + 1) * sizeof *known);
    count = 0;
    for (const scene_field *const *t = tables; *t; t++)
        for (const scene_field *f = *t; f->kind != SCENE_END; f++)
            known[count++] = f->name;
    r->known_of = tables[0];
    r->known = known;
    return known;
}

static void read_table(scene_reader *r, json_value object, const char *what,
                       const scene_field *fields, const char *const *known, void *to)
{
    put_defaults(fields, to);
    *(scene_place *)to = object;
    for (const scene_field *f = fields; f->kind != SCENE_END; f++) {
        json_value value = json_form_member(&r->form, object, f->name, known, NULL);
        if (json_kind_of(value) != JSON_NONE)
            read_field(r, value, f, (char *)to + f->offset);
        else if (f->required)
            scene_wrong(r, object, DIAGNOSTIC_MISSING_KEY, "%s has no key `%s`", what, f->name);
    }
}

void scene_read_tables(scene_reader *r, json_value object, const char *what,
                       const scene_field *const *tables, void *const *structs)
{
    if (!json_form_expect(&r->form, object, JSON_OBJECT, what))
        return;
    const char **known = names_of(r, tables);
    json_form_check_keys(&r->form, object, what, known);
    for (uint32_t i = 0; tables[i]; i++)
        read_table(r, object, what, tables[i], known, structs[i]);
}

void scene_read_object(scene_reader *r, json_value object, const char *what,
                       const scene_field *fields, void *to)
{
    const scene_field *const tables[] = {fields, NULL};
    void *const structs[] = {to};
    scene_read_tables(r, object, what, tables, structs);
}

// ---- names

// Kinds contain no spaces.
static const char *scene_whole_name(const scene_reader *r, const char *kind, const char *name)
{
    return arena_print(r->form.memory, "%s %s", kind, name);
}

static uint32_t scene_look_up(const names *known, const char *name)
{
    return known ? names_find(known, name, strlen(name)) : NAMES_MISSING;
}

void scene_define(scene_reader *r, const char *kind, const char *name, uint32_t number,
                  json_value place)
{
    const char *whole = scene_whole_name(r, kind, name);
    if (!r->by_kind) {
        r->by_kind = ARENA_NEW(r->form.memory, names);
        r->by_name = ARENA_NEW(r->form.memory, names);
    }
    if (names_find(r->by_kind, whole, strlen(whole)) != NAMES_MISSING) {
        scene_wrong(r, place, DIAGNOSTIC_SCENE_NAME_TWICE,
                    "two things of kind %s have the name `%s`", kind, name);
        return;
    }
    names_add(r->by_kind, r->form.memory, whole, strlen(whole), r->name_count);
    if (names_find(r->by_name, name, strlen(name)) == NAMES_MISSING)
        names_add(r->by_name, r->form.memory, name, strlen(name), r->name_count);
    *ARENA_PUSH(r->form.memory, r->names, r->name_count, r->name_capacity) =
        (scene_name){kind, name, number};
}

bool scene_has(const scene_reader *r, const char *name)
{
    return scene_look_up(r->by_name, name) != NAMES_MISSING;
}

uint32_t scene_find(scene_reader *r, const char *kind, const char *name, json_value place)
{
    const char *whole = kind ? scene_whole_name(r, kind, name) : name;
    uint32_t found = scene_look_up(kind ? r->by_kind : r->by_name, whole);
    if (found != NAMES_MISSING)
        return r->names[found].number;
    nearest best;
    nearest_start(&best, name, strlen(name), r->form.suggestions);
    bool suggests = nearest_may_walk(&best, r->name_count);
    for (uint32_t i = 0; suggests && i < r->name_count; i++)
        if (!kind || strcmp(r->names[i].kind, kind) == 0)
            nearest_offer(&best, r->names[i].name, strlen(r->names[i].name));
    gestalt_diagnostic *report =
        scene_wrong(r, place, DIAGNOSTIC_SCENE_NAME, "there is %s%s `%s`",
                    kind ? "no " : "nothing of the name", kind ? kind : "", name);
    if (best.name)
        scene_help(r, report, "did you mean `%s`?", best.name);
    return UINT32_MAX;
}
