// SPDX-License-Identifier: MIT
// Connects everything besides the world: the panel of trees, the table of agents, the heat map, the chart, pictures and
// links. The player calls `open` when the first frame has arrived, `show` for each new frame, `paint` for the colours of
// agents in the world, and `picks` when an agent is picked.

import {$, contextOf, narrow, save, targetOf} from "../draw/dom.js";
import {NO_VALUE} from "../model/colors.js";
import {later} from "../model/known.js";
import {Asker} from "../model/source.js";
import {fileName} from "../model/text.js";
import {AgentTable} from "./agent_table.js";
import {Charts} from "./charts.js";
import {NodeMap} from "./node_map.js";
import {PageLink} from "./page_link.js";
import {Splitter} from "./splitter.js";
import {TreeGraph} from "./tree_graph.js";
import {TreePanel} from "./tree_panel.js";
import {VIEWS} from "./views.js";
/** @import {Frame} from "../decode/world_frames.js" */
/** @import {Source, Steps} from "../model/source.js" */
/** @import {Actions, Player} from "../player/player.js" */
/** @import {ViewName} from "./views.js" */

const WORK_PLAYING = 4, WORK_WAITING = 14; // milliseconds per drawn frame for computing the past

/** @typedef {Record<"text" | "muted" | "line" | "ground" | "empty" | "strip" | "accent" | "edge" | "stop", string>} PageColors */

export class Explorer {
    /** @param {Player} player @param {Source} source */
    constructor(player, source) {
        this.player = player;
        this.source = source;
        this.asker = new Asker();
        this.isOpen = false;
        /** @type {TreePanel} */
        this.panel = later();
        /** @type {AgentTable} */
        this.table = later();
        /** @type {NodeMap} */
        this.map = later();
        /** @type {TreeGraph} */
        this.graph = later();
        /** @type {Charts} */
        this.charts = later();
        /** @type {PageLink} */
        this.link = later();
        /** @type {PageColors} */
        this.colors = later();
        /** @type {ViewName} */
        this.view = "agents";
        this.isAsking = false; // whether `members` is being queried
        this.frame = -1;
        /** @type {Float64Array | null} */
        this.members = null; // ids of agents at the chosen node
    }

    get isPlaying() { return this.player.isPlaying; }

    get isDark() { return this.player.isDark; }

    get breaks() { return this.player.breaks; }

    get canSeek() { return this.player.canSeek; }

    get picked() { return this.player.picked; }

    // Whether the panel shows the values of the picked agent, because nothing else on the page does.
    get showsValues() { return !this.player.world && !this.source.isLive; }

    /** @param {number} frame */
    seek(frame) {
        this.player.setPlaying(false);
        this.player.seek(frame);
    }

    // Pick an agent. In a narrow window, the panel with its tree is shown as well.
    /** @param {number} id */
    showAgent(id) {
        this.player.pick(id);
        if (narrow())
            this.setPanel(this.source.hasTrees);
    }

    // ---- opening

    open() {
        this.source.describe?.();
        this.source.onChange = () => this.refresh();
        this.readColors();
        this.panel = new TreePanel(this);
        this.table = new AgentTable(this);
        this.map = new NodeMap(this);
        this.graph = new TreeGraph(this);
        this.charts = new Charts(this);
        this.link = new PageLink(this);
        this.panel.open();
        this.table.open();
        this.graph.open();
        this.charts.open();
        this.listen();
        this.isOpen = true;
        const {hasTrees} = this.source, isWide = !narrow();
        for (const entry of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-for]"))) // keys of what is not there
            entry.hidden = entry.dataset.for === "world" ? !this.player.world : !hasTrees;
        for (const name of ["show-tree", "view-map", "view-graph"])
            $(name).hidden = !hasTrees;
        this.setPanel(hasTrees && isWide);
        this.setView(this.player.world ? "world" : "agents");
        this.setChart(hasTrees && innerHeight > 640 && isWide);
        this.link.restore();
    }

    listen() {
        $("show-tree").addEventListener("click", () => this.setPanel($("trees").hidden));
        $("show-chart").addEventListener("click", () => this.setChart($("charts").hidden));
        $("picture").addEventListener("click", () => this.savePicture());
        $("link").addEventListener("click", () => this.link.copy());
        $("close-tree").addEventListener("click", () => this.setPanel(false));
        for (const view of VIEWS)
            $(`view-${view}`).addEventListener("click", () => this.setView(view));
        $("views").addEventListener("keydown", (event) => this.viewKey(event));
        $("more").addEventListener("click", () => this.setControls($("more").getAttribute("aria-expanded") === "false"));
        $("controls").addEventListener("click", (event) => targetOf(event).closest("[aria-label=view] button, [aria-label=playing] button") && this.setControls(false));
        $("controls").addEventListener("keydown", (event) => event.key === "Escape" && this.setControls(false));
        this.addSplitters();
        matchMedia("(max-width: 720px)").addEventListener("change", () => this.makeRoom($("trees").hidden ? "chart" : "trees"));
    }

    addSplitters() {
        new Splitter($("charts"), {along: "y", least: 60, sized: $("chart-box")});
        new Splitter($("why"), {along: "y", least: 64});
        for (const id of ["trees", "desk", "side"]) {
            const panel = document.getElementById(id); // only a live run has the desk
            if (panel)
                new Splitter(panel, {least: 200});
        }
    }

    // Show the controls that do not fit into a narrow window.
    /** @param {boolean} isShown */
    setControls(isShown) {
        $("controls").classList.toggle("open", isShown);
        $("more").setAttribute("aria-expanded", String(isShown));
    }

    /** @param {boolean} isShown */
    setPanel(isShown) {
        $("trees").hidden = !isShown;
        $("show-tree").setAttribute("aria-pressed", String(isShown));
        if (isShown)
            this.makeRoom("trees");
        if (isShown)
            this.panel.draw();
    }

    /** @param {boolean} isShown */
    setChart(isShown) {
        $("charts").hidden = !isShown;
        $("show-chart").setAttribute("aria-pressed", String(isShown));
        if (isShown)
            this.makeRoom("chart");
        if (isShown)
            this.charts.load();
    }

    // In a narrow window there is room for one panel: hide the others.
    /** @param {"trees" | "chart" | "desk"} wanted */
    makeRoom(wanted) {
        if (!narrow())
            return;
        if (wanted !== "trees")
            this.setPanel(false);
        if (wanted !== "chart")
            this.setChart(false);
        if (wanted !== "desk")
            this.player.hands?.setDesk(false);
    }

    // Show the world, the table of agents or the map.
    /** @param {ViewName} view */
    setView(view) {
        this.view = view;
        $("stage").hidden = view !== "world";
        $("agents").hidden = view === "world";
        $("table-view").hidden = view !== "agents";
        $("map-view").hidden = view !== "map";
        $("graph-view").hidden = view !== "graph";
        $("side").hidden = !this.player.world || view !== "world";
        $("view-world").hidden = !this.player.world;
        for (const name of ["heat", "fit"])
            $(name).hidden = view !== "world" || (name === "heat" && this.player.world?.d.dimension === 3);
        $("views").hidden = !this.source.hasTrees && !this.player.world;
        for (const name of VIEWS) {
            $(`view-${name}`).setAttribute("aria-selected", String(name === view));
            $(`view-${name}`).tabIndex = name === view ? 0 : -1;
        }
        $("picture").title = view === "world" || view === "graph" ? "save a picture, PNG (I)" : "save the map of heat, SVG (I)";
        $("picture").hidden = view !== "world" && !this.source.hasTrees;
        this.table.load(this.frame, true);
        this.map.draw();
        this.graph.update();
    }

    nextView() {
        const views = VIEWS.filter((view) => !$(`view-${view}`).hidden);
        this.setView(views[(views.indexOf(this.view) + 1) % views.length]);
    }

    /** @param {KeyboardEvent} event */
    viewKey(event) {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight")
            return;
        event.preventDefault();
        event.stopPropagation();
        this.nextView();
        $(`view-${this.view}`).focus();
    }

    // ---- frames

    /** @param {number} frame */
    show(frame) {
        if (!this.isOpen)
            return;
        this.frame = frame;
        this.panel.load(frame);
        this.table.load(frame);
        if (this.map.isShown)
            this.map.moveCursor();
        this.charts.moveCursor();
        this.askMembers();
    }

    // Use the remaining time of a drawn frame to compute the past.
    work() {
        if (!this.isOpen)
            return;
        this.graph.update();
        this.source.work?.(this.isPlaying ? WORK_PLAYING : WORK_WAITING);
        this.link.keep();
    }

    refresh() {
        this.panel.refresh();
        this.map.draw();
        this.charts.load();
        this.panel.redraw();
    }

    setDone() {
        this.source.isDone = true;
        this.link.seekWanted();
        this.refresh();
    }

    /** @param {number} step */
    pickNext(step) {
        this.setView("agents");
        this.table.activate(this.picked === null ? 0 : this.table.active + step, true);
    }

    /** @param {number | null} id */
    picks(id) {
        if (!this.isOpen)
            return;
        this.panel.pick(id);
        this.table.rows.draw();
    }

    setTheme() {
        if (!this.isOpen)
            return;
        this.readColors();
        this.panel.redraw();
        this.map.draw();
        this.graph.setTheme();
        this.charts.draw();
    }

    readColors() {
        const style = getComputedStyle(document.documentElement), color = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
        this.colors = {text: color("--text"), muted: color("--muted"), line: color("--line"), ground: color("--ground"),
                       empty: color("--grid"), strip: color("--focus"), accent: color("--accent"), edge: color("--edge"), stop: color("--stop")};
    }

    // Reload everything after trees or keys of agents have changed.
    reopen() {
        this.table.open();
        this.table.load(this.frame, true);
        this.charts.listColumns();
        this.charts.load();
    }

    // ---- the chosen node

    /** @param {Steps | null} steps */
    whyShown(steps) { this.player.hands?.show(this.panel.agent, steps); }

    groupChosen() {
        if (!this.source.isLive)
            return;
        this.table.open();
        this.table.reload();
    }

    nodesChanged() {
        if (this.isOpen)
            this.map.draw();
    }

    nodeChosen() {
        $("table-only").hidden = !this.panel.chosen;
        $("table-only").textContent = `only at “${this.panel.chosenName}” ×`;
        this.table.load(this.frame, true);
        this.askMembers();
        this.player.world?.legend.setPalette();
        this.recolor();
    }

    get fades() { return this.isOpen && this.panel.chosen !== null; }

    askMembers() {
        const {chosen} = this.panel;
        if (!chosen) {
            this.members = null;
            return;
        }
        this.isAsking = true;
        this.asker.ask("members", () => this.source.members(chosen, this.frame), (ids) => {
            this.members = ids;
            if (!this.isAsking) // otherwise the caller paints the frame afterwards
                this.recolor();
        });
        this.isAsking = false;
    }

    recolor() {
        if (this.player.world)
            this.player.world.isRecolored = true;
    }

    // Fade the agents of a frame of the scene that are not at the chosen node.
    /** @param {Frame} frame @param {Uint8Array} colors */
    paint(frame, colors) {
        if (!this.members || !this.panel.chosen)
            return colors;
        for (let i = 0, j = 0; i < frame.count; i++) {
            while (j < this.members.length && this.members[j] < frame.ids[i])
                j++;
            if (this.members[j] !== frame.ids[i])
                colors[i] = NO_VALUE;
        }
        return colors;
    }

    // ---- pictures

    savePicture() {
        const name = fileName($("title").textContent);
        const {world} = this.player;
        if (this.view === "graph") {
            this.graph.savePicture(`${name}-graph`);
            return;
        }
        if (this.view !== "world" || !world) {
            save(`${name}-nodes.svg`, new Blob([this.map.svg()], {type: "image/svg+xml"}));
            return;
        }
        const {view} = world, picture = document.createElement("canvas");
        picture.width = view.points.width;
        picture.height = view.points.height;
        const c = contextOf(picture);
        c.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--page").trim();
        c.fillRect(0, 0, picture.width, picture.height);
        view.painter.draw(view, world.part); // draw again, because WebGL clears its buffer after each frame
        for (const layer of [view.below.canvas, view.points, view.above.canvas])
            c.drawImage(layer, 0, 0);
        picture.toBlob((blob) => save(`${name}-${this.source.tickOf(this.player.shown)}.png`, blob), "image/png");
    }

    // ---- keys

    /** @returns {Actions} */
    actions() {
        if (!this.isOpen)
            return {};
        return {
            ...this.graph.actions(), b: () => !$("show-tree").hidden && this.setPanel($("trees").hidden), g: () => this.setChart($("charts").hidden),
            v: () => this.nextView(), o: () => !$("table-view").hidden && this.table.chooser.setShown($("column-list").hidden), i: () => this.savePicture(), k: () => this.link.copy(),
            "/": () => this.focusSearch(), x: () => this.panel.choose(null), j: () => this.panel.keepLive(!this.panel.keepsLive),
        };
    }

    focusSearch() {
        if ($("show-tree").hidden)
            return;
        this.setPanel(true);
        $("search").focus();
    }
}
