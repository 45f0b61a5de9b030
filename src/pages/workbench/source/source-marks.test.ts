import { describe, expect, it } from 'vitest';
import type { Inspection } from '../../../inspect/inspection.ts';
import type { AccessTotals } from '../../../model/findings/line-summary.ts';
import type { Space } from '../../../trace/access-trace.ts';
import { marksOf } from './source-marks.ts';

const totals = (space: Space, parts: number, ideal: number) => ({ space, parts, ideal }) as AccessTotals;

/** Line 7 of k.cu became PTX lines 20 (shared) and 21 (global), line 9 the lines 30 (whole) and 31 (diverged), line 11 line 40. */
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
      { pc: 4, file: 'src/k.cu', line: 7, ptxLine: 20, text: 'ld.shared.f32 %f1, [%r1]' },
      { pc: 5, file: 'src/k.cu', line: 7, ptxLine: 21, text: '@%p1 st.global.f32 [%rd1], %f1' },
      { pc: 6, file: 'src/k.cu', line: 9, ptxLine: 30, text: 'add.s32 %r1, %r1, 1' },
      { pc: 7, file: 'src/k.cu', line: 9, ptxLine: 31, text: 'add.s32 %r2, %r2, 1' },
      { pc: 8, file: 'src/k.cu', line: 11, ptxLine: 40, text: 'add.s32 %r3, %r3, 1' },
      { pc: 9, file: 'src/k.cu', line: 13, ptxLine: 50, text: 'add.s32 %r4, %r4, 1' },
    ],
    // A predicate turned lanes of pc 5 off; pc 7 ran while its warp was split; the last warp of pc 8 has 16 lanes.
    issues: Float64Array.of(2, 2, 4, 4, 2, 0),
    lanes: Float64Array.of(64, 40, 128, 64, 48, 0),
    diverged: Float64Array.of(0, 0, 0, 4, 0, 0),
    waits: new Float64Array(6),
  },
} as unknown as Pick<Inspection, 'lines' | 'profile'>;

describe('marks beside a text', () => {
  it('are of the lines of that file alone, by the end of its path', () => {
    expect(marksOf(inspected, { language: 'cuda', name: 'k.cu' })).toEqual([
      { line: 7, wavefronts: { actual: 32, ideal: 1 }, sectors: { actual: 8, ideal: 4 }, lanes: null },
      { line: 9, wavefronts: null, sectors: null, lanes: 24 },
      { line: 11, wavefronts: null, sectors: null, lanes: 24 },
    ]);
    expect(marksOf(inspected, { language: 'cuda', name: 'ck.cu' })).toEqual([]);
  });

  it('are of single instructions in PTX', () => {
    expect(marksOf(inspected, { language: 'ptx', name: 'k.ptx' })).toEqual([
      { line: 20, wavefronts: { actual: 32, ideal: 1 }, sectors: null, lanes: null },
      { line: 21, wavefronts: null, sectors: { actual: 8, ideal: 4 }, lanes: null },
      { line: 31, wavefronts: null, sectors: null, lanes: 16 },
      { line: 40, wavefronts: null, sectors: null, lanes: 24 },
    ]);
  });
});
