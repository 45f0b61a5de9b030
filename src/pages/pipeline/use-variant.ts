/** One variant of the link with everything that follows from it: scenario, run, emulation. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { FieldError } from '../../contract/field-error.ts';
import { counterpartsOf } from '../../kernels/gemm/pipelines.ts';
import type { Preset } from '../../model/pipeline/presets/preset.ts';
import { NOT_COMPILED, type PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import type { VariantLetter } from '../../pictures/records.ts';
import { textQuery } from './own-text.ts';
import { type PipelineVariant, plainVariant, presetOf } from './pipeline-variant.ts';
import { useReplay } from './use-replay.ts';
import { useRun } from './use-runs.ts';
import { variantScenario } from './variant-scenario.ts';
import { changedWords } from './variant-words.ts';

export interface VariantModel {
  readonly letter: VariantLetter;
  readonly variant: PipelineVariant;
  readonly preset: Preset;
  /** Of a scenario of one's own, as it was typed; null of a preset's. */
  readonly text: string | null;
  /** Why its last change is not drawn; null where it is. */
  readonly error: FieldError | null;
  /** Null before the first run. With an error, or while a long run is not there yet, the one before. */
  readonly side: PipelineSide | null;
  /** Whether `side` shows what was before the last change. */
  readonly isStale: boolean;
}

const ABSENT = plainVariant('v2-warp-specialized');

/** `typed`: a text that is not in the link yet. Null where the link has no such variant. */
export function useVariant(
  letter: VariantLetter,
  asked: PipelineVariant | undefined,
  typed: string | null,
): VariantModel | null {
  const variant = asked ?? ABSENT;
  const { preset: id, own } = variant;
  const kept = useQuery({ ...textQuery(own ?? ''), enabled: own !== null && typed === null });
  const text = typed ?? (own === null ? null : (kept.data ?? null));
  const isRead = own === null || text !== null;
  const parsed = useMemo(() => (isRead ? variantScenario(variant, text) : null), [variant, text, isRead]);
  const scenario = asked && parsed?.ok ? parsed.value : null;
  const run = useRun(scenario);
  const isPreset = own === null && typed === null && Object.keys(variant.parities).length === 0;
  const version = isPreset ? (variant.kernel ?? counterpartsOf(id)[0]?.version ?? null) : null;
  const emulated = useReplay(version, variant.changes, asked !== undefined && run !== null);
  const title = `${presetOf(id).title}${changedWords(variant, text !== null)}`;
  const now = useMemo(
    (): PipelineSide | null =>
      scenario &&
      run && { letter, title, scenario, run, emulated: version === null ? NOT_COMPILED : emulated, measured: null },
    [letter, title, scenario, run, version, emulated],
  );
  const last = useRef<PipelineSide | null>(null);
  if (now !== null || asked === undefined) last.current = now;
  const error = parsed?.ok === false ? parsed.error : kept.error ? { field: '', message: kept.error.message } : null;
  return (
    useMemo(
      () =>
        asked && {
          letter,
          variant: asked,
          preset: presetOf(id),
          text,
          error,
          side: now ?? last.current,
          isStale: now === null,
        },
      [letter, asked, id, text, error, now],
    ) ?? null
  );
}
