// Which keys there are.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { keysAreOn, switchKeys } from "../keys.js";

const KEYS = [
  ["1 … 6", "the views, in their order"],
  ["/", "to the filter; Esc empties it"],
  ["n  p", "in a source: next and previous near miss"],
  ["↑ ↓", "in a source: one line up and down"],
  ["Enter", "in Find: the next place; with Shift the one before"],
  ["t", "dark or light"],
  ["?", "this list"],
];

export function KeyHelp({ onClose }) {
  const dialog = useRef(null);
  const [on, setOn] = useState(keysAreOn());
  useLayoutEffect(() => dialog.current.showModal(), []);
  const toggle = ({ currentTarget }) => {
    switchKeys(currentTarget.checked);
    setOn(currentTarget.checked);
  };
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl class="keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input type="checkbox" checked={on} onChange={toggle} /> keys of one letter are on
      </label>
      <button type="button" onClick={() => dialog.current.close()}>
        Close
      </button>
    </dialog>
  );
}
