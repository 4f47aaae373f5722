// What people ask first: how much is covered, what is wrong, what is near.

import { useMemo } from "preact/hooks";
import { missing, openTargets } from "../near-misses.js";
import { count, counted, duration, share } from "../numbers.js";
import { Chart } from "../parts/chart.jsx";
import { Near, Share, SourceLink } from "../parts/marks.jsx";
import { routeTo } from "../route.js";
import { causesOf, curveOf } from "../run.js";
import { isNear } from "../target-state.js";

const SHOWN = 8;

export function Overview({ run, theme }) {
  return (
    <>
      <h1 tabIndex={-1}>{run.api || "Report"}</h1>
      <p class="lead">
        {counted(run.calls, "call")} in {duration(run.searchSeconds)}
        {run.searchSeconds > 0 && ` (${count(Math.round(run.calls / run.searchSeconds))} a second)`}, seed {run.seed}, {counted(run.tests.length, "test")}{" "}
        written. The last new target took {counted(run.callsToLastTarget, "call")}.
      </p>
      <KeyFigures run={run} />
      <div class="columns">
        <Curve run={run} theme={theme} />
        <FaultList run={run} />
        <NearestList run={run} />
        <LeastCovered run={run} />
      </div>
    </>
  );
}

function KeyFigures({ run }) {
  const { length: faults } = run.faults;
  return (
    <ul class="figures">
      {run.coverage.map(([name, covered, total, isTold]) => {
        const percent = share({ covered, total });
        return (
          <li key={name}>
            <span class="what">{name}</span>
            <strong>{percent === null ? "none" : `${percent.toFixed(1)} %`}</strong>
            <Share figure={{ covered, total }} />
            {isTold && <span class="muted">that the driver told</span>}
          </li>
        );
      })}
      <li class={faults > 0 ? "bad" : "good"}>
        <span class="what">faults</span>
        <strong>{count(faults)}</strong>
        <span class="muted">{faults === 0 ? "none was found" : counted(causesOf(run.faults).length, "cause")}</span>
      </li>
    </ul>
  );
}

function Curve({ run, theme }) {
  const series = useMemo(() => {
    const all = [{ name: "targets", stroke: "--curve-1", values: run.curve.covered }];
    if (run.sources.length === 0) return all;
    return [
      ...all,
      { name: "lines", stroke: "--curve-2", dash: [7, 4], values: curveOf(run, ["line"]) },
      { name: "branches", stroke: "--curve-3", dash: [2, 3], values: curveOf(run, ["branchTrue", "branchFalse"]) },
    ];
  }, [run]);
  return (
    <section class="panel wide">
      <h2>
        Covered over time <span class="muted">by calls, beside what the start covers</span>
      </h2>
      {run.curve.calls.length === 0 ? (
        <p class="muted">No call was made.</p>
      ) : (
        <Chart calls={run.curve.calls} series={series} theme={theme} label="Covered over time" />
      )}
    </section>
  );
}

function FaultList({ run }) {
  const causes = causesOf(run.faults);
  const codes = [...new Set(causes.map(({ code }) => code))];
  return (
    <section class="panel">
      <h2>Faults</h2>
      {codes.length === 0 && <p class="muted">None was found.</p>}
      <ul class="list">
        {codes.map((code) => {
          const of = causes.filter((cause) => cause.code === code);
          return (
            <li key={code}>
              <a href={routeTo("faults", "", { code })}>
                <span class="code-number">{code}</span> {of[0].name}
              </a>
              <span class="end">{count(of.reduce((sum, cause) => sum + cause.faults.length, 0))}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function NearestList({ run }) {
  const nearest = openTargets(run, "conditions").filter(({ target }) => isNear(target.state)).slice(0, SHOWN);
  return (
    <section class="panel">
      <h2>Nearest misses</h2>
      {nearest.length === 0 && <p class="muted">No condition was missed.</p>}
      <ul class="list">
        {nearest.map(({ source, target }) => (
          <li key={target.key}>
            <Near value={target.state} />
            <span class="grow">
              <SourceLink file={source.file} line={target.line} />
              <code class="one-line">{source.lines[target.line - 1]?.trim()}</code>
            </span>
            <span class="end muted">{missing({ source, target })}</span>
          </li>
        ))}
      </ul>
      {nearest.length > 0 && (
        <p>
          <a href={routeTo("near")}>All near misses</a>
        </p>
      )}
    </section>
  );
}

function LeastCovered({ run }) {
  const open = ({ figures }) => figures.line.total - figures.line.covered + (figures.branch.total - figures.branch.covered);
  const files = run.sources.filter((source) => open(source) > 0).sort((a, b) => open(b) - open(a)).slice(0, SHOWN);
  return (
    <section class="panel">
      <h2>Files with the most left</h2>
      {files.length === 0 && <p class="muted">Every line and branch is covered.</p>}
      <ul class="list">
        {files.map((source) => (
          <li key={source.file}>
            <span class="grow">
              <SourceLink file={source.file} />
            </span>
            <span class="end">
              <Share figure={source.figures.line} />
            </span>
          </li>
        ))}
      </ul>
      {run.sources.length > files.length && (
        <p>
          <a href={routeTo("files")}>All {counted(run.sources.length, "file")}</a>
        </p>
      )}
    </section>
  );
}
