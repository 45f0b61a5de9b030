/** Reads layouts, tilers and swizzles from C++ or Python code that makes them. */
import { ok } from '../../base/result.ts';
import type { ComposedLayout } from '../layout/composed-layout.ts';
import { flatten, type IntTuple, isInt, prefixProduct } from '../layout/int-tuple.ts';
import { type Layout, layoutOf } from '../layout/layout.ts';
import { allModes, type Refusable, refuse } from '../layout/layout-error.ts';
import { type Swizzle, swizzleOf } from '../layout/swizzle.ts';
import type { Tiler } from '../layout/tiler.ts';
import type { Call, Code } from './code-tree.ts';
import { plain, unsigned } from './operand.ts';

const TUPLES = [
  '',
  'Shape',
  'Stride',
  'Step',
  'Coord',
  'make_shape',
  'make_stride',
  'make_coord',
  'make_tuple',
  'tuple',
];
const TILES = [...TUPLES, 'Tile', 'make_tile'];
const LAYOUTS = ['Layout', 'make_layout', 'make_ordered_layout'];
/** Names of compact strides in code. With those of `LEFT` the first mode is fastest, with those of `RIGHT` the last. */
const LEFT = ['LayoutLeft', 'GenColMajor'];
const RIGHT = ['LayoutRight', 'GenRowMajor'];
const INTEGERS = ['Int', 'C', 'Int32'];
const SWIZZLES = ['Swizzle', 'make_swizzle'];
const COMPOSED = ['ComposedLayout', 'composition', 'make_composed_layout'];

const unknown = ({ head, at }: Call, what: string): Refusable<never> =>
  refuse('notation', `character ${at}: expected ${what}, got ${head === '' ? 'a tuple' : head}`);

export function operandOf(code: Code): Refusable<ComposedLayout> {
  if (typeof code === 'number' || LAYOUTS.includes(code.head)) {
    const layout = layoutFromCode(code);
    return layout.ok ? ok(plain(layout.value)) : layout;
  }
  if (!COMPOSED.includes(code.head)) return unknown(code, 'Layout, make_layout or composition');
  const [front, ...rest] = code.args;
  const offset = rest.length === 2 ? tupleFromCode(rest[0]) : ok(0);
  if (!offset.ok) return offset;
  if (rest.length < 1 || rest.length > 2 || typeof offset.value !== 'number')
    return unknown(code, 'a swizzle, an offset and a layout');
  const swizzle = swizzleFromCode(front);
  if (!swizzle.ok) return swizzle;
  const layout = layoutFromCode(rest[rest.length - 1]);
  return layout.ok ? unsigned({ swizzle: swizzle.value, offset: offset.value, layout: layout.value }) : layout;
}

function layoutFromCode(code: Code): Refusable<Layout> {
  if (typeof code === 'number' || !LAYOUTS.includes(code.head))
    return typeof code === 'number' ? refuse('notation', `expected a layout, got ${code}`) : unknown(code, 'a layout');
  const { head, args } = code;
  if (args.length < 1 || args.length > 2) return unknown(code, 'a shape and a stride');
  const shape = tupleFromCode(args[0]);
  if (!shape.ok) return shape;
  const stride = args.length === 1 ? ok(prefixProduct(shape.value)) : strideFromCode(args[1], shape.value);
  if (!stride.ok) return stride;
  if (head !== 'make_ordered_layout') return layoutOf(shape.value, stride.value);
  const checked = layoutOf(shape.value, stride.value);
  return checked.ok ? layoutOf(shape.value, ordered(shape.value, stride.value)) : checked;
}

function strideFromCode(code: Code, shape: IntTuple): Refusable<IntTuple> {
  if (typeof code !== 'number' && LEFT.includes(code.head)) return ok(prefixProduct(shape));
  if (typeof code !== 'number' && RIGHT.includes(code.head)) return ok(ordered(shape, descending(shape)));
  return tupleFromCode(code);
}

/** Compact strides in a given order: the mode with the least number is fastest; of equal numbers, the first. */
function ordered(shape: IntTuple, order: IntTuple): IntTuple {
  const [lengths, ranks] = [flatten(shape), flatten(order)];
  const places = lengths.map((_, i) => i).sort((a, b) => ranks[a] - ranks[b] || a - b);
  const strides: number[] = [];
  let next = 1;
  for (const place of places) {
    strides[place] = next;
    next *= lengths[place];
  }
  return withLeaves(shape, strides);
}

/** An order that makes the last leaf fastest. */
const descending = (shape: IntTuple): IntTuple =>
  withLeaves(
    shape,
    flatten(shape).map((_, i) => -i),
  );

function withLeaves(shape: IntTuple, values: readonly number[]): IntTuple {
  let leaf = 0;
  const filled = (part: IntTuple): IntTuple => (isInt(part) ? values[leaf++] : part.map(filled));
  return filled(shape);
}

/** Reads a layout, a number, `_`, or a tuple or `Tile` of these. */
export function tilerFromCode(code: Code): Refusable<Tiler> {
  if (typeof code === 'number') return code >= 1 ? ok(code) : refuse('inadmissible', `a tile of ${code}: at least 1`);
  if (code.head === '_' || code.head === 'Underscore') return ok(null);
  if (INTEGERS.includes(code.head)) {
    const [value] = code.args;
    return typeof value === 'number' ? tilerFromCode(value) : unknown(code, 'an integer');
  }
  if (TILES.includes(code.head)) return allModes(code.args.map(tilerFromCode));
  return layoutFromCode(code);
}

function tupleFromCode(code: Code): Refusable<IntTuple> {
  if (typeof code === 'number') return ok(code);
  if (INTEGERS.includes(code.head) && code.args.length === 1) return tupleFromCode(code.args[0]);
  if (!TUPLES.includes(code.head)) return unknown(code, 'a shape or a stride');
  return allModes(code.args.map(tupleFromCode));
}

function swizzleFromCode(code: Code): Refusable<Swizzle> {
  if (typeof code === 'number' || !SWIZZLES.includes(code.head))
    return typeof code === 'number'
      ? refuse('notation', `expected a swizzle, got ${code}`)
      : unknown(code, 'a swizzle');
  const [bits, base, shift] = code.args;
  if (code.args.length !== 3 || typeof bits !== 'number' || typeof base !== 'number' || typeof shift !== 'number')
    return unknown(code, 'three numbers <B,M,S>');
  return swizzleOf(bits, base, shift);
}
