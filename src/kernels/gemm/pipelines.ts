/**
 * Pipelines of the ladder: which preset of `src/model/pipeline` tells a version's, which build does what a preset's values say,
 * and the smallest launch in which it does that. Order and amounts of a pipeline do not depend on what the operands hold.
 */
import { err, ok, type Result } from '../../base/result.ts';
import { PRESETS } from '../../model/pipeline/presets/index.ts';
import type { PipelinePreset, PresetValues } from '../../model/pipeline/presets/preset.ts';
import type { Launch } from '../../trace/launch.ts';
import { clusterCtas, type GemmBuild, TILE_K } from './build.ts';
import { BUILDS, buildOf, tilesFor } from './builds.ts';
import { type GemmInputs, launchOf } from './launch.ts';
import type { GemmParams } from './params.ts';
import { buildWords } from './performance.ts';
import { ownSteps, tilesOf } from './tiles.ts';
import { endsInHalves, type GemmVersion, hasFewThreads, isPersistent, versions } from './versions.ts';

/** Other elements have no pipeline of their own: fp16 takes the same clocks, and so does e4m3 with twice as many elements to a step. */
const PLAYED = BUILDS.filter(({ elementType }) => elementType === 'bf16');

const ZEROS: GemmInputs = { a: { kind: 'zeros' }, b: { kind: 'zeros' } };

/** For each flawed version: the version that it would be without the flaw. */
const RIGHT: Partial<Readonly<Record<GemmVersion, GemmVersion>>> = {
  'missing-empty-wait': 'v2-warp-specialized',
  'wrong-swizzle': 'v1-tma',
  'early-sum': 'v5-split-k',
  'half-k-step': 'v4-persistent',
  'full-boxes': 'v7-early-half',
};

/** The preset that tells what the version is meant to do. */
export const pipelinePreset = (version: GemmVersion): PipelinePreset =>
  PRESETS.find(({ id }) => id === (RIGHT[version] ?? version))!;

/** Versions that a preset can be held against: the right one first. */
export const counterpartsOf = (presetId: string) =>
  versions
    .filter(({ id }) => pipelinePreset(id).id === presetId && PLAYED.some(build => build.version === id))
    .map(version => ({
      version: version.id,
      title: version.title,
      flaw: 'mustFail' in version ? version.summary : null,
    }));

/** Whether builds differ in how many warpgroups multiply. */
const hasAnyConsumers = (version: GemmVersion): boolean =>
  isPersistent(version) || (hasFewThreads(version) && !endsInHalves(version));

/** A preset's values for one CTA of a build. `tiles`: one after the other, where the version goes on for more than one. */
export const buildValues = (
  { version, tileM, tileN, stages, consumers }: GemmBuild,
  steps: number,
  tiles: number,
): PresetValues => ({
  ...{ tileM, tileN, stages, steps },
  ...(isPersistent(version) && { tiles }),
  ...(hasAnyConsumers(version) && { consumers }),
});

/**
 * Most steps of a tile along K, and most tiles of a CTA, that are shown: more would be too fine to be seen beside
 * pictures.
 */
const [SHOWN_STEPS, SHOWN_TILES] = [32, 3];

/** The pipeline of CTA 0 of a launch, as changes of the version's preset; null if the version has no such tile, or the elements no pipeline. */
export function pipelineAt(version: GemmVersion, params: GemmParams) {
  const isThere = tilesFor(version, params.elementType).includes(params.tile);
  const build = buildOf(version, params.tile, params.elementType);
  if (!isThere || !PLAYED.includes(build)) return null;
  const [ctas] = launchOf(build, params, ZEROS, params.residentCtas).grid;
  const { first, end } = ownSteps(build, params, 0);
  const steps = Math.min(Math.max(1, end - first), SHOWN_STEPS);
  const tiles = Math.min(tilesOf(build, params, 0, ctas).length, SHOWN_TILES);
  const { id, fields } = pipelinePreset(version);
  const values = Object.entries(buildValues(build, steps, tiles));
  const changed = values.filter(([name, value]) => fields.find(field => field.name === name)?.default !== value);
  return { preset: id, values: Object.fromEntries(changed), version };
}

export interface CompiledPipeline {
  readonly build: GemmBuild;
  /** '128 × 256, 4 stages, clusters of 2'. */
  readonly words: string;
  /** Launch of one CTA's tiles, or of its cluster's. */
  readonly launch: Launch;
}

/** Steps of one CTA that are emulated while a person waits. */
const MOST_STEPS = 512;
/** `values`: those that are left out are the preset's own. The error says what no build does. */
export function compiledPipeline(version: GemmVersion, values: PresetValues): Result<CompiledPipeline, string> {
  const { fields } = pipelinePreset(version);
  const number = (name: string) => Number(values[name] ?? fields.find(field => field.name === name)?.default ?? 1);
  const [steps, tiles] = [number('steps'), number('tiles')];
  if (number('tileK') !== TILE_K) return err(`compiled builds take ${TILE_K} of K in a step`);
  if (steps * tiles > MOST_STEPS) return err(`a CTA of more than ${MOST_STEPS} steps is not emulated here`);
  const asked = (hasAnyConsumers(version) ? [...SHAPE, 'consumers' as const] : SHAPE).map(
    name => [name, number(name)] as const,
  );
  const { build, distance } = nearestBuild(version, asked);
  const words = buildWords(build);
  if (distance === 0) return ok({ build, words, launch: launchOfTiles(build, steps, tiles) });
  const [tileM, tileN, ...others] = asked.map(([, value]) => value);
  const rest = others.map((value, i) => `, ${value} ${['stages', 'consumers'][i]}`).join('');
  return err(`no compiled build has ${tileM} × ${tileN}${rest}; the nearest has ${words}`);
}

const SHAPE = ['tileM', 'tileN', 'stages'] as const;
type Asked = readonly (readonly [(typeof SHAPE)[number] | 'consumers', number])[];

/** `distance`: how many times larger or smaller, over all that is asked for, as a logarithm; 0 where the build has it all. */
function nearestBuild(version: GemmVersion, asked: Asked): { readonly build: GemmBuild; readonly distance: number } {
  return PLAYED.filter(build => build.version === version)
    .map(build => ({
      build,
      distance: asked.reduce((sum, [name, value]) => sum + Math.abs(Math.log2(build[name] / value)), 0),
    }))
    .reduce((a, b) => (b.distance < a.distance ? b : a));
}

/** One cluster, whose CTAs make so many tiles each, in so many steps. */
function launchOfTiles(build: GemmBuild, steps: number, tiles: number): Launch {
  const { tileM, tileN, clusterM, clusterN, splits } = build;
  const size = { m: tileM * clusterM, n: tileN * clusterN * tiles, k: steps * splits * TILE_K };
  return launchOf(build, size, ZEROS, clusterCtas(build));
}
