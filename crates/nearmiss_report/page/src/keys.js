// Keys without modifiers, wherever the focus is, except where something is typed.

import { useLayoutEffect, useRef } from "preact/hooks";
import { keep, kept } from "./kept-settings.js";

/** Single letters disturb people who talk to their computer: they can be switched off. */
export const keysAreOn = () => kept("keys") !== "off";
export const switchKeys = (on) => keep("keys", on ? null : "off");

const isTyping = (target) => target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

/** While the component is shown, calls `handlers[key]` when that key is pressed. */
export function useKeys(handlers) {
  const current = useRef(handlers);
  current.current = handlers;
  // Before what is shown is painted: who sees it may press a key at once.
  useLayoutEffect(() => {
    const onKey = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector("dialog[open]") !== null || !keysAreOn()) return;
      const handler = Object.hasOwn(current.current, event.key) ? current.current[event.key] : undefined;
      if (handler === undefined) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
