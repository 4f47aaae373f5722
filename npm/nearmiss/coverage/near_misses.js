"use strict";
// Branch arms that were missed, the nearest first: a list, and a reporter for the tools that load reporters of istanbul-reports
// (`jest: coverageReporters: ["nearmiss/near-misses"]`, `nyc report --reporter=nearmiss/near-misses`).

const path = require("node:path");

/** Lines that the reporter prints unless its option `most` says otherwise. */
const MOST = 20;

/**
 * The arms of a file coverage that were reached but not covered: `[{ path, line, type, arm, near }, ...]`, the nearest first.
 * `near` lies between 0 and 1, see README.md.
 */
function nearMisses({ path: file, branchMap, b, nm }) {
  const missed = [];
  for (const [id, { type, loc, locations }] of Object.entries(branchMap)) {
    b[id].forEach((count, arm) => {
      const said = nm?.b?.[id]?.[arm];
      // Of a file that no test loaded, tools take the coverage from its text: it holds no values yet.
      const near = typeof said === "number" ? said : 0;
      const line = locations[arm].start.line ?? loc.start.line;
      if (count === 0 && near > 0) missed.push({ path: file, line, type, arm, near });
    });
  }
  return missed.sort((one, other) => other.near - one.near);
}

/** A report of istanbul-reports. */
class NearMisses {
  constructor({ most = MOST } = {}) {
    this.most = most;
  }

  execute(context) {
    const missed = [];
    context.getTree("flat").visit({ onDetail: (node) => missed.push(...nearMisses(node.getFileCoverage().data)) }, context);
    missed.sort((one, other) => other.near - one.near);
    for (const { path: file, line, type, arm, near } of missed.slice(0, this.most)) {
      console.log(`${near.toFixed(6)}  ${path.relative(process.cwd(), file)}:${line}  ${type}, arm ${arm + 1}`);
    }
    if (missed.length > this.most) console.log(`and ${missed.length - this.most} farther`);
  }
}

module.exports = NearMisses;
module.exports.nearMisses = nearMisses;
