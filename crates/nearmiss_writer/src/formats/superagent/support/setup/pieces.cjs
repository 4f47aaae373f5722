"use strict";
// Pieces of what setting something up has answered: the key of a row, say.

function valueAt(made, pointer) {
  let value = made;
  for (const key of pointer.split("/").slice(1)) {
    const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && value !== "") ? value : undefined;
}

/** The scalar at a JSON pointer, or `otherwise` if there is none. */
exports.pieceOf = (made, pointer, otherwise) => String(valueAt(made, pointer) ?? otherwise);

/** The same as JSON text: a text in quotes. */
exports.jsonOf = (made, pointer, otherwise) => {
  const value = valueAt(made, pointer);
  return value === undefined ? otherwise : JSON.stringify(value);
};

/** The same, encoded for a path or a query. */
exports.encodedOf = (made, pointer, otherwise) => {
  const value = valueAt(made, pointer);
  return value === undefined ? otherwise : encodeURIComponent(String(value).toWellFormed?.() ?? String(value));
};
