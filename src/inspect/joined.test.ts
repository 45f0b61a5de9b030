import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Result } from '../base/result.ts';
import { kernel } from '../kernels/transpose/index.ts';
import { fullyLoaded } from '../ptx/index.ts';
import { runJoined } from '../ptx/parallel/run-joined.ts';
import { parseModule } from '../ptx/parse/module.ts';
import { startInspection } from './index.ts';
import type { Inspection, InspectionOptions } from './inspection.ts';
import { startJoinedInspection, startPartInspection } from './joined.ts';

function value<T>(result: Result<T, { readonly message: string }>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const [arch] = kernel.archs;
const variant = kernel.variants[0].id;
const path = new URL(`../../public/ptx/${kernel.ptxPath(variant, kernel.defaults, arch)}`, import.meta.url);
const module = value(parseModule(readFileSync(path, 'utf8')));
const launch = kernel.launch(variant, { ...kernel.defaults, rows: 128, columns: 128 });

function alone(options: InspectionOptions): Inspection {
  const run = value(startInspection(module, launch, options));
  run.run(Number.POSITIVE_INFINITY);
  return run.finish();
}

async function inParts(options: InspectionOptions, workers: number) {
  const { emulation, taken, finish } = value(startJoinedInspection(fullyLoaded(module), launch, options));
  let parts = 0;
  const runner = {
    async run(range: { start: number; end: number }) {
      const part = value(startPartInspection(fullyLoaded(module), launch, options, range));
      part.run(Number.POSITIVE_INFINITY);
      return structuredClone(part.finish());
    },
    stop() {},
  };
  await runJoined({
    emulation,
    sliceWarpInstructions: 200,
    goesOn: async () => true,
    rest: () => Promise.resolve(),
    hire: () => Array.from({ length: workers }, () => runner),
    taken(part) {
      parts++;
      taken(part);
    },
  });
  return { inspection: finish(), parts };
}

test.each([1, 3, 7])('says the same with %i workers as without', async workers => {
  const options: InspectionOptions = { faults: 'all', tracedCtas: [0, 5, 9, 15], maxTraceRows: 150 };
  const { inspection, parts } = await inParts(options, workers);
  expect(parts).toBeGreaterThan(0);
  expect(inspection).toEqual(alone(options));
  expect(inspection.traceRowsDropped).toBeGreaterThan(0);
});

test('a trace that keeps no row drops the same', async () => {
  const options: InspectionOptions = { faults: 'first', tracedCtas: [5, 12], maxTraceRows: 0 };
  expect((await inParts(options, 2)).inspection).toEqual(alone(options));
});

test('chosen CTAs are run in one piece', async () => {
  const options: InspectionOptions = { faults: 'all', ctas: [3, 1, 7, 9, 10, 12] };
  const { inspection, parts } = await inParts(options, 2);
  expect(parts).toBe(0);
  expect(inspection).toEqual(alone(options));
});
