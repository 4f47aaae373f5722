"use strict";
// As support/api.cjs of a suite; what came of each call is noted in a file beside the tests.

const fs = require("node:fs");
const request = require("superagent");
const { exactly } = require("./calls.cjs");
const sut = require("./sut.cjs");

const record = `${process.argv[1]}.jsonl`;
let test = -1;
let calls = 0;

const note = (entry) => fs.appendFileSync(record, `${JSON.stringify(entry)}\n`);

function call(method, target) {
  const at = { test, call: calls };
  calls += 1;
  const sent = request(method, sut.url + target)
    .use(exactly(target))
    .redirects(0)
    .ok(() => true);
  const { then } = sent;
  let noted;
  sent.then = (resolve, reject) => {
    noted ??= then.call(
      sent,
      (answer) => {
        note({ ...at, status: answer.status, headers: answer.headers, text: answer.text ?? "" });
        return answer;
      },
      (error) => {
        note({ ...at, timeout: Boolean(error.timeout), broken: String(error.message) });
        throw error;
      },
    );
    return noted.then(resolve, reject);
  };
  return sent;
}

const noting = Object.create(sut, {
  reset: {
    value: async () => {
      test += 1;
      calls = 0;
      await sut.reset();
    },
  },
});

module.exports = { call, sut: noting };
