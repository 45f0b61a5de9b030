/** atom and red: lanes take their turn in order, each reads and writes before the next. */

import { WIDEST_ACCESS_BYTES } from '../../../base/hardware.ts';
import { access } from '../../machine/access.ts';
import type { Move } from '../../machine/lane-move.ts';
import type { Run } from '../../machine/operation.ts';
import type { Operand } from '../../parse/ast.ts';
import {
  flushingAdd,
  OPERATORS,
  type Operator,
  REDUCTIONS,
  TYPES,
  UPDATES,
  VECTOR_TYPES,
  WIDE_UPDATES,
} from '../effects/atomic.ts';
import type { Form } from '../form.ts';
import { FLOATS, type Row, row, SMALL_FLOATS, widthOf } from '../row.ts';
import { SINK_SLOT } from '../slots.ts';
import { ATOMIC, addressForm, takeSpace, takeStrength } from './address.ts';
import { type AtomicOperands, narrowMove, wideMove } from './atomic-moves.ts';

const P = 'Parallel Synchronization and Communication Instructions';

/** Key of an update: only these operators tell floats and signs apart. */
const keyOf = (operator: string, type: string): string =>
  /^(min|max|inc|dec)$/.test(operator) || /f/.test(type) ? `${operator}.${type}` : `${operator}.b${widthOf(type)}`;

const bytesOf = (type: string): 2 | 4 | 8 | 16 => (type.endsWith('x2') ? 4 : ((widthOf(type) / 8) as 2 | 4 | 8 | 16));

const KINDS = { 2: 'u16', 4: 's32', 8: 'b64', 16: 'b128' } as const;

/** Register operands of one element: `d, [a], b{, c}`, or without d. */
function operandsOf(
  form: Form,
  bytes: keyof typeof KINDS,
  target: Operand | null,
  b: Operand,
  c: Operand,
): AtomicOperands {
  const kind = KINDS[bytes];
  const d = target ? form.destination(target, kind) : SINK_SLOT;
  return { d, b: form.source(b, kind), c: form.source(c, kind) };
}

function moveOf(form: Form, operator: Operator, operands: AtomicOperands, k: number): Move {
  const type = form.type();
  const bytes = bytesOf(type);
  const key = keyOf(operator, type);
  if (bytes > 4) {
    const wide = WIDE_UPDATES[key] ?? form.refuse(`'${key}' is not implemented`);
    return wideMove(wide, bytes === 8 ? 2 : 4, operands);
  }
  const plain = narrowMove(UPDATES[key] ?? form.refuse(`'${key}' is not implemented`), bytes as 2 | 4, operands, k);
  if (key !== 'add.f32') return plain;
  const flushing = narrowMove(flushingAdd, 4, operands, k);
  return (warp, operation, memory, mask, owner) => {
    const isGlobal = memory === warp.cta.grid.global.memory;
    (isGlobal ? flushing : plain)(warp, operation, memory, mask, owner);
  };
}

/** The elements of a vector operation, or null for a plain one. */
function elementCount(form: Form): number | null {
  const word = ['v2', 'v4', 'v8'].find(v => form.take(v));
  return word ? Number(word.slice(1)) : null;
}

const isSmallFloat = (type: string): boolean => /^b?f16/.test(type);

const atomic =
  (returns: boolean) =>
  (form: Form): Run => {
    if (form.take('async')) form.refuse('.async is not implemented');
    const space = takeSpace(form, ATOMIC);
    const strength = takeStrength(form, returns ? 'atomic' : 'reduction');
    const operator = form.oneOf(returns ? OPERATORS : REDUCTIONS);
    const count = elementCount(form);
    const type = form.type();
    // These types have only forms that preserve subnormals.
    if (isSmallFloat(type)) form.oneOf(['noftz']);
    form.finish();
    const types = count === null ? TYPES : space === 'shared' || space === 'cluster' ? {} : VECTOR_TYPES;
    const bytes = bytesOf(type);
    const widthBytes = bytes * (count ?? 1);
    if (!types[operator]?.test(type) || widthBytes > WIDEST_ACCESS_BYTES)
      form.refuse(`there is no ${operator} of .${type}`);
    const move = count === null ? plainMove(form, operator, returns) : vectorMove(form, operator, count, returns);
    const values = operator === 'cas' ? swapSlots(form, bytes, returns ? 2 : 1) : [];
    const shape = { kind: 'atomic', widthBytes, values, elementBytes: bytes, strength } as const;
    const place = addressForm(form, form.operand(returns ? 1 : 0), space, shape);
    return (warp, operation, mask) => {
      access(warp, operation, place, mask, move);
      warp.poll();
      return 0;
    };
  };

/** Slots of the value that a `cas` compares with, and of the one that it writes where it finds that. */
const swapSlots = (form: Form, bytes: keyof typeof KINDS, first: number): number[] =>
  [first, first + 1].map(at => form.source(form.operand(at), KINDS[bytes]));

function plainMove(form: Form, operator: Operator, returns: boolean): Move {
  const first = returns ? 2 : 1;
  const b = form.operand(first);
  const c = operator === 'cas' ? form.operand(first + 1) : b;
  return moveOf(form, operator, operandsOf(form, bytesOf(form.type()), returns ? form.operand(0) : null, b, c), 0);
}

/** Each element is an atomic operation of its own. */
function vectorMove(form: Form, operator: Operator, count: number, returns: boolean): Move {
  const sources = vectorOf(form, form.operand(returns ? 2 : 1), count);
  const targets = returns ? vectorOf(form, form.operand(0), count) : null;
  const bytes = bytesOf(form.type());
  const moves = sources.map((b, i) =>
    moveOf(form, operator, operandsOf(form, bytes, targets ? targets[i] : null, b, b), i * bytes),
  );
  return (warp, operation, memory, mask, owner) => {
    for (const move of moves) move(warp, operation, memory, mask, owner);
  };
}

const vectorOf = (form: Form, operand: Operand, count: number): readonly Operand[] =>
  operand.kind === 'vector' && operand.elements.length === count
    ? operand.elements
    : form.refuse(`needs a vector of ${count}`);

const REDUCED_TYPES = ['b32', 'b64', 'u32', 's32', 'u64', 's64', ...FLOATS, ...SMALL_FLOATS];
const ATOMIC_TYPES = ['b16', 'b128', ...REDUCED_TYPES];

const SCOPE_HINTS = /^(cta|cluster|gpu|sys|L2::cache_hint)$/;

export const ATOMIC_ROWS: readonly Row[] = [
  row('atom', {
    types: [ATOMIC_TYPES],
    class: 'atomic',
    section: `${P}: atom`,
    hints: SCOPE_HINTS,
    decode: atomic(true),
  }),
  row('red', {
    types: [REDUCED_TYPES],
    class: 'atomic',
    section: `${P}: red`,
    hints: SCOPE_HINTS,
    decode: atomic(false),
  }),
];
