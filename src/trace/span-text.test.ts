import { expect, test } from 'vitest';
import { barrierEventsCsv, spansCsv } from './span-text.ts';

test('a row for each span, with what it has', () => {
  const span = { role: 'warps 0, 1', unit: 'clk', source: 'emulated' } as const;
  const text = spansCsv([
    {
      variant: 'A',
      title: 'A: ring',
      spans: [{ ...span, kind: 'copy', from: 0, to: 12.5, buffer: 'ring', stage: 2, line: 7 }],
    },
    {
      variant: 'B',
      title: 'B: a GPU, 2026',
      spans: [{ ...span, kind: 'wait', from: 3, to: 4, barrier: { name: 'full[2]', parity: 1 } }],
    },
  ]);
  expect(text.split('\n')).toEqual([
    'variant,source,role,kind,from,to,unit,buffer,stage,line,barrier,parity,of',
    'A,emulated,"warps 0, 1",copy,0,12.5,clk,ring,2,7,,,A: ring',
    'B,emulated,"warps 0, 1",wait,3,4,clk,,,,full[2],1,"B: a GPU, 2026"',
    '',
  ]);
});

test('a row for each change of a barrier', () => {
  const event = { at: 5, unit: 'clk', barrier: 'full[0]', phase: 1, pendingArrivals: 1, pendingBytes: 0 } as const;
  expect(barrierEventsCsv([{ variant: 'A', events: [{ ...event, source: 'predicted' }] }])).toBe(
    'variant,source,at,unit,barrier,phase,pendingArrivals,pendingBytes\nA,predicted,5,clk,full[0],1,1,0\n',
  );
});
