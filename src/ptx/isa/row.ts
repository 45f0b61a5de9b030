/**
 * One row of the instruction table: a mnemonic, with all that the emulator knows of it. Which modifiers go with which types is
 * what `decode` takes; `npm run tables` lists them by asking it.
 */
import type { InstructionClass } from '../../trace/execution-profile.ts';
import type { Run } from '../machine/operation.ts';
import type { Form } from './form.ts';

/** A mnemonic's class, where its types or its state space do not decide. 'type': its first type tells. 'space': its state space. */
type ClassRule = InstructionClass | 'type' | 'space';

export interface Row {
  /** First word of the instruction. */
  readonly opcode: string;
  /** For each type word, the types that the manual allows there. */
  readonly types: readonly (readonly string[])[];
  /** Class of unit that it keeps busy, for totals in a profile. */
  readonly class: ClassRule;
  /** Place in the PTX ISA manual: chapter and instruction. */
  readonly section: string;
  /** Modifiers without effect on a machine that has no caches and runs one warp at a time. */
  readonly hints: RegExp | null;
  /** Fills the slots of `form.operation` and returns what carries it out, or refuses. */
  readonly decode: (form: Form) => Run;
}

type Columns = Pick<Row, 'class' | 'section' | 'decode'> & Partial<Pick<Row, 'types' | 'hints'>>;

export const row = (opcode: string, columns: Columns): Row => ({ types: [], hints: null, ...columns, opcode });

/** Two rows of one mnemonic as one: a form is the first's if it has that row's types, where both name some. */
function joined(first: Row, more: Row): Row {
  const places = Math.max(first.types.length, more.types.length);
  const types = Array.from({ length: places }, (_, i) => [
    ...new Set([...(first.types[i] ?? []), ...(more.types[i] ?? [])]),
  ]);
  const section = [...new Set([first.section, more.section])].join('; ');
  const deciding = first.types.slice(0, more.types.length);
  return {
    ...first,
    types,
    section,
    decode: form => (deciding.every((allowed, i) => allowed.includes(form.type(i))) ? first : more).decode(form),
  };
}

/** `rows`, some of them with the further types of `more`; then those of `more` that are on their own. */
export function withFurtherTypes(rows: readonly Row[], more: readonly Row[]): Row[] {
  const further = new Map(more.map(each => [each.opcode, each]));
  const known = rows.map(each => {
    const other = further.get(each.opcode);
    return other ? joined(each, other) : each;
  });
  const isKnown = new Set(rows.map(({ opcode }) => opcode));
  return [...known, ...more.filter(({ opcode }) => !isKnown.has(opcode))];
}

/** Rows by their mnemonic. */
export type InstructionTable = ReadonlyMap<string, Row>;

export function tableOf(rows: readonly Row[]): InstructionTable {
  const table = new Map<string, Row>();
  for (const row of rows) {
    if (table.has(row.opcode)) throw new Error(`two rows for '${row.opcode}'`);
    table.set(row.opcode, row);
  }
  return table;
}

export const BITS = ['b16', 'b32', 'b64'] as const;
export const SIGNED = ['s16', 's32', 's64'] as const;
export const INTEGERS = ['u16', 'u32', 'u64', ...SIGNED] as const;
export const PACKED_INTEGERS = ['u16x2', 's16x2'] as const;
export const FLOATS = ['f32', 'f64'] as const;
export const SMALL_FLOATS = ['f16', 'f16x2', 'bf16', 'bf16x2'] as const;

const SIZE = /\d+/;

/** `s32` -> `b32`: the effect does not depend on the sign. */
export const untyped = (type: string): string => `b${SIZE.exec(type)?.[0]}`;
export const isFloat = (type: string): boolean => type.startsWith('f') || type.startsWith('bf');
export const isPackedInteger = (type: string): type is (typeof PACKED_INTEGERS)[number] => /^[us]16x2$/.test(type);
/** Element width in bits. */
export const widthOf = (type: string): number => Number(SIZE.exec(type)?.[0]);
