// SPDX-License-Identifier: MIT
// Selects the nodes of a tree that are listed: nodes below a closed node are hidden, and a search hides nodes that do not match.

/** @import {Node} from "./source.js" */

/** @param {Node[]} nodes @param {number} node */
export const isParent = (nodes, node) => nodes[node].end > node + 1;

/** Return the nodes that are not below a closed node. @param {Node[]} nodes @param {Set<number>} closed */
export function linesOf(nodes, closed) {
    const lines = [];
    for (let i = 0; i < nodes.length;) {
        lines.push(i);
        i = closed.has(i) ? nodes[i].end : i + 1;
    }
    return lines;
}

/** Return the nodes whose name, label or type contains a text, and all nodes above them. @param {Node[]} nodes @param {string} text */
export function linesWith(nodes, text) {
    /** @type {Set<number>} */
    const hits = new Set(), found = new Set();
    nodes.forEach((node, i) => {
        if (!`${node.name} ${node.label} ${node.type}`.toLowerCase().includes(text))
            return;
        hits.add(i);
        for (let at = i; at >= 0 && !found.has(at); at = nodes[at].parent)
            found.add(at);
    });
    return {hits, lines: [...found].sort((a, b) => a - b)};
}

/** Return the label of a node, with its name if the label does not contain it. @param {Pick<Node, "name" | "label">} node */
export const labelOf = ({name, label}) => name && !label.includes(name) ? `${label} (${name})` : label;

/** Return the type of a node that has a name, unless the label contains it; otherwise nothing. @param {Pick<Node, "name" | "label" | "type">} node */
export const typeOf = ({name, label, type}) => name && !label.includes(type) ? type.replaceAll("_", " ") : "";

/** Return the place in `lines` of a node, or of the nearest node above it that is listed; -1 if none is. @param {Node[]} nodes @param {number[]} lines @param {number} node */
export function lineOf(nodes, lines, node) {
    for (let up = node; up >= 0 && nodes[up]; up = nodes[up].parent) {
        const at = lines.indexOf(up);
        if (at >= 0)
            return at;
    }
    return -1;
}
