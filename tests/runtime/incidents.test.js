// The watchers of incidents change nothing that a program does or sees: each program runs plain and watched, in processes of
// their own, and prints the same, to the byte, and ends the same way.

import { describe, it } from "node:test";
import { watched } from "./harness/watched.js";

const { alike } = watched(["hanging-request", "path-traversal", "process-exit", "prototype-pollution", "server-side-request", "signatures", "unhandled-error"]);

const SHAPES = `
const util = require("node:util");
const crypto = require("node:crypto");
const holders = [["fs", require("node:fs")], ["promises", require("node:fs/promises")], ["process", process]];
holders.push(["crypto", crypto], ["hmac", crypto.Hmac.prototype], ["sign", crypto.Sign.prototype]);
for (const [title, holder] of holders) {
  const some = new Map([[process, ["reallyExit", "exit", "on", "emit", "listeners"]], [crypto, ["sign", "createHmac"]]]);
  const keys = some.get(holder) ?? Reflect.ownKeys(holder).map(String).sort();
  for (const key of keys) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, key);
    if (typeof descriptor?.value !== "function") continue;
    const f = descriptor.value;
    const own = Reflect.ownKeys(f).map((name) => {
      const { value, ...rest } = Object.getOwnPropertyDescriptor(f, name);
      return [String(name), typeof value, typeof value === "function" ? value.name : String(value), JSON.stringify(rest)];
    });
    let isConstructor = true;
    try { Reflect.construct(Object, [], f); } catch { isConstructor = false; }
    console.log(title, key, descriptor.enumerable, descriptor.writable, descriptor.configurable, isConstructor, JSON.stringify(own));
  }
}
const fs = require("node:fs");
console.log(fs.promises === require("fs/promises"), util.promisify(fs.exists) === fs.exists[util.promisify.custom]);
`;

describe("watchers of incidents", () => {
  it("leave functions as they look, for require and import", async () => {
    await alike(SHAPES, { prints: /fs readFileSync/ });
    const imported = `import fs, { open, readFileSync } from "node:fs"; import { readFile } from "node:fs/promises"; import path from "node:path";
      console.log(readFileSync === fs.readFileSync, open === fs.open, readFile === fs.promises.readFile, readFileSync.name, path.sep);`;
    await alike(imported, { kind: "mjs", prints: /^true true true readFileSync/ });
  });

  it("leave what file functions do, and their errors", async () => {
    const program = `
      const fs = require("node:fs"), util = require("node:util");
      const tell = (error) => console.log(error?.stack ?? error, error?.code, Object.keys(error ?? {}));
      const attempts = [
        () => fs.readFileSync("/nowhere/at/all"), () => fs.readFileSync(), () => fs.readFileSync({}), () => fs.openSync(3),
        () => fs.writeFileSync("/nowhere/at/all", ""), () => fs.readdirSync(new URL("file:///nowhere")), () => fs.rmSync("/nowhere/x"),
        () => fs.unlinkSync(Buffer.from("/nowhere")), () => fs.appendFileSync("/nowhere/a", ""), () => fs.readFile("x"),
        () => fs.createReadStream(null), () => fs.readFileSync(__filename, "utf8").length, () => fs.readdirSync("."),
      ];
      for (const attempt of attempts) try { tell(attempt()); } catch (error) { tell(error); }
      function deep(n) { if (n === 0) fs.readFileSync("/nowhere/deep"); else deep(n - 1); }
      try { deep(30); } catch (error) { tell(error); }
      console.log(Error.stackTraceLimit);
      Error.stackTraceLimit = 3;
      try { deep(5); } catch (error) { tell(error); }
      Error.stackTraceLimit = 10;
      (async () => {
        await fs.promises.readFile("/nowhere/p").catch(tell);
        await util.promisify(fs.readFile)("/nowhere/q").catch(tell);
        await new Promise((done) => fs.open("/nowhere/r", (error) => { tell(error); done(); }));
        await new Promise((done) => fs.createReadStream("/nowhere/s").on("error", (error) => { tell(error); done(); }));
        console.log((await fs.promises.readFile(__filename, "utf8")).length > 0);
      })();`;
    await alike(program, { prints: /ENOENT[^]*ERR_INVALID_ARG_TYPE/ });
  });

  it("leave what is signed, and how that fails", async () => {
    const program = `
      import crypto, { createHmac, createSign, generateKeyPairSync, sign, verify } from "node:crypto";
      const { privateKey, publicKey } = generateKeyPairSync("ed25519");
      const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 });
      const hmac = createHmac("sha256", "key").update("text");
      console.log(hmac.digest("hex"), createHmac("sha1", "key").update("text").digest().toString("base64"), sign === crypto.sign);
      const attempts = [
        () => hmac.digest(), () => createHmac("sha256", "key").digest("no such"), () => createSign("sha256").sign(), () => sign(null, 7, privateKey),
        () => verify(null, Buffer.from("text"), publicKey, sign(null, Buffer.from("text"), privateKey)),
        () => createSign("sha256").update("text").sign(rsa.privateKey, "base64").length, () => Reflect.apply(hmac.digest, {}, []),
      ];
      for (const attempt of attempts) try { console.log(attempt()); } catch (error) { console.log(error.stack, error.code); }
      sign(null, Buffer.from("text"), privateKey, (error, made) => console.log(error, made.length));`;
    await alike(program, { kind: "mjs", prints: /^[0-9a-f]{64} [^]*ERR_CRYPTO_SIGN_KEY_REQUIRED[^]*true\n[^]*null 64/ });
  });

  it("leave how the process ends", async () => {
    const failing = "function fail() { const e = new TypeError('lost'); e.extra = 1; throw e; }\n";
    await alike(`${failing} setTimeout(fail, 5);`, { code: 1, prints: /TypeError: lost/ });
    await alike(`${failing} Promise.resolve().then(fail);`, { code: 1, prints: /TypeError: lost/ });
    await alike("Promise.reject(7);", { code: 1, prints: /ERR_UNHANDLED_REJECTION/ });
    await alike(`${failing} Promise.resolve().then(fail);`, { args: ["--unhandled-rejections=warn"], prints: /UnhandledPromiseRejectionWarning/ });
    await alike("process.on('exit', (code) => console.log('bye', code)); process.exit(5);", { code: 5, prints: /bye 5/ });
    await alike("process.exitCode = 6; process.on('beforeExit', () => console.log('done'));", { code: 6, prints: /done/ });
    await alike("process.reallyExit(9);", { code: 9 });
    await alike("process.abort = undefined; process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 5000);", { code: null });
  });

  it("leave handlers of the program the last word", async () => {
    const handlers = `process.on("uncaughtException", (error, origin) => console.log("caught", error.message, origin));
      process.on("unhandledRejection", (reason) => console.log("rejected", reason.message, process.listenerCount("uncaughtException")));
      setTimeout(() => { throw new Error("one"); }, 1); Promise.reject(new Error("two")); setTimeout(() => console.log("goes on"), 30);`;
    await alike(handlers, { prints: /rejected two[^]*caught one uncaughtException[^]*goes on/ });
    const served = `const http = require("node:http");
      const handler = () => console.log("rejected");
      process.on("unhandledRejection", handler);
      const server = http.createServer((request, response) => { Promise.reject(new Error("x")); response.end("ok"); });
      server.listen(0, async () => {
        const url = "http://127.0.0.1:" + server.address().port;
        console.log(await (await fetch(url)).text());
        process.off("unhandledRejection", handler);
        await fetch(url);
      });`;
    await alike(served, { code: 1, prints: /rejected/ });
  });
});
