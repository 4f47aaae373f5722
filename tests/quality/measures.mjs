// What a search's report says, as the experiments compare it.

/** The numbers of one search. */
export function measures({ own, report }) {
  const criteria = report.extra.flatMap((coverage) => coverage.criteria);
  const covered = (name) => {
    const criterion = criteria.find((candidate) => candidate.name === name);
    if (!Number.isInteger(criterion?.covered)) {
      throw new Error(`report.json: there is no number for the criterion \`${name}\``);
    }
    return criterion.covered;
  };
  const calls = report.problemDetails.rest.evaluatedHttpCalls;
  return {
    targets: covered("targets"),
    lines: covered("lines"),
    branches: covered("branches"),
    faults: report.faults.totalNumber,
    calls,
    callsPerSecond: calls / own.searchSeconds,
    callsToLastTarget: own.callsToLastTarget,
    curve: own.curve,
  };
}

/** Each distinct fault: its code, operation and what tells it from others. */
export function faultPlaces(report) {
  const places = new Set();
  for (const found of report.faults.foundFaults) {
    for (const { code, context } of found.faultCategories) {
      places.add(JSON.stringify({ code, operation: found.operationId, context: context ?? "" }));
    }
  }
  return [...places].map((text) => JSON.parse(text));
}

/** Covered targets at every twentieth of the budget, the mean over searches. */
export function meanCurve(searches) {
  const points = Math.min(...searches.map((search) => search.curve.length));
  return Array.from({ length: points }, (_, i) =>
    Math.round(searches.reduce((sum, search) => sum + search.curve[i].covered, 0) / searches.length),
  );
}
