// SPDX-License-Identifier: MIT
#include "explain_import.h"

#include "compile_generated.h"
#include "import.h"

#include <string.h>

static bool include_file(void *user, uint32_t first, const char *from, const char *package,
                         const char *path, import_file *file, const char **why)
{
    static const char patrol[] = "<root BTCPP_format=\"4\"> <BehaviorTree ID=\"Patrol\"> <Walk/> "
                                 "</BehaviorTree> </root>";
    (void)user;
    (void)first;
    (void)from;
    (void)package;
    *why = "the path leaves the folder";
    *file = (import_file){path, patrol, sizeof patrol - 1};
    return path[0] != '.';
}

bool explain_import(const char *text, gestalt_writer writer, gestalt_result *result)
{
    arena a;
    import_file file = {"main.xml", text, strlen(text)};
    import_options options = {.include = include_file, .size_limit = 1 << 20};
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *volatile d = gestalt_diagnostics_create(NULL);
    draft_output document;
    gestalt_error error;
    if (import_format_of(text, file.size) == IMPORT_NONE) {
        gestalt_diagnostics_destroy(d);
        return false;
    }
    arena_start(&a, (gestalt_allocator){0});
    *result = GESTALT_NO_MEMORY;
    if (setjmp(a.escape) == 0) {
        if (import_files(&a, &file, 1, &options, d, &document)) {
            generated_place *places = ARENA_ARRAY(&a, generated_place, document.place_count);
            for (uint32_t i = 0; i < document.place_count; i++)
                places[i] = (generated_place){document.places[i].begin, document.places[i].origin};
            generated_text generated = {"main.xml", document.text,        document.size,
                                        places,     document.place_count, d};
            *result = compile_generated(&generated, NULL, &shape, &error);
        } else {
            gestalt_diagnostics_finish(d);
            *result = GESTALT_REJECTED;
        }
        gestalt_diagnostics_write(d, GESTALT_DIAGNOSTICS_SHORT, false, writer);
    }
    gestalt_shape_destroy(shape);
    gestalt_diagnostics_destroy(d);
    arena_destroy(&a);
    return true;
}
