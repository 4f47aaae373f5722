// Source files with how much of them is covered.

import { Filters, TextFilter, Choice, matches } from "../parts/filters.jsx";
import { Near, Share, SourceLink } from "../parts/marks.jsx";
import { Table } from "../parts/table.jsx";
import { queryField, routeTo } from "../route.js";
import { share } from "../numbers.js";

const WHICH = {
  "": ["all", () => true],
  open: ["with something left", ({ figures }) => ["line", "branch", "function"].some((name) => figures[name].covered < figures[name].total)],
  near: ["with near misses", ({ figures }) => figures.near > 0],
};

const figureColumn = (name, figure) => ({
  name,
  by: ({ figures }) => share(figures[figure]) ?? 101,
  cell: ({ figures }) => <Share figure={figures[figure]} />,
});

const COLUMNS = [
  { name: "File", wide: true, by: ({ file }) => file, cell: ({ file }) => <SourceLink file={file} /> },
  figureColumn("Lines", "line"),
  figureColumn("Branches", "branch"),
  figureColumn("Functions", "function"),
  {
    name: "Near misses",
    number: true,
    by: ({ figures }) => figures.near,
    cell: ({ file, figures }) => (figures.near === 0 ? <span class="muted">0</span> : <a href={routeTo("near", "", { file })}>{figures.near}</a>),
  },
  {
    name: "Nearest",
    number: true,
    by: ({ figures }) => figures.nearest,
    cell: ({ figures }) => (figures.near === 0 ? <span class="muted">–</span> : <Near value={figures.nearest} />),
  },
];

export function Files({ run, route }) {
  const [text, setText] = queryField(route, "q");
  const [which, setWhich] = queryField(route, "which");
  const [sort, setSort] = queryField(route, "sort");
  const [, belongs] = WHICH[which] ?? WHICH[""];
  const rows = run.sources.filter((source) => belongs(source) && matches(text, source.file));
  return (
    <>
      <h1 tabIndex={-1}>Files</h1>
      <Filters shown={rows.length} all={run.sources.length} what="files">
        <TextFilter label="Text" value={text} onChange={setText} />
        <Choice label="Which" value={which} onChange={setWhich} options={Object.entries(WHICH).map(([value, [name]]) => [value, name])} />
      </Filters>
      {rows.length === 0 ? (
        <p class="empty">{run.sources.length === 0 ? "The API's sources are not known." : "No file fits."}</p>
      ) : (
        <Table label="Files" columns={COLUMNS} rows={rows} rowKey={({ file }) => file} sort={sort} onSort={setSort} />
      )}
    </>
  );
}
