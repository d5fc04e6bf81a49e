// SPDX-License-Identifier: MIT
// Compiles a document in your own program, and prints the size and cost of its shape.
//
//   cc embed.c $(pkg-config --cflags --libs gestalt) -o embed && ./embed guard.json
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>

static bool to_stderr(void *user, const char *text, size_t size)
{
    (void)user;
    return fwrite(text, 1, size, stderr) == size;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: embed DOCUMENT\n");
        return 2;
    }
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_error error;
    gestalt_result result = gestalt_compile_file(argv[1], NULL, &shape, &diagnostics, &error);
    if (diagnostics)
        gestalt_diagnostics_write(diagnostics, GESTALT_DIAGNOSTICS_HUMAN, false,
                                  (gestalt_writer){.write = to_stderr});
    gestalt_diagnostics_destroy(diagnostics);
    if (result != GESTALT_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
        return 1;
    }
    const gestalt_specification *needs = gestalt_shape_specification(shape);
    printf("%s: %" PRIu32 " nodes, %" PRIu32 " items, at most %" PRIu64 " leaf visits a tick\n",
           gestalt_shape_name(shape), needs->node_count, needs->item_count, needs->visit_bound);
    gestalt_shape_destroy(shape);
    return 0;
}
