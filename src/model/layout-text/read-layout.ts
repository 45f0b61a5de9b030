/**
 * What people paste: CuTe's notation, with a swizzle in front or without, and the C++ and Python code that makes a layout.
 * Errors name the character or the mode.
 */
import { ok } from '../../base/result.ts';
import { type ComposedLayout, isComposed, parseComposed } from '../layout/composed-layout.ts';
import { type IntTuple, prefixProduct } from '../layout/int-tuple.ts';
import { cosizeOf, type Layout, layoutOf } from '../layout/layout.ts';
import { allModes, type Refusable, refuse } from '../layout/layout-error.ts';
import { parseLayout } from '../layout/notation.ts';
import { type Swizzle, swizzleOf } from '../layout/swizzle.ts';
import { type Call, type Code, readCode } from './code-tree.ts';
import { plain } from './operand.ts';

const isCode = (text: string): boolean =>
  /^\s*[A-Za-z]/.test(text) && !/^\s*Sw(?:izzle)?\s*<[^>]*>\s*(?:o|∘)/.test(text);

export function readLayout(text: string): Refusable<ComposedLayout> {
  if (text.trim() === '') return refuse('notation', 'expected a layout, such as (4,8):(8,1)');
  if (isCode(text)) {
    const code = readCode(text.trim().replace(/^(?:(?:auto|using)\s+)?\w+\s*=\s*/, ''));
    return code.ok ? operandOf(code.value) : code;
  }
  const pointed = POINTED.exec(text);
  if (pointed !== null) return pointedLayout(pointed);
  const misplaced = bracketError(text);
  if (misplaced !== null) return refuse('notation', misplaced);
  if (isComposed(text)) {
    const composed = parseComposed(text);
    return composed.ok ? unsigned(composed.value) : composed;
  }
  const layout = parseLayout(text);
  return layout.ok ? ok(plain(layout.value)) : layout;
}

/** As CuTe prints the layout of a tensor in shared memory: the swizzle permutes byte addresses, the layout counts elements. */
const POINTED = /^\s*Sw<(\d+),(\d+),(-?\d+)>\s*(?:o|∘)\s*smem_ptr\[(\d+)b\]\(unset\)\s*(?:o|∘)\s*(.*)$/s;
const BYTE_BITS = 8;

/** The same swizzle on elements. */
function pointedLayout([, bits, base, shift, elementBits, rest]: RegExpExecArray): Refusable<ComposedLayout> {
  const down = Math.log2(Number(elementBits) / BYTE_BITS);
  if (!Number.isInteger(down)) return refuse('notation', `elements of ${elementBits} bits: expected a power of two`);
  if (Number(base) < down)
    return refuse(
      'inadmissible',
      `Sw<${bits},${base},${shift}> permutes bytes within an element of ${elementBits} bits`,
    );
  const swizzle = swizzleOf(Number(bits), Number(base) - down, Number(shift));
  if (!swizzle.ok) return swizzle;
  const layout = parseLayout(rest);
  return layout.ok ? unsigned({ swizzle: swizzle.value, offset: 0, layout: layout.value }) : layout;
}

/** The first bracket or character that cannot be right, by its place. */
export function bracketError(text: string): string | null {
  const open: number[] = [];
  for (const [at, character] of [...text].entries()) {
    if (character === '(') open.push(at);
    else if (character === ')' && open.pop() === undefined) return `character ${at + 1}: a ")" that closes nothing`;
    else if (!/[\d\s():,_<>Swizleo∘[\]-]/.test(character))
      return `character ${at + 1}: unexpected ${JSON.stringify(character)}`;
  }
  const last = open.pop();
  return last === undefined ? null : `character ${last + 1}: this "(" is not closed`;
}

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
const LAYOUTS = ['Layout', 'make_layout'];
const SWIZZLES = ['Swizzle', 'make_swizzle'];
const COMPOSED = ['ComposedLayout', 'composition', 'make_composed_layout'];

const unknown = ({ head, at }: Call, what: string): Refusable<never> =>
  refuse('notation', `character ${at}: expected ${what}, got ${head === '' ? 'a tuple' : head}`);

function operandOf(code: Code): Refusable<ComposedLayout> {
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
  const { args } = code;
  if (args.length < 1 || args.length > 2) return unknown(code, 'a shape and a stride');
  const tuples = allModes(args.map(tupleFromCode));
  if (!tuples.ok) return tuples;
  const [shape, stride = prefixProduct(shape)] = tuples.value;
  return layoutOf(shape, stride);
}

function tupleFromCode(code: Code): Refusable<IntTuple> {
  if (typeof code === 'number') return ok(code);
  if (['Int', 'C', 'Int32'].includes(code.head) && code.args.length === 1) return tupleFromCode(code.args[0]);
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

/** A swizzle permutes offsets from 0 up. */
function unsigned(operand: ComposedLayout): Refusable<ComposedLayout> {
  const { layout, offset } = operand;
  const negative = JSON.stringify(layout.stride).includes('-');
  if (negative || offset < 0)
    return refuse('range', 'a swizzle permutes offsets from 0 up: no negative stride or offset');
  const isExact = Number.isSafeInteger(offset + cosizeOf(layout));
  return isExact ? ok(operand) : refuse('range', 'its offsets exceed 2^53');
}
