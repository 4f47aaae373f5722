// Only the rows that can be seen exist: a file may have 100,000.

import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from "@tanstack/virtual-core"; // MIT; which rows those are
import { useLayoutEffect, useReducer, useState } from "preact/hooks";

const ROWS_BEYOND = 24;

/** The window of `count` rows of `size` pixels in the scrolling element that `getScroller` answers. */
export function useWindowing({ count, size, getScroller }) {
  const [, draw] = useReducer((times) => times + 1, 0);
  const options = {
    count,
    estimateSize: () => size,
    getScrollElement: getScroller,
    observeElementOffset,
    observeElementRect,
    onChange: () => draw(),
    overscan: ROWS_BEYOND,
    scrollToFn: elementScroll,
  };
  const [virtualizer] = useState(() => new Virtualizer(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}
