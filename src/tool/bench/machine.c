// SPDX-License-Identifier: MIT
#include "machine.h"

#include <commit.h>

#include <gestalt/base.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

static void copy_line(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
    to[strcspn(to, "\n")] = '\0';
}

static void read_processor(machine *m)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[512];
    copy_line(m->processor, sizeof m->processor, "unknown");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            copy_line(m->processor, sizeof m->processor, strchr(line, ':') + 2);
            break;
        }
    if (file)
        fclose(file);
}

// Read one property of a cache of the first processor, such as "2048K".
static bool read_cache(int index, const char *what, char text[32])
{
    char path[128];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, what);
    FILE *file = fopen(path, "r");
    bool good = file && fgets(text, 32, file);
    if (file)
        fclose(file);
    text[good ? strcspn(text, "\n") : 0] = '\0';
    return good;
}

static void read_caches(machine *m)
{
    char size[32], level[32], kind[32];
    size_t used = 0;
    for (int i = 0; read_cache(i, "size", size) && read_cache(i, "level", level) &&
                    read_cache(i, "type", kind);
         i++)
        if (strcmp(kind, "Instruction") != 0 && used < sizeof m->caches)
            used += (size_t)snprintf(m->caches + used, sizeof m->caches - used, "%sL%s %lu KiB",
                                     used ? ", " : "", level, strtoul(size, NULL, 10));
}

void machine_read(machine *m)
{
    struct utsname name;
    cpu_set_t set;
    *m = (machine){.compiler = COMPILER,
                   .flags = BENCH_FLAGS,
                   .version = gestalt_version(),
                   .commit = BENCH_COMMIT,
                   .processors = 1};
    read_processor(m);
    read_caches(m);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        m->processors = (uint32_t)CPU_COUNT(&set);
    m->memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGE_SIZE);
    if (uname(&name) == 0)
        snprintf(m->system, sizeof m->system, "%s %s %s", name.sysname, name.release, name.machine);
}
