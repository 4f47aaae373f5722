// What the APIs with a database promise: from one short list of operations, openapi.json and operations.json.

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const str = (maxLength, rest = {}) => ({ type: "string", minLength: 1, maxLength, ...rest });
export const int = (minimum, maximum, rest = {}) => ({ type: "integer", minimum, maximum, ...rest });
export const oneOf = (...words) => ({ type: "string", enum: words });
export const flag = { type: "boolean" };
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
function operation(route, { body, query = {}, ok = 200, refuses = [], open = false, list = false }) {
  const inPath = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => parameter(name, "path", int(1, 999_999_999)));
  const inQuery = Object.entries(query).map(([name, schema]) => parameter(name, "query", schema));
  const content = { "application/json": { schema: list ? { type: "array", items: { type: "object" } } : { type: "object" } } };
  const statuses = [...new Set([400, ...(open ? [] : [401]), ...refuses])].sort();
  return {
    ...(inPath.length + inQuery.length > 0 && { parameters: [...inPath, ...inQuery] }),
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
    ...(!open && { security: [{ bearer: [] }] }),
  };
}

/**
 * Writes both files beside the list. `operations` has, by `VERB /path`, `{ takes, body, query, ok, refuses, open,
 * list }`: `takes` says in one line what a success takes, `open` that no login is needed, `refuses` further statuses.
 */
export function describe(url, title, operations) {
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
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
  };
  const takes = Object.entries(operations).map(([name, described]) => [name.replace(" ", ":"), described.takes]);
  const write = (file, value) => fs.writeFileSync(path.join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
  write("openapi.json", document);
  write("operations.json", Object.fromEntries(takes));
}
