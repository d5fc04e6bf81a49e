// SPDX-License-Identifier: MIT
#include "branches.h"

#include "error.h"
#include "memory.h"
#include "trees.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Write a binary tree of `decide` nodes over `count` branches from number `first` on.
static void write_branches(FILE *to, uint32_t first, uint32_t count)
{
    if (count == 1) {
        fputs("{\"type\": \"subtree\", \"tree\": \"w1h\"}", to);
        return;
    }
    uint32_t half = count / 2;
    fprintf(to,
            "{\"type\": \"decide\", \"if\": \"branch < %u\", \"then\": ", (unsigned)(first + half));
    write_branches(to, first, half);
    fputs(", \"else\": ", to);
    write_branches(to, first + half, count - half);
    fputs("}", to);
}

static char *write_document(uint32_t count, size_t *size)
{
    char *text = NULL;
    FILE *to = open_memstream(&text, size);
    if (!to)
        return NULL;
    fputs("{\"gestalt\": 1, \"name\": \"branches\", \"blackboard\": {\"branch\": \"int\"}, "
          "\"trees\": {\"w1h\": {\"include\": \"w1h.json\"}}, \"root\": ",
          to);
    write_branches(to, 0, count);
    fputs("}\n", to);
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}

static gestalt_result read_w1h(void *user, const char *path, const gestalt_allocator *allocator,
                               char **text, size_t *size, gestalt_error *error)
{
    (void)user;
    (void)path;
    const bench_tree *tree = trees_find("W1H");
    *size = tree->size;
    *text = memory_new(allocator, tree->size);
    if (!*text)
        return error_no_memory(error);
    memcpy(*text, tree->text, tree->size);
    return GESTALT_OK;
}

gestalt_result branches_compile(uint32_t count, gestalt_shape **shape, gestalt_error *error)
{
    size_t size;
    char *text = write_document(count, &size);
    if (!text)
        return error_no_memory(error);
    gestalt_compile_options options = {.include = read_w1h};
    gestalt_result result =
        gestalt_compile_text("branches.json", text, size, &options, shape, NULL, error);
    free(text);
    return result;
}
