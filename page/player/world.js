// SPDX-License-Identifier: MIT
// The world of a scene: draws its agents between two frames with their colours, the camera, and the picked agent.

import {SHAPES} from "../decode/world_frames.js";
import {findAgent} from "../decode/values.js";
import {$, addScale, element} from "../draw/dom.js";
import {Heat} from "../draw/heat.js";
import {View} from "../draw/view.js";
import {HIDDEN} from "../model/colors.js";
import {headingsAfter, headingsOf, movingHeadings, placeBetween, placesOf} from "../model/movement.js";
import {format} from "../model/text.js";
import {Legend} from "./legend.js";
import {PickedAgent} from "./picked_agent.js";
/** @import {Description, Frame} from "../decode/world_frames.js" */
/** @import {Headings} from "../model/movement.js" */
/** @import {Actions, Options, Player} from "./player.js" */

const NEAR = 18; // pixels from an agent within which a click picks it

export class World {
    /** @param {Player} player @param {Description} d */
    constructor(player, d) {
        this.player = player;
        this.d = d;
        this.view = new View($("points"), $("below"), $("above"), d);
        this.heat = new Heat($("heat-map"), d);
        this.legend = this.makeLegend(player.options);
        this.picked = new PickedAgent(d, this.view);
        this.headings = d.columns.findIndex((column) => column.name === "heading" && column.type === "int");
        /** @type {Frame | null} */
        this.frame = null;             // the frame that is shown
        /** @type {Frame | null} */
        this.next = null;              // the frame that agents move to
        this.part = 0;                 // fraction of the path from `frame` to `next`
        /** @type {Float32Array[]} */
        this.ways = [];                // positions in both frames
        /** @type {Uint8Array} */
        this.painted = new Uint8Array(0); // colours of agents, as indices into the palette
        /** @type {Uint16Array | null} */
        this.looksOf = null;           // groups of the agents whose radii and shapes the painter has
        /** @type {Headings | null} */
        this.kept = null;              // last headings, for agents that do not move
        this.isHot = false;            // whether density is shown
        this.isStale = this.isFresh = this.isRecolored = false;
        this.isMoved = false;          // whether the user has moved the camera
        this.isFollowing = false;
        this.zoomTo = 0;               // scale to which following zooms, or 0
        this.cameraKey = "";
        this.resize();
        $("heat").hidden = d.dimension === 3;
    }

    // Finish the setup, after the player has stored this world.
    open() {
        this.legend.open(this.player.options.colorBy);
        new ResizeObserver(() => this.resize()).observe($("stage"));
    }

    /** @param {Options} options */
    makeLegend(options) { return new Legend(this, options); }

    // Take a new description, after the nodes of groups have changed.
    /** @param {Description} d */
    describe(d) {
        this.d = this.legend.d = this.picked.d = d;
        this.view.describe(d);
        this.legend.setColor(this.legend.color);
    }

    resize() {
        const box = $("stage").getBoundingClientRect();
        if (box.width === 0) // another view is shown instead
            return;
        const changed = this.view.width !== box.width || this.view.height !== box.height;
        if (changed)
            this.view.resize(box.width, box.height);
        if (changed && !this.isMoved)
            this.view.fit();
        this.isStale = true;
    }

    // ---- drawing

    paletteChanged() {
        if (this.frame)
            this.recolor(this.frame);
        this.isStale = true;
    }

    // Draw everything that has changed, at fraction `part` of the path to the next frame.
    /** @param {number} part */
    render(part) {
        const {frame} = this;
        if (!frame)
            return;
        if (this.isRecolored)
            this.recolor(frame);
        if (this.isFollowing)
            this.follow(frame, part);
        const v = this.view, cameraKey = `${v.camera} ${v.scale} ${v.turn} ${v.width} ${v.height}`;
        const isMoved = this.isStale || cameraKey !== this.cameraKey;
        if (isMoved || (this.isFresh && v.lightsChanged(frame))) {
            v.drawWorld(frame);
            this.setRuler();
        }
        if (isMoved || part !== this.part || this.isFresh) {
            this.isHot ? this.drawHeat(part) : v.painter.draw(v, part);
            this.drawPicked(frame, part);
        }
        Object.assign(this, {cameraKey, part, isStale: false, isFresh: false});
    }

    // Recompute the colours of agents.
    /** @param {Frame} frame */
    recolor(frame) {
        this.isRecolored = false;
        this.isFresh = true;
        this.painted = this.colorsOf(frame);
        this.view.painter.setColors(this.painted);
    }

    /** @param {Frame} frame */
    colorsOf(frame) { return this.player.explorer.paint(frame, this.legend.colorsOf(frame)); }

    // Send a frame, and the frame that agents move to, to the painter.
    /** @param {Frame} from @param {Frame} to */
    bring(from, to) {
        const places = placesOf(this.d, from, from, undefined);
        this.ways = [places, to === from ? places : placesOf(this.d, to, from, places)];
        this.view.painter.setPlaces(this.ways[0], this.ways[1]);
        this.painted = this.colorsOf(from);
        this.view.painter.setColors(this.painted);
        this.setLooks(from);
        this.setTurns(from, to);
        this.frame = from;
        this.next = to;
        this.isFresh = true;
    }

    // Send the sizes and shapes of agents, which depend on their groups.
    /** @param {Frame} frame */
    setLooks(frame) {
        if (frame.groups === this.looksOf)
            return;
        const radii = new Float32Array(frame.count), shapes = new Uint8Array(frame.count);
        const all = this.d.groups.map((group) => SHAPES.indexOf(group.look.shape));
        for (let i = 0; i < frame.count; i++) {
            radii[i] = this.d.groups[frame.groups[i]].radius;
            shapes[i] = all[frame.groups[i]];
        }
        this.view.painter.setRadii(radii);
        this.view.painter.setShapes(all.some(Boolean) ? shapes : null);
        this.looksOf = frame.groups;
    }

    // Send the headings in this and in the next frame. A negative heading means the direction of movement.
    /** @param {Frame} from @param {Frame} to */
    setTurns(from, to) {
        if (!this.view.hasShapes)
            return;
        const now = this.turnsOf(from);
        this.view.painter.setTurns(now, this.headings >= 0 && to !== from ? headingsAfter(now, from, to, this.headings) : now);
    }

    /** @param {Frame} frame */
    turnsOf(frame) {
        if (this.headings >= 0)
            return headingsOf(frame, this.headings);
        const turns = movingHeadings(this.d, frame, this.movement(frame), this.kept);
        this.kept = {ids: frame.ids, turns};
        return turns;
    }

    // Return the positions between which the agents of a frame move.
    /** @param {Frame} _frame @returns {Float32Array[]} */
    movement(_frame) { return this.ways; }

    /** @param {boolean} isHot */
    setHot(isHot) {
        this.isHot = isHot && this.d.dimension === 2;
        $("heat").setAttribute("aria-pressed", String(this.isHot));
        $("density").hidden = !this.isHot;
        this.heat.clear();
        this.view.painter.clear();
        this.isStale = true;
    }

    /** @param {number} part */
    drawHeat(part) {
        const {heat} = this;
        heat.density.count(this.ways[0], this.ways[1], part, (i) => this.painted[i] !== HIDDEN);
        if (heat.density.settle() || !$("density").firstChild) {
            const unit = this.d.columns[0].unit || "unit", box = $("density");
            box.replaceChildren(element("p", "", `agents per square ${unit === "m" ? "metre" : unit}`));
            addScale(box, "0", format(heat.density.most));
        }
        heat.draw(this.view);
    }

    setRuler() {
        const step = this.view.gridStep, column = this.d.columns[0];
        $("ruler").hidden = !step || this.d.dimension === 3;
        if (step) {
            $("ruler").style.width = `${step * this.view.scale}px`;
            $("ruler").textContent = `${format(step)} ${column.unit || ""}`;
        }
    }

    // ---- the picked agent

    // Return the position of an agent of the frame, by its index.
    /** @param {number} i @param {number} part @returns {number[]} */
    placeOf(i, part) {
        return this.frame && this.next ? placeBetween(this.d, this.frame, this.next, i, part) : [];
    }

    /** @param {number} x @param {number} y */
    pickAt(x, y) {
        const {frame, part} = this;
        let best = -1, nearest = NEAR * NEAR;
        for (let i = 0; frame && i < frame.count; i++) {
            const [sx, sy] = this.view.toScreen(this.placeOf(i, part));
            const radius = this.d.groups[frame.groups[i]].radius * this.view.scale;
            const distance = Math.max(0, Math.hypot(sx - x, sy - y) - radius) ** 2;
            if (distance < nearest && !this.legend.isHidden(frame, i)) {
                nearest = distance;
                best = i;
            }
        }
        this.player.pick(!frame || best < 0 ? null : frame.ids[best]);
    }

    /** @param {number | null} id */
    pick(id) {
        this.picked.set(id);
        this.isFollowing = this.isFollowing && id !== null;
        this.isFresh = true;
        this.remember(this.player.shown);
        this.setFollowing(this.isFollowing);
    }

    // Pick the next agent that exists, or the previous one.
    /** @param {number} step */
    pickNext(step) {
        const {frame} = this;
        if (!frame || frame.count === 0)
            return;
        const at = this.picked.id === null ? -1 : findAgent(frame, this.picked.id), n = frame.count;
        this.player.pick(frame.ids[((at < 0 && step < 0 ? 0 : at) + step + n) % n]);
    }

    /** @param {number} index */
    remember(index) {
        if (this.frame)
            this.picked.remember(this.frame, index);
    }

    /** @param {Frame} frame @param {number} part */
    drawPicked(frame, part) {
        const i = this.picked.id === null ? -1 : findAgent(frame, this.picked.id);
        if (i < 0)
            this.view.clearPicked();
        else
            this.picked.draw(this.placeOf(i, part), this.d.groups[frame.groups[i]].radius);
    }

    // ---- the camera

    /** @param {boolean} isFollowing */
    setFollowing(isFollowing) {
        this.isFollowing = isFollowing && this.picked.id !== null;
        $("follow").setAttribute("aria-pressed", String(this.isFollowing));
        if (this.isFollowing && this.view.scale < this.view.fitted * 4)
            this.zoomTo = this.view.fitted * 6;
    }

    /** @param {Frame} frame @param {number} part */
    follow(frame, part) {
        const i = this.picked.id === null ? -1 : findAgent(frame, this.picked.id), {isCalm} = this.player;
        if (i < 0)
            return;
        const q = this.view.turned(this.placeOf(i, part)), v = this.view;
        const far = Math.hypot(q[0] - v.camera[0], q[1] - v.camera[1]) * v.scale;
        const share = far > 2 && far < Math.max(v.width, v.height) && !isCalm ? 0.2 : 1;
        v.camera = [v.camera[0] + (q[0] - v.camera[0]) * share, v.camera[1] + (q[1] - v.camera[1]) * share];
        if (this.zoomTo) {
            v.scale += (this.zoomTo - v.scale) * (isCalm ? 1 : 0.12);
            if (Math.abs(v.scale / this.zoomTo - 1) < 0.01)
                this.zoomTo = 0;
        }
        this.isMoved = true;
    }

    fit() {
        this.setFollowing(false);
        this.zoomTo = 0;
        this.isMoved = false;
        this.view.fit();
    }

    // ---- keys

    /** @returns {Actions} */
    actions() {
        /** @param {number} dx @param {number} dy */
        const pan = (dx, dy) => { this.isMoved = true; this.setFollowing(false); this.view.pan(dx * 60, dy * 60); };
        /** @param {number} factor */
        const zoom = (factor) => { this.isMoved = true; this.zoomTo = 0; this.view.zoom(factor); };
        return {
            "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), "0": () => this.fit(),
            w: () => pan(0, 1), s: () => pan(0, -1), a: () => pan(1, 0), d: () => pan(-1, 0),
            Enter: () => this.pickAt(this.view.width / 2, this.view.height / 2),
            f: () => this.setFollowing(!this.isFollowing), c: () => this.legend.nextColor(), h: () => this.setHot(!this.isHot),
        };
    }
}
