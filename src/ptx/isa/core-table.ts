/**
 * The rows of addresses: what every kernel needs to move words about, and what is always there, for a page loads them before it
 * shows the first picture. Everything else, other types of the same mnemonics included, belongs to `table.ts`.
 */
import type { Instruction } from '../parse/ast.ts';
import { typesOf } from './form.ts';
import { hasTypes, type Row, tableOf } from './row.ts';
import { ARITHMETIC } from './rows/arithmetic.ts';
import { BARRIER_ROWS } from './rows/barrier.ts';
import { COMPARE_ROWS } from './rows/compare.ts';
import { CONTROL_ROWS } from './rows/control.ts';
import { GENERIC_ADDRESS_ROWS } from './rows/generic-address.ts';
import { LOGIC_ROWS } from './rows/logic.ts';
import { MEMORY_ROWS } from './rows/memory.ts';
import { MOVE_ROWS } from './rows/move.ts';

export const CORE_ROWS: readonly Row[] = [
  ...ARITHMETIC,
  ...COMPARE_ROWS,
  ...LOGIC_ROWS,
  ...MOVE_ROWS,
  ...GENERIC_ADDRESS_ROWS,
  ...MEMORY_ROWS,
  ...CONTROL_ROWS,
  ...BARRIER_ROWS,
];

export const CORE_TABLE = tableOf(CORE_ROWS);

/** Modifiers of the core's forms, for mnemonics whose effects depend on them (`effects/core.ts`). */
const FORMS: Readonly<Record<string, RegExp>> = {
  add: /^[su](32|64)$/,
  sub: /^[su](32|64)$/,
  mul: /^(lo|wide)\.[su]32$/,
  mad: /^lo\.[su]32$/,
  div: /^u32$/,
  rem: /^u32$/,
  neg: /^s32$/,
  min: /^[su]32$/,
  max: /^[su]32$/,
  and: /^(b32|pred)$/,
  or: /^(b32|pred)$/,
  xor: /^(b32|pred)$/,
  not: /^(b32|pred)$/,
  shl: /^b32$/,
  shr: /^[bsu]32$/,
  setp: /^(eq|ne|lt|le|gt|ge|lo|ls|hi|hs)\.((and|or|xor)\.)?[bsu]32$/,
  selp: /^[bsu]32$/,
  mov: /^([bsuf](32|64)|pred)$/,
};

/** Rows without effects by name: their types decide. */
const OTHERS: ReadonlySet<string> = new Set(
  [GENERIC_ADDRESS_ROWS, MEMORY_ROWS, CONTROL_ROWS, BARRIER_ROWS].flat().map(({ opcode }) => opcode),
);

/** `st.async`, `st.bulk` and strong accesses have the opcode of a core instruction, and no other types. */
const BEYOND = ['async', 'bulk', 'volatile', 'mmio', 'relaxed', 'acquire', 'release'];

/** Whether the core's rows and effects carry the instruction out. */
export function isCoreInstruction(instruction: Instruction): boolean {
  const { opcode, modifiers } = instruction;
  if (!OTHERS.has(opcode)) return FORMS[opcode]?.test(modifiers.join('.')) ?? false;
  const row = CORE_TABLE.get(opcode);
  return row !== undefined && hasTypes(row, typesOf(instruction)) && !BEYOND.some(word => modifiers.includes(word));
}
