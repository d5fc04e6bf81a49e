// SPDX-License-Identifier: MIT
// Mouse and touch on the world: drag to pan or turn, pinch or scroll to zoom, click to pick.

import {targetOf} from "../draw/dom.js";
/** @import {View} from "../draw/view.js" */
/** @import {World} from "./world.js" */

const LINE = 16; // pixels per line, for mouse wheels that report lines

// `getWorld()` returns the world, or null if there is none yet.
export class Pointer {
    /** @param {HTMLElement} stage @param {() => World | null} getWorld */
    constructor(stage, getWorld) {
        this.stage = stage;
        this.getWorld = getWorld;
        this.pointers = new Map(); // pointers that are down
        this.moved = 0;            // pixels moved since the first pointer went down
        this.spread = 0;           // distance between two fingers in pixels
        stage.addEventListener("pointerdown", (event) => this.down(event));
        stage.addEventListener("pointermove", (event) => this.move(event));
        stage.addEventListener("pointerup", (event) => this.up(event));
        stage.addEventListener("pointercancel", (event) => this.up(event));
        stage.addEventListener("contextmenu", (event) => event.preventDefault());
        stage.addEventListener("wheel", (event) => this.wheel(event), {passive: false});
    }

    /** @param {PointerEvent} event */
    down(event) {
        if (targetOf(event).closest("button, select, input, dialog, .card"))
            return;
        this.stage.setPointerCapture(event.pointerId);
        this.pointers.set(event.pointerId, event);
        this.moved = this.pointers.size > 1 ? 99 : 0;
        this.spread = 0;
    }

    /** @param {PointerEvent} event */
    move(event) {
        const old = this.pointers.get(event.pointerId), world = this.getWorld();
        if (!old || !world)
            return;
        const dx = event.clientX - old.clientX, dy = event.clientY - old.clientY;
        this.pointers.set(event.pointerId, event);
        this.moved += Math.abs(dx) + Math.abs(dy);
        if (this.moved < 4)
            return;
        world.isMoved = true;
        if (this.pointers.size === 2)
            this.pinch(world.view);
        else if (world.d.dimension === 3 && !(event.shiftKey || event.buttons & 2))
            world.view.rotate(dx, dy);
        else {
            world.setFollowing(false);
            world.view.pan(dx, dy);
        }
    }

    /** @param {PointerEvent} event */
    up(event) {
        const world = this.getWorld();
        if (!this.pointers.delete(event.pointerId) || this.moved >= 4 || event.type !== "pointerup" || !world)
            return;
        const box = this.stage.getBoundingClientRect();
        world.pickAt(event.clientX - box.left, event.clientY - box.top);
    }

    /** @param {View} view */
    pinch(view) {
        const [a, b] = [...this.pointers.values()], box = this.stage.getBoundingClientRect();
        const spread = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        if (this.spread)
            view.zoom(spread / this.spread, (a.clientX + b.clientX) / 2 - box.left, (a.clientY + b.clientY) / 2 - box.top);
        this.spread = spread;
    }

    /** @param {WheelEvent} event */
    wheel(event) {
        const world = this.getWorld();
        if (!world || targetOf(event).closest(".card"))
            return;
        event.preventDefault();
        const box = this.stage.getBoundingClientRect(), factor = Math.exp(-event.deltaY * (event.deltaMode === 1 ? LINE : 1) * 0.0016);
        world.isMoved = true;
        world.zoomTo = 0;
        if (world.isFollowing)
            world.view.zoom(factor);
        else
            world.view.zoom(factor, event.clientX - box.left, event.clientY - box.top);
    }
}
