import { expect, test } from 'vitest';
import { kernelOptions, listedKernels, MOST_LISTED } from './kernel-options.ts';

const named = (name: string, plainName: string) => ({ name, plainName });

test('kernels of one plain name have their mangled ones, or numbers', () => {
  const long = (i: number) => named(`_Z${'x'.repeat(60)}${i}`, 'long');
  const options = kernelOptions([
    named('_Z3addIfE', 'add'),
    named('scale', 'scale'),
    named('_Z3addIdE', 'add'),
    long(1),
    long(2),
  ]);
  expect(options.map(({ label }) => label)).toEqual([
    '_Z3addIfE',
    'scale',
    '_Z3addIdE',
    'long, 1 of 2',
    'long, 2 of 2',
  ]);
});

test('of thousands of kernels the first are listed, the chosen one, and those that are sought', () => {
  const kernels = Array.from({ length: 12_779 }, (_, i) => named(`_Z6kernelILi${i}EE`, `kernel<${i}>`));
  const options = kernelOptions(kernels);
  const { listed, found } = listedKernels(options, '', '_Z6kernelILi9000EE');
  expect(found).toBe(12_779);
  expect(listed).toHaveLength(MOST_LISTED + 1);
  expect(listed[0].label).toBe('kernel<9000>');
  expect(
    listedKernels(options, ' KERNEL<127', '_Z6kernelILi127EE')
      .listed.map(({ label }) => label)
      .slice(0, 3),
  ).toEqual(['kernel<127>', 'kernel<1270>', 'kernel<1271>']);
  expect(listedKernels(options, 'nothing', '').listed).toEqual([]);
});
