import { expect, it } from 'vitest';
import { recordOf, timed } from '../../src/trace/fixtures/run-records.ts';
import { provenanceLines } from './provenance-lines.ts';

it('says card, time and flags once, and of each variant what is its own', () => {
  const wide = recordOf('wide', timed(1), { flags: ['-O3', '-DTILE=64'], sourceHash: 'c'.repeat(64) });
  expect(provenanceLines([recordOf('tiled', timed(1), { flags: ['-O3'] }), wide])).toEqual([
    'card aaaaaaaaaaaa, 132 SMs, L2 1 MiB, sm_90, 2026-11-20 18:00:00 UTC; nvcc -O3\n',
    'sources: tiled bbbbbbbbbbbb, wide cccccccccccc -DTILE=64\n',
  ]);
});
