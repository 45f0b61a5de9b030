import { expect, test } from 'vitest';
import { kernelOptions } from './kernel-options.ts';

const labels = (...kernels: readonly (readonly [name: string, plainName: string])[]) =>
  kernelOptions(kernels.map(([name, plainName]) => ({ name, plainName }))).map(({ label }) => label);

test('a kernel has its plain name', () => expect(labels(['_Z1kPf', 'k'], ['_Z1mPf', 'm'])).toEqual(['k', 'm']));

test('kernels of one name have their mangled ones', () =>
  expect(labels(['_Z1kPf', 'k'], ['_Z1kPi', 'k'])).toEqual(['_Z1kPf', '_Z1kPi']));

test('long mangled names are numbered', () => {
  const long = (tile: number) => `_ZN3lib13device_kernelINS_4GemmIL${tile}ELi1ELi2ELi3ELi4ELi5ELi6EEEEEvT_`;
  expect(labels([long(64), 'device_kernel<…>'], ['_Z1mPf', 'm'], [long(128), 'device_kernel<…>'])).toEqual([
    'device_kernel<…>, 1 of 2',
    'm',
    'device_kernel<…>, 2 of 2',
  ]);
});
