// The targets of one line: how near each is, and which test covers it.

import { count } from "../numbers.js";
import { isCall } from "../source.js";
import { AT_START, BY_NO_TEST, isNear, numbered, ownState, testOf } from "../target-state.js";
import { TestPlace } from "./calls.jsx";
import { wordsOf } from "./line-states.jsx";
import { Near } from "./marks.jsx";

export function LineDetails({ run, source, line }) {
  if (line === undefined) {
    return (
      <aside class="line-details" aria-label="Line">
        <p class="muted">Choose a line to see its targets and which tests cover them.</p>
      </aside>
    );
  }
  const targets = source.targetsOf(line);
  const words = wordsOf(source.stateOf(line));
  const faults = run.faults.filter((fault) => fault.source?.file === source.file && fault.source.line === line);
  return (
    <aside class="line-details" aria-label={`Line ${line}`} aria-live="polite" tabIndex={0}>
      <h2>
        Line {line}
        {words !== "" && <span class="muted"> {words}</span>}
      </h2>
      {faults.length > 0 && (
        <p class="line-faults">
          Shows{" "}
          {faults.map((fault) => (
            <a key={fault.id} href={`#/fault/${fault.id}`}>
              {fault.id}
            </a>
          ))}
        </p>
      )}
      {targets.length === 0 && <p class="muted">Nothing on it is looked at.</p>}
      <TargetList run={run} targets={targets.filter(({ kind }) => !isCall(kind))} />
      <Outcomes run={run} targets={targets.filter(({ kind }) => isCall(kind))} />
    </aside>
  );
}

/** Calls have many outcomes that nobody waits for. */
function Outcomes({ run, targets }) {
  if (targets.length === 0) return null;
  const covered = targets.filter(({ state }) => ownState(state) === "covered").length;
  return (
    <details>
      <summary>
        Outcomes of calls: {covered} of {targets.length} covered
      </summary>
      <TargetList run={run} targets={targets} />
    </details>
  );
}

function TargetList({ run, targets }) {
  return (
    <ul class="targets">
      {targets.map((target) => (
        <li key={target.key} class="target">
          <div class="target-head">
            <span>{numbered(target, targets)}</span>
            <TargetState state={target.state} />
          </div>
          <Covering run={run} target={target} />
          <code class="key">{target.key}</code>
        </li>
      ))}
    </ul>
  );
}

function TargetState({ state }) {
  if (isNear(state)) return <Near value={state} />;
  return ownState(state) === "covered" ? (
    <span class="sign state-test">✓ covered</span>
  ) : (
    <span class="sign state-never">✕ never reached</span>
  );
}

function Covering({ run, target }) {
  const { state, first } = target;
  const after = first > 0 ? `first after ${count(first)} calls` : "";
  if (state === AT_START) return <p class="muted">while the API started</p>;
  if (state === BY_NO_TEST) return <p class="muted">by the search, by no written test{after && `; ${after}`}</p>;
  const test = run.tests[testOf(state)];
  if (test === undefined) return null;
  return (
    <p>
      <TestPlace test={test} />
      {after && <span class="muted">; {after}</span>}
    </p>
  );
}
