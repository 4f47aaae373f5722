"use strict";
// Validators as middleware of Express.

const express = require("express");
const { body, checkSchema, query, validationResult } = require("express-validator");
const joi = require("joi");
const yup = require("yup");
const { z } = require("zod");

const app = express();
app.use(express.json());
const answer = (req, res) => res.json({ body: req.body, query: req.query, valid: req.valid });

const withJoi = (schema) => (req, res, next) => {
  const { value, error } = schema.validate(req.body, { abortEarly: false });
  req.valid = value;
  if (error) res.status(400).json(error.details);
  else next();
};
app.post("/joi", withJoi(joi.object({ name: joi.string().min(3).required(), age: joi.number().max(99) }).label("JoiUser")), answer);

const withZod = (schema) => async (req, res, next) => {
  const result = await schema.safeParseAsync(req.body);
  req.valid = result.data;
  if (result.success) next();
  else res.status(400).json(result.error.issues);
};
app.post("/zod", withZod(z.object({ name: z.string().min(3), age: z.number().max(99).optional() }).meta({ id: "ZodUser" })), answer);

const withYup = (schema) => async (req, res, next) => {
  try {
    req.valid = await schema.validate(req.query, { abortEarly: false });
    next();
  } catch (error) {
    res.status(400).json(error.errors);
  }
};
app.get("/yup", withYup(yup.object({ name: yup.string().min(3).required(), age: yup.number().max(99) })), answer);

const checked = (req, res, next) => {
  const errors = validationResult(req);
  if (errors.isEmpty()) next();
  else res.status(400).json(errors.mapped());
};
app.post("/chains", body("name").isLength({ min: 3 }), body("age").optional().isInt({ max: 99 }).toInt(), query("by").isIn(["a", "b"]), checked, answer);
app.post("/schema", checkSchema({ id: { in: ["body"], isUUID: true } }), checked, answer);

app.listen(0);
