/** Loads and stores. */

import { access, isOwnMemory } from '../../machine/access.ts';
import type { Move } from '../../machine/lane-move.ts';
import type { Run } from '../../machine/operation.ts';
import type { Operand } from '../../parse/ast.ts';
import { SCALAR_BYTES } from '../../parse/types.ts';
import type { OperandKind } from '../effect.ts';
import type { Form } from '../form.ts';
import { BITS, FLOATS, INTEGERS, type Row, row } from '../row.ts';
import { addressForm, type SpaceName, takeSpace, takeStrength, WRITABLE } from './address.ts';
import {
  cut16,
  extend,
  load32,
  loadS8,
  loadS16,
  loadU8,
  loadU16,
  store8,
  store16,
  store32,
  type Transfer,
} from './transfers.ts';
import { uniformLoad } from './uniform-load.ts';

const D = 'Data Movement and Conversion Instructions';

const LOADS: Readonly<Record<number, { readonly signed: Transfer; readonly unsigned: Transfer }>> = {
  1: { signed: loadS8, unsigned: loadU8 },
  2: { signed: loadS16, unsigned: loadU16 },
  4: { signed: load32, unsigned: load32 },
};
const STORES: Readonly<Record<number, Transfer>> = { 1: store8, 2: store16, 4: store32 };

/** A lane moves up to 32 bytes of global memory at once, 16 of other spaces. */
function checkWidth(form: Form, space: SpaceName, bytes: number, elements: number): void {
  const most = space === 'global' || space === 'generic' ? 32 : 16;
  if (bytes * elements > most || (bytes === 16 && elements > 1)) form.refuse('the vector is too wide');
}

function elementsOf(form: Form, operand: Operand): readonly Operand[] {
  const count = ['v2', 'v4', 'v8'].find(v => form.take(v));
  if (operand.kind !== 'vector') return count ? form.refuse(`.${count} needs a vector operand`) : [operand];
  // Triton writes vectors of one element, without a word for it.
  const written = operand.elements.length === 1 ? undefined : `v${operand.elements.length}`;
  return written === count ? operand.elements : form.refuse('the vector has the wrong length');
}

/** Bytes of the one type word. */
function elementBytes(form: Form): number {
  const type = form.type() as keyof typeof SCALAR_BYTES;
  return SCALAR_BYTES[type] || form.refuse(`type .${type} is not implemented`);
}

/** The kind that fills a register of `bits` bits. */
const kindOfRegister = (bits: number): OperandKind => (bits === 128 ? 'b128' : bits === 64 ? 'b64' : 's32');

/** The transfers of one element: whole words first to last, or one narrow piece and what fills the register. */
function loadElement(form: Form, target: Operand, slot: number, k: number): Move {
  const bytes = elementBytes(form);
  const registerBits = form.registerBits(target);
  if (registerBits < Math.min(bytes * 8, 16)) form.refuse('the destination register is too narrow');
  if (bytes > 4) {
    const words = bytes / 4;
    if (registerBits < bytes * 8 && target.kind !== 'sink') form.refuse('the destination register is too narrow');
    return ({ r, at }, _o, memory, mask) => {
      for (let i = 0; i < words; i++) load32(r, slot + 32 * i, memory, at, k + 4 * i, mask);
    };
  }
  const signed = form.type().startsWith('s');
  const transfer = LOADS[bytes][signed ? 'signed' : 'unsigned'];
  return ({ r, at }, _o, memory, mask) => {
    transfer(r, slot, memory, at, k, mask);
    if (registerBits === 16 && signed) cut16(r, slot, mask);
    else if (registerBits === 64) extend(r, slot, signed, mask);
  };
}

/** The elements of a vector, in their order. */
function oneByOne(moves: readonly Move[]): Move {
  if (moves.length === 1) return moves[0];
  return (warp, operation, memory, mask, owner) => {
    for (const move of moves) move(warp, operation, memory, mask, owner);
  };
}

function load(form: Form): Run {
  const space = takeSpace(form);
  const strength = takeStrength(form, 'load');
  const targets = elementsOf(form, form.operand(0));
  form.finish();
  const bytes = elementBytes(form);
  checkWidth(form, space, bytes, targets.length);
  const uniform =
    space === 'param' || space === 'const' ? uniformLoad(form, space, targets, bytes, form.operand(1)) : null;
  if (uniform) return uniform;
  const values = targets.map(target => form.destination(target, kindOfRegister(form.registerBits(target))));
  const move = oneByOne(targets.map((target, i) => loadElement(form, target, values[i], i * bytes)));
  const isReadOnly = form.instruction.modifiers.includes('nc');
  const place = addressForm(form, form.operand(1), space, {
    ...{ kind: 'load', widthBytes: bytes * targets.length, values, elementBytes: bytes },
    ...{ strength, isReadOnly },
  });
  // It may see what another thread does at the same time.
  const polls = strength !== null;
  return (warp, operation, mask) => {
    access(warp, operation, place, mask, move);
    if (polls) warp.poll();
    return 0;
  };
}

function storeElement(bytes: number, slot: number, k: number): Move {
  if (bytes <= 4) {
    const transfer = STORES[bytes];
    return ({ r, at }, _o, memory, mask) => transfer(r, slot, memory, at, k, mask);
  }
  const words = bytes / 4;
  return ({ r, at }, _o, memory, mask) => {
    for (let i = 0; i < words; i++) store32(r, slot + 32 * i, memory, at, k + 4 * i, mask);
  };
}

/** Slot of a stored value; a register may be wider than what is stored of it. */
function storedSlot(form: Form, operand: Operand, bytes: number): number {
  const bits = operand.kind === 'register' ? form.registerBits(operand) : bytes * 8;
  if (bits < bytes * 8 || bits === 0) form.refuse('the stored register is too narrow');
  return form.source(operand, kindOfRegister(bits));
}

function store(form: Form): Run {
  const space = takeSpace(form, WRITABLE);
  const strength = takeStrength(form, 'store');
  const sources = elementsOf(form, form.operand(1));
  form.finish();
  const bytes = elementBytes(form);
  checkWidth(form, space, bytes, sources.length);
  const values = sources.map(source => storedSlot(form, source, bytes));
  const shape = { kind: 'store', widthBytes: bytes * values.length, values, elementBytes: bytes, strength } as const;
  const place = addressForm(form, form.operand(0), space, shape);
  const move = oneByOne(values.map((slot, i) => storeElement(bytes, slot, i * bytes)));
  return (warp, operation, mask) => {
    access(warp, operation, place, mask, move);
    if (!isOwnMemory(warp, place, mask)) warp.cta.grid.events++;
    return 0;
  };
}

const MEMORY_TYPES = ['b8', 'u8', 's8', ...BITS, 'b128', ...INTEGERS, ...FLOATS];

const LOAD_HINTS =
  /^(weak|ca|cg|cs|lu|cv|nc|cta|cluster|gpu|sys|L1::.*|L2::(evict.*|cache_hint|64B|128B|256B)|unified)$/;
const STORE_HINTS = /^(weak|wb|cg|cs|wt|cta|cluster|gpu|sys|L1::.*|L2::(evict.*|cache_hint))$/;

export const MEMORY_ROWS: readonly Row[] = [
  row('ld', {
    types: [MEMORY_TYPES],
    class: 'space',
    section: `${D}: ld; ld.global.nc`,
    hints: LOAD_HINTS,
    decode: load,
  }),
  row('ldu', { types: [MEMORY_TYPES], class: 'space', section: `${D}: ldu`, hints: LOAD_HINTS, decode: load }),
  row('st', { types: [MEMORY_TYPES], class: 'space', section: `${D}: st`, hints: STORE_HINTS, decode: store }),
];
