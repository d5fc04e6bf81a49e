// SPDX-License-Identifier: MIT
#include "embed.h"

#include "native_source.h"

#include <gestalt/edit.h>

#include <inttypes.h>
#include <string.h>

enum { BYTES_IN_LINE = 20, ALIGNMENT = 16 };

typedef struct embedding {
    text_out *out;
    const gestalt_shape *shape;
    const unsigned char *image;
    size_t size;
    char name[NATIVE_NAME_SIZE];
} embedding;

static embedding embedding_of(text_out *out, const gestalt_shape *shape)
{
    embedding e = {.out = out, .shape = shape};
    e.image = gestalt_shape_image(shape, &e.size);
    native_mangle(e.name, gestalt_shape_name(shape));
    return e;
}

// Write the head, which describes how to use the file. C line comments are also comments in
// preprocessed assembly.
static void put_head(const embedding *e, const char *language)
{
    const char *tree = gestalt_shape_name(e->shape);
    text_print(e->out, "// Written by gestalt %s from the tree \"", gestalt_version());
    native_comment_write(e->out, tree, strlen(tree));
    text_print(e->out,
               "\". Do not edit: the tree is the source.\n//\n// The image of the tree, as %s. "
               "Compile this file and link it to your program, which declares\n// (in C++, within "
               "extern \"C\")\n//     extern const unsigned char %s_image[];\n//     extern const "
               "size_t %s_image_size;\n//     extern const uint64_t %s_image_hash; // "
               "gestalt_shape_hash\n//     gestalt_shape_load_memory(%s_image, %s_image_size, "
               "NULL, &shape, &error);\n// If two trees have the same name, rename one: "
               "-DTREE_IMAGE=my_image\n#ifndef TREE_IMAGE\n#define TREE_IMAGE %s_image\n#endif\n",
               language, e->name, e->name, e->name, e->name, e->name, e->name);
}

// Write numbers separated by commas, in lines that start with a directive.
static void put_bytes(const embedding *e, const char *begin, const char *end)
{
    char line[8 * BYTES_IN_LINE + 32];
    for (size_t at = 0; at < e->size;) {
        size_t used = strlen(begin), stop = at + BYTES_IN_LINE;
        memcpy(line, begin, used);
        for (; at < stop && at < e->size; at++) {
            unsigned byte = e->image[at];
            if (byte >= 100)
                line[used++] = (char)('0' + byte / 100);
            if (byte >= 10)
                line[used++] = (char)('0' + byte / 10 % 10);
            line[used++] = (char)('0' + byte % 10);
            line[used++] = ',';
        }
        text_write(e->out, line, used - 1);
        text_put(e->out, end);
    }
}

void embed_c_array(text_out *out, const gestalt_shape *shape)
{
    embedding e = embedding_of(out, shape);
    put_head(&e, "C and C++");
    text_print(out,
               "#include <stddef.h>\n"
               "#include <stdint.h>\n"
               "#define TREE_JOIN(name, part) name##part\n"
               "#define TREE_NAME(name, part) TREE_JOIN(name, part)\n"
               "#ifdef __cplusplus\n"
               "#define TREE_ALIGNED alignas(%d)\n"
               "extern \"C\" {\n"
               "#else\n"
               "#define TREE_ALIGNED _Alignas(%d)\n"
               "#endif\n"
               "extern const unsigned char TREE_IMAGE[%zu];\n"
               "extern const size_t TREE_NAME(TREE_IMAGE, _size);\n"
               "extern const uint64_t TREE_NAME(TREE_IMAGE, _hash);\n"
               "const size_t TREE_NAME(TREE_IMAGE, _size) = %zu;\n"
               "const uint64_t TREE_NAME(TREE_IMAGE, _hash) = UINT64_C(0x%016" PRIx64 ");\n"
               "TREE_ALIGNED const unsigned char TREE_IMAGE[%zu] = {\n",
               ALIGNMENT, ALIGNMENT, e.size, e.size, gestalt_shape_hash(shape), e.size);
    put_bytes(&e, "    ", ",\n");
    text_put(out, "};\n"
                  "#ifdef __cplusplus\n"
                  "}\n"
                  "#endif\n");
}

// Write a global symbol, which its data follow.
static void put_symbol(text_out *out, const char *name, size_t size, int alignment)
{
    text_print(out,
               "    .balign %d\n"
               "    .globl %s\n"
               "    .type %s, %%object\n"
               "    .size %s, %zu\n"
               "%s:\n",
               alignment, name, name, name, size, name);
}

// Write notes for the linker. Linkers disable a non-executable stack and branch protection for a
// program if one of its objects does not declare them. Compilers add these notes to objects, so
// this file does as well.
static void put_notes(text_out *out)
{
    text_put(out, "    .section .note.GNU-stack, \"\", %progbits\n"
                  "#if defined(__CET__)\n"
                  "#include <cet.h>\n"
                  "#elif defined(__ARM_FEATURE_BTI_DEFAULT) || defined(__ARM_FEATURE_PAC_DEFAULT)\n"
                  "#ifdef __ARM_FEATURE_BTI_DEFAULT\n"
                  "#define TREE_BTI 1\n"
                  "#else\n"
                  "#define TREE_BTI 0\n"
                  "#endif\n"
                  "#ifdef __ARM_FEATURE_PAC_DEFAULT\n"
                  "#define TREE_PAC 2\n"
                  "#else\n"
                  "#define TREE_PAC 0\n"
                  "#endif\n"
                  "    .section .note.gnu.property, \"a\", %note\n"
                  "    .balign 8\n"
                  "    .long 4, 16, 5\n"
                  "    .asciz \"GNU\"\n"
                  "    .long 0xc0000000, 4, TREE_BTI | TREE_PAC, 0\n"
                  "#endif\n");
}

void embed_assembly(text_out *out, const gestalt_shape *shape)
{
    embedding e = embedding_of(out, shape);
    put_head(&e, "assembly for gcc and clang");
    text_put(out, "#define TREE_JOIN(name, part) name##part\n"
                  "#define TREE_NAME(name, part) TREE_JOIN(name, part)\n"
                  "    .section .rodata\n");
    put_symbol(out, "TREE_NAME(TREE_IMAGE, _size)", sizeof(uint64_t), sizeof(uint64_t));
    text_print(out, "    .quad %zu\n", e.size);
    put_symbol(out, "TREE_NAME(TREE_IMAGE, _hash)", sizeof(uint64_t), sizeof(uint64_t));
    text_print(out, "    .quad 0x%016" PRIx64 "\n", gestalt_shape_hash(shape));
    put_symbol(out, "TREE_IMAGE", e.size, ALIGNMENT);
    put_bytes(&e, "    .byte ", "\n");
    put_notes(out);
}
