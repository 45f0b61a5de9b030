import { expect, it } from 'vitest';
import { NO_PC, TraceBuilder } from './access-trace.ts';
import { csv, jsonLines, traceText } from './trace-text.ts';

const builder = new TraceBuilder();
builder.add({
  cta: 1,
  warp: 2,
  pc: NO_PC,
  space: 'shared',
  kind: 'load',
  widthBytes: 4,
  activeMask: 0b101,
  interval: 1,
  line: 7,
  file: 'a,b.cu',
  address: Float64Array.from({ length: 32 }, (_, lane) => (lane === 0 ? 0 : lane === 2 ? 0x7f0000000100 : -1)),
});
const trace = builder.finish();

it('writes one JSON object a row, inactive lanes as null', () => {
  const row = JSON.parse(traceText(trace, jsonLines)) as { address: (number | null)[]; file: string };
  expect(row.address.slice(0, 4)).toEqual([0, null, 0x7f0000000100, null]);
  expect(row.file).toBe('a,b.cu');
});

it('writes CSV with a header and a column per lane', () => {
  const [header, row] = traceText(trace, csv).trimEnd().split('\n');
  expect(header.split(',').slice(-32)).toEqual(Array.from({ length: 32 }, (_, lane) => `address${lane}`));
  expect(row).toBe(`1,2,${NO_PC},shared,load,4,5,1,7,"a,b.cu",0,,139637976727808${','.repeat(29)}`);
});
