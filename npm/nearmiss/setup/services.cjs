"use strict";
// Answers of services that the API calls: they are given before the calls of a test, in the process of the API.
// (Part of written suites, too.)

const answers = require("./services/answers.cjs");

/** Names of faults of the network, as `fail` has them. */
const FAULTS = ["refused", "reset", "timeout", "slow", "cut", "garbled", "page"];

/** Statuses of answers; those below come before one. */
const [LEAST, MOST] = [200, 599];
/** `https://api.example`, `http://payments.internal:8080` or `smtp://mail.example:587`. */
const ORIGIN = /^(?:https?|smtp):\/\/[^/?#\s]+$/;

function checkOrigin(origin) {
  if (!ORIGIN.test(origin)) throw new Error(`${JSON.stringify(origin)} is no service`);
}

/**
 * From now on requests of a method and a path (`/users/*`: a star is any segment; queries do not matter) at a service, `https://api.example`,
 * are answered with a status, a body (JSON; a text as it is where `headers` give its type; none where it is left out or "") and headers.
 * A text `jwt:{"sub":"1"}` in it is sent as a token with these claims that this process signs.
 * Of several answers to the same requests each is given once, in order, and the last one from then on.
 *
 * A letter is a request `MAIL` for `/` at `smtp://mail.example:587`. It is taken where nothing is said of it; with a status of 400 or more it is refused.
 */
exports.reply = (origin, method, path, status, body, headers = {}) => {
  checkOrigin(origin);
  if (!Number.isInteger(status) || status < LEAST || status > MOST) throw new Error(`${JSON.stringify(status)} is no status of an answer`);
  answers.add({ origin, method, path, status, body, headers });
};

/**
 * In the place of an answer something goes wrong: nobody listens at the whole service ("refused"), the connection breaks before an answer
 * ("reset") or within one ("cut"), there never is one, and the time goes by at once that the program waits at most ("timeout"), it is late
 * ("slow"), its JSON ends too early ("garbled"), or it is a page for people ("page").
 */
exports.fail = (origin, method, path, fault) => {
  checkOrigin(origin);
  if (!FAULTS.includes(fault)) throw new Error(`${JSON.stringify(fault)} is nothing that goes wrong: ${FAULTS.join(", ")}`);
  answers.add({ origin, method, path, fault });
  if (fault === "refused") require("./services/server.cjs").drop(origin);
  if (fault === "timeout") require("./services/leaps.cjs").watch();
};

/** Forgets all answers. */
exports.forget = () => {
  answers.forget();
  require("./services/leaps.cjs").rest();
};
