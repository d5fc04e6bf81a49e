// SPDX-License-Identifier: MIT
// A source provides the data that the panel, the table, the map and the charts show. RecordingSource (recording_source.js)
// reads bytes in the page; LiveSource (live_source.js) queries a server. Every function may return a result at once or a
// promise. The size of a result is bounded by the query: a window of agents, the nodes of a tree, one agent. Callers send
// queries through Asker.
//
// A frame is an index into the frames. A node is an index into the nodes of its group's tree at that frame.

/** @typedef {number | boolean | (number | boolean | number[])[] | null} Value a value of an agent; null if its group has no such column */

/** @typedef {{name: string, type: string, unit: string, words: string[]}} ValueColumn values of agents; the type is "float", "int", "bool", "list" or a vector type */

/**
 * A node of a tree. Nodes are in preorder; those below a node have indices less than `end`. The parent of the root is -1.
 *
 * @typedef {{type: string, name: string, label: string, parent: number, depth: number, end: number, canLive: boolean}} Node
 */
/**
 * A tree of a group. It is used in the frames `first` to `last`. Each tree of a group has its own version.
 *
 * @typedef {{group: number, name: string, version: number, first: number, last: number, nodes: Node[]}} Tree
 */
/**
 * The number of agents at each node, and the number of agents for each status of the root: failed, running, succeeded,
 * none. `ran` counts how often each node succeeded, failed, stayed running and was abandoned since the previous frame.
 *
 * @typedef {{version: number, total: number, agents: ArrayLike<number>, answers: number[], ran: ArrayLike<number> | null}} Counts
 */
/**
 * An agent: its live nodes, and its values by column. `answer` is the status of the root as an index into ANSWERS, or -1.
 *
 * @typedef {{id: number, group: number, answer: number, nodes: number[], values: Value[], position?: number[]}} Agent
 */
/**
 * A step of an agent. `kind` is an index into STEP_KINDS. In recordings, `answers` are the values of expressions. In live
 * runs, `changes` are the indices and new values of keys that the step wrote, and `seen` are the values after it, by column.
 *
 * @typedef {{kind: number, node: number, group: number, answers?: (number | boolean | null)[], changes?: [number, Value][],
 *     seen?: Value[]}} Step
 */
/**
 * The steps of an agent in one tick. `asked` are the texts of the expressions. In a live source, `serial` changes with each response.
 *
 * @typedef {{tick: number, steps: Step[], asked?: string[], serial?: number, isCut?: boolean,
 *     keys?: {name: string, type?: string, words?: string[]}[]}} Steps
 */
/** @typedef {{group: number, node: number, version: number}} At a node of a tree; no agent is at a node of another version */

/** @typedef {"id" | "group" | "answer" | "leaf" | number} ColumnId the column by which rows are sorted; a number is an index into the columns */

/**
 * A query for `count` of the matching agents, from the index `from` on. A live source uses `group` and `expression`, not `filters`.
 *
 * @typedef {{at: At | null, filters: {column: ColumnId, text: string}[], sort: {column: ColumnId, down: boolean}, from: number,
 *     count: number, group: number, expression: string}} Query
 */
/** @typedef {{total: number, rows: Agent[], error?: string, reach?: number}} Rows queries return only the first `reach` rows */

/**
 * The number of agents at each node for each span of time, NaN if it is not known. `frames` has the first frame of each span.
 *
 * @typedef {{frames: number[], agents: ArrayLike<number>[], most: number}} History
 */
/** @typedef {At} Bin the agents at a node, all agents of the group if the node is -1, or agents without a live node if it is AT_NO_NODE */

/** @typedef {{count: Float64Array, mean: Float64Array, low: Float64Array, high: Float64Array, deviation: Float64Array}} Line numbers for each span; NaN if they are not known */

/** @typedef {{frames: number[], lines: Line[], isGone?: boolean}} Series a line for each bin; `isGone`: an edit has removed the column */

/**
 * @template T
 * @typedef {T | Promise<T>} Soon
 */
/**
 * @typedef {object} Source
 * @property {string} name of the run
 * @property {number} frameCount it may grow
 * @property {boolean} isDone whether all frames have arrived
 * @property {boolean} [isLive] whether the source is a live run, which has agents only for the present. Its chart has
 *     `agents` by group and by node, and columns by group. Its table has the agents of one group that match an expression
 * @property {boolean} hasTrees whether there are trees, so that `tree`, `counts` and `history` return nodes
 * @property {string[]} groups
 * @property {ValueColumn[]} columns
 * @property {(() => void) | null} onChange called when `history` or `series` would return more than before
 * @property {(frame: number) => number} tickOf
 * @property {(frame: number) => number} timeOf in seconds
 * @property {(group: number, frame: number) => Soon<Tree | null>} tree
 * @property {(group: number, frame: number) => Soon<Counts | null>} counts
 * @property {(id: number, frame: number) => Soon<Agent | null>} agent
 * @property {(id: number) => boolean} [hasGone] whether the agent is known to be despawned
 * @property {(id: number, frame: number) => Soon<Steps | null>} steps of the last tick up to the frame; null if the agent was not watched
 * @property {(at: At, frame: number) => Soon<Float64Array | null>} members ids of the agents at a node, in order; null if there are too many
 * @property {(query: Query, frame: number) => Soon<Rows>} rows
 * @property {(group: number, version: number) => Soon<History | null>} history
 * @property {(wanted: {column: number | "agents", name: string | null, bins: Bin[]}) => Soon<Series | null>} series
 *     series of a column; for "agents" only counts
 * @property {(group: number, name: string) => boolean} [hasKey] whether the agents of a group have that column
 * @property {() => void} [describe] called when the first frame has arrived
 * @property {(milliseconds: number) => void} [work] compute the past for some milliseconds
 */

export const AT_NO_NODE = -2;
export const STEP_KINDS = ["entered", "resumed", "succeeded", "failed", "runs", "abandoned", "rolled back", "logged"];
export const ANSWERS = ["failed", "running", "succeeded", "not ticked yet"];

// Sends queries, at most one of each name at a time. Meanwhile only the newest query of that name waits, and older ones
// are dropped. So a slow source gets the next query when it has answered the previous one.
export class Asker {
    constructor() {
        /** @type {Map<string, [question: () => any, then: (answer: any) => void] | null>} */
        this.awaited = new Map(); // the query that waits, by name
    }

    /** @param {string} name @param {() => any} question @param {(answer: any) => void} then */
    ask(name, question, then) {
        if (this.awaited.has(name)) {
            this.awaited.set(name, [question, then]);
            return;
        }
        const answer = question();
        if (!(answer instanceof Promise)) {
            then(answer);
            return;
        }
        this.awaited.set(name, null);
        /** @param {() => void} take */
        const go = (take) => {
            const waiting = this.awaited.get(name);
            this.awaited.delete(name);
            take();
            if (waiting)
                this.ask(name, waiting[0], waiting[1]);
        };
        answer.then((value) => go(() => then(value)), () => go(() => {})); // ignore a failed query: the next frame repeats it
    }
}

// Return the live nodes below which no other node is live. They summarize what an agent does.
/** @param {{nodes: {end: number}[]}} tree @param {number[]} nodes @returns {number[]} */
export function leavesOf(tree, nodes) {
    return nodes.filter((node, i) => i + 1 === nodes.length || nodes[i + 1] >= tree.nodes[node].end);
}

// Return the live leaf to keep in view: one that was just entered, else the previous one if it is still live, else the first.
/** @param {number[]} leaves @param {Set<number>} entered @param {number} kept @returns {number} */
export function leafToKeep(leaves, entered, kept) {
    return leaves.find((leaf) => entered.has(leaf)) ?? (leaves.includes(kept) ? kept : leaves[0] ?? -1);
}
