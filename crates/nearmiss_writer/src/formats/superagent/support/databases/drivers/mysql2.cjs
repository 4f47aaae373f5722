"use strict";
// mysql2: connections read where they go when they are made, and the rest a little later.

const { EventEmitter } = require("node:events");

function ledConfig(config, lead) {
  if (typeof config !== "object" || config === null || config.isServer) return;
  const { host, port, socketPath: socket, user, password, database, ssl } = config;
  try {
    const place = lead.lead({ host, port: Number(port), socket: socket || undefined, user, password, database, ssl });
    Object.assign(config, {
      host: place.host,
      port: place.port,
      socketPath: place.socket,
      user: place.user,
      password: place.password,
      database: place.database,
    });
    if (!place.ssl) config.ssl = undefined;
  } catch (refused) {
    config.stream = () => lead.failing(refused);
  }
}

/** Newer versions have a class in front of the one that has everything. */
const isBase = (Connection) =>
  typeof Connection === "function" && Object.getPrototypeOf(Connection.prototype) === EventEmitter.prototype;

/** Tells whether a connection waits for an answer; the first one is to its being opened. */
const isBusy = ({ _command, _commands, _closing, _fatalError, _protocolError }) =>
  Boolean(_command || _commands?.length > 0) && !_closing && !_fatalError && !_protocolError;

function connection(Connection, lead) {
  if (!isBase(Connection)) return undefined;
  const { prototype } = Connection;
  const { addCommand, changeUser } = prototype;
  prototype.addCommand = {
    addCommand(command) {
      lead.begun(this, isBusy);
      const about = () => ({ ...this.config, socket: this.config.socketPath });
      for (const name of ["sql", "query"])
        if (typeof command?.[name] === "string") command[name] = lead.text(command[name], about);
      return addCommand.call(this, command);
    },
  }.addCommand;
  prototype.changeUser = {
    changeUser(options, ...rest) {
      if (!options?.database) return changeUser.call(this, options, ...rest);
      const { database } = lead.lead({ ...this.config, socket: this.config.socketPath, database: options.database });
      return changeUser.call(this, { ...options, database }, ...rest);
    },
  }.changeUser;
  const standIn = new Proxy(Connection, {
    construct(target, args, made) {
      ledConfig(args[0]?.config, lead);
      return Reflect.construct(target, args, made === standIn ? target : made);
    },
  });
  return standIn;
}

module.exports = {
  library: "mysql2",
  dialect: "mysql",
  files: { "lib/base/connection.js": connection, "lib/connection.js": connection },

  open: (mysql, place) => require("../dialects/mysql.cjs").openByCallback(mysql, place),
};
