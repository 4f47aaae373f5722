// A controller of another tool's: a driver of the JVM as EvoMaster's is, strict about headers and members. What it
// tells of an API it has from `nearmiss serve`, in the words of the protocol only.

import { once } from "node:events";
import http from "node:http";
import { request } from "./client.mjs";

/** Members that bodies may have: a driver's reader fails at any other. */
const MEMBERS = {
  "/runSUT": [
    "run",
    "resetState",
    "resetCustomizedMethodForMockObject",
    "calculateSqlHeuristics",
    "advancedHeuristics",
    "extractSqlExecutionInfo",
    "methodReplacementCategories",
  ],
  "/newAction": [
    "index",
    "name",
    "inputVariables",
    "rpcCall",
    "externalServiceMapping",
    "localAddressMapping",
    "skippedExternalServices",
  ],
  "/newSearch": ["newSearch"],
  "/databaseCommand": ["idCounter", "command", "insertions"],
};
/** What is asked may start the API, and servers of its databases. */
const START_LIMIT_MS = 120_000;
const READ = ["/controllerInfo", "/infoSUT", "/testResults"];
const PARAMETERS = ["ids", "killSwitch", "fullyCovered", "descriptiveIds", "queryFromDatabase", "methodReplacementCategories"];

/** Why a driver refuses a request: status and text; null: it does not. */
function refusal({ method, path, query, headers, body }) {
  if (path === "/infoSUT" && headers.connection?.toLowerCase() !== "keep-alive") {
    return [400, "Requests should always contain a 'Connection: keep-alive'"];
  }
  const known = method === "GET" ? READ.includes(path) : path in MEMBERS;
  if (!known) return [404, "no such endpoint"];
  const strange = [...query.keys()].find((name) => !PARAMETERS.includes(name));
  if (strange !== undefined) return [404, `no such parameter ${strange}`];
  const other = Object.keys(body ?? {}).find((name) => !MEMBERS[path].includes(name));
  return other === undefined ? null : [400, `Unrecognized field "${other}"`];
}

/** Boot-time targets have names and no numbers. */
function withoutNumbers(info) {
  for (const target of info.data?.bootTimeInfoDto?.targets ?? []) Object.assign(target, { id: null, actionIndex: null });
  return info;
}

/**
 * The stand-in in front of the `nearmiss serve` at `port`. `asked` are the requests; `holds` says of a request that it
 * is never answered, `refuses` that it is answered 500.
 */
export async function standIn(port, { holds = () => false, refuses = () => false } = {}) {
  const asked = [];
  const server = http.createServer(async (sent, answer) => {
    const chunks = [];
    for await (const chunk of sent) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { pathname, searchParams: query } = new URL(sent.url, "http://stand-in");
    const body = text === "" ? undefined : JSON.parse(text);
    const told = { method: sent.method, path: pathname.replace("/controller/api", ""), query, headers: sent.headers, body };
    asked.push(told);
    if (holds(told, asked)) return;
    const [status, error] = refusal(told) ?? (refuses(told, asked) ? [500, "broken"] : []);
    if (status !== undefined) {
      answer.writeHead(status, { "content-type": "application/json" });
      answer.end(JSON.stringify({ data: null, error }));
      return;
    }
    const { host, ...headers } = sent.headers;
    const got = await request({ port, method: sent.method, path: sent.url, headers, body: text, limitMs: START_LIMIT_MS });
    const kind = got.headers["content-type"];
    answer.writeHead(got.status, kind ? { "content-type": kind } : {});
    answer.end(told.path === "/infoSUT" ? JSON.stringify(withoutNumbers(JSON.parse(got.text))) : got.text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { asked, port: server.address().port, close: () => (server.closeAllConnections(), server.close()) };
}
