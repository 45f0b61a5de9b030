import { expect, it } from 'vitest';
import { afterEvent, progressAtStart, type RunProgress } from './run-progress.ts';

type ProgressEvent = Parameters<typeof afterEvent>[1];

const told = (...events: readonly ProgressEvent[]): RunProgress =>
  events.reduce(afterEvent, progressAtStart(['tiled', 'padded']));

it('says which step is under way', () => {
  const words = (...events: readonly ProgressEvent[]) => told(...events).words;
  expect(words({ stage: 'queued', position: 2 })).toBe('waiting, place 2');
  expect(words({ stage: 'building', variant: 'tiled' })).toBe('building tiled …');
  expect(words({ stage: 'verifying', variant: 'padded' })).toBe('checking the output of padded …');
  expect(words({ stage: 'right', variant: 'tiled' })).toBe('checked');
});

it('keeps the samples of each variant, in the order in which they come', () => {
  const sample = (variant: string, ...ns: number[]) =>
    ({ stage: 'samples', variant, ns, mhz: ns.map(() => 1980) }) as const;
  const { variants, words } = told(
    { stage: 'right', variant: 'tiled' },
    sample('tiled', 5, 4),
    sample('padded', 3),
    sample('tiled', 6),
  );
  expect(variants.get('tiled')).toEqual({ stage: 'right', samplesNs: [5, 4, 6], samplesMhz: [1980, 1980, 1980] });
  expect(variants.get('padded')?.samplesNs).toEqual([3]);
  expect(words).toBe('timing tiled and padded in turns …');
});

it('what was built waits for the others to be', () => {
  const stages = (...events: readonly ProgressEvent[]) =>
    [...told(...events).variants.values()].map(each => each.stage);
  const building = (variant: string) => ({ stage: 'building', variant }) as const;
  expect(stages(building('tiled'))).toEqual(['building', 'waiting']);
  expect(stages(building('tiled'), building('padded'))).toEqual(['built', 'building']);
  expect(stages(building('tiled'), building('padded'), { stage: 'preparing' })).toEqual(['built', 'built']);
  expect(stages(building('tiled'), building('padded'), { stage: 'verifying', variant: 'tiled' })).toEqual([
    'verifying',
    'built',
  ]);
});

it('a wrong variant has no samples, and says so', () => {
  const { variants } = told({ stage: 'wrong', variant: 'padded', wrong: 3, firstIndex: 7 });
  expect(variants.get('padded')).toEqual({ stage: 'wrong', samplesNs: [], samplesMhz: [] });
  expect(variants.get('tiled')?.stage).toBe('waiting');
});
