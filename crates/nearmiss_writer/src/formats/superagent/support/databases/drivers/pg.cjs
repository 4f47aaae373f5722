"use strict";
// pg, with pg-pool and pg-native: clients get other settings before they connect.

const { nextTick } = process;

/** Where a client goes. `key` of certificates is kept from those who list properties. */
const aboutOf = ({ host, port, user, password, database, ssl }) => {
  const isSocket = typeof host === "string" && host.startsWith("/");
  const encrypted = typeof ssl === "object" && ssl !== null && ssl.key ? { ...ssl, key: ssl.key } : ssl;
  return { host: isSocket ? undefined : host, port: Number(port), socket: isSocket ? host : undefined, user, password, database: database ?? user, ssl: encrypted };
};

const connect = (real, lead) =>
  ({
    _connect(callback) {
      try {
        const { host, port, socket, user, password, database, ssl } = lead.lead(aboutOf({ ssl: this.connectionParameters?.ssl, ...this }));
        const set = { host: socket ?? host, port, user, database };
        for (const holder of [this, this.connectionParameters]) Object.assign(holder, set, { password });
        if (!ssl) for (const holder of [this, this.connection ?? this, this.connectionParameters]) holder.ssl = false;
      } catch (refused) {
        nextTick(callback, refused);
        return undefined;
      }
      return real.call(this, callback);
    },
  })._connect;

function client(Client, lead) {
  const real = Client?.prototype?._connect;
  if (typeof real !== "function") return false;
  Object.defineProperty(Client.prototype, "_connect", { value: connect(real, lead), writable: true, configurable: true });
  return undefined;
}

module.exports = {
  library: "pg",
  dialect: "postgres",
  files: { "lib/client.js": client, "lib/native/client.js": client },

  async open({ Client }, { host, port, socket, user, password, ssl, database }) {
    const client = new Client({ host: socket ?? host, port, user, password: password || undefined, ssl: ssl || false, database });
    // What ends the connection is told to who asks next.
    client.on("error", () => {});
    await client.connect();
    return {
      async ask(text) {
        const result = await client.query(text);
        return (Array.isArray(result) ? result.at(-1) : result).rows;
      },
      close: () => client.end(),
    };
  },
};
