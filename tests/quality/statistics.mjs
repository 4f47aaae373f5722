// The statistics of search-based testing: Vargha and Delaney's A12, the Mann-Whitney U test, median.

/** Mean of numbers. */
export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Median; the mean of the two middle values of an even count. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Geometric mean of positive numbers. */
export function geometricMean(values) {
  return Math.exp(mean(values.map(Math.log)));
}

/**
 * Probability that a value of `a` is above one of `b`, ties half: 0.5 no difference, 1 always above
 * (Vargha and Delaney, 2000).
 */
export function a12(a, b) {
  let wins = 0;
  for (const x of a) {
    for (const y of b) {
      wins += x > y ? 1 : x === y ? 0.5 : 0;
    }
  }
  return wins / (a.length * b.length);
}

/** Relative improvement of the mean of `a` over the mean of `b`, in percent; `undefined` over 0. */
export function relativeImprovement(a, b) {
  const base = mean(b);
  return base === 0 ? undefined : ((mean(a) - base) / base) * 100;
}

/** Ranks of all values, doubled so that the mid-ranks of ties stay integers. */
function doubledRanks(values) {
  const order = values.map((_, index) => index).sort((i, j) => values[i] - values[j]);
  const ranks = new Array(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end + 1 < order.length && values[order[end + 1]] === values[order[start]]) {
      end += 1;
    }
    for (let i = start; i <= end; i++) {
      ranks[order[i]] = start + 1 + end + 1;
    }
    start = end + 1;
  }
  return ranks;
}

/** Two-sided p of the Mann-Whitney U test: twice the smaller tail. */
export function mannWhitney(a, b) {
  const { low, high } = tails(a, b);
  return Math.min(1, 2 * Math.min(low, high));
}

/** One-sided p of the Mann-Whitney U test that `a` is less than `b`. */
export function mannWhitneyLess(a, b) {
  return tails(a, b).low;
}

/**
 * Exact tails of the Mann-Whitney U test: the shares of all ways to deal the pooled ranks (mid-ranks for ties) into
 * groups of these sizes whose rank sum is at most, and at least, this one's. Meant for the sizes of our experiments (tens
 * of values).
 */
function tails(a, b) {
  const ranks = doubledRanks([...a, ...b]);
  const observed = ranks.slice(0, a.length).reduce((sum, rank) => sum + rank, 0);
  // ways[k]: rank sum -> number of subsets of size k that have it.
  const ways = Array.from({ length: a.length + 1 }, () => new Map());
  ways[0].set(0, 1);
  ranks.forEach((rank, seen) => {
    for (let k = Math.min(seen + 1, a.length); k >= 1; k--) {
      for (const [sum, count] of ways[k - 1]) {
        ways[k].set(sum + rank, (ways[k].get(sum + rank) ?? 0) + count);
      }
    }
  });
  let total = 0;
  let low = 0;
  let high = 0;
  for (const [sum, count] of ways[a.length]) {
    total += count;
    low += sum <= observed ? count : 0;
    high += sum >= observed ? count : 0;
  }
  return { low: low / total, high: high / total };
}
