// The choices of one program: a seed gives the same ones each time.

/** Draws numbers from a seed (a linear congruence with its bits mixed). */
export class Choices {
  constructor(seed) {
    this.state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0;
    for (let i = 0; i < 4; i += 1) this.int(2);
  }

  /** An integer in [0, n). */
  int(n) {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(this.state ^ (this.state >>> 15), 0x2c1b3c6d) >>> 0;
    return ((mixed ^ (mixed >>> 13)) >>> 0) % n;
  }

  /** True in `percent` of 100. */
  chance(percent) {
    return this.int(100) < percent;
  }

  pick(values) {
    return values[this.int(values.length)];
  }

  /** Up to `most` of the values, in their order. */
  some(values, most) {
    const wanted = this.int(Math.min(most, values.length)) + 1;
    return values.filter(() => this.chance((100 * wanted) / values.length)).slice(0, wanted);
  }

  shuffled(values) {
    const left = [...values];
    const out = [];
    while (left.length > 0) out.push(...left.splice(this.int(left.length), 1));
    return out;
  }
}
