"use strict";
// mysql: connections read their settings when they connect, which they do when they are first asked. A pool compares
// the settings of its connections with its own, so they stay what the program has set.

const REFUSED = "\0sut: refused";
const OF_USER = ["user", "password", "database"];

const placeOf = (config, lead) =>
  lead.lead({ ...config, port: Number(config.port), socket: config.socketPath || undefined });
const changed = (config, to) => Object.assign(Object.create(config), to);

/** Tells whether a connection waits for an answer; the first one is to its being opened. */
const isBusy = ({ _protocol: { _queue, _ended, _fatalError } }) => _queue?.length > 0 && !_ended && !_fatalError;

function connect(real, lead) {
  return {
    connect(options, callback) {
      const { config, _protocol: protocol } = this;
      if (this._connectCalled) return real.call(this, options, callback);
      let refusal;
      // Where it goes is read while it is called, and who it is when the server has greeted.
      try {
        const { host, port, socket, ssl, ...place } = placeOf(config, lead);
        this.config = changed(config, { host, port, socketPath: socket });
        protocol._config = changed(protocol._config, Object.fromEntries(OF_USER.map((name) => [name, place[name]])));
        if (!ssl && config.ssl) config.ssl = protocol._config.ssl = false;
      } catch (refused) {
        refusal = refused;
        // A name that no socket has: nothing is sent before the socket is ended.
        this.config = changed(config, { socketPath: REFUSED });
      }
      try {
        return real.call(this, options, callback);
      } finally {
        this.config = config;
        if (refusal !== undefined) this._socket.destroy(refusal);
      }
    },
  }.connect;
}

function changeUser(real, lead) {
  return {
    changeUser(options, callback) {
      if (typeof options === "function" || !options) return this.changeUser({}, options || callback);
      const { config } = this;
      const asked = Object.fromEntries(OF_USER.map((name) => [name, options[name] || config[name]]));
      const place = placeOf({ ...config, ...asked }, lead);
      const led = Object.fromEntries(OF_USER.map((name) => [name, place[name]]));
      const sequence = real.call(this, { ...options, ...led }, callback);
      // It notes there what it has become.
      const noted = changed(config, {});
      for (const name of OF_USER) Object.defineProperty(noted, name, { set: () => (config[name] = asked[name]) });
      Object.defineProperty(noted, "charsetNumber", { set: (number) => (config.charsetNumber = number) });
      sequence._currentConfig = noted;
      return sequence;
    },
  }.changeUser;
}

function connection({ prototype }, lead) {
  prototype.connect = connect(prototype.connect, lead);
  prototype.changeUser = changeUser(prototype.changeUser, lead);
}

/** Questions that stand in line. */
function protocol({ prototype }, lead) {
  const { _enqueue: real } = prototype;
  prototype._enqueue = function _enqueue(sequence) {
    const { config } = this._connection ?? {};
    if (this._connection?._protocol === this) lead.begun(this._connection, isBusy);
    if (typeof sequence?.sql === "string" && config)
      sequence.sql = lead.text(sequence.sql, () => ({ ...config, socket: config.socketPath }));
    return real.call(this, sequence);
  };
}

module.exports = {
  library: "mysql",
  dialect: "mysql",
  files: { "lib/Connection.js": connection, "lib/protocol/Protocol.js": protocol },

  open: (mysql, place) => require("../dialects/mysql.cjs").openByCallback(mysql, place),
};
