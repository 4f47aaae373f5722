"use strict";
// What of each library is called with odd inputs: by name, `(input) => result`. Times and stacks are not shown, for they differ
// from run to run.

const path = require("node:path");

const CREATE = {
  __proto__: null,

  typebox_0() {
    const { Type } = require("@sinclair/typebox");
    const { TypeCompiler, TypeCheck } = require("@sinclair/typebox/compiler");
    const { Value } = require("@sinclair/typebox/value");
    const schema = Type.Object({ name: Type.String({ minLength: 3 }), age: Type.Optional(Type.Integer()) });
    const check = TypeCompiler.Compile(schema);
    return {
      Check: (input) => check.Check(input),
      Decode: (input) => check.Decode(input),
      "Value.Check": (input) => Value.Check(schema, input),
      "Value.Parse": (input) => Value.Parse(schema, input),
      "Value.Decode": (input) => Value.Decode(schema, input),
      "Value.Assert": (input) => Value.Assert(schema, input),
      "of an odd schema": (input) => Value.Check(input, "_EM_1_XYZ_"),
      "with odd references": (input) => Value.Check(schema, input, {}),
      "on an odd receiver": (input) => TypeCheck.prototype.Check.call(input, "_EM_1_XYZ_"),
    };
  },

  typebox_1() {
    const { Type } = require("typebox");
    const { Compile, Validator } = require("typebox/compile");
    const schemas = require("typebox/schema");
    const schema = Type.Object({ name: Type.String({ minLength: 3 }), age: Type.Optional(Type.Integer()) });
    const check = Compile(schema);
    const raw = schemas.Compile({ type: "object", properties: { name: { type: "string", minLength: 3 } } });
    return {
      Check: (input) => check.Check(input),
      Parse: (input) => check.Parse(input),
      Decode: (input) => check.Decode(input),
      "JSON Schema": (input) => raw.Check(input),
      "JSON Schema that parses": (input) => raw.Parse(input),
      "of an odd schema": (input) => schemas.Compile(input).Check("_EM_1_XYZ_"),
      "on an odd receiver": (input) => Validator.prototype.Check.call(input, "_EM_1_XYZ_"),
    };
  },

  ajv_8() {
    const Ajv = require("ajv");
    const properties = { name: { type: "string", minLength: 3 }, age: { type: "integer", default: 3 } };
    const schema = { type: "object", properties, required: ["name"] };
    const strict = new Ajv({ allErrors: true }).compile(schema);
    const changing = new Ajv({ coerceTypes: true, useDefaults: true, removeAdditional: "all" }).compile(schema);
    return {
      check: (input) => [strict(input), strict.errors],
      "check that changes": (input) => [changing(input), changing.errors],
      validate: (input) => new Ajv().validate(schema, input),
      "of an odd schema": (input) => new Ajv({ logger: false }).validate(input, "_EM_1_XYZ_"),
      "on an odd receiver": (input) => strict.call(input, { name: "_EM_1_XYZ_" }),
      "with an odd context": (input) => strict({ name: "_EM_1_XYZ_" }, input),
    };
  },

  "class-validator_0"() {
    const library = require("class-validator");
    const { plainToInstance } = require("class-transformer");
    const rule = (target, name, ...decorators) => decorators.forEach((decorate) => decorate(target.prototype, name));
    class Address {}
    rule(Address, "zip", library.Matches(/^\d{5}$/));
    class Person {}
    rule(Person, "name", library.IsString(), library.MinLength(3));
    rule(Person, "age", library.IsOptional(), library.IsInt());
    rule(Person, "tags", library.IsOptional(), library.IsArray(), library.IsString({ each: true }));
    rule(Person, "address", library.IsOptional(), library.ValidateNested());
    const summary = (errors) => errors.map(({ property, constraints, children }) => [property, constraints, children?.length]);
    const filled = (input) => Object.assign(new Person(), { name: input, tags: [input], address: Object.assign(new Address(), { zip: input }) });
    return {
      validate: async (input) => summary(await library.validate(input)),
      validateSync: (input) => summary(library.validateSync(input)),
      validateOrReject: (input) => library.validateOrReject(input).catch((errors) => (Array.isArray(errors) ? summary(errors) : Promise.reject(errors))),
      "validate a field": async (input) => summary(await library.validate(filled(input), { whitelist: true })),
      "validate what was made": (input) => summary(library.validateSync(plainToInstance(Person, input))),
      "with odd options": (input) => summary(library.validateSync(filled("_EM_1_XYZ_"), input)),
      isEmail: (input) => library.isEmail(input),
    };
  },

  common_11() {
    const nest = require("@nestjs/common");
    const pipes = {
      int: new nest.ParseIntPipe(),
      float: new nest.ParseFloatPipe(),
      bool: new nest.ParseBoolPipe(),
      uuid: new nest.ParseUUIDPipe({ version: "4" }),
      enum: new nest.ParseEnumPipe({ name: "_EM_1_XYZ_", one: 1, 1: "one" }),
      date: new nest.ParseDatePipe(),
    };
    const validation = new nest.ValidationPipe({ transform: true });
    return {
      ...Object.fromEntries(Object.entries(pipes).map(([name, pipe]) => [name, (input) => pipe.transform(input, {})])),
      number: (input) => validation.transform(input, { type: "query", data: "page", metatype: Number }),
      boolean: (input) => validation.transform(input, { type: "param", data: "page", metatype: Boolean }),
      "odd metadata": (input) => validation.transform("_EM_1_XYZ_", input),
      "odd enumeration": (input) => new nest.ParseEnumPipe(input).transform("_EM_1_XYZ_", {}),
      "odd version": (input) => new nest.ParseUUIDPipe({ version: input }).transform("_EM_1_XYZ_", {}),
      "on an odd receiver": (input) => nest.ParseEnumPipe.prototype.isEnum.call(input, "_EM_1_XYZ_"),
    };
  },

  joi_18: () => joi(require("joi")),
  joi_17: () => joi(require("joi-17")),

  yup_1() {
    const yup = require("yup");
    const schema = yup.object({ name: yup.string().min(3).required(), age: yup.number(), self: yup.lazy(() => yup.mixed()) });
    return {
      validate: (input) => schema.validate(input),
      validateSync: (input) => schema.validateSync(input, { strict: true }),
      isValid: (input) => schema.isValid(input),
      isValidSync: (input) => schema.isValidSync(input, { abortEarly: false }),
      text: (input) => yup.string().min(3).validateSync(input),
      list: (input) => yup.array().of(yup.string().min(3)).validateSync(input),
      cast: (input) => schema.cast(input, { assert: false }),
      "with odd options": (input) => schema.validateSync({ name: "_EM_1_XYZ_" }, input),
      "on an odd receiver": (input) => yup.Schema.prototype.validateSync.call(input, "_EM_1_XYZ_"),
    };
  },

  zod_4() {
    const { z } = require("zod");
    const core = require("zod/v4/core");
    return {
      ...zod(z),
      "of an odd schema": (input) => core.safeParse(input, "_EM_1_XYZ_"),
      "on an odd receiver": (input) => z.string().safeParse.call(input, "_EM_1_XYZ_"),
    };
  },
  zod_3() {
    const { z } = require("zod-3");
    return {
      ...zod(z),
      "on an odd receiver": (input) => z.ZodType.prototype.safeParse.call(input, "_EM_1_XYZ_"),
    };
  },

  valibot_1() {
    const v = require("valibot");
    const schema = v.object({ name: v.pipe(v.string(), v.minLength(3)), age: v.optional(v.number()), self: v.optional(v.lazy(() => schema)) });
    const parser = v.parser(schema);
    return {
      parse: (input) => v.parse(schema, input),
      safeParse: (input) => plainResult(v.safeParse(schema, input)),
      parseAsync: (input) => v.parseAsync(schema, input),
      is: (input) => v.is(schema, input),
      assert: (input) => v.assert(schema, input),
      parser: (input) => parser(input),
      text: (input) => v.is(v.pipe(v.string(), v.email()), input),
      record: (input) => v.is(v.record(v.string(), v.string()), input),
      "of an odd schema": (input) => v.is(input, "_EM_1_XYZ_"),
      "with odd settings": (input) => v.is(schema, { name: "_EM_1_XYZ_" }, input),
    };
  },

  "express-validator_7"() {
    const { body, query, matchedData, validationResult } = require("express-validator");
    const chains = [body("name").isLength({ min: 3 }), body("age").optional().isInt(), query("by").optional().isIn(["a"])];
    const outcome = async (request) => {
      for (const chain of chains) await chain.run(request);
      const result = validationResult(request);
      return [result.isEmpty(), result.array(), matchedData(request)];
    };
    return {
      body: (input) => outcome({ body: input, query: {} }),
      query: (input) => outcome({ body: {}, query: input }),
      request: (input) => outcome(input),
      "request with getters": async () => {
        const seen = [];
        const result = await outcome({
          get body() {
            seen.push("body");
            return { name: "_EM_1_XYZ_" };
          },
          get query() {
            seen.push("query");
            return { by: "b" };
          },
        });
        return [seen, result];
      },
      "result of": (input) => validationResult(input).array(),
    };
  },

  validator_13() {
    const validator = require("validator");
    return Object.fromEntries(
      ["isEmail", "isURL", "isInt", "isLength", "isUUID", "isISO8601", "isIn", "matches", "isDate", "isJSON", "equals", "isCreditCard", "isMobilePhone"].flatMap(
        (name) => [
          [name, (input) => validator[name](input)],
          [`${name} with odd options`, (input) => validator[name]("_EM_1_XYZ_", input)],
        ],
      ),
    );
  },

  bson_7() {
    const { ObjectId } = require("bson");
    return {
      isValid: (input) => ObjectId.isValid(input),
      // Without a text it makes one of the time.
      "new ObjectId": (input) => (input === undefined || input === null || typeof input === "number" ? 0 : new ObjectId(input).toHexString()),
      "on an odd receiver": (input) => ObjectId.isValid.call(input, "_EM_1_XYZ_"),
    };
  },

  uuid_14() {
    const uuid = require(require.resolve("uuid", { paths: [path.join(__dirname, "../../../fixtures/suts/validators")] }));
    return { validate: (input) => uuid.validate(input), version: (input) => uuid.version(input), parse: (input) => uuid.parse(input) };
  },

  jsonwebtoken_9() {
    const jwt = require("jsonwebtoken");
    const token = jwt.sign({ name: "_EM_1_XYZ_", iat: 1 }, "secret");
    return {
      verify: (input) => jwt.verify(input, "secret"),
      "with an odd secret": (input) => jwt.verify(token, input),
      "with odd options": (input) => jwt.verify(token, "secret", input),
      "with a callback": (input) => new Promise((resolve) => jwt.verify(input, "secret", (error, payload) => resolve([String(error), payload]))),
    };
  },

  bcrypt_6() {
    const bcrypt = require("bcrypt");
    const hash = "$2b$04$0123456789012345678901uxLfG8Xiye/cmUMb.L6VCr/KQbxV.Ka";
    return {
      compareSync: (input) => bcrypt.compareSync(input, hash),
      // A function is taken for the callback, and called as one.
      compare: (input) => (typeof input === "function" ? "" : bcrypt.compare(input, hash)),
      "with an odd hash": (input) => (typeof input === "function" ? "" : bcrypt.compare("_EM_1_XYZ_", input)),
      "with a callback": (input) =>
        typeof input === "function" ? "" : new Promise((resolve) => bcrypt.compare(input, hash, (...answer) => resolve(answer.map(String)))),
    };
  },

  bcryptjs_3() {
    const bcrypt = require("bcryptjs");
    const hash = "$2b$04$0123456789012345678901uxLfG8Xiye/cmUMb.L6VCr/KQbxV.Ka";
    return {
      compareSync: (input) => bcrypt.compareSync(input, hash),
      compare: (input) => bcrypt.compare(input, hash),
      "with an odd hash": (input) => bcrypt.compare("_EM_1_XYZ_", input),
    };
  },

  lodash_4: () => equal(require("lodash").isEqual),
  "fast-deep-equal_3": () => equal(require("fast-deep-equal")),

  moment_2() {
    const moment = require("moment");
    moment.suppressDeprecationWarnings = true;
    const shown = (day) => [day.isValid(), day.constructor.name, timeOf(day.valueOf())];
    return {
      moment: (input) => shown(moment(input)),
      utc: (input) => shown(moment.utc(input)),
      "of a format": (input) => shown(moment(input, "YYYY-MM-DD", true)),
      "of an odd format": (input) => shown(moment.utc("_EM_1_XYZ_", input)),
      "on an odd receiver": (input) => shown(moment.utc.call(input, "_EM_1_XYZ_")),
    };
  },

  luxon_3() {
    const { DateTime } = require("luxon");
    const shown = (day) => [day.isValid, day.invalidReason, timeOf(day.toMillis())];
    return {
      fromISO: (input) => shown(DateTime.fromISO(input)),
      fromFormat: (input) => shown(DateTime.fromFormat(input, "yyyy-MM-dd")),
      "of an odd format": (input) => shown(DateTime.fromFormat("_EM_1_XYZ_", input)),
      fromSQL: (input) => shown(DateTime.fromSQL(input)),
      "with odd options": (input) => shown(DateTime.fromISO("_EM_1_XYZ_", input)),
    };
  },

  dayjs_1() {
    const dayjs = require("dayjs");
    dayjs.extend(require("dayjs/plugin/customParseFormat"));
    const shown = (day) => [day.isValid(), day.constructor.name, timeOf(day.valueOf())];
    return {
      dayjs: (input) => shown(dayjs(input)),
      "of a format": (input) => shown(dayjs(input, "YYYY-MM-DD", true)),
      "of an odd format": (input) => shown(dayjs("_EM_1_XYZ_", input)),
    };
  },

  "date-fns_4"() {
    const { isMatch, isValid, parse, parseISO, toDate } = require("date-fns");
    const shown = (day) => [day instanceof Date, timeOf(Number(day))];
    return {
      parseISO: (input) => shown(parseISO(input)),
      toDate: (input) => shown(toDate(input)),
      parse: (input) => shown(parse(input, "yyyy-MM-dd", new Date(0))),
      "of an odd format": (input) => shown(parse("_EM_1_XYZ_", input, new Date(0))),
      isMatch: (input) => isMatch(input, "yyyy-MM-dd"),
      isValid: (input) => isValid(input),
    };
  },
};

/** A time is shown unless it is about now. */
const timeOf = (time) => (Math.abs(Date.now() - time) < 86_400_000 * 2 ? "now" : time);

const plainResult = ({ success, output, issues }) => [success, output, issues?.map(({ message, path }) => [message, path?.map(({ key }) => String(key))])];

function joi(library) {
  const schema = library.object({ name: library.string().min(3).required(), age: library.number(), self: library.link("#") }).id("person");
  const named = library.object({ name: library.string().min(3).required(), age: library.number() });
  return {
    validate: (input) => named.validate(input, { abortEarly: false }),
    validateAsync: (input) => named.validateAsync(input),
    attempt: (input) => library.attempt(input, named),
    "that refers to itself": (input) => schema.validate(input).error?.message,
    text: (input) => library.string().email().validate(input).error?.message,
    list: (input) => library.array().items(library.string()).validate(input).error?.message,
    "with odd options": (input) => named.validate({ name: "_EM_1_XYZ_" }, input),
    "of an odd schema": (input) => library.attempt("_EM_1_XYZ_", input),
  };
}

function zod(z) {
  const schema = z.object({ name: z.string().min(3), age: z.number().optional() });
  const tree = z.object({ name: z.string(), self: z.lazy(() => tree).optional() });
  return {
    parse: (input) => schema.parse(input),
    safeParse: (input) => schema.safeParse(input),
    parseAsync: (input) => schema.parseAsync(input),
    safeParseAsync: (input) => schema.safeParseAsync(input),
    strict: (input) => schema.strict().safeParse(input).success,
    "without an end": (input) => tree.safeParse(input).success,
    text: (input) => z.string().email().safeParse(input).success,
    record: (input) => z.record(z.string(), z.string()).safeParse(input).success,
    list: (input) => z.array(z.string()).safeParse(input).success,
    either: (input) => z.union([z.string().max(3), schema]).safeParse(input).success,
    "with odd settings": (input) => schema.safeParse({ name: "_EM_1_XYZ_" }, input).success,
  };
}

const equal = (isEqual) => ({
  "with a record": (input) => isEqual(input, { name: "left", age: 20 }),
  "a record with it": (input) => isEqual({ name: "left", age: 20 }, input),
  "with a list": (input) => isEqual(["left"], input),
  "with itself": (input) => isEqual(input, input),
});

exports.CREATE = CREATE;
