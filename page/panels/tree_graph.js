// SPDX-License-Identifier: MIT
// The graph of the tree that the panel shows: boxes and edges, in one of two directions. It shares groups, counts, folds, the
// selected node and the live nodes with the outline (tree_panel.js), and shows breakpoints of a live run.

import {$, contextOf, narrow, save} from "../draw/dom.js";
import {BOX_HEIGHT, BOX_LEFT, COUNT_WIDTH, dotOf, exitOf, hasTwist, paintGraph, setFont} from "../draw/graph_painter.js";
import {counted} from "../model/text.js";
import {boxNextTo, graphOf} from "../model/tree_graph.js";
import {isParent, typeOf} from "../model/tree_lines.js";
import {GraphPointer} from "./graph_pointer.js";
import {fillLegend} from "./node_icons.js";
/** @import {Camera, GraphLabel, GraphLook, GraphScene} from "../draw/graph_painter.js" */
/** @import {Node} from "../model/source.js" */
/** @import {Graph, GraphBox} from "../model/tree_graph.js" */
/** @import {Explorer} from "./explorer.js" */

const WIDTH_DOWN = 168, WIDTH_RIGHT = 224, WIDTH_LEAST = 84; // of boxes
const SCALE_LEAST = 0.01, SCALE_FIT = 1.15, SCALE_MOST = 3, SCALE_READ = 0.6; // SCALE_READ: all text can be read
const OVERVIEW_FROM = 60; // nodes from which a tree is shown as a whole first, whatever its size
const MARGIN = 28, PAN = 60, ZOOM = 1.25;
const SAID = ["condition", "action", "deferred"]; // types that labels of boxes leave out
const STORE = "gestalt-graph"; // where the browser keeps the direction

export class TreeGraph {
    /** @param {Explorer} owner */
    constructor(owner) {
        this.owner = owner;
        this.isDown = stored() === "down";
        /** @type {Graph} */
        this.graph = {boxes: [], byNode: new Map(), width: 0, height: 0};
        /** @type {Camera} */
        this.camera = {x: 0, y: 0, scale: 1};
        this.isFitted = false;  // whether the whole graph is in view since the user asked for it
        this.width = this.height = 0; // of the canvas
        /** @type {unknown[]} */
        this.drawn = [];        // what the picture depends on
        /** @type {unknown[]} */
        this.placed = [];       // what the layout depends on
        /** @type {Node[] | null} */
        this.nodes = null;      // nodes of the layout
        /** @type {GraphLabel[]} */
        this.labels = [];
        /** @type {number | null} */
        this.hovered = null;
        this.active = -1;       // the node that was active when the graph was drawn
        /** @type {number | undefined} */
        this.kept = undefined;  // the node that was brought into view
        this.listen();
    }

    listen() {
        new GraphPointer($("graph"), {
            pan: (dx, dy) => this.panByHand(dx, dy), zoom: (factor, x, y) => this.zoom(factor, x, y), tap: (x, y, isTouch) => this.tap(x, y, isTouch),
            twice: (x, y) => this.twice(x, y), hover: (at) => { this.hovered = at ? this.boxAt(...at)?.node ?? null : null; },
        });
        $("graph").addEventListener("keydown", (event) => this.key(event));
        $("graph").addEventListener("focus", () => this.draw());
        $("graph").addEventListener("blur", () => this.draw());
        /** @param {string} id @param {() => void} run */
        const click = (id, run) => $(id).addEventListener("click", run);
        click("graph-right", () => this.setDirection(false));
        click("graph-down", () => this.setDirection(true));
        click("graph-in", () => this.zoom(ZOOM));
        click("graph-out", () => this.zoom(1 / ZOOM));
        click("graph-fit", () => this.fit());
        click("graph-fold", () => this.panel.foldAll());
        click("graph-break", () => this.toggleBreak(this.panel.active));
        new ResizeObserver(() => this.resize()).observe($("graph-box"));
        this.showDirection();
    }

    open() {
        $("graph-break").hidden = $("break-sign").hidden = this.owner.breaks === null;
        if (!narrow())
            $("graph-types").setAttribute("open", "");
    }

    setTheme() {
        if (this.nodes)
            fillLegend($("graph-legend"), this.nodes, this.owner.isDark);
        this.draw();
    }

    get panel() { return this.owner.panel; }

    get isShown() { return !$("agents").hidden && !$("graph-view").hidden; }

    // ---- the layout

    /** @param {boolean} isDown */
    setDirection(isDown) {
        if (this.isDown === isDown)
            return;
        this.isDown = isDown;
        try {
            localStorage.setItem(STORE, isDown ? "down" : "right");
        } catch { // browsers may reject this for files; the link still has the direction
        }
        this.showDirection();
        this.nodes = null;
        this.placed = [];
        this.kept = undefined;
        this.update();
    }

    showDirection() {
        $("graph-right").setAttribute("aria-pressed", String(!this.isDown));
        $("graph-down").setAttribute("aria-pressed", String(this.isDown));
    }

    // Place the boxes. The active node, or its nearest ancestor that is not folded away, stays where it is on the canvas.
    place() {
        const {panel} = this, c = contextOf($("graph")), anchor = this.boxOf(panel.active), {camera} = this, old = anchor && {x: anchor.x, y: anchor.y};
        const isOther = this.nodes !== panel.nodes;
        this.nodes = panel.nodes;
        setFont(c, true, 13.5); // text is a little larger when the graph is zoomed out
        this.graph = graphOf(panel.nodes, panel.folds, this.isDown, (node) => {
            const most = this.isDown ? WIDTH_DOWN : WIDTH_RIGHT, rest = BOX_LEFT + 10 + (panel.nodes[node].canLive ? COUNT_WIDTH : 0);
            return {width: Math.round(Math.min(most, Math.max(WIDTH_LEAST, c.measureText(this.labelOf(node)).width + rest))), height: BOX_HEIGHT};
        });
        const now = anchor && this.graph.byNode.get(anchor.node);
        if (isOther)
            this.begin();
        else if (this.isFitted)
            this.fit();
        else if (now && old) {
            camera.x += (old.x - now.x) * camera.scale;
            camera.y += (old.y - now.y) * camera.scale;
        }
        if (isOther)
            fillLegend($("graph-legend"), panel.nodes, this.owner.isDark);
        $("graph").setAttribute("aria-label", `graph of ${counted(panel.nodes.length, "node")}; arrows move, space folds`);
    }

    /** Return the box of a node, or of the nearest node above it that has one. @param {number | undefined} node */
    boxOf(node) {
        for (let at = node ?? -1; at >= 0 && this.nodes?.[at]; at = this.nodes[at].parent) {
            const box = this.graph.byNode.get(at);
            if (box)
                return box;
        }
        return undefined;
    }

    // Return the label of a node without its type, if the rest says enough: an icon shows the type.
    /** @param {number} node */
    labelOf(node) {
        const label = this.panel.labelOf(node), {type} = this.panel.nodes[node];
        return SAID.includes(type) && label.startsWith(`${type} `) ? label.slice(type.length + 1) : label;
    }

    // ---- the camera

    resize() {
        const {clientWidth: width, clientHeight: height} = $("graph-box");
        if (!width || !height || (width === this.width && height === this.height))
            return;
        const isFirst = this.width === 0;
        if (!isFirst) { // keep the middle
            this.camera.x += (width - this.width) / 2;
            this.camera.y += (height - this.height) / 2;
        }
        this.width = width;
        this.height = height;
        if (this.isFitted || isFirst)
            this.fit();
        this.active = -1; // bring the nodes that matter into view again
        this.kept = undefined;
        this.update();
        this.draw();
    }

    // Show the whole tree, or its beginning if that makes its text readable.
    begin() {
        const {graph, camera, isDown} = this;
        this.fit();
        if (camera.scale >= SCALE_READ || graph.boxes.length >= OVERVIEW_FROM || !graph.boxes.length)
            return;
        const [root] = graph.boxes;
        this.isFitted = false;
        camera.scale = SCALE_READ;
        camera.x = isDown ? this.width / 2 - (root.x + root.width / 2) * SCALE_READ : MARGIN / 2;
        camera.y = isDown ? MARGIN / 2 : this.height / 2 - (root.y + root.height / 2) * SCALE_READ;
        this.draw();
    }

    fit() {
        const {width, height} = this.graph, {camera} = this;
        this.isFitted = true;
        camera.scale = Math.max(SCALE_LEAST, Math.min(SCALE_FIT, (this.width - 2 * MARGIN) / Math.max(1, width), (this.height - 2 * MARGIN) / Math.max(1, height)));
        camera.x = (this.width - width * camera.scale) / 2;
        camera.y = (this.height - height * camera.scale) / 2;
        this.draw();
    }

    /** @param {number} factor @param {number} [x] @param {number} [y] */
    zoom(factor, x = this.width / 2, y = this.height / 2) {
        const {camera} = this, scale = Math.max(SCALE_LEAST, Math.min(SCALE_MOST, camera.scale * factor)), by = scale / camera.scale;
        this.isFitted = false;
        camera.x = x - (x - camera.x) * by;
        camera.y = y - (y - camera.y) * by;
        camera.scale = scale;
        this.draw();
    }

    // Move the picture, at most so far that a part of the graph stays in view.
    /** @param {number} dx @param {number} dy */
    pan(dx, dy) {
        const {camera, graph} = this, edge = 2 * MARGIN;
        this.isFitted = false;
        camera.x = Math.min(this.width - edge, Math.max(edge - graph.width * camera.scale, camera.x + dx));
        camera.y = Math.min(this.height - edge, Math.max(edge - graph.height * camera.scale, camera.y + dy));
        this.draw();
    }

    /** @param {number} dx @param {number} dy */
    panByHand(dx, dy) {
        if (this.panel.isHere)
            this.panel.keepLive(false);
        this.pan(dx, dy);
    }

    // Bring a box into view, with the least movement.
    /** @param {GraphBox | undefined} box */
    reveal(box) {
        if (!box)
            return;
        const {x, y, scale} = this.camera, isFitted = this.isFitted;
        /** @param {number} from @param {number} size @param {number} room */
        const move = (from, size, room) => from < MARGIN || size > room - 2 * MARGIN ? MARGIN - from : Math.min(0, room - MARGIN - from - size);
        const dx = move(box.x * scale + x, box.width * scale, this.width), dy = move(box.y * scale + y, box.height * scale, this.height);
        if ((dx || dy) && !isFitted)
            this.pan(dx, dy);
    }

    // ---- drawing

    // Draw the graph again if something that it shows has changed.
    update() {
        const {panel, owner} = this;
        if (!this.isShown || !panel.tree || !this.width)
            return;
        const placed = [panel.nodes, panel.lines, this.isDown];
        if (placed.some((one, i) => one !== this.placed[i])) {
            this.placed = placed;
            this.place();
        }
        this.keepInView();
        const drawn = [this.graph, panel.frame, panel.counts, panel.lit, panel.entered, panel.left, panel.active, panel.selected, panel.chosen, panel.walked, panel.stopped,
                       panel.hits, panel.past, owner.breaks?.key, this.hovered, owner.isDark];
        if (drawn.some((one, i) => one !== this.drawn[i])) {
            this.drawn = drawn;
            this.draw();
        }
    }

    // Bring the node into view that the user has selected elsewhere, or at which something happens.
    keepInView() {
        const {panel} = this, {walked, stopped, keepsLive, isHere} = panel;
        if (panel.active !== this.active) {
            this.active = panel.active;
            this.reveal(this.boxOf(panel.active));
        }
        const kept = walked ?? (stopped?.group === panel.group && keepsLive ? stopped.node : keepsLive && isHere ? panel.kept : undefined);
        if (kept !== this.kept) {
            this.kept = kept;
            this.reveal(this.boxOf(kept));
        }
    }

    draw() {
        const {width, height, owner} = this;
        if (!this.isShown || !width)
            return;
        const canvas = $("graph"), pixel = Math.min(window.devicePixelRatio || 1, 2);
        if (canvas.width !== Math.round(width * pixel) || canvas.height !== Math.round(height * pixel)) {
            canvas.width = Math.round(width * pixel);
            canvas.height = Math.round(height * pixel);
        }
        this.labels = paintGraph(contextOf(canvas), pixel, this.scene(this.camera, width, height));
        const shown = this.hovered ?? this.panel.active;
        $("graph-note").textContent = this.panel.nodes[shown] ? this.textOf(shown) : "";
        $("graph-break").setAttribute("aria-pressed", String(Boolean(owner.breaks?.textOf(this.panel.group, this.panel.active))));
    }

    /** @param {Camera} camera @param {number} width @param {number} height @returns {GraphScene} */
    scene(camera, width, height) {
        const {owner} = this, isFocused = document.activeElement === $("graph");
        return {graph: this.graph, camera, width, height, isDown: this.isDown, isDark: owner.isDark, canBreak: owner.breaks !== null, colors: owner.colors,
                lookOf: (box) => this.lookOf(box, isFocused)};
    }

    /** @param {GraphBox} box @param {boolean} isFocused @returns {GraphLook} */
    lookOf({node, hidden}, isFocused) {
        const {panel, owner} = this, {counts, hits} = panel, {type, canLive, end} = panel.nodes[node], agents = counts?.agents[node] ?? 0;
        const below = (/** @type {Set<number>} */ set) => set.has(node) || (hidden > 0 && [...set].some((one) => one > node && one < end));
        const isLit = panel.lit.has(node), isSelected = panel.selected === node, isStopped = this.isStoppedAt(node), isHovered = this.hovered === node;
        const broken = owner.breaks?.textOf(panel.group, node) ?? "", isActive = isFocused && panel.active === node, isWalked = panel.walked === node;
        const matters = isStopped || isHovered || isActive || isSelected || isWalked;
        return {label: this.labelOf(node), type, canLive, agents, share: counts?.total ? agents / counts.total : 0, isLit, isSelected, isStopped, isHovered, broken, isActive, isWalked,
                mark: panel.entered.has(node) ? "+" : panel.left.has(node) ? "−" : "", isFaded: hits.size > 0 && !below(hits),
                rank: matters ? -4 : hits.has(node) ? -3 : isLit ? -2 + (end - node) / panel.nodes.length : broken ? -1 : 1 / (end - node)};
    }

    /** @param {number} node */
    isStoppedAt(node) { return this.owner.breaks?.stateOf(this.panel.group, node) === "hit"; }

    /** @param {number} node */
    textOf(node) {
        const {panel, owner} = this, {canLive, type} = panel.nodes[node], agents = panel.counts?.agents[node] ?? 0;
        return [panel.labelOf(node), typeOf(panel.nodes[node]), canLive ? counted(agents, "agent") : `${type} is never live between ticks`, panel.lit.has(node) ? "live" : "",
                this.isStoppedAt(node) ? "the run has stopped here" : "", owner.breaks?.textOf(panel.group, node)].filter(Boolean).join(" · ");
    }

    // ---- mouse and touch

    /** @param {number} x @param {number} y */
    boxAt(x, y) {
        const label = this.labels.find((one) => x >= one.x && y >= one.y && x <= one.x + one.width && y <= one.y + one.height);
        if (label)
            return label.box;
        const {camera} = this, atX = (x - camera.x) / camera.scale, atY = (y - camera.y) / camera.scale, near = Math.min(8, 4 / camera.scale);
        return this.graph.boxes.find((box) => atX >= box.x - near && atY >= box.y - near && atX <= box.x + box.width + near && atY <= box.y + box.height + near);
    }

    // Return the box at whose dot, or at whose button for folding, a place is. Both are shown for selected nodes.
    /** @param {number} x @param {number} y @param {number} reach @param {(box: GraphBox) => [number, number]} placeOf @param {(box: GraphBox) => boolean} isThere */
    boxWith(x, y, reach, placeOf, isThere) {
        return this.graph.boxes.find((box) => {
            const [atX, atY] = placeOf(box);
            return Math.hypot(x - atX, y - atY) <= reach && isThere(box);
        });
    }

    /** @param {number} x @param {number} y @param {boolean} isTouch */
    tap(x, y, isTouch) {
        const {panel, camera} = this, reach = isTouch ? 22 : 11;
        const isMarked = (/** @type {GraphBox} */ {node}) => node === this.hovered || node === panel.selected;
        const isSet = (/** @type {GraphBox} */ {node}) => Boolean(this.owner.breaks?.textOf(panel.group, node));
        const dot = this.owner.breaks && this.boxWith(x, y, reach, (box) => dotOf(box, camera), (box) => isSet(box) || (isMarked(box) && camera.scale >= 0.5));
        const fold = this.boxWith(x, y, reach, (box) => {
            const [atX, atY] = exitOf(box, this.isDown);
            return [atX * camera.scale + camera.x + (box.hidden && !this.isDown ? 8 : 0), atY * camera.scale + camera.y];
        }, (box) => box.hidden > 0 || (hasTwist(box, camera.scale) && isMarked(box)));
        const box = this.boxAt(x, y);
        $("graph").focus();
        if (dot)
            this.toggleBreak(dot.node);
        else if (fold)
            this.fold(fold.node);
        else
            this.select(box?.node ?? null);
    }

    /** @param {number} x @param {number} y */
    twice(x, y) {
        const box = this.boxAt(x, y);
        if (box)
            this.fold(box.node);
        else
            this.zoom(2, x, y);
    }

    /** @param {number | null} node */
    select(node) {
        const {panel} = this;
        panel.select(node);
        if (node !== null)
            panel.reveal(node);
        this.active = panel.active; // it is in view already
    }

    /** @param {number} node */
    fold(node) {
        const {panel} = this;
        this.isFitted = false;
        panel.active = this.active = node;
        panel.fold(node, !panel.folds.has(node));
    }

    /** @param {number} node */
    toggleBreak(node) {
        if (this.panel.tree)
            this.owner.breaks?.toggle(this.panel.group, node);
    }

    // ---- keys

    /** @param {KeyboardEvent} event */
    key(event) {
        const {panel, isDown} = this, box = this.boxOf(panel.active);
        if (event.ctrlKey || event.metaKey || event.altKey || !box)
            return;
        /** @param {"parent" | "child" | "before" | "after"} where */
        const go = (where) => {
            if (where === "child" && panel.folds.has(box.node))
                this.fold(box.node);
            else
                this.move(boxNextTo(this.graph, box, where));
        };
        /** @type {Record<string, () => void>} */
        const actions = {
            ArrowUp: () => go(isDown ? "parent" : "before"), ArrowDown: () => go(isDown ? "child" : "after"),
            ArrowLeft: () => go(isDown ? "before" : "parent"), ArrowRight: () => go(isDown ? "after" : "child"),
            Home: () => this.move(this.graph.boxes[0]), Enter: () => panel.toggle(box.node),
            " ": () => isParent(panel.nodes, box.node) && this.fold(box.node), "*": () => panel.foldAll(),
        };
        const action = actions[event.key];
        if (!action)
            return;
        event.preventDefault();
        event.stopPropagation();
        action();
    }

    // Make the node of a box the active one, and tell what it is.
    /** @param {GraphBox | null | undefined} box */
    move(box) {
        if (!box)
            return;
        this.select(box.node);
        if (this.isFitted && this.camera.scale < SCALE_READ)
            this.zoom(SCALE_READ / this.camera.scale);
        this.reveal(box);
        $("graph-says").textContent = this.textOf(box.node);
    }

    /** @returns {Record<string, (many: number) => void>} */
    actions() {
        return !this.isShown ? {} : {
            "+": () => this.zoom(ZOOM), "=": () => this.zoom(ZOOM), "-": () => this.zoom(1 / ZOOM), "0": () => this.fit(), q: () => this.setDirection(!this.isDown),
            w: (many) => this.pan(0, PAN * many), s: (many) => this.pan(0, -PAN * many), a: (many) => this.pan(PAN * many, 0), d: (many) => this.pan(-PAN * many, 0),
        };
    }

    // ---- pictures

    // Save the whole graph as a picture, at its natural size if a canvas can be that large.
    /** @param {string} name */
    savePicture(name) {
        const {graph} = this, canvas = document.createElement("canvas"), scale = Math.min(2, 8000 / (Math.max(graph.width, graph.height) + 2 * MARGIN));
        canvas.width = Math.ceil((graph.width + 2 * MARGIN) * scale);
        canvas.height = Math.ceil((graph.height + 2 * MARGIN) * scale);
        paintGraph(contextOf(canvas), 1, this.scene({x: MARGIN * scale, y: MARGIN * scale, scale}, canvas.width, canvas.height));
        canvas.toBlob((blob) => save(`${name}.png`, blob), "image/png");
    }
}

function stored() {
    try {
        return localStorage.getItem(STORE);
    } catch {
        return null;
    }
}
