"use strict";

// Numbers in loops: a sieve, an escape-time fractal, a matrix product and Collatz lengths.

function sieve(limit) {
  const composite = new Uint8Array(limit + 1);
  let count = 0;
  for (let i = 2; i <= limit; i++) {
    if (composite[i] === 0) {
      count += 1;
      for (let j = i * i; j <= limit; j += i) {
        composite[j] = 1;
      }
    }
  }
  return count;
}

function escapeTime(cr, ci, most) {
  let x = 0;
  let y = 0;
  let steps = 0;
  while (steps < most && x * x + y * y <= 4) {
    const next = x * x - y * y + cr;
    y = 2 * x * y + ci;
    x = next;
    steps += 1;
  }
  return steps;
}

function fractal(width, height) {
  let inside = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const steps = escapeTime((3 * column) / width - 2, (2 * row) / height - 1, 100);
      if (steps === 100) {
        inside += 1;
      }
    }
  }
  return inside;
}

function product(n) {
  const a = new Float64Array(n * n);
  const b = new Float64Array(n * n);
  for (let i = 0; i < n * n; i++) {
    a[i] = i % 7;
    b[i] = i % 5 === 0 ? 1 : -1;
  }
  let trace = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) {
        sum += a[i * n + k] * b[k * n + j];
      }
      if (i === j) {
        trace += sum;
      }
    }
  }
  return trace;
}

function collatz(limit) {
  let longest = 0;
  for (let start = 1; start < limit; start++) {
    let value = start;
    let length = 1;
    while (value !== 1) {
      value = value % 2 === 0 ? value / 2 : 3 * value + 1;
      length += 1;
    }
    if (length > longest) {
      longest = length;
    }
  }
  return longest;
}

exports.run = () => `${sieve(1500000)} ${fractal(320, 240)} ${product(170)} ${collatz(80000)}`;
