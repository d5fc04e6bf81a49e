// SPDX-License-Identifier: MIT
// The list of columns of the agents' table, with a checkbox for each. The browser keeps which of them are hidden, by the
// name of the run.

import {$, element} from "../draw/dom.js";
import {store, stored} from "../model/stored.js";

export class ColumnChooser {
    // `changed` is called when columns have been hidden or shown.
    /** @param {() => void} changed */
    constructor(changed) {
        this.changed = changed;
        this.name = "";           // name of the run
        /** @type {Set<string>} */
        this.hidden = new Set();  // names of hidden columns
        $("columns").addEventListener("click", () => this.setShown($("column-list").hidden));
        $("column-list").addEventListener("keydown", (event) => {
            event.stopPropagation();
            if (event.key !== "Escape")
                return;
            this.setShown(false);
            $("columns").focus();
        });
    }

    /** @param {boolean} isShown */
    setShown(isShown) {
        $("column-list").hidden = !isShown;
        $("columns").setAttribute("aria-expanded", String(isShown));
        if (isShown)
            $("column-list").querySelector("input")?.focus();
    }

    // List the columns of a run.
    /** @param {string} name @param {string[]} columns */
    open(name, columns) {
        if (name !== this.name) {
            const kept = stored(`columns.${name}`);
            this.hidden = new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : []);
            this.name = name;
        }
        const key = columns.join("\n");
        if ($("column-list").dataset.key !== key)
            $("column-list").replaceChildren(...columns.map((column) => this.makeBox(column)));
        $("column-list").dataset.key = key;
        this.showCount(columns);
    }

    /** @param {string} column */
    makeBox(column) {
        const label = element("label", ""), box = document.createElement("input");
        box.type = "checkbox";
        box.checked = !this.hidden.has(column);
        box.addEventListener("change", () => {
            box.checked ? this.hidden.delete(column) : this.hidden.add(column);
            store(`columns.${this.name}`, this.hidden.size ? [...this.hidden] : null);
            this.changed();
        });
        label.append(box, element("span", "", column));
        return label;
    }

    /** @param {string[]} columns */
    showCount(columns) {
        const count = columns.filter((column) => this.hidden.has(column)).length;
        $("columns").textContent = count ? `columns (${count} hidden)` : "columns";
    }
}
