/** A reporter of istanbul-reports that lists missed branch arms, the nearest first. */
declare class NearMisses {
  constructor(options?: { /** Lines that are printed at most. */ most?: number });
  /** Prints the list for a context of istanbul-lib-report. */
  execute(context: unknown): void;
}
declare namespace NearMisses {
  /** An arm that was reached but not covered. */
  interface NearMiss {
    path: string;
    line: number;
    type: string;
    arm: number;
    /** Nearness, between 0 and 1. */
    near: number;
  }
  /** The arms of a file coverage that were reached but not covered, the nearest first. */
  function nearMisses(fileCoverage: object): NearMiss[];
}
export = NearMisses;
