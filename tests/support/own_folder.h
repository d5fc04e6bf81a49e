// SPDX-License-Identifier: MIT
// An empty folder for each test, as cmocka setup and teardown functions.
#ifndef OWN_FOLDER_H
#define OWN_FOLDER_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char own_folder[] = "/tmp/gestalt-test-XXXXXX";

static inline int own_folder_enter(void **state)
{
    (void)state;
    memcpy(own_folder + sizeof own_folder - 7, "XXXXXX", 6);
    return !mkdtemp(own_folder) || chdir(own_folder) != 0;
}

static inline int own_folder_leave(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "chmod -R u+rwx %s && rm -r %s", own_folder, own_folder);
    return chdir("/") != 0 || system(command) != 0;
}

/// Return the number of entries in the working folder.
static inline size_t own_folder_entries(void)
{
    size_t count = 0;
    DIR *entries = opendir(".");
    if (!entries)
        abort();
    while (readdir(entries))
        count++;
    closedir(entries);
    return count - 2;
}

#endif
