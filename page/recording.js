// SPDX-License-Identifier: MIT
// The page of a recording. gestalt writes calls of the functions of `play` into the page.

import {Player} from "./player/player.js";

globalThis.play = new Player();
