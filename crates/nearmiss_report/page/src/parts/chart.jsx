// Covered targets along the budget, as curves and as a table.

import { useLayoutEffect, useRef } from "preact/hooks";
import uPlot from "uplot"; // MIT; draws tens of thousands of points at once, and is small
import { count } from "../numbers.js";

const HEIGHT = 260;
/** Rows of the table: more say no more. */
const MOST_ROWS = 40;

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function optionsFor(series, width, start) {
  const grid = { stroke: colour("--rule"), width: 1 };
  const axis = { stroke: colour("--muted"), grid, ticks: grid, font: "12px system-ui, sans-serif" };
  return {
    width,
    height: HEIGHT,
    legend: { live: true },
    cursor: { points: { size: 7 } },
    scales: { x: { time: false }, y: { range: (_, low, high) => [Math.min(low, start), high + (high - start) * 0.04 + 1] } },
    axes: [
      { ...axis, size: 32, label: "calls", labelSize: 20, labelGap: 0, labelFont: axis.font, values: (_, ticks) => ticks.map(count) },
      { ...axis, size: 58, values: (_, ticks) => ticks.map(count) },
    ],
    series: [
      { label: "calls", value: (_, calls) => (calls === null ? "–" : count(calls)) },
      ...series.map(({ name, stroke, dash }) => ({
        label: name,
        stroke: colour(stroke),
        dash,
        width: 2,
        points: { show: false },
        value: (_, covered) => (covered === null ? "–" : count(covered)),
      })),
    ],
  };
}

/** `series` are `{ name, stroke: a CSS variable, dash?, values }` over `calls`. */
export function Chart({ calls, series, theme, label }) {
  const place = useRef(null);
  useLayoutEffect(() => {
    const element = place.current;
    const data = [calls, ...series.map(({ values }) => values)];
    const plot = new uPlot(optionsFor(series, element.clientWidth, 0), data, element);
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth !== plot.width) plot.setSize({ width: element.clientWidth, height: HEIGHT });
    });
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      plot.destroy();
    };
  }, [calls, series, theme]);
  const rows = sampled(calls.length);
  return (
    <figure class="chart">
      <div ref={place} aria-hidden="true" />
      <details>
        <summary>{label}, as a table</summary>
        <div class="table-scroll" role="region" aria-label={label} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col" class="number">calls</th>
                {series.map(({ name }) => (
                  <th scope="col" class="number" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((index) => (
                <tr key={index}>
                  <td class="number">{count(calls[index])}</td>
                  {series.map(({ name, values }) => (
                    <td class="number" key={name}>
                      {count(values[index])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** Indexes of at most `MOST_ROWS` points, the first and the last among them. */
function sampled(length) {
  const rows = Math.min(length, MOST_ROWS);
  return Array.from({ length: rows }, (_, row) => Math.round((row * (length - 1)) / Math.max(rows - 1, 1)));
}
