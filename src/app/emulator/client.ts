/** The page's end of the emulator worker. The worker starts at the first job, not at page load. */
import * as Comlink from 'comlink';
import type { Result } from '../../base/result.ts';
import type { EmulatorApi } from './emulator.worker.ts';
import type { CtaJob, CtaRun, GridJob, GridRun, JobFailure } from './jobs.ts';

let worker: Comlink.Remote<EmulatorApi> | null = null;
let nextId = 0;

function emulator(): Comlink.Remote<EmulatorApi> {
  worker ??= Comlink.wrap<EmulatorApi>(
    new Worker(new URL('./emulator.worker.ts', import.meta.url), { type: 'module' }),
  );
  return worker;
}

export const emulateCta = (job: CtaJob): Promise<Result<CtaRun, JobFailure>> => emulator().cta(job);

/** Rejects with an AbortError when `signal` fires or a newer job of the same slot takes over. */
export async function emulateGrid(
  slot: string,
  job: GridJob,
  onProgress: (ctasDone: number) => void,
  signal: AbortSignal,
): Promise<Result<GridRun, JobFailure>> {
  const cancel = () => void emulator().cancel(slot);
  signal.addEventListener('abort', cancel);
  try {
    const run = await emulator().grid(slot, nextId++, job, Comlink.proxy(onProgress));
    if (run === null) throw new DOMException('a newer emulation took its place', 'AbortError');
    return run;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
