"use strict";

const FORM = "^[0-9a-f]{24}$";
const ONE = "0123456789abcdef01234567";

exports.cases = async (run, look) => {
  const { ObjectId, BSON, EJSON, serialize, deserialize } = require("bson");
  const mongoose = require("mongoose");
  await run("look", () => [look(ObjectId), BSON?.ObjectId === ObjectId, mongoose.Types.ObjectId === ObjectId]);
  await run("refused by the constructor", () => new ObjectId("_EM_1_XYZ_"));
  await run("refused by another constructor", () => new mongoose.Types.ObjectId("_EM_1_XYZ_"));
  await run("isValid", () => ObjectId.isValid("_EM_1_XYZ_"));
  await run("isValidObjectId", () => mongoose.isValidObjectId("_EM_1_XYZ_"));
  await run("accepted", () => [ObjectId.isValid(ONE), String(new ObjectId(ONE)), new ObjectId(ONE).constructor === ObjectId]);
  await run("no text", () => [ObjectId.isValid(), ObjectId.isValid(12), ObjectId.isValid(new ObjectId(ONE)), ObjectId.isValid({})]);
  await run("no text for the constructor", () => new ObjectId({}));
  await run("a subclass", () => {
    class Id extends ObjectId {}
    const id = new Id(ONE);
    return [id instanceof Id, id instanceof ObjectId, Id.isValid(ONE), ObjectId.createFromHexString(ONE).equals(id)];
  });
  await run("an object that is read", () => {
    let reads = 0;
    const id = ObjectId.isValid({ get id() { reads += 1; return ONE; } });
    return [id, reads];
  });
  await run("documents", () => {
    const document = { id: new ObjectId(ONE) };
    return [deserialize(serialize(document)), EJSON.stringify(document)];
  });
  await run("a cast", () => {
    const Book = mongoose.model("Book", new mongoose.Schema({ author: mongoose.Schema.Types.ObjectId }));
    return new Book({ author: "_EM_1_XYZ_" }).validateSync().errors.author.message;
  });
};

const refused = { texts: [`REGEX_WHOLE 1 ${FORM}`] };
exports.expected = {
  "refused by the constructor": refused,
  "refused by another constructor": refused,
  isValid: { outcomes: [false], names: ["ObjectId.isValid"], schema: { type: "string", pattern: FORM }, path: [1, []] },
  isValidObjectId: { outcomes: [false], names: ["ObjectId.isValid"] },
  "a cast": refused,
};
