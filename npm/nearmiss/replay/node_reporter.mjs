// A reporter of `node --test` for `nearmiss replay`: a line of JSON a test, `{ file, name, passed, message }`.

/** Suites and files report, too: only what has nothing inside is a test. */
const isTest = ({ details }) => details?.type !== "suite";

export default async function* lines(source) {
  for await (const { type, data } of source) {
    if ((type !== "test:pass" && type !== "test:fail") || !isTest(data) || data.skip !== undefined) continue;
    const error = data.details?.error;
    const message = String(error?.cause?.message ?? error?.cause ?? error?.message ?? "");
    yield `${JSON.stringify({ file: data.file ?? "", name: data.name, passed: type === "test:pass", message })}\n`;
  }
}
