// Differences from TypeScript that are meant, each with its reason.

import { textOf } from "./project.mjs";

/** The name that a module met undeclared, if that is what ended it; `_a` and its like are tsc's own. */
const UNDECLARED = /^ended by ReferenceError: (_[a-z]) is not defined$/;

/** A line of metadata as both sides tell it: the kind, what stands for types, the class and the member. */
const METADATA = /^metadata (design:\w+) (\w+|\[[\w,]*\]) of (?:class )?(\w+) (\w+)/;
/** The name of an import that a module met undeclared, if that is what ended it. */
const UNDECLARED_IMPORT = /^ended by ReferenceError: (\w+) is not defined$/;

/** A name as the file declares it that it comes from: without what an import or an export of the generator puts round it. */
const bare = (name) => name.replace(/^[in]\d+_\d+[._]/, "").replace(/x$/, "");

/** What stands for types in a line of metadata, in their order. */
const standing = (types) => types.replace(/[[\]]/g, "").split(",");

/** The names of types in the annotations of a member (of the constructor for none), as their files declare them. */
function typesOf(texts, member) {
  const annotated = new RegExp(`\\b${member === "undefined" ? "constructor" : member}\\b[^:;{}]*: ([^;{}]*)`, "g");
  return texts.flatMap((text) => [...text.matchAll(annotated)]).flatMap(([, type]) => type.match(/[\w.]+/g) ?? []).map(bare);
}

/** Each: `reason`, and `is(difference, project)`, which says whether it is the one. */
export const LISTED = [
  {
    reason: "tsc names the computed key of a member that only its parameters decorate by a variable that it does not declare: the module ends",
    is: ({ theirs, outputs }) => {
      const name = UNDECLARED.exec(theirs)?.[1];
      if (name === undefined) return false;
      const named = new RegExp(`, ${name}, (?:null|void 0)\\);`);
      const declared = new RegExp(`^var (?:\\w+, )*${name}\\b`, "m");
      return [...outputs.values()].some((text) => named.test(text) && !declared.test(text));
    },
  },
  {
    reason: "a name for a type of which only a type checker knows what is left (a conditional one, an intersection with never): Object stands for it",
    is: ({ theirs, ours }, project) => {
      const [there, here] = [METADATA.exec(theirs), METADATA.exec(ours)];
      if (there === null || here === null || there[1] !== here[1] || there[4] !== here[4]) return false;
      const [wanted, got] = [standing(there[2]), standing(here[2])];
      if (wanted.length !== got.length || got.some((type, at) => type !== wanted[at] && type !== "Object")) return false;
      const texts = project.files.map(textOf);
      return typesOf(texts, here[4]).some((name) => texts.some((text) => new RegExp(`\\btype ${name}(?:<[^=]*>)? = [^;]*(?: extends |& \\(?never)`).test(text)));
    },
  },
  {
    reason: "tsc leaves out an import that its own output names: the module ends",
    is: ({ theirs, outputs }, project) => {
      const name = UNDECLARED_IMPORT.exec(theirs)?.[1];
      if (name === undefined) return false;
      // Of a module in CommonJS tsc makes the name up (`f0_1`).
      const isImported = /^\w+_\d+$/.test(name) || project.files.some((file) => new RegExp(`^import .*\\b${name}\\b`, "m").test(textOf(file)));
      const used = new RegExp(`\\b${name}\\.`);
      const bound = new RegExp(`^import .*\\b${name}\\b|\\b${name} = `, "m");
      return isImported && [...outputs.values()].some((text) => used.test(text) && !bound.test(text));
    },
  },
];

/** The reason of a listed difference, or null. */
export const isListed = (difference, project) => LISTED.find(({ is }) => is(difference, project))?.reason ?? null;
