// SPDX-License-Identifier: MIT
#include "xml_oracle.h"

#include "memory.h"
#include "utf8.h"
#include "xml.h"

#ifdef HAS_EXPAT
#include <expat.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES_MOST = 64 }; // bytes of a value whose positions are checked

unsigned xml_oracle_accepted;

static const gestalt_allocator *plain(void)
{
    static gestalt_allocator allocator;
    allocator = memory_allocator(NULL);
    return &allocator;
}

// ---- what is read, in a form that can be compared

typedef struct dump {
    FILE *file;
    char *bytes;
    size_t size;
    bool is_in_cdata;
    char *run; // text since the last markup
    size_t run_size;
} dump;

static void dump_start(dump *d)
{
    *d = (dump){0};
    d->file = open_memstream(&d->bytes, &d->size);
    if (!d->file)
        abort();
}

static void dump_free(dump *d)
{
    fclose(d->file);
    free(d->bytes);
    free(d->run);
}

static void dump_value(dump *d, const char *name, size_t name_size, const char *value, size_t size)
{
    fprintf(d->file, " %.*s=%zu:", (int)name_size, name, size);
    fwrite(value, 1, size, d->file);
    fputc('\n', d->file);
}

static void dump_text(dump *d, const char *text, size_t size)
{
    size_t spaces = 0;
    while (spaces < size && strchr(" \n\r\t", text[spaces]))
        spaces++;
    if (spaces < size)
        dump_value(d, "", 0, text, size);
}

// ---- the reader

static const char *wrong; // what is wrong with the reader's own results, or NULL

static void demand(bool holds, const char *what)
{
    if (!holds && !wrong)
        wrong = what;
}

static void check_places(xml_item item, const char *value, size_t size)
{
    const char *text = item.document->text;
    uint32_t last = 0;
    for (size_t i = 0; i <= size && i < PLACES_MOST; i++) {
        uint32_t place = xml_value_place(item, i);
        demand(place >= last && place >= xml_begin(item) && place <= xml_end(item),
               "a byte of a value is outside of the value");
        last = place;
        if (i < size && !strchr("&\n\r\t", text[place]))
            demand(text[place] == value[i], "a byte of a value has the position of another byte");
    }
}

static void dump_item(dump *d, xml_item item)
{
    size_t size = xml_value_size(item), name_size;
    char *value = malloc(size + 1);
    if (!value)
        abort();
    xml_value_copy(item, value);
    value[size] = '\0';
    demand(strlen(value) != size || xml_value_is(item, value), "a value does not equal itself");
    check_places(item, value, size);
    const char *name = xml_name(item, &name_size);
    if (xml_kind_of(item) == XML_TEXT)
        dump_text(d, value, size);
    else
        dump_value(d, name, name_size, value, size);
    free(value);
}

static void dump_start_tag(dump *d, xml_item element)
{
    size_t size;
    const char *name = xml_name(element, &size);
    fprintf(d->file, "<%.*s\n", (int)size, name);
    for (xml_item a = xml_first_attribute(element); a.document; a = xml_next_attribute(a))
        dump_item(d, a);
}

// Walk without recursion, as callers are expected to.
static void dump_read(dump *d, const xml_document *document)
{
    xml_item path[XML_DEPTH_MAX], item = xml_root(document);
    unsigned depth = 0;
    while (item.document || depth > 0) {
        if (!item.document) {
            fputs("/\n", d->file);
            item = xml_next(path[--depth]);
            continue;
        }
        const char *text = document->text;
        demand(xml_begin(item) < xml_end(item) && xml_end(item) <= document->size,
               "an item is outside of the text");
        if (xml_kind_of(item) == XML_TEXT) {
            demand(text[xml_end(item)] == '<', "a text does not end at a tag");
            dump_item(d, item);
            item = xml_next(item);
        } else {
            demand(text[xml_begin(item)] == '<' && text[xml_end(item) - 1] == '>',
                   "an element does not begin and end with a tag");
            dump_start_tag(d, item);
            path[depth++] = item;
            item = xml_first(item);
        }
    }
    fflush(d->file);
}

static void check_error(const xml_error *error, const char *text, size_t size)
{
    demand(error->kind != XML_OK && error->kind != XML_NO_MEMORY, "an error without a reason");
    demand(error->begin <= error->end && error->end <= size, "an error is outside of the text");
    demand(error->other == UINT32_MAX || error->other < size,
           "an error's start is not in the text");
    demand(error->bare == UINT32_MAX || (error->bare < size && text[error->bare] == '<'),
           "the position of a bare character is wrong");
    if (error->kind == XML_UNEXPECTED_END)
        demand(error->begin == size, "an unexpected end is not at the end");
}

typedef struct escaped {
    const char *text;
    FILE *file;
    uint32_t end; // position after the last bare character
    uint32_t count;
} escaped;

static void escape_one(void *user, uint32_t place)
{
    escaped *e = user;
    demand(place >= e->end && (e->text[place] == '<' || e->text[place] == '&'),
           "the position of a bare character is wrong");
    fwrite(e->text + e->end, 1, place - e->end, e->file);
    fputs(e->text[place] == '<' ? "&lt;" : "&amp;", e->file);
    e->end = place + 1;
    e->count++;
}

// Return a copy of the text, with references instead of bare characters. The caller frees it.
static char *escape_bare(const xml_document *document, size_t *size)
{
    char *copy = NULL;
    escaped e = {.text = document->text, .file = open_memstream(&copy, size)};
    if (!e.file)
        abort();
    xml_bare_characters(document, escape_one, &e);
    demand(e.count == document->bare_count, "the number of bare characters is wrong");
    fwrite(document->text + e.end, 1, document->size - e.end, e.file);
    fclose(e.file);
    return copy;
}

// ---- expat

#ifdef HAS_EXPAT
const bool xml_oracle_has_expat = true;

static void run_end(dump *d)
{
    dump_text(d, d->run, d->run_size);
    d->run_size = 0;
}

static void on_start(void *user, const char *name, const char **attributes)
{
    dump *d = user;
    run_end(d);
    fprintf(d->file, "<%s\n", name);
    for (; *attributes; attributes += 2)
        dump_value(d, attributes[0], strlen(attributes[0]), attributes[1], strlen(attributes[1]));
}

static void on_end(void *user, const char *name)
{
    dump *d = user;
    (void)name;
    run_end(d);
    fputs("/\n", d->file);
}

static void on_text(void *user, const char *text, int size)
{
    dump *d = user;
    if (d->is_in_cdata)
        return;
    d->run = realloc(d->run, d->run_size + (size_t)size);
    if (!d->run)
        abort();
    memcpy(d->run + d->run_size, text, (size_t)size);
    d->run_size += (size_t)size;
}

static void on_comment(void *user, const char *text)
{
    (void)text;
    run_end(user);
}

static void on_instruction(void *user, const char *target, const char *text)
{
    (void)target;
    (void)text;
    run_end(user);
}

static void on_cdata_start(void *user)
{
    dump *d = user;
    run_end(d);
    d->is_in_cdata = true;
}

static void on_cdata_end(void *user)
{
    dump *d = user;
    d->is_in_cdata = false;
}

// Let expat read a text. Return whether it accepts the text; if not, `at` is where it stopped.
static bool dump_expat(dump *d, const char *text, size_t size, size_t *at)
{
    XML_Parser parser = XML_ParserCreate("UTF-8");
    if (!parser)
        abort();
    XML_SetUserData(parser, d);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    XML_SetCommentHandler(parser, on_comment);
    XML_SetProcessingInstructionHandler(parser, on_instruction);
    XML_SetCdataSectionHandler(parser, on_cdata_start, on_cdata_end);
    bool accepts = XML_Parse(parser, text, (int)size, 1) == XML_STATUS_OK;
    *at = (size_t)XML_GetErrorByteIndex(parser);
    XML_ParserFree(parser);
    fflush(d->file);
    return accepts;
}

// Return whether expat has stopped at a letter that only later editions of XML allow in names.
static bool is_newer_letter(const char *text, size_t size, size_t at)
{
    uint32_t character;
    return at < size && (unsigned char)text[at] >= 0x80 &&
           utf8_decode(text + at, size - at, &character) > 0 && xml_allows(character);
}

static const char *compare_accepted(const dump *ours, const char *text, size_t size)
{
    dump d;
    size_t at;
    dump_start(&d);
    const char *difference = NULL;
    if (!dump_expat(&d, text, size, &at))
        difference = is_newer_letter(text, size, at) ? NULL : "only expat rejects it";
    else if (d.size != ours->size || memcmp(d.bytes, ours->bytes, d.size) != 0)
        difference = "expat reads something else";
    dump_free(&d);
    return difference;
}

static const char *compare_rejected(const xml_error *error, const char *text, size_t size)
{
    dump d;
    size_t at;
    if (error->kind == XML_DOCTYPE || error->kind == XML_UTF16 || error->kind == XML_TOO_DEEP)
        return NULL;
    dump_start(&d);
    bool accepts = dump_expat(&d, text, size, &at);
    dump_free(&d);
    return accepts ? "only expat accepts it" : NULL;
}
#else
const bool xml_oracle_has_expat = false;

static const char *compare_accepted(const dump *ours, const char *text, size_t size)
{
    (void)ours;
    (void)text;
    (void)size;
    return NULL;
}

static const char *compare_rejected(const xml_error *error, const char *text, size_t size)
{
    (void)error;
    (void)text;
    (void)size;
    return NULL;
}
#endif

const char *xml_oracle_difference(const char *text, size_t size)
{
    xml_document document;
    xml_error error;
    wrong = NULL;
    if (!xml_read(text, size, (xml_limits){0}, plain(), &document, &error)) {
        check_error(&error, text, size);
        return wrong ? wrong : compare_rejected(&error, text, size);
    }
    xml_oracle_accepted++;
    dump ours;
    dump_start(&ours);
    dump_read(&ours, &document);
    size_t escaped_size;
    char *strict = escape_bare(&document, &escaped_size);
    const char *difference = wrong ? wrong : compare_accepted(&ours, strict, escaped_size);
    free(strict);
    dump_free(&ours);
    xml_destroy(&document, plain());
    return difference;
}
