/** Expected O and LSE, computed in doubles without tiles, and the greatest error that a version may have. */
import { assert } from '../../base/assert.ts';
import { BF16, decodeFloat, E4M3, encodeFloat, F16, type FloatFormat } from '../../base/float-formats.ts';
import { remembered } from '../../base/remembered.ts';
import type { BufferInit } from '../../trace/launch.ts';
import { bufferBytes } from '../../trace/launch-bytes.ts';
import type { BoundedNumbers } from '../real-numbers.ts';
import { type AttentionInputs, exactInputs, realInputs } from './inputs.ts';
import { type AttentionParams, headsOf, keysOf, outputType } from './params.ts';
import { attentionRow, type JudgedRow, type RowOperands, roundedRow } from './rows.ts';

/** What O is rounded to. */
export const formatOf = (p: Pick<AttentionParams, 'elementType'>): FloatFormat => FORMATS[outputType(p)];
const FORMATS = { bf16: BF16, f16: F16, e4m3: E4M3 } as const;

/** Elements as numbers. */
export function numbersOf(init: BufferInit, type: AttentionParams['elementType'], length: number): Float64Array {
  const bytes = bufferBytes({ type, length, init }, 'operand');
  assert(bytes.ok, 'the operands can be filled as they are described');
  const copy = bytes.value.slice();
  const patterns = type === 'e4m3' ? copy : new Uint16Array(copy.buffer);
  return Float64Array.from(patterns, pattern => decodeFloat(FORMATS[type], pattern));
}

/** Each row of Q with what it sees, head by head. */
function* rowsOf(p: AttentionParams, inputs: AttentionInputs): Generator<RowOperands> {
  const { queries, keys, kvHeads, group, headDim, elementType } = p;
  const q = numbersOf(inputs.q, elementType, headsOf(p) * queries * headDim);
  const k = numbersOf(inputs.k, elementType, kvHeads * keys * headDim);
  const v = numbersOf(inputs.v, elementType, kvHeads * keys * headDim);
  for (let row = 0; row < headsOf(p) * queries; row++) {
    const first = Math.floor(row / queries / group) * keys * headDim;
    const end = first + keysOf(p, row % queries) * headDim;
    yield {
      q: q.subarray(row * headDim, (row + 1) * headDim),
      k: k.subarray(first, end),
      v: v.subarray(first, end),
      scaleLog2: inputs.scaleLog2,
    };
  }
}

/** O of the exact numbers, bit by bit: the versions divide by multiplying with a rounded reciprocal. */
export const exactReference = remembered(2, (p: AttentionParams): Uint8Array => {
  const format = formatOf(p);
  const o = new Uint16Array(headsOf(p) * p.queries * p.headDim);
  let at = 0;
  for (const row of rowsOf(p, exactInputs(p))) {
    const { sum, output } = attentionRow(row);
    const factor = sum === 0 ? 0 : Math.fround(1 / sum);
    for (const value of output) o[at++] = encodeFloat(format, Math.fround(value * factor));
  }
  return new Uint8Array(o.buffer);
});

export const judgedRow = (p: AttentionParams, operands: RowOperands): JudgedRow =>
  roundedRow(operands, formatOf(p), p.elementType === 'e4m3' ? E4M3 : null);

/** O and LSE of the real numbers, with bounds. */
export const boundedReference = remembered(2, (p: AttentionParams): ReadonlyMap<string, BoundedNumbers> => {
  const rows = headsOf(p) * p.queries;
  const ofNumbers = (length: number) => ({ values: new Float64Array(length), bounds: new Float64Array(length) });
  const [o, lse] = [ofNumbers(rows * p.headDim), ofNumbers(rows)];
  let row = 0;
  for (const operands of rowsOf(p, realInputs(p))) {
    const judged = judgedRow(p, operands);
    o.values.set(judged.o, row * p.headDim);
    o.bounds.fill(judged.bound, row * p.headDim, (row + 1) * p.headDim);
    lse.values[row] = judged.lse;
    lse.bounds[row] = judged.lseBound;
    row++;
  }
  return new Map([
    ['o', { type: outputType(p), ...o }],
    ['lse', { type: 'f32', ...lse }],
  ]);
});
