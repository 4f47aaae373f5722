"use strict";
// Answers of services that the API calls: they are given before the calls of a test, in the process of the API.
// (Part of written suites, too.)

const answers = require("./services/answers.cjs");

/** Statuses of answers; those below come before one. */
const [LEAST, MOST] = [200, 599];
/** `https://api.example` or `http://payments.internal:8080`. */
const ORIGIN = /^https?:\/\/[^/?#\s]+$/;

/**
 * From now on requests of a method and a path (`/users/*`: a star is any segment; queries do not matter) at a service, `https://api.example`,
 * are answered with a status, a body (JSON; a text as it is where `headers` give its type; none where it is left out) and headers.
 * Of several answers to the same requests each is given once, in order, and the last one from then on.
 */
exports.reply = (origin, method, path, status, body, headers = {}) => {
  if (!ORIGIN.test(origin)) throw new Error(`${JSON.stringify(origin)} is no service`);
  if (!Number.isInteger(status) || status < LEAST || status > MOST) throw new Error(`${JSON.stringify(status)} is no status of an answer`);
  answers.add({ origin, method, path, status, body, headers });
};

/** Forgets all answers. */
exports.forget = () => answers.forget();
