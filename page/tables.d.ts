// SPDX-License-Identifier: MIT
// What embed.py makes of tables of C: the operands of each row.

declare module "*palette.def" {
    export const PALETTE_TABLE: [name: string, light: string, dark: string, words: string][];
}

declare module "*standing.def" {
    export const STANDING_TABLE: [beginning: string][];
}

declare module "*shapes.def" {
    export const SHAPES_TABLE: [shape: string, ...numbers: string[]][];
}

// What the calls that gestalt writes into the page use.
declare var play: import("./player/player.js").Player;
