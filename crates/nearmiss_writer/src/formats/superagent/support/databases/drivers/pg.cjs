"use strict";
// pg, with pg-pool and pg-native: clients get other settings before they connect.

const { nextTick } = process;

/** Says where a client goes. `key` of certificates is kept from those who list properties. */
const aboutOf = ({ host, port, user, password, database, ssl, connectionParameters }) => {
  const isSocket = typeof host === "string" && host.startsWith("/");
  const encrypts = ssl ?? connectionParameters?.ssl;
  return {
    host: isSocket ? undefined : host,
    port: Number(port),
    socket: isSocket ? host : undefined,
    user,
    password,
    database: database ?? user,
    ssl: encrypts?.key ? { ...encrypts, key: encrypts.key } : encrypts,
  };
};

/** Tells whether a client is being opened or waits for an answer. */
const isBusy = (client) => {
  if (client._ended || client._connectionError) return false;
  // Clients of pg-native are not told that they may ask.
  if (client.native) return (client._connecting && !client._connected) || Boolean(client._hasActiveQuery?.());
  return client._connecting || client.readyForQuery === false;
};

const connect = (real, lead) =>
  ({
    _connect(callback) {
      lead.begun(this, isBusy);
      try {
        const { host, port, socket, user, password, database, ssl } = lead.lead(aboutOf(this));
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

const query = (real, lead) =>
  ({
    query(config, ...rest) {
      lead.begun(this, isBusy);
      const text = typeof config === "string" ? config : config?.text;
      const led = lead.text(text, () => aboutOf(this));
      if (led === text) return real.call(this, config, ...rest);
      if (typeof config === "string") return real.call(this, led, ...rest);
      if (typeof config.submit !== "function") return real.call(this, { ...config, text: led }, ...rest);
      config.text = led;
      return real.call(this, config, ...rest);
    },
  }).query;

function client(Client, lead) {
  const { prototype } = Client ?? {};
  if (typeof prototype?._connect !== "function") return false;
  const set = (name, value) => Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  set("query", query(prototype.query, lead));
  set("_connect", connect(prototype._connect, lead));
  return undefined;
}

module.exports = {
  library: "pg",
  dialect: "postgres",
  files: { "lib/client.js": client, "lib/native/client.js": client },

  async open({ Client }, { host, port, socket, user, password, ssl, database }) {
    const client = new Client({
      host: socket ?? host,
      port,
      user,
      password: password || undefined,
      ssl: ssl || false,
      database,
    });
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
