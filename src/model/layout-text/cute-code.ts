/** Writes layouts as code: CuTe C++ with static integers only, and the CuTe DSL for Python. */
import type { ComposedLayout } from '../layout/composed-layout.ts';
import { type IntTuple, isInt } from '../layout/int-tuple.ts';
import { isPlain } from './operand.ts';

/** The integers that have had a name in cute/numeric/integral_constant.hpp from the start. */
const NAMED = new Set([
  ...Array.from({ length: 11 }, (_, n) => n),
  ...[12, 16, 24, 32, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072],
]);

const staticInt = (value: number): string => (NAMED.has(value) ? `_${value}` : `Int<${value}>`);

const staticTuple = (name: string, tuple: IntTuple): string =>
  isInt(tuple) ? staticInt(tuple) : `${name}<${tuple.map(part => staticTuple(name, part)).join(',')}>`;

/** `Layout<Shape<_4,_8>, Stride<_8,_1>>{}`. */
export function cuteCpp(operand: ComposedLayout): string {
  const { layout, swizzle, offset } = operand;
  const type = `Layout<${staticTuple('Shape', layout.shape)}, ${staticTuple('Stride', layout.stride)}>{}`;
  if (isPlain(operand)) return type;
  const { bits, base, shift } = swizzle;
  return `composition(Swizzle<${bits},${base},${shift}>{}, Int<${offset}>{}, ${type})`;
}

/** Python's tuple of one element ends with a comma. */
const pythonTuple = (tuple: IntTuple): string => {
  if (isInt(tuple)) return `${tuple}`;
  return `(${tuple.map(pythonTuple).join(', ')}${tuple.length === 1 ? ',' : ''})`;
};

/** `cute.make_layout((4, 8), stride=(8, 1))`. */
export function cuteDsl(operand: ComposedLayout): string {
  const { layout, swizzle, offset } = operand;
  const text = `cute.make_layout(${pythonTuple(layout.shape)}, stride=${pythonTuple(layout.stride)})`;
  if (isPlain(operand)) return text;
  const { bits, base, shift } = swizzle;
  return `cute.make_composed_layout(cute.make_swizzle(${bits}, ${base}, ${shift}), ${offset}, ${text})`;
}
