// SPDX-License-Identifier: MIT
// A source is where the panel, the table, the map and the charts get what they show. RecordingSource
// (recording_source.js) is one, over the bytes in the page; a server can be another. Every function
// may answer at once or with a promise, and an answer is bounded by the question: a window of agents,
// the nodes of a tree, one agent. Questions go through Asker.
//
// A frame is an index into `frames`, a node one into the nodes of its group's tree at that frame.
//
//   frameCount    it may grow
//   isDone        whether it has all frames
//   name          of the run
//   isLive        whether the run goes on, and answers about agents are those of the present. Its chart has `agents`
//                 group and by node, its columns are by group, and its table the agents of one group, with those that fit an expression
//   hasTrees      whether `tree`, `counts` and `history` know nodes
//   groups        [name]
//   columns       [{name, type, unit, words}], type is "float", "int" or "bool": values of agents
//   onChange      is called, if there is one, when `history` or `series` would answer more than before
//
//   tickOf(frame), timeOf(frame)  at once; the time is in seconds
//   tree(group, frame)         null, or {group, name, version, first, last, nodes}: `first` to `last`
//                              are the frames that have this tree; a version is one tree of a group.
//                              A node is {type, name, label, parent, depth, end, canLive}; nodes are in
//                              preorder, those below a node end before `end`, the root's parent is -1
//   counts(group, frame)       null, or {version, total, agents: [at each node], answers: [failed,
//                              running, succeeded, none], ran: null or [how often each node
//                              succeeded, failed, ran on, was abandoned since the frame before]}
//   agent(id, frame)           null, or {id, group, answer, nodes: [live ones], values: [by column]};
//                              a value that its group does not have is null
//   hasGone(id)                whether it is known that there is no such agent any more. Sources may lack this
//   steps(id, frame)           null when nobody watched it, or {tick, steps: [{kind, node, group}]} of the
//                              last tick up to the frame; kinds are STEP_KINDS. A recording may have
//                              `asked`, texts of expressions, and of each step their `answers`. A live source has a `serial`
//                              of the answer, too, and of each step `changes` ([[index of the key, value]]) and
//                              `seen`, the values behind it by columns
//   members(at, frame)         the ids of the agents at a node, in order; null when they are too many. `at` is
//                              {group, node, version}; nobody is at a node of another version
//   rows(query, frame)         {total, rows: [agents as above]}: `count` of those that fit, behind `from`.
//                              A query is {at: null or as above, filters: [{column, text}],
//                              sort: {column, down}, from, count}; a column is "id", "group", "answer",
//                              "leaf" or the index of a column. One to a live source has `group` and an
//                              `expression`. Its answer can have an `error`, and `reach`, the rows that
//                              windows get to
//   history(group, version)    {frames: [first of each span], agents: [of each node, a number for each
//                              span, NaN where it is not known], most}
//   series({column, name, bins})
//                              {frames: [first of each span], lines: [{count, mean, low, high,
//                              deviation}]}: a line for each bin, a number for each span, NaN where it
//                              is not known, or nobody is there. A bin is {group, node, version}, node
//                              -1 for all of the group; the column an index, or "agents" for `count`
//                              alone; `name` is its name. Deviation is the standard deviation. A live source says by
//                              `isGone` that an edit has taken the column away
//   hasKey(group, name)        whether agents of a group have that column. Sources may lack this

export const STEP_KINDS = ["entered", "resumed", "succeeded", "failed", "runs", "abandoned", "rolled back", "logged"];
export const ANSWERS = ["failed", "running", "succeeded", "not ticked yet"];

// Asks one thing of a name at a time. While an answer is awaited, the newest question waits, and
// those before it are dropped: a slow source is asked as often as it answers.
export class Asker {
    constructor() {
        this.awaited = new Map(); // by name: the question that waits, as [question, then], or null
    }

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
        const go = (take) => {
            const waiting = this.awaited.get(name);
            this.awaited.delete(name);
            take();
            if (waiting)
                this.ask(name, ...waiting);
        };
        answer.then((value) => go(() => then(value)), () => go(() => {})); // what failed is asked again with the next frame
    }
}

// The live nodes in which no other is live: what an agent does, in short.
export function leavesOf(tree, nodes) {
    return nodes.filter((node, i) => i + 1 === nodes.length || nodes[i + 1] >= tree.nodes[node].end);
}
