// Five places that throw behind one error handler are five faults.

import fs from "node:fs";
import path from "node:path";
import { FIGURES_ONLY, fuzz } from "../fuzz.mjs";
import { faultPlaces } from "../measures.mjs";
import { seeds } from "../results.mjs";
import { SUTS } from "../suts.mjs";

/** The statements that throw, by their text, and the input that makes them. */
const THROWING = [
  { file: "src/library.ts", text: 'return `${year.padStart(4, "0")}', input: "a month without a dash" },
  { file: "src/library.ts", text: "throw new Error(`the isbn of book", input: "another isbn" },
  { file: "src/library.ts", text: "data.publishedOn = new Date(", input: "a date that is none" },
  { file: "src/library.ts", text: "const reminders: boolean[]", input: "a negative number of days" },
  { file: "src/library.ts", text: "return `${book.title}, lent to", input: "a loan that does not exist" },
];

export async function run(record, small) {
  const calls = small ? 2_000 : 10_000;
  const sut = SUTS.books;
  const wanted = THROWING.map(({ file, text, input }) => {
    const lines = fs.readFileSync(path.join(sut.dir, file), "utf8").split("\n");
    const line = lines.findIndex((candidate) => candidate.includes(text)) + 1;
    if (line === 0) {
      throw new Error(`${file} has no line with ${text}`);
    }
    return { file, line, input };
  });
  record.data.runs = [];
  for (const seed of small ? seeds(1, 1) : seeds(1, 5)) {
    const { report } = await fuzz(sut, { label: `faults-${seed}`, seed, calls, args: small ? FIGURES_ONLY : [] });
    const places = faultPlaces(report).filter(({ code }) => code === 100);
    const found = wanted.filter(({ file, line }) =>
      places.some(({ context }) => new RegExp(`${file.replaceAll(".", "\\.")}[_:]0*${line}(?!\\d)`).test(context)),
    );
    record.data.runs.push({ seed, calls, places, found });
    const missing = wanted.filter((place) => !found.includes(place));
    record.say(`seed ${seed}: ${places.length} faults of code 100 (${new Set(places.map(({ context }) => context)).size} places)`);
    record.must(
      missing.length === 0,
      `seed ${seed}: the five throwing places are five faults` +
        `${missing.length > 0 ? `; not ${missing.map(({ file, line, input }) => `${file}:${line} (${input})`).join(", ")}` : ""}`,
    );
  }
}
