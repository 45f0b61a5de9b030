/**
 * Workers that run parts of a large grid beside the emulator worker, from the same script. They start when the first
 * grid is large enough to be worth it, and stay for the next one.
 */
import type { EmulationProgress } from '../../ptx/emulation.ts';
import type { PartRunner, RunPiece } from '../../ptx/parallel/run-joined.ts';
import { runnersWorthStarting } from '../../ptx/parallel/runners.ts';
import type { PartApi, SharedWork } from './part-job.ts';
import { WorkerLink } from './worker-link.ts';

const links: WorkerLink<PartApi>[] = [];
let nextPart = 0;

/** The time until a new worker has loaded its script, and until a running one has received its part. */
const NEW_START_MS = 60;
const KNOWN_START_MS = 5;

class PartWorker<P extends RunPiece> implements PartRunner<P> {
  readonly #link: WorkerLink<PartApi>;
  readonly #work: SharedWork;
  #part = -1;

  constructor(link: WorkerLink<PartApi>, work: SharedWork) {
    this.#link = link;
    this.#work = work;
  }

  run(range: { start: number; end: number }): Promise<P | null> {
    const id = nextPart++;
    this.#part = id;
    const lost = (): null => null;
    return this.#link.ask(api => api.part(id, this.#work, range) as Promise<P | null>, lost);
  }

  stop(): void {
    const id = this.#part;
    this.#link.tell(api => api.stopPart(id));
  }
}

export interface RunnersTerms {
  readonly progress: EmulationProgress;
  readonly elapsedMs: number;
  readonly prepareMs: number;
  readonly arenaBytes: number;
}

/** Empty if the run is faster without other workers. `P` is the result of the kind of work. */
export function runnersFor<P extends RunPiece>(work: SharedWork, terms: RunnersTerms): PartRunner<P>[] {
  // Some browsers do not let a worker start workers.
  if (typeof Worker === 'undefined') return [];
  const startMs = links.length === 0 ? NEW_START_MS : KNOWN_START_MS;
  const count = runnersWorthStarting({ ...terms, startMs, processors: navigator.hardwareConcurrency });
  while (links.length < count)
    links.push(new WorkerLink<PartApi>(() => new Worker(self.location.href, { type: 'module' })));
  return links.slice(0, count).map(link => new PartWorker<P>(link, work));
}
