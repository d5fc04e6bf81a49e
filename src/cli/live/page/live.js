// SPDX-License-Identifier: MIT
// The page of `gestalt live`: it asks for what it shows, some times a second, and sends what is done.
"use strict";

const at = (id) => document.getElementById(id);
let about = null, state = null, walk = null, place = 0, notice = 0, busy = false;

async function ask(path, query) {
    const answer = await fetch(path + (query ? "?" + new URLSearchParams(query) : ""));
    const value = await answer.json();
    if (!answer.ok)
        throw new Error(value.error);
    return value;
}

function show(text, isError) {
    at("notice").textContent = text;
    at("notice").classList.toggle("error", isError);
}

// Do something, and look at once. What is refused is shown.
async function act(object) {
    try {
        const answer = await fetch("do", {
            method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(object)});
        const value = await answer.json();
        if (!value.ok)
            show(value.error, true);
    } catch (error) {
        show(String(error), true);
    }
    await look();
}

function element(name, text, more) {
    const e = Object.assign(document.createElement(name), more || {});
    e.textContent = text;
    return e;
}

const group = () => about.groups[at("group").value || 0];

function textOf(value, key) {
    if (key && key.words && typeof value === "number")
        return key.words[value] ?? String(value);
    return Array.isArray(value) ? value.map((v) => Number(v?.toPrecision(6))).join(", ")
        : typeof value === "number" ? String(Number(value.toPrecision(7))) : String(value);
}

// ---- what the run is made of

async function learn() {
    about = await ask("describe");
    at("name").textContent = about.name;
    const before = at("group").value;
    at("group").replaceChildren(...about.groups.map((g, i) => element("option", g.name, {value: i})));
    at("group").value = before in about.groups ? before : 0;
    layOut();
}

function layOut() {
    const rows = group().nodes.map((node, i) => {
        const row = document.createElement("tr"), name = element("th", node.label, {scope: "row"});
        const stop = element("button", "Stop here", {type: "button"});
        name.style.paddingLeft = node.depth + "rem";
        stop.setAttribute("aria-label", "Stop when an agent enters " + node.label);
        stop.onclick = () => act({do: "break", when: "enter", group: Number(at("group").value), node: i});
        const cell = document.createElement("td");
        cell.append(stop);
        row.append(name, element("td", ""), cell);
        return row;
    });
    at("nodes").tBodies[0].replaceChildren(...rows);
    const sorts = ["id", ...group().keys.map((key) => key.name)];
    at("sort").replaceChildren(...sorts.map((name) => element("option", name, {value: name})));
    const heads = ["id", "answer", "at", ...group().keys.map((key) => key.name)];
    at("rows").tHead.rows[0].replaceChildren(...heads.map((name) => element("th", name, {scope: "col"})));
}

// ---- how it stands

const reasons = {begun: "has not run yet", paused: "paused", arrived: "stands",
                 broken: "stopped by a breakpoint", failed: "stopped by an error"};

function showState() {
    const s = state, stands = !s.running && !s.going;
    let text = `tick ${s.tick}, ${s.time} s, ${s.agents} agents, `;
    text += s.running ? `${s.rate} ticks/s` : s.going ? `on its way to ${s.goal}` : reasons[s.stop];
    if (stands && s.hit)
        text += s.hit.agent === null ? "" : ` by agent ${s.hit.agent}`;
    if (s.end > s.tick || s.acts_behind)
        text += `; the run goes to tick ${s.end}: to run on from here begins another future`;
    if (at("state").textContent !== text)
        at("state").textContent = text;
    at("run").textContent = stands ? "Run" : "Pause";
    (s.groups || []).forEach((counts, i) => {
        if (i !== Number(at("group").value))
            return;
        const rows = at("nodes").tBodies[0].rows;
        counts.agents.forEach((count, k) => rows[k] && (rows[k].cells[1].textContent = count));
    });
}

function valueRow(key, value, agent) {
    const row = document.createElement("tr"), cell = document.createElement("td");
    const field = element("input", "", {value: textOf(value, key)});
    field.setAttribute("aria-label", key.name);
    field.onchange = () => {
        const words = key.words && key.words.includes(field.value);
        const parts = field.value.split(",").map(Number);
        act({do: "write", agent, key: key.name,
             value: words ? field.value : key.type === "bool" ? field.value === "true"
                 : key.type.startsWith("vec") ? parts : Number(field.value)});
    };
    cell.append(field);
    row.append(element("th", key.name, {scope: "row"}), cell);
    return row;
}

async function showAgent() {
    const id = Number(at("agent").value);
    try {
        const one = await ask("agent", {id});
        const of = about.groups[one.group];
        at("answer").textContent = `${of.name}: ${one.answer}; at ` +
            (one.nodes.map((n) => of.nodes[n].label).join(" > ") || "nothing");
        if (at("values").contains(document.activeElement))
            return;
        at("values").tBodies[0].replaceChildren(
            ...of.keys.map((key, i) => valueRow(key, one.values[i], id)));
        if (one.group === Number(at("group").value))
            [...at("nodes").tBodies[0].rows].forEach(
                (row, i) => row.classList.toggle("live", one.nodes.includes(i)));
    } catch (error) {
        at("answer").textContent = error.message;
        at("values").tBodies[0].replaceChildren();
    }
}

async function showRows() {
    const query = {group: at("group").value || 0, count: 30, sort: at("sort").value || "id",
                   down: at("down").checked ? 1 : 0, filter: at("filter").value};
    try {
        const answer = await ask("agents", query);
        at("total").textContent = `${answer.total} agents; the first ${answer.rows.length}`;
        at("rows").tBodies[0].replaceChildren(...answer.rows.map((one) => {
            const row = document.createElement("tr"), button = element("button", one.id, {type: "button"});
            const first = document.createElement("td"), last = one.nodes[one.nodes.length - 1];
            button.onclick = () => { at("agent").value = one.id; look(); };
            first.append(button);
            row.append(first, element("td", one.answer),
                       element("td", last === undefined ? "" : group().nodes[last].label),
                       ...one.values.map((v, i) => element("td", textOf(v, group().keys[i]))));
            return row;
        }));
    } catch (error) {
        at("total").textContent = error.message;
    }
}

async function showBreaks() {
    const list = await ask("breaks");
    at("breaks").replaceChildren(...list.map((b) => {
        const of = about.groups[b.group];
        const text = b.if ?? `${b.when} ${of.nodes[b.node]?.label ?? b.node}` +
            (b.bound === undefined ? "" : ` ${b.bound}`);
        const item = element("li", text + (b.gone ? " (dropped by an edit) " : " "));
        const remove = element("button", "Remove", {type: "button"});
        remove.setAttribute("aria-label", "Remove the breakpoint " + text);
        remove.onclick = () => act({do: "unbreak", id: b.id});
        item.append(remove);
        return item;
    }));
}

// ---- the steps of a tick

function showWalk() {
    at("walk").hidden = !walk;
    if (!walk)
        return;
    const of = about.groups[walk.group];
    at("walk-tick").textContent = walk.tick + (walk.cut ? ", not all of them" : "");
    at("steps").replaceChildren(...walk.steps.map((step, i) => {
        const changes = step.changes.map(([key, value]) => `${of.keys[key].name} = ${textOf(value, of.keys[key])}`);
        const item = element("li", `${of.nodes[step.node].label}: ${step.kind}` +
            (changes.length ? "; " + changes.join(", ") : ""));
        if (i === place)
            item.setAttribute("aria-current", "step");
        return item;
    }));
    at("steps").children[place]?.scrollIntoView({block: "nearest"});
}

function move(by) {
    if (walk)
        place = Math.max(0, Math.min(walk.steps.length - 1, place + by));
    showWalk();
}

// ---- again and again

async function look() {
    if (busy)
        return;
    busy = true;
    try {
        const before = state;
        state = await ask("state", {counts: 1});
        if (!about || about.version !== state.version)
            await learn();
        showState();
        if (!before || before.changes !== state.changes || before.notice !== state.notice) {
            walk = state.steps ? await ask("steps") : null;
            place = 0;
            showWalk();
        }
        await showAgent();
        await showRows();
        await showBreaks();
        if (state.notice !== notice) {
            const told = await ask("notice");
            notice = told.number;
            show(told.text, told.error);
        }
    } catch (error) {
        at("state").textContent = "no answer: " + error.message;
    }
    busy = false;
}

at("run").onclick = () => act({do: state.running || state.going ? "pause" : "run"});
at("step").onclick = () => act({do: "step"});
at("back").onclick = () => state.tick > about.first && act({do: "goto", tick: state.tick - 1});
at("go").onclick = () => act({do: "goto", tick: Number(at("goal").value)});
at("speed").onchange = () => act({do: "speed", per_second: Number(at("speed").value)});
at("into").onclick = () => act({do: "into", agent: Number(at("agent").value)});
at("cancel").onclick = () => act({do: "cancel", agent: Number(at("agent").value)});
at("despawn").onclick = () => act({do: "despawn", agent: Number(at("agent").value)});
at("add-condition").onclick = () =>
    act({do: "break", when: "true", group: Number(at("group").value), if: at("condition").value});
at("walk-back").onclick = () => move(-1);
at("walk-forth").onclick = () => move(1);
at("group").onchange = () => { layOut(); look(); };
for (const id of ["agent", "filter", "sort", "down"])
    at(id).onchange = look;
(async () => {
    for (;;) {
        await look();
        await new Promise((done) => setTimeout(done, document.hidden ? 1000 : 100));
    }
})();
