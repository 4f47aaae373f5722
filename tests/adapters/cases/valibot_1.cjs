"use strict";

exports.cases = async (run, look) => {
  const v = require("valibot");
  let calls = 0;
  const counted = v.pipe(
    v.strictObject({
      name: v.pipe(v.string(), v.minLength(3)),
      age: v.optional(v.pipe(v.number(), v.integer(), v.minValue(18))),
      kind: v.picklist(["a", "b"]),
    }),
    v.check(() => {
      calls += 1;
      return true;
    }),
    v.title("Person"),
  );

  await run("look", () => [look(v.parse), look(v.safeParse), look(v.is), look(v.lazy), look(v.parser), Object.keys(v)]);
  await run("accepted", () => [v.parse(counted, { name: "_EM_1_XYZ_", kind: "a" }), calls]);
  await run("refused", () => v.parse(counted, { name: "_EM_1_XYZ_", kind: "c" }));
  await run("safely", () => v.safeParse(counted, { name: "_EM_1_XYZ_", age: 3, kind: "a" }));
  await run("asked", () => [v.is(counted, { name: "_EM_1_XYZ_" })]);
  await run("asserted", () => v.assert(counted, { name: "_EM_1_XYZ_" }));
  await run("later", () => v.parseAsync(v.pipeAsync(v.string(), v.checkAsync(async () => (await null, false))), "_EM_2_XYZ_"));
  await run("safely later", () => v.safeParseAsync(counted, { name: "_EM_1_XYZ_", kind: "b" }));
  await run("a parser", () => {
    const parse = v.parser(counted, { abortEarly: true });
    const safe = v.safeParser(counted);
    return [parse.schema === counted, parse.config, look(parse), safe({ name: "_EM_3_XYZ_" }).success, parse({ name: "_EM_3_XYZ_", kind: "a" })];
  });
  await run("a parser refuses", () => v.parser(counted)({ name: "_EM_3_XYZ_" }));
  await run("lazy", () => {
    let asked = 0;
    const list = v.object({ v: v.string(), next: v.nullable(v.lazy(() => (asked += 1, list))) });
    return [v.safeParse(list, { v: "_EM_1_XYZ_", next: { v: "b", next: null } }), asked];
  });
  await run("a check that throws", () => v.parse(v.pipe(v.string(), v.check(() => { throw new RangeError("no"); })), "_EM_1_XYZ_"));
  await run("nobody waits", () => {
    v.parseAsync(v.string(), 3);
    return new Promise((resolve) => setTimeout(resolve, 10));
  });
  await run("order of what waits", async () => {
    const order = [];
    const note = (name) => () => order.push(name);
    await Promise.all([
      v.parseAsync(v.string(), "_EM_1_XYZ_").then(note("a")), Promise.resolve().then(note("b")).then(note("c")).then(note("d")),
    ]);
    return order;
  });
  await run("odd callers", () => v.parse(null, "_EM_1_XYZ_"));
};

const person = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 3 },
    age: { type: "integer", minimum: 18 },
    kind: { enum: ["a", "b"] },
  },
  required: ["name", "kind"],
  additionalProperties: false,
};
exports.expected = {
  accepted: { outcomes: [true], schema: person, path: [1, ["name"]] },
  refused: { outcomes: [false], schema: person },
  safely: { outcomes: [false], schema: person },
  later: { outcomes: [false] },
  "safely later": { outcomes: [true] },
  "a parser refuses": { outcomes: [false], schema: person },
};
