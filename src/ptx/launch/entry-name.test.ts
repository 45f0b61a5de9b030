/** A launch may name its kernel as the source does. */
import { expect, test } from 'vitest';
import { parsed } from '../checks/kernel-run.ts';
import { chooseEntry } from './geometry.ts';

const entry = (name: string) => `.visible .entry ${name}() { ret; }`;
const module = parsed(`.version 9.0
.target sm_90
.address_size 64
${['_Z5templIfLi4EEvPT_', '_Z5templIiLi8EEvPT_', '_ZN2ns1fEPi', '_ZN4deep2er6kernelINS0_2OpELb1EEEvT_Pi', 'plain'].map(entry).join('\n')}`);

test.each([
  ['_Z5templIfLi4EEvPT_', '_Z5templIfLi4EEvPT_'],
  ['templ<float, 4>', '_Z5templIfLi4EEvPT_'],
  ['templ<int,8>', '_Z5templIiLi8EEvPT_'],
  ['ns::f', '_ZN2ns1fEPi'],
  ['f', '_ZN2ns1fEPi'],
  ['deep::er::kernel<deep::er::Op, true>', '_ZN4deep2er6kernelINS0_2OpELb1EEEvT_Pi'],
  ['plain', 'plain'],
])('%s is %s', (name, mangled) => {
  expect(chooseEntry(module, name).name).toBe(mangled);
});

test.each([
  ['templ', "2 kernels 'templ'"],
  ['templ<float, 8>', "no kernel 'templ<float, 8>'"],
])('%s is refused', (name, why) => {
  expect(() => chooseEntry(module, name)).toThrow(
    expect.objectContaining({ error: expect.objectContaining({ message: expect.stringContaining(why) }) }),
  );
});
