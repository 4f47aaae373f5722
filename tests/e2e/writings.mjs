// The writings that a text may have, and where one stands in them.

/** By what they are called. */
export const FORMS = {
  plain: (text) => text,
  "upper case": (text) => text.toUpperCase(),
  URL: encodeURIComponent,
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  hex: (text) => Buffer.from(text).toString("hex"),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  escapes: (text) => [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
};

/** Letters by which written secrets are looked up: a file may be long, and hold ten thousands. */
const FIRST = 8;

/** Answers where secrets stand in `[file, text]` pairs: of each file and form the first. */
export function found(texts, secrets) {
  const places = [];
  for (const [form, of] of Object.entries(FORMS)) {
    const written = new Map();
    for (const secret of secrets) {
      const text = of(secret);
      const first = text.slice(0, FIRST);
      if (!written.has(first)) written.set(first, []);
      written.get(first).push(text);
    }
    for (const [file, text] of texts) {
      const at = placeOf(text, written);
      if (at >= 0) places.push(`${file}: ${form} of a secret: ${text.slice(Math.max(0, at - 80), at + 80)}`);
    }
  }
  return places;
}

function placeOf(text, written) {
  for (let at = 0; at + FIRST <= text.length; at += 1) {
    const whole = written.get(text.slice(at, at + FIRST));
    if (whole?.some((one) => text.startsWith(one, at))) return at;
  }
  return -1;
}
