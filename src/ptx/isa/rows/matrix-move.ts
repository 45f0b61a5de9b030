/** Matrices between shared memory and fragments: ldmatrix, stmatrix, movmatrix. */
import { MATRIX_ROW_BYTES } from '../../../base/hardware.ts';
import { access } from '../../machine/access.ts';
import type { Move } from '../../machine/lane-move.ts';
import type { Run } from '../../machine/operation.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import {
  gatherRows,
  LOADED,
  PLAIN,
  type RowSpread,
  STORED,
  scatterRows,
  TRANSPOSED,
} from '../fragments/row-spreads.ts';
import { unpackedWord } from '../fragments/tensor-elements.ts';
import { type Row, row } from '../row.ts';
import { addressForm, takeSpace } from './address.ts';
import { load32, store32 } from './transfers.ts';
import { wholeWarp } from './whole-warp.ts';

const M = 'Warp Level Matrix Multiply-Accumulate Instructions';
const SHARED = ['shared', 'shared::cta'] as const;

interface Matrices {
  readonly spread: RowSpread;
  /** One per matrix and register of it. */
  readonly slots: readonly number[];
  /** Lanes that give addresses. */
  readonly addressed: number;
}

function takeMatrices(form: Form, shapes: readonly string[], spreads: typeof LOADED): string {
  form.oneOf(['sync']);
  form.oneOf(['aligned']);
  const shape = form.oneOf(shapes);
  const key = `${shape}${form.take('trans') ? '.trans' : ''}.${form.type()}`;
  return spreads[key] ? key : form.refuse(`there is no .${key}`);
}

const registersOf = (form: Form, operand: Operand): readonly Operand[] =>
  operand.kind === 'vector' ? operand.elements : form.refuse('needs registers in braces');

function matricesOf(spread: RowSpread, count: number, slots: readonly number[], form: Form): Matrices {
  const lanes = spread.rows * count;
  if (lanes > 32) form.refuse(`there is no .x${count} of this shape`);
  if (slots.length !== spread.registers * count) form.refuse(`needs ${spread.registers * count} registers`);
  return { spread, slots, addressed: lanes === 32 ? -1 : (1 << lanes) - 1 };
}

const takeCount = (form: Form): number => Number(form.oneOf(['x1', 'x2', 'x4']).slice(1));

/** A generic address must lie in shared memory, so the space is known. */
const placeOf = (form: Form, operand: Operand, kind: 'ldmatrix' | 'stmatrix', values: readonly number[]) =>
  addressForm(form, operand, 'shared', { kind, widthBytes: MATRIX_ROW_BYTES, values, elementBytes: MATRIX_ROW_BYTES });

/** Each lane's row, between memory and the row planes. */
const moveRows =
  (rows: number, transfer: typeof load32): Move =>
  ({ r, at }, _operation, memory, mask) => {
    for (let i = 0; i < MATRIX_ROW_BYTES / 4; i++) transfer(r, rows + 32 * i, memory, at, 4 * i, mask);
  };

/** Formats of 16 bytes that hold 16 smaller elements, each of which becomes a byte: bits of an element. */
const FORMATS = { b6x16_p32: 6, b4x16_p64: 4 } as const;

/** Bits of elements that become bytes; null for others. */
function takeFormat(form: Form): 4 | 6 | null {
  return form.take('b8x16') ? FORMATS[form.oneOf(Object.keys(FORMATS) as (keyof typeof FORMATS)[])] : null;
}

/** 8 rows of 16 bytes are spread as 8 rows of 8 halves are. */
function takeUnpacked(form: Form): RowSpread {
  form.oneOf(['sync']);
  form.oneOf(['aligned']);
  if (form.oneOf(['m8n16', 'm16n16']) === 'm8n16') return LOADED['m8n8.b16'];
  form.oneOf(['trans']);
  return LOADED['m16n16.trans.b8'];
}

const packedRow = new Int32Array(MATRIX_ROW_BYTES / 4);

/** Each lane's row, its elements in bytes of their own, at the bottom of these. */
function unpackRows(r: Int32Array, rows: number, bits: 4 | 6): void {
  for (let lane = 0; lane < 32; lane++) {
    for (let i = 0; i < packedRow.length; i++) packedRow[i] = r[rows + 32 * i + lane];
    for (let i = 0; i < packedRow.length; i++) r[rows + 32 * i + lane] = unpackedWord(packedRow, 0, i, bits, 0);
  }
}

function loadMatrix(form: Form): Run {
  const bits = takeFormat(form);
  const spread = bits === null ? LOADED[takeMatrices(form, ['m8n8', 'm16n16'], LOADED)] : takeUnpacked(form);
  const count = takeCount(form);
  takeSpace(form, SHARED);
  form.finish();
  const targets = registersOf(form, form.operand(0)).map(target => form.destination(target, 's32'));
  const { slots, addressed } = matricesOf(spread, count, targets, form);
  const { rowPlanes } = form.link;
  const place = placeOf(form, form.operand(1), 'ldmatrix', slots);
  const move = moveRows(rowPlanes, load32);
  return wholeWarp((warp, operation, mask) => {
    access(warp, operation, place, mask & addressed, move);
    if (bits !== null) unpackRows(warp.r, rowPlanes, bits);
    gatherRows(warp.r, spread, rowPlanes, slots);
  });
}

function storeMatrix(form: Form): Run {
  const spread = STORED[takeMatrices(form, ['m8n8', 'm16n8'], STORED)];
  const count = takeCount(form);
  takeSpace(form, SHARED);
  form.finish();
  const sources = registersOf(form, form.operand(1)).map(source => form.source(source, 's32'));
  const { slots, addressed } = matricesOf(spread, count, sources, form);
  const { rowPlanes } = form.link;
  const place = placeOf(form, form.operand(0), 'stmatrix', [rowPlanes]);
  const move = moveRows(rowPlanes, store32);
  return wholeWarp((warp, operation, mask) => {
    scatterRows(warp.r, spread, rowPlanes, slots);
    access(warp, operation, place, mask & addressed, move);
    warp.cta.grid.events++;
  });
}

/** Transposes a matrix in registers. */
function moveMatrix(form: Form): Run {
  form.oneOf(['sync']);
  form.oneOf(['aligned']);
  form.oneOf(['m8n8']);
  form.oneOf(['trans']);
  form.finish();
  const d = form.destination(form.operand(0), 's32');
  const a = form.source(form.operand(1), 's32');
  const { rowPlanes } = form.link;
  return wholeWarp(({ r }) => {
    scatterRows(r, PLAIN, rowPlanes, [a]);
    gatherRows(r, TRANSPOSED, rowPlanes, [d]);
  });
}

export const MATRIX_MOVE_ROWS: readonly Row[] = [
  row('ldmatrix', { types: [['b16', 'b8']], class: 'shared', section: `${M}: ldmatrix`, decode: loadMatrix }),
  row('stmatrix', { types: [['b16', 'b8']], class: 'shared', section: `${M}: stmatrix`, decode: storeMatrix }),
  row('movmatrix', { types: [['b16']], class: 'warp', section: `${M}: movmatrix`, decode: moveMatrix }),
];
