import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import bcryptjs, { compare } from "bcryptjs";
import { ObjectId } from "bson";
import { getYear, isMatch, parseISO } from "date-fns";
import parseISOAlone from "date-fns/parseISO";
import dayjs from "dayjs";
import express from "express";
import jwt from "jsonwebtoken";
import _ from "lodash";
import isEqual from "lodash/isEqual.js";
import { DateTime } from "luxon";
import moment from "moment";

// Another version of it stands nearer.
const { resolve } = createRequire(new URL("../../../../fixtures/suts/validators/package.json", import.meta.url));
const uuid = await import(pathToFileURL(resolve("uuid")));
const hash = bcryptjs.hashSync("a password", 4);

/** What can be seen of the functions, and of an error that one throws. */
function look() {
  let thrown;
  try {
    uuid.parse("none");
  } catch (error) {
    thrown = [error.name, error.message, error.stack.split("\n").filter((line) => /uuid.dist-node/.test(line)).length];
  }
  const functions = [compare, ObjectId.isValid, parseISO, isMatch, dayjs, jwt.verify, _.isEqual, isEqual, DateTime.fromISO, moment, uuid.validate];
  return {
    functions: functions.map((f) => [f.name, f.length, Reflect.ownKeys(f).map(String).sort()]),
    same: [compare === bcryptjs.compare, parseISO === parseISOAlone, isEqual === _.isEqual],
    uuid: Object.keys(uuid),
    thrown,
  };
}

const answers = {
  dayjs: (text) => dayjs(text).year() === 1889,
  moment: (text) => moment(text, "DD/MM/YYYY", true).isValid(),
  luxon: (text) => DateTime.fromISO(text).isValid,
  "date-fns": (text) => getYear(parseISO(text)) === 1889,
  "date-fns-format": (text) => isMatch(text, "dd.MM.yyyy"),
  bson: (text) => ObjectId.isValid(text),
  uuid: (text) => uuid.validate(text),
  jsonwebtoken: (text) => {
    try {
      return jwt.verify(text, "secret") !== undefined;
    } catch (error) {
      return error.message;
    }
  },
  bcryptjs: (text) => compare(text, hash),
  lodash: (text) => [_.isEqual({ text }, { text: "left" }), isEqual(text, "right")],
};

const app = express();
app.get("/look", (req, res) => res.json(look()));
app.get("/:library", async (req, res) => res.json(await answers[req.params.library](req.query.text)));
const server = app.listen(process.argv[2] ?? 8710, () => console.log(server.address().port));
