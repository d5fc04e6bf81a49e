// SPDX-License-Identifier: MIT
// Which nodes of a tree are shown, line by line: those below a closed one are not, and a search leaves those that it finds.

/** @import {Node} from "./source.js" */

/** @param {Node[]} nodes @param {number} node */
export const isParent = (nodes, node) => nodes[node].end > node + 1;

/** The nodes that no closed one hides. @param {Node[]} nodes @param {Set<number>} closed */
export function linesOf(nodes, closed) {
    const lines = [];
    for (let i = 0; i < nodes.length;) {
        lines.push(i);
        i = closed.has(i) ? nodes[i].end : i + 1;
    }
    return lines;
}

/** The nodes with a text in name, label or type, and all above them. @param {Node[]} nodes @param {string} text */
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

/** What a node is called. @param {Pick<Node, "name" | "label">} node */
export const labelOf = ({name, label}) => name && !label.includes(name) ? `${label} (${name})` : label;
