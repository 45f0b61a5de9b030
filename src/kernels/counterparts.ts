/** Compiled kernels that presets of the pipeline model are held against: versions of the GEMM ladder and of attention's. */

import { ok, type Result } from '../base/result.ts';
import type { PresetValues } from '../model/pipeline/presets/preset.ts';
import type { Launch } from '../trace/launch.ts';
import * as attention from './attention/pipelines.ts';
import type { AttentionVariant } from './attention/variants.ts';
import * as gemm from './gemm/pipelines.ts';
import { type GemmVersion, versions } from './gemm/versions.ts';

export type CompiledVersion = GemmVersion | AttentionVariant;

export interface Counterpart {
  readonly version: CompiledVersion;
  readonly title: string;
  /** Its known flaw in a sentence; null where it is right. */
  readonly flaw: string | null;
}

/** The right one first; none of a preset that is a model only. */
export const counterpartsOf = (presetId: string): readonly Counterpart[] => [
  ...gemm.counterpartsOf(presetId),
  ...attention.counterpartsOf(presetId),
];

export interface CompiledCounterpart {
  readonly kernel: 'gemm' | 'attention';
  readonly version: CompiledVersion;
  /** What its PTX is found by. */
  readonly params: Readonly<Record<string, string | number>>;
  /** '128 × 256, 4 stages, clusters of 2'. */
  readonly words: string;
  readonly launch: Launch;
}

export const isOfGemm = (version: CompiledVersion): version is GemmVersion => versions.some(({ id }) => id === version);

/** `values`: those that are left out are the preset's own. The error says what no build does. */
export function compiledPipeline(version: CompiledVersion, values: PresetValues): Result<CompiledCounterpart, string> {
  if (isOfGemm(version)) {
    const compiled = gemm.compiledPipeline(version, values);
    if (!compiled.ok) return compiled;
    const { build, words, launch } = compiled.value;
    return ok({ kernel: 'gemm', version, params: { tile: `${build.tileM}x${build.tileN}` }, words, launch });
  }
  const compiled = attention.compiledPipeline(version, values);
  return compiled.ok ? ok({ kernel: 'attention', version, ...compiled.value }) : compiled;
}

/** The preset that tells what the version is meant to do. */
export const pipelinePreset = (version: CompiledVersion) =>
  isOfGemm(version) ? gemm.pipelinePreset(version) : attention.pipelinePreset(version)!;
