"use strict";

exports.cases = async (run, look) => {
  const library = require("class-validator");
  const { validate, validateSync, validateOrReject, ValidationExecutor } = library;
  const { plainToInstance } = require("class-transformer");
  const rule = (target, name, ...decorators) => decorators.forEach((decorate) => decorate(target.prototype, name));

  class Address {}
  rule(Address, "zip", library.Matches(/^\d{5}$/));
  class Person {}
  rule(Person, "name", library.IsString(), library.MinLength(3));
  rule(Person, "age", library.IsOptional(), library.IsInt(), library.Min(18), library.Max(99));
  rule(Person, "tags", library.IsArray(), library.IsString({ each: true }), library.ArrayMinSize(1));
  rule(Person, "address", library.ValidateNested());
  const person = (fields) => {
    const made = plainToInstance(Person, fields);
    if (made.address) made.address = plainToInstance(Address, made.address);
    return made;
  };

  await run("look", () => [look(ValidationExecutor ?? validate), look(validate), Object.keys(library)]);
  await run("accepted", () => validate(person({ name: "_EM_1_XYZ_", tags: ["a"], address: { zip: "12345" } })));
  await run("refused", () => validate(person({ name: "_EM_1_XYZ_", tags: [], age: 3, address: { zip: "x" } })));
  await run("at once", () => validateSync(person({ name: "_EM_1_XYZ_", tags: ["_EM_2_XYZ_"], address: {} })));
  await run("whitelisted", () => {
    const one = person({ name: "_EM_1_XYZ_", tags: ["a"], more: 1 });
    return [validateSync(one, { whitelist: true }), one];
  });
  await run("rejected", () => validateOrReject(person({ name: "_EM_1_XYZ_" })));
  await run("a rule of the program", async () => {
    let calls = 0;
    class Ruled {}
    library.ValidateBy({ name: "mine", validator: { validate: async () => (calls += 1) > 5 } })(Ruled.prototype, "a");
    return [await validate(Object.assign(new Ruled(), { a: "_EM_3_XYZ_" })), calls];
  });
  await run("a rule that throws", () => {
    class Ruled {}
    library.ValidateBy({ name: "bad", validator: { validate: () => { throw new RangeError("no"); } } })(Ruled.prototype, "a");
    return validate(Object.assign(new Ruled(), { a: "_EM_3_XYZ_" }));
  });
  await run("rules that ask validator.js", () => {
    class Asking {}
    rule(Asking, "mail", library.IsEmail());
    rule(Asking, "kind", library.IsNumberString(), library.MaxLength(30));
    library.ValidateBy({ name: "own", validator: { validate: (value) => require("validator").isUUID(value) } })(Asking.prototype, "id");
    return validateSync(Object.assign(new Asking(), { mail: "_EM_1_XYZ_", kind: "_EM_2_XYZ_", id: "_EM_3_XYZ_" }));
  });
  await run("a nested class that is met late", () => {
    class Inner {}
    rule(Inner, "a", library.IsInt());
    class Outer {}
    rule(Outer, "inner", library.ValidateNested());
    const seen = [];
    for (let i = 0; i < 40; i += 1) seen.push(validateSync(new Outer()).length);
    return [seen, validateSync(Object.assign(new Outer(), { inner: Object.assign(new Inner(), { a: "_EM_1_XYZ_" }) }))];
  });
  await run("no class", () => [validateSync({ a: "_EM_1_XYZ_" }), validateSync(Object.assign(Object.create(null), { constructor: 1 }))]);
  await run("a getter of the input", () => {
    let reads = 0;
    const one = person({ name: "_EM_1_XYZ_", tags: ["a"], address: { zip: "12345" } });
    Object.defineProperty(one, "age", { get: () => ((reads += 1), 20), enumerable: true });
    return [validateSync(one), reads];
  });
};

exports.expected = {
  accepted: {
    outcomes: [true],
    schema: {
      type: "object",
      properties: {
        name: { type: "string", minLength: 3 },
        age: { type: "integer", minimum: 18, maximum: 99 },
        tags: { type: "array", minItems: 1, items: { type: "string" } },
        address: {
          type: "object",
          properties: { zip: { type: "string", pattern: "^\\d{5}$" } },
          required: ["zip"],
        },
      },
      required: ["name", "tags", "address"],
    },
    path: [1, ["name"]],
  },
  // The class, and the rule that the program asks itself.
  "rules that ask validator.js": { outcomes: [false, false] },
  "a nested class that is met late": {
    schema: {
      type: "object",
      properties: { inner: { type: "object", properties: { a: { type: "integer" } }, required: ["a"] } },
      required: ["inner"],
    },
  },
  refused: { outcomes: [false] },
  "at once": { outcomes: [false] },
  rejected: { outcomes: [false] },
  "a rule of the program": { outcomes: [false] },
};
