// usage: node reference_rules.js PARSER.js <LINES
// Parses every line with Apple's reference parser for about a second and prints what it cost, as LibraryFigures does.
"use strict";
const fs = require("fs");

const quiet = { assert() {}, error() {}, warn() {} };
const source = fs.readFileSync(process.argv[2], "utf8").replace(/^export\s+(default\s+)?/gm, "");
const parse = new Function("console", source + "\nreturn parsePasswordRules;")(quiet);
const lines = fs.readFileSync(0, "utf8").split("\n").filter((line) => line.length > 0);

function batch() {
    for (const line of lines) parse(line);
    return lines.length;
}

const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
for (let warm = 0; warm < 20; ++warm) batch();
const start = cpu();
let operations = 0;
while (cpu() - start < 1) operations += batch();
console.log(JSON.stringify({ operations, cpuSeconds: cpu() - start }));
