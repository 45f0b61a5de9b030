/** Kernels that start kernels are refused by name, at their line, with a way out; the started kernel runs by itself. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parsed, runKernel, wordsOf } from '../checks/kernel-run.ts';

const module = parsed(readFileSync(new URL('./fixtures/dynamic-parallelism.sm_80.ptx', import.meta.url), 'utf8'));
const run = (entry: string) =>
  runKernel(module, { entry, block: [32, 1, 1], launch: { params: [{ kind: 'pointer', buffer: 'out' }] } });

test.each([
  [
    '_Z6parentPi',
    ["'__cudaCDP2GetParameterBufferV2' starts a kernel from a kernel", 'launch the inner kernel by itself'],
  ],
  ['_Z4asksPi', ["'__cudaCDP2GetLastError' belongs to the runtime for dynamic parallelism", 'leave the call out']],
])('%s', (entry, parts) => {
  const { faults } = run(entry);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatchObject({ kind: 'unsupported' });
  for (const part of parts) expect(faults[0].message).toContain(part);
});

test('the inner kernel', () => {
  const params = [
    { kind: 'pointer', buffer: 'out' },
    { kind: 'scalar', type: 's32', value: 7 },
  ] as const;
  const result = runKernel(module, { entry: '_Z5childPii', block: [32, 1, 1], words: 32, launch: { params } });
  expect(result.faults).toEqual([]);
  expect(wordsOf(result)).toEqual(Array.from({ length: 32 }, () => 7));
});
