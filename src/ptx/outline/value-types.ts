/**
 * Finds what numbers a register holds. Registers are typeless, and a load is often of `.u32` or `.b32` whatever it
 * loads; but the instructions that compute with a value know its type. Registers joined by moves count as one.
 */
import type { ElementType } from '../../trace/launch.ts';
import type { Instruction, Operand, PtxFunction, ScalarType } from '../parse/ast.ts';
import { SCALAR_BYTES } from '../parse/types.ts';
import { typesOf } from './memory-access.ts';

const VOTES: Readonly<Partial<Record<ScalarType, Vote>>> = {
  f16: 'f16',
  f16x2: 'f16',
  bf16: 'bf16',
  bf16x2: 'bf16',
  f32: 'f32',
  f64: 'f64',
  s8: 'signed',
  s16: 'signed',
  s32: 'signed',
  s64: 'signed',
  u8: 'unsigned',
  u16: 'unsigned',
  u32: 'unsigned',
  u64: 'unsigned',
};

type Vote = 'f16' | 'bf16' | 'f32' | 'f64' | 'signed' | 'unsigned';

/** Instructions for which the sign makes a difference; `add.s32` is used for unsigned numbers, too. */
const KNOW_SIGN = new Set(['setp', 'set', 'div', 'rem', 'shr', 'cvt', 'max', 'min', 'abs', 'neg', 'bfe']);
const MOVES = new Set(['mov', 'selp']);

export class ValueTypes {
  readonly #parents = new Map<string, string>();
  readonly #votes = new Map<string, Set<Vote>>();

  constructor(functions: readonly PtxFunction[]) {
    for (const f of functions) {
      for (const instruction of f.instructions) if (MOVES.has(instruction.opcode)) this.#join(f, instruction);
      for (const instruction of f.instructions) this.#vote(f, instruction);
    }
  }

  /** The type of `bytes`-wide elements that a register holds, or several of its like. */
  elementType(f: PtxFunction, operand: Operand | null, declared: ScalarType | null, bytes: number): ElementType | null {
    const names = registersOf(operand);
    const votes = new Set(names.flatMap(name => [...(this.#votes.get(this.#find(keyOf(f, name))) ?? [])]));
    const own = declared === null ? undefined : VOTES[declared];
    // Plain loads are unsigned by custom, so that only other types tell.
    if (own !== undefined && own !== 'unsigned') votes.add(own);
    return typeOf(votes, bytes);
  }

  #join(f: PtxFunction, { operands }: Instruction): void {
    const [target, ...from] = operands;
    for (const name of registersOf(target)) {
      for (const other of from.flatMap(registersOf)) {
        const [a, b] = [this.#find(keyOf(f, name)), this.#find(keyOf(f, other))];
        if (a !== b) this.#parents.set(a, b);
      }
    }
  }

  #find(key: string): string {
    let root = key;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) root = parent;
    return root;
  }

  #vote(f: PtxFunction, instruction: Instruction): void {
    const { opcode, modifiers, operands } = instruction;
    const types = typesOf(instruction);
    const last = types.at(-1);
    if (last === undefined || opcode === 'ld' || opcode === 'st' || MOVES.has(opcode)) return;
    const knowsSign = KNOW_SIGN.has(opcode) || modifiers.includes('wide') || modifiers.includes('hi');
    const votes = (type: ScalarType): Vote | undefined => {
      const vote = VOTES[type];
      return vote === 'signed' || vote === 'unsigned' ? (knowsSign ? vote : undefined) : vote;
    };
    operands.forEach((operand, i) => {
      const isResult = i === 0 && opcode !== 'red';
      const type = isResult && opcode === 'cvt' ? types[0] : last;
      const vote = isResult && modifiers.includes('wide') ? undefined : votes(type);
      if (vote !== undefined) for (const name of registersOf(operand)) this.#count(f, name, vote);
    });
  }

  #count(f: PtxFunction, name: string, vote: Vote): void {
    const root = this.#find(keyOf(f, name));
    const votes = this.#votes.get(root);
    if (votes) votes.add(vote);
    else this.#votes.set(root, new Set([vote]));
  }
}

const keyOf = (f: PtxFunction, register: string): string => `${f.name} ${register}`;

function registersOf(operand: Operand | null | undefined): string[] {
  if (operand?.kind === 'register') return [operand.name];
  return operand?.kind === 'vector' ? operand.elements.flatMap(registersOf) : [];
}

/** Floats first: a float's bits are moved and masked as integers, an integer is never computed with as a float. */
function typeOf(votes: ReadonlySet<Vote>, bytes: number): ElementType | null {
  if (bytes === 8 && votes.has('f64')) return 'f64';
  if (bytes === 4 && votes.has('f32')) return 'f32';
  if (bytes === 2 || bytes === 4) {
    if (votes.has('f16')) return 'f16';
    if (votes.has('bf16')) return 'bf16';
  }
  const integers = INTEGERS[bytes];
  if (integers === undefined) return null;
  return votes.has('signed') ? integers[0] : votes.has('unsigned') ? integers[1] : integers[2];
}

/** Signed, unsigned, and what is likely when nothing tells. */
const INTEGERS: Readonly<Record<number, readonly [ElementType, ElementType, ElementType]>> = {
  1: ['s8', 'u8', 'u8'],
  2: ['s16', 'u16', 'u16'],
  4: ['s32', 'u32', 's32'],
  8: ['s64', 'u64', 's64'],
};

/** Bytes of one element of an access. */
export const elementBytes = (type: ScalarType | null, bytes: number): number =>
  type === null ? bytes : SCALAR_BYTES[type];
