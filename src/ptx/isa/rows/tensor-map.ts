/** tensormap.replace and tensormap.cp_fenceproxy: tensor maps that a kernel makes itself. */

import { lowestBit32 } from '../../../base/bits.ts';
import { CHUNK_BYTES, TENSOR_MAP_BYTES } from '../../../base/hardware.ts';
import { access } from '../../machine/access.ts';
import type { AccessForm } from '../../machine/access-form.ts';
import type { Move } from '../../machine/lane-move.ts';
import type { Run } from '../../machine/operation.ts';
import { MAP_FIELD_NAMES, MAP_FIELDS } from '../../machine/tensor-map.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import { type Row, row, widthOf } from '../row.ts';
import { addressForm, type SpaceName, takeSpace } from './address.ts';
import { store32 } from './transfers.ts';
import { wholeWarp } from './whole-warp.ts';

/** `bytes` of the map at the operand, from `byteOffset` on. */
function placeIn(
  form: Form,
  map: Operand,
  space: SpaceName,
  kind: 'load' | 'store',
  byteOffset: number,
  bytes: number,
): AccessForm {
  if (map.kind !== 'address') return form.refuse('needs the address of a tensor map');
  const at = { ...map, byteOffset: map.byteOffset + BigInt(byteOffset) };
  return addressForm(form, at, space, { kind, widthBytes: bytes, values: [], elementBytes: bytes });
}

/** Index of the entry that a list's ordinal names. */
function ordinal(form: Form, entries: number): number {
  if (entries === 1) return 0;
  const operand = form.operand(1);
  if (operand.kind !== 'integer') return form.refuse('the ordinal must be a constant');
  if (operand.value < 0n || operand.value >= entries) form.refuse(`there is no entry ${operand.value}, of ${entries}`);
  return Number(operand.value);
}

/** `[map]{, ordinal}, value`. */
function replace(form: Form): Run {
  form.oneOf(['tile']);
  form.oneOf(['b1024']);
  const name = form.oneOf(MAP_FIELD_NAMES);
  const space = takeSpace(form, ['global', 'shared::cta']);
  form.finish();
  const { byteOffset, bytes, entries } = MAP_FIELDS[name];
  if (widthOf(form.type()) !== bytes * 8) form.refuse(`${name} is of .b${bytes * 8}`);
  const isList = entries > 1;
  if (form.operandCount !== (isList ? 3 : 2)) form.refuse(`takes ${isList ? 3 : 2} operands`);
  const place = placeIn(form, form.operand(0), space, 'store', byteOffset + bytes * ordinal(form, entries), bytes);
  const slot = form.source(form.operand(isList ? 2 : 1), bytes === 8 ? 'b64' : 's32');
  const move: Move = ({ r, at }, _operation, memory, mask) => {
    for (let i = 0; i < bytes; i += 4) store32(r, slot + 8 * i, memory, at, i, mask);
  };
  return (warp, operation, mask) => {
    access(warp, operation, place, mask, move);
    warp.cta.grid.events++;
    return 0;
  };
}

/**
 * `[to], [from], 128`: the map goes from shared to device memory, by a warp as one, and the fence stands behind it. Memory is
 * sequentially consistent here, so the fence does nothing.
 */
function copyFenced(form: Form): Run {
  for (const word of ['global', 'shared::cta', 'tensormap::generic', 'release', 'sync', 'aligned']) form.oneOf([word]);
  form.finish();
  const size = form.operand(2);
  if (size.kind !== 'integer' || size.value !== BigInt(TENSOR_MAP_BYTES))
    form.refuse(`copies ${TENSOR_MAP_BYTES} bytes`);
  const chunks = Array.from({ length: TENSOR_MAP_BYTES / CHUNK_BYTES }, (_, i) => ({
    from: placeIn(form, form.operand(1), 'shared', 'load', i * CHUNK_BYTES, CHUNK_BYTES),
    to: placeIn(form, form.operand(0), 'global', 'store', i * CHUNK_BYTES, CHUNK_BYTES),
  }));
  const taken = new Uint8Array(CHUNK_BYTES);
  const take: Move = ({ at }, _operation, memory, mask) => {
    const start = at[lowestBit32(mask)];
    taken.set(memory.u8.subarray(start, start + CHUNK_BYTES));
  };
  const put: Move = ({ at }, _operation, memory, mask) => memory.u8.set(taken, at[lowestBit32(mask)]);
  return wholeWarp((warp, operation, mask) => {
    const first = mask & -mask;
    for (const { from, to } of chunks) {
      access(warp, operation, from, first, take);
      access(warp, operation, to, first, put);
    }
    warp.cta.grid.events++;
  });
}

export const TENSOR_MAP_ROWS: readonly Row[] = [
  row('tensormap', {
    types: [['b32', 'b64']],
    class: 'other',
    section: 'Data Movement and Conversion Instructions: tensormap.replace; tensormap.cp_fenceproxy',
    hints: /^(cta|cluster|gpu|sys)$/,
    decode: form => (form.oneOf(['replace', 'cp_fenceproxy']) === 'replace' ? replace(form) : copyFenced(form)),
  }),
];
