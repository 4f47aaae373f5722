// What the APIs with a database promise: from one short list of operations, openapi.json and operations.json.

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const str = (maxLength, rest = {}) => ({ type: "string", minLength: 1, maxLength, ...rest });
export const int = (minimum, maximum, rest = {}) => ({ type: "integer", minimum, maximum, ...rest });
export const oneOf = (...words) => ({ type: "string", enum: words });
export const flag = { type: "boolean" };
export const day = { type: "string", format: "date" };
/** Words before what only an import, a back office or another service puts into the database. */
export const IMPORTED = "imported: ";
/** Marks a property that may be missing. */
export const maybe = (schema) => ({ ...schema, optional: true });

/** Writes a schema of properties, all of which are required but those that `maybe` marks. */
function object(properties) {
  const entries = Object.entries(properties).map(([name, { optional, ...schema }]) => [name, schema]);
  const required = Object.keys(properties).filter((name) => !properties[name].optional);
  return { type: "object", ...(required.length > 0 && { required }), properties: Object.fromEntries(entries) };
}

const parameter = (name, where, { optional, ...schema }) => ({ name, in: where, required: !optional, schema });

/** Describes one operation in the words of OpenAPI. */
function operation(route, described) {
  const { body, path: ids = {}, query = {}, headers = {}, ok = 200 } = described;
  const { refuses = [], open = false, list = false, key } = described;
  const id = (name) => parameter(name, "path", ids[name] ?? int(1, 999_999_999));
  const inPath = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => id(name));
  const inQuery = Object.entries(query).map(([name, schema]) => parameter(name, "query", schema));
  const inHeader = Object.entries(headers).map(([name, schema]) => parameter(name, "header", schema));
  const parameters = [...inPath, ...inQuery, ...inHeader];
  const content = { "application/json": { schema: list ? { type: "array", items: { type: "object" } } : { type: "object" } } };
  const scheme = key ? "key" : "bearer";
  const statuses = [...new Set([400, ...(open ? [] : [401]), ...refuses])].sort();
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: Object.values(body).some((schema) => !schema.optional),
        content: { "application/json": { schema: object(body) } },
      },
    }),
    responses: {
      [ok]: { description: "done", ...(ok !== 204 && { content }) },
      ...Object.fromEntries(statuses.map((status) => [status, { description: "refused" }])),
    },
    ...(!open && { security: [{ [scheme]: [] }] }),
  };
}

/**
 * Writes both files beside the list. `operations` has, by `VERB /path`, `{ takes, imported, body, path, query, headers,
 * ok, refuses, open, list, key }`: `takes` says in one line what a success takes, `imported` which rows that no operation
 * makes, `path` the schemas of those parts that are no number, `open` that no login is needed, `key` that an API key is
 * (`keyHeader` names its header), `refuses` further statuses.
 */
export function describe(url, title, operations, { keyHeader } = {}) {
  const folder = path.dirname(fileURLToPath(url));
  const paths = {};
  for (const [name, described] of Object.entries(operations)) {
    const [verb, route] = name.split(" ");
    (paths[route] ??= {})[verb.toLowerCase()] = operation(route, described);
  }
  const document = {
    openapi: "3.0.3",
    info: { title, version: "0.0.0" },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        ...(keyHeader && { key: { type: "apiKey", in: "header", name: keyHeader } }),
      },
    },
  };
  const takes = Object.entries(operations).map(([name, described]) => {
    const rows = described.imported === undefined ? "" : `; ${IMPORTED}${described.imported}`;
    return [name.replace(" ", ":"), `${described.takes}${rows}`];
  });
  const write = (file, value) => fs.writeFileSync(path.join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
  write("openapi.json", document);
  write("operations.json", Object.fromEntries(takes));
}
