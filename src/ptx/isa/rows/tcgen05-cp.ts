/** tcgen05.cp: rows of 16 or 32 bytes from shared to tensor memory, to one or several quarters of its lanes. Here it happens at once. */
import type { Issuer } from '../../machine/bulk-copy.ts';
import type { Cta } from '../../machine/cta.ts';
import type { Run } from '../../machine/operation.ts';
import { columnOf, laneOf, TENSOR_LANES, tensorMemoryOf } from '../../machine/tensor-memory.ts';
import type { TensorUse } from '../../machine/watch.ts';
import type { Form } from '../form.ts';
import { unpackedWord } from '../fragments/tensor-elements.ts';
import { refusingAtRun } from '../refused-run.ts';
import { eachLane } from './bulk-operands.ts';
import { piecesAt } from './tcgen05-factors.ts';
import { addressIn, areAllocated, ctasOf, type TensorAddress, takeGroup, tensorAddress } from './tcgen05-operands.ts';

interface Shape {
  readonly rows: number;
  /** Pieces of 16 bytes of a row. */
  readonly pieces: 1 | 2;
  /** Lanes from which on each 32 rows are written: of the first 32, then of the next. */
  readonly lanes: readonly (readonly number[])[];
}

const ALL: Shape['lanes'] = [[0], [32], [64], [96]];
/** Shapes with their multicasts. */
const SHAPES: Readonly<Record<string, Shape>> = {
  '128x256b': { rows: 128, pieces: 2, lanes: ALL },
  '128x128b': { rows: 128, pieces: 1, lanes: ALL },
  '64x128b warpx2::02_13': {
    rows: 64,
    pieces: 1,
    lanes: [
      [0, 64],
      [32, 96],
    ],
  },
  '64x128b warpx2::01_23': {
    rows: 64,
    pieces: 1,
    lanes: [
      [0, 32],
      [64, 96],
    ],
  },
  '32x128b warpx4': { rows: 32, pieces: 1, lanes: [[0, 32, 64, 96]] },
};

/** Formats of 16 bytes that hold 16 smaller elements, each of which becomes a byte. */
const FORMATS = { b6x16_p32: 6, b4x16_p64: 4 } as const;

interface TensorCopy {
  readonly group: 1 | 2;
  readonly shape: Shape;
  /** Bits of an element that becomes a byte; null for words as they are. */
  readonly bits: 4 | 6 | null;
  readonly to: TensorAddress;
  readonly descriptor: number;
}

export function copyToTensorMemory(form: Form): Run {
  const group = takeGroup(form);
  if (form.take('4x256b'))
    form.refuse('copies of 4 rows are not implemented: the manual does not say in words to which lanes they go');
  const name = form.oneOf(['128x256b', '128x128b', '64x128b', '32x128b']);
  const multicast = form.oneOf(['', 'warpx2::02_13', 'warpx2::01_23', 'warpx4'], '');
  const shape = SHAPES[`${name} ${multicast}`.trim()] ?? form.refuse(`.${name} has no such multicast`);
  const format = form.take('b8x16') ? form.oneOf(Object.keys(FORMATS) as (keyof typeof FORMATS)[]) : null;
  form.finish();
  const copy: TensorCopy = {
    group,
    shape,
    bits: format && FORMATS[format],
    to: tensorAddress(form, form.operand(0)),
    descriptor: form.source(form.operand(1), 'b64'),
  };
  return refusingAtRun(eachLane(issuer => copyRows(issuer, copy)));
}

function copyRows(issuer: Issuer, copy: TensorCopy): void {
  const { warp, operation, lane } = issuer;
  const pipeline = tensorMemoryOf(warp.cta).pipelineOf(warp, lane);
  const use: TensorUse = { warp, operation, lane, kind: 'cp', pipeline, number: pipeline.issued++, shape: '' };
  for (const cta of ctasOf(warp, operation, lane, copy.group)) copyIn(issuer, cta, copy, use);
}

/** Copies from the CTA's own shared memory to its own tensor memory. */
function copyIn(issuer: Issuer, cta: Cta, { shape, bits, to, descriptor }: TensorCopy, use: TensorUse): void {
  const { rows, pieces, lanes } = shape;
  const address = addressIn(issuer.warp, to, issuer.lane);
  const [lane, column] = [laneOf(address), columnOf(address)];
  const cells = lanes.flat().map(first => ({ lane: lane + first, lanes: 32, column, columns: 4 * pieces }));
  if (!areAllocated(issuer.warp, issuer.operation, issuer.lane, cta, cells)) return;
  const at = piecesAt(
    issuer,
    cta,
    descriptor,
    { rows, perPiece: 16, isMnMajor: false, perRow: 2 },
    'the source',
    pieces,
  );
  if (at === null) return;
  cta.watch?.tensorUsed({ kind: 'operand', use, at, count: rows * pieces });
  cta.watch?.tensorUsed({ kind: 'cells', use, cells, effect: 'write' });
  const { words } = tensorMemoryOf(cta);
  const { i32 } = cta.shared;
  for (let i = 0; i < rows * pieces; i++) {
    const row = Math.floor(i / pieces);
    for (let w = 0; w < 4; w++) {
      const word = bits === null ? i32[(at[i] >> 2) + w] : unpackedWord(i32, at[i], w, bits);
      const c = column + 4 * (i % pieces) + w;
      for (const first of lanes[row >> 5]) words[c * TENSOR_LANES + lane + first + (row & 31)] = word;
    }
  }
  cta.grid.events++;
}
