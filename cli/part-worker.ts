/** A thread that inspects parts of a grid: it gets ranges of CTAs, and returns what they did. */
import { parentPort, type Transferable, workerData } from 'node:worker_threads';
import type { InspectionOptions } from '../src/inspect/inspection.ts';
import { partTransferables, startPartInspection } from '../src/inspect/joined.ts';
import { fullyLoaded } from '../src/ptx/index.ts';
import { launchedEntry } from '../src/ptx/launch/geometry.ts';
import type { CtaRange } from '../src/ptx/parallel/part.ts';
import { parseModule } from '../src/ptx/parse/module.ts';
import type { Launch } from '../src/trace/launch.ts';

export interface PartThreadJob {
  readonly ptx: string;
  readonly launch: Launch;
  readonly options: InspectionOptions;
}

const { ptx, launch, options }: PartThreadJob = workerData;
const module = parseModule(ptx, { choose: launchedEntry(launch.entry) });

parentPort?.on('message', (range: CtaRange) => {
  // The asking thread has read and started the same module, so an error here is a bug.
  if (!module.ok) throw new Error(module.error.message);
  const started = startPartInspection(fullyLoaded(module.value), launch, options, range);
  if (!started.ok) throw new Error(started.error.message);
  started.value.run(Number.POSITIVE_INFINITY);
  const part = started.value.finish();
  parentPort?.postMessage(part, partTransferables(part) as Transferable[]);
});
