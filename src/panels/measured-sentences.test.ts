import { expect, it } from 'vitest';
import { recordOf, timed } from '../trace/fixtures/run-records.ts';
import { measuredSentences } from './measured-sentences.ts';

it('launches in a row whose operands stay in L2 are said to, once', () => {
  const buffers = [{ name: 'out', type: 'u8', length: 1000, init: { kind: 'poison' } }] as const;
  const launch = { ...recordOf('tiled', timed(1)).launch, buffers };
  const of = (workspaces: number) =>
    (['A', 'B'] as const).map(badge => ({
      badge,
      record: recordOf('tiled', timed(10_000, { workspaces }), { method: 'steady', launch }),
    }));
  const isTold = (sentence: string): boolean => sentence.includes('L2');
  expect(measuredSentences(of(1000), 'steady').filter(isTold)).toEqual([
    'Operands stay in L2 here: the launches cycle through 1,000 workspaces, which have 1.0 MB together.',
  ]);
  expect(measuredSentences(of(2000), 'steady').filter(isTold)).toEqual([]);
});
