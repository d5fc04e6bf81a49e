// SPDX-License-Identifier: MIT
// Mouse and touch on the graph of a tree: drag to pan, pinch or scroll to zoom, click or tap, click twice.

const LINE = 16; // pixels per line, for mouse wheels that report lines

/**
 * @typedef {{pan: (dx: number, dy: number) => void, zoom: (factor: number, x: number, y: number) => void,
 *     tap: (x: number, y: number, isTouch: boolean) => void, twice: (x: number, y: number) => void,
 *     hover: (at: [number, number] | null) => void}} Hand
 */

export class GraphPointer {
    /** @param {HTMLElement} box @param {Hand} hand */
    constructor(box, hand) {
        this.box = box;
        this.hand = hand;
        /** @type {Map<number, PointerEvent>} */
        this.down = new Map(); // pointers that are down
        this.moved = 0;        // pixels moved since the first pointer went down
        this.spread = 0;       // distance between two fingers in pixels
        box.addEventListener("pointerdown", (event) => this.press(event));
        box.addEventListener("pointermove", (event) => this.move(event));
        for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
            box.addEventListener(name, (event) => this.lift(event));
        box.addEventListener("pointerleave", () => hand.hover(null));
        box.addEventListener("dblclick", (event) => hand.twice(...this.at(event)));
        box.addEventListener("wheel", (event) => this.wheel(event), {passive: false});
    }

    /** @param {MouseEvent} event @returns {[number, number]} */
    at(event) {
        const {left, top} = this.box.getBoundingClientRect();
        return [event.clientX - left, event.clientY - top];
    }

    /** @param {PointerEvent} event */
    press(event) {
        this.box.setPointerCapture(event.pointerId);
        this.down.set(event.pointerId, event);
        this.moved = this.down.size > 1 ? 99 : 0;
        this.spread = 0;
    }

    /** @param {PointerEvent} event */
    move(event) {
        const old = this.down.get(event.pointerId);
        if (!old) {
            this.hand.hover(event.pointerType === "touch" ? null : this.at(event));
            return;
        }
        const dx = event.clientX - old.clientX, dy = event.clientY - old.clientY;
        this.down.set(event.pointerId, event);
        this.moved += Math.abs(dx) + Math.abs(dy);
        if (this.moved < 5)
            return;
        this.hand.pan(dx / this.down.size, dy / this.down.size);
        if (this.down.size === 2)
            this.pinch();
    }

    pinch() {
        const [a, b] = [...this.down.values()].map((event) => this.at(event)), spread = Math.hypot(a[0] - b[0], a[1] - b[1]);
        if (this.spread)
            this.hand.zoom(spread / this.spread, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
        this.spread = spread;
    }

    /** @param {PointerEvent} event */
    lift(event) {
        if (this.down.delete(event.pointerId) && this.moved < 5 && event.type === "pointerup" && event.button === 0)
            this.hand.tap(...this.at(event), event.pointerType === "touch");
        this.spread = 0;
    }

    /** @param {WheelEvent} event */
    wheel(event) {
        event.preventDefault();
        // browsers report a pinch on a touchpad as a wheel with the control key, in small steps
        this.hand.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? LINE : 1) * (event.ctrlKey ? 0.01 : 0.0016)), ...this.at(event));
    }
}
