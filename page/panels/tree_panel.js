// SPDX-License-Identifier: MIT
// The panel of a group's tree: its nodes, how many agents are at each now and over time, where the
// followed agent is, what it has just entered and left, and the steps that led it there. It gets
// all of that from a source (source.js).

import {$, element} from "../draw/dom.js";
import {CanvasPen} from "../draw/pens.js";
import {ANSWERS, Asker, STEP_KINDS, leavesOf} from "../model/source.js";
import {counted, escapeText, grouped, showValue} from "../model/text.js";
import {visitsOf} from "../model/visits.js";
import {VirtualRows} from "./virtual_rows.js";

const NODE_HEIGHT = 26, WHY_MOST = 400; // steps
const STEP_MARKS = ["▸", "▸", "✓", "✗", "…", "⊘", "↶", "·"];

export class TreePanel {
    // `owner` is told of a node that is chosen, and asked for colours.
    constructor(owner) {
        this.owner = owner;
        this.asker = new Asker();
        this.group = 0;
        this.frame = -1;
        this.tree = null;
        this.closed = new Map();  // by group: labels of paths, so that an edit keeps what it can
        this.chosen = null;       // {group, node}
        this.id = null;           // the followed agent
        this.agent = this.before = null;
        this.agentFrame = -1; // of the answer
        this.lines = [];          // nodes that are shown
        this.active = 0;          // node that keys move
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
    }

    open() {
        this.source.groups.forEach((name, i) => $("tree-group").append(new Option(name, i)));
        $("tree-group").hidden = this.source.groups.length < 2;
    }

    // ---- what is shown

    setGroup(group) {
        this.group = group;
        $("tree-group").value = group;
        this.tree = null;
        this.load(this.frame);
        this.owner.groupChosen();
    }

    load(frame) {
        this.frame = frame;
        if (frame < 0)
            return;
        this.asker.ask("agent", () => this.id === null ? null : this.source.agent(this.id, frame), (agent) => this.takeAgent(agent, frame));
    }

    // Answers can be those to earlier questions: of another agent, another frame, another tree.
    takeAgent(agent, frame) {
        const last = this.agent, lastFrame = this.agentFrame;
        this.agent = agent?.id === this.id ? agent : null;
        this.agentFrame = frame;
        if (this.hasJustPicked && this.agent && this.group !== agent.group) {
            this.group = agent.group;
            this.owner.groupChosen();
        }
        this.hasJustPicked = this.hasJustPicked && this.id !== null && !this.agent;
        $("tree-group").value = this.group;
        const question = () => this.id === null || frame === 0 ? null : last?.id !== this.id || lastFrame < frame - 1 || lastFrame > frame
            ? this.source.agent(this.id, frame - 1) : lastFrame === frame ? this.before : last;
        this.asker.ask("before", question, (before) => {
            this.before = before?.id === this.id ? before : null;
            this.asker.ask("tree", () => this.source.tree(this.group, this.frame), (tree) => this.takeTree(tree));
        });
    }

    takeTree(tree) {
        if (tree && tree.group !== this.group)
            return;
        const isOther = tree?.version !== this.tree?.version;
        this.tree = tree;
        if (isOther) {
            this.history = this.counts = null;
            this.listNodes(true);
        }
        if (tree && this.chosen?.group === tree.group && this.chosen.version !== tree.version)
            this.choose(null); // an edit may have made another node of it
        if (!tree)
            return;
        this.askHistory(() => {});
        this.asker.ask("counts", () => this.source.counts(this.group, this.frame), (counts) => {
            this.counts = counts?.version === this.tree?.version ? counts : null;
            this.noteChanges();
            this.revealAgent();
            this.draw();
        });
        this.askWhy();
    }

    askHistory(then) {
        const {group, tree} = this;
        this.asker.ask("history", () => this.source.history(group, tree.version), (history) => {
            if (this.tree?.version === tree.version)
                this.history = history;
            then();
        });
    }

    // Answers about the past have become better.
    refresh() {
        if (this.tree)
            this.askHistory(() => {
                this.drawn = {past: (this.drawn?.past || 0) + 1};
                this.list.draw();
            });
    }

    pick(id) {
        this.id = id;
        this.hasJustPicked = id !== null;
        this.agent = this.before = null;
        this.agentFrame = -1;
        this.load(this.frame);
    }

    // Nodes that the agent has entered and left since the frame before, as far as its tree is the same.
    noteChanges() {
        const same = this.before && this.agent && this.before.group === this.agent.group && this.frame > this.tree.first;
        const now = new Set(this.isHere ? this.agent.nodes : []), old = new Set(same ? this.before.nodes : now);
        this.lit = now;
        this.entered = new Set([...now].filter((node) => !old.has(node)));
        this.left = new Set(this.isHere && same ? [...old].filter((node) => !now.has(node)) : []);
    }

    get isHere() { return this.agent !== null && this.agent.group === this.group; }

    // ---- folding, and the search

    get folds() {
        if (!this.closed.has(this.group))
            this.closed.set(this.group, new Set());
        return this.closed.get(this.group);
    }

    isParent(node) { return this.tree.nodes[node].end > node + 1; }

    // Lists the nodes to be shown: those in no closed one, or what the search finds with all above it.
    listNodes(isNew) {
        const nodes = this.tree ? this.tree.nodes : [], wanted = $("search").value.trim().toLowerCase();
        const found = wanted ? this.find(nodes, wanted) : null;
        this.lines = [];
        for (let i = 0; i < nodes.length;) {
            if (found && !found.has(i)) {
                i = nodes[i].end;
                continue;
            }
            this.lines.push(i);
            i = !found && this.folds.has(i) ? nodes[i].end : i + 1;
        }
        if (isNew)
            this.drawn = {};
        this.active = this.lines.includes(this.active) ? this.active : this.lines[0] ?? 0;
        this.list.setTotal(this.lines.length);
        $("no-nodes").hidden = this.lines.length > 0;
        this.owner.nodesChanged();
    }

    find(nodes, wanted) {
        const found = new Set();
        this.hits = new Set();
        nodes.forEach((node, i) => {
            if (!`${node.name} ${node.label} ${node.type}`.toLowerCase().includes(wanted))
                return;
            this.hits.add(i);
            for (let at = i; at >= 0 && !found.has(at); at = nodes[at].parent)
                found.add(at);
        });
        return found;
    }

    search() {
        this.hits = null;
        this.listNodes();
        if (this.hits?.size)
            this.active = Math.min(...this.hits);
        this.list.draw();
    }

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

    fold(node, isClosed) {
        if (!this.isParent(node) || this.folds.has(node) === isClosed)
            return;
        isClosed ? this.folds.add(node) : this.folds.delete(node);
        this.listNodes();
        this.list.draw();
    }

    // Closes all but the uppermost two levels, or opens all.
    foldAll() {
        if (!this.tree)
            return;
        if (this.folds.size)
            this.folds.clear();
        else
            this.tree.nodes.forEach((node, i) => node.depth > 0 && this.isParent(i) && this.folds.add(i));
        this.listNodes();
        this.list.draw();
    }

    // ---- choosing a node

    choose(node) {
        this.chosen = node === null ? null : {group: this.group, node, version: this.tree.version};
        $("chosen").hidden = node === null;
        if (node !== null)
            $("chosen-name").textContent = `only agents at “${this.labelOf(node)}”`;
        this.list.draw();
        this.owner.nodeChosen();
    }

    toggle(node) {
        const isChosen = this.chosen?.group === this.group && this.chosen.node === node;
        this.choose(isChosen || !this.tree.nodes[node].canLive ? null : node);
    }

    click(event) {
        const row = event.target.closest(".node");
        if (!row)
            return;
        this.active = row.node;
        if (event.target.closest(".twist") && this.isParent(row.node))
            this.fold(row.node, !this.folds.has(row.node));
        else
            this.toggle(row.node);
        this.list.draw();
    }

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !this.tree)
            return;
        const at = this.lines.indexOf(this.active), {nodes} = this.tree, page = Math.max(1, this.list.seen - 2);
        const to = (i) => this.move(this.lines[Math.min(this.lines.length - 1, Math.max(0, i))]);
        const isOpen = this.isParent(this.active) && !this.folds.has(this.active);
        const action = {
            ArrowDown: () => to(at + 1), ArrowUp: () => to(at - 1), Home: () => to(0), End: () => to(this.lines.length - 1),
            PageDown: () => to(at + page), PageUp: () => to(at - page),
            ArrowRight: () => isOpen ? to(at + 1) : this.fold(this.active, false),
            ArrowLeft: () => isOpen ? this.fold(this.active, true) : nodes[this.active].parent >= 0 && this.move(nodes[this.active].parent),
            Enter: () => this.toggle(this.active), " ": () => this.toggle(this.active), "*": () => this.foldAll(),
            Escape: this.chosen ? () => this.choose(null) : null,
        }[event.key];
        if (!action)
            return;
        event.preventDefault();
        event.stopPropagation();
        action();
        this.list.draw();
    }

    move(node) {
        this.active = node;
        this.list.reveal(Math.max(0, this.lines.indexOf(node)));
    }

    // ---- rows

    labelOf(node) {
        const {name, label} = this.tree.nodes[node];
        return name && !label.includes(name) ? `${label} (${name})` : label;
    }

    makeRow() {
        const row = element("div", "node");
        row.role = "treeitem";
        row.twist = element("span", "twist");
        row.mark = element("span", "mark");
        row.label = element("span", "label");
        row.heat = element("span", "heat");
        row.count = element("span", "agents");
        row.bar = element("span", "bar");
        row.strip = document.createElement("canvas");
        row.strip.className = "strip";
        row.strip.setAttribute("aria-hidden", "true");
        row.history = element("span", "past");
        row.history.append(row.strip, element("i", "cursor"));
        row.heat.append(row.bar, row.count);
        row.append(row.twist, row.mark, row.label, row.heat, row.history);
        return row;
    }

    showRow(row, index) {
        const i = this.lines[index], node = this.tree.nodes[i], {chosen} = this;
        const isLit = this.lit?.has(i), isEntered = this.entered?.has(i), hasLeft = this.left?.has(i);
        const isParent = this.isParent(i), isClosed = this.folds.has(i), agents = this.counts ? this.counts.agents[i] : 0;
        const share = this.counts?.total ? agents / this.counts.total : 0;
        const name = `${i} ${this.tree.version} ${isLit} ${isEntered} ${hasLeft} ${isClosed} ${agents} ${share} ${chosen?.group} ${chosen?.node} ` +
            `${this.active === i} ${this.walked === i} ${this.hits?.has(i)} ${this.history?.most} ${this.drawn.past}`;
        if (row.shown !== name) {
            row.shown = name;
            this.fillRow(row, i, node, {isLit, isEntered, hasLeft, isParent, isClosed, agents, share, index});
        }
        this.drawStrip(row, i);
    }

    fillRow(row, i, node, {isLit, isEntered, hasLeft, isParent, isClosed, agents, share, index}) {
        const isChosen = this.chosen?.group === this.group && this.chosen.node === i;
        row.node = i;
        row.id = `node-${i}`;
        row.className = "node" + (isLit ? " lit" : "") + (isEntered ? " entered" : "") + (hasLeft ? " gone" : "") +
            (isChosen ? " chosen" : "") + (this.active === i ? " active" : "") + (this.walked === i ? " walked" : "") + (this.hits?.has(i) ? " hit" : "") +
            (node.canLive ? "" : " passing") + (agents === 0 ? " nobody" : "");
        row.style.setProperty("--depth", Math.min(node.depth, 24));
        row.style.setProperty("--share", share);
        row.setAttribute("aria-level", node.depth + 1);
        row.setAttribute("aria-selected", isChosen);
        isParent ? row.setAttribute("aria-expanded", !isClosed) : row.removeAttribute("aria-expanded");
        row.setAttribute("aria-posinset", index + 1);
        row.setAttribute("aria-setsize", this.lines.length);
        row.setAttribute("aria-label", `${this.labelOf(i)}, ${counted(agents, "agent")}` + (isLit ? ", live" : "") +
            (isEntered ? ", just entered" : "") + (hasLeft ? ", just left" : ""));
        row.twist.textContent = isParent ? isClosed ? "▸" : "▾" : "";
        row.mark.textContent = isEntered ? "+" : hasLeft ? "−" : "";
        row.label.textContent = this.labelOf(i);
        row.title = `${this.labelOf(i)}\n${node.type}${node.canLive ? "" : ", never live between ticks"}`;
        row.count.textContent = node.canLive ? grouped(agents) : "";
        if (this.active === i)
            $("nodes").setAttribute("aria-activedescendant", row.id);
    }

    // The history of a node: how many agents were there, as heights. It is drawn when it changes.
    drawStrip(row, i) {
        const line = this.history?.agents[i], key = `${this.tree.version} ${i} ${this.drawn.past || 0} ${this.history ? 1 : 0}`;
        if (row.strip.key === key)
            return;
        row.strip.key = key;
        const width = 88, height = 18, pen = new CanvasPen(row.strip, width, height);
        if (!line || !this.tree.nodes[i].canLive)
            return;
        const {colors} = this.owner, most = Math.max(1, this.history.most);
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
        $("nodes").style.setProperty("--at", this.frame / last);
        const ran = this.counts ? ANSWERS.map((name, i) => [name, this.counts.answers[i]]).filter(([, n]) => n > 0) : [];
        $("tree-sum").textContent = this.counts ? `${counted(this.counts.total, "agent")}: ` +
            ran.map(([name, n]) => `${grouped(n)} ${name}`).join(", ") : "";
        const {first} = this.tree, isEdited = first > 0;
        $("tree-edit").hidden = !isEdited;
        if (isEdited)
            $("tree-edit").textContent = `edited at tick ${grouped(this.source.tickOf(first))}`;
        this.list.draw();
    }

    // A change of the theme: all strips anew.
    redraw() {
        this.drawn = {past: (this.drawn?.past || 0) + 1};
        this.list.draw();
    }

    revealAgent() {
        if (!this.wantsReveal || !this.isHere)
            return;
        this.wantsReveal = false;
        const leaf = leavesOf(this.tree, this.agent.nodes)[0], at = this.lines.indexOf(leaf);
        if (at >= 0)
            this.list.reveal(at);
    }

    // ---- why

    askWhy() {
        $("why").hidden = this.id === null;
        if (this.id === null)
            return;
        this.asker.ask("steps", () => this.source.steps(this.id, this.frame), (steps) => this.showWhy(steps));
    }

    showWhy(found) {
        this.fillWhy(found);
        this.owner.whyShown(found);
    }

    fillWhy(found) {
        const {agent} = this;
        $("why-who").textContent = `agent ${grouped(this.id)}`;
        $("why-state").textContent = agent ? `${this.source.groups[agent.group]}` +
            (agent.answer >= 0 ? ` · root: ${ANSWERS[agent.answer]}` : "") : this.source.hasGone?.(this.id) ? "has gone" : "is not there now";
        this.showValues(agent);
        const name = found ? `${this.id} ${found.tick} ${this.tree.version} ${found.serial}` : "";
        if (name && name === this.whyName)
            return;
        this.whyName = name;
        const list = $("steps");
        list.replaceChildren();
        $("steps-tick").textContent = found ? `steps of tick ${grouped(found.tick)}` : "";
        $("unwatched").hidden = found !== null;
        let before = [];
        for (const visit of found ? visitsOf(found.steps).slice(0, WHY_MOST) : []) {
            const {answers = [], seen = agent?.values} = found.steps[visit.places[visit.places.length - 1]];
            list.append(this.makeVisit(visit, seen, answers.map((value, i) => value === null || value === before[i] ? "" :
                `${found.asked[i]}: ${showValue({type: typeof value === "boolean" ? "bool" : "float", words: []}, value)}`)));
            before = answers;
        }
    }

    // With the values that its label speaks of, and what was asked, where it has changed.
    makeVisit({kinds, node, group, places}, seen, asked) {
        const tree = group === this.tree.group ? this.tree : null, known = tree?.nodes[node], kind = kinds[kinds.length - 1];
        const row = element("li", `step ${["in", "in", "yes", "no", "on", "off", "off", "off"][kind]}`);
        row.places = places;
        row.style.setProperty("--depth", known ? Math.min(known.depth, 24) : 0);
        row.append(element("span", "mark", STEP_MARKS[kind]), element("span", "label", known ? known.label : `node ${node}`),
                   element("span", "kind", kinds.map((one) => STEP_KINDS[one]).join(", ")));
        const values = [known && seen ? this.valuesIn(known.label, seen) : "", ...asked].filter(Boolean).join(", ");
        if (values)
            row.append(element("span", "values", values));
        return row;
    }

    valuesIn(label, values) {
        return this.source.columns.map((column, i) => ({column, value: values[i] ?? null}))
            .filter(({column, value}) => value !== null && new RegExp(`(^|[^\\w.])${escapeText(column.name)}($|[^\\w.])`).test(label))
            .map(({column, value}) => `${column.name} ${showValue(column, value)}`).join(", ");
    }

    showValues(agent) {
        const box = $("why-values");
        const shown = agent ? this.source.columns.map((column, i) => agent.values[i] === null ? "" :
            `${column.name}\t${showValue(column, agent.values[i])}`).filter(Boolean) : [];
        if (box.shown === shown.join("\n") || !this.owner.showsValues)
            return;
        box.shown = shown.join("\n");
        box.replaceChildren(...shown.map((line) => {
            const [name, value] = line.split("\t"), row = element("div", "pair");
            row.append(element("span", "key", name), element("output", "", value));
            return row;
        }));
    }
}
