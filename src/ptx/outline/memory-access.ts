/** Accesses of an instruction to memory, by its name and operands only. */
import type { Instruction, Operand, PtxFunction, ScalarType } from '../parse/ast.ts';
import { SCALAR_BYTES, scalarTypeOf } from '../parse/types.ts';
import { constantOf } from './constant-operand.ts';

export interface AddressUse {
  readonly address: Operand;
  readonly read: boolean;
  readonly written: boolean;
  readonly atomic: boolean;
  /** A load of what others may be changing: a flag, most likely. */
  readonly polled: boolean;
  /** Type of one element. */
  readonly type: ScalarType | null;
  /** Bytes of one lane; 0 if no constant says it. */
  readonly bytes: number;
  /** Registers that hold what is loaded or stored; of a compare-and-swap, what is compared. */
  readonly data: Operand | null;
}

type Shape = readonly [address: number, effect: 'read' | 'write' | 'update', data: number | null];

const SHAPES: Readonly<Record<string, readonly Shape[]>> = {
  ld: [[1, 'read', 0]],
  ldu: [[1, 'read', 0]],
  st: [[0, 'write', 1]],
  atom: [[1, 'update', 2]],
  red: [[0, 'update', 1]],
  // `cp.async` and `cp.async.bulk`: destination, source, bytes.
  cp: [
    [0, 'write', null],
    [1, 'read', null],
  ],
};

/** The accesses of an instruction of a function; none for those that touch no memory, and for tensor copies. */
export function accessForms(f: PtxFunction, instruction: Instruction): AddressUse[] {
  const { opcode, modifiers, operands } = instruction;
  if (!Object.hasOwn(SHAPES, opcode) || modifiers.includes('tensor')) return [];
  const type = typesOf(instruction).at(-1) ?? null;
  const forms: AddressUse[] = [];
  for (const [at, effect, dataAt] of SHAPES[opcode]) {
    const address = operands[at];
    if (address?.kind !== 'address') continue;
    forms.push({
      address,
      read: effect !== 'write',
      written: effect !== 'read',
      atomic: effect === 'update',
      polled: opcode === 'ld' && POLLING.some(modifier => modifiers.includes(modifier)),
      type,
      bytes: type === null ? (constantOf(f, operands[2]) ?? 0) : SCALAR_BYTES[type] * lanesOf(modifiers),
      data: dataAt === null ? null : (operands[dataAt] ?? null),
    });
  }
  return forms;
}

/** Whether its addresses are those of shared memory; of a copy, one of two is. */
export const isInShared = ({ opcode, modifiers }: Instruction): boolean =>
  opcode !== 'cp' && modifiers.some(modifier => modifier.startsWith('shared'));

const POLLING = ['acquire', 'relaxed', 'volatile'];

const lanesOf = (modifiers: readonly string[]): number => {
  const vector = modifiers.find(m => /^v[248]$/.test(m));
  return vector === undefined ? 1 : Number(vector[1]);
};

/** The types among the modifiers, in order. */
export const typesOf = ({ modifiers }: Instruction): ScalarType[] =>
  modifiers.flatMap(modifier => scalarTypeOf(`.${modifier}`) ?? []);

export interface TensorCopy {
  /** The tensor map's address. */
  readonly map: Operand;
  /** Null for what is done to the map itself. */
  readonly rank: number | null;
  readonly read: boolean;
  readonly written: boolean;
}

/** `cp.async.bulk.tensor` and its kin: `[map, {coordinates}]` is where it writes when it comes first. */
export function tensorCopy({ modifiers, operands }: Instruction): TensorCopy | null {
  const isCopy = modifiers.includes('tensor');
  if (!isCopy && !modifiers.includes('tensormap')) return null;
  const rank = modifiers.find(m => /^[1-5]d$/.test(m));
  for (const [at, operand] of operands.entries()) {
    const first = operand.kind === 'vector' ? operand.elements[0] : operand;
    if (first?.kind !== 'address' || (operand.kind !== 'vector' && isCopy)) continue;
    const written = isCopy && at === 0 && !modifiers.includes('prefetch');
    return { map: first, rank: rank === undefined ? null : Number(rank[0]), read: isCopy && !written, written };
  }
  return null;
}

const OTHER_SPACES = ['shared', 'param', 'local', 'const', 'shared::cta', 'shared::cluster'];
export const isOfDevice = ({ opcode, modifiers }: Instruction): boolean =>
  opcode === 'cp' || !OTHER_SPACES.some(space => modifiers.includes(space));
export const isOfShared = ({ modifiers }: Instruction): boolean =>
  modifiers.includes('shared') || modifiers.includes('shared::cta');
/** Parameters and a thread's own memory. */
export const isOwn = ({ modifiers }: Instruction): boolean =>
  modifiers.includes('param') || modifiers.includes('local');
