/**
 * Pipelines of the ladder: which preset of `src/model/pipeline` tells a version's, and the smallest launch that does what a
 * preset's values say. Order and amounts of a pipeline do not depend on what Q, K and V hold.
 */
import { err, ok, type Result } from '../../base/result.ts';
import { PRESETS } from '../../model/pipeline/presets/index.ts';
import type { PipelinePreset, PresetValues } from '../../model/pipeline/presets/preset.ts';
import type { Launch } from '../../trace/launch.ts';
import { tileKeys, tileQueries } from './build.ts';
import { realLaunch } from './launch.ts';
import { type AttentionParams, headsOf, schema } from './params.ts';
import { type AttentionVariant, isKnownWrong, isPersistent, variants, versionOf } from './variants.ts';

/** The preset that tells what the version is meant to do; null of those without rings between warps. */
export const pipelinePreset = (variant: AttentionVariant): PipelinePreset | null =>
  PRESETS.find(({ id }) => id === versionOf(variant)) ?? null;

/** Versions that a preset can be held against: the right one first. */
export const counterpartsOf = (presetId: string) =>
  variants
    .filter(({ id }) => versionOf(id) === presetId)
    .map(variant => ({
      version: variant.id,
      title: variant.title,
      flaw: 'mustFail' in variant ? variant.summary : null,
    }));

interface CompiledBlocks {
  readonly params: AttentionParams;
  /** 'heads of 128, 128 queries × 128 keys'. */
  readonly words: string;
  /** Launch of one CTA. */
  readonly launch: Launch;
}

/** Blocks of one CTA that are emulated while a person waits. */
const MOST_BLOCKS = 64;

/** `values`: those that are left out are the preset's own. The error says what no build does. */
export function compiledPipeline(variant: AttentionVariant, values: PresetValues): Result<CompiledBlocks, string> {
  const fields = pipelinePreset(variant)?.fields ?? [];
  const number = (name: string) => Number(values[name] ?? fields.find(field => field.name === name)?.default ?? 1);
  const [headDim, blocks, tiles] = [number('headDim'), number('blocks'), number('tiles')];
  if (isKnownWrong(variant) && headDim !== 64) return err('the known-wrong versions are built for heads of 64 alone');
  if (blocks * tiles > MOST_BLOCKS) return err(`a CTA of more than ${MOST_BLOCKS} blocks is not emulated here`);
  const size = { headDim } as Pick<AttentionParams, 'headDim'>;
  const [queries, keys] = [tileQueries(variant, size), tileKeys(variant, size)];
  const params = schema.parse({ headDim, queries: queries * tiles, keys: keys * blocks, residentCtas: 1 });
  const words = `heads of ${headDim}, ${queries} queries × ${keys} keys`;
  return ok({ params, words, launch: realLaunch(variant, params) });
}

/** Most blocks of keys, and most tiles of a CTA, that are shown: more would be too fine to be seen beside pictures. */
const [SHOWN_BLOCKS, SHOWN_TILES] = [32, 3];

/** What CTA 0 of a launch does, as changes of the version's preset; null where it has none, or hides keys from queries. */
export function pipelineAt(variant: AttentionVariant, p: AttentionParams) {
  const preset = pipelinePreset(variant);
  if (preset === null || p.causal === 'causal') return null;
  const tilesOfAll = Math.ceil(p.queries / tileQueries(variant, p)) * headsOf(p);
  const values = {
    headDim: p.headDim,
    blocks: Math.min(Math.ceil(p.keys / tileKeys(variant, p)), SHOWN_BLOCKS),
    ...(isPersistent(variant) && { tiles: Math.min(Math.ceil(tilesOfAll / p.residentCtas), SHOWN_TILES) }),
  };
  const changed = Object.entries(values).filter(
    ([name, value]) => preset.fields.find(field => field.name === name)?.default !== value,
  );
  return { preset: preset.id, values: Object.fromEntries(changed), version: variant };
}
