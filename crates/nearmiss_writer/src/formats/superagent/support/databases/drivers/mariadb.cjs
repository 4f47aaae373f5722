"use strict";
// mariadb, from version 3: each connection has a copy of its settings, which it reads when it connects.

const ADDS = ["addCommandQueue", "addCommandEnable", "addCommandEnablePipeline"];

/** Statuses of a connection that is being opened: it connects, logs in, and says its first commands. */
const OPENING = [2, 3, 4];

/** Tells whether a connection is being opened or waits for an answer. */
const isBusy = ({ status, sendQueue, receiveQueue }) =>
  OPENING.includes(status) || (status <= 5 && (sendQueue?.length > 0 || receiveQueue?.length > 0));

function connection(Connection, lead) {
  const { prototype } = Connection ?? {};
  const real = prototype?.streamInitSocket;
  if (typeof real !== "function") return false;
  prototype.streamInitSocket = {
    streamInitSocket() {
      lead.begun(this, isBusy);
      const { opts } = this;
      const { host, port, socketPath: socket, user, password, database, ssl } = opts;
      try {
        const place = lead.lead({
          host,
          port: Number(port),
          socket: socket || undefined,
          user,
          password,
          database,
          ssl,
        });
        Object.assign(opts, {
          host: place.host,
          port: place.port,
          socketPath: place.socket,
          user: place.user,
          password: place.password,
          database: place.database,
        });
        if (!place.ssl) opts.ssl = false;
      } catch (refused) {
        setImmediate(() => this.authFailHandler(refused));
        return undefined;
      }
      return real.call(this);
    },
  }.streamInitSocket;
  for (const name of ADDS) {
    const add = prototype[name];
    prototype[name] = function (command, ...rest) {
      lead.begun(this, isBusy);
      if (typeof command?.sql === "string")
        command.sql = lead.text(command.sql, () => ({ ...this.opts, socket: this.opts.socketPath }));
      return add.call(this, command, ...rest);
    };
  }
  const { changeUser } = prototype;
  prototype.changeUser = {
    changeUser(command, ...rest) {
      const asked = command?.opts?.database;
      if (!asked) return changeUser.call(this, command, ...rest);
      const { database } = lead.lead({ ...this.opts, socket: this.opts.socketPath, database: asked });
      return changeUser.call(this, { ...command, opts: { ...command.opts, database } }, ...rest);
    },
  }.changeUser;
  return undefined;
}

/** The name, in a bundle where names were made short, of the class that has a method. */
function classAround(text, method) {
  const at = text.indexOf(method);
  const all =
    at < 0
      ? []
      : [
          ...text
            .slice(0, at)
            .matchAll(/(?:(?:var|let|const|,|;)\s*([\w$]+)\s*=\s*class\b|\bclass\s+([\w$]+))[^{};]*\{/g),
        ];
  return all.at(-1)?.[1] ?? all.at(-1)?.[2];
}

const bundle = {
  hook: connection,
  edit(text, handed) {
    const name = classAround(text, "streamInitSocket(){");
    return name === undefined ? text : `${text}\n;${handed(name)};\n`;
  },
};

module.exports = {
  library: "mariadb",
  dialect: "mysql",
  files: { "lib/connection.js": connection },
  modules: {
    "lib/connection.js": {
      hook: connection,
      edit: (text, handed) => (/^import\b/m.test(text) ? `${text}\n;${handed("Connection")};\n` : text),
    },
    "dist/promise.cjs": bundle,
    "dist/callback.cjs": bundle,
  },

  async open({ createConnection }, { host, port, socket, user, password, ssl, database }) {
    const server = socket ? { socketPath: socket } : { host, port };
    const connection = await createConnection({
      ...server,
      user,
      password: password || undefined,
      ssl: ssl || false,
      database,
      multipleStatements: true,
    });
    connection.on?.("error", () => {});
    return {
      async ask(text) {
        const result = await connection.query(text);
        // A procedure answers its rows and a count behind them.
        return Array.isArray(result) && result.some(Array.isArray) ? result.filter(Array.isArray).at(-1) : result;
      },
      close: () => connection.end(),
    };
  },
};
