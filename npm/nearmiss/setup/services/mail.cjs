"use strict";
// Mail in the place of servers that take it (SMTP, RFC 5321): each letter is taken, unless the test says something else, and goes nowhere.
// (Part of written suites, too.)

const { act } = require("./faults.cjs");

/** Ends of lines are those of RFC 5321; some programs leave out the carriage return. */
const LINE = /\r?\n/;
const LETTER_ENDS = /\n\.\r?\n/;
/** Characters of a letter that are kept while it comes in; longer ones are taken as well. */
const MOST_HELD = 65_536;
/** Longest line of a command; who says more speaks something else. */
const LONGEST_COMMAND = 12_288;
/** Statuses from here on refuse a letter. */
const LEAST_REFUSAL = 300;
/** Answers to a login: what it asks for next, by the mechanism, each in Base64 (RFC 4954). */
const ASKS = { __proto__: null, PLAIN: [""], LOGIN: ["VXNlcm5hbWU6", "UGFzc3dvcmQ6"], "CRAM-MD5": ["PDFAbmVhcm1pc3M+"], XOAUTH2: [""] };
/** Faults of the network that a letter knows; the others are of answers with a body. */
const FAULTS = new Set(["reset", "timeout"]);
const WITH_FIRST = new Set(["PLAIN", "LOGIN", "XOAUTH2"]);

const EXTENSIONS = ["8BITMIME", "SMTPUTF8", "PIPELINING", "AUTH PLAIN LOGIN CRAM-MD5 XOAUTH2", "SIZE 52428800"];
/** What is said to commands that change nothing here. */
const SAID = { __proto__: null, HELO: "250 OK", NOOP: "250 OK", RSET: "250 OK", MAIL: "250 OK", RCPT: "250 OK", VRFY: "252 OK", HELP: "214 OK" };

/**
 * Speaks on a connection. `name`: of the server; `chosen()`: the answer to a letter, `{ status, number, fault }`; `tell(answer)` tells
 * of it; `endless(answer)` is called where the program would wait for one for ever.
 */
exports.serve = (socket, { name, chosen, tell, endless }) => {
  let held = "";
  let isLetter = false;
  /** What a login still asks for. */
  let asks = null;
  const say = (line) => socket.write(`${line}\r\n`);

  const takeLetter = () => {
    isLetter = false;
    const answer = chosen();
    tell(answer);
    if (answer.fault !== null) act(FAULTS.has(answer.fault) ? answer.fault : "reset", { request: { socket }, response: socket, connection: socket }, () => endless(answer));
    else if (answer.number < 0 || answer.status < LEAST_REFUSAL) say("250 OK: taken");
    else say(`${answer.status < 600 && answer.status >= 400 ? answer.status : 550} refused`);
  };
  const logIn = () => {
    if (asks.length > 0) {
      say(`334 ${asks.shift()}`);
      return;
    }
    asks = null;
    say("235 OK");
  };
  const begin = (rest) => {
    const [mechanism, first] = rest.split(/\s+/);
    const [kind, list] = [mechanism.toUpperCase(), ASKS[mechanism.toUpperCase()]];
    if (list === undefined) {
      say("504 not known");
      return;
    }
    asks = first !== undefined && WITH_FIRST.has(kind) ? list.slice(1) : [...list];
    logIn();
  };
  const obey = (line) => {
    if (asks !== null) {
      logIn();
      return;
    }
    const [, command, rest] = /^(\S*)\s*(.*)$/s.exec(line);
    const verb = command.toUpperCase();
    if (verb === "EHLO") say([name, ...EXTENSIONS].map((word, at, all) => `250${at === all.length - 1 ? " " : "-"}${word}`).join("\r\n"));
    else if (verb === "AUTH") begin(rest);
    else if (verb === "DATA") {
      isLetter = true;
      // One without a line ends at once.
      held = `\n${held}`;
      say("354 go on");
    } else if (verb === "QUIT") socket.end("221 bye\r\n");
    else say(SAID[verb] ?? "502 not known");
  };
  const read = () => {
    for (;;) {
      const end = (isLetter ? LETTER_ENDS : LINE).exec(held);
      if (end === null) break;
      const line = held.slice(0, end.index);
      held = held.slice(end.index + end[0].length);
      if (isLetter) takeLetter();
      else obey(line);
    }
    // The end of a letter may be on its way in pieces.
    if (isLetter && held.length > MOST_HELD) held = held.slice(-8);
    if (!isLetter && held.length > LONGEST_COMMAND) socket.destroy();
  };
  socket.setEncoding("latin1");
  socket.on("data", (text) => {
    held += text;
    read();
  });
  say(`220 ${name} ESMTP`);
};
