// SPDX-License-Identifier: MIT
// Icons of node types as elements, and a legend of them.

import {element} from "../draw/dom.js";
import {kindOf, kindsIn} from "../model/node_kinds.js";
/** @import {NodeKind} from "../model/node_kinds.js" */
/** @import {Node} from "../model/source.js" */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{box: HTMLElement, path: SVGPathElement, shown: NodeKind | null}} NodeIcon */

/** @returns {NodeIcon} */
export function makeIcon() {
    const box = element("span", "kind-icon"), picture = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
    picture.setAttribute("viewBox", "0 0 16 16");
    picture.setAttribute("aria-hidden", "true");
    picture.append(path);
    box.append(picture);
    return {box, path, shown: null};
}

/** @param {NodeIcon} icon @param {string} type @param {boolean} isDark */
export function showIcon(icon, type, isDark) {
    const kind = kindOf(type);
    if (icon.shown !== kind)
        icon.path.setAttribute("d", kind.path);
    icon.shown = kind;
    icon.box.style.color = isDark ? kind.color.dark : kind.color.light;
}

/** Fill a legend with the types of nodes. @param {HTMLElement} box @param {Pick<Node, "type">[]} nodes @param {boolean} isDark */
export function fillLegend(box, nodes, isDark) {
    box.replaceChildren(...kindsIn(nodes).map(({types}) => {
        const entry = element("span", "entry"), icon = makeIcon();
        showIcon(icon, types[0], isDark);
        entry.append(icon.box, element("span", "", types.join(", ").replaceAll("_", " ")));
        return entry;
    }));
}
