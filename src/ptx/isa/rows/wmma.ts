/**
 * wmma: loads, products and stores of whole matrices (PTX ISA, "Matrix multiply-accumulate operation using wmma
 * instructions"). Which lane holds what is the machine's choice; here fragments are those of `mma.sync`, side by side.
 * Fragments of f16 multiplicands have 8 registers for any shape, so that smaller ones are held more than once.
 */
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
import { multiply } from '../fragments/matrix-product.ts';
import { halves, stepsOf } from '../fragments/tensor-sums.ts';
import { type Row, row } from '../row.ts';
import { takeSpace } from './address.ts';
import { sizesOf, takeBitOperation } from './mma.ts';
import { registersOf } from './mma-registers.ts';
import { wholeWarp } from './whole-warp.ts';
import { loadFragment, type Moved, storeFragment } from './wmma-memory.ts';

const M = 'Warp Level Matrix Multiply-Accumulate Instructions';

interface Family {
  readonly multiplicands: readonly MultipliedType[];
  /** Types of C and D, each by itself. */
  readonly accumulators: readonly MatrixElementType[];
  readonly shapes: readonly string[];
  /** Registers of a multiplicand's fragment, where they do not follow from its size. */
  readonly registers: number | null;
}

const THREE = ['m16n16k16', 'm32n8k16', 'm8n32k16'] as const;
const FAMILIES: readonly Family[] = [
  { multiplicands: ['f16'], accumulators: ['f16', 'f32'], shapes: THREE, registers: 8 },
  { multiplicands: ['bf16'], accumulators: ['f32'], shapes: THREE, registers: null },
  { multiplicands: ['tf32'], accumulators: ['f32'], shapes: ['m16n16k8'], registers: null },
  { multiplicands: ['s8', 'u8'], accumulators: ['s32'], shapes: THREE, registers: null },
  { multiplicands: ['s4', 'u4'], accumulators: ['s32'], shapes: ['m8n8k32'], registers: null },
  { multiplicands: ['b1'], accumulators: ['s32'], shapes: ['m8n8k128'], registers: null },
  { multiplicands: ['f64'], accumulators: ['f64'], shapes: ['m8n8k4'], registers: null },
];
const MULTIPLICANDS = FAMILIES.flatMap(family => family.multiplicands);
const ACCUMULATORS = [...new Set(FAMILIES.flatMap(family => family.accumulators))];
const SHAPES = [...new Set(FAMILIES.flatMap(family => family.shapes))];
const SPACES = ['global', 'shared', 'shared::cta'] as const;

type Part = 'a' | 'b' | 'c';

function fragmentOf(part: Part, shape: string, type: MultipliedType): MatrixFragment {
  const [m, n, k] = sizesOf(shape);
  const per = perRegister(elementOf(type));
  const depth = k / bundleOf(type);
  return part === 'a' ? fragmentOfA(m, depth, per) : part === 'b' ? fragmentOfB(n, depth, per) : fragmentOfC(m, n, per);
}

const familyOf = (type: MultipliedType): Family => FAMILIES.find(({ multiplicands }) => multiplicands.includes(type))!;

/** The operand's registers, as many as the part has. */
function held(form: Form, operand: Operand, part: Part, shape: string, type: MultipliedType, writes: boolean): Held {
  const fragment = fragmentOf(part, shape, type);
  const count = part === 'c' ? fragment.registers : (familyOf(type).registers ?? fragment.registers);
  const element = elementOf(type);
  return { fragment, type: element, slots: registersOf(form, operand, count, element, writes) };
}

function takeMoved(form: Form, part: Part, operand: number, writes: boolean): Moved {
  const layout = form.oneOf(['row', 'col']);
  const type = form.type() as MultipliedType;
  const shape = form.oneOf(SHAPES);
  const isThere = FAMILIES.some(({ shapes, accumulators, multiplicands }) => {
    const types: readonly MultipliedType[] = part === 'c' ? accumulators : multiplicands;
    return shapes.includes(shape) && types.includes(type);
  });
  if (!isThere) form.refuse(`there is no ${part} of .${type} in .${shape}`);
  const byRows = (layout === 'row') !== (part === 'b');
  if (!byRows && (type === 's4' || type === 'u4' || type === 'b1')) form.refuse(`.${type} is not loaded by .${layout}`);
  return { ...held(form, form.operand(operand), part, shape, type, writes), bundle: bundleOf(type), byRows };
}

function load(form: Form): Run {
  const part = form.oneOf(['a', 'b', 'c']);
  const space = takeSpace(form, SPACES);
  const moved = takeMoved(form, part, 0, true);
  form.finish();
  return loadFragment(form, moved, space);
}

function store(form: Form): Run {
  form.oneOf(['d']);
  const space = takeSpace(form, SPACES);
  const moved = takeMoved(form, 'c', 1, false);
  form.finish();
  return storeFragment(form, moved, space);
}

/** `.f32.f16` are the types of D and C, of f16 multiplicands; others name all four. */
function takeTypes(
  form: Form,
): readonly [d: MatrixElementType, a: MultipliedType, b: MultipliedType, c: MatrixElementType] {
  const d = form.type(0) as MatrixElementType;
  if (!form.hasType(2)) return [d, 'f16', 'f16', form.type(1) as MatrixElementType];
  const [a, b] = [form.type(1), form.type(2)] as MultipliedType[];
  return [d, a, b, form.type(3) as MatrixElementType];
}

/** The family of the types. */
function multipliedFamily(form: Form, [d, a, b, c]: ReturnType<typeof takeTypes>): Family {
  const family = FAMILIES.find(f => f.multiplicands.includes(a)) ?? form.refuse(`.${a} is not multiplied`);
  const { accumulators, multiplicands } = family;
  if (!multiplicands.includes(b)) form.refuse(`.${a} and .${b} are not multiplied`);
  if (!accumulators.includes(d) || !accumulators.includes(c))
    form.refuse(`.${d} and .${c} are no accumulators of .${a}`);
  return family;
}

function multiplyFragments(form: Form): Run {
  const types = takeTypes(form);
  const [d, a, b, c] = types;
  const shape = form.oneOf(multipliedFamily(form, types).shapes);
  // Loads have put elements in their places, whatever the layout.
  if (![form.take('row'), form.take('col')].includes(true)) form.refuse('needs the layouts of A and B');
  const saturates = d === 's32' && a !== 'b1' && form.take('satfinite');
  const bits = takeBitOperation(form, a);
  if (d === 'f64') form.take('rn');
  form.finish();
  const [m, n, k] = sizesOf(shape);
  const flop = 2 * m * n * k;
  const product = {
    a: held(form, form.operand(1), 'a', shape, a, false),
    b: held(form, form.operand(2), 'b', shape, b, false),
    c: held(form, form.operand(3), 'c', shape, c, false),
    d: held(form, form.operand(0), 'c', shape, d, true),
    saturates,
    ...bits,
    steps: a === 'tf32' ? halves(k) : stepsOf(a, k),
  };
  return wholeWarp(warp => {
    warp.cta.watch?.tensorWork?.(warp, flop, false);
    multiply(warp, product);
  });
}

function wmma(form: Form): Run {
  const action = form.oneOf(['load', 'mma', 'store']);
  form.oneOf(['sync']);
  form.oneOf(['aligned']);
  return action === 'load' ? load(form) : action === 'store' ? store(form) : multiplyFragments(form);
}

const ALL = [...MULTIPLICANDS, ...ACCUMULATORS.filter(type => !MULTIPLICANDS.some(other => other === type))];

export const WMMA_ROWS: readonly Row[] = [
  row('wmma', { types: [ALL, ALL, MULTIPLICANDS, ACCUMULATORS], class: 'tensor', section: `${M}: wmma`, decode: wmma }),
];
