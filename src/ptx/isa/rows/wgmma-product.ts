/** wgmma.mma_async: what it multiplies, from where, and the product itself. */
import { type ProductRegisters, productsOf } from '../../machine/async-products.ts';
import { fail } from '../../machine/faults.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import { metWarpgroup } from '../../machine/warpgroup.ts';
import type { Form } from '../form.ts';
import { ExponentMatrix, LEAST_EXPONENT } from '../fragments/exponent-matrix.ts';
import { fragmentOfA } from '../fragments/fragment.ts';
import { type Held, readFragment } from '../fragments/held-fragment.ts';
import { elementOf, perRegister } from '../fragments/matrix-elements.ts';
import { depthOf, type OperandType } from '../fragments/operand-numbers.ts';
import { MOST_COLUMNS, multiplyRows, ROWS } from '../fragments/warpgroup-product.ts';
import { multiplySparseRows } from '../fragments/warpgroup-sparse-product.ts';
import type { WarpgroupProduct } from '../fragments/warpgroup-sums.ts';
import { watchProductRegisters } from '../product-registers.ts';
import { PLANE_WORDS } from '../slots.ts';
import { reportMetadata, sparseFactor } from './mma.ts';
import { registersOf } from './mma-registers.ts';
import { Immediates, type ProductTypes, shapesOf, takeTypes } from './wgmma-forms.ts';
import { type DescribedMatrix, type ProductIssue, readDescribed } from './wgmma-memory.ts';
import { wholeWarp } from './whole-warp.ts';

/** A as the warps hold it, 16 rows each, or in shared memory. */
type MatrixA = { readonly kind: 'held'; readonly held: Held } | ({ readonly kind: 'described' } & DescribedMatrix);

interface Multiplication {
  readonly a: MatrixA;
  readonly b: DescribedMatrix;
  readonly typeOfA: OperandType;
  /** 1 or -1: of both operands. */
  readonly sign: number;
  /** Predicate: whether what D holds is added. */
  readonly adds: number;
  readonly product: WarpgroupProduct;
}

function heldA(form: Form, type: OperandType): Held {
  const element = elementOf(type);
  const fragment = fragmentOfA(16, depthOf(type), perRegister(element));
  return { fragment, type: element, slots: registersOf(form, form.operand(1), fragment.registers, element, false) };
}

function multiplicationOf(form: Form): Multiplication {
  const product = productOf(form);
  const { family, a, b, columns } = product;
  // If A is sparse, metadata and its selector stand behind A and B.
  const next = product.sparse ? 5 : 3;
  const immediates = new Immediates(form, next + 1);
  const sign = family.isInteger ? 1 : immediates.sign() * immediates.sign();
  const isHeld = form.operand(1).kind === 'vector';
  const isMnMajor = () => family.mayTranspose && immediates.isMnMajor();
  const matrixA: MatrixA = isHeld
    ? { kind: 'held', held: heldA(form, a) }
    : {
        kind: 'described',
        ...described(form, 1, { name: 'A', type: a, rows: ROWS, isMnMajor: isMnMajor(), perRow: 2 }),
      };
  const matrixB = described(form, 2, {
    ...{ name: 'B', type: b, rows: columns, isMnMajor: isMnMajor() },
    perRow: product.sparse ? 4 : 2,
  });
  immediates.finish();
  return { a: matrixA, b: matrixB, typeOfA: a, sign, adds: form.predicate(form.operand(next)), product };
}

/** Types, shape and modifiers, and the registers of D. */
function productOf(form: Form): WarpgroupProduct & ProductTypes {
  const isSparse = form.take('sp');
  const types = takeTypes(form);
  const { sums, a, family } = types;
  if (isSparse && !family.hasSparse) form.refuse(`there are no sparse products of .${a}`);
  const columns = Number(/n(\d+)k/.exec(form.oneOf(shapesOf(family, isSparse)))?.[1]);
  const isBitwise = a === 'b1';
  if (isBitwise) {
    form.oneOf(['and']);
    form.oneOf(['popc']);
  }
  const saturates = family.isInteger && !isBitwise && form.take('satfinite');
  form.finish();
  const registers = (columns / 8) * (sums === 'f16' ? 2 : 4);
  const slots = registersOf(form, form.operand(0), registers, sums, true);
  const depth = depthOf(a);
  const sparse = isSparse ? { sparse: sparseFactor(form, 3, elementOf(a), 2 * depth) } : {};
  return { ...types, columns, depth, isBitwise, hasBytes: family.k === 32, saturates, slots, ...sparse };
}

const described = (form: Form, operand: number, matrix: Omit<DescribedMatrix, 'descriptor'>): DescribedMatrix => ({
  ...matrix,
  descriptor: form.source(form.operand(operand), 'b64'),
});

const rowsOfA = new ExponentMatrix(ROWS * 32);
const columnsOfB = new ExponentMatrix(MOST_COLUMNS * 64);

export function multiplyAsynchronously(form: Form): Run {
  const multiplication = multiplicationOf(form);
  const registers = registersOfProduct(multiplication);
  form.link.afterwards.add(watchProductRegisters);
  return wholeWarp((warp, operation) => {
    const number = productsOf(warp).issue(operation, registers);
    const warps = metWarpgroup(warp, operation);
    if (warps !== null) carryOut({ warps, operation, number }, multiplication);
  });
}

const planesOf = (slots: readonly number[]): number[] => slots.map(slot => slot / PLANE_WORDS);

const registersOfProduct = ({ a, product }: Multiplication): ProductRegisters => ({
  sums: planesOf(product.slots),
  factors: a.kind === 'held' ? planesOf(a.held.slots) : [],
});

function carryOut(issue: ProductIssue, { a, b, typeOfA, sign, adds, product }: Multiplication): void {
  const { warps, operation } = issue;
  const isAdded = addsIn(warps, operation, adds);
  const { depth, columns } = product;
  if (a.kind === 'described') readDescribed(issue, a, rowsOfA.values);
  else for (const [i, warp] of warps.entries()) readFragment(warp, a.held, rowsOfA.values.subarray(i * 16 * depth));
  readDescribed(issue, b, columnsOfB.values);
  if (sign < 0) for (let i = 0; i < ROWS * depth; i++) rowsOfA.values[i] *= -1;
  if (product.sums !== 's32') {
    rowsOfA.note(ROWS * depth, LEAST_EXPONENT[typeOfA]);
    columnsOfB.note(columns * depth * (product.sparse ? 2 : 1), LEAST_EXPONENT[b.type]);
  }
  for (const [i, warp] of warps.entries()) {
    warp.cta.watch?.tensorWork?.(warp, (2 * ROWS * columns * depth) / warps.length, true);
    const { sparse } = product;
    if (sparse)
      reportMetadata(
        warp,
        operation,
        multiplySparseRows(warp, i, { ...product, sparse }, rowsOfA, columnsOfB, isAdded),
      );
    else multiplyRows(warp, i, product, rowsOfA, columnsOfB, isAdded);
  }
}

function addsIn(warps: readonly Warp[], operation: Operation, adds: number): boolean {
  const word = warps[0].r[adds];
  if ((word === 0 || word === -1) && warps.every(({ r }) => r[adds] === word)) return word === -1;
  return fail(
    warps[0],
    operation,
    -1,
    { kind: 'badOperand' },
    'scale-d is not the same in all threads of the warpgroup',
  );
}
