/** Lengths in place of guessed ones, by runs that are made up. */
import { expect, test } from 'vitest';
import { bufferAddresses } from '../trace/device-addresses.ts';
import type { Fault } from '../trace/fault.ts';
import type { Finding } from '../trace/finding.ts';
import type { Launch } from '../trace/launch.ts';
import { fittingLengths, withLengths } from './fitting-length.ts';

const LAUNCH: Launch = {
  ...{ entry: 'k', grid: [1, 1, 1], block: [32, 1, 1] },
  buffers: [{ name: 'x', type: 'f32', length: 100, init: { kind: 'zeros' } }],
  params: [],
};
const PATHS = { launch: LAUNCH, guessed: ['buffers[0].length'], names: [] };

/** What a load of `element` at a line of the PTX ends in, with x of that length. */
function faultsAt(ptxLine: number, element: number, { buffers: [{ length }] }: Launch): readonly Fault[] {
  if (element < length) return [];
  const address = bufferAddresses(LAUNCH).get('x')! + 4 * element;
  const place = { file: '', line: 0, ptxLine, instruction: '' };
  return [{ kind: 'outOfBounds', space: 'global', message: `x[${element}]`, place, address, widthBytes: 4 } as Fault];
}

const lengthsOf = async (run: (launch: Launch) => readonly Fault[], most = 99) => {
  let runs = 0;
  const found = await fittingLengths(run(LAUNCH), PATHS, async launch => (++runs > most ? null : run(launch)));
  return Object.fromEntries([...found].map(([message, { path, length }]) => [message, [path, length]]));
};

test('each finding has the first length with which it goes', async () => {
  const run = (launch: Launch) => [...faultsAt(1, 100, launch), ...faultsAt(2, 300, launch)];
  expect(await lengthsOf(run)).toEqual({
    'x[100]': ['buffers[0].length', 128],
    'x[300]': ['buffers[0].length', 320],
  });
});

test('a place that reaches further with the next lengths is followed until it stays inside', async () => {
  const run = (launch: Launch) => faultsAt(1, [100, 200, 1000].find(i => i >= launch.buffers[0].length) ?? 0, launch);
  expect(await lengthsOf(run)).toEqual({ 'x[100]': ['buffers[0].length', 1024] });
});

test('no length is named where none helps, or where the runs end', async () => {
  const always = (launch: Launch) => faultsAt(1, launch.buffers[0].length, launch);
  expect(await lengthsOf(always)).toEqual({});
  const two = (launch: Launch) => [...faultsAt(1, 100, launch), ...faultsAt(2, 300, launch)];
  expect(await lengthsOf(two, 1)).toEqual({ 'x[100]': ['buffers[0].length', 128] });
});

test('a finding says the length, its buffer and where it stands in the launch', () => {
  const finding = { message: 'x[100]' } as Finding;
  const lengths = new Map([['x[100]', { buffer: 0, path: 'buffers[0].length', length: 128 }]]);
  const [told, other] = withLengths([finding, { ...finding, message: 'y' }], lengths, LAUNCH);
  expect(told.fitting).toEqual({
    path: 'buffers[0].length',
    value: 128,
    message: "With 128 elements of 'x' (buffers[0].length) a run no longer finds this.",
  });
  expect(other.fitting).toBeUndefined();
});
