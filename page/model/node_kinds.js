// SPDX-License-Identifier: MIT
// Kinds of node types. Each kind has a colour of the palette and an icon, which outline, graph and legend share.

import {PALETTE} from "./colors.js";
/** @import {Color} from "./colors.js" */
/** @import {Node} from "./source.js" */

/** @typedef {{types: string, color: Color, path: string}} NodeKind `path` is the SVG path of the icon, whose lines are stroked in a square of 16 by 16 */

/** @param {string} color @param {string} path @param {string} types @returns {NodeKind} */
function kind(color, path, types) {
    const {light, dark} = PALETTE.find(({name}) => name === color) ?? PALETTE[0];
    return {types, path, color: {light, dark}};
}

const OTHER = kind("brown", "M8 5.5a2.5 2.5 0 1 0 .01 0z", "");

/** The kinds, in the order of legends. @type {NodeKind[]} */
export const NODE_KINDS = [
    kind("blue", "M2 8h11.5M9.5 4l4 4-4 4", "sequence reactive_sequence pipeline"),
    kind("violet", "M5 5.4a3 3 0 1 1 4.4 2.7C8.4 8.7 8 9.2 8 10.3M8 13.1v.1", "selector priority"),
    kind("cyan", "M2 8h3.5L9 3.5h4.5M5.5 8 9 12.5h4.5", "switch decide weighted utility"),
    kind("navy", "M2 5h11M10.5 2.5 13 5l-2.5 2.5M2 11h11M10.5 8.5 13 11l-2.5 2.5", "parallel concurrent race service"),
    kind("pine", "M13.2 8.6A5.3 5.3 0 1 1 12 4.5M12.6 1.8v3H9.5", "repeat while retry for_each"),
    kind("brown", "M5.5 2.5H3v11h2.5M10.5 2.5H13v11h-2.5M8 7v2", "invert force_success force_failure delay timeout cooldown once chance debug"),
    kind("gold", "M8 2l6 6-6 6-6-6z", "condition"),
    kind("green", "M9 1.8 4 9h3.6L7 14.2 12 7H8.4z", "action deferred"),
    kind("orange", "M8 2a6 6 0 1 0 .01 0zM8 4.8V8l2.2 1.6", "wait running"),
    kind("olive", "M2.8 13.2 3.6 10l6.6-6.6 2.4 2.4L6 12.4z", "set set_element set_list push pop clear signal"),
    kind("rust", "M4.5 14.5v-12h7.8l-2 3.2 2 3.2H4.5", "success failure persistent"),
    OTHER,
];

const KIND_OF = new Map(NODE_KINDS.flatMap((one) => one.types.split(" ").map((type) => [type, one])));

/** Return the kind of a node type. @param {string} type @returns {NodeKind} */
export const kindOf = (type) => KIND_OF.get(type) ?? OTHER;

/** Return the kinds that nodes have, with the types that occur. @param {Pick<Node, "type">[]} nodes */
export function kindsIn(nodes) {
    const types = [...new Set(nodes.map(({type}) => type))];
    return NODE_KINDS.map((one) => ({kind: one, types: types.filter((type) => kindOf(type) === one)})).filter((one) => one.types.length > 0);
}
