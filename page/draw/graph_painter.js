// SPDX-License-Identifier: MIT
// Draws the graph of a tree. Text in boxes gets too small when the graph is zoomed out. Then some nodes get labels whose size
// does not depend on the zoom: first those that matter now, then the roots of large subtrees, as far as there is room.

import {NODE_KINDS, kindOf} from "../model/node_kinds.js";
import {apart, shortCount} from "../model/tree_graph.js";
/** @import {NodeKind} from "../model/node_kinds.js" */
/** @import {Graph, GraphBox} from "../model/tree_graph.js" */
/** @import {PageColors} from "../panels/explorer.js" */

const TEXT_FROM = 0.5;    // zoom from which boxes have text
const COUNT_FROM = 0.8;   // zoom from which boxes always have room for numbers
const TWIST_FROM = 0.3;   // zoom from which open boxes have buttons for folding
const TEXT = 12.5, TEXT_LEAST = 9.8; // size of text, and its least size in pixels
const LABELS_MOST = 80, LABEL_HEIGHT = 15, LABEL_LEAST = 92; // labels of a graph that is zoomed out, in pixels
const FONT = "system-ui, sans-serif";
export const BOX_HEIGHT = 30;
export const BOX_LEFT = 32;    // where the text of a box begins
export const COUNT_WIDTH = 42; // room for the number of agents
const DOT = 6;                 // radius of the dot of a breakpoint, in pixels

/** @type {Map<NodeKind, Path2D>} */
const ICONS = new Map();

/**
 * How a node looks. `share` is the part of all agents that is at the node. `rank` orders labels: smaller ones come first.
 *
 * @typedef {{label: string, type: string, agents: number, share: number, canLive: boolean, isLit: boolean, mark: string, isActive: boolean,
 *     isSelected: boolean, isWalked: boolean, isStopped: boolean, isFaded: boolean, isHovered: boolean, broken: string, rank: number}} GraphLook
 */
/** @typedef {{x: number, y: number, scale: number}} Camera a place of the graph is at `place * scale + x` on the canvas */
/** @typedef {{graph: Graph, camera: Camera, width: number, height: number, isDown: boolean, isDark: boolean, canBreak: boolean, colors: PageColors, lookOf: (box: GraphBox) => GraphLook}} GraphScene */
/** @typedef {{box: GraphBox, text: string, x: number, y: number, width: number, height: number}} GraphLabel */

/** @type {Map<string, string>} */
const FITTED = new Map(); // results of `fitted`: measuring text is slow
const FITTED_MOST = 20000;

/** Return the longest beginning of a text that fits. @param {CanvasRenderingContext2D} c @param {string} text @param {number} width */
function fitted(c, text, width) {
    const key = `${c.font} ${Math.round(width)} ${text}`, known = FITTED.get(key) ?? cutTo(c, text, width);
    if (FITTED.size > FITTED_MOST)
        FITTED.clear();
    FITTED.set(key, known);
    return known;
}

/** @param {CanvasRenderingContext2D} c @param {string} text @param {number} width */
function cutTo(c, text, width) {
    if (c.measureText(text).width <= width)
        return text;
    let low = 0, high = text.length;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        c.measureText(text.slice(0, middle) + "…").width <= width ? low = middle : high = middle - 1;
    }
    return text.slice(0, low).trimEnd() + "…";
}

/** @param {CanvasRenderingContext2D} c @param {boolean} isBold @param {number} [size] */
export function setFont(c, isBold, size = TEXT) { c.font = `${isBold ? 600 : 400} ${size}px ${FONT}`; }

/** Return where the children of a box begin: the middle of one of its sides. @param {GraphBox} box @param {boolean} isDown @returns {[number, number]} */
export const exitOf = ({x, y, width, height}, isDown) => isDown ? [x + width / 2, y + height] : [x + width, y + height / 2];

/** Draw a scene. Return the labels that have been placed. @param {CanvasRenderingContext2D} c @param {number} pixel @param {GraphScene} scene */
export function paintGraph(c, pixel, scene) {
    const {graph, camera, width, height} = scene, {scale} = camera;
    c.setTransform(pixel, 0, 0, pixel, 0, 0);
    c.fillStyle = scene.colors.ground;
    c.fillRect(0, 0, width, height);
    c.lineJoin = c.lineCap = "round";
    c.textBaseline = "middle";
    c.setTransform(pixel * scale, 0, 0, pixel * scale, pixel * camera.x, pixel * camera.y);
    const looks = graph.boxes.map((box) => ({box, look: scene.lookOf(box)}));
    const seen = looks.filter(({box}) => isSeen(box, scene));
    for (const isLit of [false, true])
        for (const {box, look} of looks)
            if (look.isLit === isLit && box.parent)
                paintEdge(c, box, look, scene);
    for (const {box, look} of seen) {
        c.globalAlpha = look.isFaded ? 0.3 : 1;
        paintBox(c, box, look, scene);
    }
    c.globalAlpha = 1;
    const labels = scale < TEXT_FROM ? placeLabels(c, seen, scene) : [];
    c.setTransform(pixel, 0, 0, pixel, 0, 0);
    for (const label of labels)
        paintLabel(c, label, scene);
    for (const {box, look} of seen)
        if (look.broken || (scene.canBreak && (look.isHovered || look.isSelected) && scale >= TEXT_FROM))
            paintDot(c, box, look, scene);
    return labels;
}

/** @param {GraphBox} box @param {GraphScene} scene */
function isSeen({x, y, width, height}, {camera, width: right, height: bottom}) {
    const left = x * camera.scale + camera.x, top = y * camera.scale + camera.y, margin = 40;
    return left < right + margin && top < bottom + margin && left + width * camera.scale > -margin && top + height * camera.scale > -margin;
}

// Draw the edge from a box to its parent. The more agents are at the box, the wider it is.
/** @param {CanvasRenderingContext2D} c @param {GraphBox} box @param {GraphLook} look @param {GraphScene} scene */
function paintEdge(c, box, look, {isDown, colors, camera}) {
    const [x, y] = exitOf(/** @type {GraphBox} */ (box.parent), isDown), thin = 1 / Math.min(1, camera.scale * 1.4);
    const [toX, toY] = isDown ? [box.x + box.width / 2, box.y] : [box.x, box.y + box.height / 2];
    c.globalAlpha = look.isFaded ? 0.3 : look.isLit ? 1 : look.share > 0 ? 0.35 + 0.35 * Math.sqrt(look.share) : 0.8;
    c.strokeStyle = look.isLit ? colors.accent : look.share > 0 ? colors.strip : colors.edge;
    c.lineWidth = look.isLit ? 2.6 * thin : thin * 1.3 + 4 * Math.sqrt(look.share);
    const reach = (isDown ? toY - y : toX - x) / 2;
    c.beginPath();
    c.moveTo(x, y);
    isDown ? c.bezierCurveTo(x, y + reach, toX, toY - reach, toX, toY) : c.bezierCurveTo(x + reach, y, toX - reach, toY, toX, toY);
    c.stroke();
}

/** @param {CanvasRenderingContext2D} c @param {GraphBox} box @param {GraphLook} look @param {GraphScene} scene */
function paintBox(c, box, look, scene) {
    const {x, y, width, height} = box, {colors, isDark, camera} = scene, {scale} = camera, kind = kindOf(look.type), thin = 1 / Math.min(1, scale * 1.4);
    const color = isDark ? kind.color.dark : kind.color.light, alpha = c.globalAlpha;
    paintRings(c, box, look, scene, thin);
    c.beginPath();
    c.roundRect(x, y, width, height, 7);
    c.fillStyle = colors.ground;
    c.fill();
    c.globalAlpha = alpha * (look.share > 0 ? 0.1 + 0.42 * Math.sqrt(look.share) : 0.04);
    c.fillStyle = look.share > 0 ? colors.strip : colors.text;
    c.fill();
    c.globalAlpha = alpha;
    c.fillStyle = color;
    c.beginPath();
    c.roundRect(x, y, Math.max(4, Math.min(3 / scale, width / 5)), height, [7, 0, 0, 7]);
    c.fill();
    c.beginPath();
    c.roundRect(x, y, width, height, 7);
    c.strokeStyle = look.isStopped ? colors.stop : look.isLit || look.isWalked ? colors.accent : colors.edge;
    c.lineWidth = (look.isLit || look.isStopped ? 2.2 : 1) * thin;
    c.setLineDash(look.mark === "−" ? [5, 4] : []);
    c.stroke();
    c.setLineDash([]);
    if (scale >= 0.4)
        paintIcon(c, x + 10, y + height / 2, kind, color, iconSize(scale));
    if (scale >= TEXT_FROM)
        paintText(c, box, look, scene);
    if (box.hidden || (hasTwist(box, scale) && (look.isHovered || look.isSelected)))
        paintTwist(c, box, scene);
}

// Mark what is selected, and where the run has stopped, with rings around the box.
/** @param {CanvasRenderingContext2D} c @param {GraphBox} box @param {GraphLook} look @param {GraphScene} scene @param {number} thin */
function paintRings(c, {x, y, width, height}, look, {colors}, thin) {
    const alpha = c.globalAlpha;
    /** @param {string} color @param {number} line @param {number} opacity */
    const ring = (color, line, opacity) => {
        c.beginPath();
        c.roundRect(x, y, width, height, 7);
        c.strokeStyle = color;
        c.lineWidth = 2 * line * thin;
        c.globalAlpha = alpha * opacity;
        c.stroke();
        c.globalAlpha = alpha;
    };
    if (look.isStopped)
        ring(colors.stop, 7, 0.35);
    if (look.isSelected || look.isActive)
        ring(colors.strip, 3, look.isActive ? 1 : 0.75);
    if (look.isWalked)
        ring(colors.accent, 4, 0.45);
}

// Size of icons. Like text, they grow a little when the graph is zoomed out.
/** @param {number} scale */
const iconSize = (scale) => Math.max(16, Math.min(20, 11 / scale));

/**
 * @param {CanvasRenderingContext2D} c
 * @param {number} x
 * @param {number} y
 * @param {NodeKind} kind
 * @param {string} color
 * @param {number} size
 */
function paintIcon(c, x, y, kind, color, size) {
    if (!ICONS.size)
        for (const one of NODE_KINDS)
            ICONS.set(one, new Path2D(one.path));
    c.save();
    c.translate(x, y - size / 2);
    c.scale(size / 16, size / 16);
    c.strokeStyle = color;
    c.lineWidth = 1.8;
    c.stroke(/** @type {Path2D} */ (ICONS.get(kind)));
    c.restore();
}

/** @param {CanvasRenderingContext2D} c @param {GraphBox} box @param {GraphLook} look @param {GraphScene} scene */
function paintText(c, {x, y, width, height}, look, {colors, camera: {scale}}) {
    const middle = y + height / 2 + 0.5, left = BOX_LEFT + iconSize(scale) - 16, size = Math.max(TEXT, TEXT_LEAST / scale);
    setFont(c, look.isLit, size);
    const hasCount = look.agents > 0 && (scale >= COUNT_FROM || c.measureText(look.label).width < width - left - 7 - COUNT_WIDTH);
    c.textAlign = "left";
    c.fillStyle = !look.isLit && (!look.canLive || look.agents === 0) ? colors.muted : colors.text;
    c.fillText(fitted(c, look.label, width - left - 7 - (hasCount ? COUNT_WIDTH : 0)), x + left, middle);
    c.textAlign = "right";
    c.font = `${size - 1}px ${FONT}`;
    if (hasCount)
        c.fillText(shortCount(look.agents), x + width - 9, middle);
    if (look.mark) {
        c.font = `700 15px ${FONT}`;
        c.fillStyle = colors.accent;
        c.fillText(look.mark, x + width + 1, y - 5);
    }
}

/** Return whether a box that is selected, or under the pointer, has a button for folding. @param {GraphBox} box @param {number} scale */
export const hasTwist = (box, scale) => box.hidden > 0 || (box.children.length > 0 && scale >= TWIST_FROM);

// Draw a button at the side of the children, which folds them; of a folded box it has the number of nodes that are hidden.
/** @param {CanvasRenderingContext2D} c @param {GraphBox} box @param {GraphScene} scene */
function paintTwist(c, box, {isDown, colors, camera}) {
    const [x, y] = exitOf(box, isDown), text = box.hidden ? `+${box.hidden}` : "−", size = 1 / Math.min(1, camera.scale * 1.5);
    c.font = `600 ${11 * size}px ${FONT}`;
    c.textAlign = "center";
    const half = Math.max(9 * size, c.measureText(text).width / 2 + 6 * size), alongX = isDown ? x : x + (box.hidden ? half - 7 * size : 0);
    c.beginPath();
    c.roundRect(alongX - half, y - 9 * size, 2 * half, 18 * size, 9 * size);
    c.fillStyle = box.hidden ? colors.muted : colors.ground;
    c.fill();
    c.strokeStyle = colors.muted;
    c.lineWidth = size;
    c.stroke();
    c.fillStyle = box.hidden ? colors.ground : colors.text;
    c.fillText(text, alongX, y + 0.5 * size);
}

/** Return the middle of the dot of a breakpoint on the canvas. @param {GraphBox} box @param {Camera} camera @returns {[number, number]} */
export const dotOf = ({x, y}, camera) => [(x + 2) * camera.scale + camera.x, (y + 2) * camera.scale + camera.y];

/** @param {CanvasRenderingContext2D} c @param {GraphBox} box @param {GraphLook} look @param {GraphScene} scene */
function paintDot(c, box, look, {camera, colors}) {
    const [x, y] = dotOf(box, camera);
    c.beginPath();
    c.arc(x, y, DOT, 0, 7);
    c.fillStyle = look.broken ? colors.stop : colors.ground;
    c.strokeStyle = look.broken ? colors.ground : colors.stop;
    c.lineWidth = 2;
    c.fill();
    c.stroke();
}

// ---- labels of a graph that is zoomed out

/** @param {CanvasRenderingContext2D} c @param {{box: GraphBox, look: GraphLook}[]} seen @param {GraphScene} scene @returns {GraphLabel[]} */
function placeLabels(c, seen, {camera}) {
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.font = `11.5px ${FONT}`;
    const sorted = seen.filter(({look}) => !look.isFaded).sort((a, b) => a.look.rank - b.look.rank).slice(0, 4 * LABELS_MOST);
    return apart(sorted.map(({box, look}) => {
        const text = fitted(c, look.label, Math.max(LABEL_LEAST, box.width * camera.scale - 8)), width = c.measureText(text).width + 10;
        return {box, text, width, height: LABEL_HEIGHT, x: box.x * camera.scale + camera.x + (camera.scale >= 0.4 ? 28 * camera.scale : 0),
                y: (box.y + box.height / 2) * camera.scale + camera.y - LABEL_HEIGHT / 2};
    }), LABELS_MOST);
}

/** @param {CanvasRenderingContext2D} c @param {GraphLabel} label @param {GraphScene} scene */
function paintLabel(c, {box, text, x, y, height}, {colors, lookOf}) {
    const look = lookOf(box);
    c.font = `${look.isLit ? 600 : 400} 11.5px ${FONT}`;
    c.textAlign = "left";
    c.globalAlpha = 0.85;
    c.strokeStyle = colors.ground;
    c.lineWidth = 4;
    c.strokeText(text, x + 5, y + height / 2 + 0.5);
    c.globalAlpha = 1;
    c.fillStyle = look.isStopped ? colors.stop : look.isLit ? colors.accent : !look.canLive || look.agents === 0 ? colors.muted : colors.text;
    c.fillText(text, x + 5, y + height / 2 + 0.5);
}
