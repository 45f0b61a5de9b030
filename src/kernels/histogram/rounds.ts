/** Which elements a CTA counts, and in which order: rounds of loads, each with what the threads count behind them. */
import { WORD_BYTES } from '../../base/hardware.ts';
import { ctasOf, ROUNDS, shareOf } from './geometry.ts';
import type { HistogramParams } from './params.ts';
import type { HistogramVariant } from './variants.ts';

/** A value for each thread; null if the thread takes no part. */
export type OfThread = (thread: number) => number | null;

export interface Round {
  /** First element of each thread's load; all are made before the first element is counted. */
  readonly loads: readonly OfThread[];
  readonly loadBytes: number;
  /** What each thread counts, one after the other. */
  readonly counted: readonly OfThread[];
}

/** Elements of a vector load, and the vectors of a thread in a round. */
const PER_VECTOR = 4;
const HELD = 4;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

export function roundsOf(variant: HistogramVariant, p: HistogramParams, cta: number): Round[] {
  if (variant === 'vector-loads') return vectorRounds(p, cta, ctasOf(variant, p));
  return numbers(ROUNDS).map(round => singles(cta * shareOf(p) + round * p.threads, p));
}

function singles(first: number, { elements }: HistogramParams): Round {
  const element: OfThread = thread => (first + thread < elements ? first + thread : null);
  return { loads: [element], loadBytes: WORD_BYTES, counted: [element] };
}

/** Rounds of whole vectors, a whole grid apart; then, by the first CTA, what is less than a vector. */
function vectorRounds(p: HistogramParams, cta: number, ctas: number): Round[] {
  const { threads, elements } = p;
  const end = elements - (elements % PER_VECTOR);
  const inRound = HELD * threads * PER_VECTOR;
  const count = Math.max(0, Math.ceil((end / inRound - cta) / ctas));
  const rounds = numbers(count).map((round): Round => {
    const loads = numbers(HELD).map((i): OfThread => {
      const first = (cta + round * ctas) * inRound + i * threads * PER_VECTOR;
      return thread => (first + thread * PER_VECTOR < end ? first + thread * PER_VECTOR : null);
    });
    const counted = loads.flatMap(load => numbers(PER_VECTOR).map((i): OfThread => shifted(load, i)));
    return { loads, loadBytes: PER_VECTOR * WORD_BYTES, counted };
  });
  return cta === 0 ? [...rounds, singles(end, p)] : rounds;
}

const shifted =
  (load: OfThread, by: number): OfThread =>
  thread => {
    const first = load(thread);
    return first === null ? null : first + by;
  };
