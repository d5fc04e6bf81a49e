// SPDX-License-Identifier: MIT
// Functions to find and create elements of the page.

import {shade} from "../model/colors.js";
import {known} from "../model/known.js";

/**
 * The types of the elements that are more specific than HTMLElement, by id.
 *
 * @typedef {Record<"time" | "search" | "expression" | "goal" | "find-value" | "set-path" | "set-value" | "spawn-count"
 *     | "break-if" | "break-bound" | "break-only", HTMLInputElement>
 *     & Record<"color" | "tree-group" | "chart-column" | "chart-by" | "break-when", HTMLSelectElement>
 *     & Record<"points" | "below" | "above" | "heat-map" | "map" | "chart" | "graph", HTMLCanvasElement>
 *     & Record<"back" | "into" | "cancel" | "despawn" | "hit-remove", HTMLButtonElement>
 *     & Record<"keys", HTMLDialogElement>} Elements
 */

/**
 * Return the element with an id. The page has all ids that its modules use.
 *
 * @template {string} Id
 * @param {Id} id
 * @returns {Id extends keyof Elements ? Elements[Id] : HTMLElement}
 */
export const $ = (id) => /** @type {any} */ (document.getElementById(id));

/** Return the target element of an event. @param {Event} event */
export const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

/** @param {HTMLCanvasElement} canvas @param {CanvasRenderingContext2DSettings} [settings] */
export function contextOf(canvas, settings) {
    return known(canvas.getContext("2d", settings));
}

/** @param {HTMLElement} button */
export function press(button) {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
}

/** @param {string} tag @param {string} className @param {string} [text] @returns {HTMLElement} */
export function element(tag, className, text = undefined) {
    const made = document.createElement(tag);
    made.className = className;
    if (text !== undefined)
        made.textContent = text;
    return made;
}

// Add a bar with all shades, and labels for its two ends.
/** @param {HTMLElement} to @param {string} low @param {string} high */
export function addScale(to, low, high) {
    const stops = Array.from({length: 11}, (_, i) => `rgb(${shade(i / 10)})`).join(",");
    const bar = element("div", "scale"), ends = element("div", "ends");
    bar.style.background = `linear-gradient(to right, ${stops})`;
    ends.append(element("span", "", low), element("span", "", high));
    to.append(bar, ends);
}

// Whether the window is so narrow that all panels are below each other, as in the style sheets.
export const narrow = () => matchMedia("(max-width: 720px)").matches;

// Let the browser download a file.
/** @param {string} name @param {Blob | null} blob */
export function save(name, blob) {
    if (!blob)
        return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
