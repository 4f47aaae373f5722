// One line of source.

import { fileRoute } from "../route.js";
import { signOf, wordsOf } from "./line-states.jsx";

/** A minified bundle is one line of a million letters: browsers do not lay that out in time. */
const MOST_LETTERS = 2000;

export function SourceRow({ file, line, top, pieces, state, isChosen, onChoose }) {
  const words = wordsOf(state);
  const onClick = (event) => {
    // A text that was selected is not a click.
    if (window.getSelection().isCollapsed && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      onChoose();
    }
  };
  return (
    <div
      class={`row state-${state.state}${isChosen ? " chosen" : ""}`}
      style={`top:${top}px${state.state === "near" ? `;--near:${state.nearness}` : ""}`}
      data-line={line}
      onClick={onClick}
    >
      <a class="line-number" href={fileRoute(file, line)} tabIndex={-1} aria-label={words === "" ? `line ${line}` : `line ${line}, ${words}`}>
        {line}
      </a>
      <span class={`sign state-${state.state}`} title={words} aria-hidden="true">
        {signOf(state)}
      </span>
      <code>{shortened(pieces).map(([text, name], index) => (name === null ? text : <span key={index} class={`t-${name}`}>{text}</span>))}</code>
    </div>
  );
}

function shortened(pieces) {
  let letters = 0;
  for (const [index, [text, name]] of pieces.entries()) {
    letters += text.length;
    if (letters > MOST_LETTERS) {
      const more = pieces.slice(index).reduce((sum, [rest]) => sum + rest.length, 0) - (text.length - (letters - MOST_LETTERS));
      return [...pieces.slice(0, index), [text.slice(0, text.length - (letters - MOST_LETTERS)), name], [` … ${more} more letters`, "c"]];
    }
  }
  return pieces;
}
