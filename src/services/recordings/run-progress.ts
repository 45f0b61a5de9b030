/** The progress of a run, from the events that the server sends. */

import { listed } from '../../base/numbers.ts';
import { pendingWords } from '../../contract/pending-words.ts';
import type { RunEvent } from '../../contract/run.ts';
import type { TimedSamples } from '../../trace/timing-verdict.ts';

export interface VariantProgress extends TimedSamples {
  readonly stage: 'waiting' | 'building' | 'built' | 'verifying' | 'right' | 'wrong';
}

export interface RunProgress {
  /** The step that is under way. */
  readonly words: string;
  /** Progress of each variant by its id, in the order of the request. */
  readonly variants: ReadonlyMap<string, VariantProgress>;
}

type ProgressEvent = Exclude<RunEvent, { stage: 'done' | 'failed' }>;
type VariantEvent = Extract<ProgressEvent, { variant: string }>;

const WAITING: VariantProgress = { stage: 'waiting', samplesNs: [], samplesMhz: [] };

export const progressAtStart = (variants: readonly string[]): RunProgress => ({
  words: 'asking the server …',
  variants: new Map(variants.map(id => [id, WAITING])),
});

export function afterEvent({ variants: before }: RunProgress, event: ProgressEvent): RunProgress {
  const variants = withBuilt(before);
  if (event.stage === 'queued') return { variants, words: `waiting, place ${event.position}` };
  if (event.stage === 'connecting') return { variants, words: 'connecting …' };
  if (event.stage === 'pending') return { variants, words: pendingWords(event) };
  if (event.stage === 'preparing') return { variants, words: 'preparing the GPU …' };
  if (event.stage === 'counting') return { variants, words: 'counting under the profiler …' };
  const { variant } = event;
  variants.set(variant, afterStage(variants.get(variant) ?? WAITING, event));
  return { variants, words: wordsOf(event, variants) };
}

/** Variants are built one after another, and no event tells that a build has ended: the next event shows it. */
const withBuilt = (variants: RunProgress['variants']): Map<string, VariantProgress> =>
  new Map([...variants].map(([id, each]) => [id, each.stage === 'building' ? { ...each, stage: 'built' } : each]));

function afterStage(before: VariantProgress, event: VariantEvent): VariantProgress {
  if (event.stage !== 'samples') return { ...before, stage: event.stage };
  return {
    ...before,
    samplesNs: [...before.samplesNs, ...event.ns],
    samplesMhz: [...before.samplesMhz, ...event.mhz],
  };
}

function wordsOf({ stage, variant }: VariantEvent, all: RunProgress['variants']): string {
  if (stage === 'building') return `building ${variant} …`;
  if (stage === 'verifying') return `checking the output of ${variant} …`;
  const timed = [...all].filter(([, each]) => each.samplesNs.length > 0).map(([id]) => id);
  return timed.length === 0 ? 'checked' : `timing ${listed(timed)} in turns …`;
}
