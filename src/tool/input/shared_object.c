// SPDX-License-Identifier: MIT
#include "shared_object.h"

#include "floats.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

static bool file_holds(uint64_t size, uint64_t begin, uint64_t count, uint64_t each)
{
    return begin <= size && (each == 0 || count <= (size - begin) / each);
}

// Return whether the file contains all segments that its headers name. A file that is not an ELF
// file is left to dlopen.
static bool is_whole_elf(int file, uint64_t size)
{
    ElfW(Ehdr) header;
    ElfW(Phdr) segment;
    if (pread(file, &header, sizeof header, 0) != (ssize_t)sizeof header ||
        memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return true;
    if (!file_holds(size, header.e_phoff, header.e_phnum, sizeof segment) ||
        !file_holds(size, header.e_shoff, header.e_shnum, header.e_shentsize))
        return false;
    for (uint32_t i = 0; i < header.e_phnum; i++) {
        off_t at = (off_t)(header.e_phoff + i * sizeof segment);
        if (pread(file, &segment, sizeof segment, at) != (ssize_t)sizeof segment ||
            !file_holds(size, segment.p_offset, segment.p_filesz, 1))
            return false;
    }
    return true;
}

static bool is_whole(const char *path)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return true; // dlopen reports why
    bool is_regular = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    bool whole = !is_regular || is_whole_elf(file, (uint64_t)status.st_size);
    close(file);
    return whole;
}

// dlopen searches for names without a slash in the system's folders, but a user means a file in the
// current folder.
void *shared_object_open(arena *a, const char *path, const char **why)
{
    const char *full = strchr(path, '/') ? path : arena_print(a, "./%s", path);
    *why = NULL;
    if (!is_whole(full)) {
        *why = arena_print(a, "%s: the end of the file is missing", full);
        return NULL;
    }
    void *object = dlopen(full, RTLD_NOW | RTLD_LOCAL);
    floats_reset(); // loading a library built with -ffast-math turns on flushing of denormals
    if (!object)
        *why = arena_print(a, "%s", dlerror());
    return object;
}
