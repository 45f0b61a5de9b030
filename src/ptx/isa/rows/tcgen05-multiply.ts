/**
 * The product of a tcgen05.mma, in one CTA or in a pair: each brings half of the rows of A, its own, and half of the columns of B.
 * Here the sums are there at once; when others may look at them, `checks/tensor-order.ts` knows.
 */
import type { Issuer } from '../../machine/bulk-copy.ts';
import { reportBadCopy } from '../../machine/bulk-faults.ts';
import { reportEnded } from '../../machine/cluster-faults.ts';
import type { Cta } from '../../machine/cta.ts';
import { fail } from '../../machine/faults.ts';
import {
  addressWords,
  columnOf,
  laneOf,
  reportTensorMemory,
  TENSOR_LANES,
  tensorMemoryOf,
} from '../../machine/tensor-memory.ts';
import type { TensorRectangle } from '../../machine/tensor-state.ts';
import type { TensorUse } from '../../machine/watch.ts';
import { type AccumulatorPlace, accumulatorPlace } from '../fragments/accumulator-place.ts';
import { ExponentMatrix, NO_LEAST } from '../fragments/exponent-matrix.ts';
import { badScales, type ScaleBlocks } from '../fragments/scale-factors.ts';
import { badShape, readInstruction, type TensorInstruction } from '../fragments/tensor-instruction.ts';
import { multiplyTensors } from '../fragments/tensor-product.ts';
import { readZeroColumns, type ZeroColumns } from '../fragments/zero-columns.ts';
import { refuse } from '../refusal.ts';
import { readDescribedFactor, readHeldFactor, readScales } from './tcgen05-factors.ts';
import { addressIn, areAllocated, ctasOf, type TensorMultiplication } from './tcgen05-operands.ts';

const MOST_ROWS = 256;
const MOST_DEPTH = 64;
const factorsA = new ExponentMatrix(MOST_ROWS * MOST_DEPTH);
/** With what columns are shifted by. */
const factorsB = new ExponentMatrix((MOST_ROWS + 32) * MOST_DEPTH);

/** One that is being carried out. */
interface Issue {
  readonly issuer: Issuer;
  readonly ctas: readonly Cta[];
  readonly multiplication: TensorMultiplication;
  readonly instruction: TensorInstruction;
  readonly place: AccumulatorPlace;
  readonly depth: number;
  readonly zeros: ZeroColumns | null;
  readonly use: TensorUse;
}

export function multiply(issuer: Issuer, multiplication: TensorMultiplication): void {
  const issue = issueOf(issuer, multiplication);
  const { ctas, instruction, place, use } = issue;
  const { warp, operation, lane } = issuer;
  const isAdded = ((warp.r[multiplication.adds] >>> lane) & 1) === 1;
  const sums = ctas.map((_cta, i) => enabledParts(issue, i));
  if (!ctas.every((cta, i) => isThere(issuer, cta) && areAllocated(warp, operation, lane, cta, sums[i]))) return;
  if (!readFactors(issue)) return;
  const { rows, columns } = instruction;
  warp.cta.watch?.tensorWork?.(warp, 2 * rows * columns * issue.depth, true);
  for (const [i, cta] of ctas.entries()) {
    cta.watch?.tensorUsed({ kind: 'cells', use, cells: sums[i], effect: isAdded ? 'update' : 'write' });
    const own = rows / ctas.length;
    const wordOf = wordFinder(issue, i, place);
    const product = { ...instruction, ...{ columns, rows: own, firstRow: i * own, isAdded, wordOf } };
    multiplyTensors(
      tensorMemoryOf(cta).words,
      { ...product, depth: issue.depth, scale: multiplication.scale },
      factorsA,
      factorsB,
    );
  }
  warp.cta.grid.events++;
}

function issueOf(issuer: Issuer, multiplication: TensorMultiplication): Issue {
  const { warp, operation, lane } = issuer;
  const { kind, group, isStationary, scales } = multiplication;
  const failed = (why: string): never => fail(warp, operation, 1 << lane, { kind: 'badOperand' }, why);
  const ctas = ctasOf(warp, operation, lane, group);
  const instruction = readInstruction(kind, warp.r[multiplication.instruction + lane]);
  if (typeof instruction === 'string') return failed(`the instruction descriptor: ${instruction}`);
  const { rows, columns, a, b } = instruction;
  const bad =
    badShape(instruction, kind, group, isStationary) ??
    (scales && badScales(kind, scales.blocks, instruction.scaleType, [a.scaleByte, b.scaleByte]));
  if (bad) return failed(`the instruction descriptor: ${bad}`);
  if (isStationary && rows < TENSOR_LANES && typeof multiplication.a !== 'number')
    refuse(
      '.ws with fewer than 128 rows of A in tensor memory is not implemented: the manual has its places as figures only',
    );
  const zeros = zerosOf(issuer, multiplication, instruction);
  if (typeof zeros === 'string') return failed(`the mask of columns: ${zeros}`);
  const pipeline = tensorMemoryOf(warp.cta).pipelineOf(warp, lane);
  const shape = `${kind} ${rows} x ${columns}`;
  const use: TensorUse = { warp, operation, lane, kind: 'mma', pipeline, number: pipeline.issued++, shape };
  const place = accumulatorPlace(rows / group, columns, group === 2, isStationary);
  return { issuer, ctas, multiplication, instruction, place, depth: 2 * a.element.perPiece, zeros, use };
}

function zerosOf({ warp, lane }: Issuer, { zeros }: TensorMultiplication, { rows, columns }: TensorInstruction) {
  return zeros === null ? null : readZeroColumns(warp.r[zeros + lane], warp.r[zeros + 32 + lane], rows, columns);
}

function isThere({ warp, operation, lane }: Issuer, cta: Cta): boolean {
  if (cta.livingWarps > 0) return true;
  reportEnded(warp, operation, 1 << lane, cta);
  return false;
}

/** Lanes of D that stay as they are. */
const isDisabled = ({ issuer, multiplication }: Issue, cta: number, lane: number): boolean => {
  const slot = multiplication.disabled[4 * cta + (lane >> 5)];
  return slot !== undefined && ((issuer.warp.r[slot + issuer.lane] >>> (lane & 31)) & 1) === 1;
};

const startOf = ({ issuer, multiplication }: Issue): number => addressIn(issuer.warp, multiplication.d, issuer.lane);

/** Cells of D that are written, in stretches of lanes. */
function enabledParts(issue: Issue, cta: number): TensorRectangle[] {
  const { place, issuer } = issue;
  const start = startOf(issue);
  if (!place.starts.includes(laneOf(start)))
    reportTensorMemory(
      issuer.warp,
      issuer.operation,
      issuer.lane,
      `has sums from ${addressWords(start)} on, which is none of lanes ${place.starts.join(', ')}`,
    );
  const parts: TensorRectangle[] = [];
  for (const { lane, lanes, columns } of place.rectangles) {
    for (let l = lane; l < lane + lanes; l++) {
      if (isDisabled(issue, cta, l + laneOf(start))) continue;
      const last = parts.at(-1);
      const at = l + laneOf(start);
      if (last && last.lane + last.lanes === at) parts[parts.length - 1] = { ...last, lanes: last.lanes + 1 };
      else parts.push({ lane: at, lanes: 1, column: columnOf(start), columns });
    }
  }
  return parts;
}

function wordFinder(issue: Issue, cta: number, place: AccumulatorPlace): (row: number, column: number) => number {
  const start = startOf(issue);
  const [lane, first] = [laneOf(start), columnOf(start)];
  return (row, column) => {
    const l = lane + place.laneOf(row, column);
    return isDisabled(issue, cta, l) ? -1 : (first + place.columnOf(column)) * TENSOR_LANES + l;
  };
}

/** Fills A and B; false after a fault. */
function readFactors(issue: Issue): boolean {
  const { instruction, depth } = issue;
  const { a, b, rows, columns } = instruction;
  if (!issue.ctas.every((cta, i) => readPart(issue, cta, i))) return false;
  if (a.isNegative !== b.isNegative) for (let i = 0; i < rows * depth; i++) factorsA.values[i] *= -1;
  if (!scaleFactors(issue)) return false;
  for (let j = 0; issue.zeros !== null && j < columns; j++)
    if (issue.zeros.isZero(j)) factorsB.values.fill(0, j * depth, (j + 1) * depth);
  const isScaled = issue.multiplication.scales !== null;
  factorsA.note(rows * depth, isScaled ? NO_LEAST : a.element.leastExponent);
  factorsB.note(columns * depth, isScaled ? NO_LEAST : b.element.leastExponent);
  return true;
}

/** Reads the part of the factors that a CTA has. */
function readPart(
  { issuer, use, instruction, multiplication, depth, place, ctas, zeros }: Issue,
  cta: Cta,
  i: number,
): boolean {
  const [rows, columns] = [instruction.rows / ctas.length, instruction.columns / ctas.length];
  const ofA = { cta, rows, first: i * rows * depth, skipped: 0 };
  const ofB = { cta, rows: columns, first: i * columns * depth, skipped: zeros?.shift ?? 0 };
  const { a, b } = multiplication;
  const lanes = { ...place, laneOf: (row: number) => place.laneOf(row, 0) };
  const isRead =
    typeof a === 'number'
      ? readDescribedFactor(issuer, use, ofA, a, instruction.a, 'A', factorsA.values)
      : readHeldFactor(issuer, use, ofA, addressIn(issuer.warp, a, issuer.lane), instruction.a, lanes, factorsA.values);
  return isRead && readDescribedFactor(issuer, use, ofB, b, instruction.b, 'B', factorsB.values);
}

/** Each CTA has the factors of its rows, and of all columns. */
function scaleFactors({ issuer, use, instruction, multiplication, depth, ctas }: Issue): boolean {
  const { scales } = multiplication;
  if (scales === null) return true;
  const { rows, columns, a, b, scaleType: type } = instruction;
  const own = rows / ctas.length;
  const { blocks } = scales;
  const [atA, atB] = [scales.a, scales.b].map(address => addressIn(issuer.warp, address, issuer.lane));
  const ofA = { address: atA, blocks, type, byte: a.scaleByte, isInHalves: false };
  const ofB = { address: atB, blocks, type, byte: b.scaleByte, isInHalves: own < TENSOR_LANES };
  for (const [i, cta] of ctas.entries()) {
    const [forRows, forColumns] = [readScales(issuer, use, cta, own, ofA), readScales(issuer, use, cta, columns, ofB)];
    if (forRows === null || forColumns === null) return false;
    scaleBy(factorsA.values, i * own * depth, depth, blocks, forRows);
    if (i === 0) columnScales = forColumns;
    else if (forColumns.some((factor, j) => factor !== columnScales[j])) {
      reportBadCopy(issuer, 'the scale factors of B are not the same in both CTAs');
      return false;
    }
  }
  scaleBy(factorsB.values, 0, depth, blocks, columnScales);
  return true;
}

let columnScales: Float64Array = new Float64Array(0);

function scaleBy(values: Float64Array, first: number, depth: number, blocks: ScaleBlocks, factors: Float64Array): void {
  const rows = factors.length / blocks.count;
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < depth; k++)
      values[first + row * depth + k] *= factors[row * blocks.count + Math.floor(k / blocks.size)];
}
