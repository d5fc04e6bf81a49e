// SPDX-License-Identifier: MIT
// Measures the overhead of the debugger, gestalt-live, for a program that ticks W1H: with no page,
// and with one that follows an agent and asks for the counts of all nodes thirty times a second.
//
//     bench_live [AGENTS [TICKS [ROUNDS [LANES]]]]
//
// Rounds without a debugger, with a debugger, and with a page alternate, so that other load on the
// machine affects all of them. Prints the nanoseconds per agent and tick in the fastest round of
// each kind, and the median ratios to the round without a debugger.
#include "contender_engine.h"

#include <arpa/inet.h>
#include <gestalt/live/live.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { AGENTS = 1000000, TICKS = 1000, ROUNDS = 7, ROUNDS_MAX = 100, LANES = 64 };
enum { PER_SECOND = 30, ANSWER_SIZE = 1 << 16 };

typedef enum live_kind { NO_DEBUGGER, NO_PAGE, PAGE, KIND_COUNT } live_kind;

// ---- a page

typedef struct page {
    gestalt_live *live;
    pthread_t thread;
    atomic_bool ends;
    atomic_uint answers;
    unsigned port;
    char token[65];
} page;

static int connect_to(unsigned port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const struct timeval patience = {.tv_usec = 200000};
    setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (made >= 0 && connect(made, (const struct sockaddr *)&address, sizeof address) == 0)
        return made;
    perror("bench_live: connect");
    exit(1);
}

// Read one answer, whose head contains its length.
static bool read_answer(int from)
{
    static char text[ANSWER_SIZE];
    size_t size = 0, wanted = sizeof text - 1;
    while (size < wanted) {
        ssize_t got = recv(from, text + size, sizeof text - 1 - size, 0);
        if (got <= 0)
            return false;
        size += (size_t)got;
        text[size] = '\0';
        const char *body = strstr(text, "\r\n\r\n"), *length = strstr(text, "Content-Length: ");
        if (body && length)
            wanted = (size_t)(body - text) + 4 + strtoull(length + 16, NULL, 10);
    }
    return strncmp(text, "HTTP/1.1 200", 12) == 0;
}

static void *ask(void *user)
{
    page *p = user;
    char request[256];
    int size = snprintf(request, sizeof request,
                        "GET /%s/state?counts=1&agent=7 HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n",
                        p->token, p->port);
    int to = connect_to(p->port);
    while (!atomic_load(&p->ends)) {
        if (send(to, request, (size_t)size, MSG_NOSIGNAL) == size && read_answer(to))
            atomic_fetch_add(&p->answers, 1);
        nanosleep(&(struct timespec){.tv_nsec = 1000000000 / PER_SECOND}, NULL);
    }
    close(to);
    return NULL;
}

// ---- a program with a debugger

typedef struct debugged {
    live_kind kind;
    page page;
} debugged;

static gestalt_result debug_open(void *user, gestalt_population *population, gestalt_error *error)
{
    debugged *d = user;
    page *p = &d->page;
    *p = (page){0};
    const gestalt_live_options options = {.population = population, .rights = GESTALT_LIVE_PACE};
    gestalt_result result = gestalt_live_create(&options, &p->live, error);
    if (result != GESTALT_OK || d->kind == NO_PAGE)
        return result;
    if (sscanf(gestalt_live_link(p->live), "http://127.0.0.1:%u/%64[0-9a-f]", &p->port, p->token) !=
            2 ||
        pthread_create(&p->thread, NULL, ask, p) != 0)
        exit(1);
    return GESTALT_OK;
}

static void debug_poll(void *user)
{
    debugged *d = user;
    if (gestalt_live_poll(d->page.live, 0) != GESTALT_LIVE_TICK)
        exit(1);
}

static void debug_close(void *user)
{
    debugged *d = user;
    page *p = &d->page;
    if (d->kind == PAGE) {
        atomic_store(&p->ends, true);
        pthread_join(p->thread, NULL);
        if (atomic_load(&p->answers) == 0) {
            fprintf(stderr, "bench_live: the page got no answer\n");
            exit(1);
        }
    }
    gestalt_live_destroy(p->live, NULL);
}

// ---- rounds

// Return the nanoseconds of a round, and check that its result does not depend on the debugger.
static double measure(contender *c, live_kind kind, uint64_t *sum)
{
    contender_round round = {0};
    gestalt_error error = {0};
    debugged d = {.kind = kind};
    const contender_viewer viewer = {debug_open, debug_poll, debug_close, &d};
    c->viewer = kind == NO_DEBUGGER ? NULL : &viewer;
    if (engine_round(c, &round, &error) != GESTALT_OK) {
        fprintf(stderr, "bench_live: %s\n", error.message);
        exit(1);
    }
    if (*sum && *sum != round.end.sum) {
        fprintf(stderr, "bench_live: the debugger has changed the result\n");
        exit(1);
    }
    *sum = round.end.sum;
    return round.cpu / (double)(c->agents * c->ticks);
}

static int compare_ratios(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure_rounds(contender *c, uint64_t count)
{
    double ratios[KIND_COUNT][ROUNDS_MAX], best[KIND_COUNT] = {0};
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        double times[KIND_COUNT];
        for (unsigned k = 0; k < KIND_COUNT; k++) {
            live_kind kind = (live_kind)((k + i) % KIND_COUNT);
            times[kind] = measure(c, kind, &sum);
        }
        for (unsigned k = 0; k < KIND_COUNT; k++) {
            ratios[k][i] = times[k] / times[NO_DEBUGGER];
            best[k] = i == 0 || times[k] < best[k] ? times[k] : best[k];
        }
    }
    for (unsigned k = 0; k < KIND_COUNT; k++)
        qsort(ratios[k], count, sizeof **ratios, compare_ratios);
    printf("%s, %llu agents, %u lanes: a tick %.2f ns; with a debugger %.2f ns, %.3f times as "
           "long; with a page %.2f ns, %.3f times\n",
           contender_workload(c), (unsigned long long)c->agents, (unsigned)c->lanes,
           best[NO_DEBUGGER], best[NO_PAGE], ratios[NO_PAGE][count / 2], best[PAGE],
           ratios[PAGE][count / 2]);
}

int main(int count, char **arguments)
{
    contender c = {.engine = ENGINE_GESTALT,
                   .lanes = count > 4 ? (uint32_t)strtoul(arguments[4], NULL, 10) : LANES,
                   .threads = 1,
                   .agents = count > 1 ? strtoull(arguments[1], NULL, 10) : AGENTS,
                   .ticks = count > 2 ? strtoull(arguments[2], NULL, 10) : TICKS,
                   .set = __builtin_cpu_supports("avx2") ? "avx2" : "plain"};
    uint64_t rounds = count > 3 ? strtoull(arguments[3], NULL, 10) : ROUNDS;
    if (c.agents < 10 || c.ticks == 0 || c.lanes == 0 || c.lanes > LANES || rounds == 0 ||
        rounds > ROUNDS_MAX) {
        fprintf(stderr, "bench_live: usage: bench_live [AGENTS [TICKS [ROUNDS [LANES]]]]\n");
        return 1;
    }
    measure_rounds(&c, rounds);
    return 0;
}
