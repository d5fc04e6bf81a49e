// SPDX-License-Identifier: MIT
// Writes records of random trees, as the original engines run them: records.mjs PROFILE COUNT SEED
//
// PROFILE is mistreevous, behavior3 or behavior3-reactive. Records have the form that
// tests/import_records.py reads.
import { makeBehavior3, runBehavior3 } from "./behavior3_trees.mjs";
import { Chance } from "./leaves.mjs";
import { makeMistreevous, printMDSL, runMistreevous } from "./mistreevous_trees.mjs";

const TICKS = 16, TICK_MS = 100;
const clock = { tick: 0 };

// Both engines read the time from new Date().
const RealDate = Date;
globalThis.Date = class extends RealDate {
    getTime() {
        return clock.tick * TICK_MS;
    }
};

const profiles = {
    mistreevous: chance => {
        const roots = makeMistreevous(chance);
        return { format: "mistreevous", source: roots.length === 1 ? roots[0] : roots, mdsl: printMDSL(roots), expect: "exact", run: runMistreevous };
    },
    behavior3: chance => ({ format: "behavior3", source: makeBehavior3(chance, false), expect: "exact", run: runBehavior3 }),
    "behavior3-reactive": chance => ({ format: "behavior3", source: makeBehavior3(chance, true), expect: "approximate", run: runBehavior3 }),
};

const [profile, count, seed] = process.argv.slice(2);
for (let i = 0; i < Number(count); i++) {
    const chance = new Chance(BigInt(seed) * 1000003n + BigInt(i));
    const { run, ...made } = profiles[profile](chance);
    const leaves = { rule: "hash", seed: 1 + chance.below(1 << 30) };
    const log = run(made.source, leaves.seed, TICKS, clock);
    if (made.mdsl && run(made.mdsl, leaves.seed, TICKS, clock).join() !== log.join())
        throw new Error(`the original does not run both syntaxes alike: ${made.mdsl}`);
    console.log(JSON.stringify({
        id: `${profile}-${seed}-${i}`, profile, ...made, source: JSON.stringify(made.source), options: [], keys: {}, leaves, ticks: TICKS,
        tick_us: TICK_MS * 1000, compare: "lines", log: log.map(line => `${line}\n`).join(""),
    }));
}
