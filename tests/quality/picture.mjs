// node tests/quality/picture.mjs: draws the curves of the last `mio-vs-random` experiment for the README.

import fs from "node:fs";
import path from "node:path";
import { init } from "echarts";
import { meanCurve } from "./measures.mjs";
import { ROOT } from "./suts.mjs";

const RESULTS = path.join(ROOT, "tests/quality/results");
const COLOURS = { mio: "#0072b2", random: "#d55e00" };

const { data } = JSON.parse(fs.readFileSync(path.join(RESULTS, "mio-vs-random.json"), "utf8"));
const names = Object.keys(data);
const half = 100 / names.length;

const series = names.flatMap((name, index) =>
  Object.entries(data[name].runs).map(([algorithm, runs]) => ({
    name: algorithm === "mio" ? "MIO" : "random",
    type: "line",
    symbol: "none",
    color: COLOURS[algorithm],
    lineStyle: { width: 2.5 },
    xAxisIndex: index,
    yAxisIndex: index,
    data: meanCurve(runs).map((covered, i, all) => [(data[name].calls * (i + 1)) / all.length, covered]),
  })),
);

const chart = init(null, null, { renderer: "svg", ssr: true, width: 860, height: 320 });
chart.setOption({
  animation: false,
  backgroundColor: "#ffffff",
  legend: { top: 4, data: ["MIO", "random"] },
  title: names.map((name, index) => ({ text: name, left: `${half * index + half / 2}%`, top: 28, textAlign: "center" })),
  grid: names.map((_, index) => ({ left: `${half * index + 7}%`, width: `${half - 10}%`, top: 64, bottom: 46 })),
  xAxis: names.map((_, index) => ({ gridIndex: index, type: "value", name: "calls", nameLocation: "middle", nameGap: 26 })),
  yAxis: names.map((_, index) => ({ gridIndex: index, type: "value", name: "covered targets", scale: true })),
  series,
});
fs.writeFileSync(path.join(RESULTS, "curve.svg"), `${chart.renderToSVGString()}\n`);
// ECharts leaves a timer running.
process.exit(0);
