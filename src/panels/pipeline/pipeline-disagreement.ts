/** How far the model's time of a step is from a measured one, in words. Pure. */
import { count } from '../../base/numbers.ts';
import type { Unit } from '../../model/pipeline/pipeline-run.ts';
import { stepPeriod } from '../../model/pipeline/step-period.ts';
import type { Span } from '../../trace/span.ts';
import { stepNoun } from './pipeline-quantities.ts';
import type { PipelineSide } from './pipeline-side.ts';

/** Average time from one stage's products to the next one's, for the first consumer [clk]; null for fewer than two. */
export function measuredPeriod(spans: readonly Span[]): number | null {
  const first = spans.find(({ kind }) => kind === 'mma');
  // Attention has a product with keys and one with values in each block.
  const isAlike = ({ kind, role, buffer }: Span) => kind === 'mma' && role === first?.role && buffer === first.buffer;
  const ends = spans.filter(isAlike).map(({ to }) => to);
  return ends.length < 2 ? null : (Math.max(...ends) - Math.min(...ends)) / (ends.length - 1);
}

/** What the model simplifies about the unit that it holds to be the slowest. */
const SIMPLIFIED: Readonly<Record<Unit, string>> = {
  copy: 'The model takes copies as the limit: one rate for L2 and DRAM, one CTA on the SM.',
  tensor:
    'The model takes the tensor cores as the limit, at their published rate, and knows no stalls between instructions.',
  exp: 'The model takes the exponentials as the limit, at their published rate, and serves all warps alike.',
  issue: 'The model takes the issue slots as the limit, and knows no dependencies between instructions.',
};

/** As far as two runs of one kernel may lie apart. */
const ALIKE = 0.05;

/** null where nothing was measured, or nothing predicted. `isNamed`: the sentence begins with the variant's letter. */
export function disagreementWords(
  { letter, scenario, run, measured }: Pick<PipelineSide, 'letter' | 'scenario' | 'run' | 'measured'>,
  isNamed: boolean,
): string | null {
  const period = stepPeriod(scenario, run);
  const found = measured && measuredPeriod(measured.spans);
  if (period === null || found === null) return null;
  const plain = found / Math.max(1, measured!.slowdown);
  const off = (period.clk - plain) / plain;
  const cycles = (clk: number): string => count(Math.round(clk));
  const noted = plain === found ? 'measured' : `measured while warps note the time, about ${cycles(plain)} without`;
  const numbers = `${isNamed ? `${letter}: ` : ''}${cycles(found)} cycles a ${stepNoun(scenario)} ${noted}, ${cycles(period.clk)} predicted`;
  if (Math.abs(off) <= ALIKE) return `${numbers}: alike within ${100 * ALIKE} %.`;
  const units = Object.entries(period.unitClk) as [Unit, number][];
  const [slowest] = units.reduce((most, each) => (each[1] > most[1] ? each : most));
  return `${numbers}: the model is ${Math.round(100 * Math.abs(off))} % too ${off > 0 ? 'slow' : 'fast'}. ${SIMPLIFIED[slowest]}`;
}
