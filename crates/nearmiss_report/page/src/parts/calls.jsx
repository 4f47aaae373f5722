// The calls of a test, to paste into a terminal.

import { useEffect, useState } from "preact/hooks";
import { copy } from "../clipboard.js";
import { Status } from "./marks.jsx";

const TOLD_MS = 1500;

export function CopyButton({ text, label = "Copy" }) {
  const [told, setTold] = useState("");
  useEffect(() => {
    if (told === "") return undefined;
    const timer = setTimeout(() => setTold(""), TOLD_MS);
    return () => clearTimeout(timer);
  }, [told]);
  const onClick = async () => setTold((await copy(text)) ? "Copied" : "Not copied");
  return (
    <button type="button" class="copy" onClick={onClick}>
      <span aria-live="polite">{told || label}</span>
    </button>
  );
}

/** A test's calls in order; `shows` is the index of the call that shows a fault. */
export function Calls({ run, test, shows }) {
  const lines = test.calls.map(([operation, , curl]) => curl || run.operations[operation].name.replace(":", " "));
  const pasteable = test.calls.some(([, , curl]) => curl !== "");
  return (
    <div class="calls">
      <ol>
        {test.calls.map(([, status], index) => (
          <li key={index} class={index === shows ? "shows" : ""}>
            <Status status={status} />
            <code tabIndex={0}>{lines[index]}</code>
            {index === shows && <span class="shows-it">shows the fault</span>}
            {pasteable && <CopyButton text={lines[index]} label="Copy" />}
          </li>
        ))}
      </ol>
      {pasteable && lines.length > 1 && <CopyButton text={lines.join("\n")} label={`Copy all ${lines.length} calls`} />}
    </div>
  );
}

/** Where a test stands in the written suite. */
export function TestPlace({ test }) {
  return (
    <span class="test-place">
      <span class="test-name">{test.name}</span>{" "}
      <span class="muted mono">
        {test.file}:{test.start}
      </span>
    </span>
  );
}
