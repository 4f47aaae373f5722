// The states of lines, in signs and words.

import { nearness } from "../target-state.js";

const STATES = {
  none: { sign: "", words: "" },
  test: { sign: "✓", words: "covered by a test" },
  start: { sign: "○", words: "covered while the API started" },
  search: { sign: "✓", words: "covered by the search, by no written test" },
  part: { sign: "◐", words: "reached, with something on it that never was" },
  threw: { sign: "↯", words: "entered, never completed: it threw" },
  never: { sign: "✕", words: "never reached" },
};

export function signOf({ state, nearness: value }) {
  return state === "near" ? nearness(value) : STATES[state].sign;
}

export function wordsOf({ state, nearness: value }) {
  return state === "near" ? `near miss, ${nearness(value)} of 1` : STATES[state].words;
}

const LEGEND = [
  ["test", "covered by a test"],
  ["start", "covered at start"],
  ["part", "partly reached"],
  ["threw", "threw"],
  ["never", "never reached"],
];

export function Legend() {
  return (
    <ul class="legend" aria-label="Signs">
      {LEGEND.map(([state, words]) => (
        <li key={state}>
          <span class={`sign state-${state}`}>{STATES[state].sign}</span> {words}
        </li>
      ))}
      <li>
        near miss{" "}
        <span class="scale" aria-hidden="true">
          {[0.05, 0.3, 0.55, 0.8, 0.99].map((value) => (
            <span key={value} class="near" style={`--near:${value}`}>
              {nearness(value)}
            </span>
          ))}
        </span>
        <span class="off-screen">, from 0, far, to 1, nearly covered</span>
      </li>
    </ul>
  );
}
