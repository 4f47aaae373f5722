// What a report has found, as the experiments compare it with lists of seeded faults.

/** Faults whose code the schema of reports does not allow are reported under this one, their own before the context. */
const OTHER_FAULT = 999;
/** The name that a fault has in all reports; it ends the context. */
const NAME = / \[\d+-[0-9a-f]+\]$/;

/** Every finding of a report once: its code (also where the schema has none), operation and place. */
export function findings(report) {
  const found = new Map();
  for (const { operationId, faultCategories } of report.faults.foundFaults) {
    for (const { code, context = "" } of faultCategories) {
      const named = context.replace(NAME, "");
      const own = code === OTHER_FAULT ? /^(\d{3}): (.*)$/s.exec(named) : null;
      const text = own === null ? named : own[2];
      const place = text.startsWith(`${operationId} `) ? text.slice(operationId.length + 1) : text.replace(operationId, "");
      const finding = { code: own === null ? code : Number(own[1]), operation: operationId, place };
      found.set(JSON.stringify(finding), finding);
    }
  }
  return [...found.values()];
}

/** For people: `205 GET:/a (place)`. */
export const inWords = ({ code, operation, place }) => `${code} ${operation}${place === "" ? "" : ` (${place})`}`;
