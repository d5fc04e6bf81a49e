// SPDX-License-Identifier: MIT
// Two pens with the same functions: one draws on a canvas, the other writes SVG. So a saved picture of a
// chart looks the same as the chart on the page.

import {contextOf} from "./dom.js";

/** @typedef {[x: number, y: number]} Point */
/** @typedef {"left" | "center" | "right"} Align */
/**
 * @typedef {object} Pen
 * @property {(x: number, y: number, width: number, height: number, color: string, alpha?: number) => void} box
 * @property {(points: Point[], color: string, width?: number) => void} line
 * @property {(above: Point[], below: Point[], color: string, alpha: number) => void} area
 * @property {(x: number, y: number, text: string, color: string, align?: Align, size?: number) => void} text
 */

export class CanvasPen {
    /** @param {HTMLCanvasElement} canvas @param {number} width @param {number} height */
    constructor(canvas, width, height) {
        const pixel = Math.min(window.devicePixelRatio || 1, 2);
        if (canvas.width !== Math.round(width * pixel) || canvas.height !== Math.round(height * pixel)) {
            canvas.width = Math.round(width * pixel);
            canvas.height = Math.round(height * pixel);
        }
        this.c = contextOf(canvas);
        this.c.setTransform(pixel, 0, 0, pixel, 0, 0);
        this.c.clearRect(0, 0, width, height);
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {number} width
     * @param {number} height
     * @param {string} color
     * @param {number} [alpha]
     */
    box(x, y, width, height, color, alpha = 1) {
        this.c.globalAlpha = alpha;
        this.c.fillStyle = color;
        this.c.fillRect(x, y, width, height);
        this.c.globalAlpha = 1;
    }

    // Draw a line, with a gap at each point whose y is NaN.
    /** @param {Point[]} points @param {string} color @param {number} [width] */
    line(points, color, width = 1.6) {
        const {c} = this;
        c.strokeStyle = color;
        c.lineWidth = width;
        c.lineJoin = "round";
        c.beginPath();
        runsOf(points).forEach((run) => run.forEach(([x, y], i) => c[i ? "lineTo" : "moveTo"](x, y)));
        c.stroke();
    }

    /** @param {Point[]} above @param {Point[]} below @param {string} color @param {number} alpha */
    area(above, below, color, alpha) {
        const {c} = this;
        c.globalAlpha = alpha;
        c.fillStyle = color;
        areasOf(above, below).forEach((points) => {
            c.beginPath();
            points.forEach(([x, y], i) => c[i ? "lineTo" : "moveTo"](x, y));
            c.fill();
        });
        c.globalAlpha = 1;
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {string} text
     * @param {string} color
     * @param {Align} [align]
     * @param {number} [size]
     */
    text(x, y, text, color, align = "left", size = 11) {
        this.c.font = `${size}px system-ui, sans-serif`;
        this.c.fillStyle = color;
        this.c.textAlign = align;
        this.c.fillText(text, x, y);
    }
}

/** @type {Record<string, string>} */
const ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"};

export class SvgPen {
    /** @param {number} width @param {number} height @param {string} ground */
    constructor(width, height, ground) {
        this.parts = [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" ` +
                      `height="${height}" font-family="system-ui, sans-serif">`];
        this.box(0, 0, width, height, ground);
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {number} width
     * @param {number} height
     * @param {string} color
     * @param {number} [alpha]
     */
    box(x, y, width, height, color, alpha = 1) {
        this.parts.push(`<rect x="${near(x)}" y="${near(y)}" width="${near(width)}" height="${near(height)}" fill="${color}"` +
                        (alpha < 1 ? ` fill-opacity="${near(alpha)}"` : "") + "/>");
    }

    /** @param {Point[]} points @param {string} color @param {number} [width] */
    line(points, color, width = 1.6) {
        this.parts.push(`<path d="${runsOf(points).map(pathOf).join("")}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round"/>`);
    }

    /** @param {Point[]} above @param {Point[]} below @param {string} color @param {number} alpha */
    area(above, below, color, alpha) {
        this.parts.push(`<path d="${areasOf(above, below).map((points) => pathOf(points) + "Z").join("")}" fill="${color}" fill-opacity="${alpha}"/>`);
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {string} text
     * @param {string} color
     * @param {Align} [align]
     * @param {number} [size]
     */
    text(x, y, text, color, align = "left", size = 11) {
        const anchor = {left: "start", center: "middle", right: "end"}[align];
        const safe = text.replace(/[&<>"]/g, (c) => ESCAPES[c]);
        this.parts.push(`<text x="${near(x)}" y="${near(y)}" fill="${color}" font-size="${size}" text-anchor="${anchor}">${safe}</text>`);
    }

    get svg() { return this.parts.join("\n") + "\n</svg>\n"; }
}

/** @param {number} x */
function near(x) { return +x.toFixed(2); }

/** @param {Point[]} points */
function pathOf(points) {
    return points.map(([x, y], i) => `${i ? "L" : "M"}${near(x)} ${near(y)}`).join("");
}

// Split points at those that are NaN. A single point becomes a short line, so that it is visible.
/** @param {Point[]} points @returns {Point[][]} */
function runsOf(points) {
    /** @type {Point[][]} */
    const runs = [];
    /** @type {Point[]} */
    let run = [];
    for (const point of [...points, /** @type {Point} */ ([0, NaN])])
        if (Number.isFinite(point[1]))
            run.push(point);
        else if (run.length) {
            runs.push(run.length > 1 ? run : [[run[0][0] - 1, run[0][1]], [run[0][0] + 1, run[0][1]]]);
            run = [];
        }
    return runs;
}

/** @param {Point[]} above @param {Point[]} below @returns {Point[][]} */
function areasOf(above, below) {
    const lower = runsOf(below);
    return runsOf(above).map((run, i) => [...run, ...lower[i].slice().reverse()]);
}
