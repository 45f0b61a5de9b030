import { describe, expect, test } from 'vitest';
import { SWIZZLE_MODES } from '../../trace/launch.ts';
import { bankCost } from '../banks/wavefronts.ts';
import { phaseWavefronts, requestOf, type SwizzledRows, type TileAccess } from './wavefronts.ts';

const ACCESSES: readonly [string, TileAccess, step: number][] = [
  ['ldmatrix', { kind: 'ldmatrix' }, 16],
  ['columns of 4 bytes', { kind: 'column', widthBytes: 4 }, 4],
  ['columns of 8 bytes', { kind: 'column', widthBytes: 8 }, 8],
  ['columns of 16 bytes', { kind: 'column', widthBytes: 16 }, 16],
  ['rows of 4 bytes', { kind: 'row', widthBytes: 4 }, 512],
  ['rows of 16 bytes', { kind: 'row', widthBytes: 16 }, 512],
];

function countedPhases(rows: SwizzledRows, access: TileAccess, firstRow: number, column: number): number[] {
  const cost = bankCost(requestOf(rows, access, firstRow, column));
  if (!cost.ok) throw new Error(cost.error.message);
  return cost.value.phases.map(phase => phase.wavefronts);
}

describe.each(ACCESSES)('%s', (_, access, step) => {
  test.each(SWIZZLE_MODES)('%s: the closed form is what the banks count', mode => {
    for (const pitch of [16, 32, 64, 128, 256, 512].filter(bytes => bytes >= Math.min(step, 16))) {
      const expected = phaseWavefronts({ mode, pitch }, access);
      for (const base of [0, 1024, 32 * pitch * 3])
        for (const firstRow of [0, 32, 96])
          for (let column = 0; column < pitch; column += step) {
            const counted = countedPhases({ mode, pitch, base }, access, firstRow, column);
            if (counted.some(wavefronts => wavefronts !== expected))
              expect({ pitch, base, firstRow, column, counted }).toBe(expected);
          }
    }
  });
});

test('what is known of columns of a 32 x 32 tile of 4 bytes', () => {
  const cost = SWIZZLE_MODES.map(mode => phaseWavefronts({ mode, pitch: 128 }, { kind: 'column', widthBytes: 4 }));
  expect(cost).toEqual([32, 16, 8, 4, 8, 8, 16]);
});

test('refuses pitches for which it does not hold', () => {
  expect(() => phaseWavefronts({ mode: '128B', pitch: 144 }, { kind: 'ldmatrix' })).toThrow(/power of two/);
});
