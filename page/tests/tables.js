// SPDX-License-Identifier: MIT
// Makes node import C tables (`FILE.def`) in the same way as embed.py.

import {register} from "node:module";

register("./table_hooks.js", import.meta.url);
