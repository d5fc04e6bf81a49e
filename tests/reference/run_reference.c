// SPDX-License-Identifier: MIT
// Print what `gestalt run` should print: run_reference DOC AGENTS TICKS DT START SEED events|final
// [NAME=TICKS:STATUS...]. Times are in microseconds.
#include "reference.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(3);
    }
    char *text = NULL;
    size_t capacity = 0;
    *size = 0;
    for (size_t got = 1; got > 0; *size += got) {
        if (capacity - *size < 4096)
            text = realloc(text, capacity = 2 * capacity + 8192);
        got = fread(text + *size, 1, capacity - *size, file);
    }
    fclose(file);
    return text;
}

// Included texts, which must live as long as the reference.
static char **texts;
static size_t text_count;

static const char *include(void *user, const char *path, size_t *size)
{
    char *full = NULL;
    if (asprintf(&full, "%s/%s", (const char *)user, path) < 0)
        exit(3);
    char *text = read_file(full, size);
    texts = realloc(texts, (text_count + 1) * sizeof *texts);
    texts[text_count++] = text;
    free(full);
    return text;
}

static gestalt_status status_of(const char *word)
{
    return word[0] == 's' ? GESTALT_SUCCESS : word[0] == 'f' ? GESTALT_FAILURE : GESTALT_RUNNING;
}

static void add_stub(reference *r, char *text)
{
    char *equals = strrchr(text, '='), *colon = strrchr(text, ':');
    *equals = '\0';
    reference_stub(r, text, atoll(equals + 1), status_of(colon + 1));
}

int main(int argc, char **argv)
{
    if (argc < 8)
        return 2;
    size_t size;
    char *text = read_file(argv[1], &size), *path = strdup(argv[1]);
    reference_settings settings = {.seed = strtoull(argv[6], NULL, 10),
                                   .dt = atoll(argv[4]),
                                   .include = include,
                                   .include_user = dirname(path)};
    reference *r = reference_load(text, size, &settings);
    for (int i = 8; i < argc; i++)
        add_stub(r, argv[i]);
    reference_set_now(r, atoll(argv[5]));
    reference_spawn(r, strtoull(argv[2], NULL, 10));
    for (int64_t i = 0; i < atoll(argv[3]); i++)
        reference_tick(r);
    bool wants_final = strcmp(argv[7], "final") == 0;
    const char *out = wants_final ? reference_final_csv(r, &size) : reference_events(r, &size);
    fwrite(out, 1, size, stdout);
    reference_destroy(r);
    free(path); // the folder may be a constant, "."
    while (text_count > 0)
        free(texts[--text_count]);
    free(texts);
    free(text);
    return 0;
}
