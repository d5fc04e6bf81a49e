// SPDX-License-Identifier: MIT
// A table of all agents, or of those at a node, which can be sorted and filtered by any column. Only visible rows are
// elements. The source (source.js) sorts and filters, and returns windows of rows.

import {$, element, targetOf} from "../draw/dom.js";
import {columnWidth, widthFor} from "../model/column_width.js";
import {ANSWERS, Asker, leavesOf} from "../model/source.js";
import {counted, grouped, showValue} from "../model/text.js";
import {ColumnChooser} from "./column_chooser.js";
import {VirtualRows} from "./virtual_rows.js";
/** @import {Agent, ColumnId, Rows, Tree, ValueColumn} from "../model/source.js" */
/** @import {Explorer} from "./explorer.js" */

const ROW_HEIGHT = 28, RESORT = 400, REASK = 8, WIDEST = 440; // while playing, reload after RESORT milliseconds and REASK times the duration of a query

/** @typedef {{id: ColumnId, name: string, column: ValueColumn | null, cell: HTMLElement, width: number}} TableColumn `cell` is its header; the width is in pixels */
/** @typedef {HTMLElement & {cells: HTMLElement[], agent: number | null, index: number}} GridRow */

export class AgentTable {
    /** @param {Explorer} owner */
    constructor(owner) {
        this.owner = owner;
        this.asker = new Asker();
        /** @type {Map<ColumnId, string>} */
        this.filters = new Map();
        /** @type {{column: ColumnId, down: boolean}} */
        this.sort = {column: "id", down: false};
        /** @type {TableColumn[]} */
        this.columns = [];
        this.asked = "";        // the window that was requested
        this.loadedAt = -Infinity;
        this.frame = -1;
        this.total = 0;
        /** @type {{from: number, rows: Agent[]}} */
        this.window = {from: 0, rows: []};
        /** @type {Map<number, Tree | null>} */
        this.trees = new Map(); // trees by group, for the names of leaves
        this.took = 0;          // duration of the last query in milliseconds
        this.active = 0;        // row that the keyboard selects
        this.expression = "";   // filter expression of a live source
        this.rows = new VirtualRows($("grid"), ROW_HEIGHT, () => this.makeRow(), (row, i) => this.showRow(row, i),
                                    (from, count) => this.ask(from, count));
        this.chooser = new ColumnChooser(() => { this.open(); this.load(this.frame, true); });
        $("table-only").addEventListener("click", () => this.owner.panel.choose(null));
        $("grid").addEventListener("click", (event) => this.click(event));
        $("grid").addEventListener("keydown", (event) => this.key(event));
    }

    open() {
        const {source} = this.owner;
        this.rows.clear();
        /** @param {ColumnId} id @param {string} name @param {ValueColumn | null} column @returns {TableColumn} */
        const made = (id, name, column = null) => ({id, name, column, cell: element("div", "head"), width: columnWidth(id, name, column?.type)});
        const all = [made("id", "agent"), ...(source.groups.length > 1 && !source.isLive ? [made("group", "group")] : []),
                        ...(source.hasTrees ? [made("answer", "root"), made("leaf", "live leaf")] : []),
                        ...source.columns.map((column, i) => made(i, column.name, column))]
            .filter(({column}) => !column || !source.isLive || source.hasKey?.(this.owner.panel.group, column.name)); // a live table has one group
        this.chooser.open(source.name, all.slice(1).map(({name}) => name));
        this.columns = all.filter(({id, name}) => id === "id" || !this.chooser.hidden.has(name));
        for (const id of this.filters.keys())
            if (!this.columns.some((column) => column.id === id))
                this.filters.delete(id);
        if (!this.columns.some(({id}) => id === this.sort.column))
            this.sort = {column: "id", down: false};
        this.showExample();
        this.setWidths();
        $("grid").setAttribute("aria-colcount", String(this.columns.length));
        $("grid-head").replaceChildren(...this.columns.map((column, i) => this.makeHead(column, i)));
        this.showSort();
    }

    // Show a condition with a key of these agents as an example.
    showExample() {
        const found = this.owner.source.isLive ? this.columns.find(({column}) => column && !column.words.length && /^(int|float)$/.test(column.type)) : undefined;
        for (const id of ["expression", "break-if"])
            document.getElementById(id)?.setAttribute("placeholder", found ? `${found.name} < 10` : "a condition over keys");
    }

    setWidths() {
        const widths = this.columns.map(({width}) => width);
        $("grid").style.setProperty("--columns", widths.map((width) => `minmax(${width}px, ${width}fr)`).join(" "));
        $("grid").style.setProperty("--width", `${widths.reduce((sum, width) => sum + width + 10, 18)}px`);
    }

    // Widen columns whose values do not fit, such as those of vectors and lists.
    fitColumns() {
        let isWider = false;
        this.columns.forEach((column) => {
            const longest = this.window.rows.reduce((most, agent) => Math.max(most, this.textOf(column, agent).length), 0);
            const width = Math.min(WIDEST, widthFor(longest));
            isWider = isWider || width > column.width;
            column.width = Math.max(column.width, width);
        });
        if (isWider)
            this.setWidths();
    }

    /** @param {TableColumn} column @param {number} i */
    makeHead(column, i) {
        const {source} = this.owner;
        const {cell} = column;
        cell.role = "columnheader";
        cell.setAttribute("aria-colindex", String(i + 1));
        const button = element("button", "plain-head", column.name), filter = document.createElement("input");
        button.title = `sort by ${column.name}`;
        button.addEventListener("click", () => this.sortBy(column.id));
        filter.type = "search";
        filter.placeholder = column.column && !column.column.words.length && column.column.type !== "bool" || column.id === "id" ? "<5, 3..7" : "filter";
        filter.setAttribute("aria-label", `filter by ${column.name}`);
        filter.value = this.filters.get(column.id) ?? "";
        filter.addEventListener("input", () => this.filter(column.id, filter.value));
        filter.addEventListener("keydown", (event) => {
            event.stopPropagation();
            if (event.key === "ArrowDown" || event.key === "Enter")
                $("grid").focus();
        });
        cell.append(button, ...(source.isLive ? [] : [filter]));
        return cell;
    }

    /** @param {ColumnId} column */
    sortBy(column) {
        this.sort = {column, down: this.sort.column === column && !this.sort.down};
        this.showSort();
        this.load(this.frame, true);
    }

    showSort() {
        for (const {id, cell} of this.columns)
            cell.setAttribute("aria-sort", id !== this.sort.column ? "none" : this.sort.down ? "descending" : "ascending");
    }

    /** @param {ColumnId} column @param {string} text */
    filter(column, text) {
        text.trim() ? this.filters.set(column, text) : this.filters.delete(column);
        this.reload();
    }

    // Load other agents than before, from the first row on.
    reload() {
        $("grid").scrollTop = 0;
        this.load(this.frame, true);
    }

    // ---- rows

    get isShown() { return !$("agents").hidden && !$("table-view").hidden; }

    // Load the rows of a frame. While playing, expensive queries are sent only a few times per second.
    /** @param {number} frame @param {boolean} [isNow] */
    load(frame, isNow = false) {
        this.frame = frame;
        const isDear = this.sort.column !== "id" || this.filters.size > 0 || this.owner.source.isLive;
        if (!this.isShown || (isDear && !isNow && this.owner.isPlaying && performance.now() - this.loadedAt < Math.max(RESORT, REASK * this.took)))
            return;
        this.loadedAt = performance.now();
        this.asked = "";
        this.rows.draw();
    }

    /** @param {number} from @param {number} count */
    query(from, count) {
        const {chosen, group} = this.owner.panel;
        return {at: chosen, group, expression: this.expression, filters: [...this.filters].map(([column, text]) => ({column, text})),
                sort: this.sort, from, count};
    }

    /** @param {number} from @param {number} count */
    ask(from, count) {
        if (this.frame < 0)
            return;
        const wanted = Math.max(count, this.rows.seen), name = `${this.frame} ${from} ${wanted}`;
        if (name === this.asked)
            return;
        this.asked = name;
        const begin = performance.now();
        this.asker.ask("rows", () => this.owner.source.rows(this.query(from, wanted), this.frame), (answer) => {
            this.took = performance.now() - begin;
            this.take(answer, from);
        });
    }

    /** @param {Rows} options @param {number} from */
    take({total, rows, error, reach = total}, from) {
        const count = Math.min(total, reach);
        this.window = {from, rows};
        this.askTrees();
        const isOther = count !== this.total;
        if (isOther) {
            this.total = count;
            this.rows.setTotal(count);
            $("grid").setAttribute("aria-rowcount", String(count + 1));
        }
        this.fitColumns();
        $("table-count").textContent = counted(total, "agent") + (count < total ? `, the first ${grouped(count)} here` : "");
        $("no-agents").textContent = error || "No agent matches.";
        $("no-agents").classList.toggle("wrong", error !== undefined);
        $("no-agents").hidden = total > 0;
        this.rows.elements.forEach((row, i) => !row.hidden && this.showRow(row, this.rows.from + i));
        if (isOther || this.rows.elements.filter((row) => !row.hidden).length < Math.min(count, this.rows.seen))
            this.rows.draw(); // this hides rows that are too many
    }

    askTrees() {
        this.owner.source.groups.forEach((_, group) =>
            this.asker.ask(`tree ${group}`, () => this.owner.source.tree(group, this.frame), (tree) => this.trees.set(group, tree)));
    }

    makeRow() {
        const cells = this.columns.map((column, i) => {
            const cell = element("div", column.column && !column.column.words.length || column.id === "id" ? "cell number" : "cell");
            cell.role = "gridcell";
            cell.setAttribute("aria-colindex", String(i + 1));
            return cell;
        });
        /** @type {GridRow} */
        const row = Object.assign(element("div", "grid-row"), {cells, agent: null, index: -1});
        row.role = "row";
        row.append(...cells);
        return row;
    }

    /** @param {GridRow} row @param {number} index */
    showRow(row, index) {
        const agent = this.window.rows[index - this.window.from];
        row.agent = agent ? agent.id : null;
        row.index = index;
        row.id = `agent-row-${index}`;
        row.setAttribute("aria-rowindex", String(index + 2));
        row.setAttribute("aria-selected", String(agent !== undefined && agent.id === this.owner.picked));
        row.classList.toggle("active", index === this.active);
        this.columns.forEach((column, i) => {
            const text = agent ? this.textOf(column, agent) : "…", cell = row.cells[i];
            if (cell.textContent !== text)
                cell.textContent = cell.title = text;
        });
    }

    /** @param {TableColumn} column @param {Agent} agent */
    textOf(column, agent) {
        if (column.id === "id")
            return grouped(agent.id);
        if (column.id === "group")
            return this.owner.source.groups[agent.group];
        if (column.id === "answer")
            return agent.answer < 0 ? "–" : ANSWERS[agent.answer];
        if (column.column && typeof column.id === "number")
            return showValue(column.column, agent.values[column.id]);
        const tree = this.trees.get(agent.group);
        return tree ? leavesOf(tree, agent.nodes).map((node) => tree.nodes[node].name || tree.nodes[node].label).join(" · ") || "–" : "…";
    }

    // ---- mouse and keys

    /** @param {MouseEvent} event */
    click(event) {
        const row = /** @type {GridRow | null} */ (targetOf(event).closest(".grid-row"));
        if (row && row.agent !== null)
            this.activate(row.index, true);
    }

    // Select a row, and pick its agent if `picks`.
    /** @param {number} index @param {boolean} picks */
    activate(index, picks) {
        this.active = Math.min(this.total - 1, Math.max(0, index));
        this.rows.reveal(this.active);
        const agent = this.window.rows[this.active - this.window.from];
        if (picks && agent)
            this.owner.showAgent(agent.id);
        $("grid").setAttribute("aria-activedescendant", `agent-row-${this.active}`);
        this.rows.draw();
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || targetOf(event).closest(".head"))
            return;
        const page = Math.max(1, this.rows.seen - 2), {active} = this;
        /** @type {Record<string, number>} */
        const places = {ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page,
                        Home: 0, End: this.total - 1, Enter: active};
        const to = places[event.key];
        if (to === undefined)
            return;
        event.preventDefault();
        event.stopPropagation();
        this.activate(to, true);
    }
}
