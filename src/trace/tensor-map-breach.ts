/** A violated rule of tensor maps, and the rule that most are: whole numbers within bounds. */
import { roundUp } from '../base/bits.ts';
import type { TensorMap } from './launch.ts';

type Field = keyof TensorMap | 'globalAddress';

/** A violated rule. Its path starts at a field of the map, or is `globalAddress`. */
export interface TensorMapBreach {
  readonly path: readonly [field: Field] | readonly [field: Field, index: number];
  /** One sentence that says what is wrong and what would be right. */
  readonly message: string;
  /** Put there, it satisfies the rule: a value for the path, or the number of entries that the list needs. */
  readonly remedy: { readonly value: number | string } | { readonly length: number };
}

/** Multiples of `step` (1 when left out) from `first` (0 when left out) to `last`, both of them multiples. */
interface Range {
  readonly first?: number;
  readonly last: number;
  readonly step?: number;
}

export function* listRule(
  map: TensorMap,
  field: 'dims' | 'stridesBytes' | 'box' | 'elementStrides',
  range: Range,
  unit: string,
): Generator<TensorMapBreach> {
  for (const [i, value] of map[field].entries()) yield* numberRule([field, i], value, range, unit);
}

export function* numberRule(
  path: TensorMapBreach['path'],
  value: number,
  { first = 0, last, step = 1 }: Range,
  unit: string,
): Generator<TensorMapBreach> {
  if (Number.isInteger(value) && value >= first && value <= last && value % step === 0) return;
  const near = Number.isNaN(value) ? first : Math.min(Math.max(roundUp(value, step), first), last);
  const kind = step === 1 ? 'a whole number' : `a multiple of ${step}`;
  const bounds = last === Number.MAX_SAFE_INTEGER ? `from ${first} on` : `from ${first} to ${last}`;
  const message = `${value}: must be ${kind} ${bounds} ${unit}; ${near} would do`;
  yield { path, message, remedy: { value: near } };
}
