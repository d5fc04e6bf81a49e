// SPDX-License-Identifier: MIT
// Controls to change a live run: write values of the picked agent, step its nodes, set breakpoints. Also shows
// the server's messages about these, and about edits of the file.

import {$, element} from "../draw/dom.js";
import {STEP_KINDS} from "../model/source.js";
import {breakText} from "../model/hit_text.js";
import {fitsColumn, formOf, textOfValue, valueOfText} from "../model/written.js";
import {HitBanner} from "./hit_banner.js";
import {Numbers} from "./numbers.js";
import {sharedBadge} from "./sliders.js";
/** @import {Agent, Steps, ValueColumn} from "../model/source.js" */
/** @import {Actions} from "../player/player.js" */
/** @import {LivePlayer} from "./live_player.js" */
/** @import {Break} from "./live_source.js" */

/** @type {("into" | "cancel" | "despawn")[]} */
const BUTTONS = ["into", "cancel", "despawn"]; // buttons that act on the picked agent

/** @typedef {{label: HTMLElement, field: HTMLInputElement | HTMLOutputElement, column: ValueColumn, index: number}} ValueField */
/** @typedef {{error?: unknown, text: string}} Said */

export class Hands {
    /** @param {LivePlayer} player */
    constructor(player) {
        this.player = player;
        /** @type {Agent | null} */
        this.agent = null;
        /** @type {Steps | null} */
        this.walk = null;    // steps of the agent in the last tick
        this.place = 0;      // index of the step that is shown
        /** @type {ValueField[]} */
        this.fields = [];
        this.fieldsKey = ""; // identifies the values that the fields are for
        this.isRefused = false; // whether the message is about an action that was refused
        this.breaksKey = ""; // identifies the breakpoints that the list shows
        this.numbers = new Numbers(player);
        this.hit = new HitBanner(player);
        this.listen();
    }

    get source() { return this.player.source; }

    get panel() { return this.player.explorer.panel; }

    listen() {
        const {player} = this, id = () => player.picked;
        /** @param {string} name @param {() => void} run */
        const click = (name, run) => $(name).addEventListener("click", run);
        click("into", () => this.stepInto());
        click("cancel", () => player.act({do: "cancel", agent: id()}));
        click("despawn", () => player.act({do: "despawn", agent: id()}));
        click("walk-back", () => this.move(-1));
        click("walk-forth", () => this.move(1));
        click("show-desk", () => this.setDesk($("desk").hidden));
        click("add-break", () => this.addBreak());
        click("spawn", () => player.act({do: "spawn", group: this.panel.group, count: Number($("spawn-count").value)}));
        click("close-notice", () => { $("notice").hidden = true; });
        $("break-when").addEventListener("change", () => this.showForm());
        $("break-if").addEventListener("keydown", (event) => event.key === "Enter" && this.addBreak());
        for (const event of ["click", "keyup"])
            $("nodes").addEventListener(event, () => this.showForm());
        $("expression").addEventListener("input", () => this.filter());
    }

    filter() {
        const {table} = this.player.explorer;
        table.expression = $("expression").value;
        table.reload();
    }

    /** @param {boolean} isShown */
    setDesk(isShown) {
        $("desk").hidden = !isShown;
        if (isShown)
            this.player.explorer.makeRoom("desk");
        $("show-desk").setAttribute("aria-pressed", String(isShown));
        this.showForm();
        this.numbers.setShown(isShown);
    }

    // ---- the picked agent

    // Show the picked agent. `steps` are its steps in the last tick, if that tick was stepped into.
    /** @param {Agent | null} agent @param {Steps | null} steps */
    show(agent, steps) {
        const isOther = this.agent?.id !== agent?.id;
        this.agent = agent;
        if (isOther)
            this.showForm();
        for (const id of BUTTONS)
            $(id).disabled = agent === null;
        $("despawn").hidden = this.player.isScene;
        if (agent)
            this.showValues(agent);
        else
            $("written").replaceChildren();
        if (steps?.serial !== this.walk?.serial || !steps !== !this.walk) {
            this.walk = steps;
            this.place = 0;
        }
        this.showWalk();
    }

    /** @param {Agent} agent */
    showValues(agent) {
        const {columns, version} = this.source, key = `${agent.id} ${version}`;
        if (this.fieldsKey !== key || !$("written").firstChild) {
            this.fieldsKey = key;
            this.fields = columns.flatMap((column, i) => agent.values[i] === null ? [] : [this.makeField(column, i)]);
            $("written").replaceChildren(...this.fields.map(({label}) => label));
        }
        for (const {field, column, index} of this.fields)
            if (field !== document.activeElement)
                field.value = textOfValue(column, agent.values[index]);
    }

    /** @param {ValueColumn} column @param {number} index @returns {ValueField} */
    makeField(column, index) {
        const label = element("label", ""), name = element("span", "", column.name), field = document.createElement(this.player.rights.has("write") ? "input" : "output");
        if (this.agent && this.source.isShared(this.agent.group, column.name))
            name.append(" ", sharedBadge());
        label.append(name, field);
        if (!(field instanceof HTMLInputElement))
            return {label, field, column, index};
        field.setAttribute("aria-label", column.name);
        field.readOnly = column.type === "list";
        field.addEventListener("keydown", (event) => {
            if (event.key === "Enter" || event.key === "Escape") {
                const writes = event.key === "Enter" && !field.readOnly;
                event.stopPropagation();
                if (writes)
                    this.write(column, field.value);
                field.blur();
            }
        });
        return {label, field, column, index};
    }

    /** @param {ValueColumn} column @param {string} text */
    write(column, text) {
        const {name} = column, value = valueOfText(column, text.trim());
        const isGood = fitsColumn(column, value);
        this.fields.find((one) => one.column === column)?.field.setAttribute("aria-invalid", String(!isGood));
        if (!isGood)
            this.refused(`${name} takes ${formOf(column)}, not “${text}”`);
        else
            this.player.act({do: "write", agent: this.player.picked, key: name, value});
    }

    // ---- steps of a tick

    stepInto() {
        if (this.player.picked === null)
            return;
        this.player.setPlaying(false);
        this.player.act({do: "into", agent: this.player.picked});
    }

    /** @param {number} by */
    move(by) {
        if (this.walk)
            this.place = Math.max(0, Math.min(this.walk.steps.length - 1, this.place + by));
        this.showWalk();
    }

    showWalk() {
        const {walk, panel} = this, step = walk?.steps[this.place], node = step && step.group === panel.group ? step.node : undefined;
        $("walk").hidden = !step;
        panel.walk(node);
        if (!walk || !step)
            return;
        const changes = (step.changes ?? []).map(([index, value]) => {
            const key = walk.keys?.[index];
            const text = key?.type === "list" ? `${value} elements` : textOfValue({words: key?.words ?? []}, value);
            return `${key?.name} = ${text}`;
        });
        const label = panel.tree?.group === step.group ? panel.nodes[step.node]?.label : `node ${step.node}`;
        const text = `${this.place + 1} of ${walk.steps.length}${walk.isCut ? "+" : ""}: ${label}: ${STEP_KINDS[step.kind]}` +
            (changes.length ? `; ${changes.join(", ")}` : "");
        if ($("walk-says").textContent !== text)
            $("walk-says").textContent = text;
        for (const row of /** @type {Iterable<Element & {places: number[]}>} */ ($("steps").children)) {
            const isHere = row.places.includes(this.place), wasHere = row.hasAttribute("aria-current");
            isHere ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current");
            if (isHere && !wasHere)
                row.scrollIntoView({block: "nearest"});
        }
    }

    // ---- breakpoints

    showForm() {
        const when = $("break-when").value, {tree, active} = this.panel;
        $("break-if").hidden = when !== "true";
        $("break-node").hidden = when === "true";
        $("break-bound").hidden = when !== "above" && when !== "below";
        $("break-node").textContent = tree ? this.panel.labelOf(active) : "";
        $("break-one").hidden = this.agent === null || !["enter", "leave", "fail"].includes(when);
        $("break-who").textContent = `only agent ${this.agent?.id}`;
    }

    addBreak() {
        const when = $("break-when").value, {group, active} = this.panel;
        const isOfOne = !$("break-one").hidden && $("break-only").checked;
        this.player.act({do: "break", when, group, ...(isOfOne ? {agent: this.agent?.id} : {}), ...(when === "true" ? {if: $("break-if").value} : {node: active}),
                         ...(when === "above" || when === "below" ? {bound: Number($("break-bound").value)} : {})});
    }

    showState() {
        const {source} = this, {state} = source, hit = state.hit?.id;
        this.hit.show(state, source.breaks);
        const key = JSON.stringify([source.breaks, hit, source.version]);
        $("spawning").hidden = this.player.isScene;
        if (key !== this.breaksKey) {
            this.breaksKey = key;
            $("breaks").replaceChildren(...source.breaks.map((one) => this.makeBreak(one, hit)));
            this.showForm(); // the names of nodes may have changed
        }
        this.numbers.show();
    }

    /** @param {Break} one @param {number | undefined} hit */
    makeBreak(one, hit) {
        const nodes = this.source.trees[one.group].nodes, item = element("li", one.id === hit ? "hit" : "");
        const text = breakText(one, nodes[one.node]?.label ?? String(one.node));
        const remove = element("button", "plain", "×");
        remove.setAttribute("aria-label", `remove the breakpoint ${text}`);
        remove.addEventListener("click", () => this.player.act({do: "unbreak", id: one.id}));
        item.append(element("span", "", `${one.id}: ${text}${one.gone ? " (an edit removed its node or key)" : ""}`), remove);
        return item;
    }

    // ---- messages

    // Report that an action was refused, and why. The next action that succeeds removes the report.
    /** @param {string} text */
    refused(text) {
        this.tell({error: true, text});
        this.isRefused = true;
    }

    accepted() {
        if (this.isRefused)
            this.tell({text: ""});
    }

    /** @param {Said} options */
    tell({error, text}) {
        this.isRefused = false;
        $("notice").hidden = !text; // setting a value succeeds without a message
        $("report").textContent = error ? "" : text;
        $("trouble").textContent = error ? text : "";
    }

    // ---- keys

    /** @returns {Actions} */
    actions() {
        return {e: () => this.stepInto(), ",": () => this.move(-1), ".": () => this.move(1), m: () => this.setDesk($("desk").hidden)};
    }
}
