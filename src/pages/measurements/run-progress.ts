/** How far a run has come, from the events that the server sends of it. */
import type { RunEvent } from '../../contract/run.ts';
import { listed } from '../../panels/numbers.ts';
import type { TimedSamples } from '../../trace/timing-verdict.ts';

export interface VariantProgress extends TimedSamples {
  readonly stage: 'waiting' | 'building' | 'verifying' | 'right' | 'wrong';
}

export interface RunProgress {
  /** The step that is under way. */
  readonly words: string;
  /** By id, in the order of the request. */
  readonly variants: ReadonlyMap<string, VariantProgress>;
}

type ProgressEvent = Exclude<RunEvent, { stage: 'done' | 'failed' }>;
type VariantEvent = Extract<ProgressEvent, { variant: string }>;

const WAITING: VariantProgress = { stage: 'waiting', samplesNs: [], samplesMhz: [] };

export const progressAtStart = (variants: readonly string[]): RunProgress => ({
  words: 'asking the server …',
  variants: new Map(variants.map(id => [id, WAITING])),
});

export function afterEvent(progress: RunProgress, event: ProgressEvent): RunProgress {
  if (event.stage === 'queued') return { ...progress, words: `waiting, place ${event.position}` };
  if (event.stage === 'preparing') return { ...progress, words: 'preparing the GPU …' };
  if (event.stage === 'counting') return { ...progress, words: 'counting under the profiler …' };
  const { variant } = event;
  const variants = new Map(progress.variants).set(
    variant,
    afterStage(progress.variants.get(variant) ?? WAITING, event),
  );
  return { variants, words: wordsOf(event, variants) };
}

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
