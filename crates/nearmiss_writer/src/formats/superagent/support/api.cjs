"use strict";
// How the tests call the API.

const request = require("superagent");
const { exactly } = require("./calls.cjs");
const sut = require("./sut.cjs");

/** Redirects are not followed, and every status is an answer. */
function call(method, target) {
  return request(method, sut.url + target)
    .use(exactly(target))
    .redirects(0)
    .ok(() => true);
}

module.exports = { call, sut };
