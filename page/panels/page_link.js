// SPDX-License-Identifier: MIT
// Stores the state of the page in its address, after the `#`: the time, the picked agent, colours, the camera, the chosen
// node and the closed nodes. The address is updated while nothing plays, and the state is restored on loading.
//
//   #t=12.5&agent=7&color=speed&camera=3.1,4,20&node=0:5&fold=0:1.8&view=map&panel=1&chart=speed,node

import {$, narrow} from "../draw/dom.js";
import {VIEWS} from "./views.js";
/** @import {World} from "../player/world.js" */
/** @import {Explorer} from "./explorer.js" */
/** @import {TreePanel} from "./tree_panel.js" */

const KEEP = 400; // milliseconds between changes of the address

export class PageLink {
    /** @param {Explorer} owner */
    constructor(owner) {
        this.owner = owner;
        this.written = "";
        this.keptAt = 0;
        /** @type {number | undefined} */
        this.timer = undefined;
        /** @type {number | null} */
        this.wantedTime = null; // time of a frame that may not have arrived yet
        addEventListener("hashchange", () => location.hash !== this.written && this.restore());
    }

    // Words without a value choose the painter, in view.js.
    get words() { return location.hash.slice(1).split("&").filter((part) => part && !part.includes("=")); }

    text() {
        const {player, panel, source} = this.owner;
        /** @type {Map<string, string | number>} */
        const parts = new Map();
        if (!source.isLive)
            parts.set("t", +source.timeOf(player.shown).toFixed(6));
        if (player.picked !== null)
            parts.set("agent", player.picked);
        if (player.world)
            this.addWorld(parts, player.world);
        if (panel.chosen)
            parts.set("node", `${panel.chosen.group}:${panel.chosen.node}`);
        const folds = [...panel.closed].filter(([, nodes]) => nodes.size).map(([group, nodes]) => `${group}:${[...nodes].sort((a, b) => a - b).join(".")}`);
        if (folds.length)
            parts.set("fold", folds.join(","));
        if (panel.group)
            parts.set("group", panel.group);
        parts.set("view", this.owner.view);
        if (this.owner.view === "graph")
            parts.set("graph", this.owner.graph.isDown ? "down" : "right");
        parts.set("panel", $("trees").hidden ? 0 : 1);
        if (!$("charts").hidden)
            parts.set("chart", `${$("chart-column").selectedOptions[0].text},${$("chart-by").value}`);
        return "#" + [...this.words, ...[...parts].map(([name, value]) => `${name}=${encodeURIComponent(value).replace(/%2C/g, ",").replace(/%3A/g, ":")}`)].join("&");
    }

    /** @param {Map<string, string | number>} parts @param {World} world */
    addWorld(parts, world) {
        const {view} = world, round = (/** @type {number} */ x) => +x.toPrecision(7);
        parts.set("color", $("color").selectedOptions[0].text);
        if (world.isFollowing)
            parts.set("follow", 1);
        if (world.isMoved)
            parts.set("camera", [...view.camera, view.scale, ...(world.d.dimension === 3 ? view.turn : [])].map(round).join(","));
    }

    // Update the address from time to time.
    keep() {
        const {player} = this.owner;
        if (player.isPlaying || player.shown < 0 || performance.now() - this.keptAt < KEEP)
            return;
        this.keptAt = performance.now();
        const text = this.text();
        if (text === this.written)
            return;
        this.written = text;
        try {
            history.replaceState(null, "", text);
        } catch { // some browsers reject this for files, or if it happens too often
            this.keptAt += 10000;
        }
    }

    copy() {
        const address = location.href.split("#")[0] + this.text();
        const told = () => this.tell("link copied");
        if (navigator.clipboard)
            navigator.clipboard.writeText(address).then(told, () => this.offer(address));
        else
            this.offer(address);
    }

    /** @param {string} address */
    offer(address) {
        const box = document.createElement("textarea");
        box.value = address;
        document.body.append(box);
        box.select();
        document.execCommand("copy");
        box.remove();
        this.tell("link copied");
    }

    /** @param {string} text */
    tell(text) {
        $("told").textContent = text;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => { $("told").textContent = ""; }, 2500);
    }

    // ---- restoring

    restore() {
        /** @type {Map<string, string>} */
        const parts = new Map();
        for (const part of location.hash.slice(1).split("&").filter((one) => one.includes("=")))
            parts.set(part.slice(0, part.indexOf("=")), decode(part.slice(part.indexOf("=") + 1)));
        if (!parts.size)
            return;
        const {owner} = this, {player, panel} = owner;
        if (!owner.source.isLive) { // a link must not change a live run
            player.setPlaying(false);
            this.wantedTime = parts.has("t") ? Number(parts.get("t")) : null;
        }
        this.seekWanted();
        if (player.world)
            this.restoreWorld(parts, player.world);
        this.restoreTree(parts, panel);
        if (parts.has("graph"))
            owner.graph.setDirection(parts.get("graph") === "down");
        const view = VIEWS.find((name) => name === parts.get("view"));
        if (view && !$(`view-${view}`).hidden)
            owner.setView(view);
        if (parts.has("panel"))
            owner.setPanel(parts.get("panel") === "1" && owner.source.hasTrees);
        this.restoreChart(parts);
        const agent = Number(parts.get("agent"));
        player.pick(parts.has("agent") && Number.isSafeInteger(agent) && agent >= 0 ? agent : null);
        if (parts.get("follow") === "1")
            player.world?.setFollowing(true);
    }

    // Go to the time of the link. Called again if its frame has not arrived yet.
    seekWanted() {
        const {source, player} = this.owner, wanted = this.wantedTime;
        if (wanted === null || !Number.isFinite(wanted))
            return;
        let frame = 0;
        while (frame + 1 < source.frameCount && source.timeOf(frame + 1) <= wanted + 1e-6)
            frame++;
        player.seek(frame);
        player.render();
        if (player.isDone || frame + 1 < source.frameCount)
            this.wantedTime = null;
    }

    /** @param {Map<string, string>} parts @param {World} world */
    restoreWorld(parts, world) {
        const option = [...$("color").options].find((one) => one.text === parts.get("color"));
        if (option)
            world.legend.setColor(+option.value);
        const camera = (parts.get("camera") || "").split(",").map(Number), {view} = world;
        if (camera.length < 3 || !camera.every(Number.isFinite) || camera[2] <= 0)
            return;
        if (camera.length === 5)
            view.turn = camera.slice(3);
        view.fit();
        view.camera = camera.slice(0, 2);
        view.scale = camera[2];
        world.isMoved = true;
    }

    /** @param {Map<string, string>} parts @param {TreePanel} panel */
    restoreTree(parts, panel) {
        panel.closed.clear();
        for (const part of (parts.get("fold") || "").split(",").filter(Boolean)) {
            const [group, nodes] = part.split(":");
            panel.closed.set(+group, new Set((nodes || "").split(".").map(Number)));
        }
        const {groups} = this.owner.source;
        if (groups[Number(parts.get("group"))] !== undefined)
            panel.setGroup(Number(parts.get("group")));
        panel.listNodes();
        const [group, node] = (parts.get("node") || "").split(":").map(Number);
        if (groups[group] === undefined) {
            if (panel.chosen)
                panel.choose(null);
            return;
        }
        panel.setGroup(group);
        if (panel.tree?.nodes[node])
            panel.choose(node);
    }

    /** @param {Map<string, string>} parts */
    restoreChart(parts) {
        if (!parts.has("chart"))
            return;
        const [column, by] = (parts.get("chart") ?? "").split(",");
        /** @param {HTMLSelectElement} select @param {(option: HTMLOptionElement) => boolean} fits */
        const pick = (select, fits) => {
            const option = [...select.options].find(fits);
            if (option)
                select.value = option.value;
        };
        pick($("chart-column"), (option) => option.text === column);
        pick($("chart-by"), (option) => option.value === by);
        this.owner.setChart(!narrow() || $("trees").hidden);
    }
}

/** @param {string} text */
function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
