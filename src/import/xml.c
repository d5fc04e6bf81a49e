// SPDX-License-Identifier: MIT
// Access to an XML text after reading. The text is known to be valid, so nothing is checked again:
// every value has its closing quote, every tag its end.
#include "xml.h"

#include "utf8.h"

#include <string.h>

static const xml_item xml_nothing;

// ---- the tape

static const char *xml_at(const xml_document *document, uint32_t index)
{
    return document->text + document->tokens[index];
}

// Return the kind of the token at an index: XML_NONE for the last token of an element, and at the
// end of the tape.
static xml_kind xml_token_kind(const xml_document *document, uint32_t index)
{
    if (index >= document->token_count)
        return XML_NONE;
    const char *p = xml_at(document, index);
    switch (*p) {
    case '<': return p[1] == '/' ? XML_NONE : XML_ELEMENT;
    case '/': return XML_NONE;
    case '>': return XML_TEXT;
    default: return XML_ATTRIBUTE;
    }
}

static xml_item xml_item_at(const xml_document *document, uint32_t index)
{
    return xml_token_kind(document, index) == XML_NONE
               ? xml_nothing
               : (xml_item){.document = document, .index = index};
}

xml_item xml_root(const xml_document *document)
{
    return xml_item_at(document, 0);
}

xml_kind xml_kind_of(xml_item item)
{
    return item.document ? xml_token_kind(item.document, item.index) : XML_NONE;
}

xml_item xml_first(xml_item element)
{
    if (xml_kind_of(element) != XML_ELEMENT)
        return xml_nothing;
    uint32_t index = element.index + 2;
    while (xml_token_kind(element.document, index) == XML_ATTRIBUTE)
        index++;
    return xml_item_at(element.document, index);
}

xml_item xml_next(xml_item item)
{
    switch (xml_kind_of(item)) {
    case XML_ELEMENT: return xml_item_at(item.document, item.document->tokens[item.index + 1]);
    case XML_TEXT: return xml_item_at(item.document, item.index + 1);
    case XML_NONE:
    case XML_ATTRIBUTE: break;
    }
    return xml_nothing;
}

xml_item xml_first_element(xml_item element)
{
    xml_item item = xml_first(element);
    return xml_kind_of(item) == XML_TEXT ? xml_next_element(item) : item;
}

xml_item xml_next_element(xml_item item)
{
    do
        item = xml_next(item);
    while (xml_kind_of(item) == XML_TEXT);
    return item;
}

static xml_item xml_attribute_at(const xml_document *document, uint32_t index)
{
    xml_item item = xml_item_at(document, index);
    return xml_kind_of(item) == XML_ATTRIBUTE ? item : xml_nothing;
}

xml_item xml_first_attribute(xml_item element)
{
    return xml_kind_of(element) == XML_ELEMENT
               ? xml_attribute_at(element.document, element.index + 2)
               : xml_nothing;
}

xml_item xml_next_attribute(xml_item attribute)
{
    return xml_kind_of(attribute) == XML_ATTRIBUTE
               ? xml_attribute_at(attribute.document, attribute.index + 1)
               : xml_nothing;
}

xml_item xml_attribute(xml_item element, const char *name)
{
    xml_item attribute = xml_first_attribute(element);
    while (attribute.document && !xml_is(attribute, name))
        attribute = xml_next_attribute(attribute);
    return attribute;
}

// ---- names

static bool xml_ends_name(char c)
{
    return c == '=' || c == '>' || c == '/' || c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

const char *xml_name(xml_item item, size_t *size)
{
    xml_kind kind = xml_kind_of(item);
    *size = 0;
    if (kind != XML_ELEMENT && kind != XML_ATTRIBUTE)
        return "";
    const char *name = xml_at(item.document, item.index) + (kind == XML_ELEMENT);
    while (!xml_ends_name(name[*size]))
        ++*size;
    return name;
}

bool xml_is(xml_item item, const char *name)
{
    size_t size, wanted = strlen(name);
    const char *own = xml_name(item, &size);
    return wanted > 0 && size == wanted && memcmp(own, name, size) == 0;
}

// ---- values

// Return the position of a character that is known to follow.
static const char *xml_find(const xml_document *document, const char *p, char c)
{
    return memchr(p, c, document->size - (size_t)(p - document->text));
}

// The characters of a value: between the quotes of an attribute, or of a text up to the next tag.
typedef struct xml_value {
    const char *begin, *end;
    bool is_text;
} xml_value;

static xml_value xml_value_of(xml_item item)
{
    xml_kind kind = xml_kind_of(item);
    if (kind == XML_TEXT) {
        const char *begin = xml_at(item.document, item.index) + 1;
        return (xml_value){
            .begin = begin, .end = xml_find(item.document, begin, '<'), .is_text = true};
    }
    if (kind != XML_ATTRIBUTE)
        return (xml_value){.begin = "", .end = ""};
    size_t size;
    const char *p = xml_name(item, &size) + size;
    while (*p != '"' && *p != '\'')
        p++;
    return (xml_value){.begin = p + 1, .end = xml_find(item.document, p + 1, *p)};
}

static uint32_t xml_digit(char c)
{
    if (c >= '0' && c <= '9')
        return (uint32_t)(c - '0');
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10) : UINT32_MAX;
}

// Read the reference to a character by its number: `&#65;` or `&#x41;`.
static size_t xml_numbered(const char *text, const char *end, uint32_t *character)
{
    bool is_hex = end - text > 2 && text[2] == 'x';
    const char *digits = text + 2 + is_hex, *p = digits;
    uint32_t base = is_hex ? 16 : 10, value = 0;
    for (; p < end && xml_digit(*p) < base; p++)
        if (value <= 0x10ffff)
            value = value * base + xml_digit(*p);
    if (p == digits || p == end || *p != ';' || !xml_allows(value))
        return 0;
    *character = value;
    return (size_t)(p + 1 - text);
}

size_t xml_reference(const char *text, const char *end, uint32_t *character)
{
    static const struct {
        const char *name;
        char character;
    } entities[] = {
        {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    if (end - text > 1 && text[1] == '#')
        return xml_numbered(text, end, character);
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++) {
        size_t size = strlen(entities[i].name);
        if ((size_t)(end - text) >= size && memcmp(text, entities[i].name, size) == 0) {
            *character = (unsigned char)entities[i].character;
            return size;
        }
    }
    return 0;
}

// Decode the character or byte at `*p` and advance `*p` past it. Return the number of bytes.
static size_t xml_decode(const xml_value *value, const char **p, char bytes[4])
{
    char c = *(*p)++;
    bytes[0] = c;
    if (c == '&') {
        uint32_t character;
        size_t size = xml_reference(*p - 1, value->end, &character);
        if (size == 0)
            return 1;
        *p += size - 1;
        return utf8_encode(character, bytes);
    }
    if (c == '\r' && *p < value->end && **p == '\n')
        ++*p;
    if (c == '\r')
        bytes[0] = '\n';
    if (!value->is_text && (c == '\t' || c == '\n' || c == '\r'))
        bytes[0] = ' ';
    return 1;
}

size_t xml_value_size(xml_item item)
{
    xml_value value = xml_value_of(item);
    size_t size = 0;
    char bytes[4];
    for (const char *p = value.begin; p < value.end;)
        size += xml_decode(&value, &p, bytes);
    return size;
}

void xml_value_copy(xml_item item, char *bytes)
{
    xml_value value = xml_value_of(item);
    for (const char *p = value.begin; p < value.end;) {
        char decoded[4];
        size_t count = xml_decode(&value, &p, decoded);
        memcpy(bytes, decoded, count);
        bytes += count;
    }
}

bool xml_value_is(xml_item item, const char *text)
{
    xml_value value = xml_value_of(item);
    if (!item.document)
        return false;
    for (const char *p = value.begin; p < value.end;) {
        char decoded[4];
        size_t count = xml_decode(&value, &p, decoded);
        if (strncmp(text, decoded, count) != 0)
            return false;
        text += count;
    }
    return *text == '\0';
}

uint32_t xml_value_place(xml_item item, size_t index)
{
    xml_value value = xml_value_of(item);
    if (!item.document)
        return 0;
    const char *p = value.begin;
    for (size_t size = 0; p < value.end;) {
        const char *next = p;
        char bytes[4];
        size += xml_decode(&value, &next, bytes);
        if (size > index)
            break;
        p = next;
    }
    return (uint32_t)(p - item.document->text);
}

void xml_bare_characters(const xml_document *document, void (*report)(void *user, uint32_t place),
                         void *user)
{
    uint32_t left = document->bare_count;
    for (uint32_t index = 0; left > 0; index++) {
        xml_item item = {.document = document, .index = index};
        xml_kind kind = xml_kind_of(item);
        index += kind == XML_ELEMENT; // skip `next`, which is not a position
        if (kind != XML_ATTRIBUTE)
            continue;
        xml_value value = xml_value_of(item);
        for (const char *p = value.begin; p < value.end; p++) {
            uint32_t character;
            if (*p == '<' || (*p == '&' && xml_reference(p, value.end, &character) == 0)) {
                report(user, (uint32_t)(p - document->text));
                left--;
            }
        }
    }
}

// ---- positions

uint32_t xml_begin(xml_item item)
{
    if (!item.document)
        return 0;
    return item.document->tokens[item.index] + (xml_kind_of(item) == XML_TEXT);
}

uint32_t xml_end(xml_item item)
{
    if (!item.document)
        return 0;
    const xml_document *document = item.document;
    switch (xml_kind_of(item)) {
    case XML_NONE: return 0;
    case XML_ELEMENT: {
        const char *last = xml_at(document, document->tokens[item.index + 1] - 1);
        return (uint32_t)(xml_find(document, last, '>') + 1 - document->text);
    }
    case XML_ATTRIBUTE: return (uint32_t)(xml_value_of(item).end + 1 - document->text);
    case XML_TEXT: break;
    }
    return (uint32_t)(xml_value_of(item).end - document->text);
}
