/**
 * An effect: what one lane of one instruction computes, as a pure function of numbers. Rows of the instruction table
 * pick effects; `scripts/build-handlers.ts` turns each entry of `EFFECTS` into a loop over 32 lanes. An effect knows
 * nothing of registers, masks or warps.
 */

/**
 * How a lane's value reaches an effect, and how its result goes back to the register. `s32` stands for every typeless
 * 32-bit word too. A `b64` is two arguments, low word then high word; its result comes from two functions.
 */
export type SingleKind = 'pred' | 'u8' | 's8' | 'u16' | 's16' | 's32' | 'u32' | 'b64' | 'f16' | 'bf16' | 'f32' | 'f64';

/** Two elements in one register. The effect computes one of them: all its arguments and its result are of that kind. */
export type PackedKind = 'f16x2' | 'bf16x2' | 'f32x2';
export type ValueKind = SingleKind | PackedKind;

export const isPacked = (kind: ValueKind): kind is PackedKind => kind.endsWith('x2');

export type Scalar = (...values: number[]) => number;

export interface Effect {
  readonly to: ValueKind;
  readonly from: readonly ValueKind[];
  /** The result; of a `b64` the low word. */
  readonly run: Scalar;
  /** The high word of a `b64` result. */
  readonly high: Scalar | null;
  /** The sources whose NaN an f64 keeps, by precedence: see `nan.ts`. */
  readonly nanFrom: readonly number[];
}

/** For each number of sources: the order in which they pass on a NaN. */
const NAN_FROM: readonly (readonly number[])[] = [[], [0], [1, 0], [1, 2, 0]];

export const effect = (
  to: Exclude<ValueKind, 'b64'>,
  from: readonly ValueKind[],
  run: Scalar,
  nanFrom = NAN_FROM[from.length] ?? [],
): Effect => ({ to, from, run, high: null, nanFrom });

export const wideEffect = (from: readonly ValueKind[], run: Scalar, high: Scalar): Effect => ({
  to: 'b64',
  from,
  run,
  high,
  nanFrom: [],
});

/** Kind as which an operand is read or written; 128 bits are only moved. */
export type OperandKind = ValueKind | 'b128';

/** 32-bit words that one value of the kind takes in a register file. */
export const planesOf = (kind: OperandKind): number =>
  kind === 'b128' ? 4 : kind === 'b64' || kind === 'f64' || kind === 'f32x2' ? 2 : 1;
