/** What the exhibit calls the requests of the histogram, and which warps take part in each. */
import { WORD_BYTES } from '../../base/hardware.ts';
import { warpsIn } from '../cta-trace.ts';
import { countsLayout, ROUNDS, sharedBytes } from './geometry.ts';
import { passesOver } from './model.ts';
import type { HistogramParams } from './params.ts';
import { type OfThread, roundsOf } from './rounds.ts';
import type { HistogramVariant } from './variants.ts';

interface Named {
  readonly label: string;
  readonly name: string;
  readonly partOf: OfThread;
}

/**
 * Requests of one side, in program order, for a CTA with a whole share; a ragged share leaves out rounds at the end. If
 * there are atomics, they are the stores, without the zeros stored before them.
 */
export function stepsOf(variant: HistogramVariant, p: HistogramParams, side: 'store' | 'load') {
  const steps = side === 'store' ? stored(variant, p) : loaded(variant, p);
  return steps.map(({ label, name, partOf }) => ({ label, name, warps: warpsIn(p.threads, partOf) }));
}

const rounds = (): Named[] =>
  Array.from({ length: ROUNDS }, (_, round) => ({
    label: `${round}`,
    name: `round ${round}`,
    partOf: thread => thread,
  }));

/** Of the first CTA: the elements of a thread's vectors, one after the other. */
const vectorElements = (p: HistogramParams): Named[] =>
  roundsOf('vector-loads', p, 0)
    .flatMap(({ counted }) => counted)
    .map((partOf, i) => ({ label: `${i}`, name: `element ${i}`, partOf }));

function stored(variant: HistogramVariant, p: HistogramParams): Named[] {
  if (variant === 'vector-loads') return vectorElements(p);
  if (variant !== 'lost-updates') return rounds();
  const clears = passesOver(p.threads, sharedBytes(variant, p) / WORD_BYTES);
  return [...clears.map(partOf => ({ label: 'clear', name: 'clear', partOf })), ...rounds()];
}

function loaded(variant: HistogramVariant, p: HistogramParams): Named[] {
  const { rows: copies } = countsLayout(variant, p);
  const merges = passesOver(p.threads, p.bins).flatMap(partOf =>
    Array.from({ length: copies }, (_, copy): Named => ({ label: `${copy}`, name: `copy ${copy}`, partOf })),
  );
  if (variant !== 'lost-updates') return merges;
  return [...rounds(), ...merges.map(merge => ({ ...merge, label: 'merge', name: 'merge' }))];
}
