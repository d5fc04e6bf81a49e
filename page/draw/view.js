// SPDX-License-Identifier: MIT
// The camera: maps the world to the screen. Also draws the fixed things below the agents, and the picked agent above them.

import {$, contextOf} from "./dom.js";
import {GraphicsPainter, OUTLINES, PixelPainter} from "./painters.js";
/** @import {Description, Frame, Geometry} from "../decode/world_frames.js" */
/** @import {TrailPoint} from "../player/picked_agent.js" */

export class View {
    /**
     * @param {HTMLCanvasElement} points
     * @param {HTMLCanvasElement} below
     * @param {HTMLCanvasElement} above
     * @param {Description} description
     */
    constructor(points, below, above, description) {
        this.points = points;
        this.below = contextOf(below);
        this.above = contextOf(above);
        this.width = this.height = this.pixel = 1; // until the first resize
        this.camera = [0, 0]; // middle of the screen, in turned world coordinates
        this.scale = 1;       // pixels per unit of the world
        this.turn = [0, 0];   // angle around the vertical axis, and tilt: 3-D only
        this.m = this.matrix(); // rotation matrix for `turn`
        this.d = description;
        this.size = [0, 0, 0];
        this.largest = 0;     // largest radius of an agent
        this.hasShapes = false;
        this.fitted = 1;      // scale at which the whole world is visible
        this.gridStep = 0;
        /** @type {Uint8Array | null} */
        this.lights = null;   // state of each light
        /** @type {Set<string>} */
        this.room = new Set(); // cells of the screen that labels occupy
        // Tests and curious users can choose the painter: page.html#webgl, page.html#pixels.
        const wanted = location.hash.slice(1).split("&")[0];
        const hasGraphics = wanted === "webgl" || (wanted !== "pixels" && GraphicsPainter.isThere());
        this.painter = hasGraphics ? new GraphicsPainter(points) : new PixelPainter(points);
        this.describe(description);
    }

    /** @param {Description} description */
    describe(description) {
        this.d = description;
        this.size = [0, 1, 2].map((i) => description.high[i] - description.low[i]);
        this.largest = Math.max(0, ...description.groups.slice(0, 1000).map((group) => group.radius));
        this.hasShapes = description.groups.some((group) => OUTLINES[group.look.shape]);
        this.turn = description.dimension === 3 ? [0.6, 1.05] : [0, 0];
        this.fit();
    }

    // ---- world and screen coordinates

    matrix() {
        const [a, b] = this.turn, ca = Math.cos(a), sa = Math.sin(a), cb = Math.cos(b), sb = Math.sin(b);
        return [ca, -sa, 0, sa * cb, ca * cb, sb, -sa * sb, -ca * sb, cb]; // by rows; z points up
    }

    /** @param {number[]} p */
    turned(p) {
        const m = this.m, z = p[2] || 0;
        return [m[0] * p[0] + m[1] * p[1] + m[2] * z, m[3] * p[0] + m[4] * p[1] + m[5] * z];
    }

    /** @param {number[]} p */
    toScreen(p) {
        const q = this.turned(p);
        return [this.width / 2 + (q[0] - this.camera[0]) * this.scale,
                this.height / 2 - (q[1] - this.camera[1]) * this.scale];
    }

    corners() {
        const d = this.d, all = [];
        for (let i = 0; i < 1 << d.dimension; i++)
            all.push([0, 1, 2].map((axis) => i >> axis & 1 ? d.high[axis] : d.low[axis]));
        return all;
    }

    fit() {
        this.m = this.matrix();
        const all = this.corners().map((p) => this.turned(p));
        const xs = all.map((q) => q[0]), ys = all.map((q) => q[1]);
        const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
        // In 2-D, a strip below the world is reserved for the ruler.
        const margin = Math.min(24, this.width / 20), below = this.d.dimension === 3 ? margin : 44;
        this.scale = Math.min((this.width - 2 * margin) / (x1 - x0), (this.height - margin - below) / (y1 - y0));
        this.camera = [(x0 + x1) / 2, (y0 + y1) / 2 - (below - margin) / 2 / this.scale];
        this.fitted = this.scale;
    }

    /** @param {number} dx @param {number} dy */
    pan(dx, dy) {
        this.camera[0] -= dx / this.scale;
        this.camera[1] += dy / this.scale;
    }

    // Turn the camera around the middle of the world, which keeps its position on the screen.
    /** @param {number} dx @param {number} dy */
    rotate(dx, dy) {
        const middle = this.d.low.map((low, axis) => low + this.size[axis] / 2), old = this.turned(middle);
        this.turn[0] += dx * 0.008;
        this.turn[1] = Math.min(Math.PI / 2, Math.max(0, this.turn[1] - dy * 0.008));
        this.m = this.matrix();
        this.turned(middle).forEach((x, i) => { this.camera[i] += x - old[i]; });
    }

    // Zoom. The point of the world at (x, y) of the screen stays there.
    /** @param {number} factor @param {number} [x] @param {number} [y] */
    zoom(factor, x = this.width / 2, y = this.height / 2) {
        const scale = Math.min(this.fitted * 4000, Math.max(this.fitted / 8, this.scale * factor));
        const dx = x - this.width / 2, dy = this.height / 2 - y;
        this.camera[0] += dx / this.scale - dx / scale;
        this.camera[1] += dy / this.scale - dy / scale;
        this.scale = scale;
    }

    /** @param {number} width @param {number} height */
    resize(width, height) {
        const pixel = Math.min(window.devicePixelRatio || 1, 2);
        this.width = width;
        this.height = height;
        this.pixel = pixel;
        for (const canvas of [this.points, this.below.canvas, this.above.canvas, $("heat-map")]) {
            canvas.width = Math.round(width * pixel);
            canvas.height = Math.round(height * pixel);
        }
    }

    // ---- drawing

    // Return the smallest diameter for drawing agents. Few agents are drawn larger, to be visible; many agents
    // would hide one another. Agents with a shape are drawn to scale, and only as large as the shape needs.
    /** @param {number} count */
    leastDiameter(count) {
        const most = this.hasShapes ? 6 : count > 500 ? 7 : 11;
        const spread = Math.sqrt(this.width * this.height / Math.max(1, count)) * this.scale / this.fitted;
        return Math.min(most, Math.max(1.2, spread * 0.25));
    }

    /** @param {string} name */
    style(name) {
        return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    }

    /** @param {CanvasRenderingContext2D} c @param {number[][]} points @param {boolean} closed */
    path(c, points, closed) {
        c.beginPath();
        points.forEach((p, i) => {
            const [x, y] = this.toScreen(p);
            c[i ? "lineTo" : "moveTo"](x, y);
        });
        if (closed)
            c.closePath();
    }

    // Draw the edges of the world and the fixed things.
    /** @param {Frame} frame */
    lightsChanged(frame) {
        return !this.lights || frame.lights.some((shows, i) => shows !== this.lights?.[i]);
    }

    /** @param {Frame} frame */
    drawWorld(frame) {
        const c = this.below, d = this.d;
        c.setTransform(this.pixel, 0, 0, this.pixel, 0, 0);
        c.clearRect(0, 0, this.width, this.height);
        c.lineJoin = c.lineCap = "round";
        this.drawBox(c, d);
        this.room = new Set();
        for (const kind of ["road", "edge", "solid", "label"])
            for (const g of d.geometry)
                this.drawGeometry(c, g, kind);
        this.lights = frame.lights;
        this.drawLights(c, d);
    }

    /** @param {CanvasRenderingContext2D} c @param {Description} d */
    drawBox(c, d) {
        const box = this.corners();
        c.strokeStyle = this.style("--edge");
        c.lineWidth = 1;
        if (d.dimension === 2) {
            c.fillStyle = this.style("--ground");
            this.path(c, [box[0], box[1], box[3], box[2]], true);
            c.fill();
            this.drawGrid(c);
            this.path(c, [box[0], box[1], box[3], box[2]], true);
            c.stroke();
            return;
        }
        c.fillStyle = this.style("--ground");
        this.path(c, [box[0], box[1], box[3], box[2]], true);
        c.fill();
        for (let i = 0; i < 8; i++)
            for (let axis = 0; axis < 3; axis++)
                if (!(i >> axis & 1)) {
                    this.path(c, [box[i], box[i | 1 << axis]], false);
                    c.stroke();
                }
    }

    // Draw grid lines at round distances, and the length of one cell.
    /** @param {CanvasRenderingContext2D} c */
    drawGrid(c) {
        let step = 10 ** Math.floor(Math.log10(140 / this.scale));
        for (const factor of [5, 2])
            if (step * factor * this.scale < 160) {
                step *= factor;
                break;
            }
        this.gridStep = step;
        const d = this.d, half = [this.width / 2 / this.scale, this.height / 2 / this.scale];
        c.strokeStyle = this.style("--grid");
        for (let axis = 0; axis < 2; axis++) {
            const low = Math.max(d.low[axis], this.camera[axis] - half[axis]);
            const high = Math.min(d.high[axis], this.camera[axis] + half[axis]);
            for (let k = Math.ceil(low / step); k * step <= high; k++) {
                const a = [d.low[0], d.low[1]], b = [d.high[0], d.high[1]];
                a[axis] = b[axis] = k * step;
                this.path(c, [a, b], false);
                c.stroke();
            }
        }
    }

    /** @param {CanvasRenderingContext2D} c @param {Geometry} g @param {string} layer */
    drawGeometry(c, g, layer) {
        const isWay = g.kind === "path" || g.kind === "loop";
        const [x, y] = this.toScreen(g.points[0]);
        if (layer === "road" && isWay) {
            c.strokeStyle = this.style("--road");
            c.lineCap = "butt";
            c.lineWidth = Math.max(1, 2 * g.radius * this.scale);
            this.path(c, g.points, g.kind === "loop");
            c.stroke();
            c.strokeStyle = this.style("--lane");
            c.lineWidth = 1;
            c.setLineDash([7, 6]);
            c.stroke();
            c.setLineDash([]);
            c.lineCap = "round";
        } else if (layer === "edge" && g.kind === "edge") {
            c.strokeStyle = this.style("--lane");
            c.lineWidth = 1.2;
            this.path(c, g.points, false);
            c.stroke();
        } else if (layer === "solid" && (g.kind === "circle" || g.kind === "place" || g.kind === "polygon")) {
            c.fillStyle = this.style("--solid");
            c.strokeStyle = this.style("--edge");
            c.lineWidth = 1;
            if (g.kind === "polygon")
                this.path(c, g.points, true);
            else {
                c.beginPath();
                c.arc(x, y, g.kind === "place" ? 3.5 : Math.max(1, g.radius * this.scale), 0, 7);
            }
            c.fill();
            c.stroke();
        } else if (layer === "label" && g.name && (g.kind === "circle" || g.kind === "place")) {
            c.fillStyle = this.style("--muted");
            c.font = "12px system-ui, sans-serif";
            c.textAlign = "center";
            const above = g.kind === "place" ? y - Math.max(8, Math.min(28, this.largest * this.scale + 4)) : y + 4;
            if (this.takeRoom(x, above, c.measureText(g.name).width))
                c.fillText(g.name, x, above);
        }
    }

    // Reserve room for a label. Return false if there is none: the label is left out until the user zooms in.
    /** @param {number} x @param {number} y @param {number} width */
    takeRoom(x, y, width) {
        const cells = [];
        for (let column = Math.floor((x - width / 2) / 8); column <= Math.floor((x + width / 2) / 8); column++)
            for (const row of [Math.floor((y - 12) / 8), Math.floor(y / 8)])
                cells.push(`${column} ${row}`);
        if (cells.some((cell) => this.room.has(cell)))
            return false;
        cells.forEach((cell) => this.room.add(cell));
        return true;
    }

    // Draw the lights. A red light is a thicker line, for users who cannot distinguish the colours.
    /** @param {CanvasRenderingContext2D} c @param {Description} d */
    drawLights(c, d) {
        const colors = ["--muted", "--go", "--amber", "--stop"].map((name) => this.style(name));
        let light = 0;
        for (const g of d.geometry) {
            if (g.kind !== "light")
                continue;
            const shows = this.lights?.[light++] ?? 0;
            c.strokeStyle = c.fillStyle = colors[shows];
            c.lineWidth = shows === 3 ? 4.5 : 3;
            c.lineCap = "butt";
            this.path(c, g.points, false);
            if (g.points.length > 1)
                c.stroke();
            else {
                c.beginPath();
                const [x, y] = this.toScreen(g.points[0]);
                c.arc(x, y, 4, 0, 7);
                c.fill();
            }
        }
    }

    clearPicked() {
        this.above.setTransform(1, 0, 0, 1, 0, 0);
        this.above.clearRect(0, 0, this.above.canvas.width, this.above.canvas.height);
    }

    // Draw a ring around the picked agent, and its trail.
    /** @param {number[]} place @param {TrailPoint[]} trail @param {number} radius */
    drawPicked(place, trail, radius) {
        const c = this.above;
        c.setTransform(this.pixel, 0, 0, this.pixel, 0, 0);
        c.clearRect(0, 0, this.width, this.height);
        const color = this.style("--accent");
        c.strokeStyle = color;
        c.lineJoin = c.lineCap = "round";
        c.lineWidth = 2;
        for (let i = 1; i < trail.length; i++) {
            if (trail[i].starts)
                continue;
            c.globalAlpha = 0.1 + 0.8 * i / trail.length;
            this.path(c, [trail[i - 1].place, trail[i].place], false);
            c.stroke();
        }
        c.globalAlpha = 1;
        const [x, y] = this.toScreen(place);
        const size = Math.max(9, Math.max(radius * this.scale, this.leastDiameter(this.painter.count) / 2) + 5);
        c.beginPath();
        c.arc(x, y, size, 0, 7);
        c.stroke();
        c.globalAlpha = 0.25;
        c.lineWidth = 6;
        c.stroke();
        c.globalAlpha = 1;
    }
}
