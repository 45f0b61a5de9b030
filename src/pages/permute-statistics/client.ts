/** The page's end of the statistics worker. */
import * as Comlink from 'comlink';
import { err, ok, type Result } from '../../base/result.ts';
import type { Statistics, StatisticsOptions } from '../../model/permute/statistics/statistics.ts';
import { WorkerLink } from '../../services/emulator/worker-link.ts';
import type { StatisticsApi, StatisticsReport } from './statistics.worker.ts';

const worker = new WorkerLink<StatisticsApi>(
  () => new Worker(new URL('./statistics.worker.ts', import.meta.url), { type: 'module' }),
);
let nextId = 0;

/** Rejects with an AbortError when `signal` fires or a newer run takes over, with another error when the worker dies. */
export async function runStatistics(
  set: string,
  options: StatisticsOptions,
  onReport: (report: StatisticsReport) => void,
  signal: AbortSignal,
): Promise<Statistics> {
  signal.throwIfAborted();
  const id = nextId++;
  const cancel = () => worker.tell(api => api.cancel(id));
  signal.addEventListener('abort', cancel);
  try {
    const outcome = await worker.ask(
      async (api): Promise<Outcome> => ok(await api.run(id, set, options, Comlink.proxy(onReport))),
      (why): Outcome => err(why),
    );
    if (!outcome.ok) throw new Error(`The worker ended: ${outcome.error}`);
    if (outcome.value === null) throw new DOMException('the run was given up', 'AbortError');
    return outcome.value;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

type Outcome = Result<Statistics | null, string>;
