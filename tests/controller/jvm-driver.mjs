// A stand-in for a driver of EvoMaster's on the JVM, with an API: it answers and refuses as the real one does, and
// tells what inputs should be in its words. The checks of the API are Java's, by hand.

import { once } from "node:events";
import http from "node:http";

const BASE = "/controller/api";
const TAINT = /_EM_\d+_XYZ_/gi;
const WHOLE_TAINT = /^_EM_\d+_XYZ_$/i;

/** Members of the bodies that it reads; any other is an error, as Jackson has it. */
const MEMBERS = {
  "/newSearch": ["newSearch"],
  "/runSUT": [
    "run", "resetState", "resetCustomizedMethodForMockObject", "calculateSqlHeuristics", "advancedHeuristics", "extractSqlExecutionInfo",
    "methodReplacementCategories",
  ],
  "/newAction": ["index", "name", "inputVariables", "rpcCall", "externalServiceMapping", "localAddressMapping", "skippedExternalServices"],
};

const ORDER = JSON.stringify({
  "demo.Order": {
    "demo.Order": {
      type: "object",
      properties: {
        kind: { type: "string" },
        lines: { type: "array", items: { $ref: "#/components/schemas/demo.Line" } },
      },
    },
    "demo.Line": { type: "object", properties: { size: { type: "integer", format: "int32" } } },
  },
}).slice(1, -1);

const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
const isClock = (text) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);

function parsed(text, isRight) {
  try {
    const value = JSON.parse(text);
    return isRight(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The API, by operation: its inputs, and what it does with them. `wish(text, word, value)` is what the driver notes of a text,
 * `reach()` that the branch behind it was taken.
 */
const OPERATIONS = {
  lower: [["word"], ({ word }, { wish, reach }) => {
    const lower = word.toLowerCase();
    wish(lower, "CONSTANT", "open sesame");
    if (lower === "open sesame") reach();
  }],
  anyCase: [["level"], ({ level }, { wish, reach }) => {
    for (const known of ["SEVERE", "severe", "Severe"]) wish(level, "CONSTANT_IGNORE_CASE", known);
    if (level.toLowerCase() === "severe") reach();
  }],
  equal: [["password", "again"], ({ password, again }, { wish, reach }) => {
    if (WHOLE_TAINT.test(password) && WHOLE_TAINT.test(again) && password !== again) {
      for (const text of [password, again]) wish(text, "EQUAL", `${password}___${again}`);
    }
    if (password === again && password.length > 5) reach();
  }],
  quoted: [["sku"], ({ sku }, { wish, reach }) => {
    wish(sku, "REGEX_WHOLE", "\\QSKU-\\E\\p{Upper}{3}\\.\\d{4}+");
    if (/^SKU-[A-Z]{3}\.\d{4}$/.test(sku)) reach();
  }],
  flags: [["code"], ({ code }, { wish, reach }) => {
    wish(code, "REGEX_WHOLE", "(.*)");
    wish(code, "REGEX_PARTIAL", "(?i)x\\p{Alpha}{2}#[a-z&&[^aeiou]]{3}+\\h\\p{Punct}");
    if (/x[a-z]{2}#[b-df-hj-np-tv-z]{3}[ \t\xa0][!-/:-@[-`{-~]/i.test(code)) reach();
  }],
  unknown: [["sign"], ({ sign }, { wish }) => wish(sign, "REGEX_WHOLE", "\\N{SNOWMAN}+")],
  part: [["name"], ({ name }, { wish, reach }) => {
    const text = `user-${name}.txt`;
    wish(text, "REGEX_WHOLE", "\\Quser-\\E[a-z]{3}\\d{2}++\\.txt");
    if (/^user-[a-z]{3}\d{2}\.txt$/.test(text)) reach();
  }],
  uuid: [["id"], ({ id }, { wish, reach }) => {
    wish(id, "UUID", id);
    if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) reach();
  }],
  day: [["day"], ({ day }, { wish, reach }) => {
    wish(day, "DATE_YYYY_MM_DD", null);
    if (isDay(day)) reach();
  }],
  minute: [["at"], ({ at }, { wish, reach }) => {
    wish(at, "DATE_YYYY_MM_DD_HH_MM", "yyyy-MM-dd HH:mm");
    if (isDay(at.slice(0, 10)) && at[10] === " " && isClock(at.slice(11))) reach();
  }],
  format: [["at"], ({ at }, { wish, reach }) => {
    wish(at, "DATE_FORMAT_PATTERN", "dd/MMM/yyyy 'at' h:mm a");
    if (/^[0-3]\d\/(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\/\d{4} at ([1-9]|1[0-2]):[0-5]\d [AP]M$/.test(at)) reach();
  }],
  local: [["from", "clock"], ({ from, clock }, { wish, reach }) => {
    wish(from, "ISO_LOCAL_DATE_TIME", null);
    const [day, time = ""] = from.split("T");
    if (!isDay(day) || !isClock(time)) return;
    wish(clock, "ISO_LOCAL_TIME", null);
    if (isClock(clock)) reach();
  }],
  number: [["n", "flag"], ({ n, flag }, { wish, reach }) => {
    wish(n, "INTEGER", null);
    if (!/^[+-]?\d{1,10}$/.test(n) || Math.abs(Number(n)) > 2 ** 31) return;
    wish(flag, "BOOLEAN", null);
    if (flag.toLowerCase() === "true") reach();
  }],
  object: [["order"], ({ order }, { wish, reach }) => {
    wish(order, "JSON_OBJECT", ORDER);
    const value = parsed(order, isObject);
    if (typeof value?.kind !== "string") return;
    wish(value.kind, "CONSTANT", "rush");
    if (value.kind === "rush" && Number.isInteger(value.lines?.[0]?.size)) reach();
  }],
  map: [["settings"], ({ settings }, { wish, reach }) => {
    wish(settings, "JSON_MAP", null);
    const value = parsed(settings, isObject);
    if (value === undefined) return;
    const get = (map, name) => {
      if (!(name in map) && "EM_tainted_map" in map) wish(String(map.EM_tainted_map), "JSON_MAP_FIELD", name);
      return map[name];
    };
    const retries = get(value, "retries");
    if (typeof retries === "string") wish(retries, "CAST_TO_TYPE", "java/lang/Integer");
    if (!Number.isInteger(retries)) return;
    const names = get(value, "names");
    if (typeof names === "string") wish(names, "CAST_TO_TYPE", "java/util/List");
    if (Array.isArray(names)) reach();
  }],
  list: [["ids"], ({ ids }, { wish, reach }) => {
    wish(ids, "JSON_ARRAY", null);
    if (parsed(ids, Array.isArray)?.length > 1) reach();
  }],
};

/** Operations that have a branch behind a wish. */
export const BRANCHES = Object.keys(OPERATIONS).filter((name) => name !== "unknown");

/** How the driver calls a branch. */
export const branchOf = (name) => `Branch_at_demo.Api_at_line_${String(Object.keys(OPERATIONS).indexOf(name)).padStart(5, "0")}_position_0_trueBranch_${name}`;

const DOCUMENT = {
  openapi: "3.0.3",
  info: { title: "a stand-in of the JVM", version: "1" },
  paths: Object.fromEntries(
    Object.entries(OPERATIONS).map(([name, [inputs]]) => [
      `/${name}`,
      {
        get: {
          parameters: inputs.map((input) => ({ name: input, in: "query", required: true, schema: { type: "string" } })),
          responses: { 200: { description: "done" } },
        },
      },
    ]),
  ),
};

class JvmDriver {
  /** What was asked for that the real one would not have done. */
  refused = [];
  /** Every action that was announced. */
  actions = 0;
  #test = [];
  #known = new Set();
  #api;
  #controller;

  async start() {
    this.#api = http.createServer((request, answer) => this.#call(request, answer)).listen(0, "127.0.0.1");
    this.#controller = http.createServer((request, answer) => void this.#ask(request, answer)).listen(0, "127.0.0.1");
    await Promise.all([once(this.#api, "listening"), once(this.#controller, "listening")]);
    this.url = `http://127.0.0.1:${this.#controller.address().port}`;
    return this;
  }

  stop() {
    for (const server of [this.#api, this.#controller]) {
      server.closeAllConnections();
      server.close();
    }
  }

  #call(request, answer) {
    const url = new URL(request.url, "http://localhost");
    const name = url.pathname.slice(1);
    const [inputs, run] = OPERATIONS[name] ?? [];
    const action = this.#test.at(-1);
    if (run === undefined || action === undefined) return void answer.writeHead(404).end();
    const given = Object.fromEntries(inputs.map((input) => [input, url.searchParams.get(input)]));
    inputs.forEach((input) => action.queryParameters.add(input));
    if (Object.values(given).includes(null)) return void answer.writeHead(400).end();
    const note = (value) => (action.reached[branchOf(name)] = Math.max(value, action.reached[branchOf(name)] ?? 0));
    note(0.1);
    run(given, {
      wish: (text, word, value) => {
        const type = WHOLE_TAINT.test(text) ? "FULL_MATCH" : text.match(TAINT) && /^REGEX/.test(word) ? "PARTIAL_MATCH" : undefined;
        if (type === undefined) return;
        const wishes = (action.wishes[text] ??= []);
        const wish = { stringSpecialization: word, value, type };
        if (!wishes.some((known) => JSON.stringify(known) === JSON.stringify(wish))) wishes.push(wish);
      },
      reach: () => note(1),
    });
    answer.writeHead(200, { "content-type": "application/json" }).end("{}");
  }

  async #ask(request, answer) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url, "http://localhost");
    const endpoint = url.pathname.replace(BASE, "");
    const reply = (status, data) => {
      answer.writeHead(status, { "content-type": "application/json" });
      answer.end(JSON.stringify({ data, error: null }));
    };
    const refuse = (status, error) => {
      this.refused.push(`${request.method} ${request.url}: ${error}`);
      answer.writeHead(status, { "content-type": "application/json" });
      answer.end(JSON.stringify({ data: null, error }));
    };
    const members = MEMBERS[endpoint];
    if (members !== undefined) {
      const unknown = Object.keys(JSON.parse(Buffer.concat(chunks).toString())).filter((name) => !members.includes(name));
      if (unknown.length > 0) return refuse(400, `Unrecognized field "${unknown[0]}"`);
    }
    switch (`${request.method} ${endpoint}`) {
      case "GET /controllerInfo":
        return reply(200, { fullName: "demo.EmbeddedController", isInstrumentationOn: true, executableFullPath: null });
      case "GET /infoSUT":
        if (request.headers.connection?.toLowerCase() !== "keep-alive") return refuse(400, "Requests must have 'Connection: keep-alive'");
        return reply(200, this.#info());
      case "POST /newSearch":
        this.#known.clear();
        return reply(201, null);
      case "PUT /runSUT":
        this.#test = [];
        return void answer.writeHead(204).end();
      case "PUT /newAction":
        this.actions += 1;
        this.#test.push({ reached: {}, wishes: {}, queryParameters: new Set() });
        return void answer.writeHead(204).end();
      case "GET /testResults":
        return reply(200, this.#results());
      default:
        // What it does not know it answers with a page.
        answer.writeHead(404, { "content-type": "text/html" });
        return void answer.end("<html><body>Not Found</body></html>");
    }
  }

  #info() {
    return {
      restProblem: { servicesToNotMock: null, openApiUrl: null, openApiSchema: JSON.stringify(DOCUMENT), endpointsToSkip: null, derivedParams: null },
      graphQLProblem: null,
      rpcProblem: null,
      webProblem: null,
      isSutRunning: true,
      defaultOutputFormat: "JAVA_JUNIT_5",
      baseUrlOfSUT: `http://127.0.0.1:${this.#api.address().port}`,
      infoForAuthentication: null,
      sqlSchemaDto: null,
      unitsInfoDto: { unitNames: ["demo.Api"], numberOfLines: 60, numberOfBranches: 2 * BRANCHES.length, parsedDtos: null },
      bootTimeInfoDto: { targets: [], externalServicesDto: [], hostnameResolutionInfoDtos: [] },
      errorMsg: [],
    };
  }

  #results() {
    const best = new Map();
    this.#test.forEach(({ reached }, actionIndex) => {
      for (const [key, value] of Object.entries(reached)) {
        if (value > (best.get(key)?.value ?? 0)) best.set(key, { value, actionIndex });
      }
    });
    const names = Object.keys(OPERATIONS).map(branchOf);
    const targets = [...best].map(([key, told]) => {
      const isNew = !this.#known.has(key);
      this.#known.add(key);
      return { id: names.indexOf(key), descriptiveId: isNew ? key : null, ...told };
    });
    const additionalInfoList = this.#test.map(({ wishes, queryParameters }) => ({
      queryParameters: [...queryParameters],
      headers: [],
      stringSpecializations: wishes,
      lastExecutedStatement: null,
      rawAccessOfHttpBodyPayload: null,
      parsedDtoNames: [],
      externalServices: [],
      employedDefaultWM: [],
      hostnameResolutionInfoDtos: [],
    }));
    const extraHeuristics = this.#test.map(() => ({ heuristics: [], sqlSqlExecutionsDto: null, mongoExecutionsDto: null, redisExecutionsDto: null }));
    return { targets, additionalInfoList, extraHeuristics };
  }
}

/** Starts the API and its driver. */
export const startJvmDriver = () => new JvmDriver().start();
