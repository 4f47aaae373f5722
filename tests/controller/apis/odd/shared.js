"use strict";
// What calls run, and resets too.

exports.shared = (who) => {
  const told = `${who} it`;
  if (who === "called") return `${told} by a call`;
  return `${told} by a reset`;
};
