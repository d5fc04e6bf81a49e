// SPDX-License-Identifier: MIT
// The page of a recording that `gestalt live` serves.

import {FollowedPlayer} from "./live/followed_player.js";

const player = new FollowedPlayer();
globalThis.play = player;
player.run();
