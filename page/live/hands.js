// SPDX-License-Identifier: MIT
// Work on a run by hand: values of the picked agent are written, its nodes stepped, breakpoints
// set; and what the server says about that, and about edits of the file.

import {$, element} from "../draw/dom.js";
import {STEP_KINDS} from "../model/source.js";
import {format} from "../model/text.js";
import {Numbers} from "./numbers.js";

export class Hands {
    constructor(player) {
        this.player = player;
        this.agent = this.walk = null;
        this.place = 0;
        this.numbers = new Numbers(player);
        this.listen();
    }

    get source() { return this.player.source; }

    get panel() { return this.player.explorer.panel; }

    listen() {
        const {player} = this, click = (id, run) => $(id).addEventListener("click", run), id = () => player.picked;
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

    setDesk(isShown) {
        $("desk").hidden = !isShown;
        $("show-desk").setAttribute("aria-pressed", isShown);
        this.showForm();
        this.numbers.setShown(isShown);
    }

    // ---- the picked agent

    // `steps` are those of the last tick, if it was stepped into.
    show(agent, steps) {
        const isOther = this.agent?.id !== agent?.id;
        this.agent = agent;
        if (isOther)
            this.showForm();
        for (const id of ["into", "cancel", "despawn"])
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

    showValues(agent) {
        const {columns, version} = this.source, key = `${agent.id} ${version}`, box = $("written");
        if (box.shown !== key || !box.firstChild) {
            box.shown = key;
            box.replaceChildren(...columns.flatMap((column, i) => agent.values[i] === null ? [] : [this.makeField(column, i)]));
        }
        for (const label of box.children)
            if (label.field !== document.activeElement)
                label.field.value = this.textOf(label.column, agent.values[label.index]);
    }

    makeField(column, index) {
        const label = element("label", "", column.name), field = document.createElement("input");
        Object.assign(label, {column, index, field});
        field.setAttribute("aria-label", column.name);
        field.addEventListener("keydown", (event) => {
            if (event.key === "Enter" || event.key === "Escape") {
                const writes = event.key === "Enter";
                event.stopPropagation();
                if (writes)
                    this.write(column, field.value);
                field.blur();
            }
        });
        label.append(field);
        return label;
    }

    textOf(column, value) {
        return column.words.length && typeof value === "number" ? column.words[value] ?? String(value)
            : Array.isArray(value) ? value.map((part) => this.textOf(column, part)).join(", ")
            : typeof value === "number" ? format(value, 7) : String(value ?? "");
    }

    // The value that a text says; NaN, or a list with one, cannot be written.
    valueOf({type, words}, text) {
        const numbers = text.split(",").map((part) => part.trim() === "" ? NaN : Number(part));
        if (type === "bool")
            return {true: true, yes: true, false: false, no: false}[text.toLowerCase()] ?? NaN;
        return words.includes(text) ? text : type.startsWith("vec") ? numbers : numbers.length === 1 ? numbers[0] : NaN;
    }

    write(column, text) {
        const {name} = column, value = this.valueOf(column, text.trim());
        if ([value].flat().some((number) => Number.isNaN(number)))
            this.tell({error: true, text: `“${text}” is no value of ${name}`});
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

    move(by) {
        if (this.walk)
            this.place = Math.max(0, Math.min(this.walk.steps.length - 1, this.place + by));
        this.showWalk();
    }

    showWalk() {
        const {walk, panel} = this, step = walk?.steps[this.place], node = step && step.group === panel.group ? step.node : undefined;
        $("walk").hidden = !step;
        if (panel.walked !== node) {
            panel.walked = node;
            panel.list.draw();
        }
        if (!step)
            return;
        const changes = step.changes.map(([key, value]) => `${walk.keys[key].name} = ${this.textOf({words: walk.keys[key].words || []}, value)}`);
        const label = panel.tree?.group === step.group ? panel.tree.nodes[step.node]?.label : `node ${step.node}`;
        const text = `${this.place + 1} of ${walk.steps.length}${walk.isCut ? "+" : ""}: ${label}: ${STEP_KINDS[step.kind]}` +
            (changes.length ? `; ${changes.join(", ")}` : "");
        if ($("walk-says").textContent !== text)
            $("walk-says").textContent = text;
        for (const row of $("steps").children) {
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
        this.player.act({do: "break", when, group, ...(isOfOne ? {agent: this.agent.id} : {}), ...(when === "true" ? {if: $("break-if").value} : {node: active}),
                         ...(when === "above" || when === "below" ? {bound: Number($("break-bound").value)} : {})});
    }

    showState() {
        const {source} = this, {state} = source, hit = state.hit?.id;
        const key = JSON.stringify([source.breaks, hit, source.version]);
        $("spawning").hidden = this.player.isScene;
        if (key !== this.breaksKey) {
            this.breaksKey = key;
            $("breaks").replaceChildren(...source.breaks.map((one) => this.makeBreak(one, hit)));
            this.showForm(); // nodes may have got other names
        }
        this.numbers.show();
    }

    makeBreak(one, hit) {
        const nodes = this.source.trees[one.group].nodes, item = element("li", one.id === hit ? "hit" : "");
        const text = one.if ?? `${one.when} ${nodes[one.node]?.label ?? one.node}${one.bound === undefined ? "" : ` ${one.bound}`}${one.agent === undefined ? "" : `, agent ${one.agent}`}`;
        const remove = element("button", "plain", "×");
        remove.setAttribute("aria-label", `remove the breakpoint ${text}`);
        remove.addEventListener("click", () => this.player.act({do: "unbreak", id: one.id}));
        item.append(element("span", "", `${one.id}: ${text}${one.gone ? " (an edit dropped it)" : ""}`), remove);
        return item;
    }

    // ---- what is said

    tell({error, text}) {
        $("notice").hidden = !text; // a value that was set has nothing to say
        $("report").textContent = error ? "" : text;
        $("trouble").textContent = error ? text : "";
    }

    // ---- keys

    actions() {
        return {e: () => this.stepInto(), ",": () => this.move(-1), ".": () => this.move(1), m: () => this.setDesk($("desk").hidden)};
    }
}
