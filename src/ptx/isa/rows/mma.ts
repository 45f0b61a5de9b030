/** mma.sync: products of small matrices on fragments (PTX ISA, "Multiply-and-Accumulate Instruction: mma"). */
import type { Run } from '../../machine/operation.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import { fragmentOfA, fragmentOfB, fragmentOfC, type MatrixFragment } from '../fragments/fragment.ts';
import type { Held } from '../fragments/held-fragment.ts';
import {
  bundleOf,
  elementOf,
  type MatrixElementType,
  type MultipliedType,
  perRegister,
} from '../fragments/matrix-elements.ts';
import { type BitOperation, multiply } from '../fragments/matrix-product.ts';
import { stepsOf } from '../fragments/tensor-sums.ts';
import { type Row, row } from '../row.ts';
import { wholeWarp } from './whole-warp.ts';

const M = 'Warp Level Matrix Multiply-Accumulate Instructions';

interface Family {
  /** Types that A and B may have, each by itself. */
  readonly multiplicands: readonly MultipliedType[];
  /** Of C and D alike. */
  readonly accumulators: readonly MatrixElementType[];
  readonly shapes: readonly string[];
}

const FAMILIES: readonly Family[] = [
  { multiplicands: ['f16'], accumulators: ['f16', 'f32'], shapes: ['m16n8k8', 'm16n8k16'] },
  { multiplicands: ['bf16'], accumulators: ['f32'], shapes: ['m16n8k8', 'm16n8k16'] },
  { multiplicands: ['tf32'], accumulators: ['f32'], shapes: ['m16n8k4', 'm16n8k8'] },
  { multiplicands: ['e4m3', 'e5m2'], accumulators: ['f16', 'f32'], shapes: ['m16n8k16', 'm16n8k32'] },
  { multiplicands: ['s8', 'u8'], accumulators: ['s32'], shapes: ['m8n8k16', 'm16n8k16', 'm16n8k32'] },
  { multiplicands: ['s4', 'u4'], accumulators: ['s32'], shapes: ['m8n8k32', 'm16n8k32', 'm16n8k64'] },
  { multiplicands: ['b1'], accumulators: ['s32'], shapes: ['m8n8k128', 'm16n8k128', 'm16n8k256'] },
  { multiplicands: ['f64'], accumulators: ['f64'], shapes: ['m8n8k4', 'm16n8k4', 'm16n8k8', 'm16n8k16'] },
];

const MULTIPLICANDS = FAMILIES.flatMap(family => family.multiplicands);
const ACCUMULATORS = [...new Set(FAMILIES.flatMap(family => family.accumulators))];

interface Types {
  readonly d: MatrixElementType;
  readonly a: MultipliedType;
  readonly b: MultipliedType;
  readonly family: Family;
}

function takeTypes(form: Form): Types {
  const [d, a] = [form.type(0) as MatrixElementType, form.type(1) as MultipliedType];
  const family = FAMILIES.find(({ multiplicands }) => multiplicands.includes(a))!;
  if (!family.accumulators.includes(d)) form.refuse(`there are no accumulators of .${d} for .${a}`);
  const b = form.type(2) as MultipliedType;
  if (!family.multiplicands.includes(b)) form.refuse(`.${a} and .${b} are not multiplied`);
  if (form.type(3) !== d) form.refuse('C has the type of D');
  return { d, a, b, family };
}

/** `m16n8k16` -> [16, 8, 16]. */
export const sizesOf = (shape: string): number[] => [...shape.matchAll(/\d+/g)].map(Number);

/** Slots of the registers in braces, which must be `count`. */
export function registersOf(
  form: Form,
  operand: Operand,
  count: number,
  type: MatrixElementType,
  writes: boolean,
): number[] {
  const kind = type === 'f64' ? 'b64' : 's32';
  const registers = operand.kind === 'vector' ? operand.elements : form.refuse('needs registers in braces');
  if (registers.length !== count) form.refuse(`needs ${count} registers`);
  return registers.map(register => (writes ? form.destination(register, kind) : form.source(register, kind)));
}

function held(form: Form, operand: Operand, fragment: MatrixFragment, type: MultipliedType, writes = false): Held {
  const element = elementOf(type);
  return { fragment, type: element, slots: registersOf(form, operand, fragment.registers, element, writes) };
}

/** What becomes of pairs of bits before they are counted: `.xor.popc`, `.and.popc`. */
export function takeBitOperation(form: Form, type: MultipliedType): { readonly bits?: BitOperation } {
  if (type !== 'b1') return {};
  form.oneOf(['popc']);
  return { bits: form.oneOf(['xor', 'and']) };
}

function matrixMultiply(form: Form): Run {
  if (['sp', 'sp::ordered_metadata'].some(sparse => form.take(sparse))) {
    form.refuse('sparse products (mma.sp) are not implemented');
  }
  form.oneOf(['sync']);
  form.oneOf(['aligned']);
  const { d, a, b, family } = takeTypes(form);
  const [m, n, k] = sizesOf(form.oneOf(family.shapes));
  form.oneOf(['row']);
  form.oneOf(['col']);
  const saturates = d === 's32' && a !== 'b1' && form.take('satfinite');
  const bits = takeBitOperation(form, a);
  form.finish();
  const depth = k / bundleOf(a);
  const accumulators = fragmentOfC(m, n, perRegister(d));
  const product = {
    a: held(form, form.operand(1), fragmentOfA(m, depth, perRegister(elementOf(a))), a),
    b: held(form, form.operand(2), fragmentOfB(n, depth, perRegister(elementOf(b))), b),
    c: held(form, form.operand(3), accumulators, d),
    d: held(form, form.operand(0), accumulators, d, true),
    saturates,
    ...bits,
    steps: stepsOf(a, k),
  };
  const flop = 2 * m * n * k;
  return wholeWarp(warp => {
    warp.cta.watch?.tensorWork?.(warp, flop, false);
    multiply(warp, product);
  });
}

export const MMA_ROWS: readonly Row[] = [
  row('mma', {
    types: [ACCUMULATORS, MULTIPLICANDS, MULTIPLICANDS, ACCUMULATORS],
    class: 'tensor',
    section: `${M}: mma`,
    decode: matrixMultiply,
  }),
];
