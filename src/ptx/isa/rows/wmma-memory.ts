/**
 * Fragments between registers and memory: wmma.load and wmma.store. The manual does not say which bytes a lane moves at
 * once. Here it is one access per register where the elements of a register lie side by side in memory, and one per element
 * otherwise, in the order of the fragment.
 */
import { access } from '../../machine/access.ts';
import { AccessForm } from '../../machine/access-form.ts';
import type { Move } from '../../machine/lane-move.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Form } from '../form.ts';
import type { MatrixFragment } from '../fragments/fragment.ts';
import { type MatrixElementType, perRegister } from '../fragments/matrix-elements.ts';
import { addressForm, type SpaceName } from './address.ts';
import { load32, loadU8, loadU16, store16, store32, type Transfer } from './transfers.ts';
import { wholeWarp } from './whole-warp.ts';

export interface Moved {
  readonly fragment: MatrixFragment;
  readonly type: MatrixElementType;
  /** Slots of all registers; those beyond the fragment's hold copies. */
  readonly slots: readonly number[];
  /** Elements that a stride counts, in one of the fragment's. */
  readonly bundle: number;
  /** Whether the fragment's rows are contiguous in memory; its columns are otherwise. */
  readonly byRows: boolean;
}

/** Piece that each lane moves at once. */
interface Piece {
  readonly register: number;
  /** Bits below the first element in the register; the element's index in the fragment's places for lane 0 follows. */
  readonly shift: number;
  readonly element: number;
  readonly bytes: number;
}

const TWO_32 = 2 ** 32;
const WORD_BITS = 32;

function piecesOf({ fragment, type, byRows }: Moved): Piece[] {
  const registerBytes = type === 'f64' ? 8 : 4;
  const count = byRows ? 1 : fragment.perRegister;
  const bytes = registerBytes / count;
  return Array.from({ length: fragment.registers * count }, (_, i) => {
    const element = i % count;
    return { register: Math.floor(i / count), shift: element * bytes * 8, element, bytes };
  });
}

const LOADS: Readonly<Record<number, Transfer>> = { 1: loadU8, 2: loadU16, 4: load32 };
const STORES: Readonly<Record<number, Transfer>> = { 2: store16, 4: store32 };

/** Address and stride of each lane when the instruction begins: its own results may overwrite the registers. */
const start = new Float64Array(32);
const startHigh = new Int32Array(32);
const strides = new Float64Array(32);

function noteStart({ r, u }: Warp, place: AccessForm, stride: number, bundle: number): void {
  for (let l = 0; l < 32; l++) {
    start[l] = u[place.address + l] + place.byteOffset;
    startHigh[l] = place.isWide ? r[place.address + 32 + l] : 0;
    strides[l] = r[stride + l] / bundle;
  }
}

/** Writes the addresses of a piece's elements into two planes. */
function fillAddresses({ r }: Warp, planes: number, { fragment, type, byRows }: Moved, piece: Piece): void {
  const { place, columns } = fragment;
  const elementBytes = type === 'f64' ? 8 : 4 / perRegister(type);
  const first = piece.register * WORD_BITS * fragment.perRegister + piece.element;
  for (let l = 0; l < 32; l++) {
    const at = place[first + l * fragment.perRegister];
    const [row, column] = [Math.floor(at / columns), at % columns];
    const index = byRows ? row * strides[l] + column : column * strides[l] + row;
    const low = start[l] + index * elementBytes;
    r[planes + l] = low | 0;
    r[planes + 32 + l] = startHigh[l] + Math.floor(low / TWO_32);
  }
}

/** One access per piece. `move` gets the piece and the slot of its register. */
function eachPiece(
  form: Form,
  moved: Moved,
  space: SpaceName,
  at: { readonly address: number; readonly kind: 'load' | 'store' },
  moveOf: (piece: Piece, slot: number) => Move,
): (warp: Warp, operation: Operation, mask: number) => void {
  const pieces = piecesOf(moved);
  const planes = form.link.rowPlanes;
  const shape = { kind: at.kind, widthBytes: pieces[0].bytes, values: [], elementBytes: pieces[0].bytes } as const;
  const place = addressForm(form, form.operand(at.address), space, shape);
  const values = at.kind === 'store' ? [planes + 2 * WORD_BITS] : [];
  const piecePlace = new AccessForm({ ...place, address: planes, byteOffset: 0, values });
  const stride = strideSlot(form, moved);
  const moves = pieces.map(piece => moveOf(piece, moved.slots[piece.register]));
  return (warp, operation, mask) => {
    noteStart(warp, place, stride, moved.bundle);
    pieces.forEach((piece, i) => {
      fillAddresses(warp, planes, moved, piece);
      access(warp, operation, piecePlace, mask, moves[i]);
    });
  };
}

/** Elements from one row, or column, to the next; as many as lie in it where the instruction does not say. */
function strideSlot(form: Form, { fragment, byRows, bundle }: Moved): number {
  if (form.operandCount > 2) return form.source(form.operand(2), 's32');
  return form.source({ kind: 'integer', value: BigInt(bundle * (byRows ? fragment.columns : fragment.rows)) }, 's32');
}

export function loadFragment(form: Form, moved: Moved, space: SpaceName): Run {
  const staging = form.link.rowPlanes + 2 * WORD_BITS;
  const load = eachPiece(form, moved, space, { address: 1, kind: 'load' }, (piece, slot) => {
    if (piece.bytes >= 4) return wordsMove(load32, slot, piece.bytes);
    const transfer = LOADS[piece.bytes];
    return ({ r, at }, _operation, memory, mask) => {
      transfer(r, staging, memory, at, 0, mask);
      for (let l = 0; l < 32; l++) {
        const others = piece.shift === 0 ? 0 : r[slot + l];
        r[slot + l] = others | (r[staging + l] << piece.shift);
      }
    };
  });
  const { registers } = moved.fragment;
  return wholeWarp((warp, operation, mask) => {
    load(warp, operation, mask);
    moved.slots.slice(registers).forEach((copy, i) => {
      warp.r.copyWithin(copy, moved.slots[i % registers], moved.slots[i % registers] + 32);
    });
  });
}

export function storeFragment(form: Form, moved: Moved, space: SpaceName): Run {
  const staging = form.link.rowPlanes + 2 * WORD_BITS;
  const store = eachPiece(form, moved, space, { address: 0, kind: 'store' }, (piece, slot) => {
    if (piece.bytes >= 4) return wordsMove(store32, slot, piece.bytes);
    const transfer = STORES[piece.bytes];
    return ({ r, at }, _operation, memory, mask) => {
      for (let l = 0; l < 32; l++) r[staging + l] = r[slot + l] >>> piece.shift;
      transfer(r, staging, memory, at, 0, mask);
    };
  });
  return wholeWarp((warp, operation, mask) => {
    store(warp, operation, mask);
    warp.cta.grid.events++;
  });
}

const wordsMove =
  (transfer: Transfer, slot: number, bytes: number): Move =>
  ({ r, at }, _operation, memory, mask) => {
    for (let i = 0; i < bytes / 4; i++) transfer(r, slot + WORD_BITS * i, memory, at, 4 * i, mask);
  };
