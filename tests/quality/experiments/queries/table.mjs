// What searches reached, by endpoint and by operator.

/**
 * Conditions that EvoMaster's HeuristicsCalculator computes a distance of (read at its commit 0305ff51): of plain
 * columns and literals, BETWEEN of times alone. Of others it says in a warning that it cannot handle them.
 */
const COMPUTED = new Set([
  "=",
  "<>",
  "<",
  "<=",
  ">",
  ">=",
  "AND",
  "OR",
  "IN",
  "NOT IN",
  "BETWEEN",
  "IS NULL",
  "IS NOT NULL",
]);
/** What endpoints try beside conditions: statements, constraints and types. */
const NO_CONDITION = new Set([
  ...["JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "LATERAL", "USING", "self", "columns"],
  ...["UPDATE", "DELETE", "RETURNING", "ORDER BY", "LIMIT", "OFFSET", "DISTINCT", "VALUES"],
  ...[
    "composite key",
    "cyclic keys",
    "trigger",
    "generated",
    "domain",
    "collation",
    "CHECK",
    "CHECK regex",
    "CHECK list",
  ],
  ...[
    "integer",
    "int",
    "smallint",
    "bigint",
    "unsigned",
    "numeric",
    "decimal",
    "real",
    "double",
    "text",
    "varchar",
    "char",
  ],
  ...[
    "date",
    "time",
    "timestamp",
    "timestamptz",
    "datetime",
    "year",
    "interval",
    "boolean",
    "uuid",
    "enum",
    "set",
    "inet",
  ],
  ...["macaddr", "bytea", "varbinary", "blob", "bit", "json", "jsonb", "array", "range"],
]);

/** Says whether an operator is one that EvoMaster's heuristics have no gradient for. */
export const refused = (operator) => !COMPUTED.has(operator) && !NO_CONDITION.has(operator);

/** Reads from the archive of a search the operations of endpoints that were answered 200. */
export function succeeded({ operations, covered }, endpoints) {
  const asked = endpoints.map(({ operation }) => operation);
  const unknown = asked.filter((operation) => !operations.includes(operation));
  if (unknown.length > 0) throw new Error(`the search knows no ${unknown.join(", ")}`);
  return new Set(asked.filter((operation) => `Status_${operation}_200` in covered));
}

/** Answers endpoints with how many searches reached each, of `sets` of reached operations, one a search. */
export function counted(endpoints, sets) {
  return endpoints.map((endpoint) => ({
    ...endpoint,
    reached: sets.filter((set) => set.has(endpoint.operation)).length,
    searches: sets.length,
  }));
}

/** Sums the searches of endpoints that have an operator, by operator, those reached least first. */
export function byOperator(endpoints) {
  const rows = new Map();
  for (const { operators, reached, searches } of endpoints) {
    for (const operator of new Set(operators)) {
      const row = rows.get(operator) ?? { operator, endpoints: 0, reached: 0, searches: 0 };
      rows.set(operator, {
        operator,
        endpoints: row.endpoints + 1,
        reached: row.reached + reached,
        searches: row.searches + searches,
      });
    }
  }
  const share = (row) => row.reached / row.searches;
  return [...rows.values()].sort((a, b) => share(a) - share(b) || b.endpoints - a.endpoints);
}

/** Share of the endpoints that all searches but so many reached, in percent. */
export function shareReached(endpoints, failing) {
  const enough = endpoints.filter(({ reached, searches }) => reached >= searches - failing);
  return (100 * enough.length) / endpoints.length;
}
