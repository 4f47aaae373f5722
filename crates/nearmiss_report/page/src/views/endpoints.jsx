// Operations: which statuses tests get from them, their faults, the tests that call them.

import { useState } from "preact/hooks";
import { count } from "../numbers.js";
import { Calls, TestPlace } from "../parts/calls.jsx";
import { Choice, Filters, TextFilter, matches } from "../parts/filters.jsx";
import { Operation, Status } from "../parts/marks.jsx";
import { Table } from "../parts/table.jsx";
import { queryField, routeTo } from "../route.js";

const MOST_TESTS = 20;

const WHICH = {
  "": ["all", () => true],
  faults: ["with faults", ({ faults }) => faults.length > 0],
  success: ["with a success", ({ statuses }) => hasSuccess(statuses)],
  "no-success": ["without a success", ({ statuses }) => !hasSuccess(statuses)],
  uncalled: ["that no test calls", ({ tests }) => tests.size === 0],
};

const hasSuccess = (statuses) => [...statuses.keys()].some((status) => status >= 200 && status < 400);

export function Endpoints({ run, route }) {
  const [text, setText] = queryField(route, "q");
  const [which, setWhich] = queryField(route, "which");
  const [sort, setSort] = queryField(route, "sort");
  const [opened, setOpened] = useState(null);
  const [, belongs] = WHICH[which] ?? WHICH[""];
  const rows = run.operations.filter((operation) => belongs(operation) && matches(text, operation.name, [...operation.statuses.keys()].join(" ")));
  const columns = [
    { name: "Operation", wide: true, by: ({ path, verb }) => `${path} ${verb}`, cell: (operation) => <Operation {...operation} /> },
    { name: "Statuses", cell: ({ statuses }) => <Statuses statuses={statuses} /> },
    { name: "Lines", number: true, by: ({ lines }) => lines, cell: ({ lines }) => (lines === 0 ? <span class="muted">0</span> : count(lines)) },
    {
      name: "Faults",
      number: true,
      by: ({ faults }) => faults.length,
      cell: ({ name, faults }) =>
        faults.length === 0 ? <span class="muted">0</span> : <a href={routeTo("faults", "", { operation: name })}>{faults.length}</a>,
    },
    {
      name: "Tests",
      number: true,
      by: ({ tests }) => tests.size,
      cell: ({ name, tests }) => <TestsButton times={tests.size} isOpen={opened === name} onClick={() => setOpened(opened === name ? null : name)} />,
    },
  ];
  return (
    <>
      <h1 tabIndex={-1}>Endpoints</h1>
      <p class="lead">What the written tests get from each operation, and how many lines they cover; of several tests a line counts for the first.</p>
      <Filters shown={rows.length} all={run.operations.length} what="operations">
        <TextFilter label="Text" value={text} onChange={setText} />
        <Choice label="Which" value={which} onChange={setWhich} options={Object.entries(WHICH).map(([value, [name]]) => [value, name])} />
      </Filters>
      {rows.length === 0 ? (
        <p class="empty">No operation fits.</p>
      ) : (
        <Table
          label="Operations"
          columns={columns}
          rows={rows}
          rowKey={({ name }) => name}
          sort={sort}
          onSort={setSort}
          detail={(operation) => opened === operation.name && <Tests run={run} operation={operation} />}
        />
      )}
    </>
  );
}

function Statuses({ statuses }) {
  if (statuses.size === 0) return <span class="muted">never called by a test</span>;
  const sorted = [...statuses].sort(([a], [b]) => (a ?? 1000) - (b ?? 1000));
  return (
    <span class="statuses">
      {sorted.map(([status, times]) => (
        <Status key={status} status={status} times={times} />
      ))}
    </span>
  );
}

function TestsButton({ times, isOpen, onClick }) {
  if (times === 0) return <span class="muted">0</span>;
  return (
    <button type="button" class="fold" aria-expanded={isOpen} onClick={onClick}>
      {times}
      <span class="off-screen"> tests, show them</span>
    </button>
  );
}

function Tests({ run, operation }) {
  const tests = [...operation.tests];
  return (
    <ul class="tests">
      {tests.slice(0, MOST_TESTS).map((index) => (
        <li key={index}>
          <details>
            <summary>
              <TestPlace test={run.tests[index]} />
            </summary>
            <Calls run={run} test={run.tests[index]} />
          </details>
        </li>
      ))}
      {tests.length > MOST_TESTS && <li class="muted">and {tests.length - MOST_TESTS} more</li>}
    </ul>
  );
}
