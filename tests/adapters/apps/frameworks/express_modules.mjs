// Libraries that are imported, and that an application of Express calls itself.

import bcrypt from "bcrypt";
import express from "express";
import equal from "fast-deep-equal";
import joi from "joi-17";
import { Type as OldType } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Value as OldValue } from "@sinclair/typebox/value";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import Values, { Check, Value } from "typebox/value";
import validator from "validator";
import { z } from "zod-3";

const app = express();
app.use(express.json());

const Old = OldType.Object({ title: OldType.String({ minLength: 3 }) }, { $id: "OldBook" });
const oldCheck = TypeCompiler.Compile(Old);
app.post("/typebox-0", ({ body }, res) => res.json([oldCheck.Check(body), OldValue.Check(Old, body)]));

const Book = Type.Object({ title: Type.String({ minLength: 3 }) }, { $id: "Book" });
const compiled = Compile(Book);
app.post("/typebox-1", ({ body }, res) => res.json([compiled.Check(body), Value.Check(Book, body), Check(Book, body)]));
app.post("/typebox-1/parse", ({ body }, res) => {
  try {
    res.json(Values.Parse(Book, body));
  } catch ({ name, message, cause }) {
    res.status(400).json([name, message, cause.errors]);
  }
});
app.get("/typebox-1/look", (req, res) =>
  res.json([Object.keys(Value), Value.Check === Check, Values === Value, Check.name, Check.length, Value.Parse.name]));

const Zod3 = z.object({ title: z.string().min(3) }).describe("a book");
app.post("/zod-3", ({ body }, res) => {
  const result = Zod3.safeParse(body);
  res.status(result.success ? 200 : 400).json(result.data ?? result.error.issues);
});

const Joi17 = joi.object({ title: joi.string().min(3).required() }).label("JoiBook");
app.post("/joi-17", async ({ body }, res) => {
  try {
    res.json(await Joi17.validateAsync(body));
  } catch (error) {
    res.status(400).json(error.details);
  }
});

app.get("/validator", ({ query }, res) => {
  const valid = validator.isEmail(query.mail) && validator.isLength(query.mail, { max: 30 });
  res.status(valid ? 200 : 400).json(valid);
});

const hash = bcrypt.hashSync("abc", 4);
app.get("/bcrypt", async ({ query }, res) => {
  const same = await bcrypt.compare(query.password, hash);
  res.status(same ? 200 : 401).json(same);
});

app.post("/fast-deep-equal", ({ body }, res) => {
  const same = equal(body, { title: "On Trees", pages: [1, 2] });
  res.status(same ? 200 : 409).json(same);
});

app.listen(0);
