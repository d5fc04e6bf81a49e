// SPDX-License-Identifier: MIT
// The views that the middle of the page can show.

/** @typedef {"world" | "agents" | "map"} ViewName */

/** @type {ViewName[]} */
export const VIEWS = ["world", "agents", "map"];
