import { expect, it } from 'vitest';
import { parsed } from '../checks/kernel-run.ts';
import { leastThreads } from './least-threads.ts';

const [SMALL] = parsed(
  '.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { bar.sync 1, 96; bar.sync 0; ret; }',
).functions;

it('are those that meet at a barrier, also in a very long kernel', () => {
  expect(leastThreads([SMALL])).toBe(96);
  const instructions = Array.from({ length: 300_000 }, (_, i) => SMALL.instructions[i % 3]);
  expect(leastThreads([{ ...SMALL, instructions }])).toBe(96);
  expect(leastThreads([])).toBe(1);
});
