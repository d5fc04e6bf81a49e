// SPDX-License-Identifier: MIT
// Tests of embed.py: how it joins modules, and which modules it rejects.

import assert from "node:assert/strict";
import {createHash} from "node:crypto";
import {spawnSync} from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test, {after} from "node:test";
import {fileURLToPath} from "node:url";
import vm from "node:vm";

const embed = fileURLToPath(new URL("../embed.py", import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gestalt-joiner-"));

after(() => fs.rmSync(folder, {recursive: true, force: true}));

const PAGE = "<p>@HASH@</p>\n@TIME@\n@NOTICE@\n<style>\n@STYLE@\n</style>\n<script>\n@SCRIPT@\n</script>\n@RECORDING@\n<p>end</p>\n";

// Join files, with main.js as the entry. Return the page, or the error.
function join(files) {
    const root = fs.mkdtempSync(path.join(folder, "page-")), at = (name) => path.join(root, name);
    for (const [name, text] of Object.entries({"page.html": PAGE, "time.html": "<!-- SPDX-License-Identifier: MIT -->\n<b>time</b>\n", "style.css": "p { }\n", ...files})) {
        fs.mkdirSync(path.dirname(at(name)), {recursive: true});
        fs.writeFileSync(at(name), text);
    }
    const {status, stderr} = spawnSync("python3", [embed, at("page.h"), at("page.d"), at("page.html"), at("main.js"), at("time.html"), at("style.css")]);
    if (status !== 0)
        return {error: stderr.toString().trim()};
    const [before, rest] = [...fs.readFileSync(at("page.h"), "utf-8").matchAll(/\{\n([\d,\n]*)\n\}/g)]
        .map(([, numbers]) => Buffer.from(numbers.split(",").map(Number)).toString());
    return {before, rest, script: /<script>\n([^]*)\n<\/script>/.exec(before)[1], depfile: fs.readFileSync(at("page.d"), "utf-8")};
}

// Run a script, and return the value of `result`.
function run(script) {
    const scope = {};
    vm.runInNewContext(script, scope);
    return scope.result;
}

test("modules have scopes of their own, and get what they import", () => {
    const {script} = join({
        "main.js": 'import {twice as double} from "./model/twice.js";\nimport {\n    KIND,\n    Box,\n} from "./model/box.js";\nconst own = 3;\nglobalThis.result = `${double(own)} ${KIND} ${new Box().size}`;\n',
        "model/twice.js": "const own = 2;\nexport function twice(x) { return own * x; }\n",
        "model/box.js": 'import {twice} from "./twice.js";\nconst own = 4;\nexport const KIND = "box";\nexport class Box {\n    get size() { return twice(own); }\n}\n',
    });
    assert.equal(run(script), "6 box 8");
});

test("the page names its modules, once each, after those that they import", () => {
    const {script} = join({"main.js": 'import {a} from "./a.js";\nimport {b} from "./b.js";\nglobalThis.result = a + b;\n',
                           "a.js": 'import {b} from "./b.js";\nexport const a = b + 1;\n', "b.js": "// SPDX-License-Identifier: MIT\nexport const b = 1;\n"});
    assert.deepEqual([...script.matchAll(/^\/\/ ---- (.*)$/gm)].map(([, name]) => name), ["b.js", "a.js", "main.js"]);
    assert.equal(run(script), 3);
    assert.equal(run(`${script}\nglobalThis.result = a_js.a;`), 2, "modules can be seen in the console");
    assert.ok(!script.includes("SPDX"));
});

test("a table of C is a module", () => {
    const {script} = join({"main.js": 'import {PALETTE_TABLE} from "./palette.def";\nglobalThis.result = JSON.stringify(PALETTE_TABLE);\n',
                           "palette.def": '// A comment: PALETTE(x, y).\nPALETTE(blue, 2f6fdb)\nPALETTE("red",\n        ff0000)\n'});
    assert.equal(run(script), '[["blue","2f6fdb"],["red","ff0000"]]');
});

test("types in comments are no imports", () => {
    const {script} = join({"main.js": '/** @import {Tree} from "./nowhere.js" */\n/** @type {import("./nowhere.js").Tree} */\nglobalThis.result = 1;\n'});
    assert.equal(run(script), 1);
});

test("lines that are only comments are left out, and nothing else is", () => {
    const {script} = join({"main.js": '// one\n/** @type {number} */\nconst a = /** @type {any} */ (1); // two\n/*\n * three */\n' +
        '    // four\nconst b = "// five"; /* six */\nglobalThis.result = a + b;\n'});
    assert.equal(run(script), "1// five");
    for (const [word, isThere] of [["one", false], ["number", false], ["any", true], ["two", true], ["three", false], ["four", false], ["six", true]])
        assert.equal(script.includes(word), isThere, word);
});

test("the page has style, parts and the hash of its script", () => {
    const {before, rest, script, depfile} = join({"main.js": 'import {a} from "./a.js";\nglobalThis.result = a;\n', "a.js": "export const a = 1;\n"});
    const hash = createHash("sha256").update(`\n${script}\n`).digest("base64");
    assert.equal(before.split("<script>")[0], `<p>sha256-${hash}</p>\n<b>time</b>\n<style>\np { }\n</style>\n`);
    assert.equal(rest, "<p>end</p>\n");
    assert.match(depfile, /page\.h: .*a\.js .*main\.js\n/);
});

for (const [name, files, error] of [
    ["a file that is not there", {"main.js": '\nimport {a} from "./gone.js";\n'}, "main.js:2: there is no gone.js"],
    ["a name that is not exported", {"main.js": 'import {a, c} from "./x/a.js";\n', "x/a.js": "export const a = 1;\nconst c = 2;\n"}, "main.js:1: x/a.js does not export c"],
    ["modules that import each other", {"main.js": 'import {a} from "./a.js";\n', "a.js": 'import {b} from "./b.js";\nexport const a = 1;\n',
                                        "b.js": '\n\nimport {a} from "./a.js";\nexport const b = 1;\n'}, "b.js:3: modules import each other: a.js -> b.js -> a.js"],
    ["a module that imports itself", {"main.js": 'import {a} from "./main.js";\nexport const a = 1;\n'}, "main.js:1: modules import each other: main.js -> main.js"],
    ["a default export", {"main.js": "// SPDX-License-Identifier: MIT\n\nexport default 5;\n"}, "main.js:3: embed.py does not join this form: export default 5;"],
    ["a list of exports", {"main.js": "const a = 1;\nexport {a};\n"}, "main.js:2: embed.py does not join this form: export {a};"],
    ["an export that can change", {"main.js": "export let a = 1;\n"}, "main.js:1: embed.py does not join this form: export let a = 1;"],
    ["all of a module", {"main.js": 'import * as a from "./a.js";\n'}, 'main.js:1: embed.py does not join this form: import * as a from "./a.js";'],
    ["an import while it runs", {"main.js": 'const a = await import("./a.js");\n'}, 'main.js:1: embed.py does not join this form: import("./a.js");'],
    ["a page that is too large", {"page.html": PAGE, "main.js": `globalThis.result = "${"x".repeat(400000)}";\n`}, "main.js: the page has 400220 bytes, and may have 400000"],
    ["a script that would end itself", {"main.js": 'globalThis.result = "</script>";\n'}, "main.js: its script contains </script, which would end it"],
    ["two modules with one variable", {"main.js": 'import {a} from "./x/a.js";\nimport {b} from "./x_a.js";\n', "x/a.js": "export const a = 1;\n", "x_a.js": "export const b = 1;\n"},
     "x_a.js: x/a.js has the same variable, x_a_js"],
])
    test(`refused: ${name}`, () => assert.equal(join(files).error, `embed.py: error: ${error}`));
