// How the run went: its options, where the time went, who called, what was left out.

import { count, counted, duration } from "../numbers.js";
import { Operation, SourceLink } from "../parts/marks.jsx";
import { fileAndLine } from "../route.js";
import { split } from "../run.js";

export function RunDetails({ run }) {
  return (
    <>
      <h1 tabIndex={-1}>Run</h1>
      <div class="columns">
        <Warnings run={run} />
        <Facts run={run} />
        <Timing run={run} />
        <Users run={run} />
        <Suppressed run={run} />
      </div>
    </>
  );
}

function Warnings({ run }) {
  if (run.warnings.length === 0) return null;
  return (
    <section class="panel wide">
      <h2>Warnings</h2>
      <ul class="warnings">
        {run.warnings.map(([category, message], index) => (
          <li key={index}>
            <span class="category">{category}</span> {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ run }) {
  const facts = [
    ["API", run.api],
    ["Made", run.created],
    ["nearmiss", run.version],
    ["Seed", run.seed],
    ["Search", run.algorithm],
    ["Budget", run.budget],
    ["Ended", run.stopped],
    ["Calls", `${count(run.calls)}${run.loginCalls > 0 ? ` and ${count(run.loginCalls)} of logins` : ""}`],
    ["Needed", counted(run.callsToLastTarget, "call")],
    ["Workers", run.workers],
    ["Search took", duration(run.searchSeconds)],
    ["All took", duration(run.totalSeconds)],
    ["Restarts", count(run.restarts)],
    ["Left out", run.unstableTests > 0 ? `${counted(run.unstableTests, "test")} that ${run.unstableTests === 1 ? "does" : "do"} not repeat` : null],
    ["Archives", run.resumed],
  ];
  return (
    <section class="panel">
      <h2>Facts</h2>
      <dl class="facts">
        {facts
          .filter(([, value]) => value !== null && value !== "")
          .map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ))}
      </dl>
    </section>
  );
}

/** `processor` is of all parts. */
function Timing({ run }) {
  const parts = run.timing.filter(([name]) => name !== "processor");
  const all = parts.reduce((sum, [, seconds]) => sum + seconds, 0);
  const processor = run.timing.find(([name]) => name === "processor")?.[1] ?? 0;
  if (all === 0) return null;
  return (
    <section class="panel">
      <h2>Where the time went</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col" class="number">Seconds</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(([name, seconds]) => (
            <tr key={name}>
              <td>{name}</td>
              <td class="number">{seconds.toFixed(1)}</td>
              <td>
                <span class="share">
                  <span class="bar neutral" aria-hidden="true">
                    <span style={`width:${(seconds * 100) / all}%`} />
                  </span>
                  <span class="percent">{((seconds * 100) / all).toFixed(0)} %</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {processor > 0 && <p class="muted">{processor.toFixed(1)} s of processor time of nearmiss itself.</p>}
    </section>
  );
}

function Users({ run }) {
  if (run.users.length === 0) return null;
  const list = (title, operations) =>
    operations.length > 0 && (
      <details>
        <summary>
          {title}: {operations.length}
        </summary>
        <ul class="plain">
          {operations.map((operation) => (
            <li key={operation}>
              <Operation {...split(operation)} />
            </li>
          ))}
        </ul>
      </details>
    );
  return (
    <section class="panel">
      <h2>Who called</h2>
      <ul class="users">
        {run.users.map(({ name, problem, calls, refused, neverCalled }) => (
          <li key={name}>
            <strong>{name ?? "nobody"}</strong> <span class="muted">{counted(calls, "call")}</span>
            {problem && <p class="problem">{problem}</p>}
            {list("answered only 401 or 403", refused)}
            {list("never called", neverCalled)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Suppressed({ run }) {
  if (run.suppressed.length === 0) return null;
  const known = new Set(run.sources.map(({ file }) => file));
  const place = (text) => {
    const { file, line } = fileAndLine(text);
    return known.has(file) ? <SourceLink file={file} line={line} /> : text;
  };
  return (
    <section class="panel">
      <h2>Suppressed</h2>
      <p class="muted">Waits that were shortened and jobs that did not run.</p>
      <ul class="list">
        {run.suppressed.map(([what, where], index) => (
          <li key={index}>
            <span class="grow">{what}</span>
            <span class="end">{place(where)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
