// SPDX-License-Identifier: MIT
// Decodes a recording: its world, its trees, or both.

import {Chunks, KIND} from "./chunks.js";
import {TreeFrames} from "./tree_frames.js";
import {WorldFrames, readWorld} from "./world_frames.js";

export class Recording {
    constructor() {
        this.chunks = new Chunks();
        /** @type {WorldFrames | null} */
        this.world = null; // null: there is none, or its description has not arrived
        /** @type {TreeFrames | null} */
        this.trees = null;
        this.isComplete = false;
    }

    // Append bytes, and read all chunks that are now complete.
    /** @param {Uint8Array} bytes */
    add(bytes) {
        for (const chunk of this.chunks.add(bytes)) {
            const {kind, payload} = chunk;
            if (kind === KIND.end)
                this.isComplete = true;
            else if (kind === KIND.world)
                this.world = new WorldFrames(readWorld(payload));
            else if (kind === KIND.trees)
                this.trees = new TreeFrames(payload);
            else if (kind === KIND.frame)
                this.world?.take(chunk);
            else
                this.trees?.take(chunk);
        }
    }
}
