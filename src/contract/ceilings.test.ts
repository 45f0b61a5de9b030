import { expect, it } from 'vitest';
import { recordOf, timed } from '../trace/fixtures/run-records.ts';
import { parseCeilings } from './ceilings.ts';

const { gpu, driver, nvcc, date } = recordOf('tiled', timed(1));
const measured = { copyBytesPerSecond: 4e12, matrixFlopsPerSecond: null, sharedBytesPerClk: 128, launchNs: 500 };
const record = { date, gpu, driver, nvcc, measured };

it('ceilings are taken as they were written', () => {
  expect(parseCeilings(JSON.stringify(record))).toEqual({ ok: true, value: record });
});

it.each<[object, string]>([
  [{ measured: { ...measured, copyBytesPerSecond: -1 } }, 'measured.copyBytesPerSecond'],
  [{ measured: { ...measured, cacheBytesPerSecond: 1 } }, 'measured.cacheBytesPerSecond'],
  [{ date: 'yesterday' }, 'date'],
])('forged with %j they are refused', (change, field) => {
  expect(parseCeilings(JSON.stringify({ ...record, ...change }))).toMatchObject({ ok: false, error: { field } });
});
