/**
 * What a kernel folder offers: one value of this type, `export const kernel = defineKernel({...})` in its `index.ts`.
 * The page, the command, the server and the tests all work from it; none of them knows a kernel by name.
 */
import type { z } from 'zod';
import type { ParamField, Params } from '../contract/param-field.ts';
import type { TileLayout } from '../model/layout/tile-layout.ts';
import type { AccessTrace } from '../trace/access-trace.ts';
import type { FaultKind } from '../trace/fault.ts';
import type { Launch } from '../trace/launch.ts';

export interface KernelVariant {
  readonly id: string;
  readonly title: string;
  /** What changed against the first variant, in one line. */
  readonly summary: string;
  /** A known-wrong variant names the fault that the checkers must find, or 'wrongAnswer'. */
  readonly mustFail?: FaultKind | 'wrongAnswer' | 'differs';
}

export interface KernelCase {
  readonly id: string;
  readonly title: string;
  readonly params: Params;
}

/** How to compile a variant: a source below `cuda/kernels`, and macro definitions. */
export interface BuildSpec {
  readonly source: string;
  readonly entry: string;
  readonly defines: Readonly<Record<string, number | string>>;
}

/** The closed-form model's answer: the same records that an emulation or a run gives. */
export interface Prediction {
  /** Every global and shared access of the chosen CTA, per warp in program order. */
  readonly trace: AccessTrace;
  /** The shared tile as the model lays it out; null for a kernel that keeps nothing there. */
  readonly tile: TileLayout | null;
  readonly sharedBytes: number;
}

export interface Kernel {
  readonly id: string;
  readonly title: string;
  readonly lede: string;
  readonly variants: readonly KernelVariant[];
  readonly fields: readonly ParamField[];
  /** Checks and completes a record of parameters; its error names the field. */
  readonly schema: z.ZodType<Params>;
  readonly defaults: Params;
  readonly cases: readonly KernelCase[];
  /** Architectures with committed PTX. */
  readonly archs: readonly string[];
  build(variant: string, params: Params): BuildSpec;
  /** Path of the committed PTX below `public/ptx`. */
  ptxPath(variant: string, params: Params, arch: string): string;
  launch(variant: string, params: Params): Launch;
  /** `cta` is the linear number of the CTA to predict. */
  predict(variant: string, params: Params, cta: number): Prediction;
  /** Output buffers that a correct kernel leaves behind, by name: computed without the model's address formulas. */
  reference(params: Params): ReadonlyMap<string, Uint8Array>;
}
