import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draws } from '../../../scripts/fixtures/sweep.ts';
import { emulate } from '../../ptx/index.ts';
import { parseModule } from '../../ptx/parse/module.ts';
import { TraceBuilder } from '../../trace/access-trace.ts';
import { verifyCase } from '../verify.ts';
import { clusterCtas, operandBytes } from './build.ts';
import { BUILDS, elementsFor, tilesFor } from './builds.ts';
import { kernel } from './index.ts';
import { tileAtAddress, tilesOf } from './tiles.ts';
import { versions } from './versions.ts';

/** More by hand: GEMM_RUNS=200. */
const RUNS = Number(process.env.GEMM_RUNS ?? draws(12));
/** Many times what a run takes: only a run that does not end is to fail by it. */
const PATIENCE_MS = 10_000 * RUNS + 10_000;

const right = versions.filter(version => !('mustFail' in version)).map(({ id }) => id);

const anyRun = fc
  .constantFrom(...right)
  .chain(version =>
    fc.record({
      version: fc.constant(version),
      params: fc.constantFrom(...elementsFor(version)).chain(elementType =>
        fc.record({
          m: fc.integer({ min: 1, max: 290 }),
          n: fc.integer({ min: 1, max: 290 }),
          k: fc.integer({ min: 1, max: 40 }).map(chunks => (chunks * 16) / operandBytes({ elementType })),
          tile: fc.constantFrom(...tilesFor(version, elementType)),
          elementType: fc.constant(elementType),
          residentCtas: fc.constantFrom(2, 4, 6),
        }),
      ),
    }),
  )
  .filter(({ version, params }) => kernel.refusal(version, params) === null);

describe('the model', () => {
  it(
    'says of any size what the compiled kernel does, lane by lane, and C is right',
    () => {
      fc.assert(
        fc.property(anyRun, ({ version, params }) => {
          const path = kernel.ptxPath(version, params, 'sm_90a');
          const module = parseModule(readFileSync(new URL(`../../../public/ptx/${path}`, import.meta.url), 'utf8'));
          if (!module.ok) throw new Error(module.error.message);
          const trace = new TraceBuilder();
          const result = emulate(module.value, kernel.launch(version, params), {
            observe: access => trace.add(access),
            faults: 'all',
          });
          if (!result.ok) throw new Error(result.error.message);
          const run = { result: result.value, trace: trace.finish() };
          const verification = verifyCase(kernel, version, { id: 'any', title: '', params }, run);
          expect(verification).toMatchObject({ outcome: 'agrees' });
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE_MS,
  );
});

describe('tiles', () => {
  it('are all made, each once, by the CTAs of a grid', () => {
    const grids = fc.record({
      build: fc.constantFrom(...BUILDS),
      m: fc.integer({ min: 1, max: 5000 }),
      n: fc.integer({ min: 1, max: 5000 }),
      rounds: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(grids, ({ build, m, n, rounds }) => {
        const { tileM, tileN, clusterM, clusterN, splits } = build;
        const [rows, columns] = [Math.ceil(m / (tileM * clusterM)), Math.ceil(n / (tileN * clusterN))];
        const ctas = Math.ceil((rows * columns) / rounds) * clusterCtas(build);
        // A CTA of each cluster stands for all that share a tile.
        const own = Array.from({ length: ctas / splits }, (_, i) => i * splits);
        const made = own.flatMap(cta => tilesOf(build, { m, n, k: 8 }, cta, ctas));
        const wanted = Array.from({ length: rows * clusterM * columns * clusterN }, (_, i) => {
          const across = columns * clusterN;
          return `${Math.floor(i / across) * tileM} ${(i % across) * tileN}`;
        });
        expect(made.map(({ row, column }) => `${row} ${column}`).sort()).toEqual(wanted.sort());
      }),
    );
  });

  it('have names by the address in them', () => {
    const build = BUILDS.find(({ version, tileN }) => version === 'v4-persistent' && tileN === 128)!;
    expect(tileAtAddress(build, 0).name).toBe('stage 0 A');
    expect(tileAtAddress(build, 128 * 128).name).toBe('stage 0 B');
    expect(tileAtAddress(build, 2 * 256 * 128 - 1).name).toBe('stage 1 B');
    expect(tileAtAddress(build, 6 * 256 * 128 + 1024 + 3 * 2 * 2048)).toMatchObject({
      name: 'C of warp 3',
      isOutput: true,
    });
    const halves = BUILDS.find(({ version }) => version === 'v7-early-half')!;
    expect(tileAtAddress(halves, 4 * 384 * 128 + 1024 + 7 * 2048).name).toBe('C of warps 1 and 5');
  });
});
