"use strict";
// postgres: connections read their settings when they are made, and connect later.

/** Answers settings with others in front, which the program does not see. */
function ledOptions(options, lead) {
  const { host, port, path: socket, user, pass: password, database, ssl } = options;
  const about = {
    host: socket ? undefined : host[0],
    port: Number(port[0]),
    socket: socket || undefined,
    user,
    password,
    database,
    ssl,
  };
  const led = Object.create(options);
  const set = (all) => {
    for (const [name, value] of Object.entries(all))
      Object.defineProperty(led, name, { value, configurable: true, enumerable: true, writable: true });
  };
  const place = lead.placeOf(about);
  const file = place.socket && (place.socket === socket ? socket : `${place.socket}/.s.PGSQL.${place.port}`);
  set({
    host: [place.host],
    port: [place.port],
    path: file,
    user: place.user,
    pass: place.password,
    database: place.database,
    ssl: place.ssl,
  });
  return { led, set, about };
}

/** Leads the names of databases in a query that has no more than one piece of text. */
function named(query, about, lead) {
  const [text, ...rest] = query?.strings ?? [];
  const led = rest.length > 0 ? text : lead.text(text, () => about);
  if (led !== text) query.strings = Object.assign([led], { raw: [led] });
}

/** Counts what a connection is asked until it is answered: its state is seen by itself alone. */
function count(query, asking) {
  if (!query || asking.has(query)) return;
  asking.add(query);
  for (const name of ["resolve", "reject", "reserve"]) {
    const real = query[name];
    if (typeof real !== "function") continue;
    query[name] = function (...args) {
      asking.delete(query);
      return real.apply(this, args);
    };
  }
}

const isBusy = (asking) => asking.size > 0;

const connection = (real, lead) =>
  function Connection(options, ...rest) {
    const { led, set, about } = ledOptions(options, lead);
    const made = real(led, ...rest);
    const asking = new Set();
    for (const name of ["connect", "cancel", "execute"]) {
      const begin = made[name];
      made[name] = (...args) => {
        named(args[0], about, lead);
        if (name !== "cancel" && lead.begun(asking, isBusy)) count(args[0], asking);
        if (name === "execute") return begin(...args);
        try {
          lead.lead(about);
        } catch (refused) {
          set({ socket: () => lead.failing(refused) });
        }
        return begin(...args);
      };
    }
    return made;
  };

const hook = (Connection, lead) => (typeof Connection === "function" ? connection(Connection, lead) : false);

module.exports = {
  library: "postgres",
  dialect: "postgres",
  files: { "cjs/src/connection.js": hook },
  modules: {
    "src/connection.js": {
      edit: (text, handed) =>
        text.replace(/^export default Connection\b/m, `export default (${handed("Connection")} ?? Connection)`),
      hook,
    },
  },

  async open(postgres, { host, port, socket, user, password, ssl, database }) {
    const folder = socket?.replace(/\/\.s\.PGSQL\.\d+$/, "");
    const options = {
      host: folder ?? host,
      port,
      user,
      pass: password || undefined,
      ssl: ssl || false,
      database,
      max: 1,
      onnotice: () => {},
      fetch_types: false,
    };
    const sql = postgres(options);
    // A refusal is thrown here, not where the first question is.
    await sql.unsafe("SELECT 1");
    return {
      async ask(text) {
        const result = await sql.unsafe(text).simple();
        return Array.isArray(result.at(-1)) ? result.at(-1) : result;
      },
      close: () => sql.end({ timeout: 1 }),
    };
  },
};
