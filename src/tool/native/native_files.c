// SPDX-License-Identifier: MIT
#include "native_files.h"

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <native_headers.h>

const native_header *native_header_at(size_t index)
{
    return index < sizeof native_headers / sizeof *native_headers ? &native_headers[index] : NULL;
}

bool native_file_write(const char *path, const void *bytes, size_t size)
{
    const char *at = bytes;
    int file = file_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
    if (file < 0)
        return false;
    while (size > 0) {
        ssize_t written = write(file, at, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            break;
        at += written;
        size -= (size_t)written;
    }
    int number = errno;
    bool good = close(file) == 0 && size == 0;
    errno = number;
    return good;
}
