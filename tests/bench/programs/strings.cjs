"use strict";

// Text: words counted, edit distances, templates filled, tables read and written, slugs made.

const WORDS = "the quick brown fox jumps over a lazy dog while seven wizards brew potions of jade".split(" ");

function makeText(length) {
  const words = [];
  let seed = 42;
  for (let i = 0; i < length; i++) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const word = WORDS[seed % WORDS.length];
    words.push(i % 11 === 0 ? word.toUpperCase() : word);
    if (i % 17 === 16) {
      words.push("\n");
    }
  }
  return words.join(" ");
}

function countWords(text) {
  const counts = new Map();
  for (const line of text.split("\n")) {
    for (const raw of line.trim().split(/\s+/)) {
      const word = raw.toLowerCase();
      if (word === "" || word.length < 2) {
        continue;
      }
      counts.set(word, (counts.has(word) ? counts.get(word) : 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function editDistance(a, b) {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a.charAt(i - 1) === b.charAt(j - 1);
      row.push(same ? above[j - 1] : 1 + Math.min(above[j - 1], above[j], row[j - 1]));
    }
    above = row;
  }
  return above[b.length];
}

function fill(template, values) {
  let result = "";
  let at = 0;
  for (;;) {
    const open = template.indexOf("{", at);
    if (open < 0) {
      return result + template.slice(at);
    }
    const close = template.indexOf("}", open);
    const name = template.slice(open + 1, close);
    result += template.slice(at, open) + (name in values ? values[name] : `?${name}?`);
    at = close + 1;
  }
}

function readTable(text) {
  const rows = text.split("\n").map((line) => line.split(","));
  const [head, ...body] = rows;
  return body.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i] ?? ""])));
}

function slug(title) {
  let result = "";
  for (const char of title.toLowerCase()) {
    if ((char >= "a" && char <= "z") || (char >= "0" && char <= "9")) {
      result += char;
    } else if (result !== "" && !result.endsWith("-")) {
      result += "-";
    }
  }
  return result;
}

exports.run = () => {
  const text = makeText(12000);
  const counts = countWords(text);
  let distance = 0;
  for (let round = 0; round < 40; round++) {
    for (const a of WORDS) {
      for (const b of WORDS) {
        distance += editDistance(a, b);
      }
    }
  }
  let filled = 0;
  const table = ["name,city,age", ...WORDS.map((word, i) => `${word},City ${i},${20 + i}`)].join("\n");
  for (let round = 0; round < 400; round++) {
    for (const row of readTable(table)) {
      filled += fill("Dear {name} of {city}, you are {age} and {mood}.", row).length;
      filled += slug(`${row.name} -- ${row.city} & Sons!`).length;
      if (row.name.startsWith("w") || row.city.includes("7")) {
        filled += 1;
      }
    }
  }
  return `${counts[0].join(" ")} ${distance} ${filled}`;
};
