/** How many runners of parts a run is worth, from how it went so far. */
import type { EmulationProgress } from '../emulation.ts';
import { PARTS_EACH } from './run-joined.ts';

export interface RunnersQuestion {
  readonly progress: EmulationProgress;
  /** Since the run began, without what came before it. */
  readonly elapsedMs: number;
  /** Reading the module and filling memory: each part does it again. */
  readonly prepareMs: number;
  /** Time until a runner begins. */
  readonly startMs: number;
  readonly arenaBytes: number;
  /** Processors, that of the run itself among them. */
  readonly processors: number;
}

const MOST_RUNNERS = 7;
/** Limit of all memories together: one for each runner and each part that waits to be taken in, with two bits a byte. */
const MOST_BYTES = 2 ** 30;
/** Extra cost of runners: memory is filled for a runner's first part, and once more to compare with. */
const PREPARATIONS = 3;
const BYTES_PER_ARENA_BYTE = 1.25 * (PARTS_EACH + 1);

/** 0 where runners would not make the run faster. */
export function runnersWorthStarting(question: RunnersQuestion): number {
  const { progress, elapsedMs, prepareMs, startMs, arenaBytes, processors } = question;
  const { ctasDone, ctasTotal } = progress;
  if (ctasDone === 0) return 0;
  const left = ctasTotal - ctasDone;
  const room = Math.floor(MOST_BYTES / (arenaBytes * BYTES_PER_ARENA_BYTE + 1)) - 1;
  const runners = Math.max(0, Math.min(MOST_RUNNERS, processors - 1, left - 1, room));
  const leftMs = (elapsedMs / ctasDone) * left;
  const savedMs = leftMs * (1 - 1 / (runners + 1));
  // Estimates are rough and processors are busy with other work, so runners start only where the gain is clear.
  return savedMs > 2 * (startMs + PREPARATIONS * prepareMs) ? runners : 0;
}
