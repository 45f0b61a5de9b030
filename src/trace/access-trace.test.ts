import { expect, it } from 'vitest';
import { type Access, accessAt, TraceBuilder } from './access-trace.ts';

/** A row unlike its neighbours in every column. */
const row = (i: number): Access => ({
  cta: i,
  warp: i % 32,
  pc: i * 3,
  space: i % 2 === 0 ? 'shared' : 'global',
  kind: i % 3 === 0 ? 'load' : 'store',
  widthBytes: 1 << (i % 5),
  activeMask: (0xffff_ffff - i) >>> 0,
  interval: i % 7,
  line: i % 100,
  file: `${i % 4}.cu`,
  address: Float64Array.from({ length: 32 }, (_, lane) => (lane === i % 32 ? -1 : 2 ** 40 + i * 64 + lane)),
});

it.each([0, 1, 1023, 1024, 1025, 5000])('gives %d rows back as they were added', rows => {
  const builder = new TraceBuilder();
  const reused = { ...row(0), address: new Float64Array(32) };
  for (let i = 0; i < rows; i++) {
    const { address, ...rest } = row(i);
    reused.address.set(address);
    builder.add(Object.assign(reused, rest));
  }
  expect(builder.rows).toBe(rows);
  const trace = builder.finish();
  expect(trace.rows).toBe(rows);
  expect(trace.cta).toHaveLength(rows);
  expect(trace.address).toHaveLength(rows * 32);
  for (let i = 0; i < rows; i++) expect(accessAt(trace, i)).toEqual(row(i));
});
