"use strict";
// What adapters do with lists of a library while the program runs: by index, since the program may have patched the methods
// and iterators of arrays.

function each(list, visit) {
  for (let i = 0; i < list.length; i += 1) visit(list[i], i);
}

function map(list, change) {
  const made = [];
  for (let i = 0; i < list.length; i += 1) made[i] = change(list[i], i);
  return made;
}

function filter(list, holds) {
  const kept = [];
  for (let i = 0; i < list.length; i += 1) if (holds(list[i])) kept[kept.length] = list[i];
  return kept;
}

function some(list, holds) {
  for (let i = 0; i < list.length; i += 1) if (holds(list[i])) return true;
  return false;
}

function add(list, value) {
  list[list.length] = value;
}

module.exports = { each, map, filter, some, add };
