/** The totals by space and kind that a `LineSummary` holds: one stream of accesses gives both. */
import {
  type ByKind,
  eachKind,
  type GlobalTotals,
  type LineTotals,
  type SharedTotals,
  type SpaceTotals,
  type TraceSummary,
} from '../banks/trace-summary.ts';
import type { AccessTotals, LineSummary } from './line-summary.ts';

/** The same as a `SummaryBuilder` makes of the accesses that the summary was made from. */
export function traceTotals({ instructions, lines }: LineSummary): TraceSummary {
  const byLine: LineTotals[] = lines
    .filter(({ accesses }) => accesses.some(({ space }) => space === 'shared' || space === 'global'))
    .map(({ file, line, accesses }) => ({ file, line, ...spaceTotals(accesses) }));
  return { ...spaceTotals(instructions), lines: byLine };
}

function spaceTotals(accesses: readonly AccessTotals[]): SpaceTotals {
  const of = (space: string) => (kind: string) =>
    accesses.filter(access => access.space === space && access.kind === kind).reduce(added, NOTHING);
  const [inShared, inGlobal] = [of('shared'), of('global')];
  return {
    shared: eachKind((kind): SharedTotals => {
      const { requests, parts, ideal, most } = inShared(kind);
      return { requests, wavefronts: parts, ideal, worst: most };
    }),
    global: eachKind((kind): GlobalTotals => {
      const { requests, parts, ideal, most } = inGlobal(kind);
      return { requests, sectors: parts, ideal, worst: most };
    }) satisfies ByKind<GlobalTotals>,
  };
}

type Sum = Pick<AccessTotals, 'requests' | 'parts' | 'ideal' | 'most'>;
const NOTHING: Sum = { requests: 0, parts: 0, ideal: 0, most: 0 };

const added = (sum: Sum, { requests, parts, ideal, most }: AccessTotals): Sum => ({
  requests: sum.requests + requests,
  parts: sum.parts + parts,
  ideal: sum.ideal + ideal,
  most: Math.max(sum.most, most),
});
