/** One variant of the link with everything that follows from it: scenario, run, emulation. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { FieldError } from '../../../base/field-error.ts';
import { counterpartsOf } from '../../../kernels/counterparts.ts';
import type { RunRecords } from '../../../model/pipeline/pipeline-run.ts';
import type { PipelinePreset } from '../../../model/pipeline/presets/preset.ts';
import type { EmulatedPipeline, PipelineSide } from '../../../panels/pipeline/pipeline-side.ts';
import type { VariantLetter } from '../../../pictures/records.ts';
import type { Scenario } from '../../../trace/scenario.ts';
import { type PipelineVariant, plainVariant, presetOf } from '../../links/pipeline-variant.ts';
import { useMeasuredSpans } from './measured-spans.ts';
import { textQuery } from './own-scenario.ts';
import { useReplay } from './use-replay.ts';
import { useRun } from './use-runs.ts';
import { variantScenario } from './variant-scenario.ts';
import { changedWords } from './variant-words.ts';

export interface VariantModel {
  readonly letter: VariantLetter;
  readonly variant: PipelineVariant;
  readonly preset: PipelinePreset;
  /** Text of a scenario of one's own, as it was typed; null for a preset. */
  readonly text: string | null;
  /** Why its last change is not drawn; null if it is. */
  readonly error: FieldError | null;
  /** Null before the first run. With an error, or while a long run is not there yet, the one before. */
  readonly side: PipelineSide | null;
  /** Whether `side` shows what was before the last change. */
  readonly isStale: boolean;
}

const ABSENT = plainVariant('v2-warp-specialized');

/** No source is asked about what is not asked for any more. */
const BEFORE: EmulatedPipeline = { state: 'none', why: 'the picture shows the state before the last change' };

/** `typed`: a text that is not in the link yet. Null where the link has no such variant. */
export function useVariant(
  letter: VariantLetter,
  asked: PipelineVariant | undefined,
  typed: string | null,
): VariantModel | null {
  const { text, scenario, error: misread } = useScenario(asked, typed);
  const { run, error: lost } = useRun(asked === undefined ? null : scenario);
  const error = useMemo(() => misread ?? (lost && { field: '', message: lost.message }), [misread, lost]);
  const now = useSide(letter, asked ?? ABSENT, text, asked === undefined ? null : scenario, run);
  const last = useRef<PipelineSide | null>(null);
  if (now !== null || asked === undefined) last.current = now && { ...now, emulated: BEFORE, measured: null };
  const side = now ?? last.current;
  const isStale = now === null;
  return (
    useMemo(
      () => asked && { letter, variant: asked, preset: presetOf(asked.preset), text, error, side, isStale },
      [letter, asked, text, error, side, isStale],
    ) ?? null
  );
}

/** Scenario of the text, or of the preset if there is no text; none while a text is being read. */
function useScenario(asked: PipelineVariant | undefined, typed: string | null) {
  const variant = asked ?? ABSENT;
  const { own } = variant;
  const kept = useQuery({ ...textQuery(own ?? ''), enabled: own !== null && typed === null });
  const text = typed ?? (own === null ? null : (kept.data ?? null));
  const isRead = own === null || text !== null;
  return useMemo(() => {
    const parsed = isRead ? variantScenario(variant, text) : null;
    if (parsed?.ok) return { text, scenario: parsed.value, error: null };
    const lost = kept.error && { field: '', message: kept.error.message };
    return { text, scenario: null, error: parsed?.error ?? lost };
  }, [variant, text, isRead, kept.error]);
}

/** Null while the run is not there yet. A scenario that was changed by hand, or begins otherwise, is no compiled kernel's. */
function useSide(
  letter: VariantLetter,
  variant: PipelineVariant,
  text: string | null,
  scenario: Scenario | null,
  run: RunRecords | null,
): PipelineSide | null {
  const isPreset = text === null && variant.own === null && Object.keys(variant.parities).length === 0;
  const version = isPreset ? (variant.kernel ?? counterpartsOf(variant.preset)[0]?.version ?? null) : null;
  const emulated = useReplay(version, variant.changes, run !== null);
  const measured = useMeasuredSpans(version === variant.preset ? version : null, variant.changes);
  const title = `${presetOf(variant.preset).title}${changedWords(variant, text !== null)}`;
  return useMemo(
    () => scenario && run && { letter, title, scenario, source: 'predicted', run, emulated, measured },
    [letter, title, scenario, run, emulated, measured],
  );
}
