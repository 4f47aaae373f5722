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

/** Where secrets stand in `[file, text]` pairs: of each file and form the first. */
export function found(texts, secrets) {
  const places = [];
  for (const [file, text] of texts) {
    for (const [form, of] of Object.entries(FORMS)) {
      const secret = secrets.find((secret) => text.includes(of(secret)));
      if (secret === undefined) continue;
      const at = text.indexOf(of(secret));
      places.push(`${file}: ${form} of ${secret}: ${text.slice(Math.max(0, at - 80), at + 80)}`);
    }
  }
  return places;
}
