// SPDX-License-Identifier: MIT
// The page of a run that goes on.

import {LivePlayer} from "./live/live_player.js";

globalThis.play = new LivePlayer();
globalThis.play.start();
