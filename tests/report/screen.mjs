// What a terminal shows of what a program has written to it: as much of it as our commands need (lines that are drawn again,
// colours), as HTML for a picture.

const COLOURS = { 31: "#f87171", 32: "#4ade80", 33: "#facc15", 34: "#60a5fa", 35: "#c084fc", 36: "#22d3ee", 90: "#9ca3af" };
const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** Text, or a control sequence: its number or numbers, and its letter. */
const PIECES = /\x1b\[([\d;?]*)([A-Za-z])|[^\x1b]/gu;

/** Lines of cells `{ letter, style }`. */
function cellsOf(text) {
  const lines = [[]];
  let [row, column, style] = [0, 0, ""];
  let [bold, colour] = [false, ""];
  for (const [piece, numbers, letter] of text.matchAll(PIECES)) {
    const count = Number(numbers || 1);
    if (letter === "m") {
      for (const number of (numbers || "0").split(";").map(Number)) {
        if (number === 0) [bold, colour] = [false, ""];
        else if (number === 1) bold = true;
        else if (COLOURS[number] !== undefined) colour = COLOURS[number];
      }
      style = `${bold ? "font-weight:bold;" : ""}${colour === "" ? "" : `color:${colour}`}`;
    } else if (letter === "A") row = Math.max(0, row - count);
    else if (letter === "K") lines[row].length = numbers === "2" ? 0 : Math.min(lines[row].length, column);
    else if (letter !== undefined) continue;
    else if (piece === "\r") column = 0;
    else if (piece === "\n") {
      row += 1;
      column = 0;
      lines[row] ??= [];
    } else {
      lines[row][column] = { letter: piece, style };
      column += 1;
    }
  }
  return lines;
}

/** The same as HTML. */
export function screenOf(text) {
  const cell = ({ letter, style } = { letter: " ", style: "" }) => {
    const shown = ESCAPED[letter] ?? letter;
    return style === "" ? shown : `<span style="${style}">${shown}</span>`;
  };
  const lines = cellsOf(text).map((line) => Array.from(line, cell).join(""));
  while (lines.at(-1) === "") lines.pop();
  return lines.join("\n");
}
