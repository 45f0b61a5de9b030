/** Launches that overlap: what keeps them apart, on the emulator. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { emulate } from '../../ptx/index.ts';
import { parseModule } from '../../ptx/parse/module.ts';
import { launchOf } from './launch.ts';
import { INTEGERS } from './reference.ts';
import { chooseBuild, H200 } from './rule.ts';

function parsed(text: string) {
  const module = parseModule(text);
  return module.ok ? module.value : expect.fail(module.error.message);
}

describe.each(['v4-persistent', 'v6-small', 'v7-early-half'] as const)('%s', version => {
  const size = { m: 128, n: 128, k: 128 };
  const build = chooseBuild(version, { m: 1024, n: 1024, k: 1024 }, H200)!;
  const launch = launchOf(build, size, INTEGERS, 2);
  const ptx = readFileSync(`public/ptx/gemm/${version}/tile-${build.tileM}x${build.tileN}.sm_90a.ptx`, 'utf8');
  const kindsOf = (text: string) => {
    const run = emulate(parsed(text), launch, { faults: 'all' });
    if (!run.ok) return expect.fail(run.error.message);
    // The launch does not say how the preceding launch uses A, B and C, so an access that is too early is a hazard.
    return [...run.value.faults, ...run.value.hazards].map(({ kind }) => kind);
  };

  test('waits before its copies of A and B, and its stores of C', () => {
    expect(launch.programmaticStreamSerialization).toBe(true);
    expect(kindsOf(ptx)).toEqual([]);
  });

  test('is wrong without its waits, in copies and in stores', () => {
    expect(ptx).toContain('griddepcontrol.wait;');
    expect(kindsOf(ptx.replaceAll('griddepcontrol.wait;', ''))).toSatisfy(
      (kinds: readonly string[]) => kinds.length >= 2 && kinds.every(kind => kind === 'missingWait'),
    );
  });
});
