/** A kernel's work on numbers whose sums no format holds: outputs are right within bounds, and a GPU is given these. */
import type { Params } from '../contract/param-field.ts';
import type { ElementType, Launch } from '../trace/launch.ts';
import type { BuildSpec } from './build-spec.ts';

/** Expected values of an output whose sums are rounded, with the greatest error of each element. */
export interface BoundedNumbers {
  readonly type: ElementType;
  readonly values: Float64Array;
  readonly bounds: Float64Array;
}

export interface Spots {
  readonly buffer: string;
  readonly indices: Uint32Array;
  readonly values: Float64Array;
}

/**
 * A plain kernel whose outputs say what others' should be, where a CPU would take too long. It is judged itself: by all elements of a
 * small problem, by some thousand of a large one, bit for bit.
 */
export interface GpuReference {
  readonly build: BuildSpec;
  readonly launch: Launch;
  /** Elements of its f64 buffers that the CPU computes, which takes a moment. */
  spots(): readonly Spots[];
  /**
   * For each output buffer that is judged: the reference's f64 buffers with each element's value, and with its greatest
   * error.
   */
  readonly judged: ReadonlyMap<string, { readonly values: string; readonly bounds: string }>;
}

/** The same work on numbers whose sums no format holds: accesses are the same, outputs are right within bounds. */
export interface RealNumbers<V extends string = string, P extends Params = Params> {
  /** Cases that are verified with them, too, by id. */
  readonly cases: readonly string[];
  launch(variant: V, params: P): Launch;
  /** Expected numbers of each output buffer, from sums in doubles. */
  expected(variant: V, params: P): ReadonlyMap<string, BoundedNumbers>;
  /** The reference that judges all variants on a GPU; it gets the same numbers. */
  onGpu(params: P): GpuReference;
}

/** Checks parameters and variant names at the door. */
export const checkedReals = <V extends string, P extends Params>(
  { cases, launch, expected, onGpu }: RealNumbers<V, P>,
  named: (name: string) => V,
  read: (params: Params) => P,
): RealNumbers => ({
  cases,
  launch: (variant, params) => launch(named(variant), read(params)),
  expected: (variant, params) => expected(named(variant), read(params)),
  onGpu: params => onGpu(read(params)),
});
