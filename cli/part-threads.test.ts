import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Result } from '../src/base/result.ts';
import { startInspection } from '../src/inspect/index.ts';
import { startJoinedInspection } from '../src/inspect/joined.ts';
import { kernel } from '../src/kernels/transpose/index.ts';
import { fullyLoaded } from '../src/ptx/index.ts';
import { runJoined } from '../src/ptx/parallel/run-joined.ts';
import { parseModule } from '../src/ptx/parse/module.ts';
import { partThreads } from './part-threads.ts';

function value<T>(result: Result<T, { readonly message: string }>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const path = kernel.ptxPath('padded', kernel.defaults, kernel.archs[0]);
const ptx = await readFile(fileURLToPath(new URL(`../public/ptx/${path}`, import.meta.url)), 'utf8');
const launch = kernel.launch('padded', { ...kernel.defaults, rows: 128, columns: 128 });
const options = { faults: 'all', tracedCtas: [0, 15] } as const;

test('threads give what one run gives', async () => {
  const module = value(parseModule(ptx));
  const alone = value(startInspection(module, launch, options));
  alone.run(Number.POSITIVE_INFINITY);
  const { emulation, taken, finish } = value(startJoinedInspection(fullyLoaded(module), launch, options));
  let parts = 0;
  // The run itself computes only the first parts, so that the threads have time to start and compute the others.
  let isFirst = true;
  await runJoined({
    emulation,
    sliceWarpInstructions: 200,
    goesOn: async () => {
      if (!isFirst) await setTimeout(100);
      isFirst = false;
      return true;
    },
    rest: () => setTimeout(5),
    hire: () => partThreads(2, { ptx, launch, options }),
    taken(part) {
      parts++;
      taken(part);
    },
  });
  expect(parts).toBeGreaterThanOrEqual(2);
  expect(finish()).toEqual(alone.finish());
});

test('a thread that cannot work gives nothing', async () => {
  const [thread] = partThreads(1, { ptx: 'no PTX', launch, options });
  expect(await thread.run({ start: 0, end: 1 })).toBeNull();
});
