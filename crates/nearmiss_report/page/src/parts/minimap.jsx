// The whole file in a narrow strip: where its near misses and gaps are. For eyes and pointers only; keys
// have `n` and `p`.

import { useLayoutEffect, useRef, useState } from "preact/hooks";

const WIDTH = 14;
/** What is drawn over what, where a pixel stands for many lines. */
const WEIGHT = { none: 0, start: 1, test: 2, search: 2, part: 3, threw: 4, never: 5, near: 6 };
const COLOUR = { start: "--start", test: "--covered", search: "--covered", part: "--part", threw: "--threw", never: "--never" };

export function Minimap({ source, theme, at, onChoose }) {
  const canvas = useRef(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const sizes = new ResizeObserver(([entry]) => setHeight(Math.floor(entry.contentRect.height)));
    sizes.observe(canvas.current);
    return () => sizes.disconnect();
  }, []);
  useLayoutEffect(() => draw(canvas.current, source, height, at), [source, height, theme, at]);
  const onClick = ({ offsetY }) => onChoose(Math.min(Math.floor((offsetY * source.lines.length) / shownHeight(source, height)) + 1, source.lines.length));
  return <canvas class="minimap" ref={canvas} width={WIDTH} height={height} aria-hidden="true" onClick={onClick} />;
}

const MOST_PER_LINE = 4;

/** Short files do not fill it. */
const shownHeight = (source, height) => Math.min(height, source.lines.length * MOST_PER_LINE);

function draw(canvas, source, height, at) {
  const context = canvas.getContext("2d");
  const style = getComputedStyle(canvas);
  const all = source.lines.length;
  const scale = shownHeight(source, height) / all;
  // Changing the height may come after this; the picture is then drawn again.
  canvas.height = height;
  context.clearRect(0, 0, WIDTH, height);
  const strongest = new Map();
  for (let line = 1; line <= all; line += 1) {
    const state = source.stateOf(line);
    const y = Math.floor((line - 1) * scale);
    const known = strongest.get(y);
    if (known === undefined || WEIGHT[state.state] > WEIGHT[known.state] || (state.state === "near" && state.nearness > known.nearness)) strongest.set(y, state);
  }
  for (const [y, state] of strongest) {
    if (state.state === "none") continue;
    context.fillStyle = state.state === "near" ? nearColour(style, state.nearness) : style.getPropertyValue(COLOUR[state.state]);
    context.fillRect(state.state === "near" ? 0 : 5, y, WIDTH, Math.max(Math.ceil(scale), 1));
  }
  if (at !== undefined) {
    context.fillStyle = style.getPropertyValue("--text");
    context.fillRect(0, Math.floor((at - 1) * scale), WIDTH, 2);
  }
}

/** The same scale as the style's. */
function nearColour(style, nearness) {
  const [from, to] = ["--near-from", "--near-to"].map((name) => style.getPropertyValue(name).trim().split(/\s+/).map(Number));
  const [lightness, chroma, hue] = from.map((value, index) => value + (to[index] - value) * nearness);
  return `oklch(${lightness} ${chroma} ${hue})`;
}
