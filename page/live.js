// SPDX-License-Identifier: MIT
// The page of a run that goes on.

import {LivePlayer} from "./live/live_player.js";

const player = new LivePlayer();
globalThis.play = player;
player.start();
