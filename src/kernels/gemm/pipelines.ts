/**
 * Pipelines of the ladder: which preset of `src/model/pipeline` tells a version's, which build does what a preset's values say,
 * and the smallest launch in which it does that. Order and amounts of a pipeline do not depend on what the operands hold.
 */
import { err, ok, type Result } from '../../base/result.ts';
import { PRESETS } from '../../model/pipeline/presets/index.ts';
import type { Preset, PresetValues } from '../../model/pipeline/presets/preset.ts';
import type { Launch } from '../../trace/launch.ts';
import { type GemmBuild, TILE_K } from './build.ts';
import { BUILDS } from './builds.ts';
import { launchOf, type Operands } from './launch.ts';
import { buildWords } from './performance.ts';
import { isPersistent, multipliesByWarpgroup, type Version, versions } from './versions.ts';

/** What a flawed version would do if it had no flaw. */
const RIGHT: Partial<Readonly<Record<Version, Version>>> = {
  'missing-empty-wait': 'v2-warp-specialized',
  'wrong-swizzle': 'v1-tma',
};

/** The preset that tells what the version is meant to do. */
export const pipelinePreset = (version: Version): Preset =>
  PRESETS.find(({ id }) => id === (RIGHT[version] ?? version))!;

/** A compiled kernel that a preset can be held against. */
export interface Counterpart {
  readonly version: Version;
  readonly title: string;
  /** Its known flaw in a sentence; null where it is right. */
  readonly flaw: string | null;
}

/** The right one first; none of a preset that is a model only. */
export const counterpartsOf = (presetId: string): Counterpart[] =>
  versions
    .filter(({ id }) => pipelinePreset(id).id === presetId)
    .map(version => ({
      version: version.id,
      title: version.title,
      flaw: 'mustFail' in version ? version.summary : null,
    }));

/** A preset's values for one CTA of a build. `tiles`: one after the other, where the version goes on for more than one. */
export const buildValues = (
  { version, tileM, tileN, stages }: GemmBuild,
  steps: number,
  tiles: number,
): PresetValues => ({
  ...{ tileM, tileN, stages, steps },
  ...(isPersistent(version) && { tiles }),
});

export interface CompiledPipeline {
  readonly build: GemmBuild;
  /** '128 × 256, 4 stages, clusters of 2'. */
  readonly words: string;
  /** Of one CTA's tiles, and of its cluster's. */
  readonly launch: Launch;
}

/** Steps of one CTA that are emulated while a person waits. */
const MOST_STEPS = 512;
/** Warpgroups that multiply in the presets with wgmma. */
const CONSUMERS = 2;

/** `values`: those that are left out are the preset's own. The error says what no build does. */
export function compiledPipeline(version: Version, values: PresetValues): Result<CompiledPipeline, string> {
  const { fields } = pipelinePreset(version);
  const number = (name: string) => Number(values[name] ?? fields.find(field => field.name === name)?.default ?? 1);
  const [tileM, tileN, tileK, stages, steps, tiles] = ['tileM', 'tileN', 'tileK', 'stages', 'steps', 'tiles'].map(
    number,
  );
  if (tileK !== TILE_K) return err(`compiled builds take ${TILE_K} of K in a step`);
  if (steps * tiles > MOST_STEPS) return err(`a CTA of more than ${MOST_STEPS} steps is not emulated here`);
  const build = nearestBuild(version, { tileM, tileN, stages });
  const words = buildWords(build);
  if (build.tileM !== tileM || build.tileN !== tileN || build.stages !== stages)
    return err(`no compiled build has ${tileM} × ${tileN} and ${stages} stages; the nearest has ${words}`);
  if (multipliesByWarpgroup(version) && build.consumers !== CONSUMERS)
    return err(`the compiled build of ${tileM} × ${tileN} has 1 consumer, not ${CONSUMERS}`);
  return ok({ build, words, launch: launchOfTiles(build, steps, tiles) });
}

type Shape = Pick<GemmBuild, 'tileM' | 'tileN' | 'stages'>;

function nearestBuild(version: Version, shape: Shape): GemmBuild {
  const distance = (build: GemmBuild) =>
    (['tileM', 'tileN', 'stages'] as const).reduce(
      (sum, name) => sum + Math.abs(Math.log2(build[name] / shape[name])),
      0,
    );
  return BUILDS.filter(build => build.version === version).reduce((a, b) => (distance(b) < distance(a) ? b : a));
}

const ZEROS: Operands = { a: { kind: 'zeros' }, b: { kind: 'zeros' } };

/** One cluster, whose CTAs make so many tiles each. */
function launchOfTiles(build: GemmBuild, steps: number, tiles: number): Launch {
  const { tileM, tileN, clusterM, clusterN } = build;
  const size = { m: tileM * clusterM, n: tileN * clusterN * tiles, k: steps * TILE_K };
  return launchOf(build, size, ZEROS, clusterM * clusterN);
}
