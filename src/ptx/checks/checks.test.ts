/** Each checker on a kernel that must trigger it and on one that must not, in both dialects. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FaultKind } from '../../trace/fault.ts';
import { ARCHS, int, parsed, runKernel } from './kernel-run.ts';

const WRONG: Readonly<Record<string, FaultKind>> = {
  race: 'race',
  overwrite: 'race',
  bytes: 'race',
  warp: 'race',
  oneWord: 'race',
  histogram: 'race',
  named: 'race',
  globalBounds: 'outOfBounds',
  sharedBounds: 'outOfBounds',
  alignment: 'misaligned',
  uninitialised: 'uninitialisedRead',
  deadlock: 'deadlock',
  spin: 'deadlock',
  diverged: 'barrier',
};

const params = (name: string) => (name.startsWith('sharedBounds') ? [int(0)] : []);

describe.each(ARCHS)('%s', arch => {
  const module = parsed(readFileSync(new URL(`./fixtures/checks.${arch}.ptx`, import.meta.url), 'utf8'));

  test.each(Object.entries(WRONG))('%s: the wrong kernel is a %s', (name, kind) => {
    const entry = `${name}Wrong`;
    const { ok, faults } = runKernel(module, { entry, params: params(name) });
    expect(faults.map(f => f.kind)).toEqual([kind]);
    expect(ok).toBe(false);
    expect(faults[0].place.line).toBeGreaterThan(0);
    expect(faults[0].place.file).toBe('checks.cu');
  });

  test.each(Object.keys(WRONG))('%s: the right kernel is clean', name => {
    const entry = `${name}Right`;
    expect(runKernel(module, { entry, params: params(name) }).faults).toEqual([]);
    expect(runKernel(module, { entry, params: params(name) }, { faults: 'all' }).ok).toBe(true);
  });

  test('a race names both places', () => {
    const [fault] = runKernel(module, { entry: 'raceWrong' }).faults;
    if (fault.kind !== 'race') return expect.fail(fault.kind);
    const lines = [fault.place.line, fault.other.place.line];
    expect(lines.toSorted((a, b) => a - b)).toEqual([8, 9]);
    expect(fault.message).toContain('no barrier between them');
  });

  test('out of bounds names buffer and distance', () => {
    const [fault] = runKernel(module, { entry: 'globalBoundsWrong' }).faults;
    expect(fault.message).toContain("0 bytes past the end of 'out' (256 bytes)");
    expect(fault.who).toEqual({ cta: 0, warp: 1, lane: 31 });
  });

  test('a deadlock names each waiter', () => {
    const [fault] = runKernel(module, { entry: 'deadlockWrong' }).faults;
    if (fault.kind !== 'deadlock') return expect.fail(fault.kind);
    expect(fault.waiters.map(w => w.waitsFor)).toEqual([
      'barrier 1, where 1 of 2 warps have arrived',
      'barrier 2, where 1 of 2 warps have arrived',
    ]);
  });

  test('the switch turns races off, but not bounds', () => {
    expect(runKernel(module, { entry: 'raceWrong' }, { check: false }).ok).toBe(true);
    expect(runKernel(module, { entry: 'globalBoundsWrong' }, { check: false }).ok).toBe(false);
  });

  test('an unobserved CTA is not checked', () => {
    expect(runKernel(module, { entry: 'raceWrong', grid: [2, 1, 1] }, { observedCtas: [] }).ok).toBe(true);
  });

  test('a run that goes on reports one fault per instruction', () => {
    const { faults, ctasRun } = runKernel(module, { entry: 'raceWrong' }, { faults: 'all' });
    expect(new Set(faults.map(f => f.kind))).toEqual(new Set(['race']));
    expect(new Set(faults.map(f => f.place.ptxLine)).size).toBe(faults.length);
    expect(ctasRun).toBe(1);
  });

  test('the shared base moves addresses, not results', () => {
    const [fault] = runKernel(
      module,
      { entry: 'sharedBoundsWrong', params: [int(0)] },
      { sharedBaseBytes: 1024 },
    ).faults;
    expect(fault.kind === 'outOfBounds' && fault.address).toBe(1024 + 256);
  });
});
