// Enums: plain, of texts, mixed, constant, computed, with members of others.

const quoted = (choices, name) => (choices.chance(12) ? `"${name}"` : name);

/** The initializer of a member, or nothing; `others` are expressions of enums and constants in scope. */
function initializer(choices, kind, names, self, others) {
  if (kind === "string") return ` = ${choices.chance(70) ? `"${self}${names.length}"` : `\`t${names.length}\``}`;
  const before = names.length > 0 ? choices.pick(names) : null;
  switch (choices.int(kind === "computed" ? 11 : 7)) {
    case 0: case 1: case 2: return "";
    case 3: return ` = ${choices.int(30) - 5}`;
    case 4: return before === null ? " = 1 << 3" : ` = ${before} | ${choices.int(8)}`;
    case 5: return before === null ? " = ~1" : ` = ${self}.${before}`;
    case 6: return " = (2 + 3) * 2";
    case 7: return " = \"abc\".length";
    case 8: return ` = $calls(${choices.int(9)})`;
    default: return others.length > 0 ? ` = ${choices.pick(others)}` : " = 1 / 2";
  }
}

/** The text of an enum without `export`, and its members: `{ text, members }`. */
export function enumText(choices, name, kind, others) {
  const members = [];
  const parts = [];
  const count = choices.int(4) + 1;
  for (let i = 0; i < count; i += 1) {
    const member = `M${i}`;
    const value = kind === "mixed" ? (i % 2 === 0 ? ` = "s${i}"` : ` = ${i}`) : initializer(choices, kind, members, name, others);
    parts.push(quoted(choices, member) + value);
    members.push(member);
  }
  return { text: `enum ${name} { ${parts.join(", ")} }`, members };
}
