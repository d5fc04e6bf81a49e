// SPDX-License-Identifier: MIT
// A table of all nodes, with how many agents are at each at a time, and a strip of history for each.
"use strict";

const trees = {
    data: null,
    most: new Map(), // agents at a node, by group
    rows: [], // of nodes: {line, element, count, bar, canvas}
    at: 0,
    timer: 0,

    // lines: {group, label, depth, agents: by span, or 0 for none}
    start(data) {
        this.data = data;
        document.title = data.title;
        document.getElementById("title").textContent = data.title;
        document.getElementById("stats").textContent =
            `${data.lines.length} nodes, up to ${data.most.toLocaleString("en")} agents at one, ticks ${data.ticks[0]} to ${data.ticks.at(-1)}`;
        let group = null;
        for (const line of data.lines)
            this.most.set(line.group, Math.max(1, this.most.get(line.group) ?? 1, ...(line.agents || [])));
        for (const line of data.lines) {
            if (line.group !== group && data.groups > 1)
                this.addGroup(line.group);
            group = line.group;
            this.addNode(line);
        }
        const time = document.getElementById("time");
        time.max = data.times.length - 1;
        time.addEventListener("input", () => this.show(Number(time.value)));
        document.getElementById("play").addEventListener("click", () => this.setPlaying(!this.timer));
        document.getElementById("search").addEventListener("input", (event) => this.search(event.target.value));
        document.addEventListener("keydown", (event) => this.key(event));
        this.show(data.times.length - 1);
    },

    addGroup(name) {
        const row = document.getElementById("nodes").insertRow();
        row.className = "group";
        row.insertCell().textContent = name;
        row.cells[0].colSpan = 4;
    },

    addNode(line) {
        const element = document.getElementById("nodes").insertRow();
        const [name, count, share, strip] = [0, 1, 2, 3].map(() => element.insertCell());
        name.textContent = line.label;
        name.style.paddingLeft = `${line.depth * 14}px`;
        const bar = share.appendChild(document.createElement("div"));
        bar.className = "bar";
        const canvas = strip.appendChild(document.createElement("canvas"));
        canvas.width = this.data.times.length;
        canvas.height = 16;
        this.rows.push({line, element, count, bar, canvas});
    },

    draw(row) {
        const context = row.canvas.getContext("2d");
        const style = getComputedStyle(document.documentElement);
        context.clearRect(0, 0, row.canvas.width, 16);
        context.fillStyle = style.getPropertyValue("--bar");
        for (let i = 0; i < row.canvas.width; i++) {
            const share = row.line.agents ? row.line.agents[i] / this.most.get(row.line.group) : 0;
            context.globalAlpha = share > 0 ? 0.2 + 0.8 * share : 0;
            context.fillRect(i, 0, 1, 16);
        }
        context.globalAlpha = 1;
        context.fillStyle = style.getPropertyValue("--mark");
        context.fillRect(this.at, 0, Math.max(1, row.canvas.width / 200), 16);
    },

    show(at) {
        this.at = at;
        document.getElementById("time").value = at;
        document.getElementById("now").textContent = `${this.data.times[at]} s, tick ${this.data.ticks[at]}`;
        for (const row of this.rows) {
            const agents = row.line.agents ? row.line.agents[at] : 0;
            row.count.textContent = Math.round(agents).toLocaleString("en");
            row.bar.style.width = `${100 * agents / this.most.get(row.line.group)}%`;
            row.element.classList.toggle("none", agents === 0);
            this.draw(row);
        }
    },

    setPlaying(plays) {
        clearInterval(this.timer);
        const last = this.data.times.length - 1;
        this.timer = plays ? setInterval(() => this.show(this.at < last ? this.at + 1 : 0), Math.max(30, 30000 / (last + 1))) : 0;
        const button = document.getElementById("play");
        button.textContent = plays ? "pause" : "play";
        button.setAttribute("aria-pressed", plays);
    },

    search(text) {
        for (const row of this.rows)
            row.element.hidden = !row.line.label.toLowerCase().includes(text.toLowerCase());
    },

    key(event) {
        if (event.target.matches("input[type=search]"))
            return;
        const steps = {ArrowLeft: -1, ArrowRight: 1}[event.key];
        if (event.key === " " && !event.target.matches("button"))
            this.setPlaying(!this.timer);
        else if (steps && !event.target.matches("input"))
            this.show(Math.min(Math.max(this.at + steps, 0), this.data.times.length - 1));
        else
            return;
        event.preventDefault();
    },
};
