// The examples of npm/nearmiss/hosts.md, taken out of its text and run.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../quality/suts.mjs";
import { borrow, refill, run } from "./tarballs.mjs";

const PROGRAM = "The program of the examples";
/** A file of an example: its name in backticks, the rest of that line, and its text. */
const FILE = /^`([^`\n]+)`[^\n]*\n\n```\w+\n([^]*?)\n```$/gm;

const fenced = (section, language) => [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)\\n\`\`\`$`, "gm"))].map(([, text]) => text);
const filesOf = (section) => Object.fromEntries([...section.matchAll(FILE)].map(([, name, text]) => [name, `${text}\n`]));

/**
 * The examples: `{ title, files, installs, commands, prints }`. `files` holds the program, too; `installs` are the packages that the text says to
 * install, `commands` the other lines, and `prints` what stands in the output.
 */
function examplesOf(page) {
  const sections = page.split(/^## /m).slice(1);
  const program = filesOf(sections.find((section) => section.startsWith(PROGRAM)));
  return sections
    .filter((section) => fenced(section, "sh").length > 0)
    .map((section) => {
      const lines = fenced(section, "sh").flatMap((text) => text.split("\n"));
      const isInstall = (line) => line.startsWith("npm install ");
      const installs = lines.filter(isInstall).flatMap((line) => line.split(" ").slice(2)).filter((word) => !word.startsWith("--") && word !== "nearmiss");
      return {
        title: section.slice(0, section.indexOf("\n")),
        files: { ...program, ...filesOf(section) },
        installs,
        commands: lines.filter((line) => !isInstall(line)).join("\n"),
        prints: fenced(section, "text").flatMap((text) => text.split("\n")),
      };
    });
}

export const EXAMPLES = examplesOf(fs.readFileSync(path.join(ROOT, "npm/nearmiss/hosts.md"), "utf8"));

/** Runs an example in a project with our tarballs, which gets what the example installs. Fails unless it prints what the page says. */
export function runExample(project, { files, installs, commands, prints }) {
  refill(project, files);
  borrow(project, installs);
  const printed = run(project, "sh", ["-ec", commands]);
  for (const line of prints) {
    // As words with anything between them, since tables are as wide as names are long.
    const words = line.split(/[\s|]+/).map((word) => word.replaceAll(/[.*+?^${}()[\]\\]/g, "\\$&"));
    assert.match(printed, new RegExp(words.join("[\\s|]+")), printed);
  }
}
