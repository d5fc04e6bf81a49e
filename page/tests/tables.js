// SPDX-License-Identifier: MIT
// Makes node import tables of C (`FILE.def`) as embed.py does.

import {register} from "node:module";

register("./table_hooks.js", import.meta.url);
