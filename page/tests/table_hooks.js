// SPDX-License-Identifier: MIT
// The loader of tables.js. Node runs it in a separate thread.

import {execFileSync} from "node:child_process";
import {fileURLToPath} from "node:url";

const embed = fileURLToPath(new URL("../embed.py", import.meta.url));

/**
 * @param {string} url
 * @param {object} context
 * @param {(url: string, context: object) => unknown} next
 */
export function load(url, context, next) {
    if (!url.endsWith(".def"))
        return next(url, context);
    const source = execFileSync("python3", [embed, "--table", fileURLToPath(url)]).toString();
    return {format: "module", source, shortCircuit: true};
}
