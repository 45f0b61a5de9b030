import { expect, test } from 'vitest';
import { type Demand, H200, predictedTime } from './bounds.ts';

const DEMAND: Demand = {
  bytes: 200e6,
  readRun: { bytes: 512, aligned: 256, pages: 1 },
  writeRun: { bytes: 512, aligned: 256, pages: 1 },
  endsInRows: false,
  readAgain: 0,
  idle: 0,
  slots: 16,
  wavefronts: 2,
  inFlightBytes: 96 * 1024,
  ctas: 12_000,
};

test.each([
  [{}, /^memory-bound: each byte is read and written once$/],
  [
    { readRun: { bytes: 32, aligned: 4, pages: 1 } },
    /^memory-bound: 1.88 bytes are read and 1 written for each one that counts$/,
  ],
  [{ slots: 127 }, /^issue-bound: 127 slots for 128 B, 63 are there$/],
  [{ wavefronts: 33 }, /^bound by bank conflicts: 33 wavefronts for 128 B, 15.7 are there$/],
  [{ inFlightBytes: 8192 }, /^latency-bound: 8 KiB are under way in an SM, and a copy needs 24 KiB$/],
  [{ ctas: 2_000_000 }, /^launch-bound: 100 bytes a CTA, and 1.63 billion CTAs start in a second$/],
])('the largest bound comes first, in words: %o', (change, words) => {
  const { bounds, factor } = predictedTime({ ...DEMAND, ...change }, H200);
  expect(bounds[0].words).toMatch(words);
  expect(factor).toBeGreaterThanOrEqual(bounds[0].factor);
});
