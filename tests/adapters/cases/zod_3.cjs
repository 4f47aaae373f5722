"use strict";

exports.cases = async (run, look) => {
  const { z } = require("zod-3");
  const inside = require("zod/v3");
  let calls = 0;
  const counted = z.object({ name: z.string().min(3).max(60), age: z.number().int().gte(18).optional() }).strict().refine((value) => {
    calls += 1;
    return value.name !== "nobody";
  });

  await run("look", () => [look(z.ZodType), look(z.ZodLazy), look(z.string()), look(inside.ZodType)]);
  await run("accepted", () => [counted.parse({ name: "_EM_1_XYZ_" }), calls]);
  await run("refused", () => counted.parse({ name: "_EM_1_XYZ_", age: 3 }));
  await run("refused, safely", () => {
    const { success, error } = counted.safeParse({ name: ["_EM_4_XYZ_"] });
    return [success, error.issues];
  });
  await run("later", async () => [await counted.parseAsync({ name: "_EM_2_XYZ_" }), (await counted.safeParseAsync({})).success]);
  await run("refused later", () => counted.parseAsync({ name: "_EM_2_XYZ_", age: 17 }));
  await run("a rule that waits", () =>
    z.object({ a: z.string().refine(async (text) => (await null, text !== "_EM_5_XYZ_")) }).parseAsync({ a: "_EM_5_XYZ_" }));
  await run("a rule that throws", () => z.string().refine(() => { throw new RangeError("no"); }).parse("_EM_1_XYZ_"));
  await run("inside zod 4", () => inside.object({ a: inside.string().email() }).safeParse({ a: "_EM_6_XYZ_" }).success);
  await run("lazy", () => {
    let asked = 0;
    const list = z.object({ v: z.string(), next: z.lazy(() => (asked += 1, list)).nullable() });
    return [list.safeParse({ v: "_EM_1_XYZ_", next: { v: "b", next: null } }), list.safeParse({ v: "_EM_2_XYZ_", next: 1 }).success, asked];
  });
  await run("nobody waits", () => {
    z.string().parseAsync(3);
    return new Promise((resolve) => setTimeout(resolve, 10));
  });
  await run("borrowed", () => z.ZodType.prototype.safeParse.call(counted, { name: "_EM_3_XYZ_" }));
  await run("order of what waits", async () => {
    const order = [];
    const note = (name) => () => order.push(name);
    await Promise.all([
      z.string().parseAsync("_EM_1_XYZ_").then(note("a")), Promise.resolve().then(note("b")).then(note("c")).then(note("d")),
      z.string().refine(async () => true).safeParseAsync("_EM_1_XYZ_").then(note("e")),
    ]);
    return order;
  });
};

const object = {
  type: "object",
  properties: { name: { type: "string", minLength: 3, maxLength: 60 }, age: { type: "integer", minimum: 18 } },
  required: ["name"],
  additionalProperties: false,
};
exports.expected = {
  accepted: { outcomes: [true], schema: object, path: [1, ["name"]] },
  refused: { outcomes: [false], schema: object },
  "refused later": { outcomes: [false], schema: object },
  "a rule that waits": { outcomes: [false] },
  "inside zod 4": {
    outcomes: [false],
    schema: { type: "object", properties: { a: { type: "string", format: "email" } }, required: ["a"] },
  },
  lazy: {
    schema: {
      $ref: "#/$defs/s1",
      $defs: {
        s1: {
          type: "object",
          properties: { v: { type: "string" }, next: { anyOf: [{ $ref: "#/$defs/s1" }, { type: "null" }] } },
          required: ["v", "next"],
        },
      },
    },
  },
  borrowed: { outcomes: [true] },
};
