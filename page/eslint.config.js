// SPDX-License-Identifier: MIT
// Rules for errors that the type checker does not find.

import js from "@eslint/js";

const browser = ["window", "document", "location", "history", "navigator", "performance", "fetch", "innerHeight",
    "addEventListener", "matchMedia", "requestAnimationFrame", "getComputedStyle", "setTimeout", "clearTimeout", "atob",
    "Blob", "DOMException", "Element", "Event", "HTMLElement", "HTMLInputElement", "localStorage", "ImageData", "Option", "Path2D", "ResizeObserver", "TextDecoder", "URL",
    "URLSearchParams"];

const named = (names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

export default [
    js.configs.recommended,
    {
        languageOptions: {ecmaVersion: 2024, sourceType: "module"},
        linterOptions: {reportUnusedDisableDirectives: "error"},
        rules: {
            "eqeqeq": "error",
            "no-restricted-syntax": ["error", "ExportDefaultDeclaration", "ExportAllDeclaration", "ImportNamespaceSpecifier"],
            "no-shadow": "error",
            "no-unused-vars": ["error", {argsIgnorePattern: "^_", caughtErrors: "none"}],
            "no-var": "error",
            "prefer-const": ["error", {destructuring: "all"}],
        },
    },
    {ignores: ["tests/**", "eslint.config.js"], languageOptions: {globals: named(browser)}},
    {files: ["tests/**"], languageOptions: {globals: named(["process", "Buffer", "performance", "setTimeout", "structuredClone", "URL", "URLSearchParams"])}},
    {files: ["eslint.config.js"], rules: {"no-restricted-syntax": "off"}},
];
