// SPDX-License-Identifier: MIT
// The rule of leaves and guards in records of trees (tests/import/run_leaves.c), and a generator of
// random numbers.
const MASK = (1n << 64n) - 1n;

function mix(z) {
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
}

const percent = (start, n) => Number((mix((mix(start & MASK) + BigInt(n) * 0x9e3779b97f4a7c15n) & MASK) >> 33n) % 100n);

/** What leaf `id` of a kind answers in its call number `n`: S, F or R. */
export function answer(kind, seed, id, n) {
    const drawn = percent(BigInt(seed) * 1000003n + BigInt(id), n);
    if (kind === "L")
        return drawn < 38 ? "S" : drawn < 60 ? "F" : "R";
    return drawn < 55 ? "S" : "F";
}

/** What a guard answers all through a tick. */
export function guard(seed, id, tick) {
    return percent(BigInt(seed) * 7919n + BigInt(id), tick) < 65;
}

/** Random numbers from a seed. */
export class Chance {
    constructor(seed) {
        this.state = BigInt(seed);
    }

    below(count) {
        this.state = (this.state + 0x9e3779b97f4a7c15n) & MASK;
        return Number(mix(this.state) >> 33n) % count;
    }

    one(list) {
        return list[this.below(list.length)];
    }

    happens(percentage) {
        return this.below(100) < percentage;
    }
}
