"use strict";
// `Function.prototype.bind` of a function that has a replacement: what it answers is tracked where it is bound.

const native = Function.prototype.bind;

const create = () => ({ native, binds: true });

module.exports = { receiver: "function", method: "bind", native, create };
