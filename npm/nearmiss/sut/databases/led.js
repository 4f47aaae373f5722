"use strict";
// Connections to servers are led to homes of our own, which the core has, or makes when the first connection asks.

const { session } = require("../../register/session.js");
const { Map, Set, mapGet, mapSet, setAdd, setHas } = require("../../runtime/intrinsics.js");
const databases = require("./index.js");

/** Answers of the core by what was asked. */
const answers = new Map();
/** Homes by host and port, or socket, of the server that they stand for: of connections that no client makes. */
const homes = new Map();
/** Places that connections are led to: `host:port`, or the path of a socket. */
const led = new Set();

const placeOf = ({ dialect, host, port, socket }) => `${dialect} ${socket ?? `${host}:${port}`}`;

function noteLed({ host, port }, { dialect }) {
  const isPath = host.startsWith("/");
  setAdd(led, isPath && dialect === "postgres" ? `${host}/.s.PGSQL.${port}` : isPath ? host : `${host}:${port}`);
}

/** Asks the core where a connection is led, once for each user and database of a server. */
function asked(about, password) {
  const { driver, dialect, host, port, socket, user, database } = about;
  const key = JSON.stringify([dialect, host, port, socket, user, database]);
  const known = mapGet(answers, key);
  if (known !== undefined) return known;
  const answer = session.ask(JSON.stringify({ type: "home", driver, dialect, host, port, socket, user, database, password }));
  if (answer === null) return { refused: "nearmiss is gone" };
  mapSet(answers, key, answer);
  return answer;
}

function lead(about, password) {
  const place = placeOf(about);
  // What cancels a query knows no more than where.
  const isNamed = about.user !== undefined || about.database !== undefined;
  const answer = isNamed ? asked(about, password) : (mapGet(homes, place) ?? {});
  if (typeof answer.refused === "string") throw new databases.Refused(answer.refused);
  if (typeof answer.host !== "string") return undefined;
  mapSet(homes, place, answer);
  noteLed(answer, about);
  return answer;
}

/** Tells whether connections are led there. */
exports.isLed = ({ host, port, path }) => setHas(led, path ?? `${host}:${port}`);

/** Leads connections, where the search has homes for databases. */
exports.install = () => {
  if (!session.reports || session.options.homes !== true) return;
  databases.install();
  databases.lead({ lead });
};
