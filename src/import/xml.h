// SPDX-License-Identifier: MIT
// A small XML reader for behavior trees of other systems. It keeps the position of every element,
// attribute and text.
//
// It reads UTF-8 with elements, attributes, text, comments, processing instructions, CDATA
// sections, the five predefined entities and character references. A document type declaration is
// an error, so there are no other entities. Everything else that XML 1.0 does not allow is an error
// as well, with two exceptions that the reader of BehaviorTree.CPP makes, too. In the value of an
// attribute, a `<` is an ordinary character, and so is a `&` that does not begin one of these
// references, as in `a && b` or `&nbsp;`. The function xml_bare_characters reports both.
//
// Reading is one pass without recursion. It produces a tape of 32-bit tokens in preorder, which
// point into the text; the text must not change. Values are checked but not copied, and decoded
// only on access.
//
//     text    <a  x="1" y='2'>hello<b  />more</a>
//     tape    <  next x y    >     <  next /  >   <
//
// `next` is the index after the element's last token. Every other token is a position in the text,
// and the character there gives the token's kind: the `<` of a start tag, the first character of an
// attribute's name, the `>` before a text, the `<` of an end tag, or the `/` of an empty element.
#ifndef XML_H
#define XML_H

#include <gestalt/base.h>

typedef enum xml_kind {
    XML_NONE, // no item: past the end, or a missing attribute
    XML_ELEMENT,
    XML_ATTRIBUTE,
    XML_TEXT, // text between tags, unless it is only white space; CDATA is not included
} xml_kind;

typedef struct xml_document {
    const char *text;
    size_t size;
    uint32_t *tokens;
    uint32_t token_count;
    uint32_t token_capacity;
    uint32_t bare_count; // number of characters that xml_bare_characters reports
} xml_document;

/// An element, an attribute or a text: cheap to copy. The zero value is XML_NONE.
typedef struct xml_item {
    const xml_document *document;
    uint32_t index;
} xml_item;

typedef enum xml_error_kind {
    XML_OK,
    XML_UNEXPECTED, // a character that is not allowed here
    XML_UNEXPECTED_END,
    XML_TRAILING,      // text, or another element, after the root element
    XML_WRONG_END_TAG, // `other`: the start tag of the open element
    XML_DUPLICATE,     // a second attribute of the same name; `other`: the first one
    XML_BAD_REFERENCE, // in text, a `&` that begins no reference; anywhere, a character reference
                       // that is incomplete, or to a character that XML does not allow
    XML_BAD_COMMENT,   // `--` in a comment
    XML_BRACKETS,      // `]]>` in text
    XML_DOCTYPE,
    XML_BAD_DECLARATION,       // a wrong value in <?xml ... ?>
    XML_MISPLACED_DECLARATION, // <?xml ... ?> that is not at the start of the text
    XML_BAD_CHARACTER,         // a control character, U+FFFE or U+FFFF
    XML_BAD_UTF8,
    XML_UTF16,
    XML_TOO_DEEP,
    XML_TOO_LARGE, // the text is too large
    XML_NO_MEMORY,
} xml_error_kind;

typedef struct xml_error {
    xml_error_kind kind;
    uint32_t begin, end;  // position, in bytes
    uint32_t other;       // start of the unclosed element, tag, value or comment that contains the
                          // error, unless the kind gives another meaning; UINT32_MAX if none
    uint32_t bare;        // first bare `<` in a value of the tag that contains the error: the quote
                          // that closes the value may be missing; UINT32_MAX if none
    const char *expected; // what was expected instead, such as "a name" or "`>` or `/>`", or NULL
} xml_error;

enum { XML_DEPTH_MAX = 256 };

typedef struct xml_limits {
    uint32_t depth; // deepest nesting of elements; 0: XML_DEPTH_MAX
    size_t size;    // largest text; 0: 256 MiB; at most 2 GiB - 1
} xml_limits;

/// Read a text. On false, `error` is set and there is nothing to destroy.
bool xml_read(const char *text, size_t size, xml_limits limits, const gestalt_allocator *allocator,
              xml_document *document, xml_error *error);
void xml_destroy(xml_document *document, const gestalt_allocator *allocator);

xml_item xml_root(const xml_document *document);
xml_kind xml_kind_of(xml_item item);

/// Return the range of an item in the text: its first byte, and the byte after its last. An element
/// includes its tags, an attribute its name and its quotes. 0 for XML_NONE.
uint32_t xml_begin(xml_item item);
uint32_t xml_end(xml_item item);

/// Return the first child of an element: an element or a text.
xml_item xml_first(xml_item element);
/// Return the next sibling of an element or a text: an element or a text.
xml_item xml_next(xml_item item);

/// Return the first child that is an element, and the next sibling that is an element.
xml_item xml_first_element(xml_item element);
xml_item xml_next_element(xml_item item);

xml_item xml_first_attribute(xml_item element);
xml_item xml_next_attribute(xml_item attribute);

/// Return the attribute of that name, or XML_NONE.
xml_item xml_attribute(xml_item element, const char *name);

/// Return the name of an element or an attribute, in the text and without a terminating zero. A
/// name has no references, so its position is also the position of each of its bytes.
const char *xml_name(xml_item item, size_t *size);
/// Return whether an element or an attribute has this name.
bool xml_is(xml_item item, const char *name);

/// The size of the value of an attribute or a text after decoding, and its bytes, without a
/// terminating zero. References are replaced by their characters. As XML requires, a tab or a line
/// break in an attribute is decoded as a space, and a line break in a text as a line feed.
size_t xml_value_size(xml_item item);
void xml_value_copy(xml_item item, char *bytes);

/// Return whether the decoded value of an attribute or a text equals this text.
bool xml_value_is(xml_item item, const char *text);

/// Return the position in the text of byte `index` of the decoded value, for errors inside a value.
/// `index` may be the size: then it is the position of the closing quote, or the end of the text.
uint32_t xml_value_place(xml_item item, size_t index);

/// Call `report` with the position of each bare `<` and `&` in the values of attributes, in order.
void xml_bare_characters(const xml_document *document, void (*report)(void *user, uint32_t place),
                         void *user);

/// Return the size of the reference that begins with the `&` at `text`, up to its `;`, and the
/// character that it stands for; 0 when it is not a reference, or to a character that XML does not
/// allow.
size_t xml_reference(const char *text, const char *end, uint32_t *character);

/// Return whether XML allows a character.
static inline bool xml_allows(uint32_t character)
{
    return character >= 0x20 ? character <= 0x10ffff && character != 0xfffe &&
                                   character != 0xffff && (character < 0xd800 || character > 0xdfff)
                             : character == '\t' || character == '\n' || character == '\r';
}

#endif
