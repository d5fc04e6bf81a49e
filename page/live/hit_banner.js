// SPDX-License-Identifier: MIT
// Reports the breakpoint at which a run has stopped: above the panels it describes why, and it selects the agent and shows
// the node in the tree.

import {$} from "../draw/dom.js";
import {hitText} from "../model/hit_text.js";
/** @import {LivePlayer} from "./live_player.js" */
/** @import {Break, LiveState} from "./live_source.js" */

export class HitBanner {
    /** @param {LivePlayer} player */
    constructor(player) {
        this.player = player;
        this.key = ""; // identifies the hit that is reported
        /** @type {Break | undefined} */
        this.reached = undefined; // the breakpoint; it may have been removed since
        $("hit-run").addEventListener("click", () => player.setPlaying(true));
        $("hit-remove").addEventListener("click", () => this.reached && player.act({do: "unbreak", id: this.reached.id}));
        $("close-hit").addEventListener("click", () => { $("hit").hidden = true; });
    }

    // Report the hit of the current state, once.
    /** @param {LiveState} state @param {Break[]} breaks */
    show({stop, running, going, hit, tick}, breaks) {
        if (stop !== "broken" || running || going || !hit) {
            this.leave();
            return;
        }
        const key = `${hit.id} ${hit.tick} ${hit.agent}`, found = breaks.find(({id}) => id === hit.id);
        if (key !== this.key && found) {
            this.key = key;
            this.reached = found;
            this.reach(found, hit.agent, tick);
        }
        if (this.key === key) {
            $("hit-remove").disabled = found === undefined;
            this.showValues(hit.agent);
        }
    }

    // Select the agent and the node of a breakpoint, and describe why the run has stopped.
    /** @param {Break} one @param {number | null} agent @param {number} tick */
    reach(one, agent, tick) {
        const {explorer, source} = this.player, label = source.trees[one.group]?.nodes[one.node]?.label ?? "";
        explorer.setPanel(true);
        if (agent !== null)
            this.player.pick(agent);
        explorer.panel.stopAt(one.if === undefined ? {group: one.group, node: one.node} : null);
        $("hit-name").textContent = `Breakpoint ${one.id}`;
        $("hit-says").textContent = `${hitText(one, agent, label)}; stopped before tick ${tick.toLocaleString("en-US")}`;
        $("hit").hidden = false;
    }

    // Show the keys that the condition contains.
    /** @param {number | null} agent */
    showValues(agent) {
        const {panel} = this.player.explorer, condition = this.reached?.if;
        const text = condition !== undefined && panel.agent && panel.agent.id === agent ? panel.valuesIn(condition, panel.agent.values) : "";
        if ($("hit-values").textContent !== text)
            $("hit-values").textContent = text;
    }

    leave() {
        if (!this.key)
            return;
        this.key = "";
        $("hit").hidden = true;
        this.player.explorer.panel.stopAt(null);
    }
}
