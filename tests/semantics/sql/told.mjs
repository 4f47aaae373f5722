// What a scenario tells: answers and errors, in words that JSON has.

/** What of an error a program may go by; the texts of stacks are none of it. */
const OF_ERRORS = [
  "code", "errno", "sqlState", "severity", "detail", "constraint", "table", "column", "dataType", "schema", "position",
  "where", "fatal", "rawCode", "extendedCode",
];

/** Names of times that libsql tells with its answers. */
const TIMES = new Set(["duration", "_metadata"]);

/** Turns a value into what JSON can hold, so that values which a program can tell apart stay apart. */
function plain(value) {
  if (value === undefined) return { undefined: true };
  if (typeof value === "bigint") return { bigint: String(value) };
  if (typeof value === "number" && !Number.isFinite(value)) return { number: String(value) };
  if (Object.is(value, -0)) return { number: "-0" };
  if (typeof value === "symbol") return { symbol: value.description };
  if (typeof value === "function") return { function: value.name };
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return { date: Number.isNaN(value.getTime()) ? "invalid" : value.toISOString() };
  if (value instanceof Error) return wordsOf(value);
  if (ArrayBuffer.isView(value)) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return { [value.constructor.name]: bytes.toString("hex") };
  }
  if (value instanceof ArrayBuffer) return { bytes: Buffer.from(value).toString("hex") };
  if (value instanceof Map || value instanceof Set) return { [value.constructor.name]: [...value].map(plain) };
  if (Array.isArray(value)) return value.map(plain);
  const entries = Object.entries(value).map(([key, one]) => [key, TIMES.has(key) ? typeof one : plain(one)]);
  return Object.fromEntries(entries);
}

/** Tells of an error what a program may go by. */
function wordsOf(error) {
  if (!(error instanceof Error)) return { thrown: plain(error) };
  const more = OF_ERRORS.filter((name) => error[name] !== undefined).map((name) => [name, plain(error[name])]);
  const cause = error.cause === undefined ? {} : { cause: plain(error.cause) };
  // The driver `mariadb` puts the number of its connection into messages.
  const message = error.message.replace(/\(conn:\d+, /, "(conn, ");
  const { name, constructor } = error;
  return { name, class: constructor.name, message, ...Object.fromEntries(more), ...cause };
}

/**
 * Makes what a scenario tells with. `say(what, value)` notes a value, `refused(what, work)` how a promise or function
 * fails, or what it answers.
 */
export function telling() {
  const said = [];
  const say = (what, value) => void said.push([what, plain(value)]);
  const refused = async (what, work) => {
    try {
      say(what, { answered: await (typeof work === "function" ? work() : work) });
    } catch (error) {
      say(what, wordsOf(error));
    }
  };
  return { said, say, refused };
}
