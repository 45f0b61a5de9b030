/**
 * Sums over accesses to shared memory of other CTAs. What such an access costs is not known, so only their number is
 * counted.
 */
import type { LineSummary } from '../src/model/findings/line-summary.ts';
import type { AccessKind } from '../src/trace/access-trace.ts';

export interface ClusterSum {
  readonly requests: number;
  /** Distinct addresses within each request. */
  readonly addresses: number;
}

interface Direction {
  readonly name: string;
  readonly kinds: readonly AccessKind[];
}

/** Sums by name; directions without accesses are left out. */
export function clusterSums(lines: LineSummary, directions: readonly Direction[]): Record<string, ClusterSum> {
  const sums = directions.map(({ name, kinds }) => [name, sumOf(lines, kinds)] as const);
  return Object.fromEntries(sums.filter(([, { requests }]) => requests > 0));
}

function sumOf({ instructions }: LineSummary, kinds: readonly AccessKind[]): ClusterSum {
  const made = instructions.filter(({ space, kind }) => space === 'cluster' && kinds.includes(kind));
  return {
    requests: made.reduce((sum, { requests }) => sum + requests, 0),
    addresses: made.reduce((sum, { parts }) => sum + parts, 0),
  };
}
