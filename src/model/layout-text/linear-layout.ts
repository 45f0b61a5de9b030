/**
 * Layouts as Triton's linear layouts: a list of the values to which each bit of an input leads. The output is the XOR of
 * the values of all set bits. This is the same function only if all lengths are powers of two and strides never carry
 * into each other.
 */
import { ok } from '../../base/result.ts';
import type { ComposedLayout } from '../layout/composed-layout.ts';
import { flatten } from '../layout/int-tuple.ts';
import { type Layout, modesOf } from '../layout/layout.ts';
import { allModes, type Refusable, refuse } from '../layout/layout-error.ts';
import { swizzler } from '../layout/swizzle.ts';

export interface LinearLayout {
  readonly inputs: readonly LinearInput[];
  readonly outputs: readonly { readonly name: string; readonly size: number }[];
}

export interface LinearInput {
  readonly name: string;
  /** For bit 0, 1, … of the input: one number for each output. */
  readonly bases: readonly (readonly number[])[];
}

const isPower = (value: number): boolean => Number.isInteger(Math.log2(value));

/** Each mode is an input, starting with `dim0`; the only output is the offset. */
export function linearLayout(operand: ComposedLayout): Refusable<LinearLayout> {
  const { layout, offset, swizzle } = operand;
  if (offset !== 0)
    return refuse(
      'inadmissible',
      `a constant of ${offset}: a linear layout maps 0 to 0, so only a constant of 0 would do`,
    );
  const modes = basesByMode(layout);
  if (!modes.ok) return modes;
  const permuted = swizzler(swizzle);
  const inputs = modes.value.map((bases, mode) => ({
    name: `dim${mode}`,
    bases: bases.map(basis => [permuted(basis)]),
  }));
  const greatest = inputs.flatMap(({ bases }) => bases).reduce((bits, [basis]) => bits + basis, 0);
  return ok({ inputs, outputs: [{ name: 'offset', size: 2 ** Math.ceil(Math.log2(greatest + 1)) }] });
}

/** How a layout counts the elements of a matrix. */
interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly order: 'columns first' | 'rows first';
}

/** From (thread, value) to row (dim0) and column (dim1). */
export function linearThreadValues(layout: Layout, { rows, columns, order }: Matrix): Refusable<LinearLayout> {
  const wrong = [rows, columns].find(side => !isPower(side));
  if (wrong !== undefined) return refuse('inadmissible', `a side of ${wrong}: sides are powers of two`);
  const modes = basesByMode(layout);
  if (!modes.ok) return modes;
  const place = (basis: number): readonly number[] =>
    order === 'rows first' ? [Math.floor(basis / columns), basis % columns] : [basis % rows, Math.floor(basis / rows)];
  const [threads, values] = modes.value.map(bases => bases.map(place));
  const isWarp = threads.length >= LANE_BITS;
  const lanes = isWarp ? { name: 'lane', bases: threads.slice(0, LANE_BITS) } : { name: 'thread', bases: threads };
  const warps = threads.length > LANE_BITS ? [{ name: 'warp', bases: threads.slice(LANE_BITS) }] : [];
  return ok({
    inputs: [{ name: 'register', bases: values }, lanes, ...warps],
    outputs: [
      { name: 'dim0', size: rows },
      { name: 'dim1', size: columns },
    ],
  });
}

const LANE_BITS = 5;

/** Offsets of the powers of two within each mode. */
function basesByMode(layout: Layout): Refusable<readonly (readonly number[])[]> {
  const modes = allModes(modesOf(layout).map(basesOf));
  if (!modes.ok) return modes;
  const all = modes.value.flat();
  for (const [i, a] of all.entries()) {
    const clash = all.slice(0, i).find(b => b !== 0 && sharesBit(a, b));
    if (clash !== undefined)
      return refuse('inadmissible', `steps of ${clash} and ${a} share a bit: their sum carries, XOR does not`);
  }
  return modes;
}

function basesOf(mode: Layout): Refusable<readonly number[]> {
  const strides = flatten(mode.stride);
  const bases: number[] = [];
  for (const [leaf, length] of flatten(mode.shape).entries()) {
    if (!isPower(length)) return refuse('inadmissible', `a length of ${length}: lengths are powers of two`);
    if (strides[leaf] < 0) return refuse('inadmissible', `a stride of ${strides[leaf]}: bits have no sign`);
    for (let step = 1; step < length; step *= 2) bases.push(step * strides[leaf]);
  }
  return ok(bases);
}

const sharesBit = (a: number, b: number): boolean => (BigInt(a) & BigInt(b)) !== 0n;

/** Writes it as Triton's own `LinearLayout::toString` does. */
export function linearText({ inputs, outputs }: LinearLayout): string {
  const lines = inputs.flatMap(({ name, bases }) => {
    if (bases.length === 0) return [` - ${name} is a size 1 dimension`];
    return bases.map((basis, bit) => ` ${bit === 0 ? '-' : ' '} ${name}=${2 ** bit} -> (${basis.join(', ')})`);
  });
  const ends = outputs.map(({ name, size }) => `${name} (size ${size})`).join(', ');
  return [...lines, `where out dims are: [${ends}]`].join('\n');
}
