/** mov: values, and vectors of bits. */

import type { Run } from '../../machine/operation.ts';
import type { Operand } from '../../parse/ast.ts';
import { ELEMENTS } from '../../parse/register-names.ts';
import type { Form } from '../form.ts';
import { BITS, FLOATS, INTEGERS, type Row, row, widthOf } from '../row.ts';
import { predicateLogic } from './predicates.ts';

const D = 'Data Movement and Conversion Instructions';

function move(form: Form): Run {
  const type = form.type();
  if (type === 'pred') return predicateLogic(form, 'mov');
  const length = form.take('v2') ? 2 : form.take('v4') ? 4 : 1;
  form.finish();
  const [target, source] = [form.operand(0), form.operand(1)];
  if (length > 1) return moveVector(form, elementsOf(form, target, length), elementsOf(form, source, length));
  if (target.kind === 'vector') return unpack(form, target.elements, source, widthOf(type));
  if (source.kind === 'vector') return pack(form, target, source.elements, widthOf(type));
  if (type === 'b128') return moveWhole(form);
  const bits = widthOf(type);
  if (source.kind === 'float' && source.bits !== bits && (type === 'f32' || type === 'f64'))
    return moveConverted(form, type, bits);
  return form.compute(form.effect(bits === 64 ? 'mov.b64' : bits === 32 ? 'mov.b32' : 'mov.b16'));
}

/** `mov.f64 %fd1, 0f3f800000`: a constant of the other size. */
function moveConverted(form: Form, type: 'f32' | 'f64', bits: number): Run {
  const o = form.operation;
  o.d = form.destination(form.operand(0), type);
  o.a = form.source(form.operand(1), type);
  return form.loopOf(form.effect(`mov.b${bits}`));
}

/** All four words of a `.b128`. */
function moveWhole(form: Form): Run {
  const o = form.operation;
  o.d = form.destination(form.operand(0), 'b128');
  o.a = form.source(form.operand(1), 'b128');
  return ({ r }, { d, a }, mask) => {
    for (let i = 0; i < 4; i++) copyBits(r, d + 32 * i, a + 32 * i, 0, 32, mask);
    return 0;
  };
}

/** Elements of a vector, or of a special register: `mov.v4.u32 {x, y, z, w}, %tid`. */
function elementsOf(form: Form, operand: Operand, length: number): readonly Operand[] {
  if (operand.kind === 'special') return ELEMENTS.map(element => ({ ...operand, name: `${operand.name}.${element}` }));
  if (operand.kind === 'vector' && operand.elements.length === length) return operand.elements;
  return form.refuse(`.v${length} with an operand that has not ${length} elements`);
}

/** `mov.v2.u64 %v, {%v.y, 0}`: all elements are read before one is written. */
function moveVector(form: Form, targets: readonly Operand[], sources: readonly Operand[]): Run {
  const width = widthOf(form.type());
  const kind = width === 64 ? 'b64' : width === 32 ? 's32' : 'u16';
  const planesOf = (slots: readonly number[]): number[] =>
    slots.flatMap(slot => (width === 64 ? [slot, slot + 32] : [slot]));
  const from = planesOf(sources.map(source => form.source(source, kind)));
  const to = planesOf(targets.map(target => form.destination(target, kind)));
  const values = new Int32Array(from.length);
  return ({ r }, _operation, mask) => {
    for (let m = mask; m !== 0; m &= m - 1) {
      const l = 31 - Math.clz32(m & -m);
      for (let i = 0; i < from.length; i++) values[i] = r[from[i] + l];
      for (let i = 0; i < to.length; i++) r[to[i] + l] = values[i];
    }
    return 0;
  };
}

interface Piece {
  /** Slot of the piece's own register; the plane that holds its bits in the whole follows. */
  readonly slot: number;
  readonly plane: number;
  readonly shift: number;
  readonly bits: number;
}

/** Place of each element of a vector in a value of `bits` bits, lowest first. */
function pieces(form: Form, elements: readonly Operand[], whole: number, bits: number, writes: boolean): Piece[] {
  const width = bits / elements.length;
  if (width !== 8 && width !== 16 && width !== 32 && width !== 64)
    form.refuse(`${elements.length} elements of ${bits} bits`);
  const kind = width === 64 ? 'b64' : width === 32 ? 's32' : 'u16';
  const slots = elements.map(e => (writes ? form.destination(e, kind) : form.source(e, kind)));
  return slots.flatMap((slot, i) => {
    const at = i * width;
    const first = { slot, plane: whole + 32 * (at >> 5), shift: at & 31, bits: Math.min(width, 32) };
    return width === 64 ? [first, { ...first, slot: slot + 32, plane: first.plane + 32 }] : [first];
  });
}

function unpack(form: Form, elements: readonly Operand[], source: Operand, bits: number): Run {
  const whole = form.source(source, bits === 64 ? 'b64' : bits === 128 ? 'b128' : 's32');
  const list = pieces(form, elements, whole, bits, true);
  return ({ r }, _operation, mask) => {
    for (const { slot, plane, shift, bits: n } of list) copyBits(r, slot, plane, shift, n, mask);
    return 0;
  };
}

function copyBits(r: Int32Array, to: number, from: number, shift: number, bits: number, mask: number): void {
  const keep = bits === 32 ? -1 : (1 << bits) - 1;
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = 31 - Math.clz32(m & -m);
    r[to + l] = (r[from + l] >>> shift) & keep;
  }
}

function pack(form: Form, target: Operand, elements: readonly Operand[], bits: number): Run {
  const whole = form.destination(target, bits === 64 ? 'b64' : bits === 128 ? 'b128' : 's32');
  const list = pieces(form, elements, whole, bits, false);
  return ({ r }, _operation, mask) => {
    for (const piece of list) putBits(r, piece, mask);
    return 0;
  };
}

/** The lowest piece of a plane clears the rest of it. */
function putBits(r: Int32Array, { slot, plane, shift, bits }: Piece, mask: number): void {
  const keep = bits === 32 ? -1 : (1 << bits) - 1;
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = 31 - Math.clz32(m & -m);
    const others = shift === 0 ? 0 : r[plane + l];
    r[plane + l] = others | ((r[slot + l] & keep) << shift);
  }
}

export const MOVE_ROWS: readonly Row[] = [
  row('mov', {
    types: [['pred', ...BITS, 'b128', ...INTEGERS, ...FLOATS]],
    class: 'move',
    section: `${D}: mov`,
    decode: move,
  }),
];
