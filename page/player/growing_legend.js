// SPDX-License-Identifier: MIT
// A legend whose scales cover all values that have occurred so far.

import {valueOf} from "../decode/values.js";
import {Legend} from "./legend.js";

export class GrowingLegend extends Legend {
    /** @returns {[number, number]} */
    range() {
        const column = this.d.columns[this.color], words = this.world.frame?.words[this.color] ?? [];
        let [low, high] = this.ranges[this.color] ?? [Infinity, -Infinity];
        for (const word of words) {
            const value = valueOf(column, word);
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        if (low > high)
            return [0, 1];
        this.ranges[this.color] = [low, high];
        return [low, high];
    }
}
