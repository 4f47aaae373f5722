// Checks passwords in every way that is known, and has models of each ORM, whose tables nobody makes.

import { createRequire } from "node:module";
import { pbkdf2, scryptSync } from "node:crypto";
import http from "node:http";
import { promisify } from "node:util";
import argon2 from "argon2";
import { compareSync as verifiedBcryptjs } from "bcryptjs";
import bcrypt from "bcrypt";
import { verify as verifiedByRust } from "@node-rs/argon2";
import { compare as comparedByRust } from "@node-rs/bcrypt";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { sqliteTable, text as sqliteText } from "drizzle-orm/sqlite-core";
import { DataTypes, Model, Sequelize } from "sequelize";
import { IsEmail, Length, Max, Min } from "class-validator";

// It is no package of the workspace's own.
const { DataSource, EntitySchema } = createRequire(new URL("../../../../fixtures/suts/db-nest/package.json", import.meta.url))("typeorm");

const sequelize = new Sequelize("postgres://nobody@localhost:1/none", { logging: false });
sequelize.define(
  "product",
  {
    state: { type: DataTypes.STRING, validate: { isIn: [["draft", "live"]] } },
    contact: { type: DataTypes.STRING, allowNull: false, field: "contact_email", validate: { isEmail: { msg: "no address" }, len: [5, 60] } },
    stock: { type: DataTypes.INTEGER, validate: { min: 0, max: { args: [50], msg: "too many" } } },
    code: { type: DataTypes.STRING, validate: { is: /^[A-Z]{2}-\d{3}$/, odd: () => {} } },
    name: DataTypes.STRING,
  },
  { tableName: "products", schema: "shop", timestamps: false },
);
class Shelf extends Model {}
Shelf.init({ size: { type: DataTypes.ENUM("small", "large") } }, { sequelize, tableName: "shelves", timestamps: false });

class Person {}
IsEmail()(Person.prototype, "email");
Length(2, 20)(Person.prototype, "name");
Min(18)(Person.prototype, "age");
Max(99)(Person.prototype, "age");
const people = new EntitySchema({
  name: "Person",
  target: Person,
  tableName: "people",
  columns: {
    id: { type: Number, primary: true, generated: true },
    email: { type: String, name: "email_address" },
    name: { type: String, nullable: true },
    age: { type: Number, nullable: true },
    role: { type: "simple-enum", enum: ["reader", "keeper"], nullable: true },
  },
});
await new DataSource({ type: "postgres", host: "localhost", entities: [people] }).buildMetadatas();

pgTable("tools", { id: integer("id"), kind: text("kind", { enum: ["saw", "drill"] }), note: text("note") });
sqliteTable("tiers", { tier: sqliteText("tier", { enum: ["basic", "plus"] }) });

const derive = promisify(pbkdf2);
const checks = {
  bcryptjs: (password, stored) => verifiedBcryptjs(password, stored),
  bcrypt: (password, stored) => bcrypt.compare(password, stored),
  argon2: (password, stored) => argon2.verify(stored, password),
  "rust-argon2": (password, stored) => verifiedByRust(stored, password),
  "rust-bcrypt": (password, stored) => comparedByRust(password, stored),
  scrypt: (password, stored) => scryptSync(password, stored, 16, { N: 16 }).toString("hex") === "",
  pbkdf2: async (password, stored) => (await derive(password, Buffer.from(stored, "hex"), 1, 16, "sha256")).toString("hex") === "",
};

http
  .createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const answer = await Promise.resolve()
      .then(() => checks[pathname.slice(1)](searchParams.get("password"), searchParams.get("stored")))
      .catch((error) => `${error.name}: ${error.message}`);
    response.end(JSON.stringify(answer));
  })
  .listen(Number(process.argv[2] ?? 0));
