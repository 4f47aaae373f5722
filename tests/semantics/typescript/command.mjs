// `npm run semantics -- --typescript`: generated TypeScript projects, compiled by tsc and by nearmiss.
import { Record } from "../../quality/results.mjs";
import { compileByTypeScript } from "./compile.mjs";
import { compare, shrink } from "./compare.mjs";
import { projectOf, textOf } from "./project.mjs";

/** Differences that are shrunk and shown. */
const SHOWN = 3;

/** Runs and prints, and keeps the figures with `keep`; answers whether nothing differed but what is listed. */
export async function compareWithTypeScript({ programs, seed, keep = false, shown = SHOWN }) {
  const record = new Record("semantics-typescript", !keep);
  const started = Date.now();
  const differing = [];
  const listed = new Map();
  const totals = { files: 0, refused: 0 };
  for (let index = 0; index < programs; index += 1) {
    const project = projectOf(seed + index);
    totals.files += project.files.length;
    const found = await compare(project);
    if (found === null) continue;
    if (found.refused !== undefined) {
      totals.refused += 1;
      console.log(`... seed ${project.seed} is refused: ${found.refused}`);
    } else if (found.listed !== undefined) listed.set(found.listed, (listed.get(found.listed) ?? 0) + 1);
    else {
      differing.push(project.seed);
      if (differing.length <= shown) await sayDifference(project, found);
      else if (differing.length <= 40) console.log(`... seed ${project.seed}: ${found.theirs} / ${found.ours}`.slice(0, 300));
    }
  }
  const seconds = (Date.now() - started) / 1000;
  record.say(`programs ${programs} (seed ${seed}) of ${totals.files} files; refused ${totals.refused}; ${seconds.toFixed(0)} s`);
  for (const [reason, count] of listed) record.say(`listed ${count}: ${reason}`);
  if (differing.length > 0) record.say(`seeds that differ: ${differing.slice(0, 40).join(" ")}`);
  record.data = { programs, seed, seconds, files: totals.files, listed: Object.fromEntries(listed), differences: differing.length };
  record.must(totals.refused === 0, "TypeScript parses each project");
  record.must(differing.length === 0, "they do what they do behind tsc, but for what is listed");
  const met = record.finish();
  console.log(`differences ${differing.length}`);
  return met;
}

async function sayDifference(project, found) {
  const { project: small, difference } = await shrink(project, found);
  const { module, useDefineForClassFields, esModuleInterop, strict, emitDecoratorMetadata } = project.options;
  console.log(`seed ${project.seed}: ${JSON.stringify({ module, useDefineForClassFields, esModuleInterop, strict, emitDecoratorMetadata })}`);
  for (const file of small.files) {
    if (file.statements.length > 0) console.log(`    // ${file.name}\n${textOf(file).replace(/^/gm, "    ").trimEnd()}`);
  }
  console.log(`  tsc:      ${difference.theirs}\n  nearmiss: ${difference.ours}`);
}

/** Prints the project of one seed, both texts of its files, and where they part. */
export async function showProject(seed) {
  const project = projectOf(seed);
  const { complaints } = compileByTypeScript(project, true);
  for (const file of project.files) console.log(`// ${file.name}\n${textOf(file)}`);
  for (const one of complaints) console.log(`tsc says ${one}`);
  const found = await compare(project);
  if (found?.theirs === undefined) {
    console.log(found === null ? "no difference" : JSON.stringify(found));
    return;
  }
  const { project: small, difference } = await shrink(project, found);
  for (const file of small.files) {
    const name = file.name.replace(/ts$/, "js");
    if (file.statements.length === 0) continue;
    console.log(`// ${file.name}\n${textOf(file)}// by tsc\n${difference.outputs.get(name)}// by nearmiss\n${difference.made.get(name)}`);
  }
  console.log(`tsc:      ${difference.theirs}\nnearmiss: ${difference.ours}`);
}
