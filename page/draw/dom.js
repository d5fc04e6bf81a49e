// SPDX-License-Identifier: MIT
// The elements of the page: how they are found and made.

import {shade} from "../model/colors.js";

export const $ = (id) => document.getElementById(id);

export function press(button) {
    button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
}

export function element(tag, className, text) {
    const made = document.createElement(tag);
    made.className = className;
    if (text !== undefined)
        made.textContent = text;
    return made;
}

// A bar of all shades, and what its ends are.
export function addScale(to, low, high) {
    const stops = Array.from({length: 11}, (_, i) => `rgb(${shade(i / 10)})`).join(",");
    const bar = element("div", "scale"), ends = element("div", "ends");
    bar.style.background = `linear-gradient(to right, ${stops})`;
    ends.append(element("span", "", low), element("span", "", high));
    to.append(bar, ends);
}

// Hands a file to whoever looks at the page.
export function save(name, blob) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
