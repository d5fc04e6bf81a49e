// SPDX-License-Identifier: MIT
// The page of a live run.

import {LivePlayer} from "./live/live_player.js";

const player = new LivePlayer();
globalThis.play = player;
player.start();
