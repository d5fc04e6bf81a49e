// SPDX-License-Identifier: MIT
// The player of the page of a recording; gestalt writes the calls of it.
"use strict";

const play = new Player();
