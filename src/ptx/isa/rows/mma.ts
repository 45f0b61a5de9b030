/** mma.sync: products of small matrices on fragments (PTX ISA, "Multiply-and-Accumulate Instruction: mma"). */
import { toldOf } from '../../machine/faults.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
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
import { type SparseFactor, selectorsOf, sparseRows } from '../fragments/sparse-columns.ts';
import { stepsOf } from '../fragments/tensor-sums.ts';
import { type Row, row } from '../row.ts';
import { immediate } from './copy-issue.ts';
import { KIND_TYPES, multiplyOfKind, takeKind } from './mma-kinds.ts';
import { registersOf } from './mma-registers.ts';
import { wholeWarp } from './whole-warp.ts';

const M = 'Warp Level Matrix Multiply-Accumulate Instructions';

interface Family {
  /** Types that A and B may have, each by itself. */
  readonly multiplicands: readonly MultipliedType[];
  /** Types of C and D, which are equal. */
  readonly accumulators: readonly MatrixElementType[];
  readonly shapes: readonly string[];
  /** Shapes of `mma.sp`. */
  readonly sparseShapes?: readonly string[];
}

const FAMILIES: readonly Family[] = [
  {
    multiplicands: ['f16'],
    accumulators: ['f16', 'f32'],
    shapes: ['m16n8k8', 'm16n8k16'],
    sparseShapes: ['m16n8k16', 'm16n8k32'],
  },
  {
    multiplicands: ['bf16'],
    accumulators: ['f32'],
    shapes: ['m16n8k8', 'm16n8k16'],
    sparseShapes: ['m16n8k16', 'm16n8k32'],
  },
  {
    multiplicands: ['tf32'],
    accumulators: ['f32'],
    shapes: ['m16n8k4', 'm16n8k8'],
    sparseShapes: ['m16n8k8', 'm16n8k16'],
  },
  {
    multiplicands: ['e4m3', 'e5m2'],
    accumulators: ['f16', 'f32'],
    shapes: ['m16n8k16', 'm16n8k32'],
    sparseShapes: ['m16n8k64'],
  },
  {
    multiplicands: ['s8', 'u8'],
    accumulators: ['s32'],
    shapes: ['m8n8k16', 'm16n8k16', 'm16n8k32'],
    sparseShapes: ['m16n8k32', 'm16n8k64'],
  },
  {
    multiplicands: ['s4', 'u4'],
    accumulators: ['s32'],
    shapes: ['m8n8k32', 'm16n8k32', 'm16n8k64'],
    sparseShapes: ['m16n8k64', 'm16n8k128'],
  },
  { multiplicands: ['b1'], accumulators: ['s32'], shapes: ['m8n8k128', 'm16n8k128', 'm16n8k256'] },
  { multiplicands: ['f64'], accumulators: ['f64'], shapes: ['m8n8k4', 'm16n8k4', 'm16n8k8', 'm16n8k16'] },
];

const MULTIPLICANDS = FAMILIES.flatMap(family => family.multiplicands);
/** With those that only products of a kind have. */
const ALL_MULTIPLICANDS = [...new Set([...MULTIPLICANDS, ...KIND_TYPES])];
const ACCUMULATORS = [...new Set(FAMILIES.flatMap(family => family.accumulators))];

interface Types {
  readonly d: MatrixElementType;
  readonly a: MultipliedType;
  readonly b: MultipliedType;
  readonly family: Family;
}

function takeTypes(form: Form): Types {
  const [d, a] = [form.type(0) as MatrixElementType, form.type(1) as MultipliedType];
  const family = FAMILIES.find(({ multiplicands }) => multiplicands.includes(a)) ?? form.refuse(`.${a} needs a .kind`);
  if (!family.accumulators.includes(d)) form.refuse(`there are no accumulators of .${d} for .${a}`);
  const b = form.type(2) as MultipliedType;
  if (!family.multiplicands.includes(b)) form.refuse(`.${a} and .${b} are not multiplied`);
  if (form.type(3) !== d) form.refuse('C has the type of D');
  return { d, a, b, family };
}

/** `m16n8k16` -> [16, 8, 16]. */
export const sizesOf = (shape: string): number[] => [...shape.matchAll(/\d+/g)].map(Number);

function held(form: Form, operand: Operand, fragment: MatrixFragment, type: MultipliedType, writes = false): Held {
  const element = elementOf(type);
  return { fragment, type: element, slots: registersOf(form, operand, fragment.registers, element, writes) };
}

/** Operation on pairs of bits before they are counted: `.xor.popc`, `.and.popc`. */
export function takeBitOperation(form: Form, type: MultipliedType): { readonly bits?: BitOperation } {
  if (type !== 'b1') return {};
  form.oneOf(['popc']);
  return { bits: form.oneOf(['xor', 'and']) };
}

const SPARSE = ['sp', 'sp::ordered_metadata'] as const;

function matrixMultiply(form: Form): Run {
  const isSparse = SPARSE.some(sparse => form.take(sparse));
  form.oneOf(['sync']);
  form.oneOf(['aligned']);
  const kind = takeKind(form);
  if (kind !== null)
    return isSparse ? form.refuse(`sparse products of .kind::${kind} are not implemented`) : multiplyOfKind(form, kind);
  const { d, a, b, family } = takeTypes(form);
  const shapes = isSparse ? family.sparseShapes : family.shapes;
  if (!shapes) form.refuse(`there are no sparse products of .${a}`);
  const [m, n, k] = sizesOf(form.oneOf(shapes!));
  form.oneOf(['row']);
  form.oneOf(['col']);
  const saturates = d === 's32' && a !== 'b1' && form.take('satfinite');
  const bits = takeBitOperation(form, a);
  form.finish();
  const depth = k / bundleOf(a);
  // A has half of its elements.
  const kept = isSparse ? depth / 2 : depth;
  const accumulators = fragmentOfC(m, n, perRegister(d));
  const product = {
    a: held(form, form.operand(1), fragmentOfA(m, kept, perRegister(elementOf(a))), a),
    b: held(form, form.operand(2), fragmentOfB(n, depth, perRegister(elementOf(b))), b),
    c: held(form, form.operand(3), accumulators, d),
    d: held(form, form.operand(0), accumulators, d, true),
    saturates,
    ...bits,
    ...(isSparse ? { sparse: sparseFactor(form, 4, elementOf(a), depth) } : {}),
    steps: stepsOf(a, isSparse ? k / 2 : k),
  };
  const flop = 2 * m * n * kept * bundleOf(a);
  return wholeWarp((warp, operation) => {
    warp.cta.watch?.tensorWork?.(warp, flop, false);
    reportMetadata(warp, operation, multiply(warp, product));
  });
}

export function reportMetadata(warp: Warp, operation: Operation, doubt: string | null): void {
  if (doubt !== null) warp.cta.grid.log.report({ kind: 'badOperand', ...toldOf(warp, operation, -1, doubt) });
}

/** Operands `at` and the next: metadata, and the constant that selects the lanes with it. `depth`: of the dense A. */
export function sparseFactor(form: Form, at: number, type: MatrixElementType, depth: number): SparseFactor {
  const bits = 32 / perRegister(type);
  const selector = Number(immediate(form, form.operand(at + 1)));
  const last = selectorsOf(bits, depth) - 1;
  if (selector < 0 || selector > last)
    form.refuse(`a sparsity selector is 0${last > 0 ? ` to ${last}` : ''}, not ${selector}`);
  return { ...sparseRows(bits, depth, selector), metadata: form.source(form.operand(at), 'u32') };
}

export const MMA_ROWS: readonly Row[] = [
  row('mma', {
    types: [ACCUMULATORS, ALL_MULTIPLICANDS, ALL_MULTIPLICANDS, ACCUMULATORS],
    class: 'tensor',
    section: `${M}: mma`,
    decode: matrixMultiply,
  }),
];
