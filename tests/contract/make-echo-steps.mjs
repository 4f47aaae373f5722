// Writes fixtures/suites/echo.json: the steps of the echo contract, as the runner and the writer
// read them. Run it after a change here: node tests/contract/make-echo-steps.mjs
import { writeFileSync } from "node:fs";
import path from "node:path";

import { credential, fromBody, fromLocation, fromSource, step, written } from "./harness/steps.mjs";
import { root } from "./harness/suite-writer.mjs";

const get = (target, more) => step("GET", target, { operation: "GET:/echo", ...more });
const post = (body, type, more) => step("POST", "/echo", { body, type, ...more });
const withHeaders = (...headers) => get("/echo", { headers });

const targets = [
  "/",
  "/plain",
  "//",
  "///",
  "//a//b",
  "/a//",
  "/a/../b",
  "/..",
  "/../../etc",
  "/./",
  "/a/./b/.",
  "/%2e/%2E%2e/x",
  "/%2F%2f",
  "/%",
  "/%zz/%1",
  "/a%20b",
  "/%00",
  "/%C3%A9/%e2%82%ac",
  "/;v=1/b;c=2",
  "/a:b@c",
  "/{id}/[x]/|",
  "/\"quoted\"/'single'",
  "/back\\slash/^",
  "/!$&'()*+,;=:@-._~",
  "/?",
  "/??",
  "/?a=1&a=2&a",
  "/?a=%20+%2B",
  "/?q='x'&s=`z`&t={u}|\\^",
  "/?/../a=/b/../c",
  "/?a[]=1&a[b]=2",
  "/?=&&=",
  "/?url=http://127.0.0.1:80/x?y=1",
  `/${"long/".repeat(400)}`,
  `/?long=${"x".repeat(4000)}`,
];

const headers = [
  [["X-One", "1"]],
  [["X-Twice", "a"], ["X-Twice", "b"]],
  [["X-Apart", "a"], ["X-Between", "b"], ["X-Apart", "c"]],
  [["x-lower-case", "1"], ["X-API-KEY", "2"], ["DNT", "1"]],
  [["X-Empty", ""]],
  [["X-Blank", "  padded \t"]],
  [["X-Inner", "a  b\tc"]],
  [["X-Latin", "é ÿ \u00a0 end"]],
  [["X-Beyond", "€ 日本 😀"]],
  [["X-Quotes", "\"a\", 'b', `c`, ${d}, \\"]],
  [["Accept", "application/json, */*;q=0.1"], ["Accept-Language", "en"]],
  [["Accept-Encoding", "gzip, br"]],
  [["User-Agent", "nobody/1.0"]],
  [["Cookie", "a=1; b=\"2\""], ["Authorization", "Bearer x.y.z"]],
  [["Content-Type", "text/none"]],
  [["Host", "elsewhere"], ["Connection", "close"], ["Content-Length", "7"], ["Transfer-Encoding", "chunked"], ["Expect", "100-continue"]],
  [["If-None-Match", "\"x\""], ["If-None-Match", "\"y\""]],
  [["X-Long", "v".repeat(4000)]],
];

const bodies = [
  post("{}", "application/json"),
  post("[]", "application/json"),
  post('{"a":1,"b":[true,null,"é\u2028😀"],"c":{"d":1.5e-7}}', "application/json"),
  post('{"a": 1.0, "a": 2, "2": 0, "1": 0}', "application/json; charset=utf-8"),
  post('{"__proto__":{"x":1},"constructor":2}', "application/json"),
  post('{"toJSON":1,"length":0,"big":12345678901234567890,"zero":-0}', "application/json"),
  post(JSON.stringify({ wide: Array.from({ length: 40 }, (_, i) => ({ id: i, name: `n${i}` })) }), "application/json"),
  post("[1,[2,[3,[]]],{}]", "application/json"),
  post("null", "application/json"),
  post('"text"', "application/json"),
  post("12", "application/json"),
  post("{broken", "application/json"),
  post('{"a":1}', "application/vnd.api+json"),
  post("", "application/json"),
  post("", "text/plain"),
  post("a=1&b=%20+&b=&é=x", "application/x-www-form-urlencoded"),
  post("just text `${x}` \\ \"'\r\n\ttab\u0000\u007f\ufeff", "text/plain"),
  post("one\ntwo\nthree\nfour\n", "text/plain;charset=UTF-8"),
  post(
    '--b1\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b1\r\nContent-Disposition: form-data; name="f"; filename="x.txt"\r\nContent-Type: text/plain\r\n\r\ndata é\r\n--b1--\r\n',
    "multipart/form-data; boundary=b1",
  ),
  post("<a b='c'>é</a>", "application/xml"),
  post("x".repeat(70000), "text/plain"),
  post('{"a":1}', "application/json", { headers: [["X-Latin", "é"], ["Content-Type", "text/ignored"], ["X-After", "1"]] }),
];

const methods = [
  ...["GET", "HEAD", "DELETE", "OPTIONS", "POST", "PUT", "PATCH", "TRACE"].map((method) => step(method, "/method")),
  ...["GET", "HEAD", "DELETE", "OPTIONS", "PUT", "PATCH"].map((method) =>
    step(method, "/method", { body: '{"m":1}', type: "application/json" }),
  ),
  step("GET", "/method", { body: "", type: "text/plain" }),
  step("DELETE", "/method", { body: "é", type: "text/plain" }),
];

// The echo server answers the same each time; see echo-server.cjs.
const sources = ["/id", "/float", "/big", "/small", "/name", "/flag", "/nested/1/a~1b~0c", "/list/0", "/list/length", "/none", "/object", "/empty", "/missing", "", "/huge"];
const taken = sources.map((pointer) => (first) => [
  get("/first"),
  get([{ Text: "/took/" }, fromBody(first, pointer, "fall%20back"), { Text: "/'${x}'?q=" }, fromBody(first, pointer, "")]),
  post([{ Text: '{"v":"' }, fromBody(first, pointer, "none"), { Text: '"}' }], "application/json", {
    headers: [["X-Taken", [{ Text: "v " }, fromBody(first + 1, pointer, " none")]]],
  }),
]);
const located = (first) => [
  get("/first"),
  get([{ Text: "/at/" }, fromLocation(first, "1")]),
  get([{ Text: "/echo?at=" }, fromLocation(first, "1")], { headers: [["X-At", [fromLocation(first, "1")]]] }),
];

// The values are those of echo.test.mjs.
const key = credential("bob", "X-Api-Key");
const word = credential("", "ECHO_WORD");
const signed = [
  get("/signed", { headers: [["X-Api-Key", [key]]], user: "bob" }),
  get([{ Text: "/signed/" }, word, { Text: "?word=" }, word], { headers: [["Cookie", [key, { Text: "; a=`1`" }]]], user: "bob" }),
  post([{ Text: '{"word":"' }, word, { Text: '"}' }], "application/json", { headers: [["Authorization", [word]]] }),
  post([word], "text/plain"),
];

const between = (of, before, after) => ({ Between: { of, before, after } });
const pieces = [
  { Cookie: "sid" },
  { Cookie: "none" },
  { Header: "x-token" },
  { Header: "x-none" },
  "Text",
  between({ Header: "x-token" }, "Bearer ", ""),
  between({ Body: "/name" }, "/", "&"),
  between({ Body: "/name" }, "`$", "!"),
  between({ Body: "/none" }, "", ""),
  between("Text", '"float":', ","),
];
const apart = pieces.map((source) => (first) => [
  get("/first"),
  get([{ Text: "/apart/" }, fromSource(first, source, "-")], { headers: [["X-Apart", [{ Text: "a " }, fromSource(first, source, "-")]]] }),
]);
const forms = ["plain", "json", "component", "decoded", "upper", "lower", "escapes", "base64", "bare64", "base64url", "hex"];
const formed = forms.map((form) => (first) => {
  const name = fromBody(first, "/name", "-");
  const cookie = fromSource(first, { Cookie: "sid" }, "-");
  return [
    get("/first"),
    post([{ Text: "<" }, written(form, { Text: "é`${" }, name, cookie, key), { Text: ">" }], "text/plain", { user: "bob" }),
    get([{ Text: "/formed?a=" }, written("component", written(form, name))], { headers: [["X-Formed", [written("base64", written(form, word))]]] }),
    get([{ Text: "/formed/" }, written("component", written(form, fromSource(first, { Header: "x-none" }, "no ne")))]),
  ];
});

// A step that takes something from an answer names it by its index in the whole list.
const steps = [...targets.map((target) => get(target)), ...headers.map((list) => withHeaders(...list)), ...bodies, ...methods, ...signed];
for (const linked of [...taken, located, ...apart, ...formed]) steps.push(...linked(steps.length));
const file = path.join(root, "fixtures", "suites", "echo.json");
writeFileSync(file, `[\n${steps.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`);
