// SPDX-License-Identifier: MIT
#include "nearest.h"

#include <string.h>

// An edit costs 2, a change of case only 1: so "Sequence" is nearer to "sequence" than any other
// word is.
enum {
    NEAREST_STEP = 2,
    NEAREST_SIZE_MAX = 64,
    NEAREST_BEGINNING = 3, // length of a common beginning that is enough to identify a word
    BUDGET_START = 1 << 20,
    BUDGET_PER_BYTE = 200, // comparing two letters takes about 2 ns, so a byte allows 0.4 us
    OFFER_COST = 32,       // fixed cost of an offer, in comparisons of letters
};

void nearest_budget_start(nearest_budget *b)
{
    b->left = BUDGET_START;
}

void nearest_budget_add(nearest_budget *b, size_t bytes)
{
    b->left += (uint64_t)bytes * BUDGET_PER_BYTE;
}

// Return false, with the budget spent, when less than `cost` is left.
static bool budget_take(nearest_budget *b, uint64_t cost)
{
    if (!b)
        return true;
    bool is_enough = cost < b->left;
    b->left = is_enough ? b->left - cost : 0;
    return is_enough;
}

static unsigned char nearest_lower(char c)
{
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static size_t nearest_exchange(char a, char b)
{
    if (a == b)
        return 0;
    return nearest_lower(a) == nearest_lower(b) ? 1 : NEAREST_STEP;
}

static size_t nearest_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Return the edit distance, or any number above `limit` when the distance exceeds it: most words
// differ after a few letters. `budget` pays for each row.
static size_t nearest_within(const char *a, size_t a_size, const char *b, size_t b_size,
                             size_t limit, nearest_budget *budget)
{
    if (a_size > NEAREST_SIZE_MAX || b_size > NEAREST_SIZE_MAX)
        return SIZE_MAX;
    size_t rows[3]
               [NEAREST_SIZE_MAX + 1]; // distances for the last three prefixes of a, by prefix of b
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    memset(before, 0, sizeof rows[0]);
    for (size_t j = 0; j <= b_size; j++)
        last[j] = j * NEAREST_STEP;
    for (size_t i = 1; i <= a_size; i++) {
        if (!budget_take(budget, b_size))
            return SIZE_MAX;
        size_t lowest = row[0] = i * NEAREST_STEP;
        for (size_t j = 1; j <= b_size; j++) {
            size_t least = last[j - 1] + nearest_exchange(a[i - 1], b[j - 1]);
            least = nearest_least(least, last[j] + NEAREST_STEP);
            least = nearest_least(least, row[j - 1] + NEAREST_STEP);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                least = nearest_least(least, before[j - 2] + NEAREST_STEP);
            row[j] = least;
            lowest = nearest_least(lowest, least);
        }
        if (lowest > limit + NEAREST_STEP) // a swap that began in the last row costs one more step
            return SIZE_MAX;
        size_t *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[b_size];
}

size_t nearest_distance(const char *a, size_t a_size, const char *b, size_t b_size)
{
    return nearest_within(a, a_size, b, b_size, SIZE_MAX - NEAREST_STEP, NULL);
}

void nearest_start(nearest *n, const char *wanted, size_t wanted_size, nearest_budget *budget)
{
    *n = (nearest){
        .wanted = wanted, .wanted_size = wanted_size, .distance = SIZE_MAX, .budget = budget};
}

bool nearest_may_walk(nearest *n, size_t count)
{
    return budget_take(n->budget, (uint64_t)count * OFFER_COST);
}

// A word that is the beginning of the other is likely meant, however long the rest: "fail",
// "failure".
static bool nearest_begins(const char *a, size_t a_size, const char *b, size_t b_size)
{
    size_t size = nearest_least(a_size, b_size);
    for (size_t i = 0; i < size; i++)
        if (nearest_lower(a[i]) != nearest_lower(b[i]))
            return false;
    return size >= NEAREST_BEGINNING;
}

// A name is near enough if at most a third of the longer word differs and at least one letter
// agrees.
void nearest_offer(nearest *n, const char *name, size_t size)
{
    budget_take(n->budget, OFFER_COST);
    size_t longer = size > n->wanted_size ? size : n->wanted_size;
    size_t allowed = (longer + 2) / 3 * NEAREST_STEP;
    size_t limit = nearest_least(allowed, n->distance);
    size_t distance = nearest_within(n->wanted, n->wanted_size, name, size, limit, n->budget);
    if (n->budget && n->budget->left == 0) { // a nearer name might have been missed
        n->name = NULL;
        return;
    }
    if (nearest_begins(n->wanted, n->wanted_size, name, size))
        distance = nearest_least(distance, NEAREST_STEP + 1);
    if (distance < n->distance && distance <= allowed && distance < longer * NEAREST_STEP) {
        n->name = name;
        n->distance = distance;
    }
}
