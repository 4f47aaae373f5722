// A source file, line by line, with what became of each; the chosen line is told in full beside it.

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useHighlighting } from "../highlight.js";
import { useKeys } from "../keys.js";
import { count, counted } from "../numbers.js";
import { TextFilter } from "../parts/filters.jsx";
import { LineDetails } from "../parts/line-details.jsx";
import { Legend } from "../parts/line-states.jsx";
import { Share } from "../parts/marks.jsx";
import { Minimap } from "../parts/minimap.jsx";
import { SourceRow } from "../parts/source-row.jsx";
import { fileAndLine, fileRoute, replaceRoute, routeTo } from "../route.js";
import { useWindowing } from "../windowing.js";

const ROW_HEIGHT = 20;
/** How a tab counts, here and in the style. */
const TAB = 4;
const MOST_WIDTH = 2000;

export function File({ run, route, theme }) {
  const { file, line } = fileAndLine(route.rest);
  const source = run.sources.find((one) => one.file === file);
  if (source === undefined) {
    return (
      <>
        <h1 tabIndex={-1}>{file}</h1>
        <p class="empty">
          There is no such file in this report. <a href={routeTo("files")}>All files</a>
        </p>
      </>
    );
  }
  return <Opened key={file} run={run} source={source} line={line} theme={theme} />;
}

function Opened({ run, source, line, theme }) {
  const { lines, file, figures } = source;
  const highlighting = useHighlighting(source);
  const width = useMemo(() => widthOf(lines), [lines]);
  const scroller = useRef(null);
  const windowing = useWindowing({ count: lines.length, size: ROW_HEIGHT, getScroller: () => scroller.current });
  const at = line === undefined ? undefined : Math.min(Math.max(line, 1), lines.length);

  const choose = (next, align = "auto") => {
    replaceRoute(fileRoute(file, next));
    windowing.scrollToIndex(next - 1, { align });
  };
  useLayoutEffect(() => {
    if (at !== undefined && !isShown(windowing, at)) windowing.scrollToIndex(at - 1, { align: "center" });
  }, [at]);

  const near = source.nearLines;
  const toNear = (step) => {
    const next = step > 0 ? (near.find((one) => one > (at ?? 0)) ?? near[0]) : (near.findLast((one) => one < (at ?? Infinity)) ?? near.at(-1));
    if (next !== undefined) choose(next, "center");
  };
  useKeys({ n: () => toNear(1), p: () => toNear(-1) });
  const onKeyDown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || at === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(Math.min(Math.max(at + step, 1), lines.length));
  };

  return (
    <div class="opened">
      <header class="file-head">
        <h1 tabIndex={-1}>{file}</h1>
        <dl class="file-figures">
          {[["lines", "line"], ["branches", "branch"], ["functions", "function"]].map(([name, figure]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Share figure={figures[figure]} />
              </dd>
            </div>
          ))}
        </dl>
        <NearSteps near={near} at={at} toNear={toNear} />
      </header>
      <div class="file-tools">
        <Legend />
        <Find lines={lines} at={at} choose={choose} />
      </div>
      <div class="file-body">
        <div class="code" ref={scroller} role="region" aria-label={`Source of ${file}`} tabIndex={0} onKeyDown={onKeyDown}>
          <div class="rows" style={`height:${windowing.getTotalSize()}px;--letters:${width};--digits:${String(lines.length).length}`}>
            {windowing.getVirtualItems().map(({ index, start }) => (
              <SourceRow
                key={index}
                file={file}
                line={index + 1}
                top={start}
                pieces={highlighting.piecesOf(index)}
                state={source.stateOf(index + 1)}
                isChosen={index + 1 === at}
                onChoose={() => choose(index + 1)}
              />
            ))}
          </div>
        </div>
        <Minimap source={source} theme={theme} at={at} onChoose={(next) => choose(next, "center")} />
        <LineDetails run={run} source={source} line={at} />
      </div>
      {!source.hasText && <p class="empty">The text of this file could not be read when the report was made.</p>}
    </div>
  );
}

function isShown({ range }, line) {
  return range !== null && range.startIndex < line - 1 && line - 1 < range.endIndex;
}

function widthOf(lines) {
  let most = 0;
  for (const line of lines) {
    const letters = line.length + (line.includes("\t") ? (line.split("\t").length - 1) * (TAB - 1) : 0);
    if (letters > most) most = letters;
  }
  return Math.min(most, MOST_WIDTH) + 1;
}

function NearSteps({ near, at, toNear }) {
  if (near.length === 0) return <span class="near-steps muted">no near misses</span>;
  const position = near.indexOf(at);
  return (
    <div class="near-steps" role="group" aria-label="Near misses">
      <button type="button" onClick={() => toNear(-1)} title="previous near miss (p)">
        ↑<span class="off-screen"> previous near miss</span>
      </button>
      <span>
        {position < 0 ? "" : `${position + 1} of `}
        {counted(near.length, "line with a near miss", "lines with near misses")}
      </span>
      <button type="button" onClick={() => toNear(1)} title="next near miss (n)">
        ↓<span class="off-screen"> next near miss</span>
      </button>
    </div>
  );
}

/** The browser's own search sees only the rows that exist. */
function Find({ lines, at, choose }) {
  const [text, setText] = useState("");
  const found = useMemo(() => {
    const wanted = text.toLowerCase();
    if (wanted === "") return [];
    return lines.flatMap((line, index) => (line.toLowerCase().includes(wanted) ? [index + 1] : []));
  }, [lines, text]);
  const onChange = (next) => {
    setText(next);
    const wanted = next.toLowerCase();
    const first = wanted === "" ? -1 : lines.findIndex((line) => line.toLowerCase().includes(wanted));
    if (first >= 0) choose(first + 1, "center");
  };
  const onKeyDown = (event) => {
    if (event.key !== "Enter" || found.length === 0) return;
    const next = event.shiftKey ? (found.findLast((one) => one < at) ?? found.at(-1)) : (found.find((one) => one > at) ?? found[0]);
    choose(next, "center");
  };
  return (
    <div class="find">
      <TextFilter label="Find" value={text} onChange={onChange} onKeyDown={onKeyDown} />
      <output>{text === "" ? "" : found.length === 0 ? "not found" : `${count(found.indexOf(at) + 1)} of ${count(found.length)} lines`}</output>
    </div>
  );
}
