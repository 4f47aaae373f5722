// A project compiled both ways, run both ways; where the two logs part.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileByNearmiss, compileByTypeScript, writeProject } from "./compile.mjs";
import { execute } from "./execute.mjs";
import { isListed } from "./listed.mjs";

const folders = mkdtempSync(join(tmpdir(), "nearmiss-semantics-"));
process.on("exit", () => rmSync(folders, { recursive: true, force: true }));
let written = 0;

/**
 * Compares a project; answers null where nothing differs, `{ refused }` where TypeScript does not parse it, else
 * `{ theirs, ours, at, outputs }`: the first lines that differ.
 */
export async function compare(project) {
  const { outputs, complaints } = compileByTypeScript(project);
  if (complaints.length > 0) return { refused: complaints[0] };
  // Of a file that is the same age nearmiss does not look again at what it says, so each project has a folder of its own.
  const folder = join(folders, String(written += 1));
  writeProject(project, folder);
  let made;
  try {
    made = compileByNearmiss(project, folder);
  } catch (error) {
    return { theirs: "compiles", ours: error.message, at: 0, outputs, made: new Map() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const theirs = await execute(project, outputs);
  const ours = await execute(project, made);
  for (let at = 0; at < Math.max(theirs.length, ours.length); at += 1) {
    if (theirs[at] === ours[at]) continue;
    const difference = { theirs: String(theirs[at]), ours: String(ours[at]), at, outputs, made };
    const listed = isListed(difference, project);
    return listed === null ? difference : { listed };
  }
  return null;
}

/** Takes statements away as long as the same kind of difference stays. */
export async function shrink(project, difference) {
  const kindOf = (text) => text.replace(/[\d"]+/g, "#").slice(0, 40);
  const kind = kindOf(difference.theirs) + kindOf(difference.ours);
  let smallest = project;
  let best = difference;
  for (let f = project.files.length - 1; f >= 0; f -= 1) {
    for (let s = smallest.files[f].statements.length - 1; s >= 0; s -= 1) {
      const files = smallest.files.map((file, i) => (i === f ? { ...file, statements: file.statements.filter((_, j) => j !== s) } : file));
      const candidate = { ...smallest, files };
      const found = await compare(candidate);
      if (found === null || found.theirs === undefined || kindOf(found.theirs) + kindOf(found.ours) !== kind) continue;
      smallest = candidate;
      best = found;
    }
  }
  return { project: smallest, difference: best };
}
