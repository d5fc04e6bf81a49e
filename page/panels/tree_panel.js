// SPDX-License-Identifier: MIT
// The panel of a group's tree: its nodes, the number of agents at each node now and over time, and the followed agent: its
// live nodes, the nodes that it has just entered and left, and the steps of its last tick. All data comes from a source
// (source.js).

import {$, contextOf, element, targetOf} from "../draw/dom.js";
import {CanvasPen} from "../draw/pens.js";
import {ANSWERS, Asker, STEP_KINDS, leafToKeep, leavesOf} from "../model/source.js";
import {counted, escapeText, grouped, showValue} from "../model/text.js";
import {isParent, labelOf, lineOf, linesOf, linesWith, typeOf} from "../model/tree_lines.js";
import {visitsOf} from "../model/visits.js";
import {fillLegend, makeIcon, showIcon} from "./node_icons.js";
import {VirtualRows} from "./virtual_rows.js";
/** @import {Agent, At, Counts, History, Node, Steps, Tree, Value} from "../model/source.js" */
/** @import {Visit} from "../model/visits.js" */
/** @import {Explorer} from "./explorer.js" */
/** @import {NodeIcon} from "./node_icons.js" */

const NODE_HEIGHT = 24, WHY_MOST = 400; // WHY_MOST: maximum number of steps shown
const WIDEST = 760, AROUND = 300; // greatest width of the panel, and what a row needs in addition to its name, in pixels
const STEP_MARKS = ["▸", "▸", "✓", "✗", "…", "⊘", "↶", "·"];
const STEP_CLASSES = ["in", "in", "yes", "no", "on", "off", "off", "off"];

/**
 * @typedef {HTMLElement & {gutter: HTMLElement, twist: HTMLElement, mark: HTMLElement, icon: NodeIcon, label: HTMLElement, type: HTMLElement, count: HTMLElement,
 *     strip: HTMLCanvasElement & {key: string}, node: number, shown: string}} NodeRow
 */
/**
 * @typedef {{isLit: boolean, isEntered: boolean, hasLeft: boolean, isParent: boolean, isClosed: boolean, agents: number,
 *     share: number, index: number, broken: string}} RowLook
 */

export class TreePanel {
    // The panel notifies `owner` when a node is chosen, and gets colours from it.
    /** @param {Explorer} owner */
    constructor(owner) {
        this.owner = owner;
        this.asker = new Asker();
        this.group = 0;
        this.frame = -1;
        /** @type {Tree | null} */
        this.tree = null;
        /** @type {History | null} */
        this.history = null;      // history of the tree
        /** @type {Counts | null} */
        this.counts = null;
        this.past = 0;            // changes each time the strips of nodes must be redrawn
        /** @type {Map<number, Set<number>>} */
        this.closed = new Map();  // closed nodes, by group
        /** @type {At | null} */
        this.chosen = null;
        /** @type {number | null} */
        this.id = null;           // the followed agent
        /** @type {Agent | null} */
        this.agent = null;
        /** @type {Agent | null} */
        this.before = null;       // the agent in the previous frame
        this.agentFrame = -1; // frame that `agent` belongs to
        this.hasJustPicked = false;
        this.keepsLive = true;    // whether the live leaf of the followed agent is kept in view
        this.kept = -1;           // the live leaf that is kept in view
        /** @type {{group: number, node: number} | null} */
        this.stopped = null;      // node of the breakpoint at which the run has stopped
        this.fitted = 440;        // width of the panel in pixels, if the user has not chosen it
        this.hasJustStopped = false; // whether that node still has to be shown
        this.chosenName = "";     // name of the node whose agents are shown alone
        /** @type {number | null} */
        this.selected = null;     // node that the user has clicked
        /** @type {Set<number>} */
        this.lit = new Set();     // the agent's live nodes
        /** @type {Set<number>} */
        this.entered = new Set(); // nodes that were not live in the previous frame
        /** @type {Set<number>} */
        this.left = new Set();    // nodes that are no longer live
        /** @type {number[]} */
        this.lines = [];          // nodes that are listed
        /** @type {Set<number>} */
        this.hits = new Set();    // nodes that the search finds
        /** @type {number | undefined} */
        this.walked = undefined;  // node of the step that is selected
        this.whyName = "";        // identifies what the list of steps shows
        this.valuesShown = "";
        this.active = 0;          // node that the keyboard selects
        this.list = new VirtualRows($("nodes"), NODE_HEIGHT, () => this.makeRow(), (row, i) => this.showRow(row, i));
        this.listen();
    }

    get source() { return this.owner.source; }

    listen() {
        $("tree-group").addEventListener("change", () => this.setGroup(+$("tree-group").value));
        $("search").addEventListener("input", () => this.search());
        $("search").addEventListener("keydown", (event) => this.searchKey(event));
        $("nodes").addEventListener("keydown", (event) => this.key(event));
        $("nodes").addEventListener("click", (event) => this.click(event));
        $("unfold").addEventListener("click", () => this.foldAll());
        $("unchoose").addEventListener("click", () => this.choose(null));
        $("only").addEventListener("click", () => this.selected !== null && this.toggle(this.selected));
        $("keep-live").addEventListener("click", () => this.keepLive(!this.keepsLive));
        for (const event of ["wheel", "touchmove"]) // scrolling by hand
            $("nodes").addEventListener(event, () => this.keepLive(false), {passive: true});
        $("nodes").addEventListener("pointerdown", (event) => targetOf(event) === $("nodes") && this.keepLive(false)); // its scroll bar
        new ResizeObserver(() => this.keepInView()).observe($("nodes"));
    }

    open() {
        this.source.groups.forEach((name, i) => $("tree-group").append(new Option(name, String(i))));
        $("tree-group").hidden = this.source.groups.length < 2;
        $("nodes").classList.toggle("breakable", this.owner.breaks !== null);
    }

    // ---- what is shown

    /** @param {number} group */
    setGroup(group) {
        this.group = group;
        $("tree-group").value = String(group);
        this.tree = this.selected = null;
        this.load(this.frame);
        this.owner.groupChosen();
    }

    /** @param {number} frame */
    load(frame) {
        this.frame = frame;
        if (frame < 0)
            return;
        const {id} = this;
        this.asker.ask("agent", () => id === null ? null : this.source.agent(id, frame), (agent) => this.takeAgent(agent, frame));
    }

    // Take the result of a query. It may belong to an earlier query for another agent, frame or tree.
    /** @param {Agent | null} agent @param {number} frame */
    takeAgent(agent, frame) {
        const last = this.agent, lastFrame = this.agentFrame, {id} = this;
        this.agent = agent?.id === this.id ? agent : null;
        this.agentFrame = frame;
        if (this.hasJustPicked && this.agent && this.group !== this.agent.group) {
            this.group = this.agent.group;
            this.owner.groupChosen();
        }
        this.hasJustPicked = this.hasJustPicked && this.id !== null && !this.agent;
        $("tree-group").value = String(this.group);
        const question = () => id === null || frame === 0 ? null : last?.id !== id || lastFrame < frame - 1 || lastFrame > frame
            ? this.source.agent(id, frame - 1) : lastFrame === frame ? this.before : last;
        this.asker.ask("before", question, (before) => {
            this.before = before?.id === this.id ? before : null;
            this.asker.ask("tree", () => this.source.tree(this.group, this.frame), (tree) => this.takeTree(tree));
        });
    }

    /** @param {Tree | null} tree */
    takeTree(tree) {
        if (tree && tree.group !== this.group)
            return;
        const isOther = tree?.version !== this.tree?.version;
        this.tree = tree;
        if (isOther) {
            this.history = this.counts = this.selected = null;
            this.listNodes();
            this.showChosen();
            this.fitNames();
        }
        if (tree && this.chosen?.group === tree.group && this.chosen.version !== tree.version)
            this.choose(null); // after an edit, this may be a different node
        if (!tree)
            return;
        this.askHistory(tree, () => {});
        this.asker.ask("counts", () => this.source.counts(this.group, this.frame), (counts) => {
            this.counts = counts?.version === this.tree?.version ? counts : null;
            this.noteChanges();
            this.draw();
            this.showStopped();
            this.keepInView();
        });
        this.askWhy();
    }

    // Make the panel wide enough for the names of all nodes, unless the user has chosen its size.
    fitNames() {
        const pen = contextOf(document.createElement("canvas"));
        pen.font = getComputedStyle($("nodes")).font;
        const widest = this.nodes.reduce((most, node) => Math.max(most, node.depth * 12 + pen.measureText(`${labelOf(node)}  ${typeOf(node)}`).width), 0);
        this.fitted = Math.max(this.fitted, Math.min(WIDEST, Math.ceil(widest) + AROUND));
        $("trees").style.setProperty("--fit", `min(${this.fitted}px, 46vw)`);
    }

    /** @param {Tree} tree @param {() => void} then */
    askHistory(tree, then) {
        const {group} = this;
        this.asker.ask("history", () => this.source.history(group, tree.version), (history) => {
            if (this.tree?.version === tree.version)
                this.history = history;
            then();
        });
    }

    // Reload the history, after the source has computed more of the past.
    refresh() {
        if (this.tree)
            this.askHistory(this.tree, () => this.redraw());
    }

    /** @param {number | null} id */
    pick(id) {
        this.id = id;
        this.hasJustPicked = id !== null;
        this.keepLive(true);
        this.agent = this.before = null;
        this.agentFrame = -1;
        this.load(this.frame);
    }

    // Find the nodes that the agent has entered and left since the previous frame, unless the tree has changed.
    noteChanges() {
        const {before, agent} = this, isSame = before?.group === agent?.group && this.frame > (this.tree?.first ?? 0);
        const now = new Set(this.isHere ? agent?.nodes : []), old = new Set(isSame && before ? before.nodes : now);
        this.lit = now;
        this.entered = new Set([...now].filter((node) => !old.has(node)));
        this.left = new Set(this.isHere && isSame ? [...old].filter((node) => !now.has(node)) : []);
    }

    // Whether the followed agent is in the group that is shown.
    get isHere() { return this.agent !== null && this.agent.group === this.group; }

    // ---- folding, and the search

    get nodes() { return this.tree?.nodes ?? []; }

    // The closed nodes of the group.
    get folds() {
        const known = this.closed.get(this.group) ?? new Set();
        this.closed.set(this.group, known);
        return known;
    }

    // List the nodes to show: nodes that are not below a closed node, or the results of the search and all nodes above them.
    listNodes() {
        const wanted = $("search").value.trim().toLowerCase();
        const found = wanted ? linesWith(this.nodes, wanted) : {lines: linesOf(this.nodes, this.folds), hits: new Set()};
        this.lines = found.lines;
        this.hits = found.hits;
        this.active = this.lines.includes(this.active) ? this.active : this.lines[0] ?? 0;
        this.list.setTotal(this.lines.length);
        $("no-nodes").hidden = this.lines.length > 0;
        this.showLegend();
        this.owner.nodesChanged();
    }

    showLegend() { fillLegend($("node-legend"), this.nodes, this.owner.isDark); }

    search() {
        this.listNodes();
        if (this.hits.size)
            this.active = Math.min(...this.hits);
        this.list.draw();
    }

    /** @param {KeyboardEvent} event */
    searchKey(event) {
        event.stopPropagation();
        if (event.key === "Escape") {
            $("search").value = "";
            this.search();
            $("nodes").focus();
        } else if (event.key === "Enter" || event.key === "ArrowDown") {
            event.preventDefault();
            $("nodes").focus();
            this.move(this.active);
        }
    }

    /** @param {number} node @param {boolean} isClosed */
    fold(node, isClosed) {
        if (!isParent(this.nodes, node) || this.folds.has(node) === isClosed)
            return;
        isClosed ? this.folds.add(node) : this.folds.delete(node);
        this.listNodes();
        this.list.draw();
    }

    // Close all nodes below the top two levels, or open all nodes.
    foldAll() {
        if (!this.tree)
            return;
        if (this.folds.size)
            this.folds.clear();
        else
            this.nodes.forEach((node, i) => node.depth > 0 && isParent(this.nodes, i) && this.folds.add(i));
        this.listNodes();
        this.list.draw();
    }

    // ---- choosing a node

    // Select a node. This shows its name and what can be done with it, and changes nothing else.
    /** @param {number | null} node */
    select(node) {
        this.selected = node;
        this.active = node ?? this.active;
        this.showChosen();
        this.list.draw();
    }

    // Show only the agents at a node, or all agents again.
    /** @param {number | null} node */
    choose(node) {
        this.chosen = node === null || !this.tree ? null : {group: this.group, node, version: this.tree.version};
        this.chosenName = node === null ? "" : this.labelOf(node);
        this.showChosen();
        this.list.draw();
        this.owner.nodeChosen();
    }

    /** @param {number} node */
    toggle(node) {
        this.selected = node;
        this.choose(this.isChosen(node) || !this.nodes[node].canLive ? null : node);
    }

    /** @param {number} node */
    isChosen(node) { return this.chosen?.group === this.group && this.chosen.node === node; }

    showChosen() {
        const {selected, chosen, chosenName} = this, canFilter = selected !== null && this.nodes[selected]?.canLive && !this.isChosen(selected);
        $("chosen").hidden = !chosen && selected === null;
        $("chosen-name").textContent = chosenName ? `only agents at “${chosenName}”` : "";
        $("unchoose").hidden = !chosen;
        $("selected-name").textContent = selected === null || this.isChosen(selected) ? "" : this.labelOf(selected);
        $("only").hidden = !canFilter;
    }

    /** @param {MouseEvent} event */
    click(event) {
        const row = /** @type {NodeRow | null} */ (targetOf(event).closest(".node"));
        if (!row)
            return;
        this.active = row.node;
        if (targetOf(event).closest(".gutter"))
            this.owner.breaks?.toggle(this.group, row.node);
        else if (targetOf(event).closest(".twist") && isParent(this.nodes, row.node))
            this.fold(row.node, !this.folds.has(row.node));
        else
            this.select(row.node);
        this.list.draw();
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !this.tree)
            return;
        const at = this.lines.indexOf(this.active), {nodes} = this, page = Math.max(1, this.list.seen - 2);
        /** @param {number} i */
        const to = (i) => this.move(this.lines[Math.min(this.lines.length - 1, Math.max(0, i))]);
        const isOpen = isParent(nodes, this.active) && !this.folds.has(this.active);
        /** @type {Record<string, (() => unknown) | null>} */
        const actions = {
            ArrowDown: () => to(at + 1), ArrowUp: () => to(at - 1), Home: () => to(0), End: () => to(this.lines.length - 1),
            PageDown: () => to(at + page), PageUp: () => to(at - page),
            ArrowRight: () => isOpen ? to(at + 1) : this.fold(this.active, false),
            ArrowLeft: () => isOpen ? this.fold(this.active, true) : nodes[this.active].parent >= 0 && this.move(nodes[this.active].parent),
            Enter: () => this.toggle(this.active), " ": () => this.toggle(this.active), "*": () => this.foldAll(),
            Escape: this.chosen ? () => this.choose(null) : null,
        };
        const action = actions[event.key];
        if (!action)
            return;
        event.preventDefault();
        event.stopPropagation();
        action();
        this.list.draw();
    }

    /** @param {number} node */
    move(node) {
        this.active = node;
        this.keepLive(false);
        this.list.reveal(Math.max(0, this.lines.indexOf(node)));
    }

    // ---- rows

    /** @param {number} node */
    labelOf(node) {
        return labelOf(this.nodes[node]);
    }

    /** @returns {NodeRow} */
    makeRow() {
        const gutter = element("span", "gutter"), icon = makeIcon(), twist = element("span", "twist"), mark = element("span", "mark"), label = element("span", "label"), type = element("span", "type"), heat = element("span", "heat");
        const count = element("span", "agents"), bar = element("span", "bar"), past = element("span", "past");
        const name = element("span", "node-name"), strip = Object.assign(document.createElement("canvas"), {key: ""});
        strip.className = "strip";
        strip.setAttribute("aria-hidden", "true");
        past.append(strip, element("i", "cursor"));
        heat.append(bar, count);
        name.append(label, type);
        const row = Object.assign(element("div", "node"), {gutter, twist, mark, icon, label, type, count, strip, node: -1, shown: ""});
        row.role = "treeitem";
        row.append(gutter, twist, mark, icon.box, name, heat, past);
        return row;
    }

    /** @param {NodeRow} row @param {number} index */
    showRow(row, index) {
        const {tree, chosen, counts} = this;
        if (!tree)
            return;
        const i = this.lines[index], agents = counts ? counts.agents[i] : 0;
        const broken = this.owner.breaks?.textOf(this.group, i) ?? "";
        const look = {isLit: this.lit.has(i), isEntered: this.entered.has(i), hasLeft: this.left.has(i), isParent: isParent(tree.nodes, i),
                      isClosed: this.folds.has(i), agents, share: counts?.total ? agents / counts.total : 0, index, broken};
        const name = `${i} ${tree.version} ${Object.values(look)} ${chosen?.group} ${chosen?.node} ` +
            `${this.active === i} ${this.selected === i} ${this.walked === i} ${this.isStoppedAt(i)} ${this.hits.has(i)} ${this.history?.most} ${this.past}`;
        if (row.shown !== name) {
            row.shown = name;
            this.fillRow(row, i, tree.nodes[i], look);
        }
        this.drawStrip(row, i);
    }

    /** @param {NodeRow} row @param {number} i @param {Node} node @param {RowLook} options */
    fillRow(row, i, node, {isLit, isEntered, hasLeft, isParent: hasOthers, isClosed, agents, share, index, broken}) {
        const isChosen = this.isChosen(i), type = typeOf(node);
        row.node = i;
        row.id = `node-${i}`;
        row.className = "node" + (isLit ? " lit" : "") + (isEntered ? " entered" : "") + (hasLeft ? " gone" : "") +
            (isChosen ? " chosen" : "") + (this.active === i ? " active" : "") + (this.walked === i ? " walked" : "") + (this.selected === i ? " selected" : "") + (this.isStoppedAt(i) ? " stopped" : "") + (this.hits.has(i) ? " hit" : "") +
            (node.canLive ? "" : " passing") + (agents === 0 ? " nobody" : "") + (broken ? ` break-${this.owner.breaks?.stateOf(this.group, i)}` : "");
        row.style.setProperty("--depth", String(Math.min(node.depth, 24)));
        row.style.setProperty("--share", String(share));
        row.setAttribute("aria-level", String(node.depth + 1));
        row.setAttribute("aria-selected", String(isChosen || this.selected === i));
        hasOthers ? row.setAttribute("aria-expanded", String(!isClosed)) : row.removeAttribute("aria-expanded");
        row.setAttribute("aria-posinset", String(index + 1));
        row.setAttribute("aria-setsize", String(this.lines.length));
        row.setAttribute("aria-label", `${this.labelOf(i)}${type && `, ${type}`}, ${counted(agents, "agent")}` + (isLit ? ", live" : "") +
            (isEntered ? ", just entered" : "") + (hasLeft ? ", just left" : "") + (this.isStoppedAt(i) ? ", the run has stopped here" : "") + (broken ? `, ${broken}` : ""));
        row.gutter.title = broken ? `${broken}: click removes it` : "stop when an agent enters (R)";
        showIcon(row.icon, node.type, this.owner.isDark);
        row.twist.textContent = hasOthers ? isClosed ? "▸" : "▾" : "";
        row.mark.textContent = isEntered ? "+" : hasLeft ? "−" : "";
        row.label.textContent = this.labelOf(i);
        row.type.textContent = type;
        row.title = `${this.labelOf(i)}\n${node.type}${node.canLive ? "" : ", never live between ticks"}`;
        row.count.textContent = node.canLive ? grouped(agents) : "";
        if (this.active === i)
            $("nodes").setAttribute("aria-activedescendant", row.id);
    }

    // Draw the history of a node as a strip whose height is the number of agents, if it has changed.
    /** @param {NodeRow} row @param {number} i */
    drawStrip(row, i) {
        const {history} = this, line = history?.agents[i], key = `${this.tree?.version} ${i} ${this.past} ${history ? 1 : 0}`;
        if (row.strip.key === key)
            return;
        row.strip.key = key;
        const width = 88, height = 18, pen = new CanvasPen(row.strip, width, height);
        if (!history || !line || !this.nodes[i].canLive)
            return;
        const {colors} = this.owner, most = Math.max(1, history.most);
        const step = line.length / width;
        for (let x = 0; x < width; x++) {
            const value = line[Math.min(line.length - 1, Math.floor((x + 0.5) * step))];
            if (value > 0)
                pen.box(x, height - 1 - Math.max(1, (height - 2) * Math.sqrt(value / most)), 1, Math.max(1, (height - 2) * Math.sqrt(value / most)), colors.strip);
        }
    }

    draw() {
        if (!this.tree)
            return;
        const last = Math.max(1, this.source.frameCount - 1);
        $("nodes").style.setProperty("--at", String(this.frame / last));
        const {counts} = this, texts = ANSWERS.map((name, i) => counts?.answers[i] ? `${grouped(counts.answers[i])} ${name}` : "");
        $("tree-sum").textContent = counts ? `${counted(counts.total, "agent")}: ${texts.filter(Boolean).join(", ")}` : "";
        const {first} = this.tree, isEdited = first > 0;
        $("tree-edit").hidden = !isEdited;
        if (isEdited)
            $("tree-edit").textContent = `edited at tick ${grouped(this.source.tickOf(first))}`;
        this.list.draw();
    }

    // Redraw all strips, after the theme or the past has changed.
    redraw() {
        this.past++;
        this.showLegend();
        this.list.draw();
    }

    // ---- what is kept in view

    /** @param {boolean} keeps */
    keepLive(keeps) {
        this.keepsLive = keeps;
        $("keep-live").setAttribute("aria-pressed", String(keeps));
        if (keeps)
            this.keepInView();
    }

    // Scroll to the node of the step that is selected, else to the node of the breakpoint, else to the live leaf.
    keepInView() {
        const {walked, stopped} = this;
        if (!this.tree)
            return;
        if (walked !== undefined)
            this.reveal(walked);
        else if (stopped?.group === this.group && this.keepsLive)
            this.reveal(stopped.node);
        else if (this.keepsLive && this.isHere && this.agent)
            this.reveal(this.kept = leafToKeep(leavesOf(this.tree, this.agent.nodes), this.entered, this.kept));
    }

    // Scroll to a node, or to the nearest node above it that is listed.
    /** @param {number} node */
    reveal(node) {
        const at = lineOf(this.nodes, this.lines, node);
        if (at >= 0)
            this.list.reveal(at);
    }

    // Show a node: open all nodes above it, and scroll to it.
    /** @param {number} node */
    show(node) {
        for (let up = this.nodes[node]?.parent ?? -1; up >= 0; up = this.nodes[up].parent)
            this.fold(up, false);
        this.reveal(node);
    }

    // Mark the node of the breakpoint at which the run has stopped; null: the run has not stopped at one.
    /** @param {{group: number, node: number} | null} at */
    stopAt(at) {
        this.stopped = at;
        this.hasJustStopped = at !== null;
        if (at && at.group !== this.group)
            this.setGroup(at.group); // its tree may arrive later
        this.showStopped();
        this.list.draw();
    }

    showStopped() {
        const {stopped} = this;
        if (!this.hasJustStopped || !stopped || stopped.group !== this.group || !this.nodes[stopped.node])
            return;
        this.hasJustStopped = false;
        this.keepLive(true);
        this.select(stopped.node);
        this.show(stopped.node);
    }

    /** @param {number} node */
    isStoppedAt(node) { return this.stopped?.group === this.group && this.stopped.node === node; }

    // Frame the node of the step that is selected, and show it; undefined: no step is selected.
    /** @param {number | undefined} node */
    walk(node) {
        if (this.walked === node)
            return;
        this.walked = node;
        this.list.draw();
        if (node !== undefined)
            this.show(node);
    }

    // ---- the steps of the agent

    askWhy() {
        const {id, frame} = this;
        $("why").hidden = id === null;
        $("keep-live").hidden = !this.isHere;
        if (id !== null)
            this.asker.ask("steps", () => this.source.steps(id, frame), (steps) => this.showWhy(steps));
    }

    /** @param {Steps | null} found */
    showWhy(found) {
        this.fillWhy(found);
        this.owner.whyShown(found);
    }

    /** @param {Steps | null} found */
    fillWhy(found) {
        const {agent, id, tree} = this;
        if (id === null || !tree)
            return;
        $("why-who").textContent = `agent ${grouped(id)}`;
        $("why-state").textContent = agent ? `${this.source.groups[agent.group]}` +
            (agent.answer >= 0 ? ` · root: ${ANSWERS[agent.answer]}` : "") : this.source.hasGone?.(id) ? "has gone" : "is not there now";
        this.showValues(agent);
        const name = found ? `${id} ${found.tick} ${tree.version} ${found.serial}` : "";
        if (name && name === this.whyName)
            return;
        this.whyName = name;
        const list = $("steps");
        list.replaceChildren();
        $("steps-tick").textContent = found ? `steps of tick ${grouped(found.tick)}` : "";
        $("unwatched").hidden = found !== null;
        /** @type {(number | boolean | null)[]} */
        let before = [];
        if (!found)
            return;
        for (const visit of visitsOf(found.steps).slice(0, WHY_MOST)) {
            const {answers = [], seen = agent?.values} = found.steps[visit.places[visit.places.length - 1]];
            list.append(this.makeVisit(visit, seen, answers.map((value, i) => value === null || value === before[i] ? "" :
                `${found.asked?.[i]}: ${showValue({type: typeof value === "boolean" ? "bool" : "float", words: []}, value)}`)));
            before = answers;
        }
    }

    // Make a row for a visit, with the values of keys in the label, and the values of expressions that have changed.
    /** @param {Visit} options @param {Value[] | undefined} seen @param {string[]} asked */
    makeVisit({kinds, node, group, places}, seen, asked) {
        const known = group === this.tree?.group ? this.tree.nodes[node] : undefined, kind = kinds[kinds.length - 1];
        const row = Object.assign(element("li", `step ${STEP_CLASSES[kind]}`), {places});
        row.style.setProperty("--depth", String(known ? Math.min(known.depth, 24) : 0));
        row.append(element("span", "mark", STEP_MARKS[kind]), element("span", "label", known ? known.label : `node ${node}`),
                   element("span", "kind", kinds.map((one) => STEP_KINDS[one]).join(", ")));
        const values = [known && seen ? this.valuesIn(known.label, seen) : "", ...asked].filter(Boolean).join(", ");
        if (values)
            row.append(element("span", "values", values));
        return row;
    }

    /** @param {string} label @param {Value[]} values */
    valuesIn(label, values) {
        return this.source.columns.map((column, i) => ({column, value: values[i] ?? null}))
            .filter(({column, value}) => value !== null && new RegExp(`(^|[^\\w.])${escapeText(column.name)}($|[^\\w.])`).test(label))
            .map(({column, value}) => `${column.name} ${showValue(column, value)}`).join(", ");
    }

    /** @param {Agent | null} agent */
    showValues(agent) {
        const box = $("why-values");
        const shown = agent ? this.source.columns.map((column, i) => agent.values[i] === null ? "" :
            `${column.name}\t${showValue(column, agent.values[i])}`).filter(Boolean) : [];
        if (this.valuesShown === shown.join("\n") || !this.owner.showsValues)
            return;
        this.valuesShown = shown.join("\n");
        box.replaceChildren(...shown.map((line) => {
            const [name, value] = line.split("\t"), row = element("div", "pair");
            row.append(element("span", "key", name), element("output", "", value));
            return row;
        }));
    }
}
