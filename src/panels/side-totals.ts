/** Total cost of a CTA's requests of one side to shared memory, from the page's records. */
import type { SharedTotals, TraceSummary } from '../model/banks/trace-summary.ts';
import type { AccessSide } from '../trace/access-trace.ts';

/** The stores of a kernel that makes atomics are its atomics. */
export const kindOn = ({ shared }: TraceSummary, side: AccessSide): AccessSide | 'atomic' =>
  side === 'store' && shared.atomic.requests > 0 ? 'atomic' : side;

/** Matrices count with the rest of their side. */
const MATRICES = { load: 'ldmatrix', store: 'stmatrix' } as const;

export function totalsOn(summary: TraceSummary, side: AccessSide): SharedTotals {
  const kind = kindOn(summary, side);
  const [plain, matrices] = [summary.shared[kind], summary.shared[MATRICES[side]]];
  return {
    requests: plain.requests + matrices.requests,
    wavefronts: plain.wavefronts + matrices.wavefronts,
    ideal: plain.ideal + matrices.ideal,
    worst: Math.max(plain.worst, matrices.worst),
  };
}
