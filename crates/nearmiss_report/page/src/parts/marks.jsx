// Small things that stand for a fact: in words or numbers too, never in colour alone.

import { count, share } from "../numbers.js";
import { fileRoute } from "../route.js";
import { nearness } from "../target-state.js";

/** How near: a number on the scale of near misses. */
export function Near({ value }) {
  return (
    <span class="near" style={`--near:${value}`} title={`near miss: ${value} of 1`}>
      {nearness(value)}
    </span>
  );
}

export function Verb({ verb }) {
  return <span class={`verb verb-${verb.toLowerCase()}`}>{verb}</span>;
}

export function Operation({ verb, path }) {
  return (
    <span class="operation">
      {verb !== "" && <Verb verb={verb} />}
      <span class="path">{path}</span>
    </span>
  );
}

export function Status({ status, times }) {
  const group = status === null ? "none" : String(status)[0];
  return (
    <span class={`status status-${group}`} title={times === undefined ? undefined : `${times} calls of tests`}>
      {status ?? "no answer"}
    </span>
  );
}

/** Covered of all, as a bar and in numbers. */
export function Share({ figure, wide = false }) {
  const percent = share(figure);
  if (percent === null) return <span class="muted">none</span>;
  return (
    <span class={wide ? "share wide" : "share"}>
      <span class="bar" aria-hidden="true">
        <span style={`width:${percent}%`} class={percent === 100 ? "all" : ""} />
      </span>
      <span class="percent">{percent.toFixed(1)} %</span>
      <span class="of">
        {count(figure.covered)}/{count(figure.total)}
      </span>
    </span>
  );
}

/** A file, with a line, that leads to its source. */
export function SourceLink({ file, line, children }) {
  return (
    <a class="source-link" href={fileRoute(file, line)}>
      {children ?? (line === undefined ? file : `${file}:${line}`)}
    </a>
  );
}
