// SPDX-License-Identifier: MIT
// Any text as a document, and the generated C if it compiles. No text of a document can end a
// comment or a string of the C code, and a second run gives the same bytes. tests/hostile.py
// compiles such code.
#include "accepted.h"

#include <gestalt/gestalt.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct text {
    char *bytes;
    size_t size, capacity;
} text;

static void check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_native: %s\n", what);
    abort();
}

static bool append(void *user, const char *bytes, size_t size)
{
    text *to = user;
    if (to->size + size + 1 > to->capacity) {
        to->capacity = 2 * (to->size + size + 1);
        to->bytes = realloc(to->bytes, to->capacity);
        check(to->bytes, "out of memory");
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    to->bytes[to->size] = '\0';
    return true;
}

// A preprocessor line must begin with one of these.
static bool is_directive(const char *line)
{
    static const char *const known[] = {"#if",      "#elif",   "#else",
                                        "#endif",   "#pragma", "#include <gestalt/native.h>\n",
                                        "#define ", "#error"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(line, known[i], strlen(known[i])) == 0)
            return true;
    return false;
}

// Check a line of the code. Strings, and comments from `//` on, may contain anything that can't end
// them.
static void check_line(const char *line, size_t size)
{
    bool is_string = false, is_comment = false;
    for (size_t i = 0; i < size; i++) {
        char c = line[i];
        check(c >= ' ' && c <= '~', "a character that is no printable ASCII");
        check(c != '\\', "a backslash");
        check(c != '?' || line[i + 1] != '?', "what may be a trigraph");
        check(c != '/' || line[i + 1] != '*', "a comment begins");
        is_comment |= !is_string && c == '/' && line[i + 1] == '/';
        if (is_comment)
            continue;
        if (c == '"')
            is_string = !is_string;
        else if (is_string)
            continue;
        else if (c == '#')
            check(i == 0 ? is_directive(line) : line[i - 1] == '#' || line[i + 1] == '#',
                  "a directive");
        else
            check(!strchr("@$`'", c), "a character that no code has");
    }
    check(!is_string, "a string that does not end");
}

static text write_c(const gestalt_shape *shape)
{
    text written = {0};
    gestalt_error error = {0};
    const gestalt_c_options options = {.node_limit = UINT32_MAX};
    gestalt_result result =
        gestalt_shape_write_c(shape, &options, (gestalt_writer){append, &written}, &error);
    check(result == GESTALT_OK || error.message[0], "refused without a word");
    if (result != GESTALT_OK)
        written.size = 0;
    return written;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_compile_options options = {.node_budget = 2000};
    gestalt_compile_text("fuzz.json", (const char *)data, size, &options, &shape, &diagnostics,
                         NULL);
    gestalt_diagnostics_destroy(diagnostics);
    accepted(shape != NULL);
    if (!shape)
        return 0;
    text first = write_c(shape), second = write_c(shape);
    check(first.size == second.size &&
              (first.size == 0 || memcmp(first.bytes, second.bytes, first.size) == 0),
          "other bytes the second time");
    for (const char *at = first.bytes, *end; first.size && *at; at = end + 1) {
        end = strchr(at, '\n');
        check(end, "no end of the last line");
        check_line(at, (size_t)(end - at));
    }
    free(first.bytes);
    free(second.bytes);
    gestalt_shape_destroy(shape);
    return 0;
}
