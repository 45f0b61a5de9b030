import { describe, expect, it } from 'vitest';
import type { Inspection } from '../../../inspect/inspection.ts';
import type { AccessTotals } from '../../../model/findings/line-summary.ts';
import type { Space } from '../../../trace/access-trace.ts';
import { marksOf } from './source-marks.ts';

const totals = (space: Space, parts: number, ideal: number) => ({ space, parts, ideal }) as AccessTotals;

/** Line 7 of k.cu became PTX lines 20 (shared) and 21 (global), line 9 the diverged PTX line 30. */
const inspected = {
  lines: {
    lines: [
      { file: 'src/k.cu', line: 7, accesses: [totals('shared', 32, 1), totals('global', 8, 4), totals('const', 9, 1)] },
      { file: 'src/other.cuh', line: 7, accesses: [totals('shared', 5, 5)] },
      { file: '', line: 0, accesses: [totals('global', 3, 3)] },
    ],
    instructions: [
      { ...totals('shared', 32, 1), pc: 4, file: 'src/k.cu', line: 7 },
      { ...totals('global', 8, 4), pc: 5, file: 'src/k.cu', line: 7 },
    ],
  },
  profile: {
    instructions: [
      { pc: 4, file: 'src/k.cu', line: 7, ptxLine: 20 },
      { pc: 5, file: 'src/k.cu', line: 7, ptxLine: 21 },
      { pc: 6, file: 'src/k.cu', line: 9, ptxLine: 30 },
    ],
    issues: Float64Array.of(2, 2, 4),
    // A predicate turned lanes of pc 5 off; only pc 6 ran while its warp was split.
    lanes: Float64Array.of(64, 40, 64),
    diverged: Float64Array.of(0, 0, 4),
    waits: new Float64Array(3),
  },
} as unknown as Pick<Inspection, 'lines' | 'profile'>;

describe('marks beside a text', () => {
  it('are of the lines of that file alone, by the end of its path', () => {
    expect(marksOf(inspected, { language: 'cuda', name: 'k.cu' })).toEqual([
      { line: 7, wavefronts: { actual: 32, ideal: 1 }, sectors: { actual: 8, ideal: 4 }, lanes: null },
      { line: 9, wavefronts: null, sectors: null, lanes: 16 },
    ]);
    expect(marksOf(inspected, { language: 'cuda', name: 'ck.cu' })).toEqual([]);
  });

  it('are of single instructions in PTX', () => {
    expect(marksOf(inspected, { language: 'ptx', name: 'k.ptx' })).toEqual([
      { line: 20, wavefronts: { actual: 32, ideal: 1 }, sectors: null, lanes: null },
      { line: 21, wavefronts: null, sectors: { actual: 8, ideal: 4 }, lanes: null },
      { line: 30, wavefronts: null, sectors: null, lanes: 16 },
    ]);
  });
});
