// What narrows a view: a text, and choices.

import { useEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "../keys.js";

const PAUSE_MS = 120;

/** The one text filter of a view, which `/` leads to. Told after a short pause, so that typing stays fast. */
export function TextFilter({ label, value, onChange, onKeyDown }) {
  const [text, setText] = useState(value);
  const field = useRef(null);
  const timer = useRef(0);
  useEffect(() => {
    // Changed from outside: the browser's way back, a link.
    if (timer.current === 0) setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useKeys({ "/": () => field.current.select() });
  const tell = (next) => {
    clearTimeout(timer.current);
    timer.current = 0;
    onChange(next);
  };
  const onInput = ({ currentTarget }) => {
    const next = currentTarget.value;
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => tell(next), PAUSE_MS);
  };
  const onKey = (event) => {
    if (event.key === "Escape") {
      setText("");
      tell("");
      field.current.blur();
    }
    onKeyDown?.(event);
  };
  return (
    <label class="filter text-filter">
      <span>{label}</span>
      <input ref={field} type="search" value={text} onInput={onInput} onKeyDown={onKey} autocomplete="off" spellcheck={false} />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}

/** One of several: `options` are `[value, text]`. */
export function Choice({ label, value, options, onChange }) {
  return (
    <label class="filter">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A row of filters, with how much they leave. */
export function Filters({ children, shown, all, what }) {
  return (
    <div class="filters" role="search">
      {children}
      <output class="left">{shown === all ? `${all} ${what}` : `${shown} of ${all} ${what}`}</output>
    </div>
  );
}

/** Whether all words of the text stand in one of these, upper case or not. */
export function matches(text, ...fields) {
  const all = fields.join("\n").toLowerCase();
  return text.toLowerCase().split(/\s+/).every((word) => all.includes(word));
}
