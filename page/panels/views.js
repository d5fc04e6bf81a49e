// SPDX-License-Identifier: MIT
// The views that the middle of the page can show.

/** @typedef {"world" | "agents" | "graph" | "map"} ViewName */

/** @type {ViewName[]} */
export const VIEWS = ["world", "agents", "graph", "map"];
