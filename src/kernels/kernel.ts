/**
 * The interface of a kernel folder: one value of this type, `export const kernel = defineKernel({...})` in its
 * `index.ts`. The page, the command, the server and the tests all work from it; none of them knows a kernel by name.
 */
import { assert } from '../base/assert.ts';
import type { FieldError } from '../base/field-error.ts';
import type { ParamField, Params } from '../contract/param-field.ts';
import type { TileLayout } from '../model/layout/tile-layout.ts';
import type { AccessTrace } from '../trace/access-trace.ts';
import type { FaultKind } from '../trace/fault.ts';
import type { Launch } from '../trace/launch.ts';
import type { Work } from '../trace/work.ts';
import { type BuildSpec, ptxPathOf } from './build-spec.ts';
import type { ParamSchema } from './param-table.ts';
import { checkedReals, type RealNumbers } from './real-numbers.ts';

export type { ParamField, Params } from '../contract/param-field.ts';
export type { BuildSpec } from './build-spec.ts';

export interface KernelVariant {
  readonly id: string;
  readonly title: string;
  /** One line that says what changed against the first variant. */
  readonly summary: string;
  /** A known-wrong variant names the fault that the checkers must find, or 'wrongAnswer'. */
  readonly mustFail?: FaultKind | 'wrongAnswer' | 'differs';
}

export interface KernelCase {
  readonly id: string;
  readonly title: string;
  readonly params: Params;
  /** Known-wrong variants whose fault cannot show here (no padding to forget, one element). */
  readonly hides?: readonly string[];
  /** Architectures on which every variant fits; all of the kernel's when absent. */
  readonly archs?: readonly string[];
}

/** Lists of parameters; each list is complete. */
export type ParamLists = Readonly<Record<string, () => Promise<readonly Params[]>>>;

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
  readonly schema: ParamSchema<Params>;
  readonly defaults: Params;
  readonly cases: readonly KernelCase[];
  /** Lists of parameters, by name: too many and too large to be cases, and measured as a whole. Loaded when asked for. */
  readonly lists: ParamLists;
  /** Architectures with committed PTX; the page begins with `sm_90`, or else with the first. */
  readonly archs: readonly string[];
  /**
   * Why a variant cannot do what the parameters ask; null if it can. A pair that is refused has no launch and no
   * prediction.
   */
  refusal(variant: string, params: Params): string | null;
  /** What an architecture lacks for a variant; null if nothing. Such a pair has no PTX. */
  shortfall(variant: string, params: Params, arch: string): string | null;
  /**
   * Why a problem is too large for the emulator, and which parameter makes it so; null if it is not. A GPU can run it.
   */
  tooLarge(params: Params): FieldError | null;
  build(variant: string, params: Params): BuildSpec;
  /** Path of the committed PTX below `public/ptx`; variants of one source share it. */
  ptxPath(variant: string, params: Params, arch: string): string;
  launch(variant: string, params: Params): Launch;
  /** Offset of the CTA's first shared byte: the emulator starts there, and `predict` counts from it. */
  sharedBaseBytes(params: Params): number;
  /** Work by which measured times become rates; null if a launch is too small for a rate. */
  work(params: Params): Work | null;
  /** `cta` is the linear number of the CTA to predict. */
  predict(variant: string, params: Params, cta: number): Prediction;
  /**
   * Output buffers that the variant leaves behind when it is right, by name: computed without the model's address formulas.
   */
  reference(variant: string, params: Params): ReadonlyMap<string, Uint8Array>;
  /** Null where all that the kernel may be given is exact. */
  readonly reals: RealNumbers | null;
}

/** A kernel as its folder writes it: with its own variant names and its own type of parameters. */
export interface KernelDefinition<V extends string, P extends Params>
  extends Pick<Kernel, 'id' | 'title' | 'lede' | 'fields' | 'cases' | 'archs'> {
  readonly variants: readonly (KernelVariant & { readonly id: V })[];
  /** Its defaults complete an empty record. */
  readonly schema: ParamSchema<P>;
  /** None when absent. */
  readonly lists?: ParamLists;
  /** Every variant does everything when absent. */
  refusal?(variant: V, params: P): string | null;
  /** Every variant runs on every architecture when absent. */
  shortfall?(variant: V, params: P, arch: string): string | null;
  /** The emulator takes all that the schema lets through when absent. */
  tooLarge?(params: P): FieldError | null;
  build(variant: V, params: P): BuildSpec;
  launch(variant: V, params: P): Launch;
  sharedBaseBytes(params: P): number;
  work?(params: P): Work;
  predict(variant: V, params: P, cta: number): Prediction;
  reference(variant: V, params: P): ReadonlyMap<string, Uint8Array>;
  readonly reals?: RealNumbers<V, P>;
}

/** Checks parameters and variant names at the door, so that the folder's functions need not. Both throw: see `schema`. */
export function defineKernel<V extends string, P extends Params>(definition: KernelDefinition<V, P>): Kernel {
  const { id, variants, schema } = definition;
  const read = (params: Params): P => schema.parse(params);
  const named = (name: string): V => {
    const variant = variants.find(v => v.id === name);
    assert(variant !== undefined, `kernel ${id} has a variant '${name}'`);
    return variant.id;
  };
  return {
    ...definition,
    defaults: schema.parse({}),
    lists: definition.lists ?? {},
    refusal: (variant, params) => definition.refusal?.(named(variant), read(params)) ?? null,
    shortfall: (variant, params, arch) => definition.shortfall?.(named(variant), read(params), arch) ?? null,
    tooLarge: params => definition.tooLarge?.(read(params)) ?? null,
    build: (variant, params) => definition.build(named(variant), read(params)),
    ptxPath: (variant, params, arch) => ptxPathOf(definition, named(variant), read(params), arch),
    launch: (variant, params) => definition.launch(named(variant), read(params)),
    sharedBaseBytes: params => definition.sharedBaseBytes(read(params)),
    work: params => definition.work?.(read(params)) ?? null,
    predict: (variant, params, cta) => definition.predict(named(variant), read(params), cta),
    reference: (variant, params) => definition.reference(named(variant), read(params)),
    reals: definition.reals ? checkedReals(definition.reals, named, read) : null,
  };
}
