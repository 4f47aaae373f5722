// Which view is shown, kept in the part of the address after `#`, so that each line, fault and filter
// can be linked to, and the browser's way back works.

import { useEffect, useState } from "preact/hooks";

/** `#/file/src/a.js:10?q=x` is `{ view: "file", rest: "src/a.js:10", query: { q: "x" } }`. */
export function parseRoute(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [view, ...rest] = path.split("/");
  return { view: view || "overview", rest: rest.map(decoded).join("/"), query: Object.fromEntries(new URLSearchParams(query)) };
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    // Typed by hand.
    return part;
  }
}

export function routeTo(view, rest = "", query = {}) {
  const path = [view, ...(rest === "" ? [] : rest.split("/"))].map(encodeURIComponent).join("/");
  const kept = Object.entries(query).filter(([, value]) => value !== "" && value !== undefined);
  const text = new URLSearchParams(kept).toString();
  return `#/${path}${text === "" ? "" : `?${text}`}`;
}

export const fileRoute = (file, line) => `${routeTo("file", file)}${line === undefined ? "" : `:${line}`}`;

/** `src/a.js:10` in its two parts. */
export function fileAndLine(rest) {
  const [, file, line] = /^(.*?)(?::(\d+))?$/s.exec(rest);
  return { file, line: line === undefined ? undefined : Number(line) };
}

export function go(hash) {
  window.location.hash = hash;
}

const CHANGED = "nearmiss:route";

/** Another address for the same view: nothing is added to the browser's history. */
export function replaceRoute(hash) {
  window.history.replaceState(null, "", hash);
  window.dispatchEvent(new Event(CHANGED));
}

export function useRoute() {
  const [hash, setHash] = useState(window.location.hash);
  useEffect(() => {
    const follow = () => setHash(window.location.hash);
    window.addEventListener("hashchange", follow);
    window.addEventListener(CHANGED, follow);
    return () => {
      window.removeEventListener("hashchange", follow);
      window.removeEventListener(CHANGED, follow);
    };
  }, []);
  return parseRoute(hash);
}

/** A filter that stands in the address: its value and what sets it. */
export function queryField(route, name) {
  const set = (value) => {
    // Of the address as it is by then: another filter may have been set, or another view chosen.
    const now = parseRoute(window.location.hash);
    if (now.view === route.view) replaceRoute(routeTo(now.view, now.rest, { ...now.query, [name]: value }));
  };
  return [route.query[name] ?? "", set];
}
