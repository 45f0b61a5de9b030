/**
 * Checks the orders in which a kernel may use tensor memory: kernels that are each wrong in one way, and right ones.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FaultKind } from '../../trace/fault.ts';
import { type KernelRun, parsed, runKernel } from './kernel-run.ts';

const path = new URL('./fixtures/tensor-memory', import.meta.url);
const module = parsed(readFileSync(`${path.pathname}.sm_100a.ptx`, 'utf8'));
const lines = readFileSync(`${path.pathname}.cu`, 'utf8').split('\n');

const kernel = (entry: string): KernelRun => ({
  entry,
  block: [/^(handOn|unfenced)/.test(entry) ? 256 : 128, 1, 1],
  words: 256,
});

/** Source line of the finding. */
const lineAt = ({ line }: { readonly line: number }): string => lines[line - 1].trim();

type Finding = readonly [name: string, kind: FaultKind, words: string, line: string];

describe('faults', () => {
  test.each<Finding>([
    [
      'storeWrong',
      'missingWait',
      'before its warp has waited for that by tcgen05.wait::st',
      'asm volatile("tcgen05.ld',
    ],
    [
      'overwriteWrong',
      'missingWait',
      'before its warp has waited for that by tcgen05.wait::ld',
      'asm volatile("tcgen05.st',
    ],
    ['handOnWrong', 'race', 'with no barrier between them', 'asm volatile("tcgen05.'],
    ['quarterWrong', 'tensorMemory', 'starts at lane 0, column 0, but lanes', 'asm volatile("tcgen05.st'],
    ['columnWrong', 'tensorMemory', 'touches column 32 of tensor memory, which nobody has', 'asm volatile("tcgen05.st'],
    ['unwrittenWrong', 'uninitialisedRead', 'column 0, which nothing has written', 'asm volatile("tcgen05.ld'],
    ['keptWrong', 'tensorMemory', 'that tcgen05.dealloc has not given back', 'asm volatile("tcgen05.alloc'],
  ])('%s is a %s', (entry, kind, words, line) => {
    const [fault] = runKernel(module, kernel(entry)).faults;
    expect(fault).toMatchObject({ kind, message: expect.stringContaining(words) });
    expect(lineAt(fault.place)).toContain(line);
  });
});

describe('hazards', () => {
  test.each<Finding>([
    ['loadWrong', 'missingWait', 'reads a register of the tcgen05.ld of line 32 before', 'out[threadIdx.x] = word;'],
    ['unfencedWrong', 'missingFence', 'with no tcgen05.fence::before_thread_sync behind', 'asm volatile("tcgen05.ld'],
  ])('%s is a %s', (entry, kind, words, line) => {
    const { ok, hazards } = runKernel(module, kernel(entry));
    expect({ ok, hazards }).toMatchObject({ ok: true, hazards: [{ kind, message: expect.stringContaining(words) }] });
    expect(lineAt(hazards[0].place)).toContain(line);
  });
});

test.each(['moveRight', 'overwriteRight'])('%s is clean', entry => {
  const { faults, hazards } = runKernel(module, kernel(entry), { faults: 'all' });
  expect({ faults, hazards }).toEqual({ faults: [], hazards: [] });
});
