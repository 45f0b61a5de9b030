/** The time that accesses took on a GPU, compared with the wavefronts that the model counts. */
import { tableOf as offsetsOf } from '../../src/kernels/probe/params.ts';
import { PATTERNS } from '../../src/kernels/probe/patterns.ts';
import { bankCost } from '../../src/model/banks/wavefronts.ts';
import { type ClockRun, clockRuns } from '../replay/clock-runs.ts';
import { clockEvidence } from '../replay/evidence.ts';
import { tableOf, type WrittenTable } from './written-table.ts';

const ABSENT = '—';

export interface Timed {
  readonly run: ClockRun;
  /** The wavefronts of one access of one warp, as the model counts them. */
  readonly wavefronts: number;
  /** Clocks from one access of a warp to its next, divided by the number of warps: the median launch. */
  readonly clk: number;
}

/** All recorded runs. */
export function timedRuns(): Timed[] {
  const { samples } = clockEvidence();
  const runs = new Map(clockRuns().map(run => [run.id, run]));
  return [...runs.values()].flatMap(run => {
    const found = samples[run.id];
    return found ? [{ run, wavefronts: wavefrontsOf(run), clk: medianOf(found.perAccess) / run.warps }] : [];
  });
}

const medianOf = (samples: readonly number[]): number => [...samples].sort((a, b) => a - b)[samples.length >> 1];

function wavefrontsOf({ variant, size, pattern }: ClockRun): number {
  const isMatrix = variant === 'ldmatrix' || variant === 'stmatrix';
  const instruction = isMatrix ? variant : variant === 'load' ? 'ld' : 'st';
  const addresses = [...offsetsOf(pattern)];
  const cost = bankCost(
    isMatrix
      ? { instruction, widthBytes: 16, addresses, matrices: size as 1 | 2 | 4 }
      : { instruction, widthBytes: size, addresses },
  );
  if (!cost.ok) throw new Error(cost.error.message);
  return cost.value.wavefronts;
}

/** Eight warps at once, two columns each. */
const SHOWN = [
  { title: 'load, 4 B', variant: 'load', size: 4 },
  { title: '16 B', variant: 'load', size: 16 },
  { title: 'store, 4 B', variant: 'store', size: 4 },
  { title: 'ldmatrix.x4', variant: 'ldmatrix', size: 4 },
  { title: 'stmatrix.x4', variant: 'stmatrix', size: 4 },
] as const;

const HEAD: readonly string[] = ['table', ...SHOWN.flatMap(({ title }) => [title, 'clk']), 'chained, 4 B, clk'];

function rowsOfTable(): string[][] {
  const timed = timedRuns();
  return PATTERNS.map(({ name }) => {
    const find = (variant: string, size: number, warps: number, order: string) =>
      timed.find(
        ({ run }) =>
          run.pattern.name === name &&
          run.variant === variant &&
          run.size === size &&
          run.warps === warps &&
          run.order === order,
      );
    const cells = SHOWN.flatMap(({ variant, size }) => {
      const found = find(variant, size, 8, 'independent');
      return found ? [`${found.wavefronts}`, found.clk.toFixed(2)] : [ABSENT, ABSENT];
    });
    return [name, ...cells, find('load', 4, 1, 'chained')?.clk.toFixed(1) ?? ABSENT];
  });
}

export const PROBE_CLOCKS: WrittenTable = {
  path: 'src/kernels/probe/README.md',
  name: 'clocks',
  lines: () => tableOf(HEAD, 1, rowsOfTable()),
};
