// What no test covers, the nearest first: where to look next.

import { useMemo } from "preact/hooks";
import { SORTS, missing, openTargets } from "../near-misses.js";
import { Choice, Filters, TextFilter, matches } from "../parts/filters.jsx";
import { Near, SourceLink } from "../parts/marks.jsx";
import { Table } from "../parts/table.jsx";
import { queryField } from "../route.js";
import { isNear } from "../target-state.js";

const COLUMNS = [
  {
    name: "How near",
    number: true,
    by: ({ target }) => target.state,
    cell: ({ target }) => (isNear(target.state) ? <Near value={target.state} /> : <span class="muted">never reached</span>),
  },
  { name: "What is missing", by: missing, cell: missing },
  {
    name: "Where",
    by: ({ source, target }) => `${source.file}:${String(target.line).padStart(7, "0")}`,
    cell: ({ source, target }) => <SourceLink file={source.file} line={target.line} />,
  },
  { name: "Source", wide: true, cell: ({ source, target }) => <code class="one-line">{source.lines[target.line - 1]?.trim()}</code> },
];

export function NearMisses({ run, route }) {
  const [text, setText] = queryField(route, "q");
  const [file, setFile] = queryField(route, "file");
  const [sort, setSort] = queryField(route, "sort");
  const [chosen, setChosen] = queryField(route, "what");
  const [reached, setReached] = queryField(route, "reached");
  const what = chosen in SORTS ? chosen : "conditions";
  const all = useMemo(() => openTargets(run, what).filter(({ target }) => reached === "all" || isNear(target.state)), [run, what, reached]);
  const rows = all.filter(
    ({ source, target }) =>
      (file === "" || source.file === file) && (text === "" || matches(text, source.file, missing({ source, target }), target.key, source.lines[target.line - 1] ?? "")),
  );
  const files = run.sources.map((source) => [source.file, source.file]);
  return (
    <>
      <h1 tabIndex={-1}>Near misses</h1>
      <p class="lead">Outcomes that no written test reaches, and how near the best call came to them: 1 would be there.</p>
      <Filters shown={rows.length} all={all.length} what="near misses">
        <TextFilter label="Text" value={text} onChange={setText} />
        <Choice label="File" value={file} onChange={setFile} options={[["", "all"], ...files]} />
        <Choice label="What" value={what} onChange={setChosen} options={Object.entries(SORTS).map(([value, { name }]) => [value, name])} />
        <Choice label="Which" value={reached} onChange={setReached} options={[["", "reached"], ["all", "never reached, too"]]} />
      </Filters>
      {rows.length === 0 ? (
        <p class="empty">{all.length === 0 ? "There are none." : "None fits."}</p>
      ) : (
        <Table label="Near misses" columns={COLUMNS} rows={rows} rowKey={({ target }) => target.key} sort={sort} onSort={setSort} />
      )}
    </>
  );
}
