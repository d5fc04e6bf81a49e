// SPDX-License-Identifier: MIT
// A source is where the panel, the table, the map and the charts get what they show. RecordingSource (recording_source.js)
// is one, over the bytes in the page; LiveSource (live_source.js) another, over a server. Every function may answer at
// once or with a promise, and an answer is bounded by the question: a window of agents, the nodes of a tree, one agent.
// Questions go through Asker.
//
// A frame is an index into the frames, a node one into the nodes of its group's tree at that frame.

/** @typedef {number | boolean | (number | boolean)[] | null} Value a value of an agent; null if its group has no such column */

/** @typedef {{name: string, type: string, unit: string, words: string[]}} ValueColumn values of agents; the type is "float", "int" or "bool", or that of a vector */

/**
 * A node of a tree. Nodes are in preorder, those below a node end before `end`, the root's parent is -1.
 *
 * @typedef {{type: string, name: string, label: string, parent: number, depth: number, end: number, canLive: boolean}} Node
 */
/**
 * A tree of a group. `first` to `last` are the frames that have it; a version is one tree of a group.
 *
 * @typedef {{group: number, name: string, version: number, first: number, last: number, nodes: Node[]}} Tree
 */
/**
 * How many agents are at each node, and how the root has answered: failed, running, succeeded, none. `ran` is how often
 * each node succeeded, failed, ran on, was abandoned since the frame before.
 *
 * @typedef {{version: number, total: number, agents: ArrayLike<number>, answers: number[], ran: ArrayLike<number> | null}} Counts
 */
/**
 * An agent: its live nodes, and its values by column. The answer is an index into ANSWERS, or -1.
 *
 * @typedef {{id: number, group: number, answer: number, nodes: number[], values: Value[], position?: number[]}} Agent
 */
/**
 * A step of an agent; kinds are indexes into STEP_KINDS. In recordings, `answers` are the values of expressions. In live
 * runs, `changes` are keys that it wrote, by their indexes, and `seen` the values after it, by columns.
 *
 * @typedef {{kind: number, node: number, group: number, answers?: (number | boolean | null)[], changes?: [number, Value][],
 *     seen?: Value[]}} Step
 */
/**
 * The steps of an agent in one tick. `asked` are texts of expressions. A live source has a `serial` of the answer.
 *
 * @typedef {{tick: number, steps: Step[], asked?: string[], serial?: number, isCut?: boolean,
 *     keys?: {name: string, words?: string[]}[]}} Steps
 */
/** @typedef {{group: number, node: number, version: number}} At a node of a tree; nobody is at a node of another version */

/** @typedef {"id" | "group" | "answer" | "leaf" | number} ColumnId what rows are sorted by; a number is the index of a column */

/**
 * `count` of the agents that fit, from the index `from` on. A live source takes `group` and `expression`, and no filters.
 *
 * @typedef {{at: At | null, filters: {column: ColumnId, text: string}[], sort: {column: ColumnId, down: boolean}, from: number,
 *     count: number, group: number, expression: string}} Query
 */
/** @typedef {{total: number, rows: Agent[], error?: string, reach?: number}} Rows `reach` is the number of rows that windows get to */

/**
 * Agents at each node: a number for each span of time, NaN if it is not known. `frames` has the first of each span.
 *
 * @typedef {{frames: number[], agents: ArrayLike<number>[], most: number}} History
 */
/** @typedef {At} Bin all of a group if the node is -1 */

/** @typedef {{count: Float64Array, mean: Float64Array, low: Float64Array, high: Float64Array, deviation: Float64Array}} Line numbers of each span; NaN if they are not known */

/** @typedef {{frames: number[], lines: Line[], isGone?: boolean}} Series a line for each bin; `isGone`: an edit has taken the column away */

/**
 * @template T
 * @typedef {T | Promise<T>} Soon
 */
/**
 * @typedef {object} Source
 * @property {string} name of the run
 * @property {number} frameCount it may grow
 * @property {boolean} isDone whether it has all frames
 * @property {boolean} [isLive] whether the run goes on, and answers about agents are those of the present. Its chart has
 *     `agents` by group and by node, its columns are by group, and its table the agents of one group that fit an expression
 * @property {boolean} hasTrees whether `tree`, `counts` and `history` know nodes
 * @property {string[]} groups
 * @property {ValueColumn[]} columns
 * @property {(() => void) | null} onChange called when `history` or `series` would answer more than before
 * @property {(frame: number) => number} tickOf
 * @property {(frame: number) => number} timeOf in seconds
 * @property {(group: number, frame: number) => Soon<Tree | null>} tree
 * @property {(group: number, frame: number) => Soon<Counts | null>} counts
 * @property {(id: number, frame: number) => Soon<Agent | null>} agent
 * @property {(id: number) => boolean} [hasGone] whether it is known that there is no such agent any more
 * @property {(id: number, frame: number) => Soon<Steps | null>} steps those of the last tick up to the frame; null if nobody watched the agent
 * @property {(at: At, frame: number) => Soon<Float64Array | null>} members ids of agents at a node, in order; null when they are too many
 * @property {(query: Query, frame: number) => Soon<Rows>} rows
 * @property {(group: number, version: number) => Soon<History | null>} history
 * @property {(wanted: {column: number | "agents", name: string | null, bins: Bin[]}) => Soon<Series | null>} series
 *     of a column; "agents" are counts alone
 * @property {(group: number, name: string) => boolean} [hasKey] whether agents of a group have that column
 * @property {() => void} [describe] called when the first frame is there
 * @property {(milliseconds: number) => void} [work] go through the past for so long
 */

export const STEP_KINDS = ["entered", "resumed", "succeeded", "failed", "runs", "abandoned", "rolled back", "logged"];
export const ANSWERS = ["failed", "running", "succeeded", "not ticked yet"];

// Asks one thing of a name at a time. While an answer is awaited, the newest question waits, and
// those before it are dropped: a slow source is asked as often as it answers.
export class Asker {
    constructor() {
        /** @type {Map<string, [question: () => any, then: (answer: any) => void] | null>} */
        this.awaited = new Map(); // by name: the question that waits
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
        answer.then((value) => go(() => then(value)), () => go(() => {})); // what failed is asked again with the next frame
    }
}

// The live nodes in which no other is live: what an agent does, in short.
/** @param {{nodes: {end: number}[]}} tree @param {number[]} nodes @returns {number[]} */
export function leavesOf(tree, nodes) {
    return nodes.filter((node, i) => i + 1 === nodes.length || nodes[i + 1] >= tree.nodes[node].end);
}
