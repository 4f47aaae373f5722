"use strict";

exports.cases = async (run, look) => {
  const zod = require("zod");
  const { z } = zod;
  const core = require("zod/v4/core");
  const mini = require("zod/mini");
  let calls = 0;
  const counted = z.object({ name: z.string().min(3), age: z.number().int().gte(18).optional() }).refine((value) => {
    calls += 1;
    return value.name !== "nobody";
  });

  await run("look", () => [look(core), look(core.parse), look(core._parse), look(core._safeParseAsync), look(z.ZodString)]);
  await run("same object", () => [require("zod") === zod, zod.z.parse === z.parse, core.parse === require("zod/v4/core").parse]);
  await run("accepted", () => [counted.parse({ name: "_EM_1_XYZ_" }), calls]);
  await run("refused", () => counted.parse({ name: "_EM_1_XYZ_", age: 3 }));
  await run("refused by its rule", () => counted.safeParse({ name: "nobody" }).success);
  await run("refused, safely", () => {
    const { success, error, ...rest } = counted.safeParse({ name: ["_EM_4_XYZ_"] });
    return [success, error.issues, rest, Object.getOwnPropertyNames(counted.safeParse({}))];
  });
  await run("later", async () => [await counted.parseAsync({ name: "_EM_2_XYZ_" }), (await counted.safeParseAsync({})).success]);
  await run("refused later", () => counted.parseAsync({ name: "_EM_2_XYZ_", age: 17 }));
  await run("a rule that waits", () =>
    z.object({ a: z.string().refine(async (text) => (await null, text !== "_EM_5_XYZ_")) }).parseAsync({ a: "_EM_5_XYZ_" }));
  await run("a rule that waits, not waited for", () => z.string().refine(async () => true).parse("_EM_1_XYZ_"));
  await run("by function", () => core.parse(counted, { name: "_EM_6_XYZ_" }));
  await run("refused by function", () => core.parse(counted, "_EM_6_XYZ_"));
  await run("mini", () => mini.parse(mini.object({ a: mini.string().check(mini.minLength(20)) }), { a: "_EM_7_XYZ_" }));
  await run("decoded", () => z.decode(z.stringbool(), "_EM_8_XYZ_"));
  await run("a rule that throws", () => z.string().refine(() => { throw new RangeError("no"); }).parse("_EM_1_XYZ_"));
  await run("a getter of the input", () => {
    let reads = 0;
    const input = { name: "_EM_1_XYZ_", get age() { reads += 1; return 20; } };
    return [counted.parse(input), reads];
  });
  await run("a proxy", () => {
    const traps = [];
    const handler = { get: (t, k) => (traps.push(`get ${String(k)}`), t[k]), ownKeys: (t) => (traps.push("keys"), Reflect.ownKeys(t)) };
    return [counted.parse(new Proxy({ name: "_EM_1_XYZ_" }, handler)), traps];
  });
  await run("without an end", () => {
    let asked = 0;
    const tree = z.object({ name: z.string(), get kids() { asked += 1; return z.array(tree); } });
    const before = asked;
    return [tree.safeParse({ name: "_EM_1_XYZ_", kids: [{ name: "b", kids: [] }] }), before, asked];
  });
  await run("lazy", () => {
    let asked = 0;
    const list = z.object({ v: z.string(), next: z.lazy(() => (asked += 1, list)).nullable() });
    return [list.safeParse({ v: "_EM_1_XYZ_", next: { v: "b", next: null } }), list.safeParse({ v: "_EM_2_XYZ_", next: 1 }).success, asked];
  });
  await run("nobody waits", () => {
    z.string().parseAsync(3);
    return new Promise((resolve) => setTimeout(resolve, 10));
  });
  await run("order of what waits", async () => {
    const order = [];
    const note = (name) => () => order.push(name);
    await Promise.all([
      z.string().parseAsync("_EM_1_XYZ_").then(note("a")), Promise.resolve().then(note("b")).then(note("c")).then(note("d")),
      z.string().refine(async () => true).safeParseAsync("_EM_1_XYZ_").then(note("e")),
    ]);
    return order;
  });
  await run("odd callers", () => [
    thrown(() => z.parse()), thrown(() => z.parse(null, 1)), thrown(() => z.parse({}, 1)), thrown(() => new z.parse(z.string(), "a")),
  ]);
};

function thrown(body) {
  try {
    return body();
  } catch (error) {
    return [error.name, error.message];
  }
}

const object = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 3 },
    age: { type: "integer", minimum: 18, maximum: 9007199254740991 },
  },
  required: ["name"],
};
const tree = {
  $ref: "#/$defs/s1",
  $defs: {
    s1: {
      type: "object",
      properties: { name: { type: "string" }, kids: { type: "array", items: { $ref: "#/$defs/s1" } } },
      required: ["name", "kids"],
    },
  },
};
exports.expected = {
  accepted: { outcomes: [true], schema: object, path: [1, ["name"]] },
  refused: { outcomes: [false], schema: object },
  "refused, safely": { outcomes: [false], path: [4, ["name", "0"]] },
  "refused later": { outcomes: [false], schema: object },
  "a rule that waits": { outcomes: [false], schema: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } },
  "by function": { outcomes: [true], schema: object },
  mini: { outcomes: [false] },
  decoded: { outcomes: [false], schema: { type: "string" } },
  "without an end": { outcomes: [true], schema: tree },
};
