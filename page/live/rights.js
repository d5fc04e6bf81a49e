// SPDX-License-Identifier: MIT
// What the program lets the page do. rights.css hides the controls of all else, and shows notes that explain why.

import {$} from "../draw/dom.js";
/** @import {Act} from "./live_player.js" */

/** @typedef {"pace" | "speed" | "write" | "spawn" | "edit" | "back" | "tune"} Right `tune`: change values of a scene */

/** @type {Record<string, Right>} */
const NEEDED = {run: "pace", pause: "pace", step: "pace", into: "pace", break: "pace", unbreak: "pace", goto: "back", speed: "speed",
                tune: "tune", set: "edit", edit: "edit", write: "write", spawn: "spawn", despawn: "spawn", cancel: "spawn"};

export class Rights {
    /** @param {string[]} words the rights of the response to `describe` */
    constructor(words) {
        const paces = words.includes("pace"), goesBack = paces && words.includes("back");
        this.words = new Set(words.filter((word) => paces || (word !== "speed" && word !== "back")));
        if (goesBack && words.includes("edit"))
            this.words.add("tune");
    }

    /** @param {Right} right */
    has(right) { return this.words.has(right); }

    /** @param {Act} act */
    allows(act) { return this.has(NEEDED[act.do]); }

    // Hide controls and show notes.
    show() {
        document.documentElement.dataset.may = [...this.words].join(" ");
        $("time-rights").textContent = this.text(["speed", "choose the speed"], ["back", "go back in time"]);
        $("agent-rights").textContent = this.text(["write", "write values"], ["pace", "step its nodes"], ["spawn", "cancel its actions or despawn it"]);
        if (!this.has("write"))
            $("written").setAttribute("aria-label", "values");
        if (!this.has("back"))
            $("chart").setAttribute("aria-label", "chart over time; arrows and clicks move a mark");
    }

    // Return a sentence about the rights that the page lacks.
    /** @param {...[Right, string]} all */
    text(...all) {
        const lacking = all.filter(([right]) => !this.has(right)).map(([, what]) => what), last = lacking.pop();
        return last ? `This program does not let the page ${lacking.length ? `${lacking.join(", ")}, or ` : ""}${last}.` : "";
    }
}
