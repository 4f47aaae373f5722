// Faults by code and cause, each with the test that shows it and the calls to make oneself.

import { useEffect, useRef, useState } from "preact/hooks";
import { counted } from "../numbers.js";
import { Calls, CopyButton, TestPlace } from "../parts/calls.jsx";
import { Choice, Filters, TextFilter, matches } from "../parts/filters.jsx";
import { Operation, SourceLink } from "../parts/marks.jsx";
import { More } from "../parts/table.jsx";
import { queryField, routeTo } from "../route.js";
import { causesOf, split } from "../run.js";

const PIECE = 100;

const fits = (fault, { text, code, operation }) =>
  (code === "" || String(fault.code) === code) &&
  (operation === "" || fault.operation === operation) &&
  matches(text, fault.id, fault.name, fault.operation, fault.place, fault.message);

export function Faults({ run, route }) {
  const [text, setText] = queryField(route, "q");
  const [code, setCode] = queryField(route, "code");
  const [operation, setOperation] = queryField(route, "operation");
  const [shown, setShown] = useState(PIECE);
  // `#/fault/ID` shows that fault, whatever is filtered.
  const wanted = route.view === "fault" ? route.rest : null;
  const faults = run.faults.filter((fault) => (wanted === null ? fits(fault, { text, code, operation }) : fault.id === wanted));
  const causes = causesOf(faults);
  const codes = [...new Set(run.faults.map((fault) => fault.code))].sort((a, b) => a - b);
  const operations = [...new Set(run.faults.map((fault) => fault.operation))].sort();
  return (
    <>
      <h1 tabIndex={-1}>{wanted === null ? "Faults" : `Fault ${wanted}`}</h1>
      {wanted === null ? (
        <Filters shown={faults.length} all={run.faults.length} what="faults">
          <TextFilter label="Text" value={text} onChange={setText} />
          <Choice label="Code" value={code} onChange={setCode} options={[["", "all"], ...codes.map((one) => [String(one), `${one} ${run.codes[one]}`])]} />
          <Choice label="Operation" value={operation} onChange={setOperation} options={[["", "all"], ...operations.map((one) => [one, one.replace(":", " ")])]} />
        </Filters>
      ) : (
        <p>
          <a href={routeTo("faults")}>All faults</a>
        </p>
      )}
      {causes.length === 0 && <p class="empty">{run.faults.length === 0 ? "No fault was found." : "No fault fits."}</p>}
      {causes.slice(0, shown).map((cause, index) => (
        <Cause key={cause.key} run={run} cause={cause} isFirst={causes[index - 1]?.code !== cause.code} open={wanted !== null} />
      ))}
      <More shown={shown} all={causes.length} onMore={() => setShown(shown + PIECE)} />
    </>
  );
}

function Cause({ run, cause, isFirst, open }) {
  return (
    <>
      {isFirst && (
        <h2 class="code-head">
          <span class="code-number">{cause.code}</span> {cause.name}
        </h2>
      )}
      <section class="panel cause">
        {cause.source !== null && (
          <header>
            <h3>
              <SourceLink {...cause.source} />
            </h3>
            {cause.faults.length > 1 && <span class="muted">{counted(cause.faults.length, "operation")} come here</span>}
            <SourceLine run={run} {...cause.source} />
          </header>
        )}
        {cause.faults.map((fault) => (
          <Fault key={fault.id} run={run} fault={fault} open={open} />
        ))}
      </section>
    </>
  );
}

/** The line itself, where its file can be read. */
export function SourceLine({ run, file, line }) {
  const text = run.sources.find((source) => source.file === file)?.lines[line - 1];
  return text ? <code class="one-line">{text.trim()}</code> : null;
}

function Fault({ run, fault, open }) {
  const test = run.tests[fault.test];
  const element = useRef(null);
  useEffect(() => {
    if (open) element.current.open = true;
  }, [open]);
  return (
    <details class="fault" ref={element} id={`fault-${fault.id}`}>
      <summary>
        <Operation {...split(fault.operation)} />
        <span class="message">{fault.message}</span>
        <code class="id">{fault.id}</code>
      </summary>
      <dl>
        <dt>Name</dt>
        <dd>
          <code>{fault.id}</code> <CopyButton text={fault.id} /> <a href={routeTo("fault", fault.id)}>link</a>
        </dd>
        {fault.place !== "" && (
          <>
            <dt>Place</dt>
            <dd>
              {fault.source && (
                <>
                  <SourceLink {...fault.source} />{" "}
                </>
              )}
              <code class={fault.source ? "muted" : ""}>{fault.place}</code>
            </dd>
          </>
        )}
        {test && (
          <>
            <dt>Test</dt>
            <dd>
              <TestPlace test={test} />
            </dd>
            <dt>Calls</dt>
            <dd>
              <Calls run={run} test={test} shows={fault.call} />
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}
